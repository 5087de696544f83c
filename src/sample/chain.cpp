#include "sample/chain.h"

#include <algorithm>

#include "base/error.h"
#include "numeric/pairs.h"

namespace dpcvx::sample {

namespace {

using numeric::load_pair;
using numeric::Pair;
using numeric::sum_of;

// Most gradient passes a round, and what a try's log probability must be off by for another to pay.
constexpr int kMaxPasses = 8;
constexpr double kWorthAPass = 0.7;
// Tries before the first further pass.
constexpr int64_t kPatience = 32;
// Then passes go on until tries are centred, in units of s, so near to where tangents are taken, or are so many.
constexpr double kNear = 0.3;
constexpr int kMaxMorePasses = 24;
// Rejected tries, of coordinates too, have to be that many for the watch to be asked.
constexpr int64_t kTriesALook = 1024;
// How often parts by entries and a wall alternate.
constexpr int kSettlings = 3;

// Moves a point towards the centre (null: 0) until it is within `most` of it, so no further from what is.
void draw_in(const double *centre, double most, double *point, size_t dimension) {
  const auto at = [centre](size_t j) { return centre == nullptr ? 0 : centre[j]; };
  double squares = 0;
  for (size_t j = 0; j < dimension; ++j) squares += (point[j] - at(j)) * (point[j] - at(j));
  if (squares <= most * most) return;
  const double share = most / std::sqrt(squares);
  for (size_t j = 0; j < dimension; ++j) point[j] = squares < INFINITY ? at(j) + share * (point[j] - at(j)) : at(j);
}

}  // namespace

dpcvx_status Chain::prepare(const Target &target, const Schedule &schedule, Error &error) {
  target_ = target;
  schedule_ = schedule;
  variance_ = 1 / (target.precision + 1 / schedule.eta);
  const size_t size = static_cast<size_t>(target.dimension);
  for (Buffer<double> *buffer :
       {&x_, &pull_, &home_, &v_, &gradient_, &part_gradient_, &left_, &centre_, &scratch_, &from_, &step_})
    if (!buffer->allocate(size)) return error.nomem("a sampler's chain");
  cheap_ = 0;
  tries_entries_ = false;
  for (int32_t i = 0; i < target.count; ++i) {
    if (!is_cheap(i)) continue;
    ++cheap_;
    tries_entries_ = tries_entries_ || target.parts[i]->tries_entries();
    if (!settled_[i].allocate(size) || !pushed_[i].allocate(size)) return error.nomem("a sampler's chain");
  }
  DPCVX_TRY(wall_.prepare(target, variance_, schedule.lattice_step, error));
  tries_entries_ = tries_entries_ || wall_.there();
  DPCVX_TRY(predictor_.prepare(target.dimension, variance_, error));
  const double steps = static_cast<double>(schedule.rounds) * static_cast<double>(target.dimension);
  const int64_t expected = static_cast<int64_t>(std::min(steps, 1e6));
  blur_.prepare(std::sqrt(schedule.eta) / schedule.lattice_step, expected);
  spread_.prepare(std::sqrt(variance_) / schedule.lattice_step, expected);
  return DPCVX_OK;
}

double Chain::passes() const {
  double sum = 0;
  for (int32_t i = 0; i < target_.count; ++i) sum += target_.parts[i]->passes();
  return sum;
}

bool Chain::spent() const { return max_passes_ > 0 && passes() - passes_before_ >= max_passes_; }

int32_t Chain::run(const double *start, random::Rng &rng, ProgressMonitor &watch, double *out, int64_t before) {
  start_at(start);
  watch_ = &watch;
  for (int64_t done = 0; done < schedule_.rounds; ++done) {
    done_ = before + done;
    if (!may_go_on()) return DPCVX_OUTCOME_CANCELLED;
    if (spent()) return DPCVX_OUTCOME_MAX_PASSES;
    if (round(rng) == Draw::kStopped) return watch.cancelled() ? DPCVX_OUTCOME_CANCELLED : DPCVX_OUTCOME_MAX_PASSES;
    ++work_.rounds;
  }
  std::copy(x_.begin(), x_.end(), out);
  return DPCVX_OUTCOME_DONE;
}

// On the lattice, from the first point on.
void Chain::start_at(const double *start) {
  for (size_t j = 0; j < x_.size(); ++j) x_[j] = on_lattice(start[j]);
  passes_before_ = passes();
  out_of_tries_ = false;
  blur_.begin();
  spread_.begin();
  wall_.begin();
  predictor_.begin();
  for (int32_t i = 0; i < target_.count; ++i) target_.parts[i]->begin();
}

// Long work looks often. Once a look says no, passes are left out, and what was made without them is of no use.
bool Chain::may_go_on() { return watch_->should_continue(done_); }

Chain::Draw Chain::round(random::Rng &rng) {
  blur(rng);
  aim();
  int64_t patience = kPatience;
  refused_by_parts_ = 0;
  for (int64_t tries = 1;; ++tries) {
    if (watch_->cancelled()) return Draw::kStopped;
    ++work_.tries;
    if (!propose(rng)) return Draw::kStopped;
    if (accept(rng)) return Draw::kDone;
    if (!may_go_on() || spent()) return Draw::kStopped;
    if (max_tries_ > 0 && tries % kTriesALook == 0 && !watch_->ask_again(done_)) return Draw::kStopped;
    if (max_tries_ > 0 && refused_by_parts_ >= max_tries_) {
      out_of_tries_ = true;
      return Draw::kStopped;
    }
    if (tries < patience || target_.count == cheap_) continue;
    // What is known of the curvature may mislead. Any tangent is right for the next try.
    search();
    set_laws();
    patience *= 4;
  }
}

// y on the lattice, and where the draw would lie without parts: s^2 (lambda x_r + y / eta) = y + s^2 lambda (x_r - y).
void Chain::blur(random::Rng &rng) {
  const double h = schedule_.lattice_step, share = variance_ * target_.precision;
  for (size_t j = 0; j < x_.size(); ++j) {
    const double y = x_[j] + h * blur_.next(rng);
    pull_[j] = y + share * ((target_.centre == nullptr ? 0 : target_.centre[j]) - y);
  }
  std::copy(pull_.begin(), pull_.end(), home_.begin());
  wall_.prox(variance_, home_.data());
}

// Tangents, and the laws that they leave to try from.
void Chain::aim() {
  if (target_.count > cheap_ && !predictor_.knows()) {
    take_tangents(x_.data());
    predictor_.learn(x_.data(), gradient_.data());
    std::copy(x_.begin(), x_.end(), v_.begin());
  }
  refine();
  for (int passes = 1; target_.count > cheap_ && passes < kMaxPasses && off_by() > kWorthAPass; ++passes) refine();
  set_laws();
}

void Chain::refine() {
  guess();
  take_all_tangents();
}

void Chain::take_all_tangents() {
  take_tangents(v_.data());
  if (target_.count > cheap_) predictor_.learn(v_.data(), gradient_.data());
  take_cheap_tangents();
}

// Refines with care: where a step leads beyond the least point along it, further tangents are taken on the way, by
// bisection.
void Chain::search() {
  const double near = kNear * std::sqrt(variance_);
  for (int passes = 0; passes < kMaxMorePasses && off() > near; ++passes) {
    std::copy(v_.begin(), v_.end(), from_.begin());
    std::copy(scratch_.begin(), scratch_.end(), step_.begin());  // the way from there
    guess();
    double downhill = 0;
    for (size_t j = 0; j < v_.size(); ++j) {
      const double moved = v_[j] - from_[j];
      downhill += std::fabs(moved * step_[j]);
      step_[j] = moved;
    }
    take_all_tangents();
    double low = 0, high = 1, at = 1;
    for (; passes < kMaxMorePasses; ++passes) {
      const double left = left_along_step();
      if (left >= -downhill / 2 && (high == 1 || left <= downhill / 2)) break;
      (left < 0 ? high : low) = at;
      at = (low + high) / 2;
      for (size_t j = 0; j < v_.size(); ++j) v_[j] = from_[j] + at * step_[j];
      take_all_tangents();
    }
  }
}

// How far tries go along the step, from where it has led.
double Chain::left_along_step() {
  off();
  double sum = 0;
  for (size_t j = 0; j < step_.size(); ++j) sum += scratch_[j] * step_[j];
  return sum;
}

void Chain::set_laws() {
  if (wall_.there()) return wall_.aim(centre_.data());
  for (double &x : centre_) x = on_lattice(x);
}

// v, where the draw's mode can be.
void Chain::guess() {
  if (target_.count == cheap_) {
    std::copy(pull_.begin(), pull_.end(), v_.begin());
    cheap_mean(v_.data());
  } else {
    const bool plain = cheap_ == 0 && !wall_.there();
    predictor_.predict(
        pull_.data(), plain, [this](double *c) { cheap_mean(c); }, v_.data());
  }
  keep_near(v_.data());
}

void Chain::keep_near(double *point) const {
  if (!(schedule_.slope < INFINITY)) return;
  draw_in(home_.data(), variance_ * schedule_.slope, point, v_.size());
  draw_in(nullptr, schedule_.reach, point, v_.size());
}

// Of parts that cost a pass, and the centre that their gradient leaves.
void Chain::take_tangents(const double *point) {
  std::fill(gradient_.begin(), gradient_.end(), 0.0);
  const bool may_pass = target_.count > cheap_ && may_go_on();
  if (may_pass) ++work_.tangents;
  for (int32_t i = 0; may_pass && i < target_.count; ++i) {
    if (is_cheap(i)) continue;
    target_.parts[i]->linearize(point, part_gradient_.data());
    for (size_t j = 0; j < gradient_.size(); ++j) gradient_[j] += part_gradient_[j];
  }
  for (size_t j = 0; j < left_.size(); ++j) left_[j] = pull_[j] - variance_ * gradient_[j];
}

// Parts by entries choose their points after the others; again with each other's push and that of a wall.
void Chain::take_cheap_tangents() {
  std::copy(left_.begin(), left_.end(), centre_.begin());
  if (cheap_ == 0) return;
  std::fill(scratch_.begin(), scratch_.end(), 0.0);
  for (Buffer<double> &pushed : pushed_) std::fill(pushed.begin(), pushed.end(), 0.0);
  for (int step = 0; step < (wall_.there() || cheap_ > 1 ? kSettlings : 1); ++step) {
    for (int32_t i = 0; i < target_.count; ++i) {
      if (!is_cheap(i)) continue;
      leave_to(i);
      for (size_t j = 0; j < centre_.size(); ++j) centre_[j] -= scratch_[j];
      settle_cheap(i);
    }
    leave_to(-1);
    std::copy(centre_.begin(), centre_.end(), scratch_.begin());
    wall_.prox(variance_, scratch_.data());
    for (size_t j = 0; j < centre_.size(); ++j) scratch_[j] = centre_[j] - scratch_[j];
  }
}

// The centre that the parts leave, part i aside. No sum is longer than that, so that rounding is that of few steps.
void Chain::leave_to(int32_t i) {
  std::copy(left_.begin(), left_.end(), centre_.begin());
  for (int32_t k = 0; k < target_.count; ++k)
    for (size_t j = 0; k != i && is_cheap(k) && j < centre_.size(); ++j) centre_[j] -= pushed_[k][j];
}

// The part's tangent at its own point, for the centre that the others leave.
void Chain::settle_cheap(int32_t i) {
  std::copy(v_.begin(), v_.end(), settled_[i].begin());
  target_.parts[i]->settle(centre_.data(), variance_, settled_[i].data());
  keep_near(settled_[i].data());
  target_.parts[i]->linearize(settled_[i].data(), part_gradient_.data());
  for (size_t j = 0; j < centre_.size(); ++j) pushed_[i][j] = variance_ * part_gradient_[j];
}

// How far from v tries go; scratch_ is the way there.
double Chain::off() {
  std::copy(centre_.begin(), centre_.end(), scratch_.begin());
  wall_.mean(scratch_.data());
  double squares = 0;
  for (size_t j = 0; j < v_.size(); ++j) {
    scratch_[j] -= v_[j];
    squares += scratch_[j] * scratch_[j];
  }
  return std::sqrt(squares);
}

// What the tangents' divergences will be for being taken at v and not where tries go.
double Chain::off_by() {
  off();
  return predictor_.curvature(scratch_.data());
}

// About the mean of what parts by entries and the wall make of a Gaussian about c.
void Chain::cheap_mean(double *c) {
  for (int32_t i = 0; i < target_.count; ++i) {
    if (!is_cheap(i)) continue;
    std::copy(c, c + x_.size(), part_gradient_.data());
    target_.parts[i]->settle(part_gradient_.data(), variance_, c);
  }
  wall_.mean(c);
}

// x about the centre, each coordinate until its own factors take it, unless the watch stops that.
bool Chain::propose(random::Rng &rng) {
  const double h = schedule_.lattice_step;
  if (!tries_entries_) {
    for (size_t j = 0; j < x_.size(); ++j) x_[j] = centre_[j] + h * spread_.next(rng);
    return true;
  }
  const int64_t pivot = wall_.pivot();
  for (int64_t j = 0; j < target_.dimension; ++j)
    while (j != pivot && !try_entry(j, rng))
      if (work_.entry_tries % kTriesALook == 0 && !may_go_on()) return false;
  return true;
}

bool Chain::try_entry(int64_t j, random::Rng &rng) {
  ++work_.entry_tries;
  const size_t at = static_cast<size_t>(j);
  if (!wall_.there())
    x_[at] = centre_[at] + schedule_.lattice_step * spread_.next(rng);
  else if (!wall_.attempt(j, spread_, rng, &x_[at]))
    return false;
  return take_entry(j, rng);
}

bool Chain::take_entry(int64_t j, random::Rng &rng) {
  for (int32_t i = 0; i < target_.count && cheap_ > 0; ++i)
    if (is_cheap(i) && !target_.parts[i]->accept_entry(j, x_[static_cast<size_t>(j)], rng)) return false;
  return true;
}

bool Chain::near(const double *point) const {
  Pair squares = {}, norms = {};
  size_t j = 0;
  for (; j + 2 <= x_.size(); j += 2) {
    const Pair x = load_pair(x_.data() + j), way = x - load_pair(point + j);
    squares += way * way;
    norms += x * x;
  }
  double square = sum_of(squares), norm = sum_of(norms);
  for (; j < x_.size(); ++j) {
    square += (x_[j] - point[j]) * (x_[j] - point[j]);
    norm += x_[j] * x_[j];
  }
  return square <= schedule_.spread * schedule_.spread && norm <= schedule_.reach * schedule_.reach;
}

// The parts' statements about their arithmetic go so far.
bool Chain::near_enough() const {
  if (!(schedule_.spread < INFINITY)) return true;
  if (target_.count > cheap_ && !near(v_.data())) return false;
  for (int32_t i = 0; i < target_.count; ++i)
    if (is_cheap(i) && !near(settled_[i].data())) return false;
  return true;
}

bool Chain::accept(random::Rng &rng) {
  if (!wall_.accept(x_.data(), rng)) return false;
  if (wall_.pivot() >= 0 && !take_entry(wall_.pivot(), rng)) return false;
  if (!near_enough()) return false;
  for (int32_t i = 0; i < target_.count; ++i)
    if (!target_.parts[i]->accept(x_.data(), rng)) {
      ++refused_by_parts_;
      return false;
    }
  return true;
}

}  // namespace dpcvx::sample
