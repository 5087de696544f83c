// Output and objective perturbation through the C boundary: which applies where, what is chosen, what callbacks see.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.h"
#include "support/evidence.h"
#include "support/progress.h"
#include "model/objective_handle.h"
#include "solve/fit/fit_handle.h"
#include "solve/perturbation/perturbations.h"
#include "solve/perturbation/linear_term_privacy.h"

namespace {

using namespace perturbations;
using dpcvx::solve::Proposal;

// ---- Which method applies where ---------------------------------------------------------------------------------

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
          ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, &fit.it, nullptr), DPCVX_OK);
          const std::vector<double> w = coefficients(fit);
          EXPECT_LE(norm(w), 3 * (1 + 1e-12)) << "the result is projected";
          if (method == DPCVX_METHOD_OBJECTIVE_PERTURBATION && of_users) {
            EXPECT_TRUE(inputs_of(plan).laplace);
          }
          ++fits;
        }
  EXPECT_EQ(fits, 72);
}

// Rounding lets minimisers come near by about kappa^-2 alone. The quadratic that least noise wants is 8e-7 here. The
// noise on the minimiser then makes a predicted risk of 1.
TEST(Perturbation, QuadraticLeavesTheMinimiserPrecise) {
  for (double n : {1e3, 2e5, 1e6}) {
    Setting setting{DPCVX_LOSS_LOGISTIC, 0, static_cast<int64_t>(n)};
    const ObjectiveHandle it = objective_of(random_rows(100, 6, 7), setting);
    const PlanHandle plan =
        plan_of(ledger_of(DPCVX_FILTER_BASIC), approximate(8, 1e-6), it, DPCVX_METHOD_OBJECTIVE_PERTURBATION);
    const Proposal &chosen = proposal(plan);
    const double kappa = own_figures(plan).added_l2, beta = it.it->objective->smoothness();
    const double spread = dpcvx::mechanism::noise_scale(inputs_of(plan).last_noise);
    const double last = (beta + kappa) * 6 / 2 * spread * spread;
    EXPECT_LT(last, 0.3 * chosen.predicted_risk) << n;
    EXPECT_LT(chosen.predicted_risk, n > 1e4 ? 0.01 : 0.2) << n;
    EXPECT_GT(kappa * n, 1e-2);
  }
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
  ASSERT_FALSE(inputs_of(plan).laplace);
  EXPECT_NEAR(inputs_of(plan).jacobian, 3 * std::log1p(0.25 / (500 * (0.1 + own_figures(plan).added_l2))), 1e-9);
  const double m = std::sqrt(2.0) / dpcvx::mechanism::noise_scale(proposal(plan).noise_plan);
  EXPECT_LE(dpcvx::solve::linear_term_delta_up({inputs_of(plan).jacobian, 3, true}, m * (1 - 1e-12), 1 - 1.0 / 256),
            1e-4);
  EXPECT_GT(dpcvx::solve::linear_term_delta_up({inputs_of(plan).jacobian, 3, true}, 1.01 * m, 1 - 1.0 / 256),
            1e-4 * 255 / 256);
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
  ASSERT_EQ(dpcvx_objective_create_from_units(50, 2, unit_function, nullptr, nullptr, own_units_options(1, 1, 0),
                                              &function.it, nullptr),
            DPCVX_OK);
  for (int32_t method : kBoth) expect(basic, price, function, method, "caller's own");
  for (int32_t method : {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD})
    expect(basic, price, function, method,
           "give the objective a domain, or the plan DPCVX_PLAN_OPTION_PLANNING_RADIUS");
}

// ---- Choices, progress, cancelling ------------------------------------------------------------------------------

TEST(Perturbation, SplitIsKept) {
  const ObjectiveHandle it = objective_of(random_rows(300, 3, 9), {});
  const OptionsHandle options = plan_options();
  ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_JACOBIAN_FRACTION, 0.25, nullptr), DPCVX_OK);
  const BudgetHandle basic = ledger_of(DPCVX_FILTER_BASIC);
  const PlanHandle fixed = plan_of(basic, approximate(1, 1e-6), it, DPCVX_METHOD_OBJECTIVE_PERTURBATION, options);
  EXPECT_NEAR(inputs_of(fixed).jacobian, 0.25 * 255 / 256, 1e-6);
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
        ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_JACOBIAN_FRACTION, split, nullptr), DPCVX_OK);
        const PlanHandle other = plan_of(basic, price, it, DPCVX_METHOD_OBJECTIVE_PERTURBATION, options);
        EXPECT_LE(proposal(chosen).predicted_risk, proposal(other).predicted_risk * 1.05)
            << epsilon << " " << n << " " << split;
      }
    }
}

struct Calls {
  std::vector<int64_t> done, total;
  bool cancel = false;
};
int32_t note(const dpcvx_progress *progress, void *user) {
  Calls &calls = *static_cast<Calls *>(user);
  int64_t value = -1;
  dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_DONE, &value, nullptr);
  calls.done.push_back(value);
  dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_TOTAL, &value, nullptr);
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
      ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, monitor(note, &calls), &fit.it, nullptr), DPCVX_OK);
      EXPECT_EQ(fixtures::scheduled(1, {0, 1}), (std::vector<int64_t>{0, 1}));
      fixtures::expect_public(calls.done, 1, {0, 1});
      EXPECT_EQ(calls.total, std::vector<int64_t>(calls.done.size(), 1));
      EXPECT_EQ(fit.it->fit.outcome.code, DPCVX_OUTCOME_DONE);
      calls.cancel = true;
      FitHandle none;
      ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, monitor(note, &calls), &none.it, nullptr), DPCVX_OK);
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
    ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, &fit.it, nullptr), DPCVX_OK);
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
