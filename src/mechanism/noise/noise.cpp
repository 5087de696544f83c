#include "mechanism/noise/noise.h"

#include <algorithm>

#include "base/error.h"
#include "base/machine/memory.h"
#include "numeric/directed.h"

namespace dpcvx::mechanism {

using numeric::above;
using numeric::below_positive;

namespace {

constexpr double kMaxScale = 0x1p50;          // what the samplers take
constexpr double kMinGaussianScale = 0x1p-5;  // less noise than these is raised to them
constexpr double kMinLaplaceScale = 0x1p-10;
constexpr double kDefaultMostScale = 0x1p48;  // what a default step leaves of it
constexpr size_t kChunk = 512;

dpcvx_status set_scale(double scale, double least, const char *name, double sensitivity, NoisePlan &plan,
                       Error &error) {
  if (!(scale <= kMaxScale))
    return error.argument(
        name, sensitivity,
        "one for which the noise of this price is at most 2^50 lattice steps (a larger step or price, "
        "or fewer values, helps)");
  plan.scale = std::max(scale, least);
  return DPCVX_OK;
}

// The greatest step whose rounding costs at most kDefaultShare of the sensitivity, but no step so small that the noise
// would pass kDefaultMostScale steps.
double wanted_step(double sensitivity, double rounding, double budget) {
  return std::max(sensitivity * Lattice::kDefaultShare / rounding, sensitivity / budget / kDefaultMostScale);
}

}  // namespace

dpcvx_status plan_gaussian(double mu, double l2_sensitivity, size_t n, double step, NoisePlan &plan, Error &error) {
  const double wanted = wanted_step(l2_sensitivity, std::sqrt(static_cast<double>(std::max(n, size_t{1}))), mu);
  DPCVX_TRY(plan.lattice.choose(step, wanted, error));
  plan.sensitivity = rounded_l2(plan.lattice.steps_up(l2_sensitivity), n);
  DPCVX_TRY(set_scale(above(plan.sensitivity / mu), kMinGaussianScale, "l2_sensitivity", l2_sensitivity, plan, error));
  plan.sampler.set_rounded_gaussian(plan.scale);
  return DPCVX_OK;
}

dpcvx_status plan_integer_gaussian(double mu, double l2_sensitivity, NoisePlan &plan, Error &error) {
  plan.sensitivity = l2_sensitivity;
  DPCVX_TRY(set_scale(above(l2_sensitivity / mu), kMinGaussianScale, "l2_sensitivity", l2_sensitivity, plan, error));
  plan.sampler.set_rounded_gaussian(plan.scale);
  return DPCVX_OK;
}

dpcvx_status plan_laplace(double epsilon, double l1_sensitivity, size_t n, double step, NoisePlan &plan, Error &error) {
  const double wanted = wanted_step(l1_sensitivity, static_cast<double>(std::max(n, size_t{1})), epsilon);
  DPCVX_TRY(plan.lattice.choose(step, wanted, error));
  plan.sensitivity = rounded_l1(plan.lattice.steps_up(l1_sensitivity), n);
  DPCVX_TRY(
      set_scale(above(plan.sensitivity / epsilon), kMinLaplaceScale, "l1_sensitivity", l1_sensitivity, plan, error));
  plan.sampler.set_discrete_laplace(plan.scale);
  return DPCVX_OK;
}

dpcvx_status plan_discrete_gaussian(double rho, double l2_sensitivity, NoisePlan &plan, Error &error) {
  plan.sensitivity = l2_sensitivity;
  const double scale = above(l2_sensitivity / below_positive(std::sqrt(below_positive(2 * rho))));
  DPCVX_TRY(set_scale(scale, kMinGaussianScale, "l2_sensitivity", l2_sensitivity, plan, error));
  plan.sampler.set_discrete_gaussian(plan.scale);
  return DPCVX_OK;
}

dpcvx_status plan_discrete_laplace(double epsilon, int64_t l1_sensitivity, NoisePlan &plan, Error &error) {
  plan.sensitivity = static_cast<double>(l1_sensitivity);
  const double scale = above(above(plan.sensitivity) / epsilon);
  DPCVX_TRY(set_scale(scale, kMinLaplaceScale, "l1_sensitivity", plan.sensitivity, plan, error));
  plan.sampler.set_discrete_laplace(plan.scale);
  return DPCVX_OK;
}

void add_noise(random::Rng &rng, const NoisePlan &plan, const double *values, size_t n, double *out) {
  int64_t noise[kChunk];
  for (size_t done = 0; done < n;) {
    const size_t size = std::min(kChunk, n - done);
    plan.sampler.draw(rng, noise, size);
    for (size_t i = 0; i < size; ++i, ++done)
      out[done] = plan.lattice.value(saturating_add(plan.lattice.place(values[done]), noise[i]));
  }
  secure_zero(noise, std::min(kChunk, n) * sizeof(noise[0]));
}

void add_noise_modulo(random::Rng &rng, const NoisePlan &plan, const uint64_t *values, size_t n, double *out) {
  int64_t noise[kChunk];
  for (size_t done = 0; done < n;) {
    const size_t size = std::min(kChunk, n - done);
    plan.sampler.draw(rng, noise, size);
    for (size_t i = 0; i < size; ++i, ++done)
      out[done] = plan.lattice.value(static_cast<int64_t>(values[done] + static_cast<uint64_t>(noise[i])));
  }
  secure_zero(noise, std::min(kChunk, n) * sizeof(noise[0]));
}

void add_noise(random::Rng &rng, const NoisePlan &plan, const int64_t *values, size_t n, int64_t *out) {
  int64_t noise[kChunk];
  for (size_t done = 0; done < n;) {
    const size_t size = std::min(kChunk, n - done);
    plan.sampler.draw(rng, noise, size);
    for (size_t i = 0; i < size; ++i, ++done) out[done] = saturating_add(values[done], noise[i]);
  }
  secure_zero(noise, std::min(kChunk, n) * sizeof(noise[0]));
}

}  // namespace dpcvx::mechanism
