#include "solve/typical_data.h"

#include <algorithm>
#include <cmath>

#include "solve/reach.h"

namespace dpcvx::solve {

namespace {

constexpr double kOwn = 0.02;   // of a record's scatter, that a user's records have in common
constexpr double kLogOdds = 2;  // S
constexpr double kMargin = 1;   // S of hinges
constexpr double kSignalShare = 0.25, kResidualShare = 1.0 / 6;  // of Y

bool is_margin_loss(int32_t kind) {
  return kind == DPCVX_LOSS_HINGE || kind == DPCVX_LOSS_SMOOTHED_HINGE || kind == DPCVX_LOSS_POWER_HINGE;
}

bool is_log_odds(int32_t kind) { return kind == DPCVX_LOSS_LOGISTIC || kind == DPCVX_LOSS_MULTINOMIAL; }

// S, infinite where nothing tells.
double decision_scale(const model::LossSpec &loss) {
  return is_log_odds(loss.kind) || is_margin_loss(loss.kind) ? kLogOdds : kSignalShare * loss.label_bound;
}

double domain_radius(const model::Objective &objective) {
  const model::Domain *const domain = objective.domain();
  return domain != nullptr ? std::min(domain->radius(), domain->diameter()) : INFINITY;
}

}  // namespace

bool TypicalData::prepare(const Problem &problem, const Settings &settings, const Figures &figures, Tables tables) {
  const model::Objective &objective = *problem.objective;
  const bool linear = objective.linear() != nullptr;
  dimension_ = static_cast<double>(objective.dimension());
  units_ = static_cast<double>(objective.units());
  l2_ = objective.l2();
  reach_ = domain_radius(objective);
  const double outputs = static_cast<double>(objective.outputs());
  const double row = linear ? row_length(objective) : std::sqrt(dimension_);
  double length = settings.radius;
  if (!(length > 0) && linear) length = decision_scale(objective.loss()) * std::sqrt(dimension_) / row;
  if (!(length > 0) || !(length < INFINITY)) length = figures.radius / 2;
  const bool open_ended = linear && (is_log_odds(objective.loss().kind) || is_margin_loss(objective.loss().kind));
  if (tables == Tables::kStretched && open_ended && settings.radius == 0)
    length = std::sqrt(length * std::max(length, figures.radius));
  length = std::min(length, reach_);
  if (!(length > 0) || !(length < INFINITY) || !(row < INFINITY)) return false;
  signal_ = row * row * length * length / dimension_;
  read_loss(objective);
  const double records = std::max(1.0, static_cast<double>(objective.settings().least_records));
  unit_share_ = std::min(1.0, 1 / records + (records > 1 ? kOwn : 0));
  spread(row * row * outputs, tables == Tables::kPlain ? 0 : 1, length * length);
  return curvature_ > 0 && curvature_ < INFINITY;
}

void TypicalData::read_loss(const model::Objective &objective) {
  const model::LossSpec &loss = objective.loss();
  const bool linear = objective.linear() != nullptr;
  const double row = linear ? row_length(objective) : 1;
  const double slope = objective.lipschitz() / row, bend = (objective.smoothness() - l2_) / (row * row);
  if (linear && is_log_odds(loss.kind)) {
    fading_ = M_PI / 8;
    start_ = signal_;
    curvature_ = 0.25;
    slope_variance_ = 0.25 / std::sqrt(1 + fading_ * signal_);
    steepest_ = 0.4;
  } else if (linear && is_margin_loss(loss.kind)) {
    fading_ = 1;
    curvature_ = std::min(bend, 0.25);
    slope_variance_ = 0.3;
    steepest_ = 0.4;
  } else if (linear && loss.kind == DPCVX_LOSS_SQUARED) {
    curvature_ = 1;
    const double residual = kResidualShare / kSignalShare * std::sqrt(signal_);
    slope_variance_ = residual * residual;
  } else if (linear) {  // slopes within bounds: residuals decide how it curves
    const double residual = kResidualShare / kSignalShare * std::sqrt(signal_);
    curvature_ = std::min(bend, 0.8 * slope / residual);
    fading_ = 1 / (residual * residual);
    slope_variance_ = slope * slope / 2;
    steepest_ = 0.8 * slope;
  } else {
    curvature_ = bend < INFINITY ? bend : slope / std::sqrt(signal_);
    slope_variance_ =
        slope < INFINITY ? slope * slope / (16 * dimension_) : signal_ * curvature_ * curvature_ / dimension_;
    steepest_ = slope / std::sqrt(dimension_);
  }
}

// Groups of axes 1, 2-3, 4-7, ...: each of like moments.
void TypicalData::spread(double moments, double decay, double square_target) {
  double first = 1, left = dimension_, whole = 0;
  axes_ = 0;
  while (left > 0) {
    const bool last = axes_ == kMostAxes - 1;
    const double count = last ? left : std::min(left, first);
    const double middle = first + (count - 1) / 2;
    count_[axes_] = count;
    moment_[axes_] = std::pow(middle, -decay);
    target_[axes_] = std::sqrt(square_target / dimension_);
    whole += count * moment_[axes_++];
    first += count;
    left -= count;
  }
  for (int axis = 0; axis < axes_; ++axis) moment_[axis] *= moments / whole;
}

double TypicalData::curvature(double off) const { return curvature_ / std::sqrt(1 + fading_ * (start_ + off)); }

double TypicalData::error(int axis, const Response &response) const {
  const double bent = curvature(0) * moment_[axis] + l2_, pulled = l2_ / bent * target_[axis];
  const double sampling = std::min(scatter(axis) / (units_ * bent * bent), target_[axis] * target_[axis]);
  const double lost = (1 - response.share) * (target_[axis] - pulled);
  return lost * lost + response.share * response.share * sampling + response.variance;
}

double TypicalData::off(const Response *responses) const {
  double sum = 0;
  for (int axis = 0; axis < axes_; ++axis) sum += count_[axis] * moment_[axis] * error(axis, responses[axis]);
  return sum;
}

double TypicalData::square_length(const Response *responses) const {
  double sum = 0;
  for (int axis = 0; axis < axes_; ++axis) {
    const double mean = responses[axis].share * target_[axis];
    sum += count_[axis] * (mean * mean + responses[axis].variance);
  }
  return sum;
}

double TypicalData::risk(const Response *responses) const {
  double quadratic = 0;
  for (int axis = 0; axis < axes_; ++axis) quadratic += count_[axis] * error(axis, responses[axis]);
  const double d = off(responses), curved = curvature(0) * d / 2, most = steepest_ * std::sqrt(d);
  const double bent = curved > 0 ? curved / std::hypot(1.0, curved / most) : 0;
  return bent + l2_ / 2 * quadratic;
}

}  // namespace dpcvx::solve
