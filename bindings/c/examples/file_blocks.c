/* Fits a file of rows that no memory has to hold: a callback reads it block by block, and progress counts bytes.
 *
 *   cc file_blocks.c -ldpcvx -lm && ./a.out
 *
 * Each step of the fit reads the file once. A file that is mapped into memory needs no callback: its address is an
 * argument of dpcvx_partial_sum_add_dense_f32. */
#include "file_rows.h"

static int passes;

static int32_t show(const dpcvx_progress *progress, void *user) {
  static int64_t last = -1;
  int64_t done = 0, total = 0;
  (void)user;
  dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_DONE, &done, NULL);
  dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_TOTAL, &total, NULL);
  if (done == last) return 0; /* called again, as reading took long */
  last = done;
  if (passes == 0) printf("%d %%\n", (int)(100 * done / total)); /* of the first pass */
  passes += done == total;
  return 0; /* any other number stops the pass */
}

int main(void) {
  static struct source source;
  const int64_t bytes = (int64_t)(ROWS * COLUMNS * sizeof(float));
  unsigned char told[4096];
  size_t length;
  int64_t steps, step;
  double w[COLUMNS + 1];
  dpcvx_options *facts;
  dpcvx_objective *objective;
  dpcvx_budget *budget;
  dpcvx_curve *price;
  dpcvx_rng *rng;
  dpcvx_plan *plan;
  dpcvx_coordinator *it;
  dpcvx_partial_sum *sum;
  dpcvx_monitor *monitor;
  dpcvx_fit *fit;

  if ((source.file = made_up_file()) == NULL) return 1;
  check(dpcvx_objective_options_create(&facts, &err));
  check(dpcvx_options_set_i64(facts, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, ROWS, &err));
  check(dpcvx_options_set_i64(facts, DPCVX_OBJECTIVE_OPTION_STORAGE, DPCVX_STORAGE_DENSE_F32, &err));
  check(dpcvx_objective_create_public(NULL, NULL, COLUMNS, DPCVX_LOSS_LOGISTIC, NULL, facts, &objective, &err));
  check(dpcvx_budget_create(2.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err));
  check(dpcvx_budget_price(budget, 1.0, &price, &err));
  check(dpcvx_rng_create(&rng, &err));
  check(dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_AUTOMATIC, NULL, &plan, &err));
  check(dpcvx_monitor_create(show, NULL, &monitor, &err));
  check(dpcvx_coordinator_create(budget, rng, plan, 1, &it, &err)); /* charges the budget */
  check(dpcvx_coordinator_get_i64(it, DPCVX_COORDINATOR_FIGURE_STEPS, &steps, &err));
  for (step = 0; step < steps; ++step) {
    rewind(source.file);
    check(dpcvx_coordinator_broadcast(it, told, sizeof told, &length, &err));
    check(dpcvx_partial_sum_create(told, length, 0, &sum, &err));
    check(dpcvx_partial_sum_add_blocks(sum, read_block, &source, bytes, monitor, &err));
    check(dpcvx_partial_sum_seal(sum, &err));
    check(dpcvx_coordinator_finish_step(it, rng, sum, &err));
    dpcvx_partial_sum_destroy(sum);
  }
  check(dpcvx_coordinator_fit(it, &fit, &err));
  check(dpcvx_fit_coefficients(fit, w, COLUMNS + 1, &err));
  printf("%d passes over %d bytes: %+.2f, %+.2f, %+.2f, %+.2f\n", (int)steps, (int)bytes, w[0], w[1], w[2], w[3]);

  fclose(source.file);
  dpcvx_fit_destroy(fit);
  dpcvx_coordinator_destroy(it);
  dpcvx_monitor_destroy(monitor);
  dpcvx_plan_destroy(plan);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_objective_destroy(objective);
  dpcvx_options_destroy(facts);
  return passes == steps && w[0] > 0 && w[1] < 0 ? 0 : 1;
}
