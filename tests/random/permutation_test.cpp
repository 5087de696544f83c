// Uniform permutations, pass after pass: every order alike, passes independent, cut anywhere.
#include "random/permutation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "base/error.h"
#include "support/evidence.h"
#include "statistical/chi_square.h"

namespace dpcvx {
namespace random {
namespace {

Error &ignored() {
  static Error error(nullptr, "test");
  return error;
}

std::vector<int64_t> entries(PermutationSampler &sampler, Rng &rng, int64_t count) {
  std::vector<int64_t> out(static_cast<size_t>(count));
  sampler.draw(rng, count, out.data());
  return out;
}

double deviate(const std::map<std::vector<int64_t>, uint64_t> &seen, size_t kinds, uint64_t draws) {
  std::vector<uint64_t> counts;
  for (const auto &it : seen) counts.push_back(it.second);
  counts.resize(kinds, 0);
  return chi_square_deviate(counts, std::vector<long double>(kinds, 1.0L / static_cast<long double>(kinds)), draws);
}

// Four entries: 24 orders of the first pass, and 576 of two together.
TEST(Permutation, EveryOrderIsAsLikelyAndPassesAreIndependent) {
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("perm", 4, ignored()), DPCVX_OK);
  constexpr uint64_t kDraws = 300000;
  std::map<std::vector<int64_t>, uint64_t> one, two;
  PermutationSampler sampler;
  ASSERT_EQ(sampler.reserve(4, ignored()), DPCVX_OK);
  for (uint64_t i = 0; i < kDraws; ++i) {
    const std::vector<int64_t> both = entries(sampler, rng, 8);
    ++two[both];
    ++one[std::vector<int64_t>(both.begin(), both.begin() + 4)];
  }
  const double first = deviate(one, 24, kDraws), together = deviate(two, 576, kDraws);
  EXPECT_EQ(one.size(), 24u);
  EXPECT_LT(first, kChiSquareAlarm);
  EXPECT_LT(together, kChiSquareAlarm);
  evidence("noise", "orders of units: 3e5 pairs of passes over 4: chi-square deviates %.2f (one) and %.2f (both)",
           first, together);
}

// The same walk with every entry swapped among all of them, the usual mistake, is caught.
TEST(Permutation, ControlANaiveShuffleIsCaught) {
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("naif", 4, ignored()), DPCVX_OK);
  PermutationSampler die;
  ASSERT_EQ(die.reserve(4, ignored()), DPCVX_OK);
  std::map<std::vector<int64_t>, uint64_t> seen;
  constexpr uint64_t kDraws = 300000;
  for (uint64_t i = 0; i < kDraws; ++i) {
    std::vector<int64_t> order{0, 1, 2, 3};
    for (size_t k = 0; k < 4; ++k) std::swap(order[k], order[static_cast<size_t>(entries(die, rng, 4)[0])]);
    ++seen[order];
  }
  EXPECT_GT(deviate(seen, 24, kDraws), kChiSquareAlarm);
}

TEST(Permutation, PassesAreWholeHoweverTheyAreCut) {
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("cut", 3, ignored()), DPCVX_OK);
  for (int64_t n : {1, 2, 7, 1000}) {
    PermutationSampler sampler;
    ASSERT_EQ(sampler.reserve(n, ignored()), DPCVX_OK);
    std::vector<int64_t> all;
    for (int64_t count = 0; static_cast<int64_t>(all.size()) < 5 * n; count = (count + 3) % 11) {
      const int64_t left = std::min(count, 5 * n - static_cast<int64_t>(all.size()));
      for (int64_t it : entries(sampler, rng, left)) all.push_back(it);
    }
    for (int pass = 0; pass < 5; ++pass) {
      std::vector<int64_t> its(all.begin() + pass * n, all.begin() + (pass + 1) * n);
      std::sort(its.begin(), its.end());
      for (int64_t i = 0; i < n; ++i) EXPECT_EQ(its[static_cast<size_t>(i)], i);
    }
  }
}

}  // namespace
}  // namespace random
}  // namespace dpcvx
