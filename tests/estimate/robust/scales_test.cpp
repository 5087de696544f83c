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
using dpcvx::estimate::for_near_pairs;
using dpcvx::estimate::for_scales;
using dpcvx::estimate::Scale;
using dpcvx::estimate::VarianceBound;

bool holds(const CellRange &range, size_t cell) { return range.first <= cell && cell <= range.last; }

// Values of cells: alike, or each nearer to the one before it, or with two far ends.
std::vector<double> values_of(size_t cells, int kind) {
  std::vector<double> out;
  for (size_t i = 0; i < cells; ++i) {
    const double at = static_cast<double>(i) / static_cast<double>(cells);
    out.push_back(kind == 0 ? 3 * at - 1.1 : -std::exp(-8 * at));
  }
  if (kind == 2) out.front() = -70, out.back() = 300;
  return out;
}

// Two ranges of cells, with i < j for some of their pairs.
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

// A pair that is no nearer than half of the outermost one has the scale of its two values. The others are near pairs.
TEST(Scales, EachPairHasItsOwn) {
  std::mt19937_64 bits(5);
  size_t near = 0, far = 0;
  for (int run = 0; run < 600; ++run) {
    const size_t cells = 2 + bits() % 130;
    const std::vector<double> values = values_of(cells, run % 3);
    const auto value = [&](size_t cell) { return values[cell]; };
    const Ranges given(cells, bits);
    std::vector<Scale> scales;
    for_scales(given.low, given.high, value, [&](const Scale &scale) { scales.push_back(scale); });
    std::vector<size_t> nearest(cells, cells);
    for_near_pairs(given.low, given.high, value, [&](size_t i, size_t j) { nearest[i] = j; });
    const double half = (values[given.high.last] - values[given.low.first]) / 2;
    for (size_t i = given.low.first; i <= given.low.last; ++i)
      for (size_t j = std::max(i, given.high.first); j <= given.high.last; ++j) {
        const double apart = values[j] - values[i];
        if (apart < half) {
          EXPECT_TRUE(nearest[i] < cells && nearest[i] >= j);
          ++near;
          continue;
        }
        ++far;
        EXPECT_TRUE(nearest[i] == cells || nearest[i] < j);
        double step = std::exp2(std::floor(std::log2(apart)) - 2);
        const double begin = std::floor(values[i] / step) * step, end = std::ceil(values[j] / step) * step;
        EXPECT_LE(end - begin, 1.5 * apart + 1e-12);
        EXPECT_TRUE(std::any_of(scales.begin(), scales.end(),
                                [&](const Scale &scale) {
                                  return scale.begin == begin && scale.end == end && holds(scale.low, i) &&
                                         holds(scale.high, j);
                                }))
            << values[i] << " " << values[j];
      }
    for (const Scale &scale : scales) {
      EXPECT_LE(scale.begin, values[scale.low.first]);
      EXPECT_GE(scale.end, values[scale.high.last]);
    }
  }
  EXPECT_GT(near, 1000u);
  EXPECT_GT(far, 1000u);
}

// Ranges that reach from end to end have the most scales.
TEST(Scales, AreFew) {
  for (size_t cells = 2; cells < 400; ++cells)
    for (const int kind : {0, 1, 2})
      for (const size_t last : {cells / 4, cells / 2, cells - 1})
        for (const size_t first : {size_t{0}, cells / 4, cells / 2}) {
          const std::vector<double> values = values_of(cells, kind);
          size_t count = 0;
          for_scales(
              CellRange{0, last}, CellRange{first, cells - 1}, [&](size_t cell) { return values[cell]; },
              [&](const Scale &) { ++count; });
          EXPECT_LE(count, VarianceBound::kMost / 2);
          EXPECT_GT(count, 0u);
        }
}

// Values whose squares no double holds have near pairs alone.
TEST(Scales, AreNotForTheGreatestAndTheLeast) {
  for (const double size : {1e-200, 1e200, 1.7e308}) {
    const double values[] = {-size, size};
    size_t near = 0;
    for_scales(
        CellRange{0, 0}, CellRange{1, 1}, [&](size_t cell) { return values[cell]; },
        [&](const Scale &) { ADD_FAILURE(); });
    for_near_pairs(
        CellRange{0, 0}, CellRange{1, 1}, [&](size_t cell) { return values[cell]; },
        [&](size_t, size_t j) { near += j; });
    EXPECT_EQ(near, 1u);
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
