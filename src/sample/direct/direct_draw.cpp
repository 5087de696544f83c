#include "sample/direct/direct_draw.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numeric/margins.h"
#include "numeric/norm.h"
#include "random/bernoulli.h"
#include "sample/arithmetic.h"
#include "sample/certificate.h"

namespace dpcvx::sample {

namespace {

constexpr double kUlp = 0x1p-52;
// How far V's slope at v may be from what is meant, in the dual metric; v is about as far away.
constexpr double kDrift = 0x1p-5;
// Where some of the records leave off.
constexpr double kNearInPart = 0.5;
// Steps of Newton's method: on some records a dimension, and on all.
constexpr int kCoarseSteps = 60, kSteps = 12, kMetrics = 3;
constexpr int64_t kCoarseRecords = 50;
// Rows so many times longer than the mean in the dual metric are left out of it: they would make the envelope narrow.
constexpr double kLongRow = 3;
constexpr double kLongestStep = 3;  // in decision values of the longest rows
// Shares of the records whose curvature may be all in the floor.
constexpr int kEdges = 4;
constexpr double kShares[kEdges] = {0.8, 0.4, 0.15, 0.03};
// A record that is read for a try takes as long as so many of a pass for tangents.
constexpr double kCostOfReading = 5;
// What laws off a face take, in records of such a pass.
constexpr double kCostOfTables = 1e4;
// By how much some records may mistake the log of the number of tries.
constexpr double kDoubt = 1;
// Of the passes that are expected at most, what a run takes at most.
constexpr double kMaxPatience = 2;
// V - V(v) and the log of the proposal are less in all tries that matter.
constexpr double kMaxLog = 0x1p12;
// Bounds the rest of the wall at v, less the dimension.
constexpr double kMaxWall = 8;

bool has_wall(const Target &target) { return target.domain != nullptr && !target.domain->is_all(); }

}  // namespace

bool DirectDraw::applies(const Target &target, const model::Objective &objective) {
  if (target.count != 1 || objective.linear() == nullptr || objective.outputs() != 1) return false;
  if (objective.calls_back() || !LossFloor::has(objective.loss()) || !(objective.smoothness() < INFINITY)) return false;
  if (target.dimension > LocalMetric::kMaxDimension || !(target.precision > 0)) return false;
  return WallShare::has(target);
}

// Section 5 of PROOFS.md, item by item.
double DirectDraw::gdp(const Target &target, const ObjectivePart &data, const DirectSettings &settings) {
  const double d = static_cast<double>(target.dimension), lambda = target.precision;
  const double off = numeric::l2_norm_up(settings.start, target.dimension);
  const double centre = numeric::l2_norm_up(target.centre, target.dimension);
  Region region;
  region.reach = numeric::up_many(off + settings.far * (1 + 0x1p-20));
  region.spread = numeric::up_many(2 * settings.far * (1 + 0x1p-20));
  const double slope = data.lipschitz(region.reach), cell = settings.lattice_step * std::sqrt(d) / 2;
  const double shared = WallShare::max_precision(target);
  const double trace = data.max_trace() + d * (lambda + shared);
  const PartErrors part = data.errors(region);
  RoundErrors errors;
  const double middle = shared > 0 ? target.domain->radius() : 0;  // at least that far from 0
  const double quadratic = lambda * (2 * region.reach + centre) + shared * (2 * region.reach + middle);
  errors.gradient = part.tilt + 4 * kUlp * (slope + quadratic);
  double ratio = 1.25 * part.log_ratio;
  ratio += cell * (2 * slope + quadratic + 128 * std::sqrt(trace));
  ratio += kUlp * (4 * (d + 20) * kMaxLog + kMaxSlope * (d + 8) * std::sqrt(trace) * region.spread);
  ratio += d * 0x1p-43 + 0x1p-40 + 8 * kUlp * (std::sqrt(d) + 36) * (std::sqrt(d) + 36);
  if (has_wall(target)) {
    ratio += 2 * cell * max_wall_slope(*target.domain, target.wall, target.dimension);
    ratio += kUlp * (d + 40) * (target.wall * target.domain->size() + kMaxLog);
    // At faces of a box.
    ratio += kUlp * (d + 8) * (2 * (slope + quadratic) * region.spread + 4 * kMaxLog) + d * 0x1p-40;
  }
  errors.log_ratio = numeric::up_many(ratio);
  if (!(errors.log_ratio <= RadialEnvelope::kMargin / 4) || !(errors.gradient < INFINITY)) return INFINITY;
  return round_gdp(target.convexity, target.convexity, INFINITY, errors);
}

bool DirectDraw::is_promising(const Target &target, const model::SharedObjective &objective, ObjectivePart *data,
                              const DirectSettings &settings) {
  DirectDraw draw;
  draw.take(target, objective, data, settings);
  return draw.may_pay();
}

void DirectDraw::take(const Target &target, const model::SharedObjective &objective, ObjectivePart *data,
                      const DirectSettings &settings) {
  target_ = target;
  objective_ = objective;
  data_ = data;
  settings_ = settings;
  wall_ = WallShare(target);
}

dpcvx_status DirectDraw::prepare(const Target &target, const model::SharedObjective &objective, ObjectivePart *data,
                                 const DirectSettings &settings, Error &error) {
  take(target, objective, data, settings);
  const size_t size = static_cast<size_t>(target.dimension);
  for (Buffer<double> *buffer : {&v_, &slope_, &step_, &x_, &u_, &kept_})
    if (!buffer->allocate(size)) return error.nomem("a direct draw");
  DPCVX_TRY(faces_.prepare(target, settings.lattice_step, error));
  noise_.prepare();
  is_promising_ = may_pay();
  if (may_be_skewed_) DPCVX_TRY(skew_.prepare(*objective, data->weight(), error));
  return metric_.prepare(*objective, data->weight(), target.precision, error);
}

// slope_ has the losses' at v, and then that of V without the wall.
void DirectDraw::add_quadratic() {
  for (size_t j = 0; j < slope_.size(); ++j)
    slope_[j] += target_.precision * (v_[j] - (target_.centre == nullptr ? 0 : target_.centre[j]));
}

// step_ = what is to be taken off the slope, in the metric's coordinates. Returns its length.
double DirectDraw::look_at_slope() {
  metric_.solve_lower(slope_.data(), step_.data());
  double squares = 0;
  for (size_t j = 0; j < step_.size(); ++j) {
    if (is_skewed_) step_[j] += aim() * skew_.trace()[j];
    squares += step_[j] * step_[j];
  }
  return std::sqrt(squares);
}

// Newton's step from v, shortened so that no decision value moves far.
bool DirectDraw::step_on() {
  metric_.solve_upper(step_.data(), step_.data());
  const double length = numeric::l2_norm_up(step_.data(), target_.dimension) * objective_->row_map().l2_bound();
  const double part = std::min(1.0, kLongestStep / std::max(length, 0x1p-100));
  for (size_t j = 0; j < v_.size(); ++j) v_[j] = on_lattice(v_[j] - part * step_[j]);
  return length < INFINITY;
}

// Near the mode, from some of the records and then from all with the metric of the former.
bool DirectDraw::find_mode() {
  const int64_t records = objective_->linear()->records();
  const int64_t stride = std::max<int64_t>(1, records / (kCoarseRecords * target_.dimension));
  const double near = stride > 1 ? kNearInPart : kDrift / 2;
  floor_ = LossFloor(objective_->loss());
  is_skewed_ = false;
  metric_.take_all_rows();
  wall_.set_share(0);
  faces_.release_all();
  metric_.set_precision(precision());
  for (size_t j = 0; j < v_.size(); ++j) v_[j] = on_lattice(settings_.start[j]);
  for (int steps = 0;; ++steps) {
    if (!metric_.take(v_.data(), floor_, stride, slope_.data())) return false;
    add_quadratic();
    if (!share_wall()) return false;
    hold_by_faces(true);
    if (look_at_slope() <= near) break;
    if (steps == kCoarseSteps || !step_on()) return false;
  }
  const double log_volume = metric_.log_volume();
  for (int steps = 0; stride > 1 && steps < kSteps; ++steps) {
    if (!watch_->should_continue(0)) return false;
    data_->linearize(v_.data(), slope_.data());
    add_quadratic();
    if (!share_wall()) return false;
    hold_by_faces(true);
    if (look_at_slope() <= kDrift / 2) break;
    if (!step_on()) return false;
  }
  metric_.leave_out_long_rows(kLongRow);
  return choose_floor(stride, log_volume);
}

// Chooses the edge of the fewest tries, on some of the records, among places that some shares of them have. A lower
// one makes the curvature of records beyond it count less, and that of all fall later. Returns the log of their number.
double DirectDraw::choose_edge(int64_t stride, double log_volume) {
  const double d = static_cast<double>(target_.dimension);
  log_narrower_ = 0;
  double edges[kEdges], best = INFINITY;
  int chosen = -1;
  for (int i = 0; i < kEdges; ++i) edges[i] = metric_.place(v_.data(), floor_, kShares[i]);
  for (int i = 0; i < kEdges; ++i) {
    if (!floor_.is_before_bend(edges[i])) continue;
    floor_.set_edge(edges[i]);
    if (!metric_.take(v_.data(), floor_, stride, nullptr)) continue;
    const EvenFloor floor(floor_, metric_.max_leverage(stride), kDrift);
    if (!envelope_.fit(floor, d, max_excess(d))) continue;
    const double narrower = log_volume - metric_.log_volume(), tries = envelope_.offset() + narrower;
    if (tries < best) best = tries, chosen = i, log_narrower_ = narrower;
  }
  if (chosen < 0)
    floor_.set_typical_edge();
  else
    floor_.set_edge(edges[chosen]);
  return best;
}

// The same of the floor that knows third derivatives. What of them has no pattern adds up as the root of the number.
double DirectDraw::log_skewed_tries(int64_t stride) {
  const double d = static_cast<double>(target_.dimension);
  LossFloor floor(objective_->loss());
  if (!metric_.take(v_.data(), floor, stride, nullptr)) return INFINITY;
  skew_.find_trace(&metric_, v_.data(), floor, stride);
  if (!skew_.take(&metric_, v_.data(), floor, stride, *watch_)) return INFINITY;
  const SkewFloor skewed = skewed_floor(1 / std::sqrt(static_cast<double>(stride)), kDrift);
  return envelope_.fit(skewed, d, max_excess(d)) ? envelope_.offset() : INFINITY;
}

// `share`: of what has no pattern in some records, what it is in all.
SkewFloor DirectDraw::skewed_floor(double share, double drift) const {
  SkewFloor::Bounds bounds = skew_.bounds(share);
  bounds.drift = drift;
  bounds.aim = aim();
  return SkewFloor(bounds);
}

// Chooses the floor of least work.
bool DirectDraw::choose_floor(int64_t stride, double log_volume) {
  const bool is_asked_for = settings_.floor == DirectSettings::Floor::kSkewed;
  double least = log_passes(choose_edge(stride, log_volume), false);
  if (may_be_skewed_ && faces_.count() == 0 && (is_asked_for || cost_of_skew() < std::exp(least))) {
    const double skewed = log_passes(log_skewed_tries(stride), true);
    is_skewed_ = is_asked_for || skewed < least;
    if (is_skewed_) floor_.set_farthest_edge(), log_narrower_ = 0, least = skewed;
  }
  return least <= std::log(settings_.max_passes) + kDoubt;
}

// The metric of all records at v, and the tangents there; again if v turns out to be too far from where it should be.
bool DirectDraw::settle() {
  for (int step = 0; step < kMetrics; ++step) {
    if (!watch_->should_continue(0)) return false;
    data_->linearize(v_.data(), slope_.data());
    add_quadratic();
    if (!metric_.take(v_.data(), floor_, 1, nullptr)) return false;
    wall_.add_slope(1, v_.data(), slope_.data());
    std::copy(slope_.begin(), slope_.end(), kept_.begin());
    hold_by_faces(false);
    if (is_skewed_) skew_.find_trace(&metric_, v_.data(), floor_, 1);
    const double off = look_at_slope();
    if (off <= kDrift) {
      std::copy(kept_.begin(), kept_.end(), slope_.begin());
      return true;
    }
    if (!step_on()) return false;
  }
  return false;
}

// Whether an envelope serves where rows are at their bounds and alike in all directions.
bool DirectDraw::may_pay() {
  constexpr double kHope = 20;
  if (!data_->has_tangents()) return false;
  const double d = static_cast<double>(target_.dimension);
  const double trace = data_->max_trace() + d * (target_.precision + WallShare::max_precision(target_) / 2);
  const double leverage = objective_->row_map().l2_bound() * std::sqrt(d / trace);
  const auto is_worth_it = [&](const RadialFloor &floor, bool skewed) {
    return envelope_.fit(floor, d, max_excess(d)) &&
           log_passes(envelope_.offset(), skewed) <= std::log(kHope * settings_.max_passes);
  };
  SkewFloor::Bounds bounds;
  bounds.leverage = leverage;
  bounds.fourth = leverage * leverage;
  may_be_skewed_ = LocalSkew::has(objective_->loss()) && settings_.floor != DirectSettings::Floor::kEven &&
                   is_worth_it(SkewFloor(bounds), true);
  LossFloor floor(objective_->loss());
  floor.set_typical_edge();
  return is_worth_it(EvenFloor(floor, leverage, 0), false) || may_be_skewed_;
}

bool DirectDraw::find_envelope() {
  if (!is_promising_ || !find_mode() || !settle()) return false;
  const double d = static_cast<double>(target_.dimension), wall = wall_.rest(v_.data(), nullptr);
  double squares = 0;
  for (size_t j = 0; j < v_.size(); ++j) squares += (v_[j] - settings_.start[j]) * (v_[j] - settings_.start[j]);
  if (!(squares <= settings_.far * settings_.far) || !(wall <= kMaxWall + d)) return false;
  limit_ = max_excess(d) + wall + 1;
  if (!fit_envelope(limit_)) return false;
  for (size_t j = 0; j < v_.size(); ++j) {
    const double steps = metric_.deviation(j) / settings_.lattice_step;
    const double widest = envelope_.scale(envelope_.count() - 1);
    if (!(steps >= LatticeGaussian::kMinSteps && steps * widest < LatticeGaussian::kMaxSteps)) return false;
  }
  work_.wall_share = wall_.share();
  work_.log_tries = envelope_.offset() + log_narrower_ - log_within_wall() - log_beside_faces();
  work_.faces = faces_.count();
  work_.skewed = is_skewed_;
  return log_passes(work_.log_tries, is_skewed_) <= std::log(settings_.max_passes);
}

bool DirectDraw::fit_envelope(double limit) {
  if (faces_.count() > 0) return !is_skewed_ && fit_beside_faces(limit);
  const double d = static_cast<double>(target_.dimension), drift = look_at_slope() * (1 + 0x1p-10);
  if (!(metric_.dual_length(slope_.data()) <= kMaxSlope)) return false;
  if (!is_skewed_) {
    even_ = EvenFloor(floor_, metric_.max_leverage(), drift);
    return envelope_.fit(even_, d, limit);
  }
  if (!skew_.take(&metric_, v_.data(), floor_, 1, *watch_)) return false;
  skewed_ = skewed_floor(1, drift);
  return envelope_.fit(skewed_, d, limit);
}

// Of the tries of the floor, what finds it, and tables of laws.
double DirectDraw::log_passes(double log_tries, bool skewed) const {
  const double records = static_cast<double>(std::max<int64_t>(1, objective_->linear()->records()));
  const double tables = kCostOfTables * static_cast<double>(faces_.count()) / records;
  const double tries = log_tries + std::log(cost_of_try(skewed)), others = tables + (skewed ? cost_of_skew() : 0);
  return others > 0 ? std::log(others + std::exp(tries)) : tries;
}

// Of a try without what it reads, in passes for tangents: as so many records.
double DirectDraw::cost_of_try(bool skewed) const {
  const double d = static_cast<double>(target_.dimension);
  return (100 + (skewed ? d * d * d / 1500 : d * d / 4)) /
         static_cast<double>(std::max<int64_t>(1, objective_->linear()->records()));
}

// Of third derivatives, in passes.
double DirectDraw::cost_of_skew() const {
  const double d = static_cast<double>(target_.dimension);
  return 1 + d * d * d / 1300;
}

bool DirectDraw::run(random::Rng &rng, ProgressMonitor &watch, double *out) {
  work_ = DirectWork();
  watch_ = &watch;
  metric_.set_watch(&watch);
  work_.found = find_envelope();
  metric_.set_watch(nullptr);
  if (!work_.found) return false;
  noise_.begin();
  faces_.begin();
  const double before = data_->passes();
  const auto spent = [&] {
    return kCostOfReading * (data_->passes() - before) + static_cast<double>(work_.tries) * cost_of_try(is_skewed_);
  };
  while (spent() < kMaxPatience * settings_.max_passes && watch.should_continue(0)) {
    ++work_.tries;
    if (!make_try(rng)) continue;
    std::copy(x_.begin(), x_.end(), out);
    return true;
  }
  return false;
}

// Coordinates one after the other, each about its mean given those that come after it, on the lattice.
bool DirectDraw::make_try(random::Rng &rng) {
  const double scale = envelope_.scale(envelope_.choose(rng.next())), h = settings_.lattice_step;
  const size_t d = v_.size();
  const double *const factor = metric_.factor();
  const size_t first = d - faces_.count();  // of the places at faces
  double square = 0, away = 0, base = 0, length = 0, beside = 0, steps_off = 0;
  for (size_t i = d; i-- > 0;) {
    const size_t j = metric_.order(i);
    double mean = 0;
    for (size_t k = i + 1; k < d; ++k) mean -= factor[k * d + i] * step_[k];
    if (i >= first) {
      step_[i] = h * faces_.next(j, rng, &steps_off);
      u_[i] = step_[i] / metric_.deviation(i) - mean;
      beside += u_[i] * u_[i];
    } else {
      const double centre = on_lattice(mean * metric_.deviation(i));
      const double moved = h * noise_.next(scale * metric_.deviation(i) / h, rng);
      step_[i] = centre + moved;
      u_[i] = moved / metric_.deviation(i);
      square += u_[i] * u_[i];
    }
    x_[j] = v_[j] + step_[i];
    const double off = x_[j] - settings_.start[j];
    length += step_[i] * step_[i];
    away += off * off;
    base += (slope_[j] + precision() / 2 * step_[i]) * step_[i];
    if (i >= first) base += faces_.own_wall(j, x_[j]);
  }
  if (!(square <= envelope_.farthest() * envelope_.farthest()) || !(away <= settings_.far * settings_.far))
    return false;
  if (!random::bernoulli_exp(rng, wall_.rest(x_.data(), first < d ? faces_.sides() : nullptr))) return false;
  double added = base - steps_off + (envelope_.log_density(square) + envelope_.offset());
  FloorOfRecords floor;
  floor.floor = &floor_;
  floor.square = even_.share(square + beside);
  if (is_skewed_ && !is_taken_by_sums(square, length, &floor, &added, rng)) return false;
  return data_->accept_beside(x_.data(), floor, added, limit_ - base, rng);
}

// What the records' floors are together is known from third derivatives alone, at least: a first decision, without a
// record. *added is then what is left of the exponent.
bool DirectDraw::is_taken_by_sums(double square, double length, FloorOfRecords *floor, double *added,
                                  random::Rng &rng) const {
  const double rho = std::sqrt(square);
  const SkewFloor::Terms terms = skewed_.terms(rho);
  floor->square = terms.square;
  floor->cube = terms.cube;
  floor->fourth = terms.fourth;
  floor->lengths = skew_.squares();
  const double sum = skewed_.sum(square, precision() * length, skew_.form(u_.data()));
  const double first = *added + sum - 2 * RadialEnvelope::kMargin;
  if (!(first > 0)) return true;
  *added -= first;
  return random::bernoulli_exp(rng, first);
}

}  // namespace dpcvx::sample
