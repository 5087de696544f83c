/* Watching long work and asking it to stop. */
#include "check.h"

static dpcvx_error error;

/* Counts its calls, and stops the call at the second. */
static int32_t second_call(const dpcvx_progress *progress, void *user) {
  int64_t done = -1, total = -1;
  int *const calls = user;
  CHECK_OK(dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_DONE, &done, &error));
  CHECK_OK(dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_TOTAL, &total, &error));
  CHECK(done >= 0 && done <= total);
  return ++*calls % 2 == 0;
}

static int32_t fit_outcome(const dpcvx_dataset *table, const dpcvx_monitor *monitor) {
  const double low = -1, high = 1;
  dpcvx_fit *fit = NULL;
  int64_t outcome = -1;
  CHECK_OK(dpcvx_fit_table(table, DPCVX_LOSS_LOGISTIC, &low, &high, 1, 1, 1e-6, NULL, monitor, &fit, &error));
  CHECK_OK(dpcvx_fit_get_i64(fit, DPCVX_FIT_FIGURE_OUTCOME, &outcome, &error));
  dpcvx_fit_destroy(fit);
  return (int32_t)outcome;
}

static void of_a_table(void) {
  double x[40], y[40];
  int i, calls = 0;
  dpcvx_dataset *table = NULL;
  dpcvx_monitor *monitor = NULL;
  const double low = -1, high = 1;
  dpcvx_fit *fit = NULL;
  int32_t cancelled = -1;
  for (i = 0; i < 40; ++i) x[i] = i / 20.0 - 1, y[i] = i % 3 == 0 ? -1 : 1;
  CHECK_OK(dpcvx_dataset_create_dense(x, 40, 1, 1, 1, y, &table, &error));
  CHECK(fit_outcome(table, NULL) == DPCVX_OUTCOME_DONE);
  CHECK_OK(dpcvx_monitor_create(second_call, &calls, &monitor, &error));
  CHECK(fit_outcome(table, monitor) == DPCVX_OUTCOME_CANCELLED && calls == 2);
  CHECK_OK(dpcvx_monitor_cancelled(monitor, &cancelled, &error));
  CHECK(cancelled == 0);
  CHECK(fit_outcome(table, monitor) == DPCVX_OUTCOME_CANCELLED && calls == 4);
  END_TEST("a callback stops its own call, and the monitor serves the next");

  CHECK_OK(dpcvx_monitor_cancel(monitor, &error));
  CHECK_FAILS(dpcvx_fit_table(table, DPCVX_LOSS_LOGISTIC, &low, &high, 1, 1.0, 1e-6, NULL, monitor, &fit, &error),
              DPCVX_ERR_CANCELLED, "nothing was charged");
  CHECK(fit == NULL && calls == 4);
  END_TEST("a monitor that was cancelled stops calls before they call back");
  dpcvx_monitor_destroy(monitor);
  dpcvx_dataset_destroy(table);
}

int main(void) {
  dpcvx_monitor *monitor = NULL;
  int32_t cancelled = -1;
  int64_t value = -1;

  CHECK_OK(dpcvx_monitor_create(NULL, NULL, &monitor, &error));
  CHECK_OK(dpcvx_monitor_cancelled(monitor, &cancelled, &error));
  CHECK(cancelled == 0);
  CHECK_OK(dpcvx_monitor_cancel(monitor, &error));
  CHECK_OK(dpcvx_monitor_cancel(monitor, &error));
  CHECK_OK(dpcvx_monitor_cancelled(monitor, &cancelled, &error));
  CHECK(cancelled == 1);
  END_TEST("once cancelled it stays so");

  of_a_table();

  CHECK_FAILS(dpcvx_monitor_cancel(NULL, &error), DPCVX_ERR_ARGUMENT, "'monitor'");
  CHECK_FAILS(dpcvx_monitor_cancelled(monitor, NULL, &error), DPCVX_ERR_ARGUMENT, "'cancelled'");
  CHECK_FAILS(dpcvx_progress_get_i64(NULL, DPCVX_PROGRESS_FIGURE_DONE, &value, &error), DPCVX_ERR_ARGUMENT,
              "'progress'");
  CHECK(value == -1);
  END_TEST("errors");

  dpcvx_monitor_destroy(NULL);
  dpcvx_monitor_destroy(monitor);
  return TEST_RESULT();
}
