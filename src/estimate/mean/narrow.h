// The ends of an interval that a test of candidates leaves.
#ifndef DPCVX_ESTIMATE_MEAN_NARROW_H_
#define DPCVX_ESTIMATE_MEAN_NARROW_H_

#include <algorithm>

namespace dpcvx::estimate {

// Returns a number in [low, high] below which all candidates from `low` on were rejected. `reach(from, to)` bounds how
// far what is found may be above any candidate in [from, to]. Candidates of this segment that are farther below are
// rejected. So each of so many segments has a bound of its own (PROOFS.md, 4.1).
template <class Reach>
double raise_low(double low, double high, double found, int segments, const Reach &reach) {
  const double last = std::min(high, found);
  double to = last;
  for (int i = 0; i < segments && low < last; ++i) {
    const double end = std::min(found - reach(low, to), last);
    const double next = end < to ? to : last;  // a segment that was rejected whole has more behind it
    low = std::max(low, std::min(end, to));
    to = std::max(low, end) / 2 + next / 2;
  }
  return low;
}

struct AcceptedEnds {
  double low, high;
};

// Returns both ends of what a test leaves of [low, high]. The low end is looked for below `for_low`, the high one above
// `for_high`: what is found, less what shifts it. `reach(from, to, upwards)` bounds how far it strays for candidates in
// [from, to]. `segments` of candidates have a test of their own on either side.
template <class Reach>
AcceptedEnds narrow(double low, double high, double for_low, double for_high, const Reach &reach, int segments = 5) {
  return {
      raise_low(low, high, for_low, segments, [&](double from, double to) { return reach(from, to, true); }),
      -raise_low(-high, -low, -for_high, segments, [&](double from, double to) { return reach(-to, -from, false); })};
}

}  // namespace dpcvx::estimate

#endif
