/* Hypothesis selection from C: covers, own densities, predictions, a charge, and what is refused. */
#include "check.h"

#define ROWS 2000

/* Two-sided exponential laws about 0, 1 and 2. */
static int32_t log_densities(int64_t hypothesis, const double *records, int64_t count, int64_t columns, double *out,
                             void *user) {
  int64_t i;
  ++*(int *)user;
  for (i = 0; i < count; ++i) out[i] = -fabs(records[i * columns] - (double)hypothesis);
  return 1;
}

int main(void) {
  static double x[ROWS], samples[3][500];
  static char text[16384];
  const double laws[4] = {0.5, 0.5, 0.3, 0.7}, wrong[4] = {0.5, 0.4, 0.3, 0.7};
  const double low[2] = {0, 0}, high[2] = {1, 1}, identity[4] = {1, 0, 0, 1};
  dpcvx_error error;
  dpcvx_dataset *table = NULL;
  dpcvx_budget *budget = NULL;
  dpcvx_curve *price = NULL, *each = NULL;
  dpcvx_rng *rng = NULL;
  dpcvx_options *options = NULL;
  dpcvx_hypotheses *coins = NULL, *cover = NULL, *means = NULL, *own = NULL, *none = NULL;
  dpcvx_guarantee *guarantee = NULL;
  double excess = 0, distance = 0, parameters[2], under_j = 0, under_k = 0, epsilon = 0;
  int64_t units = 0, count = 0, index = -1, charges = 0;
  int32_t outcome = 0;
  size_t length = 0;
  int i, h, calls = 0;
  for (i = 0; i < ROWS; ++i) x[i] = i % 10 < 7;
  for (h = 0; h < 3; ++h)
    for (i = 0; i < 500; ++i) samples[h][i] = h + (i % 2 ? 1 : -1) * log(1 - (i + 0.5) / 500);
  CHECK_OK(dpcvx_dataset_create_dense(x, ROWS, 1, 1, 1, NULL, &table, &error));
  CHECK_OK(dpcvx_budget_create(2.0, 0.0, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &error));
  CHECK_OK(dpcvx_budget_price(budget, 1.0, &price, &error));
  CHECK_OK(dpcvx_curve_create_pure(1.0, &each, &error));
  CHECK_OK(dpcvx_rng_create(&rng, &error));
  CHECK_OK(dpcvx_hypotheses_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_HYPOTHESES_OPTION_MAX_CONTESTS, 10, &error));
  END_TEST("a table, prices, and options of hypotheses");

  CHECK_FAILS(dpcvx_hypotheses_create_discrete(wrong, 2, 2, NULL, &none, &error), DPCVX_ERR_ARGUMENT,
              "0.9 in all under hypothesis 0");
  CHECK_FAILS(dpcvx_hypotheses_create_gaussian_means(low, high, identity, 2, 0.1, options, &none, &error),
              DPCVX_ERR_ARGUMENT, "at most 5 hypotheses");
  CHECK_FAILS(dpcvx_hypotheses_create_gaussian_means(low, low, identity, 2, 0.1, NULL, &none, &error),
              DPCVX_ERR_ARGUMENT, "'high' = 0 for column 0");
  CHECK_OK(dpcvx_hypotheses_create_discrete(laws, 2, 2, options, &coins, &error));
  CHECK_OK(dpcvx_hypotheses_create_gaussian_means(low, high, identity, 2, 0.1, NULL, &means, &error));
  CHECK_OK(dpcvx_hypotheses_create_gaussians(0, 1, 0.5, 1, 0.2, NULL, &cover, &error));
  CHECK_OK(dpcvx_hypotheses_get_i64(cover, DPCVX_HYPOTHESES_FIGURE_COUNT, &count, &error));
  CHECK_OK(dpcvx_hypotheses_get_f64(cover, DPCVX_HYPOTHESES_FIGURE_COVER_DISTANCE, &distance, &error));
  CHECK_OK(dpcvx_hypotheses_parameters(cover, count - 1, parameters, 2, &error));
  CHECK(count > 2 && distance <= 0.2 && parameters[0] > 0.5 && parameters[1] > 0.5);
  CHECK_FAILS(dpcvx_hypotheses_get_f64(coins, DPCVX_HYPOTHESES_FIGURE_COVER_DISTANCE, &distance, &error),
              DPCVX_ERR_UNSUPPORTED, "no cover");
  CHECK_OK(dpcvx_hypotheses_contest(coins, 0, 1, &under_j, &under_k, &error));
  CHECK(under_j == 0.5 && fabs(under_k - 0.3) < 1e-6);
  CHECK_OK(dpcvx_hypotheses_create_sampled(3, 1, log_densities, &calls, &samples[0][0], 500, NULL, &own, &error));
  CHECK(calls > 0);
  CHECK_FAILS(dpcvx_hypotheses_parameters(own, 0, parameters, 2, &error), DPCVX_ERR_UNSUPPORTED, "caller's function");
  END_TEST("hypotheses are made, or refused by name");

  CHECK_OK(dpcvx_hypotheses_units_needed(each, 2, 0.2, 0.05, &units, &error));
  CHECK_OK(dpcvx_hypotheses_excess(each, 2, units, 0.05, &excess, &error));
  CHECK(units < ROWS && excess <= 0.2);
  CHECK_FAILS(dpcvx_release_hypothesis(budget, rng, each, table, means, NULL, &index, &outcome, NULL, &error),
              DPCVX_ERR_ARGUMENT, "a table of 1 column; accepted: 2");
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, &error));
  CHECK(charges == 0);
  END_TEST("predictions and refusals are not charged");

  CHECK_OK(dpcvx_release_hypothesis(budget, rng, each, table, coins, NULL, &index, &outcome, &guarantee, &error));
  CHECK(index == 1 && outcome == DPCVX_OUTCOME_DONE);
  CHECK_OK(dpcvx_guarantee_epsilon(guarantee, 0, &epsilon, &error));
  CHECK(epsilon <= 1 && epsilon > 0.999);
  CHECK_OK(dpcvx_guarantee_to_text(guarantee, text, sizeof text, &length, &error));
  CHECK(strstr(text, "loss_sensitivity") != NULL && strstr(text, "hypothesis selection") != NULL);
  CHECK_OK(dpcvx_release_hypothesis(budget, rng, each, table, own, NULL, &index, &outcome, NULL, &error));
  CHECK(index == 1 || index == 0);
  CHECK_FAILS(dpcvx_release_hypothesis(budget, rng, price, table, coins, NULL, &index, &outcome, NULL, &error),
              DPCVX_ERR_BUDGET, "");
  END_TEST("selections, their charges and their guarantee");

  dpcvx_guarantee_destroy(guarantee);
  dpcvx_hypotheses_destroy(own);
  dpcvx_hypotheses_destroy(means);
  dpcvx_hypotheses_destroy(cover);
  dpcvx_hypotheses_destroy(coins);
  dpcvx_hypotheses_destroy(NULL);
  dpcvx_options_destroy(options);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(each);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_dataset_destroy(table);
  return TEST_RESULT();
}
