/* Estimates the means of two columns for one charge, with intervals that are proved for any law of the values.
 *
 *   cc estimate_mean.c -ldpcvx -lm && ./a.out
 *
 * The first column has a public range. That of the second is not known: it is released for a share of the same price.
 * How wide an interval will be is known before anything is charged. */
#include "example.h"
#include "made_up.h"

enum { RECORDS = 5000, COLUMNS = 2 };

int main(void) {
  static double rows[RECORDS][COLUMNS];
  static char report[16384];
  const double low[COLUMNS] = {18, NAN}, high[COLUMNS] = {100, NAN}; /* ages; wages of an unknown range */
  dpcvx_dataset *table;
  dpcvx_budget *budget;
  dpcvx_curve *price;
  dpcvx_rng *rng;
  dpcvx_estimate *means;
  double values[COLUMNS], from[COLUMNS], to[COLUMNS], expected_from, expected_to;
  size_t length;
  int i, good;

  for (i = 0; i < RECORDS; ++i) {
    rows[i][0] = 50 + 30 * made_up();
    rows[i][1] = 4000 + 1500 * made_up();
  }
  check(dpcvx_dataset_create_dense(&rows[0][0], RECORDS, COLUMNS, COLUMNS, 1, NULL, &table, &err));
  check(dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err));
  check(dpcvx_budget_price(budget, 1.0, &price, &err));
  check(dpcvx_rng_create(&rng, &err));

  /* A guess of the ages: mean 45, standard deviation 17. No data are read. */
  check(dpcvx_estimate_expected_interval(price, DPCVX_ADJACENCY_REPLACE_ONE, RECORDS, COLUMNS, low[0], high[0], 45, 17,
                                         NULL, &expected_from, &expected_to, &err));
  printf("To expect of ages: an interval of width %.2f, a little more with a released range beside it\n",
         expected_to - expected_from);

  check(dpcvx_estimate_create_mean(budget, rng, price, table, low, high, COLUMNS, NULL, &means, &err));
  check(dpcvx_estimate_values(means, values, COLUMNS, &err));
  check(dpcvx_estimate_intervals(means, from, to, COLUMNS, &err));
  printf("Ages: %.2f in [%.2f, %.2f]. Wages: %.0f in [%.0f, %.0f]\n\n", values[0], from[0], to[0], values[1], from[1],
         to[1]);
  check(dpcvx_estimate_to_text(means, report, sizeof report, &length, &err));
  printf("%s", report);

  dpcvx_estimate_destroy(means);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_dataset_destroy(table);
  good = fabs(values[0] - 50) < 2 && to[0] - from[0] < 6 && fabs(values[1] - 4000) < 400; /* all but once in 1e5 */
  return good ? 0 : 1;
}
