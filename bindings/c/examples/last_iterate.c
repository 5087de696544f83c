/* Fits by noisy gradient descent that releases its last iterate, and nothing before it.
 *
 *   cc last_iterate.c -ldpcvx -lm && ./a.out
 *
 * Steps of a strongly convex objective contract: they hide what earlier steps met. So noise need not grow with the
 * number of steps. A plan compares that with descent that averages its iterates, from public numbers. */
#include "example.h"
#include "made_up.h"

enum { RECORDS = 4000, COLUMNS = 2 };

int main(void) {
  static double rows[RECORDS][COLUMNS], labels[RECORDS];
  static char report[16384];
  double w[COLUMNS + 1], last, average;
  dpcvx_dataset *table;
  dpcvx_budget *budget;
  dpcvx_curve *price;
  dpcvx_options *options;
  dpcvx_objective *objective;
  dpcvx_plan *plan;
  dpcvx_rng *rng;
  dpcvx_fit *fit;
  size_t length;
  int i;

  for (i = 0; i < RECORDS; ++i) {
    rows[i][0] = made_up(), rows[i][1] = made_up();
    labels[i] = rows[i][0] > rows[i][1] ? 1 : -1;
  }
  check(dpcvx_dataset_create_dense(&rows[0][0], RECORDS, COLUMNS, COLUMNS, 1, labels, &table, &err));
  check(dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err));
  check(dpcvx_budget_price(budget, 1.0, &price, &err));
  check(dpcvx_rng_create(&rng, &err));
  check(dpcvx_objective_options_create(&options, &err));
  check(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, 0.05, &err)); /* steps contract by it */
  check(dpcvx_objective_create(table, DPCVX_LOSS_LOGISTIC, NULL, options, &objective, &err));

  check(dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_AUTOMATIC, NULL, &plan, &err)); /* all */
  check(dpcvx_plan_get_f64(plan, DPCVX_METHOD_LAST_ITERATE, DPCVX_PLAN_FIGURE_TYPICAL_RISK, &last, &err));
  check(dpcvx_plan_get_f64(plan, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_PLAN_FIGURE_TYPICAL_RISK, &average, &err));
  printf("Typical excess risk: %.2g with the last iterate, %.2g with their average\n", last, average);
  dpcvx_plan_destroy(plan);
  check(dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_LAST_ITERATE, NULL, &plan, &err));
  check(dpcvx_fit_create(budget, rng, plan, NULL, &fit, &err));
  check(dpcvx_fit_coefficients(fit, w, COLUMNS + 1, &err));
  check(dpcvx_fit_to_text(fit, report, sizeof report, &length, &err));
  printf("%s\nw = (%.2f, %.2f), intercept %.2f\n", report, w[0], w[1], w[2]);

  dpcvx_fit_destroy(fit);
  dpcvx_plan_destroy(plan);
  dpcvx_objective_destroy(objective);
  dpcvx_options_destroy(options);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_dataset_destroy(table);
  return w[0] > 0 && w[1] < 0 ? 0 : 1;
}
