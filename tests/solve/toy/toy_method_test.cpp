// A method that is registered by one line is planned, ranked, fitted, reported, saved and loaded, and the library's own
// methods beside it are as they are without it.
#include "base/error.h"
#include "base/text.h"
#include "model/objective_handle.h"
#include "privacy/budget/budget_handle.h"
#include "privacy/curve/curve_handle.h"
#include "random/rng_handle.h"
#include "solve/core/work_seconds.h"
#include "solve/fit/saved.h"
#include "solve/toy/toy_method.h"

namespace {

using namespace fixtures;
using dpcvx::Error;
using dpcvx::Text;
using dpcvx::solve::Fit;
using dpcvx::solve::MethodTable;
using dpcvx::solve::Plan;

// The library's methods and the toy.
struct ToyTable {
  ToyTable() {
    for (size_t i = 0; i < dpcvx::solve::kLibraryMethods.count; ++i) methods[i] = &dpcvx::solve::kLibraryMethods[i];
    methods[dpcvx::solve::kLibraryMethods.count] = &toy::kToy;  // the one line
    table = {methods, dpcvx::solve::kLibraryMethods.count + 1};
  }
  const dpcvx::solve::Method *methods[dpcvx::solve::kMaxMethods];
  MethodTable table;
};

class ToyMethod : public testing::Test {
 protected:
  ToyMethod()
      : rows_(random_rows(400, 3, 1)), objective_(fixtures::objective(rows_)), budget_(budget(2)), rng_(rng("toy")) {}

  dpcvx_status make(const MethodTable &methods, int32_t number, Plan *plan, bool pure = false) {
    CurveHandle price;
    if (pure)
      EXPECT_EQ(dpcvx_curve_create_pure(1, &price.it, nullptr), DPCVX_OK);
    else
      EXPECT_EQ(dpcvx_budget_price(budget_, 1, &price.it, nullptr), DPCVX_OK);
    Error error(&record_, "toy");
    plan->problem.objective = objective_.it->objective;
    plan->problem.adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
    plan->problem.unit = DPCVX_UNIT_RECORD;
    plan->problem.filter = budget_.it->budget.terms().filter;
    plan->problem.delta = 1e-6;
    EXPECT_EQ(plan->problem.price.assign(price.it->curve, error), DPCVX_OK);
    return dpcvx::solve::make_plan(methods, number, budget_.it->budget, plan, error);
  }
  void run(const Plan &plan, Fit *fit) {
    Error error(&record_, "toy");
    dpcvx::ProgressMonitor watch;
    dpcvx::mechanism::Release release(budget_.it->budget, rng_.it->rng, plan.problem.price, fit->guarantee, error);
    ASSERT_EQ(plan.method().fit(plan, release, watch, fit), DPCVX_OK) << record_.message;
  }

  template <class Handle>
  static std::string text_of(const Handle &thing) {
    Text text;
    thing.write_text(text);
    return text.c_str();
  }
  template <class Handle>
  static std::string json_of(const Handle &thing) {
    Text text;
    thing.write_json(text);
    return text.c_str();
  }
  static std::string bytes_of(const Fit &fit) {
    Text bytes;
    fit.write_bytes(bytes);
    return std::string(bytes.c_str(), bytes.length());
  }
  static bool has(const std::string &text, const char *what) { return text.find(what) != std::string::npos; }

  dpcvx_error record_{};
  Rows rows_;
  ObjectiveHandle objective_;
  BudgetHandle budget_;
  RngHandle rng_;
  ToyTable toys_;
};

TEST_F(ToyMethod, IsPlannedAndRanked) {
  Plan plan;
  plan.settings.phases = 7;
  ASSERT_EQ(make(toys_.table, toy::kNumber, &plan), DPCVX_OK) << record_.message;
  EXPECT_EQ(plan.method().number, toy::kNumber);
  EXPECT_EQ(plan.proposal().own.as<toy::ToyFigures>().rounds, 7);
  EXPECT_EQ(std::count(plan.ranking, plan.ranking + plan.ranked, plan.chosen), 1);
  EXPECT_TRUE(plan.proposal().typical_risk > 0 && plan.proposal().typical_risk < INFINITY);
  const std::string text = text_of(plan), json = json_of(plan);
  EXPECT_TRUE(has(text, "Plan: toy") && has(text, "Toy rounds: 7") && has(text, "Other methods: not compared")) << text;
  Plan compared;
  ASSERT_EQ(make(toys_.table, DPCVX_METHOD_AUTOMATIC, &compared), DPCVX_OK) << record_.message;
  EXPECT_TRUE(has(text_of(compared), "  toy: typical risk")) << text_of(compared);
  EXPECT_TRUE(has(json, "\"taper_width\":") && has(json, "\"phases\":7") &&
              has(json, "\"drop_oversized_gradients\":true"))
      << json;
  EXPECT_FALSE(has(json.substr(0, json.find("\"methods\"")), "\"momentum\":"));
}

// A method that learns nothing is never best; the others are planned as without it.
TEST_F(ToyMethod, LeavesTheOthersAlone) {
  Plan with, without;
  ASSERT_EQ(make(toys_.table, DPCVX_METHOD_AUTOMATIC, &with), DPCVX_OK) << record_.message;
  ASSERT_EQ(make(dpcvx::solve::kLibraryMethods, DPCVX_METHOD_AUTOMATIC, &without), DPCVX_OK);
  EXPECT_EQ(with.method().number, without.method().number);
  dpcvx::Error unseen(nullptr, "");
  for (Plan *plan : {&with, &without}) ASSERT_EQ(dpcvx::solve::compare_rest(plan, unseen), DPCVX_OK);
  EXPECT_EQ(with.ranked, without.ranked + 1);
  for (size_t i = 0; i < without.methods->count; ++i) {
    EXPECT_EQ(with.proposals[i].predicted_risk, without.proposals[i].predicted_risk);
    EXPECT_EQ(with.proposals[i].typical_risk, without.proposals[i].typical_risk);
  }
}

// Toys that are expected to take so many milliseconds, with so many thousandths of the quick one's noise.
template <int kMilliseconds, int kThousandths>
dpcvx_status propose_slow(const dpcvx::solve::Problem &problem, const dpcvx::solve::Settings &settings,
                          dpcvx::solve::Proposal *proposal, Error &error) {
  const dpcvx_status status = toy::propose(problem, settings, proposal, error);
  proposal->passes = kMilliseconds * 1e-3 / dpcvx::solve::pass_seconds(*problem.objective);
  proposal->noise *= kThousandths / 1000.0;
  return status;
}

template <int kMilliseconds, int kThousandths>
constexpr dpcvx::solve::Method slow_toy() {
  dpcvx::solve::Method method = toy::kToy;
  method.number = toy::kNumber + 1;
  method.propose = propose_slow<kMilliseconds, kThousandths>;
  return method;
}

// Where typical risks tie the faster method comes first, whichever the table has first. Those within 1 % tie where the
// least takes .05 s or more, and only equal ones where it takes less. Of others the least is first.
TEST_F(ToyMethod, TimeDecidesWhereRisksTie) {
  static constexpr dpcvx::solve::Method kAlike = slow_toy<1, 1000>(), kBetter = slow_toy<1, 950>(),
                                        kLittleBetter = slow_toy<40, 998>(), kSlow = slow_toy<60, 998>(),
                                        kSlowAndBetter = slow_toy<60, 950>();
  const struct {
    const dpcvx::solve::Method *slow;
    bool quick_is_first;
  } cases[] = {{&kAlike, true}, {&kBetter, false}, {&kLittleBetter, false}, {&kSlow, true}, {&kSlowAndBetter, false}};
  for (const auto &one : cases) {
    for (const bool slow_is_first : {false, true}) {
      const dpcvx::solve::Method *const order[] = {slow_is_first ? one.slow : &toy::kToy,
                                                   slow_is_first ? &toy::kToy : one.slow};
      Plan plan;
      ASSERT_EQ(make({order, 2}, DPCVX_METHOD_AUTOMATIC, &plan), DPCVX_OK) << record_.message;
      EXPECT_EQ(plan.method().number, one.quick_is_first ? toy::kNumber : one.slow->number);
      const double risks[] = {plan.proposals[0].typical_risk, plan.proposals[1].typical_risk};
      EXPECT_EQ(risks[slow_is_first] <= 1.01 * risks[!slow_is_first],
                one.slow != &kBetter && one.slow != &kSlowAndBetter);
      EXPECT_EQ(plan.ranked, 2u);
    }
  }
}

TEST_F(ToyMethod, SaysWhyItDoesNotApplyAndWhatOpensIt) {
  Plan plan;
  ASSERT_EQ(make(toys_.table, DPCVX_METHOD_AUTOMATIC, &plan, true), DPCVX_OK) << record_.message;
  const std::string text = text_of(plan);
  EXPECT_TRUE(has(text, "  toy does not apply: the toy needs Gaussian noise\n")) << text;
  EXPECT_TRUE(has(text, "Set TOY = 1 to open: toy\n")) << text;
  Plan none;
  EXPECT_EQ(make(toys_.table, toy::kNumber, &none, true), DPCVX_ERR_UNSUPPORTED);
  EXPECT_TRUE(has(record_.message, "toy does not apply"));
}

TEST_F(ToyMethod, OptionsThatItDoesNotKnowAreSaid) {
  Plan plan;
  plan.given.add(DPCVX_PLAN_OPTION_MOMENTUM, "DPCVX_PLAN_OPTION_MOMENTUM");
  plan.given.add(DPCVX_PLAN_OPTION_PHASES, "DPCVX_PLAN_OPTION_PHASES");
  plan.given.add(DPCVX_PLAN_OPTION_THREADS, "DPCVX_PLAN_OPTION_THREADS");
  ASSERT_EQ(make(toys_.table, toy::kNumber, &plan), DPCVX_OK);
  EXPECT_TRUE(has(text_of(plan), "Options that this method does not use: DPCVX_PLAN_OPTION_MOMENTUM\n"));
  EXPECT_TRUE(has(json_of(plan), "\"unused_options\":[\"DPCVX_PLAN_OPTION_MOMENTUM\"]"));
}

TEST_F(ToyMethod, IsFittedReportedSavedAndLoaded) {
  Plan plan;
  ASSERT_EQ(make(toys_.table, toy::kNumber, &plan), DPCVX_OK) << record_.message;
  Fit fit;
  run(plan, &fit);
  EXPECT_EQ(fit.outcome.code, DPCVX_OUTCOME_DONE);
  EXPECT_NE(fit.coefficients[0], 0);
  EXPECT_EQ(fit.standard_error, plan.proposal().noise);
  const std::string text = text_of(fit), json = json_of(fit), bytes = bytes_of(fit);
  EXPECT_TRUE(has(text, "Private fit by toy: done after 1 of 1 roll\n") && has(text, "coordinate of the start") &&
              has(text, "Toy spread: ") && has(text, "toy_rounds"))
      << text;

  Fit back;
  Error error(&record_, "toy");
  ASSERT_EQ(back.read_bytes(bytes.data(), bytes.size(), toys_.table, error), DPCVX_OK) << record_.message;
  EXPECT_EQ(text_of(back), text);
  EXPECT_EQ(json_of(back), json);
  EXPECT_EQ(bytes_of(back), bytes);
  EXPECT_EQ(back.figures.own.as<toy::ToyFigures>().rounds, 3);
  EXPECT_TRUE(back.figures.own.as<toy::ToyFigures>().lucky);
  // The library has no such method.
  Fit none;
  EXPECT_EQ(none.read_bytes(bytes.data(), bytes.size(), dpcvx::solve::kLibraryMethods, error), DPCVX_ERR_ARGUMENT);
}

// Another type's figures are none.
TEST(OwnFigures, BelongToOneType) {
  dpcvx::solve::Figures figures;
  figures.own.as<toy::ToyFigures>().rounds = 5;
  struct Other {
    double x = 2;
  };
  const dpcvx::solve::Figures copy = figures;
  EXPECT_EQ(copy.own.as<toy::ToyFigures>().rounds, 5);
  EXPECT_EQ(copy.own.as<Other>().x, 2);
  figures.own.as<Other>().x = 3;
  EXPECT_EQ(figures.own.as<Other>().x, 3);
  EXPECT_EQ(figures.own.as<toy::ToyFigures>().rounds, 0);
}

}  // namespace
