#include "model/domain_projection.h"

#include <algorithm>

namespace dpcvx::model {

numeric::Twofold Offsets::largest() const {
  numeric::Twofold most;
  for (int64_t j = 0; j < count; ++j) {
    const numeric::Twofold size = this->size(j);
    if (!numeric::at_most(size, most)) most = size;
  }
  return most;
}

namespace {

void copy(const Offsets &offsets, double *out) {
  for (int64_t j = 0; j < offsets.count; ++j) out[j] = offsets.point(j);
}

// Entries no larger than 1 in absolute value: their l2 norm in units of 2^exponent.
double scaled_norm(const Offsets &offsets, int exponent) {
  Total squares;
  for (int64_t j = 0; j < offsets.count; ++j) {
    const double x = std::ldexp(offsets.near(j), -exponent);
    squares.add(x * x);
  }
  return std::sqrt(squares.value());
}

// The t with sum_j max(t - gap(j), 0) = total, for gaps >= 0 of which one is 0. As a function of t the sum is convex:
// Newton's method from t = total, where it is too large, falls to the root and stays when the entries below t do. An
// adversary could make it drop one entry a step, so bisection joins in after a while.
template <class Gap>
double threshold(int64_t count, double total, const Gap &gap) {
  double low = total / static_cast<double>(count) * (1 - 0x1p-50), high = total;
  int64_t below = -1;
  for (int step = 0; step < 400; ++step) {
    const bool bisect = step > 16 && step % 2 == 1;
    const double tried = bisect ? low + (high - low) / 2 : high;
    Total gaps;
    int64_t active = 0;
    for (int64_t j = 0; j < count; ++j) {
      const double one = gap(j);
      if (!(one < tried)) continue;
      gaps.add(one);
      ++active;
    }
    const double next = (total + gaps.value()) / static_cast<double>(active);
    if (bisect && next > tried) {
      low = tried;
      continue;
    }
    // Nothing changed, or rounding holds it up.
    if (active == below || !(next < high)) return std::min(next, high);
    below = active;
    high = next;
  }
  return high;
}

}  // namespace

void project_on_l2_ball(const Offsets &offsets, double radius, double *out) {
  const double most = offsets.largest().high;
  if (most == 0) return copy(offsets, out);
  int exponent;
  std::frexp(most, &exponent);
  const double norm = scaled_norm(offsets, exponent);  // >= 1/2
  if (std::ldexp(norm, exponent) <= radius) return copy(offsets, out);
  const double factor = radius / norm;
  for (int64_t j = 0; j < offsets.count; ++j)
    out[j] = offsets.middle(j) + std::ldexp(offsets.near(j), -exponent) * factor;
}

void project_on_l1_ball(const Offsets &offsets, double radius, double *out) {
  const numeric::Twofold most = offsets.largest();
  Total sum;
  for (int64_t j = 0; j < offsets.count && sum.value() <= radius; ++j) sum.add(offsets.size(j).high);
  if (most.high <= radius && sum.value() <= radius) return copy(offsets, out);
  const auto gap = [&](int64_t j) { return gap_below(most, offsets.size(j)); };
  const double t = threshold(offsets.count, radius, gap);
  for (int64_t j = 0; j < offsets.count; ++j) {
    const double rest = t - gap(j), side = offsets.near(j);
    out[j] = offsets.middle(j) + (rest > 0 ? std::copysign(rest, side) : 0);
  }
}

void project_on_simplex(const Offsets &offsets, double total, double *out) {
  double most = -DBL_MAX;
  for (int64_t j = 0; j < offsets.count; ++j) most = std::max(most, offsets.point(j));
  const auto gap = [&](int64_t j) { return most - offsets.point(j); };
  const double t = threshold(offsets.count, total, gap);
  for (int64_t j = 0; j < offsets.count; ++j) {
    const double rest = t - gap(j);
    out[j] = rest > 0 ? rest : 0;
  }
}

}  // namespace dpcvx::model
