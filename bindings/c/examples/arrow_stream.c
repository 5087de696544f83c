/* Fits a table that is given out batch by batch, by the Arrow C stream interface: no table is in memory.
 *
 *   cc arrow_stream.c -ldpcvx -lm && ./a.out
 *
 * Each step of the fit reads the stream once. Here its batches are made up. */
#include "arrow_columns.h"
#include "example.h"

enum { BATCHES = 20 };

/* Returns number i of a made-up column, between -1 and 1: each pass gives the same rows. */
static double made_up(int column, int i) {
  uint64_t bits = (uint64_t)(3 * i + column + 1) * 6364136223846793005u;
  bits = (bits ^ bits >> 31) * 1442695040888963407u;
  return (double)(bits >> 33) / 1073741824.0 - 1;
}

/* Age in years, income in thousands, and whether a person bought. */
static const char *const names[COLUMNS] = {"age", "income", "bought"};
static int fill(int first_row, double batch[COLUMNS][ROWS]) {
  int i;
  if (first_row == BATCHES * ROWS) return 0;
  for (i = 0; i < ROWS; ++i) {
    const double age = made_up(0, first_row + i), income = made_up(1, first_row + i);
    batch[0][i] = 55 + 35 * age;
    batch[1][i] = 50 + 50 * income;
    batch[2][i] = age + income + made_up(2, first_row + i) > 0 ? 1 : -1;
  }
  return ROWS;
}

int main(void) {
  static struct columns table = {names, fill, 0, {{0}}};
  const double low[] = {20, 0}, high[] = {90, 100};
  unsigned char told[4096];
  size_t length;
  int64_t steps, step;
  double w[COLUMNS];
  dpcvx_options *facts;
  dpcvx_objective *objective;
  dpcvx_budget *budget;
  dpcvx_curve *price;
  dpcvx_rng *rng;
  dpcvx_plan *plan;
  dpcvx_coordinator *it;
  dpcvx_partial_sum *sum;
  dpcvx_fit *fit;

  check(dpcvx_objective_options_create(&facts, &err));
  check(dpcvx_options_set_i64(facts, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, BATCHES * ROWS, &err));
  check(dpcvx_objective_create_public(low, high, 2, DPCVX_LOSS_LOGISTIC, NULL, facts, &objective, &err));
  check(dpcvx_budget_create(2.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err));
  check(dpcvx_budget_price(budget, 1.0, &price, &err));
  check(dpcvx_rng_create(&rng, &err));
  check(dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_AUTOMATIC, NULL, &plan, &err));
  check(dpcvx_coordinator_create(budget, rng, plan, 1, &it, &err)); /* charges the budget */
  check(dpcvx_coordinator_get_i64(it, DPCVX_COORDINATOR_FIGURE_STEPS, &steps, &err));
  for (step = 0; step < steps; ++step) {
    struct ArrowArrayStream stream = stream_of(&table);
    check(dpcvx_coordinator_broadcast(it, told, sizeof told, &length, &err));
    check(dpcvx_partial_sum_create(told, length, 0, &sum, &err));
    check(dpcvx_partial_sum_add_stream(sum, &stream, "bought", NULL, NULL, 1, 0, NULL, &err));
    check(dpcvx_partial_sum_seal(sum, &err));
    check(dpcvx_coordinator_finish_step(it, rng, sum, &err));
    dpcvx_partial_sum_destroy(sum);
  }
  check(dpcvx_coordinator_fit(it, &fit, &err));
  check(dpcvx_fit_coefficients(fit, w, COLUMNS, &err));
  printf("%d passes over %d rows: age %+.2f, income %+.2f\n", (int)steps, BATCHES * ROWS, w[0], w[1]);

  dpcvx_fit_destroy(fit);
  dpcvx_coordinator_destroy(it);
  dpcvx_plan_destroy(plan);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_objective_destroy(objective);
  dpcvx_options_destroy(facts);
  return w[0] > 0 && w[1] > 0 ? 0 : 1;
}
