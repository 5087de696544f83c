// Sums of waves: the same bits on every instruction set, near direct sums.
#include <cmath>
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "privacy/pld/waves.h"
#include "support/evidence.h"

namespace dpcvx {
namespace privacy {
namespace {

constexpr double kTurnOfWaves = 6.283185307179586477;
constexpr int kLogPoints = 20;

// Waves of points of a circle of 2^20, at frequencies `first`, first + stride, ...
WaveRun run_of(size_t size, uint64_t first, uint64_t stride, int64_t *points) {
  std::mt19937_64 bits(size);
  const double turn = std::ldexp(kTurnOfWaves, -kLogPoints);
  WaveRun run;
  for (size_t i = 0; i < size; ++i) {
    points[i] = static_cast<int64_t>(bits() % (uint64_t{1} << kLogPoints)) - (int64_t{1} << (kLogPoints - 1));
    put_far(std::ldexp(static_cast<double>(bits() >> 11), -53), wave_less_one(first, points[i], kLogPoints, turn),
            wave_less_one(stride, points[i], kLogPoints, turn), &run);
  }
  return run;
}

TEST(Waves, SameBitsOnEachInstructionSet) {
  int sets = 0;
  for (Isa isa : {Isa::kBaseline, Isa::kAvx2, Isa::kAvx512}) {
    if (static_cast<int>(isa) > static_cast<int>(widest_isa())) continue;
    ++sets;
    for (size_t size : {1, 2, 3, 4, 5, 7, 8, 9, 31, 63, 64}) {
      int64_t points[kPointsOfRun];
      const WaveRun run = run_of(size, 5, 3, points);
      double real[kWaves], imaginary[kWaves], sums[kWaves], other[kWaves];
      for (size_t q = 0; q < kWaves; ++q) real[q] = sums[q] = 0.25, imaginary[q] = other[q] = -0.5;
      add_waves_of(isa, run, real, imaginary);
      // By one point after another: the order of a sum.
      for (size_t i = 0; i < size; ++i) {
        WaveRun one;
        put_far(run.weights[i], {run.real[i], run.imaginary[i]}, {run.stride_real[i], run.stride_imaginary[i]}, &one);
        add_waves_of(Isa::kBaseline, one, sums, other);
      }
      ASSERT_EQ(std::memcmp(real, sums, sizeof real), 0) << static_cast<int>(isa) << " " << size;
      ASSERT_EQ(std::memcmp(imaginary, other, sizeof other), 0) << static_cast<int>(isa) << " " << size;
    }
  }
  evidence("accounting", "sums of waves: the same bits on %d instruction sets", sets);
}

// PROOFS.md, section 11.8: each wave errs by 90 units of its size at the farthest frequency and 42 31 of a stride's.
TEST(Waves, AreNearDirectSums) {
  long double worst = 0;
  for (uint64_t first : {0, 1, 40, 7001}) {
    for (uint64_t stride : {1, 2, 77}) {
      int64_t points[kPointsOfRun];
      const WaveRun run = run_of(kPointsOfRun, first, stride, points);
      double real[kWaves] = {}, imaginary[kWaves] = {};
      add_waves_of(run, real, imaginary);
      for (size_t q = 0; q < kWaves; ++q) {
        long double cosines = 0, sines = 0, bound = 0;
        for (size_t i = 0; i < run.size; ++i) {
          const uint64_t turned = (first + stride * q) * static_cast<uint64_t>(points[i]);
          const long double angle =
              2 * std::acos(-1.0L) * std::ldexp(static_cast<long double>(place_of(turned, 20)), -20);
          const long double half = std::sin(angle / 2);
          cosines += run.weights[i] * -2 * half * half;
          sines -= run.weights[i] * std::sin(angle);
          bound += run.weights[i];
        }
        const long double units = (90 + 42 * 31 + 1.5 * 64) * 2 * bound * 0x1p-53L;
        worst = std::max({worst, std::fabs(real[q] - cosines) / units, std::fabs(imaginary[q] - sines) / units});
      }
    }
  }
  EXPECT_LT(worst, 1);
  EXPECT_GT(worst, 1e-5);  // it is measured
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
