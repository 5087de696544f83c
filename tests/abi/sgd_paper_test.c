/* The closed forms of DP-SGD: the noise and its search, the least epsilon, the schedules; and a fit with them. */
#include "check.h"

#define ROWS 400

static dpcvx_error error;

static void closed_forms(void) {
  double beta = 0, noise = 0, again = 0, epsilon = 0, step_size = 0, rate = 0;
  int64_t steps = 0;
  CHECK_OK(dpcvx_reference_wang2022_noise(1.0, 10000, 10000, 2.0, 1e-8, &beta, &noise, &error));
  CHECK(beta > 0 && beta < 1 && noise > 2 * sqrt(0.67));
  CHECK_OK(dpcvx_reference_wang2022_noise(3.0, 10000, 10000, 2.0, 1e-8, NULL, &again, &error));
  CHECK(fabs(again / noise - 3) < 1e-12);
  CHECK_FAILS(dpcvx_reference_wang2022_noise(1.0, 10000, 10000, 1e-6, 1e-8, &beta, &noise, &error), DPCVX_ERR_NUMERIC,
              "no beta in (0, 1)");
  CHECK_FAILS(dpcvx_reference_wang2022_noise(1.0, 0, 1, 1.0, 1e-8, &beta, &noise, &error), DPCVX_ERR_ARGUMENT,
              "'units' = 0");
  CHECK_OK(dpcvx_reference_wang2022_min_epsilon(10000, &epsilon, &error));
  CHECK(epsilon > 0 && epsilon < 2);
  CHECK_OK(dpcvx_reference_wang2022_schedule(12, 0.0, 100, 5, 1.0, 1e-6, 0.1, &steps, &step_size, &rate, &error));
  CHECK(steps == 10000 && step_size > 0 && rate > 0);
  CHECK_FAILS(dpcvx_reference_wang2022_schedule(11, 0.0, 100, 5, 1.0, 1e-6, 0.1, &steps, &step_size, &rate, &error),
              DPCVX_ERR_ARGUMENT, "'theorem' = 11");
  END_TEST("closed forms of DP-SGD");
}

static void a_fit_with_them(void) {
  static double features[ROWS * 2], labels[ROWS], w[3];
  dpcvx_dataset *dataset = NULL;
  dpcvx_domain *domain = NULL;
  dpcvx_objective *objective = NULL;
  dpcvx_budget *budget = NULL;
  dpcvx_curve *price = NULL;
  dpcvx_options *options = NULL;
  dpcvx_plan *plan = NULL;
  dpcvx_fit *fit = NULL;
  dpcvx_rng *rng = NULL;
  int64_t steps = 0;
  double noise = 0, paper = 0, rate = 0;
  size_t i;
  for (i = 0; i < ROWS; ++i) {
    labels[i] = i % 2 == 0 ? 1 : -1;
    features[2 * i] = 0.5 * labels[i] + 0.3 * sin((double)i);
    features[2 * i + 1] = 0.4 * cos(3.0 * (double)i);
  }
  CHECK_OK(dpcvx_dataset_create_dense(features, ROWS, 2, 2, 1, labels, &dataset, &error));
  CHECK_OK(dpcvx_domain_create_ball(2, 10, NULL, 3, &domain, &error));
  CHECK_OK(dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, domain, NULL, &objective, &error));
  CHECK_OK(dpcvx_budget_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_BASIC, &error));
  CHECK_OK(dpcvx_budget_create(8.0, 1e-4, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, options, &budget, &error));
  dpcvx_options_destroy(options);
  CHECK_OK(dpcvx_budget_price(budget, 1, &price, &error));
  CHECK_OK(dpcvx_plan_options_create(&options, &error));
  CHECK_OK(
      dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_NOISE_CALIBRATION, DPCVX_NOISE_CALIBRATION_REFERENCE, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_SCHEDULE, DPCVX_SCHEDULE_REFERENCE, &error));
  CHECK_OK(dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_DP_SGD_GRADIENT, options, &plan, &error));
  CHECK_OK(dpcvx_plan_get_i64(plan, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_STEPS, &steps, &error));
  CHECK_OK(dpcvx_plan_get_f64(plan, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_NOISE_STDDEV, &noise, &error));
  CHECK_OK(dpcvx_plan_get_f64(plan, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_REFERENCE_NOISE_STDDEV, &paper, &error));
  CHECK_OK(dpcvx_plan_get_f64(plan, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_REFERENCE_RATE, &rate, &error));
  CHECK(steps == ROWS && noise >= paper && noise < paper * 1.001 && rate > 0);
  CHECK_OK(dpcvx_rng_create(&rng, &error));
  CHECK_OK(dpcvx_fit_create(budget, rng, plan, NULL, &fit, &error));
  CHECK_OK(dpcvx_fit_coefficients(fit, w, 3, &error));
  CHECK(w[0] * w[0] + w[1] * w[1] + w[2] * w[2] <= 100.0001);
  dpcvx_fit_destroy(fit);
  dpcvx_rng_destroy(rng);
  dpcvx_plan_destroy(plan);
  dpcvx_options_destroy(options);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_objective_destroy(objective);
  dpcvx_domain_destroy(domain);
  dpcvx_dataset_destroy(dataset);
  END_TEST("DP-SGD-Gradient with the paper's noise and schedule");
}

int main(void) {
  closed_forms();
  a_fit_with_them();
  return TEST_RESULT();
}
