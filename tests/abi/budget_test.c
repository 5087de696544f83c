/* Budgets: charges, refusals, prices, the ledger, in memory and in a file. */
#define _XOPEN_SOURCE 700
#include "check.h"

#include <stdlib.h>
#if !defined(_WIN32)
#include <signal.h>
#include <sys/wait.h>
#endif
#include <unistd.h>

static double figure(const dpcvx_budget *budget, int32_t which) {
  dpcvx_error error;
  double value = -1;
  READ_FIGURE(dpcvx_budget_get, budget, which, value);
  return value;
}

#if defined(_WIN32)

/* Windows has no ledgers in files: a status says so, and nothing is made. */
static void test_ledger(const dpcvx_curve *price) {
  dpcvx_error error;
  dpcvx_budget *budget = NULL;
  (void)price;
  CHECK_FAILS(dpcvx_budget_create_ledger("ledger", NULL, 0, 1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER,
                                         NULL, &budget, &error),
              DPCVX_ERR_UNSUPPORTED, "Windows");
  CHECK_FAILS(dpcvx_budget_open_ledger("ledger", NULL, 0, 0, 0, &budget, &error), DPCVX_ERR_UNSUPPORTED, "Windows");
  CHECK(budget == NULL && access("ledger", F_OK) != 0);
  END_TEST("no ledger in a file");
}

static void test_fork(const dpcvx_curve *price) { (void)price; }

#else

/* A budget in a file: charged, opened again, and refused as an older copy, without its key and twice at once. */
static void test_ledger(const dpcvx_curve *price) {
  dpcvx_error error;
  dpcvx_budget *budget = NULL, *again = NULL;
  char folder[] = "/tmp/dpcvx-ledger-XXXXXX", path[64], bytes[8192], text[8192];
  const char key[] = "sixteen bytes...";
  int64_t frames = 0, head = 0;
  size_t length = 0;

  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof(path), "%s/ledger", folder);
  CHECK_OK(dpcvx_budget_create_ledger(path, key, 16, 1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER, NULL,
                                      &budget, &error));
  CHECK_OK(dpcvx_budget_describe(budget, DPCVX_BUDGET_FIELD_RATIONALE, "a first look", &error));
  CHECK_OK(dpcvx_budget_charge(budget, price, 1, "first", &error));
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_LEDGER_FRAMES, &frames, &error));
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_LEDGER_HEAD, &head, &error));
  CHECK(frames == 3);
  CHECK_FAILS(dpcvx_budget_open_ledger(path, key, 16, 0, 0, &again, &error), DPCVX_ERR_LEDGER_LOCKED, "open already");
  CHECK_OK(dpcvx_budget_save(budget, bytes, sizeof(bytes), &length, &error));
  dpcvx_budget_destroy(budget);

  CHECK_FAILS(dpcvx_budget_open_ledger(path, NULL, 0, 0, 0, &again, &error), DPCVX_ERR_ARGUMENT, "'key'");
  CHECK_FAILS(dpcvx_budget_open_ledger(path, key, 16, frames + 1, head, &again, &error), DPCVX_ERR_LEDGER_STALE,
              "older");
  CHECK_FAILS(dpcvx_budget_open_ledger(path, key, 16, frames, head + 1, &again, &error), DPCVX_ERR_LEDGER_STALE,
              "older");
  CHECK_FAILS(dpcvx_budget_open_ledger(path, key, 16, 0, head, &again, &error), DPCVX_ERR_ARGUMENT, "'head'");
  CHECK_OK(dpcvx_budget_open_ledger(path, key, 16, frames, head, &again, &error));
  CHECK(figure(again, DPCVX_BUDGET_FIGURE_MAIN_SPENT) > 0);
  CHECK_OK(dpcvx_budget_charge(again, price, 1, "second", &error));
  CHECK_OK(dpcvx_budget_to_json(again, text, sizeof(text), &length, &error));
  CHECK(strstr(text, "\"rationale\":\"a first look\"") != NULL && strstr(text, "\"second\"") != NULL);
  dpcvx_budget_destroy(again);
  CHECK_FAILS(dpcvx_budget_create_ledger(path, NULL, 0, 1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER, NULL,
                                         &again, &error),
              DPCVX_ERR_FILE, path);
  unlink(path);
  rmdir(folder);
  END_TEST("a ledger in a file");
}

/* A child that found what it should ends by a signal: at an exit valgrind would count what it has of its parent as
 * lost. */
static void end_child(int right) {
  if (right) kill(getpid(), SIGKILL);
  _exit(1);
}

static int ended_right(pid_t child) {
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

/* A child of fork: what it frees unlocks nothing, what it keeps locks nothing, and its copy never charges. */
static void test_fork(const dpcvx_curve *price) {
  dpcvx_error error;
  dpcvx_budget *budget = NULL, *again = NULL;
  char folder[] = "/tmp/dpcvx-ledger-XXXXXX", path[64], byte = 0;
  int go[2];
  pid_t child;

  CHECK(mkdtemp(folder) != NULL && pipe(go) == 0);
  snprintf(path, sizeof(path), "%s/ledger", folder);
  CHECK_OK(dpcvx_budget_create_ledger(path, NULL, 0, 1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER, NULL,
                                      &budget, &error));
  child = fork();
  if (child == 0) {
    dpcvx_budget_destroy(budget);
    end_child(1);
  }
  CHECK(ended_right(child));
  CHECK_FAILS(dpcvx_budget_open_ledger(path, NULL, 0, 0, 0, &again, &error), DPCVX_ERR_LEDGER_LOCKED, "open already");
  CHECK_OK(dpcvx_budget_charge(budget, price, 1, "after the child", &error));

  child = fork();
  if (child == 0) { /* lives until its parent has opened the file again, and then tries to charge and to unlock */
    int refused =
        read(go[0], &byte, 1) == 1 && dpcvx_budget_charge(budget, price, 1, "copy", &error) == DPCVX_ERR_STATE;
    dpcvx_budget_destroy(budget);
    end_child(refused && dpcvx_budget_open_ledger(path, NULL, 0, 0, 0, &again, &error) == DPCVX_ERR_LEDGER_LOCKED);
  }
  dpcvx_budget_destroy(budget);
  CHECK_OK(dpcvx_budget_open_ledger(path, NULL, 0, 0, 0, &again, &error));
  CHECK(write(go[1], &byte, 1) == 1 && ended_right(child));
  CHECK_FAILS(dpcvx_budget_open_ledger(path, NULL, 0, 0, 0, &budget, &error), DPCVX_ERR_LEDGER_LOCKED, "open already");
  CHECK_OK(dpcvx_budget_charge(again, price, 1, "opened again", &error));
  CHECK(figure(again, DPCVX_BUDGET_FIGURE_CHARGES) == 2);
  dpcvx_budget_destroy(again);
  close(go[0]);
  close(go[1]);
  unlink(path);
  rmdir(folder);
  END_TEST("a ledger in a file, and a child of fork");
}

#endif

int main(void) {
  double loss = -1;
  dpcvx_error error;
  dpcvx_budget *budget = NULL, *basic = NULL;
  dpcvx_options *options = NULL;
  dpcvx_curve *half = NULL, *rest = NULL, *tenth = NULL, *none = NULL;
  char json[8192], text[8192];
  size_t length = 0;
  int32_t fits = -1;
  double mu_half = 0, mu_limit;
  int i;

  CHECK_OK(dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &error));
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_EPSILON) == 1.0 && figure(budget, DPCVX_BUDGET_FIGURE_DELTA) == 1e-6);
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_MAIN_SPENT) == 0 && figure(budget, DPCVX_BUDGET_FIGURE_CHARGES) == 0);
  mu_limit = figure(budget, DPCVX_BUDGET_FIGURE_MAIN_LIMIT);
  CHECK(mu_limit > 0.1 && mu_limit < 0.5);
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_ADJACENCY) == DPCVX_ADJACENCY_REPLACE_ONE);
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_UNIT) == DPCVX_UNIT_RECORD);
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_FILTER) == DPCVX_FILTER_GDP);
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_DETERMINISTIC) == 0);
  CHECK_FAILS(dpcvx_budget_get_f64(budget, DPCVX_BUDGET_FIGURE_RDP_ORDER, &mu_half, &error), DPCVX_ERR_UNSUPPORTED,
              "DPCVX_FILTER_RDP");
  CHECK_FAILS(dpcvx_budget_get_f64(budget, DPCVX_BUDGET_FIGURE_BASIC_DELTA_REMAINING, &mu_half, &error),
              DPCVX_ERR_UNSUPPORTED, "no basic sub-budget");
  CHECK_FAILS(dpcvx_budget_get_f64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &mu_half, &error), DPCVX_ERR_ARGUMENT,
              "use dpcvx_budget_get_i64");
  CHECK(mu_half == 0);
  END_TEST("a budget and its figures");

  CHECK_OK(dpcvx_budget_price(budget, 0.5, &half, &error));
  CHECK_OK(dpcvx_curve_gdp_mu(half, &mu_half, &error));
  CHECK(mu_half > 0.4 * mu_limit && mu_half < mu_limit);
  CHECK_OK(dpcvx_budget_can_charge(budget, half, 1, &fits, &error));
  CHECK(fits == 1);
  CHECK_OK(dpcvx_budget_charge(budget, half, 1, "first", &error));
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_CHARGES) == 1);
  CHECK(fabs(figure(budget, DPCVX_BUDGET_FIGURE_MAIN_SPENT) / mu_half - 1) < 1e-9);
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_EPSILON_SPENT) < 1.0);
  CHECK_OK(dpcvx_budget_price(budget, 1.0, &rest, &error));
  CHECK_OK(dpcvx_budget_charge(budget, rest, 1, "the rest", &error));
  CHECK_OK(dpcvx_budget_can_charge(budget, half, 1, &fits, &error));
  CHECK(fits == 0);
  CHECK_FAILS(dpcvx_budget_charge(budget, half, 1, "too much", &error), DPCVX_ERR_BUDGET, "dpcvx_budget_charge");
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_CHARGES) == 2);
  CHECK(figure(budget, DPCVX_BUDGET_FIGURE_EPSILON_SPENT) <= 1.0 + 1e-9);
  CHECK_FAILS(dpcvx_budget_price(budget, 1.0, &none, &error), DPCVX_ERR_BUDGET, "nothing is left of the budget");
  CHECK(none == NULL);
  CHECK_FAILS(dpcvx_budget_charge(budget, half, 1, "\xff", &error), DPCVX_ERR_ARGUMENT, "'label'");
  END_TEST("charges until nothing is left, and a refusal that changes nothing");

  CHECK_OK(dpcvx_budget_to_json(budget, json, sizeof(json), &length, &error));
  CHECK(strlen(json) == length && strstr(json, "\"first\"") != NULL && strstr(json, "too much") == NULL);
  CHECK_OK(dpcvx_budget_to_text(budget, text, sizeof(text), &length, &error));
  CHECK(strlen(text) == length && strstr(text, "the rest") != NULL);
  END_TEST("the ledger as JSON and as text");

  CHECK_OK(dpcvx_budget_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_BASIC, &error));
  CHECK_OK(dpcvx_budget_create(1.0, 0, DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_USER, options, &basic, &error));
  CHECK_OK(dpcvx_curve_create_pure(0.1, &tenth, &error));
  for (i = 0; i < 10; ++i) CHECK_OK(dpcvx_budget_charge(basic, tenth, 1, NULL, &error));
  CHECK_FAILS(dpcvx_budget_charge(basic, tenth, 1, NULL, &error), DPCVX_ERR_BUDGET, "");
  END_TEST("ten charges of a tenth fit, an eleventh does not");

  CHECK_FAILS(dpcvx_budget_charge(basic, tenth, 0, NULL, &error), DPCVX_ERR_ARGUMENT, "'count' = 0");
  CHECK_FAILS(dpcvx_budget_charge(basic, (const dpcvx_curve *)(const void *)options, 1, NULL, &error),
              DPCVX_ERR_ARGUMENT, "'curve'");
  END_TEST("errors, a handle of another type among them");

  CHECK_OK(dpcvx_budget_odometer(basic, 1e-6, &loss, &error));
  CHECK(loss >= 1 && loss < 1 + 1e-9);
  CHECK_FAILS(dpcvx_budget_odometer(basic, 0, &loss, &error), DPCVX_ERR_ARGUMENT, "'delta'");
  END_TEST("the odometer adds up pure charges");

  CHECK_FAILS(dpcvx_budget_charge_at_delta(budget, half, 1, 1e-9, NULL, &error), DPCVX_ERR_UNSUPPORTED, "basic");
  CHECK_FAILS(dpcvx_budget_charge_at_delta(basic, half, 1, 1e-9, NULL, &error), DPCVX_ERR_BUDGET, "does not fit");
  END_TEST("a charge at a delta needs a basic sub-budget");

  test_ledger(half);
  test_fork(half);

  dpcvx_budget_destroy(NULL);
  dpcvx_budget_destroy(budget);
  dpcvx_budget_destroy(basic);
  dpcvx_options_destroy(options);
  dpcvx_curve_destroy(half);
  dpcvx_curve_destroy(rest);
  dpcvx_curve_destroy(tenth);
  return TEST_RESULT();
}
