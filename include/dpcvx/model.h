/* dpcvx/model.h: losses and objectives. An objective is the average loss of a linear model over the units of a dataset,
 * F(w) = (1/n) sum_u (1/m_u) sum_{i of u} weight_i phi(<a_i, w>, b_i), m_u the number of unit u's records, plus a
 * public quadratic, over a domain. The constants a private solver needs are enforced: each row a_i, its intercept entry
 * already appended, is clipped to a norm below row_bound (a per-record map), labels and weights to their bounds. A
 * caller's own loss or function of units has what constants its caller declares. An objective never changes, keeps what
 * it was made from alive, and may be shared by threads, unless it calls back: then it serves one thread at a time. */
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
#define DPCVX_DOMAIN_FIGURE_PROJECTION_ERROR 374 /* bounds the error of dpcvx_domain_project in l2 norm */

/* *value = a figure of the domain (DPCVX_DOMAIN_FIGURE_*). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_domain_get(const dpcvx_domain *domain, int32_t figure, double *value, dpcvx_error *err);

/* The Euclidean projection, argmin over u in K of ||u - w||_2: exact for boxes; for the others within the domain's
 * projection error, a few roundings of its size times at most sqrt(d), however far away w is. Simplex and p = 1: the
 * threshold of Held, Wolfe and Crowder (1974); 1 < p < infinity: the roots of the optimality conditions. `w` and `out`
 * have `dimension` entries. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_domain_project(const dpcvx_domain *domain, const double *w, double *out, int64_t dimension,
                                            dpcvx_error *err);

/* A caller's own function of each unit, 0 <= unit < units: returns the unit's loss at w and writes its (sub)gradient,
 * both of `dimension` entries. Runs on the calling thread only; must not longjmp or throw. */
typedef double (*dpcvx_unit_callback)(int64_t unit, const double *w, int64_t dimension, double *gradient, void *user);

/* Keys of the objective options. All are public parameters.
 *
 * NOMINAL_UNITS is the n that sums are divided by; 0: the number of units there are, which is public under replace-one
 * only. Otherwise more than twice as many units are refused, since the number bounds the rounding error of sums: a
 * restriction on the datasets that the guarantee covers, not a release. Under add/remove that refusal tells of the data
 * and must not be published.
 *
 * ROW_NORM is the p of the lp norm that rows are clipped in; in l2 they are then at most B2 = B max(1, D^(1/2 - 1/p))
 * long, D columns with the intercept's.
 *
 * LABEL_BOUND = Y > 0 clips labels of regression losses to [-Y, Y], WEIGHT_BOUND = W the dataset's weights to [0, W],
 * 1 for each record of a table without: a W below 1 is then the weight of every record.
 *
 * MIN_RECORDS_PER_USER = m is how many records each user is said to have, for the methods whose noise falls with it. It
 * is enforced: a user with fewer is the null user, in n still, but with a loss of 0, in every sum and method. So it is
 * a restriction on what the fit learns from, not on what the guarantee covers.
 *
 * SMOOTHING = h > 0 takes the loss's Moreau envelope in its place, min over u of phi(u) + (u - z)^2 / (2 h): 1/h-smooth
 * in z, no steeper than phi, and below it by at most h sup|phi'|^2 / 2. */
#define DPCVX_OBJECTIVE_OPTION_INTERCEPT 301 /* i64: 1 (default) appends a constant column, as the last; or 0 */
#define DPCVX_OBJECTIVE_OPTION_ROW_BOUND 302 /* f64 in [1e-30, 1e30]: rows are clipped to this norm B; default 1 */
#define DPCVX_OBJECTIVE_OPTION_INTERCEPT_VALUE 303 /* f64 in [1e-30, 1e30]: the appended entry; default 1 */
#define DPCVX_OBJECTIVE_OPTION_L2 304 /* f64 in [0, 1e30]: adds (l2/2) ||w||^2, the intercept included; default 0 */
#define DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS 305 /* i64 in [0, 2^40]: default 0 */
#define DPCVX_OBJECTIVE_OPTION_ROW_NORM 306      /* f64 in [1, infinity]: default 2 */
#define DPCVX_OBJECTIVE_OPTION_LABEL_BOUND 307   /* f64, 0 or in [1e-100, 1e30]: Y; default 0: none */
#define DPCVX_OBJECTIVE_OPTION_QUANTILE 308      /* f64 in [1e-9, 1 - 1e-9]: t of PINBALL; default 0.5 */
#define DPCVX_OBJECTIVE_OPTION_HUBER_WIDTH 309   /* f64 in [1e-30, 1e30]: h of HUBER and SMOOTHED_HINGE; default 1 */
#define DPCVX_OBJECTIVE_OPTION_EXPONENT 310      /* f64 in [1 + 1e-6, 2 - 1e-6]: q of POWER, POWER_HINGE; default 1.5 */
#define DPCVX_OBJECTIVE_OPTION_CLASSES 311       /* i64 in [0, 65536]: K >= 2 of MULTINOMIAL; default 0: not given */
#define DPCVX_OBJECTIVE_OPTION_WEIGHT_BOUND 312  /* f64 in [1e-30, 1e30]: W; default 1 */
#define DPCVX_OBJECTIVE_OPTION_SMOOTHING 313     /* f64 in [0, 1e30]: default 0 */
#define DPCVX_OBJECTIVE_OPTION_UNIT 314 /* i64: DPCVX_UNIT_*; default 0: the dataset's; records for functions */
#define DPCVX_OBJECTIVE_OPTION_MIN_RECORDS_PER_USER \
  315 /* i64 in [0, 2^24], of users at most their cap; default 0: none */

/* An objective. */
typedef struct dpcvx_objective dpcvx_objective;

/* Options of an objective; NULL in their place means all defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_objective_options_create(dpcvx_options **out, dpcvx_error *err);

/* The objective of a loss (DPCVX_LOSS_*) on a labelled dataset, over a domain of its coefficients (NULL: R^d). Units
 * are the dataset's users where it has them, else its records; a unit's loss is the mean over its records of weight
 * times phi. Labels are checked here: the message names the row. Slopes that grow with z are bounded on a bounded
 * domain with labels clipped only; without either G is infinity, and only methods that clip gradients apply. A user
 * owns at most 2^24 records. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_objective_create(const dpcvx_dataset *dataset, int32_t loss, const dpcvx_domain *domain,
                                              const dpcvx_options *options, dpcvx_objective **out, dpcvx_error *err);

/* The objective of a caller's own loss of a linear model. Slopes are cut to [-max_slope, max_slope], so that bound is
 * enforced; that phi is convex and that its slope is max_curvature-Lipschitz (infinity: it is not smooth) is recorded
 * as assumed. LABEL_BOUND applies, other options of built-in losses do not. The callback must answer the same for the
 * same arguments; it is called in every sum, on the calling thread. 1e-100 <= max_slope <=
 * 1e100, 1e-100 <= max_curvature. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_objective_create_with_loss(const dpcvx_dataset *dataset, dpcvx_loss_callback loss,
                                                        void *user, double max_slope, double max_curvature,
                                                        const dpcvx_domain *domain, const dpcvx_options *options,
                                                        dpcvx_objective **out, dpcvx_error *err);

/* The objective (1/n) sum over units of a caller's own functions. lipschitz, smoothness (both in [1e-100, infinity])
 * and strong_convexity (from 0 to smoothness) are recorded as assumed; sums of gradients enforce the first by clipping
 * each unit's, and count a gradient that is not finite as 0. Of the options L2, NOMINAL_UNITS and UNIT apply. 1 <=
 * units <= 2^40, 1 <= dimension <= 2^28. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_objective_create_from_units(int64_t units, int64_t dimension, dpcvx_unit_callback function,
                                                         void *user, double lipschitz, double smoothness,
                                                         double strong_convexity, const dpcvx_domain *domain,
                                                         const dpcvx_options *options, dpcvx_objective **out,
                                                         dpcvx_error *err);

/* The same objective with the null unit, whose loss is 0, in place of each of `count` units: n and the numbers of the
 * other units stay. Shares the rows. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_objective_create_without(const dpcvx_objective *objective, const int64_t *units,
                                                      int64_t count, dpcvx_objective **out, dpcvx_error *err);

/* Frees an objective; what was made from it lives on. Since 0.1. */
DPCVX_API void dpcvx_objective_destroy(dpcvx_objective *objective);

/* Constants of an objective, public but for what is said of UNITS; infinity stands for none. B2 bounds rows in l2. */
#define DPCVX_OBJECTIVE_FIGURE_DIMENSION 351        /* number of coefficients, the intercept's included */
#define DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ 352        /* G = W B2 sup |phi'| bounds a unit's data gradient in l2 */
#define DPCVX_OBJECTIVE_FIGURE_SMOOTHNESS 353       /* beta = W B2^2 sup phi'' + l2, of the gradient of F */
#define DPCVX_OBJECTIVE_FIGURE_UNITS 354            /* n; where not nominal the unit count, private under add/remove */
#define DPCVX_OBJECTIVE_FIGURE_HOLDER_EXPONENT 355  /* alpha in [0, 1] and L: a unit's data subgradients at points r */
#define DPCVX_OBJECTIVE_FIGURE_HOLDER_CONSTANT 356  /* apart are at most L r^alpha apart */
#define DPCVX_OBJECTIVE_FIGURE_GRADIENT_AT_ZERO 357 /* M bounds a unit's data gradient at w = 0 */
#define DPCVX_OBJECTIVE_FIGURE_STRONG_CONVEXITY 358 /* mu of F */
#define DPCVX_OBJECTIVE_FIGURE_RADIUS 359           /* sup ||w||_2 over the domain */
#define DPCVX_OBJECTIVE_FIGURE_OUTPUTS 360          /* decision values of a row: 1, or the number of classes */
#define DPCVX_OBJECTIVE_FIGURE_UNIT 361             /* DPCVX_UNIT_* */
#define DPCVX_OBJECTIVE_FIGURE_DUAL_LIPSCHITZ 362   /* bounds a unit's data gradient in the lp norm of ROW_NORM */
#define DPCVX_OBJECTIVE_FIGURE_VALUE_AT_ZERO 363    /* l_0 bounds a unit's data loss at w = 0, and that is >= 0 */
#define DPCVX_OBJECTIVE_FIGURE_OSCILLATION 364      /* bounds how far a unit's data subgradients at any w are apart */
#define DPCVX_OBJECTIVE_FIGURE_MIN_RECORDS_PER_USER 365 /* m: users with fewer are null */

/* *value = a constant (DPCVX_OBJECTIVE_FIGURE_*). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_objective_get(const dpcvx_objective *objective, int32_t constant, double *value,
                                           dpcvx_error *err);

/* NOT PRIVATE: F and its gradient (may be NULL) at w, both of `dimension` entries. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_objective_value(const dpcvx_objective *objective, const double *w,
                                                        int64_t dimension, double *value, double *gradient,
                                                        dpcvx_error *err);

/* NOT PRIVATE: the data gradients of units units[0..count) at w: row i of `out`, count x dimension, is that of
 * units[i], without 1/n and without the quadratic. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_unit_gradients(const dpcvx_objective *objective, const double *w,
                                                       int64_t dimension, const int64_t *units, int64_t count,
                                                       double *out, dpcvx_error *err);

/* NOT PRIVATE: how far each unit's loss lies above its linear part at a reference point v, out[u] = f_u(w) - f_u(v) -
 * <g_u(v), w - v> >= 0 (Bregman), for every unit; `w` and `reference` have `dimension` entries, out `units`, one for
 * each unit there is. For linear models without cancellation: points close together lose no digits. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_objective_divergences(const dpcvx_objective *objective, const double *w,
                                                              const double *reference, int64_t dimension, double *out,
                                                              int64_t units, dpcvx_error *err);

/* NOT PRIVATE: the decision values <a_i, w_k> of caller's coefficients for the rows of any dataset with the objective's
 * columns, prepared as the objective prepares its own (ranges, intercept, clipping); labels are not used. `out` has
 * `count` = rows x outputs entries, row after row. Not for a caller's function of units (DPCVX_ERR_UNSUPPORTED). Since
 * 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_decision_values(const dpcvx_objective *objective, const double *w,
                                                        int64_t dimension, const dpcvx_dataset *dataset, double *out,
                                                        int64_t count, dpcvx_error *err);

DPCVX_END_DECLS

#endif
