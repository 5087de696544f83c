#include "solve/stable/batches.h"

#include <cmath>

#include "base/error.h"

namespace dpcvx::solve {

dpcvx_status StableBatches::prepare(const model::Objective &objective, const StablePhases &stable, Error &error) {
  stable_ = &stable;
  there_ = objective.units_there();
  coins_ = objective.units_declared();
  for (int32_t i = 0; i < stable.count; ++i) from_[i] = -1, count_[i] = there_;
  any_ = stable.batches && there_ > 0;
  if (!any_) return DPCVX_OK;
  const size_t n = static_cast<size_t>(there_);
  if (!units_.allocate(n) || !phase_.allocate(n)) return error.nomem("batches");
  return coins_ ? DPCVX_OK : order_.reserve(there_, error);
}

// The pieces are known at once, and their units are listed in rising order, which is as good as any.
void StableBatches::draw_pieces(random::Rng &rng) {
  for (int8_t &phase : phase_) phase = -1;
  for (int32_t i = 0; i < stable_->count; ++i) {
    if (stable_->at(i).share == 1) continue;
    const int64_t size = static_cast<int64_t>(stable_->at(i).units);
    order_.draw(rng, size, units_.data());
    for (int64_t k = 0; k < size; ++k)
      phase_[static_cast<size_t>(units_[static_cast<size_t>(k)])] = static_cast<int8_t>(i);
  }
}

void StableBatches::draw_coins(random::Rng &rng) {
  for (int8_t &phase : phase_) {
    // 53 bits: what shares there are is public, and need not be kept exactly.
    double left = std::ldexp(static_cast<double>(rng.next() >> 11), -53);
    phase = -1;
    for (int32_t i = 0; i < stable_->count && phase < 0; ++i) {
      if (stable_->at(i).share == 1) continue;
      left -= stable_->at(i).share;
      if (left < 0) phase = static_cast<int8_t>(i);
    }
  }
}

void StableBatches::draw(random::Rng &rng) {
  if (!any_) return;
  coins_ ? draw_coins(rng) : draw_pieces(rng);
  int64_t end = 0;
  for (int32_t i = 0; i < stable_->count; ++i) {
    if (stable_->at(i).share == 1) continue;
    from_[i] = end;
    for (int64_t u = 0; u < there_; ++u)
      if (phase_[static_cast<size_t>(u)] == i) units_[static_cast<size_t>(end++)] = u;
    count_[i] = end - from_[i];
  }
}

}  // namespace dpcvx::solve
