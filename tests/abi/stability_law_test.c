/* Points of stable data, or nothing: laws beforehand, releases of a point and of a family. */
#include "check.h"

static dpcvx_error error;

/* The data of a callback: from which level on they are stable. */
struct data {
  int64_t stable_from;
  int64_t calls;
  int32_t answer;
};

static int32_t test_level(int64_t level, int64_t n, double *point, void *user) {
  struct data *data = (struct data *)user;
  int64_t i;
  ++data->calls;
  if (level < data->stable_from) return 0;
  for (i = 0; i < n; ++i) point[i] = 100 + (double)i;
  return data->answer;
}

int main(void) {
  const double point[2] = {1, -1};
  dpcvx_options *options = NULL, *basic = NULL;
  dpcvx_test_release_law *law = NULL;
  dpcvx_budget *budget = NULL, *gaussian = NULL;
  dpcvx_rng *rng = NULL;
  dpcvx_curve *price = NULL, *gdp = NULL;
  dpcvx_guarantee *guarantee = NULL;
  double mu = 0, delta = 0, probability = 0, share = 0, out[2] = {7, 7};
  int64_t top = 0, charges = 0;
  int32_t released = 5;
  struct data data = {0, 0, 1};

  CHECK_OK(dpcvx_test_release_options_create(&options, &error));
  CHECK_OK(dpcvx_test_release_law_create(1, 1e-6, DPCVX_TEST_RELEASE_KIND_POINT, options, &law, &error));
  CHECK_OK(dpcvx_test_release_law_get_i64(law, DPCVX_TEST_RELEASE_FIGURE_MAX_SCORE, &top, &error));
  CHECK_OK(dpcvx_test_release_law_get_f64(law, DPCVX_TEST_RELEASE_FIGURE_MU, &mu, &error));
  CHECK_OK(dpcvx_test_release_law_get_f64(law, DPCVX_TEST_RELEASE_FIGURE_DELTA, &delta, &error));
  CHECK(top > 30 && top < 50 && mu > 0.12 && mu < 0.2367 && delta <= 1e-6);
  CHECK_FAILS(dpcvx_test_release_law_get_f64(law, DPCVX_TEST_RELEASE_FIGURE_LEVEL_EPSILON_FRACTION, &share, &error),
              DPCVX_ERR_UNSUPPORTED, "DPCVX_TEST_RELEASE_FORM_EXACT");
  CHECK(share == 0);
  CHECK_OK(dpcvx_test_release_law_pass_probability(law, 0, &probability, &error));
  CHECK(probability == 1);
  CHECK_OK(dpcvx_test_release_law_pass_probability(law, top, &probability, &error));
  CHECK(probability > 0 && probability <= 1e-6);
  CHECK_OK(dpcvx_test_release_law_pass_probability(law, top + 1, &probability, &error));
  CHECK(probability == 0);
  dpcvx_test_release_law_destroy(law);
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_TEST_RELEASE_OPTION_FORM, DPCVX_TEST_RELEASE_FORM_REFERENCE, &error));
  CHECK_OK(dpcvx_test_release_law_create(1, 1e-6, DPCVX_TEST_RELEASE_KIND_FAMILY, options, &law, &error));
  CHECK_OK(dpcvx_test_release_law_get_i64(law, DPCVX_TEST_RELEASE_FIGURE_MAX_SCORE, &top, &error));
  CHECK_OK(dpcvx_test_release_law_get_f64(law, DPCVX_TEST_RELEASE_FIGURE_LEVEL_EPSILON_FRACTION, &share, &error));
  CHECK(top == 64 && share > 0.4999 && share < 0.5001);
  dpcvx_test_release_law_destroy(law);
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_TEST_RELEASE_OPTION_FORM, DPCVX_TEST_RELEASE_FORM_EXACT, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_TEST_RELEASE_OPTION_MAX_SCORE, 3, &error));
  CHECK_FAILS(dpcvx_test_release_law_create(1, 1e-6, DPCVX_TEST_RELEASE_KIND_POINT, options, &law, &error),
              DPCVX_ERR_ARGUMENT, "DPCVX_TEST_RELEASE_OPTION_MAX_SCORE");
  CHECK(law == NULL);
  END_TEST("laws are known beforehand");

  CHECK_OK(dpcvx_budget_options_create(&basic, &error));
  CHECK_OK(dpcvx_options_set_i64(basic, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_BASIC, &error));
  CHECK_OK(dpcvx_budget_create(3, 3e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER, basic, &budget, &error));
  CHECK_OK(dpcvx_budget_create(3, 3e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER, NULL, &gaussian, &error));
  CHECK_OK(dpcvx_rng_create_deterministic("stable", 6, &rng, &error));
  CHECK_OK(dpcvx_curve_create_approximate(1, 1e-6, &price, &error));
  CHECK_OK(dpcvx_curve_create_gdp(0.1, &gdp, &error));
  CHECK_OK(dpcvx_release_tested_point(budget, rng, price, 0, point, 2, 1e-9, NULL, out, &released, &guarantee, &error));
  CHECK(released == 1 && out[0] > 0.99 && out[0] < 1.01 && out[1] < -0.99 && guarantee != NULL);
  dpcvx_guarantee_destroy(guarantee);
  CHECK_OK(dpcvx_release_tested_point(budget, rng, price, 1000, point, 2, 1, NULL, out, &released, NULL, &error));
  CHECK(released == 0 && out[0] == 0 && out[1] == 0);
  CHECK_OK(
      dpcvx_release_tested_family(budget, rng, price, test_level, &data, 2, 1e-9, NULL, out, &released, NULL, &error));
  CHECK(data.calls == 1 && released == 1 && out[1] > 100.9 && out[1] < 101.1);
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, &error));
  CHECK(charges == 3);
  END_TEST("points of stable data are told, others are not");

  released = 5;
  CHECK_FAILS(
      dpcvx_release_tested_family(budget, rng, price, test_level, &data, 2, 1, NULL, out, &released, NULL, &error),
      DPCVX_ERR_BUDGET, "epsilon");
  CHECK_FAILS(dpcvx_release_tested_point(budget, rng, gdp, 0, point, 2, 1, NULL, out, &released, NULL, &error),
              DPCVX_ERR_UNSUPPORTED, "'price'");
  CHECK_FAILS(dpcvx_release_tested_point(gaussian, rng, price, 0, point, 2, 1, NULL, out, &released, NULL, &error),
              DPCVX_ERR_UNSUPPORTED, "DPCVX_FILTER_BASIC");
  CHECK(data.calls == 1 && released == 5);
  END_TEST("what cannot be paid is not looked at");

  dpcvx_curve_destroy(gdp);
  dpcvx_curve_destroy(price);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(gaussian);
  dpcvx_budget_destroy(budget);
  dpcvx_options_destroy(basic);
  dpcvx_options_destroy(options);
  return TEST_RESULT();
}
