// Fits of tables on a budget that others share: what is charged covers what is released, under each filter.
#include <cmath>
#include <cstring>
#include <string>

#include "data/dataset_handle.h"
#include "privacy/budget/budget_handle.h"
#include "privacy/curve/curve_handle.h"
#include "random/rng_handle.h"
#include "solve/fit/saved.h"
#include "solve/fit/table_fit.h"

namespace {

using namespace fixtures;

struct Request {
  int32_t filter = DPCVX_FILTER_GDP, adjacency = DPCVX_ADJACENCY_REPLACE_ONE, unit = DPCVX_UNIT_RECORD;
  double epsilon = 4, delta = 1e-6, share = 0.5;
  bool ranges = true;
  int32_t loss = DPCVX_LOSS_LOGISTIC;
};

BudgetHandle ledger_of(const Request &it) {
  OptionsHandle options;
  BudgetHandle out;
  EXPECT_EQ(dpcvx_budget_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, it.filter, nullptr);
  EXPECT_EQ(dpcvx_budget_create(it.epsilon, it.delta, it.adjacency, it.unit, options, &out.it, nullptr), DPCVX_OK);
  return out;
}

OptionsHandle table_options() {
  OptionsHandle options;
  EXPECT_EQ(dpcvx_fit_table_options_create(&options.it, nullptr), DPCVX_OK);
  return options;
}

CurveHandle price_of(const BudgetHandle &ledger, double share) {
  CurveHandle price;
  EXPECT_EQ(dpcvx_budget_price(ledger, share, &price.it, nullptr), DPCVX_OK);
  return price;
}

dpcvx_status fit_on(const BudgetHandle &ledger, const dpcvx_curve *price, const DatasetHandle &table, const Request &it,
                    const dpcvx_options *options, FitHandle *fit, dpcvx_error *err) {
  const RngHandle source = rng("shared");
  return dpcvx_fit_table_on(ledger, source, price, table, it.loss, it.ranges ? kLow : nullptr,
                            it.ranges ? kHigh : nullptr, kKindColumns, options, nullptr, &fit->it, err);
}

double figure(const BudgetHandle &ledger, int32_t key) {
  double value = NAN;
  EXPECT_EQ(dpcvx_budget_get_f64(ledger, key, &value, nullptr), DPCVX_OK);
  return value;
}

// What a fit cost in the terms of a budget of the same kind: its own curve, charged to a fresh one. With the basic
// filter its epsilon at the delta of the price.
double cost_of(const FitHandle &fit, const Request &it, double share) {
  GuaranteeHandle record;
  EXPECT_EQ(dpcvx_fit_guarantee(fit, &record.it, nullptr), DPCVX_OK);
  double epsilon = NAN;
  if (it.filter == DPCVX_FILTER_BASIC) {
    EXPECT_EQ(dpcvx_guarantee_epsilon(record, it.delta * share, &epsilon, nullptr), DPCVX_OK);
    return epsilon;
  }
  const BudgetHandle other = ledger_of(it);
  EXPECT_EQ(dpcvx_budget_charge_guarantee(other, record, "again", nullptr), DPCVX_OK);
  return figure(other, DPCVX_BUDGET_FIGURE_MAIN_SPENT);
}

TEST(SharedBudget, ChargesWhatTheFitCostsUnderEachFilter) {
  for (const int32_t filter : {DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP, DPCVX_FILTER_BASIC})
    for (const bool ranges : {true, false}) {
      Request it;
      it.filter = filter;
      it.ranges = ranges;
      const BudgetHandle ledger = ledger_of(it);
      const CurveHandle price = price_of(ledger, it.share);
      dpcvx_error err;
      FitHandle fit;
      ASSERT_EQ(fit_on(ledger, price, raw_rows(Kind()), it, nullptr, &fit, &err), DPCVX_OK) << filter << err.message;
      const double spent = figure(ledger, DPCVX_BUDGET_FIGURE_MAIN_SPENT), cost = cost_of(fit, it, it.share);
      EXPECT_LE(cost, spent) << filter;
      EXPECT_GT(cost, 0.5 * spent) << filter;
      EXPECT_EQ(figure(ledger, DPCVX_BUDGET_FIGURE_EPSILON), it.epsilon);
      // Control: the same fit for the whole budget costs more than this price.
      const BudgetHandle alone = ledger_of(it);
      FitHandle greater;
      ASSERT_EQ(fit_on(alone, price_of(alone, 1), raw_rows(Kind()), it, nullptr, &greater, &err), DPCVX_OK);
      EXPECT_GT(cost_of(greater, it, 1), spent) << filter;
    }
}

TEST(SharedBudget, OfItsOwnGivesTheFitOfFitTable) {
  Request it;
  const BudgetHandle ledger = ledger_of(it);
  dpcvx_error err;
  FitHandle fit, alone;
  ASSERT_EQ(fit_on(ledger, price_of(ledger, 1), raw_rows(Kind()), it, nullptr, &fit, &err), DPCVX_OK) << err.message;
  ASSERT_EQ(dpcvx_fit_table(raw_rows(Kind()), it.loss, kLow, kHigh, kKindColumns, it.epsilon, it.delta, nullptr,
                            nullptr, &alone.it, &err),
            DPCVX_OK);
  double noise[2];
  for (int i = 0; i < 2; ++i)
    ASSERT_EQ(dpcvx_fit_get_f64(i == 0 ? fit : alone, DPCVX_FIT_FIGURE_EPSILON, &noise[i], &err), DPCVX_OK);
  EXPECT_NEAR(noise[0], noise[1], 1e-6 * noise[1]);
}

// A plan has the method, the noise and the risk that the fit for its price has, and charges nothing. Control: a plan of
// the same (epsilon, delta) alone differs under RDP, which counts at one order.
TEST(SharedBudget, PlansWhatTheFitWillBe) {
  using Figures = std::pair<double, double>;
  const auto of_plan = [](const PlanHandle &plan) {
    Figures out(NAN, NAN);
    dpcvx_plan_get_f64(plan, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_NOISE_STDDEV, &out.first, nullptr);
    dpcvx_plan_get_f64(plan, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_TYPICAL_RISK, &out.second, nullptr);
    return out;
  };
  const auto of_fit = [](const FitHandle &fit) {
    Figures out(NAN, NAN);
    dpcvx_fit_get_f64(fit, DPCVX_FIT_FIGURE_NOISE_STDDEV, &out.first, nullptr);
    dpcvx_fit_get_f64(fit, DPCVX_FIT_FIGURE_TYPICAL_RISK, &out.second, nullptr);
    return out;
  };
  for (const int32_t filter : {DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP, DPCVX_FILTER_BASIC}) {
    Request it;
    it.filter = filter;
    const BudgetHandle ledger = ledger_of(it);
    const CurveHandle price = price_of(ledger, it.share);
    dpcvx_error err{};
    PlanHandle plan, alone;
    ASSERT_EQ(dpcvx_fit_table_plan_on(ledger, price, raw_rows(Kind()), it.loss, kLow, kHigh, kKindColumns, nullptr,
                                      &plan.it, &err),
              DPCVX_OK)
        << err.message;
    int64_t charges = -1;
    EXPECT_EQ(dpcvx_budget_get_i64(ledger, DPCVX_BUDGET_FIGURE_CHARGES, &charges, nullptr), DPCVX_OK);
    EXPECT_EQ(charges, 0);
    FitHandle fit;
    ASSERT_EQ(fit_on(ledger, price, raw_rows(Kind()), it, nullptr, &fit, &err), DPCVX_OK) << err.message;
    EXPECT_EQ(of_plan(plan), of_fit(fit)) << filter;
    if (filter != DPCVX_FILTER_RDP) continue;
    double epsilon = NAN;
    EXPECT_EQ(dpcvx_curve_epsilon(price, it.delta, &epsilon, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_fit_table_plan(raw_rows(Kind()), it.loss, kLow, kHigh, kKindColumns, epsilon, it.delta, nullptr,
                                   &alone.it, &err),
              DPCVX_OK);
    EXPECT_NE(of_plan(alone), of_plan(plan));
    // What is spent is asked: half was charged, and two thirds are not left.
    PlanHandle none;
    EXPECT_EQ(dpcvx_fit_table_plan_on(ledger, price_of(ledger_of(it), 0.66), raw_rows(Kind()), it.loss, kLow, kHigh,
                                      kKindColumns, nullptr, &none.it, &err),
              DPCVX_ERR_BUDGET);
  }
}

TEST(SharedBudget, TwoHalvesFitAndNoThird) {
  Request it;
  const BudgetHandle ledger = ledger_of(it);
  const CurveHandle half = price_of(ledger, 0.5);
  dpcvx_error err;
  for (int i = 0; i < 2; ++i) {
    FitHandle fit;
    ASSERT_EQ(fit_on(ledger, half, raw_rows(Kind()), it, nullptr, &fit, &err), DPCVX_OK) << err.message;
  }
  FitHandle third;
  EXPECT_EQ(fit_on(ledger, half, raw_rows(Kind()), it, nullptr, &third, &err), DPCVX_ERR_BUDGET);
  int64_t charges = 0;
  dpcvx_budget_get_i64(ledger, DPCVX_BUDGET_FIGURE_CHARGES, &charges, nullptr);
  EXPECT_EQ(charges, 2);
}

TEST(SharedBudget, RefusesWhatDoesNotSuitTheBudgetAndChargesNothing) {
  dpcvx_error err;
  const auto refused = [&](Request it, const DatasetHandle &table, const dpcvx_options *options, dpcvx_status status,
                           const char *what) {
    const BudgetHandle ledger = ledger_of(it);
    FitHandle fit;
    EXPECT_EQ(fit_on(ledger, price_of(ledger, 1), table, it, options, &fit, &err), status) << what;
    EXPECT_NE(std::string(err.message).find(what), std::string::npos) << err.message;
    EXPECT_EQ(figure(ledger, DPCVX_BUDGET_FIGURE_MAIN_SPENT), 0) << what;
  };
  Request users;
  users.unit = DPCVX_UNIT_USER;
  refused(users, raw_rows(Kind()), nullptr, DPCVX_ERR_ARGUMENT, "user ids");
  refused(Request(), owned(raw_rows(Kind())), nullptr, DPCVX_ERR_ARGUMENT, "'budget' = one of records");
  OptionsHandle options = table_options();
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_UNIT, DPCVX_UNIT_USER, nullptr);
  refused(Request(), owned(raw_rows(Kind())), options, DPCVX_ERR_ARGUMENT, "DPCVX_FIT_TABLE_OPTION_UNIT");
  options = table_options();
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_ADJACENCY, DPCVX_ADJACENCY_ADD_REMOVE, nullptr);
  refused(Request(), raw_rows(Kind()), options, DPCVX_ERR_ARGUMENT, "DPCVX_FIT_TABLE_OPTION_ADJACENCY");
  options = table_options();
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_FILTER, DPCVX_FILTER_ZCDP, nullptr);
  refused(Request(), raw_rows(Kind()), options, DPCVX_ERR_ARGUMENT, "DPCVX_FIT_TABLE_OPTION_FILTER");
  Request regression;
  regression.loss = DPCVX_LOSS_SQUARED;  // without a range of labels
  refused(regression, raw_rows(Kind()), nullptr, DPCVX_ERR_ARGUMENT, "range of the labels");

  options = table_options();  // control: ids that are left out by request
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_UNIT, DPCVX_UNIT_RECORD, nullptr);
  const BudgetHandle ledger = ledger_of(Request());
  FitHandle fit;
  EXPECT_EQ(fit_on(ledger, price_of(ledger, 1), owned(raw_rows(Kind())), Request(), options, &fit, &err), DPCVX_OK)
      << err.message;
}

// Each draw of the cap leaves the wrong label out with probability 2/3.
TEST(SharedBudget, CappedUsersWithAWrongLabelAreNeverCharged) {
  Request it;
  it.unit = DPCVX_UNIT_USER;
  OptionsHandle options = table_options();
  ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_MAX_RECORDS_PER_USER, 1, nullptr), DPCVX_OK);
  for (const bool wrong : {true, false}) {
    Rows rows = random_rows(kKindRows, kKindColumns, 1);
    if (wrong) rows.labels[5] = 0.25;
    const DatasetHandle table = owned(dataset(rows));
    const dpcvx_status expected = wrong ? DPCVX_ERR_ARGUMENT : DPCVX_OK;
    for (int draw = 0; draw < 20; ++draw) {
      const BudgetHandle ledger = ledger_of(it);
      const CurveHandle price = price_of(ledger, 0.5);
      const RngHandle source = rng(("cap " + std::to_string(draw)).c_str());
      dpcvx_error err;
      FitHandle fit, alone;
      EXPECT_EQ(dpcvx_fit_table_on(ledger, source, price, table, it.loss, kLow, kHigh, kKindColumns, options, nullptr,
                                   &fit.it, &err),
                expected);
      EXPECT_EQ(figure(ledger, DPCVX_BUDGET_FIGURE_MAIN_SPENT) > 0, !wrong);
      EXPECT_EQ(dpcvx_fit_table_check(table, it.loss, kLow, kHigh, kKindColumns, 2, 1e-6, options, &err), expected);
      EXPECT_EQ(dpcvx_fit_table(table, it.loss, kLow, kHigh, kKindColumns, 2, 1e-6, options, nullptr, &alone.it, &err),
                expected);
      if (wrong) {
        EXPECT_NE(std::string(err.message).find("label 0.25 in row 5"), std::string::npos) << err.message;
      }
    }
  }
}

// One whose time is over after the charge gets a fit that says so: the plan from before the charge, without
// coefficients. What is left of the preparations is left out.
TEST(SharedBudget, WhatIsCancelledAfterTheChargeLeavesOutTheRest) {
  dpcvx_error record{};
  dpcvx::Error error(&record, "fit");
  const Request it;
  const BudgetHandle ledger = ledger_of(it);
  const CurveHandle price = price_of(ledger, 0.5);
  const DatasetHandle table = raw_rows(Kind());
  const RngHandle source = rng("after");
  for (const bool stops : {true, false}) {
    const MonitorHandle asked = monitor(nullptr);
    dpcvx::ProgressMonitor watch(asked);
    dpcvx::solve::TableFitSettings settings;
    dpcvx::privacy::Curve curve;
    ASSERT_EQ(ledger.it->budget.part(price.it->curve, &settings.terms, &curve, error), DPCVX_OK) << record.message;
    settings.objective.loss.kind = DPCVX_LOSS_LOGISTIC;
    settings.objective.row_bound = 0;
    settings.paid = true;
    dpcvx::mechanism::SharedCharge charge(ledger.it->budget, curve, "a fit", source.it->rng, watch);
    ASSERT_EQ(charge.make(error), DPCVX_OK) << record.message;
    if (stops) {
      ASSERT_EQ(dpcvx_monitor_cancel(asked, nullptr), DPCVX_OK);
    }
    dpcvx::solve::Fit fit;
    ASSERT_EQ(dpcvx::solve::fit_table(table.it->data, {nullptr, nullptr}, settings, &charge, source.it->rng, watch,
                                      &fit, error),
              DPCVX_OK)
        << record.message;
    EXPECT_EQ(fit.outcome.code, stops ? DPCVX_OUTCOME_CANCELLED : DPCVX_OUTCOME_DONE);
    EXPECT_EQ(fit.has_coefficients(), !stops);
    EXPECT_GT(fit.guarantee.curve().size(), 0u);
    dpcvx::Text text;
    fit.write_text(text);
    EXPECT_EQ(std::strstr(text.c_str(), "stopped in its preparations") != nullptr, stops);
    EXPECT_EQ(fit.rows.ranges->low()[0] == -1, stops) << "ranges are those of the plan, or released";
  }
}

// A caller whose time is over before the charge pays nothing. Control: one who stops at the first step has paid.
TEST(SharedBudget, WhatIsCancelledBeforeTheChargeCostsNothing) {
  const Request it;
  const BudgetHandle ledger = ledger_of(it);
  const CurveHandle price = price_of(ledger, 0.5);
  const DatasetHandle table = raw_rows(Kind());
  const RngHandle source = rng("cancelled");
  const MonitorHandle cancelled = monitor(nullptr),
                      stopping = monitor([](const dpcvx_progress *, void *) { return 1; });
  ASSERT_EQ(dpcvx_monitor_cancel(cancelled, nullptr), DPCVX_OK);
  for (const bool before : {true, false}) {
    const dpcvx_monitor *const watch = before ? cancelled : stopping;
    const dpcvx_status expected = before ? DPCVX_ERR_CANCELLED : DPCVX_OK;
    dpcvx_error err;
    FitHandle shared;
    EXPECT_EQ(dpcvx_fit_table_on(ledger, source, price, table, it.loss, kLow, kHigh, kKindColumns, nullptr, watch,
                                 &shared.it, &err),
              expected);
    if (before) {
      EXPECT_NE(std::string(err.message).find("nothing was charged"), std::string::npos) << err.message;
    }
    EXPECT_EQ(figure(ledger, DPCVX_BUDGET_FIGURE_MAIN_SPENT) > 0, !before);
    for (const bool ranges : {true, false}) {  // those that are released are the first release of the call
      FitHandle alone;
      EXPECT_EQ(dpcvx_fit_table(table, it.loss, ranges ? kLow : nullptr, ranges ? kHigh : nullptr, kKindColumns, 2,
                                1e-6, nullptr, watch, &alone.it, &err),
                expected);
      EXPECT_EQ(alone.it == nullptr, before);
    }
    const OptionsHandle first = table_options(), second = table_options();
    ASSERT_EQ(dpcvx_options_set_f64(second, DPCVX_FIT_TABLE_OPTION_L2, 0.1, nullptr), DPCVX_OK);
    const dpcvx_options *const candidates[] = {first, second};
    FitHandle best;
    int64_t chosen = 7;
    double score = 7;
    EXPECT_EQ(dpcvx_fit_table_select(table, it.loss, kLow, kHigh, kKindColumns, 2, 1e-6, candidates, 2, nullptr, watch,
                                     &best.it, &chosen, &score, &err),
              expected)
        << err.message;
    EXPECT_EQ(chosen, before ? 7 : -1);
  }
}

TEST(SharedBudget, GuaranteesOfAnotherUnitOrAdjacencyAreNotCharged) {
  Request it;
  const BudgetHandle ledger = ledger_of(it);
  dpcvx_error err;
  FitHandle fit;
  ASSERT_EQ(fit_on(ledger, price_of(ledger, 0.2), raw_rows(Kind()), it, nullptr, &fit, &err), DPCVX_OK);
  GuaranteeHandle record;
  ASSERT_EQ(dpcvx_fit_guarantee(fit, &record.it, nullptr), DPCVX_OK);
  int32_t adjacency = 0, unit = 0;
  ASSERT_EQ(dpcvx_guarantee_terms(record, &adjacency, &unit, nullptr), DPCVX_OK);
  EXPECT_EQ(adjacency, DPCVX_ADJACENCY_REPLACE_ONE);
  EXPECT_EQ(unit, DPCVX_UNIT_RECORD);
  for (int which = 0; which < 3; ++which) {
    Request other;
    if (which == 1) other.unit = DPCVX_UNIT_USER;
    if (which == 2) other.adjacency = DPCVX_ADJACENCY_ADD_REMOVE;
    const BudgetHandle taker = ledger_of(other);
    EXPECT_EQ(dpcvx_budget_charge_guarantee(taker, record, nullptr, &err), which == 0 ? DPCVX_OK : DPCVX_ERR_ARGUMENT);
    EXPECT_EQ(figure(taker, DPCVX_BUDGET_FIGURE_MAIN_SPENT) > 0, which == 0);
  }
  int64_t deterministic = 0;
  dpcvx_budget_get_i64(ledger, DPCVX_BUDGET_FIGURE_DETERMINISTIC, &deterministic, nullptr);
  EXPECT_EQ(deterministic, 1);
}

}  // namespace
