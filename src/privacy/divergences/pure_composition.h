// The optimal composition of equal pure parts (Kairouz, Oh and Viswanath 2015, Theorem 3.3).
#ifndef DPCVX_PRIVACY_DIVERGENCES_PURE_COMPOSITION_H_
#define DPCVX_PRIVACY_DIVERGENCES_PURE_COMPOSITION_H_

#include <cstdint>

namespace dpcvx::privacy {

constexpr int64_t kMaxEqualParts = 4096;  // the sum has half as many terms as there are parts

// Returns the delta at epsilon of `parts` epsilon0-DP mechanisms, exact for randomized response, rounded up. 1 <= parts
// <= kMaxEqualParts.
double equal_pure_parts_delta_up(double epsilon0, int64_t parts, double epsilon);

}  // namespace dpcvx::privacy

#endif
