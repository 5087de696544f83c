// Uniform subsets: every subset alike, every unit and every pair, and the memory left clean.
#include "random/subset.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
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

// Each of the C(n, k) subsets has the same probability.
TEST(Subset, EverySubsetIsAsLikely) {
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("subs", 4, ignored()), DPCVX_OK);
  double worst = -INFINITY;
  for (const auto &it : {std::pair<int, int>{2, 1}, {5, 1}, {5, 2}, {5, 4}, {8, 3}, {8, 4}, {8, 5}, {9, 8}}) {
    SubsetSampler sampler;
    ASSERT_EQ(sampler.reserve(it.first, it.first != 5, ignored()), DPCVX_OK);
    std::map<uint64_t, uint64_t> seen;
    constexpr uint64_t kDraws = 300000;
    std::vector<int64_t> out(static_cast<size_t>(it.second));
    for (uint64_t i = 0; i < kDraws; ++i) {
      sampler.draw(rng, it.first, it.second, out.data());
      uint64_t mask = 0;
      for (int64_t member : out) mask |= uint64_t{1} << member;
      ASSERT_EQ(__builtin_popcountll(mask), it.second);
      ++seen[mask];
    }
    const double subsets = std::round(
        std::exp(std::lgamma(it.first + 1) - std::lgamma(it.second + 1) - std::lgamma(it.first - it.second + 1)));
    std::vector<uint64_t> counts;
    for (const auto &entry : seen) counts.push_back(entry.second);
    counts.resize(static_cast<size_t>(subsets), 0);
    const double found = chi_square_deviate(counts, std::vector<long double>(counts.size(), 1 / subsets), kDraws);
    EXPECT_LT(found, kChiSquareAlarm) << it.first << " " << it.second;
    worst = std::max(worst, found);
  }
  evidence("noise", "batches: 3e5 subsets of each of 8 sizes, all subsets as likely: worst chi-square deviate %.2f",
           worst);
}

// Sizes where it draws, reads off bits, or leaves out: each unit is in with probability k / n, each pair with
// k (k - 1) / (n (n - 1)). Members within a draw are dependent, so that the counts vary less than a multinomial's:
// the deviate of a uniform law is at most chi-square's.
TEST(Subset, EveryUnitAndEveryPairIsAsLikely) {
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("pair", 4, ignored()), DPCVX_OK);
  for (const auto &it : {std::pair<int, int>{300, 2}, {300, 4}, {300, 100}, {300, 200}, {300, 299}, {70, 1}}) {
    SubsetSampler sampler;
    ASSERT_EQ(sampler.reserve(it.first, it.second > 4, ignored()), DPCVX_OK);
    const size_t n = static_cast<size_t>(it.first), k = static_cast<size_t>(it.second);
    std::vector<uint64_t> units(n, 0), pairs(n * n, 0);
    std::vector<int64_t> out(k);
    const uint64_t draws = 4000000 / k / k + 4000;
    for (uint64_t i = 0; i < draws; ++i) {
      sampler.draw(rng, it.first, it.second, out.data());
      std::sort(out.begin(), out.end());
      for (size_t a = 0; a < k; ++a) {
        ++units[static_cast<size_t>(out[a])];
        for (size_t b = a + 1; b < k; ++b) ++pairs[static_cast<size_t>(out[a]) * n + static_cast<size_t>(out[b])];
      }
    }
    EXPECT_LT(chi_square_deviate(units, std::vector<long double>(n, 1.0L / n), draws * k), kChiSquareAlarm) << k;
    if (k < 2) continue;
    std::vector<uint64_t> above;
    for (size_t a = 0; a < n; ++a)
      for (size_t b = a + 1; b < n; ++b) above.push_back(pairs[a * n + b]);
    EXPECT_LT(
        chi_square_deviate(above, std::vector<long double>(above.size(), 1.0L / above.size()), draws * k * (k - 1) / 2),
        kChiSquareAlarm)
        << k;
  }
}

// A control: a subset without the unit that comes last too often is caught by the same test.
TEST(Subset, ControlAnUnevenSubsetIsCaught) {
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("ctrl", 4, ignored()), DPCVX_OK);
  SubsetSampler sampler;
  ASSERT_EQ(sampler.reserve(300, false, ignored()), DPCVX_OK);
  std::vector<uint64_t> units(300, 0);
  int64_t out[3];
  constexpr uint64_t kDraws = 1000000;
  for (uint64_t i = 0; i < kDraws; ++i) {
    sampler.draw(rng, i % 4 == 0 ? 299 : 300, 3, out);
    for (int64_t member : out) ++units[static_cast<size_t>(member)];
  }
  EXPECT_GT(chi_square_deviate(units, std::vector<long double>(300, 1.0L / 300), 3 * kDraws), kChiSquareAlarm);
}

TEST(Subset, SizesOfEveryKindAreSubsets) {
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("kind", 4, ignored()), DPCVX_OK);
  for (bool rising : {false, true}) {
    SubsetSampler sampler;
    ASSERT_EQ(sampler.reserve(70000, rising, ignored()), DPCVX_OK);
    for (int64_t n : {1, 2, 63, 64, 65, 128, 1000, 70000}) {
      for (int64_t size : {int64_t{0}, int64_t{1}, n / 100, n / 3, n / 2, n / 2 + 1, n - 1, n}) {
        std::vector<int64_t> out(static_cast<size_t>(size));
        sampler.draw(rng, n, size, out.data());
        const std::set<int64_t> members(out.begin(), out.end());
        EXPECT_EQ(static_cast<int64_t>(members.size()), size);
        if (size == 0) continue;
        EXPECT_GE(*members.begin(), 0);
        EXPECT_LT(*members.rbegin(), n);
        if (rising) {
          EXPECT_TRUE(std::is_sorted(out.begin(), out.end()));
        }
      }
    }
  }
  SubsetSampler none;
  ASSERT_EQ(none.reserve(0, true, ignored()), DPCVX_OK);
  none.draw(rng, 0, 0, nullptr);
}

// Whether a list is sorted must not tell how many units there are: neighbouring tables would round the sum over the
// same batch in different ways. Whatever n is, each order of a subset that is listed as drawn is as likely.
TEST(Subset, OrdersHaveTheSameLawForEveryNumberOfUnits) {
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("sort", 4, ignored()), DPCVX_OK);
  SubsetSampler sampler;
  ASSERT_EQ(sampler.reserve(1000, false, ignored()), DPCVX_OK);
  for (int64_t n : {3, 4, 6, 191, 192, 255, 256, 1000}) {
    std::vector<uint64_t> orders(6, 0);
    constexpr uint64_t kDraws = 60000;
    for (uint64_t i = 0; i < kDraws; ++i) {
      int64_t out[3];
      sampler.draw(rng, n, 3, out);
      ++orders[static_cast<size_t>(2 * ((out[0] > out[1]) + (out[0] > out[2])) + (out[1] > out[2]))];
    }
    EXPECT_LT(chi_square_deviate(orders, std::vector<long double>(6, 1 / 6.0L), kDraws), kChiSquareAlarm) << n;
  }
}

// Bounds above 2^31 take a word an index. (The bits are there, but no one touches most of them.)
TEST(Subset, ManyUnits) {
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("many", 4, ignored()), DPCVX_OK);
  constexpr int64_t kUnits = (int64_t{1} << 31) + 12345;
  SubsetSampler sampler;
  ASSERT_EQ(sampler.reserve(kUnits, false, ignored()), DPCVX_OK);
  std::vector<int64_t> out(100000);
  sampler.draw(rng, kUnits, 100000, out.data());
  std::vector<uint64_t> cells(64, 0);
  for (int64_t member : out) ++cells[static_cast<size_t>(member * 64 / kUnits)];
  EXPECT_LT(chi_square_deviate(cells, std::vector<long double>(64, 1.0L / 64), 100000), kChiSquareAlarm);
}

}  // namespace
}  // namespace random
}  // namespace dpcvx
