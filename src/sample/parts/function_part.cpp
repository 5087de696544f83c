#include "sample/parts/function_part.h"

#include <algorithm>

#include "base/check.h"
#include "base/error.h"
#include "base/text.h"
#include "numeric/norm.h"
#include "numeric/vectors.h"
#include "random/bernoulli.h"

namespace dpcvx::sample {

namespace {

// The assumed relative accuracy of a caller's values and gradients.
constexpr double kTrust = 0x1p-50;
constexpr double kUlp = 0x1p-52;

// How far g is below the tangent of f beyond what rounding in single precision may do; 0 where one has no value.
double below_tangent_of(double f, const double *slope, const double *x, double g, const double *y, size_t d) {
  constexpr double kShare = 1e-4, kLeast = 1e-3;
  double linear = 0, terms = std::fabs(f) + std::fabs(g) + kLeast;
  for (size_t j = 0; j < d; ++j) {
    const double term = slope[j] * (y[j] - x[j]);
    linear += term;
    terms += std::fabs(term);
  }
  const double below = linear - (g - f);
  return below > kShare * terms && std::isfinite(below) ? below : 0;
}

// The least Lipschitz constant that two values have room for, less what rounding in single precision may do.
double least_lipschitz(double f, const double *x, double g, const double *y, size_t d) {
  constexpr double kShare = 1e-4;
  double squares = 0;
  for (size_t j = 0; j < d; ++j) squares += (y[j] - x[j]) * (y[j] - x[j]);
  const double rise = std::fabs(g - f) - kShare * (std::fabs(f) + std::fabs(g));
  const double least = rise / std::sqrt(squares);
  return least > 0 && std::isfinite(least) ? least : 0;
}

}  // namespace

dpcvx_status FunctionPart::prepare(const Potential &potential, const double *start, Error &error) {
  potential_ = potential;
  const size_t d = static_cast<size_t>(potential.dimension);
  for (Buffer<double> *buffer : {&slope_, &trial_, &first_gradient_})
    if (!buffer->allocate(d)) return error.nomem("a function's tangent");
  if (!point_.assign(start, d)) return error.nomem("a function's tangent");
  value_ = first_value_ = call(start, slope_.data());
  if (!std::isfinite(value_))
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'function' returns %s at the start; accepted: a finite value",
                      show(value_).text);
  DPCVX_TRY(check_all_finite("gradient", slope_.data(), d, error));
  std::copy(slope_.begin(), slope_.end(), first_gradient_.begin());
  start_norm_ = numeric::l2_norm_up(start, potential.dimension);
  return DPCVX_OK;
}

dpcvx_status FunctionPart::try_convexity(const model::Domain *domain, Error &error) {
  constexpr int kPoints = 12;
  const size_t d = point_.size();
  Buffer<double> x, y, of_x, of_y;
  if (!x.assign(point_.data(), d) || !of_x.assign(slope_.data(), d) || !y.allocate(d) || !of_y.allocate(d))
    return error.nomem("a function's tangents");
  double f = value_;
  for (int i = 1; i <= kPoints; ++i) {
    const double size = std::ldexp(1.0, i % 4 - 2);
    for (size_t j = 0; j < d; ++j)
      y[j] = point_[j] + size * std::sin(static_cast<double>(i) * (static_cast<double>(j) + 2));
    if (domain != nullptr) domain->project(y.data(), y.data(), potential_.dimension);
    std::fill(of_y.begin(), of_y.end(), 0.0);
    const double g = call(y.data(), of_y.data());
    const double below = std::fmax(below_tangent_of(f, of_x.data(), x.data(), g, y.data(), d),
                                   below_tangent_of(g, of_y.data(), y.data(), f, x.data(), d));
    if (below > 0)
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument 'function' = a function that lies %s below its tangent; accepted: a convex function "
                        "with a subgradient",
                        show(below).text);
    const double slope = least_lipschitz(f, x.data(), g, y.data(), d);
    if (slope > potential_.lipschitz)
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument 'function' = a function that rises by %s a unit of length; accepted: at most "
                        "DPCVX_SAMPLER_OPTION_LIPSCHITZ = %s",
                        show(slope).text, show(potential_.lipschitz).text);
    f = g;
    x.swap(y);
    of_x.swap(of_y);
  }
  return DPCVX_OK;
}

double FunctionPart::call(const double *x, double *gradient) {
  ++calls_;
  return potential_.callback(x, potential_.dimension, gradient, potential_.user);
}

void FunctionPart::linearize(const double *v, double *g) {
  const size_t d = trial_.size();
  std::fill(trial_.begin(), trial_.end(), 0.0);
  const double value = call(v, trial_.data());
  // A tangent anywhere is right: the last one, where there is none here.
  if (std::isfinite(value) && numeric::all_finite(trial_.data(), static_cast<int64_t>(d))) {
    value_ = value;
    std::copy(v, v + d, point_.data());
    slope_.swap(trial_);
  }
  for (size_t j = 0; j < d; ++j) g[j] = slope_[j] - potential_.convexity * point_[j];
}

double FunctionPart::above(const double *x) {
  const double value = call(x, nullptr);
  if (!std::isfinite(value)) return INFINITY;
  double linear = 0, squares = 0;
  for (size_t j = 0; j < point_.size(); ++j) {
    const double step = x[j] - point_[j];
    linear += slope_[j] * step;
    squares += step * step;
  }
  const double above = (value - value_) - linear - potential_.convexity / 2 * squares;
  return above == above ? above : static_cast<double>(INFINITY);
}

bool FunctionPart::accept(const double *x, random::Rng &rng) {
  const double above = this->above(x);
  if (!(above < 0)) return random::bernoulli_exp(rng, above);
  below_ = std::max(below_, -above);
  return true;
}

double FunctionPart::lipschitz(double reach) const {
  return potential_.convexity > 0 ? potential_.lipschitz + potential_.convexity * reach : potential_.lipschitz;
}

// A smooth function's Hessian has a trace of d times its smoothness at most. One that is L-Lipschitz has none; a step
// of 2.25 / (L^2 d) then suits any function (||x|| L at 0 is the worst), which is 3 over this.
double FunctionPart::roughness() const {
  const double d = static_cast<double>(potential_.dimension);
  const double smooth = (potential_.smoothness - potential_.convexity) * d;
  const double steep = potential_.lipschitz * potential_.lipschitz * d * (4.0 / 3);
  return std::max(0.0, std::min(smooth, steep));
}

PartErrors FunctionPart::errors(const Region &region) const {
  PartErrors errors;
  const double steep = potential_.lipschitz, m = potential_.convexity, d = static_cast<double>(point_.size());
  if (!(steep < INFINITY && region.reach < INFINITY)) return errors;
  const double most = std::fabs(first_value_) + steep * (start_norm_ + region.reach);
  // What is tried goes with the gradient that was given, whether it is a subgradient or not quite: that matters where a
  // try comes to lie below the tangent. Its part in the centre is rounded once.
  errors.tilt = 2 * kUlp * (steep + m * region.reach);
  errors.log_ratio = 2 * (kTrust + 2 * kUlp) * most + kTrust * steep * region.spread +
                     (d + 8) * kUlp * (steep + m * region.spread) * region.spread;
  return errors;
}

}  // namespace dpcvx::sample
