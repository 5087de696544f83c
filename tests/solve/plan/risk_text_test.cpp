// What plans and reports say of risk: the typical one first, then the worst case, and what no bound tells.
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "model/objective.h"
#include "solve/core/report_lines.h"
#include "solve/perturbation/perturbations.h"
#include "solve/plan/risk_text.h"

namespace {

using namespace perturbations;

template <class Handle>
std::string text_of(const Handle &its, dpcvx_status (*write)(const Handle *, char *, size_t, size_t *, dpcvx_error *)) {
  std::string out(32768, '\0');
  size_t length = 0;
  EXPECT_EQ(write(&its, out.data(), out.size(), &length, nullptr), DPCVX_OK);
  return out.substr(0, length);
}

double start_risk(const PlanHandle &plan) { return plan_figure(plan, DPCVX_PLAN_FIGURE_START_RISK); }
double start_risk(const ObjectiveHandle &it) {
  return start_risk(plan_of(ledger_of(DPCVX_FILTER_GDP), gdp(1), it, DPCVX_METHOD_NOISY_GRADIENT_DESCENT));
}

double value(const ObjectiveHandle &it, const std::vector<double> &w) {
  double out = NAN;
  EXPECT_EQ(dpcvx_nonprivate_objective_value(it, w.data(), static_cast<int64_t>(w.size()), &out, nullptr, nullptr),
            DPCVX_OK);
  return out;
}

Setting squares(double label_bound) {
  Setting setting;
  setting.loss = DPCVX_LOSS_SQUARED;
  setting.label_bound = label_bound;
  return setting;
}

// F(0) is at most ln 2 of logistic losses, and Y^2 / 2 of squares.
TEST(StartRisk, IsTheGreatestLossAtZero) {
  const Rows rows = random_rows(500, 3, 1);
  EXPECT_NEAR(start_risk(objective_of(rows, Setting())), std::log(2.0), 1e-9);
  EXPECT_NEAR(start_risk(objective_of(rows, squares(3))), 4.5, 1e-9);
  Setting quantile;
  quantile.loss = DPCVX_LOSS_PINBALL, quantile.label_bound = 3, quantile.quantile = 0.9;
  EXPECT_NEAR(start_risk(objective_of(rows, quantile)), 2.7, 1e-9);
}

// Labels at their bound that one column tells: the start loses all of it, and the bound is reached.
TEST(StartRisk, IsReachedByLabelsAtTheirBound) {
  Rows rows;
  for (int64_t i = 0; i < 400; ++i) rows.add({i % 2 == 0 ? 1.0 : -1.0}, i % 2 == 0 ? 3 : -3);
  const ObjectiveHandle it = objective_of(rows, squares(3));
  const double lost = value(it, {0}) - value(it, {3});
  EXPECT_NEAR(lost, start_risk(it), 1e-9);
  EXPECT_LE(lost, start_risk(it));
}

// A ball away from 0: fits start at its nearest point. No model of it is better than that by more than the figure,
// whatever the labels. That of zeros alone would be too little.
TEST(StartRisk, HoldsWhereFitsStartElsewhere) {
  const double centre[] = {3, 0};
  DomainHandle ball;
  ASSERT_EQ(dpcvx_domain_create_ball(2, 1, centre, 2, &ball.it, nullptr), DPCVX_OK);
  Rows rows;
  for (int64_t i = 0; i < 200; ++i) rows.add({1, 0}, -1);
  for (const double l2 : {0.0, 0.1}) {
    Setting setting;
    setting.domain = ball, setting.l2 = l2;
    const ObjectiveHandle it = objective_of(rows, setting);
    const double worst = value(it, {2, 0});  // the start: the best of the ball on these rows
    const double figure = start_risk(it), zeros = std::log(2.0);
    EXPECT_GE(figure, 0);
    EXPECT_GT(worst, zeros);
    Rows turned;
    for (int64_t i = 0; i < 200; ++i) turned.add({-1, 0}, -1);
    const ObjectiveHandle good = objective_of(turned, setting);
    EXPECT_LE(value(good, {2, 0}) - value(good, {4, 0}), figure);
    EXPECT_LE(value(it, {2, 0}) - value(it, {4, 0}), figure);
  }
}

// There may be twice as many units as the nominal number that sums are divided by.
TEST(StartRisk, CountsUnitsBeyondTheNominalNumber) {
  Setting setting = squares(3);
  setting.nominal_units = 100;
  Rows rows;
  for (int64_t i = 0; i < 200; ++i) rows.add({i % 2 == 0 ? 1.0 : -1.0}, i % 2 == 0 ? 3 : -3);
  const ObjectiveHandle it = objective_of(rows, setting);
  const PlanHandle plan =
      plan_of(ledger_of(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_ADD_REMOVE), gdp(1), it, DPCVX_METHOD_NOISY_GRADIENT_DESCENT);
  EXPECT_NEAR(value(it, {0}) - value(it, {3}), start_risk(plan), 1e-9);
}

constexpr char kTypical[] = "Typical risk: ", kBound[] = "Worst-case bound: ", kNothing[] = "It tells nothing here";

void expect_words(const std::string &text, bool tells_nothing) {
  const size_t typical = text.find(kTypical), bound = text.find(kBound);
  EXPECT_NE(typical, std::string::npos) << text;
  EXPECT_NE(bound, std::string::npos) << text;
  EXPECT_LT(typical, bound);
  EXPECT_EQ(text.find(kNothing) != std::string::npos, tells_nothing) << text;
  EXPECT_EQ(text.find("Predicted risk"), std::string::npos);
}

// Prices of almost nothing: noise costs all there is to learn, in no figure, and the bounds tell nothing.
TEST(RiskText, CostsBeyondAllAndLikelyBoundsBeyondTheStartAreSaid) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  Setting ball;
  DomainHandle domain;
  ASSERT_EQ(dpcvx_domain_create_ball(2, 5, nullptr, 2, &domain.it, nullptr), DPCVX_OK);
  ball.domain = domain;
  const ObjectiveHandle it = objective_of(random_rows(200, 2, 1), ball);
  const std::string text =
      text_of(*plan_of(ledger, gdp(1e-3), it, DPCVX_METHOD_EXPONENTIAL_MECHANISM).it, dpcvx_plan_to_text);
  EXPECT_NE(text.find("\nDomain: ball of radius 5 about 0, l2 norm\n"), std::string::npos) << text;
  EXPECT_NE(text.find("noise and clips cost all of "), std::string::npos) << text;
  EXPECT_NE(text.find("with probability at least 0.95. It tells nothing here"), std::string::npos) << text;
}

// A bound on the population is marked from the risk of the start on, which zeros have.
TEST(RiskText, BoundsOnThePopulationBeyondTheStartAreMarked) {
  dpcvx::solve::Method method;
  dpcvx::solve::Figures figures;
  figures.start_risk = 0.5, figures.predicted_risk = 0.25, figures.radius = 1;
  const auto line = [&](double risk) {
    figures.population_risk = risk;
    dpcvx::Text text;
    dpcvx::solve::write_worst_case(method, figures, false, text);
    const std::string all = text.c_str();
    return all.substr(all.find('\n') + 1);
  };
  EXPECT_EQ(line(0.375), "Bound on the population, in expectation: 0.375\n");
  EXPECT_EQ(line(0.5), "Bound on the population, in expectation: 0.5. It tells nothing here\n");
  EXPECT_EQ(line(INFINITY), "");
}

TEST(ReportLines, RowsAreShortenedWhereTheirRangesPassTheBound) {
  dpcvx::model::RowMap rows;
  rows.columns = 3, rows.bound = 2;  // three entries and the intercept's, of 1 at most
  EXPECT_FALSE(dpcvx::solve::may_shorten(rows, true, false));
  EXPECT_TRUE(dpcvx::solve::may_shorten(rows, true, true));
  EXPECT_TRUE(dpcvx::solve::may_shorten(rows, false, false));
  rows.bound = 1.99;
  EXPECT_TRUE(dpcvx::solve::may_shorten(rows, true, false));
  rows.p = INFINITY, rows.bound = 1;
  EXPECT_FALSE(dpcvx::solve::may_shorten(rows, true, false));
}

// A bound beyond what zeros lose is called one that tells nothing, in plans, reports and saved fits; others are not.
TEST(RiskText, ABoundBeyondTheStartTellsNothing) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  for (const bool many : {false, true}) {
    const ObjectiveHandle it = objective_of(random_rows(many ? 400000 : 2000, 2, 1), squares(1));
    const PlanHandle plan = plan_of(ledger, gdp(many ? 10 : 0.5), it, DPCVX_METHOD_SUFFICIENT_STATISTICS);
    const double predicted = plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK);
    EXPECT_EQ(predicted >= start_risk(plan), !many) << predicted;
    expect_words(text_of(*plan.it, dpcvx_plan_to_text), !many);
    FitHandle fit, loaded;
    ASSERT_EQ(dpcvx_fit_create(ledger, rng("risk text"), plan, nullptr, &fit.it, nullptr), DPCVX_OK);
    const std::string report = text_of(*fit.it, dpcvx_fit_to_text);
    expect_words(report, !many);
    std::string bytes(65536, '\0');
    size_t length = 0;
    ASSERT_EQ(dpcvx_fit_save(fit, bytes.data(), bytes.size(), &length, nullptr), DPCVX_OK);
    ASSERT_EQ(dpcvx_fit_load(bytes.data(), length, &loaded.it, nullptr), DPCVX_OK);
    EXPECT_EQ(text_of(*loaded.it, dpcvx_fit_to_text), report);
    for (const auto &its : {std::pair<int32_t, int32_t>{DPCVX_FIT_FIGURE_START_RISK, DPCVX_PLAN_FIGURE_START_RISK},
                            {DPCVX_FIT_FIGURE_TYPICAL_RISK, DPCVX_PLAN_FIGURE_TYPICAL_RISK},
                            {DPCVX_FIT_FIGURE_TRIVIAL_RISK, DPCVX_PLAN_FIGURE_TRIVIAL_RISK}}) {
      double kept = NAN;
      EXPECT_EQ(dpcvx_fit_get_f64(loaded, its.first, &kept, nullptr), DPCVX_OK);
      EXPECT_EQ(kept, plan_figure(plan, its.second));
    }
  }
}

// Among the methods that are compared, too.
TEST(RiskText, ComparisonsNameNoBoundThatTellsNothing) {
  const ObjectiveHandle it = objective_of(random_rows(2000, 4, 1), squares(1));
  const PlanHandle plan = plan_of(ledger_of(DPCVX_FILTER_GDP), gdp(0.5), it, DPCVX_METHOD_AUTOMATIC);
  const std::string text = text_of(*plan.it, dpcvx_plan_to_text);
  const size_t line = text.find("  sufficient statistics: typical risk ");
  ASSERT_NE(line, std::string::npos) << text;
  EXPECT_NE(text.substr(line, text.find('\n', line) - line).find(", no bound of use, "), std::string::npos) << text;
  EXPECT_NE(text.find(", bound 0."), std::string::npos) << "others have one: " << text;
}

// Methods are ranked by typical risk. One without a bound of use before one with a bound says so, and no other does.
TEST(RiskText, ARankingSaysWhatItIsBy) {
  const ObjectiveHandle it = objective_of(random_rows(2000, 4, 1), squares(1));
  int before = 0, others = 0;
  for (const double mu : {0.5, 3.0}) {
    const PlanHandle plan = plan_of(ledger_of(DPCVX_FILTER_GDP), gdp(mu), it, DPCVX_METHOD_AUTOMATIC);
    const std::string text = text_of(*plan.it, dpcvx_plan_to_text);
    EXPECT_NE(text.find("Methods by typical risk, "), std::string::npos) << text;
    bool bound_behind = false;
    for (size_t end = text.find(" not apply: "), at; (at = text.rfind("  ", end)) != std::string::npos && at > 0;) {
      const std::string line = text.substr(at, text.find('\n', at) - at);
      end = at - 1;
      if (line.find(": typical risk ") == std::string::npos) continue;
      const bool none = line.find("no bound of use") != std::string::npos;
      EXPECT_EQ(line.find("before methods with bounds") != std::string::npos, none && bound_behind) << text;
      (none && bound_behind ? before : others) += 1;
      bound_behind = bound_behind || !none;
    }
  }
  EXPECT_GT(before, 0);
  EXPECT_GT(others, 0);
}

// Users allow a Laplace linear term alone: of a mu it spends the pure epsilon within it, and says so. A Gaussian one
// spends all, of classes and of slopes of two signs too.
TEST(RiskText, PureNoiseSaysWhatAPriceHasMore) {
  std::vector<int64_t> owners;
  for (int64_t row = 0; row < 2000; ++row) owners.push_back(row / 2);
  for (const bool users : {true, false})
    for (const int32_t loss : {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_ABSOLUTE}) {
      Setting setting;
      setting.loss = loss;
      if (loss == DPCVX_LOSS_ABSOLUTE) setting.label_bound = 1;
      if (users) setting.users = owners;
      BudgetHandle ledger;
      ASSERT_EQ(dpcvx_budget_create(8, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD,
                                    nullptr, &ledger.it, nullptr),
                DPCVX_OK);
      const PlanHandle plan = plan_of(ledger, gdp(0.8), objective_of(random_rows(2000, 4, 1), setting),
                                      DPCVX_METHOD_OBJECTIVE_PERTURBATION);
      const std::string text = text_of(*plan.it, dpcvx_plan_to_text);
      EXPECT_EQ(text.find("Unspent: the price allows epsilon = ") != std::string::npos, users) << text;
      FitHandle fit;
      ASSERT_EQ(dpcvx_fit_create(ledger, rng("unspent"), plan, nullptr, &fit.it, nullptr), DPCVX_OK);
      const std::string report = text_of(*fit.it, dpcvx_fit_to_text);
      EXPECT_EQ(report.find("Laplace noise is pure DP") != std::string::npos, users) << report;
      const size_t line = text.find("Privacy: epsilon");
      ASSERT_NE(line, std::string::npos);
      EXPECT_NE(report.find(text.substr(line, text.find('\n', line) - line)), std::string::npos) << report;
    }
}

// What a clip below the gradients costs is in no bound: its line says so. Other methods' lines do not.
TEST(RiskText, ClippedMethodsSayForWhichData) {
  const ObjectiveHandle it = objective_of(random_rows(2000, 4, 1), Setting());
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  for (const auto &its : {std::pair<int32_t, bool>{DPCVX_METHOD_NOISY_GRADIENT_DESCENT, true},
                          {DPCVX_METHOD_NOISY_SGD, true},
                          {DPCVX_METHOD_LAST_ITERATE, true},
                          {DPCVX_METHOD_OUTPUT_PERTURBATION, false}}) {
    const std::string text = text_of(*plan_of(ledger, gdp(1), it, its.first).it, dpcvx_plan_to_text);
    EXPECT_EQ(text.find("for any data whose gradients the clip leaves whole") != std::string::npos, its.second) << text;
  }
}

}  // namespace
