#ifndef DPCVX_TESTS_PRIVACY_HELPERS_H_
#define DPCVX_TESTS_PRIVACY_HELPERS_H_

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>

#include "base/error.h"
#include "privacy/curve/curve.h"
#include "privacy/pld/tight.h"

namespace dpcvx {
namespace privacy {

inline Curve curve_of(std::initializer_list<Event> events) {
  dpcvx_error record;
  Error error(&record, "test");
  Curve curve;
  for (const Event &event : events) EXPECT_EQ(curve.add(event, error), DPCVX_OK) << record.message;
  return curve;
}

// What dpcvx_curve_delta and dpcvx_curve_epsilon answer.
inline double delta_of(const Curve &curve, double epsilon) {
  Error error(nullptr, "test");
  double delta = -1;
  EXPECT_EQ(tight_delta(curve, epsilon, &delta, error), DPCVX_OK);
  return delta;
}
inline double epsilon_of(const Curve &curve, double delta) {
  Error error(nullptr, "test");
  double epsilon = -1;
  EXPECT_EQ(tight_epsilon(curve, delta, &epsilon, error), DPCVX_OK);
  return epsilon;
}

// A small generator for test inputs, the same on every machine.
class Inputs {
 public:
  explicit Inputs(uint64_t seed) : state_(seed) {}
  uint64_t bits() {  // splitmix64
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  double uniform(double low, double high) { return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53); }
  double log_uniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
  int64_t below(int64_t bound) { return static_cast<int64_t>(bits() % static_cast<uint64_t>(bound)); }

 private:
  uint64_t state_;
};

}  // namespace privacy
}  // namespace dpcvx

#endif
