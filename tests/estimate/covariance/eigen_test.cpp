// Eigenvalues and eigenvectors of symmetric matrices.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "estimate/covariance/symmetric_eigen.h"

namespace {

using dpcvx::estimate::SymmetricEigen;

std::vector<double> symmetric(size_t d, int kind) {
  std::mt19937_64 bits(d + static_cast<size_t>(kind));
  std::normal_distribution<double> normal;
  std::vector<double> out(d * d);
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j <= i; ++j) {
      double x = normal(bits);
      if (kind == 1) x = i == j ? 3 : 0;
      if (kind == 2) x = i % 3 == 0 && j % 3 == 0 ? std::ldexp(x, static_cast<int>((i + j) % 40) - 20) : 0;
      if (kind == 3) x = std::ldexp(x, 900);
      if (kind == 4) x = std::ldexp(x, -900);
      if (kind == 5) x = 1;  // of rank 1
      out[i * d + j] = out[j * d + i] = x;
    }
  return out;
}

TEST(SymmetricEigen, Decomposes) {
  for (const size_t d : {1, 2, 3, 7, 40, 130})
    for (int kind = 0; kind <= 5; ++kind) {
      const std::vector<double> matrix = symmetric(d, kind);
      SymmetricEigen eigen;
      ASSERT_TRUE(eigen.allocate(d));
      eigen.decompose(matrix.data());
      double most = 0, residual = 0, angle = 0;
      for (const double x : matrix) most = std::fmax(most, std::fabs(x));
      for (size_t k = 0; k < d; ++k) {
        const double *const v = eigen.vectors() + k * d;
        for (size_t i = 0; i < d; ++i) {
          double sum = 0;
          for (size_t j = 0; j < d; ++j) sum += matrix[i * d + j] / most * v[j];
          residual = std::fmax(residual, std::fabs(sum - eigen.values()[k] / most * v[i]));
        }
        for (size_t l = 0; l <= k; ++l) {
          double sum = 0;
          for (size_t j = 0; j < d; ++j) sum += v[j] * eigen.vectors()[l * d + j];
          angle = std::fmax(angle, std::fabs(sum - (k == l ? 1 : 0)));
        }
        if (k > 0) {
          EXPECT_GE(eigen.values()[k - 1], eigen.values()[k]);
        }
      }
      EXPECT_LT(residual, 1e-13 * static_cast<double>(d)) << d << ' ' << kind;
      EXPECT_LT(angle, 1e-13) << d << ' ' << kind;
    }
}

TEST(SymmetricEigen, KnowsACharacteristicPolynomial) {
  const double matrix[] = {2, 0, 0, 0, 3, 4, 0, 4, 9};
  SymmetricEigen eigen;
  ASSERT_TRUE(eigen.allocate(3));
  eigen.decompose(matrix);
  EXPECT_NEAR(eigen.values()[0], 11, 1e-14);
  EXPECT_NEAR(eigen.values()[1], 2, 1e-14);
  EXPECT_NEAR(eigen.values()[2], 1, 1e-14);
  EXPECT_NEAR(eigen.vectors()[2], 2 / std::sqrt(5), 1e-14);
  std::vector<double> root(9), square(9, 0);
  eigen.apply([](double value) { return std::sqrt(value); }, root.data());
  for (size_t i = 0; i < 9; ++i)
    for (size_t k = 0; k < 3; ++k) square[i] += root[i / 3 * 3 + k] * root[k * 3 + i % 3];
  for (size_t i = 0; i < 9; ++i) EXPECT_NEAR(square[i], matrix[i], 1e-14);
}

TEST(SymmetricEigen, TakesZeros) {
  const std::vector<double> zeros(16, 0);
  SymmetricEigen eigen;
  ASSERT_TRUE(eigen.allocate(4));
  eigen.decompose(zeros.data());
  for (size_t k = 0; k < 4; ++k) EXPECT_EQ(eigen.values()[k], 0);
}

}  // namespace
