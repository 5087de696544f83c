#include "optimize/newton.h"

#include <cmath>

#include "base/eigen.h"
#include "base/text.h"

namespace dpcvx::optimize {

namespace {

double norm(const Buffer<double> &v) {
  double squares = 0;
  for (double x : v) squares += x * x;
  return std::sqrt(squares);
}

Certificate certify(const model::Objective &objective, const double *w, const Buffer<double> &gradient) {
  const double reached = norm(gradient);
  const double bound = reached * (1 + 0x1p-40) + objective.gradient_error(w);
  return {reached, objective.l2() > 0 ? bound / objective.l2() * (1 + 0x1p-50) : INFINITY};
}

}  // namespace

dpcvx_status Newton::prepare(const model::Objective &objective, Error &error) {
  objective_ = &objective;
  d_ = objective.dimension();
  const size_t d = static_cast<size_t>(d_);
  size_t square;
  if (!checked_multiply(d, d, &square) || !work_.allocate(objective.work_size()) || !gradient_.allocate(d) ||
      !hessian_.allocate(square) || !step_.allocate(d) || !trial_.allocate(d))
    return error.nomem("Newton's method");
  return DPCVX_OK;
}

// step = H^-1 gradient. A ridge of a few ulps of the trace keeps a flat direction from breaking the factorisation;
// where that is not enough it grows until the factor exists.
dpcvx_status Newton::direction(Error &error) {
  return guarded("a Cholesky factor", error, [&]() -> dpcvx_status {
    Eigen::Map<Eigen::MatrixXd> hessian(hessian_.data(), d_, d_);
    const VectorMap gradient(gradient_.data(), d_);
    VectorMap step(step_.data(), d_);
    double ridge = 0x1p-48 * hessian.trace() + 0x1p-1000;
    for (int attempt = 0; attempt < 40; ++attempt, ridge *= 16) {
      hessian.diagonal().array() += ridge;
      const Eigen::LLT<Eigen::MatrixXd> factor(hessian);
      if (factor.info() == Eigen::Success) {
        step = factor.solve(gradient);
        if (step.allFinite()) return DPCVX_OK;
      }
    }
    return error.fail(DPCVX_ERR_NUMERIC, "the Hessian has no Cholesky factor");
  });
}

// Halves the step until the value falls by a share of what the slope promises. False when rounding leaves no descent.
bool Newton::advance(double *w, double *value) {
  double slope = 0;
  for (int64_t j = 0; j < d_; ++j) slope += gradient_[static_cast<size_t>(j)] * step_[static_cast<size_t>(j)];
  const model::SumWork work{1, work_.data()};
  for (double length = 1; length > 0x1p-40; length *= 0.5) {
    for (int64_t j = 0; j < d_; ++j) trial_[static_cast<size_t>(j)] = w[j] - length * step_[static_cast<size_t>(j)];
    const double trial = objective_->value(trial_.data(), work, nullptr);
    const double slack = 0x1p-50 * std::fabs(*value);
    if (!(trial <= *value - 0.25 * length * slope + slack)) continue;
    std::memcpy(w, trial_.data(), trial_.size() * sizeof(double));
    *value = trial;
    return true;
  }
  return false;
}

dpcvx_status Newton::minimize(double tolerance, int64_t most_steps, double *w, Certificate *certificate, Error &error) {
  const model::SumWork work{1, work_.data()};
  for (int64_t step = 0;; ++step) {
    double value = objective_->value(w, work, gradient_.data());
    *certificate = certify(*objective_, w, gradient_);
    if (certificate->gradient_norm <= tolerance || step == most_steps) return DPCVX_OK;
    objective_->hessian(w, work, hessian_.data());
    DPCVX_TRY(direction(error));
    if (!advance(w, &value)) return DPCVX_OK;
  }
}

}  // namespace dpcvx::optimize
