// Two laws on finitely many outcomes, by their privacy losses: mechanisms with discrete outputs, tables of losses, and
// samples of a batch that meet them (PROOFS.md, section 11.9). A pair with very many outcomes, or a density, is
// replaced by one on fewer losses that dominates it.
#ifndef DPCVX_PRIVACY_PLD_FINITE_LAW_H_
#define DPCVX_PRIVACY_PLD_FINITE_LAW_H_

#include <cmath>

#include "base/buffer.h"
#include "privacy/curve/event.h"
#include "privacy/pld/ratio_law.h"
#include "privacy/pld/replaced_mean.h"

namespace dpcvx::privacy {

class FiniteLaw {
 public:
  static constexpr size_t kMaxLosses = 4096;
  static constexpr double kMaxSigma = 0x1p14;  // of discrete Gaussian noise: 80 of them are outcomes
  static constexpr double kError = 0x1p-40;    // relative, of profiles

  // Makes the laws of an event that is_finite(). Returns false without memory. `exists` is false where parameters are
  // out of range. kBelow: where laws of densities or of very many outcomes are cut, the cut ones are of cells, which
  // tell no more than the outcomes do.
  bool build(const Event &event, const double *numbers, Side side = Side::kAbove);
  bool exists() const { return size_ > 0; }
  // Returns whether the laws are those of neighbours under the mechanism itself.
  bool is_attained() const { return attained_; }
  // Returns whether both orders have the same losses.
  bool is_symmetric() const { return symmetric_; }

  size_t size() const { return size_; }
  double loss(size_t i) const { return losses_[i]; }

  struct Ends {
    double low, high;
  };
  // Returns H_x(P || Q), or of the other order, for any x.
  Ends profile(double x, bool reversed) const;
  // Returns the delta at epsilon of one use, rounded up.
  double delta_up(double epsilon) const { return std::fmax(profile(epsilon, false).high, profile(epsilon, true).high); }
  // Returns probabilities of a loss above x, and of one of at most x, under P or under Q. Laws of kBelow have them.
  double above(double x, bool second) const;
  double below(double x, bool second) const;

  double mean(bool reversed) const { return reversed ? reversed_mean_ : mean_; }
  double spread() const { return spread_; }
  // Returns the least loss above 0, of which the others are often multiples; 0 if there is none.
  double unit() const;
  // How far computed losses may be from their exact values.
  double loss_error() const { return loss_error_; }
  // Bounds the relative error of probabilities beyond kError.
  double mass_error() const { return mass_error_; }

 private:
  bool allocate(size_t size);
  void put(double loss, double first, double second);
  void add(size_t *from, double loss, double first, double second);
  bool randomized_response(double noise, double categories);
  bool discrete_laplace(double decay, double shift, Side side);
  bool discrete_gaussian(double sigma, double shift, Side side);
  bool laplace(double epsilon);
  bool laplace_cells(double epsilon);
  void put_cell(double loss, double first, double second);
  bool shuffled(const Event &event, bool attained);
  bool table(const Event &event, const double *numbers, Side side);
  bool allocation(double noise_multiplier, double steps, Side side);
  bool replaced_gaussian(double noise_multiplier, double rate, Side side);
  bool replaced_allocation(double noise_multiplier, double steps, Side side);
  bool dominating(ReplacedMean &law, double mu);
  bool dominated(ReplacedMean &law);
  void mirror(size_t size);
  void sample(bool poisson, double rate);
  void sample_poisson(double rate);
  void sample_fixed_size(double rate);
  void finish(Side side);
  size_t first_above(double x) const;

  size_t size_ = 0;
  bool attained_ = true, symmetric_ = true;
  double loss_error_ = 0, mass_error_ = 0;
  double first_only_ = 0, second_only_ = 0;  // outcomes that one law alone has
  double mean_ = 0, reversed_mean_ = 0, spread_ = 0;
  Buffer<double> losses_;
  Buffer<double> first_, second_;  // probabilities, while the laws are made
  // Of losses above and up to each loss: probabilities, and the profiles at the losses.
  Buffer<double> first_above_, first_below_, second_above_, second_below_, profile_, profile_reversed_;
};

}  // namespace dpcvx::privacy

#endif
