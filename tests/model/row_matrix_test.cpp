// Rows that are matrices, clipped in Schatten norms: matrices of known singular values, made in long double.
#include "model/row_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "support/long_power.h"

namespace {

using dpcvx::model::MappedRow;
using dpcvx::model::RowMap;
typedef std::vector<double> Vector;
typedef std::vector<long double> Unit;

Unit unit(std::mt19937_64 &engine, int64_t d) {
  std::normal_distribution<double> normal;
  Unit out;
  long double squares = 0;
  for (int64_t j = 0; j < d; ++j) out.push_back(normal(engine)), squares += out.back() * out.back();
  for (long double &entry : out) entry /= std::sqrt(squares);
  return out;
}

// Two reflections about the diagonal matrix of the sizes.
Vector matrix_of(std::mt19937_64 &engine, int64_t rows, int64_t columns, const Vector &sizes) {
  const Unit left = unit(engine, rows), right = unit(engine, columns);
  const auto turn = [](const Unit &u, size_t i, size_t k) { return (i == k ? 1 : 0) - 2 * u[i] * u[k]; };
  Vector out;
  for (size_t i = 0; i < left.size(); ++i)
    for (size_t j = 0; j < right.size(); ++j) {
      long double sum = 0;
      for (size_t k = 0; k < sizes.size(); ++k) sum += sizes[k] * turn(left, i, k) * turn(right, j, k);
      out.push_back(static_cast<double>(sum));
    }
  return out;
}

long double norm_of(const Vector &x, double p) {
  long double most = 0, sum = 0;
  for (const double entry : x) most = std::max(most, std::fabs(static_cast<long double>(entry)));
  if (most == 0 || p == INFINITY) return most;
  for (const double entry : x) sum += long_power(std::fabs(entry) / most, p);
  return most * long_power(sum, 1 / static_cast<long double>(p));
}

RowMap map_in(double p, int64_t rows, int64_t columns) {
  RowMap map;
  map.columns = rows * columns;
  map.bound = 0.7;
  map.intercept = false;
  map.p = p;
  EXPECT_TRUE(map.matrix.create() && map.matrix.edit().allocate(rows, columns));
  return map;
}

TEST(RowMatrix, RowsAreClippedInSchattenNorms) {
  std::mt19937_64 engine(1);
  std::normal_distribution<double> normal;
  const int64_t shapes[][2] = {{1, 5}, {2, 2}, {3, 5}, {6, 4}, {8, 8}};
  int clipped = 0, whole = 0, wrong = 0;
  for (const double p : {1.0, 1.5, 2.0, 4.0, static_cast<double>(INFINITY)})
    for (const auto &shape : shapes)
      for (int i = 0; i < 40; ++i) {
        const RowMap map = map_in(p, shape[0], shape[1]);
        const double scale = std::ldexp(1, i % 8 == 7 ? 500 : i % 8 == 6 ? -500 : i % 8 - 3);
        Vector sizes;
        for (int64_t k = 0; k < std::min(shape[0], shape[1]); ++k) sizes.push_back(scale * normal(engine));
        if (i % 5 == 1) std::fill(sizes.begin() + 1, sizes.end(), 0.0);
        if (i % 5 == 2) std::fill(sizes.begin(), sizes.end(), scale);
        const Vector row = matrix_of(engine, shape[0], shape[1], sizes);
        const MappedRow mapped = map.map_row(row.data());
        const long double norm = norm_of(sizes, p), l2 = norm_of(row, 2);
        EXPECT_LE(mapped.factor * norm, 0.7L * (1 - 0x1p-41L)) << p << " " << i;
        if (norm > 0.7L) {
          EXPECT_GE(mapped.factor * norm, 0.7L * (1 - 0x1p-18L)) << p << " " << i;
        }
        if (norm < 0.7L * (1 - 0x1p-18L)) {
          EXPECT_EQ(mapped.factor, 1);
        }
        EXPECT_GE(mapped.norm, mapped.factor * l2 * (1 - 0x1p-48L));
        EXPECT_LE(mapped.norm, map.l2_bound());
        (mapped.factor < 1 ? clipped : whole) += 1;
        // The control: the dual norm in the norm's place.
        const double dual = p == 1 ? INFINITY : p == INFINITY ? 1 : p / (p - 1);
        wrong += mapped.factor * norm_of(sizes, dual) > 0.7L * (1 + 1e-6L);
      }
  EXPECT_GT(clipped, 200);
  EXPECT_GT(whole, 200);
  EXPECT_GT(wrong, 50);
}

}  // namespace
