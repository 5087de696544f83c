/* A private choice among fits from C: candidates, price of a run, result, refusals, cancellation. */
#include "check.h"

#define ROWS 2000

static int32_t cancel_at_once(const dpcvx_progress *progress, void *user) {
  (void)progress;
  (void)user;
  return 1;
}

/* A budget under a filter, for units of a kind. */
static dpcvx_budget *budget_of(int32_t filter, int32_t unit) {
  dpcvx_error error;
  dpcvx_options *options = NULL;
  dpcvx_budget *budget = NULL;
  CHECK_OK(dpcvx_budget_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, filter, &error));
  CHECK_OK(dpcvx_budget_create(6.0, 1e-5, DPCVX_ADJACENCY_REPLACE_ONE, unit, options, &budget, &error));
  dpcvx_options_destroy(options);
  return budget;
}

static void expect_spent(const dpcvx_budget *budget, int64_t wanted, double epsilon) {
  dpcvx_error error;
  int64_t charges = -1;
  double spent = -1;
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, &error));
  CHECK_OK(dpcvx_budget_get_f64(budget, DPCVX_BUDGET_FIGURE_EPSILON_SPENT, &spent, &error));
  CHECK(charges == wanted && spent <= epsilon && spent >= 0.999 * epsilon);
}

/* A budget of its own: charged once, after all checks, by what a basic filter takes. */
static void on_a_budget(const dpcvx_dataset *table, const dpcvx_options *const *given, const dpcvx_options *options) {
  static char text[32768];
  const double low = 0, high = 1;
  dpcvx_error error;
  dpcvx_budget *basic = budget_of(DPCVX_FILTER_BASIC, DPCVX_UNIT_RECORD);
  dpcvx_budget *squares = budget_of(DPCVX_FILTER_GDP, DPCVX_UNIT_RECORD);
  dpcvx_budget *users = budget_of(DPCVX_FILTER_BASIC, DPCVX_UNIT_USER);
  dpcvx_curve *price = NULL, *gaussian = NULL;
  dpcvx_monitor *monitor = NULL;
  dpcvx_rng *rng = NULL;
  dpcvx_fit *fit = NULL;
  double score = -1, epsilon = 0;
  int64_t chosen = -2;
  size_t length = 0;
  CHECK_OK(dpcvx_rng_create(&rng, &error));
  CHECK_OK(dpcvx_curve_create_approximate(4.0, 1e-6, &price, &error));
  CHECK_OK(dpcvx_curve_create_gdp(0.1, &gaussian, &error));
  CHECK_OK(dpcvx_monitor_create(cancel_at_once, NULL, &monitor, &error));
  CHECK_FAILS(dpcvx_fit_table_select_on(basic, rng, price, table, DPCVX_LOSS_SQUARED, &low, &high, 1, given, 2, options,
                                        NULL, &fit, &chosen, &score, &error),
              DPCVX_ERR_ARGUMENT, "'candidates[0]' lacks a public range");
  CHECK_FAILS(dpcvx_fit_table_select_on(users, rng, price, table, DPCVX_LOSS_LOGISTIC, &low, &high, 1, given, 2,
                                        options, NULL, &fit, &chosen, &score, &error),
              DPCVX_ERR_ARGUMENT, "without user ids");
  CHECK_FAILS(dpcvx_fit_table_select_on(squares, rng, gaussian, table, DPCVX_LOSS_LOGISTIC, &low, &high, 1, given, 2,
                                        options, NULL, &fit, &chosen, &score, &error),
              DPCVX_ERR_UNSUPPORTED, "accepted: one that the basic filter or a basic sub-budget takes");
  CHECK_FAILS(dpcvx_fit_table_select_on(squares, rng, price, table, DPCVX_LOSS_LOGISTIC, &low, &high, 1, given, 2,
                                        options, NULL, &fit, &chosen, &score, &error),
              DPCVX_ERR_UNSUPPORTED, "no sub-budget can take");
  expect_spent(basic, 0, 0);
  CHECK(fit == NULL && chosen == -2);
  CHECK_OK(dpcvx_fit_table_select_on(basic, rng, price, table, DPCVX_LOSS_LOGISTIC, &low, &high, 1, given, 2, options,
                                     NULL, &fit, &chosen, &score, &error));
  CHECK(chosen == 1 && score > 0.7 && score <= 1);
  expect_spent(basic, 1, 4.0);
  CHECK_OK(dpcvx_fit_get_f64(fit, DPCVX_FIT_FIGURE_EPSILON, &epsilon, &error));
  CHECK(epsilon <= 4.0 && epsilon > 3.999);
  CHECK_OK(dpcvx_budget_to_text(basic, text, sizeof text, &length, &error));
  CHECK(strstr(text, "a choice among fits of a table") != NULL);
  dpcvx_fit_destroy(fit);
  fit = NULL;
  CHECK_FAILS(dpcvx_fit_table_select_on(basic, rng, price, table, DPCVX_LOSS_LOGISTIC, &low, &high, 1, given, 2,
                                        options, NULL, &fit, &chosen, &score, &error),
              DPCVX_ERR_BUDGET, "the charge does not fit");
  expect_spent(basic, 1, 4.0);
  dpcvx_budget_destroy(basic);
  basic = budget_of(DPCVX_FILTER_BASIC, DPCVX_UNIT_RECORD);
  CHECK_OK(dpcvx_monitor_cancel(monitor, &error));
  CHECK_FAILS(dpcvx_fit_table_select_on(basic, rng, price, table, DPCVX_LOSS_LOGISTIC, &low, &high, 1, given, 2,
                                        options, monitor, &fit, &chosen, &score, &error),
              DPCVX_ERR_CANCELLED, "nothing was charged");
  expect_spent(basic, 0, 0);
  dpcvx_monitor_destroy(monitor);
  dpcvx_curve_destroy(price);
  dpcvx_curve_destroy(gaussian);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(basic);
  dpcvx_budget_destroy(squares);
  dpcvx_budget_destroy(users);
}

int main(void) {
  static double x[ROWS], y[ROWS];
  static char text[32768];
  const double low = 0, high = 1;
  dpcvx_error error;
  dpcvx_dataset *table = NULL;
  dpcvx_options *candidates[2] = {NULL, NULL}, *options = NULL, *others = NULL;
  const dpcvx_options *const *given = (const dpcvx_options *const *)candidates;
  const dpcvx_options *twice[2];
  dpcvx_curve *alone = NULL, *shared = NULL, *pure = NULL, *none = NULL;
  dpcvx_monitor *monitor = NULL;
  dpcvx_fit *fit = NULL;
  double mu_alone = 0, mu_shared = 0, epsilon = 0, score = -1;
  int64_t chosen = -2, outcome = 0;
  size_t length = 0;
  int i;
  for (i = 0; i < ROWS; ++i) {
    x[i] = i % 100 / 100.0;
    y[i] = i % 100 < 30 ? -1 : 1; /* at l2 = 1e6 the intercept hides the column */
  }
  CHECK_OK(dpcvx_dataset_create_dense(x, ROWS, 1, 1, 1, y, &table, &error));
  for (i = 0; i < 2; ++i) {
    CHECK_OK(dpcvx_fit_table_options_create(&candidates[i], &error));
    CHECK_OK(dpcvx_options_set_f64(candidates[i], DPCVX_FIT_TABLE_OPTION_L2, i == 0 ? 1e6 : 1e-3, &error));
    CHECK_OK(dpcvx_options_set_i64(candidates[i], DPCVX_FIT_TABLE_OPTION_METHOD, DPCVX_METHOD_OBJECTIVE_PERTURBATION,
                                   &error));
  }
  CHECK_OK(dpcvx_selection_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SELECTION_OPTION_INCLUSION, 1.0, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_SELECTION_OPTION_SCORE, DPCVX_SCORE_ACCURACY, &error));
  CHECK_FAILS(dpcvx_options_set_f64(options, DPCVX_SELECTION_OPTION_INCLUSION, 0.0, &error), DPCVX_ERR_ARGUMENT,
              "[0.015625, 1]");
  CHECK_FAILS(dpcvx_options_set_i64(options, DPCVX_SELECTION_OPTION_SCORE, 1, &error), DPCVX_ERR_ARGUMENT,
              "DPCVX_SCORE_LOG_LOSS");
  END_TEST("a table, two candidates, and options of a selection");

  CHECK_OK(dpcvx_selection_run_price(1, 1.0, 1e-6, options, &alone, &error));
  CHECK_OK(dpcvx_selection_run_price(2, 1.0, 1e-6, NULL, &shared, &error));
  CHECK_OK(dpcvx_selection_run_price(2, 1.0, 0.0, NULL, &pure, &error));
  CHECK_OK(dpcvx_curve_gdp_mu(alone, &mu_alone, &error));
  CHECK_OK(dpcvx_curve_gdp_mu(shared, &mu_shared, &error));
  CHECK_OK(dpcvx_curve_epsilon(pure, 0.0, &epsilon, &error));
  CHECK(mu_shared > 0.88 * mu_alone && mu_shared < 0.89 * mu_alone && epsilon > 0.5 && epsilon < 1);
  CHECK_FAILS(dpcvx_selection_run_price(17, 1.0, 1e-6, NULL, &none, &error), DPCVX_ERR_ARGUMENT, "'count' = 17");
  CHECK(none == NULL);
  END_TEST("what is left to each candidate");

  CHECK_OK(dpcvx_fit_table_select(table, DPCVX_LOSS_LOGISTIC, &low, &high, 1, 4.0, 1e-6, given, 2, options, NULL, &fit,
                                  &chosen, &score, &error));
  CHECK(chosen == 1 && score > 0.7 && score <= 1);
  CHECK_OK(dpcvx_fit_get_f64(fit, DPCVX_FIT_FIGURE_EPSILON, &epsilon, &error));
  CHECK(epsilon == 4.0);
  CHECK_OK(dpcvx_fit_to_text(fit, text, sizeof text, &length, &error));
  CHECK(strstr(text, "best of a random subset of fits") != NULL && strstr(text, "candidate_0_l2 = 1e+06") != NULL);
  CHECK(strstr(text, "biased upwards") != NULL && strstr(text, "NOT PRIVATE") == NULL);
  dpcvx_fit_destroy(fit);
  END_TEST("the better of two fits, its number, its score and its record");

  on_a_budget(table, given, options);
  END_TEST("a budget pays once, for what it takes, after all checks");

  CHECK_OK(dpcvx_monitor_create(cancel_at_once, NULL, &monitor, &error));
  CHECK_OK(
      dpcvx_options_set_i64(candidates[0], DPCVX_FIT_TABLE_OPTION_METHOD, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, &error));
  CHECK_OK(dpcvx_fit_table_select(table, DPCVX_LOSS_LOGISTIC, &low, &high, 1, 4.0, 1e-6, given, 2, NULL, monitor, &fit,
                                  &chosen, &score, &error));
  CHECK_OK(dpcvx_fit_get_i64(fit, DPCVX_FIT_FIGURE_OUTCOME, &outcome, &error));
  CHECK(outcome == DPCVX_OUTCOME_CANCELLED && chosen == -1 && score != score);
  CHECK_FAILS(dpcvx_fit_coefficients(fit, x, 2, &error), DPCVX_ERR_STATE, "cancelled");
  CHECK_OK(dpcvx_fit_get_f64(fit, DPCVX_FIT_FIGURE_EPSILON, &epsilon, &error));
  CHECK(epsilon == 4.0);
  dpcvx_fit_destroy(fit);
  fit = NULL;
  END_TEST("a cancelled selection releases nothing, and has spent its price");

  twice[0] = twice[1] = candidates[0];
  CHECK_FAILS(dpcvx_fit_table_select(table, DPCVX_LOSS_LOGISTIC, &low, &high, 1, 4.0, 1e-6, twice, 2, NULL, NULL, &fit,
                                     &chosen, &score, &error),
              DPCVX_ERR_ARGUMENT, "candidate 1 with all options of candidate 0");
  CHECK_OK(dpcvx_options_set_f64(candidates[1], DPCVX_FIT_TABLE_OPTION_L2, 1e6, &error));
  CHECK_OK(
      dpcvx_options_set_i64(candidates[1], DPCVX_FIT_TABLE_OPTION_METHOD, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, &error));
  CHECK_OK(dpcvx_options_set_i64(candidates[1], DPCVX_FIT_TABLE_OPTION_THREADS, 2, &error));
  CHECK_FAILS(dpcvx_fit_table_select(table, DPCVX_LOSS_LOGISTIC, &low, &high, 1, 4.0, 1e-6, given, 2, NULL, NULL, &fit,
                                     &chosen, &score, &error),
              DPCVX_ERR_ARGUMENT, "candidate 1 with all options of candidate 0");
  CHECK_OK(dpcvx_options_set_i64(candidates[1], DPCVX_FIT_TABLE_OPTION_UNIT, DPCVX_UNIT_USER, &error));
  CHECK_FAILS(dpcvx_fit_table_select(table, DPCVX_LOSS_LOGISTIC, &low, &high, 1, 4.0, 1e-6, given, 2, NULL, NULL, &fit,
                                     &chosen, &score, &error),
              DPCVX_ERR_ARGUMENT, "candidate 1 with another DPCVX_FIT_TABLE_OPTION_UNIT");
  CHECK_OK(dpcvx_options_set_i64(candidates[1], DPCVX_FIT_TABLE_OPTION_FILTER, DPCVX_FILTER_BASIC, &error));
  CHECK_FAILS(dpcvx_fit_table_select(table, DPCVX_LOSS_LOGISTIC, &low, &high, 1, 4.0, 1e-6, given, 2, NULL, NULL, &fit,
                                     &chosen, &score, &error),
              DPCVX_ERR_ARGUMENT, "DPCVX_FIT_TABLE_OPTION_FILTER; accepted: DPCVX_FILTER_AUTOMATIC");
  CHECK_FAILS(dpcvx_fit_table_select(table, DPCVX_LOSS_SQUARED, &low, &high, 1, 4.0, 1e-6, given, 1, NULL, NULL, &fit,
                                     &chosen, &score, &error),
              DPCVX_ERR_ARGUMENT, "'candidates[0]' lacks a public range");
  CHECK_OK(dpcvx_release_options_create(&others, &error));
  dpcvx_options_destroy(candidates[1]);
  candidates[1] = others;
  CHECK_FAILS(dpcvx_fit_table_select(table, DPCVX_LOSS_LOGISTIC, &low, &high, 1, 4.0, 1e-6, given, 2, NULL, NULL, &fit,
                                     &chosen, &score, &error),
              DPCVX_ERR_ARGUMENT, "'candidates'");
  CHECK(fit == NULL);
  END_TEST("candidates that do not go together are refused");

  dpcvx_monitor_destroy(monitor);
  dpcvx_curve_destroy(alone);
  dpcvx_curve_destroy(shared);
  dpcvx_curve_destroy(pure);
  dpcvx_options_destroy(options);
  dpcvx_options_destroy(candidates[0]);
  dpcvx_options_destroy(candidates[1]);
  dpcvx_dataset_destroy(table);
  return TEST_RESULT();
}
