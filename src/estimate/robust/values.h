// What the tests of pairs of cells have in common.
#ifndef DPCVX_ESTIMATE_ROBUST_VALUES_H_
#define DPCVX_ESTIMATE_ROBUST_VALUES_H_

#include <algorithm>

#include "estimate/distribution/cumulative.h"

namespace dpcvx::estimate {

inline double squared(double x) { return x * x; }

inline double middle_of(const Cumulative &from, size_t cell) {
  return from.edges[cell] + (from.edges[cell + 1] / 2 - from.edges[cell] / 2);
}

}  // namespace dpcvx::estimate

#endif
