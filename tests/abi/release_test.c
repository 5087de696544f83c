/* Releases as a C program makes them: a budget, a price, values in, noise out, and the record of what holds. */
#include "check.h"

static dpcvx_error error;

/* A budget under the zCDP filter, which takes the curve of every release. */
static dpcvx_budget *make_budget(void) {
  dpcvx_budget *budget = NULL;
  dpcvx_options *options = NULL;
  CHECK_OK(dpcvx_budget_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_ZCDP, &error));
  CHECK_OK(dpcvx_budget_create(10, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, options, &budget, &error));
  dpcvx_options_destroy(options);
  return budget;
}

static void vectors(dpcvx_budget *budget, dpcvx_rng *rng) {
  const double values[3] = {1.5, -2, 0.25};
  const int64_t counts[3] = {10, 20, 30};
  double out[3] = {0, 0, 0};
  int64_t sums[3] = {0, 0, 0};
  dpcvx_curve *gdp = NULL, *pure = NULL, *zcdp = NULL, *approximate = NULL;
  CHECK_OK(dpcvx_curve_create_gdp(0.2, &gdp, &error));
  CHECK_OK(dpcvx_curve_create_pure(0.1, &pure, &error));
  CHECK_OK(dpcvx_curve_create_zcdp(0.01, &zcdp, &error));
  CHECK_OK(dpcvx_curve_create_approximate(0.1, 1e-8, &approximate, &error));
  CHECK_OK(dpcvx_release_gaussian(budget, rng, gdp, values, 3, 1, NULL, out, NULL, &error));
  CHECK_OK(dpcvx_release_gaussian(budget, rng, approximate, values, 3, 1, NULL, out, NULL, &error));
  CHECK(isfinite(out[0]) && isfinite(out[1]) && isfinite(out[2]) && out[0] != 1.5);
  CHECK_OK(dpcvx_release_laplace(budget, rng, pure, values, 3, 1, NULL, out, NULL, &error));
  CHECK_OK(dpcvx_release_discrete_gaussian(budget, rng, zcdp, counts, 3, 1, sums, NULL, &error));
  CHECK_OK(dpcvx_release_discrete_laplace(budget, rng, pure, counts, 3, 1, sums, NULL, &error));
  CHECK_FAILS(dpcvx_release_gaussian(budget, rng, pure, values, 3, 1, NULL, out, NULL, &error), DPCVX_ERR_UNSUPPORTED,
              "'price'");
  dpcvx_curve_destroy(gdp);
  dpcvx_curve_destroy(pure);
  dpcvx_curve_destroy(zcdp);
  dpcvx_curve_destroy(approximate);
}

static void choices(dpcvx_budget *budget, dpcvx_rng *rng) {
  const double values[5] = {3, 1, 4, 1, 5};
  const int64_t answers[5] = {0, 1, 2, 1, 0};
  int64_t reports[5], index = -1;
  double shares[3], errors[3], quantile = 0, low = 0, high = 0;
  dpcvx_curve *price = NULL;
  CHECK_OK(dpcvx_curve_create_pure(0.2, &price, &error));
  CHECK_OK(dpcvx_release_exponential(budget, rng, price, values, 5, 1, NULL, &index, NULL, &error));
  CHECK(index >= 0 && index < 5);
  CHECK_OK(dpcvx_release_noisy_max(budget, rng, price, values, 5, 1, NULL, &index, NULL, &error));
  CHECK(index >= 0 && index < 5);
  CHECK_OK(dpcvx_release_quantile(budget, rng, price, values, 5, 0.5, 0, 10, NULL, &quantile, NULL, &error));
  CHECK(quantile >= 0 && quantile <= 10);
  CHECK_OK(dpcvx_release_range(budget, rng, price, values, 5, 0.9, &low, &high, NULL, &error));
  CHECK(low <= high);
  CHECK_OK(dpcvx_release_randomized_response(budget, rng, price, answers, 5, 3, reports, NULL, &error));
  CHECK_OK(dpcvx_randomized_response_shares(reports, 5, 3, 0.2, shares, errors, &error));
  CHECK(fabs(shares[0] + shares[1] + shares[2] - 1) < 1e-9);
  dpcvx_curve_destroy(price);
}

static void records(dpcvx_budget *budget, dpcvx_rng *rng) {
  const double value = 7;
  double out;
  char text[4096];
  size_t length = 0;
  dpcvx_curve *price = NULL;
  dpcvx_guarantee *guarantee = NULL;
  CHECK_OK(dpcvx_curve_create_gdp(0.2, &price, &error));
  CHECK_OK(dpcvx_release_gaussian(budget, rng, price, &value, 1, 2, NULL, &out, &guarantee, &error));
  CHECK_OK(dpcvx_guarantee_to_json(guarantee, text, sizeof(text), &length, &error));
  CHECK(strstr(text, "l2_sensitivity") != NULL && strstr(text, "lattice_step") != NULL);
  CHECK(strstr(text, "NOT PRIVATE") == NULL);
  dpcvx_guarantee_destroy(guarantee);
  CHECK_FAILS(dpcvx_release_gaussian(budget, rng, price, &value, 1, -2, NULL, &out, &guarantee, &error),
              DPCVX_ERR_ARGUMENT, "l2_sensitivity");
  CHECK(guarantee == NULL);
  dpcvx_curve_destroy(price);
}

int main(void) {
  dpcvx_budget *const budget = make_budget();
  dpcvx_rng *rng = NULL;
  CHECK_OK(dpcvx_rng_create(&rng, &error));
  vectors(budget, rng);
  END_TEST("vectors of numbers");
  choices(budget, rng);
  END_TEST("choices, quantiles, ranges, responses");
  records(budget, rng);
  END_TEST("the record of a release");
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(budget);
  return TEST_RESULT();
}
