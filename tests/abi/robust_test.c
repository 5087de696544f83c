/* Robust statistics and variances from C: what follows from a distribution and from means, plans, refusals. */
#include "check.h"

#define ROWS 4000

/* The record of an estimate that follows from a release names the level of its own intervals. */
static int has_level(const dpcvx_estimate *estimate, double expected) {
  dpcvx_guarantee *record = NULL;
  dpcvx_error error;
  double level = 0;
  int32_t origin = 0;
  CHECK_OK(dpcvx_estimate_guarantee(estimate, &record, &error));
  CHECK_OK(dpcvx_guarantee_constant(record, "interval_level", &level, &origin, &error));
  dpcvx_guarantee_destroy(record);
  return level == expected;
}

int main(void) {
  static double x[ROWS];
  static char text[32768];
  const double range[2] = {0, 10}, low = 0, high = 10, guess[5] = {1, 3, 5, 7, 9}, bad_guess[1] = {HUGE_VAL};
  const int32_t kinds[3] = {DPCVX_ESTIMATE_KIND_TRIMMED_MEAN, DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN,
                            DPCVX_ESTIMATE_KIND_QUANTILE_RANGE};
  const char *const names[3] = {"trimmed mean", "winsorized mean", "quantile range"};
  const double truths[3] = {4.995, 4.995, 5};
  dpcvx_error error;
  dpcvx_dataset *table = NULL;
  dpcvx_budget *budget = NULL;
  dpcvx_curve *price = NULL;
  dpcvx_rng *rng = NULL;
  dpcvx_options *options = NULL, *coarse = NULL;
  dpcvx_estimate *cumulative = NULL, *means = NULL, *robust = NULL, *variance = NULL, *none = NULL;
  double value = 0, from = 0, to = 0, fraction = 0, plain = 0, wide = 0;
  int64_t kind = 0, count = 0, charges = 0;
  size_t length = 0;
  int i;
  for (i = 0; i < ROWS; ++i) x[i] = (i * 7 % 1000) / 100.0;
  CHECK_OK(dpcvx_dataset_create_dense(x, ROWS, 1, 1, 1, NULL, &table, &error));
  CHECK_OK(dpcvx_budget_create(2.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &error));
  CHECK_OK(dpcvx_budget_price(budget, 0.5, &price, &error));
  CHECK_OK(dpcvx_rng_create(&rng, &error));
  CHECK_OK(dpcvx_estimate_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_ESTIMATE_OPTION_INTERVAL_LEVEL, 0.999999, &error));
  CHECK_OK(dpcvx_estimate_options_create(&coarse, &error));
  CHECK_OK(dpcvx_options_set_i64(coarse, DPCVX_ESTIMATE_OPTION_CELLS, 128, &error));
  CHECK_OK(dpcvx_estimate_create_cumulative(budget, rng, price, table, 0, range, 2, coarse, &cumulative, &error));
  CHECK_OK(dpcvx_estimate_create_mean(budget, rng, price, table, &low, &high, 1, NULL, &means, &error));
  END_TEST("a distribution and a mean");

  CHECK_FAILS(dpcvx_estimate_create_robust(means, kinds[0], 0.1, NULL, &none, &error), DPCVX_ERR_UNSUPPORTED,
              "DPCVX_ESTIMATE_KIND_CUMULATIVE");
  CHECK_FAILS(dpcvx_estimate_create_robust(cumulative, DPCVX_ESTIMATE_KIND_MEAN, 0.1, NULL, &none, &error),
              DPCVX_ERR_ARGUMENT, "'kind'");
  CHECK_FAILS(dpcvx_estimate_create_robust(cumulative, kinds[0], 0.5, NULL, &none, &error), DPCVX_ERR_ARGUMENT,
              "'fraction' = 0.5");
  CHECK_FAILS(dpcvx_estimate_create_robust(cumulative, kinds[2], 0, NULL, &none, &error), DPCVX_ERR_ARGUMENT,
              "'fraction' = 0");
  CHECK_FAILS(dpcvx_estimate_create_variance(cumulative, NULL, &none, &error), DPCVX_ERR_UNSUPPORTED,
              "DPCVX_ESTIMATE_KIND_MEAN");
  CHECK_FAILS(dpcvx_estimate_expected_robust(price, DPCVX_ADJACENCY_REPLACE_ONE, 100, bad_guess, 1, range, 2, kinds[0],
                                             0.1, NULL, &from, &to, &error),
              DPCVX_ERR_ARGUMENT, "'guess[0]'");
  CHECK(none == NULL);
  CHECK_FAILS(dpcvx_estimate_get_f64(cumulative, DPCVX_ESTIMATE_FIGURE_FRACTION, &fraction, &error),
              DPCVX_ERR_UNSUPPORTED, "trimmed and winsorized means");
  CHECK_FAILS(dpcvx_estimate_get_f64(means, DPCVX_ESTIMATE_FIGURE_FRACTION, &fraction, &error), DPCVX_ERR_UNSUPPORTED,
              "trimmed and winsorized means");
  CHECK_OK(dpcvx_estimate_to_json(means, text, sizeof text, &length, &error));
  CHECK(strstr(text, "\"fraction\":0") == NULL);
  END_TEST("refusals");

  for (i = 0; i < 3; ++i) {
    CHECK_OK(dpcvx_estimate_create_robust(cumulative, kinds[i], i < 2 ? 0.1 : 0.25, options, &robust, &error));
    CHECK_OK(dpcvx_estimate_get_i64(robust, DPCVX_ESTIMATE_FIGURE_KIND, &kind, &error));
    CHECK_OK(dpcvx_estimate_get_i64(robust, DPCVX_ESTIMATE_FIGURE_COUNT, &count, &error));
    CHECK_OK(dpcvx_estimate_get_f64(robust, DPCVX_ESTIMATE_FIGURE_FRACTION, &fraction, &error));
    CHECK(kind == kinds[i] && count == 1 && fraction == (i < 2 ? 0.1 : 0.25));
    CHECK(has_level(robust, 0.999999) && has_level(cumulative, 0.95));
    CHECK_OK(dpcvx_estimate_values(robust, &value, 1, &error));
    CHECK_OK(dpcvx_estimate_intervals(robust, &from, &to, 1, &error));
    CHECK(from <= value && value <= to && from <= truths[i] && truths[i] <= to && fabs(value - truths[i]) < 0.6);
    CHECK_FAILS(dpcvx_estimate_stddevs(robust, &from, &to, 1, &error), DPCVX_ERR_UNSUPPORTED, names[i]);
    CHECK_OK(dpcvx_estimate_to_text(robust, text, sizeof text, &length, &error));
    CHECK(strstr(text, names[i]) != NULL && strstr(text, "of column 0") != NULL);
    CHECK_OK(dpcvx_estimate_to_json(robust, text, sizeof text, &length, &error));
    CHECK(strstr(text, names[i]) != NULL && strstr(text, "guarantee") != NULL);
    dpcvx_estimate_destroy(robust);
  }
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, &error));
  CHECK(charges == 2);
  END_TEST("robust statistics at no charge");

  CHECK_OK(dpcvx_estimate_create_variance(means, options, &variance, &error));
  CHECK(has_level(variance, 0.999999) && has_level(means, 0.95));
  CHECK_OK(dpcvx_estimate_values(variance, &value, 1, &error));
  CHECK_OK(dpcvx_estimate_intervals(variance, &from, &to, 1, &error));
  CHECK(from <= value && value <= to && from < 8.33 && 8.33 < to && fabs(value - 8.33) < 1);
  CHECK_OK(dpcvx_estimate_to_text(variance, text, sizeof text, &length, &error));
  CHECK(strstr(text, "Private variances of 1 column\n") != NULL);
  dpcvx_estimate_destroy(means); /* the variances keep what they need */
  CHECK_OK(dpcvx_estimate_ranges(variance, &from, &to, 1, &error));
  CHECK(from == 0 && to == 10);
  END_TEST("variances at no charge");

  CHECK_OK(dpcvx_estimate_expected_robust(price, DPCVX_ADJACENCY_REPLACE_ONE, ROWS, guess, 5, range, 2, kinds[0], 0.1,
                                          coarse, &from, &to, &error));
  CHECK(from < 5 && 5 < to);
  plain = to - from;
  CHECK_OK(dpcvx_estimate_expected_robust(price, DPCVX_ADJACENCY_ADD_REMOVE, 100, guess, 5, range, 2, kinds[0], 0.1,
                                          options, &from, &to, &error));
  wide = to - from;
  CHECK(0 < plain && plain < wide && wide <= 10);
  CHECK_OK(dpcvx_estimate_expected_variance(price, DPCVX_ADJACENCY_REPLACE_ONE, ROWS, 1, 0, 10, 5, 2.9, NULL, &from,
                                            &to, &error));
  CHECK(from < 8.41 && 8.41 < to && to - from < 4);
  CHECK_FAILS(dpcvx_estimate_expected_variance(price, DPCVX_ADJACENCY_REPLACE_ONE, ROWS, 1, -1e200, 1e200, 0, 1, NULL,
                                               &from, &to, &error),
              DPCVX_ERR_ARGUMENT, "accepted: ranges of 2^-499 to 2^501");
  CHECK_FAILS(dpcvx_estimate_expected_variance(price, DPCVX_ADJACENCY_REPLACE_ONE, ROWS, 1, 0, 1e-170, 0, 0, NULL,
                                               &from, &to, &error),
              DPCVX_ERR_ARGUMENT, "accepted: ranges of 2^-499 to 2^501");
  END_TEST("plans");

  dpcvx_estimate_destroy(variance);
  dpcvx_estimate_destroy(cumulative);
  dpcvx_options_destroy(coarse);
  dpcvx_options_destroy(options);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_dataset_destroy(table);
  return TEST_RESULT();
}
