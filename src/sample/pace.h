// Estimates the work of a chain's rounds on an objective, and the step of least work, from public numbers.
#ifndef DPCVX_SAMPLE_PACE_H_
#define DPCVX_SAMPLE_PACE_H_

#include <algorithm>
#include <cmath>

#include "numeric/root.h"

namespace dpcvx::sample {

// With eta = c / roughness. A round takes one tangent and some tries; tries go up by about a factor e for every 3 to 5
// that c does (measured on logistic losses: 2, 3, 6, 12 at c = 2, 4, 8, 12; with corners 1.8, 4.4, 16, 42). One that is
// rejected looks at a few records where thinning serves, and at all of them at most.
struct Pace {
  double dimension, records;
  bool thinned = true;

  double passes(double c) const {
    return 1 + std::exp(c / 3) * (thinned ? std::min(1.0, c * dimension / (2 * records)) : 1.0);
  }
  // The c of least work: rounds go as 1 / c.
  double best() const {
    return numeric::min_point(1.0, 8.0, 20, [this](double c) { return passes(c) / c; });
  }
};

}  // namespace dpcvx::sample

#endif
