/* Fits a logistic regression to two files of rows by output perturbation: the exact minimiser, with noise added once.
 *
 *   cc minimise_parts.c -ldpcvx -lm && ./a.out
 *
 * Each round sums exact gradients over both parts, and comes nearer to the minimiser. The points of rounds are NOT
 * PRIVATE: who holds a part keeps them secret. Where parts are not trusted so far, noisy gradient descent is the
 * method. */
#include "example.h"
#include "made_up.h"

enum { PARTS = 2, ROWS = 4000, COLUMNS = 2 };

static double rows[PARTS][ROWS][COLUMNS], labels[PARTS][ROWS];

/* What the holder of a part does: it takes the bytes of the round, and gives the sum of its rows. */
static dpcvx_partial_sum *sum_of_part(const void *told, size_t length, int part) {
  dpcvx_partial_sum *sum;
  check(dpcvx_partial_sum_create(told, length, part, &sum, &err));
  check(dpcvx_partial_sum_add_dense(sum, &rows[part][0][0], ROWS, COLUMNS, COLUMNS, 1, labels[part], NULL, NULL, 1,
                                    NULL, &err));
  check(dpcvx_partial_sum_seal(sum, &err));
  return sum;
}

int main(void) {
  unsigned char told[4096];
  size_t length;
  int64_t steps, step;
  int rounds, i;
  double w[COLUMNS + 1];
  dpcvx_options *facts;
  dpcvx_objective *objective;
  dpcvx_budget *budget;
  dpcvx_curve *price;
  dpcvx_rng *rng;
  dpcvx_plan *plan;
  dpcvx_coordinator *it;
  dpcvx_partial_sum *whole, *other;
  dpcvx_fit *fit;

  for (i = 0; i < PARTS * ROWS; ++i) {
    double *const row = rows[i / ROWS][i % ROWS];
    row[0] = made_up(), row[1] = made_up();
    labels[i / ROWS][i % ROWS] = row[0] - row[1] / 2 + made_up() / 2 > 0 ? 1 : -1;
  }
  check(dpcvx_objective_options_create(&facts, &err));
  check(dpcvx_options_set_i64(facts, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, PARTS * ROWS, &err));
  check(dpcvx_objective_create_public(NULL, NULL, COLUMNS, DPCVX_LOSS_LOGISTIC, NULL, facts, &objective, &err));
  check(dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err));
  check(dpcvx_budget_price(budget, 1.0, &price, &err));
  check(dpcvx_rng_create(&rng, &err));
  check(dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_OUTPUT_PERTURBATION, NULL, &plan, &err));
  check(dpcvx_coordinator_create(budget, rng, plan, PARTS, &it, &err)); /* charges the budget */

  /* The number of rounds is known at the end alone: STEP comes to STEPS where the minimiser is found. */
  check(dpcvx_coordinator_get_i64(it, DPCVX_COORDINATOR_FIGURE_STEPS, &steps, &err));
  for (step = rounds = 0; step < steps; ++rounds) {
    check(dpcvx_coordinator_broadcast(it, told, sizeof told, &length, &err));
    whole = sum_of_part(told, length, 0);
    other = sum_of_part(told, length, 1);
    check(dpcvx_partial_sum_merge(whole, other, &err));
    check(dpcvx_coordinator_finish_step(it, rng, whole, &err));
    check(dpcvx_coordinator_get_i64(it, DPCVX_COORDINATOR_FIGURE_STEP, &step, &err));
    dpcvx_partial_sum_destroy(whole);
    dpcvx_partial_sum_destroy(other);
  }
  check(dpcvx_coordinator_fit(it, &fit, &err));
  check(dpcvx_fit_coefficients(fit, w, COLUMNS + 1, &err));
  printf("%+.2f, %+.2f, intercept %+.2f\nNOT PRIVATE: %d rounds\n", w[0], w[1], w[2], rounds);

  dpcvx_fit_destroy(fit);
  dpcvx_coordinator_destroy(it);
  dpcvx_plan_destroy(plan);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_objective_destroy(objective);
  dpcvx_options_destroy(facts);
  return w[0] > 0 && w[1] < 0 ? 0 : 1;
}
