#include "mechanism/sparse_vector/above_threshold.h"

#include <algorithm>

#include "base/error.h"
#include "base/machine/memory.h"
#include "numeric/directed.h"

namespace dpcvx::mechanism {

using numeric::above;
using numeric::below_positive;

namespace {

constexpr double kMaxScale = 0x1p50;
constexpr double kMinScale = 0x1p-10;

int64_t draw(random::Rng &rng, const random::StripSampler &sampler) {
  int64_t noise;
  sampler.draw(rng, &noise, 1);
  return noise;
}

}  // namespace

dpcvx_status AboveThreshold::plan(double epsilon, double threshold, double sensitivity, int64_t max_above, double step,
                                  Error &error) {
  const double count = above(static_cast<double>(max_above));
  const double for_threshold = epsilon / (1 + std::cbrt(4 * count * count));
  const double for_answers = below_positive(epsilon - for_threshold);
  const double wanted = std::max(sensitivity * Lattice::kDefaultShare, 2 * count * sensitivity / for_answers * 0x1p-48);
  DPCVX_TRY(lattice_.choose(step, wanted, error));
  sensitivity_ = std::ceil(lattice_.steps_up(sensitivity));
  threshold_scale_ = std::max(above(sensitivity_ / for_threshold), kMinScale);
  answer_scale_ = std::max(above(above(2 * count * sensitivity_) / for_answers), kMinScale);
  if (!(threshold_scale_ <= kMaxScale && answer_scale_ <= kMaxScale))
    return error.argument(
        "sensitivity", sensitivity,
        "one for which the noise of this price is at most 2^50 lattice steps (a larger step or price, "
        "or fewer positive answers, helps)");
  threshold_ = lattice_.place(threshold);
  remaining_ = max_above;
  answer_noise_.set_discrete_laplace(answer_scale_);
  return DPCVX_OK;
}

void AboveThreshold::start(random::Rng &rng) {
  random::StripSampler sampler;
  sampler.set_discrete_laplace(threshold_scale_);
  threshold_noise_ = draw(rng, sampler);
}

bool AboveThreshold::ask(random::Rng &rng, double value) {
  // In 128 bits: sums that saturate would not shift as the proof needs.
  using Wide = __int128;
  const Wide noisy_value = static_cast<Wide>(lattice_.place(value)) + draw(rng, answer_noise_);
  const bool above = noisy_value >= static_cast<Wide>(threshold_) + threshold_noise_;
  if (above && --remaining_ == 0) secure_zero(&threshold_noise_, sizeof(threshold_noise_));
  return above;
}

}  // namespace dpcvx::mechanism
