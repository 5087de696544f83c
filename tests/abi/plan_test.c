/* Plans: what they say before anything is charged, what they refuse, and the fits they make. */
#include <time.h>

#include "check.h"

#define ROWS 600
#define DIMENSION 3

static dpcvx_error error;
static dpcvx_dataset *dataset = NULL;
static dpcvx_objective *records = NULL, *declared = NULL;
static dpcvx_curve *price = NULL;

static void make_objectives(void) {
  static double features[ROWS * 2], labels[ROWS];
  dpcvx_options *options = NULL;
  size_t i;
  for (i = 0; i < ROWS; ++i) {
    labels[i] = i % 2 == 0 ? 1 : -1;
    features[2 * i] = 0.5 * labels[i] + 0.3 * sin((double)i);
    features[2 * i + 1] = 0.4 * cos(3.0 * (double)i);
  }
  CHECK_OK(dpcvx_dataset_create_dense(features, ROWS, 2, 2, 1, labels, &dataset, &error));
  CHECK_OK(dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, NULL, NULL, &records, &error));
  CHECK_OK(dpcvx_objective_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, 500, &error));
  CHECK_OK(dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, NULL, options, &declared, &error));
  dpcvx_options_destroy(options);
}

static dpcvx_budget *make_budget(int32_t adjacency, int32_t unit) {
  dpcvx_budget *budget = NULL;
  CHECK_OK(dpcvx_budget_create(1.0, 1e-5, adjacency, unit, NULL, &budget, &error));
  return budget;
}

static double figure(const dpcvx_plan *plan, int32_t which) {
  double value = -1;
  CHECK_OK(dpcvx_plan_get_f64(plan, DPCVX_METHOD_AUTOMATIC, which, &value, &error));
  return value;
}

static int64_t count(const dpcvx_plan *plan, int32_t which) {
  int64_t value = -1;
  CHECK_OK(dpcvx_plan_get_i64(plan, DPCVX_METHOD_AUTOMATIC, which, &value, &error));
  return value;
}

static void what_it_says(void) {
  static char text[16384];
  dpcvx_budget *budget = make_budget(DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD);
  dpcvx_plan *plan = NULL;
  dpcvx_curve *curve = NULL;
  size_t length = 0;
  int64_t applies = -1;
  double risk = -1, mu = -1, spent = -1;

  CHECK_OK(dpcvx_plan_create(budget, price, records, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, NULL, &plan, &error));
  CHECK(count(plan, DPCVX_PLAN_FIGURE_METHOD) == DPCVX_METHOD_NOISY_GRADIENT_DESCENT);
  CHECK(count(plan, DPCVX_PLAN_FIGURE_UNITS) == ROWS && count(plan, DPCVX_PLAN_FIGURE_DIMENSION) == DIMENSION);
  CHECK(figure(plan, DPCVX_PLAN_FIGURE_PASSES) == (double)count(plan, DPCVX_PLAN_FIGURE_STEPS));
  CHECK(figure(plan, DPCVX_PLAN_FIGURE_SAMPLING_RATE) == 1 && figure(plan, DPCVX_PLAN_FIGURE_BATCH_SIZE) == ROWS);
  CHECK(figure(plan, DPCVX_PLAN_FIGURE_CLIPPING_NORM) == 1 && figure(plan, DPCVX_PLAN_FIGURE_PLANNING_RADIUS) == 20);
  CHECK_FAILS(dpcvx_plan_get_f64(plan, DPCVX_METHOD_AUTOMATIC, 470, &risk, &error), DPCVX_ERR_ARGUMENT,
              "'figure' = 470");
  CHECK_FAILS(dpcvx_plan_get_f64(plan, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_STEPS, &risk, &error),
              DPCVX_ERR_ARGUMENT, "use dpcvx_plan_get_i64");
  CHECK_FAILS(dpcvx_plan_get_i64(plan, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_PASSES, &applies, &error),
              DPCVX_ERR_ARGUMENT, "use dpcvx_plan_get_f64");
  END_TEST("a plan's figures");

  CHECK_OK(dpcvx_plan_get_i64(plan, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_PLAN_FIGURE_APPLIES, &applies, &error));
  CHECK_OK(
      dpcvx_plan_get_f64(plan, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_PLAN_FIGURE_PREDICTED_RISK, &risk, &error));
  CHECK_OK(dpcvx_plan_reason(plan, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, text, sizeof(text), &length, &error));
  CHECK(applies == 1 && risk == figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK) && strcmp(text, "it applies") == 0);
  {
    int32_t methods[32], first[1] = {0};
    int64_t ranked = 0, i, fewer = 0;
    double typical, last = 0;
    dpcvx_plan *all = NULL;
    CHECK_OK(dpcvx_plan_create(budget, price, records, DPCVX_METHOD_AUTOMATIC, NULL, &all, &error));
    CHECK_OK(dpcvx_plan_ranking(all, methods, 32, &ranked, &error));
    CHECK(ranked >= 4 && ranked <= 32);
    for (i = 0; i < ranked; ++i) {
      CHECK_OK(dpcvx_plan_get_f64(all, methods[i], DPCVX_PLAN_FIGURE_TYPICAL_RISK, &typical, &error));
      CHECK(typical >= last && isfinite(typical));
      last = typical;
    }
    CHECK_OK(dpcvx_plan_ranking(all, first, 1, &fewer, &error));
    CHECK(first[0] == methods[0] && fewer == ranked);
    CHECK_OK(dpcvx_plan_ranking(all, NULL, 0, &fewer, &error));
    CHECK_FAILS(dpcvx_plan_get_f64(all, DPCVX_METHOD_STABLE_OUTPUT, DPCVX_PLAN_FIGURE_NOISE_STDDEV, &typical, &error),
                DPCVX_ERR_UNSUPPORTED, "does not apply");
    CHECK_OK(dpcvx_plan_get_i64(all, DPCVX_METHOD_STABLE_OUTPUT, DPCVX_PLAN_FIGURE_APPLIES, &applies, &error));
    CHECK_OK(dpcvx_plan_reason(all, DPCVX_METHOD_STABLE_OUTPUT, text, sizeof(text), &length, &error));
    CHECK(applies == 0 && strstr(text, "the price must be one (epsilon, delta)") != NULL);
    dpcvx_plan_destroy(all);
  }
  END_TEST("how methods compare");

  CHECK_OK(dpcvx_plan_curve(plan, &curve, &error));
  CHECK_OK(dpcvx_curve_gdp_mu(curve, &mu, &error));
  CHECK(mu > 0.199 && mu <= 0.2 * (1 + 1e-9));
  CHECK_OK(dpcvx_budget_get_f64(budget, DPCVX_BUDGET_FIGURE_MAIN_SPENT, &spent, &error));
  CHECK(spent == 0);
  END_TEST("what a fit will be charged; nothing is charged yet");

  CHECK_OK(dpcvx_plan_to_json(plan, text, sizeof(text), &length, &error));
  CHECK(text[0] == '{' && text[length - 1] == '}' && strstr(text, "\"method\":\"noisy gradient descent\"") != NULL);
  CHECK_OK(dpcvx_plan_to_text(plan, text, sizeof(text), &length, &error));
  CHECK(strstr(text, "Typical risk") != NULL && strstr(text, "Worst-case bound") != NULL);
  CHECK(strstr(text, "Rows: unscaled, clipped to an l2 norm of 1. Longer rows are shortened") != NULL);
  END_TEST("a plan in JSON and in lines for people");

  dpcvx_curve_destroy(curve);
  dpcvx_plan_destroy(plan);
  dpcvx_plan_destroy(NULL);
  dpcvx_budget_destroy(budget);
}

static void what_it_refuses(void) {
  dpcvx_budget *budget = make_budget(DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD);
  dpcvx_budget *users = make_budget(DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  dpcvx_budget *removing = make_budget(DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_RECORD);
  dpcvx_curve *pure = NULL;
  dpcvx_rng *rng = NULL;
  dpcvx_plan *plan = NULL, *none = NULL;
  dpcvx_fit *fit = NULL;
  const int32_t method = DPCVX_METHOD_NOISY_GRADIENT_DESCENT;

  CHECK_FAILS(dpcvx_plan_create(users, price, records, method, NULL, &none, &error), DPCVX_ERR_UNSUPPORTED,
              "a budget for users; accepted: one for records");
  CHECK_FAILS(dpcvx_plan_create(removing, price, records, method, NULL, &none, &error), DPCVX_ERR_UNSUPPORTED,
              "DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS");
  CHECK_OK(dpcvx_curve_create_pure(0.5, &pure, &error));
  CHECK_FAILS(dpcvx_plan_create(budget, pure, records, method, NULL, &none, &error), DPCVX_ERR_UNSUPPORTED,
              "noisy gradient descent does not apply: the price allows no Gaussian noise");
  CHECK(none == NULL);
  END_TEST("a plan refuses another unit, a private n, a price that allows nothing");

  CHECK_OK(dpcvx_rng_create_deterministic("plan", 4, &rng, &error));
  CHECK_OK(dpcvx_plan_create(budget, price, declared, method, NULL, &plan, &error));
  CHECK_FAILS(dpcvx_fit_create(users, rng, plan, NULL, &fit, &error), DPCVX_ERR_UNSUPPORTED,
              "another unit than the plan's; accepted: one for records");
  CHECK_FAILS(dpcvx_fit_create(removing, rng, plan, NULL, &fit, &error), DPCVX_ERR_UNSUPPORTED,
              "another adjacency than the plan's; accepted: one under replace-one");
  CHECK(fit == NULL);
  END_TEST("a fit refuses a budget of another unit or adjacency than its plan's");

  dpcvx_plan_destroy(plan);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(pure);
  dpcvx_budget_destroy(removing);
  dpcvx_budget_destroy(users);
  dpcvx_budget_destroy(budget);
}

/* Counts, and the number of steps after which it cancels. */
static int64_t seen_done = -1, seen_total = -1, stop_after = 1000000000;
static int calls = 0;

static int32_t watch(const dpcvx_progress *progress, void *user) {
  ++calls;
  CHECK(user == &calls);
  CHECK_OK(dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_DONE, &seen_done, &error));
  CHECK_OK(dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_TOTAL, &seen_total, &error));
  CHECK_FAILS(dpcvx_progress_get_i64(progress, 70, &seen_done, &error), DPCVX_ERR_ARGUMENT, "'figure' = 70");
  return seen_done >= stop_after;
}

static void fits_that_are_watched(void) {
  dpcvx_budget *budget = make_budget(DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD);
  dpcvx_rng *rng = NULL;
  dpcvx_plan *plan = NULL;
  dpcvx_fit *fit = NULL;
  dpcvx_monitor *monitor = NULL, *cancelled = NULL;
  dpcvx_curve *small = NULL;
  double w[DIMENSION], spent[2] = {-1, -1};
  int64_t value = -1;
  time_t began;

  CHECK_OK(dpcvx_curve_create_gdp(0.05, &small, &error));
  CHECK_OK(dpcvx_rng_create_deterministic("plan", 4, &rng, &error));
  CHECK_OK(dpcvx_plan_create(budget, small, records, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, NULL, &plan, &error));
  CHECK_OK(dpcvx_monitor_create(watch, &calls, &monitor, &error));
  began = time(NULL);
  CHECK_OK(dpcvx_fit_create(budget, rng, plan, monitor, &fit, &error));
  CHECK(seen_done == seen_total && seen_total == count(plan, DPCVX_PLAN_FIGURE_STEPS));
  /* At most 202 by the steps, and one in each half second that passed without. */
  CHECK(calls > 2 && calls <= 202 + 2 * (difftime(time(NULL), began) + 1));
  CHECK_OK(dpcvx_fit_get_i64(fit, DPCVX_FIT_FIGURE_OUTCOME, &value, &error));
  CHECK(value == DPCVX_OUTCOME_DONE);
  CHECK_OK(dpcvx_fit_get_i64(fit, DPCVX_FIT_FIGURE_METHOD, &value, &error));
  CHECK(value == DPCVX_METHOD_NOISY_GRADIENT_DESCENT);
  CHECK_OK(dpcvx_budget_get_f64(budget, DPCVX_BUDGET_FIGURE_MAIN_SPENT, &spent[0], &error));
  dpcvx_fit_destroy(fit);
  END_TEST("a fit tells how far it is");

  stop_after = 3;
  CHECK_OK(dpcvx_fit_create(budget, rng, plan, monitor, &fit, &error));
  CHECK_OK(dpcvx_fit_get_i64(fit, DPCVX_FIT_FIGURE_OUTCOME, &value, &error));
  CHECK(value == DPCVX_OUTCOME_CANCELLED);
  CHECK_OK(dpcvx_fit_get_i64(fit, DPCVX_FIT_FIGURE_STEPS, &value, &error));
  CHECK(value == 3);
  CHECK_OK(dpcvx_fit_coefficients(fit, w, DIMENSION, &error));
  CHECK(isfinite(w[0]) && w[0] != 0);
  CHECK_OK(dpcvx_budget_get_f64(budget, DPCVX_BUDGET_FIGURE_MAIN_SPENT, &spent[1], &error));
  CHECK(spent[1] > 1.4 * spent[0]); /* squares add up */
  dpcvx_fit_destroy(fit);
  END_TEST("a callback cancels: the charge stays, the paid steps are there");

  CHECK_OK(dpcvx_monitor_create(NULL, NULL, &cancelled, &error));
  CHECK_OK(dpcvx_monitor_cancel(cancelled, &error));
  CHECK_FAILS(dpcvx_fit_create(budget, rng, plan, cancelled, &fit, &error), DPCVX_ERR_CANCELLED, "nothing was charged");
  CHECK(fit == NULL);
  CHECK_OK(dpcvx_budget_get_f64(budget, DPCVX_BUDGET_FIGURE_MAIN_SPENT, &spent[0], &error));
  CHECK(spent[0] == spent[1]);
  END_TEST("a monitor that was cancelled stops it before the charge");

  stop_after = 0;
  CHECK_OK(dpcvx_fit_create(budget, rng, plan, monitor, &fit, &error));
  CHECK_OK(dpcvx_fit_get_i64(fit, DPCVX_FIT_FIGURE_STEPS, &value, &error));
  CHECK(value == 0);
  CHECK_FAILS(dpcvx_fit_coefficients(fit, w, DIMENSION, &error), DPCVX_ERR_STATE, "cancelled before anything");
  CHECK_OK(dpcvx_budget_get_f64(budget, DPCVX_BUDGET_FIGURE_MAIN_SPENT, &spent[0], &error));
  CHECK(spent[0] > spent[1]);
  dpcvx_fit_destroy(fit);
  END_TEST("a callback that cancels before the first step leaves the charge");

  dpcvx_monitor_destroy(cancelled);
  dpcvx_monitor_destroy(monitor);
  dpcvx_plan_destroy(plan);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(small);
  dpcvx_budget_destroy(budget);
}

int main(void) {
  CHECK_OK(dpcvx_curve_create_gdp(0.2, &price, &error));
  make_objectives();
  END_TEST("objectives");
  what_it_says();
  what_it_refuses();
  fits_that_are_watched();
  dpcvx_curve_destroy(price);
  dpcvx_objective_destroy(declared);
  dpcvx_objective_destroy(records);
  dpcvx_dataset_destroy(dataset);
  return TEST_RESULT();
}
