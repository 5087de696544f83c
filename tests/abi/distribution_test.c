/* Histograms, cumulative distributions and quantiles from C: release, counts, ranges, figures, refusals. */
#include "check.h"

#define ROWS 4000

int main(void) {
  static double x[ROWS];
  static char text[32768];
  const double edges[5] = {0, 2, 5, 8, 10}, range[2] = {0, 10}, wrong[3] = {0, 2, 2}, close[2] = {1, 1 + 1e-15};
  const double asked[3] = {0.25, 0.5, 0.75}, none_asked[1] = {1};
  dpcvx_error error;
  dpcvx_dataset *table = NULL;
  dpcvx_budget *budget = NULL;
  dpcvx_curve *price = NULL;
  dpcvx_rng *rng = NULL;
  dpcvx_options *options = NULL;
  dpcvx_estimate *histogram = NULL, *cumulative = NULL, *quantiles = NULL, *none = NULL;
  dpcvx_guarantee *guarantee = NULL;
  double values[100], low[100], high[100], counts[100], sum = 0, units = 0;
  int64_t kind = 0, count = 0, cells = 0, charges = 0;
  size_t length = 0;
  int i;
  for (i = 0; i < ROWS; ++i) x[i] = (i * 7 % 1000) / 100.0;
  CHECK_OK(dpcvx_dataset_create_dense(x, ROWS, 1, 1, 1, NULL, &table, &error));
  CHECK_OK(dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &error));
  CHECK_OK(dpcvx_budget_price(budget, 0.5, &price, &error));
  CHECK_OK(dpcvx_rng_create(&rng, &error));
  CHECK_OK(dpcvx_estimate_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_ESTIMATE_OPTION_CELLS, 100, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_ESTIMATE_OPTION_INTERVAL_LEVEL, 0.999999, &error));
  CHECK_FAILS(dpcvx_options_set_i64(options, DPCVX_ESTIMATE_OPTION_CELLS, 1, &error), DPCVX_ERR_ARGUMENT, "[2, 65536]");
  END_TEST("a table, a price, and a grid");

  CHECK_FAILS(dpcvx_estimate_create_histogram(budget, rng, price, table, 1, edges, 5, options, &none, &error),
              DPCVX_ERR_ARGUMENT, "'column' = 1");
  CHECK_FAILS(dpcvx_estimate_create_histogram(budget, rng, price, table, 0, wrong, 3, options, &none, &error),
              DPCVX_ERR_ARGUMENT, "'edges[2]' = 2; accepted: above edges[1] = 2");
  CHECK_FAILS(dpcvx_estimate_create_cumulative(budget, rng, price, table, 0, close, 2, options, &none, &error),
              DPCVX_ERR_ARGUMENT, "too close for 100 cells");
  CHECK_FAILS(dpcvx_estimate_create_cumulative(budget, rng, price, table, 0, edges, 1, options, &none, &error),
              DPCVX_ERR_ARGUMENT, "'edge_count' = 1");
  CHECK_FAILS(dpcvx_estimate_create_histogram(budget, rng, price, table, 0, edges, 5, options, &none, &error),
              DPCVX_ERR_ARGUMENT, "'DPCVX_ESTIMATE_OPTION_CELLS' = 100; accepted: the default, 1024");
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, &error));
  CHECK(none == NULL && charges == 0);
  END_TEST("what is refused is not charged");

  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_ESTIMATE_OPTION_CELLS, 1024, &error));
  CHECK_OK(dpcvx_estimate_create_histogram(budget, rng, price, table, 0, edges, 5, options, &histogram, &error));
  CHECK_OK(dpcvx_estimate_get_i64(histogram, DPCVX_ESTIMATE_FIGURE_KIND, &kind, &error));
  CHECK_OK(dpcvx_estimate_get_i64(histogram, DPCVX_ESTIMATE_FIGURE_CELLS, &cells, &error));
  CHECK_OK(dpcvx_estimate_get_i64(histogram, DPCVX_ESTIMATE_FIGURE_COUNT, &count, &error));
  CHECK(kind == DPCVX_ESTIMATE_KIND_HISTOGRAM && cells == 4 && count == 4);
  CHECK_OK(dpcvx_estimate_values(histogram, values, 4, &error));
  CHECK_OK(dpcvx_estimate_intervals(histogram, low, high, 4, &error));
  CHECK(low[0] < 0.2 && 0.2 < high[0] && low[2] < 0.3 && 0.3 < high[2] && high[0] - low[0] < 0.15);
  CHECK_OK(dpcvx_estimate_counts(histogram, counts, low, high, 4, &error));
  for (i = 0; i < 4; ++i) sum += counts[i];
  CHECK(low[0] <= 800 && 800 <= high[0] && fabs(sum - ROWS) < 200 && fabs(values[1] * ROWS - counts[1]) < 1e-6);
  CHECK_FAILS(dpcvx_estimate_counts(histogram, counts, low, high, 3, &error), DPCVX_ERR_ARGUMENT, "'count' = 3");
  CHECK_OK(dpcvx_estimate_ranges(histogram, low, high, 4, &error));
  CHECK(low[1] == 2 && high[1] == 5);
  CHECK_OK(dpcvx_estimate_get_f64(histogram, DPCVX_ESTIMATE_FIGURE_UNITS, &units, &error));
  CHECK(units == ROWS);
  CHECK_OK(dpcvx_estimate_to_text(histogram, text, sizeof text, &length, &error));
  CHECK(strstr(text, "Private histogram of column 0: shares of 4 cells") != NULL &&
        strstr(text, "from 2 to 5") != NULL);
  END_TEST("a histogram, with shares and counts");

  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_ESTIMATE_OPTION_CELLS, 100, &error));
  CHECK_OK(dpcvx_estimate_create_cumulative(budget, rng, price, table, 0, range, 2, options, &cumulative, &error));
  CHECK_OK(dpcvx_estimate_get_i64(cumulative, DPCVX_ESTIMATE_FIGURE_COUNT, &count, &error));
  CHECK(count == 99);
  CHECK_OK(dpcvx_estimate_values(cumulative, values, 99, &error));
  for (i = 1; i < 99; ++i) CHECK(values[i - 1] <= values[i]);
  CHECK(fabs(values[49] - 0.5) < 0.05);
  CHECK_OK(dpcvx_estimate_to_text(cumulative, text, sizeof text, &length, &error));
  CHECK(strstr(text, "cumulative distribution of column 0") != NULL && strstr(text, "and 79 more") != NULL);
  END_TEST("a cumulative distribution");

  CHECK_FAILS(dpcvx_estimate_create_quantiles(histogram, asked, 3, NULL, &none, &error), DPCVX_ERR_UNSUPPORTED,
              "DPCVX_ESTIMATE_KIND_CUMULATIVE");
  CHECK_FAILS(dpcvx_estimate_create_quantiles(cumulative, none_asked, 1, NULL, &none, &error), DPCVX_ERR_ARGUMENT,
              "'probabilities[0]' = 1");
  CHECK_OK(dpcvx_estimate_create_quantiles(cumulative, asked, 3, NULL, &quantiles, &error));
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, &error));
  CHECK(charges == 2);
  dpcvx_estimate_destroy(cumulative);
  CHECK_OK(dpcvx_estimate_values(quantiles, values, 3, &error));
  CHECK_OK(dpcvx_estimate_intervals(quantiles, low, high, 3, &error));
  for (i = 0; i < 3; ++i) CHECK(low[i] <= values[i] && values[i] <= high[i] && fabs(values[i] - 10 * asked[i]) < 1);
  CHECK_FAILS(dpcvx_estimate_stddevs(quantiles, low, high, 3, &error), DPCVX_ERR_UNSUPPORTED, "quantiles");
  CHECK_FAILS(dpcvx_estimate_counts(quantiles, counts, low, high, 3, &error), DPCVX_ERR_UNSUPPORTED, "HISTOGRAM");
  CHECK_OK(dpcvx_estimate_guarantee(quantiles, &guarantee, &error));
  CHECK_OK(dpcvx_estimate_to_json(quantiles, text, sizeof text, &length, &error));
  CHECK(strstr(text, "\"kind\":\"quantiles\"") != NULL && strstr(text, "\"probabilities\":[0.25,0.5,0.75]") != NULL);
  END_TEST("quantiles, at no charge");

  dpcvx_guarantee_destroy(guarantee);
  dpcvx_estimate_destroy(quantiles);
  dpcvx_estimate_destroy(histogram);
  dpcvx_options_destroy(options);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_dataset_destroy(table);
  return TEST_RESULT();
}
