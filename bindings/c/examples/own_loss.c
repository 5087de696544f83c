/* Fits a loss of one's own: here the log-cosh loss, a smooth relative of the absolute one.
 *
 *   cc own_loss.c -ldpcvx -lm && ./a.out
 *
 * The library cuts slopes to the bound that is declared, so privacy does not rest on the function being right.
 * That it is convex and smooth is the caller's word. The report says `assumed` there. */
#include "example.h"
#include "made_up.h"

#include <string.h>

enum { RECORDS = 4000 };

/* phi(z) = log cosh(z - label), whose slope is within [-1, 1] and 1-Lipschitz. */
static double log_cosh(double z, double label, double *slope, void *user) {
  const double r = z - label;
  (void)user;
  *slope = tanh(r);
  return fabs(r) + log1p(exp(-2 * fabs(r))) - log(2.0);
}

int main(void) {
  static double x[RECORDS], y[RECORDS];
  static char report[16384];
  double w[2];
  dpcvx_dataset *table;
  dpcvx_options *options;
  dpcvx_objective *objective;
  dpcvx_budget *budget;
  dpcvx_curve *price;
  dpcvx_rng *rng;
  dpcvx_plan *plan;
  dpcvx_fit *fit;
  size_t length;
  int i;

  for (i = 0; i < RECORDS; ++i) x[i] = made_up(), y[i] = 1.5 * x[i] - 0.5 + 0.2 * made_up() + (i % 10 == 0 ? 5 : 0);
  check(dpcvx_dataset_create_dense(x, RECORDS, 1, 1, 1, y, &table, &err));
  check(dpcvx_objective_options_create(&options, &err));
  check(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_BOUND, sqrt(2.0), &err)); /* |x| <= 1, and a 1 */
  check(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 3, &err));
  check(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_MAX_SLOPE, 1, &err)); /* no default: noise rests on it */
  check(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_MAX_CURVATURE, 1, &err));
  check(dpcvx_objective_create_with_loss(table, log_cosh, NULL, NULL, options, &objective, &err));
  check(dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err));
  check(dpcvx_budget_price(budget, 1.0, &price, &err));
  check(dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_AUTOMATIC, NULL, &plan, &err));
  check(dpcvx_rng_create(&rng, &err));
  check(dpcvx_fit_create(budget, rng, plan, NULL, &fit, &err));
  check(dpcvx_fit_coefficients(fit, w, 2, &err));
  check(dpcvx_fit_to_text(fit, report, sizeof report, &length, &err));
  printf("%s\ny = %.2f x %+.2f; nine in ten records follow y = 1.50 x -0.50\n", report, w[0], w[1]);

  dpcvx_fit_destroy(fit);
  dpcvx_rng_destroy(rng);
  dpcvx_plan_destroy(plan);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_objective_destroy(objective);
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(table);
  return fabs(w[0] - 1.5) < 0.5 && fabs(w[1] + 0.5) < 0.5 && strstr(report, "assumed") != NULL ? 0 : 1;
}
