#include "sample/objective_part.h"

#include <algorithm>
#include <cmath>

#include "random/bernoulli.h"
#include "sample/typical_curvature.h"

namespace dpcvx::sample {

dpcvx_status ObjectivePart::prepare(const model::SharedObjective &objective, const ObjectivePartSettings &settings,
                                    Error &error) {
  objective_ = objective;
  settings_ = settings;
  const bool linear = objective->linear() != nullptr;
  const int64_t sums = model::padded(static_cast<int64_t>(objective->work_size()));
  const int64_t dimension = model::padded(objective->dimension()), laid = model::padded(objective->layout().size());
  const int64_t work =
      model::padded(linear ? model::RecordDivergences::work_size(*objective) : objective->units_there());
  if (!memory_.allocate(static_cast<size_t>(sums + dimension + 2 * laid + work)))
    return error.nomem("the data's part of a density");
  sums_ = memory_.data();
  point_ = sums_ + sums;
  reference_ = point_ + dimension;
  step_ = reference_ + laid;
  work_ = step_ + laid;
  if (linear) divergences_ = model::RecordDivergences(*objective);
  return DPCVX_OK;
}

void ObjectivePart::linearize(const double *v, double *g) {
  const int64_t d = objective_->dimension();
  const double weight = settings_.scale / static_cast<double>(objective_->units());
  objective_->gradient_sum(v, {}, model::Clip(), {settings_.threads, sums_}, g);
  for (int64_t j = 0; j < d; ++j) g[j] *= weight;
  std::copy(v, v + d, point_);
  objective_->layout().spread(v, reference_);
  ++passes_;
}

bool ObjectivePart::accept(const double *x, random::Rng &rng) {
  if (objective_->linear() == nullptr) return accept_function(x, rng);
  const model::Layout &layout = objective_->layout();
  layout.spread(x, step_);
  for (int64_t j = 0; j < layout.size(); ++j) step_[j] -= reference_[j];
  return accept_by_pass(rng);
}

// exp(-B) is the product over blocks of units: the first that rejects ends it.
bool ObjectivePart::accept_by_pass(random::Rng &rng) {
  const double weight = settings_.scale / static_cast<double>(objective_->units());
  const int64_t units = objective_->units_there();
  return objective_->linear()->table().with_rows([&](const auto &rows) {
    for (int64_t begin = 0; begin < units; begin += kUnitsABlock) {
      double sum = 0;
      for (int64_t u = begin; u < std::min(begin + kUnitsABlock, units); ++u) sum += of_unit(rows, u);
      if (!random::bernoulli_exp(rng, weight * sum)) return false;
    }
    return true;
  });
}

template <class Rows>
double ObjectivePart::of_unit(const Rows &rows, int64_t unit) {
  const model::LinearModel &linear = *objective_->linear();
  const data::RowPick its = linear.users() == nullptr ? data::RowPick{nullptr, unit, 1} : linear.users()->rows_of(unit);
  double sum = 0;
  for (int64_t place = 0; place < its.count; ++place) {
    const double share = linear.share(its[place]);
    if (share > 0) sum += share * divergences_.of(rows, its[place], reference_, step_, work_);
  }
  looked_at_ += static_cast<double>(its.count);
  return sum;
}

bool ObjectivePart::accept_function(const double *x, random::Rng &rng) {
  const double weight = settings_.scale / static_cast<double>(objective_->units());
  objective_->divergences(x, point_, {1, sums_}, work_);
  passes_ += 2;
  for (int64_t u = 0; u < objective_->units_there(); ++u)
    if (!random::bernoulli_exp(rng, weight * work_[u])) return false;
  return true;
}

double ObjectivePart::lipschitz(double reach) const {
  const model::ObjectiveConstants &its = objective_->constants();
  const double there = static_cast<double>(objective_->most_units()) / static_cast<double>(objective_->units());
  const double away = its.gradient_at_zero + its.holder_constant * std::pow(reach, its.holder_exponent);
  return settings_.scale * there * std::fmin(its.lipschitz, away) * (1 + 0x1p-40);
}

double ObjectivePart::roughness() const {
  const model::ObjectiveSettings &settings = objective_->settings();
  if (objective_->linear() == nullptr) {
    const double smooth = objective_->smoothness() - settings.l2, steep = objective_->lipschitz();
    return settings_.scale * static_cast<double>(objective_->dimension()) * std::fmin(smooth, steep);
  }
  const double row = objective_->row_map().l2_bound();
  return settings_.scale * settings.weight_bound * row * row * typical_curvature(*objective_);
}

PartErrors ObjectivePart::errors(const Region &) const { return {}; }

double ObjectivePart::passes() const {
  const double records = objective_->linear() != nullptr ? static_cast<double>(objective_->linear()->records()) : 1;
  return passes_ + looked_at_ / std::fmax(records, 1);
}

}  // namespace dpcvx::sample
