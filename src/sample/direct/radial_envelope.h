// A mixture of normal laws about one point that lies above exp(-floor), up to a factor, where rho, the distance in a
// metric, is at most farthest(): the proposals of a direct draw (PROOFS.md of direct, section 2).
#ifndef DPCVX_SAMPLE_DIRECT_RADIAL_ENVELOPE_H_
#define DPCVX_SAMPLE_DIRECT_RADIAL_ENVELOPE_H_

#include <cstdint>

#include "sample/direct/radial_floor.h"

namespace dpcvx::sample {

class RadialEnvelope {
 public:
  static constexpr double kMaxScale = 32, kMaxDistance = 1024;

  // Finds one in d dimensions that reaches to where the floor is `limit`. False: none.
  bool fit(const RadialFloor &floor, double dimension, double limit);

  int count() const { return count_; }
  // Component j: deviation scale(j) times that of the metric.
  double scale(int j) const { return scales_[j]; }
  // A component of the mixture, for 64 uniform bits.
  int choose(uint64_t bits) const;
  // The log of the mixture's density over that of the metric's normal law at its mean, `square` = rho^2.
  // *slope, unless null: its derivative in rho^2.
  double log_density(double square, double *slope = nullptr) const;
  // The floor + log_density + offset() >= kMargin for all rho up to farthest(). About the log of the expected number of
  // tries.
  double offset() const { return offset_; }
  double farthest() const { return farthest_; }

  // What rounding may take of that sum.
  static constexpr double kMargin = 0x1p-10;

 private:
  static constexpr int kMaxCount = 64;

  bool find_farthest(const RadialFloor &floor, double limit);
  void place_components(const RadialFloor &floor, double dimension);
  void find_offset(const RadialFloor &floor);

  int count_ = 0, most_frequent_ = 0;
  double scales_[kMaxCount] = {}, shares_[kMaxCount] = {}, log_weights_[kMaxCount] = {};
  double precisions_[kMaxCount] = {};  // halved
  double offset_ = 0, farthest_ = 0;
};

}  // namespace dpcvx::sample

#endif
