/* dpcvx/sample.h: sampling from log-concave densities, with an error that is known beforehand. For experts.
 *
 * A sampler draws from the density proportional to exp(-V), V convex: an objective times a scale, or a function.
 * NOT PRIVATE: draws reveal the data as much as V does.
 * For private fits by sampling see DPCVX_METHOD_EXPONENTIAL_MECHANISM in dpcvx/solve.h.
 * The certificate bounds the distance of the draws' law from the target. It is known before anything is drawn.
 * It covers the arithmetic of the machine: normal draws are exact on a lattice, rejections are decided exactly,
 * and a stated bound covers all other rounding.
 * Algorithm, formulas and sources: src/sample/README.md.
 *
 * Example: one draw from the density proportional to exp(-|x| - x^2 / 2).
 *
 *     static double l1(const double *x, int64_t dimension, double *gradient, void *user) {
 *       (void)dimension, (void)user;
 *       if (gradient != NULL) gradient[0] = x[0] < 0 ? -1 : 1;
 *       return fabs(x[0]);
 *     }
 *     dpcvx_rng *rng = NULL;
 *     dpcvx_options *options = NULL;
 *     dpcvx_sampler *sampler = NULL;
 *     double x;
 *     if (dpcvx_rng_create(&rng, NULL) == DPCVX_OK && dpcvx_sampler_options_create(&options, NULL) == DPCVX_OK &&
 *         dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_LIPSCHITZ, 1.0, NULL) == DPCVX_OK &&
 *         dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_QUADRATIC, 1.0, NULL) == DPCVX_OK &&
 *         dpcvx_sampler_create_with_function(l1, NULL, 1, NULL, NULL, NULL, options, &sampler, NULL) == DPCVX_OK &&
 *         dpcvx_nonprivate_sampler_draw(sampler, rng, 1, &x, NULL, NULL, NULL, NULL) == DPCVX_OK)
 *       printf("drew %.3f\n", x);  // prints drew ...
 *     dpcvx_sampler_destroy(sampler);
 *     dpcvx_options_destroy(options);
 *     dpcvx_rng_destroy(rng);
 */
#ifndef DPCVX_SAMPLE_H
#define DPCVX_SAMPLE_H

#include <dpcvx/base.h>
#include <dpcvx/model.h>
#include <dpcvx/random.h>

DPCVX_BEGIN_DECLS

/* Holds a sampler. It keeps what it was made from alive.
 * Threads: draws change its counts, so it belongs to one thread at a time. */
typedef struct dpcvx_sampler dpcvx_sampler;

/* Creates the sampler of exp(-V) on the domain of an objective F:
 *
 *   V(x) = k F(x) + c_r r(x - center) + (s / 2) ||x - center||_2^2
 *
 * F has its own quadratic. k, c_r and s are the options INVERSE_TEMPERATURE, REGULARIZER_WEIGHT and QUADRATIC.
 * r is a regularizer that is 1-strongly convex in the lp norm of the option NORM (src/sample/README.md).
 * With the option MATRIX_ROWS it is so in the Schatten norm: the lp norm of the singular values of the matrix x.
 * The options are DPCVX_SAMPLER_OPTION_* at the end of this header.
 * A Schatten ball as the domain needs a finite PENALTY_SLOPE, whose wall is M times the l2 distance.
 * center and start have `dimension` entries. NULL stands for 0, and for the domain's point nearest to `center`.
 * A start lies in the domain. With a finite PENALTY_SLOPE one outside stands for the domain's nearest point.
 * All that shapes the chain comes from the objective's public constants, and is the same for all datasets with them.
 * So the figures of such a sampler may be published.
 * Errors: DPCVX_ERR_ARGUMENT if V is not strongly convex and no hard domain bounds it.
 * Errors: DPCVX_ERR_ARGUMENT if start lies outside of a hard domain. The message says how far.
 * Errors: DPCVX_ERR_UNSUPPORTED, with what helps, in these cases:
 *  - Neither a bound on gradients nor one on the losses at 0 tells how far away the target is.
 *  - The chain would need more than 10^12 rounds.
 *  - The target is so far from the start that doubles do not distinguish its points.
 *  - The domain is too narrow for the lattice.
 *  - The domain is a Schatten ball, and PENALTY_SLOPE is infinite.
 *
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sampler_create(const dpcvx_objective *objective, const double *center, const double *start,
                                            int64_t dimension, const dpcvx_options *options, dpcvx_sampler **out,
                                            dpcvx_error *err);

/* Computes a caller's own convex function at x, which has `dimension` entries. The caller writes it.
 * Result: f(x). A subgradient goes to `gradient`, unless that is NULL.
 * f may be +infinity out of where it is defined. It is finite at the start.
 * Requires: it returns the same for the same x. It neither longjmps nor throws.
 * Threads: it is called on the calling thread only. */
typedef double (*dpcvx_potential_callback)(const double *x, int64_t dimension, double *gradient, void *user);

/* Creates the sampler of exp(-V) for a caller's function f, over a domain (NULL: R^d):
 *
 *   V(x) = f(x) + c_r r(x - center) + (s / 2) ||x - center||_2^2
 *
 * f is called here at the start. The norm of its gradient there tells how far away the target can be.
 * Then it is tried at twelve public points about the start, on the domain. One that lies below its tangents is refused,
 * and so is one that rises faster than the LIPSCHITZ that is declared.
 * What the options declare of f is assumed. Values and gradients count as accurate to a relative 2^-50.
 * That is assumed too where the arithmetic is stated.
 * Without LIPSCHITZ nothing is known of the arithmetic: ARITHMETIC_TOTAL_VARIATION is then 1. Bindings warn of it.
 * A gradient is not used if it is not finite, or if f is not. The last good tangent takes its place.
 * Requires: 1 <= dimension <= 2^28.
 * Errors: as dpcvx_sampler_create. DPCVX_ERR_ARGUMENT for a function that is not convex at those points.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sampler_create_with_function(dpcvx_potential_callback function, void *user,
                                                          int64_t dimension, const dpcvx_domain *domain,
                                                          const double *center, const double *start,
                                                          const dpcvx_options *options, dpcvx_sampler **out,
                                                          dpcvx_error *err);

/* Creates the sampler of exp(-V) for a quadratic, over a domain (NULL: R^d):
 *
 *   V(x) = x'Hx / 2 + <b, x> + c_r r(x - center) + (s / 2) ||x - center||_2^2
 *
 * So H is the inverse covariance of a Gaussian cut off at the sides of the domain, and b is -H times its mean.
 * `matrix` is H, dimension x dimension, row by row; `linear` is b, NULL for 0. Both are copied.
 * Example: 100 draws of the normal law with covariance ((4, 2), (2, 4)) / 3, given that both entries are above 0.
 *
 *     const double matrix[] = {1, -0.5, -0.5, 1}, low[] = {0, 0}, high[] = {INFINITY, INFINITY};
 *     double draws[100][2];
 *     dpcvx_domain_create_box(low, high, 2, &quadrant, NULL);
 *     dpcvx_sampler_create_with_quadratic(matrix, NULL, 2, quadrant, NULL, NULL, NULL, &sampler, NULL);
 *     dpcvx_nonprivate_sampler_draw(sampler, rng, 100, &draws[0][0], NULL, NULL, NULL, NULL);
 *
 * A box, an linf ball or R^d may be sampled by sweeps of coordinates in turn, each from its law given the others.
 * They have a certificate where each H_jj is above the sum of the other |H_jk| of its row, and often beyond that.
 * src/sample/sweeps/README.md has a check of a matrix.
 * Blocks of coordinates in turn, or all at once, take their place where that takes less time.
 * Other V take the proximal rounds of the other samplers. So do those where rounds are expected to take less time (the
 * option METHOD). The start is by default the point of the domain that is nearest to the center.
 * GDP and TOTAL_VARIATION then choose the number of sweeps. ROUNDS sets that of sweeps of coordinates.
 * Sides of a box that are far away, or without an end, cost neither time nor accuracy.
 * PENALTY_SLOPE with a box makes V's walls M dist(x_j, [low_j, high_j]): M |x_j - a| where low_j = high_j = a.
 * H may be singular or indefinite where s, or a quadratic r, makes V strongly convex.
 * Requires: 1 <= dimension <= 2^14. Time: of the order of dimension^3 for a full H, 4 s at 1,500.
 * Errors: as dpcvx_sampler_create. DPCVX_ERR_ARGUMENT if H is not symmetric to a relative 2^-40.
 * Errors: DPCVX_ERR_ARGUMENT if doubles do not show that V's quadratic is positive definite.
 * Errors: DPCVX_ERR_UNSUPPORTED if METHOD asks for sweeps and they have no certificate; the message says why.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sampler_create_with_quadratic(const double *matrix, const double *linear,
                                                           int64_t dimension, const dpcvx_domain *domain,
                                                           const double *center, const double *start,
                                                           const dpcvx_options *options, dpcvx_sampler **out,
                                                           dpcvx_error *err);

/* Frees a sampler. Since 0.1. */
DPCVX_API void dpcvx_sampler_destroy(dpcvx_sampler *sampler);

/* Draws `count` independent points, each by a chain of its own from the start. NOT PRIVATE.
 * The draws depend on the rng alone, not on earlier draws.
 * A draw that is given up, for any reason that the chain gives, makes the others unlike the target.
 * The certificate does not cover that.
 * `monitor` may be NULL. Its progress counts rounds. It is called within long rounds of a caller's function too.
 * Result: `out` is count x dimension, row by row.
 * Result: *drawn is the number of whole rows. Other rows are not written. The pointer may be NULL.
 * Result: *outcome is DPCVX_OUTCOME_DONE, _MAX_PASSES or _CANCELLED. The pointer may be NULL.
 * Errors: DPCVX_ERR_ARGUMENT if a caller's function refuses 10^6 tries of a round: it bends more than SMOOTHNESS says.
 * The rows before that draw are whole.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_sampler_draw(dpcvx_sampler *sampler, dpcvx_rng *rng, int64_t count, double *out,
                                                     const dpcvx_monitor *monitor, int32_t *outcome, int64_t *drawn,
                                                     dpcvx_error *err);

/* Figures of the certificate, known before anything is drawn. Infinity stands for unknown.
 * "law" is the law of a draw, x_0 the start, and x a point of the target. */
#define DPCVX_SAMPLER_FIGURE_STRONG_CONVEXITY 571 /* f64: kappa, of V in l2 */
#define DPCVX_SAMPLER_FIGURE_STEP_SIZE 572        /* f64: eta */
#define DPCVX_SAMPLER_FIGURE_DISTANCE 573         /* f64: W: W^2 >= E ||x - x_0||^2 */
#define DPCVX_SAMPLER_FIGURE_ROUNDS 574           /* i64: T: rounds, or sweeps */
#define DPCVX_SAMPLER_FIGURE_KL 575               /* f64: KL(law || target), of exact arithmetic */
#define DPCVX_SAMPLER_FIGURE_TOTAL_VARIATION 576  /* f64: total variation, of exact arithmetic */
#define DPCVX_SAMPLER_FIGURE_GDP 577 /* f64: mu of law and target, of exact arithmetic, except for 2^-900 */
#define DPCVX_SAMPLER_FIGURE_ARITHMETIC_TOTAL_VARIATION 578 /* f64: what rounding adds, hard walls included */
#define DPCVX_SAMPLER_FIGURE_ARITHMETIC_GDP 579 /* f64: what rounding adds to GDP; BOUNDARY_TOTAL_VARIATION apart */
#define DPCVX_SAMPLER_FIGURE_DIMENSION 580      /* i64: d */
/* f64: h, a power of two. Draws of rounds are multiples of h. Entry j of draws of sweeps is a rounded multiple of
 * h / sqrt(H_jj + s). */
#define DPCVX_SAMPLER_FIGURE_LATTICE_STEP 581
#define DPCVX_SAMPLER_FIGURE_FAR_DISTANCE 582 /* f64: W': ||x - x_0|| <= W' except with probability 2^-900 */
#define DPCVX_SAMPLER_FIGURE_BOUNDARY_TOTAL_VARIATION 583 /* f64: total variation of rounding next to a hard wall */
/* i64: 1: these figures are public if start and options are. 0 of functions and quadratics: they may be private */
#define DPCVX_SAMPLER_FIGURE_PUBLIC 584
#define DPCVX_SAMPLER_FIGURE_METHOD 591 /* i64: DPCVX_SAMPLER_METHOD_*: what draws; STEP_SIZE of sweeps is 0 */
/* f64: bound on the expected tries of a coordinate of sweeps, or of a block; infinity: not known, as for rounds */
#define DPCVX_SAMPLER_FIGURE_MAX_TRIES 592
#define DPCVX_SAMPLER_FIGURE_EXPECTED_SECONDS 593 /* f64: of a draw from a quadratic, estimated on a core of 2 GHz */

/* Reads a figure (DPCVX_SAMPLER_FIGURE_*): counts, flags and enumerations by _i64, real numbers by _f64.
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sampler_get_f64(const dpcvx_sampler *sampler, int32_t figure, double *value,
                                             dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_sampler_get_i64(const dpcvx_sampler *sampler, int32_t figure, int64_t *value,
                                             dpcvx_error *err);

/* Diagnostics: what the draws so far have taken. NOT PRIVATE. */
#define DPCVX_SAMPLER_DIAGNOSTIC_ROUNDS 585      /* i64: rounds */
#define DPCVX_SAMPLER_DIAGNOSTIC_TRIES 586       /* i64: tries of points, at least one a round; 0 of sweeps */
#define DPCVX_SAMPLER_DIAGNOSTIC_ENTRY_TRIES 587 /* i64: tries of single coordinates, at walls and for r */
#define DPCVX_SAMPLER_DIAGNOSTIC_TANGENTS 588    /* i64: gradients of V; 0 of sweeps */
/* f64: passes over the data (records read / all records); calls of f; 0 of quadratics */
#define DPCVX_SAMPLER_DIAGNOSTIC_PASSES 589
#define DPCVX_SAMPLER_DIAGNOSTIC_BELOW_TANGENT 590 /* f64: how far f fell below its tangents; 0: as declared */

/* Reads a diagnostic (DPCVX_SAMPLER_DIAGNOSTIC_*): counts, flags and enumerations by _i64, real numbers by _f64.
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no diagnostic, or a diagnostic of the other type.
 * NOT PRIVATE.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_sampler_get_f64(const dpcvx_sampler *sampler, int32_t figure, double *value,
                                                        dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_nonprivate_sampler_get_i64(const dpcvx_sampler *sampler, int32_t figure, int64_t *value,
                                                        dpcvx_error *err);

/* Finds a better start and step for another sampler of the same V, from the data. NOT PRIVATE.
 * A sampler made with these is as exact as any. But its certificate tells of the data: do not publish it.
 * Result: start_out, with `dimension` entries, a point near the minimiser of V.
 * It is found by accelerated rounds without noise, at most max_rounds.
 * Result: *step_size, from the trace of V's Hessian there, as random differences of gradients show it.
 * Requires: 1 <= max_rounds <= 10^6.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_sampler_tune(dpcvx_sampler *sampler, int64_t max_rounds, double *start_out,
                                                     int64_t dimension, double *step_size, dpcvx_error *err);

/* Computes diagnostics of draws in several chains, a coordinate at a time (Vehtari, Gelman, Simpson, Carpenter and
 * Buerkner 2021, sections 3 and 4). NOT PRIVATE.
 * Draws of one sampler are independent, so they may be grouped as one likes, and say nothing of its certificate's
 * rounds. Take one sampler for each of several starts that lie far apart, and let its draws be a chain. Then an R-hat
 * above 1.01 shows that draws depend on the start: ROUNDS are too few, or what was declared of f is wrong. An R-hat
 * near 1 proves nothing. Chains of other software may depend on their earlier draws; the sizes tell. Draw t of chain m
 * is row m count + t of `draws`, which is (chains x count) x dimension, row by row. Chains are cut into halves. Their
 * middle draw is left out where `count` is odd. Result: r_hat, bulk_ess and tail_ess, with `dimension` entries each.
 * The pointers may be NULL.
 *  - r_hat: the greater rank-normalised split R-hat, of the draws and of their distances from the median.
 *  - bulk_ess: the effective sample size of the ranks, at most S log10(S) of S draws in the halves.
 *  - tail_ess: the lesser effective sample size of the indicators of the 5 % and the 95 % quantile.
 * Where all that a figure compares is equal, R-hat is infinite and the size 0.
 * Time: S (log S + L) a coordinate, L the lag at which correlations vanish.
 * Requires: chains >= 1, count >= 4, dimension >= 1; draws are finite and at most 1e100 in size.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_draws_diagnose(const double *draws, int64_t chains, int64_t count,
                                                       int64_t dimension, double *r_hat, double *bulk_ess,
                                                       double *tail_ess, dpcvx_error *err);

/* Computes the bound on KL(law || target) after a number of rounds:
 *
 *   KL <= W^2 kappa / (2 ((1 + kappa eta)^(2 T) - 1)),   and W^2 / (4 T eta) at kappa = 0
 *
 * kappa is strong_convexity, eta step_size, W distance, and T rounds.
 * Requires: kappa >= 0, eta > 0, W >= 0, 1 <= rounds <= 2^50.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_proximal_sampler_kl(double strong_convexity, double step_size, double distance,
                                                 int64_t rounds, double *kl, dpcvx_error *err);

/* Computes the least number of rounds that keeps total variation within `variation`.
 * Requires: 0 < variation < 1.
 * Errors: DPCVX_ERR_UNSUPPORTED if 2^50 rounds do not suffice.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_proximal_sampler_rounds(double strong_convexity, double step_size, double distance,
                                                     double variation, int64_t *rounds, dpcvx_error *err);

/* ---- Options ------------------------------------------------------------------------------------------------ */

/* Keys of the sampler options.
 * INVERSE_TEMPERATURE is for objectives. STRONG_CONVEXITY, SMOOTHNESS and LIPSCHITZ are for a caller's f.
 * The other kind of sampler refuses them. src/sample/README.md says more about each. */
#define DPCVX_SAMPLER_OPTION_INVERSE_TEMPERATURE 521 /* f64 in [1e-30, 1e30]: k; default 1 */
#define DPCVX_SAMPLER_OPTION_REGULARIZER_WEIGHT 522  /* f64 in [0, 1e30]: c_r; default 0 */
#define DPCVX_SAMPLER_OPTION_NORM 523                /* f64 in [1, infinity]: p of the regularizer; default 2 */
#define DPCVX_SAMPLER_OPTION_STEP_SIZE 524           /* f64 in [0, 1e100]: eta; 0 (default): chosen */
#define DPCVX_SAMPLER_OPTION_TOTAL_VARIATION 525     /* f64 in [1e-100, 0.5]: chooses T; default 1e-6 */
#define DPCVX_SAMPLER_OPTION_ROUNDS 526              /* i64 in [0, 10^12]: T; 0 (default): chosen, near the least */
#define DPCVX_SAMPLER_OPTION_THREADS 527 /* i64 in [1, 64]: of gradient passes; the draws do not depend on it */
#define DPCVX_SAMPLER_OPTION_STRONG_CONVEXITY 528 /* f64 in [0, 1e30]: of f; default 0 */
#define DPCVX_SAMPLER_OPTION_SMOOTHNESS 529       /* f64 in [0, infinity]: of f; default infinity: not smooth */
#define DPCVX_SAMPLER_OPTION_LIPSCHITZ 530        /* f64 in [0, infinity]: of f; default infinity: none known */
#define DPCVX_SAMPLER_OPTION_QUADRATIC 531        /* f64 in [0, 1e30]: s, of the quadratic; default 0 */
#define DPCVX_SAMPLER_OPTION_MAX_PASSES 532       /* f64 in [0, 1e15]: passes a draw; 0 (default): no limit */
#define DPCVX_SAMPLER_OPTION_PENALTY_SLOPE 533    /* f64 in [1e-30, infinity]: M; default infinity: a hard domain */
#define DPCVX_SAMPLER_OPTION_GDP 534              /* f64, 0 or in [1e-100, 10]: mu that chooses T instead; default 0 */
/* i64: tries by random subsets of records: 1, 0, or -1 (default) chosen */
#define DPCVX_SAMPLER_OPTION_SUBSAMPLED_REJECTION 535
/* i64 in [0, 2^28]: rows of x as a matrix, row by row; NORM is then a Schatten norm; 0 (default): x is a vector */
#define DPCVX_SAMPLER_OPTION_MATRIX_ROWS 536
#define DPCVX_SAMPLER_OPTION_METHOD 537 /* i64: DPCVX_SAMPLER_METHOD_*; default AUTOMATIC; of quadratics alone */

/* How a quadratic is sampled. */
#define DPCVX_SAMPLER_METHOD_AUTOMATIC 538 /* the one of less expected time; PROXIMAL where STEP_SIZE is set */
#define DPCVX_SAMPLER_METHOD_PROXIMAL 539  /* rounds of the proximal sampler */
#define DPCVX_SAMPLER_METHOD_SWEEPS 540    /* coordinates in turn */

/* Creates the options of a sampler. NULL in their place means all defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sampler_options_create(dpcvx_options **out, dpcvx_error *err);

DPCVX_END_DECLS

#endif
