// A symmetric law of a number r in [-1, 1] on few places: weighted sums of random signs, each scaled. Its mass moves to
// the two places about it, which makes the law no less in convex order, or is put together in cells, which makes it no
// greater (PROOFS.md, section 15).
#ifndef DPCVX_PRIVACY_PLD_HALF_LAW_H_
#define DPCVX_PRIVACY_PLD_HALF_LAW_H_

#include <cstddef>

#include "base/buffer.h"
#include "numeric/twofold.h"

namespace dpcvx::privacy {

// A product of ratios of whole numbers, to within some 2^-90.
class RatioProduct {
 public:
  explicit RatioProduct(double start) : product_{start, 0} {}
  double value() const { return product_.high; }
  // Multiplies by a b / (c d).
  void times(double a, double b, double c, double d);

 private:
  numeric::Twofold product_;
};

// By how much a sum of signs is multiplied, and with what probability.
struct Scale {
  double factor, share;
};

class HalfLaw {
 public:
  static constexpr size_t kPlaces = 1990;  // on each side of 0
  static constexpr double kNegligible = 1e-300;

  // `deviation`: about the standard deviation of r. `cells`: puts masses together.
  bool allocate(double deviation, bool cells);

  // Adds the law of a sum of `signs` signs, times each factor with its share, with a weight in all.
  void add(double signs, double weight, const Scale *scales, size_t size);
  // Adds a weight to 0, or to -1 and 1.
  void add_middle(double weight);
  void add_ends(double weight);

  // Makes all weights add up to 1.
  void finish();
  // Returns a place >= 0 and the mass of it alone, without its negative; at the first place, 0, half the mass is there.
  double place(size_t i) const { return places_[i]; }
  double mass(size_t i) const { return masses_[i].high; }

 private:
  void spread(double r, double mass);

  bool cells_ = false;
  double step_ = 0;
  size_t even_ = 0;  // places at equal distances
  size_t used_ = 0;
  numeric::Twofold whole_;
  Buffer<double> places_;
  Buffer<numeric::Twofold> masses_, now_;           // in all, and of the sum that is being added
  Buffer<numeric::Twofold> moments_, now_moments_;  // of cells: mass times distance from the place
};

}  // namespace dpcvx::privacy

#endif
