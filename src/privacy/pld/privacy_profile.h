// The privacy profile of the two worst laws of one event: H_x(P || Q) = sup over S of P(S) - e^x Q(S) at x >= 0, in
// both orders, to within a proved error. Composition is that of these two laws (PROOFS.md, section 11).
#ifndef DPCVX_PRIVACY_PLD_PRIVACY_PROFILE_H_
#define DPCVX_PRIVACY_PLD_PRIVACY_PROFILE_H_

#include "privacy/curve/event.h"
#include "privacy/pld/finite_law.h"
#include "privacy/pld/renyi_profile.h"

namespace dpcvx::privacy {

struct Interval {
  double low, high;
};

// The probabilities of a loss above x and of one of at most x, under either law.
struct Tails {
  double first_above, first_below, second_above, second_below;
};

// An event, with its curve's tables. One of kind kRdp stands for all that a profile bounds.
struct LossPart : Event {
  const double *numbers = nullptr;
  const RenyiProfile *renyi = nullptr;
  const FiniteLaw *finite = nullptr;
  // For lower ends of random allocation, Poisson-sampled noise whose losses only label outcomes: the probability that
  // the first law has the unit, 0 or 1, and for each such use a share of the log of how many choices there are.
  double share = -1;
  double log_choices = 0;

  // Returns whether mechanisms of the kind have these laws.
  bool is_attained() const {
    return finite != nullptr ? finite->is_attained() : !(kind == Kind::kGdpMixture && b != 0);
  }
};

class Profile {
 public:
  // Parameters of which the error bounds hold.
  static constexpr double kMinMu = 0x1p-40, kMaxMu = 0x1p10;
  static constexpr double kMinEdge = 0x1p-40, kMaxEdge = 0x1p9;
  static constexpr double kMinRate = 0x1p-60;
  static constexpr size_t kMaxMixed = 64;  // entries of a mixture

  // Leaves out the event's delta (event_delta). `reversed` is the other order of the two laws.
  Profile(const LossPart &part, bool reversed);

  // Returns whether there are two worst laws, with parameters in the range where the error bounds hold.
  static bool exists(const LossPart &part);
  // Returns whether both orders have the same profile.
  static bool symmetric(const Event &event);

  // Returns H_x(P || Q) at x >= 0; 0 where it is exactly 0.
  Interval at(double x) const;
  // Returns H_x(Q || P).
  Interval at_reversed(double x) const;

  // Returns the tails of two laws about x, each to a relative error of kTailError. The laws are those of neighbours
  // under some mechanism of this kind with a parameter smaller by a share of 2^-42. All four tails are cut at the same
  // place.
  static constexpr double kTailError = 0x1p-44;
  Tails tails(double x) const;

  // Returns the greatest loss: the losses end at plus and minus it, or have atoms there; 0 where there are no such.
  double edge() const { return edge_; }
  // Returns a loss that a grid is best to have among its points; 0 if there is none.
  double unit() const { return finite_ != nullptr ? finite_->unit() : edge_; }
  // Returns the laws on finitely many losses, if they are such.
  const FiniteLaw *finite() const { return finite_; }
  bool is_reversed() const { return reversed_; }
  // Estimate the centre of the loss and its spread. Both only shape the grid.
  double centre() const;
  double spread() const;

 private:
  Interval value(double x, bool reversed) const;
  Interval sampled(double x) const;
  Interval removed(double x) const;
  Tails sampled_tails(double whole, double x) const;
  Tails mixture_tails(double x) const;
  double mixed_square() const;

  Kind kind_;
  bool reversed_;
  double mu_ = 0;     // of Gaussians
  double rate_ = 1;   // of samples
  double share_ = 1;  // of the unit under the first law
  double edge_ = 0;
  Mixture mixture_{nullptr, nullptr, 0, false};
  const RenyiProfile *renyi_ = nullptr;
  const FiniteLaw *finite_ = nullptr;
};

}  // namespace dpcvx::privacy

#endif
