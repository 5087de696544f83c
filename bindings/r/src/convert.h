/* What the routines of generated.c share: R values to C and back, handles, errors, callbacks.
 *
 * Nothing of R jumps through the library. Arguments are converted before a call, and results after it. An R error
 * between two calls loses nothing: handles lie in external pointers with finalizers, and other memory is R's.
 */
#ifndef DPCVX_R_CONVERT_H
#define DPCVX_R_CONVERT_H

#include <dpcvx.h>

#define R_NO_REMAP
#include <R.h>
#include <R_ext/Rdynload.h>
#include <Rinternals.h>

/* ---- Errors ---- */

/* Raises an R condition unless a call succeeded. */
void settle(dpcvx_status status, const dpcvx_error *err);
/* Raises the condition of an argument that R refuses: its name, what it is, what is accepted. */
void refuse(const char *name, const char *value, const char *accepted);
/* Evaluates a call of a function of this package with up to two arguments. */
SEXP in_package(const char *function, SEXP first, SEXP second);

/* ---- Arguments ---- */

double f64_of(SEXP value, const char *name);
/* Returns a whole number, or the one whose digits are the text. */
int64_t i64_of(SEXP value, const char *name);
int32_t i32_of(SEXP value, const char *name);
size_t size_of(SEXP value, const char *name);
/* Returns text in UTF-8, or NULL of NULL. */
const char *string_of(SEXP value, const char *name);
/* Arrays are NULL of NULL, and else have `count` entries. Converted ones live until the .Call returns. */
const double *f64_array(SEXP value, const char *name, double count);
const int64_t *i64_array(SEXP value, const char *name, double count);
const float *f32_array(SEXP value, const char *name, double count);
const void *bytes_array(SEXP value, const char *name, double count);
void check_count(SEXP value, const char *name, double count);
/* Returns the address of a structure of another library, or NULL of NULL. */
void *foreign_of(SEXP value, const char *name);
/* Returns entry i of an array, or 0 where there is none. */
int64_t entry_of(const int64_t *array, int64_t i);
/* Returns how many entries a dense table spans. */
double span_of(int64_t rows, int64_t columns, int64_t row_stride, int64_t column_stride);
/* Returns a number that an object carries as an attribute. */
double attribute_of(SEXP object, const char *name);

/* ---- Handles ---- */

/* Returns the handle in an external pointer of this type, or NULL of NULL. */
void *handle_of(SEXP value, const char *type, const char *name);
/* Returns the handles in a list of external pointers. */
void *handles_of(SEXP value, const char *type, const char *name);
/* Returns an external pointer without a handle: R may run out of memory here, when there is nothing to lose yet. */
SEXP place(const char *type, R_CFinalizer_t finalizer);
/* Puts a handle into its place, with the callbacks that it may run later. */
void fill(SEXP where, void *handle, SEXP callbacks);

/* ---- Results ---- */

SEXP vector_of(SEXPTYPE type, double count);
/* Returns a double, or the digits as a text where a double would be rounded. */
SEXP whole_number(int64_t value);
void *scratch(R_xlen_t count, size_t size);
void to_doubles(const int64_t *values, SEXP out);
SEXP text_of(const char *text, size_t length);

/* ---- Callbacks: a list of an R function and of the condition that it raised ---- */

SEXP callback_of(SEXP function, const char *name);
/* Returns the callbacks that a handle keeps, as a pairlist. */
SEXP callbacks_in(SEXP handle);
SEXP joined(SEXP first, SEXP second);
/* Begins a call that may run callbacks. A callback that fails cancels its monitor. Returns the monitor before. */
const dpcvx_monitor *begin(SEXP callbacks, const dpcvx_monitor *monitor);
/* Ends it: raises what a callback raised, or else the error of the call. */
void end(SEXP callbacks, const dpcvx_monitor *before, dpcvx_status status, const dpcvx_error *err);
/* Ends a release that no monitor watched: an interrupt that came meanwhile becomes a warning, and drops no result. */
void released(void);
/* Returns whether the user interrupted the last call that had a monitor, and forgets it. */
SEXP r_interrupted(void);
/* Returns whether an external pointer still has its handle: one that was saved and loaded has not. */
SEXP r_alive(SEXP pointer);
/* Destroys a budget now, and not when R collects it. */
SEXP r_close_budget(SEXP budget);
/* Returns whole numbers for ids that are text. The number of an id depends on that id alone. */
SEXP r_numbers_of_ids(SEXP ids);
/* clang-format off */
#define CALLS_OF_THE_PACKAGE              \
  {"interrupted", (DL_FUNC)&r_interrupted, 0}, \
  {"alive", (DL_FUNC)&r_alive, 1},             \
  {"close_budget", (DL_FUNC)&r_close_budget, 1}, \
  {"numbers_of_ids", (DL_FUNC)&r_numbers_of_ids, 1}
/* clang-format on */

int32_t call_audit_release(void *user, int32_t side, size_t count, double *scores);
int32_t call_block_callback(dpcvx_partial_sum *sum, int32_t *more, void *user);
double call_loss_callback(double z, double label, double *slope, void *user);
int32_t call_plan_callback(double parameter, dpcvx_accountant *accountant, void *user);
double call_potential_callback(const double *x, int64_t dimension, double *gradient, void *user);
int32_t call_progress_callback(const dpcvx_progress *progress, void *user);
int32_t call_test_release_callback(int64_t level, int64_t n, double *point, void *user);
double call_unit_callback(int64_t unit, const double *w, int64_t dimension, double *gradient, void *user);
int32_t call_log_density_callback(int64_t hypothesis, const double *records, int64_t count, int64_t columns,
                                  double *out, void *user);
int32_t call_users_callback(const int64_t *users, int64_t count, int64_t n, double *out, void *user);

#endif
