// The bracket on delta that the library states.
#ifndef DPCVX_TESTS_PRIVACY_PLD_BRACKETS_H_
#define DPCVX_TESTS_PRIVACY_PLD_BRACKETS_H_

#include "privacy/helpers.h"
#include "privacy/pld/privacy_profile.h"
#include "privacy/pld/tight.h"

namespace dpcvx {
namespace privacy {

inline Interval bounds_of(const Curve &curve, double epsilon) {
  Interval bounds{-1, -1};
  Error error(nullptr, "test");
  EXPECT_EQ(delta_bounds(curve, epsilon, &bounds.low, &bounds.high, error), DPCVX_OK);
  EXPECT_LE(bounds.low, bounds.high);
  return bounds;
}

}  // namespace privacy
}  // namespace dpcvx

#endif
