// The variance of values that are moved to two quantiles, from noisy sums of their squares on scales that are functions
// of a pair of values alone. So one sum is meant for each law, as one pair is (PROOFS.md, 2.2).
#ifndef DPCVX_ESTIMATE_ROBUST_SCALES_H_
#define DPCVX_ESTIMATE_ROBUST_SCALES_H_

#include <algorithm>
#include <cmath>
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

// Pairs of cells, one of each range, some of which have a scale in common: that from `begin` to `end`.
struct Scale {
  CellRange low, high;
  double begin, end;
};

// The step of the grid that the ends of a pair's scale are on, for values this far apart: the greatest power of two up
// to a quarter.
inline double grid_step(double apart) { return std::ldexp(0.25, std::ilogb(apart)); }

// Values that are farther apart, or nearer, have no scales: doubles do not hold their squares.
inline bool have_scales(double apart) { return apart >= 0x1p-500 && apart <= 0x1p500; }

// Calls f(Scale) for all scales of pairs of cells i of `low` and j of `high` whose values are at least half as far
// apart as those of the outermost pair, which are not equal. value(cell) rises. A pair's scale is from the last point
// of its grid up to the value of i to the first one from the value of j on. So it depends on these two values alone.
template <class Value, class F>
void for_scales(const CellRange &low, const CellRange &high, const Value &value, const F &f) {
  const double far = value(high.last) - value(low.first);
  if (!have_scales(far)) return;
  for (const double step : {grid_step(far) / 2, grid_step(far)}) {
    const auto floor_of = [&](size_t cell) { return std::floor(value(cell) / step); };
    const auto ceil_of = [&](size_t cell) { return std::ceil(value(cell) / step); };
    for (CellRange lows{low.first, 0}; lows.first <= low.last; lows.first = lows.last + 1) {
      lows.last = lows.first;
      while (lows.last < low.last && floor_of(lows.last + 1) == floor_of(lows.first)) ++lows.last;
      for (CellRange highs{high.first, 0}; highs.first <= high.last; highs.first = highs.last + 1) {
        highs.last = highs.first;
        while (highs.last < high.last && ceil_of(highs.last + 1) == ceil_of(highs.first)) ++highs.last;
        const double most = value(highs.last) - value(lows.first), least = value(highs.first) - value(lows.last);
        if (most < std::max(far / 2, 4 * step) || least >= 8 * step) continue;
        f(Scale{lows, highs, floor_of(lows.first) * step, ceil_of(highs.first) * step});
      }
    }
  }
}

// Calls f(i, j) for each cell i of `low`, with the farthest j of `high` that has no scale with it, if there is one.
template <class Value, class F>
void for_near_pairs(const CellRange &low, const CellRange &high, const Value &value, const F &f) {
  const double far = value(high.last) - value(low.first);
  const auto is_near = [&](size_t i, size_t j) { return !have_scales(far) || value(j) - value(i) < far / 2; };
  size_t j = high.first;
  for (size_t i = low.first; i <= low.last; ++i) {
    while (j < high.last && is_near(i, j + 1)) ++j;
    if (is_near(i, j)) f(i, j);
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
