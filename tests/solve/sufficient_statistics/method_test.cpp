// Fits by sufficient statistics: what they are charged, what they refuse, how good they are, and how plans rank them.
#include "solve/sufficient_statistics/method.h"

#include "base/error.h"
#include "model/objective_handle.h"
#include "random/rng_handle.h"
#include "solve/sufficient_statistics/tables.h"
#include "support/evidence.h"

namespace {

using namespace fixtures;

constexpr int32_t kMethod = DPCVX_METHOD_SUFFICIENT_STATISTICS;
constexpr double kMu = 1;

struct Made {
  PlanHandle plan;
  FitHandle fit;
  dpcvx_error err{};
};

struct Terms {
  double mu = kMu;
  int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE, unit = DPCVX_UNIT_RECORD, method = kMethod;
  const char *seed = "statistics";
  const dpcvx_options *options = nullptr;
};

dpcvx_status plan_for(const dpcvx_objective *objective, const Terms &terms, Made *made,
                      const dpcvx_options *options = nullptr) {
  const BudgetHandle ledger = budget(1e15, 1e-6, terms.adjacency, terms.unit);
  return dpcvx_plan_create(ledger, gdp(terms.mu), objective, terms.method, options != nullptr ? options : terms.options,
                           &made->plan.it, &made->err);
}

Made fit(const dpcvx_objective *objective, const Terms &terms, const dpcvx_options *options = nullptr) {
  Made made;
  EXPECT_EQ(plan_for(objective, terms, &made, options), DPCVX_OK) << made.err.message;
  const BudgetHandle ledger = budget(1e15, 1e-6, terms.adjacency, terms.unit);
  const RngHandle source = rng(terms.seed);
  EXPECT_EQ(dpcvx_fit_create(ledger, source, made.plan, nullptr, &made.fit.it, &made.err), DPCVX_OK)
      << made.err.message;
  return made;
}

double value(const dpcvx_objective *it, const std::vector<double> &w) {
  double out = NAN;
  EXPECT_EQ(dpcvx_nonprivate_objective_value(it, w.data(), static_cast<int64_t>(w.size()), &out, nullptr, nullptr),
            DPCVX_OK);
  return out;
}

// Of the least value on all of R^d: a fit with hardly any noise.
std::vector<double> best(const dpcvx_objective *it) {
  Terms exact;
  exact.mu = 1e6;
  return coefficients(fit(it, exact).fit);
}

// On another table of the same law, where one is given.
double mean_excess(const dpcvx_objective *it, Terms terms, int fits, const dpcvx_objective *fresh = nullptr) {
  const dpcvx_objective *const judge = fresh != nullptr ? fresh : it;
  const double least = value(judge, best(judge));
  double sum = 0;
  for (int i = 0; i < fits; ++i) {
    const std::string seed = "fit" + std::to_string(i);
    terms.seed = seed.c_str();
    sum += value(judge, coefficients(fit(it, terms).fit)) - least;
  }
  return sum / fits;
}

double epsilon_of(const dpcvx_curve *curve) {
  double epsilon = NAN;
  EXPECT_EQ(dpcvx_curve_epsilon(curve, 1e-6, &epsilon, nullptr), DPCVX_OK);
  return epsilon;
}

TEST(SufficientStatistics, AreChargedWhatTheNoiseIsWorth) {
  for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE})
    for (const double mu : {0.01, 1.0, 30.0}) {
      Choice choice;
      choice.nominal_units = 500;
      const ObjectiveHandle it = least_squares(regression(500, 3, 1), choice);
      Terms terms;
      terms.mu = mu, terms.adjacency = adjacency;
      const Made made = fit(it, terms);
      const double multiplier = plan_figure(made.plan, DPCVX_PLAN_FIGURE_NOISE_MULTIPLIER);
      EXPECT_GE(multiplier * mu, 1 - 1e-12);
      EXPECT_LT(multiplier * mu, 1 + 1e-5);
      const double epsilon = fit_figure(made.fit, DPCVX_FIT_FIGURE_EPSILON);
      EXPECT_LE(epsilon, epsilon_of(gdp(mu)) * (1 + 1e-12));
      EXPECT_GT(epsilon, epsilon_of(gdp(mu)) * (1 - 1e-4));
      // Noise in the units of A'A / n, and of A'y / n.
      const double noise = plan_figure(made.plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV);
      const double sensitivity = plan_figure(made.plan, DPCVX_PLAN_FIGURE_SENSITIVITY);
      EXPECT_NEAR(noise * 500, multiplier * sensitivity, 1e-5 * sensitivity * multiplier);
      EXPECT_GT(plan_figure(made.plan, DPCVX_PLAN_FIGURE_LABEL_NOISE_STDDEV), 0);
    }
}

// What is released is the statistics and noise of the planned deviation, in all coordinates alike.
TEST(SufficientStatistics, DrawnNoiseIsTheClaimedNoise) {
  const ObjectiveHandle it = least_squares(regression(300, 4, 2));
  dpcvx_error record{};
  dpcvx::Error error(&record, "test");
  dpcvx::solve::Problem problem;
  dpcvx::solve::Settings settings;
  dpcvx::solve::Proposal proposal;
  problem.objective = it.it->objective;
  problem.adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  problem.unit = DPCVX_UNIT_RECORD;
  ASSERT_EQ(problem.price.add(dpcvx::privacy::gdp(kMu), error), DPCVX_OK);
  ASSERT_EQ(dpcvx::solve::propose_sufficient_statistics(problem, settings, &proposal, error), DPCVX_OK);
  ASSERT_TRUE(proposal.applies) << proposal.reason;
  dpcvx::solve::SufficientStatisticsRun run;
  ASSERT_EQ(run.prepare(problem, settings, proposal, error), DPCVX_OK);
  const size_t count = dpcvx::solve::statistics_count(5);
  ASSERT_EQ(count, 20u);
  std::vector<double> exact(count), noisy(count);
  run.nonprivate_statistics(exact.data());
  // The norm of a record's statistics is that of its matrix and vector.
  const RngHandle source = rng("drawn");
  const double claimed = proposal.noise * static_cast<double>(it.it->objective->units());
  ASSERT_EQ(source.it->rng.prepare(error), DPCVX_OK);
  double squares = 0;
  constexpr int kRuns = 4000;
  for (int i = 0; i < kRuns; ++i) {
    dpcvx::mechanism::add_noise(source.it->rng, proposal.noise_plan, exact.data(), count, noisy.data());
    for (size_t j = 0; j < count; ++j) squares += (noisy[j] - exact[j]) * (noisy[j] - exact[j]);
  }
  EXPECT_NEAR(squares / (kRuns * static_cast<double>(count)) / (claimed * claimed), 1, 0.03);
}

TEST(SufficientStatistics, WithHardlyAnyNoiseAreLeastSquares) {
  for (const bool intercept : {true, false})
    for (const double l2 : {0.0, 0.1}) {
      Choice choice;
      choice.intercept = intercept, choice.l2 = l2;
      const ObjectiveHandle it = least_squares(regression(400, 5, 3), choice);
      const std::vector<double> w = best(it);
      // The gradient vanishes.
      std::vector<double> gradient(w.size());
      double loss;
      ASSERT_EQ(dpcvx_nonprivate_objective_value(it, w.data(), static_cast<int64_t>(w.size()), &loss, gradient.data(),
                                                 nullptr),
                DPCVX_OK);
      EXPECT_LT(norm(gradient), 1e-5);
    }
}

TEST(SufficientStatistics, ReportsSayWhatWasReleased) {
  const ObjectiveHandle it = least_squares(regression(100, 3, 12));
  const Made made = fit(it, {});
  size_t length = 0;
  std::vector<char> text(1 << 14);
  ASSERT_EQ(dpcvx_plan_to_text(made.plan, text.data(), text.size(), &length, nullptr), DPCVX_OK);
  for (const char *const part : {"Plan: sufficient statistics", "A'A and A'y, 14 numbers", "a coordinate of A'y / n"})
    EXPECT_NE(std::string(text.data()).find(part), std::string::npos) << text.data();
  ASSERT_EQ(dpcvx_fit_to_json(made.fit, text.data(), text.size(), &length, nullptr), DPCVX_OK);
  for (const char *const part : {"label_noise_stddev", "label_weight", "sensitivity_of_statistics"})
    EXPECT_NE(std::string(text.data()).find(part), std::string::npos) << text.data();
}

TEST(SufficientStatistics, StayInTheDomain) {
  DomainHandle ball, box;
  const std::vector<double> low(4, -0.02), high(4, 0.3);
  ASSERT_EQ(dpcvx_domain_create_ball(2, 0.1, nullptr, 4, &ball.it, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_domain_create_box(low.data(), high.data(), 4, &box.it, nullptr), DPCVX_OK);
  for (const dpcvx_domain *domain : {ball.it, box.it}) {
    Choice choice;
    choice.domain = domain;
    const ObjectiveHandle it = least_squares(regression(5000, 3, 4), choice);
    const std::vector<double> w = coefficients(fit(it, {}).fit);
    std::vector<double> projected(w.size());
    ASSERT_EQ(dpcvx_domain_project(domain, w.data(), projected.data(), 4, nullptr), DPCVX_OK);
    EXPECT_LT(distance(w, projected), 1e-12);
    EXPECT_GT(norm(w), 0.05);
  }
}

TEST(SufficientStatistics, RefuseWhatTheyAreNotFor) {
  Made made;
  const Rows rows = regression(50, 3, 5);
  const auto refused = [&](const dpcvx_objective *it, const char *part) {
    EXPECT_EQ(plan_for(it, {}, &made), DPCVX_ERR_UNSUPPORTED);
    EXPECT_NE(std::string(made.err.message).find(part), std::string::npos) << made.err.message;
  };
  Choice choice;
  choice.loss = DPCVX_LOSS_HUBER;
  refused(least_squares(rows, choice), "DPCVX_LOSS_SQUARED");
  choice = {};
  choice.label_bound = 0;
  refused(least_squares(rows, choice), "DPCVX_OBJECTIVE_OPTION_LABEL_BOUND");
  Rows wide;
  wide.add(std::vector<double>(2048, 0.0), 1);
  refused(least_squares(wide), "at most 2048");
  const CurveHandle pure = [] {
    CurveHandle out;
    EXPECT_EQ(dpcvx_curve_create_pure(1, &out.it, nullptr), DPCVX_OK);
    return out;
  }();
  PlanHandle plan;
  EXPECT_EQ(dpcvx_plan_create(budget(1), pure, least_squares(rows), kMethod, nullptr, &plan.it, &made.err),
            DPCVX_ERR_UNSUPPORTED);
}

// Bounds at the ends of their ranges, prices of hardly anything: a refusal, or finite coefficients.
TEST(SufficientStatistics, AtExtremesAreFiniteOrRefused) {
  int fits = 0, refusals = 0;
  for (const double row_bound : {1e-30, 1.0, 1e30})
    for (const double label_bound : {1e-30, 1.0, 1e30})
      for (const double mu : {1e-8, 1.0, 1e6})
        for (const int64_t rows : {1, 20}) {
          Choice choice;
          choice.row_bound = row_bound, choice.label_bound = label_bound;
          const ObjectiveHandle it = least_squares(regression(rows, 2, 11), choice);
          Terms terms;
          terms.mu = mu;
          Made made;
          if (plan_for(it, terms, &made) != DPCVX_OK) {
            EXPECT_EQ(made.err.code, DPCVX_ERR_UNSUPPORTED) << made.err.message;
            ++refusals;
            continue;
          }
          for (const double w : coefficients(fit(it, terms).fit)) EXPECT_TRUE(std::isfinite(w));
          ++fits;
        }
  EXPECT_GE(fits, 40) << refusals;
}

TEST(SufficientStatistics, TheSameBitsOnAnyNumberOfThreads) {
  const ObjectiveHandle it = least_squares(regression(9000, 6, 6));
  const OptionsHandle options = plan_options();
  const std::vector<double> alone = coefficients(fit(it, {}).fit);
  ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_THREADS, 4, nullptr), DPCVX_OK);
  EXPECT_EQ(alone, coefficients(fit(it, {}, options).fit));
}

TEST(SufficientStatistics, UsersCountByTheMeanOfTheirRecords) {
  Choice choice;
  choice.records_a_user = 5;
  const ObjectiveHandle it = least_squares(regression(20000, 3, 7), choice);
  Terms users;
  users.unit = DPCVX_UNIT_USER;
  Choice alone;
  const ObjectiveHandle records = least_squares(regression(4000, 3, 7), alone);
  // One user moves as much as one record: noise of as many units is the same.
  const Made made = fit(it, users), of_records = fit(records, {});
  EXPECT_NEAR(plan_figure(made.plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV) /
                  plan_figure(of_records.plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV),
              1, 1e-3);
  const double least = value(it, best(records));
  EXPECT_LT(value(it, coefficients(made.fit)), 1.3 * least);
}

// ---- Risk

TEST(SufficientStatistics, RiskIsWhatPlansSay) {
  std::vector<double> ratios;
  for (const double decay : {0.0, 1.0})
    for (const int64_t columns : {5, 30}) {
      const ObjectiveHandle it = least_squares(regression(4000, columns, 8, decay));
      const ObjectiveHandle fresh = least_squares(regression(100000, columns, 10, decay));
      for (const double mu : {0.3, 1.0, 3.0}) {
        Terms terms;
        terms.mu = mu;
        const double measured = mean_excess(it, terms, 8, fresh);
        Made made;
        ASSERT_EQ(plan_for(it, terms, &made), DPCVX_OK);
        const double typical = plan_figure(made.plan, DPCVX_PLAN_FIGURE_TYPICAL_RISK);
        const double predicted = plan_figure(made.plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK);
        EXPECT_LT(measured, predicted);
        ratios.push_back(measured / typical);
        evidence("sufficient_statistics",
                 "4000 rows, %d columns, decay %g, mu %g: excess %.3g, typical %.3g, bound %.3g",
                 static_cast<int>(columns), decay, mu, measured, typical, predicted);
      }
    }
  std::sort(ratios.begin(), ratios.end());
  const double median = std::sqrt(ratios[5] * ratios[6]);
  EXPECT_GT(median, 0.5);
  EXPECT_LT(median, 2);
  EXPECT_GT(ratios.front(), 0.15);
  EXPECT_LT(ratios.back(), 4);
  evidence("sufficient_statistics", "excess on fresh rows over the typical risk: median %.2f, from %.2f to %.2f",
           median, ratios.front(), ratios.back());
}

// Where the number of units is nominal there may be twice as many, and sums are divided by the nominal one.
TEST(SufficientStatistics, RiskCoversTwiceTheNominalUnits) {
  constexpr int64_t kNominal = 50;
  const double low[] = {-2, -2}, high[] = {2, 2};
  DomainHandle box;
  ASSERT_EQ(dpcvx_domain_create_box(low, high, 2, &box.it, nullptr), DPCVX_OK);
  Rows rows;
  for (int64_t i = 0; i < 2 * kNominal; ++i) rows.add({0.7, 0.7}, 1);
  Choice choice;
  choice.intercept = false, choice.row_bound = 0.99, choice.nominal_units = kNominal, choice.domain = box;
  const ObjectiveHandle it = least_squares(rows, choice);
  Terms terms;
  terms.adjacency = DPCVX_ADJACENCY_ADD_REMOVE;
  Made made;
  ASSERT_EQ(plan_for(it, terms, &made), DPCVX_OK);
  const double worst = value(it, {-2, -2}), predicted = plan_figure(made.plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK);
  EXPECT_GE(predicted, worst);
  EXPECT_LT(predicted, 1.01 * worst);
}

// Two regressions, against noisy gradient descent of whole gradients in a domain, and what AUTOMATIC makes of it.
TEST(SufficientStatistics, AreBetterThanDescentOfWholeGradientsWhereRowsAreMany) {
  for (const double decay : {0.0, 1.0}) {
    constexpr int64_t kColumns = 10;
    DomainHandle ball;
    ASSERT_EQ(dpcvx_domain_create_ball(2, 4, nullptr, kColumns + 1, &ball.it, nullptr), DPCVX_OK);
    Choice choice;
    choice.domain = ball;
    const ObjectiveHandle it = least_squares(regression(10000, kColumns, 9, decay), choice);
    double variance = 0;
    for (const double y : regression(10000, kColumns, 9, decay).labels) variance += y * y / 10000;
    const OptionsHandle whole = plan_options();
    ASSERT_EQ(dpcvx_options_set_f64(whole, DPCVX_PLAN_OPTION_CLIPPING_NORM, it.it->objective->lipschitz(), nullptr),
              DPCVX_OK);
    for (const double mu : {0.2, 1.0}) {
      Terms terms, descent, automatic;
      terms.mu = descent.mu = automatic.mu = mu;
      descent.method = DPCVX_METHOD_NOISY_GRADIENT_DESCENT;
      automatic.method = DPCVX_METHOD_AUTOMATIC;
      const auto lost = [&](const Terms &of) { return 2 * mean_excess(it, of, 6) / variance; };
      const double clipped = lost(descent), ours = lost(terms), chosen = lost(automatic);
      descent.options = whole;
      const double unclipped = lost(descent);
      EXPECT_LT(ours, unclipped);
      EXPECT_LT(chosen, 1.5 * std::fmin(ours, clipped));
      evidence("sufficient_statistics",
               "10000 rows, 10 columns, decay %g, mu %g: R2 lost %.5f, noisy gradient descent %.5f, of whole gradients "
               "%.4f, AUTOMATIC %.5f",
               decay, mu, ours, clipped, unclipped, chosen);
    }
  }
}

}  // namespace
