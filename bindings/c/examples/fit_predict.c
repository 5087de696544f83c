/* Fits a private logistic regression in one call, and predicts with it.
 *
 *   cc fit_predict.c -ldpcvx -lm && ./a.out
 *
 * The ranges of the columns are public: what people can be, not the extremes of this table. */
#include "example.h"
#include "made_up.h"

enum { RECORDS = 4000, NEW = 1000, COLUMNS = 2 };

/* Age and income; a label 1 becomes likelier with both. */
static void make_record(double *row, double *label) {
  row[0] = 50 + 30 * made_up();
  row[1] = 60000 + 40000 * made_up();
  *label = (row[0] - 50) / 30 + (row[1] - 60000) / 40000 + 0.4 * made_up() > 0 ? 1 : -1;
}

int main(void) {
  static double rows[RECORDS][COLUMNS], labels[RECORDS], new_rows[NEW][COLUMNS], new_labels[NEW], predicted[NEW];
  static char report[16384];
  const double low[COLUMNS] = {18, 0}, high[COLUMNS] = {100, 150000};
  double w[COLUMNS + 1];
  dpcvx_dataset *table, *new_table;
  dpcvx_fit *fit;
  size_t length;
  int i, right = 0;

  for (i = 0; i < RECORDS; ++i) make_record(rows[i], &labels[i]);
  for (i = 0; i < NEW; ++i) make_record(new_rows[i], &new_labels[i]);
  check(dpcvx_dataset_create_dense(&rows[0][0], RECORDS, COLUMNS, COLUMNS, 1, labels, &table, &err));
  check(dpcvx_dataset_create_dense(&new_rows[0][0], NEW, COLUMNS, COLUMNS, 1, NULL, &new_table, &err));

  check(dpcvx_fit_table(table, DPCVX_LOSS_LOGISTIC, low, high, COLUMNS, 1.0, 1e-6, NULL, NULL, &fit, &err));

  check(dpcvx_fit_predict(fit, new_table, predicted, NEW, &err));
  for (i = 0; i < NEW; ++i) right += predicted[i] == new_labels[i];
  check(dpcvx_fit_original_coefficients(fit, w, COLUMNS + 1, &err));
  check(dpcvx_fit_to_text(fit, report, sizeof report, &length, &err));
  printf("%s\n", report);
  printf("Predicts 1 where %.4f age + %.7f income + %.2f > 0\n", w[0], w[1], w[2]);
  printf("NOT PRIVATE: %d of %d new records are predicted right\n", right, (int)NEW);

  dpcvx_fit_destroy(fit);
  dpcvx_dataset_destroy(new_table);
  dpcvx_dataset_destroy(table);
  return right > NEW * 8 / 10 ? 0 : 1;
}
