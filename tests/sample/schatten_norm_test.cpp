// The norm of singular values without these, against Jacobi's rotations.
#include "sample/schatten_norm.h"

#include <gtest/gtest.h>

#include "sample/matrices.h"
#include "sample/spectrum.h"
#include "support/evidence.h"

namespace {

using dpcvx::sample::SchattenNorm;
using dpcvx::sample::Spectrum;
using namespace matrices;

double exact(const Vector &x, const Vector &centre, const Shape &shape, double q) {
  Spectrum spectrum;
  EXPECT_TRUE(spectrum.allocate(shape.rows, shape.columns));
  spectrum.find_sizes(x.data(), centre.data());
  return 2 * with_exponent(q, 1).value(spectrum.sizes(), spectrum.rank());
}

// Singular values that are usual, alike, falling, one, and one next to nothing.
Vector spectrum_of(std::mt19937_64 &engine, size_t rank, int kind) {
  Vector sizes = normals(engine, rank, 1);
  for (size_t k = 0; k < rank; ++k) {
    if (kind == 1) sizes[k] = 1;
    if (kind == 2) sizes[k] = std::exp2(-3.0 * static_cast<double>(k));
    if (kind == 3 && k > 0) sizes[k] = 0;
    if (kind == 4 && k > 0) sizes[k] = 1e-9;
  }
  return sizes;
}

// A sum that is off in each term would be off by its share of the bound: a tenth is seen to be passed.
TEST(SchattenNorm, IsOffByNoMoreThanItStates) {
  std::mt19937_64 engine(1);
  double most = 0, least = 1;
  for (const Shape &shape : {Shape{1, 4}, {2, 2}, {5, 3}, {8, 8}, {10, 10}, {12, 9}, {20, 31}}) {
    for (const double q : {1.1, 1.3, 1.47, 1.66, 1.9}) {
      SchattenNorm norm;
      ASSERT_TRUE(norm.allocate(shape.rows, shape.columns, q));
      ASSERT_LT(norm.error(), 1e-4) << q;
      least = std::min(least, norm.error());
      for (int kind = 0; kind < 5; ++kind)
        for (const double size : {1.0, 0.7, 1e-30, 1e30}) {
          const Frame frame(engine, shape.rows, shape.columns);
          const Vector centre = normals(engine, shape.size(), kind % 2 == 0 ? size : 0);
          Vector sizes = spectrum_of(engine, shape.rank(), kind);
          for (double &it : sizes) it *= size;
          const Vector x = plus(centre, frame.matrix(sizes));
          const double square = exact(x, centre, shape, q);
          const double off = std::fabs(norm.square(x.data(), centre.data()) / square - 1) / norm.error();
          EXPECT_LE(off, 1) << shape.rows << " x " << shape.columns << ", q " << q << ", kind " << kind;
          most = std::max(most, off);
        }
    }
  }
  EXPECT_GT(most, 0.1);
  evidence("lp geometries", "norms of singular values without these: %.2f of the stated error, at least %.1g", most,
           least);
}

TEST(SchattenNorm, SaysWhereItIsOfNoUse) {
  SchattenNorm norm;
  ASSERT_TRUE(norm.allocate(8, 8, 1.5));
  const Vector zeros(64, 0);
  for (const double entry : {0.0, 1e-60, 1e60})
    EXPECT_TRUE(std::isnan(norm.square(Vector(64, entry).data(), zeros.data())));
  SchattenNorm quadratic;
  ASSERT_TRUE(quadratic.allocate(8, 8, 2));
  EXPECT_EQ(quadratic.error(), INFINITY);
}

}  // namespace
