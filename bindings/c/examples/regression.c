/* Fits a private least-squares regression with public ranges of columns and labels.
 *
 *   cc regression.c -ldpcvx -lm && ./a.out
 *
 * Labels have a public range too. They are clipped to it. */
#include "example.h"
#include "made_up.h"

enum { RECORDS = 3000, NEW = 1000, COLUMNS = 2 };

static const double cheapest = 0, dearest = 600000; /* known without the table */

/* Square metres and age of a house, and its price. */
static void make_house(double *row, double *price) {
  row[0] = 110 + 80 * made_up();
  row[1] = 40 + 40 * made_up();
  *price = 60000 + 2400 * row[0] - 600 * row[1] + 30000 * made_up();
}

int main(void) {
  static double rows[RECORDS][COLUMNS], labels[RECORDS], new_rows[NEW][COLUMNS], new_prices[NEW], predicted[NEW];
  const double low[COLUMNS] = {20, 0}, high[COLUMNS] = {200, 100}, epsilon = 1, delta = 1e-6;
  double w[COLUMNS + 1], mean = 0, around_mean = 0, around_model = 0, r_squared;
  dpcvx_options *options;
  dpcvx_dataset *table, *new_table;
  dpcvx_fit *fit;
  int i;

  for (i = 0; i < RECORDS; ++i) make_house(rows[i], &labels[i]);
  for (i = 0; i < NEW; ++i) make_house(new_rows[i], &new_prices[i]), mean += new_prices[i] / NEW;
  check(dpcvx_dataset_create_dense(&rows[0][0], RECORDS, COLUMNS, COLUMNS, 1, labels, &table, &err));
  check(dpcvx_dataset_create_dense(&new_rows[0][0], NEW, COLUMNS, COLUMNS, 1, NULL, &new_table, &err));

  check(dpcvx_fit_table_options_create(&options, &err));
  check(dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_LOW, cheapest, &err));
  check(dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_HIGH, dearest, &err));
  check(dpcvx_fit_table(table, DPCVX_LOSS_SQUARED, low, high, COLUMNS, epsilon, delta, options, NULL, &fit, &err));

  check(dpcvx_fit_original_coefficients(fit, w, COLUMNS + 1, &err));
  printf("price = %.0f + %.0f per square metre + %.0f per year, at epsilon = %g\n", w[2], w[0], w[1], epsilon);
  check(dpcvx_fit_predict(fit, new_table, predicted, NEW, &err));
  for (i = 0; i < NEW; ++i) {
    around_mean += (new_prices[i] - mean) * (new_prices[i] - mean);
    around_model += (new_prices[i] - predicted[i]) * (new_prices[i] - predicted[i]);
  }
  r_squared = 1 - around_model / around_mean;
  printf("NOT PRIVATE: R^2 on %d new houses is %.3f\n", (int)NEW, r_squared);

  dpcvx_fit_destroy(fit);
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(new_table);
  dpcvx_dataset_destroy(table);
  return r_squared > 0.7 ? 0 : 1;
}
