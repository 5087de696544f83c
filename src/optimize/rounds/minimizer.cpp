#include "optimize/rounds/minimizer.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "numeric/margins.h"
#include "numeric/vectors.h"
#include "optimize/problem.h"

namespace dpcvx::optimize {

namespace {

using numeric::up_some;

constexpr double kMaxPoint = 0x1p100;  // no gradient is asked for beyond
constexpr int64_t kPatience = 20;      // rounds in which a search comes to half its distance, or ends

}  // namespace

dpcvx_status RoundMinimizer::prepare(const model::SharedObjective &objective, double extra, double max_linear_term,
                                     double tolerance, Error &error) {
  objective_ = objective;
  lattice_ = lattice_of_sums(*objective);
  bound_ = promise_rounds(*objective, extra, max_linear_term, tolerance);
  // Plans see to it. Without it no release would be sure.
  if (!bound_.holds || !(tolerance >= bound_.min_tolerance))
    return error.fail(DPCVX_ERR_NUMERIC, "argument 'plan' = one with a tolerance of %s; accepted: at least %s",
                      show(tolerance).text, show(bound_.min_tolerance).text);
  l2_ = objective->l2() + extra;
  tolerance_ = tolerance;
  const double root = std::sqrt(bound_.ratio);
  momentum_ = (root - 1) / (root + 1);
  d_ = objective->dimension();
  const size_t d = static_cast<size_t>(d_);
  for (Buffer<double> *buffer : {&point_, &gradient_, &next_, &last_, &found_, &base_, &base_gradient_, &way_})
    if (!buffer->allocate(d)) return error.nomem("a minimiser in rounds");
  if (!pairs_.allocate(d_)) return error.nomem("a minimiser in rounds");
  return DPCVX_OK;
}

void RoundMinimizer::start(const double *linear_term) {
  linear_term_ = linear_term;
  pairs_.clear(bound_.smoothness);
  begin_steps(Method::kSearch);
}

void RoundMinimizer::begin_steps(Method method) {
  method_ = method;
  rounds_ = 0;
  std::fill(point_.begin(), point_.end(), 0.0);
  if (!is_free()) objective_->domain()->start(point_.data(), d_);
  std::copy(point_.begin(), point_.end(), last_.data());
}

// gradient = mean + l2 point + linear term
void RoundMinimizer::add_terms(const double *mean) {
  for (size_t j = 0; j < point_.size(); ++j)
    gradient_[j] = mean[j] + (l2_ * point_[j] + (linear_term_ != nullptr ? linear_term_[j] : 0));
}

// next = P(point - gradient / L)
void RoundMinimizer::step() {
  for (size_t j = 0; j < next_.size(); ++j) next_[j] = point_[j] - gradient_[j] / bound_.smoothness;
  if (!is_free()) objective_->domain()->project(next_.data(), next_.data(), d_);
}

// Bounds the distance of what would be found here: the point on all of R^d, the next one on a domain.
void RoundMinimizer::certify(double error) {
  const Buffer<double> &here = is_free() ? point_ : next_;
  std::copy(here.begin(), here.end(), found_.data());
  if (is_free()) {
    distance_ = up_some(up_some(norm_above(gradient_.data(), d_) + error) / bound_.convexity);
    return;
  }
  const double length = norm_above(gradient_.data(), d_) / bound_.smoothness;
  const double moved = distance_above(point_.data(), next_.data(), d_);
  const double of_step = up_some(error / bound_.smoothness + 0x1p-51 * (norm_above(point_.data(), d_) + length) +
                                 objective_->domain()->projection_error());
  distance_ = up_some((up_some(bound_.ratio) - 1) * (moved + of_step) + of_step);
}

void RoundMinimizer::take(const double *mean) {
  add_terms(mean);
  const double norm = norm_above(point_.data(), d_);
  const double linear = linear_term_ != nullptr ? norm_above(linear_term_, d_) : 0;
  const double error =
      up_some(error_of_mean(*objective_, lattice_, norm) + 0x1p-50 * (norm_above(mean, d_) + l2_ * norm + linear));
  step();
  certify(error);
  ++rounds_;
  // The last plain step's end is promised to be within the tolerance. Sums of one table then certify this much: what
  // does not is of none.
  const bool last = method_ == Method::kDescent && rounds_ == descent_rounds();
  has_found_ = distance_ <= (last ? 2 * bound_.ratio : 1) * tolerance_;
  ended_ = has_found_ || last;
  if (!ended_) advance();
}

void RoundMinimizer::advance() {
  if (method_ == Method::kSearch) return advance_search();
  if (method_ == Method::kAccelerated && rounds_ == accelerated_rounds()) return begin_steps(Method::kDescent);
  const double momentum = method_ == Method::kAccelerated ? momentum_ : 0;
  for (size_t j = 0; j < point_.size(); ++j) {
    point_[j] = next_[j] + momentum * (next_[j] - last_[j]);
    last_[j] = next_[j];
  }
}

void RoundMinimizer::advance_search() {
  idle_ = distance_ <= nearest_ / 2 ? 0 : idle_ + 1;
  nearest_ = idle_ == 0 ? distance_ : nearest_;
  if (rounds_ == kSearchRounds || idle_ == kPatience) return begin_steps(Method::kAccelerated);
  search();
}

// Takes the gradient at a trial point, and chooses the next.
void RoundMinimizer::search() {
  if (at_base_ || accept()) {
    base_.swap(point_);
    base_gradient_.swap(gradient_);
    at_base_ = false;
    length_ = 1;
    if (!aim()) {
      pairs_.clear(bound_.smoothness);
      aim();
    }
  }
  for (size_t j = 0; j < point_.size(); ++j) point_[j] = base_[j] + length_ * way_[j];
  if (!is_free()) objective_->domain()->project(point_.data(), point_.data(), d_);
}

// A convex function has fallen where it still falls. Where it rises less steeply than it fell the way was about right.
// Elsewhere the way is shortened.
bool RoundMinimizer::accept() {
  const double before = dot(base_gradient_.data(), way_.data(), d_), here = dot(gradient_.data(), way_.data(), d_);
  if (here <= -0.8 * before) {
    pairs_.take(base_.data(), point_.data(), base_gradient_.data(), gradient_.data());
    return true;
  }
  const double secant = before / (before - here);
  length_ *= secant >= 0.1 ? std::min(secant, 0.5) : 0.1;
  return false;
}

// way = minus the model's inverse times the gradient (Nocedal 1980). False where it does not lead down.
bool RoundMinimizer::aim() {
  std::copy(base_gradient_.begin(), base_gradient_.end(), way_.data());
  pairs_.solve(way_.data());
  for (double &x : way_) x = -x;
  return norm_above(way_.data(), d_) < kMaxPoint && dot(base_gradient_.data(), way_.data(), d_) < 0;
}

}  // namespace dpcvx::optimize
