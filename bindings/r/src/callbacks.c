/* R functions that the library calls.
 *
 * No R error, interrupt or restart may jump through the library. Each call of an R function runs in R_ToplevelExec,
 * which jumps do not leave. The condition is kept in the callback, and raised when the library has returned.
 */
#include "convert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* HELD keeps an argument alive until the callback has ended. */
enum { FUNCTION, PROBLEM, HELD, PARTS };

/* The monitor of the call that runs now. R runs one at a time. */
static const dpcvx_monitor *current;
static int interrupted;
/* How many calls run that may run callbacks. */
static int running;

SEXP callback_of(SEXP function, const char *name) {
  if (!Rf_isNull(function) && !Rf_isFunction(function)) refuse(name, "no function", "a function");
  SEXP callback = PROTECT(Rf_allocVector(VECSXP, PARTS));
  SET_VECTOR_ELT(callback, FUNCTION, function);
  UNPROTECT(1);
  return callback;
}

SEXP callbacks_in(SEXP handle) { return TYPEOF(handle) == EXTPTRSXP ? R_ExternalPtrProtected(handle) : R_NilValue; }

/* The first list is copied: the handles keep theirs. */
SEXP joined(SEXP first, SEXP second) {
  if (first == R_NilValue) return second;
  PROTECT(second);
  SEXP result = PROTECT(joined(CDR(first), second));
  result = Rf_cons(CAR(first), result);
  UNPROTECT(2);
  return result;
}

const dpcvx_monitor *begin(SEXP callbacks, const dpcvx_monitor *monitor) {
  const dpcvx_monitor *before = current;
  for (; callbacks != R_NilValue; callbacks = CDR(callbacks)) SET_VECTOR_ELT(CAR(callbacks), PROBLEM, R_NilValue);
  current = monitor;
  interrupted = 0;
  ++running;
  return before;
}

void end(SEXP callbacks, const dpcvx_monitor *before, dpcvx_status status, const dpcvx_error *err) {
  const int watched = current != NULL;
  current = before;
  --running;
  for (; callbacks != R_NilValue; callbacks = CDR(callbacks)) {
    SEXP problem = VECTOR_ELT(CAR(callbacks), PROBLEM);
    if (problem != R_NilValue) {
      PROTECT(problem);
      SET_VECTOR_ELT(CAR(callbacks), PROBLEM, R_NilValue);
      in_package("raise_problem", problem, R_NilValue);
      UNPROTECT(1);
    }
  }
  if (interrupted && (!watched || status != DPCVX_OK)) {
    interrupted = 0;
    in_package("raise_interrupt", R_NilValue, R_NilValue);
  }
  settle(status, err);
}

static void look_for_interrupt(void *data) {
  (void)data;
  R_CheckUserInterrupt();
}

void released(void) {
  if (!R_ToplevelExec(look_for_interrupt, NULL)) in_package("warn_of_interrupt", R_NilValue, R_NilValue);
}

SEXP r_interrupted(void) {
  const int was = interrupted;
  interrupted = 0;
  return Rf_ScalarLogical(was);
}

SEXP r_close_budget(SEXP budget) {
  if (running > 0) refuse("con", "a budget, in a function that the library runs", "a budget after that call");
  if (TYPEOF(budget) != EXTPTRSXP || R_ExternalPtrAddr(budget) != NULL) {
    dpcvx_budget_destroy(handle_of(budget, "dpcvx_budget", "con"));
    R_ClearExternalPtr(budget);
  }
  return R_NilValue;
}

/* ---- One call of an R function ---- */

struct run {
  SEXP callback;
  int (*arguments)(struct run *); /* makes `first` and `second` in R_ToplevelExec; returns how many it protects */
  SEXP first, second;
  const double *x;
  const int64_t *users;
  double number, other;
  int64_t count;
  void *handle;
  double *out; /* what the function returns, where it is read: `most` numbers, or none where `may_lack` says so */
  int64_t most;
  int may_lack;
};

static void stop_now(void) {
  if (current != NULL) dpcvx_monitor_cancel((dpcvx_monitor *)current, NULL);
}

/* Keeps what the function returned, or its condition. */
static void keep_result(struct run *run, SEXP result) {
  const double length = (double)Rf_xlength(result);
  if (Rf_inherits(result, "interrupt")) {
    interrupted = 1;
  } else if (Rf_inherits(result, "condition")) {
    SET_VECTOR_ELT(run->callback, PROBLEM, result);
  } else if (run->out == NULL) {
    run->number = length > 0 ? REAL(result)[0] : 0;
  } else if (length == 0 && run->may_lack) {
    run->number = 0;
  } else if (length == (double)run->most) {
    memcpy(run->out, REAL(result), (size_t)run->most * sizeof(double));
    run->number = 1;
  } else {
    SEXP is = PROTECT(Rf_ScalarReal(length)), wanted = PROTECT(Rf_ScalarReal((double)run->most));
    SET_VECTOR_ELT(run->callback, PROBLEM, in_package("wrong_result", is, wanted));
    UNPROTECT(2);
  }
}

/* Runs in R_ToplevelExec. in_callback() returns doubles, or the condition of an error or an interrupt. */
static void body(void *data) {
  struct run *run = data;
  run->first = run->second = R_NilValue;
  const int count = run->arguments(run);
  SEXP arguments = PROTECT(Rf_allocVector(VECSXP, 2));
  SET_VECTOR_ELT(arguments, 0, run->first);
  SET_VECTOR_ELT(arguments, 1, run->second);
  SEXP result = PROTECT(in_package("in_callback", VECTOR_ELT(run->callback, FUNCTION), arguments));
  keep_result(run, result);
  UNPROTECT(count + 2);
}

/* Whether the function returned. */
static int called(struct run *run) {
  if (VECTOR_ELT(run->callback, PROBLEM) != R_NilValue || interrupted) return 0;
  if (!R_ToplevelExec(body, run)) interrupted = 1; /* a jump that is no condition, such as to the top level */
  if (VECTOR_ELT(run->callback, PROBLEM) == R_NilValue && !interrupted) return 1;
  stop_now();
  return 0;
}

static int two_numbers(struct run *run) {
  run->first = PROTECT(Rf_ScalarReal(run->number));
  run->second = PROTECT(Rf_ScalarReal(run->other));
  return 2;
}

static int one_vector(struct run *run) {
  run->first = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)run->count));
  memcpy(REAL(run->first), run->x, (size_t)run->count * sizeof(double));
  return 1;
}

static int number_and_vector(struct run *run) {
  one_vector(run);
  run->second = run->first;
  run->first = PROTECT(Rf_ScalarReal(run->number));
  return 2;
}

static int users_and_count(struct run *run) {
  run->first = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)run->count));
  for (int64_t i = 0; i < run->count; ++i) REAL(run->first)[i] = (double)run->users[i];
  run->second = PROTECT(Rf_ScalarReal(run->other));
  return 2;
}

static void keep_handle(SEXP pointer) { (void)pointer; }

static int partial_sum(struct run *run) {
  run->first = PROTECT(place("dpcvx_partial_sum", keep_handle));
  SET_VECTOR_ELT(run->callback, HELD, run->first);
  R_SetExternalPtrAddr(run->first, run->handle);
  return 1;
}

static int number_and_accountant(struct run *run) {
  run->first = PROTECT(Rf_ScalarReal(run->number));
  run->second = PROTECT(place("dpcvx_accountant", keep_handle));
  SET_VECTOR_ELT(run->callback, HELD, run->second);
  R_SetExternalPtrAddr(run->second, run->handle);
  return 2;
}

static int done_and_total(struct run *run) {
  int64_t done = 0, total = 0;
  dpcvx_progress_get_i64(run->handle, DPCVX_PROGRESS_FIGURE_DONE, &done, NULL);
  dpcvx_progress_get_i64(run->handle, DPCVX_PROGRESS_FIGURE_TOTAL, &total, NULL);
  run->number = (double)done;
  run->other = (double)total;
  return two_numbers(run);
}

int32_t call_audit_release(void *user, int32_t side, size_t count, double *scores) {
  struct run run = {.callback = user, .arguments = two_numbers, .number = side, .other = (double)count};
  run.out = scores;
  run.most = (int64_t)count;
  return called(&run) ? 0 : 1;
}

/* A value and its gradient. The library may want the value alone. */
static double value_and_slopes(struct run *run, double *slopes, int64_t count, double failed) {
  double both[64];
  double *room = count < 64 ? both : malloc(((size_t)count + 1) * sizeof(double));
  double value = failed;
  if (room == NULL) return failed;
  run->out = room;
  run->most = count + 1;
  if (called(run)) {
    value = room[0];
    if (slopes != NULL) memcpy(slopes, room + 1, (size_t)count * sizeof(double));
  } else if (slopes != NULL) {
    memset(slopes, 0, (size_t)count * sizeof(double));
  }
  if (room != both) free(room);
  return value;
}

double call_loss_callback(double z, double label, double *slope, void *user) {
  struct run run = {.callback = user, .arguments = two_numbers, .number = z, .other = label};
  return value_and_slopes(&run, slope, 1, 0);
}

/* An argument that is the library's, and ends with the callback. */
static void release_held(struct run *run) {
  SEXP held = VECTOR_ELT(run->callback, HELD);
  if (held != R_NilValue) R_ClearExternalPtr(held);
  SET_VECTOR_ELT(run->callback, HELD, R_NilValue);
}

int32_t call_block_callback(dpcvx_partial_sum *sum, int32_t *more, void *user) {
  struct run run = {.callback = user, .arguments = partial_sum, .handle = sum};
  const int good = called(&run);
  *more = run.number != 0;
  release_held(&run);
  return good ? DPCVX_OK : DPCVX_ERR_CALLBACK;
}

int32_t call_plan_callback(double parameter, dpcvx_accountant *accountant, void *user) {
  struct run run = {.callback = user, .arguments = number_and_accountant, .number = parameter, .handle = accountant};
  const int good = called(&run);
  release_held(&run);
  return good ? DPCVX_OK : DPCVX_ERR_CALLBACK;
}

double call_potential_callback(const double *x, int64_t dimension, double *gradient, void *user) {
  struct run run = {.callback = user, .arguments = one_vector, .x = x, .count = dimension};
  return value_and_slopes(&run, gradient, dimension, INFINITY);
}

/* Every monitor looks for an interrupt of the user, whether or not it has an R function. */
int32_t call_progress_callback(const dpcvx_progress *progress, void *user) {
  struct run run = {.callback = user, .arguments = done_and_total, .handle = (void *)progress};
  if (!interrupted && !R_ToplevelExec(look_for_interrupt, NULL)) interrupted = 1;
  if (interrupted) return 1;
  if (VECTOR_ELT(run.callback, FUNCTION) == R_NilValue) return 0;
  return !called(&run) || run.number != 0;
}

int32_t call_test_release_callback(int64_t level, int64_t n, double *point, void *user) {
  struct run run = {.callback = user, .arguments = two_numbers, .number = (double)level, .other = (double)n};
  run.out = point;
  run.most = n;
  run.may_lack = 1;
  return called(&run) ? run.number != 0 : -1;
}

double call_unit_callback(int64_t unit, const double *w, int64_t dimension, double *gradient, void *user) {
  struct run run = {
      .callback = user, .arguments = number_and_vector, .number = (double)unit, .x = w, .count = dimension};
  return value_and_slopes(&run, gradient, dimension, 0);
}

int32_t call_log_density_callback(int64_t hypothesis, const double *records, int64_t count, int64_t columns,
                                  double *out, void *user) {
  struct run run = {.callback = user,
                    .arguments = number_and_vector,
                    .number = (double)hypothesis,
                    .x = records,
                    .count = count * columns,
                    .out = out,
                    .most = count};
  return called(&run);
}

int32_t call_users_callback(const int64_t *users, int64_t count, int64_t n, double *out, void *user) {
  struct run run = {.callback = user, .arguments = users_and_count, .users = users, .count = count, .other = (double)n};
  run.out = out;
  run.most = n;
  run.may_lack = 1;
  return called(&run) ? run.number != 0 : -1;
}
