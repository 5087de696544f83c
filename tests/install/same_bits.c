/* Prints results of one seed, each as 16 hexadecimal digits: tests/install/tasks_test.py compares them with Python's.
 */
#include "../../bindings/c/examples/example.h"

#include <inttypes.h>
#include <string.h>

enum { ROWS = 600, COLUMNS = 2, COEFFICIENTS = COLUMNS + 1 };

static double x[ROWS][COLUMNS], signs[ROWS], values[ROWS];
static int64_t owners[ROWS];

/* What Python makes too: small integers over powers of two. */
static void make_table(void) {
  int i;
  for (i = 0; i < ROWS; ++i) {
    x[i][0] = (double)(i * 37 % 64) / 64;
    x[i][1] = (double)(i * 11 % 128) / 128;
    values[i] = x[i][0] - x[i][1] / 2 + (double)(i % 8) / 16;
    signs[i] = x[i][0] > x[i][1] ? 1 : -1;
    owners[i] = i / 3;
  }
}

static void show(const char *name, const double *numbers, int64_t count) {
  int64_t i;
  printf("%s", name);
  for (i = 0; i < count; ++i) {
    uint64_t bits;
    memcpy(&bits, &numbers[i], sizeof bits);
    printf(" %016" PRIx64, bits);
  }
  printf("\n");
}

static dpcvx_rng *seeded(void) {
  dpcvx_rng *rng;
  check(dpcvx_rng_create_deterministic("same bits", 9, &rng, &err));
  return rng;
}

static dpcvx_budget *budget_of(int32_t unit) {
  dpcvx_budget *budget;
  check(dpcvx_budget_create(4.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, unit, NULL, &budget, &err));
  return budget;
}

/* A fit by a method, with all that it says in numbers. */
static void fit(const char *name, const dpcvx_dataset *table, int32_t unit, int32_t loss, int32_t method,
                double bound) {
  dpcvx_options *options;
  dpcvx_objective *objective;
  dpcvx_budget *budget = budget_of(unit);
  dpcvx_rng *rng = seeded();
  dpcvx_curve *price;
  dpcvx_plan *plan;
  dpcvx_fit *made;
  double w[COEFFICIENTS], predicted[ROWS], spent;
  check(dpcvx_objective_options_create(&options, &err));
  if (bound > 0) check(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, bound, &err));
  check(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, 0.125, &err));
  check(dpcvx_objective_create(table, loss, NULL, options, &objective, &err));
  check(dpcvx_budget_price(budget, 1.0, &price, &err));
  check(dpcvx_plan_create(budget, price, objective, method, NULL, &plan, &err));
  check(dpcvx_fit_create(budget, rng, plan, NULL, &made, &err));
  check(dpcvx_fit_coefficients(made, w, COEFFICIENTS, &err));
  check(dpcvx_fit_predict(made, table, predicted, ROWS, &err));
  check(dpcvx_budget_get_f64(budget, DPCVX_BUDGET_FIGURE_EPSILON_SPENT, &spent, &err));
  show(name, w, COEFFICIENTS);
  show(name, predicted, ROWS);
  show(name, &spent, 1);
  dpcvx_fit_destroy(made);
  dpcvx_plan_destroy(plan);
  dpcvx_curve_destroy(price);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(budget);
  dpcvx_objective_destroy(objective);
  dpcvx_options_destroy(options);
}

static double l1_norm(const double *at, int64_t dimension, double *gradient, void *user) {
  double sum = 0;
  int64_t j;
  (void)user;
  for (j = 0; j < dimension; ++j) {
    sum += fabs(at[j]);
    if (gradient != NULL) gradient[j] = at[j] < 0 ? -1 : at[j] > 0 ? 1 : 0;
  }
  return sum;
}

int main(void) {
  dpcvx_dataset *classes, *numbers, *owned;
  dpcvx_budget *budget = budget_of(DPCVX_UNIT_RECORD);
  dpcvx_rng *rng = seeded();
  dpcvx_curve *curve;
  dpcvx_options *options;
  dpcvx_sampler *sampler;
  double out[20], epsilon;

  make_table();
  check(dpcvx_dataset_create_dense(&x[0][0], ROWS, COLUMNS, COLUMNS, 1, signs, &classes, &err));
  check(dpcvx_dataset_create_dense(&x[0][0], ROWS, COLUMNS, COLUMNS, 1, values, &numbers, &err));
  check(dpcvx_dataset_create_with_users(numbers, owners, ROWS, &owned, &err));

  check(dpcvx_curve_create_subsampled_gaussian(DPCVX_SAMPLING_POISSON, 1.1, 0.01, 1000, &curve, &err));
  check(dpcvx_curve_epsilon(curve, 1e-6, &epsilon, &err));
  show("accounting", &epsilon, 1);
  dpcvx_curve_destroy(curve);

  check(dpcvx_budget_price(budget, 0.5, &curve, &err));
  check(dpcvx_release_gaussian(budget, rng, curve, values, 20, 0.25, NULL, out, NULL, &err));
  show("mean", out, 20);
  check(dpcvx_release_quantile(budget, rng, curve, values, ROWS, 0.5, -2, 2, NULL, out, NULL, &err));
  show("quantile", out, 1);
  dpcvx_curve_destroy(curve);

  fit("classification", classes, DPCVX_UNIT_RECORD, DPCVX_LOSS_LOGISTIC, DPCVX_METHOD_AUTOMATIC, 0);
  fit("noisy_sgd", classes, DPCVX_UNIT_RECORD, DPCVX_LOSS_LOGISTIC, DPCVX_METHOD_NOISY_SGD, 0);
  fit("regression", numbers, DPCVX_UNIT_RECORD, DPCVX_LOSS_SQUARED, DPCVX_METHOD_AUTOMATIC, 2);
  fit("pinball", numbers, DPCVX_UNIT_RECORD, DPCVX_LOSS_PINBALL, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, 2);
  fit("users", owned, DPCVX_UNIT_USER, DPCVX_LOSS_SQUARED, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, 2);

  check(dpcvx_sampler_options_create(&options, &err));
  check(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_LIPSCHITZ, 1.5, &err));
  check(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_QUADRATIC, 2, &err));
  check(dpcvx_sampler_create_with_function(l1_norm, NULL, 2, NULL, NULL, NULL, options, &sampler, &err));
  check(dpcvx_nonprivate_sampler_draw(sampler, rng, 10, out, NULL, NULL, NULL, &err));
  show("sampling", out, 20);

  dpcvx_sampler_destroy(sampler);
  dpcvx_options_destroy(options);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(budget);
  dpcvx_dataset_destroy(owned);
  dpcvx_dataset_destroy(numbers);
  dpcvx_dataset_destroy(classes);
  return 0;
}
