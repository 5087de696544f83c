#include "optimize/quasi_newton.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numeric/vectors.h"

namespace dpcvx::optimize {

using numeric::add_multiple;

namespace {

// The relative error of a value: differences that rounding in sums over millions of records may hide. There only
// gradients still tell.
constexpr double kHidden = 0x1p-40;
constexpr double kMinLength = 0x1p-20;  // of a step, as a share of the way to the target

}  // namespace

dpcvx_status QuasiNewton::prepare(const Problem &problem, Error &error) {
  d_ = problem.dimension();
  const model::Objective &objective = problem.objective();
  confined_ = objective.domain() != nullptr || objective.has_l1();
  // A step on the model costs as much as 2 SecantPairs::kMost rows: so many that they take about as long as a pass.
  const int64_t rows = objective.linear() != nullptr ? objective.linear()->records() : 0;
  max_inner_ = std::clamp<int64_t>(rows / (2 * numeric::SecantPairs::kMost), 50, 1000);
  const size_t d = static_cast<size_t>(d_), none = 0;
  size_t all;
  if (!checked_multiply(d, static_cast<size_t>(numeric::SecantPairs::kMost), &all) || !pairs_.allocate(d_) ||
      !rises_.allocate(confined_ ? all : none) || !falls_.allocate(confined_ ? all : none) || !point_.allocate(d) ||
      !gradient_.allocate(d) || !next_.allocate(d) || !target_.allocate(d) || !trial_.allocate(d) ||
      !gradient_there_.allocate(d) || !step_.allocate(d) || !ahead_.allocate(d) || !bent_.allocate(d) ||
      !bent_ahead_.allocate(d) || !stepped_.allocate(d) || !bent_stepped_.allocate(d))
    return error.nomem("a quasi-Newton method");
  return DPCVX_OK;
}

// target = the model's minimiser over R^d (Nocedal 1980). False where it is not finite.
bool QuasiNewton::free_minimum() {
  std::copy(gradient_.begin(), gradient_.end(), step_.data());
  pairs_.solve(step_.data());
  for (size_t j = 0; j < target_.size(); ++j) target_[j] = point_[j] - step_[j];
  return numeric::all_finite(target_.data(), d_);
}

// out = the model of the oldest `pairs`, times x
void QuasiNewton::apply_model(int64_t pairs, const double *x, double *out) {
  for (int64_t j = 0; j < d_; ++j) out[j] = pairs_.scale() * x[j];
  for (int64_t i = 0; i < pairs; ++i) {
    add_multiple(dot(rise(i), x, d_), rise(i), out, d_);
    add_multiple(-dot(fall(i), x, d_), fall(i), out, d_);
  }
}

// Unrolls the updates B + y y' / <y, s> - B s (B s)' / <s, B s>.
void QuasiNewton::make_model() {
  for (int64_t i = 0; i < pairs_.count(); ++i) {
    const double *const s = pairs_.move(i), *const y = pairs_.turn(i);
    apply_model(i, s, fall(i));
    const double bent = std::sqrt(dot(s, fall(i), d_)), turned = std::sqrt(dot(s, y, d_));
    for (int64_t j = 0; j < d_; ++j) {
      fall(i)[j] = bent > 0 ? fall(i)[j] / bent : 0;
      rise(i)[j] = y[j] / turned;
    }
  }
}

// target = about the model's minimiser over the domain, by accelerated proximal steps from the point, restarted where
// they turn back (O'Donoghue and Candes 2015). What is multiplied by the model is multiplied once: the products of
// points ahead are sums of others.
void QuasiNewton::confined_minimum(Problem &problem) {
  constexpr double kEnough = 0.01;
  make_model();
  double steepness = pairs_.scale(), age = 1, first = 0;
  for (Buffer<double> *x : {&step_, &ahead_, &bent_, &bent_ahead_}) std::fill(x->begin(), x->end(), 0.0);
  for (int64_t inner = 0; inner < max_inner_; ++inner) {
    for (size_t j = 0; j < target_.size(); ++j)
      target_[j] = point_[j] + ahead_[j] - (gradient_[j] + bent_ahead_[j]) / steepness;
    problem.proximal(1 / steepness, target_.data());
    for (size_t j = 0; j < target_.size(); ++j) stepped_[j] = target_[j] - point_[j];
    apply_model(pairs_.count(), stepped_.data(), bent_stepped_.data());
    double bend = 0, squares = 0, against = 0;
    for (size_t j = 0; j < target_.size(); ++j) {
      const double moved = stepped_[j] - ahead_[j];
      bend += moved * (bent_stepped_[j] - bent_ahead_[j]);
      squares += moved * moved;
      against -= moved * (stepped_[j] - step_[j]);
    }
    if (bend > 1.0001 * steepness * squares) {
      steepness = std::max(2 * steepness, std::min(bend / squares, 16 * steepness));
      continue;
    }
    const double mapping = steepness * std::sqrt(squares);
    first = std::max(first, mapping);
    if (against > 0) age = 1;
    const double older = 0.5 * (1 + std::sqrt(1 + 4 * age * age)), momentum = against > 0 ? 0 : (age - 1) / older;
    age = older;
    for (size_t j = 0; j < target_.size(); ++j) {
      ahead_[j] = stepped_[j] + momentum * (stepped_[j] - step_[j]);
      bent_ahead_[j] = bent_stepped_[j] + momentum * (bent_stepped_[j] - bent_[j]);
    }
    step_.swap(stepped_);
    bent_.swap(bent_stepped_);
    if (!(mapping > kEnough * first)) break;
  }
  for (size_t j = 0; j < target_.size(); ++j) target_[j] = point_[j] + step_[j];
}

// The model's minimiser, or the plain step where there is no model yet.
void QuasiNewton::find_target(Problem &problem) {
  if (pairs_.count() == 0) {
    std::copy(next_.begin(), next_.end(), target_.data());
    return;
  }
  const bool found = free_minimum();
  if (!confined_) return;
  if (found && !problem.objective().has_l1()) {
    problem.project(target_.data(), trial_.data());
    if (std::equal(target_.begin(), target_.end(), trial_.begin())) return;
  }
  confined_minimum(problem);
}

// Shortens the way to the target until F falls. A convex function has fallen where it still falls; else values tell,
// and where rounding hides their difference the slope does (Hager and Zhang 2005). False where the target promises no
// descent, or no step shows any.
bool QuasiNewton::advance(Problem &problem, int64_t end, PassCounter &meter, double *value) {
  const model::L1Penalty penalty = problem.objective().l1_penalty();
  const double kinks = penalty.value(target_.data(), d_, nullptr) - penalty.value(point_.data(), d_, nullptr);
  for (size_t j = 0; j < step_.size(); ++j) step_[j] = target_[j] - point_[j];
  const double slope = dot(gradient_.data(), step_.data(), d_) + kinks;
  if (!(slope < 0)) return false;
  for (double length = 1; length > kMinLength && meter.done() < end && meter.take(1);) {
    for (size_t j = 0; j < trial_.size(); ++j) trial_[j] = length == 1 ? target_[j] : point_[j] + length * step_[j];
    const double trial = problem.value(trial_.data(), gradient_there_.data());
    const double slope_there = dot(gradient_there_.data(), step_.data(), d_) + kinks;
    const double gained = trial - *value + length * kinks;
    const bool hidden = std::fabs(trial - *value) <= kHidden * std::fabs(*value);
    if (slope_there <= 0 || gained <= 1e-4 * length * slope || (hidden && slope_there <= -0.8 * slope)) {
      pairs_.take(point_.data(), trial_.data(), gradient_.data(), gradient_there_.data());
      point_.swap(trial_);
      gradient_.swap(gradient_there_);
      *value = trial;
      return true;
    }
    const double secant = slope / (slope - slope_there);
    length *= secant >= 0.1 ? std::min(secant, 0.5) : 0.1;
  }
  return false;
}

void QuasiNewton::run(Problem &problem, double tolerance, int64_t most, PassCounter &meter, double *w,
                      Certificate *best) {
  const bool strong = problem.convexity() > 0;
  const double smoothness = problem.smoothness();
  const int64_t end = meter.done() + std::min(most, meter.left());
  constexpr int64_t kPatience = 20;
  int64_t idle = 0;
  pairs_.clear(1);
  std::copy(w, w + d_, point_.data());
  if (meter.done() >= end || !meter.take(1)) return;
  double value = problem.value(point_.data(), gradient_.data());
  while (idle < kPatience) {
    for (size_t j = 0; j < next_.size(); ++j) next_[j] = point_[j] - gradient_[j] / smoothness;
    problem.proximal(1 / smoothness, next_.data());
    const Certificate reached = certify_step(problem, point_.data(), gradient_.data(), next_.data());
    if (reached.measure(strong) < best->measure(strong)) {
      if (reached.measure(strong) < 0.9 * best->measure(strong)) idle = 0;
      *best = reached;
      std::copy(next_.begin(), next_.end(), w);
    }
    if (best->measure(strong) <= tolerance) return;
    if (reached.rounding) ++idle;
    find_target(problem);
    if (advance(problem, end, meter, &value)) continue;
    if (pairs_.count() == 0) return;
    pairs_.clear(pairs_.scale());
  }
}

}  // namespace dpcvx::optimize
