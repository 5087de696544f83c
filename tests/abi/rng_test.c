/* Random sources and exact integer noise. */
#include "check.h"

#define DRAWS 4000

static double mean_of(const int64_t *values, size_t n) {
  double sum = 0;
  size_t i;
  for (i = 0; i < n; ++i) sum += (double)values[i];
  return sum / (double)n;
}

static double variance_of(const int64_t *values, size_t n) {
  const double mean = mean_of(values, n);
  double sum = 0;
  size_t i;
  for (i = 0; i < n; ++i) sum += ((double)values[i] - mean) * ((double)values[i] - mean);
  return sum / (double)n;
}

int main(void) {
  dpcvx_error error;
  dpcvx_rng *rng = NULL, *same = NULL, *real = NULL;
  unsigned char bytes[32], again[32], other[32];
  int64_t draws[DRAWS], kappa = 0;
  int32_t flags[DRAWS], deterministic = -1;
  double edge = 0;
  size_t i, ones = 0;

  CHECK_OK(dpcvx_rng_create_deterministic("seed", 4, &rng, &error));
  CHECK_OK(dpcvx_rng_create_deterministic("seed", 4, &same, &error));
  CHECK_OK(dpcvx_rng_create(&real, &error));
  CHECK_OK(dpcvx_rng_is_deterministic(rng, &deterministic, &error));
  CHECK(deterministic == 1);
  CHECK_OK(dpcvx_rng_is_deterministic(real, &deterministic, &error));
  CHECK(deterministic == 0);
  CHECK_OK(dpcvx_rng_draw_bytes(rng, bytes, sizeof(bytes), &error));
  CHECK_OK(dpcvx_rng_draw_bytes(same, again, sizeof(again), &error));
  CHECK(memcmp(bytes, again, sizeof(bytes)) == 0);
  CHECK_OK(dpcvx_rng_draw_bytes(real, other, sizeof(other), &error));
  CHECK(memcmp(bytes, other, sizeof(bytes)) != 0);
  END_TEST("sources: one seed one stream, entropy another");

  CHECK_OK(dpcvx_rng_draw_uniform(rng, 6, draws, DRAWS, &error));
  for (i = 0; i < DRAWS; ++i) CHECK(draws[i] >= 0 && draws[i] < 6);
  CHECK(fabs(mean_of(draws, DRAWS) - 2.5) < 0.2); /* 7 standard errors */
  CHECK_OK(dpcvx_rng_draw_bernoulli_exp(rng, 1.0, flags, DRAWS, &error));
  for (i = 0; i < DRAWS; ++i) ones += flags[i] == 1;
  CHECK(fabs((double)ones / DRAWS - 0.36787944) < 0.06);
  END_TEST("uniform integers and exact coins");

  CHECK_OK(dpcvx_rng_draw_discrete_gaussian(rng, 10, draws, DRAWS, &error));
  CHECK(fabs(mean_of(draws, DRAWS)) < 1.2 && fabs(variance_of(draws, DRAWS) - 100) < 18);
  CHECK_OK(dpcvx_rng_draw_rounded_gaussian(rng, 10, draws, DRAWS, &error));
  CHECK(fabs(mean_of(draws, DRAWS)) < 1.2 && fabs(variance_of(draws, DRAWS) - 100.08) < 18);
  CHECK_OK(dpcvx_rng_draw_discrete_laplace(rng, 5, draws, DRAWS, &error));
  CHECK(fabs(mean_of(draws, DRAWS)) < 0.9 && fabs(variance_of(draws, DRAWS) - 49.8) < 14);
  END_TEST("discrete Gaussian, rounded Gaussian, discrete Laplace");

  CHECK_OK(dpcvx_truncated_discrete_laplace_kappa(1.0, 1e-6, &kappa, &edge, &error));
  CHECK(kappa > 10 && kappa < 20 && edge > 0 && edge <= 1e-6);
  CHECK_OK(dpcvx_rng_draw_truncated_discrete_laplace(rng, 1.0, kappa, draws, DRAWS, &error));
  for (i = 0; i < DRAWS; ++i) CHECK(draws[i] >= 0 && draws[i] <= 2 * kappa);
  CHECK(fabs(mean_of(draws, DRAWS) - (double)kappa) < 0.3);
  END_TEST("truncated discrete Laplace with the least valid kappa");

  CHECK_FAILS(dpcvx_rng_draw_discrete_gaussian(rng, -1, draws, 1, &error), DPCVX_ERR_ARGUMENT, "'sigma' = -1");
  CHECK_FAILS(dpcvx_rng_draw_uniform(NULL, 6, draws, 1, &error), DPCVX_ERR_ARGUMENT, "'rng'");
  dpcvx_rng_destroy(same);
  CHECK_FAILS(dpcvx_rng_create_deterministic("", 0, &same, &error), DPCVX_ERR_ARGUMENT, "'seed_bytes'");
  CHECK(same == NULL);
  END_TEST("errors");

  dpcvx_rng_destroy(NULL);
  dpcvx_rng_destroy(rng);
  dpcvx_rng_destroy(real);
  return TEST_RESULT();
}
