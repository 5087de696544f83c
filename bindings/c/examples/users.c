/* Fits a private regression that protects users: all the rows of a person at once, not one row of theirs.
 *
 *   cc users.c -ldpcvx -lm && ./a.out
 *
 * Task: from the rides of some cyclists, predict how long a ride takes. Each row has the id of its rider.
 * A fifth of the riders is held out, to see how well the model does for people it has not met. */
#include "example.h"
#include "made_up.h"

#include <string.h>

enum { RIDERS = 2000, RIDES = 30000, COLUMNS = 2 };

/* What is known beforehand, not taken from this table: rides of 0 to 60 km that climb 0 to 1500 m, in 0 to 400 minutes.
 * Minutes are counted from the middle of their range, since labels are clipped to [-bound, bound]. */
static const double low[COLUMNS] = {0, 0}, high[COLUMNS] = {60, 1500}, middle = 200, bound = 200;

static double rides[RIDES][COLUMNS], minutes[RIDES], truth[RIDES], predicted[RIDES];
static int64_t riders[RIDES];

/* Some riders have hundreds of rides, and each rides at a pace of their own. */
static void make_rides(void) {
  int i;
  for (i = 0; i < RIDES; ++i) {
    riders[i] = i < RIDERS ? i : (int64_t)(fabs(made_up()) * fabs(made_up()) * RIDERS);
    rides[i][0] = 30 + 30 * made_up();
    rides[i][1] = 750 + 750 * made_up();
    minutes[i] = 10 + 4 * rides[i][0] + 0.06 * rides[i][1] + riders[i] % 21 - 10 + 15 * made_up() - middle;
  }
}

int main(void) {
  static char report[16384];
  const char key[] = "split of riders!"; /* any 16 bytes that were chosen without looking at the table */
  double w[COLUMNS + 1], mean = 0, around_mean = 0, around_model = 0, epsilon, delta, r_squared;
  dpcvx_dataset *table, *owned, *training, *held_out;
  dpcvx_options *options;
  dpcvx_fit *fit;
  int64_t i, n, columns;
  size_t length;

  make_rides();
  check(dpcvx_dataset_create_dense(&rides[0][0], RIDES, COLUMNS, COLUMNS, 1, minutes, &table, &err));
  check(dpcvx_dataset_create_with_users(table, riders, RIDES, &owned, &err)); /* from here on riders are the units */
  check(dpcvx_dataset_create_split(owned, DPCVX_ADJACENCY_REPLACE_ONE, key, DPCVX_SPLIT_KEY_BYTES, 0, 0.2, &training,
                                   &held_out, &err));

  check(dpcvx_fit_table_options_create(&options, &err));
  check(dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, bound, &err));
  check(dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_MAX_RECORDS_PER_USER, 50, &err)); /* a random 50 */
  check(dpcvx_fit_table(training, DPCVX_LOSS_SQUARED, low, high, COLUMNS, 1.0, 1e-6, options, NULL, &fit, &err));

  check(dpcvx_fit_to_text(fit, report, sizeof report, &length, &err)); /* what is protected, and by what */
  check(dpcvx_fit_get_f64(fit, DPCVX_FIT_FIGURE_EPSILON, &epsilon, &err));
  check(dpcvx_fit_get_f64(fit, DPCVX_FIT_FIGURE_DELTA, &delta, &err));
  check(dpcvx_fit_original_coefficients(fit, w, COLUMNS + 1, &err));
  printf("%s\nSpent: epsilon = %.4f at delta = %g\n", report, epsilon, delta);
  printf("minutes = %.1f + %.2f per km + %.3f per metre climbed\n", w[2] + middle, w[0], w[1]);

  check(dpcvx_dataset_shape(held_out, &n, &columns, &err));
  check(dpcvx_nonprivate_dataset_labels(held_out, truth, n, &err));
  check(dpcvx_fit_predict(fit, held_out, predicted, n, &err));
  for (i = 0; i < n; ++i) mean += truth[i] / (double)n;
  for (i = 0; i < n; ++i) {
    around_mean += (truth[i] - mean) * (truth[i] - mean);
    around_model += (truth[i] - predicted[i]) * (truth[i] - predicted[i]);
  }
  r_squared = 1 - around_model / around_mean;
  printf("NOT PRIVATE: R^2 on %d rides of other riders is %.3f\n", (int)n, r_squared);

  dpcvx_fit_destroy(fit);
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(held_out);
  dpcvx_dataset_destroy(training);
  dpcvx_dataset_destroy(owned);
  dpcvx_dataset_destroy(table);
  return r_squared > 0.7 && epsilon <= 1 && strstr(report, "Protects: one user") != NULL ? 0 : 1;
}
