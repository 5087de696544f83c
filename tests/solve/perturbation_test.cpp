// Output and objective perturbation through the C boundary: what plans say, what fits release, what they are charged.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "evidence.h"
#include "privacy/gaussian.h"
#include "random/rng_handle.h"
#include "solve/fit_handle.h"
#include "solve/fixtures.h"
#include "solve/plan_handle.h"
#include "solve/tilt.h"
#include "solve/tilt_privacy.h"

namespace {

using namespace fixtures;
using dpcvx::solve::Proposal;

constexpr int32_t kBoth[] = {DPCVX_METHOD_OUTPUT_PERTURBATION, DPCVX_METHOD_OBJECTIVE_PERTURBATION};
constexpr int32_t kAdjacencies[] = {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kFewer = 8;
#else
constexpr int kFewer = 1;
#endif

CurveHandle pure(double epsilon) {
  CurveHandle out;
  EXPECT_EQ(dpcvx_curve_create_pure(epsilon, &out.it, nullptr), DPCVX_OK);
  return out;
}
CurveHandle approximate(double epsilon, double delta) {
  CurveHandle out;
  EXPECT_EQ(dpcvx_curve_create_approximate(epsilon, delta, &out.it, nullptr), DPCVX_OK);
  return out;
}

BudgetHandle ledger_of(int32_t filter, int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE,
                       int32_t unit = DPCVX_UNIT_RECORD) {
  OptionsHandle options;
  BudgetHandle out;
  EXPECT_EQ(dpcvx_budget_options_create(&options.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, filter, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_budget_create(1e4, 0.5, adjacency, unit, options, &out.it, nullptr), DPCVX_OK);
  return out;
}

struct Setting {
  int32_t loss = DPCVX_LOSS_LOGISTIC;
  double l2 = 0;
  int64_t nominal_units = 0;
  double label_bound = 0;
  double row_norm = 2;
  const dpcvx_domain *domain = nullptr;
  std::vector<int64_t> users{};
};

ObjectiveHandle objective_of(const Rows &rows, const Setting &it) {
  DatasetHandle table = dataset(rows), owned;
  if (!it.users.empty()) {
    EXPECT_EQ(dpcvx_dataset_create_with_users(table, it.users.data(), rows.count(), &owned.it, nullptr), DPCVX_OK);
    std::swap(table.it, owned.it);
  }
  OptionsHandle options;
  ObjectiveHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, it.l2, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, it.label_bound, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_NORM, it.row_norm, nullptr);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, it.nominal_units, nullptr);
  EXPECT_EQ(dpcvx_objective_create(table, it.loss, it.domain, options, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

PlanHandle plan_of(const dpcvx_budget *ledger, const dpcvx_curve *price, const dpcvx_objective *it, int32_t method,
                   const dpcvx_options *options = nullptr) {
  PlanHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_plan_create(ledger, price, it, method, options, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

const Proposal &proposal(const PlanHandle &plan) { return plan.it->plan.proposal(); }

std::string why_not(const dpcvx_budget *ledger, const dpcvx_curve *price, const dpcvx_objective *it, int32_t method,
                    const dpcvx_options *options = nullptr) {
  PlanHandle plan;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_plan_create(ledger, price, it, method, options, &plan.it, &err), DPCVX_ERR_UNSUPPORTED);
  return err.message;
}

// ---- What is charged, against the price and against the noise -----------------------------------------------------

double epsilon_at(const dpcvx_curve *curve, double delta) {
  double epsilon = NAN;
  EXPECT_EQ(dpcvx_curve_epsilon(curve, delta, &epsilon, nullptr), DPCVX_OK);
  return epsilon;
}

TEST(Perturbation, ClaimsMeetThePrice) {
  double loosest = 1;
  for (int32_t adjacency : kAdjacencies)
    for (int32_t method : kBoth)
      for (int64_t n : {20, 1000})
        for (double l2 : {0.0, 0.3}) {
          const ObjectiveHandle it = objective_of(random_rows(n, 3, 1), {DPCVX_LOSS_LOGISTIC, l2, n});
          for (double mu : {0.05, 0.5, 4.0}) {
            const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP, adjacency);
            const PlanHandle plan = plan_of(ledger, gdp(mu), it, method);
            const double charged = proposal(plan).curve.gdp_mu();
            EXPECT_LE(charged, mu * (1 + 1e-12));
            if (!proposal(plan).laplace) loosest = std::min(loosest, charged / mu);
          }
          for (double epsilon : {0.05, 1.0, 8.0}) {
            const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC, adjacency);
            const PlanHandle one = plan_of(ledger, pure(epsilon), it, method);
            EXPECT_TRUE(proposal(one).laplace);
            EXPECT_LE(proposal(one).curve.basic_epsilon(), epsilon * (1 + 1e-12));
            EXPECT_GT(proposal(one).curve.basic_epsilon(), epsilon * (1 - 1e-4));
            const PlanHandle two = plan_of(ledger, approximate(epsilon, 1e-6), it, method);
            CurveHandle curve;
            ASSERT_EQ(dpcvx_plan_curve(two, &curve.it, nullptr), DPCVX_OK);
            EXPECT_LE(epsilon_at(curve, 1e-6), epsilon * (1 + 1e-12));
          }
        }
  EXPECT_GT(loosest, 0.99);
}

// The parts of objective perturbation add up, from the record's constants alone.
TEST(Perturbation, ObjectiveClaimFollowsFromTheRecord) {
  for (int32_t adjacency : kAdjacencies) {
    const double n = 500, mu = 0.8;
    const ObjectiveHandle it = objective_of(random_rows(500, 3, 2), {DPCVX_LOSS_LOGISTIC, 0.01, 500});
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP, adjacency);
    const PlanHandle plan = plan_of(ledger, gdp(mu), it, DPCVX_METHOD_OBJECTIVE_PERTURBATION);
    const RngHandle source = rng("record");
    FitHandle fit;
    ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, nullptr, nullptr, &fit.it, nullptr), DPCVX_OK);
    const dpcvx::privacy::Guarantee &record = fit.it->fit.guarantee;
    const auto constant = [&](const char *name) {
      EXPECT_NE(record.constant(name), nullptr) << name;
      return record.constant(name)->value;
    };
    ASSERT_FALSE(proposal(plan).laplace);
    const double whole = 0.01 + constant("added_l2"), c = std::log1p(0.25 / (n * whole));
    EXPECT_NEAR(constant("jacobian"), c, 1e-9);
    const double tilt = dpcvx::solve::tilt_mu_up({c, 1, adjacency == DPCVX_ADJACENCY_REPLACE_ONE},
                                                 constant("gradient_bound") / constant("tilt_scale"));
    const double second = constant("sensitivity_of_minimiser") / constant("noise_scale");
    EXPECT_GE(constant("sensitivity_of_minimiser"), 2 * constant("tolerance"));
    EXPECT_NEAR(std::hypot(tilt, second), record.curve().gdp_mu(), 1e-8);
    EXPECT_LT(second, 0.1 * tilt);
  }
}

TEST(Perturbation, OutputSensitivityIsTheClaim) {
  for (int32_t adjacency : kAdjacencies) {
    const ObjectiveHandle it = objective_of(random_rows(100, 3, 3), {DPCVX_LOSS_LOGISTIC, 0.2, 100});
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP, adjacency);
    const PlanHandle plan = plan_of(ledger, gdp(1), it, DPCVX_METHOD_OUTPUT_PERTURBATION);
    const Proposal &chosen = proposal(plan);
    const double claim = (adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1) / (100 * 0.2) + 2 * chosen.tolerance;
    EXPECT_EQ(chosen.added_l2, 0);
    EXPECT_GE(chosen.sensitivity, claim);
    EXPECT_LT(chosen.sensitivity, claim * (1 + 1e-9));
    EXPECT_GE(chosen.noise, chosen.sensitivity);
    EXPECT_LT(chosen.noise, chosen.sensitivity * (1 + 1e-5));
  }
}

// ---- What is released ----------------------------------------------------------------------------------------------

// Kolmogorov and Smirnov's distance of n draws from a law passes this by chance in 1e-9 of all tests (Massart 1990).
double most_distance(size_t n) { return std::sqrt(std::log(2e9) / (2 * static_cast<double>(n))); }

double law_distance(std::vector<double> draws, const std::function<double(double)> &law) {
  std::sort(draws.begin(), draws.end());
  double most = 0;
  const double n = static_cast<double>(draws.size());
  for (size_t i = 0; i < draws.size(); ++i) {
    const double at = law(draws[i]);
    most = std::max({most, std::fabs(at - static_cast<double>(i) / n), std::fabs(at - static_cast<double>(i + 1) / n)});
  }
  return most;
}

double normal_law(double z) { return std::erfc(-z / std::sqrt(2.0)) / 2; }
double laplace_law(double z) { return z < 0 ? std::exp(z) / 2 : 1 - std::exp(-z) / 2; }

std::vector<double> released(const PlanHandle &plan, int32_t adjacency, int32_t filter, int count) {
  const RngHandle source = rng("released");
  const BudgetHandle ledger = ledger_of(filter, adjacency);
  std::vector<double> out;
  for (int k = 0; k < count; ++k) {
    FitHandle fit;
    const BudgetHandle once = ledger_of(filter, adjacency);
    EXPECT_EQ(dpcvx_fit_create(once, source, plan, nullptr, nullptr, nullptr, &fit.it, nullptr), DPCVX_OK);
    out.push_back(coefficients(fit)[0]);
  }
  return out;
}

Rows one_column() {
  Rows rows;
  for (double x : {1.0, 0.9, -0.4, 0.7, 1.0, 0.2}) rows.add({x}, x > 0.5 ? 1 : -1);
  return rows;
}

// Slope of the sum of logistic losses of one_column().
double slope_at(double w) {
  const Rows rows = one_column();
  double sum = 0;
  for (size_t i = 0; i < rows.labels.size(); ++i)
    sum -= rows.labels[i] * rows.features[i] / (1 + std::exp(rows.labels[i] * rows.features[i] * w));
  return sum;
}

// In one dimension the law of objective perturbation is known: w <= t just where -b <= slope(t) + Lambda t.
TEST(Perturbation, ObjectiveFollowsItsLaw) {
  const int count = 20000 / kFewer;
  for (bool laplace : {false, true}) {
    const ObjectiveHandle it = objective_of(one_column(), {DPCVX_LOSS_LOGISTIC, 0.1});
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
    const PlanHandle plan =
        plan_of(ledger, laplace ? pure(2) : approximate(2, 0.1), it, DPCVX_METHOD_OBJECTIVE_PERTURBATION);
    const Proposal &chosen = proposal(plan);
    ASSERT_EQ(chosen.laplace, laplace);
    const double scale = dpcvx::mechanism::noise_scale(chosen.noise_plan), lambda = 6 * (0.1 + chosen.added_l2);
    const double apart =
        law_distance(released(plan, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_FILTER_BASIC, count), [&](double t) {
          const double z = (slope_at(t) + lambda * t) / scale;
          return laplace ? laplace_law(z) : normal_law(z);
        });
    EXPECT_LT(apart, most_distance(static_cast<size_t>(count)) + 0.01) << "a little for the noise on the minimiser";
    evidence("objective perturbation",
             "%s tilt, one dimension, %d fits: distance from the exact law %.4f (fails beyond %.4f)",
             laplace ? "Laplace" : "Gaussian", count, apart, most_distance(static_cast<size_t>(count)) + 0.01);
  }
}

TEST(Perturbation, OutputIsTheMinimiserPlusTheNoise) {
  const int count = 20000 / kFewer;
  const ObjectiveHandle it = objective_of(one_column(), {DPCVX_LOSS_LOGISTIC, 0.5});
  double minimiser = 0;
  ASSERT_EQ(dpcvx_nonprivate_minimize(it, 1e-10, 1000, nullptr, nullptr, nullptr, nullptr, &minimiser, 1, nullptr,
                                      nullptr, nullptr, nullptr),
            DPCVX_OK);
  for (bool laplace : {false, true}) {
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
    const PlanHandle plan =
        plan_of(ledger, laplace ? pure(1) : approximate(1, 0.3), it, DPCVX_METHOD_OUTPUT_PERTURBATION);
    ASSERT_EQ(proposal(plan).laplace, laplace);
    const double noise = proposal(plan).noise, scale = laplace ? noise / std::sqrt(2.0) : noise;
    const double apart = law_distance(
        released(plan, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_FILTER_BASIC, count),
        [&](double t) { return laplace ? laplace_law((t - minimiser) / scale) : normal_law((t - minimiser) / scale); });
    EXPECT_LT(apart, most_distance(static_cast<size_t>(count)));
  }
}

TEST(Tilt, FollowsItsLaw) {
  constexpr size_t kDraws = 200000;
  const RngHandle source = rng("tilt");
  for (bool laplace : {false, true})
    for (double scale : {1e-3, 1.0, 3.7e5}) {
      dpcvx::mechanism::NoisePlan plan;
      dpcvx::solve::plan_tilt(laplace, scale, &plan);
      EXPECT_EQ(dpcvx::mechanism::noise_scale(plan), scale);
      std::vector<double> draws(kDraws / kFewer);
      dpcvx::solve::draw_tilt(source.it->rng, laplace, plan, 1, draws.data(), draws.size());
      const double apart =
          law_distance(draws, [&](double t) { return laplace ? laplace_law(t / scale) : normal_law(t / scale); });
      EXPECT_LT(apart, most_distance(draws.size()));
      // On the lattice, or in the middle of its cells, and as near to the ideal as is said.
      const double step = plan.lattice.step();
      for (size_t i = 0; i < 1000; ++i) EXPECT_EQ(std::fmod(std::fabs(draws[i]) / step, 1.0), laplace ? 0.5 : 0.0);
      EXPECT_LT(dpcvx::solve::tilt_error(laplace, plan, 4), 1e-11 * scale);
      EXPECT_GE(dpcvx::solve::tilt_error(laplace, plan, 4), step);
    }
}

// ---- Which method applies where
// --------------------------------------------------------------------------------------

TEST(Perturbation, EveryLossHasAPlan) {
  constexpr int32_t kLosses[] = {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_HINGE,       DPCVX_LOSS_SMOOTHED_HINGE,
                                 DPCVX_LOSS_SQUARED,  DPCVX_LOSS_ABSOLUTE,    DPCVX_LOSS_PINBALL,
                                 DPCVX_LOSS_HUBER,    DPCVX_LOSS_POWER_HINGE, DPCVX_LOSS_POWER};
  Handle<dpcvx_domain, dpcvx_domain_destroy> ball;
  ASSERT_EQ(dpcvx_domain_create_ball(2, 3, nullptr, 3, &ball.it, nullptr), DPCVX_OK);
  const Rows rows = random_rows(400, 3, 5);
  std::vector<int64_t> users;
  for (int64_t i = 0; i < rows.count(); ++i) users.push_back(i / 2);
  const RngHandle source = rng("losses");
  int fits = 0;
  for (int32_t loss : kLosses)
    for (bool of_users : {false, true})
      for (int32_t method : kBoth)
        for (bool is_pure : {false, true}) {
          Setting setting{loss, 0, 0, 2, 2, ball};
          if (of_users) setting.users = users;
          const ObjectiveHandle it = objective_of(rows, setting);
          const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC, DPCVX_ADJACENCY_REPLACE_ONE,
                                                of_users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
          const PlanHandle plan = plan_of(ledger, is_pure ? pure(1) : approximate(1, 1e-5), it, method);
          if (plan.it == nullptr) continue;
          FitHandle fit;
          ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, nullptr, nullptr, &fit.it, nullptr), DPCVX_OK);
          const std::vector<double> w = coefficients(fit);
          EXPECT_LE(norm(w), 3 * (1 + 1e-12)) << "the result is projected";
          if (method == DPCVX_METHOD_OBJECTIVE_PERTURBATION && of_users) {
            EXPECT_TRUE(proposal(plan).laplace);
          }
          ++fits;
        }
  EXPECT_EQ(fits, 72);
}

TEST(Perturbation, MultinomialHasAPlan) {
  Rows rows = random_rows(500, 2, 6);
  for (size_t i = 0; i < rows.labels.size(); ++i) rows.labels[i] = static_cast<double>(i % 4);
  const DatasetHandle table = dataset(rows);
  OptionsHandle options;
  ObjectiveHandle it;
  ASSERT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, 4, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, 0.1, nullptr);
  ASSERT_EQ(dpcvx_objective_create(table, DPCVX_LOSS_MULTINOMIAL, nullptr, options, &it.it, nullptr), DPCVX_OK);
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  const PlanHandle plan = plan_of(ledger, approximate(1, 1e-4), it, DPCVX_METHOD_OBJECTIVE_PERTURBATION);
  // Three vertices of length sqrt 2, Hessians of rank 3 and trace 3/4.
  ASSERT_FALSE(proposal(plan).laplace);
  EXPECT_NEAR(proposal(plan).jacobian, 3 * std::log1p(0.25 / (500 * (0.1 + proposal(plan).added_l2))), 1e-9);
  const double m = std::sqrt(2.0) / dpcvx::mechanism::noise_scale(proposal(plan).noise_plan);
  EXPECT_LE(dpcvx::solve::tilt_delta_up({proposal(plan).jacobian, 3, true}, m * (1 - 1e-12), 1 - 1.0 / 256), 1e-4);
  EXPECT_GT(dpcvx::solve::tilt_delta_up({proposal(plan).jacobian, 3, true}, 1.01 * m, 1 - 1.0 / 256), 1e-4 * 255 / 256);
}

double unit_function(int64_t, const double *w, int64_t d, double *gradient, void *) {
  double squares = 1;
  for (int64_t j = 0; j < d; ++j) squares += w[j] * w[j];
  for (int64_t j = 0; j < d; ++j) gradient[j] = w[j] / std::sqrt(squares);
  return std::sqrt(squares);
}

TEST(Perturbation, ReasonsSayWhatWouldHelp) {
  const BudgetHandle basic = ledger_of(DPCVX_FILTER_BASIC);
  const Rows rows = random_rows(200, 3, 8);
  const auto expect = [&](const dpcvx_budget *ledger, const dpcvx_curve *price, const dpcvx_objective *it,
                          int32_t method, const char *part, const dpcvx_options *options = nullptr) {
    const std::string reason = why_not(ledger, price, it, method, options);
    EXPECT_NE(reason.find(part), std::string::npos) << reason;
  };
  const CurveHandle price = approximate(1, 1e-6);
  for (int32_t method : kBoth) {
    expect(basic, price, objective_of(rows, {DPCVX_LOSS_SQUARED, 0.1, 0, 1}), method, "give the objective a domain");
    expect(basic, price, objective_of(rows, {DPCVX_LOSS_HUBER}), method, "label");
    const OptionsHandle options = plan_options();
    ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_SMOOTHING, 0, nullptr), DPCVX_OK);
    expect(basic, price, objective_of(rows, {DPCVX_LOSS_HINGE, 0.1}), method, "DPCVX_PLAN_OPTION_SMOOTHING", options);
    const OptionsHandle precise = plan_options();
    ASSERT_EQ(dpcvx_options_set_f64(precise, DPCVX_PLAN_OPTION_TOLERANCE, 1e-25, nullptr), DPCVX_OK);
    expect(basic, price, objective_of(rows, {DPCVX_LOSS_LOGISTIC, 0.1}), method, "rounding", precise);
    const OptionsHandle wide = plan_options();
    ASSERT_EQ(dpcvx_options_set_f64(wide, DPCVX_PLAN_OPTION_TOLERANCE, 1e25, nullptr), DPCVX_OK);
    expect(basic, price, objective_of(rows, {DPCVX_LOSS_LOGISTIC, 0.1}), method, "a smaller one helps", wide);
  }
  ObjectiveHandle function;
  ASSERT_EQ(dpcvx_objective_create_from_units(50, 2, unit_function, nullptr, 1, 1, 0, nullptr, nullptr, &function.it,
                                              nullptr),
            DPCVX_OK);
  for (int32_t method : kBoth) expect(basic, price, function, method, "caller's own");
  for (int32_t method : {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD})
    expect(basic, price, function, method, "give the objective a domain, or the plan DPCVX_PLAN_OPTION_RADIUS");
}

// ---- Choices, progress, cancelling
// -----------------------------------------------------------------------------------

TEST(Perturbation, SplitIsKept) {
  const ObjectiveHandle it = objective_of(random_rows(300, 3, 9), {});
  const OptionsHandle options = plan_options();
  ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_SPLIT, 0.25, nullptr), DPCVX_OK);
  const BudgetHandle basic = ledger_of(DPCVX_FILTER_BASIC);
  const PlanHandle fixed = plan_of(basic, approximate(1, 1e-6), it, DPCVX_METHOD_OBJECTIVE_PERTURBATION, options);
  EXPECT_NEAR(proposal(fixed).jacobian, 0.25 * 255 / 256, 1e-6);
  const PlanHandle chosen = plan_of(basic, approximate(1, 1e-6), it, DPCVX_METHOD_OBJECTIVE_PERTURBATION);
  EXPECT_LE(proposal(chosen).predicted_risk, proposal(fixed).predicted_risk * (1 + 1e-3));
}

// The quadratic that is added is the best of a grid, nearly.
TEST(Perturbation, AddedQuadraticIsTheBest) {
  const BudgetHandle basic = ledger_of(DPCVX_FILTER_BASIC);
  for (double epsilon : {0.1, 1.0, 10.0})
    for (int64_t n : {100, 10000}) {
      const ObjectiveHandle it = objective_of(random_rows(n, 3, 10), {});
      const CurveHandle price = approximate(epsilon, 1e-6);
      const PlanHandle chosen = plan_of(basic, price, it, DPCVX_METHOD_OBJECTIVE_PERTURBATION);
      for (double split : {0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8}) {
        const OptionsHandle options = plan_options();
        ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_SPLIT, split, nullptr), DPCVX_OK);
        const PlanHandle other = plan_of(basic, price, it, DPCVX_METHOD_OBJECTIVE_PERTURBATION, options);
        EXPECT_LE(proposal(chosen).predicted_risk, proposal(other).predicted_risk * 1.05)
            << epsilon << " " << n << " " << split;
      }
    }
}

struct Calls {
  std::vector<double> done, total;
  bool cancel = false;
};
int32_t note(const dpcvx_progress *progress, void *user) {
  Calls &calls = *static_cast<Calls *>(user);
  double value = NAN;
  dpcvx_progress_get(progress, DPCVX_PROGRESS_FIGURE_DONE, &value, nullptr);
  calls.done.push_back(value);
  dpcvx_progress_get(progress, DPCVX_PROGRESS_FIGURE_TOTAL, &value, nullptr);
  calls.total.push_back(value);
  return calls.cancel ? 1 : 0;
}

// Progress tells of one step: how many passes there were depends on the data.
TEST(Perturbation, ProgressIsPublic) {
  const RngHandle source = rng("progress");
  for (int32_t method : kBoth)
    for (uint64_t seed : {1, 2, 3}) {
      const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
      const ObjectiveHandle it = objective_of(random_rows(100, 3, seed), {DPCVX_LOSS_HINGE, 0.1});
      const PlanHandle plan = plan_of(ledger, gdp(1), it, method);
      Calls calls;
      FitHandle fit;
      ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, note, &calls, nullptr, &fit.it, nullptr), DPCVX_OK);
      EXPECT_EQ(calls.done, (std::vector<double>{0, 1}));
      EXPECT_EQ(calls.total, (std::vector<double>{1, 1}));
      EXPECT_EQ(fit.it->fit.outcome.code, DPCVX_OUTCOME_DONE);
      calls.cancel = true;
      FitHandle none;
      ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, note, &calls, nullptr, &none.it, nullptr), DPCVX_OK);
      EXPECT_EQ(none.it->fit.outcome.code, DPCVX_OUTCOME_CANCELLED);
      for (double x : none.it->fit.coefficients) EXPECT_EQ(x, 0);
      EXPECT_EQ(budget_figure(ledger, DPCVX_BUDGET_FIGURE_CHARGES), 2);
    }
}

// A loss that is smoothed on the way: the record says so, once.
TEST(Perturbation, RecordNamesEveryConstantOnce) {
  const RngHandle source = rng("once");
  for (int32_t method : kBoth) {
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
    const ObjectiveHandle it = objective_of(random_rows(100, 3, 1), {DPCVX_LOSS_HINGE, 0.1});
    const PlanHandle plan = plan_of(ledger, gdp(1), it, method);
    FitHandle fit;
    ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, nullptr, nullptr, &fit.it, nullptr), DPCVX_OK);
    dpcvx::Text text;
    fit.it->fit.guarantee.write_json(text);
    const std::string record = text.c_str();
    std::vector<std::string> names;
    const std::string key = "\"name\":\"";
    for (size_t at = record.find(key); at != std::string::npos; at = record.find(key, at + 1))
      names.push_back(record.substr(at + key.size(), record.find('"', at + key.size()) - at - key.size()));
    EXPECT_EQ(std::count(names.begin(), names.end(), "smoothing"), 1) << record;
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end()) << record;
  }
}

}  // namespace
