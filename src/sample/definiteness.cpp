#include "sample/definiteness.h"

#include <algorithm>
#include <cmath>

#include "numeric/margins.h"

namespace dpcvx::sample {

namespace {

// The sum of products of so many entries, in four sums side by side.
double inner(const double *a, const double *b, size_t count) {
  double sums[4] = {};
  size_t k = 0;
  for (; k + 4 <= count; k += 4)
    for (size_t lane = 0; lane < 4; ++lane) sums[lane] += a[k + lane] * b[k + lane];
  for (; k < count; ++k) sums[0] += a[k] * b[k];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

bool Definiteness::prepare(const double *matrix, size_t d) {
  if (!scales_.allocate(d) || !factor_.allocate(d * d) || !vector_.allocate(d) || !first_.allocate(d)) return false;
  matrix_ = matrix;
  d_ = d;
  for (size_t i = 0; i < d; ++i)
    while (first_[i] < i && symmetric_entry(matrix, d, i, first_[i]) == 0) ++first_[i];
  return true;
}

double Definiteness::entry(size_t i, size_t j) const {
  return (symmetric_entry(matrix_, d_, i, j) + (i == j ? beside_ : 0)) * scales_[i] * scales_[j];
}

// Cholesky's factor of the scaled matrix less `shift` on its diagonal. Returns whether all pivots are positive.
bool Definiteness::factors(double shift) {
  for (size_t i = 0; i < d_; ++i) {
    double *const row = factor_.data() + i * d_;
    for (size_t j = first_[i]; j <= i; ++j) {
      const double *const other = factor_.data() + j * d_;
      const size_t from = std::max(first_[i], first_[j]);
      const double products = from < j ? inner(row + from, other + from, j - from) : 0;
      const double rest = (entry(i, j) - (i == j ? shift : 0)) - products;
      if (i == j && !(rest > 0 && rest < INFINITY)) return false;
      row[j] = i == j ? std::sqrt(rest) : rest / other[j];
    }
  }
  return true;
}

// About the least eigenvalue, by the factor of the matrix less `shift`: the power method of its inverse.
double Definiteness::estimate(double shift) {
  constexpr int kSteps = 60;
  double *const v = vector_.data();
  for (size_t i = 0; i < d_; ++i) v[i] = 1 + 0.3 * std::sin(static_cast<double>(i) * 12.9898 + 1);
  double size = 0;
  for (int step = 0; step < kSteps; ++step) {
    const double before = std::sqrt(inner(v, v, d_));
    for (size_t i = 0; i < d_; ++i) v[i] /= before;
    for (size_t i = 0; i < d_; ++i) {
      const double *const row = factor_.data() + i * d_;
      v[i] = (v[i] - inner(row + first_[i], v + first_[i], i - first_[i])) / row[i];
    }
    for (size_t i = d_; i-- > 0;) {
      const double *const row = factor_.data() + i * d_;
      v[i] /= row[i];
      for (size_t j = first_[i]; j < i; ++j) v[j] -= row[j] * v[i];
    }
    size = std::sqrt(inner(v, v, d_));
    if (!(size > 0 && size < INFINITY)) return INFINITY;
  }
  return shift + 1 / size;
}

// A shift t, less what is lost, for which the algorithm ends. No eigenvalue is known to be below `most`.
double Definiteness::search(double lost, double most) {
  constexpr double kNear = 0.985, kNearEnough = 1.02;
  if (!(most > 2 * lost) || !factors(2 * lost)) return 0;
  double low = 2 * lost, high = most;
  const double likely = std::min(estimate(low), most);
  if (likely * kNear > low) {
    if (factors(likely * kNear)) return numeric::down_many(likely * kNear - lost);
    high = likely * kNear;
  }
  while (high > low * kNearEnough) {
    const double middle = std::sqrt(low) * std::sqrt(high);
    if (middle <= low || middle >= high) break;
    (factors(middle) ? low : high) = middle;
  }
  return numeric::down_many(low - lost);
}

// If the algorithm ends in doubles for A - t I, then A - t I + E is positive semidefinite for an E of norm (d + 2)
// 2^-53 trace(A) at most (Rump 2006, Theorem 2.3). This is over four times as much: entries are rounded, too, and
// products may underflow.
double Definiteness::resolution(double beside) const {
  double trace = 0;
  for (size_t i = 0; i < d_; ++i) trace += std::fabs(symmetric_entry(matrix_, d_, i, i) + beside);
  return (static_cast<double>(d_) + 8) * 0x1p-51 * trace + 0x1p-1000;
}

void Definiteness::look_at(double beside) {
  beside_ = beside;
  std::fill(scales_.begin(), scales_.end(), 1.0);
}

bool Definiteness::shows(double beside) {
  look_at(beside);
  return factors(2 * resolution(beside));
}

double Definiteness::least(double beside) {
  look_at(beside);
  double most = INFINITY;
  for (size_t i = 0; i < d_; ++i) most = std::min(most, entry(i, i));
  return search(resolution(beside), most);
}

double Definiteness::least_of_scaled(double beside) {
  beside_ = beside;
  for (size_t i = 0; i < d_; ++i) {
    const double own = symmetric_entry(matrix_, d_, i, i) + beside;
    if (!(own > 0)) return 0;
    scales_[i] = 1 / std::sqrt(own);
  }
  const double d = static_cast<double>(d_);
  return search((d + 8) * 0x1p-51 * d, 1);
}

}  // namespace dpcvx::sample
