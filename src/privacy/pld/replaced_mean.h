// One step of t Gaussian sums holds a unit, whose value is replaced by the opposite one: the hockey-stick divergence of
//
//   P = mean over i of N(mu e_i, I)   and   Q = mean over i of N(-mu e_i, I)
//
// For one x it is E (w_1 + ... + w_t)_+ / t, w_i = r_i - e^x s_i, where r_i and s_i are the ratios of N(mu, 1) and
// N(-mu, 1) to N(0, 1), and the w_i are independent. Sums are formed by doubling, on few values. From above each sum is
// spread so that increasing convex functions have no smaller mean. From below sums are merged: a test sees which cell
// they are in. All terms are positive, so relative errors stay small (PROOFS.md, section 11.12).
#ifndef DPCVX_PRIVACY_PLD_REPLACED_MEAN_H_
#define DPCVX_PRIVACY_PLD_REPLACED_MEAN_H_

#include <cstdint>

#include "base/buffer.h"
#include "privacy/pld/ratio_law.h"

namespace dpcvx::privacy {

class ReplacedMean {
 public:
  static constexpr double kMaxMu = 4;
  // Beyond so many steps the errors of tests count as much as what they tell.
  static constexpr double kMaxTestedSteps = 0x1p20;

  // Prepares for laws of `steps` >= 2 steps, where RatioLaw::covers() holds and mu is at most kMaxMu. Returns false
  // without memory.
  bool prepare(double mu, int64_t steps);

  // Returns an upper bound on H_x(P || Q) at x >= 0.
  double divergence_up(double x);

  // A test that is about the best for x: a lower bound on its probability under P, and an upper one under Q.
  struct Test {
    double first, second;
  };
  Test test(double x);

  double steps() const { return static_cast<double>(steps_); }
  // Returns how far apart losses are, about.
  double spread() const;

 private:
  static constexpr size_t kMaxValues = 1000, kLikely = 16;
  // The law of the sum of `count` terms under N(0, 1), on increasing values. Merged values also keep the sums of their
  // ratios.
  struct Sum {
    size_t size = 0;
    double count = 1;
    double mass_error = 0;  // relative
    double beyond = 0;      // what the mean has beyond the greatest value
    Buffer<double> values, masses, first, second;
    bool allocate();
    void swap(Sum &other) noexcept;
  };
  double largest_that_counts(double count) const;
  void start(Side side);
  void likely(const Sum &sum, double *out) const;
  void place(const Sum &one, const Sum &other);
  void add(const Sum &one, const Sum &other, Side side);
  void spread(const Sum &one, const Sum &other);
  void merge(const Sum &one, const Sum &other);
  void trim(Sum *sum) const;
  void build(Side side, int64_t steps);

  double mu_ = 0, factor_ = 1;  // e^x
  int64_t steps_ = 1;
  double fineness_ = 0;
  Sum one_, whole_, made_, half_;
  Buffer<double> parts_;
};

}  // namespace dpcvx::privacy

#endif
