// A choice among weighted items, each with probability exactly proportional to its integer weight.
#ifndef DPCVX_MECHANISM_SELECTION_WEIGHTED_CHOICE_H_
#define DPCVX_MECHANISM_SELECTION_WEIGHTED_CHOICE_H_

#include <cstddef>

#include "mechanism/selection/exp2_weights.h"
#include "random/rng.h"

namespace dpcvx::mechanism {

// An item that stands for `copies` outcomes of the same loss.
struct Item {
  uint64_t loss;
  uint64_t copies;
};

// A natural number below 2^256, least significant limb first.
class Sum {
 public:
  // Adds weight * copies.
  void add(const Weight &weight, uint64_t copies);
  // Takes weight * copies away and returns true, or returns false where that is more than what is there.
  bool take(const Weight &weight, uint64_t copies);
  bool is_zero() const;
  // Uniform on 0 ... *this - 1.
  Sum uniform_below(random::Rng &rng) const;

 private:
  uint64_t limb_[4] = {};
};

// The index of an item, with probability proportional to copies * 2^(-rate * (loss - least loss among items with
// copies)); item(k), 0 <= k < count, is asked three times each. At least one item has copies; all copies together are
// at most 2^62.
template <class Items>
size_t choose(random::Rng &rng, const Decay &decay, size_t count, const Items &item) {
  uint64_t least = UINT64_MAX;
  for (size_t k = 0; k < count; ++k) {
    const Item here = item(k);
    if (here.copies > 0 && here.loss < least) least = here.loss;
  }
  Sum total;
  for (size_t k = 0; k < count; ++k) {
    const Item here = item(k);
    if (here.copies > 0) total.add(weight_of(decay, here.loss - least), here.copies);
  }
  Sum left = total.uniform_below(rng);
  for (size_t k = 0; k + 1 < count; ++k) {
    const Item here = item(k);
    if (here.copies > 0 && !left.take(weight_of(decay, here.loss - least), here.copies)) return k;
  }
  return count - 1;
}

}  // namespace dpcvx::mechanism

#endif
