// The density exp(-V) that is sampled from:
//   V(x) = sum_i part_i(x) + (precision/2) ||x - centre||_2^2 + wall(x).
#ifndef DPCVX_SAMPLE_TARGET_H_
#define DPCVX_SAMPLE_TARGET_H_

#include <cmath>
#include <cstdint>

#include "model/domains/domain.h"
#include "sample/parts/part.h"

namespace dpcvx::sample {

constexpr int32_t kMaxParts = 3;

struct Target {
  int64_t dimension = 0;
  Part *parts[kMaxParts] = {};  // cheap ones first: they are tried in this order
  int32_t count = 0;
  double precision = 0;            // lambda >= 0
  const double *centre = nullptr;  // x_r; null: 0
  double convexity = 0;            // m > 0: V is m-strongly convex in l2, the precision included
  // Null: all of R^d. Otherwise, of slope M = `wall`,
  //   a box, an linf ball:  sum_j M dist(x_j, [l_j, h_j])
  //   an lp ball:           M w_p R / p (||x - c||_p^p / R^p - 1)_+, w_p = max ||u||_2 / ||u||_p, so that it is >= M
  //                         dist_2(x, X): at least M w_p (||x - c||_p - R)
  //   a simplex:            M sum_j (-x_j)_+ on its affine hull (x sums to the total)
  // and coordinates with l_j = h_j are fixed. M = infinity: x lies in the domain.
  const model::Domain *domain = nullptr;
  double wall = INFINITY;
};

// The dimension of the affine hull of the domain: that of Gaussians and of certificates.
int64_t free_dimension(const Target &target);

}  // namespace dpcvx::sample

#endif
