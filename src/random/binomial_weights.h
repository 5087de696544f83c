// The weights of a binomial law, C(n, k) q^k (1 - q)^(n - k) over the greatest of them, as integers from a recurrence
// that starts at the greatest: what the sampler's table and its rare exact comparison are made of.
#ifndef DPCVX_RANDOM_BINOMIAL_WEIGHTS_H_
#define DPCVX_RANDOM_BINOMIAL_WEIGHTS_H_

#include "random/natural.h"

namespace dpcvx::random {

struct BinomialWeights {
  static constexpr int kRateBits = 62;
  static constexpr uint64_t kRateOne = uint64_t{1} << kRateBits;

  int64_t n = 0;      // below 2^62
  uint64_t rate = 0;  // q = rate 2^-62, 0 < rate <= 2^62
  int64_t mode() const {
    const int64_t at = static_cast<int64_t>((Wide{static_cast<uint64_t>(n) + 1} * rate) >> kRateBits);
    return at < n ? at : n;
  }

  // Calls visit(k, weight) for k = mode - 1, mode - 2, ... (down) or mode + 1, mode + 2, ... (up) until it returns
  // false, the weight is 0 or k has come to the end. Weights are in units of 2^(-64 limbs) of the mode's, and rounded
  // down, each by less than 2 units more than the one before.
  template <class Visit>
  void down(int limbs, const Visit &visit) const {
    Natural weight = one(limbs);
    for (int64_t k = mode(); k > 0; --k) {
      step(weight, static_cast<uint64_t>(k), kRateOne - rate, static_cast<uint64_t>(n - k + 1), rate);
      if (weight.is_zero() || !visit(k - 1, weight)) return;
    }
  }
  template <class Visit>
  void up(int limbs, const Visit &visit) const {
    Natural weight = one(limbs);
    for (int64_t k = mode(); k < n; ++k) {
      step(weight, static_cast<uint64_t>(n - k), rate, static_cast<uint64_t>(k + 1), kRateOne - rate);
      if (weight.is_zero() || !visit(k + 1, weight)) return;
    }
  }

  static Natural one(int limbs) {
    Natural value(uint64_t{1});
    shift(value, 64 * int64_t{limbs});
    return value;
  }

 private:
  static void step(Natural &weight, uint64_t by, uint64_t by_too, uint64_t over, uint64_t over_too) {
    multiply_word(weight, by);
    multiply_word(weight, by_too);
    divide_word(weight, over);
    divide_word(weight, over_too);
  }
};

}  // namespace dpcvx::random

#endif
