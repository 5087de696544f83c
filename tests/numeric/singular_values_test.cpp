// One-sided Jacobi rotations against what defines singular values.
#include "numeric/singular_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "support/evidence.h"

namespace {

using dpcvx::numeric::SingularValues;
typedef std::vector<double> Vector;

struct Figures {
  double across = 0, off = 0, turned = 0;  // of cosines of rows, of the rotation from an orthogonal one, of the product
  int sweeps = 0;
};

Figures decomposed(const Vector &matrix, size_t count, size_t length) {
  SingularValues values;
  EXPECT_TRUE(values.allocate(count, length));
  for (size_t i = 0; i < count; ++i) std::copy_n(matrix.data() + i * length, length, values.row(i));
  values.decompose();
  Figures out;
  out.sweeps = values.sweeps();
  const auto dot = [](const double *a, const double *b, size_t n) {
    long double sum = 0;
    for (size_t j = 0; j < n; ++j) sum += static_cast<long double>(a[j]) * b[j];
    return static_cast<double>(sum);
  };
  double whole = 0;
  for (double x : matrix) whole += x * x;
  for (size_t i = 0; i < count; ++i)
    for (size_t j = 0; j <= i; ++j) {
      const double a = values.values()[i], b = values.values()[j];
      if (j < i && a > 0x1p-60 && b > 0x1p-60)
        out.across = std::max(out.across, std::fabs(dot(values.row(i), values.row(j), length)) / a / b);
      const double unit = dot(values.rotation(i), values.rotation(j), count);
      out.off = std::max(out.off, std::fabs(unit - (i == j ? 1 : 0)));
    }
  // rotation' * turned = matrix
  for (size_t i = 0; i < count; ++i)
    for (size_t j = 0; j < length; ++j) {
      long double sum = 0;
      for (size_t k = 0; k < count; ++k) sum += static_cast<long double>(values.rotation(k)[i]) * values.row(k)[j];
      out.turned =
          std::max(out.turned, static_cast<double>(std::fabs(sum - matrix[i * length + j])) / std::sqrt(whole));
    }
  return out;
}

TEST(SingularValues, RowsBecomeOrthogonalAndNothingIsLost) {
  std::mt19937_64 bits(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Figures worst;
  for (const auto &[count, length] :
       {std::pair<size_t, size_t>{1, 1}, {1, 9}, {2, 2}, {7, 7}, {10, 33}, {20, 30}, {60, 64}})
    for (int kind = 0; kind < 5; ++kind) {
      Vector matrix(count * length);
      for (double &x : matrix) x = uniform(bits);
      for (size_t i = 0; i < count; ++i)
        for (size_t j = 0; j < length; ++j) {
          double &x = matrix[i * length + j];
          if (kind == 1) x = matrix[(i % 2) * length + j];             // of rank 2
          if (kind == 2) x = i == j ? 1 : 0;                           // equal singular values
          if (kind == 3) x = std::ldexp(x, -5 * static_cast<int>(i));  // rows of every length
          if (kind == 4) x = 1 + 1e-12 * x;                            // nearly of rank 1
        }
      if (kind == 3) matrix[0] = 1;
      const Figures here = decomposed(matrix, count, length);
      worst.across = std::max(worst.across, here.across);
      worst.off = std::max(worst.off, here.off);
      worst.turned = std::max(worst.turned, here.turned);
      worst.sweeps = std::max(worst.sweeps, here.sweeps);
    }
  EXPECT_LE(worst.across, 0x1p-47);
  EXPECT_LE(worst.off, 0x1p-44);
  EXPECT_LE(worst.turned, 0x1p-45);
  EXPECT_LE(worst.sweeps, 20);
  evidence(
      "singular values",
      "matrices up to 60 x 64: cosines of turned rows at most 2^%.1f, rotations orthogonal to 2^%.1f, products off "
      "by 2^%.1f of the matrix's length, at most %d sweeps",
      std::log2(worst.across), std::log2(worst.off), std::log2(worst.turned), worst.sweeps);
}

// Without rotations, too.
TEST(SingularValues, ValuesAloneHaveTheSameBits) {
  std::mt19937_64 bits(2);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (size_t count = 1; count <= 12; ++count) {
    SingularValues whole, alone;
    ASSERT_TRUE(whole.allocate(count, 12) && alone.allocate(count, 12));
    for (size_t i = 0; i < count; ++i)
      for (size_t j = 0; j < 12; ++j) whole.row(i)[j] = alone.row(i)[j] = uniform(bits);
    EXPECT_TRUE(whole.decompose() && alone.decompose_values());
    EXPECT_EQ(whole.sweeps(), alone.sweeps());
    for (size_t i = 0; i < count; ++i) {
      EXPECT_EQ(whole.values()[i], alone.values()[i]);
      EXPECT_TRUE(std::equal(whole.row(i), whole.row(i) + 12, alone.row(i)));
    }
  }
}

TEST(SingularValues, OfZeroAndOfADiagonalMatrix) {
  SingularValues values;
  ASSERT_TRUE(values.allocate(3, 5));
  values.decompose();
  EXPECT_EQ(values.values()[2], 0);
  values.row(0)[0] = 0.5;
  values.row(1)[3] = 1;
  values.decompose();
  EXPECT_EQ(values.values()[0], 0.5);
  EXPECT_EQ(values.values()[1], 1);
  EXPECT_EQ(values.values()[2], 0);
  EXPECT_EQ(values.sweeps(), 1);
}

}  // namespace
