// Forms of noise, orders and schedules of the two methods of Wang, Lei, Ying and Zhang 2022: that they can be had, that
// none is passed over in silence, and that plans and fits say which one it was.
#include <gtest/gtest.h>

#include "solve/perturbation/perturbations.h"
#include "solve/fit/saved.h"

namespace {

using namespace perturbations;

Rows some_rows(int64_t count) {
  std::mt19937_64 bits(7);
  std::uniform_real_distribution<double> uniform(-0.7, 0.7);
  Rows rows;
  for (int64_t i = 0; i < count; ++i) {
    const double x = uniform(bits), y = uniform(bits);
    rows.add({x, y}, x > 0.3 * y ? 1 : -1);
  }
  return rows;
}

bool holds(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

struct Made {
  PlanHandle plan;
  FitHandle fit;
};

Made made(const dpcvx_objective *it, int32_t method, const dpcvx_options *options, double epsilon = 0.5) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  Made out;
  out.plan = plan_of(ledger, approximate(epsilon, 1e-6), it, method, options);
  const RngHandle source = rng("forms");
  dpcvx_error err;
  EXPECT_EQ(dpcvx_fit_create(ledger, source, out.plan, nullptr, &out.fit.it, &err), DPCVX_OK) << err.message;
  return out;
}

// Asked for by name and nothing else, Theorem 8's noise is planned for: losses as they are, steps that Theorem 7
// allows, of the size that loses least with this noise.
TEST(SgdForms, ThePapersNoiseNeedsNoOtherOption) {
  DomainHandle within;
  ASSERT_EQ(dpcvx_domain_create_ball(2, 1.5, nullptr, 2, &within.it, nullptr), DPCVX_OK);
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  const CurveHandle price = approximate(0.5, 1e-6);
  for (int32_t loss : {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_HINGE, DPCVX_LOSS_SQUARED, DPCVX_LOSS_ABSOLUTE,
                       DPCVX_LOSS_PINBALL, DPCVX_LOSS_POWER_HINGE, DPCVX_LOSS_POWER})
    for (bool bounded : {false, true}) {
      Setting setting;
      setting.loss = loss;
      if (loss == DPCVX_LOSS_SQUARED || loss == DPCVX_LOSS_ABSOLUTE || loss == DPCVX_LOSS_PINBALL ||
          loss == DPCVX_LOSS_POWER)
        setting.label_bound = 1;
      setting.domain = bounded ? static_cast<const dpcvx_domain *>(within) : nullptr;
      const ObjectiveHandle it = objective_of(some_rows(1000), setting);
      const PlanHandle plan = plan_of(ledger, price, it, DPCVX_METHOD_DP_SGD_OUTPUT,
                                      with({{DPCVX_PLAN_OPTION_NOISE_CALIBRATION, DPCVX_NOISE_CALIBRATION_REFERENCE}}));
      ASSERT_NE(plan.it, nullptr) << loss << " " << bounded;
      EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV) /
                      plan_figure(plan, DPCVX_PLAN_FIGURE_REFERENCE_NOISE_STDDEV),
                  1, 1e-9);
      const double steps = plan_figure(plan, DPCVX_PLAN_FIGURE_STEPS);
      const double eta = plan_figure(plan, DPCVX_PLAN_FIGURE_STEP_SIZE);
      const double risk = plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK);
      for (double factor : {0.1, 0.5, 2.0, 10.0}) {
        PlanHandle other;
        const OptionsHandle options = with({{DPCVX_PLAN_OPTION_NOISE_CALIBRATION, DPCVX_NOISE_CALIBRATION_REFERENCE},
                                            {DPCVX_PLAN_OPTION_SMOOTHING, 0},
                                            {DPCVX_PLAN_OPTION_STEPS, steps},
                                            {DPCVX_PLAN_OPTION_STEP_SIZE, eta * factor}});
        if (dpcvx_plan_create(ledger, price, it, DPCVX_METHOD_DP_SGD_OUTPUT, options, &other.it, nullptr) != DPCVX_OK)
          continue;  // beyond the theorem
        // What is shown counts noise in both directions, the rule in the one that a row sees: a factor of sqrt(2).
        EXPECT_LE(risk, 1.1 * plan_figure(other, DPCVX_PLAN_FIGURE_PREDICTED_RISK))
            << loss << " " << bounded << " " << factor;
      }
    }
}

TEST(SgdForms, WhatAMethodDoesNotTakeIsARefusal) {
  const ObjectiveHandle it = objective_of(some_rows(200), {DPCVX_LOSS_LOGISTIC});
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  const CurveHandle price = approximate(1, 1e-6);
  EXPECT_TRUE(holds(why_not(ledger, price, it, DPCVX_METHOD_DP_SGD_GRADIENT,
                            with({{DPCVX_PLAN_OPTION_ORDER, DPCVX_SGD_ORDER_PERMUTED}})),
                    "independent units"));
  const PlanHandle sampled = plan_of(ledger, price, it, DPCVX_METHOD_DP_SGD_GRADIENT,
                                     with({{DPCVX_PLAN_OPTION_ORDER, DPCVX_SGD_ORDER_SAMPLED}}));
  EXPECT_NE(sampled.it, nullptr);
  EXPECT_TRUE(
      holds(why_not(ledger, price, it, DPCVX_METHOD_DP_SGD_OUTPUT, with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, 0.5}})),
            "DPCVX_PLAN_OPTION_CLIPPING_NORM"));
  EXPECT_TRUE(holds(why_not(ledger, price, it, DPCVX_METHOD_NOISY_SGD,
                            with({{DPCVX_PLAN_OPTION_SCHEDULE, DPCVX_SCHEDULE_REFERENCE}})),
                    "DPCVX_PLAN_OPTION_NOISE_CALIBRATION"));
}

// In Gaussian currencies a step on one unit is charged as one on all: such fits would be noise alone.
TEST(SgdForms, GradientsOfSingleUnitsNeedAFilterThatSamplingHelpsIn) {
  const ObjectiveHandle it = objective_of(some_rows(1000), {DPCVX_LOSS_HINGE});
  const CurveHandle price = approximate(0.5, 1e-6);
  for (int32_t filter : {DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP}) {
    const BudgetHandle ledger = ledger_of(filter);
    EXPECT_TRUE(holds(why_not(ledger, price, it, DPCVX_METHOD_DP_SGD_GRADIENT, nullptr), "basic or the RDP filter"));
    const PlanHandle given =
        plan_of(ledger, price, it, DPCVX_METHOD_DP_SGD_GRADIENT, with({{DPCVX_PLAN_OPTION_STEPS, 5}}));
    EXPECT_NE(given.it, nullptr);
  }
}

// Methods that sample are compared by noise calibrated in less time; the one that is chosen has the least.
// Methods that are far behind are compared by closed forms, which give some percent more noise.
TEST(SgdForms, ComparisonsAreNearWhatEachMethodPlans) {
  const ObjectiveHandle it = objective_of(some_rows(3000), {DPCVX_LOSS_LOGISTIC});
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  for (double epsilon : {0.2, 2.0}) {
    const CurveHandle price = approximate(epsilon, 1e-7);
    const PlanHandle all = plan_of(ledger, price, it, DPCVX_METHOD_AUTOMATIC, nullptr);
    for (int32_t method : {DPCVX_METHOD_NOISY_SGD, DPCVX_METHOD_DP_SGD_GRADIENT}) {
      const PlanHandle own = plan_of(ledger, price, it, method, nullptr);
      const double compared = plan_figure(all, DPCVX_PLAN_FIGURE_PREDICTED_RISK, method);
      const double ratio = compared / plan_figure(own, DPCVX_PLAN_FIGURE_PREDICTED_RISK);
      EXPECT_TRUE(ratio >= 1 - 1e-9 && ratio < 1.25) << method << " " << epsilon << " " << ratio;
    }
  }
}

TEST(SgdForms, PlansAndFitsSayWhichItWas) {
  const ObjectiveHandle it = objective_of(some_rows(1000), {DPCVX_LOSS_HINGE});
  const Made plain = made(it, DPCVX_METHOD_DP_SGD_OUTPUT, plan_options());
  EXPECT_TRUE(holds(text_of(plain.plan.it, dpcvx_plan_to_json),
                    "\"order\":\"permuted\",\"noise_calibration\":\"exact\",\"schedule\":\"optimized\""));
  EXPECT_TRUE(holds(text_of(plain.plan.it, dpcvx_plan_to_text), "Order of units: each pass in a fresh permutation"));
  EXPECT_TRUE(holds(text_of(plain.plan.it, dpcvx_plan_to_text), "Bound on the population, in expectation: "));
  EXPECT_TRUE(holds(report_of(plain.fit), "Balle, Barthe and Gaboardi 2018, Theorem 2"));
  EXPECT_FALSE(holds(report_of(plain.fit), "Theorem 8"));

  const OptionsHandle quantile = with({{DPCVX_PLAN_OPTION_NOISE_CALIBRATION, DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY},
                                       {DPCVX_PLAN_OPTION_SCHEDULE, DPCVX_SCHEDULE_REFERENCE},
                                       {DPCVX_PLAN_OPTION_MAX_PASSES, 20}});
  const Made second = made(it, DPCVX_METHOD_DP_SGD_OUTPUT, quantile);
  EXPECT_TRUE(holds(text_of(second.plan.it, dpcvx_plan_to_json),
                    "\"noise_calibration\":\"high_probability\",\"schedule\":\"reference\""));
  EXPECT_TRUE(holds(report_of(second.fit), "a length that all but part of the orders keep"));
  EXPECT_TRUE(holds(report_of(second.fit), "Wang, Lei, Ying and Zhang 2022, Theorem 9, unless given or limited"));

  const OptionsHandle paper = with(
      {{DPCVX_PLAN_OPTION_NOISE_CALIBRATION, DPCVX_NOISE_CALIBRATION_REFERENCE}, {DPCVX_PLAN_OPTION_MAX_PASSES, 20}});
  const Made third = made(it, DPCVX_METHOD_DP_SGD_OUTPUT, paper);
  EXPECT_TRUE(
      holds(text_of(third.plan.it, dpcvx_plan_to_json), "\"order\":\"sampled\",\"noise_calibration\":\"reference\""));
  EXPECT_TRUE(holds(report_of(third.fit), "Wang, Lei, Ying and Zhang 2022, Theorem 8"));
  EXPECT_TRUE(holds(guarantee_of(third.fit), "\"population_risk\""));

  const Made gradient = made(it, DPCVX_METHOD_DP_SGD_GRADIENT, paper, 1);
  EXPECT_TRUE(holds(report_of(gradient.fit), "Wang, Lei, Ying and Zhang 2022, Theorem 11"));
  EXPECT_TRUE(holds(report_of(gradient.fit), "by privacy losses (Doroshenko"));
  EXPECT_FALSE(holds(text_of(gradient.plan.it, dpcvx_plan_to_json), "\"order\""));
}

// Steps along smooth losses add nothing to distances, and nothing is what the record has.
TEST(SgdForms, StepsThatDoNotExpandAddNothing) {
  const ObjectiveHandle it = objective_of(some_rows(1000), {DPCVX_LOSS_LOGISTIC});
  const Made fit = made(it, DPCVX_METHOD_DP_SGD_OUTPUT, with({{DPCVX_PLAN_OPTION_MAX_PASSES, 20}}));
  EXPECT_TRUE(holds(report_of(fit.fit), "growth_of_squared_distance_a_step = 0 (enforced)")) << report_of(fit.fit);
}

}  // namespace
