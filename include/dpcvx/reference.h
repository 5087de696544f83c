/* dpcvx/reference.h: closed forms of papers, for comparison and for reproducing published figures.
 *
 * Each function computes one formula of one paper, under the paper's own conditions.
 * The arguments are public numbers. No data are read, and nothing is charged.
 * No fit, release or curve uses these formulas by default. The library's own accounting is mostly tighter.
 * A fit uses them only where an option asks for REFERENCE (dpcvx/optimize.h, dpcvx/solve.h).
 * Threads: any thread may call these functions at any time.
 *
 * Example: the noise of DP-SGD-Gradient that Wang and others 2022 prescribe for 10^4 units.
 *
 *     dpcvx_error err;
 *     double noise, beta;
 *     if (dpcvx_reference_wang2022_noise(1.0, 10000, 10000, 2.0, 1e-8, &beta, &noise, &err) != DPCVX_OK)
 *       fprintf(stderr, "%s\n", err.message);
 *     else
 *       printf("noise %.4f in each gradient\n", noise);  // prints noise 3.12...
 */
#ifndef DPCVX_REFERENCE_H
#define DPCVX_REFERENCE_H

#include <dpcvx/base.h>
#include <dpcvx/optimize.h>
#include <dpcvx/privacy.h>

DPCVX_BEGIN_DECLS

/* Mironov 2017. */

/* Computes epsilon from a Renyi curve by Proposition 3, the conversion of papers before 2020:
 *
 *   epsilon = inf over order > 1 of  r(order) + log(1 / delta) / (order - 1)
 *
 * Here r(order) is the Renyi epsilon of the curve. dpcvx_curve_epsilon is never above this.
 * Requires: 0 < delta < 1.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_reference_mironov2017_epsilon(const dpcvx_curve *curve, double delta, double *epsilon,
                                                           dpcvx_error *err);

/* Feldman, Mironov, Talwar and Thakurta 2018. */

/* Computes the Renyi epsilon of the last iterate of noisy contractive steps, for a unit that one step meets:
 *
 *   epsilon = order sensitivity^2 / (2 noise^2 (steps - position + 1))
 *
 * The conditions are those of dpcvx_curve_create_iteration_at, which proves more.
 * Requires: order > 1; the other arguments as there.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_reference_feldman2018_rdp(double sensitivity, double noise, int64_t position,
                                                       int64_t steps, double order, double *epsilon, dpcvx_error *err);

/* Feldman, McMillan and Talwar 2021: "Hiding among the clones". */

/* Computes the epsilon of shuffled reports, each epsilon0-DP, by the closed form of Theorem 3.1:
 *
 *   epsilon = log(1 + (e^epsilon0 - 1) / (e^epsilon0 + 1) (8 sqrt(e^epsilon0 log(4 / delta) / n) + 8 e^epsilon0 / n))
 *
 * n is `users`, as in dpcvx_curve_create_shuffled, whose curve is not above this.
 * Requires: 0 <= epsilon0; 1 <= users <= 2^48; 0 < delta < 1.
 * Errors: DPCVX_ERR_NUMERIC, with the condition, unless epsilon0 <= log(n / (16 log(2 / delta))).
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_reference_feldman2021_epsilon(double epsilon0, int64_t users, double delta,
                                                           double *epsilon, dpcvx_error *err);

/* Feldman, McMillan and Talwar 2023: "Stronger privacy amplification by shuffling". */

/* Computes the epsilon of shuffled reports, each epsilon0-DP, by the closed form for 2 / (e^epsilon0 + 1) clones:
 *
 *   epsilon = log(1 + (e^epsilon0 - 1) (4 sqrt(2 log(4 / delta) / ((e^epsilon0 + 1) n)) + 4 / n))
 *
 * n is `users`, as in dpcvx_curve_create_shuffled, whose curve is not above this.
 * Requires: 0 <= epsilon0; 1 <= users <= 2^48; 0 < delta < 1.
 * Errors: DPCVX_ERR_NUMERIC, with the condition, unless epsilon0 <= log(n / (8 log(2 / delta)) - 1).
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_reference_feldman2023_epsilon(double epsilon0, int64_t users, double delta,
                                                           double *epsilon, dpcvx_error *err);

/* Liang, Wang, Gu, Osher and Yao 2020. */

/* Computes the Renyi epsilon of a Gaussian sum over a uniform subset, drawn without replacement, under replace-one:
 *
 *   epsilon = 3.5 q^2 order / s^2
 *
 * Here q is `rate`, the share of the units that the subset holds.
 * s is `noise_multiplier`: the noise has standard deviation s times the l2 sensitivity.
 * Wang, Lei, Ying and Zhang 2022 use this formula as their Lemma 3.
 * dpcvx_curve_create_subsampled_gaussian needs no condition, and is mostly below this.
 * Requires: 0 < rate <= 1, order > 1, 2^-100 <= noise_multiplier <= 2^100.
 * Errors: DPCVX_ERR_NUMERIC, with the condition that fails, unless both of these hold:
 *
 *   s^2 >= 0.67
 *   order - 1 <= (2/3) s^2 log(1 / (order q (1 + s^2)))
 *
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_reference_liang2020_rdp(double noise_multiplier, double rate, double order,
                                                     double *epsilon, dpcvx_error *err);

/* Wang, Lei, Ying and Zhang 2022.
 * Symbols: n units, T steps of size eta, gradients that are (alpha, L)-Hoelder, and a bound M on gradients at 0. */

/* Computes the noise of Theorem 11: sigma, the standard deviation of the noise in each gradient of DP-SGD-Gradient.
 * It holds under replace-one.
 *
 *   sigma^2 = 14 G^2 T lambda / (b n^2 epsilon)
 *   lambda = log(1 / delta) / ((1 - b) epsilon) + 1
 *
 * Here G is `gradient_bound`, their M + L R^alpha. n is `units` and T is `steps`.
 * The theorem needs some b in (0, 1) that satisfies two conditions:
 *
 *   sigma^2 / (4 G^2) >= 0.67
 *   lambda - 1 <= sigma^2 / (6 G^2) log(n / (lambda (1 + sigma^2 / (4 G^2))))
 *
 * Result: *beta, the admissible b of least sigma, found exactly. The pointer may be NULL.
 * sigma falls with b up to 1 / (1 + sqrt(a / (a + 1))), where a = log(1 / delta) / epsilon.
 * The second condition holds between two ends, and a b beyond them is never better.
 * Requires: 0 < gradient_bound, 0 < epsilon, 0 < delta < 1, 1 <= units <= 2^48, 1 <= steps <= 2^48.
 * Errors: DPCVX_ERR_NUMERIC if no b is admissible. The message names the condition.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_reference_wang2022_noise(double gradient_bound, int64_t units, int64_t steps,
                                                      double epsilon, double delta, double *beta, double *noise,
                                                      dpcvx_error *err);

/* Computes the epsilon of Lemma 13: from it on, T = n and delta = 1 / n^2 have an admissible b in Theorem 11.
 * Requires: 18 <= units <= 2^48.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_reference_wang2022_min_epsilon(int64_t units, double *epsilon, dpcvx_error *err);

/* Computes the schedule of a theorem and its rate, constants left out.
 * Result: *steps = T, rounded up; *step_size = eta; *rate, the rate of the excess population risk.
 * The rate holds with probability at least 1 - gamma, where gamma is `confidence`. alpha is `exponent`.
 *
 * Theorem 9: DP-SGD-Output on R^d.
 *
 *   T = n                                                     if alpha >= (sqrt(73) - 7) / 4
 *   T = n^((6 - 3 alpha - alpha^2) / ((1 + alpha) (3 + alpha)))  otherwise
 *   eta = n^(1 / (3 + alpha)) / T
 *   rate = sqrt(d log(1 / delta)) log(n / delta) / (n^(2 / (3 + alpha)) epsilon) + log(n / gamma) / n^(1 / (3 + alpha))
 *
 * Theorems 10 and 12: DP-SGD-Output and DP-SGD-Gradient on a bounded domain.
 *
 *   T = n                              if alpha >= 1/2
 *   T = n^((2 - alpha) / (1 + alpha))  otherwise
 *   eta = 1 / (T max(A, B))
 *   rate = A + B
 *   A = sqrt(log(n) log(n / gamma) log(1 / gamma) / n)
 *   B = (d log(1 / delta))^(1/4) sqrt(log(n / delta)) log(1 / gamma)^(1/8) / sqrt(n epsilon)  in Theorem 10
 *   B = sqrt(d log(1 / delta)) log(1 / gamma)^(1/4) / (n epsilon)                             in Theorem 12
 *
 * The logarithms of Theorems 10 and 12 follow the proofs' balance of optimisation, noise and stability.
 * Requires: theorem is 9, 10 or 12; exponent in [0, 1]; 2 <= units <= 2^48; 1 <= dimension <= 2^48.
 * Requires: 0 < epsilon; delta and confidence inside (0, 1).
 * Errors: DPCVX_ERR_NUMERIC if T exceeds 2^53.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_reference_wang2022_schedule(int32_t theorem, double exponent, int64_t units,
                                                         int64_t dimension, double epsilon, double delta,
                                                         double confidence, int64_t *steps, double *step_size,
                                                         double *rate, dpcvx_error *err);

/* Computes the stability bound of Theorem 7 for SGD, as it stands:
 *
 *   bound = sqrt(e (c T + 4 (M + L R^alpha)^2 eta^2 (1 + K) K))
 *   K = (T / n) (1 + max(sqrt(x), x))
 *   x = 3 n log(n / gamma) / T
 *
 * c is the expansion of one step (src/optimize/README.md), and R is the radius of the domain.
 * On R^d their Lemma 20 takes the place of R: R^2 = C_alpha T eta.
 * It is never below dpcvx_sgd_stability_quantile where steps are exact.
 * The theorem knows no STEP_ERROR and no STEP_DEFECT.
 * Requires: 0 < gamma < 1.
 * Requires: sampled order, replace-one, the average of all iterates, no strong convexity, known L and M.
 * Requires on R^d: a known value at 0, and eta < min(1, 1 / L).
 * Errors: DPCVX_ERR_UNSUPPORTED if one of the last two lines does not hold.
 * Errors: DPCVX_ERR_NUMERIC if the bound exceeds the range of doubles.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_reference_wang2022_stability(const dpcvx_sgd_stability *stability, double gamma,
                                                          double *bound, dpcvx_error *err);

DPCVX_END_DECLS

#endif
