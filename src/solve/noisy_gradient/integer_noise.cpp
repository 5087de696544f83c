#include "solve/noisy_gradient/integer_noise.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "numeric/directed.h"
#include "solve/core/integer_bits.h"

namespace dpcvx::solve {

namespace {

using numeric::floor_log2;

constexpr double kClipShare = 1 - 0x1p-20;
constexpr int kBitsOfRounding = 21;  // h <= 2^-21 C / sqrt(d)

}  // namespace

model::Clip clip_before_rounding(const Figures &figures) {
  return {figures.clip * kClipShare, figures.own.as<GradientFigures>().drop};
}

dpcvx_status plan_integer_noise(double mu, double sensitivity, Proposal *proposal, Error &error) {
  const model::Objective &objective = *proposal->objective;
  const int bits = bits_of_unit(static_cast<double>(objective.units()), mu);
  if (!(static_cast<double>(objective.dimension()) <= std::ldexp(1.0, 2 * (bits - kBitsOfRounding))))
    return proposal->refuse(
        "sums of 64 bits leave %s bits to the gradient of a unit, too few for %s coefficients; fewer nominal units, "
        "fewer steps, a larger price or fewer coefficients help",
        show(static_cast<int64_t>(std::max(bits, 0))).text, show(objective.dimension()).text);
  const int exponent = floor_log2(proposal->clip) - bits;
  if (exponent < kMinStepExponent || exponent > kMaxStepExponent)
    return proposal->refuse("its clipping norm %s is out of the range of lattices", show(proposal->clip).text);
  mechanism::NoisePlan &noise = proposal->noise_plan;
  noise.lattice = mechanism::Lattice(exponent);
  return mechanism::plan_integer_gaussian(mu, noise.lattice.steps_up(sensitivity), noise, error);
}

}  // namespace dpcvx::solve
