#include "base/error.h"
#include "numeric/margins.h"
#include "optimize/problem.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::optimize {

namespace {
// Products with less are denormal, and bound nothing any more.
constexpr double kMinConvexity = 0x1p-900;
}  // namespace

// Squares below 2^-1022 are lost: at most n 2^-1022 of the sum.
double norm_above(const double *a, int64_t n) {
  double squares = 0;
  for (int64_t j = 0; j < n; ++j) squares += a[j] * a[j];
  const double k = static_cast<double>(n);
  return std::sqrt(squares + k * 0x1p-1000) * (1 + (k + 8) * 0x1p-52);
}

double distance_above(const double *a, const double *b, int64_t n) {
  double squares = 0;
  for (int64_t j = 0; j < n; ++j) squares += (a[j] - b[j]) * (a[j] - b[j]);
  const double k = static_cast<double>(n);
  return std::sqrt(squares + k * 0x1p-1000) * (1 + (k + 8) * 0x1p-52);
}

dpcvx_status Problem::prepare(const model::Objective &objective, double extra, Error &error) {
  objective_ = &objective;
  extra_ = extra;
  if (!memory_.allocate(objective.work_size_with_hessian()) || !scratch_.allocate(static_cast<size_t>(dimension())))
    return error.nomem("a minimiser");
  return DPCVX_OK;
}

// A caller's declared constants of each unit count for the units there are.
double Problem::convexity() const {
  const double there = static_cast<double>(objective_->units_there()), n = static_cast<double>(objective_->units());
  const double share = objective_->is_reweighted() ? 0 : std::min(1.0, there / n);
  const double declared = std::max(0.0, objective_->constants().strong_convexity - objective_->l2());
  const double kappa = numeric::down_some(declared * share + objective_->l2() + extra_);
  return kappa < kMinConvexity ? 0 : kappa;
}

double Problem::smoothness() const {
  const double data = objective_->smoothness() - objective_->l2();
  return numeric::up_some(data * max_share() + objective_->l2() + extra_) + 0x1p-44 * objective_->l2();
}

double Problem::value(const double *w, double *gradient) {
  double value = objective_->value(w, work(), gradient);
  for (int64_t j = 0; j < dimension(); ++j) {
    value += 0.5 * extra_ * w[j] * w[j];
    if (gradient != nullptr) gradient[j] += extra_ * w[j];
  }
  if (linear_term_ == nullptr) return value;
  for (int64_t j = 0; j < dimension(); ++j) {
    value += linear_term_[j] * w[j];
    if (gradient != nullptr) gradient[j] += linear_term_[j];
  }
  return value;
}

double Problem::gradient_error(const double *w, const double *gradient) const {
  const double steep = norm_above(gradient, dimension()), size = norm_above(w, dimension());
  if (objective_->calls_back()) {
    const double ulps = objective_->linear() == nullptr ? 0 : (static_cast<double>(dimension()) + 16) * 0x1p-52;
    return numeric::up_some(subgradient_error(steep) + smoothness() * size * ulps);
  }
  const double own = objective_->gradient_error(w);
  if (extra_ == 0 && linear_term_ == nullptr) return own;
  const double linear_norm = linear_term_ == nullptr ? 0 : norm_above(linear_term_, dimension());
  return numeric::up_some(own + 0x1p-50 * (steep + linear_norm + extra_ * size));
}

// Bounds the sum of the factors of the units there are, over n.
double Problem::max_share() const {
  if (objective_->is_reweighted()) return objective_->max_share();
  return std::max(1.0, static_cast<double>(objective_->units_there()) / static_cast<double>(objective_->units()));
}

double Problem::max_slope() const { return objective_->lipschitz() * max_share(); }

// Rounding of a sum of `terms` gradients in blocks, none longer than G.
double Problem::subgradient_error(double gradient_norm) const {
  const model::LinearModel *const model = objective_->linear();
  const double terms =
      static_cast<double>(std::max(objective_->units_there(), model != nullptr ? model->records() : 0));
  const double linear_norm = linear_term_ == nullptr ? 0 : norm_above(linear_term_, dimension());
  return numeric::up_some((terms + 128) * 0x1p-52 * max_slope() + 0x1p-50 * (gradient_norm + linear_norm));
}

// The slope is one at the computed <a, w>, not at the true one: a subgradient's error is the product of how far these
// are apart and how far subgradients can be.
double Problem::subgradient_slack(double norm) const {
  if (objective_->linear() == nullptr) return 0;
  return numeric::up_some(2 * max_slope() * norm * (static_cast<double>(dimension()) + 16) * 0x1p-52);
}

double Problem::value_error(double most, double norm) const {
  const model::LinearModel *const model = objective_->linear();
  const double terms =
      static_cast<double>(std::max(objective_->units_there(), model != nullptr ? model->records() : 0));
  return numeric::up_some((terms + 128) * 0x1p-50 * (most + max_slope() * norm) + 2 * subgradient_slack(norm));
}

void Problem::project(const double *w, double *out) {
  if (objective_->domain() != nullptr)
    objective_->domain()->project(w, out, dimension());
  else if (out != w)
    std::copy(w, w + dimension(), out);
}

double Problem::projection_error() const {
  return objective_->domain() != nullptr ? objective_->domain()->projection_error() : 0;
}

}  // namespace dpcvx::optimize
