/* dpcvx/model.h: losses and objectives. An objective is the average loss of a linear model over the units of a dataset,
 * F(w) = (1/n) sum_i phi(<a_i, w>, b_i), plus a public quadratic, with the constants a private solver needs enforced:
 * each row a_i, its intercept entry already appended, is clipped to an l2 norm below row_bound (a per-record map). It
 * never changes, keeps the dataset it was made from alive, and may be shared by threads. */
#ifndef DPCVX_MODEL_H
#define DPCVX_MODEL_H

#include <dpcvx/base.h>
#include <dpcvx/data.h>

DPCVX_BEGIN_DECLS

/* Losses phi(z, b) of a label b and z = <a, w>. Slopes that grow with z are bounded on a bounded domain only, by Z = B
 * sup ||w||_2 and labels clipped to [-Y, Y].
 *                  phi                                             sup |phi'|        sup phi''
 *  LOGISTIC        log(1 + exp(-b z)), b in {-1, +1}               1                 1/4
 *  MULTINOMIAL     log sum_k exp(z_k) - z_b, b in {0, ..., K-1}    sqrt(2), l2 norm  1/2, operator norm
 *  HINGE           max(0, 1 - b z), b in {-1, +1}                  1                 none
 *  SMOOTHED_HINGE  0 for t = 1 - b z <= 0, t^2 / (2 h) for t <= h,
 *                  t - h/2 beyond                                  1                 1/h
 *  SQUARED         (z - b)^2 / 2                                   Z + Y             1
 *  ABSOLUTE        |z - b|                                         1                 none
 *  PINBALL         max(t (b - z), (1 - t) (z - b)), 0 < t < 1:
 *                  its minimiser is the t-quantile                 max(t, 1 - t)     none
 *  HUBER           r^2 / (2 h) for |r| <= h, |r| - h/2 beyond,
 *                  r = z - b                                       1                 1/h
 *  POWER_HINGE     max(0, 1 - b z)^q, 1 < q < 2, b in {-1, +1}     q (1 + Z)^(q-1)   none; phi' is (q-1)-Hoelder with q
 *  POWER           |z - b|^q, 1 < q < 2                            q (Z + Y)^(q-1)   none; (q-1)-Hoelder with q 2^(2-q)
 */
#define DPCVX_LOSS_CALLBACK 40 /* a caller's own */
#define DPCVX_LOSS_LOGISTIC 41
#define DPCVX_LOSS_MULTINOMIAL 42
#define DPCVX_LOSS_HINGE 43
#define DPCVX_LOSS_SMOOTHED_HINGE 44
#define DPCVX_LOSS_SQUARED 45
#define DPCVX_LOSS_ABSOLUTE 46
#define DPCVX_LOSS_PINBALL 47
#define DPCVX_LOSS_HUBER 48
#define DPCVX_LOSS_POWER_HINGE 49
#define DPCVX_LOSS_POWER 50

/* A caller's own loss: returns phi(z, label), convex in z, and sets *slope to a subgradient in z. Runs on the calling
 * thread only; must not longjmp or throw. */
typedef double (*dpcvx_loss_callback)(double z, double label, double *slope, void *user);

/* Where coefficients may lie, the intercept's included: a closed convex set K in R^d, public. It never changes, and may
 * be shared by threads; what is made from it keeps what it needs. Where a domain is taken, NULL means R^d. Numbers that
 * describe it are at most 1e100 in absolute value, radii and totals at least 1e-100; 1 <= d <= 2^36. */
typedef struct dpcvx_domain dpcvx_domain;

/* { w : ||w - center||_p <= radius }, 1 <= p <= infinity; `center` has `dimension` entries, or is NULL for 0. Since
 * 0.1. */
DPCVX_API dpcvx_status dpcvx_domain_create_ball(double p, double radius, const double *center, int64_t dimension,
                                                dpcvx_domain **out, dpcvx_error *err);

/* { w : low <= w <= high }, entry by entry; low[j] = high[j] fixes a coefficient. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_domain_create_box(const double *low, const double *high, int64_t dimension,
                                               dpcvx_domain **out, dpcvx_error *err);

/* { w : w >= 0, sum w = total }. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_domain_create_simplex(double total, int64_t dimension, dpcvx_domain **out,
                                                   dpcvx_error *err);

/* Frees a domain; what was made from it lives on. Since 0.1. */
DPCVX_API void dpcvx_domain_destroy(dpcvx_domain *domain);

#define DPCVX_DOMAIN_FIGURE_DIMENSION 371        /* d */
#define DPCVX_DOMAIN_FIGURE_RADIUS 372           /* sup ||w||_2 over K, rounded up */
#define DPCVX_DOMAIN_FIGURE_DIAMETER 373         /* sup ||w - u||_2 over K, rounded up */
#define DPCVX_DOMAIN_FIGURE_PROJECTION_ERROR 374 /* bounds the error of dpcvx_domain_project, in l2 norm, for every w \
                                                  */

/* *value = a figure of the domain (DPCVX_DOMAIN_FIGURE_*). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_domain_get(const dpcvx_domain *domain, int32_t figure, double *value, dpcvx_error *err);

/* The Euclidean projection, argmin over u in K of ||u - w||_2: exact for boxes; for the others within the domain's
 * projection error, a few roundings of its size times at most sqrt(d), however far away w is. Simplex and p = 1: the
 * threshold of Held, Wolfe and Crowder (1974); 1 < p < infinity: the roots of the optimality conditions. `w` and `out`
 * have `dimension` entries. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_domain_project(const dpcvx_domain *domain, const double *w, double *out, int64_t dimension,
                                            dpcvx_error *err);

/* Keys of the objective options. All are public parameters. The nominal number of units is the n that sums are divided
 * by. Left at 0 it is the number of rows, which is public under replace-one only. Otherwise a table of more than twice
 * as many rows is refused, since the number bounds the rounding error of sums: a restriction on the datasets that the
 * guarantee covers, not a release. Under add/remove that refusal tells of the data and must not be published. */
#define DPCVX_OBJECTIVE_OPTION_INTERCEPT 301 /* i64: 1 (default) appends a constant column, as the last; or 0 */
#define DPCVX_OBJECTIVE_OPTION_ROW_BOUND 302 /* f64 in [1e-30, 1e30]: rows are clipped to this l2 norm B; default 1 */
#define DPCVX_OBJECTIVE_OPTION_INTERCEPT_VALUE 303 /* f64 in [1e-30, 1e30]: the appended entry; default 1 */
#define DPCVX_OBJECTIVE_OPTION_L2 304 /* f64 in [0, 1e30]: adds (l2/2) ||w||^2, the intercept included; default 0 */
#define DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS 305 /* i64 in [0, 2^40]: the public number n of units; default 0 */

/* An objective. */
typedef struct dpcvx_objective dpcvx_objective;

/* Options of an objective; NULL in their place means all defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_objective_options_create(dpcvx_options **out, dpcvx_error *err);

/* The objective of a loss (DPCVX_LOSS_*) on a labelled dataset. Labels are checked here: the message names the row.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_objective_create(const dpcvx_dataset *dataset, int32_t loss, const dpcvx_options *options,
                                              dpcvx_objective **out, dpcvx_error *err);

/* Frees an objective; what was made from it lives on. Since 0.1. */
DPCVX_API void dpcvx_objective_destroy(dpcvx_objective *objective);

/* Constants of an objective, public but for what is said of UNITS. */
#define DPCVX_OBJECTIVE_FIGURE_DIMENSION 351  /* number of coefficients, the intercept included */
#define DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ 352  /* G = B sup |phi'| bounds one unit's data gradient in l2; enforced */
#define DPCVX_OBJECTIVE_FIGURE_SMOOTHNESS 353 /* beta = B^2 sup phi'' + l2: Lipschitz constant of the gradient of F */
#define DPCVX_OBJECTIVE_FIGURE_UNITS 354      /* the nominal n; without one the row count, private under add/remove */

/* *value = a constant (DPCVX_OBJECTIVE_FIGURE_*). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_objective_get(const dpcvx_objective *objective, int32_t constant, double *value,
                                           dpcvx_error *err);

/* NOT PRIVATE: F and its gradient (may be NULL) at w, both of `dimension` entries. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_objective_value(const dpcvx_objective *objective, const double *w,
                                                        int64_t dimension, double *value, double *gradient,
                                                        dpcvx_error *err);

/* NOT PRIVATE: the decision values <a_i, w> of caller's coefficients for the rows of any dataset with the objective's
 * columns, prepared as the objective prepares its own (intercept, clipping); labels are not used. `rows` entries. Since
 * 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_decision_values(const dpcvx_objective *objective, const double *w,
                                                        int64_t dimension, const dpcvx_dataset *dataset, double *out,
                                                        int64_t rows, dpcvx_error *err);

DPCVX_END_DECLS

#endif
