/* Draws from a log-concave density, with an error that is known beforehand. NOT PRIVATE.
 *
 *   cc sampling.c -ldpcvx -lm && ./a.out
 *
 * The density is proportional to exp(-V), V(x) = |x_1| + |x_2| + x_1^2 + x_2^2: it has a corner at 0. */
#include "example.h"

enum { DRAWS = 2000, DIMENSION = 2 };

/* The part of V that is not quadratic, and a subgradient of it. */
static double l1_norm(const double *x, int64_t dimension, double *gradient, void *user) {
  double sum = 0;
  int64_t j;
  (void)user;
  for (j = 0; j < dimension; ++j) {
    sum += fabs(x[j]);
    if (gradient != NULL) gradient[j] = x[j] < 0 ? -1 : 1;
  }
  return sum;
}

/* A normal law of which the inverse covariance is known, given that its entries are above 0. Coordinates are drawn in
 * turn. Returns how far the mean of the draws is from that by quadrature. */
static double quadrant_error(dpcvx_rng *rng) {
  static const double inverse[] = {1, -0.5, -0.5, 1}, low[] = {0, 0}, high[] = {INFINITY, INFINITY};
  static double draws[DRAWS][DIMENSION];
  double mean = 0, expected = 0, mass = 0, x, y;
  dpcvx_domain *quadrant;
  dpcvx_sampler *sampler;
  int i;

  check(dpcvx_domain_create_box(low, high, DIMENSION, &quadrant, &err));
  check(dpcvx_sampler_create_with_quadratic(inverse, NULL, DIMENSION, quadrant, NULL, NULL, NULL, &sampler, &err));
  check(dpcvx_nonprivate_sampler_draw(sampler, rng, DRAWS, &draws[0][0], NULL, NULL, NULL, &err));
  for (i = 0; i < DRAWS; ++i) mean += (draws[i][0] + draws[i][1]) / (2 * DRAWS);
  for (x = 0.005; x < 8; x += 0.01)
    for (y = 0.005; y < 8; y += 0.01) {
      const double density = exp(-(x * x - x * y + y * y) / 2);
      mass += density;
      expected += x * density;
    }
  expected /= mass;
  printf("mean of x_j: %.4f over %d draws, %.4f by quadrature\n", mean, (int)DRAWS, expected);
  dpcvx_sampler_destroy(sampler);
  dpcvx_domain_destroy(quadrant);
  return fabs(mean - expected);
}

int main(void) {
  static double draws[DRAWS][DIMENSION];
  double mean_size = 0, expected = 0, mass = 0, variation, x, error;
  dpcvx_options *options;
  dpcvx_sampler *sampler;
  dpcvx_rng *rng;
  int i;

  check(dpcvx_sampler_options_create(&options, &err));
  check(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_LIPSCHITZ, sqrt(2.0), &err)); /* of the l1 norm */
  check(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_QUADRATIC, 2, &err));         /* (2/2) ||x||^2 */
  check(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_TOTAL_VARIATION, 1e-6, &err));
  check(dpcvx_sampler_create_with_function(l1_norm, NULL, DIMENSION, NULL, NULL, NULL, options, &sampler, &err));
  check(dpcvx_sampler_get_f64(sampler, DPCVX_SAMPLER_FIGURE_TOTAL_VARIATION, &variation, &err));
  printf("certificate: each draw is within %.1e of the density, in total variation\n", variation);

  check(dpcvx_rng_create(&rng, &err));
  check(dpcvx_nonprivate_sampler_draw(sampler, rng, DRAWS, &draws[0][0], NULL, NULL, NULL, &err));
  for (i = 0; i < DRAWS; ++i) mean_size += (fabs(draws[i][0]) + fabs(draws[i][1])) / (2 * DRAWS);
  for (x = 0; x < 8; x += 1e-4) mass += exp(-x - x * x), expected += x * exp(-x - x * x); /* by quadrature */
  expected /= mass;
  printf("mean of |x_j|: %.4f over %d draws, %.4f by quadrature\n", mean_size, (int)DRAWS, expected);

  error = quadrant_error(rng);
  dpcvx_rng_destroy(rng);
  dpcvx_sampler_destroy(sampler);
  dpcvx_options_destroy(options);
  return fabs(mean_size - expected) < 0.05 && error < 0.1 ? 0 : 1; /* eight standard deviations, and six */
}
