/* A caller's function of users, released where few deletions hardly move it. */
#include "check.h"

static dpcvx_error error;

struct data {
  double values[9];
  int64_t calls, calls_out_of_order;
  int32_t answer;
};

static int32_t mean_of(const int64_t *users, int64_t count, int64_t n, double *out, void *user) {
  struct data *data = user;
  int64_t i;
  double sum = 0;
  ++data->calls;
  for (i = 0; i < count; ++i) {
    data->calls_out_of_order += i > 0 && users[i] <= users[i - 1];
    sum += data->values[users[i]];
  }
  for (i = 0; i < n; ++i) out[i] = sum / (double)count + (double)i;
  return data->answer;
}

static int32_t stop(const dpcvx_progress *progress, void *user) {
  int64_t total = 0;
  (void)user;
  CHECK_OK(dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_TOTAL, &total, &error));
  CHECK(total == 1 + 9 + 36 + 84 + 126);
  return 1;
}

int main(void) {
  struct data data = {{1, 1, 1, 1, 1, 1, 1, 1, 1}, 0, 0, 1};
  dpcvx_budget *budget = NULL;
  dpcvx_rng *rng = NULL;
  dpcvx_curve *price = NULL;
  dpcvx_options *options = NULL;
  dpcvx_guarantee *guarantee = NULL;
  dpcvx_users_function *function = NULL, *of_few = NULL, *of_many = NULL, *of_long = NULL;
  dpcvx_monitor *stopping = NULL, *cancelled = NULL;
  double out[2] = {7, 7};
  int64_t charges = 0, after = 0;
  int32_t outcome = 0;
  size_t length = 0;
  char json[8192];
  CHECK_OK(dpcvx_budget_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_BASIC, &error));
  CHECK_OK(dpcvx_budget_create(100, 0.9, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER, options, &budget, &error));
  dpcvx_options_destroy(options);
  CHECK_OK(dpcvx_rng_create_deterministic("deletion", 8, &rng, &error));
  CHECK_OK(dpcvx_curve_create_approximate(8, 0.05, &price, &error));
  CHECK_OK(dpcvx_test_release_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_TEST_RELEASE_OPTION_MAX_SCORE, 2, &error));
  CHECK_OK(dpcvx_users_function_create(9, 2, mean_of, &data, &function, &error));

  CHECK_OK(
      dpcvx_release_by_deletion(budget, rng, price, function, 1e-3, options, NULL, out, &outcome, &guarantee, &error));
  CHECK(outcome == DPCVX_OUTCOME_DONE);
  CHECK(fabs(out[0] - 1) < 0.1 && fabs(out[1] - 2) < 0.1 && out[0] != 1);
  CHECK(data.calls == 1 + 9 + 36 + 84 + 126 && data.calls_out_of_order == 0);
  CHECK_OK(dpcvx_guarantee_to_json(guarantee, json, sizeof(json), &length, &error));
  CHECK(strstr(json, "release by deletion") != NULL && strstr(json, "deletion_sensitivity") != NULL);
  dpcvx_guarantee_destroy(guarantee);
  END_TEST("a function of users that are alike is released");

  /* All far apart: whichever few are left out, the rest are too. */
  {
    int i;
    for (i = 0; i < 9; ++i) data.values[i] = i * i;
  }
  CHECK_OK(dpcvx_release_by_deletion(budget, rng, price, function, 1e-3, options, NULL, out, &outcome, NULL, &error));
  CHECK(outcome == DPCVX_OUTCOME_UNSTABLE && out[0] == 0 && out[1] == 0);
  data.answer = 0;
  CHECK_OK(dpcvx_release_by_deletion(budget, rng, price, function, 1e9, options, NULL, out, &outcome, NULL, &error));
  CHECK(outcome == DPCVX_OUTCOME_UNSTABLE);
  data.answer = 3;
  outcome = 77;
  CHECK_FAILS(dpcvx_release_by_deletion(budget, rng, price, function, 1, options, NULL, out, &outcome, NULL, &error),
              DPCVX_ERR_CALLBACK, "'function' returned 3");
  CHECK(outcome == 77);
  data.answer = 1;
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, &error));
  CHECK(charges == 4);
  END_TEST("unstable data give nothing, and are paid for");

  CHECK_OK(dpcvx_monitor_create(stop, NULL, &stopping, &error));
  CHECK_OK(dpcvx_release_by_deletion(budget, rng, price, function, 1, options, stopping, out, &outcome, NULL, &error));
  CHECK(outcome == DPCVX_OUTCOME_CANCELLED && out[0] == 0);
  CHECK_OK(dpcvx_monitor_create(NULL, NULL, &cancelled, &error));
  CHECK_OK(dpcvx_monitor_cancel(cancelled, &error));
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, &error));
  data.calls = 0;
  CHECK_FAILS(
      dpcvx_release_by_deletion(budget, rng, price, function, 1, options, cancelled, out, &outcome, NULL, &error),
      DPCVX_ERR_CANCELLED, "nothing was charged");
  CHECK(data.calls == 0);
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &after, &error));
  CHECK(after == charges);
  END_TEST("it can be cancelled");

  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, &error));
  CHECK_OK(dpcvx_users_function_create(4, 2, mean_of, &data, &of_few, &error));
  CHECK_OK(dpcvx_users_function_create(1000, 2, mean_of, &data, &of_many, &error));
  CHECK_FAILS(dpcvx_release_by_deletion(budget, rng, price, of_few, 1, options, NULL, out, &outcome, NULL, &error),
              DPCVX_ERR_ARGUMENT, "'function' = a function of 4 users");
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_TEST_RELEASE_OPTION_MAX_CALLS, 255, &error));
  CHECK_FAILS(dpcvx_release_by_deletion(budget, rng, price, function, 1, options, NULL, out, &outcome, NULL, &error),
              DPCVX_ERR_ARGUMENT, "256 calls");
  {
    int64_t now = 0;
    CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &now, &error));
    CHECK(now == charges);
  }
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_TEST_RELEASE_OPTION_MAX_CALLS, 1000000, &error));
  CHECK_FAILS(dpcvx_users_function_create(9, INT64_MAX, mean_of, &data, &of_long, &error), DPCVX_ERR_ARGUMENT, "'n'");
  CHECK(of_long == NULL);
  CHECK_OK(dpcvx_users_function_create(9, (int64_t)1 << 48, mean_of, &data, &of_long, &error));
  CHECK_FAILS(dpcvx_release_by_deletion(budget, rng, price, of_long, 1, options, NULL, out, &outcome, NULL, &error),
              DPCVX_ERR_NOMEM, "");
  {
    int64_t now = 0;
    CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &now, &error));
    CHECK(now == charges);
  }
  dpcvx_curve_destroy(price);
  CHECK_OK(dpcvx_curve_create_approximate(1, 1e-6, &price, &error));
  CHECK_FAILS(dpcvx_release_by_deletion(budget, rng, price, of_many, 1, NULL, NULL, out, &outcome, NULL, &error),
              DPCVX_ERR_ARGUMENT, "DPCVX_TEST_RELEASE_OPTION_MAX_CALLS: 1000000");
  END_TEST("too few users, too many calls and too many entries are refused before the charge");

  dpcvx_users_function_destroy(function);
  dpcvx_users_function_destroy(of_few);
  dpcvx_users_function_destroy(of_many);
  dpcvx_users_function_destroy(of_long);
  dpcvx_monitor_destroy(cancelled);
  dpcvx_monitor_destroy(stopping);
  dpcvx_options_destroy(options);
  dpcvx_curve_destroy(price);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(budget);
  return TEST_RESULT();
}
