// The privacy profile of the two worst laws of one event: H_x(P || Q) = sup over S of P(S) - e^x Q(S) at x >= 0, in
// both orders, to within a proved error. Composition is that of these two laws (PROOFS.md, section 11).
#ifndef DPCVX_PRIVACY_PLD_PRIVACY_PROFILE_H_
#define DPCVX_PRIVACY_PLD_PRIVACY_PROFILE_H_

#include "privacy/curve/event.h"

namespace dpcvx {
namespace privacy {

struct Interval {
  double low, high;
};

// The chances of a loss above and of one at most x, under either law.
struct Tails {
  double first_above, first_below, second_above, second_below;
};

class Profile {
 public:
  // The event's deltas are left aside (event_delta). `reversed` is the other order of the two laws.
  Profile(const Event &event, bool reversed);

  // Whether there are two worst laws, with figures in the range where the error bounds hold.
  static bool exists(const Event &event);
  // Whether the other order is the same.
  static bool symmetric(const Event &event);

  // H_x(P || Q) at x >= 0; 0 where it is exactly 0.
  Interval at(double x) const;
  // The same of (Q, P).
  Interval at_reversed(double x) const;

  // Tails of two laws, about x (at the same place for all four), that are those of neighbours under some mechanism of
  // this kind, its parameter smaller by a share of 2^-42. Each within a share kTailError of what it is.
  static constexpr double kTailError = 0x1p-44;
  Tails tails(double x) const;

  // Losses that have a chance of their own lie at its two signs, or the losses end there; 0 where there are none.
  double edge() const { return edge_; }
  // About where the loss lies, and how far it spreads: both only shape the grid.
  double centre() const;
  double spread() const;

 private:
  Interval value(double x, bool reversed) const;
  Interval sampled(double x) const;
  Interval removed(double x) const;
  Tails sampled_tails(double x) const;

  Kind kind_;
  bool reversed_;
  double mu_ = 0;    // of Gaussians
  double rate_ = 1;  // of samples
  double edge_ = 0;
};

}  // namespace privacy
}  // namespace dpcvx

#endif
