// The mean of values in [0, 1] that were drawn.
#ifndef DPCVX_TESTS_PRIVACY_PLD_SAMPLED_MEAN_H_
#define DPCVX_TESTS_PRIVACY_PLD_SAMPLED_MEAN_H_

#include <cmath>

namespace dpcvx {
namespace privacy {

// mean() is within error() of the expectation, except with the chance 2e-9 (Maurer and Pontil 2009, Theorem 4).
class SampledMean {
 public:
  void add(double value) { ++count_, sum_ += value, square_ += value * value; }
  double mean() const { return sum_ / count_; }
  double error() const {
    constexpr double kLog = 20.72;  // log(2 / 2e-9)
    const double variance = (square_ - sum_ * mean()) / (count_ - 1);
    return std::sqrt(2 * variance * kLog / count_) + 7 * kLog / (3 * (count_ - 1));
  }

 private:
  double count_ = 0, sum_ = 0, square_ = 0;
};

}  // namespace privacy
}  // namespace dpcvx

#endif
