// Group privacy (PROOFS.md, section 12): what a curve for one unit implies for groups of units, and the price of one
// unit that keeps groups within a curve. Each part of a composition is converted by itself.
#ifndef DPCVX_PRIVACY_CURVE_GROUP_H_
#define DPCVX_PRIVACY_CURVE_GROUP_H_

#include "privacy/curve/curve.h"

namespace dpcvx::privacy {

constexpr int64_t kMaxGroup = int64_t{1} << 48;

// Returns why a part of this kind implies nothing for groups, or null if it does.
const char *group_obstacle(Kind kind);
// Returns why no price of one unit keeps groups within a part of this kind, or null if one does.
const char *member_obstacle(Kind kind);

// Appends to `out` what the curve implies for groups of `size` units, 1 <= size <= kMaxGroup. Fails with
// DPCVX_ERR_UNSUPPORTED and the part that implies nothing, or with DPCVX_ERR_NUMERIC where nothing is left.
dpcvx_status append_group(const Curve &curve, int64_t size, Curve *out, Error &error);

// Appends to `out` a curve for one unit whose groups of `size` units are within the given one. Fails as append_group
// does.
dpcvx_status append_member(const Curve &curve, int64_t size, Curve *out, Error &error);

// Returns delta (1 + e^epsilon + ... + e^((size - 1) epsilon)), rounded up.
double group_delta_up(double epsilon, double delta, int64_t size);

}  // namespace dpcvx::privacy

#endif
