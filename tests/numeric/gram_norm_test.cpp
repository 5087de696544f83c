// The certified bound on a greatest singular value against power iteration from many starts, which is never above it.
#include "numeric/gram_norm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "support/evidence.h"

namespace {

double bound(const std::vector<double> &matrix, size_t rows, size_t columns) {
  std::vector<double> work(dpcvx::numeric::gram_norm_work(rows, columns));
  return dpcvx::numeric::greatest_singular_value_above(matrix.data(), rows, columns, work.data());
}

long double by_power_iteration(const std::vector<double> &matrix, size_t rows, size_t columns, std::mt19937_64 &rng) {
  std::normal_distribution<double> normal;
  std::vector<long double> x(columns), y(rows);
  for (auto &entry : x) entry = normal(rng);
  long double value = 0;
  for (int turn = 0; turn < 3000; ++turn) {
    long double length = 0, image = 0;
    for (const auto entry : x) length += entry * entry;
    for (auto &entry : x) entry /= std::sqrt(length);
    for (size_t i = 0; i < rows; ++i) {
      y[i] = 0;
      for (size_t j = 0; j < columns; ++j) y[i] += matrix[i * columns + j] * x[j];
      image += y[i] * y[i];
    }
    value = std::sqrt(image);
    for (size_t j = 0; j < columns; ++j) {
      x[j] = 0;
      for (size_t i = 0; i < rows; ++i) x[j] += matrix[i * columns + j] * y[i];
    }
  }
  return value;
}

TEST(GramNorm, IsAboveAndClose) {
  std::mt19937_64 rng(1);
  std::normal_distribution<double> normal;
  double loosest = 1;
  for (int trial = 0; trial < 40; ++trial) {
    const size_t rows = 1 + rng() % 12, columns = 1 + rng() % 12;
    const double scale = std::exp2(static_cast<double>(static_cast<int>(rng() % 600)) - 300), apart = normal(rng);
    std::vector<double> matrix(rows * columns);
    for (size_t i = 0; i < rows; ++i)
      for (size_t j = 0; j < columns; ++j)
        matrix[i * columns + j] = scale * (normal(rng) * std::exp(-apart * static_cast<double>(j)) + (trial % 3 == 0));
    const long double value = by_power_iteration(matrix, rows, columns, rng);
    const double above = bound(matrix, rows, columns);
    EXPECT_GE(above, value * (1 - 1e-15L)) << rows << " x " << columns;
    loosest = std::max(loosest, static_cast<double>(above / value));
  }
  EXPECT_LE(loosest, std::pow(12, 1.0 / 1024) * (1 + 1e-9));
  evidence("deletion", "greatest singular values: bounds at most a factor of 1 + %.1e above", loosest - 1);
}

TEST(GramNorm, KnownValues) {
  EXPECT_EQ(bound({0, 0, 0, 0, 0, 0}, 2, 3), 0);
  EXPECT_NEAR(bound({3, 0, 0, 4, 0, 0}, 2, 3), 5, 1e-2);
  EXPECT_GE(bound({3, 0, 0, 4, 0, 0}, 2, 3), 5);
  EXPECT_NEAR(bound({1, 0, 0, 1}, 2, 2), std::pow(2, 1.0 / 1024), 1e-9);  // the worst case: all singular values equal
  EXPECT_EQ(bound({INFINITY, 0}, 1, 2), INFINITY);
}

}  // namespace
