/* Releases the distribution of wages once, some of which are absurd, and computes robust statistics from it at no
 * further charge. The variance follows from a private mean in the same way.
 *
 *   cc estimate_robust.c -ldpcvx -lm && ./a.out
 *
 * Each number has an interval that is proved for any law of the values. How wide it will be is known beforehand, for a
 * guess of what the wages are like. */
#include "example.h"
#include "made_up.h"

enum { RECORDS = 10000, GUESSED = 1000, KINDS = 3 };

int main(void) {
  static double wages[RECORDS], guess[GUESSED];
  const int32_t kinds[KINDS] = {DPCVX_ESTIMATE_KIND_TRIMMED_MEAN, DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN,
                                DPCVX_ESTIMATE_KIND_QUANTILE_RANGE};
  const char *const names[KINDS] = {"trimmed mean", "winsorized mean", "range of the middle half"};
  const double fractions[KINDS] = {0.1, 0.1, 0.25}, range[2] = {0, 100000}, low = 0, high = 10000; /* public */
  dpcvx_dataset *table;
  dpcvx_budget *budget;
  dpcvx_curve *half;
  dpcvx_rng *rng;
  dpcvx_estimate *cumulative, *robust, *means, *variance;
  double value[KINDS], from, to, stddev;
  int i, good = 1;

  for (i = 0; i < RECORDS; ++i) wages[i] = i % 100 == 0 ? 90000 : 4000 + 1500 * made_up();
  for (i = 0; i < GUESSED; ++i) guess[i] = 5000 + 2000 * made_up();
  check(dpcvx_dataset_create_dense(wages, RECORDS, 1, 1, 1, NULL, &table, &err));
  check(dpcvx_budget_create(2.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err));
  check(dpcvx_budget_price(budget, 0.5, &half, &err));
  check(dpcvx_rng_create(&rng, &err));

  check(dpcvx_estimate_expected_robust(half, DPCVX_ADJACENCY_REPLACE_ONE, RECORDS, guess, GUESSED, range, 2, kinds[0],
                                       fractions[0], NULL, &from, &to, &err));
  printf("the trimmed mean will be known to about %.0f\n", (to - from) / 2);

  check(dpcvx_estimate_create_cumulative(budget, rng, half, table, 0, range, 2, NULL, &cumulative, &err));
  for (i = 0; i < KINDS; ++i) {
    check(dpcvx_estimate_create_robust(cumulative, kinds[i], fractions[i], NULL, &robust, &err));
    check(dpcvx_estimate_values(robust, &value[i], 1, &err));
    check(dpcvx_estimate_intervals(robust, &from, &to, 1, &err));
    printf("%s: %.0f, in [%.0f, %.0f]\n", names[i], value[i], from, to);
    good = good && from <= value[i] && value[i] <= to;
    dpcvx_estimate_destroy(robust);
  }

  check(dpcvx_estimate_create_mean(budget, rng, half, table, &low, &high, 1, NULL, &means, &err));
  check(dpcvx_estimate_create_variance(means, NULL, &variance, &err));
  check(dpcvx_estimate_values(variance, &stddev, 1, &err));
  check(dpcvx_estimate_intervals(variance, &from, &to, 1, &err));
  stddev = sqrt(stddev);
  printf("standard deviation, clipped to [0, 10000]: %.0f, in [%.0f, %.0f]\n", stddev, sqrt(from), sqrt(to));

  dpcvx_estimate_destroy(variance);
  dpcvx_estimate_destroy(means);
  dpcvx_estimate_destroy(cumulative);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(half);
  dpcvx_budget_destroy(budget);
  dpcvx_dataset_destroy(table);
  good = good && fabs(value[0] - 4000) < 500 && fabs(value[1] - 4000) < 500 && fabs(stddev - 1050) < 300;
  return good ? 0 : 1;
}
