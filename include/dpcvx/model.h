/* dpcvx/model.h: losses, domains and objectives: what a private fit minimises.
 *
 * An objective is the average loss of a linear model over the units of a dataset, over a domain:
 *
 *   F(w) = (1/n) sum over u of f_u(w) + (l2/2) ||w||^2
 *   f_u(w) = (1/m_u) sum over records i of u of  weight_i phi(<a_i, w>, b_i)
 *
 * Here n is the number of units and m_u the number of unit u's records. a_i is a row and b_i its label.
 * The constants that a private fit needs are enforced: rows, labels and weights are clipped to bounds.
 * Formulas and sources: src/model/README.md.
 *
 * Example: a logistic objective, and the bound on a record's gradient that its noise will rest on.
 *
 *     const double x[] = {0.5, -1.0, 2.0, 0.3}, y[] = {1, -1, 1, -1};
 *     dpcvx_error err;
 *     dpcvx_dataset *data = NULL;
 *     dpcvx_objective *objective = NULL;
 *     double bound;
 *     if (dpcvx_dataset_create_dense(x, 4, 1, 1, 1, y, &data, &err) != DPCVX_OK ||
 *         dpcvx_objective_create(data, DPCVX_LOSS_LOGISTIC, NULL, NULL, &objective, &err) != DPCVX_OK ||
 *         dpcvx_objective_get_f64(objective, DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ, &bound, &err) != DPCVX_OK)
 *       fprintf(stderr, "%s\n", err.message);
 *     else
 *       printf("gradients have norm at most %.3f\n", bound);  // prints gradients have norm at most 1.000
 *     dpcvx_objective_destroy(objective);
 *     dpcvx_dataset_destroy(data);
 *
 * For every function
 *  - Objectives and domains never change. They keep what they were made from alive.
 *  - Threads: several threads may share a domain or an objective. Projections on one Schatten ball take turns.
 *    An objective that calls back serves one thread at a time.
 *  - Callbacks run on the calling thread only. They neither longjmp nor throw.
 *    They return the same for the same arguments.
 */
#ifndef DPCVX_MODEL_H
#define DPCVX_MODEL_H

#include <dpcvx/base.h>
#include <dpcvx/data.h>

DPCVX_BEGIN_DECLS

/* Losses phi(z, b) of a label b and a decision value z = <a, w>. src/model/README.md has their constants.
 * The options QUANTILE, HUBER_WIDTH, EXPONENT and CLASSES set t, h, q and K. A loss without the letter refuses them.
 * The slopes of SQUARED, POWER and POWER_HINGE grow with z. They are bounded on a bounded domain only.
 * Labels of SQUARED and POWER must be clipped besides (LABEL_BOUND).
 * POISSON requires LABEL_BOUND, Y: labels are clipped to [0, Y], and the loss goes on by its tangent from z = log Y on.
 * Its minimiser is that of the likelihood wherever fitted rates are at most Y. Predictions are exp(min(z, log Y)). */
#define DPCVX_LOSS_CALLBACK 40       /* a caller's own */
#define DPCVX_LOSS_LOGISTIC 41       /* log(1 + exp(-b z)), b in {-1, +1} */
#define DPCVX_LOSS_MULTINOMIAL 42    /* log sum_k exp(z_k) - z_b, b in {0, ..., K - 1} */
#define DPCVX_LOSS_HINGE 43          /* max(0, 1 - b z), b in {-1, +1} */
#define DPCVX_LOSS_SMOOTHED_HINGE 44 /* the hinge with its corner rounded over a width h */
#define DPCVX_LOSS_SQUARED 45        /* (z - b)^2 / 2 */
#define DPCVX_LOSS_ABSOLUTE 46       /* |z - b| */
#define DPCVX_LOSS_PINBALL 47        /* max(t (b - z), (1 - t) (z - b)): its minimiser is the t-quantile */
#define DPCVX_LOSS_HUBER 48          /* |z - b| with its corner rounded over a width h */
#define DPCVX_LOSS_POWER_HINGE 49    /* max(0, 1 - b z)^q, 1 < q < 2, b in {-1, +1} */
#define DPCVX_LOSS_POWER 50          /* |z - b|^q, 1 < q < 2 */
#define DPCVX_LOSS_POISSON 51        /* exp(z) - b z - (b - b log b), counts or rates b >= 0: half the deviance */

/* ---- Objectives --------------------------------------------------------------------------------------------- */

/* Holds an objective. */
typedef struct dpcvx_objective dpcvx_objective;

/* Holds a domain: a public, closed, convex set K in R^d in which the coefficients lie, the intercept's included.
 * NULL in its place means R^d.
 * Requires: 1 <= d <= 2^36. Numbers that describe a domain are at most 1e100 in absolute value.
 * Requires: radii and totals are at least 1e-100. */
typedef struct dpcvx_domain dpcvx_domain;

/* Creates the objective of a loss (DPCVX_LOSS_*) on a labelled dataset, over a domain of its coefficients.
 * Units are the dataset's users if it has them, else its records.
 * The options are DPCVX_OBJECTIVE_OPTION_* at the end of this header.
 * If slopes that grow with z are not bounded, LIPSCHITZ is infinity, and only methods that clip gradients apply.
 * Requires: a user owns at most 2^24 records.
 * Errors: DPCVX_ERR_ARGUMENT for a label that the loss does not take. The message names the row.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_objective_create(const dpcvx_dataset *dataset, int32_t loss, const dpcvx_domain *domain,
                                              const dpcvx_options *options, dpcvx_objective **out, dpcvx_error *err);

/* Creates the objective of a table that lies elsewhere, from public facts alone: `columns` columns, and no row.
 * Plans are made of it, and dpcvx/distributed.h fits them to tables in parts.
 * The options are those of dpcvx_objective_create. NOMINAL_UNITS has no default. UNIT 0 stands for records.
 * `low` and `high` are the public ends that parts are scaled by (dpcvx_dataset_create_scaled), one a column.
 * Both are NULL for parts that are not scaled.
 * STORAGE says how all parts store their rows.
 * Requires: 1 <= columns <= 2^20.
 * Functions that read the table refuse it with DPCVX_ERR_UNSUPPORTED.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_objective_create_public(const double *low, const double *high, int64_t columns,
                                                     int32_t loss, const dpcvx_domain *domain,
                                                     const dpcvx_options *options, dpcvx_objective **out,
                                                     dpcvx_error *err);

/* Computes a caller's own loss of a linear model.
 * Result: phi(z, label), convex in z. *slope receives a subgradient in z. */
typedef double (*dpcvx_loss_callback)(double z, double label, double *slope, void *user);

/* Creates the objective of a caller's own loss of a linear model. Every sum calls it.
 * The options declare two constants, which have no default: MAX_SLOPE and MAX_CURVATURE.
 * Slopes are cut to [-MAX_SLOPE, MAX_SLOPE], so that bound is enforced.
 * Two things are recorded as assumed: phi is convex, and its slope is MAX_CURVATURE-Lipschitz.
 * LABEL_BOUND applies. Other options of built-in losses do not.
 * The call tries phi at public points: 13 z in [-30, 30], for labels 1, -1, 1/2 and 0, or of that share of LABEL_BOUND.
 * phi may not take some labels. At one of the four it has to be finite and convex, with its slopes.
 * MAX_CURVATURE = infinity leaves slow methods: a fit of 1000 records took 12 s. Declare a finite one if there is one.
 * A phi that ends the call or the program for some labels or rows reveals data, since it sees them.
 * Errors: DPCVX_ERR_ARGUMENT if one of the two constants is not set. The message names it.
 * Errors: DPCVX_ERR_ARGUMENT if phi is not finite or not convex, or its slope has the wrong sign. Nothing is charged.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_objective_create_with_loss(const dpcvx_dataset *dataset, dpcvx_loss_callback loss,
                                                        void *user, const dpcvx_domain *domain,
                                                        const dpcvx_options *options, dpcvx_objective **out,
                                                        dpcvx_error *err);

/* Computes a caller's own function of one unit, 0 <= unit < units.
 * Result: the unit's loss at w. Its (sub)gradient goes to `gradient`. Both arrays have `dimension` entries. */
typedef double (*dpcvx_unit_callback)(int64_t unit, const double *w, int64_t dimension, double *gradient, void *user);

/* Creates the objective of a caller's own functions: (1/n) times their sum over units.
 * The options declare three constants of a unit's function, which have no default.
 * LIPSCHITZ, SMOOTHNESS and STRONG_CONVEXITY are recorded as assumed.
 * Sums of gradients enforce the first by clipping each unit's. A gradient that is not finite counts as 0.
 * The options L2, NOMINAL_UNITS and UNIT apply.
 * Requires: 1 <= units <= 2^40, 1 <= dimension <= 2^28, STRONG_CONVEXITY <= SMOOTHNESS.
 * Errors: DPCVX_ERR_ARGUMENT if one of the three constants is not set. The message names it.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_objective_create_from_units(int64_t units, int64_t dimension, dpcvx_unit_callback function,
                                                         void *user, const dpcvx_domain *domain,
                                                         const dpcvx_options *options, dpcvx_objective **out,
                                                         dpcvx_error *err);

/* Creates the same objective with the null unit, whose loss is 0, in place of each of `count` units.
 * n and the numbers of the other units stay. The rows are shared.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_objective_create_without(const dpcvx_objective *objective, const int64_t *units,
                                                      int64_t count, dpcvx_objective **out, dpcvx_error *err);

/* Frees an objective. What was made from it lives on. Since 0.1. */
DPCVX_API void dpcvx_objective_destroy(dpcvx_objective *objective);

/* Constants of an objective. Infinity stands for none.
 * All are public. The exception is UNITS if it is not nominal: under add/remove it is private.
 * B2 is the bound on rows in l2, and W that on weights. A unit's data gradient leaves out 1/n and the quadratic. */
#define DPCVX_OBJECTIVE_FIGURE_DIMENSION 351        /* i64: number of coefficients, the intercept's included */
#define DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ 352        /* f64: G = W B2 sup |phi'| bounds a unit's data gradient in l2 */
#define DPCVX_OBJECTIVE_FIGURE_SMOOTHNESS 353       /* f64: beta = W B2^2 sup phi'' + l2, of the gradient of F */
#define DPCVX_OBJECTIVE_FIGURE_UNITS 354            /* i64: n: nominal, or the number of units */
#define DPCVX_OBJECTIVE_FIGURE_HOLDER_EXPONENT 355  /* f64: alpha in [0, 1]: see HOLDER_CONSTANT */
#define DPCVX_OBJECTIVE_FIGURE_HOLDER_CONSTANT 356  /* f64: L bounds data subgradients at distance r: L r^alpha */
#define DPCVX_OBJECTIVE_FIGURE_GRADIENT_AT_ZERO 357 /* f64: M bounds a unit's data gradient at w = 0 */
#define DPCVX_OBJECTIVE_FIGURE_STRONG_CONVEXITY 358 /* f64: mu of F */
#define DPCVX_OBJECTIVE_FIGURE_RADIUS 359           /* f64: sup ||w||_2 over the domain */
#define DPCVX_OBJECTIVE_FIGURE_OUTPUTS 360          /* i64: decision values of a row: 1, or the number of classes */
#define DPCVX_OBJECTIVE_FIGURE_UNIT 361             /* i64: DPCVX_UNIT_* */
#define DPCVX_OBJECTIVE_FIGURE_DUAL_LIPSCHITZ 362   /* f64: bounds a unit's data gradient in the lp norm of ROW_NORM */
#define DPCVX_OBJECTIVE_FIGURE_VALUE_AT_ZERO 363    /* f64: l_0 bounds a unit's data loss at w = 0, which is >= 0 */
#define DPCVX_OBJECTIVE_FIGURE_OSCILLATION 364 /* f64: bounds the distance of a unit's data subgradients at any w */
#define DPCVX_OBJECTIVE_FIGURE_MIN_RECORDS_PER_USER 365 /* i64: m: users with fewer are null */

/* Reads a figure (DPCVX_OBJECTIVE_FIGURE_*): counts, flags and enumerations by _i64, real numbers by _f64.
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_objective_get_f64(const dpcvx_objective *objective, int32_t figure, double *value,
                                               dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_objective_get_i64(const dpcvx_objective *objective, int32_t figure, int64_t *value,
                                               dpcvx_error *err);

/* ---- Domains ------------------------------------------------------------------------------------------------ */

/* Creates a ball:
 *
 *   { w : ||w - center||_p <= radius }
 *
 * `center` has `dimension` entries, or is NULL for 0.
 * Requires: 1 <= p <= infinity.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_domain_create_ball(double p, double radius, const double *center, int64_t dimension,
                                                dpcvx_domain **out, dpcvx_error *err);

/* Creates a box:
 *
 *   { w : low <= w <= high }, entry by entry
 *
 * low[j] = high[j] fixes a coefficient.
 * low[j] = -infinity or high[j] = infinity is a side without an end. It counts as one at -1e100 or 1e100, so plans of
 * fits that need a diameter find none of use. Samplers of quadratics lose nothing by it, or refuse a target so far out.
 * Requires: low[j] <= high[j], other ends in [-1e100, 1e100].
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_domain_create_box(const double *low, const double *high, int64_t dimension,
                                               dpcvx_domain **out, dpcvx_error *err);

/* Creates a simplex:
 *
 *   { w : w >= 0, sum w = total }
 *
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_domain_create_simplex(double total, int64_t dimension, dpcvx_domain **out,
                                                   dpcvx_error *err);

/* Creates a ball of matrices:
 *
 *   { W : (sum over k of s_k^p)^(1/p) <= radius },  s_k the singular values of W
 *
 * p = 1 is the nuclear norm, 2 the Frobenius norm, and infinity the spectral norm.
 * A matrix has `rows` x `columns` coefficients, row by row: w[i * columns + j] is W[i][j]. For K classes rows = K.
 * Example: a row of a table that holds a matrix A like this has the decision value <A, W> = trace(A' W).
 * Leave out the intercept then (DPCVX_OBJECTIVE_OPTION_INTERCEPT = 0).
 * Noisy gradient descent, noisy SGD, DP-SGD-Gradient and sufficient statistics take such a domain. Others refuse it.
 * For p = 2, or one row or column, it is the l2 ball, which all methods take.
 * Requires: 1 <= p <= infinity, rows * columns <= 2^36. Unless it is an l2 ball, too:
 *
 *   rows * columns * min(rows, columns) <= 2^33
 *
 * A projection on 2048 rows and columns takes about a minute.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_domain_create_schatten_ball(double p, double radius, int64_t rows, int64_t columns,
                                                         dpcvx_domain **out, dpcvx_error *err);

/* Frees a domain. What was made from it lives on. Since 0.1. */
DPCVX_API void dpcvx_domain_destroy(dpcvx_domain *domain);

/* Figures of a domain K. */
#define DPCVX_DOMAIN_FIGURE_DIMENSION 371        /* i64: d */
#define DPCVX_DOMAIN_FIGURE_RADIUS 372           /* f64: sup ||w||_2 over K, rounded up */
#define DPCVX_DOMAIN_FIGURE_DIAMETER 373         /* f64: sup ||w - u||_2 over K, rounded up */
#define DPCVX_DOMAIN_FIGURE_PROJECTION_ERROR 374 /* f64: bounds the error of dpcvx_domain_project in l2 norm */
#define DPCVX_DOMAIN_FIGURE_GAUSSIAN_WIDTH 375   /* f64: bounds E sup <z, w> over K, z standard normal, from above */

/* Reads a figure (DPCVX_DOMAIN_FIGURE_*): counts, flags and enumerations by _i64, real numbers by _f64.
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_domain_get_f64(const dpcvx_domain *domain, int32_t figure, double *value,
                                            dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_domain_get_i64(const dpcvx_domain *domain, int32_t figure, int64_t *value,
                                            dpcvx_error *err);

/* Writes the domain in human-readable words: "ball of radius 2 about 0, l2 norm". Time grows with the numbers that
 * it was made of. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_domain_to_text(const dpcvx_domain *domain, char *out, size_t capacity, size_t *length,
                                            dpcvx_error *err);

/* Computes the Euclidean projection of w on K: the u in K with least ||u - w||_2.
 * It is exact for boxes. For others it is within the domain's projection error, however far away w is.
 * Schatten balls state none (infinity): the error grows with ||w||, to about 2^-44 of it.
 * `w` and `out` have `dimension` entries. src/model/README.md has the algorithms.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_domain_project(const dpcvx_domain *domain, const double *w, double *out, int64_t dimension,
                                            dpcvx_error *err);

/* ---- Not private: what an objective is at a point ----------------------------------------------------------- */

/* Computes F and its gradient at w. NOT PRIVATE.
 * With L1 it is a subgradient, with 0 for the slope of |w_j| at w_j = 0.
 * w and gradient have `dimension` entries. `gradient` may be NULL.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_objective_value(const dpcvx_objective *objective, const double *w,
                                                        int64_t dimension, double *value, double *gradient,
                                                        dpcvx_error *err);

/* Computes the data gradients of units units[0 ... count - 1] at w. NOT PRIVATE.
 * They leave out 1/n and the quadratic.
 * Result: `out` is count x dimension. Row i is the gradient of units[i].
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_unit_gradients(const dpcvx_objective *objective, const double *w,
                                                       int64_t dimension, const int64_t *units, int64_t count,
                                                       double *out, dpcvx_error *err);

/* Computes how far each unit's loss lies above its linear part at a reference point v (Bregman divergence).
 * NOT PRIVATE.
 *
 *   out[u] = f_u(w) - f_u(v) - <g_u(v), w - v> >= 0
 *
 * g_u(v) is the gradient of f_u at v. For linear models there is no cancellation: close points lose no digits.
 * w and reference have `dimension` entries; `out` has `units`, one for each unit there is.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_objective_divergences(const dpcvx_objective *objective, const double *w,
                                                              const double *reference, int64_t dimension, double *out,
                                                              int64_t units, dpcvx_error *err);

/* Computes the decision values <a_i, w_k> of a caller's coefficients for the rows of a dataset. NOT PRIVATE.
 * Rows are prepared as the objective prepares its own: ranges, intercept, clipping. Labels are not used.
 * Result: `out` has count = rows x outputs entries, row after row.
 * Requires: the dataset has the objective's columns.
 * Errors: DPCVX_ERR_UNSUPPORTED for a caller's function of units.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_decision_values(const dpcvx_objective *objective, const double *w,
                                                        int64_t dimension, const dpcvx_dataset *dataset, double *out,
                                                        int64_t count, dpcvx_error *err);

/* ---- Options ------------------------------------------------------------------------------------------------ */

/* Keys of the objective options. All are public parameters.
 * src/model/README.md says more about NOMINAL_UNITS, ROW_NORM, MIN_RECORDS_PER_USER and SMOOTHING. */
#define DPCVX_OBJECTIVE_OPTION_INTERCEPT 301 /* i64: 1 (default) appends a constant column, as the last; or 0 */
/* f64, 0 or in [1e-30, 1e30]: rows are clipped to this norm B, with their intercept entry. 0 (default) stands for 1.
 * In a regression of a scaled table it stands for sqrt(columns + INTERCEPT_VALUE^2), or that sum in another ROW_NORM.
 * That clips no row, unless columns were centred. Clipping keeps the sign of a decision. A regression whose rows are
 * clipped is no longer linear. */
#define DPCVX_OBJECTIVE_OPTION_ROW_BOUND 302
#define DPCVX_OBJECTIVE_OPTION_INTERCEPT_VALUE 303 /* f64 in [1e-30, 1e30]: the appended entry; default 1 */
#define DPCVX_OBJECTIVE_OPTION_L2 304 /* f64 in [0, 1e30]: adds (l2/2) ||w||^2, the intercept included; default 0 */
/* f64 in [0, 1e30]: adds l1 ||w||_1, the intercept's entries left out; default 0. Noisy gradient descent and noisy SGD
 * take it by proximal steps, and set small coefficients to 0. Domains: R^d, boxes, and balls about 0. */
#define DPCVX_OBJECTIVE_OPTION_L1 340
/* i64 in [0, 2^40]: the n that sums are divided by; 0 (default): the number of units, public under replace-one only.
 * More than twice as many units are refused. Under add/remove that refusal tells of the data: do not publish it. */
#define DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS 305
#define DPCVX_OBJECTIVE_OPTION_ROW_NORM 306 /* f64 in [1, infinity]: p of the lp norm of ROW_BOUND; default 2 */
/* i64 in [0, 2^20]: d1, makes rows and coefficients matrices of d1 rows, row by row; default 0: they are vectors.
 * ROW_NORM is then a Schatten norm, of singular values. d1 divides the columns, and min(d1, d2) is at most 1024.
 * INTERCEPT is 0, and the loss is not MULTINOMIAL. */
#define DPCVX_OBJECTIVE_OPTION_MATRIX_ROWS 342
/* f64, 0 or in [1e-100, 1e30]: Y, clips labels of regressions to [-Y, Y], of POISSON to [0, Y]; default 0: none */
#define DPCVX_OBJECTIVE_OPTION_LABEL_BOUND 307
#define DPCVX_OBJECTIVE_OPTION_QUANTILE 308    /* f64 in [1e-9, 1 - 1e-9]: t of PINBALL; default 0.5 */
#define DPCVX_OBJECTIVE_OPTION_HUBER_WIDTH 309 /* f64 in [1e-30, 1e30]: h of HUBER and SMOOTHED_HINGE; default 1 */
#define DPCVX_OBJECTIVE_OPTION_EXPONENT 310    /* f64 in [1 + 1e-6, 2 - 1e-6]: q of POWER, POWER_HINGE; default 1.5 */
#define DPCVX_OBJECTIVE_OPTION_CLASSES 311     /* i64 in [0, 65536]: K >= 2 of MULTINOMIAL; default 0: not given */
/* f64 in [1e-30, 1e30]: W, clips weights to [0, W]; default 1. A table without weights has weight min(1, W). */
#define DPCVX_OBJECTIVE_OPTION_WEIGHT_BOUND 312
#define DPCVX_OBJECTIVE_OPTION_SMOOTHING 313 /* f64 in [0, 1e30]: h of the Moreau envelope of the loss; default 0 */
#define DPCVX_OBJECTIVE_OPTION_UNIT 314      /* i64: DPCVX_UNIT_*; default 0: the dataset's; records for functions */
/* i64 in [0, 2^24]: m, users with fewer records are null; at most the users' cap; default 0: none */
#define DPCVX_OBJECTIVE_OPTION_MIN_RECORDS_PER_USER 315
/* i64: DPCVX_STORAGE_*, of create_public: how all parts store rows; default DENSE. Other calls refuse it */
#define DPCVX_OBJECTIVE_OPTION_STORAGE 341

/* Constants of a caller's own functions, which have no default. Other calls refuse them. */
/* f64 in [1e-100, infinity], of create_from_units, to be set: G bounds a unit's gradient in l2 */
#define DPCVX_OBJECTIVE_OPTION_LIPSCHITZ 316
/* f64 in [1e-100, infinity], of create_from_units, to be set: of a unit's gradient; infinity: not smooth */
#define DPCVX_OBJECTIVE_OPTION_SMOOTHNESS 317
/* f64 in [0, 1e100], of create_from_units, to be set: of a unit's function; 0: convex alone */
#define DPCVX_OBJECTIVE_OPTION_STRONG_CONVEXITY 318
/* f64 in [1e-100, 1e100], of create_with_loss, to be set: bounds |phi'| */
#define DPCVX_OBJECTIVE_OPTION_MAX_SLOPE 319
/* f64 in [1e-100, infinity], of create_with_loss, to be set: bounds phi''; infinity: not smooth */
#define DPCVX_OBJECTIVE_OPTION_MAX_CURVATURE 320

/* Creates the options of an objective. NULL in their place means all defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_objective_options_create(dpcvx_options **out, dpcvx_error *err);

DPCVX_END_DECLS

#endif
