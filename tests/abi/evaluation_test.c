/* A private score from C: fit, split, evaluation, figures, guarantee. */
#include "check.h"

#define ROWS 2000

int main(void) {
  static double x[ROWS], y[ROWS];
  static char text[16384];
  const double low = 0, high = 1;
  dpcvx_error error;
  dpcvx_dataset *table = NULL, *training = NULL, *held_out = NULL;
  dpcvx_fit *fit = NULL;
  dpcvx_budget *budget = NULL;
  dpcvx_curve *price = NULL;
  dpcvx_rng *rng = NULL;
  dpcvx_options *options = NULL, *others = NULL, *weighted = NULL;
  dpcvx_evaluation *evaluation = NULL, *none = NULL;
  dpcvx_guarantee *guarantee = NULL;
  double value = -1, near = 0, far = 0, width = 0, level = 0, epsilon = 0;
  int64_t score = 0, charges = 0;
  size_t length = 0;
  int i;
  for (i = 0; i < ROWS; ++i) {
    x[i] = i % 100 / 100.0;
    y[i] = i % 100 < 50 ? -1 : 1;
  }
  CHECK_OK(dpcvx_dataset_create_dense(x, ROWS, 1, 1, 1, y, &table, &error));
  CHECK_OK(dpcvx_dataset_create_split(table, DPCVX_ADJACENCY_REPLACE_ONE, "0123456789abcdef", 16, 0, 0.5, &training,
                                      &held_out, &error));
  CHECK_OK(dpcvx_fit_table(training, DPCVX_LOSS_LOGISTIC, &low, &high, 1, 4.0, 1e-6, NULL, NULL, &fit, &error));
  CHECK_OK(dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &error));
  CHECK_OK(dpcvx_budget_price(budget, 1.0, &price, &error));
  CHECK_OK(dpcvx_rng_create(&rng, &error));
  CHECK_OK(dpcvx_evaluation_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_EVALUATION_OPTION_INTERVAL_LEVEL, 0.999999, &error));
  CHECK_FAILS(dpcvx_options_set_f64(options, DPCVX_EVALUATION_OPTION_INTERVAL_LEVEL, 1.0, &error), DPCVX_ERR_ARGUMENT,
              "[0.5, 0.999999999]");
  CHECK_FAILS(dpcvx_options_set_f64(options, DPCVX_RELEASE_OPTION_LATTICE_STEP, 1.0, &error), DPCVX_ERR_ARGUMENT,
              "DPCVX_EVALUATION_OPTION_*");
  END_TEST("a fit, a held-out part, and options of a score");

  CHECK_OK(dpcvx_release_options_create(&others, &error));
  CHECK_FAILS(dpcvx_evaluation_create(budget, rng, price, fit, held_out, DPCVX_SCORE_ACCURACY, others, &none, &error),
              DPCVX_ERR_ARGUMENT, "evaluation options");
  CHECK_FAILS(dpcvx_evaluation_create(budget, rng, price, fit, held_out, DPCVX_SCORE_R2, NULL, &none, &error),
              DPCVX_ERR_UNSUPPORTED, "accepted: DPCVX_SCORE_ACCURACY or DPCVX_SCORE_LOG_LOSS");
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, &error));
  CHECK(none == NULL && charges == 0);
  END_TEST("what is refused is not charged");

  CHECK_OK(dpcvx_evaluation_expected_interval(price, DPCVX_ADJACENCY_REPLACE_ONE, fit, DPCVX_SCORE_ACCURACY, 1000, 0.9,
                                              0, options, &near, &far, &error));
  CHECK(near < 0.9 && near > 0.85 && far > 0.9 && far < 0.95);
  CHECK_OK(dpcvx_evaluation_expected_interval(price, DPCVX_ADJACENCY_ADD_REMOVE, fit, DPCVX_SCORE_ACCURACY, 10, 0.9, 0,
                                              NULL, &near, &far, &error));
  CHECK(near < 0.7 && far == 1);
  CHECK_OK(dpcvx_evaluation_options_create(&weighted, &error));
  CHECK_OK(dpcvx_options_set_i64(weighted, DPCVX_EVALUATION_OPTION_WEIGHTED, 1, &error));
  CHECK_OK(dpcvx_evaluation_expected_interval(price, DPCVX_ADJACENCY_REPLACE_ONE, fit, DPCVX_SCORE_ACCURACY, 1000, 0.9,
                                              0, NULL, &near, &far, &error));
  width = far - near;
  CHECK_OK(dpcvx_evaluation_expected_interval(price, DPCVX_ADJACENCY_REPLACE_ONE, fit, DPCVX_SCORE_ACCURACY, 1000, 0.9,
                                              0, weighted, &near, &far, &error));
  CHECK(far - near > 1.1 * width && far - near < 1.42 * width);
  CHECK_FAILS(dpcvx_evaluation_create(budget, rng, price, fit, held_out, DPCVX_SCORE_ACCURACY, weighted, &none, &error),
              DPCVX_ERR_ARGUMENT, "dpcvx_evaluation_expected_interval");
  dpcvx_options_destroy(weighted);
  CHECK_FAILS(dpcvx_evaluation_expected_interval(price, DPCVX_ADJACENCY_REPLACE_ONE, fit, DPCVX_SCORE_ACCURACY, 1000,
                                                 1.5, 0, NULL, &near, &far, &error),
              DPCVX_ERR_ARGUMENT, "'value' = 1.5");
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, &error));
  CHECK(charges == 0);
  END_TEST("the interval to expect, before anything is charged");

  CHECK_OK(
      dpcvx_evaluation_create(budget, rng, price, fit, held_out, DPCVX_SCORE_AUTOMATIC, options, &evaluation, &error));
  CHECK_OK(dpcvx_evaluation_get_f64(evaluation, DPCVX_EVALUATION_FIGURE_VALUE, &value, &error));
  CHECK_OK(dpcvx_evaluation_get_f64(evaluation, DPCVX_EVALUATION_FIGURE_LOW, &near, &error));
  CHECK_OK(dpcvx_evaluation_get_f64(evaluation, DPCVX_EVALUATION_FIGURE_HIGH, &far, &error));
  CHECK_OK(dpcvx_evaluation_get_f64(evaluation, DPCVX_EVALUATION_FIGURE_INTERVAL_LEVEL, &level, &error));
  CHECK_OK(dpcvx_evaluation_get_i64(evaluation, DPCVX_EVALUATION_FIGURE_SCORE, &score, &error));
  CHECK(score == DPCVX_SCORE_ACCURACY && level == 0.999999);
  CHECK(value > 0.8 && value <= 1 && near <= value && value <= far && far - near < 0.1);
  CHECK_FAILS(dpcvx_evaluation_get_f64(evaluation, DPCVX_EVALUATION_FIGURE_SCORE, &value, &error), DPCVX_ERR_ARGUMENT,
              "i64");
  CHECK_FAILS(dpcvx_evaluation_get_f64(evaluation, DPCVX_EVALUATION_FIGURE_LOSS_CLIP, &value, &error),
              DPCVX_ERR_UNSUPPORTED, "the score is no loss");
  CHECK_FAILS(dpcvx_evaluation_get_f64(evaluation, 1, &value, &error), DPCVX_ERR_ARGUMENT, "DPCVX_EVALUATION_FIGURE_*");
  CHECK_OK(dpcvx_evaluation_guarantee(evaluation, &guarantee, &error));
  CHECK_OK(dpcvx_guarantee_epsilon(guarantee, 1e-6, &epsilon, &error));
  CHECK(epsilon <= 1 && epsilon > 0.99);
  CHECK_OK(dpcvx_evaluation_to_text(evaluation, text, sizeof(text), &length, &error));
  CHECK(strstr(text, "Private evaluation of a fit: accuracy ") == text && strstr(text, "split") != NULL);
  CHECK_OK(dpcvx_evaluation_to_json(evaluation, text, sizeof(text), &length, &error));
  CHECK(strstr(text, "\"score\":\"accuracy\"") != NULL && strstr(text, "\"guarantee\":{") != NULL);
  CHECK_FAILS(dpcvx_evaluation_create(budget, rng, price, fit, held_out, DPCVX_SCORE_AUTOMATIC, NULL, &none, &error),
              DPCVX_ERR_BUDGET, "budget");
  END_TEST("an accuracy, its interval and its guarantee");

  dpcvx_guarantee_destroy(guarantee);
  dpcvx_evaluation_destroy(evaluation);
  dpcvx_evaluation_destroy(NULL);
  dpcvx_options_destroy(others);
  dpcvx_options_destroy(options);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_fit_destroy(fit);
  dpcvx_dataset_destroy(held_out);
  dpcvx_dataset_destroy(training);
  dpcvx_dataset_destroy(table);
  return TEST_RESULT();
}
