// Typical risk: of several classes, of clipped gradients, of methods that shrink, and of tests of stability.
#include "numeric/normal.h"
#include "solve/perturbation/perturbations.h"
#include "solve/risk/expected_risk.h"
#include "solve/stable/phase.h"
#include "support/evidence.h"

namespace {

using namespace perturbations;

// ---- Several classes

constexpr int64_t kColumns = 6;
constexpr double kDeviation = 2;  // of the log-odds of two classes

std::vector<double> class_weights(int64_t classes) {
  std::mt19937_64 bits(static_cast<uint64_t>(classes));
  std::normal_distribution<double> normal;
  std::vector<double> out(static_cast<size_t>(classes * kColumns));
  for (double &x : out) x = normal(bits) * kDeviation / std::sqrt(2.0);
  return out;
}

std::vector<double> decisions(const std::vector<double> &w, const double *row, int64_t classes) {
  std::vector<double> out(static_cast<size_t>(classes));
  for (int64_t k = 0; k < classes; ++k)
    for (int64_t j = 0; j < kColumns; ++j)
      out[static_cast<size_t>(k)] += w[static_cast<size_t>(k * kColumns + j)] * row[j];
  return out;
}

double log_sum(const std::vector<double> &z) {
  double most = z[0], sum = 0;
  for (double x : z) most = std::fmax(most, x);
  for (double x : z) sum += std::exp(x - most);
  return most + std::log(sum);
}

// Rows of norm 1 in all directions.
Rows rows_of_classes(int64_t count, int64_t classes, uint64_t seed) {
  std::mt19937_64 bits(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  const std::vector<double> best = class_weights(classes);
  Rows rows;
  for (int64_t i = 0; i < count; ++i) {
    std::vector<double> row(kColumns);
    double square = 0;
    for (double &x : row) x = normal(bits), square += x * x;
    for (double &x : row) x /= std::sqrt(square);
    const std::vector<double> z = decisions(best, row.data(), classes);
    double left = uniform(bits);
    int64_t label = 0;
    for (; label + 1 < classes; ++label) {
      left -= std::exp(z[static_cast<size_t>(label)] - log_sum(z));
      if (left < 0) break;
    }
    rows.add(row, static_cast<double>(label));
  }
  return rows;
}

ObjectiveHandle objective_of_classes(const Rows &rows, int64_t classes) {
  OptionsHandle options;
  ObjectiveHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, nullptr);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, classes, nullptr);
  EXPECT_EQ(dpcvx_objective_create(dataset(rows), DPCVX_LOSS_MULTINOMIAL, nullptr, options, &out.it, &err), DPCVX_OK)
      << err.message;
  return out;
}

// The expected loss above that of the best model, on fresh rows.
double excess(const std::vector<double> &w, int64_t classes) {
  const Rows fresh = rows_of_classes(1000, classes, 99);
  const std::vector<double> best = class_weights(classes);
  double sum = 0;
  for (int64_t i = 0; i < fresh.count(); ++i) {
    const double *const row = fresh.features.data() + i * kColumns;
    const std::vector<double> z = decisions(w, row, classes), b = decisions(best, row, classes);
    sum += log_sum(z) - log_sum(b);
    for (size_t k = 0; k < b.size(); ++k) sum -= std::exp(b[k] - log_sum(b)) * (z[k] - b[k]);
  }
  return sum / static_cast<double>(fresh.count());
}

double typical(const PlanHandle &plan) { return plan_figure(plan, DPCVX_PLAN_FIGURE_TYPICAL_RISK); }

TEST(TypicalRisk, OfSeveralClassesIsWhatFitsCost) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  constexpr int kFits = 3;
  for (int64_t classes : {2, 3, 6})
    for (double mu : {0.3, 1.0}) {
      const ObjectiveHandle it = objective_of_classes(rows_of_classes(1500, classes, 7), classes);
      for (int32_t method : {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_OUTPUT_PERTURBATION,
                             DPCVX_METHOD_OBJECTIVE_PERTURBATION, DPCVX_METHOD_EXPONENTIAL_MECHANISM}) {
        const PlanHandle plan = plan_of(ledger, gdp(mu), it, method);
        double measured = 0;
        for (int i = 0; i < kFits; ++i) {
          FitHandle fit;
          ASSERT_EQ(dpcvx_fit_create(ledger, rng("classes" + std::to_string(i)), plan, nullptr, &fit.it, nullptr),
                    DPCVX_OK);
          measured += excess(coefficients(fit), classes) / kFits;
        }
        evidence("typical risk", "%d classes, mu %.1f, method %d: measured %.4f, typical %.4f",
                 static_cast<int>(classes), mu, method, measured, typical(plan));
        EXPECT_GT(typical(plan), measured / 3) << classes << ' ' << method;
        EXPECT_LT(typical(plan), measured * 3) << classes << ' ' << method;
      }
    }
}

// ---- What AUTOMATIC takes for small tables: typical risk looks at public numbers alone

TEST(TypicalRisk, AutomaticDescendsOnSmallTablesOfClasses) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  for (double mu : {0.12, 0.42, 1.45})
    for (int64_t columns : {36, 108}) {
      const ObjectiveHandle it = objective_of(random_rows(1200, columns, 3), Setting{});
      const PlanHandle plan = plan_of(ledger, gdp(mu), it, DPCVX_METHOD_AUTOMATIC);
      const int32_t method = static_cast<int32_t>(plan_figure(plan, DPCVX_PLAN_FIGURE_METHOD));
      EXPECT_TRUE(method == DPCVX_METHOD_NOISY_GRADIENT_DESCENT || method == DPCVX_METHOD_NOISY_SGD) << method;
    }
}

// ---- Clipped gradients

double typical_clipped(const dpcvx_objective *it, double clip) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  return typical(plan_of(ledger, gdp(0.5), it, DPCVX_METHOD_NOISY_GRADIENT_DESCENT,
                         with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, clip}})));
}

// Noise falls with the clip, and what is clipped costs: there is a best clip, and it is none of the ends.
TEST(TypicalRisk, CountsWhatClipsCost) {
  const Rows rows = random_rows(3000, 8, 4);
  Setting setting;
  setting.loss = DPCVX_LOSS_SQUARED;
  setting.label_bound = 1;
  setting.row_bound = 3;
  const ObjectiveHandle squared = objective_of(rows, setting), logistic = objective_of(rows, Setting{});
  const double far = typical_clipped(squared, 0.003), middle = typical_clipped(squared, 0.3),
               loose = typical_clipped(squared, 30);
  EXPECT_GT(far, 2 * middle);
  EXPECT_GT(loose, 2 * middle);
  EXPECT_GT(typical_clipped(logistic, 0.01), typical_clipped(logistic, 1));
  EXPECT_GT(typical_clipped(logistic, 0.01), typical_clipped(logistic, 0.1));
  evidence("typical risk", "squared loss at clips of .003, .3 and 30: %.4f, %.4f, %.4f", far, middle, loose);
}

// Of few users an adaptive clip shortens most: the fit is then little better than a constant. Of many it shortens none.
// A fixed clip of declared records adds nothing: it is the control.
TEST(TypicalClips, OfUsersTendsToThatOfAConstant) {
  constexpr int64_t kRecords = 8;
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  double last = 3;
  for (const int64_t users : {60, 600, 4000}) {
    Setting setting;
    setting.min_records_per_user = kRecords;
    for (int64_t i = 0; i < users * kRecords; ++i) setting.users.push_back(i / kRecords);
    const ObjectiveHandle it = objective_of(random_rows(users * kRecords, 20, 5), setting);
    const auto plan = [&](int32_t clipping) {
      const OptionsHandle options = with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, 0.18}});
      EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_CLIPPING, clipping, nullptr), DPCVX_OK);
      return plan_of(ledger, approximate(1, 1e-6), it, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, options);
    };
    const PlanHandle adaptive = plan(DPCVX_CLIPPING_ADAPTIVE), fixed = plan(DPCVX_CLIPPING_FIXED);
    const double constant = plan_figure(adaptive, DPCVX_PLAN_FIGURE_TRIVIAL_RISK);
    const double added = (typical(adaptive) - typical(fixed)) / constant;
    evidence("typical risk", "%lld users: %.4f of a constant's risk, with a fixed clip %.4f",
             static_cast<long long>(users), typical(adaptive) / constant, typical(fixed) / constant);
    EXPECT_LT(added, last / 3);
    if (users == 60) {
      EXPECT_GT(added, 0.5);
    }
    last = added;
  }
  EXPECT_LT(last, 0.02);
}

// A fixed clip of users cuts means of records, which are short: at much noise it is expected to gain by less noise. It
// bends no probabilities, so that it costs less than a clip of as many records. Clips of records keep a quantile, and
// those of users of one record, or of gradients with a quadratic, bend it at nine tenths: the control is the median,
// whose slopes are of one size.
TEST(TypicalClips, OfUsersAreOfMeansAndOfRecordsOfSlopes) {
  constexpr int64_t kUsers = 500, kRecords = 10;
  Setting users;
  for (int64_t i = 0; i < kUsers * kRecords; ++i) users.users.push_back(i / kRecords);
  const auto expected = [](const Setting &setting, int64_t rows, double mu, double share) {
    const int32_t unit = setting.users.empty() ? DPCVX_UNIT_RECORD : DPCVX_UNIT_USER;
    const ObjectiveHandle it = objective_of(random_rows(rows, 30, 6), setting);
    double bound = 0;
    EXPECT_EQ(dpcvx_objective_get_f64(it, DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ, &bound, nullptr), DPCVX_OK);
    const OptionsHandle options = with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, share * bound}});
    return typical(plan_of(ledger_of(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_REPLACE_ONE, unit), gdp(mu), it,
                           DPCVX_METHOD_NOISY_GRADIENT_DESCENT, options));
  };
  const double whole = expected(users, kUsers * kRecords, 0.2, 1), cut = expected(users, kUsers * kRecords, 0.2, 0.1);
  EXPECT_LT(cut, whole / 2);
  EXPECT_GT(expected(Setting{}, kUsers, 0.2, 0.1), 1.5 * cut);
  for (const double tau : {0.5, 0.9}) {
    Setting quantile;
    quantile.loss = DPCVX_LOSS_PINBALL;
    quantile.label_bound = 1;
    quantile.quantile = tau;
    const double of_records = expected(quantile, 50000, 50, 0.05);
    EXPECT_LT(of_records, 3 * expected(quantile, 50000, 50, 1)) << tau;
    quantile.l2 = 1e-9;  // inside the clip, which then cuts gradients as wholes
    EXPECT_EQ(expected(quantile, 50000, 50, 0.05) > 50 * of_records, tau == 0.9);
    quantile.l2 = 0;
    quantile.max_records_per_user = 1;
    for (int64_t i = 0; i < 50000; ++i) quantile.users.push_back(i);
    const double of_users = expected(quantile, 50000, 50, 0.05);
    EXPECT_EQ(of_users > 50 * of_records, tau == 0.9) << of_records << ' ' << of_users;
  }
}

// Where records are not declared, noise falls with the radius: methods whose noise is for the longest gradients come
// after. Control: declared alike, with the same first radius, noisy descent is expected to cost more.
TEST(TypicalClips, OfUndeclaredUsersCountTheNoiseOfShorterRadii) {
  constexpr int64_t kRecords = 20, kUsers = 900;
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  Setting setting;
  for (int64_t i = 0; i < kUsers * kRecords; ++i) setting.users.push_back(i / kRecords);
  const Rows rows = random_rows(kUsers * kRecords, 60, 6);
  const ObjectiveHandle undeclared = objective_of(rows, setting);
  setting.min_records_per_user = kRecords;
  const ObjectiveHandle declared = objective_of(rows, setting);
  const auto descent = [&](const ObjectiveHandle &it) {
    const OptionsHandle options = with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, 0.25}});
    EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_CLIPPING, DPCVX_CLIPPING_ADAPTIVE, nullptr), DPCVX_OK);
    return typical(plan_of(ledger, approximate(4, 1e-6), it, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, options));
  };
  const double falling = descent(undeclared), standing = descent(declared);
  const OptionsHandle none = with({});
  const double fixed =
      typical(plan_of(ledger, approximate(4, 1e-6), undeclared, DPCVX_METHOD_OUTPUT_PERTURBATION, none));
  EXPECT_LT(falling, 0.7 * standing);
  EXPECT_LT(falling, 0.7 * fixed);
  evidence("typical risk", "adaptive clips of users: %.4f, declared %.4f; output perturbation %.4f", falling, standing,
           fixed);
}

// 253 users, 35 columns and three classes, as a table of answers of persons has. The first radius tells too little: by
// it noisy descent was expected to cost more than the exponential mechanism, which lost 1.5 times as much there.
TEST(TypicalClips, AutomaticDescendsForUsersOfSeveralClasses) {
  constexpr int64_t kUsers = 253, kClasses = 3;
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  Rows rows = random_rows(2 * kUsers, 35, 6);
  Setting setting;
  setting.loss = DPCVX_LOSS_MULTINOMIAL;
  setting.classes = kClasses;
  for (int64_t i = 0; i < 2 * kUsers; ++i) {
    setting.users.push_back(i / 2);
    rows.labels[static_cast<size_t>(i)] = static_cast<double>(i % kClasses);
  }
  const ObjectiveHandle it = objective_of(rows, setting);
  for (double epsilon : {0.5, 2.0, 8.0}) {
    const PlanHandle plan = plan_of(ledger, approximate(epsilon, 1e-6), it, DPCVX_METHOD_AUTOMATIC);
    const int32_t method = static_cast<int32_t>(plan_figure(plan, DPCVX_PLAN_FIGURE_METHOD));
    EXPECT_TRUE(method == DPCVX_METHOD_NOISY_GRADIENT_DESCENT || method == DPCVX_METHOD_NOISY_SGD) << epsilon;
  }
}

// ---- Quantiles

// Labels with residuals, and rows with a column of ones behind.
Rows rows_of_numbers(int64_t count, uint64_t seed) {
  std::mt19937_64 bits(seed);
  std::normal_distribution<double> normal;
  Rows rows;
  for (int64_t i = 0; i < count; ++i) {
    std::vector<double> row(kColumns);
    double label = normal(bits) / 6;
    for (double &x : row) {
      x = std::fmax(-1, std::fmin(1, normal(bits)));
      label += 0.12 * x;
    }
    rows.add(row, std::fmax(-1, std::fmin(1, label)));
  }
  return rows;
}

double pinball(const std::vector<double> &w, const Rows &rows, double quantile) {
  double sum = 0;
  for (int64_t i = 0; i < rows.count(); ++i) {
    double off = rows.labels[static_cast<size_t>(i)] - w[kColumns];
    for (int64_t j = 0; j < kColumns; ++j)
      off -= w[static_cast<size_t>(j)] * rows.features[static_cast<size_t>(i * kColumns + j)];
    sum += std::fmax(quantile * off, (quantile - 1) * off);
  }
  return sum / static_cast<double>(rows.count());
}

// The way from the middle of labels to a far quantile is part of what methods that shrink lose. They lose 0.77 times as
// much at the quantile .95 as at the median here, and had been expected to lose 0.47 times as much.
TEST(TypicalRisk, OfQuantilesCountsTheWayToThem) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  const Rows rows = rows_of_numbers(3000, 8);
  double expected[2];
  for (int far = 0; far < 2; ++far) {
    const double quantile = far == 0 ? 0.5 : 0.95;
    Setting setting;
    setting.loss = DPCVX_LOSS_PINBALL;
    setting.label_bound = 1;
    setting.quantile = quantile;
    setting.row_bound = std::sqrt(kColumns + 1.0) * (1 + 1e-9);
    setting.intercept = true;
    const ObjectiveHandle it = objective_of(rows, setting);
    const PlanHandle plan = plan_of(ledger, gdp(0.02), it, DPCVX_METHOD_OUTPUT_PERTURBATION);
    std::vector<double> best(kColumns, 0.12);
    best.push_back(dpcvx::numeric::normal_quantile(quantile) / 6);
    constexpr int kFits = 8;
    double measured = -pinball(best, rows, quantile);
    for (int i = 0; i < kFits; ++i) {
      FitHandle fit;
      ASSERT_EQ(dpcvx_fit_create(ledger, rng("quantile" + std::to_string(i)), plan, nullptr, &fit.it, nullptr),
                DPCVX_OK);
      measured += pinball(coefficients(fit), rows, quantile) / kFits;
    }
    evidence("typical risk", "output perturbation at the quantile %.2f: measured %.4f, typical %.4f", quantile,
             measured, typical(plan));
    EXPECT_GT(typical(plan), measured / 3) << quantile;
    EXPECT_LT(typical(plan), measured * 3) << quantile;
    expected[far] = typical(plan);
  }
  EXPECT_GT(expected[1], 0.6 * expected[0]);
}

// ---- Tests of stability

class TypicalStability : public testing::Test {
 protected:
  static constexpr int64_t kUsers = 3000, kRecords = 20;
  TypicalStability() : ledger_(ledger_of(DPCVX_FILTER_BASIC, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER)) {
    Setting setting;
    setting.l2 = 0.5;
    setting.min_records_per_user = kRecords;
    for (int64_t i = 0; i < kUsers * kRecords; ++i) setting.users.push_back(i / kRecords);
    ObjectiveHandle made = objective_of(random_rows(kUsers * kRecords, 3, 5), setting);
    std::swap(objective_.it, made.it);
  }
  PlanHandle stable(std::initializer_list<std::pair<int32_t, double>> settings) const {
    return plan_of(ledger_, approximate(4, 1e-6), objective_, DPCVX_METHOD_STABLE_OUTPUT, with(settings));
  }

  BudgetHandle ledger_;
  ObjectiveHandle objective_;
};

// A bound that says nothing is no certain failure: one in five is what was measured.
TEST_F(TypicalStability, AVacuousBoundIsNoCertainFailure) {
  const PlanHandle low = stable({{DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD, 0.01}}),
                   usual = stable({{DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD, 1.0}});
  ASSERT_GE(plan_figure(low, DPCVX_PLAN_FIGURE_UNSTABLE_PROBABILITY), 1);
  const double start = std::log(2.0);
  EXPECT_LT(typical(low), 0.2 * start + typical(usual));
  EXPECT_GT(typical(low), typical(usual));
}

// The noise of a threshold that is estimated is that of the one which is expected, not of the greatest there is.
TEST_F(TypicalStability, OfAnEstimatedThresholdIsThatOfTheExpectedOne) {
  const PlanHandle estimated = stable({{DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION, 0.2}});
  const dpcvx::solve::Proposal &its = proposal(estimated);
  dpcvx::solve::StablePhases &phases = const_cast<dpcvx::solve::Proposal &>(its).run.as<dpcvx::solve::StablePhases>();
  ASSERT_GT(phases.typical, 0) << "a table whose expected threshold is the greatest shows nothing";
  EXPECT_LT(dpcvx::mechanism::noise_scale(phases.last(phases.typical).noise),
            dpcvx::mechanism::noise_scale(phases.last(0).noise) * 0.99);
  const dpcvx::solve::Plan &plan = estimated.it->plan;
  const auto risk = [&] { return dpcvx::solve::typical_risk(plan.problem, plan.settings, its, *plan.method().risk); };
  EXPECT_EQ(risk(), typical(estimated));
  const double expected = risk();
  phases.typical = 0;
  EXPECT_GT(risk(), expected);
}

}  // namespace
