// The figures of plans: each method has its own, and says so where one is asked for that it lacks; plans say which
// setting opens other methods, and which options the chosen one does not use.
#include <algorithm>

#include "solve/fit/saved.h"
#include "solve/method_registry.h"

namespace {

using namespace fixtures;
using dpcvx::solve::kLibraryMethods;
using dpcvx::solve::Method;

BudgetHandle budget_with(int32_t filter) {
  OptionsHandle options;
  BudgetHandle out;
  EXPECT_EQ(dpcvx_budget_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, filter, nullptr);
  EXPECT_EQ(dpcvx_budget_create(8, 1e-3, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, options, &out.it, nullptr),
            DPCVX_OK);
  return out;
}

PlanHandle plan_of(const BudgetHandle &ledger, int32_t method, const OptionsHandle &options = plan_options()) {
  CurveHandle price;
  PlanHandle out;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_budget_price(ledger, 1, &price.it, nullptr), DPCVX_OK);
  const ObjectiveHandle it = objective(random_rows(2000, 3, 4), {true, 0.3, 0});
  EXPECT_EQ(dpcvx_plan_create(ledger, price, it, method, options, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

bool has(const std::string &text, const std::string &what) { return text.find(what) != std::string::npos; }

// Every number that may be a figure, for every method of a plan in which all apply that can.
TEST(PlanFigures, AMethodHasItsOwnAndNoOthers) {
  const OptionsHandle options = plan_options();
  dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD, 0.5, nullptr);
  dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, 20, nullptr);
  const PlanHandle plan = plan_of(budget_with(DPCVX_FILTER_BASIC), DPCVX_METHOD_AUTOMATIC, options);
  size_t had = 0, lacked = 0, applied = 0;
  for (size_t i = 0; i < kLibraryMethods.count; ++i) {
    const Method &method = kLibraryMethods[i];
    if (plan_figure(plan, DPCVX_PLAN_FIGURE_APPLIES, method.number) == 0) continue;
    ++applied;
    for (int32_t figure = 470; figure < 640; ++figure) {
      double real = 0;
      int64_t integer = 0;
      dpcvx_error errors[2]{};
      const dpcvx_status statuses[2] = {dpcvx_plan_get_f64(plan, method.number, figure, &real, &errors[0]),
                                        dpcvx_plan_get_i64(plan, method.number, figure, &integer, &errors[1])};
      const int read = (statuses[0] == DPCVX_OK) + (statuses[1] == DPCVX_OK);
      const int missing = (statuses[0] == DPCVX_ERR_UNSUPPORTED) + (statuses[1] == DPCVX_ERR_UNSUPPORTED);
      EXPECT_LE(read + missing, 1);  // of one type
      had += static_cast<size_t>(read);
      if (missing == 0) continue;
      ++lacked;
      const dpcvx_error &error = errors[statuses[0] == DPCVX_ERR_UNSUPPORTED ? 0 : 1];
      EXPECT_TRUE(has(error.message, std::string(method.name) + " has no DPCVX_PLAN_FIGURE_")) << error.message;
      EXPECT_EQ(method.find_figure(figure), nullptr);
    }
  }
  EXPECT_GE(applied, 8u);
  EXPECT_GE(had, 16 * applied);
  EXPECT_GE(lacked, 10 * applied);
}

// Twice the steps take twice the time; what does not apply takes none. Texts and JSON state it.
TEST(PlanFigures, ExpectedSecondsFollowPassesAndSteps) {
  double seconds[2];
  for (int64_t steps : {20, 40}) {
    const OptionsHandle options = plan_options();
    dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, steps, nullptr);
    const PlanHandle plan = plan_of(budget_with(DPCVX_FILTER_GDP), DPCVX_METHOD_NOISY_GRADIENT_DESCENT, options);
    seconds[steps == 40] = plan_figure(plan, DPCVX_PLAN_FIGURE_EXPECTED_SECONDS);
    EXPECT_TRUE(has(text_of(plan.it, dpcvx_plan_to_text), "Expected time: "));
    EXPECT_TRUE(has(text_of(plan.it, dpcvx_plan_to_json), "\"expected_seconds\":"));
  }
  EXPECT_GT(seconds[0], 20 * 2000 * 4e-10);
  EXPECT_DOUBLE_EQ(seconds[1], 2 * seconds[0]);
  const PlanHandle plan = plan_of(budget_with(DPCVX_FILTER_GDP), DPCVX_METHOD_AUTOMATIC);
  double value;
  dpcvx_error error{};
  EXPECT_EQ(
      dpcvx_plan_get_f64(plan, DPCVX_METHOD_SUFFICIENT_STATISTICS, DPCVX_PLAN_FIGURE_EXPECTED_SECONDS, &value, &error),
      DPCVX_ERR_UNSUPPORTED);
  EXPECT_TRUE(has(error.message, "EXPECTED_SECONDS")) << error.message;
}

// A method by its name is planned alone. What is asked of others is refused, and says what compares them.
TEST(PlanFigures, APlanByNameHasNoOtherMethods) {
  const PlanHandle plan = plan_of(budget_with(DPCVX_FILTER_BASIC), DPCVX_METHOD_NOISY_GRADIENT_DESCENT);
  dpcvx_error err{};
  double value = -1;
  int64_t count = -1;
  size_t length = 0;
  char text[8192];
  EXPECT_EQ(dpcvx_plan_get_f64(plan, DPCVX_METHOD_NOISY_SGD, DPCVX_PLAN_FIGURE_NOISE_STDDEV, &value, &err),
            DPCVX_ERR_UNSUPPORTED);
  EXPECT_TRUE(has(err.message, "argument 'method' = 423 (noisy SGD); accepted: 422 (noisy gradient descent)"))
      << err.message;
  EXPECT_TRUE(has(err.message, "DPCVX_METHOD_AUTOMATIC compares all")) << err.message;
  EXPECT_EQ(dpcvx_plan_get_i64(plan, DPCVX_METHOD_NOISY_SGD, DPCVX_PLAN_FIGURE_APPLIES, &count, &err),
            DPCVX_ERR_UNSUPPORTED);
  EXPECT_EQ(dpcvx_plan_reason(plan, DPCVX_METHOD_NOISY_SGD, text, sizeof text, &length, &err), DPCVX_ERR_UNSUPPORTED);
  EXPECT_EQ(dpcvx_plan_get_f64(plan, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_PLAN_FIGURE_NOISE_STDDEV, &value, &err),
            DPCVX_OK);
  EXPECT_GT(value, 0);
  int32_t methods[32];
  EXPECT_EQ(dpcvx_plan_ranking(plan, methods, 32, &count, &err), DPCVX_OK);
  EXPECT_EQ(count, 1);
  EXPECT_EQ(methods[0], DPCVX_METHOD_NOISY_GRADIENT_DESCENT);
  EXPECT_EQ(dpcvx_plan_to_text(plan, text, sizeof text, &length, &err), DPCVX_OK);
  EXPECT_TRUE(has(text, "Other methods: not compared")) << text;
  EXPECT_FALSE(has(text, "noisy SGD")) << text;
  EXPECT_EQ(dpcvx_plan_to_json(plan, text, sizeof text, &length, &err), DPCVX_OK);
  EXPECT_FALSE(has(text, "noisy SGD")) << text;
}

// What a plan by name states is what a comparison states of the method that it takes.
TEST(PlanFigures, APlanByNameIsThatOfTheComparison) {
  for (const int32_t filter : {DPCVX_FILTER_BASIC, DPCVX_FILTER_GDP}) {
    const BudgetHandle ledger = budget_with(filter);
    const PlanHandle compared = plan_of(ledger, DPCVX_METHOD_AUTOMATIC);
    const int32_t taken = static_cast<int32_t>(plan_figure(compared, DPCVX_PLAN_FIGURE_METHOD));
    const PlanHandle alone = plan_of(ledger, taken);
    for (const int32_t figure :
         {DPCVX_PLAN_FIGURE_NOISE_STDDEV, DPCVX_PLAN_FIGURE_PREDICTED_RISK, DPCVX_PLAN_FIGURE_TYPICAL_RISK})
      EXPECT_EQ(plan_figure(compared, figure), plan_figure(alone, figure)) << "filter " << filter << ", " << figure;
  }
}

TEST(PlanFigures, OnesThatAreLackedAreNotZero) {
  const PlanHandle plan = plan_of(budget_with(DPCVX_FILTER_GDP), DPCVX_METHOD_OUTPUT_PERTURBATION);
  double value = -1;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_plan_get_f64(plan, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_MOMENTUM, &value, &err),
            DPCVX_ERR_UNSUPPORTED);
  EXPECT_TRUE(has(err.message, "output perturbation has no DPCVX_PLAN_FIGURE_MOMENTUM")) << err.message;
  EXPECT_EQ(value, -1);
  const std::string json = text_of(plan.it, dpcvx_plan_to_json);
  const std::string figures = json.substr(json.find("\"figures\""), json.find("\"curve\"") - json.find("\"figures\""));
  EXPECT_TRUE(has(figures, "\"tolerance\":") && !has(figures, "\"momentum\":")) << figures;
}

// A budget without options: the plan names the option that the other methods wait for.
TEST(PlanFigures, APlanSaysWhichSettingOpensTheOthers) {
  BudgetHandle plain;
  ASSERT_EQ(dpcvx_budget_create(8, 1e-3, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, nullptr, &plain.it, nullptr),
            DPCVX_OK);
  const std::string text = text_of(plan_of(plain, DPCVX_METHOD_AUTOMATIC).it, dpcvx_plan_to_text);
  const std::string line =
      "Set DPCVX_BUDGET_OPTION_FILTER = DPCVX_FILTER_BASIC to open: DP-SGD-Gradient, stable output, phased ERM, phased "
      "SCO, strongly convex ERM, strongly convex SCO\n";
  EXPECT_TRUE(has(text, line)) << text;
  // One line for the reason that the five share.
  EXPECT_TRUE(has(text,
                  "  stable output, phased ERM, phased SCO, strongly convex ERM, strongly convex SCO do not apply: the "
                  "price must be one (epsilon, delta)"))
      << text;
  const OptionsHandle options = plan_options();
  dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD, 0.5, nullptr);
  const PlanHandle opened = plan_of(budget_with(DPCVX_FILTER_BASIC), DPCVX_METHOD_AUTOMATIC, options);
  EXPECT_FALSE(has(text_of(opened.it, dpcvx_plan_to_text), "to open:"));
  for (int32_t method : {DPCVX_METHOD_DP_SGD_GRADIENT, DPCVX_METHOD_STABLE_OUTPUT, DPCVX_METHOD_PHASED_ERM})
    EXPECT_EQ(plan_figure(opened, DPCVX_PLAN_FIGURE_APPLIES, method), 1) << method;
}

TEST(PlanFigures, OptionsThatAreNotUsedAreSaid) {
  const OptionsHandle options = plan_options();
  dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_MOMENTUM, 0.5, nullptr);
  dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_TOLERANCE, 1e-3, nullptr);
  dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_PLANNING_RADIUS, 3, nullptr);
  const BudgetHandle ledger = budget_with(DPCVX_FILTER_GDP);
  const auto said = [&](int32_t method) { return text_of(plan_of(ledger, method, options).it, dpcvx_plan_to_text); };
  EXPECT_TRUE(has(said(DPCVX_METHOD_OUTPUT_PERTURBATION),
                  "Options that this method does not use: DPCVX_PLAN_OPTION_MOMENTUM\n"));
  EXPECT_TRUE(has(said(DPCVX_METHOD_NOISY_GRADIENT_DESCENT),
                  "Options that this method does not use: DPCVX_PLAN_OPTION_TOLERANCE\n"));
  const std::string plain = text_of(plan_of(ledger, DPCVX_METHOD_AUTOMATIC).it, dpcvx_plan_to_text);
  EXPECT_FALSE(has(plain, "does not use"));
  EXPECT_FALSE(has(plain, "every option given"));
}

// A width of corners that a loss does not have smooths nothing.
TEST(PlanFigures, SmoothingOfASmoothLossIsSaidToBeUnused) {
  const OptionsHandle width = plan_options();
  dpcvx_options_set_f64(width, DPCVX_PLAN_OPTION_SMOOTHING, 0.5, nullptr);
  const BudgetHandle ledger = budget_with(DPCVX_FILTER_GDP);
  for (int32_t method : {DPCVX_METHOD_OUTPUT_PERTURBATION, DPCVX_METHOD_EXPONENTIAL_MECHANISM}) {
    const std::string text = text_of(plan_of(ledger, method, width).it, dpcvx_plan_to_text);
    EXPECT_TRUE(has(text, "Options that this method does not use: DPCVX_PLAN_OPTION_SMOOTHING\n")) << text;
  }
}

// Options of steps and clips that are given are used, where a method that does applies. Others narrow no choice.
TEST(PlanFigures, AutomaticUsesTheClipsThatAreGiven) {
  const BudgetHandle ledger = budget_with(DPCVX_FILTER_GDP);
  const auto chosen = [&](int32_t option, double value, std::string *text) {
    const OptionsHandle options = plan_options();
    EXPECT_EQ(dpcvx_options_set_f64(options, option, value, nullptr), DPCVX_OK);
    const PlanHandle plan = plan_of(ledger, DPCVX_METHOD_AUTOMATIC, options);
    *text = text_of(plan.it, dpcvx_plan_to_text);
    return static_cast<int32_t>(plan_figure(plan, DPCVX_PLAN_FIGURE_METHOD));
  };
  std::string text;
  const int32_t plain = chosen(DPCVX_PLAN_OPTION_TOLERANCE, 1e-3, &text);
  EXPECT_FALSE(has(text, "every option given"));
  const int32_t clipped = chosen(DPCVX_PLAN_OPTION_CLIPPING_NORM, 0.4, &text);
  EXPECT_TRUE(clipped == DPCVX_METHOD_NOISY_GRADIENT_DESCENT || clipped == DPCVX_METHOD_NOISY_SGD) << text;
  EXPECT_NE(plain, clipped) << "no test of this: the method is the same without the clip";
  EXPECT_FALSE(has(text, "Options that this method does not use")) << text;
  EXPECT_TRUE(has(text, "; after those that use every option given\n")) << text;
}

// The number of methods derives from the table, and so do their names and numbers.
TEST(MethodRegistry, NumbersAndNamesAreTold) {
  ASSERT_GE(kLibraryMethods.count, 12u);
  for (size_t i = 0; i < kLibraryMethods.count; ++i) {
    const Method &method = kLibraryMethods[i];
    EXPECT_EQ(kLibraryMethods.find(method.number), i);
    EXPECT_NE(method.propose, nullptr);
    EXPECT_NE(method.fit, nullptr);
    EXPECT_NE(method.risk, nullptr);
    EXPECT_NE(method.write_plan, nullptr);
    for (const auto &row : method.figures) {
      EXPECT_EQ(std::string(row.name).find("DPCVX_PLAN_FIGURE_"), 0u);
      EXPECT_EQ(std::count_if(method.figures.begin(), method.figures.end(),
                              [&](const auto &other) { return other.key == row.key; }),
                1)
          << row.name;
    }
  }
  EXPECT_EQ(kLibraryMethods.find(DPCVX_METHOD_AUTOMATIC), kLibraryMethods.count);
}

}  // namespace
