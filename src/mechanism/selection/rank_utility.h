// Quantiles and ranges by the exponential mechanism. The utility is the distance of a point's rank from the wanted one.
#ifndef DPCVX_MECHANISM_SELECTION_RANK_UTILITY_H_
#define DPCVX_MECHANISM_SELECTION_RANK_UTILITY_H_

#include "mechanism/selection/exp2_weights.h"
#include "mechanism/noise/lattice.h"
#include "random/rng.h"

namespace dpcvx::mechanism {

// A rank q * n in units of 2^-32, q rounded down to a multiple of 2^-32: exactly linear in n.
class Rank {
 public:
  Rank(double q, size_t n);
  // That rank, raised to at least the lesser of `sure_counts` and n / 8, and to at least the lesser of `counts` and
  // n / 2. It moves by at most half a count when n moves by one.
  Rank(double q, size_t n, double counts, double sure_counts);
  // The distance from the rank to the interval [low, high] of counts, in units of 2^-32, clipped to 64 bits. When one
  // unit's value changes each end moves by at most one, and so does the distance.
  uint64_t distance(uint64_t low, uint64_t high) const;

 private:
  unsigned __int128 units_;
};

// The greatest change of a distance between neighbours is one count, the spread two.
constexpr double kRankSpread = 0x1p33;

struct QuantilePlan {
  Lattice lattice;
  int64_t first = 0, last = 0;  // the lattice points in [low, high]
  Decay decay;
};

dpcvx_status plan_quantile(double epsilon, double low, double high, double step, QuantilePlan &plan, Error &error);

// `places` is working memory, n numbers.
double choose_quantile(random::Rng &rng, const QuantilePlan &plan, const double *values, size_t n, double q,
                       int64_t *places);

// The candidates of a range: 0 and +-2^k, -64 <= k <= 64, in increasing order.
constexpr int kRangeEnds = 2 * 129 + 1;
double range_end(int index);

struct ValueRange {
  double low, high;
};

struct RangePlan {
  Decay decay;  // of the choice of one end
  // Ends leave out so many values each, lest empty bins win by their number: at least the first, and the second where
  // that is at most an eighth of the values. Either end is far too wide with probability e^-4, and 1e-5.
  double min_rank = 0, sure_rank = 0;
};

// `epsilon` is for one end.
RangePlan plan_range(double epsilon);

// Bounds the probability that one end lies beyond all of n >= 1 values. `epsilon` is for one end.
double max_wide_end_probability(double epsilon, double coverage, size_t n);

// Counts how many values lie at or above each end and below the next, and how many of the mirrored values.
struct RangeCounts {
  uint64_t low[kRangeEnds], high[kRangeEnds];
  // Counts NaN as 0, and values beyond the ends as the nearest end.
  void add(double value, uint64_t times = 1);
};

// The range of n values that have been counted.
ValueRange choose_range(random::Rng &rng, const RangePlan &plan, const RangeCounts &counts, size_t n, double coverage);
ValueRange choose_range(random::Rng &rng, const RangePlan &plan, const double *values, size_t n, double coverage);

}  // namespace dpcvx::mechanism

#endif
