/* dpcvx/base.h: status codes, errors, options and monitors. Every other header includes this one.
 *
 * A function returns a dpcvx_status. Its last argument is a dpcvx_error *, which may be NULL.
 * A handle is opaque. The *_destroy function of its type frees what a *_create function made.
 * A setting that has a default is an option. Options are set by key, through one set of functions.
 * Long work takes a monitor: it reports progress to a callback, and can be cancelled from any thread.
 * "Conventions" at the end of this header holds for every function of the library.
 *
 * Example: a value that an option does not accept, and the message about it.
 *
 *     dpcvx_error err;
 *     dpcvx_options *options;
 *     if (dpcvx_audit_options_create(&options, &err) != DPCVX_OK ||
 *         dpcvx_options_set_f64(options, DPCVX_AUDIT_OPTION_CONFIDENCE, 1.5, &err) != DPCVX_OK) {
 *       printf("%s\n%s\n", dpcvx_status_name(err.code), err.message);
 *       // prints DPCVX_ERR_ARGUMENT
 *       // prints dpcvx_options_set_f64: argument 'value' = 1.5; accepted for DPCVX_AUDIT_OPTION_CONFIDENCE: [...]
 *     }
 *     dpcvx_options_destroy(options);
 */
#ifndef DPCVX_BASE_H
#define DPCVX_BASE_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(DPCVX_BUILDS_DLL)
#define DPCVX_API __declspec(dllexport)
#elif defined(__GNUC__)
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

/* Says how a call ended: one of the numbers below. They never change; new ones may be added. */
typedef int32_t dpcvx_status;

/* Status codes. */
#define DPCVX_OK 0                  /* done */
#define DPCVX_ERR_ARGUMENT 1        /* an argument is not accepted; the message names it */
#define DPCVX_ERR_NOMEM 2           /* memory ran out, or a size does not fit the address space */
#define DPCVX_ERR_BUDGET 3          /* the charge exceeds what is left of the budget; nothing was charged or read */
#define DPCVX_ERR_ENTROPY 4         /* the operating system gave no random bytes */
#define DPCVX_ERR_NUMERIC 5         /* a computation could not reach its stated accuracy */
#define DPCVX_ERR_STATE 6           /* the handle no longer takes this call, or not in this process (after fork) */
#define DPCVX_ERR_UNSUPPORTED 7     /* a combination that the library does not offer; the message says which it does */
#define DPCVX_ERR_CALLBACK 8        /* a callback of the caller returned non-zero */
#define DPCVX_ERR_CAPACITY 9        /* the output buffer is too small; the message says how many bytes are needed */
#define DPCVX_ERR_THREAD 10         /* the operating system gave no thread or lock */
#define DPCVX_ERR_FILE 11           /* a ledger's file could not be created, read or written; the message says why */
#define DPCVX_ERR_LEDGER_LOCKED 12  /* the ledger's file is open already, here or in another process */
#define DPCVX_ERR_LEDGER_STALE 13   /* the ledger did not go through the caller's head: an older copy, or another one */
#define DPCVX_ERR_LEDGER_DAMAGED 14 /* the bytes are no whole ledger: damaged, forged, cut off or of another key */
#define DPCVX_ERR_CANCELLED 15      /* the monitor was cancelled before the charge; nothing was charged or released */

/* Holds the error of a call. The caller owns it and the library fills it. This layout is frozen. */
typedef struct dpcvx_error {
  int32_t code;      /* a dpcvx_status */
  char message[508]; /* UTF-8, NUL-terminated, cut at the end where it does not fit; "" on success */
} dpcvx_error;

/* Returns the version of the linked library, such as "0.1.0". The version of the headers may differ.
 * Result: a static string, never NULL.
 * Since 0.1. */
DPCVX_API const char *dpcvx_version(void);

/* Returns the name of a status as these headers spell it, such as "DPCVX_ERR_BUDGET".
 * Result: a static string, never NULL; "unknown status" for other numbers.
 * Since 0.1. */
DPCVX_API const char *dpcvx_status_name(dpcvx_status status);

/* Holds options: settings of a call, each with a key and a default.
 * Each area creates options of its own kind (dpcvx_budget_options_create, ...) and documents their keys.
 * The functions below work on options of every kind.
 * Errors: DPCVX_ERR_ARGUMENT for a key that the kind lacks, or a value out of its bounds. Nothing changes then.
 * A function that takes a const dpcvx_options * copies the values. NULL means all defaults. */
typedef struct dpcvx_options dpcvx_options;

/* Frees options of any kind. Since 0.1. */
DPCVX_API void dpcvx_options_destroy(dpcvx_options *options);

/* Sets a real-valued key. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_options_set_f64(dpcvx_options *options, int32_t key, double value, dpcvx_error *err);

/* Sets an integer-valued key. Enumerations and switches are integers. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_options_set_i64(dpcvx_options *options, int32_t key, int64_t value, dpcvx_error *err);

/* Reads a real-valued key: the value that was set, or else the default. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_options_get_f64(const dpcvx_options *options, int32_t key, double *value,
                                             dpcvx_error *err);

/* Reads an integer-valued key: the value that was set, or else the default. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_options_get_i64(const dpcvx_options *options, int32_t key, int64_t *value,
                                             dpcvx_error *err);

/* Reads the least and the greatest accepted value of a real-valued key, and its default. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_options_get_bounds_f64(const dpcvx_options *options, int32_t key, double *low,
                                                    double *high, double *initial, dpcvx_error *err);

/* Reads the least and the greatest accepted value of an integer-valued key, and its default. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_options_get_bounds_i64(const dpcvx_options *options, int32_t key, int64_t *low,
                                                    int64_t *high, int64_t *initial, dpcvx_error *err);

/* Outcomes: how long work ended. An outcome is a value of the result, not a status. */
#define DPCVX_OUTCOME_DONE 61       /* the work finished */
#define DPCVX_OUTCOME_MAX_PASSES 62 /* it stopped at its limit of passes */
#define DPCVX_OUTCOME_CANCELLED 63  /* a dpcvx_monitor or its callback stopped it */
#define DPCVX_OUTCOME_UNSTABLE 64   /* the data were not stable enough: nothing more, or nothing at all, was released */

/* Holds the progress of long work, during a progress callback.
 * Its figures are public counts, never values of the data.
 * Lifetime: it ends with the callback. */
typedef struct dpcvx_progress dpcvx_progress;

/* Figures of progress. */
#define DPCVX_PROGRESS_FIGURE_DONE 71 /* steps done */
#define DPCVX_PROGRESS_FIGURE_TOTAL \
  72 /* steps in all; the limit of passes where their number is not known beforehand */

/* Reads a figure (DPCVX_PROGRESS_FIGURE_*). All are counts.
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no figure.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_progress_get_i64(const dpcvx_progress *progress, int32_t figure, int64_t *value,
                                              dpcvx_error *err);

/* Receives the progress of long work. The library calls it; the caller writes it.
 * It is called about 200 times at most at fixed numbers of steps. The first of these calls are close to each other.
 * Where half a second passes without a call, it is called again with the figures of the step that goes on.
 * How many such calls there are tells no more than the time does. Guarantees do not cover time.
 * Draws of a caller's function call it within long rounds too, without a limit.
 * Result: 0 goes on, any other value cancels the call.
 * Threads: it is called on the thread of the call.
 * Requires: it neither longjmps nor throws, and destroys no handle in use. If it forks, the child is cancelled.
 * A fit that goes on in a child of any function of the caller's has no coefficients there. */
typedef int32_t (*dpcvx_progress_callback)(const dpcvx_progress *progress, void *user);

/* Watches long work: holds a progress callback, and stops the work if asked.
 * A call that takes a const dpcvx_monitor * reports to it and looks at it after every step. NULL means neither.
 * Within steps of several passes over the data it looks between passes.
 * Several calls may share one monitor, at once or one after the other. Cancelling it stops all of them.
 * A callback that returns non-zero stops its own call alone.
 * A monitor that was cancelled stays so, and stops later calls at their first step.
 * Calls that charge look at it right before the charge too. Cancelled by then, they fail with DPCVX_ERR_CANCELLED.
 * Lifetime: at least that of every call that was given it.
 * Threads: any thread, or a signal handler, may cancel. The callback runs on the thread of the call it reports on. */
typedef struct dpcvx_monitor dpcvx_monitor;

/* Creates a monitor. `progress` may be NULL: then it only cancels. `user` goes to the callback. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_monitor_create(dpcvx_progress_callback progress, void *user, dpcvx_monitor **out,
                                            dpcvx_error *err);

/* Frees a monitor. Since 0.1. */
DPCVX_API void dpcvx_monitor_destroy(dpcvx_monitor *monitor);

/* Asks all work that was given this monitor to stop after its current step. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_monitor_cancel(dpcvx_monitor *monitor, dpcvx_error *err);

/* Sets *cancelled to 1 if dpcvx_monitor_cancel was called on this monitor, else to 0. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_monitor_cancelled(const dpcvx_monitor *monitor, int32_t *cancelled, dpcvx_error *err);

/* Conventions, which hold for every function of the library.
 *
 * Status and error
 *  - On success the code of the error record is DPCVX_OK and its message is empty.
 *  - On failure the message names the function, the argument, its value and what is accepted.
 *  - On failure no output argument is written, except that *_create sets its T **out to NULL.
 *  - On failure no budget is charged. The exception is "Order of a release" in dpcvx/mechanism.h.
 *  - Three kinds of functions return no status: *_destroy, dpcvx_version and dpcvx_status_name.
 *
 * Memory
 *  - *_destroy frees handles of its own type. *_destroy(NULL) does nothing.
 *  - Memory that held data, noise or keys is zeroed before it is freed.
 *  - Inputs are copied unless a name says "borrow".
 *  - An output array does not overlap an input array.
 *    There is one exception: `out` of a release may be the very array of its `values` or `answers`.
 *
 * Threads
 *  - One handle belongs to one thread at a time.
 *  - Datasets, domains, objectives, plans, curves, guarantees and fits do not change after creation.
 *    Several threads may read them at once. An objective that calls back serves one thread at a time.
 *  - A budget locks itself.
 *  - pthread_cancel() waits until the call is done.
 *
 * The process
 *  - A call computes in the default floating-point environment, also where it calls back.
 *    That is: rounding to nearest, subnormals kept, exceptions masked. The caller's environment is restored.
 *  - There is no global state. Nothing is printed, no signal handler is installed, the process is never aborted.
 *
 * Text, which goes out by (char *out, size_t capacity, size_t *length)
 *  - *length is the number of bytes without the final NUL.
 *  - out == NULL with capacity == 0 only asks for the length.
 *  - A capacity below *length + 1 is DPCVX_ERR_CAPACITY.
 */

DPCVX_END_DECLS

#endif
