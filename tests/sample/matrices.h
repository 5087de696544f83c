// Matrices whose singular values are known, for tests of parts on them.
#ifndef DPCVX_TESTS_SAMPLE_MATRICES_H_
#define DPCVX_TESTS_SAMPLE_MATRICES_H_

#include <algorithm>

#include "sample/regularizers.h"

namespace matrices {

using namespace regularizers;

// Two reflections, so that matrices with known singular values can be made in long double.
class Frame {
 public:
  Frame(std::mt19937_64 &engine, int64_t rows, int64_t columns)
      : rows_(rows), columns_(columns), left_(unit(engine, rows)), right_(unit(engine, columns)) {}

  // The matrix whose singular values are sizes, up to signs.
  Vector matrix(const Vector &sizes) const {
    Vector out;
    for (int64_t i = 0; i < rows_; ++i)
      for (int64_t j = 0; j < columns_; ++j) {
        long double sum = 0;
        for (size_t k = 0; k < sizes.size(); ++k)
          sum += sizes[k] * turn(left_, static_cast<size_t>(i), k) * turn(right_, static_cast<size_t>(j), k);
        out.push_back(static_cast<double>(sum));
      }
    return out;
  }

 private:
  typedef std::vector<long double> Unit;
  static Unit unit(std::mt19937_64 &engine, int64_t d) {
    const Vector x = normals(engine, static_cast<size_t>(d), 1);
    long double squares = 0;
    for (const double entry : x) squares += static_cast<long double>(entry) * entry;
    Unit out;
    for (const double entry : x) out.push_back(entry / std::sqrt(squares));
    return out;
  }
  static long double turn(const Unit &u, size_t i, size_t k) { return (i == k ? 1 : 0) - 2 * u[i] * u[k]; }

  int64_t rows_, columns_;
  Unit left_, right_;
};

struct Shape {
  int64_t rows, columns;
  size_t rank() const { return static_cast<size_t>(std::min(rows, columns)); }
  size_t size() const { return static_cast<size_t>(rows * columns); }
};

inline constexpr Shape kShapes[] = {{1, 4}, {2, 2}, {2, 3}, {5, 3}, {8, 8}, {12, 9}};

inline Vector plus(const Vector &a, const Vector &b) {
  Vector sum = a;
  for (size_t j = 0; j < a.size(); ++j) sum[j] += b[j];
  return sum;
}

// Singular values of two rows, greatest first.
inline void two_values(const Vector &x, size_t columns, double *greater, double *lesser) {
  double a = 0, b = 0, c = 0;
  for (size_t j = 0; j < columns; ++j)
    a += x[j] * x[j], b += x[j] * x[columns + j], c += x[columns + j] * x[columns + j];
  const double root = std::hypot((a - c) / 2, b), sum = (a + c) / 2 + root;
  *greater = std::sqrt(sum);
  *lesser = std::sqrt(std::max(0.0, a * c - b * b) / sum);
}

}  // namespace matrices

#endif
