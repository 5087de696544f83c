#include "solve/risk/data_model.h"

#include <algorithm>
#include <cmath>

#include "model/losses/traits.h"
#include "solve/core/planning_radius.h"
#include "solve/risk/automatic_constants.h"

namespace dpcvx::solve {

namespace {

bool has_classes(const model::LossSpec &loss) { return model::traits_of(loss).task != model::LossTask::kNumbers; }

// S, infinite where nothing tells.
double decision_scale(const model::LossSpec &loss) {
  return has_classes(loss) ? kClassDecisionDeviation : kLabelDecisionDeviation * loss.label_bound;
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
  double length = settings.planning_radius;
  if (!(length > 0) && linear) length = decision_scale(objective.loss()) * std::sqrt(dimension_) / row;
  if (!(length > 0) || !(length < INFINITY)) length = figures.radius / 2;
  if (tables == Tables::kStretched && linear && has_classes(objective.loss()) && settings.planning_radius == 0)
    length *= kStretchedLength;
  length = std::min(length, reach_);
  if (!(length > 0) || !(length < INFINITY) || !(row < INFINITY)) return false;
  signal_ = row * row * length * length / dimension_;
  read_loss(objective);
  const double records = std::max(1.0, static_cast<double>(objective.settings().min_records_per_user));
  unit_share_ = std::min(1.0, 1 / records + (records > 1 ? kCommonUserScatter : 0));
  spread(row * row * outputs, tables == Tables::kPlain ? 0 : kStretchedDecay, length * length);
  find_best();
  return curvature_ > 0 && curvature_ < INFINITY;
}

void TypicalData::read_loss(const model::Objective &objective) {
  const model::LossSpec &loss = objective.loss();
  const bool linear = objective.linear() != nullptr;
  const double row = linear ? row_length(objective) : 1;
  const double slope = objective.lipschitz() / row, bend = (objective.smoothness() - l2_) / (row * row);
  const double residual = kLabelResidualDeviation / kLabelDecisionDeviation * std::sqrt(signal_);
  centred_ = true;
  fading_ = 0;
  if (linear && has_classes(loss)) {
    centred_ = false;
    fading_ = kLogisticFading;
    curvature_ = kLogisticCurvature;
    slope_variance_ = curvature(signal_);
  } else if (linear && model::traits_of(loss).quadratic) {
    curvature_ = 1;
    slope_variance_ = residual * residual;
  } else if (linear) {
    curvature_ = std::min(bend, kMeanAbsoluteNormal * slope / residual);
    fading_ = curvature_ / (kMeanAbsoluteNormal * slope) * (curvature_ / (kMeanAbsoluteNormal * slope));
    slope_variance_ = slope * slope * kSlopeVariance;
  } else {
    curvature_ = bend < INFINITY ? bend : slope / std::sqrt(signal_);
    fading_ = dimension_ * (curvature_ / slope) * (curvature_ / slope);
    slope_variance_ =
        (slope < INFINITY ? slope * slope * kCallerSlopeVariance : signal_ * curvature_ * curvature_) / dimension_;
  }
}

// Groups of axes 1, 2-3, 4-7, ...: each of like moments.
void TypicalData::spread(double moments, double decay, double square_target) {
  double first = 1, left = dimension_, whole = 0;
  axes_ = 0;
  while (left > 0) {
    const bool last = axes_ == kMaxAxes - 1;
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

// By the quadratic alone.
void TypicalData::find_best() {
  Response best[kMaxAxes];
  least_ = 0;
  for (int axis = 0; axis < axes_; ++axis) best[axis].share = 1;
  for (int round = 0; l2_ > 0 && round < 20; ++round) {
    const double at = width(best);
    for (int axis = 0; axis < axes_; ++axis)
      best[axis].share = drive(at) * moment_[axis] / (curvature(at) * moment_[axis] + l2_);
  }
  const double units = units_;
  units_ = INFINITY;  // no sample
  least_ = value(best);
  units_ = units;
}

double TypicalData::sampling(int axis) const {
  const double bent = curvature(min_width()) * moment_[axis] + l2_;
  return std::min(scatter(axis) / (units_ * bent * bent), target_[axis] * target_[axis]);
}

double TypicalData::width(const Response *responses) const {
  double sum = 0;
  for (int axis = 0; axis < axes_; ++axis) {
    const Response &response = responses[axis];
    const double mean = (response.share - (centred_ ? 1 : 0)) * target_[axis];
    sum += count_[axis] * moment_[axis] *
           (mean * mean + response.share * response.share * sampling(axis) + response.variance);
  }
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

double TypicalData::value(const Response *responses) const {
  const double at = width(responses);
  double value = curvature_ * at / (1 + std::sqrt(1 + fading_ * at)) + l2_ / 2 * square_length(responses);
  for (int axis = 0; axis < axes_ && !centred_; ++axis)
    value -= drive(at) * count_[axis] * moment_[axis] * responses[axis].share * target_[axis] * target_[axis];
  return value;
}

double TypicalData::risk(const Response *responses) const { return std::max(0.0, value(responses) - least_); }

}  // namespace dpcvx::solve
