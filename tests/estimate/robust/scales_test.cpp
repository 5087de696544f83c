// Scales of pairs of cells: each pair has one that depends on no range, and what they say of variances holds.
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "estimate/robust/scales.h"

#include <gtest/gtest.h>

namespace {

using dpcvx::estimate::CellRange;
using dpcvx::estimate::Ends;
using dpcvx::estimate::for_scales;
using dpcvx::estimate::least_distance;
using dpcvx::estimate::Scale;
using dpcvx::estimate::VarianceBound;

struct Whole {
  size_t first, last;
};

// The scale of a pair, from the pair alone.
Whole scale_of(size_t cells, size_t i, size_t j) {
  size_t block = 1;
  while (8 * block <= j - i) block *= 2;
  return {i / block * block, std::min((j / block + 1) * block, cells) - 1};
}

bool holds(const CellRange &range, size_t cell) { return range.first <= cell && cell <= range.last; }

// Draws two ranges of cells, i <= j for some of their pairs.
struct Ranges {
  Ranges(size_t cells, std::mt19937_64 &bits) {
    const auto cell = [&] { return std::uniform_int_distribution<size_t>(0, cells - 1)(bits); };
    do {
      low = {cell(), cell()}, high = {cell(), cell()};
    } while (low.first > low.last || high.first > high.last || low.first > high.first || low.last > high.last ||
             low.first == high.last);
  }
  CellRange low, high;
};

TEST(Scales, EachPairHasItsOwn) {
  std::mt19937_64 bits(5);
  for (int run = 0; run < 400; ++run) {
    const size_t cells = 2 + bits() % 130;
    const Ranges given(cells, bits);
    std::vector<Scale> scales;
    for_scales(cells, given.low, given.high, [&](const Scale &scale) { scales.push_back(scale); });
    for (size_t i = given.low.first; i <= given.low.last; ++i)
      for (size_t j = std::max(i, given.high.first); j <= given.high.last; ++j) {
        if (j - i < least_distance(given.low, given.high)) continue;
        const Whole own = scale_of(cells, i, j);
        EXPECT_TRUE(own.first <= i && j <= own.last);
        EXPECT_LE(4 * (own.last - own.first - (j - i)), 2 * (j - i)) << "longer than the pair by half at most";
        EXPECT_TRUE(std::any_of(scales.begin(), scales.end(),
                                [&](const Scale &scale) {
                                  return scale.first == own.first && scale.last == own.last && holds(scale.low, i) &&
                                         holds(scale.high, j);
                                }))
            << i << " " << j;
      }
  }
}

// Ranges that reach from end to end have the most scales.
TEST(Scales, AreFew) {
  for (size_t cells = 2; cells < 1200; ++cells)
    for (const size_t last : {cells / 4, cells / 2, cells - 1})
      for (const size_t first : {size_t{0}, cells / 4, cells / 2}) {
        size_t count = 0;
        for_scales(cells, {0, last}, {first, cells - 1}, [&](const Scale &) { ++count; });
        EXPECT_LE(count, VarianceBound::kMost / 2);
        EXPECT_GT(count, 0u);
      }
}

// A law of values between two cells, given by E(1 - Y^2) on any scale that holds them: its variance is at most the
// bound.
TEST(VarianceBound, HoldsForEveryLaw) {
  std::mt19937_64 bits(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  double tightest = 0;
  for (int run = 0; run < 2000; ++run) {
    const double centre = uniform(bits), half = 1 + uniform(bits) / 2;
    double weights = 0, mean = 0, square = 0, part = 0;
    for (int k = 0; k < 4; ++k) {
      const double weight = 1 + uniform(bits), y = uniform(bits), value = centre + half * y;
      weights += weight, mean += weight * value, square += weight * value * value, part += weight * (1 - y * y);
    }
    mean /= weights;
    const double variance = square / weights - mean * mean;
    VarianceBound bound;
    ASSERT_TRUE(bound.allocate());
    bound.clear();
    bound.add(centre, half, part / weights);
    EXPECT_LE(variance, bound.most({mean, mean}) + 1e-12);
    EXPECT_GE(variance, bound.most({mean, mean}) - 1e-12);
    const Ends about{mean - 0.05, mean + 0.1};
    EXPECT_LE(variance, bound.most(about) + 1e-12);
    bound.add(half);  // by the distance of the ends alone
    EXPECT_LE(variance, bound.most(about) + 1e-12);
    tightest = std::max(tightest, variance / bound.most({mean, mean}));
  }
  EXPECT_GT(tightest, 0.8);
}

// More scales than there is room for count by their half lengths.
TEST(VarianceBound, HasABoundForMoreScalesThanRoom) {
  VarianceBound bound;
  ASSERT_TRUE(bound.allocate());
  bound.clear();
  for (size_t k = 0; k < VarianceBound::kMost; ++k) bound.add(0, 1, 0.9);
  EXPECT_NEAR(bound.most({0, 0}), 0.1, 1e-12);
  bound.add(0, 1, 0.9);
  EXPECT_EQ(bound.most({0, 0}), 1);
}

}  // namespace
