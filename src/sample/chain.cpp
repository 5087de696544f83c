#include "sample/chain.h"

#include <algorithm>

namespace dpcvx::sample {

dpcvx_status Chain::prepare(const Target &target, const Schedule &schedule, Error &error) {
  target_ = target;
  schedule_ = schedule;
  variance_ = 1 / (target.precision + 1 / schedule.eta);
  by_entries_ = target.domain != nullptr;
  for (int32_t i = 0; i < target.count; ++i) by_entries_ = by_entries_ || target.parts[i]->by_entries();
  const size_t size = static_cast<size_t>(target.dimension);
  for (Buffer<double> *buffer : {&x_, &y_, &v_, &pull_, &centre_, &gradient_, &part_gradient_, &settled_})
    if (!buffer->allocate(size)) return error.nomem("a sampler's chain");
  DPCVX_TRY(wall_.prepare(target, variance_, error));
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

bool Chain::spent() const { return most_passes_ > 0 && passes() - passes_before_ >= most_passes_; }

int32_t Chain::run(const double *start, random::Rng &rng, Watch &watch, double *out, int64_t before) {
  start_at(start);
  for (int64_t done = 0; done < schedule_.rounds; ++done) {
    if (!watch.go_on(before + done)) return DPCVX_OUTCOME_CANCELLED;
    if (spent()) return DPCVX_OUTCOME_WORK_LIMIT;
    if (round(rng, watch, before + done) == Draw::kStopped)
      return watch.cancelled() ? DPCVX_OUTCOME_CANCELLED : DPCVX_OUTCOME_WORK_LIMIT;
    ++work_.rounds;
  }
  std::copy(x_.begin(), x_.end(), out);
  return DPCVX_OUTCOME_DONE;
}

// On the lattice, from the first point on.
void Chain::start_at(const double *start) {
  const double h = schedule_.lattice_step;
  for (size_t j = 0; j < x_.size(); ++j) x_[j] = h * std::nearbyint(start[j] / h);
  passes_before_ = passes();
  blur_.begin();
  spread_.begin();
  predictor_.begin();
  has_tangent_ = false;
}

Chain::Draw Chain::round(random::Rng &rng, Watch &watch, int64_t done) {
  blur(rng);
  predict();
  aim();
  for (;;) {
    ++work_.tries;
    if (propose(rng) && near_enough() && accept(rng)) return Draw::kDone;
    if (!watch.go_on(done) || spent()) return Draw::kStopped;
  }
}

// y, and where the draw would lie without parts: s^2 (lambda x_r + y / eta) = y + s^2 lambda (x_r - y).
void Chain::blur(random::Rng &rng) {
  const double h = schedule_.lattice_step, share = variance_ * target_.precision;
  for (size_t j = 0; j < x_.size(); ++j) {
    y_[j] = x_[j] + h * blur_.next(rng);
    pull_[j] = y_[j] + share * ((target_.centre == nullptr ? 0 : target_.centre[j]) - y_[j]);
  }
}

// The point of the tangents, not further from where the draw would lie without parts than the draw's mode can be.
void Chain::predict() {
  if (!has_tangent_) {
    std::copy(x_.begin(), x_.end(), v_.begin());
    take_tangents(true);
    predictor_.learn(v_.data(), gradient_.data());
    has_tangent_ = true;
  }
  predictor_.predict(pull_.data(), v_.data());
  wall_.pull(v_.data());
  if (!(schedule_.slope < INFINITY)) return;
  std::copy(pull_.begin(), pull_.end(), centre_.begin());
  wall_.pull(centre_.data());
  double squares = 0;
  for (size_t j = 0; j < v_.size(); ++j) squares += (v_[j] - centre_[j]) * (v_[j] - centre_[j]);
  const double most = variance_ * schedule_.slope;
  if (squares <= most * most) return;
  const double share = most / std::sqrt(squares);
  for (size_t j = 0; j < v_.size(); ++j) v_[j] = centre_[j] + share * (v_[j] - centre_[j]);
}

// The parts' gradients at v: of those that cost a pass, or of all.
void Chain::take_tangents(bool whole) {
  std::fill(gradient_.begin(), gradient_.end(), 0.0);
  ++work_.tangents;
  for (int32_t i = 0; i < target_.count; ++i) {
    if (!whole && target_.parts[i]->by_entries()) continue;
    target_.parts[i]->linearize(v_.data(), part_gradient_.data());
    for (size_t j = 0; j < gradient_.size(); ++j) gradient_[j] += part_gradient_[j];
  }
}

// Tangents, and the centre of the tries: parts by entries and the wall choose theirs after the others.
void Chain::aim() {
  take_tangents(false);
  for (size_t j = 0; j < v_.size(); ++j) centre_[j] = pull_[j] - variance_ * gradient_[j];
  for (int32_t i = 0; i < target_.count; ++i) {
    Part &part = *target_.parts[i];
    if (!part.by_entries()) continue;
    std::copy(v_.begin(), v_.end(), settled_.begin());
    part.settle(centre_.data(), variance_, settled_.data());
    part.linearize(settled_.data(), part_gradient_.data());
    for (size_t j = 0; j < v_.size(); ++j) {
      gradient_[j] += part_gradient_[j];
      centre_[j] -= variance_ * part_gradient_[j];
    }
  }
  predictor_.learn(v_.data(), gradient_.data());
  wall_.move(centre_.data());
  const double h = schedule_.lattice_step;
  for (size_t j = 0; j < v_.size(); ++j) centre_[j] = h * std::nearbyint(centre_[j] / h);
}

// x about the centre, each coordinate until its own factors take it.
bool Chain::propose(random::Rng &rng) {
  const double h = schedule_.lattice_step;
  for (size_t j = 0; j < x_.size(); ++j) {
    const int64_t entry = static_cast<int64_t>(j);
    for (bool taken = false; !taken;) {
      x_[j] = centre_[j] + h * spread_.next(rng);
      if (!by_entries_) break;
      ++work_.entry_tries;
      taken = wall_.accept_entry(entry, x_[j], rng);
      for (int32_t i = 0; i < target_.count && taken; ++i)
        taken = !target_.parts[i]->by_entries() || target_.parts[i]->accept_entry(entry, x_[j], rng);
    }
  }
  return true;
}

bool Chain::near_enough() const {
  if (!(schedule_.spread < INFINITY)) return true;
  double squares = 0;
  for (size_t j = 0; j < x_.size(); ++j) squares += (x_[j] - v_[j]) * (x_[j] - v_[j]);
  return squares <= schedule_.spread * schedule_.spread;
}

bool Chain::accept(random::Rng &rng) {
  if (!wall_.accept(x_.data(), rng)) return false;
  for (int32_t i = 0; i < target_.count; ++i)
    if (!target_.parts[i]->accept(x_.data(), rng)) return false;
  return true;
}

}  // namespace dpcvx::sample
