/* Fits a private bilinear model x' W z, with the matrix W in a ball of the nuclear norm.
 *
 *   cc low_rank.c -ldpcvx -lm && ./a.out
 *
 * A row of the table is x z', laid out like W: row by row. Such a ball holds matrices that are near to a low rank. */
#include "example.h"
#include "made_up.h"

enum { RECORDS = 6000, NEW = 2000, TASTES = 5, TRAITS = 4, ENTRIES = TASTES * TRAITS };

/* Who likes what: tastes x of a reader, traits z of a book, and the reader's rating. */
static void make_rating(double *row, double *rating) {
  const double taste[TASTES] = {0.6, -0.6, 0.4, 0.2, 0.3}, trait[TRAITS] = {0.7, 0.1, -0.7, 0.1};
  double x[TASTES], z[TRAITS], along = 0, across = 0;
  int i, j;
  for (i = 0; i < TASTES; ++i) x[i] = made_up() > 0 ? 1 / sqrt(TASTES) : -1 / sqrt(TASTES), along += taste[i] * x[i];
  for (j = 0; j < TRAITS; ++j) z[j] = made_up() > 0 ? 1 / sqrt(TRAITS) : -1 / sqrt(TRAITS), across += trait[j] * z[j];
  for (i = 0; i < TASTES; ++i)
    for (j = 0; j < TRAITS; ++j) row[i * TRAITS + j] = x[i] * z[j];
  *rating = 2 * along * across + 0.1 * made_up();
}

int main(void) {
  static double rows[RECORDS][ENTRIES], ratings[RECORDS], new_rows[NEW][ENTRIES], new_ratings[NEW], predicted[NEW];
  double w[ENTRIES], around_zero = 0, around_model = 0, r_squared;
  dpcvx_options *options;
  dpcvx_dataset *table, *new_table;
  dpcvx_domain *ball;
  dpcvx_objective *objective;
  dpcvx_budget *budget;
  dpcvx_curve *price;
  dpcvx_plan *plan;
  dpcvx_rng *rng;
  dpcvx_fit *fit;
  int i;

  for (i = 0; i < RECORDS; ++i) make_rating(rows[i], &ratings[i]);
  for (i = 0; i < NEW; ++i) make_rating(new_rows[i], &new_ratings[i]);
  check(dpcvx_dataset_create_dense(&rows[0][0], RECORDS, ENTRIES, ENTRIES, 1, ratings, &table, &err));
  check(dpcvx_dataset_create_dense(&new_rows[0][0], NEW, ENTRIES, ENTRIES, 1, NULL, &new_table, &err));

  check(dpcvx_domain_create_schatten_ball(1, 2.5, TASTES, TRAITS, &ball, &err)); /* p = 1: the nuclear norm */
  check(dpcvx_objective_options_create(&options, &err));
  check(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, &err));
  check(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_BOUND, 1, &err)); /* |x z'| = |x| |z| */
  check(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 2, &err));
  check(dpcvx_objective_create(table, DPCVX_LOSS_SQUARED, ball, options, &objective, &err));

  check(dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err));
  check(dpcvx_budget_price(budget, 1.0, &price, &err));
  check(dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_AUTOMATIC, NULL, &plan, &err));
  check(dpcvx_rng_create(&rng, &err));
  check(dpcvx_fit_create(budget, rng, plan, NULL, &fit, &err));

  check(dpcvx_fit_coefficients(fit, w, ENTRIES, &err));
  for (i = 0; i < ENTRIES; ++i) printf("%7.3f%s", w[i], i % TRAITS == TRAITS - 1 ? "\n" : "");
  check(dpcvx_fit_predict(fit, new_table, predicted, NEW, &err));
  for (i = 0; i < NEW; ++i) {
    around_zero += new_ratings[i] * new_ratings[i];
    around_model += (new_ratings[i] - predicted[i]) * (new_ratings[i] - predicted[i]);
  }
  r_squared = 1 - around_model / around_zero;
  printf("NOT PRIVATE: R^2 on %d new ratings is %.3f\n", (int)NEW, r_squared);

  dpcvx_fit_destroy(fit);
  dpcvx_rng_destroy(rng);
  dpcvx_plan_destroy(plan);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_objective_destroy(objective);
  dpcvx_options_destroy(options);
  dpcvx_domain_destroy(ball);
  dpcvx_dataset_destroy(new_table);
  dpcvx_dataset_destroy(table);
  return r_squared > 0.5 ? 0 : 1;
}
