#include "sample/quadratic.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "numeric/margins.h"
#include "numeric/norm.h"
#include "sample/definiteness.h"

namespace dpcvx::sample {

namespace {

// a - b, rounded down.
double less(double a, double b) { return (a - b) - 0x1p-50 * (a + b); }

}  // namespace

dpcvx_status Quadratic::make(const double *matrix, const double *linear, int64_t dimension, double beside,
                             Error &error) {
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
  return find_least(matrix, beside, error);
}

bool Quadratic::take_rows(const double *matrix) {
  const size_t d = diagonal_.size();
  for (size_t i = 0; i < d; ++i) {
    starts_[i + 1] = starts_[i];
    for (size_t j = 0; j < d; ++j)
      if (j != i && symmetric_entry(matrix, d, i, j) != 0) ++starts_[i + 1];
  }
  const size_t count = static_cast<size_t>(starts_[d]);
  if (!columns_.allocate(count) || !entries_.allocate(count)) return false;
  size_t next = 0;
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j < d; ++j) {
      const double entry = symmetric_entry(matrix, d, i, j);
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

// By H alone; where that is not shown to be positive definite, by H + t I for the least t of a few; or by the scaled
// matrix, which does not mind diagonals of entries that are very unlike.
dpcvx_status Quadratic::find_least(const double *matrix, double beside, Error &error) {
  constexpr double kRatio = 16;
  Definiteness proof;
  if (!proof.prepare(matrix, diagonal_.size())) return error.nomem("a quadratic");
  const double resolution = proof.resolution(0);
  double least = -INFINITY;
  if (norm_ < 0x1p500) {
    least_of_scaled_ = proof.least_of_scaled(beside);
    const double by_itself = proof.least(0);
    if (by_itself > 0) least = by_itself;
    for (double t = 4 * resolution; !(least > -INFINITY) && t < beside / 2 && t > 0; t *= kRatio)
      if (proof.shows(t)) least = -t;
    if (!(least > -INFINITY) && beside > 0) least = less(proof.least(beside), beside);
  }
  double shortest = INFINITY;
  for (const double entry : diagonal_) shortest = std::min(shortest, entry + beside);
  least = std::max(least, less(least_of_scaled_ * numeric::down_many(shortest), beside));
  if (!(least + beside > 0))
    return error.fail(
        DPCVX_ERR_ARGUMENT,
        "argument 'matrix': doubles do not show that it is positive definite%s, to %s; accepted: a positive definite "
        "matrix, or one that is so with DPCVX_SAMPLER_OPTION_QUADRATIC on its diagonal",
        beside > 0 ? " with the quadratic of the options" : "", show_short(resolution, 3).text);
  least_ = least;
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
