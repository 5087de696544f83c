#include "solve/perturbation/linear_term.h"

#include <algorithm>
#include <cmath>

#include "base/machine/memory.h"
#include "numeric/directed.h"
#include "numeric/margins.h"
#include "random/bernoulli.h"

namespace dpcvx::solve {

namespace {

// So fine that clipped draws are still exact in doubles: 36 * 2^47 and 630 * 2^43 are below 2^53.
constexpr int kGaussianBits = 46, kLaplaceBits = 42;
constexpr double kMaxDeviations = 36, kMaxScales = 630;
constexpr size_t kChunk = 256;

// floor(|X| / h) of a Laplace X is geometric, as a discrete Laplace draw is where it is not negative; the middle of the
// cell stands for all of it, and the sign is another coin.
double laplace_steps(random::Rng &rng, const random::StripSampler &sampler) {
  int64_t k;
  do sampler.draw(rng, &k, 1);
  while (k < 0);
  const double size = static_cast<double>(k) + 0.5;
  k = 0;
  return random::coin(rng) ? size : -size;
}

}  // namespace

void plan_linear_term(bool laplace, double scale, mechanism::NoisePlan *plan) {
  const int exponent = numeric::floor_log2(scale) - (laplace ? kLaplaceBits : kGaussianBits);
  plan->lattice = mechanism::Lattice(exponent);
  plan->scale = std::ldexp(scale, -exponent);
  if (laplace)
    plan->sampler.set_discrete_laplace(plan->scale);
  else
    plan->sampler.set_rounded_gaussian(plan->scale);
}

double max_linear_term_entry(bool laplace, double scale) { return (laplace ? kMaxScales : kMaxDeviations) * scale; }

double max_linear_term_norm(bool laplace, double scale, double d, double n) {
  return numeric::up_some(std::sqrt(d) * max_linear_term_entry(laplace, scale) / n);
}

double linear_term_error(bool laplace, const mechanism::NoisePlan &plan, double d) {
  // Half a cell, and what the division by n loses.
  const double entry = plan.lattice.step() / 2 + 0x1p-52 * max_linear_term_entry(laplace, mechanism::noise_scale(plan));
  return std::sqrt(d) * entry * (1 + 0x1p-40);
}

void draw_linear_term(random::Rng &rng, bool laplace, const mechanism::NoisePlan &plan, double n, double *out,
                      size_t d) {
  const double step = plan.lattice.step(), most = max_linear_term_entry(laplace, mechanism::noise_scale(plan));
  int64_t steps[kChunk];
  for (size_t done = 0; done < d;) {
    const size_t size = std::min(kChunk, d - done);
    if (!laplace) plan.sampler.draw(rng, steps, size);
    for (size_t i = 0; i < size; ++i, ++done) {
      const double drawn = (laplace ? laplace_steps(rng, plan.sampler) : static_cast<double>(steps[i])) * step;
      out[done] = std::max(-most, std::min(most, drawn)) / n;
    }
  }
  secure_zero(steps, sizeof(steps));
}

}  // namespace dpcvx::solve
