/* Protects users: all the records of a person at once, not one record of theirs.
 *
 *   cc users.c -ldpcvx -lm && ./a.out
 *
 * Each row has the id of its owner. The fit then has users as its units, and each counts by the mean over their rows.
 * A cap keeps a random subset of the rows of users who have very many. */
#include "example.h"
#include "made_up.h"

#include <string.h>

enum { USERS = 2000, RECORDS = 30000, COLUMNS = 3 };

int main(void) {
  static double rows[RECORDS][COLUMNS], labels[RECORDS], predicted[RECORDS];
  static int64_t owners[RECORDS];
  static char report[16384];
  const double low[COLUMNS] = {-1, -1, -1}, high[COLUMNS] = {1, 1, 1};
  dpcvx_dataset *records, *table;
  dpcvx_options *options;
  dpcvx_fit *fit;
  size_t length;
  int i, j, right = 0;

  for (i = 0; i < RECORDS; ++i) {
    owners[i] = i < USERS ? i : (int64_t)(fabs(made_up()) * fabs(made_up()) * USERS); /* some have hundreds of rows */
    for (j = 0; j < COLUMNS; ++j) rows[i][j] = made_up();
    labels[i] = rows[i][0] - rows[i][1] + 0.3 * made_up() > 0 ? 1 : -1;
  }
  check(dpcvx_dataset_create_dense(&rows[0][0], RECORDS, COLUMNS, COLUMNS, 1, labels, &records, &err));
  check(dpcvx_dataset_create_with_users(records, owners, RECORDS, &table, &err));

  check(dpcvx_fit_table_options_create(&options, &err));
  check(dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_MAX_RECORDS_PER_USER, 50, &err));
  check(dpcvx_fit_table(table, DPCVX_LOSS_LOGISTIC, low, high, COLUMNS, 1.0, 1e-6, options, NULL, &fit, &err));

  check(dpcvx_fit_to_text(fit, report, sizeof report, &length, &err));
  check(dpcvx_fit_predict(fit, records, predicted, RECORDS, &err));
  for (i = 0; i < RECORDS; ++i) right += predicted[i] == labels[i];
  printf("%s\n", report);
  printf("NOT PRIVATE: %.3f of the records are predicted right\n", right / (double)RECORDS);

  dpcvx_fit_destroy(fit);
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(table);
  dpcvx_dataset_destroy(records);
  return right > RECORDS * 8 / 10 && strstr(report, "Protects: one user") != NULL ? 0 : 1;
}
