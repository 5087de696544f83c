// Batch sizes: the law, every entry of the table, and the slow comparison.
#include "random/binomial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/error.h"
#include "support/cpu_clock.h"
#include "support/evidence.h"
#include "random/python.h"
#include "statistical/chi_square.h"

namespace dpcvx {
namespace random {
namespace {

Error &ignored() {
  static Error error(nullptr, "test");
  return error;
}

void make(int64_t n, double rate, BinomialSampler &sampler) {
  ASSERT_EQ(sampler.reserve(n, BinomialSampler::usable_rate(rate), ignored()), DPCVX_OK);
  sampler.set(n);
}

// log Pr[K = k] by long double lgamma: good to 1e-16 of the greatest summand, which is what chi-square needs.
long double probability(int64_t n, long double q, int64_t k) {
  if (q == 1) return k == n;
  const long double size = n, count = k;
  if (size < 1e7L)
    return std::exp(std::lgamma(size + 1) - std::lgamma(count + 1) - std::lgamma(size - count + 1) +
                    count * std::log(q) + (size - count) * std::log1p(-q));
  // Great n cancel: the falling factorial by its own sum.
  long double log_choose = -std::lgamma(count + 1);
  for (int64_t i = 0; i < k; ++i) log_choose += std::log(size - static_cast<long double>(i));
  return std::exp(log_choose + count * std::log(q) + (size - count) * std::log1p(-q));
}

// The deviate of `draws` draws at `rate` against the law at `claimed`, each k a cell.
double deviate(int64_t n, double rate, double claimed, uint64_t draws, const char *seed) {
  BinomialSampler sampler;
  make(n, rate, sampler);
  Rng rng;
  EXPECT_EQ(rng.open_deterministic(seed, 4, ignored()), DPCVX_OK);
  const double mean = static_cast<double>(n) * rate, spread = std::sqrt(mean * (1 - rate));
  const int64_t low = std::max<int64_t>(0, static_cast<int64_t>(mean - 8 * spread - 8));
  const int64_t high = std::min(n, static_cast<int64_t>(mean + 8 * spread + 24));
  const int64_t width = 1 + static_cast<int64_t>(spread / 16);
  const size_t cells = static_cast<size_t>((high - low) / width + 1);
  std::vector<uint64_t> counts(cells, 0);
  std::vector<long double> expected(cells, 0);
  for (int64_t k = low; k <= high; ++k) expected[static_cast<size_t>((k - low) / width)] += probability(n, claimed, k);
  for (uint64_t i = 0; i < draws; ++i) {
    const int64_t k = sampler.draw(rng);
    EXPECT_GE(k, 0);
    EXPECT_LE(k, n);
    if (k >= low && k <= high) ++counts[static_cast<size_t>((k - low) / width)];
  }
  return chi_square_deviate(counts, expected, draws);
}

TEST(Binomial, MatchesItsExactLaw) {
  struct Case {
    int64_t n;
    double rate;
    uint64_t draws;
  };
  constexpr uint64_t kMany = 2000000;
  double worst = -INFINITY;
  for (const Case &it : {Case{1, 0.5, kMany}, Case{1, 1e-3, kMany}, Case{2, 0.999, kMany}, Case{10, 0.3, kMany},
                         Case{60000, 256.0 / 60000, kMany}, Case{1000000, 256e-6, kMany}, Case{1000, 0.99, kMany},
                         Case{int64_t{1} << 41, 0x1p-41, kMany}, Case{1000000000, 3e-9, kMany},
                         Case{2000000, 0.5, kMany}, Case{1000000, 1e-9 / 1000000, kMany}}) {
    const double found = deviate(it.n, it.rate, BinomialSampler::usable_rate(it.rate), it.draws, "law");
    EXPECT_LT(found, kChiSquareAlarm) << it.n << " " << it.rate;
    worst = std::max(worst, found);
  }
  evidence("noise",
           "batch sizes: 2e6 draws for each of 11 binomial laws, n to 2^41, worst chi-square deviate %.2f "
           "(alarm %.1f)",
           worst, kChiSquareAlarm);
}

TEST(Binomial, ControlARateOnePerCentOffIsCaught) {
  EXPECT_GT(deviate(60000, 256.0 / 60000 * 1.01, 256.0 / 60000, 2000000, "off1"), kChiSquareAlarm);
  EXPECT_GT(deviate(10, 0.303, 0.3, 2000000, "off2"), kChiSquareAlarm);
  EXPECT_GT(deviate(2000000, 0.4999, 0.5, 2000000, "off3"), kChiSquareAlarm);
}

TEST(Binomial, Edges) {
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("edge", 4, ignored()), DPCVX_OK);
  for (int64_t n : {int64_t{0}, int64_t{1}, int64_t{7}, int64_t{1} << 41}) {
    BinomialSampler sampler;
    make(n, 1, sampler);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(sampler.draw(rng), n);
  }
  BinomialSampler none, rare;
  make(0, 0.5, none);
  EXPECT_EQ(none.draw(rng), 0);
  make(1000, 1e-300, rare);
  EXPECT_EQ(BinomialSampler::usable_rate(1e-300), 0x1p-62);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(rare.draw(rng), 0);
  // Fewer units than memory was taken for, and more again.
  BinomialSampler changing;
  ASSERT_EQ(changing.reserve(2000000, 0.25, ignored()), DPCVX_OK);
  for (int64_t n : {2000000, 0, 3, 1000}) {
    changing.set(n);
    for (int i = 0; i < 1000; ++i) EXPECT_LE(changing.draw(rng), n);
  }
}

TEST(Binomial, UsableRatesAreTheLeastMultiplesAbove) {
  for (double rate : {1.0, 0.5, 0.1, 1e-3, 1e-9, 0x1p-62, 0x1p-63, 256.0 / 60000}) {
    const double used = BinomialSampler::usable_rate(rate), steps = std::ldexp(used, 62);
    EXPECT_GE(used, rate);
    EXPECT_LT(std::ldexp(used, 62) - std::ldexp(rate, 62), 1);
    EXPECT_EQ(steps, std::floor(steps));
    EXPECT_EQ(BinomialSampler::usable_rate(used), used);
  }
  EXPECT_EQ(BinomialSampler::usable_rate(0.1), 0.1);
}

// The sum of the law beyond the cut, from mpmath-free logs: a geometric series from the first term bounds it.
TEST(Binomial, MostDrawnIsBeyond900Bits) {
  for (const auto &it : {std::pair<int64_t, double>{1000, 0.01}, {100000, 256e-5}, {1000000, 0.3}, {5, 0.5}}) {
    const int64_t most = BinomialSampler::max_drawn(it.first, it.second);
    EXPECT_LE(most, it.first);
    if (most == it.first) continue;
    const long double n = it.first, k = most + 1, q = it.second;
    const long double log_first =
        std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(q) + (n - k) * std::log1p(-q);
    const long double ratio = (n - k) / (k + 1) * q / (1 - q);
    EXPECT_LT(log_first - std::log1p(-ratio), -900 * std::log(2.0L)) << it.first;
  }
  EXPECT_LT(BinomialSampler::max_drawn(2000000, 128e-6), 1200);
}

// What the table decides, the exact comparison decides alike; and it leaves open only what it must.
TEST(Binomial, TableAgreesWithTheExactComparison) {
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("tabl", 4, ignored()), DPCVX_OK);
  for (const auto &it : {std::pair<int64_t, double>{5, 0.3}, {300, 0.01}, {60000, 256.0 / 60000}, {40000, 0.5}}) {
    BinomialSampler sampler;
    make(it.first, it.second, sampler);
    for (int i = 0; i < 300; ++i) {
      const uint64_t high = i < 3 ? static_cast<uint64_t>(i) : i < 6 ? ~static_cast<uint64_t>(i - 3) : rng.next();
      const int64_t k = sampler.look_up(high);
      if (k < 0) {
        EXPECT_LT(i, 6);
        continue;
      }
      EXPECT_EQ(k, sampler.resolve(rng, high)) << high;
    }
  }
}

// U's whose first 64 bits are those of a cumulative probability: the words go to the script, which decides in 4000
// bits.
TEST(Binomial, TiesAreDecidedAs4000BitsDo) {
  if (!python_has("mpmath")) GTEST_SKIP() << "python3 with mpmath is not here";
  TemporaryFile file;
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("ties", 4, ignored()), DPCVX_OK);
  int64_t ties = 0;
  for (const auto &it : {std::pair<int64_t, double>{1, 0.25},
                         {1, 1e-3},
                         {12, 0.3},
                         {300, 0.01},
                         {2000, 0.499},
                         {1000000, 1e-9},
                         {3000, 256.0 / 3000}}) {
    BinomialSampler sampler;
    make(it.first, it.second, sampler);
    const double q = BinomialSampler::usable_rate(it.second);
    const double mean = static_cast<double>(it.first) * q, spread = std::sqrt(mean * (1 - q)) + 1;
    for (int i = 0; i < 60; ++i) {
      // The entry at a random k, found by halving.
      const int64_t wanted =
          std::min(it.first, static_cast<int64_t>(mean + spread * (static_cast<double>(rng.next() % 8000) / 1000 - 4)));
      uint64_t low = 2, high = ~uint64_t{0} - 2;
      while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        const int64_t k = sampler.look_up(middle);
        if (k < 0) {
          low = high = middle;
          break;
        }
        (k <= wanted ? low : high) = middle;
      }
      for (int64_t offset = -2; offset <= 2; ++offset) {
        const uint64_t u = low + static_cast<uint64_t>(offset);
        ties += sampler.look_up(u) < 0;
        uint64_t seed[2] = {static_cast<uint64_t>(ties), rng.next()};
        Rng drawn, recorded;
        ASSERT_EQ(drawn.open_deterministic(seed, sizeof seed, ignored()), DPCVX_OK);
        ASSERT_EQ(recorded.open_deterministic(seed, sizeof seed, ignored()), DPCVX_OK);
        const int64_t k = sampler.resolve(drawn, u);
        std::fprintf(file.stream(), "%lld %a %lld %llx", static_cast<long long>(it.first), q, static_cast<long long>(k),
                     static_cast<unsigned long long>(u));
        uint64_t words[15];
        for (uint64_t &word : words) word = recorded.next();
        for (int w = 14; w >= 0; --w) std::fprintf(file.stream(), " %llx", static_cast<unsigned long long>(words[w]));
        std::fprintf(file.stream(), "\n");
      }
    }
  }
  EXPECT_GT(ties, 300);
  EXPECT_EQ(run_python(__FILE__, "check_exact.py", "binomial", file), 0);
  evidence("noise",
           "batch sizes: 2100 draws within two units of a table entry, %lld of them left open by it, agree "
           "with sums of 4000 bits",
           static_cast<long long>(ties));
}

TEST(Binomial, TablesAreMadeInTime) {
  for (const auto &it : {std::pair<int64_t, double>{60000, 256.0 / 60000}, {2000000, 0.5}, {int64_t{1} << 32, 0.5}}) {
    const double start = cpu_seconds();
    BinomialSampler sampler;
    make(it.first, it.second, sampler);
    const double seconds = cpu_seconds() - start;
    evidence("noise", "batch sizes: table for n = %lld, rate %.3g in %.2g s", static_cast<long long>(it.first),
             it.second, seconds);
    EXPECT_LT(seconds, 60);
  }
}

}  // namespace
}  // namespace random
}  // namespace dpcvx
