#include "model/centred_gradients.h"

#include <cmath>

#include "model/rounding.h"

namespace dpcvx::model {

dpcvx_status CentredGradients::prepare(const Objective &objective, int32_t threads, Error &error) {
  objective_ = &objective;
  threads_ = threads;
  const size_t d = static_cast<size_t>(objective.dimension());
  if (!memory_.allocate(objective.work_size()) || !mean_.allocate(d) || !gradient_.allocate(d))
    return error.nomem("the gradients of units");
  return DPCVX_OK;
}

int64_t CentredGradients::not_null(const int64_t *batch, int64_t count) const {
  if (batch == nullptr) return objective_->units_not_null();
  int64_t some = 0;
  for (int64_t place = 0; place < count; ++place) some += objective_->is_null(batch[place]) ? 0 : 1;
  return some;
}

void CentredGradients::norms(const double *w, const int64_t *batch, int64_t count, double *out, const double *mean) {
  const Units units{batch, batch == nullptr ? objective_->units_there() : count};
  const SumWork work{threads_, memory_.data()};
  if (mean != nullptr) {
    for (size_t j = 0; j < mean_.size(); ++j) mean_[j] = mean[j];
  } else {
    objective_->gradient_sum(w, batch == nullptr ? Units() : units, Clip(), work, mean_.data());
    const double there = static_cast<double>(not_null(batch, units.count));
    for (double &x : mean_) x = there > 0 ? x / there : 0;
  }
  for (int64_t place = 0; place < units.count; ++place) {
    const int64_t unit = unit_at(batch, place);
    objective_->unit_gradient(unit, w, work, gradient_.data());
    for (size_t j = 0; j < mean_.size(); ++j) gradient_[j] -= mean_[j];
    out[place] = objective_->is_null(unit) ? INFINITY : norm_above(gradient_.data(), objective_->dimension());
  }
}

// PROOFS.md, section 10.
double CentredGradients::error_of(const Objective &it, double norm) {
  const double unit = it.unit_gradient_error(norm), G = it.lipschitz();
  if (!(unit < INFINITY)) return INFINITY;
  const double most = static_cast<double>(it.most_units()), d = static_cast<double>(it.dimension());
  const double mean = it.gradient_sum_error(most, Clip()) / most;
  return (2 * unit + mean + gamma(d + 24) * 2 * G) * (1 + 0x1p-30);
}

}  // namespace dpcvx::model
