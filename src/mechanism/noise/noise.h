// Additive noise. A plan is made from public numbers and may fail. Adding the noise cannot fail.
#ifndef DPCVX_MECHANISM_NOISE_NOISE_H_
#define DPCVX_MECHANISM_NOISE_NOISE_H_

#include "mechanism/noise/lattice.h"
#include "random/strip_sampler.h"

namespace dpcvx::mechanism {

struct NoisePlan {
  Lattice lattice;         // the integers themselves for integer releases
  double sensitivity = 0;  // after rounding, in steps
  double scale = 0;        // in steps: sigma, or the scale of Laplace noise
  random::StripSampler sampler;
};

// Returns the noise's scale in the units of the values, exactly.
inline double noise_scale(const NoisePlan &plan) { return plan.scale * plan.lattice.step(); }

// Plans rounded Gaussian noise with sensitivity / scale <= mu: round(scale Z) added to a lattice point is the rounding
// of the real Gaussian mechanism there, hence mu-GDP with no slack. `step` is the option, 0 for the default.
dpcvx_status plan_gaussian(double mu, double l2_sensitivity, size_t n, double step, NoisePlan &plan, Error &error);

// Plans rounded Gaussian noise on integers, with no rounding in the sensitivity.
dpcvx_status plan_integer_gaussian(double mu, double l2_sensitivity, NoisePlan &plan, Error &error);

// Plans discrete Laplace noise with sensitivity / scale <= epsilon.
dpcvx_status plan_laplace(double epsilon, double l1_sensitivity, size_t n, double step, NoisePlan &plan, Error &error);

// Plans discrete Gaussian noise on integers with sensitivity^2 / (2 scale^2) <= rho (Canonne, Kamath and Steinke 2020,
// Theorem 14 for vectors).
dpcvx_status plan_discrete_gaussian(double rho, double l2_sensitivity, NoisePlan &plan, Error &error);

// Plans discrete Laplace noise on integers with sensitivity / scale <= epsilon.
dpcvx_status plan_discrete_laplace(double epsilon, int64_t l1_sensitivity, NoisePlan &plan, Error &error);

// Computes out = the lattice point nearest to each value, plus noise; `out` may be `values`.
void add_noise(random::Rng &rng, const NoisePlan &plan, const double *values, size_t n, double *out);
// Computes out = the double nearest to the lattice point of values plus noise, both modulo 2^64: a function of the
// exact sum of what `values` are the remainders of and the noise. So remainders are as private as that sum (PROOFS.md).
void add_noise_modulo(random::Rng &rng, const NoisePlan &plan, const uint64_t *values, size_t n, double *out);
// Computes out = values plus noise, saturating at the ends of int64.
void add_noise(random::Rng &rng, const NoisePlan &plan, const int64_t *values, size_t n, int64_t *out);

}  // namespace dpcvx::mechanism

#endif
