/* dpcvx/audit.h: auditing from outside. Runs a release many times on two neighbouring datasets and returns lower bounds
 * on its privacy parameters that hold with a stated confidence (Clopper and Pearson 1934; Jagielski, Ullman and Oprea
 * 2020; Nasr and others 2023 for the bound on mu). A lower bound above the claim refutes the claim; one below it proves
 * nothing.
 *
 * An audit is for releases on data made up for it: its figures are not themselves private. Each handle belongs to one
 * thread at a time. */
#ifndef DPCVX_AUDIT_H
#define DPCVX_AUDIT_H

#include <dpcvx/base.h>

DPCVX_BEGIN_DECLS

/* Runs the audited release `count` times on dataset `side` (0 or 1) and writes a score of each output: any function of
 * the output, large where side 1 is likelier (infinite allowed, NaN not). The confidence of the bounds rests on the
 * runs being independent. Called for up to 65536 runs at a time, the sides in turn. Returns 0, or anything else to stop
 * (DPCVX_ERR_CALLBACK), which is also how an audit is cancelled. Called on the thread of dpcvx_audit_create only; must
 * not longjmp or throw. */
typedef int32_t (*dpcvx_audit_release)(void *user, int32_t side, size_t count, double *scores);

/* Keys of the audit options. */
#define DPCVX_AUDIT_OPTION_RUNS 501       /* i64 in [2, 2^31]: runs a side, half to choose the event; default 1e5 */
#define DPCVX_AUDIT_OPTION_CONFIDENCE 502 /* f64 in [2^-40, 1 - 2^-40]: of each bound; default 0.95 */
#define DPCVX_AUDIT_OPTION_DELTA 503      /* f64 in [0, 1): the delta at which epsilon is bounded; default 0 */

/* Options of an audit; NULL in their place means all defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_audit_options_create(dpcvx_options **out, dpcvx_error *err);

/* The bounds that an audit found. */
typedef struct dpcvx_audit dpcvx_audit;

/* Runs an audit. Events are half-lines {score > t} and {score <= t}, both ways round, with t chosen among the first
 * half of the scores and the event counted in the second half. With p and q the event's probabilities on the dataset
 * where it is likelier and on the other,
 *
 *   epsilon >= log((p_low - delta) / q_high)        if the release is (epsilon, delta)-private,
 *   mu >= Phi^-1(1 - q_high) - Phi^-1(1 - p_low)    if it is mu-GDP,
 *
 * p_low and q_high being Clopper-Pearson bounds that each fail with probability at most (1 - confidence) / 2. Memory: 8
 * bytes a run. DPCVX_ERR_CALLBACK when `release` returns non-zero or leaves a score NaN. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_audit_create(dpcvx_audit_release release, void *user, const dpcvx_options *options,
                                          dpcvx_audit **out, dpcvx_error *err);

/* Frees an audit. Since 0.1. */
DPCVX_API void dpcvx_audit_destroy(dpcvx_audit *audit);

/* Figures of an audit. */
#define DPCVX_AUDIT_FIGURE_EPSILON_LOWER 551 /* lower bound on epsilon at the delta of the options; at least 0 */
#define DPCVX_AUDIT_FIGURE_MU_LOWER 552      /* lower bound on mu, if the release is mu-GDP; at least 0 */
#define DPCVX_AUDIT_FIGURE_THRESHOLD 553     /* the threshold t of the event behind the epsilon bound */
#define DPCVX_AUDIT_FIGURE_EVENT 554         /* which event that is: DPCVX_AUDIT_EVENT_* */
#define DPCVX_AUDIT_FIGURE_MU_THRESHOLD 555  /* the threshold of the test behind the mu bound */

/* Events. */
#define DPCVX_AUDIT_EVENT_ABOVE_ON_1 561 /* {score > t}, likelier on side 1 */
#define DPCVX_AUDIT_EVENT_ABOVE_ON_0 562 /* {score > t}, likelier on side 0 */
#define DPCVX_AUDIT_EVENT_BELOW_ON_1 563 /* {score <= t}, likelier on side 1 */
#define DPCVX_AUDIT_EVENT_BELOW_ON_0 564 /* {score <= t}, likelier on side 0 */

/* *value = a figure. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_audit_get(const dpcvx_audit *audit, int32_t figure, double *value, dpcvx_error *err);

DPCVX_END_DECLS

#endif
