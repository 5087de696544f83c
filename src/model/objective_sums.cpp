// Sums gradients, values and Hessians.
#include <cmath>

#include "dpcvx/privacy.h"
#include "model/objective.h"
#include "model/rounding.h"

namespace dpcvx::model {

size_t Objective::work_size() const {
  if (is_function()) return static_cast<size_t>(FunctionSum::work_size(function_) + padded(dimension_));
  return static_cast<size_t>(2 * slots_.layout.size() + slots_.blocks().most * slots_.size());
}

LinearSum Objective::linear_sum(const Units &units) const {
  LinearSum sum{};
  sum.linear = &linear_;
  sum.loss = &settings_.loss;
  sum.max_slope = of_loss_.max_slope;
  sum.slots = slots_;
  sum.by_user = slots_.by_user;
  sum.units = units;
  return sum;
}

FunctionSum Objective::function_sum(const Units &units) const {
  FunctionSum sum{};
  sum.function = &function_;
  sum.absent = null_ ? &*null_ : nullptr;
  sum.factors = factors_;
  sum.units = units;
  if (units.list == nullptr) sum.units.count = there_;
  return sum;
}

Clip Objective::clip_of_records(Clip clip) const {
  if (slots_.by_user || loss().kind != DPCVX_LOSS_PINBALL) return clip;
  const double tau = loss().parameter, most = std::fmax(tau, 1 - tau);
  clip.down = tau / most;
  clip.up = (1 - tau) / most;
  return clip;
}

void Objective::gradient_sum(const double *w, const Units &units, const Clip &clip, const SumWork &work,
                             double *out) const {
  const bool shorter = clip.norm < lipschitz();
  if (is_function()) {
    FunctionSum sum = function_sum(units);
    sum.clip = shorter ? clip : Clip{lipschitz(), false};  // what was declared is enforced here
    sum.run(w, work.memory, out);
    return;
  }
  LinearSum sum = linear_sum(units);
  if (units.list == nullptr) sum.units.count = there_;
  if (shorter) sum.clip = clip_of_records(clip);  // else the rows' clip is enough
  double *const point = work.memory, *const memory = point + slots_.layout.size();
  slots_.layout.spread(w, point);
  sum.run(point, calls_back() ? nullptr : work.crew, memory);
  slots_.layout.gather(memory, out);
}

double Objective::gradient_sum_error(double max_units, const Clip &clip) const {
  const Blocks blocks = is_function() ? Blocks() : slots_.blocks();
  const double depth =
      static_cast<double>(blocks.units_a_block(static_cast<int64_t>(std::ceil(max_units))) + blocks.most + 2);
  const double weight = factors_ == nullptr ? max_units : max_share() * static_cast<double>(units_);
  return gamma(depth) * weight * std::fmin(lipschitz(), clip.norm);
}

void Objective::unit_gradient(int64_t unit, const double *w, const SumWork &work, double *out) const {
  if (is_function())
    function_sum({}).unit(unit, w, out);
  else
    gradient_sum(w, {&unit, 1}, Clip(), work, out);
}

double Objective::value(const double *w, const SumWork &work, double *gradient) const {
  const int64_t d = dimension();
  const double n = static_cast<double>(units_);
  double losses, squares = 0;
  if (is_function()) {
    losses = function_sum({}).run(w, work.memory, gradient);
  } else {
    LinearSum sum = linear_sum({nullptr, there_});
    sum.with_value = true;
    double *const point = work.memory, *const memory = point + slots_.layout.size();
    slots_.layout.spread(w, point);
    sum.run(point, calls_back() ? nullptr : work.crew, memory);
    if (gradient != nullptr) slots_.layout.gather(memory, gradient);
    losses = memory[slots_.layout.size()];
  }
  for (int64_t j = 0; j < d; ++j) squares += w[j] * w[j];
  for (int64_t j = 0; gradient != nullptr && j < d; ++j) gradient[j] = gradient[j] / n + settings_.l2 * w[j];
  return losses / n + 0.5 * settings_.l2 * squares;
}

double Objective::gradient_error(const double *w) const {
  const double share = factors_ != nullptr ? max_share() : static_cast<double>(there_) / static_cast<double>(units_);
  const double smoothness = constants_.smoothness - settings_.l2;
  return gradient_error(norm_above(w, dimension()),
                        {there_, linear_.max_records_a_unit(), steepest_at_zero_, share, smoothness});
}

double Objective::max_gradient_error(double norm, double smoothness) const {
  const int64_t records = unit_ == DPCVX_UNIT_USER ? LinearModel::kMaxRecordsPerUser : 1;
  const double steepest_at_zero = constants_.gradient_at_zero / (settings_.weight_bound * map_.l2_bound());
  return gradient_error(norm, {max_units(), records, steepest_at_zero, max_share(), smoothness});
}

}  // namespace dpcvx::model
