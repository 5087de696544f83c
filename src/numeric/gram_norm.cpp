#include "numeric/gram_norm.h"

#include <algorithm>
#include <cmath>

#include "numeric/margins.h"
#include "numeric/directed.h"

namespace dpcvx::numeric {

namespace {

constexpr int kSquarings = 8;

// Bounds the effect of k successive roundings on a sum of products, relative to the product of norms.
double share_of_errors(size_t k) { return 0x1p-52 * static_cast<double>(k + 16); }

double frobenius_above(const double *matrix, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i) sum += matrix[i] * matrix[i];
  return up_many(std::sqrt(sum * (1 + share_of_errors(count)) + 0x1p-1000));
}

// out = scale^2 a a^T, symmetric to the last bit.
void rows_by_rows(const double *a, size_t rows, size_t columns, double scale, double *out) {
  for (size_t i = 0; i < rows; ++i)
    for (size_t j = 0; j <= i; ++j) {
      const double *const x = a + i * columns, *const y = a + j * columns;
      double sum = 0;
      for (size_t k = 0; k < columns; ++k) sum += (scale * x[k]) * (scale * y[k]);
      out[i * rows + j] = out[j * rows + i] = sum;
    }
}

// out = scale^2 a^T a
void columns_by_columns(const double *a, size_t rows, size_t columns, double scale, double *out) {
  std::fill(out, out + columns * columns, 0.0);
  for (size_t k = 0; k < rows; ++k)
    for (size_t i = 0; i < columns; ++i) {
      const double x = scale * a[k * columns + i];
      for (size_t j = 0; j <= i; ++j) out[i * columns + j] += x * (scale * a[k * columns + j]);
    }
  for (size_t i = 0; i < columns; ++i)
    for (size_t j = 0; j < i; ++j) out[j * columns + i] = out[i * columns + j];
}

// Divides a matrix by its Frobenius norm, which it returns.
double normalise(double *matrix, size_t count) {
  const double norm = frobenius_above(matrix, count);
  if (norm > 0)
    for (size_t i = 0; i < count; ++i) matrix[i] /= norm;
  return norm;
}

// Bounds the operator norm of a symmetric matrix by ||H||^2 = ||H^2||, and in the end by the Frobenius norm.
double operator_norm_above(double *here, double *next, size_t side) {
  double norms[kSquarings + 1];
  norms[0] = normalise(here, side * side);
  if (!(norms[0] > 0)) return 0;
  for (int k = 1; k <= kSquarings; ++k) {
    rows_by_rows(here, side, side, 1, next);
    norms[k] = normalise(next, side * side);
    std::swap(here, next);
  }
  double bound = 1;
  for (int k = kSquarings; k > 0; --k)
    bound = up_many(std::sqrt(up_many(norms[k] * (bound + 0x1p-50)) + 2 * share_of_errors(side)));
  return up_many(norms[0] * (bound + 0x1p-50));
}

}  // namespace

double greatest_singular_value_above(const double *matrix, size_t rows, size_t columns, double *work) {
  double largest = 0;
  for (size_t i = 0; i < rows * columns; ++i) largest = std::max(largest, std::fabs(matrix[i]));
  if (!(largest > 0)) return 0;
  if (!(largest >= 0x1p-900 && largest <= 0x1p900)) return INFINITY;
  const double scale = power_of_two(-floor_log2(largest));
  double squares = 0;
  for (size_t i = 0; i < rows * columns; ++i) squares += (scale * matrix[i]) * (scale * matrix[i]);
  const size_t side = std::min(rows, columns);
  if (rows < columns)
    rows_by_rows(matrix, rows, columns, scale, work);
  else
    columns_by_columns(matrix, rows, columns, scale, work);
  const double errors = 2 * share_of_errors(rows + columns) * squares;
  return up_many(std::sqrt(operator_norm_above(work, work + side * side, side) + errors) / scale);
}

}  // namespace dpcvx::numeric
