#include "estimate/covariance/symmetric_eigen.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::estimate {

bool SymmetricEigen::allocate(size_t dimension) {
  d_ = dimension;
  return matrix_.allocate(d_ * d_) && vectors_.allocate(d_ * d_) && values_.allocate(d_) && beside_.allocate(d_) &&
         factor_.allocate(d_) && work_.allocate(d_);
}

void SymmetricEigen::decompose(const double *matrix) {
  double most = 0;
  for (size_t i = 0; i < d_; ++i)
    for (size_t j = 0; j <= i; ++j) most = std::max(most, std::fabs(matrix[i * d_ + j]));
  // By a power of 2: no product overflows, and no rounding is added.
  const int exponent = most > 0 ? std::ilogb(most) : 0;
  for (size_t i = 0; i < d_; ++i)
    for (size_t j = 0; j <= i; ++j)
      matrix_[i * d_ + j] = matrix_[j * d_ + i] = std::ldexp(matrix[i * d_ + j], -exponent);
  reduce();
  accumulate();
  diagonalize();
  for (double &value : values_) value = std::ldexp(value, exponent);
  sort();
}

// Reflection k maps column k, below the diagonal, to a multiple of the first unit vector. Its vector replaces row k of
// the matrix behind the diagonal.
void SymmetricEigen::reduce() {
  constexpr double kNothing = 0x1p-600;  // below, squares lose digits; the greatest entry is at least 1
  for (size_t k = 0; k + 2 < d_; ++k) {
    double *const v = matrix_.data() + k * d_;
    double rest = 0;
    for (size_t j = k + 2; j < d_; ++j) rest += v[j] * v[j];
    factor_[k] = 0;
    beside_[k] = v[k + 1];
    if (!(rest > kNothing)) continue;
    const double norm = std::sqrt(v[k + 1] * v[k + 1] + rest);
    beside_[k] = v[k + 1] > 0 ? -norm : norm;
    v[k + 1] -= beside_[k];
    const double beta = factor_[k] = 2 / (v[k + 1] * v[k + 1] + rest);
    // p = beta A v, w = p - (beta / 2) (p'v) v, A -= v w' + w v'.
    double along = 0;
    for (size_t i = k + 1; i < d_; ++i) {
      const double *const row = matrix_.data() + i * d_;
      double sum = 0;
      for (size_t j = k + 1; j < d_; ++j) sum += row[j] * v[j];
      work_[i] = beta * sum;
      along += work_[i] * v[i];
    }
    for (size_t i = k + 1; i < d_; ++i) work_[i] -= 0.5 * beta * along * v[i];
    for (size_t i = k + 1; i < d_; ++i) {
      double *const row = matrix_.data() + i * d_;
      for (size_t j = k + 1; j < d_; ++j) row[j] -= v[i] * work_[j] + work_[i] * v[j];
    }
  }
  if (d_ >= 2) beside_[d_ - 2] = matrix_[(d_ - 2) * d_ + d_ - 1];
  for (size_t i = 0; i < d_; ++i) values_[i] = matrix_[i * d_ + i];
}

// Row r of the vectors is column r of the product of all reflections.
void SymmetricEigen::accumulate() {
  std::fill(vectors_.begin(), vectors_.end(), 0.0);
  for (size_t i = 0; i < d_; ++i) vectors_[i * d_ + i] = 1;
  for (size_t k = d_ < 2 ? 0 : d_ - 2; k-- > 0;) {
    if (factor_[k] == 0) continue;
    const double *const v = matrix_.data() + k * d_;
    for (size_t r = k + 1; r < d_; ++r) {
      double *const row = vectors_.data() + r * d_;
      double sum = 0;
      for (size_t j = k + 1; j < d_; ++j) sum += row[j] * v[j];
      sum *= factor_[k];
      for (size_t j = k + 1; j < d_; ++j) row[j] -= sum * v[j];
    }
  }
}

void SymmetricEigen::diagonalize() {
  constexpr double kNegligible = 0x1p-53;
  constexpr size_t kMostSteps = 60;
  size_t last = d_ == 0 ? 0 : d_ - 1;
  for (size_t steps = kMostSteps * d_; last > 0 && steps > 0; --steps) {
    size_t first = last;
    while (first > 0 &&
           std::fabs(beside_[first - 1]) > kNegligible * (std::fabs(values_[first - 1]) + std::fabs(values_[first])))
      --first;
    if (first == last)
      --last;
    else
      step(first, last);
  }
}

// One QR step on the block [first, last], whose rotations the vectors take along.
void SymmetricEigen::step(size_t first, size_t last) {
  const double a = values_[last], b = beside_[last - 1], half = 0.5 * (values_[last - 1] - a);
  const double root = std::sqrt(half * half + b * b);
  const double shift = a - b * (b / (half + (half >= 0 ? root : -root)));
  double x = values_[first] - shift, z = beside_[first];
  for (size_t k = first; k < last; ++k) {
    const double size = std::sqrt(x * x + z * z);
    const double c = size > 0 ? x / size : 1, s = size > 0 ? z / size : 0;
    if (k > first) beside_[k - 1] = size;
    const double p = values_[k], q = values_[k + 1], e = beside_[k];
    values_[k] = c * c * p + 2 * c * s * e + s * s * q;
    values_[k + 1] = s * s * p - 2 * c * s * e + c * c * q;
    beside_[k] = c * s * (q - p) + (c * c - s * s) * e;
    if (k + 1 < last) {
      z = s * beside_[k + 1];
      beside_[k + 1] *= c;
    }
    x = beside_[k];
    double *const one = vectors_.data() + k * d_, *const other = one + d_;
    for (size_t j = 0; j < d_; ++j) {
      const double left = one[j], right = other[j];
      one[j] = c * left + s * right;
      other[j] = c * right - s * left;
    }
  }
}

void SymmetricEigen::sort() {
  for (size_t k = 0; k < d_; ++k) {
    double *const row = vectors_.data() + k * d_;
    const size_t greatest = static_cast<size_t>(std::max_element(values_.begin() + k, values_.end()) - values_.begin());
    std::swap(values_[k], values_[greatest]);
    if (greatest != k) std::swap_ranges(row, row + d_, vectors_.data() + greatest * d_);
    const double *const leading =
        std::max_element(row, row + d_, [](double p, double q) { return std::fabs(p) < std::fabs(q); });
    if (*leading < 0)
      for (size_t j = 0; j < d_; ++j) row[j] = -row[j];
  }
}

}  // namespace dpcvx::estimate
