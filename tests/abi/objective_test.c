/* Objectives and their minimiser without privacy. */
#include "check.h"

#define ROWS 6
#define DIMENSION 3

int main(void) {
  dpcvx_error error;
  const double features[ROWS * 2] = {0.3, 0.4, -0.4, 0.2, 0.5, -0.5, -0.6, -0.1, 0.3, 0.3, -0.2, 0.6};
  const double labels[ROWS] = {1, -1, 1, -1, -1, 1}, wrong[ROWS] = {1, -1, 1, 2, -1, 1};
  dpcvx_dataset *dataset = NULL, *mislabelled = NULL;
  dpcvx_options *options = NULL;
  dpcvx_objective *objective = NULL, *none = NULL;
  double value = 0, at_minimum = 0, w[DIMENSION] = {0, 0, 0}, gradient[DIMENSION], gap = -1, distance = -1;
  int32_t outcome = -1;

  CHECK_OK(dpcvx_dataset_create_dense(features, ROWS, 2, 2, 1, labels, &dataset, &error));
  CHECK_OK(dpcvx_objective_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, 0.05, &error));
  CHECK_OK(dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, NULL, options, &objective, &error));
  dpcvx_dataset_destroy(dataset); /* the objective keeps what it needs */
  CHECK_OK(dpcvx_objective_get(objective, DPCVX_OBJECTIVE_FIGURE_DIMENSION, &value, &error));
  CHECK(value == DIMENSION);
  CHECK_OK(dpcvx_objective_get(objective, DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ, &value, &error));
  CHECK(value > 0 && value <= 1); /* rows are clipped to norm 1 */
  CHECK_OK(dpcvx_objective_get(objective, DPCVX_OBJECTIVE_FIGURE_UNITS, &value, &error));
  CHECK(value == ROWS);
  CHECK_OK(dpcvx_nonprivate_objective_value(objective, w, DIMENSION, &value, gradient, &error));
  CHECK(fabs(value - 0.69314718055994531) < 1e-12);
  END_TEST("an objective and its constants");

  CHECK_OK(dpcvx_nonprivate_minimize(objective, 1e-10, 100, NULL, NULL, NULL, NULL, w, DIMENSION, &gap, &distance,
                                     &outcome, &error));
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
