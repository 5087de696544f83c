#include "sample/parts/objective_part.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "model/losses/traits.h"
#include "random/bernoulli.h"

namespace dpcvx::sample {

namespace {

constexpr double kMaxCells = 0x1p22;   // of a try that is thinned though a pass takes less: it cannot be cancelled
constexpr double kCostOfEvent = 3;     // in records of a pass
constexpr int kRecordsADecision = 64;  // whose rejections are drawn at once

// Returns the trace of a typical record's Hessian over the squared norm of its row: positive, finite and public. It
// shapes the step, and so speed. No law rests on it.
double typical_curvature(const model::Objective &objective) {
  const double plain = model::typical_curvature_of(objective.loss());
  return plain / (1 + objective.loss().smoothing * plain);
}

}  // namespace

dpcvx_status ObjectivePart::prepare(const model::SharedObjective &objective, const ObjectivePartSettings &settings,
                                    Error &error) {
  objective_ = objective;
  if (settings.skip_zeros) DPCVX_TRY(objective->skipping_zeros(&objective_, error));
  settings_ = settings;
  crew_.set_threads(settings.threads);
  weight_ = settings.scale / static_cast<double>(objective->units());
  row_ = objective->row_map().l2_bound();
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
  DPCVX_TRY(round_corners(error));
  find_curvature();
  if (linear) divergences_ = model::RecordDivergences(*objective, width_);
  return DPCVX_OK;
}

// Lines of in-between slopes lie below the loss by up to a quarter of the jump times the width at corners: by no more
// than kMaxBelow / k for all records together, and about kBelow / k where corners are as dense as is typical. A bend
// narrower than that is a corner to the lines, which have the slopes of the envelope that bends over the width.
dpcvx_status ObjectivePart::round_corners(Error &error) {
  constexpr double kBelow = 0.1, kMaxBelow = 2;
  sloped_ = objective_;
  width_ = off_ = 0;
  const double most = settings_.scale * objective_->settings().weight_bound;
  if (!settings_.rounded || objective_->linear() == nullptr || objective_->outputs() > 1 ||
      !model::bends_at_one_point(model::traits_of(objective_->loss())) || !(most > 0))
    return DPCVX_OK;
  const double range = objective_->constants().oscillation / (objective_->settings().weight_bound * row_);
  const double width =
      std::min(std::sqrt(6 * kBelow / (most * typical_curvature(*objective_))), 4 * kMaxBelow / (range * most));
  const double added = width - width_of_bend();
  if (!(added > 0x1p-500 && width < 0x1p500)) return DPCVX_OK;
  DPCVX_TRY(objective_->smoothed(added, &sloped_, error));
  width_ = added;
  off_ = added * objective_->lipschitz() / (objective_->settings().weight_bound * row_) * (1 + 0x1p-20);
  return DPCVX_OK;
}

// Of a loss of one decision value whose lines are tangents, and what is lost of <a, x - v> over ||x - v||_2.
void ObjectivePart::find_curvature() {
  const model::ObjectiveConstants &its = objective_->constants();
  half_curvature_ = INFINITY;
  if (objective_->linear() == nullptr || objective_->outputs() > 1 || off_ > 0 || its.holder_exponent != 1) return;
  half_curvature_ = its.holder_constant / (2 * objective_->settings().weight_bound * row_ * row_) * (1 + 0x1p-20);
  rounding_ = row_ * static_cast<double>(objective_->dimension() + 16) * 0x1p-51;
}

// How fast a unit's divergence can grow in the decision value.
double ObjectivePart::steepest_fall() const {
  return off_ > 0 ? objective_->constants().oscillation / row_ * (1 + 0x1p-20) : 0;
}

// Over which the slope of a record's loss turns by 1 at the fastest: 0 at a corner.
double ObjectivePart::width_of_bend() const {
  const model::ObjectiveSettings &settings = objective_->settings();
  return settings.weight_bound * row_ * row_ / (objective_->smoothness() - settings.l2);
}

void ObjectivePart::linearize(const double *v, double *g) {
  const int64_t d = objective_->dimension();
  sloped_->gradient_sum(v, {}, model::Clip(), {&crew_, sums_}, g);
  for (int64_t j = 0; j < d; ++j) g[j] *= weight_;
  std::copy(v, v + d, point_);
  objective_->layout().spread(v, reference_);
  ++passes_;
}

bool ObjectivePart::accept(const double *x, random::Rng &rng) {
  if (objective_->linear() == nullptr) return accept_function(x, rng);
  step_from_tangents(x);
  if (settings_.thinning == Thinning::kNever || objective_->calls_back()) return accept_by_pass(rng);
  const ThinnedTry thinned = thinned_try();
  const double cells = thinned.cells();
  const bool less_work = kCostOfEvent * cells < static_cast<double>(objective_->linear()->records());
  const bool is_asked_for = settings_.thinning == Thinning::kAlways && cells < kMaxCells;
  if (!less_work && !is_asked_for) return accept_by_pass(rng);
  return thinned.accept(rng, &looked_at_);
}

ThinnedTry ObjectivePart::thinned_try() const {
  const Apart apart = decisions_apart();
  return {&*objective_,
          &divergences_,
          reference_,
          step_,
          work_,
          weight_,
          objective_->max_divergence(apart.most + off_),
          objective_->max_divergence(row_ * apart.by_length),
          steepest_fall() * off_,
          half_curvature_,
          rounding_ * apart.by_length};
}

void ObjectivePart::step_from_tangents(const double *x) {
  const model::Layout &layout = objective_->layout();
  layout.spread(x, step_);
  for (int64_t j = 0; j < layout.size(); ++j) step_[j] -= reference_[j];
}

// Bounds how far a row's decision values at x are from those at v, in l2 over the outputs: rows are bounded in l2, and
// in the lp norm that they are clipped in.
ObjectivePart::Apart ObjectivePart::decisions_apart() const {
  const int64_t size = objective_->layout().size();
  double squares = 0, sizes = 0, largest = 0;
  for (int64_t j = 0; j < size; ++j) {
    const double step = std::fabs(step_[j]);
    squares += step * step;
    sizes += step;
    largest = std::fmax(largest, step);
  }
  const model::RowMap &rows = objective_->row_map();
  Apart apart;
  apart.by_length = std::sqrt(squares) * (1 + 0x1p-20);
  apart.most = row_ * apart.by_length;
  if (objective_->outputs() > 1 || rows.matrix) return apart;
  double dual = INFINITY;
  if (rows.p == INFINITY) dual = sizes;
  // ||y||_q <= ||y||_inf^(1 - 2/q) ||y||_2^(2/q), 1/p + 1/q = 1.
  if (rows.p < 2) dual = std::pow(largest, 2 / rows.p - 1) * std::pow(squares, 1 - 1 / rows.p);
  apart.most = std::fmin(apart.most, rows.bound * dual * (1 + 0x1p-20));
  return apart;
}

// Adds share times of(rows, record) up, some records at a time, and shows each sum to `visit` until that says false.
template <class Of, class Visit>
bool ObjectivePart::visit_sums(const Of &of, const Visit &visit) {
  const model::LinearModel &linear = *objective_->linear();
  const int64_t records = linear.records();
  const data::RowPick places = linear.table().places_as_given();
  return linear.with_rows([&](const auto &rows) {
    for (int64_t begin = 0; begin < records; begin += kRecordsADecision) {
      const int64_t end = std::min<int64_t>(begin + kRecordsADecision, records);
      double sum = 0;
      for (int64_t i = begin; i < end; ++i) {
        const int64_t r = places[i];
        if (linear.share(r) > 0) sum += linear.share(r) * of(rows, r);
      }
      looked_at_ += static_cast<double>(end - begin);
      if (!visit(sum)) return false;
    }
    return true;
  });
}

// exp(-B) is a product over the data: the first few records that reject end it.
bool ObjectivePart::accept_by_pass(random::Rng &rng) {
  return visit_sums([&](const auto &rows, int64_t r) { return divergences_.of(rows, r, reference_, step_, work_); },
                    [&](double sum) { return random::bernoulli_exp(rng, weight_ * sum); });
}

// The sum is kept with what its rounding loses. It never falls, so that of its first records may decide as that of all.
bool ObjectivePart::accept_beside(const double *x, const FloorOfRecords &floor, double added, double limit,
                                  random::Rng &rng) {
  constexpr double kBelow = 1 - 0x1p-30;
  step_from_tangents(x);
  const model::LinearModel &linear = *objective_->linear();
  ThinnedTry thinned = thinned_try();
  const bool is_thinned = kCostOfEvent * thinned.cells() < static_cast<double>(linear.records());
  thinned.floor = &floor;
  if (is_thinned && !thinned.accept(rng, &looked_at_)) return false;
  random::ExpDecision decision(rng);
  double sum = 0, lost = 0;
  const auto part_of = [&](const auto &rows, int64_t r) {
    const model::RecordDivergences::Parts parts = divergences_.parts_of(rows, r, reference_, step_);
    if (!is_thinned) return parts.divergence;
    return floor.of(r, parts.divergence, parts.reference, parts.step, linear.label(r));
  };
  const bool may_be_taken = visit_sums(part_of, [&](double more) {
    const double before = sum;
    sum += more;
    lost += more - (sum - before);
    const double so_far = weight_ * sum * kBelow - 0x1p-30 + added;
    return !(so_far > 0 && decision.between(so_far, INFINITY) == random::ExpDecision::Answer::kNo);
  });
  const double divergence = weight_ * (sum + lost);
  return may_be_taken && divergence <= limit && decision.at(std::fmax(0, divergence + added));
}

bool ObjectivePart::accept_function(const double *x, random::Rng &rng) {
  objective_->divergences(x, point_, {nullptr, sums_}, work_);
  passes_ += 2;
  for (int64_t u = 0; u < objective_->units_there(); ++u)
    if (!random::bernoulli_exp(rng, weight_ * work_[u])) return false;
  return true;
}

double ObjectivePart::lipschitz(double reach) const {
  const model::ObjectiveConstants &its = objective_->constants();
  const double away = its.gradient_at_zero + its.holder_constant * std::pow(reach, its.holder_exponent);
  return settings_.scale * objective_->max_share() * std::fmin(its.lipschitz, away) * (1 + 0x1p-40);
}

double ObjectivePart::max_trace() const {
  const double curvature = objective_->smoothness() - objective_->settings().l2;
  return settings_.scale * objective_->max_share() * curvature * (1 + 0x1p-40);
}

double ObjectivePart::roughness() const {
  const model::ObjectiveSettings &settings = objective_->settings();
  if (objective_->linear() == nullptr) {
    const double smooth = objective_->smoothness() - settings.l2, steep = objective_->lipschitz();
    return settings_.scale * static_cast<double>(objective_->dimension()) * std::fmin(smooth, steep);
  }
  return settings_.scale * settings.weight_bound * row_ * row_ * typical_curvature(*objective_);
}

PartErrors ObjectivePart::errors(const Region &region) const {
  // Lines touch the loss as far as `off_` beyond v, and its slopes turn on the way.
  const model::TangentErrors unit = objective_->tangent_errors(region.reach, region.spread + off_ / row_);
  if (!(unit.gradient < INFINITY) || !(unit.divergence < INFINITY)) return {};
  const double units = static_cast<double>(objective_->max_units()), max_weight = weight_ * (1 + 0x1p-50);
  const double sum = units * unit.gradient + objective_->gradient_sum_error(units, model::Clip());
  // Of thinning: cells, which are off by 2^-57 each, and products; of passes: sums of few and products.
  const double apart = row_ * region.spread * (1 + 0x1p-19) + off_;
  const double divergence = max_weight * units * objective_->max_divergence(apart);
  PartErrors errors;
  errors.tilt = (max_weight * sum + 0x1p-50 * lipschitz(region.reach)) * (1 + 0x1p-30);
  // What lines through corners lie further below; and beside bends the two slopes of a gap, 256 ulps each.
  const double bend = width_ > 0 && objective_->smoothness() < INFINITY ? width_of_bend() : 0;
  const double lines = 0x1p-42 * steepest_fall() * (1 + bend / std::fmax(width_, 0x1p-1000)) * off_;
  errors.log_ratio = (max_weight * units * (unit.divergence + lines) + (kRecordsADecision + 16) * 0x1p-52 * divergence +
                      0x1p-57 * (divergence + 1)) *
                     (1 + 0x1p-30);
  return errors;
}

double ObjectivePart::passes() const {
  const double records = objective_->linear() != nullptr ? static_cast<double>(objective_->linear()->records()) : 1;
  return passes_ + looked_at_ / std::fmax(records, 1);
}

}  // namespace dpcvx::sample
