// The variance of values that are moved to two quantiles, from noisy sums of their squares on scales that are functions
// of a pair of cells alone. So one sum is meant for each law, as one pair is (PROOFS.md, 2.2).
#ifndef DPCVX_ESTIMATE_ROBUST_SCALES_H_
#define DPCVX_ESTIMATE_ROBUST_SCALES_H_

#include <algorithm>
#include <cstddef>

#include "base/buffer.h"

namespace dpcvx::estimate {

// A range of cells that holds that of a quantile, unless a test failed.
struct CellRange {
  size_t first, last;
};

struct Ends {
  double low, high;
};

// Pairs of cells, one of each range, some of which have a scale in common: from the cell `first` to the cell `last`.
struct Scale {
  CellRange low, high;
  size_t first, last;
};

// Pairs that are nearer than this have no scale: their values have little variance, for any law.
inline size_t least_distance(const CellRange &low, const CellRange &high) { return (high.last - low.first + 1) / 2; }

// Calls f(Scale) for all scales of pairs of cells i <= j, i of `low` and j of `high`, that are not nearer than
// least_distance. Such a pair at the distance d has blocks of the greatest power of two up to d/4, at least one. Its
// scale is from the first cell of the block of i to the last one of the block of j.
template <class F>
void for_scales(size_t cells, const CellRange &low, const CellRange &high, const F &f) {
  const size_t near = least_distance(low, high), far = high.last - low.first;
  size_t block = 1;
  while (8 * block <= near) block *= 2;
  for (; block == 1 || 4 * block <= far; block *= 2) {
    // Distances that have these blocks.
    const size_t from = std::max(near, block == 1 ? 0 : 4 * block), to = std::min(far, 8 * block - 1);
    for (size_t a = low.first / block; a <= low.last / block; ++a)
      for (size_t b = std::max(high.first / block, a); b <= high.last / block; ++b) {
        const size_t first = a * block, last = std::min((b + 1) * block, cells) - 1;
        const CellRange lows{std::max(first, low.first), std::min(first + block - 1, low.last)};
        const CellRange highs{std::max(b * block, high.first), std::min(last, high.last)};
        if (highs.last < lows.first + from || highs.first > lows.last + to) continue;
        f(Scale{lows, highs, first, last});
      }
  }
}

// At most what values that are moved to a pair of cells may have of a variance, over all pairs that count.
class VarianceBound {
 public:
  // More than any two ranges have: the tests find up to 32.
  static constexpr size_t kMost = 64;

  bool allocate() { return known_.allocate(kMost); }
  void clear() { count_ = 0, of_near_ = 0; }
  // Pairs whose values are all within an interval of this half length.
  void add(double half) { of_near_ = std::max(of_near_, half * half); }
  // Pairs whose values are centre + half Y with E(1 - Y^2) >= part, Y in [-1, 1].
  void add(double centre, double half, double part) {
    if (count_ < kMost) {
      known_[count_++] = {centre, half * half * (1 - part)};
    } else {
      add(half);
    }
  }
  // For means in this interval.
  double most(const Ends &means) const {
    double out = of_near_;
    for (size_t k = 0; k < count_; ++k) {
      const double apart = std::max({means.low - known_[k].centre, known_[k].centre - means.high, 0.0});
      out = std::max(out, known_[k].square - apart * apart);
    }
    return out;
  }

 private:
  struct Known {
    double centre, square;  // at most E(y - centre)^2
  };
  Buffer<Known> known_;
  size_t count_ = 0;
  double of_near_ = 0;
};

}  // namespace dpcvx::estimate

#endif
