// Sums over the units of a linear model: which units, how a unit's gradient is clipped, in what memory. Units lie in
// fixed blocks with a slot each; a block's sum is taken in order, and so are the slots'.
#ifndef DPCVX_MODEL_SUMS_H_
#define DPCVX_MODEL_SUMS_H_

#include <cmath>
#include <cstdint>

#include "base/machine/crew.h"
#include "model/kernel.h"
#include "model/linear_model.h"
#include "model/loss.h"
#include "model/multiples.h"

namespace dpcvx::model {

// Which units a sum runs over: those listed, in that order, or all of them.
struct Units {
  const int64_t *list = nullptr;
  int64_t count = 0;
};

// The working memory of sums, and the threads that they run on: the calling one alone where there is no crew.
struct SumWork {
  Crew *crew = nullptr;
  double *memory = nullptr;  // Objective::work_size() doubles, or those with_hessian, aligned to 64 bytes
};

// How a pass over units is cut into blocks: a function of public numbers and of the number of units.
struct Blocks {
  int64_t most = 64;

  int64_t units_a_block(int64_t units) const;
  int64_t count(int64_t units) const;
};

// The size of the groups in which a user's records are summed before the groups are: few additions for any number of
// records.
constexpr int64_t kRecordsAGroup = 4096;
static_assert(kRecordsAGroup * kRecordsAGroup >= LinearModel::kMaxRecordsPerUser, "groups are no more than their size");

// The memory of one block: the sum with a last entry for the loss, and working memory.
struct Slots {
  Layout layout;
  bool by_user = false, compact = false;

  static constexpr int64_t kMaxTile = 64;
  // Records whose decision values are taken at a time.
  int64_t tile() const;
  int64_t size() const;  // doubles of one block
  int64_t user() const { return layout.size() + data::kPad; }
  int64_t group() const { return user() + (by_user ? layout.size() : 0); }
  int64_t scratch() const { return group() + (by_user ? layout.size() : 0); }
  int64_t tiles() const { return scratch() + (compact ? 2 * layout.size() : 0); }
  // Returns the greatest number of blocks, so that their memory stays bounded.
  Blocks blocks() const;
};

// One pass. Adds up the losses' gradients, or losses and gradients, of the records of the units.
struct LinearSum {
  const LinearModel *linear;
  const LossSpec *loss;
  double max_slope;  // enforced: a computed slope beyond it is cut to it
  Slots slots;
  Units units;  // with list == nullptr: the first `count`
  bool by_user = false, with_value = false;
  Clip clip;

  // At w of layout.size() entries (spread), in `memory` of blocks().most * slots.size() doubles. The total lies where
  // memory begins, the losses' sum at [layout.size()].
  void run(const double *w, Crew *crew, double *memory);

 private:
  friend struct LinearSumBlock;
  int64_t units_a_block_ = 0;
  const double *w_ = nullptr;
  double *memory_ = nullptr;
};

// Returns a factor in [0, 1] that scales a vector of norm at most `norm` to a norm of at most the clip.
double clip_factor(double norm, const Clip &clip);
// Returns an upper bound on the l2 norm of `n` numbers, `stride` apart; infinity or NaN where one of them is.
double norm_above(const double *values, int64_t n, int64_t stride = 1);
// The same where the sum of their squares is known, taken in order.
double norm_above(double squares, const double *values, int64_t n, int64_t stride);

}  // namespace dpcvx::model

#endif
