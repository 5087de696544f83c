/* dpcvx/audit.h: auditing from outside.
 *
 * An audit runs a release many times on two neighbouring datasets, called side 0 and side 1.
 * It returns lower bounds on the privacy parameters of the release, each with a stated confidence.
 * A lower bound above the claim refutes the claim. A lower bound below it proves nothing.
 * An audit is for releases on data made up for it: its figures are not private.
 * Sources: Clopper and Pearson 1934; Jagielski, Ullman and Oprea 2020; Nasr and others 2023 (the bound on mu).
 * Threads: each handle belongs to one thread at a time.
 *
 * Example: a count that differs by 1 between the sides, with noise of scale 2. Its epsilon is 1/2.
 *
 *     static int32_t noisy_count(void *rng, int32_t side, size_t count, double *scores) {
 *       int64_t noise;
 *       for (size_t i = 0; i < count; ++i) {
 *         if (dpcvx_rng_draw_discrete_laplace(rng, 2.0, &noise, 1, NULL) != DPCVX_OK) return 1;
 *         scores[i] = (double)(noise + side);
 *       }
 *       return 0;
 *     }
 *     dpcvx_error err;
 *     dpcvx_rng *rng;
 *     dpcvx_audit *audit = NULL;
 *     double bound;
 *     // An audit's figures are about made-up data: a seed repeats them.
 *     if (dpcvx_rng_create_deterministic("audit", 5, &rng, &err) != DPCVX_OK ||
 *         dpcvx_audit_create(noisy_count, rng, NULL, &audit, &err) != DPCVX_OK ||
 *         dpcvx_audit_get_f64(audit, DPCVX_AUDIT_FIGURE_EPSILON_LOWER, &bound, &err) != DPCVX_OK)
 *       fprintf(stderr, "%s\n", err.message);
 *     else
 *       printf("epsilon is at least %.2f\n", bound);  // prints epsilon is at least 0.4...
 *     dpcvx_audit_destroy(audit);
 *     dpcvx_rng_destroy(rng);
 */
#ifndef DPCVX_AUDIT_H
#define DPCVX_AUDIT_H

#include <dpcvx/base.h>

DPCVX_BEGIN_DECLS

/* Runs the audited release `count` times on dataset `side` (0 or 1), and writes a score of each output.
 * A score is any function of the output that is large where side 1 is likelier. It may be infinite, not NaN.
 * The library calls it for up to 65536 runs at a time, the sides in turn.
 * Requires: independent runs. The confidence of the bounds rests on that.
 * Requires: it neither longjmps nor throws.
 * Result: 0 goes on. Any other value stops the audit with DPCVX_ERR_CALLBACK, which is also how to cancel it.
 * Threads: it is called on the thread of dpcvx_audit_create only. */
typedef int32_t (*dpcvx_audit_release)(void *user, int32_t side, size_t count, double *scores);

/* Keys of the audit options. */
#define DPCVX_AUDIT_OPTION_RUNS 501       /* i64 in [2, 2^31]: runs a side, half to choose the event; default 1e5 */
#define DPCVX_AUDIT_OPTION_CONFIDENCE 502 /* f64 in [2^-40, 1 - 2^-40]: of each bound; default 0.95 */
#define DPCVX_AUDIT_OPTION_DELTA 503      /* f64 in [0, 1): the delta at which epsilon is bounded; default 0 */

/* Creates the options of an audit. NULL in their place means all defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_audit_options_create(dpcvx_options **out, dpcvx_error *err);

/* Holds the bounds that an audit found. */
typedef struct dpcvx_audit dpcvx_audit;

/* Runs an audit and computes its bounds.
 * An event is a half-line of scores, {score > t} or {score <= t}, that is likelier on one side.
 * Both forms and both sides are tried.
 * The first half of the runs chooses the event and its t. The second half counts it.
 * The bounds are
 *
 *   epsilon >= log((p_low - delta) / q_high)        if the release is (epsilon, delta)-private,
 *   mu >= Phi^-1(1 - q_high) - Phi^-1(1 - p_low)    if it is mu-GDP.
 *
 * Here p is the event's probability on the side where it is likelier, and q that on the other side.
 * p_low and q_high are Clopper-Pearson bounds on p and q. Each fails with probability at most (1 - confidence) / 2.
 * Phi is the standard normal law.
 * Memory: 8 bytes a run.
 * Errors: DPCVX_ERR_CALLBACK if `release` returns a value other than 0, or leaves a score NaN.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_audit_create(dpcvx_audit_release release, void *user, const dpcvx_options *options,
                                          dpcvx_audit **out, dpcvx_error *err);

/* Frees an audit. Since 0.1. */
DPCVX_API void dpcvx_audit_destroy(dpcvx_audit *audit);

/* Figures of an audit. */
#define DPCVX_AUDIT_FIGURE_EPSILON_LOWER 551 /* f64: lower bound on epsilon at the delta of the options; at least 0 */
#define DPCVX_AUDIT_FIGURE_MU_LOWER 552      /* f64: lower bound on mu, if the release is mu-GDP; at least 0 */
#define DPCVX_AUDIT_FIGURE_THRESHOLD 553     /* f64: the threshold t of the event behind the epsilon bound */
#define DPCVX_AUDIT_FIGURE_EVENT 554         /* i64: the kind of that event: DPCVX_AUDIT_EVENT_* */
#define DPCVX_AUDIT_FIGURE_MU_THRESHOLD 555  /* f64: the threshold of the test behind the mu bound */

/* Events. */
#define DPCVX_AUDIT_EVENT_ABOVE_ON_1 561 /* {score > t}, likelier on side 1 */
#define DPCVX_AUDIT_EVENT_ABOVE_ON_0 562 /* {score > t}, likelier on side 0 */
#define DPCVX_AUDIT_EVENT_BELOW_ON_1 563 /* {score <= t}, likelier on side 1 */
#define DPCVX_AUDIT_EVENT_BELOW_ON_0 564 /* {score <= t}, likelier on side 0 */

/* Reads a figure (DPCVX_AUDIT_FIGURE_*): counts, flags and enumerations by _i64, real numbers by _f64.
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_audit_get_f64(const dpcvx_audit *audit, int32_t figure, double *value, dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_audit_get_i64(const dpcvx_audit *audit, int32_t figure, int64_t *value, dpcvx_error *err);

DPCVX_END_DECLS

#endif
