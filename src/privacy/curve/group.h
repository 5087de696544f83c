// What a curve for one unit says of groups of units, and the price of a unit that keeps groups within a curve
// (PROOFS.md, section 12). Part by part: each part of a composition is a mechanism of its own.
#ifndef DPCVX_PRIVACY_CURVE_GROUP_H_
#define DPCVX_PRIVACY_CURVE_GROUP_H_

#include "privacy/curve/curve.h"

namespace dpcvx {
namespace privacy {

constexpr int64_t kMaxGroup = int64_t{1} << 48;

// Why groups follow from no part of this kind; null where they do.
const char *group_obstacle(Kind kind);
// The same for prices of single units.
const char *member_obstacle(Kind kind);

// Appends to `out` what the curve says of groups of `size` units, 1 <= size <= kMaxGroup. DPCVX_ERR_UNSUPPORTED with
// the part that says nothing, DPCVX_ERR_NUMERIC where nothing is left.
dpcvx_status append_group(const Curve &curve, int64_t size, Curve *out, Error &error);

// Appends to `out` a curve whose groups of `size` units are within the given one. The same errors.
dpcvx_status append_member(const Curve &curve, int64_t size, Curve *out, Error &error);

// delta (1 + e^epsilon + ... + e^((size - 1) epsilon)), rounded up.
double group_delta_up(double epsilon, double delta, int64_t size);

}  // namespace privacy
}  // namespace dpcvx

#endif
