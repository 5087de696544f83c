/* Chooses among three settings of a private fit, without trying them at the cost of three fits.
 *
 *   cc choose_settings.c -ldpcvx -lm && ./a.out
 *
 * The table is split. Each setting is fitted to one part and scored on the other, with noise. The best of a secret
 * random subset is released: all of it is (2, 1e-6)-differentially private. */
#include "example.h"
#include "made_up.h"

enum { RECORDS = 20000, COLUMNS = 2, CANDIDATES = 3 };

/* Age and income; a label 1 becomes likelier with both. */
static void make_record(double *row, double *label) {
  row[0] = 50 + 30 * made_up();
  row[1] = 60000 + 40000 * made_up();
  *label = (row[0] - 50) / 30 + (row[1] - 60000) / 40000 + 0.4 * made_up() > 0 ? 1 : -1;
}

/* What one fit may cost, alone or as one of several candidates. */
static double left_to_each(int64_t candidates) {
  dpcvx_curve *price;
  double mu;
  check(dpcvx_selection_run_price(candidates, 2.0, 1e-6, NULL, &price, &err));
  check(dpcvx_curve_gdp_mu(price, &mu, &err));
  dpcvx_curve_destroy(price);
  return mu;
}

int main(void) {
  static double rows[RECORDS][COLUMNS], labels[RECORDS];
  static char report[32768];
  const double low[COLUMNS] = {18, 0}, high[COLUMNS] = {100, 150000}, l2[CANDIDATES] = {0.001, 0.01, 0.1};
  dpcvx_dataset *table;
  dpcvx_options *candidates[CANDIDATES];
  dpcvx_fit *fit;
  double score, epsilon;
  int64_t chosen;
  size_t length;
  int i;

  for (i = 0; i < RECORDS; ++i) make_record(rows[i], &labels[i]);
  check(dpcvx_dataset_create_dense(&rows[0][0], RECORDS, COLUMNS, COLUMNS, 1, labels, &table, &err));
  for (i = 0; i < CANDIDATES; ++i) {
    check(dpcvx_fit_table_options_create(&candidates[i], &err));
    check(dpcvx_options_set_f64(candidates[i], DPCVX_FIT_TABLE_OPTION_L2, l2[i], &err));
  }
  printf("a fit alone may cost mu = %.3f, each of three candidates %.3f\n", left_to_each(1), left_to_each(CANDIDATES));
  check(dpcvx_fit_table_select(table, DPCVX_LOSS_LOGISTIC, low, high, COLUMNS, 2.0, 1e-6,
                               (const dpcvx_options *const *)candidates, CANDIDATES, NULL, NULL, &fit, &chosen, &score,
                               &err));
  check(dpcvx_fit_get_f64(fit, DPCVX_FIT_FIGURE_EPSILON, &epsilon, &err));
  printf("l2 = %g, accuracy %.3f as released (the best of several: it flatters), epsilon %g\n", l2[chosen], score,
         epsilon);
  check(dpcvx_fit_to_text(fit, report, sizeof report, &length, &err));
  printf("\n%s", report);

  dpcvx_fit_destroy(fit);
  for (i = 0; i < CANDIDATES; ++i) dpcvx_options_destroy(candidates[i]);
  dpcvx_dataset_destroy(table);
  return score > 0.8 && epsilon == 2.0 ? 0 : 1;
}
