#include "sample/quadratic.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "numeric/margins.h"
#include "numeric/norm.h"

namespace dpcvx::sample {

namespace {

// The half sum, exact where the two are equal.
double symmetric(const double *matrix, size_t d, size_t i, size_t j) {
  return matrix[i * d + j] / 2 + matrix[j * d + i] / 2;
}

// Cholesky's factor of the symmetric part less `shift` on the diagonal, into the lower triangle of `work`, whose rows
// are 0 before first[i], as the matrix's are. Returns whether all pivots are positive.
bool factors(const double *matrix, size_t d, double shift, const Buffer<size_t> &first, double *work) {
  for (size_t i = 0; i < d; ++i) {
    double *const row = work + i * d;
    for (size_t j = first[i]; j <= i; ++j) {
      const double *const other = work + j * d;
      double sum = symmetric(matrix, d, i, j) - (i == j ? shift : 0);
      for (size_t k = std::max(first[i], first[j]); k < j; ++k) sum -= row[k] * other[k];
      if (i == j && !(sum > 0 && sum < INFINITY)) return false;
      row[j] = i == j ? std::sqrt(sum) : sum / other[j];
    }
  }
  return true;
}

}  // namespace

dpcvx_status Quadratic::make(const double *matrix, const double *linear, int64_t dimension, Error &error) {
  constexpr double kAlike = 0x1p-40;
  const size_t d = static_cast<size_t>(dimension);
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j < i; ++j) {
      const double a = matrix[i * d + j], b = matrix[j * d + i];
      if (std::fabs(a - b) > kAlike * std::fmax(std::fabs(a), std::fabs(b)))
        return error.fail(DPCVX_ERR_ARGUMENT,
                          "argument 'matrix' has %s in row %s, column %s, and %s in row %s, column %s; accepted: a "
                          "symmetric matrix",
                          show(a).text, show(static_cast<int64_t>(i)).text, show(static_cast<int64_t>(j)).text,
                          show(b).text, show(static_cast<int64_t>(j)).text, show(static_cast<int64_t>(i)).text);
    }
  if (!diagonal_.allocate(d) || !linear_.allocate(d) || !starts_.allocate(d + 1) || !take_rows(matrix))
    return error.nomem("a quadratic");
  if (linear != nullptr) std::copy(linear, linear + d, linear_.begin());
  linear_norm_ = numeric::l2_norm_up(linear_.data(), dimension);
  return find_least(matrix, error);
}

bool Quadratic::take_rows(const double *matrix) {
  const size_t d = diagonal_.size();
  for (size_t i = 0; i < d; ++i) {
    starts_[i + 1] = starts_[i];
    for (size_t j = 0; j < d; ++j)
      if (j != i && symmetric(matrix, d, i, j) != 0) ++starts_[i + 1];
  }
  const size_t count = static_cast<size_t>(starts_[d]);
  if (!columns_.allocate(count) || !entries_.allocate(count)) return false;
  size_t next = 0;
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j < d; ++j) {
      const double entry = symmetric(matrix, d, i, j);
      if (i == j) {
        diagonal_[i] = entry;
        trace_ += entry;
      } else if (entry != 0) {
        columns_[next] = static_cast<int32_t>(j);
        entries_[next++] = entry;
      }
    }
  const double of_entries = numeric::l2_norm_up(entries_.data(), static_cast<int64_t>(count));
  norm_ = numeric::up_many(std::hypot(of_entries, numeric::l2_norm_up(diagonal_.data(), dimension())));
  return true;
}

// If Cholesky's algorithm ends in doubles for H - t I, then H - t I + E is positive semidefinite for an E of norm
// (d + 2) 2^-53 trace(H) at most (Rump 2006, Theorem 2.3; stated four times as large).
dpcvx_status Quadratic::find_least(const double *matrix, Error &error) {
  const size_t d = diagonal_.size();
  Buffer<double> work;
  Buffer<size_t> first;
  if (!work.allocate(d * d) || !first.allocate(d)) return error.nomem("a quadratic");
  for (size_t i = 0; i < d; ++i)
    while (first[i] < i && symmetric(matrix, d, i, first[i]) == 0) ++first[i];
  double high = INFINITY;  // the least eigenvalue is no greater
  for (const double entry : diagonal_) high = std::min(high, entry);
  const double lost = (static_cast<double>(d) + 2) * 0x1p-51 * trace_;
  if (!(high > 2 * lost) || !(norm_ < 0x1p500) || !factors(matrix, d, 2 * lost, first, work.data()))
    return error.fail(
        DPCVX_ERR_ARGUMENT,
        "argument 'matrix' has no least eigenvalue that doubles show to be above %s; accepted: a positive "
        "definite matrix, as the sum of yours and a multiple of the identity",
        show_short(lost, 3).text);
  double low = 2 * lost;
  while (high > low * 1.02) {
    const double middle = std::sqrt(low) * std::sqrt(high);
    if (middle <= low || middle >= high) break;
    (factors(matrix, d, middle, first, work.data()) ? low : high) = middle;
  }
  least_ = numeric::down_many(low - lost);
  return DPCVX_OK;
}

void Quadratic::multiply(const double *x, double *out) const {
  for (size_t i = 0; i < diagonal_.size(); ++i) {
    double sum = diagonal_[i] * x[i];
    for (int64_t k = starts_[i]; k < starts_[i + 1]; ++k)
      sum += entries_[static_cast<size_t>(k)] * x[columns_[static_cast<size_t>(k)]];
    out[i] = sum;
  }
}

}  // namespace dpcvx::sample
