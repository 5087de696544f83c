#include "numeric/secant_pairs.h"

#include <algorithm>
#include <cmath>

#include "numeric/vectors.h"

namespace dpcvx::numeric {

namespace {

constexpr double kMinCosine = 0x1p-40;  // of a step and the turn along it: a pair with less is left out

}  // namespace

bool SecantPairs::allocate(int64_t dimension) {
  size_t all;
  d_ = dimension;
  return checked_multiply(static_cast<size_t>(dimension), static_cast<size_t>(kMost), &all) && moves_.allocate(all) &&
         turns_.allocate(all);
}

void SecantPairs::take(const double *from, const double *to, const double *gradient_from, const double *gradient_to) {
  if (count_ == kMost) {
    std::copy(move(1), move(count_), moves_.data());
    std::copy(turn(1), turn(count_), turns_.data());
    --count_;
  }
  double *const s = moves_.data() + count_ * d_, *const y = turns_.data() + count_ * d_;
  for (int64_t j = 0; j < d_; ++j) {
    s[j] = to[j] - from[j];
    y[j] = gradient_to[j] - gradient_from[j];
  }
  const double both = dot(s, y, d_), turned = dot(y, y, d_);
  if (!(both > kMinCosine * std::sqrt(dot(s, s, d_) * turned)) || !std::isfinite(turned / both)) return;
  scale_ = turned / both;
  ++count_;
}

void SecantPairs::solve(double *x) const {
  double shares[kMost];
  for (int64_t i = count_; i-- > 0;) {
    shares[i] = dot(move(i), x, d_) / dot(move(i), turn(i), d_);
    add_multiple(-shares[i], turn(i), x, d_);
  }
  for (int64_t j = 0; j < d_; ++j) x[j] /= scale_;
  for (int64_t i = 0; i < count_; ++i)
    add_multiple(shares[i] - dot(turn(i), x, d_) / dot(move(i), turn(i), d_), move(i), x, d_);
}

}  // namespace dpcvx::numeric
