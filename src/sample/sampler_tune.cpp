// A start and a step from the data: rounds without noise, and the trace of the Hessian where they end. Not private.
#include <algorithm>

#include "sample/sampler.h"

namespace dpcvx::sample {

namespace {

// Signs for random directions, the same in every run.
class Signs {
 public:
  double next() {
    state_ ^= state_ << 13, state_ ^= state_ >> 7, state_ ^= state_ << 17;
    return (state_ >> 32 & 1) != 0 ? 1 : -1;
  }

 private:
  uint64_t state_ = 0x9e3779b97f4a7c15;
};

}  // namespace

// x <- the round without noise from `previous` and its momentum; how far it moves.
double Sampler::step_without_noise(double *x, double *previous, double *momentum, double *gradient) {
  const int64_t d = dimension();
  const double variance = 1 / (target_.precision + 1 / schedule_.eta);
  std::fill(scratch_.begin(), scratch_.end(), 0.0);
  for (int32_t i = 0; i < target_.count; ++i) {
    target_.parts[i]->linearize(momentum, gradient);
    for (int64_t j = 0; j < d; ++j) scratch_[static_cast<size_t>(j)] += gradient[j];
  }
  std::copy(x, x + d, previous);
  for (int64_t j = 0; j < d; ++j) {
    const size_t at = static_cast<size_t>(j);
    x[j] = momentum[j] - variance * (scratch_[at] + target_.precision * (momentum[j] - middle_[at]));
  }
  if (target_.domain != nullptr) target_.domain->project(x, x, d);
  double moved = 0;
  for (int64_t j = 0; j < d; ++j) moved = std::hypot(moved, x[j] - momentum[j]);
  return moved;
}

// tr of the Hessian of the parts, in the mean of differences of gradients `width` apart in each coordinate
// (Hutchinson).
double Sampler::trace_at(const double *x, double width, double *work) {
  constexpr int kProbes = 16;
  const int64_t d = dimension();
  double *const here = work, *const there = work + d, *const point = work + 2 * d, *const sign = work + 3 * d;
  double sum = 0;
  Signs signs;
  for (int32_t i = 0; i < target_.count; ++i) {
    target_.parts[i]->linearize(x, here);
    for (int probe = 0; probe < kProbes; ++probe) {
      for (int64_t j = 0; j < d; ++j) sign[j] = signs.next(), point[j] = x[j] + width * sign[j];
      target_.parts[i]->linearize(point, there);
      for (int64_t j = 0; j < d; ++j) sum += sign[j] * (there[j] - here[j]) / (width * kProbes);
    }
  }
  return std::max(sum, 0.0);
}

dpcvx_status Sampler::tune(int64_t most_rounds, double *start, double *eta, Error &error) {
  const int64_t d = dimension();
  const size_t size = static_cast<size_t>(d);
  Buffer<double> memory;
  if (size > SIZE_MAX / 8 || !memory.allocate(4 * size)) return error.nomem("a sampler's tuning");
  double *const x = memory.data(), *const previous = x + d, *const momentum = previous + d,
                *const gradient = momentum + d;
  std::copy(start_.begin(), start_.end(), x);
  std::copy(start_.begin(), start_.end(), momentum);
  // Near enough: a tenth of how far the target itself spreads.
  const double m = target_.convexity, near = 0.1 * std::sqrt(static_cast<double>(d) / std::max(m, 0x1p-500));
  double weight = 1;
  for (int64_t round = 0; round < most_rounds; ++round) {
    const double moved = step_without_noise(x, previous, momentum, gradient);
    if (moved <= near * m * schedule_.eta / (1 + m * schedule_.eta)) break;
    // Momentum, given up where it leads uphill (O'Donoghue and Candes 2015).
    double uphill = 0;
    for (int64_t j = 0; j < d; ++j) uphill += (momentum[j] - x[j]) * (x[j] - previous[j]);
    weight = uphill > 0 ? 1 : weight;
    const double next = (1 + std::sqrt(1 + 4 * weight * weight)) / 2;
    for (int64_t j = 0; j < d; ++j) momentum[j] = x[j] + (weight - 1) / next * (x[j] - previous[j]);
    weight = next;
  }
  std::copy(x, x + d, start);
  // Differences as wide as the noise of a round, which the answer is to set.
  double step = schedule_.eta;
  for (int turn = 0; turn < 3; ++turn) {
    const double trace = trace_at(start, std::sqrt(step), memory.data());
    step = chosen_step(std::min(trace, roughness()));  // random differences may pass what is known
  }
  *eta = step;
  return DPCVX_OK;
}

}  // namespace dpcvx::sample
