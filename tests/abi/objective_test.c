/* Objectives and their minimiser without privacy. */
#include "check.h"

#define ROWS 6
#define DIMENSION 3

/* A caller's own loss, the squared one, and a caller's own function of units. */
static double half_square(double z, double label, double *slope, void *user) {
  ++*(int *)user;
  *slope = z - label;
  return (z - label) * (z - label) / 2;
}

static double half_square_of_unit(int64_t unit, const double *w, int64_t dimension, double *gradient, void *user) {
  double value = 0;
  int64_t j;
  ++*(int *)user;
  for (j = 0; j < dimension; ++j) {
    gradient[j] = w[j] - (double)unit;
    value += gradient[j] * gradient[j] / 2;
  }
  return value;
}

/* Losses with a mistake: the slope has the wrong sign, or is no number, or has its place changed with the value. */
static double falling(double z, double label, double *slope, void *user) {
  const double value = half_square(z, label, slope, user);
  *slope = -*slope;
  return value;
}
static double no_number(double z, double label, double *slope, void *user) {
  half_square(z, label, slope, user);
  return sqrt(-1 - z * z);
}
static double changed(double z, double label, double *slope, void *user) {
  const double value = half_square(z, label, slope, user), found = *slope;
  *slope = value;
  return found;
}
/* A loss for labels above 0 alone. */
static double for_positive(double z, double label, double *slope, void *user) {
  half_square(z, label, slope, user);
  *slope = label > 0 ? z / sqrt(1 + z * z) : sqrt(-1.0);
  return label > 0 ? sqrt(1 + z * z) : sqrt(-1.0);
}

struct constant {
  int32_t key;
  double value;
  const char *name;
};
static const struct constant of_loss[] = {{DPCVX_OBJECTIVE_OPTION_MAX_SLOPE, 1.5, "DPCVX_OBJECTIVE_OPTION_MAX_SLOPE"},
                                          {DPCVX_OBJECTIVE_OPTION_MAX_CURVATURE, 1,
                                           "DPCVX_OBJECTIVE_OPTION_MAX_CURVATURE"}},
                             of_units[] = {
                                 {DPCVX_OBJECTIVE_OPTION_LIPSCHITZ, 10, "DPCVX_OBJECTIVE_OPTION_LIPSCHITZ"},
                                 {DPCVX_OBJECTIVE_OPTION_SMOOTHNESS, 1.25, "DPCVX_OBJECTIVE_OPTION_SMOOTHNESS"},
                                 {DPCVX_OBJECTIVE_OPTION_STRONG_CONVEXITY, 1,
                                  "DPCVX_OBJECTIVE_OPTION_STRONG_CONVEXITY"}};
enum { OF_LOSS = 2, OF_UNITS = 3 };

/* All of the constants but the one numbered `left_out`; -1: all. */
static dpcvx_options *declared(const struct constant *constants, int count, int left_out) {
  dpcvx_error error;
  dpcvx_options *options = NULL;
  int i;
  CHECK_OK(dpcvx_objective_options_create(&options, &error));
  for (i = 0; i < count; ++i)
    if (i != left_out) CHECK_OK(dpcvx_options_set_f64(options, constants[i].key, constants[i].value, &error));
  return options;
}

static dpcvx_status create_own(const dpcvx_dataset *dataset, int own_loss, const dpcvx_options *options,
                               dpcvx_objective **out, dpcvx_error *error) {
  static int calls;
  return own_loss
             ? dpcvx_objective_create_with_loss(dataset, half_square, &calls, NULL, options, out, error)
             : dpcvx_objective_create_from_units(4, DIMENSION, half_square_of_unit, &calls, NULL, options, out, error);
}

/* Nothing stands in for a constant that is not declared, and none is ignored where it does not belong. */
static void test_constants_of_callers(const dpcvx_dataset *dataset) {
  dpcvx_error error;
  dpcvx_objective *objective = NULL;
  double value = 0, low = 0, high = 0;
  int own_loss, i;
  for (own_loss = 0; own_loss < 2; ++own_loss) {
    const struct constant *mine = own_loss ? of_loss : of_units, *other = own_loss ? of_units : of_loss;
    const int count = own_loss ? OF_LOSS : OF_UNITS, others = own_loss ? OF_UNITS : OF_LOSS;
    dpcvx_options *options = declared(mine, count, -1);
    CHECK_OK(create_own(dataset, own_loss, options, &objective, &error));
    CHECK_OK(dpcvx_objective_get_f64(objective, DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ, &value, &error));
    CHECK(value == (own_loss ? 1.5 : 10));
    CHECK_OK(dpcvx_objective_get_f64(objective, DPCVX_OBJECTIVE_FIGURE_SMOOTHNESS, &value, &error));
    CHECK(value == (own_loss ? 1 : 1.25));
    CHECK_OK(dpcvx_objective_get_f64(objective, DPCVX_OBJECTIVE_FIGURE_STRONG_CONVEXITY, &value, &error));
    CHECK(value == (own_loss ? 0 : 1));
    dpcvx_objective_destroy(objective);
    CHECK_FAILS(dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, NULL, options, &objective, &error),
                DPCVX_ERR_ARGUMENT, mine[0].name);
    CHECK(objective == NULL);
    dpcvx_options_destroy(options);

    objective = (dpcvx_objective *)&error; /* no handle: it must become NULL */
    CHECK_FAILS(create_own(dataset, own_loss, NULL, &objective, &error), DPCVX_ERR_ARGUMENT, mine[0].name);
    CHECK(objective == NULL);
    for (i = 0; i < count; ++i) {
      options = declared(mine, count, i);
      objective = (dpcvx_objective *)&error;
      CHECK_FAILS(create_own(dataset, own_loss, options, &objective, &error), DPCVX_ERR_ARGUMENT, mine[i].name);
      CHECK(objective == NULL && strstr(error.message, "is not set") != NULL);
      CHECK_OK(dpcvx_options_get_bounds_f64(options, mine[i].key, &low, &high, &value, &error));
      CHECK(isnan(value));
      CHECK_FAILS(dpcvx_options_set_f64(options, mine[i].key, NAN, &error), DPCVX_ERR_ARGUMENT, mine[i].name);
      CHECK_FAILS(dpcvx_options_set_f64(options, mine[i].key, low / 2 - 1e-200, &error), DPCVX_ERR_ARGUMENT,
                  mine[i].name);
      CHECK_FAILS(create_own(dataset, own_loss, options, &objective, &error), DPCVX_ERR_ARGUMENT, mine[i].name);
      dpcvx_options_destroy(options);
    }
    for (i = 0; i < others; ++i) {
      options = declared(mine, count, -1);
      CHECK_OK(dpcvx_options_set_f64(options, other[i].key, other[i].value, &error));
      CHECK_FAILS(create_own(dataset, own_loss, options, &objective, &error), DPCVX_ERR_ARGUMENT, other[i].name);
      CHECK(objective == NULL && strstr(error.message, "it belongs to dpcvx_objective_create_") != NULL);
      dpcvx_options_destroy(options);
      options = declared(&other[i], 1, -1);
      CHECK_FAILS(dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, NULL, options, &objective, &error),
                  DPCVX_ERR_ARGUMENT, other[i].name);
      CHECK(objective == NULL);
      dpcvx_options_destroy(options);
    }
  }
  END_TEST("constants of a caller's own functions are declared, each of them, and where they belong");
}

static void test_callers_own(const dpcvx_dataset *dataset) {
  dpcvx_error error;
  dpcvx_options *options = declared(of_loss, OF_LOSS, -1);
  dpcvx_domain *domain = NULL;
  dpcvx_objective *objective = NULL;
  double value = 0, gradient[DIMENSION];
  const double w[DIMENSION] = {0.1, 0.2, 0.3};
  const int64_t unit = 2;
  int calls = 0;
  CHECK_OK(dpcvx_domain_create_ball(2, 1, NULL, DIMENSION, &domain, &error));
  CHECK_OK(dpcvx_objective_create_with_loss(dataset, half_square, &calls, domain, options, &objective, &error));
  CHECK_OK(dpcvx_objective_get_f64(objective, DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ, &value, &error));
  CHECK(value == 1.5);
  CHECK_OK(dpcvx_objective_get_f64(objective, DPCVX_OBJECTIVE_FIGURE_RADIUS, &value, &error));
  CHECK(value >= 1 && value < 1.0001);
  CHECK_OK(dpcvx_nonprivate_objective_value(objective, w, DIMENSION, &value, gradient, &error));
  CHECK(calls >= ROWS);
  dpcvx_objective_destroy(objective);
  CHECK_FAILS(dpcvx_objective_create_with_loss(dataset, NULL, NULL, NULL, options, &objective, &error),
              DPCVX_ERR_ARGUMENT, "'loss'");
  CHECK_FAILS(dpcvx_objective_create_with_loss(dataset, falling, &calls, NULL, options, &objective, &error),
              DPCVX_ERR_ARGUMENT, "no subgradient");
  CHECK_FAILS(dpcvx_objective_create_with_loss(dataset, changed, &calls, NULL, options, &objective, &error),
              DPCVX_ERR_ARGUMENT, "no subgradient");
  CHECK_FAILS(dpcvx_objective_create_with_loss(dataset, no_number, &calls, NULL, options, &objective, &error),
              DPCVX_ERR_ARGUMENT, "not finite");
  CHECK_OK(dpcvx_objective_create_with_loss(dataset, for_positive, &calls, NULL, options, &objective, &error));
  dpcvx_objective_destroy(objective);
  dpcvx_options_destroy(options);
  options = declared(of_units, OF_UNITS, -1);
  CHECK_OK(dpcvx_objective_create_from_units(4, DIMENSION, half_square_of_unit, &calls, domain, options, &objective,
                                             &error));
  CHECK_OK(dpcvx_nonprivate_unit_gradients(objective, w, DIMENSION, &unit, 1, gradient, &error));
  CHECK(fabs(gradient[0] + 1.9) < 1e-12);
  CHECK_FAILS(dpcvx_nonprivate_decision_values(objective, w, DIMENSION, dataset, gradient, ROWS, &error),
              DPCVX_ERR_UNSUPPORTED, "function of units");
  dpcvx_objective_destroy(objective);
  CHECK_FAILS(dpcvx_objective_create_from_units(4, 2, half_square_of_unit, &calls, domain, options, &objective, &error),
              DPCVX_ERR_ARGUMENT, "'domain'");
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_STRONG_CONVEXITY, 2, &error));
  CHECK_FAILS(dpcvx_objective_create_from_units(4, 2, half_square_of_unit, &calls, NULL, options, &objective, &error),
              DPCVX_ERR_ARGUMENT,
              "'DPCVX_OBJECTIVE_OPTION_STRONG_CONVEXITY' = 2; accepted: at most DPCVX_OBJECTIVE_OPTION_SMOOTHNESS");
  dpcvx_options_destroy(options);
  dpcvx_domain_destroy(domain);
  END_TEST("a caller's own loss and function");
}

static void test_views(const dpcvx_objective *objective) {
  dpcvx_error error;
  dpcvx_objective *rest = NULL;
  double gradients[2 * DIMENSION], apart[ROWS], before = 0, after = 0;
  const double w[DIMENSION] = {1, -1, 0.5}, zero[DIMENSION] = {0, 0, 0};
  const int64_t units[2] = {1, 4}, beyond = ROWS;
  CHECK_OK(dpcvx_objective_create_without(objective, units, 2, &rest, &error));
  CHECK_OK(dpcvx_nonprivate_unit_gradients(rest, w, DIMENSION, units, 2, gradients, &error));
  CHECK(gradients[0] == 0 && gradients[2 * DIMENSION - 1] == 0);
  CHECK_OK(dpcvx_nonprivate_objective_divergences(objective, w, zero, DIMENSION, apart, ROWS, &error));
  CHECK(apart[0] > 0 && apart[ROWS - 1] > 0);
  CHECK_OK(dpcvx_nonprivate_objective_value(objective, w, DIMENSION, &before, NULL, &error));
  CHECK_OK(dpcvx_nonprivate_objective_value(rest, w, DIMENSION, &after, NULL, &error));
  CHECK(after < before);
  dpcvx_objective_destroy(rest);
  CHECK_FAILS(dpcvx_objective_create_without(objective, &beyond, 1, &rest, &error), DPCVX_ERR_ARGUMENT, "'units' = 6");
  END_TEST("units, and an objective without some");
}

static void test_every_loss(void) {
  dpcvx_error error;
  const double features[4] = {1, -2, 3, 0.5}, labels[4] = {1, -1, -1, 1}, classes[4] = {0, 2, 1, 1};
  dpcvx_dataset *signs = NULL, *numbers = NULL;
  dpcvx_options *options = NULL;
  dpcvx_domain *domain = NULL;
  dpcvx_objective *objective = NULL;
  double value, w[6] = {0.1, 0.2, 0.3, 0.1, 0, 0};
  int32_t loss;
  CHECK_OK(dpcvx_dataset_create_dense(features, 4, 1, 1, 1, labels, &signs, &error));
  CHECK_OK(dpcvx_dataset_create_dense(features, 4, 1, 1, 1, classes, &numbers, &error));
  CHECK_OK(dpcvx_objective_options_create(&options, &error));
  CHECK_FAILS(dpcvx_objective_create(numbers, DPCVX_LOSS_MULTINOMIAL, NULL, options, &objective, &error),
              DPCVX_ERR_ARGUMENT, "CLASSES");
  CHECK_FAILS(dpcvx_objective_create(numbers, DPCVX_LOSS_POISSON, NULL, options, &objective, &error),
              DPCVX_ERR_ARGUMENT, "the greatest count");
  CHECK_FAILS(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1e-300, &error), DPCVX_ERR_ARGUMENT,
              "LABEL_BOUND: 0 or [1e-100, 1e+30]");
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 2, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_NORM, 1, &error));
  for (loss = DPCVX_LOSS_LOGISTIC; loss <= DPCVX_LOSS_POISSON; ++loss) {
    const int counts = loss == DPCVX_LOSS_MULTINOMIAL || loss == DPCVX_LOSS_POISSON;
    const int64_t dimension = loss == DPCVX_LOSS_MULTINOMIAL ? 6 : 2;
    const int classes_read = loss == DPCVX_LOSS_MULTINOMIAL ? 3 : 0;
    CHECK_OK(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, classes_read, &error));
    CHECK_OK(dpcvx_domain_create_ball(2, 1, NULL, dimension, &domain, &error));
    CHECK_OK(dpcvx_objective_create(counts ? numbers : signs, loss, domain, options, &objective, &error));
    CHECK_OK(dpcvx_nonprivate_objective_value(objective, w, dimension, &value, NULL, &error));
    CHECK(value > 0);
    CHECK_OK(dpcvx_objective_get_f64(objective, DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ, &value, &error));
    CHECK(value > 0 && value < 10);
    dpcvx_objective_destroy(objective);
    dpcvx_domain_destroy(domain);
  }
  CHECK_FAILS(dpcvx_objective_create(signs, DPCVX_LOSS_CALLBACK, NULL, NULL, &objective, &error), DPCVX_ERR_ARGUMENT,
              "'loss' = DPCVX_LOSS_CALLBACK");
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(signs);
  dpcvx_dataset_destroy(numbers);
  END_TEST("every loss");
}

/* An option that a loss does not read is refused by its name, by an objective and by the call that does it all. */
static void test_options_of_losses(void) {
  static const struct {
    int32_t key, of_table, first, second; /* the losses that read it */
    double value;
    const char *name;
  } options_of[] = {{DPCVX_OBJECTIVE_OPTION_QUANTILE, DPCVX_FIT_TABLE_OPTION_QUANTILE, DPCVX_LOSS_PINBALL,
                     DPCVX_LOSS_PINBALL, 0.9, "_OPTION_QUANTILE"},
                    {DPCVX_OBJECTIVE_OPTION_HUBER_WIDTH, DPCVX_FIT_TABLE_OPTION_HUBER_WIDTH, DPCVX_LOSS_HUBER,
                     DPCVX_LOSS_SMOOTHED_HINGE, 0.5, "_OPTION_HUBER_WIDTH"},
                    {DPCVX_OBJECTIVE_OPTION_EXPONENT, DPCVX_FIT_TABLE_OPTION_EXPONENT, DPCVX_LOSS_POWER,
                     DPCVX_LOSS_POWER_HINGE, 1.7, "_OPTION_EXPONENT"},
                    {DPCVX_OBJECTIVE_OPTION_CLASSES, DPCVX_FIT_TABLE_OPTION_CLASSES, DPCVX_LOSS_MULTINOMIAL,
                     DPCVX_LOSS_MULTINOMIAL, 3, "_OPTION_CLASSES"}};
  const double features[2] = {0.5, -0.5}, labels[2] = {1, 1}, low = -1, high = 1;
  dpcvx_error error;
  dpcvx_dataset *table = NULL;
  size_t i;
  CHECK_OK(dpcvx_dataset_create_dense(features, 2, 1, 1, 1, labels, &table, &error));
  for (i = 0; i < sizeof(options_of) / sizeof(options_of[0]); ++i) {
    const int whole = options_of[i].key == DPCVX_OBJECTIVE_OPTION_CLASSES;
    int32_t loss;
    for (loss = DPCVX_LOSS_LOGISTIC; loss <= DPCVX_LOSS_POISSON; ++loss) {
      const int read = loss == options_of[i].first || loss == options_of[i].second;
      dpcvx_options *options = NULL, *of_table = NULL;
      dpcvx_objective *objective = NULL;
      dpcvx_fit *fit = NULL;
      CHECK_OK(dpcvx_objective_options_create(&options, &error));
      CHECK_OK(dpcvx_fit_table_options_create(&of_table, &error));
      CHECK_OK(whole ? dpcvx_options_set_i64(options, options_of[i].key, 3, &error)
                     : dpcvx_options_set_f64(options, options_of[i].key, options_of[i].value, &error));
      CHECK_OK(whole ? dpcvx_options_set_i64(of_table, options_of[i].of_table, 3, &error)
                     : dpcvx_options_set_f64(of_table, options_of[i].of_table, options_of[i].value, &error));
      if (read) {
        CHECK_OK(dpcvx_objective_create(table, loss, NULL, options, &objective, &error));
        CHECK(dpcvx_fit_table(table, loss, &low, &high, 1, 1, 1e-6, of_table, NULL, &fit, &error) == DPCVX_OK ||
              strstr(error.message, options_of[i].name) == NULL);
        dpcvx_fit_destroy(fit);
      } else if (loss != DPCVX_LOSS_MULTINOMIAL && loss != DPCVX_LOSS_POISSON) {
        CHECK_FAILS(dpcvx_objective_create(table, loss, NULL, options, &objective, &error), DPCVX_ERR_ARGUMENT,
                    options_of[i].name);
        CHECK(strstr(error.message, "it belongs to DPCVX_LOSS_") != NULL);
        CHECK_FAILS(dpcvx_fit_table(table, loss, &low, &high, 1, 1, 1e-6, of_table, NULL, &fit, &error),
                    DPCVX_ERR_ARGUMENT, options_of[i].name);
      }
      dpcvx_objective_destroy(objective);
      dpcvx_options_destroy(options);
      dpcvx_options_destroy(of_table);
    }
  }
  dpcvx_dataset_destroy(table);
  END_TEST("options that a loss does not read are refused");
}

static void test_least_records(const dpcvx_dataset *dataset) {
  dpcvx_error error;
  const int64_t users[ROWS] = {1, 1, 2, 1, 2, 3};
  const double w[DIMENSION] = {0, 0, 0};
  dpcvx_dataset *owned = NULL;
  dpcvx_options *options = NULL;
  dpcvx_objective *objective = NULL, *none = NULL;
  int64_t count = 0;
  double value = 0;
  CHECK_OK(dpcvx_dataset_create_with_users(dataset, users, ROWS, &owned, &error));
  CHECK_OK(dpcvx_objective_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_MIN_RECORDS_PER_USER, 2, &error));
  CHECK_OK(dpcvx_objective_create(owned, DPCVX_LOSS_LOGISTIC, NULL, options, &objective, &error));
  CHECK_OK(dpcvx_objective_get_i64(objective, DPCVX_OBJECTIVE_FIGURE_MIN_RECORDS_PER_USER, &count, &error));
  CHECK(count == 2);
  CHECK_OK(dpcvx_objective_get_i64(objective, DPCVX_OBJECTIVE_FIGURE_UNITS, &count, &error));
  CHECK(count == 3);
  CHECK_OK(dpcvx_nonprivate_objective_value(objective, w, DIMENSION, &value, NULL, &error));
  CHECK(fabs(value - 2 * 0.69314718055994531 / 3) < 1e-12); /* the third user has too few */
  CHECK_FAILS(dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, NULL, options, &none, &error), DPCVX_ERR_ARGUMENT,
              "MIN_RECORDS_PER_USER");
  dpcvx_objective_destroy(objective);
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(owned);
  END_TEST("users with fewer records than are declared");
}

/* An l1 penalty: its key and bounds, what it adds to the value, and zeros at the minimiser where it is great. */
static void test_l1(const dpcvx_dataset *dataset) {
  dpcvx_error error;
  dpcvx_options *options = NULL;
  dpcvx_objective *plain = NULL, *penalised = NULL;
  double low = -1, high = -1, initial = -1, w[DIMENSION] = {1, -2, 3}, values[2] = {0, 0};
  CHECK(DPCVX_OBJECTIVE_OPTION_L1 == 340);
  CHECK_OK(dpcvx_objective_options_create(&options, &error));
  CHECK_OK(dpcvx_options_get_bounds_f64(options, DPCVX_OBJECTIVE_OPTION_L1, &low, &high, &initial, &error));
  CHECK(low == 0 && high == 1e30 && initial == 0);
  CHECK_OK(dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, NULL, options, &plain, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L1, 2, &error));
  CHECK_OK(dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, NULL, options, &penalised, &error));
  CHECK_OK(dpcvx_nonprivate_objective_value(plain, w, DIMENSION, &values[0], NULL, &error));
  CHECK_OK(dpcvx_nonprivate_objective_value(penalised, w, DIMENSION, &values[1], NULL, &error));
  CHECK(fabs(values[1] - values[0] - 6) < 1e-12); /* 2 (1 + 2): the intercept is left out */
  CHECK_OK(dpcvx_nonprivate_minimize(penalised, NULL, NULL, NULL, w, DIMENSION, NULL, NULL, NULL, &error));
  CHECK(w[0] == 0 && w[1] == 0);
  dpcvx_objective_destroy(plain);
  dpcvx_objective_destroy(penalised);
  dpcvx_options_destroy(options);
  END_TEST("an l1 penalty");
}

int main(void) {
  dpcvx_error error;
  const double features[ROWS * 2] = {0.3, 0.4, -0.4, 0.2, 0.5, -0.5, -0.6, -0.1, 0.3, 0.3, -0.2, 0.6};
  const double labels[ROWS] = {1, -1, 1, -1, -1, 1}, wrong[ROWS] = {1, -1, 1, 2, -1, 1};
  dpcvx_dataset *dataset = NULL, *mislabelled = NULL;
  dpcvx_options *options = NULL, *minimize = NULL;
  dpcvx_objective *objective = NULL, *none = NULL;
  double value = 0, at_minimum = 0, w[DIMENSION] = {0, 0, 0}, gradient[DIMENSION], gap = -1, distance = -1;
  int64_t count = 0;
  int32_t outcome = -1;

  CHECK_OK(dpcvx_dataset_create_dense(features, ROWS, 2, 2, 1, labels, &dataset, &error));
  CHECK_OK(dpcvx_objective_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, 0.05, &error));
  CHECK_OK(dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, NULL, options, &objective, &error));
  test_callers_own(dataset);
  test_constants_of_callers(dataset);
  test_l1(dataset);
  test_views(objective);
  test_every_loss();
  test_options_of_losses();
  test_least_records(dataset);
  dpcvx_dataset_destroy(dataset); /* the objective keeps what it needs */
  CHECK_OK(dpcvx_objective_get_i64(objective, DPCVX_OBJECTIVE_FIGURE_DIMENSION, &count, &error));
  CHECK(count == DIMENSION);
  CHECK_OK(dpcvx_objective_get_f64(objective, DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ, &value, &error));
  CHECK(value > 0 && value <= 1); /* rows are clipped to norm 1 */
  CHECK_OK(dpcvx_objective_get_i64(objective, DPCVX_OBJECTIVE_FIGURE_UNITS, &count, &error));
  CHECK(count == ROWS);
  CHECK_OK(dpcvx_nonprivate_objective_value(objective, w, DIMENSION, &value, gradient, &error));
  CHECK(fabs(value - 0.69314718055994531) < 1e-12);
  END_TEST("an objective and its constants");

  CHECK_OK(dpcvx_minimize_options_create(&minimize, &error));
  CHECK_OK(dpcvx_options_set_f64(minimize, DPCVX_MINIMIZE_OPTION_TOLERANCE, 1e-10, &error));
  CHECK_OK(dpcvx_options_set_i64(minimize, DPCVX_MINIMIZE_OPTION_MAX_PASSES, 100, &error));
  CHECK_OK(dpcvx_nonprivate_minimize(objective, NULL, minimize, NULL, w, DIMENSION, &gap, &distance, &outcome, &error));
  dpcvx_options_destroy(minimize);
  CHECK(outcome == DPCVX_OUTCOME_DONE);
  CHECK(distance <= 1e-10 && gap <= 1e-20);
  CHECK_OK(dpcvx_nonprivate_objective_value(objective, w, DIMENSION, &at_minimum, NULL, &error));
  CHECK(at_minimum < value);
  END_TEST("its minimiser");

  CHECK_OK(dpcvx_dataset_create_dense(features, ROWS, 2, 2, 1, wrong, &mislabelled, &error));
  CHECK_FAILS(dpcvx_objective_create(mislabelled, DPCVX_LOSS_LOGISTIC, NULL, NULL, &none, &error), DPCVX_ERR_ARGUMENT,
              "row 3");
  CHECK(none == NULL);
  CHECK_FAILS(dpcvx_nonprivate_objective_value(objective, w, 2, &value, NULL, &error), DPCVX_ERR_ARGUMENT,
              "'dimension' = 2");
  END_TEST("errors");

  dpcvx_objective_destroy(NULL);
  dpcvx_objective_destroy(objective);
  dpcvx_dataset_destroy(mislabelled);
  dpcvx_options_destroy(options);
  return TEST_RESULT();
}
