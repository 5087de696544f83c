#include "solve/risk/data_model.h"

#include <algorithm>
#include <cmath>

#include "model/losses/quantile.h"
#include "model/losses/traits.h"
#include "numeric/normal.h"
#include "solve/core/planning_radius.h"
#include "solve/risk/automatic_constants.h"

namespace dpcvx::solve {

namespace {

bool has_counts(const model::LossSpec &loss) { return model::traits_of(loss).task == model::LossTask::kCounts; }
bool has_classes(const model::LossSpec &loss) { return !model::is_regression(model::traits_of(loss).task); }

// S, infinite where nothing tells. Log-odds of two of several classes are a difference of decision values, whose
// variance is twice theirs.
double decision_scale(const model::Objective &objective, const Settings &settings) {
  const model::LossSpec &loss = objective.loss();
  if (objective.outputs() > 1) return kClassDecisionDeviation / std::sqrt(2.0);
  if (has_counts(loss)) return std::hypot(typical_log_rate(loss), kLogRateDeviation);
  return has_classes(loss) ? kClassDecisionDeviation : kLabelDecisionDeviation * label_scale(objective, settings);
}

// The greater of a quantile's slopes; 1/2 for losses whose slopes are the same on both sides.
double steepest_of(const model::LossSpec &loss) {
  return std::max(model::quantile_of(loss), 1 - model::quantile_of(loss));
}

// `kept`: the clip over the bound on gradients.
CutSlopes cut_slopes(double steepest, double kept) {
  return {std::min(steepest, kept * steepest), std::min(1 - steepest, kept * steepest)};
}

// What a clip leaves of the slopes of records, in rows of typical length. Others clip gradients as wholes.
double slopes_left(const model::Objective &objective, const Figures &figures) {
  if (!figures.clips_slopes || !(figures.clip > 0) || !(objective.lipschitz() < INFINITY)) return 1;
  return std::min(1.0, figures.clip / (kRowShare * objective.lipschitz()));
}

double domain_radius(const model::Objective &objective) {
  const model::Domain *const domain = objective.domain();
  return domain != nullptr ? std::min(domain->radius(), domain->diameter()) : INFINITY;
}

}  // namespace

bool TypicalData::prepare(const Problem &problem, const Settings &settings, const Figures &figures, Tables tables) {
  const model::Objective &objective = *problem.objective;
  const bool linear = objective.linear() != nullptr;
  // Decision values of K classes count by their differences alone: as K - 1 outputs.
  const double classes = static_cast<double>(objective.outputs());
  outputs_ = std::max(1.0, classes - 1);
  dimension_ = static_cast<double>(objective.dimension()) * outputs_ / classes;
  units_ = static_cast<double>(objective.units());
  l2_ = objective.l2();
  undoes_clip_ = problem.undoes_given_clip;
  of_users_ = objective.unit() == DPCVX_UNIT_USER;
  reach_ = domain_radius(objective);
  const double row = linear ? row_length(objective) : std::sqrt(dimension_);
  double length = settings.planning_radius;
  if (!(length > 0) && linear) length = decision_scale(objective, settings) * std::sqrt(dimension_) / row;
  if (!(length > 0) || !(length < INFINITY)) length = figures.radius / 2;
  if (tables == Tables::kStretched && linear && has_classes(objective.loss()) && settings.planning_radius == 0)
    length *= kStretchedLength;
  length = std::min(length, reach_);
  if (!(length > 0) || !(length < INFINITY) || !(row < INFINITY)) return false;
  signal_ = row * row * length * length / dimension_;
  const double records = typical_records(objective);
  unit_share_ = std::min(1.0, 1 / records + (records > 1 ? kCommonUserScatter : 0));
  read_loss(objective);
  whole_curvature_ = curvature_;
  whole_fading_ = fading_;
  read_envelope(objective, figures);
  read_clip(objective, figures);
  spread(row * row * outputs_, tables == Tables::kPlain ? 0 : kStretchedDecay, length * length);
  add_intercept(objective);
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
  fading_ = slope_difference_ = 0;
  if (linear && has_classes(loss)) {
    centred_ = false;
    fading_ = kLogisticFading;
    curvature_ = kLogisticCurvature;
    if (objective.outputs() > 1) {
      const double classes = static_cast<double>(objective.outputs());
      curvature_ = 1 / classes;
      fading_ = 2 * kLogisticFading * std::sqrt(2 / classes);
    }
    slope_variance_ = curvature(signal_);
  } else if (linear && has_counts(loss)) {
    slope_variance_ = objective.settings().weight_bound * std::exp(typical_log_rate(loss));
    curvature_ = std::min(bend, slope_variance_);
    fading_ = 1 / (kMeanAbsoluteNormal * kMeanAbsoluteNormal);
  } else if (linear && model::traits_of(loss).quadratic) {
    curvature_ = 1;
    slope_variance_ = residual * residual;
  } else if (linear) {
    // A quantile's slopes are tau and tau - 1. It lies where residuals are rarer than at their median.
    const double tau = model::quantile_of(loss), mean_slope = slope / (2 * std::max(tau, 1 - tau));
    const double rarer = numeric::normal_density(numeric::normal_quantile(tau)) / numeric::normal_density(0);
    curvature_ = std::min(bend, kMeanAbsoluteNormal * mean_slope * rarer / residual);
    fading_ = curvature_ / (kMeanAbsoluteNormal * mean_slope) * (curvature_ / (kMeanAbsoluteNormal * mean_slope));
    slope_variance_ = 4 * tau * (1 - tau) * mean_slope * mean_slope * kSlopeVariance;
    slope_difference_ = std::fabs(2 * tau - 1);
  } else {
    curvature_ = bend < INFINITY ? bend : slope / std::sqrt(signal_);
    fading_ = dimension_ * (curvature_ / slope) * (curvature_ / slope);
    slope_variance_ =
        (slope < INFINITY ? slope * slope * kCallerSlopeVariance : signal_ * curvature_ * curvature_) / dimension_;
  }
}

// An envelope of width h bends by 1 / h where the loss had a corner, over a length of h: 1 / (1 / kappa + h) in the
// mean over residuals. Far errors pull as before. Slopes that a clip of records shortens reach their ends in as much
// less than h.
void TypicalData::read_envelope(const model::Objective &objective, const Figures &figures) {
  envelope_ = figures.smoothing * slopes_left(objective, figures);
  const double width = envelope_;
  if (!(width > 0) || !centred_ || objective.linear() == nullptr) return;
  const double flatter = 1 / (1 + width * curvature_);
  curvature_ *= flatter;
  fading_ *= flatter * flatter;
}

// Clipped at C < G, a loss is one whose slopes stop at C / B.
void TypicalData::read_clip(const model::Objective &objective, const Figures &figures) {
  const double clip = figures.clip;
  clipping_risk_ = 0;
  taken_ = scatter_of_classes_ = 1;
  const model::LossSpec &loss = objective.loss();
  if (objective.linear() == nullptr || !(clip > 0) || !(clip < objective.lipschitz())) return;
  if (objective.unit() == DPCVX_UNIT_USER && typical_records(objective) > 1 && !model::traits_of(loss).quadratic) {
    read_clip_of_users(objective, clip);
    return;
  }
  if (objective.settings().min_records_per_user > 1) return;  // means are shorter
  const double slope = clip / (row_length(objective) * objective.settings().weight_bound);
  if (has_classes(loss)) {
    const double cut = slope < 1 ? std::log(1 / slope) : 0;
    clipping_risk_ = kCutLogOdds * curvature(signal_) * cut * cut;
    scatter_of_classes_ = std::min(1.0, slope * slope / slope_variance_);
  } else if (model::traits_of(loss).quadratic) {
    // E phi'' of a Huber loss of width c among residuals of variance r: about 1 / sqrt(1 + r / (0.8 c)^2). Rows that
    // are shorter than B are clipped at longer residuals.
    const double edge = kMeanAbsoluteNormal * slope / kRowShare, reach = edge * edge;
    curvature_ = 1 / std::sqrt(1 + slope_variance_ / reach);
    fading_ = 1 / (reach + slope_variance_);
    const double off = kSkew * (1 - curvature_);
    clipping_risk_ = off * off * slope_variance_ / 2;
    slope_variance_ = std::min(slope_variance_, slope * slope);
  } else if (!has_counts(loss)) {
    read_clip_of_slopes(objective, figures);
  }
}

// Residuals pull with the slopes tau and 1 - tau. Shortened as slopes they keep their ratio. Gradients that are
// shortened as wholes have those of another quantile.
void TypicalData::read_clip_of_slopes(const model::Objective &objective, const Figures &figures) {
  if (figures.clips_slopes) {
    taken_ = slopes_left(objective, figures);
    return;
  }
  const double steepest = steepest_of(objective.loss());
  const CutSlopes cut = cut_slopes(steepest, figures.clip / objective.lipschitz());
  taken_ = cut.steep + cut.flat;
  clipping_risk_ = risk_of_slopes(steepest, cut);
}

// Means of records are shorter. A clip of all of them is a step of the mean direction, and leaves the best model where
// users are alike. Means of a quantile's slopes are longer on one side still, as far as users differ.
void TypicalData::read_clip_of_users(const model::Objective &objective, double clip) {
  const double square = row_length(objective) * row_length(objective) * outputs_ * slope_variance_ * unit_share_;
  taken_ = clip / std::sqrt(clip * clip + square);
  const double steepest = steepest_of(objective.loss()), kept = kUsersSlopes * clip / objective.lipschitz();
  if (centred_ && !has_counts(objective.loss()))
    clipping_risk_ = kUsersShiftWeight * risk_of_slopes(steepest, cut_slopes(steepest, kept));
}

// What it costs to be at the quantile of these slopes in place of the loss's own.
double TypicalData::risk_of_slopes(double steepest, const CutSlopes &cut) const {
  const double residual = kLabelResidualDeviation / kLabelDecisionDeviation * std::sqrt(signal_);
  const double left = cut.steep / (cut.steep + cut.flat);
  const double off = residual * (numeric::normal_quantile(steepest) - numeric::normal_quantile(left));
  return curvature_ * off * off / 2;
}

// Groups of axes 1, 2-3, 4-7, ...: each of like moments.
void TypicalData::spread(double moments, double decay, double square_target) {
  double first = 1, left = dimension_, whole = 0;
  axes_ = 0;
  while (left > 0) {
    const bool last = axes_ == kMaxGroups - 1;
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

// A quantile of labels lies z standard deviations of labels from their middle, z that of a standard normal. Fits begin
// at the middle, and the intercept takes them there.
void TypicalData::add_intercept(const model::Objective &objective) {
  intercept_ = -1;
  const model::LossSpec &loss = objective.loss();
  if (objective.linear() == nullptr || !objective.settings().intercept || has_classes(loss)) return;
  const double z = std::fabs(numeric::normal_quantile(model::quantile_of(loss)));
  const double value = objective.settings().intercept_value, row = row_length(objective);
  if (!(z > 0) || !(value > 0)) return;
  const double residual = kLabelResidualDeviation / kLabelDecisionDeviation;
  intercept_ = axes_++;
  count_[intercept_] = 1;
  moment_[intercept_] = std::min(value, row) * std::min(value, row);
  target_[intercept_] = std::min(reach_, z * std::sqrt(signal_) * std::hypot(1.0, residual) / value);
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

double TypicalData::user_gradient() const {
  double square = 0;
  for (int axis = 0; axis < axes_; ++axis) square += count_[axis] * scatter(axis);
  return std::sqrt(square);
}

double TypicalData::width(const Response *responses) const {
  double sum = 0;
  for (int axis = 0; axis < axes_; ++axis) {
    const Response &response = responses[axis];
    const double mean = (response.share - (centred_ ? 1 : 0)) * target_[axis];
    sum += count_[axis] * moment_[axis] *
           (mean * mean + response.share * response.share * sampling(axis) + response.variance);
  }
  return sum / outputs_;
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
  double value =
      outputs_ * whole_curvature_ * at / (1 + std::sqrt(1 + whole_fading_ * at)) + l2_ / 2 * square_length(responses);
  for (int axis = 0; axis < axes_ && !centred_; ++axis)
    value -= drive(at) * count_[axis] * moment_[axis] * responses[axis].share * target_[axis] * target_[axis];
  return value;
}

double TypicalData::constant_risk() const {
  Response constant[kMaxAxes];
  if (intercept_ >= 0) constant[intercept_].share = 1;
  return risk(constant);
}

double TypicalData::clipping_risk_of_scaled() const {
  return undoes_clip_ ? kCutOfScaled * clipping_risk_ : clipping_risk_;
}

double TypicalData::risk_of_shift(double shift) const {
  const double off = shift * slope_difference_;
  return whole_curvature_ * off * off / 2;
}

double TypicalData::measured_of_steps(double risk) const { return of_classes() ? kNoisyStepsOnClasses * risk : risk; }

double TypicalData::measured_of_quadratics(double risk) const {
  if (!of_classes()) return risk;
  return scaled(risk, kQuadraticsOnClasses, of_users_ ? kFarQuadraticsOnUsers : kQuadraticsOnClasses);
}

double TypicalData::scaled(double risk, double near, double far) const {
  if (!(risk > 0) || !(risk < INFINITY)) return near * risk;
  const double constant = constant_risk();
  return risk * (far + (near - far) * constant / (constant + risk));
}

double TypicalData::risk(const Response *responses) const { return std::max(0.0, value(responses) - least_); }

}  // namespace dpcvx::solve
