// The floor of logistic losses that knows their third derivatives at v (PROOFS.md, section 3). Where the skewness of
// records cancels in the sum, it is far higher than the even floor, which takes each record at its worst.
//
// For a record with decision value z, T = tanh(z / 2), q <= phi''(z), whose row is at most l long in the dual metric,
// and x = v + r e, |e| = 1 in the metric, decision values t apart, |t| <= l rho at the end of the way:
//   phi''(z + t) >= q (1 - T t - t^2 / 4)    and    phi''(z + t) >= q exp(-|t|).
// The first is taken up to the distance `bend`, and the second beyond. Twice integrated along the way to rho:
//   D >= q t^2 (square - cube T t - fourth l^2).
#ifndef DPCVX_SAMPLE_DIRECT_SKEW_FLOOR_H_
#define DPCVX_SAMPLE_DIRECT_SKEW_FLOOR_H_

#include "sample/direct/radial_floor.h"

namespace dpcvx::sample {

class SkewFloor final : public RadialFloor {
 public:
  // Of all records together, at v. e: any direction of length 1 in the metric; s: the decision value of a row along it.
  struct Bounds {
    double leverage = 0;  // |s|, at most, of each
    double fourth = 0;    // the sum of w q l^2 s^2, at most
    double skew = 0;      // the length of a vector p
    double rest = 0;      // |the sum of w q T s^3 + 3 <p, e>|, at most
    double drift = 0;     // the length of V's slope at v + aim p, at most
    double aim = 0;       // half of a squared distance: p times that is taken off V's slope there
  };
  // How D grows with the distance.
  struct Terms {
    double square, cube, fourth;
  };

  SkewFloor() = default;
  explicit SkewFloor(const Bounds &bounds);

  double height(double rho) const override;
  double slope(double rho) const override;
  double drift(double low, double high) const override;

  Terms terms(double rho) const;
  // The sum of w times the floors of records, at least, at x at the squared distance `square`: `besides` is of it by
  // what is no record's, and form = -(sum of w q T t^3).
  double sum(double square, double besides, double form) const;

 private:
  double bent(double rho) const;
  double turned(double rho) const;

  Bounds bounds_;
  double bend_ = 0;
};

}  // namespace dpcvx::sample

#endif
