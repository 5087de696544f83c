// Matrices whose singular values are known, for tests of parts on them.
#ifndef DPCVX_TESTS_SAMPLE_MATRICES_H_
#define DPCVX_TESTS_SAMPLE_MATRICES_H_

#include <gtest/gtest.h>

#include <algorithm>

#include "random/rng.h"
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

// Two points that are hard for lines in the i-th of cases: usual ones, v with one row that is not 0, x next to v, v =
// 0.
struct HardPoints {
  Vector v, x;
  HardPoints(std::mt19937_64 &engine, const Shape &shape, int i)
      : v(normals(engine, shape.size(), i % 4 == 3 ? 0 : 1)), x(normals(engine, shape.size(), 1)) {
    for (size_t j = static_cast<size_t>(shape.columns); i % 4 == 1 && j < v.size(); ++j) v[j] = 0;
    if (i % 4 == 2) x = plus(v, normals(engine, shape.size(), 1e-9));
  }
};

// Tries x n times, and expects that it is accepted with the probability of the exponent, within 6.2 standard
// deviations: a false alarm once in 1e9.
template <class Part>
void expect_acceptance(Part &part, const Vector &x, double exponent, int64_t n, dpcvx::random::Rng &rng) {
  int64_t accepted = 0;
  for (int64_t i = 0; i < n; ++i) accepted += part.accept(x.data(), rng);
  const double p = std::exp(-exponent - Part::kShift), count = static_cast<double>(n);
  EXPECT_NEAR(static_cast<double>(accepted) / count, p, 6.2 * std::sqrt(p * (1 - p) / count) + 20 / count);
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
