/* dpcvx/random.h: random bits and exact integer noise.
 *
 * A dpcvx_rng is a ChaCha20 stream (RFC 8439) keyed by the operating system's entropy; a child process after fork()
 * takes a new key before its first draw. The samplers are exact: each integer comes out with the probability its
 * formula states (to a total variation below 2^-900 a draw; src/random/PROOFS.md), whatever the machine's
 * floating-point arithmetic does. They never return a rounded double, and drawing from them is not by itself a private
 * release: see dpcvx/mechanism.h for those. The time a draw takes depends on what is drawn.
 *
 * Counts n are integers in [0, 2^48]; out may be NULL where n = 0.
 *
 * Errors: DPCVX_ERR_ARGUMENT for a parameter out of its range; DPCVX_ERR_ENTROPY from a draw whose stream had to be
 * keyed anew (in a child process; after 2^36 bytes) and could not. Nothing is written then.
 *
 * One rng belongs to one thread at a time.
 */
#ifndef DPCVX_RANDOM_H
#define DPCVX_RANDOM_H

#include <dpcvx/base.h>

DPCVX_BEGIN_DECLS

/* A stream of random bits. */
typedef struct dpcvx_rng dpcvx_rng;

/* A stream keyed from the operating system. DPCVX_ERR_ENTROPY when it gives no entropy. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_create(dpcvx_rng **out, dpcvx_error *err);

/* NOT PRIVATE, for tests: a stream that is a function of the seed alone (1 to 32 bytes, padded with zeros), the same
 * bits on every machine. Whatever it touches says so: budgets charged for a release drawn from it, guarantees and
 * reports carry "random source: deterministic, NOT PRIVATE". Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_create_deterministic(const void *seed, size_t seed_bytes, dpcvx_rng **out,
                                                      dpcvx_error *err);

/* Frees a stream; its key is erased. Since 0.1. */
DPCVX_API void dpcvx_rng_destroy(dpcvx_rng *rng);

/* *deterministic = 1 for a stream made from a seed, 0 for one keyed from entropy. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_is_deterministic(const dpcvx_rng *rng, int32_t *deterministic, dpcvx_error *err);

/* `bytes` bytes of the stream into out. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_draw_bytes(dpcvx_rng *rng, void *out, size_t bytes, dpcvx_error *err);

/* n independent integers uniform on {0, ..., bound - 1}; 1 <= bound <= 2^63 - 1. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_draw_uniform(dpcvx_rng *rng, int64_t bound, int64_t *out, int64_t n, dpcvx_error *err);

/* n independent draws of 1 with probability exp(-x), else 0 (what Algorithm 1 of Canonne, Kamath and Steinke 2020
 * draws); x is the exact value of the double, 0 <= x, finite. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_draw_bernoulli_exp(dpcvx_rng *rng, double x, int32_t *out, int64_t n,
                                                    dpcvx_error *err);

/* n independent integers with Pr[k] proportional to exp(-|k| / scale); scale is the exact value of the double,
 * 2^-10 <= scale <= 2^50 (Ghosh, Roughgarden and Sundararajan 2009: the geometric mechanism's noise). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_draw_discrete_laplace(dpcvx_rng *rng, double scale, int64_t *out, int64_t n,
                                                       dpcvx_error *err);

/* n independent integers with Pr[k] proportional to exp(-k^2 / (2 sigma^2)) (the discrete Gaussian of Canonne, Kamath
 * and Steinke 2020); sigma is the exact value of the double, 2^-5 <= sigma <= 2^50. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_draw_discrete_gaussian(dpcvx_rng *rng, double sigma, int64_t *out, int64_t n,
                                                        dpcvx_error *err);

/* n independent integers round(sigma Z), Z standard normal: Pr[k] = Phi((k + 1/2) / sigma) - Phi((k - 1/2) / sigma);
 * sigma is the exact value of the double, 2^-5 <= sigma <= 2^50. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_draw_rounded_gaussian(dpcvx_rng *rng, double sigma, int64_t *out, int64_t n,
                                                       dpcvx_error *err);

/* n independent integers on {0, ..., 2 kappa} with Pr[k] proportional to exp(-epsilon |k - kappa|): the truncated
 * shifted discrete Laplace law. 0 < epsilon <= 2^10, 0 <= kappa <= 2^40. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_rng_draw_truncated_discrete_laplace(dpcvx_rng *rng, double epsilon, int64_t kappa,
                                                                 int64_t *out, int64_t n, dpcvx_error *err);

/* The least kappa (or one more, where 2048 bits do not decide) for which the truncated shifted discrete Laplace law has
 * Pr[0] = Pr[2 kappa] <= delta, and that probability, rounded up, in *edge_probability (may be NULL). 0 < epsilon <=
 * 2^10, 0 < delta < 1; a delta so small that kappa would pass 2^40 is DPCVX_ERR_ARGUMENT. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_truncated_discrete_laplace_kappa(double epsilon, double delta, int64_t *kappa,
                                                              double *edge_probability, dpcvx_error *err);

DPCVX_END_DECLS

#endif
