#include "base/error.h"
#include "numeric/margins.h"
#include "optimize/bundle.h"

#include <algorithm>

namespace dpcvx::optimize {

dpcvx_status Bundle::prepare(const Problem &problem, Error &error) {
  d_ = problem.dimension();
  const size_t d = static_cast<size_t>(d_), most = static_cast<size_t>(kMaxCuts);
  size_t all;
  if (!checked_multiply(d, most, &all) || !slopes_.allocate(all) || !places_.allocate(all) || !levels_.allocate(most) ||
      !inner_.allocate(most) || !weights_.allocate(most) || !now_.allocate(most) || !gradient_.allocate(d) ||
      !mean_slope_.allocate(d) || !mean_place_.allocate(d) || !free_.allocate(d) || !nearest_.allocate(d) ||
      !best_place_.allocate(d))
    return error.nomem("a bundle of subgradients");
  return DPCVX_OK;
}

// The means by the weights, and the minimiser of the cut that they make plus the quadratic.
void Bundle::aggregate() {
  std::fill(mean_slope_.begin(), mean_slope_.end(), 0.0);
  std::fill(mean_place_.begin(), mean_place_.end(), 0.0);
  for (int64_t i = 0; i < count_; ++i) {
    const double weight = weights_[static_cast<size_t>(i)];
    if (weight == 0) continue;
    for (int64_t j = 0; j < d_; ++j) {
      mean_slope_[static_cast<size_t>(j)] += weight * slope(i)[j];
      mean_place_[static_cast<size_t>(j)] += weight * place(i)[j];
    }
  }
  for (size_t j = 0; j < free_.size(); ++j) free_[j] = -mean_slope_[j] / mu_;
  problem_->project(free_.data(), nearest_.data());
}

// A cut without weight goes; where all have some, the two lightest become one.
void Bundle::make_room() {
  if (count_ < kMaxCuts) return;
  int64_t first = 0, second = 1;
  for (int64_t i = 1; i < count_; ++i) {
    const double weight = weights_[static_cast<size_t>(i)];
    if (weight < weights_[static_cast<size_t>(first)])
      second = first, first = i;
    else if (second == first || weight < weights_[static_cast<size_t>(second)])
      second = i;
  }
  const size_t gone = static_cast<size_t>(first), kept = static_cast<size_t>(second);
  const double whole = weights_[gone] + weights_[kept], part = whole > 0 ? weights_[gone] / whole : 0;
  if (part > 0) {
    for (int64_t j = 0; j < d_; ++j) {
      slope(second)[j] += part * (slope(first)[j] - slope(second)[j]);
      place(second)[j] += part * (place(first)[j] - place(second)[j]);
    }
    levels_[kept] += part * (levels_[gone] - levels_[kept]);
    inner_[kept] += part * (inner_[gone] - inner_[kept]);
    weights_[kept] = whole;
  }
  --count_;
  std::copy(slope(count_), slope(count_) + d_, slope(first));
  std::copy(place(count_), place(count_) + d_, place(first));
  levels_[gone] = levels_[static_cast<size_t>(count_)];
  inner_[gone] = inner_[static_cast<size_t>(count_)];
  weights_[gone] = weights_[static_cast<size_t>(count_)];
}

void Bundle::add_cut(double value, const double *point) {
  make_room();
  const size_t at = static_cast<size_t>(count_);
  std::copy(gradient_.begin(), gradient_.end(), slope(count_));
  std::copy(point, point + d_, place(count_));
  inner_[at] = dot(gradient_.data(), point, d_);
  levels_[at] = value - inner_[at];
  weights_[at] = count_ == 0 ? 1 : 0;
  ++count_;
}

// The weights that make the least of the greatest cut plus quadratic: its dual by pairs. Weight moves from the lowest
// cut that has some to the highest, by the step that the quadratic's curvature allows.
void Bundle::weigh() {
  aggregate();
  for (int64_t round = 0; round < 20 * count_; ++round) {
    size_t high = 0, low = static_cast<size_t>(count_);
    for (int64_t i = 0; i < count_; ++i) {
      const size_t at = static_cast<size_t>(i);
      now_[at] = levels_[at] + dot(slope(i), nearest_.data(), d_);
      if (now_[at] > now_[high]) high = at;
      if (weights_[at] > 0 && (low == static_cast<size_t>(count_) || now_[at] < now_[low])) low = at;
    }
    const double rise = now_[high] - now_[low];
    const double apart = distance_above(slope(static_cast<int64_t>(high)), slope(static_cast<int64_t>(low)), d_);
    if (!(rise > 0x1p-48 * std::fabs(now_[high])) || !(apart > 0)) return;
    const double moved = std::min(weights_[low], mu_ * rise / (apart * apart));
    if (!(moved > 0)) return;
    weights_[low] -= moved;
    weights_[high] += moved;
    aggregate();
  }
}

// For any weights f(x) >= f(w) + <g, x - w> - slack with g the mean slope, at the mean place w, where slack is the sum
// of weights <g_i, w_i - w> (f is convex) and no value of f is needed; and at the best place w, where slack is f(w)
// less the mean cut there. The lesser gap counts.
Certificate Bundle::certify(const double **at) {
  double product = 0, level = 0, magnitude = 0, total = 0, steep = 0, far = norm_above(best_place_.data(), d_);
  for (int64_t i = 0; i < count_; ++i) {
    const double weight = weights_[static_cast<size_t>(i)], size = norm_above(place(i), d_);
    if (weight == 0) continue;
    total += weight;
    product += weight * inner_[static_cast<size_t>(i)];
    level += weight * levels_[static_cast<size_t>(i)];
    magnitude += weight * norm_above(slope(i), d_) * size;
    steep += weight * (norm_above(slope(i), d_) + mu_ * size);
    far = std::max(far, size);
  }
  const double ulps = (2 * static_cast<double>(d_) + 2 * kMaxCuts + 64) * 0x1p-52 + 2 * std::fabs(1 - total);
  const double error = problem_->subgradient_error(steep) + ulps * steep, lost = problem_->subgradient_slack(far);
  double slack = std::max(0.0, product - dot(mean_slope_.data(), mean_place_.data(), d_)) + magnitude * ulps;
  const double mean = slack + model_gap(*problem_, mu_, mean_place_.data(), free_.data(), nearest_.data(), error);
  slack = std::max(0.0, best_value_ - level - dot(mean_slope_.data(), best_place_.data(), d_)) +
          (magnitude + std::fabs(level) + steep * far) * ulps + problem_->value_error(max_value_, far);
  const double best = slack + model_gap(*problem_, mu_, best_place_.data(), free_.data(), nearest_.data(), error);
  *at = best < mean ? best_place_.data() : mean_place_.data();
  Certificate reached;
  reached.gap = numeric::up_some(std::min(mean, best) + lost);
  reached.distance = distance_of_gap(reached.gap, mu_) + problem_->projection_error();
  return reached;
}

void Bundle::run(Problem &problem, double tolerance, PassCounter &meter, double *w, Certificate *best) {
  problem_ = &problem;
  mu_ = problem.convexity();
  count_ = 0;
  max_value_ = 0;
  double lowest = INFINITY;
  std::copy(w, w + d_, nearest_.data());
  while (!(best->distance <= tolerance) && meter.take(1)) {
    const double whole = problem.value(nearest_.data(), gradient_.data());
    const double value = whole - 0.5 * mu_ * dot(nearest_.data(), nearest_.data(), d_);
    max_value_ = std::max(max_value_, std::fabs(whole) + std::fabs(value));
    if (whole < lowest) {
      lowest = whole;
      best_value_ = value;
      std::copy(nearest_.begin(), nearest_.end(), best_place_.data());
    }
    for (size_t j = 0; j < gradient_.size(); ++j) gradient_[j] -= mu_ * nearest_[j];
    add_cut(value, nearest_.data());
    weigh();
    const double *at = nullptr;
    const Certificate reached = certify(&at);
    if (!(reached.distance < best->distance)) continue;
    *best = reached;
    std::copy(at, at + d_, w);
  }
}

}  // namespace dpcvx::optimize
