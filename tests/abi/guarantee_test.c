/* The guarantee record of a release, and how a deterministic source marks whatever it touches. */
#include "check.h"

/* A release by `rng`; gives its guarantee. */
static dpcvx_guarantee *release(dpcvx_budget *budget, dpcvx_rng *rng) {
  dpcvx_error error;
  dpcvx_curve *price = NULL;
  dpcvx_guarantee *guarantee = NULL;
  const double values[3] = {10, -20, 30.5};
  double out[3];
  CHECK_OK(dpcvx_curve_create_gdp(0.1, &price, &error));
  CHECK_OK(dpcvx_release_gaussian(budget, rng, price, values, 3, 1.0, NULL, out, &guarantee, &error));
  dpcvx_curve_destroy(price);
  return guarantee;
}

static dpcvx_budget *new_budget(void) {
  dpcvx_error error;
  dpcvx_budget *budget = NULL;
  CHECK_OK(dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_USER, NULL, &budget, &error));
  return budget;
}

int main(void) {
  dpcvx_error error;
  dpcvx_budget *honest = new_budget(), *tested = new_budget();
  dpcvx_rng *entropy = NULL, *seeded = NULL;
  dpcvx_guarantee *good = NULL, *marked = NULL;
  dpcvx_curve *charged = NULL;
  char text[8192];
  size_t length = 0;
  double mu = 0, epsilon = 0, constant = 0;
  int32_t origin = 0;

  CHECK_OK(dpcvx_rng_create(&entropy, &error));
  CHECK_OK(dpcvx_rng_create_deterministic("guarantee", 9, &seeded, &error));
  good = release(honest, entropy);
  CHECK_OK(dpcvx_guarantee_curve(good, &charged, &error));
  CHECK_OK(dpcvx_curve_gdp_mu(charged, &mu, &error));
  CHECK(mu > 0.09 && mu <= 0.1 * (1 + 1e-9));
  dpcvx_budget_destroy(honest); /* the guarantee stands alone */
  CHECK_OK(dpcvx_guarantee_epsilon(good, 1e-6, &epsilon, &error));
  CHECK(epsilon > 0.1 && epsilon < 1);
  CHECK_OK(dpcvx_guarantee_constant(good, "l2_sensitivity", &constant, &origin, &error));
  CHECK(constant == 1.0 && origin == DPCVX_ORIGIN_ASSUMED);
  CHECK_FAILS(dpcvx_guarantee_constant(good, "colour", &constant, NULL, &error), DPCVX_ERR_ARGUMENT, "'name' = colour");
  CHECK_OK(dpcvx_guarantee_to_json(good, text, sizeof(text), &length, &error));
  CHECK(strlen(text) == length && text[0] == '{' && text[length - 1] == '}');
  CHECK(strstr(text, "\"add_remove\"") != NULL && strstr(text, "\"user\"") != NULL);
  CHECK(strstr(text, "\"charged\":{\"sub_budget\":\"main\",\"mu\":0.") != NULL);
  CHECK(strstr(text, "\"assumed\"") != NULL && strstr(text, dpcvx_version()) != NULL);
  CHECK(strstr(text, "NOT PRIVATE") == NULL);
  CHECK_OK(dpcvx_guarantee_to_text(good, text, sizeof(text), &length, &error));
  CHECK(strlen(text) == length && strstr(text, "NOT PRIVATE") == NULL);
  END_TEST("curve, adjacency, unit, assumptions, version");

  marked = release(tested, seeded);
  CHECK_OK(dpcvx_guarantee_to_json(marked, text, sizeof(text), &length, &error));
  CHECK(strstr(text, "deterministic, NOT PRIVATE") != NULL && strstr(text, "\"private\":false") != NULL);
  CHECK_OK(dpcvx_guarantee_to_text(marked, text, sizeof(text), &length, &error));
  CHECK(strstr(text, "NOT PRIVATE") != NULL);
  CHECK_OK(dpcvx_budget_to_json(tested, text, sizeof(text), &length, &error));
  CHECK(strstr(text, "NOT PRIVATE") != NULL);
  dpcvx_guarantee_destroy(release(tested, entropy));
  CHECK_OK(dpcvx_budget_to_text(tested, text, sizeof(text), &length, &error));
  CHECK(strstr(text, "NOT PRIVATE") != NULL); /* it stays marked */
  END_TEST("a deterministic source marks guarantee and budget for good");

  CHECK_FAILS(dpcvx_guarantee_to_json(good, text, 10, &length, &error), DPCVX_ERR_CAPACITY, "dpcvx_guarantee_to_json");
  CHECK_FAILS(dpcvx_guarantee_to_text(NULL, text, sizeof(text), &length, &error), DPCVX_ERR_ARGUMENT, "'guarantee'");
  END_TEST("errors");

  dpcvx_guarantee_destroy(NULL);
  dpcvx_guarantee_destroy(good);
  dpcvx_guarantee_destroy(marked);
  dpcvx_curve_destroy(charged);
  dpcvx_rng_destroy(entropy);
  dpcvx_rng_destroy(seeded);
  dpcvx_budget_destroy(tested);
  return TEST_RESULT();
}
