/* Scores a private fit on people it has not met, and releases the scores privately.
 *
 *   cc held_out.c -ldpcvx -lm && ./a.out
 *
 * Each person is in the training part or in the held-out part. So the fit and the scores have a budget each: what both
 * reveal about a person is what the one budget allows that the person is under. */
#include "example.h"
#include "made_up.h"

enum { RECORDS = 20000, COLUMNS = 2 };

/* Age and income; a label 1 becomes likelier with both. */
static void make_record(double *row, double *label) {
  row[0] = 50 + 30 * made_up();
  row[1] = 60000 + 40000 * made_up();
  *label = (row[0] - 50) / 30 + (row[1] - 60000) / 40000 + 0.4 * made_up() > 0 ? 1 : -1;
}

static double figure(const dpcvx_evaluation *evaluation, int32_t key) {
  double value;
  check(dpcvx_evaluation_get_f64(evaluation, key, &value, &err));
  return value;
}

static void show(const char *name, const dpcvx_evaluation *evaluation) {
  printf("%s: %.3f, between %.3f and %.3f with probability %.2f\n", name,
         figure(evaluation, DPCVX_EVALUATION_FIGURE_VALUE), figure(evaluation, DPCVX_EVALUATION_FIGURE_LOW),
         figure(evaluation, DPCVX_EVALUATION_FIGURE_HIGH), figure(evaluation, DPCVX_EVALUATION_FIGURE_INTERVAL_LEVEL));
}

int main(void) {
  static double rows[RECORDS][COLUMNS], labels[RECORDS];
  static char report[16384];
  const double low[COLUMNS] = {18, 0}, high[COLUMNS] = {100, 150000};
  const char key[] = "split of people!"; /* any 16 bytes that were chosen without looking at the table */
  dpcvx_dataset *table, *training, *held_out;
  dpcvx_fit *fit;
  dpcvx_budget *budget;
  dpcvx_curve *half, *rest;
  dpcvx_rng *rng;
  dpcvx_evaluation *accuracy, *log_loss;
  size_t length;
  int i, good;

  for (i = 0; i < RECORDS; ++i) make_record(rows[i], &labels[i]);
  check(dpcvx_dataset_create_dense(&rows[0][0], RECORDS, COLUMNS, COLUMNS, 1, labels, &table, &err));
  check(dpcvx_dataset_create_split(table, DPCVX_ADJACENCY_REPLACE_ONE, key, DPCVX_SPLIT_KEY_BYTES, 0, 0.2, &training,
                                   &held_out, &err));
  check(dpcvx_fit_table(training, DPCVX_LOSS_LOGISTIC, low, high, COLUMNS, 1.0, 1e-6, NULL, NULL, &fit, &err));

  check(dpcvx_rng_create(&rng, &err));
  check(dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err));
  check(dpcvx_budget_price(budget, 0.5, &half, &err)); /* two scores share what the held-out part may spend */
  check(dpcvx_evaluation_create(budget, rng, half, fit, held_out, DPCVX_SCORE_ACCURACY, NULL, &accuracy, &err));
  check(dpcvx_budget_price(budget, 1.0, &rest, &err));
  check(dpcvx_evaluation_create(budget, rng, rest, fit, held_out, DPCVX_SCORE_LOG_LOSS, NULL, &log_loss, &err));
  show("accuracy", accuracy);
  show("clipped log loss", log_loss);
  check(dpcvx_evaluation_to_text(accuracy, report, sizeof report, &length, &err));
  printf("\n%s", report);
  good = figure(accuracy, DPCVX_EVALUATION_FIGURE_VALUE) > 0.8 && figure(log_loss, DPCVX_EVALUATION_FIGURE_VALUE) < 0.7;

  dpcvx_evaluation_destroy(log_loss);
  dpcvx_evaluation_destroy(accuracy);
  dpcvx_curve_destroy(rest);
  dpcvx_curve_destroy(half);
  dpcvx_budget_destroy(budget);
  dpcvx_rng_destroy(rng);
  dpcvx_fit_destroy(fit);
  dpcvx_dataset_destroy(held_out);
  dpcvx_dataset_destroy(training);
  dpcvx_dataset_destroy(table);
  return good ? 0 : 1;
}
