// The law of a mean of independent likelihood ratios, on finitely many values. A unit that takes part in one of t steps
// of Gaussian noise has the mean of t such ratios (PROOFS.md, section 11.10). Values are spread, or merged, so that
// every convex function of the mean has no smaller, or no greater, expectation. All terms are positive: relative errors
// stay small down to the far tails.
#ifndef DPCVX_PRIVACY_PLD_RATIO_LAW_H_
#define DPCVX_PRIVACY_PLD_RATIO_LAW_H_

#include <cstdint>

#include "base/buffer.h"

namespace dpcvx::privacy {

enum class Side { kAbove, kBelow };

class RatioLaw {
 public:
  static constexpr size_t kMaxValues = 4000;
  static constexpr double kMaxMu = 10, kMinSpread = 0x1p-34;
  static constexpr int64_t kMaxSteps = int64_t{1} << 30;

  // Returns whether the error bounds hold for this mu of one step, and so many steps.
  static bool covers(double mu, int64_t steps);

  // Computes the law of the mean of `steps` independent e^(mu Z - mu^2 / 2), Z standard normal, where covers() holds.
  // Returns false without memory. At most 2 log2(steps) products of laws are formed.
  bool build(double mu, int64_t steps, Side side);

  size_t size() const { return size_; }
  // Return the i-th value and its probability. Values are positive and increase.
  double value(size_t i) const { return values_[i] / count_; }
  double mass(size_t i) const { return masses_[i]; }
  // Returns the probability of 0, and the part of the expectation, 1, that no value has.
  double nothing() const { return nothing_; }
  double infinite() const { return infinite_; }
  // Bound the relative errors of probabilities and of values: the law with the exact ones is above, or below.
  double mass_error() const { return mass_error_; }
  double value_error() const { return value_error_; }

 private:
  static constexpr size_t kLikely = 32;
  bool allocate(size_t size);
  void swap(RatioLaw &other) noexcept;
  void start(double mu, Side side);
  void add(const RatioLaw &one, const RatioLaw &other, Side side);
  void likely(double *out) const;
  void place(const RatioLaw &one, const RatioLaw &other);
  void spread(const RatioLaw &one, const RatioLaw &other);
  void merge(const RatioLaw &one, const RatioLaw &other);
  void drop_empty();
  void trim(Side side);

  size_t size_ = 0;
  double mu_ = 0, count_ = 1;  // of each ratio, and ratios in the sum, whose values are values_
  double nothing_ = 0, infinite_ = 0;
  double mass_error_ = 0, value_error_ = 0;
  Buffer<double> values_, masses_;
  Buffer<double> parts_;  // of a product that is being formed
};

}  // namespace dpcvx::privacy

#endif
