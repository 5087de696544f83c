/* dpcvx/random.h: random bits and exact integer noise.
 *
 * A dpcvx_rng is a ChaCha20 stream (RFC 8439), keyed by the operating system's entropy. Every release draws from one.
 * After fork() a child process takes a new key before its first draw.
 * The samplers are for experts. They are exact: each integer has the probability that its formula states.
 * The total variation distance from the formula is below 2^-900 a draw (src/random/PROOFS.md).
 * It does not depend on the machine's floating-point arithmetic. No sampler returns a rounded double.
 * A draw by itself is not a private release. dpcvx/mechanism.h has private releases.
 * The time that a draw takes depends on what is drawn.
 *
 * Example: a stream, and three draws of exact noise.
 *
 *     dpcvx_error err;
 *     dpcvx_rng *rng;
 *     int64_t noise[3];
 *     if (dpcvx_rng_create(&rng, &err) != DPCVX_OK ||
 *         dpcvx_rng_draw_discrete_gaussian(rng, 10.0, noise, 3, &err) != DPCVX_OK)
 *       fprintf(stderr, "%s\n", err.message);
 *     else
 *       printf("%lld %lld %lld\n", (long long)noise[0], (long long)noise[1], (long long)noise[2]);
 *     dpcvx_rng_destroy(rng);
 *
 * For every function
 *  - Counts n are integers in [0, 2^48]. `out` may be NULL where n = 0.
 *  - A real parameter stands for the exact value of the double.
 *  - A parameter out of its range is DPCVX_ERR_ARGUMENT.
 *  - A draw is DPCVX_ERR_ENTROPY if its stream needed a new key and could not get one. Nothing is written then.
 *    A stream needs a new key in a child process, and after 2^36 bytes.
 *  - Threads: one rng belongs to one thread at a time.
 */
#ifndef DPCVX_RANDOM_H
#define DPCVX_RANDOM_H

#include <dpcvx/base.h>

DPCVX_BEGIN_DECLS

/* Holds a stream of random bits. */
typedef struct dpcvx_rng dpcvx_rng;

/* Creates a stream that is keyed by the operating system.
 * Errors: DPCVX_ERR_ENTROPY if the operating system gives no entropy.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_create(dpcvx_rng **out, dpcvx_error *err);

/* Creates a stream from a seed, for tests. NOT PRIVATE.
 * The bits are a function of the seed alone, the same on every machine.
 * Budgets, guarantees and reports of releases that drew from it carry "random source: deterministic, NOT PRIVATE".
 * Requires: 1 to 32 bytes of seed, which are padded with zeros.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_create_deterministic(const void *seed, size_t seed_bytes, dpcvx_rng **out,
                                                      dpcvx_error *err);

/* Frees a stream and erases its key. Since 0.1. */
DPCVX_API void dpcvx_rng_destroy(dpcvx_rng *rng);

/* Sets *deterministic to 1 for a stream made from a seed, and to 0 for one keyed by entropy. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_is_deterministic(const dpcvx_rng *rng, int32_t *deterministic, dpcvx_error *err);

/* For experts: raw draws. */

/* Writes `bytes` bytes of the stream into `out`. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_draw_bytes(dpcvx_rng *rng, void *out, size_t bytes, dpcvx_error *err);

/* Draws n independent integers, uniform on {0, ..., bound - 1}.
 * Requires: 1 <= bound <= 2^63 - 1.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_draw_uniform(dpcvx_rng *rng, int64_t bound, int64_t *out, int64_t n, dpcvx_error *err);

/* Draws n independent bits: 1 with probability exp(-x), else 0.
 * Source: the law of Canonne, Kamath and Steinke 2020, Algorithm 1.
 * Requires: x >= 0, finite.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_draw_bernoulli_exp(dpcvx_rng *rng, double x, int32_t *out, int64_t n,
                                                    dpcvx_error *err);

/* Draws n independent integers of the discrete Laplace law:
 *
 *   Pr[k] proportional to exp(-|k| / scale)
 *
 * Source: Ghosh, Roughgarden and Sundararajan 2009, the noise of the geometric mechanism.
 * Requires: 2^-10 <= scale <= 2^50.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_draw_discrete_laplace(dpcvx_rng *rng, double scale, int64_t *out, int64_t n,
                                                       dpcvx_error *err);

/* Draws n independent integers of the discrete Gaussian law:
 *
 *   Pr[k] proportional to exp(-k^2 / (2 sigma^2))
 *
 * Source: Canonne, Kamath and Steinke 2020.
 * Requires: 2^-5 <= sigma <= 2^50.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_draw_discrete_gaussian(dpcvx_rng *rng, double sigma, int64_t *out, int64_t n,
                                                        dpcvx_error *err);

/* Draws n independent integers of the rounded Gaussian law: round(sigma Z), Z standard normal with law Phi.
 *
 *   Pr[k] = Phi((k + 1/2) / sigma) - Phi((k - 1/2) / sigma)
 *
 * Requires: 2^-5 <= sigma <= 2^50.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_draw_rounded_gaussian(dpcvx_rng *rng, double sigma, int64_t *out, int64_t n,
                                                       dpcvx_error *err);

/* Draws n independent integers on {0, ..., 2 kappa} of the truncated shifted discrete Laplace law:
 *
 *   Pr[k] proportional to exp(-epsilon |k - kappa|)
 *
 * Requires: 0 < epsilon <= 2^10, 0 <= kappa <= 2^40.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_draw_truncated_discrete_laplace(dpcvx_rng *rng, double epsilon, int64_t kappa,
                                                                 int64_t *out, int64_t n, dpcvx_error *err);

/* Computes the least kappa whose truncated shifted discrete Laplace law has ends of probability at most delta:
 *
 *   Pr[0] = Pr[2 kappa] <= delta
 *
 * Result: *kappa, which is the least or one more. It is one more only where 2048 bits do not decide.
 * Result: *edge_probability, that probability rounded up. The pointer may be NULL.
 * Requires: 0 < epsilon <= 2^10, 0 < delta < 1.
 * Errors: DPCVX_ERR_ARGUMENT if delta is so small that kappa would exceed 2^40.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_truncated_discrete_laplace_kappa(double epsilon, double delta, int64_t *kappa,
                                                              double *edge_probability, dpcvx_error *err);

DPCVX_END_DECLS

#endif
