/* Privacy curves, conversions and calibration. Reference values: 60-digit arithmetic, rounded. */
#include "check.h"

static int near(double value, double expected, double relative) {
  return fabs(value - expected) <= relative * fabs(expected);
}

int main(void) {
  dpcvx_error error;
  dpcvx_curve *pure = NULL, *gdp = NULL, *zcdp = NULL, *gaussian = NULL, *rdp = NULL, *sampled = NULL, *whole = NULL;
  dpcvx_curve *approximate = NULL, *laplace = NULL, *mixture = NULL, *allocation = NULL;
  const double orders[2] = {2, 8}, epsilons[2] = {1, 4};
  const double mus[3] = {2, 0, 1}, probabilities[3] = {0.25, 0.5, 0.25};
  double value = 0, mu = 0, other = 0;
  char *text;
  size_t length = 0;

  CHECK_OK(dpcvx_curve_create_gdp(1.0, &gdp, &error));
  CHECK_OK(dpcvx_curve_delta(gdp, 1.0, &value, &error));
  CHECK(value >= 0.1269367313 && near(value, 0.12693673750664394, 1e-9)); /* Phi(-1/2) - e Phi(-3/2) */
  CHECK_OK(dpcvx_curve_epsilon(gdp, value, &other, &error));
  CHECK(other >= 1 - 1e-9 && near(other, 1.0, 1e-6));
  CHECK_OK(dpcvx_curve_zcdp_rho(gdp, &value, &error));
  CHECK(near(value, 0.5, 1e-9)); /* mu^2 / 2 */
  CHECK_OK(dpcvx_curve_rdp(gdp, 4.0, &value, &error));
  CHECK(near(value, 2.0, 1e-9)); /* order * mu^2 / 2 */
  CHECK_OK(dpcvx_curve_create_gaussian(1.0, &gaussian, &error));
  CHECK_OK(dpcvx_curve_gdp_mu(gaussian, &mu, &error));
  CHECK(mu >= 1 && near(mu, 1.0, 1e-9));
  END_TEST("Gaussian differential privacy and its conversions");

  CHECK_OK(dpcvx_curve_create_pure(0.5, &pure, &error));
  CHECK_OK(dpcvx_curve_delta(pure, 0.5, &value, &error));
  CHECK(value == 0);
  CHECK_OK(dpcvx_curve_epsilon(pure, 0, &value, &error));
  CHECK(near(value, 0.5, 1e-9));
  CHECK_OK(dpcvx_curve_create_approximate(0.5, 1e-3, &approximate, &error));
  CHECK_OK(dpcvx_curve_delta(approximate, 0.5, &value, &error));
  CHECK(near(value, 1e-3, 1e-9));
  CHECK_OK(dpcvx_curve_rdp(approximate, 2.0, &value, &error));
  CHECK(isinf(value));
  CHECK_OK(dpcvx_curve_create_laplace(2.0, &laplace, &error));
  CHECK_OK(dpcvx_curve_epsilon(laplace, 0, &value, &error));
  CHECK(near(value, 0.5, 1e-9));
  END_TEST("pure, approximate, Laplace");

  CHECK_OK(dpcvx_curve_create_zcdp(0.125, &zcdp, &error));
  CHECK_OK(dpcvx_curve_rdp(zcdp, 3.0, &value, &error));
  CHECK(near(value, 0.375, 1e-9));
  CHECK_OK(dpcvx_curve_create_rdp(orders, epsilons, 2, &rdp, &error));
  CHECK_OK(dpcvx_curve_rdp(rdp, 8.0, &value, &error));
  CHECK(near(value, 4.0, 1e-9));
  CHECK_OK(dpcvx_curve_create_subsampled_gaussian(DPCVX_SAMPLING_POISSON, 1.0, 0.01, 1000, &sampled, &error));
  CHECK_OK(dpcvx_curve_epsilon(sampled, 1e-5, &value, &error));
  CHECK(value > 0.5 && value < 3.0); /* without sampling it would be above 100 */
  CHECK_OK(dpcvx_curve_delta_bounds(sampled, 1.0, &other, &value, &error));
  CHECK(other > 0 && other <= value && value < other * 1.01);
  CHECK_OK(dpcvx_curve_epsilon(sampled, 1e-5, &value, &error));
  CHECK_OK(dpcvx_curve_rdp_order(sampled, 1e-5, &other, &error));
  CHECK(other > 1 && other < 1000);
  CHECK_OK(dpcvx_reference_mironov2017_epsilon(sampled, 1e-5, &other, &error));
  CHECK(other > value && other < 2 * value);
  CHECK_FAILS(dpcvx_curve_rdp_order(approximate, 1e-5, &other, &error), DPCVX_ERR_UNSUPPORTED, "no Renyi epsilon");
  END_TEST("zCDP, Renyi, subsampling");

  CHECK_OK(dpcvx_curve_create_random_allocation(1.0, 2, 1, &allocation, &error));
  CHECK_OK(dpcvx_curve_epsilon(allocation, 1e-6, &value, &error));
  CHECK(value > 4.201 && value < 4.202); /* one step in the open has 4.887 */
  CHECK_OK(dpcvx_curve_delta_bounds(allocation, value, &other, &value, &error));
  CHECK(other > 0.99e-6 && other <= value && value < 1.001e-6);
  CHECK_OK(dpcvx_curve_gdp_mu(allocation, &value, &error));
  CHECK(near(value, 1.0, 1e-9));
  dpcvx_curve_destroy(allocation);
  CHECK_FAILS(dpcvx_curve_create_random_allocation(1.0, 10, 11, &allocation, &error), DPCVX_ERR_ARGUMENT,
              "'participations' = 11");
  CHECK_OK(dpcvx_curve_create_random_allocation_replace_one(1.0, 2, 1, &allocation, &error));
  CHECK_OK(dpcvx_curve_epsilon(allocation, 1e-6, &value, &error));
  CHECK(value > 7.28 && value < 7.30); /* adding or removing a unit has 4.201, one step in the open 10.997 */
  CHECK_OK(dpcvx_curve_gdp_mu(allocation, &value, &error));
  CHECK(near(value, 2.0, 1e-9));
  dpcvx_curve_destroy(allocation);
  CHECK_FAILS(dpcvx_curve_create_random_allocation_replace_one(1.0, 10, 11, &allocation, &error), DPCVX_ERR_ARGUMENT,
              "'participations' = 11");
  CHECK_OK(
      dpcvx_curve_create_subsampled_gaussian(DPCVX_SAMPLING_POISSON_REPLACE_ONE, 2.0, 1.0, 1, &allocation, &error));
  CHECK_OK(dpcvx_curve_gdp_mu(allocation, &value, &error));
  CHECK(near(value, 1.0, 1e-9)); /* both values are in the sum */
  dpcvx_curve_destroy(allocation);
  CHECK_FAILS(dpcvx_curve_create_sampled(laplace, DPCVX_SAMPLING_POISSON_REPLACE_ONE, 0.1, &allocation, &error),
              DPCVX_ERR_UNSUPPORTED, "one Gaussian");
  CHECK_OK(dpcvx_curve_create_test_release(0.5, 1e-6, 0.0, &allocation, &error));
  CHECK_OK(dpcvx_curve_delta(allocation, 0.5, &value, &error));
  CHECK(near(value, 1e-6, 1e-9)); /* the test alone */
  dpcvx_curve_destroy(allocation);
  END_TEST("random allocation, Poisson sampling under replace-one");

  CHECK_OK(dpcvx_reference_liang2020_rdp(4.0, 0.001, 3.0, &value, &error));
  CHECK(value >= 6.5625e-7 && near(value, 6.5625e-7, 1e-9)); /* 3.5 * 1e-6 * 3 / 16 */
  CHECK_FAILS(dpcvx_reference_liang2020_rdp(0.5, 0.001, 3.0, &value, &error), DPCVX_ERR_NUMERIC, "0.67");
  CHECK_FAILS(dpcvx_reference_liang2020_rdp(4.0, 0.1, 3.0, &value, &error), DPCVX_ERR_NUMERIC, "order - 1");
  END_TEST("the closed form of Liang et al.");

  CHECK_OK(dpcvx_curve_create_gdp_mixture(mus, probabilities, 3, &mixture, &error));
  CHECK_OK(dpcvx_curve_delta(mixture, 1.0, &value, &error));
  CHECK(near(value, 0.25 * 0.12693673750664394 + 0.25 * 0.50986166005467020, 1e-9));
  CHECK_OK(dpcvx_curve_epsilon(mixture, value, &other, &error));
  CHECK(near(other, 1.0, 1e-9));
  CHECK_OK(dpcvx_curve_rdp(mixture, 2.0, &value, &error));
  CHECK(near(value, log(0.5 + 0.25 * exp(1.0) + 0.25 * exp(4.0)), 1e-9));
  CHECK_OK(dpcvx_curve_gdp_mu(mixture, &value, &error));
  CHECK(value == 2);
  CHECK_FAILS(dpcvx_curve_create_gdp_mixture(mus, probabilities, 2, &whole, &error), DPCVX_ERR_ARGUMENT, "sum 0.75");
  END_TEST("mixtures of Gaussian privacy");

  {
    const dpcvx_curve *parts[2];
    const int64_t counts[2] = {3, 1};
    parts[0] = gdp;
    parts[1] = pure;
    CHECK_OK(dpcvx_curve_create_composition(parts, counts, 2, &whole, &error));
    CHECK_OK(dpcvx_curve_zcdp_rho(whole, &value, &error));
    CHECK(value >= 1.5 && value <= 1.5 + 0.125 + 1e-9); /* 3 mu^2 / 2 and at most epsilon^2 / 2 */
  }
  CHECK_OK(dpcvx_curve_to_json(whole, NULL, 0, &length, &error));
  text = (char *)malloc(length + 1);
  CHECK_OK(dpcvx_curve_to_json(whole, text, length + 1, &length, &error));
  CHECK(strlen(text) == length && text[0] == '{' && strstr(text, "\"count\":3") != NULL);
  CHECK_FAILS(dpcvx_curve_to_json(whole, text, length, &length, &error), DPCVX_ERR_CAPACITY, "");
  free(text);
  END_TEST("composition, and its JSON");

  {
    dpcvx_curve *group = NULL, *member = NULL;
    CHECK_OK(dpcvx_curve_create_group(gdp, 5, &group, &error));
    CHECK_OK(dpcvx_curve_gdp_mu(group, &value, &error));
    CHECK(value >= 5 && near(value, 5.0, 1e-9));
    CHECK_OK(dpcvx_curve_create_member(group, 5, &member, &error));
    CHECK_OK(dpcvx_curve_gdp_mu(member, &value, &error));
    CHECK(near(value, 1.0, 1e-9));
    dpcvx_curve_destroy(group);
    dpcvx_curve_destroy(member);
    CHECK_FAILS(dpcvx_curve_create_group(sampled, 2, &group, &error), DPCVX_ERR_UNSUPPORTED, "poisson_gaussian");
    CHECK(group == NULL);
    CHECK_FAILS(dpcvx_curve_create_member(rdp, 2, &member, &error), DPCVX_ERR_UNSUPPORTED, "rdp");
    CHECK_FAILS(dpcvx_curve_create_group(gdp, 0, &group, &error), DPCVX_ERR_ARGUMENT, "'size' = 0");
  }
  END_TEST("groups of units");

  CHECK_OK(dpcvx_calibrate_gdp(1.0, 1e-6, &mu, &error));
  dpcvx_curve_destroy(gdp);
  CHECK_OK(dpcvx_curve_create_gdp(mu, &gdp, &error));
  CHECK_OK(dpcvx_curve_delta(gdp, 1.0, &value, &error));
  CHECK(value <= 1e-6 && value > 0.999e-6);
  CHECK_OK(dpcvx_calibrate_zcdp(1.0, 1e-6, &value, &error));
  CHECK(value > 0.01 && value < 0.05);
  CHECK_OK(dpcvx_calibrate_subsampled_gaussian(DPCVX_SAMPLING_POISSON, 0.01, 1000, 1.0, 1e-5, &value, &error));
  CHECK(value > 0.5 && value < 3);
  CHECK_OK(dpcvx_calibrate_subsampled_gaussian_rdp(DPCVX_SAMPLING_POISSON, 0.01, 1000, 1.0, 1e-5, &other, &error));
  CHECK(other > value && other < 1.2 * value);
  END_TEST("calibration");

  {
    dpcvx_curve *none = gdp;
    CHECK_FAILS(dpcvx_curve_create_gdp(NAN, &none, &error), DPCVX_ERR_ARGUMENT, "'mu' = nan");
    CHECK(none == NULL);
  }
  {
    dpcvx_curve *none = zcdp;
    CHECK_FAILS(dpcvx_curve_create_rdp(orders, epsilons, -2, &none, &error), DPCVX_ERR_ARGUMENT, "'n' = -2");
    CHECK(none == NULL);
  }
  CHECK_FAILS(dpcvx_curve_epsilon(pure, 1.0, &value, &error), DPCVX_ERR_ARGUMENT, "'delta' = 1");
  END_TEST("errors");

  dpcvx_curve_destroy(NULL);
  dpcvx_curve_destroy(pure);
  dpcvx_curve_destroy(gdp);
  dpcvx_curve_destroy(zcdp);
  dpcvx_curve_destroy(gaussian);
  dpcvx_curve_destroy(rdp);
  dpcvx_curve_destroy(sampled);
  dpcvx_curve_destroy(whole);
  dpcvx_curve_destroy(approximate);
  dpcvx_curve_destroy(laplace);
  dpcvx_curve_destroy(mixture);
  return TEST_RESULT();
}
