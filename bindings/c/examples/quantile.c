/* Fits a private regression of the 0.9 quantile: how long nearly all deliveries take at most.
 *
 *   cc quantile.c -ldpcvx -lm && ./a.out
 *
 * Labels have a public range. They are clipped to it. */
#include "example.h"
#include "made_up.h"

enum { RECORDS = 6000, NEW = 2000 };

/* Kilometres, and minutes with a long tail. */
static void make_delivery(double *kilometres, double *minutes) {
  *kilometres = 10 + 10 * made_up();
  *minutes = 5 + 2 * *kilometres - 8 * log((1 + made_up()) / 2 + 1e-12);
}

int main(void) {
  static double x[RECORDS], y[RECORDS], new_x[NEW], new_y[NEW], predicted[NEW];
  const double low = 0, high = 20;
  double w[2], held = 0;
  dpcvx_options *options;
  dpcvx_dataset *table, *new_table;
  dpcvx_fit *fit;
  int i;

  for (i = 0; i < RECORDS; ++i) make_delivery(&x[i], &y[i]);
  for (i = 0; i < NEW; ++i) make_delivery(&new_x[i], &new_y[i]);
  check(dpcvx_dataset_create_dense(x, RECORDS, 1, 1, 1, y, &table, &err));
  check(dpcvx_dataset_create_dense(new_x, NEW, 1, 1, 1, NULL, &new_table, &err));

  check(dpcvx_fit_table_options_create(&options, &err));
  check(dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_QUANTILE, 0.9, &err));
  check(dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_LOW, 0, &err));
  check(dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_HIGH, 120, &err));
  check(dpcvx_fit_table(table, DPCVX_LOSS_PINBALL, &low, &high, 1, 1.0, 1e-6, options, NULL, &fit, &err));

  check(dpcvx_fit_original_coefficients(fit, w, 2, &err));
  check(dpcvx_fit_predict(fit, new_table, predicted, NEW, &err));
  for (i = 0; i < NEW; ++i) held += (new_y[i] <= predicted[i]) / (double)NEW;
  printf("nine in ten deliveries take at most %.1f + %.2f per km minutes\n", w[1], w[0]);
  printf("NOT PRIVATE: that is true of %.3f of %d new ones\n", held, (int)NEW);

  dpcvx_fit_destroy(fit);
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(new_table);
  dpcvx_dataset_destroy(table);
  return held > 0.8 && held < 0.97 ? 0 : 1;
}
