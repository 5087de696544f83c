// Which filter a fit of a table takes where nobody says: the one with far less typical risk, told and kept.
#include <cstring>

#include "dpcvx/simple.h"
#include "solve/fit/fit.h"
#include "solve/fit/saved.h"

namespace {

using namespace fixtures;

constexpr double kDelta = 1e-6;

struct Case {
  int64_t rows = 2000, columns = 3;
  int32_t loss = DPCVX_LOSS_LOGISTIC, method = DPCVX_METHOD_AUTOMATIC;
  double epsilon = 1, delta = kDelta;
};

OptionsHandle options_of(const Case &it, int32_t filter) {
  OptionsHandle options;
  EXPECT_EQ(dpcvx_fit_table_options_create(&options.it, nullptr), DPCVX_OK);
  if (it.loss != DPCVX_LOSS_LOGISTIC) dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, 1, nullptr);
  if (it.loss == DPCVX_LOSS_HUBER) dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_HUBER_WIDTH, 1, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_METHOD, it.method, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_FILTER, filter, nullptr);
  return options;
}

DatasetHandle table_of(const Case &it) { return dataset(random_rows(it.rows, it.columns, 7)); }
std::vector<double> ends(const Case &it, double end) {
  return std::vector<double>(static_cast<size_t>(it.columns), end);
}

PlanHandle plan_of(const Case &it, int32_t filter, dpcvx_error *err = nullptr) {
  PlanHandle plan;
  dpcvx_fit_table_plan(table_of(it), it.loss, ends(it, -1).data(), ends(it, 1).data(), it.columns, it.epsilon, it.delta,
                       options_of(it, filter), &plan.it, err);
  return plan;
}

FitHandle fit_of(const Case &it, int32_t filter) {
  FitHandle fit;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_fit_table(table_of(it), it.loss, ends(it, -1).data(), ends(it, 1).data(), it.columns, it.epsilon,
                            it.delta, options_of(it, filter), nullptr, &fit.it, &err),
            DPCVX_OK)
      << err.message;
  return fit;
}

double risk_of(const PlanHandle &plan) {
  double risk = NAN;
  EXPECT_EQ(dpcvx_plan_get_f64(plan, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_TYPICAL_RISK, &risk, nullptr), DPCVX_OK);
  return risk;
}

bool says_basic(const std::string &text) { return text.find("Filter: basic") != std::string::npos; }

// The rule, over 72 plans: the basic filter at most at .7 (classes) and .6 (numbers) times the risk by GDP.
TEST(TableFilter, IsTheOneOfFarLessTypicalRisk) {
  int basic_taken = 0, usual_taken = 0;
  for (const int32_t loss : {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_HUBER, DPCVX_LOSS_PINBALL, DPCVX_LOSS_SQUARED})
    for (const int64_t rows : {300, 2000, 20000})
      for (const int64_t columns : {3, 30})
        for (const double epsilon : {0.5, 2.0, 8.0}) {
          Case it;
          it.rows = rows, it.columns = columns, it.loss = loss, it.epsilon = epsilon;
          const double usual = risk_of(plan_of(it, DPCVX_FILTER_GDP)), basic = risk_of(plan_of(it, DPCVX_FILTER_BASIC));
          const PlanHandle plan = plan_of(it, DPCVX_FILTER_AUTOMATIC);
          const bool taken = says_basic(text_of(plan.it, dpcvx_plan_to_text));
          EXPECT_EQ(risk_of(plan), taken ? basic : usual) << loss << " " << rows << " " << columns << " " << epsilon;
          if (taken) {
            EXPECT_LE(basic, (loss == DPCVX_LOSS_LOGISTIC ? 0.7 : 0.6) * usual);
          }
          ++(taken ? basic_taken : usual_taken);
        }
  EXPECT_GE(basic_taken, 8);
  EXPECT_GE(usual_taken, 40);
}

TEST(TableFilter, IsToldByPlanAndFit) {
  const Case few;
  Case many;
  many.columns = 30;
  const std::string plan = text_of(plan_of(few, DPCVX_FILTER_AUTOMATIC).it, dpcvx_plan_to_text);
  EXPECT_NE(plan.find("Filter: basic, which adds up epsilons and deltas. By GDP the typical risk would be 0.0"),
            std::string::npos)
      << plan;
  EXPECT_FALSE(says_basic(text_of(plan_of(few, DPCVX_FILTER_BASIC).it, dpcvx_plan_to_text)));  // it was asked for
  EXPECT_FALSE(says_basic(text_of(plan_of(many, DPCVX_FILTER_AUTOMATIC).it, dpcvx_plan_to_text)));
  const char *const note = "Note: epsilons and deltas of what was released add up (the basic filter)";
  const std::string taken = report_of(fit_of(few, DPCVX_FILTER_AUTOMATIC));
  EXPECT_NE(taken.find(note), std::string::npos) << taken;
  EXPECT_NE(taken.find("Private fit by objective perturbation"), std::string::npos) << taken;
  EXPECT_EQ(report_of(fit_of(many, DPCVX_FILTER_AUTOMATIC)).find(note), std::string::npos);
}

// What is stated of a fit is the sum of its releases, and within what was asked for.
TEST(TableFilter, KeepsToEpsilonAndDelta) {
  for (const int32_t loss : {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_HUBER})
    for (const double epsilon : {0.5, 1.0, 2.0}) {
      Case it;
      it.loss = loss, it.epsilon = epsilon, it.rows = 600;
      const FitHandle fit = fit_of(it, DPCVX_FILTER_AUTOMATIC);
      double stated = NAN, delta = NAN;
      ASSERT_EQ(dpcvx_fit_get_f64(fit, DPCVX_FIT_FIGURE_EPSILON, &stated, nullptr), DPCVX_OK);
      ASSERT_EQ(dpcvx_fit_get_f64(fit, DPCVX_FIT_FIGURE_DELTA, &delta, nullptr), DPCVX_OK);
      EXPECT_LE(stated, epsilon * (1 + 1e-9));
      EXPECT_GT(stated, 0.9 * epsilon);
      EXPECT_EQ(delta, kDelta);
    }
}

// A plan states what the fit will state of its model: the whole price where released labels might have led to another
// kind of noise, and else what the noise is.
TEST(TableFilter, PlansStateWhatFitsState) {
  const auto curve_line = [](const std::string &text) {
    const size_t begin = text.find("Curve: ") + std::strlen("Curve: ");
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  for (const int32_t filter : {DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_BASIC})
    for (const int32_t loss : {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_ABSOLUTE})
      for (const int32_t method : {DPCVX_METHOD_OBJECTIVE_PERTURBATION, DPCVX_METHOD_NOISY_GRADIENT_DESCENT}) {
        Case it;
        it.loss = loss, it.method = method, it.epsilon = 4;
        const std::string plan = text_of(plan_of(it, filter).it, dpcvx_plan_to_text),
                          fit = report_of(fit_of(it, filter));
        EXPECT_NE(curve_line(fit).find(curve_line(plan)), std::string::npos) << plan << fit;
      }
}

// Methods that need the basic filter are found by their names, with no option for it. At delta = 0 there is one filter.
TEST(TableFilter, OpensMethodsThatNeedIt) {
  Case it;
  it.method = DPCVX_METHOD_DP_SGD_GRADIENT;
  dpcvx_error err{};
  EXPECT_EQ(plan_of(it, DPCVX_FILTER_GDP, &err).it, nullptr);
  const std::string text = text_of(plan_of(it, DPCVX_FILTER_AUTOMATIC).it, dpcvx_plan_to_text);
  EXPECT_NE(text.find("Filter: basic, which adds up epsilons and deltas. By GDP no method applies"), std::string::npos);
  Case pure;
  pure.delta = 0;
  EXPECT_FALSE(says_basic(text_of(plan_of(pure, DPCVX_FILTER_AUTOMATIC).it, dpcvx_plan_to_text)));
}

// Where no filter serves, the error is that of the usual one.
TEST(TableFilter, RefusesAsTheUsualOne) {
  Case it;
  it.loss = DPCVX_LOSS_SQUARED;
  it.method = DPCVX_METHOD_OBJECTIVE_PERTURBATION;
  dpcvx_error usual{}, automatic{};
  EXPECT_EQ(plan_of(it, DPCVX_FILTER_GDP, &usual).it, nullptr);
  EXPECT_EQ(plan_of(it, DPCVX_FILTER_AUTOMATIC, &automatic).it, nullptr);
  EXPECT_STREQ(automatic.message, usual.message);
  EXPECT_NE(std::strstr(usual.message, "take another method, or dpcvx_objective_create with a domain"), nullptr)
      << usual.message;
  // A method that the usual one refuses for its filter alone tells what it lacks besides.
  it.method = DPCVX_METHOD_STABLE_OUTPUT;
  dpcvx_error stable{};
  EXPECT_EQ(plan_of(it, DPCVX_FILTER_AUTOMATIC, &stable).it, nullptr);
  EXPECT_EQ(std::strstr(stable.message, "FILTER"), nullptr) << stable.message;
  EXPECT_EQ(std::strstr(stable.message, "basic filter"), nullptr) << stable.message;
}

// At a great epsilon noise is nothing, and steps that stay stable hardly learn from few rows: R^2 was .4 less.
TEST(TableMethod, OfFewRowsOfNumbersIsNoSlowOneAtAGreatEpsilon) {
  for (const double epsilon : {1e6, 1e9}) {
    const PlanHandle plan =
        plan_of({32, 5, DPCVX_LOSS_SQUARED, DPCVX_METHOD_AUTOMATIC, epsilon, 1e-3}, DPCVX_FILTER_AUTOMATIC);
    int64_t method = 0;
    ASSERT_EQ(dpcvx_plan_get_i64(plan, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_METHOD, &method, nullptr), DPCVX_OK);
    EXPECT_NE(method, DPCVX_METHOD_DP_SGD_OUTPUT) << epsilon;
  }
}

}  // namespace
