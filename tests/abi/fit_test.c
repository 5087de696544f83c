/* A private fit from beginning to end: dataset, objective, budget, fit, guarantee. */
#include "check.h"

#define ROWS 400
#define DIMENSION 3

/* What is said of the records of users is in the guarantee, as enforced. */
static void test_records_of_users(const dpcvx_dataset *dataset) {
  static int64_t users[ROWS];
  static char text[16384];
  dpcvx_error error;
  dpcvx_dataset *owned = NULL, *capped = NULL;
  dpcvx_options *options = NULL, *quick = NULL;
  dpcvx_objective *objective = NULL;
  dpcvx_budget *budget = NULL;
  dpcvx_rng *rng = NULL;
  dpcvx_curve *price = NULL;
  dpcvx_plan *plan = NULL;
  dpcvx_fit *fit = NULL;
  dpcvx_guarantee *guarantee = NULL;
  const char *at;
  size_t length = 0;
  int64_t i;
  for (i = 0; i < ROWS; ++i) users[i] = i / 9;
  CHECK_OK(dpcvx_rng_create_deterministic("fit", 3, &rng, &error));
  CHECK_OK(dpcvx_dataset_create_with_users(dataset, users, ROWS, &owned, &error));
  CHECK_OK(dpcvx_dataset_create_with_max_records_per_user(owned, rng, 7, &capped, &error));
  CHECK_OK(dpcvx_objective_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_MIN_RECORDS_PER_USER, 5, &error));
  CHECK_OK(dpcvx_objective_create(capped, DPCVX_LOSS_LOGISTIC, NULL, options, &objective, &error));
  CHECK_OK(dpcvx_budget_create(4.0, 1e-5, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER, NULL, &budget, &error));
  CHECK_OK(dpcvx_budget_price(budget, 1.0, &price, &error));
  CHECK_OK(dpcvx_plan_options_create(&quick, &error));
  CHECK_OK(dpcvx_options_set_i64(quick, DPCVX_PLAN_OPTION_STEPS, 10, &error));
  CHECK_OK(dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, quick, &plan, &error));
  CHECK_OK(dpcvx_fit_create(budget, rng, plan, NULL, &fit, &error));
  CHECK_OK(dpcvx_fit_guarantee(fit, &guarantee, &error));
  CHECK_OK(dpcvx_guarantee_to_json(guarantee, text, sizeof(text), &length, &error));
  at = strstr(text, "\"min_records_per_user\"");
  CHECK(at != NULL && strstr(at, "enforced") != NULL);
  at = strstr(text, "\"max_records_per_user\"");
  CHECK(at != NULL && strstr(at, "enforced") != NULL);
  CHECK(strstr(text, "fewer than min_records_per_user") != NULL &&
        strstr(text, "subset of max_records_per_user") != NULL);
  dpcvx_guarantee_destroy(guarantee);
  dpcvx_fit_destroy(fit);
  dpcvx_plan_destroy(plan);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_objective_destroy(objective);
  dpcvx_options_destroy(options);
  dpcvx_options_destroy(quick);
  dpcvx_dataset_destroy(owned);
  dpcvx_dataset_destroy(capped);
  dpcvx_rng_destroy(rng);
  END_TEST("the records of users in a guarantee");
}

int main(void) {
  dpcvx_error error;
  static double features[ROWS * 2], labels[ROWS], decisions[ROWS], again[DIMENSION];
  static double probabilities[2 * ROWS], predicted[ROWS];
  static char bytes[16384], second_text[16384];
  double w[DIMENSION], epsilon = 0;
  int64_t dimension = 0;
  dpcvx_dataset *dataset = NULL;
  dpcvx_objective *objective = NULL;
  dpcvx_options *options = NULL;
  dpcvx_budget *budget = NULL;
  dpcvx_rng *rng = NULL;
  dpcvx_curve *price = NULL, *charged = NULL;
  dpcvx_plan *plan = NULL;
  dpcvx_fit *fit = NULL, *none = NULL, *loaded = NULL;
  dpcvx_guarantee *guarantee = NULL;
  char text[16384], *at;
  size_t length = 0, right = 0, i;
  int64_t threads;

  /* Two clouds at a distance; the first coordinate tells them apart. */
  for (i = 0; i < ROWS; ++i) {
    labels[i] = i % 2 == 0 ? 1 : -1;
    features[2 * i] = 0.5 * labels[i] + 0.3 * sin((double)i);
    features[2 * i + 1] = 0.4 * cos(3.0 * (double)i);
  }
  CHECK_OK(dpcvx_dataset_create_dense(features, ROWS, 2, 2, 1, labels, &dataset, &error));
  CHECK_OK(dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, NULL, NULL, &objective, &error));
  CHECK_OK(dpcvx_objective_get_i64(objective, DPCVX_OBJECTIVE_FIGURE_DIMENSION, &dimension, &error));
  CHECK(dimension == DIMENSION);
  CHECK_OK(dpcvx_plan_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, 60, &error));
  for (threads = 1; threads <= 2; ++threads) {
    CHECK_OK(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_THREADS, threads, &error));
    CHECK_OK(dpcvx_budget_create(4.0, 1e-5, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &error));
    CHECK_OK(dpcvx_rng_create_deterministic("fit", 3, &rng, &error));
    if (price == NULL) CHECK_OK(dpcvx_budget_price(budget, 1.0, &price, &error));
    CHECK_OK(dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, options, &plan, &error));
    CHECK_OK(dpcvx_fit_create(budget, rng, plan, NULL, &fit, &error));
    CHECK_OK(dpcvx_fit_coefficients(fit, threads == 1 ? w : again, DIMENSION, &error));
    if (threads == 1) {
      dpcvx_plan_destroy(plan);
      dpcvx_fit_destroy(fit);
      dpcvx_budget_destroy(budget);
      dpcvx_rng_destroy(rng);
    }
  }
  CHECK(isfinite(w[0]) && memcmp(w, again, sizeof(w)) == 0);
  END_TEST("a fit, the same on one thread and on two");
  test_records_of_users(dataset);

  dpcvx_objective_destroy(objective);
  CHECK_OK(dpcvx_fit_decision_values(fit, dataset, decisions, ROWS, &error));
  for (i = 0; i < ROWS; ++i) right += decisions[i] * labels[i] > 0;
  CHECK(right > ROWS * 8 / 10);
  END_TEST("its decisions, without the objective it was made from");

  CHECK_OK(dpcvx_fit_guarantee(fit, &guarantee, &error));
  CHECK_OK(dpcvx_guarantee_curve(guarantee, &charged, &error));
  CHECK_OK(dpcvx_curve_epsilon(charged, 1e-5, &epsilon, &error));
  CHECK(epsilon > 3.5 && epsilon <= 4.0 * (1 + 1e-9));
  CHECK_OK(dpcvx_guarantee_to_text(guarantee, text, sizeof(text), &length, &error));
  CHECK(length > 100 && strstr(text, "NOT PRIVATE") != NULL);
  END_TEST("its guarantee");

  CHECK_OK(dpcvx_fit_to_json(fit, text, sizeof(text), &length, &error));
  CHECK(length > 500 && text[0] == '{' && text[length - 1] == '}' && strstr(text, "\"guarantee\":{") != NULL);
  at = strstr(text, "\"coefficients\":[");
  CHECK(at != NULL);
  if (at != NULL) at += strlen("\"coefficients\":[");
  for (i = 0; at != NULL && i < DIMENSION; ++i, ++at) CHECK(strtod(at, &at) == w[i]);
  END_TEST("it can be stored");

  CHECK_OK(dpcvx_fit_to_text(fit, text, sizeof(text), &length, &error));
  CHECK(length > 500 && strstr(text, "Private fit by noisy gradient descent") == text);
  CHECK_OK(dpcvx_fit_save(fit, NULL, 0, &length, &error));
  CHECK(length > 500 && length <= sizeof(bytes));
  CHECK_FAILS(dpcvx_fit_save(fit, bytes, length - 1, &length, &error), DPCVX_ERR_CAPACITY, "'capacity'");
  CHECK_OK(dpcvx_fit_save(fit, bytes, length, &length, &error));
  CHECK_OK(dpcvx_fit_load(bytes, length, &loaded, &error));
  CHECK_OK(dpcvx_fit_coefficients(loaded, again, DIMENSION, &error));
  CHECK(memcmp(w, again, sizeof(w)) == 0);
  CHECK_OK(dpcvx_fit_to_json(loaded, text, sizeof(text), &length, &error));
  CHECK_OK(dpcvx_fit_to_json(fit, second_text, sizeof(second_text), &length, &error));
  CHECK(strcmp(text, second_text) == 0);
  bytes[100] = (char)(bytes[100] ^ 1);
  CHECK_FAILS(dpcvx_fit_load(bytes, length, &none, &error), DPCVX_ERR_ARGUMENT, "'bytes'");
  END_TEST("saved and loaded it is the same; damaged bytes are refused");

  CHECK_OK(dpcvx_fit_probabilities(loaded, dataset, probabilities, 2 * ROWS, &error));
  CHECK_OK(dpcvx_fit_predict(loaded, dataset, predicted, ROWS, &error));
  for (i = 0; i < ROWS; ++i) {
    CHECK(fabs(probabilities[2 * i] + probabilities[2 * i + 1] - 1) < 1e-12);
    CHECK(predicted[i] == (probabilities[2 * i + 1] > 0.5 ? 1 : -1));
  }
  dpcvx_fit_destroy(loaded);
  CHECK_FAILS(dpcvx_fit_standard_errors(fit, again, DIMENSION, &error), DPCVX_ERR_UNSUPPORTED, "output perturbation");
  END_TEST("probabilities and labels");

  CHECK_FAILS(dpcvx_fit_create(budget, rng, plan, NULL, &none, &error), DPCVX_ERR_BUDGET, "dpcvx_fit_create");
  CHECK(none == NULL);
  CHECK_FAILS(dpcvx_fit_coefficients(fit, w, 2, &error), DPCVX_ERR_ARGUMENT, "'dimension' = 2");
  END_TEST("a second fit does not fit the budget; errors");

  dpcvx_fit_destroy(NULL);
  dpcvx_fit_destroy(fit);
  dpcvx_guarantee_destroy(guarantee);
  dpcvx_curve_destroy(charged);
  dpcvx_curve_destroy(price);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(budget);
  dpcvx_options_destroy(options);
  dpcvx_plan_destroy(plan);
  dpcvx_dataset_destroy(dataset);
  return TEST_RESULT();
}
