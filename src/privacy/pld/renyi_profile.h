// A privacy profile from Renyi divergences alone: the least over orders of what each proves (Canonne, Kamath and
// Steinke 2020, Proposition 12), which bounds H_x in both orders of the laws at every x >= 0. So mechanisms without two
// worst laws of their own, zCDP and Renyi tables, compose with others by privacy losses (PROOFS.md, section 11.7).
#ifndef DPCVX_PRIVACY_PLD_RENYI_PROFILE_H_
#define DPCVX_PRIVACY_PLD_RENYI_PROFILE_H_

#include "privacy/curve/curve.h"

namespace dpcvx::privacy {

class RenyiProfile {
 public:
  // Takes the divergences of a curve without deltas. Returns false where none is finite, or where all are out of range:
  // then nothing is claimed.
  bool prepare(const Curve &curve);

  // Bounds H_x at x >= 0.
  double delta_up(double x) const;

  // Bounds the mean of the loss. It shapes the grid.
  double mean() const { return mean_; }

 private:
  static constexpr size_t kMaxOrders = 320;
  void add(const Curve &curve, double order);

  size_t size_ = 0;
  double slopes_[kMaxOrders], starts_[kMaxOrders];  // log delta_up = start - slope x
  double most_ = 1, mean_ = 0;                      // most_: at x = 0, by the total variation
};

}  // namespace dpcvx::privacy

#endif
