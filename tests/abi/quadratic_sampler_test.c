/* Sampling from quadratics: sweeps of coordinates, and rounds where these do not serve. */
#include "check.h"

static dpcvx_error error;

static double figure(const dpcvx_sampler *sampler, int32_t which) {
  double value = -1;
  READ_FIGURE(dpcvx_sampler_get, sampler, which, value);
  return value;
}

enum { DRAWS = 2000 };
static double draws[DRAWS * 2];

/* A Gaussian in a square, by sweeps: its correlation is what a sum over a grid gives. */
static void of_a_quadratic(dpcvx_rng *rng) {
  const double matrix[4] = {2, -1, -1, 2}, low[2] = {-1, -1}, high[2] = {1, 1}, outside[2] = {1.5, 0};
  dpcvx_domain *square = NULL, *ball = NULL;
  dpcvx_options *options = NULL;
  dpcvx_sampler *sampler = NULL;
  double product = 0, exact = 0, total = 0;
  int64_t method = 0, drawn = 0, rounds = 0;
  int i, j;
  CHECK_OK(dpcvx_domain_create_ball(2, 1, NULL, 2, &ball, &error));
  CHECK_OK(dpcvx_domain_create_box(low, high, 2, &square, &error));
  CHECK_OK(dpcvx_sampler_create_with_quadratic(matrix, NULL, 2, square, NULL, NULL, NULL, &sampler, &error));
  CHECK_OK(dpcvx_sampler_get_i64(sampler, DPCVX_SAMPLER_FIGURE_METHOD, &method, &error));
  CHECK(method == DPCVX_SAMPLER_METHOD_SWEEPS);
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_TOTAL_VARIATION) <= 1e-6);
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_STEP_SIZE) == 0);
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_EXPECTED_SECONDS) < 1e-3);
  CHECK_OK(dpcvx_nonprivate_sampler_draw(sampler, rng, DRAWS, draws, NULL, NULL, &drawn, &error));
  CHECK(drawn == DRAWS);
  CHECK_OK(dpcvx_nonprivate_sampler_get_i64(sampler, DPCVX_SAMPLER_DIAGNOSTIC_ROUNDS, &rounds, &error));
  CHECK((double)rounds == DRAWS * figure(sampler, DPCVX_SAMPLER_FIGURE_ROUNDS));
  for (i = 0; i < DRAWS; ++i) product += draws[2 * i] * draws[2 * i + 1] / DRAWS;
  for (i = -99; i < 100; i += 2)
    for (j = -99; j < 100; j += 2) {
      const double x = i / 100.0, y = j / 100.0, mass = exp(-(x * x - x * y + y * y));
      total += mass;
      exact += mass * x * y;
    }
  CHECK(fabs(product - exact / total) < 6 * 0.4 / sqrt(DRAWS));
  dpcvx_sampler_destroy(sampler);
  END_TEST("a quadratic in a square is sampled by sweeps");

  CHECK_OK(dpcvx_sampler_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_SAMPLER_OPTION_METHOD, DPCVX_SAMPLER_METHOD_PROXIMAL, &error));
  CHECK_OK(dpcvx_sampler_create_with_quadratic(matrix, NULL, 2, square, NULL, NULL, options, &sampler, &error));
  CHECK_OK(dpcvx_sampler_get_i64(sampler, DPCVX_SAMPLER_FIGURE_METHOD, &method, &error));
  CHECK(method == DPCVX_SAMPLER_METHOD_PROXIMAL);
  dpcvx_sampler_destroy(sampler);
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_SAMPLER_OPTION_METHOD, DPCVX_SAMPLER_METHOD_SWEEPS, &error));
  CHECK(dpcvx_sampler_create_with_quadratic(matrix, NULL, 2, ball, NULL, NULL, options, &sampler, &error) ==
        DPCVX_ERR_UNSUPPORTED);
  CHECK(sampler == NULL && strstr(error.message, "box") != NULL);
  dpcvx_options_destroy(options);
  END_TEST("the method of a quadratic is the caller's, where sweeps serve");

  CHECK(dpcvx_sampler_create_with_quadratic(matrix, NULL, 2, square, NULL, outside, NULL, &sampler, &error) ==
        DPCVX_ERR_ARGUMENT);
  CHECK(sampler == NULL && strstr(error.message, "argument 'start' = a point 0.5 away from the domain") != NULL);
  CHECK(dpcvx_sampler_create_with_quadratic(matrix, NULL, 2, ball, NULL, high, NULL, &sampler, &error) ==
        DPCVX_ERR_ARGUMENT);
  CHECK(sampler == NULL && strstr(error.message, "argument 'start' = a point 0.414 away from the domain") != NULL);
  CHECK_OK(dpcvx_sampler_create_with_quadratic(matrix, NULL, 2, square, outside, high, NULL, &sampler, &error));
  dpcvx_sampler_destroy(sampler);
  CHECK_OK(dpcvx_sampler_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_PENALTY_SLOPE, 10, &error));
  CHECK_OK(dpcvx_sampler_create_with_quadratic(matrix, NULL, 2, square, NULL, outside, options, &sampler, &error));
  dpcvx_sampler_destroy(sampler);
  dpcvx_options_destroy(options);
  dpcvx_domain_destroy(ball);
  dpcvx_domain_destroy(square);
  END_TEST("a quadratic's start lies in a hard domain, and its center anywhere");
}

int main(void) {
  dpcvx_rng *rng = NULL;
  CHECK_OK(dpcvx_rng_create_deterministic("quadratic", 9, &rng, &error));
  of_a_quadratic(rng);
  dpcvx_rng_destroy(rng);
  return TEST_RESULT();
}
