// Normal draws of any deviation on a lattice.
#include "sample/direct/lattice_gaussian.h"

#include <algorithm>

#include "base/error.h"
#include "mechanism/laws.h"
#include "model/grid.h"

namespace {

using dpcvx::sample::LatticeGaussian;

// round(sigma z) of the exact z, unless that is as near to a half as what is cut off.
TEST(LatticeGaussian, ScalesAsExactNumbersDo) {
  std::mt19937_64 bits(3);
  for (int i = 0; i < 100000; ++i) {
    const int exponent = 11 + static_cast<int>(bits() % 38);
    const double sigma = std::ldexp(1 + static_cast<double>(bits() >> 12) * 0x1p-52, exponent);
    const int64_t steps = static_cast<int64_t>(bits()) >> (11 + static_cast<int>(bits() % 20));
    const uint64_t fraction = bits();
    const long double z =
        (static_cast<long double>(steps) - 0.5L + std::ldexp(static_cast<long double>(fraction), -64)) * 0x1p-50L;
    const long double exact = z * static_cast<long double>(sigma);
    const long double off =
        std::fabs(static_cast<long double>(LatticeGaussian::scaled(steps, fraction, sigma)) - exact);
    EXPECT_LE(off, 0.5L + std::fabs(exact) * 0x1p-62L + 0x1p-20L) << sigma << " " << steps;
  }
  EXPECT_EQ(LatticeGaussian::scaled(0, uint64_t{1} << 63, 0x1p20), 0);
  EXPECT_EQ(LatticeGaussian::scaled(int64_t{1} << 50, uint64_t{1} << 63, 0x1.8p20), 0x180000);
}

TEST(LatticeGaussian, HasItsLaw) {
  laws::Stream stream("lattice");
  LatticeGaussian noise;
  noise.prepare();
  noise.begin();
  for (const double sigma : {1500.0, 0x1.7p31}) {
    std::vector<double> draws;
    for (int i = 0; i < 40000; ++i) draws.push_back(noise.next(sigma, stream.rng));
    std::sort(draws.begin(), draws.end());
    double most = 0;
    for (size_t i = 0; i < draws.size(); ++i)
      most = std::max(most, std::fabs(0.5 * std::erfc(-(draws[i] + 0.5) / sigma * M_SQRT1_2) -
                                      static_cast<double>(i + 1) / static_cast<double>(draws.size())));
    EXPECT_LT(most * 200, 3.28) << sigma;  // 1e-9, and a draw's own step
  }
}

}  // namespace
