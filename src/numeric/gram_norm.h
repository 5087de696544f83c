// A certified bound on a matrix norm: an upper one, where power iteration gives a lower one.
#ifndef DPCVX_NUMERIC_GRAM_NORM_H_
#define DPCVX_NUMERIC_GRAM_NORM_H_

#include <cstddef>

namespace dpcvx::numeric {

// Doubles of memory that the bound of a rows x columns matrix takes.
inline size_t gram_norm_work(size_t rows, size_t columns) {
  const size_t side = rows < columns ? rows : columns;
  return 2 * side * side;
}

// An upper bound on the greatest singular value of a row-major matrix with finite entries, greater than it by a factor
// of min(rows, columns)^(1/1024) at most, and rounding: the Frobenius norm of the Gram matrix's 256th power, its 256th
// root, the errors of each product added.
double greatest_singular_value_above(const double *matrix, size_t rows, size_t columns, double *work);

}  // namespace dpcvx::numeric

#endif
