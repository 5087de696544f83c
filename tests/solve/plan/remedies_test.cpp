// What a refusal says first: the nearest remedy. Each is tried, and the methods that it names apply then.
#include "dpcvx/simple.h"
#include "solve/perturbation/perturbations.h"
#include "solve/plan/remedies.h"

namespace {

using namespace perturbations;

// Without the name of the function, up to the reason of a method.
std::string head_of(const std::string &message) {
  const size_t from = message.find(": ") + 2, end = message.find("; ", message.find("; ", from) + 2);
  return message.substr(from, end == std::string::npos ? end : end - from);
}

struct Ask {
  Setting setting{};
  CurveHandle price = approximate(1, 1e-6);
  OptionsHandle options{};
  double delta = 0.5;
};

BudgetHandle budget_of(const Ask &ask) {
  OptionsHandle terms;
  BudgetHandle out;
  EXPECT_EQ(dpcvx_budget_options_create(&terms.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(terms, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_BASIC, nullptr);
  EXPECT_EQ(
      dpcvx_budget_create(100, ask.delta, DPCVX_ADJACENCY_REPLACE_ONE,
                          ask.setting.users.empty() ? DPCVX_UNIT_RECORD : DPCVX_UNIT_USER, terms, &out.it, nullptr),
      DPCVX_OK);
  return out;
}

std::string refusal(const Ask &ask, const dpcvx_objective *objective) {
  return why_not(budget_of(ask), ask.price, objective, DPCVX_METHOD_AUTOMATIC, ask.options);
}
std::string refusal(const Ask &ask) { return refusal(ask, objective_of(random_rows(300, 2, 5), ask.setting)); }

void expect_applies(const Ask &ask, const dpcvx_objective *objective, std::initializer_list<int32_t> methods) {
  const PlanHandle plan = plan_of(budget_of(ask), ask.price, objective, DPCVX_METHOD_AUTOMATIC, ask.options);
  for (int32_t method : methods) EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_APPLIES, method), 1) << method;
}
void expect_applies(const Ask &ask, std::initializer_list<int32_t> methods) {
  expect_applies(ask, objective_of(random_rows(300, 2, 5), ask.setting), methods);
}

TEST(Remedies, LeastSquaresWithoutABoundOnLabels) {
  Ask ask;
  ask.setting.loss = DPCVX_LOSS_SQUARED;
  EXPECT_EQ(head_of(refusal(ask)),
            "no method applies; nearest remedy: set DPCVX_OBJECTIVE_OPTION_LABEL_BOUND = Y, which opens noisy gradient "
            "descent, noisy SGD and others");
  ask.setting.label_bound = 3;
  expect_applies(ask, {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD, DPCVX_METHOD_DP_SGD_GRADIENT,
                       DPCVX_METHOD_SUFFICIENT_STATISTICS});
}

TEST(Remedies, AbsoluteLossWithoutAScale) {
  Ask ask;
  ask.setting.loss = DPCVX_LOSS_ABSOLUTE;
  const std::string head = head_of(refusal(ask));
  EXPECT_EQ(head,
            "no method applies; nearest remedy: set DPCVX_PLAN_OPTION_PLANNING_RADIUS = R, which opens noisy gradient "
            "descent, noisy SGD and others");
  ask.options = with({{DPCVX_PLAN_OPTION_PLANNING_RADIUS, 2}});
  expect_applies(ask, {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD, DPCVX_METHOD_OUTPUT_PERTURBATION});
}

TEST(Remedies, LeastSquaresUnderPurePrivacy) {
  Ask ask;
  ask.setting.loss = DPCVX_LOSS_SQUARED;
  ask.setting.label_bound = 3;
  ask.delta = 0;
  ask.price = pure(1);
  EXPECT_EQ(head_of(refusal(ask)),
            "no method applies; nearest remedy: set a domain of the objective, which opens output perturbation and "
            "objective perturbation");
  const std::vector<double> low(2, -1), high(2, 1);
  DomainHandle box;
  ASSERT_EQ(dpcvx_domain_create_box(low.data(), high.data(), 2, &box.it, nullptr), DPCVX_OK);
  ask.setting.domain = box;
  expect_applies(ask, {DPCVX_METHOD_OUTPUT_PERTURBATION});
}

double zero_function(int64_t, const double *, int64_t, double *gradient, void *) {
  gradient[0] = gradient[1] = 0;
  return 0;
}

ObjectiveHandle of_function(double lipschitz, const dpcvx_domain *domain = nullptr) {
  ObjectiveHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_objective_create_from_units(100, 2, zero_function, nullptr, domain,
                                              own_units_options(lipschitz, 1, 0), &out.it, &err),
            DPCVX_OK)
      << err.message;
  return out;
}

TEST(Remedies, AFunctionOfUnitsWithoutARadius) {
  Ask ask;
  EXPECT_EQ(head_of(refusal(ask, of_function(1))),
            "no method applies; nearest remedy: set DPCVX_PLAN_OPTION_PLANNING_RADIUS = R, which opens noisy gradient "
            "descent, noisy SGD and others");
  ask.options = with({{DPCVX_PLAN_OPTION_PLANNING_RADIUS, 2}});
  expect_applies(ask, of_function(1), {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD});
}

TEST(Remedies, AFunctionOfUnitsWithoutABoundOnGradients) {
  Ask ask;
  EXPECT_EQ(head_of(refusal(ask, of_function(INFINITY))),
            "no method applies; nearest remedy: set DPCVX_PLAN_OPTION_CLIPPING_NORM = C and _PLANNING_RADIUS = R, "
            "which opens noisy gradient descent, noisy SGD and others");
  DomainHandle ball;
  ASSERT_EQ(dpcvx_domain_create_ball(2, 1, nullptr, 2, &ball.it, nullptr), DPCVX_OK);
  EXPECT_EQ(head_of(refusal(ask, of_function(INFINITY, ball))),
            "no method applies; nearest remedy: set DPCVX_PLAN_OPTION_CLIPPING_NORM = C, which opens noisy gradient "
            "descent, noisy SGD and others");
  ask.options = with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, 1}});
  expect_applies(ask, of_function(INFINITY, ball), {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD});
  ask.options = with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, 1}, {DPCVX_PLAN_OPTION_PLANNING_RADIUS, 2}});
  expect_applies(ask, of_function(INFINITY), {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD});
}

TEST(Remedies, AFunctionOfUnitsUnderPurePrivacy) {
  Ask ask;
  ask.delta = 0;
  ask.price = pure(1);
  ask.options = with({{DPCVX_PLAN_OPTION_PLANNING_RADIUS, 2}});
  EXPECT_EQ(head_of(refusal(ask, of_function(1))),
            "no method applies; nearest remedy: set delta > 0 in the budget, which opens noisy gradient descent, noisy "
            "SGD and others");
}

TEST(Remedies, AnL1PenaltyUnderPurePrivacy) {
  Ask ask;
  ask.delta = 0;
  ask.price = pure(1);
  OptionsHandle options;
  ObjectiveHandle with_l1;
  ASSERT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L1, 0.1, nullptr);
  ASSERT_EQ(dpcvx_objective_create(dataset(random_rows(300, 2, 5)), DPCVX_LOSS_LOGISTIC, nullptr, options, &with_l1.it,
                                   nullptr),
            DPCVX_OK);
  EXPECT_EQ(head_of(refusal(ask, with_l1)),
            "no method applies; nearest remedy: set DPCVX_OBJECTIVE_OPTION_L1 = 0, which opens output perturbation and "
            "objective perturbation");
  expect_applies(ask, {DPCVX_METHOD_OUTPUT_PERTURBATION, DPCVX_METHOD_OBJECTIVE_PERTURBATION});
}

// A width for the envelope of a loss that has none was an error that named no option.
TEST(Remedies, AnEnvelopeOfSeveralClasses) {
  Rows rows = random_rows(300, 2, 5);
  for (size_t i = 0; i < rows.labels.size(); ++i) rows.labels[i] = static_cast<double>(i % 3);
  OptionsHandle options;
  ObjectiveHandle classes;
  ASSERT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, 3, nullptr);
  ASSERT_EQ(dpcvx_objective_create(dataset(rows), DPCVX_LOSS_MULTINOMIAL, nullptr, options, &classes.it, nullptr),
            DPCVX_OK);
  Ask ask;
  const ObjectiveHandle function = of_function(1);
  ask.options = with({{DPCVX_PLAN_OPTION_SMOOTHING, 0.5}, {DPCVX_PLAN_OPTION_PLANNING_RADIUS, 2}});
  for (const dpcvx_objective *it : {classes.it, function.it})
    EXPECT_EQ(why_not(budget_of(ask), ask.price, it, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, ask.options),
              "dpcvx_plan_create: noisy gradient descent does not apply: envelopes are of losses of one "
              "decision value: leave DPCVX_PLAN_OPTION_SMOOTHING at -1 or 0");
  ask.options = with({{DPCVX_PLAN_OPTION_SMOOTHING, -1}});
  expect_applies(ask, classes, {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD});
}

// A method that is asked for by its number says which option opens it, unless its reason names it.
TEST(Remedies, OfAMethodAskedForByItsNumber) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  const ObjectiveHandle it = objective_of(random_rows(300, 2, 5), {});
  const std::string filter = "; remedy: set DPCVX_BUDGET_OPTION_FILTER = DPCVX_FILTER_BASIC";
  const std::string without = why_not(ledger, gdp(1), it, DPCVX_METHOD_STABLE_OUTPUT);
  EXPECT_EQ(without.substr(without.size() - filter.size()), filter) << without;
  Setting labels;
  labels.loss = DPCVX_LOSS_SQUARED;
  EXPECT_EQ(why_not(ledger, gdp(1), objective_of(random_rows(300, 2, 5), labels), DPCVX_METHOD_SUFFICIENT_STATISTICS),
            "dpcvx_plan_create: sufficient statistics does not apply: nothing bounds the labels: give the objective "
            "DPCVX_OBJECTIVE_OPTION_LABEL_BOUND");
}

// One option before a domain, a domain before the filter, the filter before delta; two settings after one.
TEST(Remedies, AreOrderedByWhatTheyChange) {
  const char *const order[] = {
      "DPCVX_PLAN_OPTION_PLANNING_RADIUS = R",
      "DPCVX_PLAN_OPTION_CLIPPING_NORM = C and _PLANNING_RADIUS = R",
      "a domain of the objective",
      "a domain of the objective and DPCVX_OBJECTIVE_OPTION_LABEL_BOUND = Y",
      "DPCVX_BUDGET_OPTION_FILTER = DPCVX_FILTER_BASIC",
      "delta > 0 in the budget",
      "TOY = 1",
  };
  for (size_t i = 1; i < sizeof(order) / sizeof(order[0]); ++i)
    EXPECT_LT(dpcvx::solve::remedy_distance(order[i - 1]), dpcvx::solve::remedy_distance(order[i])) << i;
  EXPECT_EQ(dpcvx::solve::remedy_distance("DPCVX_OBJECTIVE_OPTION_LABEL_BOUND = Y"),
            dpcvx::solve::remedy_distance(order[0]));
}

// An epsilon above 10 has a note, in the plan and in the report; one below has none.
TEST(Plan, SaysWhatAHugeEpsilonDoesNotGive) {
  const char *const note =
      "Note: epsilon is above 10, and such a guarantee alone does not rule out that an attacker learns who is in the "
      "data or what they hold\n";
  for (double epsilon : {1.0, 9.9, 10.5, 50.0}) {
    Ask ask;
    ask.price = approximate(epsilon, 1e-6);
    ask.delta = 1e-6;
    BudgetHandle ledger = budget_of(ask);
    const ObjectiveHandle it = objective_of(random_rows(300, 2, 5), ask.setting);
    const PlanHandle plan = plan_of(ledger, ask.price, it, DPCVX_METHOD_NOISY_GRADIENT_DESCENT);
    size_t length = 0;
    std::vector<char> text(20000);
    ASSERT_EQ(dpcvx_plan_to_text(plan, text.data(), text.size(), &length, nullptr), DPCVX_OK);
    EXPECT_EQ(std::string(text.data()).find(note) != std::string::npos, epsilon > 10) << epsilon;
    FitHandle fit;
    ASSERT_EQ(dpcvx_fit_create(ledger, rng("note"), plan, nullptr, &fit.it, nullptr), DPCVX_OK);
    ASSERT_EQ(dpcvx_fit_to_text(fit, text.data(), text.size(), &length, nullptr), DPCVX_OK);
    EXPECT_EQ(std::string(text.data()).find(note) != std::string::npos, epsilon > 10) << epsilon;
  }
}

}  // namespace
