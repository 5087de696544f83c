/* Makes several fits on one budget, and prints its ledger.
 *
 *   cc many_fits.c -ldpcvx -lm && ./a.out
 *
 * The budget is a hard limit over all releases from the table. A fit that does not fit is refused before it reads. */
#include "example.h"
#include "made_up.h"

enum { RECORDS = 3000, COLUMNS = 2, FITS = 3 };

int main(void) {
  static double rows[RECORDS][COLUMNS], labels[RECORDS];
  static char ledger[8192];
  const double strengths[FITS] = {0, 0.001, 0.1};
  dpcvx_dataset *table;
  dpcvx_budget *budget;
  dpcvx_rng *rng;
  dpcvx_options *options;
  dpcvx_objective *objective = NULL;
  dpcvx_plan *plan = NULL;
  dpcvx_curve *price;
  dpcvx_fit *fit;
  dpcvx_status refused;
  size_t length;
  double w[COLUMNS + 1];
  int i, k;

  for (i = 0; i < RECORDS; ++i) {
    rows[i][0] = made_up(), rows[i][1] = made_up();
    labels[i] = rows[i][0] > rows[i][1] ? 1 : -1;
  }
  check(dpcvx_dataset_create_dense(&rows[0][0], RECORDS, COLUMNS, COLUMNS, 1, labels, &table, &err));
  check(dpcvx_budget_create(2.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err));
  check(dpcvx_rng_create(&rng, &err));
  check(dpcvx_objective_options_create(&options, &err));
  for (k = 0; k < FITS; ++k) {
    dpcvx_plan_destroy(plan);
    dpcvx_objective_destroy(objective);
    check(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, strengths[k], &err));
    check(dpcvx_objective_create(table, DPCVX_LOSS_LOGISTIC, NULL, options, &objective, &err));
    check(dpcvx_budget_price(budget, 1.0 / (FITS - k), &price, &err)); /* an equal part of what is left */
    check(dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_AUTOMATIC, NULL, &plan, &err));
    check(dpcvx_fit_create(budget, rng, plan, NULL, &fit, &err));
    check(dpcvx_fit_coefficients(fit, w, COLUMNS + 1, &err));
    printf("l2 = %-5g  w = (%6.2f, %6.2f), intercept %5.2f\n", strengths[k], w[0], w[1], w[2]);
    dpcvx_fit_destroy(fit);
    dpcvx_curve_destroy(price);
  }
  check(dpcvx_budget_to_text(budget, ledger, sizeof ledger, &length, &err));
  printf("\n%s\n", ledger);
  refused = dpcvx_fit_create(budget, rng, plan, NULL, &fit, &err); /* nothing is left */
  printf("One more: %s\n", err.message);

  dpcvx_plan_destroy(plan);
  dpcvx_objective_destroy(objective);
  dpcvx_options_destroy(options);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(budget);
  dpcvx_dataset_destroy(table);
  return refused == DPCVX_ERR_BUDGET ? 0 : 1;
}
