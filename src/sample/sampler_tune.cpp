// A start and a step from the data: rounds without noise, and the trace of the Hessian where they end. Not private.
#include <algorithm>

#include "base/error.h"
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

// The length of steps along a gradient: the first, cut to what successive gradients show descent to bear, but at
// corners not to nothing.
class StepLength {
 public:
  // Two arrays of `dimension` entries to work in.
  StepLength(double first, double least, double *point, double *slope, int64_t dimension)
      : length_(first), least_(std::min(first, least)), point_(point), slope_(slope), dimension_(dimension) {}

  double length() const { return length_; }
  // Whether it is shorter, now that the gradient at v is known.
  bool learn(const double *v, const double *slope) {
    double apart = 0, turned = 0;
    for (int64_t j = 0; known_ && j < dimension_; ++j) {
      apart = std::hypot(apart, v[j] - point_[j]);
      turned = std::hypot(turned, slope[j] - slope_[j]);
    }
    known_ = true;
    std::copy(v, v + dimension_, point_);
    std::copy(slope, slope + dimension_, slope_);
    if (!(turned * length_ > apart) || length_ <= least_) return false;
    length_ = std::max(apart / turned, least_);
    return true;
  }

 private:
  double length_, least_;
  double *point_, *slope_;
  int64_t dimension_;
  bool known_ = false;
};

}  // namespace

// The gradient of V without its walls.
void Sampler::slope_at(const double *v, double *gradient, double *slope) {
  const size_t d = middle_.size();
  for (size_t j = 0; j < d; ++j) slope[j] = target_.precision * (v[j] - middle_[j]);
  for (int32_t i = 0; i < target_.count; ++i) {
    target_.parts[i]->linearize(v, gradient);
    for (size_t j = 0; j < d; ++j) slope[j] += gradient[j];
  }
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

dpcvx_status Sampler::tune(int64_t max_rounds, double *start, double *eta, Error &error) {
  const int64_t d = dimension();
  const size_t size = static_cast<size_t>(d);
  Buffer<double> memory;
  if (size > SIZE_MAX / 16 || !memory.allocate(7 * size)) return error.nomem("a sampler's tuning");
  double *const x = memory.data(), *const previous = x + d, *const momentum = previous + d,
                *const gradient = momentum + d, *const slope = gradient + d;
  std::copy(start_.begin(), start_.end(), x);
  std::copy(start_.begin(), start_.end(), momentum);
  // Near enough: a tenth of how far the target itself spreads.
  const double m = target_.convexity, near = 0.1 * std::sqrt(static_cast<double>(d) / std::max(m, 0x1p-500));
  // A chain's own step may be longer than what descent bears.
  StepLength step_length(1 / (target_.precision + 1 / schedule_.eta), chosen_step(roughness()) / 16, slope + d,
                         slope + 2 * d, d);
  double weight = 1;
  for (int64_t round = 0; round < max_rounds; ++round) {
    slope_at(momentum, gradient, slope);
    if (step_length.learn(momentum, slope)) weight = 1;
    const double length = step_length.length();
    double moved = 0;
    std::copy(x, x + d, previous);
    for (int64_t j = 0; j < d; ++j) x[j] = momentum[j] - length * slope[j];
    if (target_.domain != nullptr) target_.domain->project(x, x, d);
    for (int64_t j = 0; j < d; ++j) moved = std::hypot(moved, x[j] - momentum[j]);
    if (!(moved < INFINITY)) {  // out of the range of doubles: the point before
      std::copy(previous, previous + d, x);
      break;
    }
    if (moved <= near * m * length) break;
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
