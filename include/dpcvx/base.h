/* dpcvx/base.h: status codes, the error record, options, progress and cancelling. Every other header includes this one.
 *
 * Conventions that hold for every function of the library
 *
 *  - A function returns a dpcvx_status (DPCVX_OK = 0) and takes a dpcvx_error *, which may be NULL, as its last
 *    argument. On success the record's code is DPCVX_OK and its message empty; on failure the message names the
 *    function, the argument, its value and what would be accepted. Exceptions: *_destroy, dpcvx_version,
 *    dpcvx_status_name.
 *  - On failure no output argument is written, except that a T **out of a *_create is set to NULL; no budget is charged
 *    (but see "Order of a release" in dpcvx/mechanism.h).
 *  - Handles are opaque. What a *_create gave, the *_destroy of the same type frees; *_destroy(NULL) does nothing.
 *    Memory that held data, noise or keys is zeroed before it is freed.
 *  - Inputs are copied unless a name says "borrow". An output array does not overlap an input array, except that `out`
 *    of a release may be the very array of its `values` or `answers`.
 *  - One handle, one thread at a time. Datasets, domains, objectives, plans, curves, guarantees and fits do not change
 *    after creation and may be read by several threads at once (objectives that call back by one); a budget locks
 *    itself.
 *  - A call computes in the default floating-point environment (to nearest, subnormals kept, exceptions masked), also
 *    where it calls back, and leaves the caller's as it was. pthread_cancel() waits until the call is done.
 *  - No global state: nothing is printed, no signal handler is installed, the process is never aborted.
 *  - Text goes out by (char *out, size_t capacity, size_t *length): *length is the number of bytes without the final
 *    NUL; out == NULL with capacity == 0 only asks for the length; a capacity below *length + 1 is DPCVX_ERR_CAPACITY.
 */
#ifndef DPCVX_BASE_H
#define DPCVX_BASE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define DPCVX_API __attribute__((visibility("default")))
#else
#define DPCVX_API
#endif

#ifdef __cplusplus
#define DPCVX_BEGIN_DECLS extern "C" {
#define DPCVX_END_DECLS }
#else
#define DPCVX_BEGIN_DECLS
#define DPCVX_END_DECLS
#endif

#define DPCVX_VERSION_MAJOR 0
#define DPCVX_VERSION_MINOR 1
#define DPCVX_VERSION_PATCH 0

DPCVX_BEGIN_DECLS

/* What a call came to. The numbers never change; new ones may be added. */
typedef int32_t dpcvx_status;

#define DPCVX_OK 0           /* done */
#define DPCVX_ERR_ARGUMENT 1 /* an argument is not acceptable; the message names it */
#define DPCVX_ERR_NOMEM 2    /* memory could not be had, or a size does not fit the address space */
#define DPCVX_ERR_BUDGET 3   /* the charge does not fit into what is left of the budget; nothing was charged or read */
#define DPCVX_ERR_ENTROPY 4  /* the operating system gave no random bytes */
#define DPCVX_ERR_NUMERIC 5  /* a computation could not reach its stated accuracy */
#define DPCVX_ERR_STATE 6    /* the handle does not take this call any more, or not in this process (after fork) */
#define DPCVX_ERR_UNSUPPORTED 7 /* a combination that the library does not offer; the message says which it does */
#define DPCVX_ERR_CALLBACK 8    /* a callback of the caller returned non-zero */
#define DPCVX_ERR_CAPACITY 9    /* the output buffer is too small; the message says how many bytes are needed */
#define DPCVX_ERR_THREAD 10     /* the operating system gave no thread or lock */

/* Owned by the caller, filled by the library. This layout is frozen. */
typedef struct dpcvx_error {
  int32_t code;      /* a dpcvx_status */
  char message[508]; /* UTF-8, NUL-terminated, cut at the end where it would not fit; "" on success */
} dpcvx_error;

/* "0.1.0": the version of the library that is linked, which may differ from the headers'. Never NULL; static. Since
 * 0.1. */
DPCVX_API const char *dpcvx_version(void);

/* The name of a status as these headers spell it ("DPCVX_ERR_BUDGET"); "unknown status" for other numbers. Never NULL;
 * static. Since 0.1. */
DPCVX_API const char *dpcvx_status_name(dpcvx_status status);

/* Options: named settings of a call that has sensible defaults. Each area creates its own kind of options
 * (dpcvx_budget_options_create, ...) and documents its keys; the functions below work on every kind. A key that the
 * kind does not have, or a value outside its bounds, is DPCVX_ERR_ARGUMENT and changes nothing. Where a function takes
 * a const dpcvx_options *, NULL means all defaults, and the values are copied. */
typedef struct dpcvx_options dpcvx_options;

/* Frees options of any kind. Since 0.1. */
DPCVX_API void dpcvx_options_destroy(dpcvx_options *options);

/* Sets a real-valued key. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_options_set_f64(dpcvx_options *options, int32_t key, double value, dpcvx_error *err);

/* Sets an integer-valued key (enumerations and switches too). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_options_set_i64(dpcvx_options *options, int32_t key, int64_t value, dpcvx_error *err);

/* Reads a real-valued key: the value that was set, or else the default. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_options_get_f64(const dpcvx_options *options, int32_t key, double *value,
                                             dpcvx_error *err);
/* The same for an integer-valued key. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_options_get_i64(const dpcvx_options *options, int32_t key, int64_t *value,
                                             dpcvx_error *err);

/* The least and the greatest accepted value of a real-valued key and its default. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_options_get_bounds_f64(const dpcvx_options *options, int32_t key, double *low,
                                                    double *high, double *initial, dpcvx_error *err);
/* The same for an integer-valued key. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_options_get_bounds_i64(const dpcvx_options *options, int32_t key, int64_t *low,
                                                    int64_t *high, int64_t *initial, dpcvx_error *err);

/* What long work came to: a value of its result, not a status. */
#define DPCVX_OUTCOME_DONE 61       /* what was asked for */
#define DPCVX_OUTCOME_WORK_LIMIT 62 /* stopped at the work limit */
#define DPCVX_OUTCOME_CANCELLED 63  /* stopped by a progress callback or a dpcvx_cancel */
#define DPCVX_OUTCOME_UNSTABLE 64   /* the data were not stable enough: nothing more, or nothing at all, was released */

/* How far long work is: public counts only, never a value of the data. It lives as long as the callback runs. */
typedef struct dpcvx_progress dpcvx_progress;

#define DPCVX_PROGRESS_FIGURE_DONE 71  /* steps done */
#define DPCVX_PROGRESS_FIGURE_TOTAL 72 /* of this many; a work limit where their number is not known beforehand */

/* *value = a figure. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_progress_get(const dpcvx_progress *progress, int32_t figure, double *value,
                                          dpcvx_error *err);

/* Called on the thread of the call, about 200 times at most and at fixed numbers of steps, the first of them close to
 * each other; a value other than zero cancels. It must neither longjmp nor throw, nor destroy a handle that is in use.
 */
typedef int32_t (*dpcvx_progress_callback)(const dpcvx_progress *progress, void *user);

/* Asks long work to stop, from any thread or from a signal handler. One may be given to several calls, at once or one
 * after the other; once asked it stays so. It must live as long as a call that was given it. */
typedef struct dpcvx_cancel dpcvx_cancel;

/* A cancel handle that nobody has asked yet. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_cancel_create(dpcvx_cancel **out, dpcvx_error *err);
/* Frees it. Since 0.1. */
DPCVX_API void dpcvx_cancel_destroy(dpcvx_cancel *cancel);
/* Asks: work that was given this handle stops after its current step. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_cancel_request(dpcvx_cancel *cancel, dpcvx_error *err);
/* *requested = 1 if it was asked, else 0. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_cancel_requested(const dpcvx_cancel *cancel, int32_t *requested, dpcvx_error *err);

DPCVX_END_DECLS

#endif
