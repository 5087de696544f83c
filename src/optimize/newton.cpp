#include "base/error.h"
#include "numeric/margins.h"
#include "optimize/newton.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::optimize {

namespace {

// Certifies a point of the domain by the gradient itself: F is kappa-strongly convex, and <grad F(w*), w - w*> >= 0. A
// point that projection leaves alone is within its error of one.
Certificate certify_gradient(const Problem &problem, const double *w, const double *gradient) {
  const double kappa = problem.convexity(), outside = problem.projection_error();
  const double slope =
      numeric::up_some(norm_above(gradient, problem.dimension()) + problem.gradient_error(w, gradient) +
                       (outside > 0 ? problem.smoothness() * outside : 0));
  Certificate reached;
  reached.mapping = slope;
  if (kappa > 0) reached.distance = numeric::up_some(slope / kappa + outside);
  if (kappa > 0) reached.gap = numeric::up_some(slope * slope / kappa / 2 + slope * outside);
  return reached;
}

// The lower triangle of `matrix` becomes its Cholesky factor, row by row. False where a pivot is not positive.
bool factorize(double *matrix, int64_t d) {
  for (int64_t r = 0; r < d; ++r) {
    double *const row = matrix + r * d;
    for (int64_t c = 0; c <= r; ++c) {
      const double *const other = matrix + c * d;
      const double rest = row[c] - dot(row, other, c);
      if (c < r)
        row[c] = rest / other[c];
      else if (!(rest > 0))
        return false;
      else
        row[c] = std::sqrt(rest);
    }
  }
  return true;
}

// x becomes the solution of factor factor' x = x.
void solve(const double *factor, int64_t d, double *x) {
  for (int64_t r = 0; r < d; ++r) x[r] = (x[r] - dot(factor + r * d, x, r)) / factor[r * d + r];
  for (int64_t r = d; r-- > 0;) {
    x[r] /= factor[r * d + r];
    for (int64_t c = 0; c < r; ++c) x[c] -= factor[r * d + c] * x[r];
  }
}

constexpr double kMinInside = 0.1;  // of a step
// The relative error of a value: differences that rounding in sums over millions of records may hide. A step that
// promises less is taken, since near the minimum only gradients still tell; the best certified point is kept regardless
// of what follows.
constexpr double kHidden = 0x1p-40;

bool all_finite(const Buffer<double> &x) {
  for (double value : x)
    if (!std::isfinite(value)) return false;
  return true;
}

}  // namespace

bool Newton::applies(const model::Objective &objective) {
  return objective.linear() != nullptr && objective.outputs() == 1 && !objective.calls_back() &&
         objective.has_hessian() && std::isfinite(objective.smoothness());
}

dpcvx_status Newton::prepare(const Problem &problem, Error &error) {
  d_ = problem.dimension();
  const size_t d = static_cast<size_t>(d_);
  if (!point_.allocate(d) || !gradient_.allocate(d) || !hessian_.allocate(d * d) || !factor_.allocate(d * d) ||
      !step_.allocate(d) || !trial_.allocate(d) || !nearest_.allocate(d))
    return error.nomem("Newton's method");
  return DPCVX_OK;
}

// step = H^-1 gradient. A ridge of a few ulps of the trace keeps a flat direction from breaking the factorisation;
// where that is not enough it grows until the factor exists.
bool Newton::direction() {
  double ridge = 0x1p-1000;
  for (int64_t j = 0; j < d_; ++j) ridge += 0x1p-48 * hessian_[static_cast<size_t>(j * d_ + j)];
  for (int attempt = 0; attempt < 40; ++attempt, ridge *= 16) {
    std::copy(hessian_.begin(), hessian_.end(), factor_.data());
    for (int64_t j = 0; j < d_; ++j) factor_[static_cast<size_t>(j * d_ + j)] += ridge;
    if (!factorize(factor_.data(), d_)) continue;
    std::copy(gradient_.begin(), gradient_.end(), step_.data());
    solve(factor_.data(), d_, step_.data());
    if (all_finite(step_)) return true;
  }
  return false;
}

bool Newton::is_inside(Problem &problem, const Buffer<double> &w) {
  if (problem.objective().domain() == nullptr) return true;
  problem.project(w.data(), nearest_.data());
  return std::equal(w.begin(), w.end(), nearest_.begin());
}

// Halves the step until the value falls by a share of what the slope promises. False when rounding leaves no descent,
// or where little of the step is within the domain.
bool Newton::advance(Problem &problem, PassCounter &meter, double *value) {
  const double slope = dot(gradient_.data(), step_.data(), d_);
  for (double length = 1; length > 0x1p-40 && meter.take(1); length *= 0.5) {
    for (size_t j = 0; j < trial_.size(); ++j) trial_[j] = point_[j] - length * step_[j];
    if (!is_inside(problem, trial_)) {
      if (length < kMinInside) return false;
      continue;
    }
    const double trial = problem.value(trial_.data(), nullptr);
    const double slack = kHidden * std::fabs(*value);
    if (!(trial <= *value - 0.25 * length * slope + slack)) continue;
    std::copy(trial_.begin(), trial_.end(), point_.data());
    *value = trial;
    return true;
  }
  return false;
}

void Newton::run(Problem &problem, double tolerance, PassCounter &meter, double *w, Certificate *best) {
  const bool strong = problem.convexity() > 0;
  constexpr int64_t kPatience = 20;
  int64_t idle = 0;
  std::copy(w, w + d_, point_.data());
  if (!is_inside(problem, point_)) return;
  while (idle < kPatience && meter.take(1)) {
    double value = problem.value(point_.data(), gradient_.data());
    const Certificate reached = certify_gradient(problem, point_.data(), gradient_.data());
    ++idle;
    if (reached.measure(strong) < best->measure(strong)) {
      if (reached.measure(strong) < 0.9 * best->measure(strong)) idle = 0;
      *best = reached;
      std::copy(point_.begin(), point_.end(), w);
    }
    if (best->measure(strong) <= tolerance || !meter.take(1)) return;
    problem.objective().hessian(point_.data(), problem.work(), hessian_.data());
    for (int64_t j = 0; j < d_; ++j) hessian_[static_cast<size_t>(j * d_ + j)] += problem.extra();
    if (!direction() || !advance(problem, meter, &value)) return;
  }
}

}  // namespace dpcvx::optimize
