#include "mechanism/selection/weighted_choice.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "mechanism/laws.h"

using namespace dpcvx::mechanism;

namespace {

// Sums are exact: what was added in one order can be taken in another, down to zero, and not once more.
TEST(Choice, SumsAreExact) {
  std::mt19937_64 bits(3);
  for (int round = 0; round < 2000; ++round) {
    std::vector<Weight> weights;
    std::vector<uint64_t> copies;
    Sum sum;
    uint64_t all = 0;
    for (int i = 0; i < 20; ++i) {
      weights.push_back({(uint64_t{1} << 63) - bits() % (uint64_t{1} << 62), static_cast<int>(bits() % 129)});
      copies.push_back(1 + (bits() >> (7 + bits() % 57)));
      all += copies.back();
      sum.add(weights.back(), copies.back());
    }
    ASSERT_LE(all, uint64_t{1} << 62);
    const size_t shift = bits() % 20;
    for (size_t i = 0; i < 20; ++i) ASSERT_TRUE(sum.take(weights[(i + shift) % 20], copies[(i + shift) % 20]));
    ASSERT_TRUE(sum.is_zero());
    ASSERT_FALSE(sum.take({uint64_t{1} << 62, 0}, 1));
  }
}

void expect_law(const char *seed, const Decay &decay, const std::vector<Item> &items) {
  laws::Stream stream(seed);
  std::vector<int64_t> counts(items.size());
  for (int i = 0; i < 1000000; ++i)
    ++counts[choose(stream.rng, decay, items.size(), [&](size_t k) { return items[k]; })];
  EXPECT_LT(laws::chi_square_deviate(counts, laws::choice_law(decay, items)), 6) << seed;
  for (size_t i = 0; i < items.size(); ++i)
    if (items[i].copies == 0) {
      EXPECT_EQ(counts[i], 0);
    }
}

TEST(Choice, FollowsItsLaw) {
  expect_law("plain", decay_within(1, 2), {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {7, 1}});
  expect_law("copies", decay_within(1, 2), {{5, 3}, {9, 1000}, {4, 1}, {0, 0}, {12, 100000}, {3, 0}});
  expect_law("far", decay_within(0.5, 1e9),
             {{uint64_t{1} << 62, 1}, {(uint64_t{1} << 62) + 1000000000, 5}, {INT64_MAX, 1}});
  expect_law("flat", decay_within(0, 1), {{0, 1}, {100, 1}, {UINT64_MAX, 2}});
  expect_law("huge", decay_within(3, 1), {{2, uint64_t{1} << 61}, {0, uint64_t{1} << 60}, {1, 12345}});
}

TEST(Choice, OneItemIsChosen) {
  laws::Stream stream("one");
  EXPECT_EQ(choose(stream.rng, decay_within(1, 1), 1, [](size_t) { return Item{123456789, 1}; }), 0u);
}

}  // namespace
