// A mixture of normal laws about one point that lies above exp(-E(leverage rho) / leverage^2 + drift rho), up to a
// factor, where rho, the distance in a metric, is at most farthest(): the proposals of a direct draw (PROOFS.md of
// direct, section 2).
#ifndef DPCVX_SAMPLE_DIRECT_RADIAL_ENVELOPE_H_
#define DPCVX_SAMPLE_DIRECT_RADIAL_ENVELOPE_H_

#include <cstdint>

#include "sample/direct/loss_floor.h"

namespace dpcvx::sample {

class RadialEnvelope {
 public:
  static constexpr double kMaxScale = 32, kMaxDistance = 1024;

  // Finds one in d dimensions that reaches to where E / leverage^2 - drift rho is `limit`. False: none.
  bool fit(const LossFloor &floor, double leverage, double drift, double dimension, double limit);

  int count() const { return count_; }
  // Component j: deviation scale(j) times that of the metric.
  double scale(int j) const { return scales_[j]; }
  // A component of the mixture, for 64 uniform bits.
  int choose(uint64_t bits) const;
  // The log of the mixture's density over that of the metric's normal law at its mean, `square` = rho^2.
  // *slope, unless null: its derivative in rho^2.
  double log_density(double square, double *slope = nullptr) const;
  // E / leverage^2 - drift rho + log_density + offset() >= kMargin for all rho up to farthest(). About the log of the
  // expected number of tries.
  double offset() const { return offset_; }
  // E(u) / u^2 at u = leverage rho: of the floor of records, so that the sum holds for that.
  double share(double square) const;
  double farthest() const { return farthest_; }

  // What rounding may take of that sum.
  static constexpr double kMargin = 0x1p-10;

 private:
  static constexpr int kMaxCount = 64;

  bool find_farthest(double limit);
  void place_components(double dimension);
  void find_offset();
  double height(double rho) const;
  double slope(double rho) const;

  LossFloor floor_;
  double leverage_ = 1, drift_ = 0;
  int count_ = 0, most_frequent_ = 0;
  double scales_[kMaxCount] = {}, shares_[kMaxCount] = {}, log_weights_[kMaxCount] = {};
  double precisions_[kMaxCount] = {};  // halved
  double offset_ = 0, farthest_ = 0;
};

}  // namespace dpcvx::sample

#endif
