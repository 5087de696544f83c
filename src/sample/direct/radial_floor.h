// Floors by distance alone: V(x) - V(v) >= height(rho) - drift(rho, rho) for every x at distance rho from v in a metric
// (PROOFS.md, section 2). An envelope lies above them.
#ifndef DPCVX_SAMPLE_DIRECT_RADIAL_FLOOR_H_
#define DPCVX_SAMPLE_DIRECT_RADIAL_FLOOR_H_

#include <algorithm>
#include <cmath>

#include "sample/direct/loss_floor.h"

namespace dpcvx::sample {

// What a distance, as it is computed, may exceed the true one by, relatively.
constexpr double kTrueDistance = 1 - 0x1p-16;

class RadialFloor {
 public:
  // Rises from 0, and is concave in rho^2.
  virtual double height(double rho) const = 0;
  // Its derivative in rho^2, which falls.
  virtual double slope(double rho) const = 0;
  // At most, at distances in [low, high].
  virtual double drift(double low, double high) const = 0;

 protected:
  ~RadialFloor() = default;
};

// E(leverage rho) / leverage^2 - drift rho: of records whose rows are at most `leverage` long in the dual metric.
class EvenFloor final : public RadialFloor {
 public:
  EvenFloor() = default;
  EvenFloor(const LossFloor &floor, double leverage, double drift)
      : floor_(floor), leverage_(std::max(leverage, 0x1p-16)), drift_(drift) {}

  double height(double rho) const override {
    return floor_.value(leverage_ * kTrueDistance * rho) / (leverage_ * leverage_);
  }
  double slope(double rho) const override {
    if (!(rho > 0)) return kTrueDistance * kTrueDistance / 2;
    return kTrueDistance * floor_.slope(leverage_ * kTrueDistance * rho) / (2 * leverage_ * rho);
  }
  double drift(double, double high) const override { return drift_ * high; }

  // E(u) / u^2 at u = leverage rho, `square` = rho^2: of the floor of records, so that the sum holds for that.
  double share(double square) const {
    const double rho = kTrueDistance * std::sqrt(square);
    return leverage_ * rho > 0x1p-20 ? height(std::sqrt(square)) / (rho * rho) : 0.5;
  }

 private:
  LossFloor floor_;
  double leverage_ = 1, drift_ = 0;
};

}  // namespace dpcvx::sample

#endif
