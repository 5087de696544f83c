// Euclidean projections onto balls and the simplex. Each runs over the entries a few times, in order, and takes no
// memory; `out` may be w. All are exact up to roundings relative to the size of the set, not to that of w: what decides
// is how far entries are from the largest one, and such differences are computed without cancellation.
#ifndef DPCVX_MODEL_DOMAINS_DOMAIN_PROJECTION_H_
#define DPCVX_MODEL_DOMAINS_DOMAIN_PROJECTION_H_

#include <cfloat>
#include <cmath>
#include <cstdint>

#include "numeric/twofold.h"

namespace dpcvx::model {

// w - centre, entry by entry, exactly.
struct Offsets {
  const double *w;
  const double *centre;  // null: 0
  int64_t count;

  double middle(int64_t j) const { return centre == nullptr ? 0 : centre[j]; }
  // Infinities count as the largest doubles, what is not a number as the centre.
  double point(int64_t j) const {
    const double x = w[j];
    return x != x ? middle(j) : x > DBL_MAX ? DBL_MAX : x < -DBL_MAX ? -DBL_MAX : x;
  }
  double near(int64_t j) const { return point(j) - middle(j); }
  // |w_j - c_j| in two doubles.
  numeric::Twofold size(int64_t j) const {
    const numeric::Twofold offset = numeric::two_sum(point(j), -middle(j));
    return offset.high < 0 || (offset.high == 0 && offset.low < 0) ? numeric::Twofold{-offset.high, -offset.low}
                                                                   : offset;
  }
  numeric::Twofold largest() const;
};

// a - b >= 0 within a rounding of itself and of the low parts; infinity where it overflows.
inline double gap_below(numeric::Twofold a, numeric::Twofold b) { return (a.high - b.high) + (a.low - b.low); }

// A sum of terms >= 0, within two roundings however many they are.
class Total {
 public:
  void add(double term) {
    const numeric::Twofold next = numeric::two_sum(sum_, term);
    sum_ = next.high;
    rest_ += next.low;
  }
  double value() const { return sum_ + rest_; }

 private:
  double sum_ = 0, rest_ = 0;
};

void project_on_l2_ball(const Offsets &offsets, double radius, double *out);
void project_on_l1_ball(const Offsets &offsets, double radius, double *out);
// 1 < p < infinity.
void project_on_lp_ball(const Offsets &offsets, double p, double radius, double *out);
// { u >= 0, sum u = total }
void project_on_simplex(const Offsets &offsets, double total, double *out);

}  // namespace dpcvx::model

#endif
