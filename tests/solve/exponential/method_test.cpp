// The regularized exponential mechanism: figures, refusals, what a fit holds, and the law of what is released.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "sample/arithmetic.h"
#include "solve/exponential/density.h"
#include "solve/exponential/figures.h"
#include "numeric/norm.h"
#include "support/evidence.h"
#include "support/progress.h"
#include "solve/fit/fit_handle.h"
#include "solve/perturbation/perturbations.h"
#include "solve/fit/saved.h"

namespace {

using namespace perturbations;
using dpcvx::solve::Proposal;

constexpr int32_t kMethod = DPCVX_METHOD_EXPONENTIAL_MECHANISM;
constexpr double kNoLimit = 1e9;

const dpcvx::solve::DensityFigures &density_of(const PlanHandle &plan) {
  return proposal(plan).own.as<dpcvx::solve::DensityFigures>();
}
double charge_of(const PlanHandle &plan) { return proposal(plan).curve.gdp_mu(); }

// The density's own mu.
double density_mu(const PlanHandle &plan) {
  return charge_of(plan) - 2 * (density_of(plan).sampler_mu + density_of(plan).arithmetic_mu);
}

TEST(ExponentialMechanism, FiguresAreThoseOfTheTheorems) {
  const double n = 500, d = 4, radius = 3;
  for (int32_t adjacency : kAdjacencies)
    for (double row_norm : {2.0, 1.5, 1.0, 3.0, static_cast<double>(INFINITY)})
      for (int32_t target : {DPCVX_TARGET_EMPIRICAL, DPCVX_TARGET_POPULATION}) {
        Setting setting;
        setting.nominal_units = 500;
        setting.row_norm = row_norm;
        const ObjectiveHandle it = objective_of(random_rows(500, 4, 2), setting);
        const OptionsHandle options = with({{DPCVX_PLAN_OPTION_PLANNING_RADIUS, radius},
                                            {DPCVX_PLAN_OPTION_MAX_PASSES, kNoLimit},
                                            {DPCVX_PLAN_OPTION_TARGET, static_cast<double>(target)}});
        const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP, adjacency);
        const PlanHandle plan = plan_of(ledger, gdp(0.8), it, kMethod, options);
        const double p = dpcvx::numeric::dual_exponent(row_norm);
        const double changed = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1, h = changed / n, t = density_mu(plan);
        // r is c ||.||_2^2 / 2, c = 1 for p >= 2: no smaller exponent is better in so few dimensions.
        const double c = std::pow(d, std::fmax(0, 2 / p - 1));
        const double theta = c * std::pow(d, std::fmax(0, 1 - 2 / p)) * radius * radius / 2;
        const double sample = target == DPCVX_TARGET_POPULATION ? 2 / n : 0;
        // Theorems 3 and 4.
        const double k = std::sqrt((d + sample * t * t / (h * h)) / (h * h * theta / (t * t)));
        const double mu = k * h * h / (t * t);
        EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_GEOMETRY), p);
        EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_REGULARIZER_RANGE), theta, 1e-9 * theta);
        EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_INVERSE_TEMPERATURE), k, 1e-6 * k);
        EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_REGULARIZER_WEIGHT), k * mu, 1e-6 * k * mu);
        EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_STRONG_CONVEXITY), c * k * mu, 1e-6 * c * k * mu);
        const double risk = d / k + mu * theta;
        EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK), risk, 1e-6 * risk);
        EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_POPULATION_RISK), risk + 2 / n / mu,
                    1e-6 * (risk + 2 / n / mu));
        EXPECT_GT(plan_figure(plan, DPCVX_PLAN_FIGURE_HIGH_PROBABILITY_RISK), risk);
        if (target == DPCVX_TARGET_EMPIRICAL) {
          EXPECT_NEAR(risk, 2 * h * std::sqrt(d * theta) / t, 1e-6 * risk);
          EXPECT_NEAR(k * mu, d / theta, 1e-6 * k * mu);
        }
        EXPECT_LE(charge_of(plan), 0.8);
        EXPECT_GE(charge_of(plan), 0.8 * 0.992);                                // as much as rounds leave
        EXPECT_LE(2 * plan_figure(plan, DPCVX_PLAN_FIGURE_SAMPLER_MU), 0.008);  // a hundredth of the price
        EXPECT_GE(2 * plan_figure(plan, DPCVX_PLAN_FIGURE_SAMPLER_MU), 0.002);  // rounds are whole
        EXPECT_LT(2 * plan_figure(plan, DPCVX_PLAN_FIGURE_ARITHMETIC_MU), 0.0008);
      }
}

// Theorems 5 and 6: where the objective's own quadratic is enough.
TEST(ExponentialMechanism, StrongConvexityOfTheObjectiveIsEnough) {
  const double n = 500, d = 3, l2 = 2;
  for (double row_norm : {2.0, 1.0}) {
    Setting setting;
    setting.l2 = l2;
    setting.row_norm = row_norm;
    const ObjectiveHandle it = objective_of(random_rows(500, 3, 2), setting);
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
    const PlanHandle plan = plan_of(ledger, gdp(1), it, kMethod);
    const double h = 2 / n, t = density_mu(plan), k = t * t * l2 / (h * h);
    EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_REGULARIZER_WEIGHT), 0);
    EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_INVERSE_TEMPERATURE), k, 1e-6 * k);
    EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_STRONG_CONVEXITY), k * l2, 1e-6 * k * l2);
    EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK), d / k, 1e-6 * d / k);
    EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_POPULATION_RISK), d / k + 2 / n / l2, 1e-6);
  }
}

// Rows of one entry are read without their zeros. Their number is private: no plan tells it.
TEST(ExponentialMechanism, PlansTellNothingOfZeros) {
  std::string text[2];
  double seconds[2];
  for (int i = 0; i < 2; ++i) {
    Rows rows;
    for (size_t r = 0; r < 40; ++r) {
      std::vector<double> row(16, i == 0 ? 0.2 : 0);
      row[r % 16] = 0.9;
      rows.add(row, r % 3 == 0 ? 1 : -1);
    }
    const ObjectiveHandle it = objective_of(rows, Setting());
    const PlanHandle plan = plan_of(ledger_of(DPCVX_FILTER_GDP), gdp(1), it, kMethod);
    text[i] = text_of(plan.it, dpcvx_plan_to_text);
    seconds[i] = plan_figure(plan, DPCVX_PLAN_FIGURE_EXPECTED_SECONDS);
  }
  EXPECT_EQ(text[0], text[1]);
  EXPECT_EQ(seconds[0], seconds[1]);
}

TEST(ExponentialMechanism, TheNumberOfUnitsCancelsUnderAddRemove) {
  double of_sum[2], regularizer[2];
  for (int i = 0; i < 2; ++i) {
    Setting setting;
    setting.nominal_units = i == 0 ? 100 : 190;
    const ObjectiveHandle it = objective_of(random_rows(100, 3, 2), setting);
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_ADD_REMOVE);
    const OptionsHandle options =
        with({{DPCVX_PLAN_OPTION_PLANNING_RADIUS, 3}, {DPCVX_PLAN_OPTION_MAX_PASSES, kNoLimit}});
    const PlanHandle plan = plan_of(ledger, gdp(1), it, kMethod, options);
    of_sum[i] = plan_figure(plan, DPCVX_PLAN_FIGURE_INVERSE_TEMPERATURE) / static_cast<double>(setting.nominal_units);
    regularizer[i] = plan_figure(plan, DPCVX_PLAN_FIGURE_REGULARIZER_WEIGHT);
  }
  EXPECT_NEAR(of_sum[0], of_sum[1], 1e-3 * of_sum[0]);  // but for what rounds of the sampler leave
  EXPECT_NEAR(regularizer[0], regularizer[1], 1e-9);
}

TEST(ExponentialMechanism, RoundsAndPassesAreKept) {
  const ObjectiveHandle it = objective_of(random_rows(500, 4, 2), {});
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  const PlanHandle free = plan_of(ledger, gdp(1), it, kMethod, with({{DPCVX_PLAN_OPTION_MAX_PASSES, kNoLimit}}));
  const PlanHandle quick = plan_of(ledger, gdp(1), it, kMethod, with({{DPCVX_PLAN_OPTION_MAX_PASSES, 30}}));
  const PlanHandle five = plan_of(ledger, gdp(1), it, kMethod, with({{DPCVX_PLAN_OPTION_STEPS, 5}}));
  EXPECT_GT(plan_figure(free, DPCVX_PLAN_FIGURE_PASSES), 30);
  EXPECT_LE(plan_figure(quick, DPCVX_PLAN_FIGURE_PASSES), 30);
  EXPECT_EQ(plan_figure(five, DPCVX_PLAN_FIGURE_STEPS), 5);
  for (const PlanHandle *const less : {&quick, &five}) {
    EXPECT_GT(plan_figure(*less, DPCVX_PLAN_FIGURE_PREDICTED_RISK),
              plan_figure(free, DPCVX_PLAN_FIGURE_PREDICTED_RISK));
    EXPECT_LE(charge_of(*less), 1);
    EXPECT_GE(charge_of(*less), 0.98);
  }
}

// With a strong quadratic it promises least; but its time on a loss with corners has no public bound.
TEST(ExponentialMechanism, AutomaticTakesItForSmoothLossesOnly) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  Setting setting;
  setting.loss = DPCVX_LOSS_HINGE;
  setting.l2 = 0.1;
  const ObjectiveHandle it = objective_of(random_rows(500, 4, 2), setting);
  const PlanHandle plan = plan_of(ledger, gdp(0.8), it, DPCVX_METHOD_AUTOMATIC);
  const PlanHandle named = plan_of(ledger, gdp(0.8), it, kMethod);
  EXPECT_LT(plan_figure(named, DPCVX_PLAN_FIGURE_PREDICTED_RISK), plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK));
  EXPECT_NE(plan_figure(plan, DPCVX_PLAN_FIGURE_METHOD), kMethod);
}

// What AUTOMATIC leaves out is told where the method is asked for by name.
TEST(ExponentialMechanism, PlansWarnOfCorners) {
  const Rows rows = random_rows(200, 3, 2);
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  const auto warns = [&](int32_t loss, double smoothing) {
    Setting setting;
    setting.loss = loss;
    const OptionsHandle options = with({{DPCVX_PLAN_OPTION_SMOOTHING, smoothing}});
    const PlanHandle plan = plan_of(ledger, gdp(1), objective_of(rows, setting), kMethod, options);
    return text_of(plan.it, dpcvx_plan_to_text).find("nothing bounds the time") != std::string::npos;
  };
  EXPECT_TRUE(warns(DPCVX_LOSS_HINGE, 0));
  EXPECT_TRUE(warns(DPCVX_LOSS_HINGE, 1e-9));
  EXPECT_FALSE(warns(DPCVX_LOSS_HINGE, 1));
  EXPECT_FALSE(warns(DPCVX_LOSS_LOGISTIC, 0));
}

// The expected time is that of rounds, which a direct draw may save.
TEST(ExponentialMechanism, PlansTellOfDirectDraws) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  const auto tells = [&](int columns, double steps) {
    const OptionsHandle options = with({{DPCVX_PLAN_OPTION_STEPS, steps}});
    const PlanHandle plan = plan_of(ledger, gdp(1), objective_of(random_rows(400, columns, 2), {}), kMethod, options);
    return text_of(plan.it, dpcvx_plan_to_text).find("Direct draw: tried first") != std::string::npos;
  };
  EXPECT_TRUE(tells(3, 0));
  EXPECT_FALSE(tells(100, 0));
  EXPECT_FALSE(tells(3, 100000));
}

TEST(ExponentialMechanism, WithoutALimitMorePassesWhereItIsAskedForByName) {
  const ObjectiveHandle it = objective_of(random_rows(20000, 4, 2), {});
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  const PlanHandle named = plan_of(ledger, gdp(2), it, kMethod);
  EXPECT_GT(plan_figure(named, DPCVX_PLAN_FIGURE_PASSES), 1000);
  EXPECT_LE(plan_figure(named, DPCVX_PLAN_FIGURE_PASSES), 10000);
  const PlanHandle limited = plan_of(ledger, gdp(2), it, kMethod, with({{DPCVX_PLAN_OPTION_MAX_PASSES, 1000}}));
  EXPECT_LE(plan_figure(limited, DPCVX_PLAN_FIGURE_PASSES), 1000);
  // Among other methods it has what they have.
  const PlanHandle automatic = plan_of(ledger, gdp(2), it, DPCVX_METHOD_AUTOMATIC);
  EXPECT_EQ(plan_figure(automatic, DPCVX_PLAN_FIGURE_APPLIES, kMethod), 1);
  EXPECT_EQ(plan_figure(automatic, DPCVX_PLAN_FIGURE_PREDICTED_RISK, kMethod),
            plan_figure(limited, DPCVX_PLAN_FIGURE_PREDICTED_RISK));
  const OptionsHandle options = plan_options();
  EXPECT_EQ(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_MAX_PASSES, 0.5, nullptr), DPCVX_ERR_ARGUMENT);
}

double own_loss(double z, double b, double *slope, void *) {
  *slope = z > b ? 1 : -1;
  return std::fabs(z - b);
}

TEST(ExponentialMechanism, RefusesWithReasons) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP), basic = ledger_of(DPCVX_FILTER_BASIC);
  const Rows rows = random_rows(200, 3, 2);
  const auto holds = [](const std::string &text, const char *part) { return text.find(part) != std::string::npos; };
  Setting squared;
  squared.loss = DPCVX_LOSS_SQUARED;
  squared.label_bound = 1;
  EXPECT_TRUE(holds(why_not(ledger, gdp(1), objective_of(rows, squared), kMethod), "a domain"));
  Setting absolute;
  absolute.loss = DPCVX_LOSS_ABSOLUTE;
  EXPECT_TRUE(holds(why_not(ledger, gdp(1), objective_of(rows, absolute), kMethod), "LABEL_BOUND"));
  EXPECT_TRUE(holds(why_not(basic, pure(1), objective_of(rows, {}), kMethod), "no Gaussian noise"));
  ObjectiveHandle own;
  const DatasetHandle table = dataset(rows);
  ASSERT_EQ(dpcvx_objective_create_with_loss(table, own_loss, nullptr, nullptr, own_loss_options(1, INFINITY), &own.it,
                                             nullptr),
            DPCVX_OK);
  EXPECT_TRUE(holds(why_not(ledger, gdp(1), own, kMethod), "rounding of a caller's own"));
  EXPECT_TRUE(holds(why_not(ledger, gdp(1), objective_of(rows, {}), kMethod,
                            with({{DPCVX_PLAN_OPTION_NOISE_CALIBRATION, DPCVX_NOISE_CALIBRATION_REFERENCE}})),
                    "NOISE_CALIBRATION"));
  // A price that is next to nothing beside what arithmetic costs.
  const std::string dear = why_not(ledger, gdp(1e-13), objective_of(rows, {}), kMethod);
  EXPECT_TRUE(holds(dear, "arithmetic would cost ")) << dear;
  EXPECT_TRUE(holds(dear, " % of the price's mu, and at most 25 % is accepted: a greater price, fewer ")) << dear;
}

TEST(ExponentialMechanism, SaysWhatItDidAndIsSaved) {
  const ObjectiveHandle it = objective_of(random_rows(300, 3, 2), {});
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  const PlanHandle plan = plan_of(ledger, gdp(1), it, kMethod);
  const std::string planned = text_of(plan.it, dpcvx_plan_to_json), lines = text_of(plan.it, dpcvx_plan_to_text);
  for (const char *const part :
       {"\"inverse_temperature\":", "\"geometry\":2",
        "\"sampler_mu\":", "\"high_probability_risk\":", "\"failure_probability\":0.05", "\"regularizer_range\":"})
    EXPECT_NE(planned.find(part), std::string::npos) << part;
  EXPECT_NE(lines.find("Density: exp(-"), std::string::npos);
  EXPECT_NE(lines.find("probability at least 0.95"), std::string::npos);
  const RngHandle source = rng("saved");
  FitHandle fit;
  ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, &fit.it, nullptr), DPCVX_OK);
  EXPECT_NE(report_of(fit).find("Theorem 3"), std::string::npos);
  const FitHandle back = loaded(bytes_of(fit));
  EXPECT_EQ(json_of(back), json_of(fit));
  EXPECT_EQ(report_of(back), report_of(fit));
  EXPECT_EQ(bytes_of(back), bytes_of(fit));
  // The record's constants give the charge again.
  const dpcvx::privacy::Guarantee &record = fit.it->fit.guarantee;
  const auto constant = [&](const char *name) { return record.constant(name)->value; };
  const double t =
      constant("scale") * constant("slope_of_difference") / std::sqrt(constant("strong_convexity_in_norm"));
  EXPECT_NEAR(constant("density_mu"), t, 1e-11);
  EXPECT_NEAR(t + 2 * (constant("sampler_mu") + constant("arithmetic_mu")), record.curve().gdp_mu(), 1e-11);
  EXPECT_EQ(record.curve().gdp_mu(), charge_of(plan));
}

TEST(ExponentialMechanism, ResultsDoNotDependOnThreads) {
  const ObjectiveHandle it = objective_of(random_rows(3000, 5, 2), {});
  std::vector<double> found[2];
  for (int i = 0; i < 2; ++i) {
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
    const PlanHandle plan =
        plan_of(ledger, gdp(1), it, kMethod, with({{DPCVX_PLAN_OPTION_THREADS, i == 0 ? 1.0 : 4.0}}));
    const RngHandle source = rng("threads");
    FitHandle fit;
    ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, &fit.it, nullptr), DPCVX_OK);
    found[i] = coefficients(fit);
  }
  EXPECT_EQ(found[0], found[1]);
}

int32_t stop_at_once(const dpcvx_progress *, void *) { return 1; }
int32_t stop_later(const dpcvx_progress *, void *count) { return ++*static_cast<int *>(count) > 3; }

// A direct draw, of the logistic loss, is cancelled by the same callbacks as rounds.
TEST(ExponentialMechanism, ACancelledFitHasNoCoefficientsAndStaysCharged) {
  const ObjectiveHandle it = objective_of(random_rows(300, 3, 2), {});
  for (dpcvx_progress_callback stop : {stop_at_once, stop_later}) {
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
    const PlanHandle plan = plan_of(ledger, gdp(1), it, kMethod);
    const RngHandle source = rng("cancelled");
    FitHandle fit;
    int count = 0;
    ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, monitor(stop, &count), &fit.it, nullptr), DPCVX_OK);
    EXPECT_EQ(fit_figure(fit, DPCVX_FIT_FIGURE_OUTCOME), DPCVX_OUTCOME_CANCELLED);
    EXPECT_GT(budget_figure(ledger, DPCVX_BUDGET_FIGURE_MAIN_SPENT), 0.9);
    double w[3];
    EXPECT_EQ(dpcvx_fit_coefficients(fit, w, 3, nullptr), DPCVX_ERR_STATE);
  }
}

int32_t note_step(const dpcvx_progress *progress, void *steps) {
  int64_t done = -1;
  dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_DONE, &done, nullptr);
  static_cast<std::vector<int64_t> *>(steps)->push_back(done);
  return 0;
}

// Which of a direct draw and rounds is taken depends on the table, and one record may decide: no callback tells.
TEST(ExponentialMechanism, CallbacksOfADirectDrawAreThoseOfRounds) {
  const ObjectiveHandle it = objective_of(random_rows(300, 3, 2), {});
  const BudgetHandle first = ledger_of(DPCVX_FILTER_GDP), second = ledger_of(DPCVX_FILTER_GDP);
  const PlanHandle direct = plan_of(first, gdp(1), it, kMethod);
  const double steps = plan_figure(direct, DPCVX_PLAN_FIGURE_STEPS);
  const PlanHandle rounds = plan_of(second, gdp(1), it, kMethod, with({{DPCVX_PLAN_OPTION_STEPS, steps}}));
  std::vector<int64_t> told[2];
  const dpcvx_plan *plans[2] = {direct, rounds};
  dpcvx_budget *budgets[2] = {first, second};
  for (int i = 0; i < 2; ++i) {
    const RngHandle source = rng("callbacks");
    FitHandle fit;
    ASSERT_EQ(dpcvx_fit_create(budgets[i], source, plans[i], monitor(note_step, &told[i]), &fit.it, nullptr), DPCVX_OK);
  }
  const auto all = static_cast<int64_t>(steps);
  EXPECT_GT(fixtures::scheduled(all, fixtures::every_step(all)).size(), 10u);
  for (const std::vector<int64_t> &each : told) fixtures::expect_public(each, all, fixtures::every_step(all));
}

TEST(ExponentialMechanism, CoefficientsLieInTheDomain) {
  const double low[3] = {-0.2, -1, 0.5}, high[3] = {0.1, 1, 0.5};
  dpcvx_domain *domains[4] = {};
  ASSERT_EQ(dpcvx_domain_create_ball(2, 0.5, nullptr, 3, &domains[0], nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_domain_create_ball(1, 0.5, nullptr, 3, &domains[1], nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_domain_create_box(low, high, 3, &domains[2], nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_domain_create_simplex(1, 3, &domains[3], nullptr), DPCVX_OK);
  for (dpcvx_domain *const domain : domains) {
    for (int32_t loss : {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_SQUARED, DPCVX_LOSS_HINGE}) {
      Setting setting;
      setting.loss = loss;
      setting.domain = domain;
      setting.label_bound = loss == DPCVX_LOSS_SQUARED ? 1 : 0;
      const ObjectiveHandle it = objective_of(random_rows(400, 3, 2), setting);
      const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
      const PlanHandle plan = plan_of(ledger, gdp(2), it, kMethod);
      const RngHandle source = rng("domain");
      FitHandle fit;
      ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, &fit.it, nullptr), DPCVX_OK);
      const std::vector<double> w = coefficients(fit);
      double nearest[3];
      ASSERT_EQ(dpcvx_domain_project(domain, w.data(), nearest, 3, nullptr), DPCVX_OK);
      for (int j = 0; j < 3; ++j) EXPECT_NEAR(nearest[j], w[static_cast<size_t>(j)], 1e-12);
    }
    dpcvx_domain_destroy(domain);
  }
}

// A unit's loss is the mean of its records': the same constants whatever the number of its records.
TEST(ExponentialMechanism, UsersAreUnits) {
  for (int32_t adjacency : kAdjacencies) {
    Setting setting;
    setting.nominal_units = 60;
    const Rows rows = random_rows(240, 3, 2);
    for (int64_t i = 0; i < rows.count(); ++i) setting.users.push_back(i * i % 60);
    const ObjectiveHandle it = objective_of(rows, setting);
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP, adjacency, DPCVX_UNIT_USER);
    const OptionsHandle options =
        with({{DPCVX_PLAN_OPTION_PLANNING_RADIUS, 2}, {DPCVX_PLAN_OPTION_MAX_PASSES, kNoLimit}});
    const PlanHandle plan = plan_of(ledger, gdp(1), it, kMethod, options);
    const double h = (adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2.0 : 1.0) / 60, t = density_mu(plan);
    const double k = t * std::sqrt(3) / (h * std::sqrt(2));
    EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_INVERSE_TEMPERATURE), k, 1e-6 * k);
    const RngHandle source = rng("users");
    FitHandle fit;
    ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, &fit.it, nullptr), DPCVX_OK);
    EXPECT_TRUE(std::isfinite(coefficients(fit)[0]));
  }
}

double max_distance(size_t n) { return std::sqrt(std::log(2e9) / (2 * static_cast<double>(n))); }

double normal_distance(std::vector<double> draws) {
  std::sort(draws.begin(), draws.end());
  double most = 0;
  const double n = static_cast<double>(draws.size());
  for (size_t i = 0; i < draws.size(); ++i) {
    const double at = std::erfc(-draws[i] / std::sqrt(2.0)) / 2, place = static_cast<double>(i);
    most = std::max({most, std::fabs(at - place / n), std::fabs(at - (place + 1) / n)});
  }
  return most;
}

// Of absolute deviations from labels that are out of reach, losses are linear, and V a quadratic: the law is N(s / mu,
// I / (k mu)), s the mean of the rows times the signs of their labels. Every test of a distance passes by chance in all
// but 1e-9 (Massart 1990).
TEST(ExponentialMechanism, TheLawOfALinearLossIsGaussian) {
  Rows rows;
  double mean[2] = {};
  for (int i = 0; i < 40; ++i) {
    const double angle = 0.4 * i, x = 0.9 * std::cos(angle), y = 0.9 * std::sin(angle), sign = i % 3 == 0 ? -1 : 1;
    rows.add({x, y}, 500 * sign);
    mean[0] += sign * x / 40, mean[1] += sign * y / 40;
  }
  Setting setting;
  setting.loss = DPCVX_LOSS_ABSOLUTE;
  setting.label_bound = 500;
  const ObjectiveHandle it = objective_of(rows, setting);
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  const OptionsHandle options =
      with({{DPCVX_PLAN_OPTION_PLANNING_RADIUS, 1}, {DPCVX_PLAN_OPTION_SAMPLER_FRACTION, 1e-4}});
  const PlanHandle plan = plan_of(ledger, gdp(1), it, kMethod, options);
  const double precision = plan_figure(plan, DPCVX_PLAN_FIGURE_REGULARIZER_WEIGHT);
  const double slope = plan_figure(plan, DPCVX_PLAN_FIGURE_INVERSE_TEMPERATURE) / precision;
  const int count = 20000 / kFewer;
  std::vector<double> first, second, sum, difference;
  const RngHandle source = rng("linear");
  for (int i = 0; i < count; ++i) {
    const BudgetHandle once = ledger_of(DPCVX_FILTER_GDP);
    FitHandle fit;
    ASSERT_EQ(dpcvx_fit_create(once, source, plan, nullptr, &fit.it, nullptr), DPCVX_OK);
    const std::vector<double> w = coefficients(fit);
    const double a = (w[0] - slope * mean[0]) * std::sqrt(precision);
    const double b = (w[1] - slope * mean[1]) * std::sqrt(precision);
    first.push_back(a), second.push_back(b);
    sum.push_back((a + b) / std::sqrt(2.0)), difference.push_back((a - b) / std::sqrt(2.0));
  }
  double worst = 0;
  for (const std::vector<double> &draws : {first, second, sum, difference}) {
    const double off = normal_distance(draws);
    EXPECT_LT(off, max_distance(draws.size()));
    worst = std::max(worst, off);
  }
  evidence("exponential mechanism",
           "a linear loss: %d fits against N(s / mu, I / (k mu)) in four directions: largest distance %.4f (%.4f would "
           "be chance once in 1e9)",
           count, worst, max_distance(first.size()));
}

}  // namespace
