// Texts and refusals of a table's plan name options of dpcvx_fit_table, or say which call takes others.
#include <regex>
#include <set>

#include "dpcvx/simple.h"
#include "solve/fit/table_fit.h"
#include "solve/method_registry.h"
#include "solve/fit/saved.h"

namespace {

using namespace fixtures;

constexpr int64_t kRows = 240, kColumns = 2;

struct Case {
  int32_t loss, method = DPCVX_METHOD_AUTOMATIC;
  bool users = false;
  double delta = 1e-6;
  void (*set)(dpcvx_options *) = nullptr;
};

void real(dpcvx_options *options, int32_t key, double value) {
  EXPECT_EQ(dpcvx_options_set_f64(options, key, value, nullptr), DPCVX_OK);
}
void whole(dpcvx_options *options, int32_t key, int64_t value) {
  EXPECT_EQ(dpcvx_options_set_i64(options, key, value, nullptr), DPCVX_OK);
}

constexpr void (*kSettings[])(dpcvx_options *) = {
    nullptr,
    [](dpcvx_options *options) { real(options, DPCVX_FIT_TABLE_OPTION_L1, 0.1); },
    [](dpcvx_options *options) { real(options, DPCVX_FIT_TABLE_OPTION_L2, 0.01); },
    [](dpcvx_options *options) { real(options, DPCVX_FIT_TABLE_OPTION_CLIPPING_NORM, 0.5); },
    [](dpcvx_options *options) { whole(options, DPCVX_FIT_TABLE_OPTION_FILTER, DPCVX_FILTER_BASIC); },
    [](dpcvx_options *options) { whole(options, DPCVX_FIT_TABLE_OPTION_FILTER, DPCVX_FILTER_RDP); },
    [](dpcvx_options *options) { whole(options, DPCVX_FIT_TABLE_OPTION_ALLOW_NO_RESULT, 1); },
    [](dpcvx_options *options) { whole(options, DPCVX_FIT_TABLE_OPTION_CLIPPING, DPCVX_CLIPPING_ADAPTIVE); },
};

// The text of the plan, or the refusal.
std::string words_of(const Case &it) {
  const bool numbers = it.loss == DPCVX_LOSS_SQUARED || it.loss == DPCVX_LOSS_PINBALL || it.loss == DPCVX_LOSS_POWER;
  Rows table = random_rows(kRows, kColumns, 3);
  std::vector<int64_t> ids(kRows);
  for (int64_t i = 0; i < kRows; ++i) ids[static_cast<size_t>(i)] = i / 4;
  DatasetHandle data = dataset(table);
  DatasetHandle of_users;
  if (it.users) dpcvx_dataset_create_with_users(data, ids.data(), kRows, &of_users.it, nullptr);
  OptionsHandle options;
  EXPECT_EQ(dpcvx_fit_table_options_create(&options.it, nullptr), DPCVX_OK);
  if (numbers) real(options, DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, 1);
  whole(options, DPCVX_FIT_TABLE_OPTION_METHOD, it.method);
  if (it.set != nullptr) it.set(options);
  const double low[kColumns] = {-1, -1}, high[kColumns] = {1, 1};
  PlanHandle plan;
  dpcvx_error err{};
  if (dpcvx_fit_table_plan(it.users ? of_users.it : data.it, it.loss, low, high, kColumns, 1, it.delta, options,
                           &plan.it, &err) != DPCVX_OK)
    return err.message;
  return text_of(plan.it, dpcvx_plan_to_text) + text_of(plan.it, dpcvx_plan_to_json);
}

bool is_taken(const std::string &name) {
  for (size_t i = 0; i < dpcvx::solve::kTableFitOptions.count; ++i)
    if (name == dpcvx::solve::kTableFitOptions.keys[i].name) return true;
  return false;
}

// Lines that name an option which the call does not take, without saying what does. Counts the options named.
std::string strange_lines(const std::string &words, size_t *named, size_t *told) {
  static const std::regex option("DPCVX_[A-Z0-9_]*_OPTION_[A-Z0-9_]+");
  std::istringstream lines(words);
  std::string line, out;
  while (std::getline(lines, line)) {
    const bool tells =
        line.find("and this call does not") != std::string::npos || line.find("dpcvx_plan_create") != std::string::npos;
    for (std::sregex_iterator at(line.begin(), line.end(), option), end; at != end; ++at) {
      ++*named;
      if (is_taken(at->str())) continue;
      ++*told;
      if (!tells) out += at->str() + " in: " + line + "\n";
    }
  }
  return out;
}

TEST(TableWords, NameOptionsOfTheCall) {
  size_t named = 0, told = 0;
  const int32_t losses[] = {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_SQUARED, DPCVX_LOSS_PINBALL, DPCVX_LOSS_HINGE,
                            DPCVX_LOSS_POWER};
  for (const int32_t loss : losses)
    for (const bool users : {false, true}) {
      for (const double delta : {0.0, 1e-6})
        for (const auto set : kSettings)
          EXPECT_EQ(strange_lines(words_of({loss, DPCVX_METHOD_AUTOMATIC, users, delta, set}), &named, &told), "");
      for (size_t i = 0; i < dpcvx::solve::kLibraryMethods.count; ++i)
        EXPECT_EQ(strange_lines(words_of({loss, dpcvx::solve::kLibraryMethods[i].number, users}), &named, &told), "");
    }
  EXPECT_GT(named, 100U);
  EXPECT_GT(told, 50U);
}

// What a call takes comes first among remedies, and a budget of the caller's keeps the name of its filter.
TEST(TableWords, SayWhatAnotherStepTakes) {
  const dpcvx::solve::PlanCall call{&dpcvx::solve::kTableFitOptions, false}, on_budget{call.options, true}, steps;
  const auto shown = [](const dpcvx::solve::PlanCall &of, const char *setting) {
    const dpcvx::solve::ShownSetting it = dpcvx::solve::setting_of(of, setting);
    return (it.taken ? "" : "not: ") + std::string(it.text);
  };
  const char *const filter = "DPCVX_BUDGET_OPTION_FILTER = DPCVX_FILTER_BASIC";
  EXPECT_EQ(shown(steps, filter), filter);
  EXPECT_EQ(shown(call, filter), "DPCVX_FIT_TABLE_OPTION_FILTER = DPCVX_FILTER_BASIC");
  EXPECT_EQ(shown(on_budget, filter), std::string("not: dpcvx_budget_create with ") + filter);
  EXPECT_EQ(shown(call, "a domain of the objective"), "not: dpcvx_objective_create with a domain");
  EXPECT_EQ(shown(call, "delta > 0 in the budget"), "delta > 0");
  EXPECT_EQ(shown(call, "DPCVX_PLAN_OPTION_CLIPPING_NORM = C and _PLANNING_RADIUS = R"),
            "not: dpcvx_plan_create with DPCVX_PLAN_OPTION_CLIPPING_NORM = C and _PLANNING_RADIUS = R");
  char text[200] = "a greater DPCVX_PLAN_OPTION_STEPS, _MAX_PASSES or DPCVX_OBJECTIVE_OPTION_L2 helps";
  for (int twice = 0; twice < 2; ++twice) dpcvx::solve::use_words_of(call, text, sizeof(text));
  EXPECT_STREQ(text,
               "a greater DPCVX_PLAN_OPTION_STEPS, _MAX_PASSES or DPCVX_FIT_TABLE_OPTION_L2 helps. dpcvx_plan_create "
               "takes DPCVX_PLAN_OPTION_STEPS and _MAX_PASSES, and this call does not");
}

// A method by its name, on a budget of the caller's whose filter it does not take.
TEST(TableWords, NameTheFilterOfABudget) {
  BudgetHandle budget;
  CurveHandle price;
  OptionsHandle options;
  PlanHandle plan;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_budget_create(1, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, nullptr, &budget.it, nullptr),
            DPCVX_OK);
  EXPECT_EQ(dpcvx_budget_price(budget, 0.5, &price.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_fit_table_options_create(&options.it, nullptr), DPCVX_OK);
  whole(options, DPCVX_FIT_TABLE_OPTION_METHOD, DPCVX_METHOD_STABLE_OUTPUT);
  const double low[kColumns] = {-1, -1}, high[kColumns] = {1, 1};
  const DatasetHandle data = dataset(random_rows(kRows, kColumns, 3));
  EXPECT_EQ(
      dpcvx_fit_table_plan_on(budget, price, data, DPCVX_LOSS_LOGISTIC, low, high, kColumns, options, &plan.it, &err),
      DPCVX_ERR_UNSUPPORTED);
  const std::string said = err.message;
  EXPECT_NE(said.find("remedy: dpcvx_budget_create with DPCVX_BUDGET_OPTION_FILTER = DPCVX_FILTER_BASIC"),
            std::string::npos)
      << said;
}

}  // namespace
