/* Estimates the covariance of three columns for one charge: correlations, a regression and the principal component.
 *
 *   cc estimate_covariance.c -ldpcvx -lm && ./a.out
 *
 * How large the noise will be is known before anything is charged. */
#include "example.h"
#include "made_up.h"

enum { RECORDS = 20000, COLUMNS = 3, ENTRIES = COLUMNS * COLUMNS };

int main(void) {
  static double rows[RECORDS][COLUMNS];
  static char report[16384];
  const double low[COLUMNS] = {0, 0, 0}, high[COLUMNS] = {10, 10, 20};
  dpcvx_dataset *table;
  dpcvx_budget *budget;
  dpcvx_curve *price;
  dpcvx_rng *rng;
  dpcvx_covariance *covariance;
  double stddev, norm, matrix[ENTRIES], correlation[ENTRIES], from[ENTRIES], to[ENTRIES], directions[ENTRIES];
  double below[ENTRIES], above[ENTRIES], slopes[COLUMNS], errors[COLUMNS], ends[2][COLUMNS], explained[3];
  const int64_t features[COLUMNS - 1] = {0, 2};
  size_t length;
  int i;

  for (i = 0; i < RECORDS; ++i) {
    const double shared = made_up(), own = made_up(), other = made_up();
    rows[i][0] = 5 + 3 * shared;
    rows[i][1] = 5 + 2 * shared + own;
    rows[i][2] = 10 + 4 * other;
  }
  check(dpcvx_dataset_create_dense(&rows[0][0], RECORDS, COLUMNS, COLUMNS, 1, NULL, &table, &err));
  check(dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err));
  check(dpcvx_budget_price(budget, 1.0, &price, &err));
  check(dpcvx_rng_create(&rng, &err));

  /* In products of two half widths: 25 for the first two columns. No data are read. */
  check(dpcvx_covariance_expected_noise(price, DPCVX_ADJACENCY_REPLACE_ONE, RECORDS, COLUMNS, NULL, &stddev, &norm,
                                        &err));
  printf("To expect of the noise in a covariance of the first two columns: standard deviation %.4f\n", 25 * stddev);

  check(dpcvx_covariance_create(budget, rng, price, table, low, high, COLUMNS, NULL, &covariance, &err));
  check(dpcvx_covariance_matrix(covariance, matrix, ENTRIES, &err));
  check(dpcvx_covariance_correlation(covariance, correlation, ENTRIES, &err));
  check(dpcvx_covariance_intervals(covariance, from, to, ENTRIES, &err));
  check(dpcvx_covariance_components(covariance, directions, ENTRIES, &err));
  check(dpcvx_covariance_correlation_intervals(covariance, 0, below, above, ENTRIES, &err));
  printf("Covariance of the first two: %.3f in [%.3f, %.3f], correlation %.3f in [%.3f, %.3f]\n", matrix[1], from[1],
         to[1], correlation[1], below[1], above[1]);
  /* Column 1 on columns 0 and 2. The last coefficient is the intercept. */
  check(dpcvx_covariance_regression(covariance, 1, features, 2, slopes, errors, ends[0], ends[1], COLUMNS,
                                    &explained[0], &explained[1], &explained[2], &err));
  printf("Slope on the first: %.3f in [%.3f, %.3f], standard error %.3f, R^2 %.3f\n", slopes[0], ends[0][0], ends[1][0],
         errors[0], explained[0]);
  printf("Principal component: (%.3f, %.3f, %.3f)\n\n", directions[0], directions[1], directions[2]);
  check(dpcvx_covariance_to_text(covariance, report, sizeof report, &length, &err));
  printf("%s", report);

  dpcvx_covariance_destroy(covariance);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_dataset_destroy(table);
  return correlation[1] > 0.7 && fabs(correlation[2]) < 0.2 && from[1] < matrix[1] && matrix[1] < to[1] &&
                 fabs(slopes[0] - 0.667) < 0.2
             ? 0
             : 1;
}
