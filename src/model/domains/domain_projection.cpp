#include "model/domains/domain_projection.h"

#include <algorithm>
#include <cstring>

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

typedef double Pair __attribute__((vector_size(16)));

Pair pair_at(const double *from) {
  Pair pair;
  std::memcpy(&pair, from, sizeof(pair));
  return pair;
}

// Totals of two sums side by side.
struct PairTotal {
  void add(Pair term) {
    const Pair next = sum + term, moved = next - sum;
    rest += (sum - (next - moved)) + (term - moved);
    sum = next;
  }
  double value() const { return (sum[0] + sum[1]) + (rest[0] + rest[1]); }

  Pair sum = {}, rest = {};
};

// sum_j (w_j - c_j)^2 of entries that are numbers and neither very large nor small: within three roundings of the sum
// of the squares as computed, which are each within three of the exact ones. What is beyond such entries gives a sum
// that is not between 2^-600 and 2^600.
double plain_squares(const Offsets &offsets) {
  const double *const w = offsets.w, *const c = offsets.centre;
  PairTotal even, odd;
  int64_t j = 0;
  const auto square = [&](int64_t at) {
    const Pair x = c == nullptr ? pair_at(w + at) : pair_at(w + at) - pair_at(c + at);
    return x * x;
  };
  for (; j + 4 <= offsets.count; j += 4) {
    even.add(square(j));
    odd.add(square(j + 2));
  }
  for (; j < offsets.count; ++j) {
    const double x = w[j] - offsets.middle(j);
    even.add(Pair{x * x, 0});
  }
  return even.value() + odd.value();
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
  const double squares = plain_squares(offsets);
  if (squares > 0x1p-600 && squares < 0x1p600) {  // as a rule
    const double *const w = offsets.w, norm = std::sqrt(squares), factor = radius / norm;
    if (norm <= radius) return void(std::copy(w, w + offsets.count, out));
    for (int64_t j = 0; j < offsets.count; ++j) out[j] = offsets.middle(j) + (w[j] - offsets.middle(j)) * factor;
    return;
  }
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
