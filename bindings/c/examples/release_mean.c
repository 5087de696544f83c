/* Releases the mean of a column, clipped to public bounds.
 *
 *   cc release_mean.c -ldpcvx -lm && ./a.out
 *
 * Clipping bounds what one record can do to the mean: (high - low) / n if one record is replaced.
 * Gaussian noise for that makes the released mean (epsilon, delta)-differentially private. */
#include "example.h"
#include "made_up.h"

enum { RECORDS = 5000 };

int main(void) {
  const double low = 0, high = 120, epsilon = 0.5, delta = 1e-6; /* ages: public bounds, not those of the data */
  dpcvx_budget *budget;
  dpcvx_curve *price;
  dpcvx_rng *rng;
  dpcvx_guarantee *guarantee;
  double mean = 0, released, spent;
  int i;

  for (i = 0; i < RECORDS; ++i) {
    const double age = 40 + 35 * made_up() + (i == 7 ? 1e6 : 0); /* one entry is wrong */
    mean += (age < low ? low : age > high ? high : age) / RECORDS;
  }

  check(dpcvx_budget_create(epsilon, delta, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err));
  check(dpcvx_budget_price(budget, 1.0, &price, &err)); /* all of it for this release */
  check(dpcvx_rng_create(&rng, &err));
  /* A little more than (high - low) / n covers the rounding of the sum above. */
  check(dpcvx_release_gaussian(budget, rng, price, &mean, 1, (high - low) / RECORDS * (1 + 1e-9), NULL, &released,
                               &guarantee, &err));
  check(dpcvx_guarantee_epsilon(guarantee, delta, &spent, &err));
  printf("Released mean: %.2f, for epsilon = %.3f at delta = %g\n", released, spent, delta);
  printf("NOT PRIVATE, for comparison: the exact clipped mean is %.2f\n", mean);

  dpcvx_guarantee_destroy(guarantee);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  return fabs(released - mean) < 2 && spent <= epsilon ? 0 : 1; /* the noise has a standard deviation of 0.2 */
}
