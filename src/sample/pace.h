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
  bool smooth = false;  // the loss, in all directions: tries are those of logistic losses

  double passes(double c) const { return 1 + tries(c) * share(c); }
  // The c of least work: rounds go as 1 / c. A record of a try costs about as much as two of a pass: fits on a table of
  // 32,561 rows and 108 columns took 2.6, 2.0, 1.6, 1.9 and 1.9 s at c = 8, 12, 16, 24 and 32, and on a made one, with
  // more tries, 2.7, 2.7 and 3.3 s at 8, 12 and 16.
  double best() const {
    constexpr double kCostOfRecord = 2;
    return numeric::min_point(1.0, smooth ? 12.0 : 8.0, 20, [this](double c) {
      return (smooth ? 1 + tries(c) * std::min(1.0, kCostOfRecord * share(c)) : passes(c)) / c;
    });
  }

 private:
  double tries(double c) const { return smooth ? 1.4 * std::exp(c / 5.6) : std::exp(c / 3); }
  // Of a pass, that a try takes.
  double share(double c) const { return thinned ? std::min(1.0, c * dimension / (2 * records)) : 1.0; }
};

// A round beside bends of the loss that many records share, such as the corner of a hinge on rows with few distinct
// values. There the draw is narrow in as many directions as such bends have, and the tries of a Gaussian multiply.
struct SharedBends {
  double dimension;
  double jump;       // k times the range of the slopes of a unit's loss
  double curvature;  // k times their Lipschitz constant; infinite at corners

  // The logarithm of the tries, by the worst number of directions that share the bends evenly. s: a try's deviation.
  // A direction's tries are sqrt(1 + curvature s^2) at a wide bend. At a corner, x = jump s, they were measured on
  // one-hot rows: 1.03, 1.09, 1.2, 1.6, 2.7 and 5.1 at x = 0.9, 1.5, 2.5, 4, 10 and 20.
  double log_tries(double s) const {
    constexpr double kNear = 0.05, kFar = 0.15;
    double most = 0;
    for (double count = 1;; count = std::min(2 * count, dimension)) {
      const double x = jump * s / count, at_corner = std::log1p(kNear * x * x / (1 + kFar * x));
      most = std::max(most, count * std::min(std::log1p(curvature * s * s / count) / 2, at_corner));
      if (count >= dimension) return most;
    }
  }
  // Bounds that logarithm for any data, of tangents at the draw's mode: the bends' Hessians have that trace at most,
  // and a Gaussian is as much less likely to be taken as its variance falls by them.
  double max_log_tries(double s) const { return dimension / 2 * std::log1p(curvature * s * s / dimension); }
  // Tangents of a round: tries are off where one does not yet lead to the bend.
  static double tangents(double log_tries) { return std::min(1 + kTangents * log_tries, kMaxTangents); }

  static constexpr double kTangents = 1.2, kMaxTangents = 20;
  static constexpr double kRecords = 15;  // that a try looks at before one rejects
};

}  // namespace dpcvx::sample

#endif
