/* Fits a private Poisson regression of counts with exposures.
 *
 *   cc counts.c -ldpcvx -lm && ./a.out
 *
 * Accidents of drivers, who were insured for a quarter of a year up to a year. The model gives accidents a year. */
#include "example.h"
#include "made_up.h"

enum { RECORDS = 5000, NEW = 2000, COLUMNS = 2 };

/* No driver counts more than 12 accidents a year: more are clipped. No exposure is above a year. */
static const double most_a_year = 12, longest = 1;

/* Hours of driving a week and experience in years, time insured in years, and accidents in that time. */
static void make_driver(double *row, double *years, double *accidents) {
  double rate, time = 0;
  row[0] = 20 + 20 * made_up();
  row[1] = 20 + 20 * made_up();
  *years = 0.625 + 0.375 * made_up();
  rate = exp(-0.5 + 0.05 * row[0] - 0.03 * row[1]);
  for (*accidents = -1; time < *years; ++*accidents) time -= log((1 + made_up()) / 2 + 1e-12) / rate;
}

/* Twice the log-likelihood that a Poisson variable of this mean lacks. */
static double deviance(double count, double mean) {
  return 2 * ((count > 0 ? count * log(count / mean) : 0) - count + mean);
}

int main(void) {
  static double rows[RECORDS][COLUMNS], years[RECORDS], accidents[RECORDS];
  static double new_rows[NEW][COLUMNS], new_years[NEW], new_accidents[NEW], rate[NEW];
  const double low[COLUMNS] = {0, 0}, high[COLUMNS] = {40, 40}, epsilon = 1, delta = 1e-6;
  double w[COLUMNS + 1], sum = 0, time = 0, of_mean = 0, of_model = 0, explained;
  dpcvx_options *options;
  dpcvx_dataset *counts, *table, *new_table;
  dpcvx_fit *fit;
  int i;

  for (i = 0; i < RECORDS; ++i) make_driver(rows[i], &years[i], &accidents[i]);
  for (i = 0; i < NEW; ++i) {
    make_driver(new_rows[i], &new_years[i], &new_accidents[i]);
    sum += new_accidents[i], time += new_years[i];
  }
  check(dpcvx_dataset_create_dense(&rows[0][0], RECORDS, COLUMNS, COLUMNS, 1, accidents, &counts, &err));
  check(dpcvx_dataset_create_with_exposures(counts, years, RECORDS, &table, &err));
  check(dpcvx_dataset_create_dense(&new_rows[0][0], NEW, COLUMNS, COLUMNS, 1, NULL, &new_table, &err));

  check(dpcvx_fit_table_options_create(&options, &err));
  check(dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, most_a_year, &err));
  check(dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_WEIGHT_BOUND, longest, &err));
  check(dpcvx_fit_table(table, DPCVX_LOSS_POISSON, low, high, COLUMNS, epsilon, delta, options, NULL, &fit, &err));

  check(dpcvx_fit_original_coefficients(fit, w, COLUMNS + 1, &err));
  printf("accidents a year = exp(%.2f + %.3f hours + %.3f years of experience), at epsilon = %g\n", w[2], w[0], w[1],
         epsilon);
  check(dpcvx_fit_predict(fit, new_table, rate, NEW, &err));
  for (i = 0; i < NEW; ++i) {
    of_mean += deviance(new_accidents[i], new_years[i] * sum / time);
    of_model += deviance(new_accidents[i], new_years[i] * rate[i]);
  }
  explained = 1 - of_model / of_mean;
  printf("NOT PRIVATE: it explains %.3f of the deviance of %d new drivers\n", explained, (int)NEW);

  dpcvx_fit_destroy(fit);
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(new_table);
  dpcvx_dataset_destroy(table);
  dpcvx_dataset_destroy(counts);
  return explained > 0.15 ? 0 : 1;
}
