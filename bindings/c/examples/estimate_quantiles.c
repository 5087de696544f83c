/* Releases the distribution of a column once, and computes its median, quartiles and a tail from it at no further
 * charge.
 *
 *   cc estimate_quantiles.c -ldpcvx -lm && ./a.out
 *
 * A histogram of a few wide classes takes the other half of the price. Each number has an interval that is proved for
 * any law of the values. */
#include "example.h"
#include "made_up.h"

enum { RECORDS = 10000, QUANTILES = 4, CLASSES = 4 };

int main(void) {
  static double wages[RECORDS];
  static char report[16384];
  const double range[2] = {0, 10000}, edges[CLASSES + 1] = {0, 2000, 4000, 6000, 10000}; /* public */
  const double probabilities[QUANTILES] = {0.25, 0.5, 0.75, 0.95};
  dpcvx_dataset *table;
  dpcvx_budget *budget;
  dpcvx_curve *half;
  dpcvx_rng *rng;
  dpcvx_estimate *cumulative, *quantiles, *histogram;
  double values[QUANTILES], low[QUANTILES], high[QUANTILES], counts[CLASSES], from[CLASSES], to[CLASSES];
  size_t length;
  int i, good;

  for (i = 0; i < RECORDS; ++i) wages[i] = 4000 + 1500 * made_up();
  check(dpcvx_dataset_create_dense(wages, RECORDS, 1, 1, 1, NULL, &table, &err));
  check(dpcvx_budget_create(2.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err));
  check(dpcvx_budget_price(budget, 0.5, &half, &err));
  check(dpcvx_rng_create(&rng, &err));

  /* A grid of 1,024 cells over the range. */
  check(dpcvx_estimate_create_cumulative(budget, rng, half, table, 0, range, 2, NULL, &cumulative, &err));
  check(dpcvx_estimate_create_quantiles(cumulative, probabilities, QUANTILES, NULL, &quantiles, &err));
  check(dpcvx_estimate_values(quantiles, values, QUANTILES, &err));
  check(dpcvx_estimate_intervals(quantiles, low, high, QUANTILES, &err));
  for (i = 0; i < QUANTILES; ++i)
    printf("%2.0f %% earn at most %.0f, in [%.0f, %.0f]\n", 100 * probabilities[i], values[i], low[i], high[i]);

  check(dpcvx_estimate_create_histogram(budget, rng, half, table, 0, edges, CLASSES + 1, NULL, &histogram, &err));
  check(dpcvx_estimate_counts(histogram, counts, from, to, CLASSES, &err));
  for (i = 0; i < CLASSES; ++i)
    printf("from %.0f to %.0f: %.0f people, in [%.0f, %.0f]\n", edges[i], edges[i + 1], counts[i], from[i], to[i]);
  check(dpcvx_estimate_to_text(histogram, report, sizeof report, &length, &err));
  printf("\n%s", report);

  dpcvx_estimate_destroy(histogram);
  dpcvx_estimate_destroy(quantiles);
  dpcvx_estimate_destroy(cumulative);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(half);
  dpcvx_budget_destroy(budget);
  dpcvx_dataset_destroy(table);
  good = values[0] < values[1] && values[1] < values[2] && fabs(values[1] - 4000) < 200 && high[1] - low[1] < 500;
  return good ? 0 : 1;
}
