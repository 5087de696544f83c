/* dpcvx/sample.h: sampling from log-concave densities, with an error that is known beforehand. A sampler draws from the
 * density proportional to exp(-V) for a convex V, an objective times a scale or a caller's own function, by the
 * proximal sampler of Lee, Shen and Tian (2021): from a start x_0, T times
 *
 *   y ~ N(x, eta I),   x ~ the density proportional to exp(-V(x) - ||x - y||^2 / (2 eta)).
 *
 * The second draw, the restricted Gaussian oracle, is exact: a tangent of V, taken anywhere, turns it into a normal law
 * whose tries are rejected with the right probability. So only how many rounds there are decides how close the law of
 * the result is to the target, and that is known from four numbers. Let V be m-strongly convex in l2, the start within
 * W of the target in the mean, W^2 >= E ||x - x_0||^2. After T rounds, with
 *
 *   mu = W sqrt(m / ((1 + m eta)^(2 T) - 1)),
 *   KL(law || target) <= mu^2 / 2,   total variation(law, target) <= 2 Phi(mu / 2) - 1,
 *
 * and with W' in place of W, a distance that the target keeps within but for a probability below 2^-900, the law is
 * mu-GDP close to the target: whatever test tells them apart, both ways, it does no better than N(0, 1) from N(mu, 1).
 * On a hard domain of diameter D every t rounds also shrink total variation by 2 Phi(mu_t / 2) - 1, mu_t that of W = D:
 * what counts where V is not strongly convex, m = 0, and mu is W / sqrt(2 T eta).
 * (The rate is that of Chen, Chewi, Salim and Wibisono 2022; the constant is sharper, and attained by normal laws.
 * Gaussian privacy: Dong, Roth and Su 2022.)
 *
 * Numbers on a machine have a discrete law. All normal draws are exact draws on a lattice of public step, the chance of
 * a rejection is decided exactly, and what the rest of the arithmetic does is bounded and stated beside.
 *
 * Nothing here is private: a sampler's draws reveal the data as much as V does. For private fits by sampling see
 * DPCVX_METHOD_EXPONENTIAL_MECHANISM in dpcvx/solve.h. */
#ifndef DPCVX_SAMPLE_H
#define DPCVX_SAMPLE_H

#include <dpcvx/base.h>
#include <dpcvx/model.h>
#include <dpcvx/random.h>

DPCVX_BEGIN_DECLS

/* A caller's own potential: returns f(x), convex, at any x of `dimension` entries, and writes a subgradient unless
 * `gradient` is NULL. +infinity outside of where f is defined is fine, at the start it must be finite. What it returns
 * for the same x is always the same. Runs on the calling thread only; must not longjmp or throw. */
typedef double (*dpcvx_potential_callback)(const double *x, int64_t dimension, double *gradient, void *user);

/* Keys of a sampler's options. SCALE is for samplers of an objective, F; STRONG_CONVEXITY, SMOOTHNESS and LIPSCHITZ are
 * for those of a caller's function, f. Given to the others they are refused.
 *
 * How far: ROUNDS > 0 is T. Else T is the least that keeps the law within GDP = mu of the target, if that is above 0,
 * or within VARIATION in total variation.
 *
 * STRONG_CONVEXITY, SMOOTHNESS and LIPSCHITZ declare what holds for f: that f less STRONG_CONVEXITY ||x||^2 / 2 is
 * convex, on which the certificate rests; that the gradient is SMOOTHNESS-Lipschitz, and subgradients no longer than
 * LIPSCHITZ, where the chain goes. The certificate's arithmetic rests on LIPSCHITZ, and needs it. One of these two or
 * STEP_SIZE is needed to choose a step. A STRONG_CONVEXITY that does not hold shows as
 * DPCVX_SAMPLER_DIAGNOSTIC_BELOW_TANGENT.
 *
 * STEP_SIZE is eta: the larger, the fewer rounds, and the more tries a round. The chosen one is public for objectives:
 * about 1 to 8 over what the trace of V's Hessian is like at most, from the loss, row and weight bounds, n and d.
 *
 * WALL = M < infinity takes an exact penalty for a hard domain K, a function of slope M at least that is 0 on K: M
 * dist_2(x, K) or more. So V stays finite everywhere, and arithmetic at the walls costs no total variation.
 *
 * MAX_PASSES bounds the passes over the data (for f: calls) of one draw. How many there are is random: a limit that is
 * reached says something of the draw, and no certificate covers it. */
#define DPCVX_SAMPLER_OPTION_INVERSE_TEMPERATURE 521 /* f64 in [1e-30, 1e30]: k of k F; default 1; not of f */
#define DPCVX_SAMPLER_OPTION_REGULARIZER_WEIGHT 522  /* f64 in [0, 1e30]: weight c_r of the regularizer; default 0 */
#define DPCVX_SAMPLER_OPTION_NORM 523                /* f64 in [1, infinity]: p of the regularizer; default 2 */
#define DPCVX_SAMPLER_OPTION_STEP_SIZE 524           /* f64 in [0, 1e100]: eta; 0 (default): chosen */
#define DPCVX_SAMPLER_OPTION_TOTAL_VARIATION 525     /* f64 in [1e-100, 0.5]: default 1e-6 */
#define DPCVX_SAMPLER_OPTION_ROUNDS 526              /* i64 in [0, 10^12]: T; 0 (default): the least that will do */
#define DPCVX_SAMPLER_OPTION_THREADS 527 /* i64 in [1, 64]: of gradient passes; the draws do not depend on it */
#define DPCVX_SAMPLER_OPTION_STRONG_CONVEXITY 528 /* f64 in [0, 1e30]: of f; default 0 */
#define DPCVX_SAMPLER_OPTION_SMOOTHNESS 529       /* f64 in [0, infinity]: of f; default infinity: not smooth */
#define DPCVX_SAMPLER_OPTION_LIPSCHITZ 530        /* f64 in [0, infinity]: of f; default infinity: none known */
#define DPCVX_SAMPLER_OPTION_QUADRATIC 531     /* f64 in [0, 1e30]: adds this times ||x - center||^2 / 2; default 0 */
#define DPCVX_SAMPLER_OPTION_MAX_PASSES 532    /* f64 in [0, 1e15]: passes a draw; 0 (default): no limit */
#define DPCVX_SAMPLER_OPTION_PENALTY_SLOPE 533 /* f64 in [1e-30, infinity]: M; default infinity: a hard domain */
#define DPCVX_SAMPLER_OPTION_GDP 534           /* f64, 0 or in [1e-100, 10]: in place of VARIATION; default 0 */
#define DPCVX_SAMPLER_OPTION_SUBSAMPLED_REJECTION \
  535 /* i64: tries by random subsets of records: 1, 0, or -1 (default) chosen */

/* A sampler. It keeps what it was made from alive. Its draws change what it counts: one thread at a time. */
typedef struct dpcvx_sampler dpcvx_sampler;

/* Options of a sampler; NULL in their place means all defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sampler_options_create(dpcvx_options **out, dpcvx_error *err);

/* The sampler of exp(-V) on the objective's domain,
 *
 *   V(x) = SCALE F(x) + REGULARIZER r(x - center) + (QUADRATIC / 2) ||x - center||_2^2,
 *
 * F with its own quadratic, r 1-strongly convex in the lp norm, p = NORM (Gopi, Lee, Liu, Shen and Tian 2023,
 * Corollaries 2 to 5): ||.||_2^2 / 2 for p >= 2, for p < 2 c ||.||_q^2 / 2 with c = d^(2/p - 2/q) / (q - 1) and the q
 * in [p, 2] that makes c least. `center` and `start` have `dimension` entries; NULL stands for 0 and for the point of
 * the domain next to `center`. All that shapes the chain is public: it comes from the objective's constants, and is the
 * same for every dataset with these, so the figures of such a sampler may be published.
 *
 * DPCVX_ERR_ARGUMENT where V is not strongly convex and no hard domain bounds it. DPCVX_ERR_UNSUPPORTED, the message
 * says what helps: neither a bound on gradients nor one on the losses at 0 tells how far the target is; more than 10^12
 * rounds; a target so far from the start that doubles do not tell points apart, or a domain too narrow for the lattice.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sampler_create(const dpcvx_objective *objective, const double *center, const double *start,
                                            int64_t dimension, const dpcvx_options *options, dpcvx_sampler **out,
                                            dpcvx_error *err);

/* The same of a caller's function f, over a domain (NULL: R^d): V(x) = f(x) + REGULARIZER r(x - center) + (QUADRATIC /
 * 2) ||x - center||_2^2. f is called here, once, at the start: the length of its gradient there tells how far the
 * target can be. What is declared of f is assumed; its values and gradients count as good to 2^-50 of themselves, and
 * that they are is assumed where the arithmetic is stated. A gradient that is not finite, or one where f is not, is not
 * used: the last good tangent is. 1 <= dimension <= 2^28. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sampler_create_with_function(dpcvx_potential_callback function, void *user,
                                                          int64_t dimension, const dpcvx_domain *domain,
                                                          const double *center, const double *start,
                                                          const dpcvx_options *options, dpcvx_sampler **out,
                                                          dpcvx_error *err);

/* Frees it; NULL is fine. Since 0.1. */
DPCVX_API void dpcvx_sampler_destroy(dpcvx_sampler *sampler);

/* The certificate, known before anything is drawn. Infinity where nothing is known. */
#define DPCVX_SAMPLER_FIGURE_STRONG_CONVEXITY 571 /* m, of V in l2 */
#define DPCVX_SAMPLER_FIGURE_STEP_SIZE 572        /* eta */
#define DPCVX_SAMPLER_FIGURE_DISTANCE 573         /* W: W^2 >= E ||x - x_0||^2 under the target */
#define DPCVX_SAMPLER_FIGURE_ROUNDS 574           /* T */
#define DPCVX_SAMPLER_FIGURE_KL 575               /* KL(law || target), of exact arithmetic */
#define DPCVX_SAMPLER_FIGURE_TOTAL_VARIATION 576  /* total variation, of exact arithmetic */
#define DPCVX_SAMPLER_FIGURE_GDP 577              /* mu of law and target, of exact arithmetic, but for 2^-900 */
#define DPCVX_SAMPLER_FIGURE_ARITHMETIC_TOTAL_VARIATION 578 /* what rounding adds to VARIATION, hard walls included */
#define DPCVX_SAMPLER_FIGURE_ARITHMETIC_GDP 579             /* what rounding adds to GDP; but for _WALL_VARIATION */
#define DPCVX_SAMPLER_FIGURE_DIMENSION 580                  /* d */
#define DPCVX_SAMPLER_FIGURE_LATTICE_STEP 581 /* h, a power of two: draws are whole multiples of it, rounded ones */
#define DPCVX_SAMPLER_FIGURE_FAR_DISTANCE 582 /* W': ||x - x_0|| <= W' but for 2^-900 under the target */
#define DPCVX_SAMPLER_FIGURE_BOUNDARY_TOTAL_VARIATION 583 /* total variation of rounding next to a hard wall */
#define DPCVX_SAMPLER_FIGURE_PUBLIC 584 /* 1: these figures come from public numbers, if start and options do */

/* *value = a figure (DPCVX_SAMPLER_FIGURE_*). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_sampler_get(const dpcvx_sampler *sampler, int32_t figure, double *value, dpcvx_error *err);

/* NOT PRIVATE: `count` independent draws, each a chain of T rounds of its own from the start, row by row to `out`,
 * count x dimension. They depend on the rng alone, not on what was drawn before. *outcome: DPCVX_OUTCOME_DONE;
 * _WORK_LIMIT, a draw met MAX_PASSES; _CANCELLED, by `progress` (may be NULL; it counts rounds) or `cancel` (may be
 * NULL). *drawn: how many rows are whole; others are not written. The two may be NULL. A draw that is given up, for
 * whatever reason that the chain itself gives, makes those that are left unlike the target: the certificate does not
 * cover it. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_sampler_draw(dpcvx_sampler *sampler, dpcvx_rng *rng, int64_t count, double *out,
                                                     dpcvx_progress_callback progress, void *user,
                                                     const dpcvx_cancel *cancel, int32_t *outcome, int64_t *drawn,
                                                     dpcvx_error *err);

/* What the draws so far have taken. */
#define DPCVX_SAMPLER_DIAGNOSTIC_ROUNDS 585        /* rounds */
#define DPCVX_SAMPLER_DIAGNOSTIC_TRIES 586         /* tries of points, one a round at least */
#define DPCVX_SAMPLER_DIAGNOSTIC_ENTRY_TRIES 587   /* tries of single coordinates, where a wall or r is tried so */
#define DPCVX_SAMPLER_DIAGNOSTIC_TANGENTS 588      /* gradients of V */
#define DPCVX_SAMPLER_DIAGNOSTIC_PASSES 589        /* passes over the data, records looked at over all; calls of f */
#define DPCVX_SAMPLER_DIAGNOSTIC_BELOW_TANGENT 590 /* how far f was below its tangents, at most; 0: as declared */

/* NOT PRIVATE: *value = a count (DPCVX_SAMPLER_DIAGNOSTIC_*). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_sampler_diagnostic(const dpcvx_sampler *sampler, int32_t diagnostic,
                                                           double *value, dpcvx_error *err);

/* NOT PRIVATE: a better start and step for another sampler of the same V, found from the data. start_out: `dimension`
 * entries, a point near the minimiser of V, by rounds without noise (accelerated; at most max_rounds, 1 to 10^6);
 * *step_size: from the trace of V's Hessian there, as random differences of gradients show it. A sampler made with
 * these is as exact as any. But its certificate tells of the data, so it must not be published. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_nonprivate_sampler_tune(dpcvx_sampler *sampler, int64_t max_rounds, double *start_out,
                                                     int64_t dimension, double *step_size, dpcvx_error *err);

/* *kl: the KL(law || target) above after `rounds` (1 to 2^50) rounds of step eta (> 0) of a target m-strongly convex
 * (>= 0; at 0: W^2 / (4 T eta)) from a start W = distance (>= 0) away. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_proximal_sampler_kl(double strong_convexity, double step_size, double distance,
                                                 int64_t rounds, double *kl, dpcvx_error *err);

/* *rounds: the least number that keeps total variation within `variation`, above 0 and below 1. DPCVX_ERR_UNSUPPORTED
 * where 2^50 are not enough. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_proximal_sampler_rounds(double strong_convexity, double step_size, double distance,
                                                     double variation, int64_t *rounds, dpcvx_error *err);

DPCVX_END_DECLS

#endif
