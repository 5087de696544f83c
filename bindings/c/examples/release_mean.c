/* Releases the mean and the median of a column, clipped to public bounds.
 *
 *   cc release_mean.c -ldpcvx -lm && ./a.out
 *
 * Clipping bounds what one record can do to the mean: (high - low) / n if one record is replaced.
 * Gaussian noise for that makes the released mean private. Each release takes half of the budget. */
#include "example.h"
#include "made_up.h"

enum { RECORDS = 5000 };

int main(void) {
  static double ages[RECORDS];
  const double low = 0, high = 120, epsilon = 1, delta = 1e-6; /* ages: public bounds, not those of the data */
  dpcvx_budget *budget;
  dpcvx_curve *half, *rest;
  dpcvx_rng *rng;
  double mean = 0, released, median, spent;
  int i;

  for (i = 0; i < RECORDS; ++i) {
    ages[i] = 40 + 35 * made_up() + (i == 7 ? 1e6 : 0); /* one entry is wrong */
    mean += (ages[i] < low ? low : ages[i] > high ? high : ages[i]) / RECORDS;
  }

  check(dpcvx_budget_create(epsilon, delta, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err));
  check(dpcvx_budget_price(budget, 0.5, &half, &err));
  check(dpcvx_rng_create(&rng, &err));
  /* A little more than (high - low) / n covers the rounding of the sum above. */
  check(dpcvx_release_gaussian(budget, rng, half, &mean, 1, (high - low) / RECORDS * (1 + 1e-9), NULL, &released, NULL,
                               &err));
  check(dpcvx_budget_price(budget, 1.0, &rest, &err));
  check(dpcvx_release_quantile(budget, rng, rest, ages, RECORDS, 0.5, low, high, NULL, &median, NULL, &err));
  check(dpcvx_budget_get_f64(budget, DPCVX_BUDGET_FIGURE_EPSILON_SPENT, &spent, &err));
  printf("Released mean: %.2f, median: %.2f, for epsilon = %.3f at delta = %g\n", released, median, spent, delta);
  printf("NOT PRIVATE, for comparison: the exact clipped mean is %.2f\n", mean);

  dpcvx_curve_destroy(rest);
  dpcvx_curve_destroy(half);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(budget);
  /* The noise has a standard deviation of 0.2. */
  return fabs(released - mean) < 2 && fabs(median - 40) < 5 && spent <= epsilon ? 0 : 1;
}
