/* Budgets: charges, refusals, prices, the ledger. */
#include "check.h"

static double figure(const dpcvx_budget *budget, int32_t which) {
  dpcvx_error error;
  double value = -1;
  READ_FIGURE(dpcvx_budget_get, budget, which, value);
  return value;
}

int main(void) {
  dpcvx_error error;
  dpcvx_budget *budget = NULL, *basic = NULL;
  dpcvx_options *options = NULL;
  dpcvx_curve *half = NULL, *rest = NULL, *tenth = NULL, *none = NULL;
  char json[8192], text[8192];
  size_t length = 0;
  int32_t fits = -1;
  double mu_half = 0, mu_limit;
  int i;

  CHECK_OK(dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &error));
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_EPSILON) == 1.0 && figure(budget, DPCVX_BUDGET_FIGURE_DELTA) == 1e-6);
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_MAIN_SPENT) == 0 && figure(budget, DPCVX_BUDGET_FIGURE_CHARGES) == 0);
  mu_limit = figure(budget, DPCVX_BUDGET_FIGURE_MAIN_LIMIT);
  CHECK(mu_limit > 0.1 && mu_limit < 0.5);
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_ADJACENCY) == DPCVX_ADJACENCY_REPLACE_ONE);
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_UNIT) == DPCVX_UNIT_RECORD);
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_FILTER) == DPCVX_FILTER_GDP);
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_DETERMINISTIC) == 0);
  CHECK_FAILS(dpcvx_budget_get_f64(budget, DPCVX_BUDGET_FIGURE_RDP_ORDER, &mu_half, &error), DPCVX_ERR_UNSUPPORTED,
              "DPCVX_FILTER_RDP");
  CHECK_FAILS(dpcvx_budget_get_f64(budget, DPCVX_BUDGET_FIGURE_BASIC_DELTA_REMAINING, &mu_half, &error),
              DPCVX_ERR_UNSUPPORTED, "no basic sub-budget");
  CHECK_FAILS(dpcvx_budget_get_f64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &mu_half, &error), DPCVX_ERR_ARGUMENT,
              "use dpcvx_budget_get_i64");
  CHECK(mu_half == 0);
  END_TEST("a budget and its figures");

  CHECK_OK(dpcvx_budget_price(budget, 0.5, &half, &error));
  CHECK_OK(dpcvx_curve_gdp_mu(half, &mu_half, &error));
  CHECK(mu_half > 0.4 * mu_limit && mu_half < mu_limit);
  CHECK_OK(dpcvx_budget_can_charge(budget, half, 1, &fits, &error));
  CHECK(fits == 1);
  CHECK_OK(dpcvx_budget_charge(budget, half, 1, "first", &error));
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_CHARGES) == 1);
  CHECK(fabs(figure(budget, DPCVX_BUDGET_FIGURE_MAIN_SPENT) / mu_half - 1) < 1e-9);
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_EPSILON_SPENT) < 1.0);
  CHECK_OK(dpcvx_budget_price(budget, 1.0, &rest, &error));
  CHECK_OK(dpcvx_budget_charge(budget, rest, 1, "the rest", &error));
  CHECK_OK(dpcvx_budget_can_charge(budget, half, 1, &fits, &error));
  CHECK(fits == 0);
  CHECK_FAILS(dpcvx_budget_charge(budget, half, 1, "too much", &error), DPCVX_ERR_BUDGET, "dpcvx_budget_charge");
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_CHARGES) == 2);
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_EPSILON_SPENT) <= 1.0 + 1e-9);
  CHECK_FAILS(dpcvx_budget_price(budget, 1.0, &none, &error), DPCVX_ERR_BUDGET,
              "nothing is left of the main sub-budget");
  CHECK(none == NULL);
  CHECK_FAILS(dpcvx_budget_charge(budget, half, 1, "\xff", &error), DPCVX_ERR_ARGUMENT, "'label'");
  END_TEST("charges until nothing is left, and a refusal that changes nothing");

  CHECK_OK(dpcvx_budget_to_json(budget, json, sizeof(json), &length, &error));
  CHECK(strlen(json) == length && strstr(json, "\"first\"") != NULL && strstr(json, "too much") == NULL);
  CHECK_OK(dpcvx_budget_to_text(budget, text, sizeof(text), &length, &error));
  CHECK(strlen(text) == length && strstr(text, "the rest") != NULL);
  END_TEST("the ledger as JSON and as text");

  CHECK_OK(dpcvx_budget_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_BASIC, &error));
  CHECK_OK(dpcvx_budget_create(1.0, 0, DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_USER, options, &basic, &error));
  CHECK_OK(dpcvx_curve_create_pure(0.1, &tenth, &error));
  for (i = 0; i < 10; ++i) CHECK_OK(dpcvx_budget_charge(basic, tenth, 1, NULL, &error));
  CHECK_FAILS(dpcvx_budget_charge(basic, tenth, 1, NULL, &error), DPCVX_ERR_BUDGET, "");
  END_TEST("ten charges of a tenth fit, an eleventh does not");

  CHECK_FAILS(dpcvx_budget_charge(basic, tenth, 0, NULL, &error), DPCVX_ERR_ARGUMENT, "'count' = 0");
  CHECK_FAILS(dpcvx_budget_charge(basic, (const dpcvx_curve *)(const void *)options, 1, NULL, &error),
              DPCVX_ERR_ARGUMENT, "'curve'");
  END_TEST("errors, a handle of another type among them");

  dpcvx_budget_destroy(NULL);
  dpcvx_budget_destroy(budget);
  dpcvx_budget_destroy(basic);
  dpcvx_options_destroy(options);
  dpcvx_curve_destroy(half);
  dpcvx_curve_destroy(rest);
  dpcvx_curve_destroy(tenth);
  return TEST_RESULT();
}
