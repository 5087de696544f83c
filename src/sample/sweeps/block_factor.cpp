#include "sample/sweeps/block_factor.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::sample {

bool BlockFactor::shape(const ScaledTarget &target, const Buffer<int64_t> &ends) {
  const Quadratic &of = target.quadratic();
  const size_t d = ends.size();
  if (!ends_.allocate(d) || !starts_.allocate(d + 1) || !pivots_.allocate(d)) return false;
  work_ = 0;
  int64_t end = 0;
  for (size_t at = 0; at < d; ++at) {
    const int64_t i = static_cast<int64_t>(at);
    end = std::max(end, i + 1);
    for (int64_t k = of.begin(i); k < of.end(i); ++k)
      if (of.column(k) < ends[at]) end = std::max(end, of.column(k) + 1);
    ends_[at] = end;
    starts_[at + 1] = starts_[at] + (end - i - 1);
    work_ += static_cast<double>(end - i) * static_cast<double>(end - i);
  }
  return true;
}

bool BlockFactor::factor(const ScaledTarget &target, Of of) {
  constexpr double kLeastPivot = 0x1p-20;
  const Quadratic &quadratic = target.quadratic();
  const int64_t d = static_cast<int64_t>(pivots_.size());
  std::fill(pivots_.begin(), pivots_.end(), 1.0);
  for (int64_t i = 0; i < d; ++i)
    for (int64_t k = quadratic.begin(i); k < quadratic.end(i); ++k) {
      const int64_t j = quadratic.column(k);
      if (j <= i || j >= end(i)) continue;
      mutable_column(i)[j - i - 1] = of == Of::kMatrix ? target.entry(k) : -std::fabs(target.entry(k));
    }
  for (int64_t i = 0; i < d; ++i) {
    if (!(pivot(i) > kLeastPivot)) return false;
    eliminate(i);
  }
  return true;
}

// Gaussian elimination of coordinate i. Columns to its right reach as far as its own.
void BlockFactor::eliminate(int64_t i) {
  double *own = mutable_column(i);
  const int64_t count = end(i) - i - 1;
  for (int64_t a = 0; a < count; ++a) {
    const double share = own[a] / pivot(i);
    pivots_[static_cast<size_t>(i + 1 + a)] -= share * own[a];
    double *other = mutable_column(i + 1 + a);
    for (int64_t b = a + 1; b < count; ++b) other[b - a - 1] -= share * own[b];
  }
  for (int64_t a = 0; a < count; ++a) own[a] /= pivot(i);
}

void BlockFactor::forward(int64_t begin, int64_t end, double *x) const {
  for (int64_t i = begin; i < end; ++i) {
    const double *below = column(i);
    for (int64_t j = i + 1; j < this->end(i); ++j) x[j] -= below[j - i - 1] * x[i];
    x[i] /= pivot(i);
  }
}

void BlockFactor::backward(int64_t begin, int64_t end, double *x) const {
  for (int64_t i = end; i-- > begin;) {
    const double *below = column(i);
    for (int64_t j = i + 1; j < this->end(i); ++j) x[i] -= below[j - i - 1] * x[j];
  }
}

}  // namespace dpcvx::sample
