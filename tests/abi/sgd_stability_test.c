/* How stable SGD is: its bounds, the noise they ask for, and the privacy of the sum. */
#include "check.h"

static dpcvx_error error;

/* Hinge loss on rows of norm 1, one pass. */
static dpcvx_options *hinge_options(void) {
  dpcvx_options *options = NULL;
  CHECK_OK(dpcvx_sgd_stability_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_STABILITY_OPTION_UNITS, 1000, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_STABILITY_OPTION_STEPS, 1000, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_STABILITY_OPTION_STEP_SIZE, 0.01, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_STABILITY_OPTION_HOLDER, 1, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_STABILITY_OPTION_GRADIENT_AT_ZERO, 1, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_STABILITY_OPTION_LIPSCHITZ, 1, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_STABILITY_OPTION_RADIUS, 10, &error));
  return options;
}

static void bounds(const dpcvx_sgd_stability *stability) {
  double worst = -1, one = -1, two = -1, none = -1, usual = -1, mean = -1, paper = -1;
  CHECK_OK(dpcvx_sgd_stability_worst(stability, &worst, &error));
  CHECK_OK(dpcvx_sgd_stability_after_touches(stability, 0, &none, &error));
  CHECK_OK(dpcvx_sgd_stability_after_touches(stability, 1, &one, &error));
  CHECK_OK(dpcvx_sgd_stability_after_touches(stability, 2, &two, &error));
  CHECK_OK(dpcvx_sgd_stability_quantile(stability, 1e-6, &usual, &error));
  CHECK_OK(dpcvx_sgd_stability_expected(stability, &mean, &error));
  CHECK_OK(dpcvx_reference_wang2022_stability(stability, 1e-6, &paper, &error));
  CHECK(none == 0 && one > 0.2 && one < 0.3 && two > one + 0.0199 && two < one + 0.0201);
  CHECK(mean < one && one < usual && usual < paper && usual < worst && worst <= 20);
  CHECK_FAILS(dpcvx_sgd_stability_quantile(stability, 0, &usual, &error), DPCVX_ERR_ARGUMENT, "'gamma' = 0");
  END_TEST("bounds on the distance, in their order");
}

static void noise(const dpcvx_sgd_stability *stability) {
  const int32_t forms[3] = {DPCVX_NOISE_CALIBRATION_EXACT, DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY,
                            DPCVX_NOISE_CALIBRATION_REFERENCE};
  dpcvx_curve *curve = NULL;
  double sigma[3] = {-1, -1, -1}, delta = -1;
  size_t i;
  for (i = 0; i < 3; ++i) CHECK_OK(dpcvx_sgd_stability_noise(stability, forms[i], 1, 1e-5, &sigma[i], &error));
  CHECK(0 < sigma[0] && sigma[0] < sigma[1] && sigma[1] < sigma[2]);
  CHECK_OK(dpcvx_sgd_stability_curve(stability, sigma[0], &curve, &error));
  CHECK_OK(dpcvx_curve_delta(curve, 1, &delta, &error));
  CHECK(delta <= 1e-5 && delta > 0.999e-5);
  CHECK_FAILS(dpcvx_sgd_stability_noise(stability, DPCVX_NOISE_CALIBRATION_REFERENCE, 2, 1e-5, &delta, &error),
              DPCVX_ERR_UNSUPPORTED, "epsilon <= 1");
  dpcvx_curve_destroy(curve);
  END_TEST("noise in three forms, and the curve of its privacy");
}

static void refusals(void) {
  dpcvx_options *options = NULL;
  dpcvx_sgd_stability *stability = NULL;
  double bound = -1;
  CHECK_OK(dpcvx_sgd_stability_options_create(&options, &error));
  CHECK_FAILS(dpcvx_sgd_stability_create(options, &stability, &error), DPCVX_ERR_ARGUMENT,
              "DPCVX_STABILITY_OPTION_UNITS is not set");
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_STABILITY_OPTION_UNITS, 10, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_STABILITY_OPTION_STEPS, 20, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_STABILITY_OPTION_STEP_SIZE, 3, &error));
  CHECK_FAILS(dpcvx_sgd_stability_create(options, &stability, &error), DPCVX_ERR_UNSUPPORTED, "step size = 3");
  /* A smooth loss of unknown slopes: a step beyond 2 / L may expand without bound. */
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_STABILITY_OPTION_EXPONENT, 1, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_STABILITY_OPTION_HOLDER, 1, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_STABILITY_OPTION_GRADIENT_AT_ZERO, 1, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_STABILITY_OPTION_RADIUS, 5, &error));
  CHECK_FAILS(dpcvx_sgd_stability_create(options, &stability, &error), DPCVX_ERR_UNSUPPORTED, "at most 2 / L");
  CHECK(stability == NULL);
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_STABILITY_OPTION_STEP_SIZE, 2, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_STABILITY_OPTION_ORDER, DPCVX_SGD_ORDER_PERMUTED, &error));
  CHECK_OK(dpcvx_sgd_stability_create(options, &stability, &error));
  CHECK_OK(dpcvx_sgd_stability_worst(stability, &bound, &error));
  CHECK(bound >= 10 && bound < 10.000001); /* the diameter, rounded up */
  CHECK_FAILS(dpcvx_reference_wang2022_stability(stability, 0.1, &bound, &error), DPCVX_ERR_UNSUPPORTED,
              "it needs: indices that are sampled");
  dpcvx_sgd_stability_destroy(stability);
  dpcvx_sgd_stability_destroy(NULL);
  dpcvx_options_destroy(options);
  END_TEST("what bounds nothing is refused");
}

int main(void) {
  dpcvx_sgd_stability *stability = NULL;
  dpcvx_options *options = hinge_options();
  CHECK_OK(dpcvx_sgd_stability_create(options, &stability, &error));
  dpcvx_options_destroy(options);
  bounds(stability);
  noise(stability);
  refusals();
  dpcvx_sgd_stability_destroy(stability);
  return TEST_RESULT();
}
