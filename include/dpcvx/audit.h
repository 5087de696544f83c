/* dpcvx/audit.h: auditing from outside. Runs a release many times on two neighbouring datasets and returns lower bounds
 * on its privacy parameters that hold with a stated confidence (Clopper and Pearson 1934; Jagielski, Ullman and Oprea
 * 2020; Nasr and others 2023 for the bound on mu). A lower bound above the claim refutes the claim; one below it proves
 * nothing. */
#ifndef DPCVX_AUDIT_H
#define DPCVX_AUDIT_H

#include <dpcvx/base.h>

DPCVX_BEGIN_DECLS

/* Runs the audited release `count` times on dataset `side` (0 or 1) and writes a score of each output: any function of the
 * output, large where side 1 is likelier. Returns 0, or anything else to stop (DPCVX_ERR_CALLBACK). Called on the thread
 * of dpcvx_audit_create only; must not longjmp or throw. */
typedef int32_t (*dpcvx_audit_release)(void *user, int32_t side, size_t count, double *scores);

/* Keys of the audit options. */
#define DPCVX_AUDIT_RUNS 1       /* i64: runs a side, half to choose the event, half to bound it; default 100000 */
#define DPCVX_AUDIT_CONFIDENCE 2 /* f64 in (0, 1): of each bound; default 0.95 */
#define DPCVX_AUDIT_DELTA 3      /* f64 in [0, 1): the delta at which epsilon is bounded; default 0 */

DPCVX_API dpcvx_status dpcvx_audit_options_create(dpcvx_options **out, dpcvx_error *err);

typedef struct dpcvx_audit dpcvx_audit;

/* Runs an audit. Events are half-lines {score > t} and {score <= t}, both ways round, with t chosen on the first half of
 * the scores. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_audit_create(dpcvx_audit_release release, void *user, const dpcvx_options *options,
                                          dpcvx_audit **out, dpcvx_error *err);

DPCVX_API void dpcvx_audit_destroy(dpcvx_audit *audit);

/* Figures of an audit. */
#define DPCVX_AUDIT_EPSILON_LOWER 1 /* lower bound on epsilon at the delta of the options; at least 0 */
#define DPCVX_AUDIT_MU_LOWER 2      /* lower bound on mu, if the release is mu-GDP; at least 0 */
#define DPCVX_AUDIT_THRESHOLD 3     /* the threshold of the event behind the epsilon bound */

DPCVX_API dpcvx_status dpcvx_audit_get(const dpcvx_audit *audit, int32_t figure, double *value, dpcvx_error *err);

DPCVX_END_DECLS

#endif
