// Which units each phase has, where phases have units of their own. By chance alone: never by what units hold.
#ifndef DPCVX_SOLVE_STABLE_BATCHES_H_
#define DPCVX_SOLVE_STABLE_BATCHES_H_

#include "random/permutation.h"
#include "solve/stable/phase.h"
#include "solve/core/proposal.h"

namespace dpcvx::solve {

// Phases of share 1 have all units; the others have disjoint ones. Where the number of units is public they are
// consecutive pieces of a uniform permutation, of exact sizes. Else each unit goes to a phase by a coin of its own, so
// that one unit more changes one phase's batch by itself and no other.
class StableBatches {
 public:
  dpcvx_status prepare(const model::Objective &objective, const StablePhases &stable, Error &error);
  void draw(random::Rng &rng);

  // Of phase i; null: all units.
  const int64_t *batch(int32_t i) const { return from_[i] < 0 ? nullptr : units_.data() + from_[i]; }
  int64_t count(int32_t i) const { return count_[i]; }

 private:
  void draw_pieces(random::Rng &rng);
  void draw_coins(random::Rng &rng);

  const StablePhases *stable_ = nullptr;
  int64_t there_ = 0;
  bool any_ = false, coins_ = false;
  random::PermutationSampler order_;
  Buffer<int64_t> units_;
  Buffer<int8_t> phase_;
  int64_t from_[kMaxPhases], count_[kMaxPhases];
};

}  // namespace dpcvx::solve

#endif
