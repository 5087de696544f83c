/* Private means from C: what to expect, release, arrays, figures, guarantee. */
#include "check.h"

#define ROWS 4000

int main(void) {
  static double x[ROWS][2];
  static char text[16384];
  const double low[2] = {0, -1}, high[2] = {10, 1}, wrong[2] = {0, 2};
  dpcvx_error error;
  dpcvx_dataset *table = NULL;
  dpcvx_budget *budget = NULL;
  dpcvx_curve *price = NULL;
  dpcvx_rng *rng = NULL;
  dpcvx_options *options = NULL, *others = NULL;
  dpcvx_estimate *estimate = NULL, *none = NULL;
  dpcvx_guarantee *guarantee = NULL;
  double near = 0, far = 0, values[2], from[2], to[2], stddevs[2], bounds[2], range_low[2], range_high[2];
  double epsilon = 0, units = 0;
  int64_t charges = 0, count = 0;
  size_t length = 0;
  int i;
  for (i = 0; i < ROWS; ++i) {
    x[i][0] = i % 11;
    x[i][1] = i % 2 ? 0.5 : -0.5;
  }
  CHECK_OK(dpcvx_dataset_create_dense(&x[0][0], ROWS, 2, 2, 1, NULL, &table, &error));
  CHECK_OK(dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &error));
  CHECK_OK(dpcvx_budget_price(budget, 1.0, &price, &error));
  CHECK_OK(dpcvx_rng_create(&rng, &error));
  CHECK_OK(dpcvx_estimate_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_ESTIMATE_OPTION_INTERVAL_LEVEL, 0.999, &error));
  CHECK_FAILS(dpcvx_options_set_i64(options, DPCVX_ESTIMATE_OPTION_SIMULTANEOUS, 2, &error), DPCVX_ERR_ARGUMENT,
              "[0, 1]");
  END_TEST("a table, a price, and options of an estimate");

  CHECK_OK(dpcvx_release_options_create(&others, &error));
  CHECK_FAILS(dpcvx_estimate_create_mean(budget, rng, price, table, low, high, 2, others, &none, &error),
              DPCVX_ERR_ARGUMENT, "estimate options");
  CHECK_FAILS(dpcvx_estimate_create_mean(budget, rng, price, table, wrong, high, 2, NULL, &none, &error),
              DPCVX_ERR_ARGUMENT, "'high' = 1 for column 1");
  CHECK_FAILS(dpcvx_estimate_create_mean(budget, rng, price, table, low, NULL, 2, NULL, &none, &error),
              DPCVX_ERR_ARGUMENT, "both ends");
  CHECK_FAILS(dpcvx_estimate_expected_interval(price, DPCVX_ADJACENCY_REPLACE_ONE, 10, 1, 0, 1, 2, 0, NULL, &near, &far,
                                               &error),
              DPCVX_ERR_ARGUMENT, "'mean' = 2");
  CHECK_OK(dpcvx_estimate_expected_interval(price, DPCVX_ADJACENCY_REPLACE_ONE, ROWS, 2, 0, 10, 5, 3.2, options, &near,
                                            &far, &error));
  CHECK(near > 4.5 && near < 5 && far > 5 && far < 5.5);
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, &error));
  CHECK(none == NULL && charges == 0);
  END_TEST("what is refused, or only expected, is not charged");

  CHECK_OK(dpcvx_estimate_create_mean(budget, rng, price, table, low, high, 2, options, &estimate, &error));
  CHECK_OK(dpcvx_estimate_values(estimate, values, 2, &error));
  CHECK_OK(dpcvx_estimate_intervals(estimate, from, to, 2, &error));
  CHECK_OK(dpcvx_estimate_stddevs(estimate, stddevs, bounds, 2, &error));
  CHECK_OK(dpcvx_estimate_ranges(estimate, range_low, range_high, 2, &error));
  CHECK(from[0] < 5 && 5 < to[0] && from[1] < 0 && 0 < to[1] && to[0] - from[0] < 0.9 && to[1] - from[1] < 0.2);
  CHECK(fabs(stddevs[0] - 3.16) < 0.3 && bounds[0] > stddevs[0] && bounds[1] >= 0.5);
  CHECK(range_low[1] == -1 && range_high[0] == 10 && values[0] >= from[0] && values[1] <= to[1]);
  CHECK_FAILS(dpcvx_estimate_values(estimate, values, 3, &error), DPCVX_ERR_ARGUMENT, "'count' = 3");
  CHECK_OK(dpcvx_estimate_get_i64(estimate, DPCVX_ESTIMATE_FIGURE_COUNT, &count, &error));
  CHECK_OK(dpcvx_estimate_get_f64(estimate, DPCVX_ESTIMATE_FIGURE_UNITS, &units, &error));
  CHECK(count == 2 && units == ROWS);
  CHECK_FAILS(dpcvx_estimate_get_f64(estimate, 1, &units, &error), DPCVX_ERR_ARGUMENT, "DPCVX_ESTIMATE_FIGURE_*");
  CHECK_OK(dpcvx_estimate_guarantee(estimate, &guarantee, &error));
  CHECK_OK(dpcvx_guarantee_epsilon(guarantee, 1e-6, &epsilon, &error));
  CHECK(epsilon <= 1 && epsilon > 0.99);
  CHECK_OK(dpcvx_estimate_to_text(estimate, text, sizeof text, &length, &error));
  CHECK(strstr(text, "Private means of 2 columns") != NULL && strstr(text, "l2_sensitivity") != NULL);
  CHECK_OK(dpcvx_estimate_to_json(estimate, text, sizeof text, &length, &error));
  CHECK(text[0] == '{' && strstr(text, "\"kind\":\"mean\"") != NULL && strstr(text, "\"guarantee\":{") != NULL);
  CHECK_FAILS(dpcvx_estimate_create_mean(budget, rng, price, table, low, high, 2, NULL, &none, &error),
              DPCVX_ERR_BUDGET, "");
  END_TEST("means, intervals, figures and guarantee");

  dpcvx_guarantee_destroy(guarantee);
  dpcvx_estimate_destroy(estimate);
  dpcvx_estimate_destroy(NULL);
  dpcvx_options_destroy(others);
  dpcvx_options_destroy(options);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_dataset_destroy(table);
  return TEST_RESULT();
}
