// The planner: expected risks on typical data against walks and fits, the ranking, and which prices compare.
#include <algorithm>
#include <cstring>

#include "support/evidence.h"
#include "solve/perturbation/perturbations.h"
#include "solve/risk/momentum_response.h"
#include "support/cpu_clock.h"

namespace {

using namespace perturbations;
using dpcvx::solve::IterationParameters;
using dpcvx::solve::walk_response;
using dpcvx::solve::WalkResponse;

// ---- One direction of a walk

// Share and variance by walking: the weights that the average gives to each step's noise.
WalkResponse walked(const IterationParameters &it) {
  const auto average = [&](double target, int64_t noisy) {  // noisy: the step whose gradient is off by 1
    double w = 0, v = 0, sum = 0;
    for (int64_t t = 0; t < it.steps; ++t) {
      v = it.momentum * v - it.step_size * (it.curvature * (w - target) + (t == noisy ? 1 : 0));
      w += v;
      if (t >= it.steps - it.averaged) sum += w;
    }
    return std::pair<double, double>(sum / static_cast<double>(it.averaged), w);
  };
  WalkResponse out;
  const auto clean = average(1, -1);
  out.share = clean.first;
  out.last_share = clean.second;
  for (int64_t t = 0; t < it.steps; ++t) {
    const auto pushed = average(0, t);
    out.variance += pushed.first * pushed.first;
    out.last_variance += pushed.second * pushed.second;
  }
  return out;
}

TEST(TypicalWalk, IsWhatWalksDo) {
  for (int64_t steps : {1, 2, 7, 40, 133})
    for (double part : {0.0, 0.3, 1.0})
      for (double step : {0.01, 0.5, 1.9})
        for (double momentum : {0.0, 0.6, 0.95})
          for (double curvature : {0.0, 0.03, 1.0}) {
            IterationParameters it;
            it.steps = steps;
            it.averaged = std::max<int64_t>(1, static_cast<int64_t>(part * static_cast<double>(steps)));
            it.step_size = step;
            it.momentum = momentum;
            it.curvature = curvature;
            const WalkResponse claimed = walk_response(it), exact = walked(it);
            EXPECT_NEAR(claimed.share, exact.share, 1e-9);
            EXPECT_NEAR(claimed.last_share, exact.last_share, 1e-9);
            EXPECT_NEAR(claimed.variance, exact.variance, 1e-9 * (exact.variance + 1e-6));
            EXPECT_NEAR(claimed.last_variance, exact.last_variance, 1e-9 * (exact.last_variance + 1e-6));
          }
}

// Long walks come to rest where the recursion does: variance eta / (h (2 - eta h)) of the last of plain steps.
TEST(TypicalWalk, LongOnesComeToRest) {
  const IterationParameters it{int64_t{1} << 40, 1, 0.5, 0, 0.1};
  const WalkResponse rest = walk_response(it);
  EXPECT_NEAR(rest.last_share, 1, 1e-9);
  EXPECT_NEAR(rest.last_variance, 0.5 / (0.1 * (2 - 0.05)), 1e-9);
}

// ---- Plans

double of_method(const dpcvx_plan *plan, int32_t method, int32_t figure) { return plan_figure(plan, figure, method); }

std::vector<int32_t> ranking_of(const dpcvx_plan *plan) {
  int32_t methods[32];
  int64_t count = 0;
  EXPECT_EQ(dpcvx_plan_ranking(plan, methods, 32, &count, nullptr), DPCVX_OK);
  return std::vector<int32_t>(methods, methods + count);
}

// Rows in all directions, log-odds of standard deviation 2.
Rows plain_rows(int64_t count, int64_t columns, uint64_t seed) {
  std::mt19937_64 bits(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  Rows rows;
  for (int64_t i = 0; i < count; ++i) {
    std::vector<double> row(static_cast<size_t>(columns));
    double square = 0, z = 0;
    for (double &x : row) x = normal(bits) / std::sqrt(static_cast<double>(columns)), square += x * x;
    const double cut = std::max(1.0, std::sqrt(square));
    for (double &x : row) x /= cut, z += 2 * x;
    rows.add(row, uniform(bits) < 1 / (1 + std::exp(-z)) ? 1 : -1);
  }
  return rows;
}

std::vector<int64_t> owners(int64_t users, int64_t records) {
  std::vector<int64_t> out;
  for (int64_t i = 0; i < users * records; ++i) out.push_back(i / records);
  return out;
}

// Excess of the average loss over that of w = (2, ..., 2), which the rows were made with, on fresh rows.
double excess(const std::vector<double> &w, int64_t columns) {
  static const Rows fresh = plain_rows(4000, 10, 777);
  EXPECT_EQ(columns, fresh.columns);
  double sum = 0;
  for (int64_t i = 0; i < fresh.count(); ++i) {
    double z = 0, best = 0;
    for (int64_t j = 0; j < columns; ++j) {
      const double x = fresh.features[static_cast<size_t>(i * columns + j)];
      z += x * w[static_cast<size_t>(j)];
      best += 2 * x;
    }
    const double p = 1 / (1 + std::exp(-best));
    sum += std::log1p(std::exp(-std::fabs(z))) + std::max(z, 0.0) - p * z;
    sum -= std::log1p(std::exp(-std::fabs(best))) + std::max(best, 0.0) - p * best;
  }
  return sum / static_cast<double>(fresh.count());
}

double mean_excess(const dpcvx_plan *plan, int32_t unit, const char *seed, int fits) {
  double sum = 0;
  for (int i = 0; i < fits; ++i) {
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC, DPCVX_ADJACENCY_REPLACE_ONE, unit);
    const RngHandle source = rng(seed + std::to_string(i));
    FitHandle fit;
    EXPECT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, &fit.it, nullptr), DPCVX_OK);
    sum += excess(coefficients(fit), 10);
  }
  return sum / fits;
}

TEST(Planner, RanksByTypicalRiskAndTakesTheFirst) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  for (int64_t rows : {200, 5000})
    for (double epsilon : {0.1, 1.0, 8.0}) {
      const ObjectiveHandle it = objective_of(random_rows(rows, 6, 3), {});
      const PlanHandle plan = plan_of(ledger, approximate(epsilon, 1e-6), it, DPCVX_METHOD_AUTOMATIC);
      const std::vector<int32_t> ranking = ranking_of(plan);
      ASSERT_GE(ranking.size(), 4u);
      EXPECT_EQ(ranking[0], static_cast<int32_t>(plan_figure(plan, DPCVX_PLAN_FIGURE_METHOD)));
      for (size_t i = 1; i < ranking.size(); ++i)
        EXPECT_LE(of_method(plan, ranking[i - 1], DPCVX_PLAN_FIGURE_TYPICAL_RISK),
                  1.01 * of_method(plan, ranking[i], DPCVX_PLAN_FIGURE_TYPICAL_RISK));
      for (int32_t method : ranking) {
        EXPECT_EQ(std::count(ranking.begin(), ranking.end(), method), 1);
        EXPECT_GT(of_method(plan, method, DPCVX_PLAN_FIGURE_TYPICAL_RISK), 0);
      }
      // What does not apply is not in it, and says why.
      for (int32_t method : {DPCVX_METHOD_STABLE_OUTPUT, DPCVX_METHOD_PHASED_ERM, DPCVX_METHOD_STRONGLY_CONVEX_SCO}) {
        int64_t applies = -1;
        char text[512];
        size_t length;
        ASSERT_EQ(dpcvx_plan_get_i64(plan, method, DPCVX_PLAN_FIGURE_APPLIES, &applies, nullptr), DPCVX_OK);
        ASSERT_EQ(dpcvx_plan_reason(plan, method, text, sizeof text, &length, nullptr), DPCVX_OK);
        EXPECT_EQ(applies, std::count(ranking.begin(), ranking.end(), method));
        EXPECT_GT(length, 10u);
      }
    }
}

// Of many records at a large epsilon the fast method costs more than the least, but less than any test set sees. Where
// the least takes no second nobody waits for it.
TEST(Planner, SparesTimeWhereItCostsLittle) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  const int32_t fast = DPCVX_METHOD_OBJECTIVE_PERTURBATION, least = DPCVX_METHOD_NOISY_GRADIENT_DESCENT;
  for (int64_t rows : {40000, 160000}) {
    const ObjectiveHandle it = objective_of(random_rows(rows, 16, 3), {});
    const PlanHandle plan = plan_of(ledger, approximate(1, 1e-6), it, DPCVX_METHOD_AUTOMATIC);
    const double more =
        of_method(plan, fast, DPCVX_PLAN_FIGURE_TYPICAL_RISK) - of_method(plan, least, DPCVX_PLAN_FIGURE_TYPICAL_RISK);
    const double seconds = of_method(plan, least, DPCVX_PLAN_FIGURE_EXPECTED_SECONDS);
    EXPECT_GT(more, 0.05 * of_method(plan, least, DPCVX_PLAN_FIGURE_TYPICAL_RISK));
    EXPECT_LT(more, 5e-4 * of_method(plan, least, DPCVX_PLAN_FIGURE_TRIVIAL_RISK));
    EXPECT_EQ(seconds >= 1, rows == 160000);
    EXPECT_LT(of_method(plan, fast, DPCVX_PLAN_FIGURE_EXPECTED_SECONDS), 0.5 * seconds);
    EXPECT_EQ(ranking_of(plan)[0] == fast, rows == 160000);
    EXPECT_EQ(ranking_of(plan)[0], static_cast<int32_t>(plan_figure(plan, DPCVX_PLAN_FIGURE_METHOD)));
  }
}

// Plans may be made for more than is left: their order is by risk all the same.
TEST(Planner, PricesBeyondWhatIsLeftAreRankedToo) {
  OptionsHandle options;
  BudgetHandle ledger;
  ASSERT_EQ(dpcvx_budget_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_BASIC, nullptr);
  ASSERT_EQ(
      dpcvx_budget_create(0.5, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, options, &ledger.it, nullptr),
      DPCVX_OK);
  const ObjectiveHandle it = objective_of(random_rows(800, 6, 3), {});
  const PlanHandle dear = plan_of(ledger, approximate(1, 1e-6), it, DPCVX_METHOD_AUTOMATIC);
  const PlanHandle fits = plan_of(ledger, approximate(0.5, 1e-6), it, DPCVX_METHOD_AUTOMATIC);
  EXPECT_EQ(ranking_of(dear)[0], static_cast<int32_t>(plan_figure(dear, DPCVX_PLAN_FIGURE_METHOD)));
  EXPECT_EQ(ranking_of(fits)[0], static_cast<int32_t>(plan_figure(fits, DPCVX_PLAN_FIGURE_METHOD)));
}

TEST(Planner, TypicalRiskFallsWithUnitsAndPrice) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  for (int32_t method : {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_OUTPUT_PERTURBATION,
                         DPCVX_METHOD_OBJECTIVE_PERTURBATION, DPCVX_METHOD_EXPONENTIAL_MECHANISM}) {
    double last = INFINITY;
    for (int64_t rows : {1000, 4000, 16000}) {
      const PlanHandle plan = plan_of(ledger, approximate(1, 1e-6), objective_of(random_rows(rows, 8, 3), {}), method);
      const double risk = plan_figure(plan, DPCVX_PLAN_FIGURE_TYPICAL_RISK);
      EXPECT_LT(risk, last) << method;
      EXPECT_LT(risk, plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK)) << method;
      last = risk;
    }
    for (double epsilon : {2.0, 8.0}) {
      const PlanHandle plan =
          plan_of(ledger, approximate(epsilon, 1e-6), objective_of(random_rows(16000, 8, 3), {}), method);
      const double risk = plan_figure(plan, DPCVX_PLAN_FIGURE_TYPICAL_RISK);
      EXPECT_LT(risk, last) << method;
      last = risk;
    }
  }
}

// Data like those of the model: what is expected is what comes out, within a factor, where predictions are up to a
// hundred times as much.
TEST(Planner, TypicalRiskIsWhatFitsCost) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  const ObjectiveHandle it = objective_of(plain_rows(1000, 10, 5), {});
  const PlanHandle all = plan_of(ledger, approximate(1, 1e-6), it, DPCVX_METHOD_AUTOMATIC);
  double least = INFINITY, chosen = INFINITY;
  for (int32_t method : ranking_of(all)) {
    const PlanHandle plan = plan_of(ledger, approximate(1, 1e-6), it, method);
    const double measured = mean_excess(plan, DPCVX_UNIT_RECORD, "typical", 24 / kFewer);
    const double typical = plan_figure(plan, DPCVX_PLAN_FIGURE_TYPICAL_RISK);
    evidence("planner",
             "1000 rows, 10 columns, epsilon 1, method %d: excess risk %.3f of 24 fits, typical %.3f, predicted %.2f",
             method, measured, typical, plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK));
    EXPECT_LT(measured, 2.5 * typical) << method;
    EXPECT_GT(measured, typical / 4) << method;
    least = std::min(least, measured);
    if (method == ranking_of(all)[0]) chosen = measured;
  }
  EXPECT_LT(chosen, 2 * least);
}

// ---- Users: as one record each, by stability, and as groups of records

TEST(Planner, BaselinesOfUsersCompareInOneRanking) {
  constexpr int64_t kUsers = 2000, kRecords = 10;
  Setting setting;
  setting.users = owners(kUsers, kRecords);
  setting.min_records_per_user = kRecords;
  const ObjectiveHandle it = objective_of(plain_rows(kUsers * kRecords, 10, 6), setting);
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  const double start = cpu_seconds();
  const PlanHandle plan = plan_of(ledger, approximate(2, 1e-6), it, DPCVX_METHOD_AUTOMATIC);
  const double seconds = cpu_seconds() - start;
  const std::vector<int32_t> ranking = ranking_of(plan);
  for (int32_t method : {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD, DPCVX_METHOD_OUTPUT_PERTURBATION,
                         DPCVX_METHOD_EXPONENTIAL_MECHANISM, DPCVX_METHOD_STABLE_OUTPUT, DPCVX_METHOD_PHASED_ERM})
    EXPECT_EQ(std::count(ranking.begin(), ranking.end(), method), 1) << method;
  for (size_t i = 0; i < ranking.size(); ++i)
    evidence("planner", "2000 users x 10 records, 10 columns, epsilon 2, place %zu: method %d, typical risk %.4f",
             i + 1, ranking[i], of_method(plan, ranking[i], DPCVX_PLAN_FIGURE_TYPICAL_RISK));
  evidence("planner", "a plan of %zu methods took %.0f ms", ranking.size(), 1e3 * seconds);
}

// A record-level fit whose price keeps groups of as many records as users have within the users' price.
TEST(Planner, GroupsOfRecordsAgainstUsers) {
  constexpr int64_t kUsers = 400, kRecords = 8;
  const Rows rows = plain_rows(kUsers * kRecords, 10, 8);
  Setting setting;
  const ObjectiveHandle records = objective_of(rows, setting);
  setting.users = owners(kUsers, kRecords);
  const ObjectiveHandle users = objective_of(rows, setting);
  setting.min_records_per_user = kRecords;
  const ObjectiveHandle declared = objective_of(rows, setting);

  const CurveHandle price = gdp(0.5);
  CurveHandle member, spent;
  ASSERT_EQ(dpcvx_curve_create_member(price, kRecords, &member.it, nullptr), DPCVX_OK);
  const int32_t method = DPCVX_METHOD_NOISY_GRADIENT_DESCENT;
  const BudgetHandle by_record = ledger_of(DPCVX_FILTER_GDP);
  const BudgetHandle by_user = ledger_of(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  const PlanHandle of_records = plan_of(by_record, member, records, method);
  const OptionsHandle fixed = with({{DPCVX_PLAN_OPTION_CLIPPING, DPCVX_CLIPPING_FIXED}});
  const PlanHandle of_users = plan_of(by_user, price, users, method, fixed),
                   of_declared = plan_of(by_user, price, declared, method);

  double mu = -1;
  CurveHandle charged;
  ASSERT_EQ(dpcvx_plan_curve(of_records, &charged.it, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_curve_create_group(charged, kRecords, &spent.it, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_curve_gdp_mu(spent, &mu, nullptr), DPCVX_OK);
  EXPECT_LE(mu, 0.5);
  EXPECT_GT(mu, 0.499);
  // Records weigh alike, so full batches have the noise of users' means; declared records start at a shorter clip.
  const auto noise = [](const PlanHandle &plan) {
    return plan_figure(plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV) / std::sqrt(plan_figure(plan, DPCVX_PLAN_FIGURE_STEPS));
  };
  EXPECT_NEAR(noise(of_records) / noise(of_users), 1, 0.01);
  EXPECT_LT(noise(of_declared), noise(of_users) * (1 + 1e-9));
  double risk[2] = {0, 0};
  for (int i = 0; i < 12 / kFewer; ++i)
    for (int declared_too : {0, 1}) {
      const RngHandle source = rng("group" + std::to_string(i));
      FitHandle fit;
      ASSERT_EQ(dpcvx_fit_create(declared_too == 0 ? by_record : by_user, source,
                                 declared_too == 0 ? of_records : of_declared, nullptr, &fit.it, nullptr),
                DPCVX_OK);
      risk[declared_too] += excess(coefficients(fit), 10) / (12 / kFewer);
    }
  evidence("groups",
           "400 users x 8 records, 0.5-GDP for users: noise of a record-level descent over one for users %.3f, over "
           "one whose numbers of records are declared %.2f; excess risks %.3f and %.3f",
           noise(of_records) / noise(of_users), noise(of_records) / noise(of_declared), risk[0], risk[1]);
}

}  // namespace
