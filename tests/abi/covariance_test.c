/* Private covariances from C: what to expect, release, arrays, figures, guarantee. */
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
  dpcvx_covariance *covariance = NULL, *none = NULL;
  dpcvx_guarantee *guarantee = NULL;
  double stddev = 0, norm = 0, means[2], matrix[4], correlation[4], from[4], to[4], variances[2], directions[4];
  double slopes[2], errors[2], r_squared = 0, r_squared_low = 0, r_squared_high = 0, epsilon = 0, units = 0;
  const int64_t first = 0, second = 1;
  int64_t charges = 0, count = 0;
  size_t length = 0;
  int i;
  for (i = 0; i < ROWS; ++i) {
    x[i][0] = i % 11;
    x[i][1] = 0.1 * (i % 11) - 0.5;
  }
  CHECK_OK(dpcvx_dataset_create_dense(&x[0][0], ROWS, 2, 2, 1, NULL, &table, &error));
  CHECK_OK(dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &error));
  CHECK_OK(dpcvx_budget_price(budget, 1.0, &price, &error));
  CHECK_OK(dpcvx_rng_create(&rng, &error));
  CHECK_OK(dpcvx_covariance_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_COVARIANCE_OPTION_INTERVAL_LEVEL, 0.999999, &error));
  CHECK_FAILS(dpcvx_options_set_i64(options, DPCVX_COVARIANCE_OPTION_ROUNDS, 9, &error), DPCVX_ERR_ARGUMENT, "[0, 8]");
  END_TEST("a table, a price, and options of a covariance");

  CHECK_OK(dpcvx_release_options_create(&others, &error));
  CHECK_FAILS(dpcvx_covariance_create(budget, rng, price, table, low, high, 2, others, &none, &error),
              DPCVX_ERR_ARGUMENT, "covariance options");
  CHECK_FAILS(dpcvx_covariance_create(budget, rng, price, table, wrong, high, 2, NULL, &none, &error),
              DPCVX_ERR_ARGUMENT, "'high' = 1 for column 1");
  CHECK_FAILS(dpcvx_covariance_create(budget, rng, price, table, low, NULL, 2, NULL, &none, &error), DPCVX_ERR_ARGUMENT,
              "'high'");
  CHECK_FAILS(dpcvx_covariance_expected_noise(price, DPCVX_ADJACENCY_REPLACE_ONE, 10, 0, NULL, &stddev, &norm, &error),
              DPCVX_ERR_ARGUMENT, "'columns' = 0");
  CHECK_OK(
      dpcvx_covariance_expected_noise(price, DPCVX_ADJACENCY_REPLACE_ONE, ROWS, 2, options, &stddev, &norm, &error));
  CHECK(stddev > 1e-3 && stddev < 0.01 && norm > stddev && norm < 0.1);
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, &error));
  CHECK(none == NULL && charges == 0);
  END_TEST("what is refused, or only expected, is not charged");

  CHECK_OK(dpcvx_covariance_create(budget, rng, price, table, low, high, 2, options, &covariance, &error));
  CHECK_OK(dpcvx_covariance_means(covariance, means, 2, &error));
  CHECK_OK(dpcvx_covariance_matrix(covariance, matrix, 4, &error));
  CHECK_OK(dpcvx_covariance_correlation(covariance, correlation, 4, &error));
  CHECK_OK(dpcvx_covariance_intervals(covariance, from, to, 4, &error));
  CHECK_OK(dpcvx_covariance_component_variances(covariance, variances, 2, &error));
  CHECK_OK(dpcvx_covariance_components(covariance, directions, 4, &error));
  CHECK(fabs(means[0] - 5) < 0.3 && fabs(means[1]) < 0.1);
  CHECK(fabs(matrix[0] - 10) < 1.5 && fabs(matrix[1] - 1) < 0.2 && matrix[1] == matrix[2] && correlation[1] > 0.8);
  CHECK(from[0] < 10 && 10 < to[0] && from[1] < 1 && 1 < to[1] && from[1] == from[2]);
  CHECK(variances[0] >= variances[1] && variances[1] >= 0 && directions[0] > 0.9 && directions[1] > 0.05);
  CHECK_FAILS(dpcvx_covariance_matrix(covariance, matrix, 2, &error), DPCVX_ERR_ARGUMENT, "'count' = 2");
  CHECK_OK(dpcvx_covariance_get_i64(covariance, DPCVX_COVARIANCE_FIGURE_COLUMNS, &count, &error));
  CHECK_OK(dpcvx_covariance_get_f64(covariance, DPCVX_COVARIANCE_FIGURE_UNITS, &units, &error));
  CHECK(count == 2 && units == ROWS);
  CHECK_FAILS(dpcvx_covariance_get_f64(covariance, 1, &units, &error), DPCVX_ERR_ARGUMENT, "DPCVX_COVARIANCE_FIGURE_*");
  CHECK_OK(dpcvx_covariance_guarantee(covariance, &guarantee, &error));
  CHECK_OK(dpcvx_guarantee_epsilon(guarantee, 1e-6, &epsilon, &error));
  CHECK(epsilon <= 1 && epsilon > 0.99);
  CHECK_OK(dpcvx_covariance_to_text(covariance, text, sizeof text, &length, &error));
  CHECK(strstr(text, "Private covariance of 2 columns") != NULL && strstr(text, "l2_sensitivity") != NULL);
  CHECK_OK(dpcvx_covariance_to_json(covariance, text, sizeof text, &length, &error));
  CHECK(text[0] == '{' && strstr(text, "\"kind\":\"covariance\"") != NULL && strstr(text, "\"guarantee\":{") != NULL);
  CHECK_FAILS(dpcvx_covariance_create(budget, rng, price, table, low, high, 2, NULL, &none, &error), DPCVX_ERR_BUDGET,
              "");
  END_TEST("covariance, intervals, components, figures and guarantee");

  CHECK_OK(dpcvx_covariance_correlation_intervals(covariance, 0, from, to, 4, &error));
  CHECK(from[0] == 1 && to[3] == 1 && from[1] == from[2] && from[1] <= correlation[1] && correlation[1] <= to[1]);
  CHECK_OK(dpcvx_covariance_correlation_intervals(covariance, 1, from, to, 4, &error));
  CHECK(from[1] <= correlation[1] && correlation[1] <= to[1]);
  CHECK_FAILS(dpcvx_covariance_correlation_intervals(covariance, 2, from, to, 4, &error), DPCVX_ERR_ARGUMENT,
              "'proved' = 2");
  CHECK_OK(dpcvx_covariance_regression(covariance, 1, &first, 1, slopes, errors, from, to, 2, &r_squared,
                                       &r_squared_low, &r_squared_high, &error));
  CHECK(fabs(slopes[0] - matrix[1] / matrix[0]) < 1e-12 && fabs(slopes[1] - means[1] + slopes[0] * means[0]) < 1e-9);
  CHECK(from[0] < slopes[0] && slopes[0] < to[0] && from[0] < 0.1 && 0.1 < to[0] && errors[0] > 0);
  CHECK(fabs(r_squared - correlation[1] * correlation[1]) < 1e-12);
  CHECK(r_squared_low <= r_squared && r_squared <= r_squared_high && r_squared_high <= 1);
  CHECK_FAILS(dpcvx_covariance_regression(covariance, 1, &second, 1, slopes, errors, from, to, 2, &r_squared,
                                          &r_squared_low, &r_squared_high, &error),
              DPCVX_ERR_ARGUMENT, "'features' = 1");
  END_TEST("intervals of correlations, and a regression");

  dpcvx_guarantee_destroy(guarantee);
  dpcvx_covariance_destroy(covariance);
  dpcvx_covariance_destroy(NULL);
  dpcvx_options_destroy(others);
  dpcvx_options_destroy(options);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_dataset_destroy(table);
  return TEST_RESULT();
}
