// The integer samplers against their exact laws: 10^7 draws for each law, in cells of a sixteenth of a strip (so that
// the edges of strips are cells of their own), signs apart, and the low 16 bits apart.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/error.h"
#include "support/evidence.h"
#include "support/long_audits.h"
#include "random/samplers.h"
#include "statistical/chi_square.h"

namespace dpcvx {
namespace random {
namespace {

constexpr uint64_t kDraws = 10000000;

enum class Kind { kDiscreteGaussian, kRoundedGaussian, kLaplace };

const char *name_of(Kind kind) {
  if (kind == Kind::kDiscreteGaussian) return "discrete Gaussian";
  return kind == Kind::kRoundedGaussian ? "rounded Gaussian" : "discrete Laplace";
}

void set(StripSampler &sampler, Kind kind, double parameter) {
  if (kind == Kind::kDiscreteGaussian) sampler.set_discrete_gaussian(parameter);
  if (kind == Kind::kRoundedGaussian) sampler.set_rounded_gaussian(parameter);
  if (kind == Kind::kLaplace) sampler.set_discrete_laplace(parameter);
}

// Pr[first <= k < end] for 0 <= first.
class ExactLaw {
 public:
  ExactLaw(Kind kind, long double parameter) : kind_(kind), s_(parameter) {
    if (kind != Kind::kDiscreteGaussian || s_ > kSummed) return;
    norm_ = 1;
    for (long double k = 1; k < 20 * s_ + 20; ++k) norm_ += 2 * density(k);
  }

  long double probability(long double first, long double end) const {
    if (kind_ == Kind::kLaplace) {
      const long double q = -std::expm1(-1 / s_);  // 1 - exp(-1/s)
      return std::exp(-first / s_) * -std::expm1((first - end) / s_) / (2 - q);
    }
    if (kind_ == Kind::kRoundedGaussian || s_ > kSummed)
      // For a discrete Gaussian this wide, the midpoint rule is good to a relative 1 / s^2 < 1e-8.
      return (tail(first - 0.5L) - tail(end - 0.5L));
    long double sum = 0;
    for (long double k = first; k < end; ++k) sum += density(k);
    return sum / norm_;
  }

 private:
  static constexpr long double kSummed = 20000;
  long double density(long double k) const { return std::exp(-k * k / (2 * s_ * s_)); }
  long double tail(long double x) const { return std::erfc(x / (s_ * std::sqrt(2.0L))) / 2; }

  Kind kind_;
  long double s_, norm_ = 1;
};

struct Drawn {
  std::vector<uint64_t> cells;        // 2 cell + sign
  std::vector<uint64_t> low, middle;  // low 16 bits; the 16 bits above them
  int cell_shift;
  uint64_t draws;
};

Drawn draw_cells(const StripSampler &sampler, uint64_t seed, uint64_t draws = kDraws) {
  Rng rng;
  Error ignored(nullptr, "test");
  rng.open_deterministic(&seed, sizeof seed, ignored);
  const StripKernelTable &kernel = sampler.table().kernel;
  const int strip_bits = kernel.width_bits - kernel.fraction;
  Drawn drawn{
      {}, std::vector<uint64_t>(65536), std::vector<uint64_t>(65536), strip_bits > 4 ? strip_bits - 4 : 0, draws};
  drawn.cells.resize(2 * 16 * 512);
  std::vector<int64_t> values(10000);
  for (uint64_t done = 0; done < draws; done += values.size()) {
    sampler.draw(rng, values.data(), values.size());
    for (int64_t value : values) {
      const uint64_t magnitude = static_cast<uint64_t>(value < 0 ? -value : value);
      const uint64_t cell = magnitude >> drawn.cell_shift;
      if (cell < drawn.cells.size() / 2) ++drawn.cells[2 * cell + (value < 0)];
      ++drawn.low[static_cast<uint64_t>(value) & 0xffff];
      ++drawn.middle[(static_cast<uint64_t>(value) >> 16) & 0xffff];
    }
  }
  return drawn;
}

std::vector<long double> expected_cells(const Drawn &drawn, Kind kind, long double parameter) {
  const ExactLaw law(kind, parameter);
  const long double width = std::ldexp(1.0L, drawn.cell_shift);
  std::vector<long double> expected(drawn.cells.size());
  for (size_t cell = 0; cell < expected.size() / 2; ++cell) {
    const long double first = cell * width, end = first + width;
    // No zero among the negative ones.
    const bool negligible = first > 40 * parameter + 40;
    expected[2 * cell] = negligible ? 0 : law.probability(first, end);
    expected[2 * cell + 1] = negligible ? 0 : law.probability(first == 0 ? 1 : first, end);
  }
  return expected;
}

double deviate_of_cells(const Drawn &drawn, Kind kind, long double parameter) {
  return chi_square_deviate(drawn.cells, expected_cells(drawn, kind, parameter), drawn.draws);
}

// The sixteenths of all strips taken together: what a wrong acceptance within the strips would bend.
double deviate_of_edges(const Drawn &drawn, Kind kind, long double parameter) {
  const std::vector<long double> expected = expected_cells(drawn, kind, parameter);
  std::vector<uint64_t> counts(16);
  std::vector<long double> sums(16);
  for (size_t i = 0; i < expected.size(); ++i) {
    counts[i / 2 % 16] += drawn.cells[i];
    sums[i / 2 % 16] += expected[i];
  }
  return chi_square_deviate(counts, sums, drawn.draws);
}

double deviate_of_bits(const std::vector<uint64_t> &counts) {
  return chi_square_deviate(counts, std::vector<long double>(counts.size(), 1.0L / counts.size()), kDraws);
}

std::string shown(double deviate) {
  char text[32];
  if (std::isnan(deviate)) return "not tested";
  std::snprintf(text, sizeof text, "%.2f", deviate);
  return text;
}

const double kSpreads[] = {0x1p-5, 0.3, 0.5, 1, 3.7, 100, 1e6, 0x1p20 * 1.3, 0x1p40, 0x1p50};

class Noise : public ::testing::TestWithParam<Kind> {};

TEST_P(Noise, MatchesItsExactLaw) {
  uint64_t seed = 1000 + static_cast<uint64_t>(GetParam());
  for (double spread : kSpreads) {
    StripSampler sampler;
    set(sampler, GetParam(), spread);
    const Drawn drawn = draw_cells(sampler, seed += 10);
    const double deviate = deviate_of_cells(drawn, GetParam(), spread);
    EXPECT_LT(deviate, kChiSquareAlarm) << spread;
    // Control: a law whose parameter is 2 % off. (At 2^-5 the law is a point.)
    const double control = deviate_of_cells(drawn, GetParam(), spread * 1.02L);
    if (spread >= 0.3) {
      EXPECT_GT(control, 2 * kChiSquareAlarm) << spread;
    }
    const double edges = deviate_of_edges(drawn, GetParam(), spread);
    EXPECT_LT(edges, kChiSquareAlarm) << spread;
    double low = NAN, middle = NAN;
    // The low bits are uniform to within exp(-2 pi^2 spread^2 / 2^32), the middle ones likewise for 2^64.
    if (spread > 0x1p19 && GetParam() != Kind::kLaplace) {
      EXPECT_LT(low = deviate_of_bits(drawn.low), kChiSquareAlarm) << spread;
      if (spread > 0x1p36) {
        EXPECT_LT(middle = deviate_of_bits(drawn.middle), kChiSquareAlarm) << spread;
      }
    } else if (spread > 0x1p36) {
      EXPECT_LT(low = deviate_of_bits(drawn.low), kChiSquareAlarm) << spread;
    }
    evidence("noise",
             "%s, spread %.6g, 10^7 draws: chi-square deviates (alarm %.1f): law %.2f, place in strip %.2f, bits 0-15 "
             "%s, bits 16-31 %s; against a 2 %% wider law %.1f",
             name_of(GetParam()), spread, kChiSquareAlarm, deviate, edges, shown(low).c_str(), shown(middle).c_str(),
             control);
  }
}

// Control: squeezes that accept whatever falls into a strip make a staircase, and the cells at the edges see it.
TEST_P(Noise, AStaircaseIsSeen) {
  StripSampler sampler;
  set(sampler, GetParam(), 1e6);
  StripTable &table = const_cast<StripTable &>(sampler.table());
  for (uint64_t &entry : table.kernel.entry) {
    if ((entry >> 32 & 0xffff) != 0) entry |= uint64_t{0xffff} << 32;
    if (entry >> 48 != 0) entry |= uint64_t{0xffff} << 48;
  }
  EXPECT_GT(deviate_of_edges(draw_cells(sampler, 5), GetParam(), 1e6), kChiSquareAlarm);
}

// The same law when nothing is accepted by the integer squeeze, and when doubles decide nothing either: a rate that is
// not a number sends every candidate to the exact comparison, a hundred times as slow: 50,000 draws, which tell a law a
// fifth wider by far; 200,000 when the long audits are asked for.
TEST_P(Noise, SlowerPathsHaveTheSameLaw) {
  const uint64_t few = long_audits() ? kDraws / 50 : kDraws / 200;
  for (double spread : {0.7, 5.0, 1e6}) {
    StripSampler sampler;
    set(sampler, GetParam(), spread);
    StripTable &table = const_cast<StripTable &>(sampler.table());
    for (uint64_t &entry : table.kernel.entry) entry &= 0xffffffff;
    EXPECT_LT(deviate_of_cells(draw_cells(sampler, 6), GetParam(), spread), kChiSquareAlarm) << spread;
    table.law.rate = NAN;
    const Drawn exact = draw_cells(sampler, 7, few);
    EXPECT_LT(deviate_of_cells(exact, GetParam(), spread), kChiSquareAlarm) << spread;
    EXPECT_GT(deviate_of_cells(exact, GetParam(), 1.2L * spread), kChiSquareAlarm) << spread;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Noise,
                         ::testing::Values(Kind::kDiscreteGaussian, Kind::kRoundedGaussian, Kind::kLaplace));

Rng &seeded(Rng &rng, uint64_t seed) {
  Error ignored(nullptr, "test");
  rng.open_deterministic(&seed, sizeof seed, ignored);
  return rng;
}

TEST(TruncatedLaplace, MatchesItsExactLaw) {
  struct Case {
    double epsilon;
    int64_t kappa;
  };
  uint64_t seed = 70;
  for (const Case &c : {Case{1, 0}, Case{10, 0}, Case{1024, 3}, Case{0.5, 3}, Case{1, 20}, Case{0.01, 100},
                        Case{0.1, 200}, Case{1e-300, 50}, Case{0.3, 6}, Case{0.31, 6}}) {
    Rng rng;
    constexpr uint64_t kFewer = 1000000;
    std::vector<int64_t> values(kFewer);
    truncated_discrete_laplace(seeded(rng, ++seed), c.epsilon, c.kappa, values.data(), values.size());
    std::vector<uint64_t> counts(2 * c.kappa + 1);
    for (int64_t value : values) {
      ASSERT_GE(value, 0);
      ASSERT_LE(value, 2 * c.kappa);
      ++counts[value];
    }
    const auto deviate = [&](long double epsilon) {
      std::vector<long double> expected(counts.size());
      long double sum = 0;
      for (int64_t k = 0; k <= 2 * c.kappa; ++k) sum += expected[k] = std::exp(-epsilon * std::abs(k - c.kappa));
      for (long double &probability : expected) probability /= sum;
      return chi_square_deviate(counts, expected, kFewer);
    };
    EXPECT_LT(deviate(c.epsilon), kChiSquareAlarm) << c.epsilon << " " << c.kappa;
    if (c.kappa > 0 && c.epsilon * c.kappa > 1 && c.epsilon < 10) {
      EXPECT_GT(deviate(1.02L * c.epsilon), kChiSquareAlarm) << c.epsilon << " " << c.kappa;
    }
  }
}

TEST(BernoulliExp, MatchesItsExactLaw) {
  Rng rng;
  seeded(rng, 80);
  for (double x : {0.0, 1e-12, 0.01, 0.5, 0x1.62e42fefa39efp-1, 1.0, 3.0, 8.0, 800.0, 1e300}) {
    constexpr int kTries = 2000000;
    long double ones = 0;
    for (int i = 0; i < kTries; ++i) ones += bernoulli_exp(rng, x);
    const long double p = std::exp(static_cast<long double>(-x)), deviation = std::sqrt(kTries * p * (1 - p));
    EXPECT_LE(std::fabs(ones - kTries * p), 6.5L * deviation + 1e-3L) << x;
    if (x > 0.1 && x < 5) {
      // Control: x 2 % off.
      const long double wrong = std::exp(-1.02L * x);
      EXPECT_GT(std::fabs(ones - kTries * wrong), 6.5L * deviation) << x;
    }
  }
}

TEST(BernoulliExp, TakesExactProductsAndRatios) {
  Rng rng;
  seeded(rng, 81);
  constexpr int kTries = 2000000;
  long double products = 0, ratios = 0;
  for (int i = 0; i < kTries; ++i) {
    products += bernoulli_exp_multiple(rng, uint64_t{1} << 60, 0x1p-60 * 0.7);
    ratios += bernoulli_exp_ratio(rng, 7, 10);
  }
  const long double p = std::exp(-0.7L), deviation = std::sqrt(kTries * p * (1 - p));
  EXPECT_LE(std::fabs(products - kTries * p), 6.5L * deviation);
  EXPECT_LE(std::fabs(ratios - kTries * p), 6.5L * deviation);
}

TEST(Uniform, IsUniform) {
  Rng rng;
  seeded(rng, 82);
  for (uint64_t bound : {1u, 2u, 3u, 7u, 1000u}) {
    std::vector<uint64_t> counts(bound);
    for (uint64_t i = 0; i < 1000000; ++i) ++counts[uniform(rng, bound)];
    EXPECT_LT(chi_square_deviate(counts, std::vector<long double>(bound, 1.0L / bound), 1000000), kChiSquareAlarm);
  }
  // A bound for which dropping the rejection would show: every third number would come twice as often.
  std::vector<uint64_t> rests(3), thirds(3);
  const uint64_t bound = (uint64_t{3} << 62), third = uint64_t{1} << 62;
  for (uint64_t i = 0; i < 1000000; ++i) {
    const uint64_t value = uniform(rng, bound);
    ++rests[value % 3], ++thirds[value / third];
  }
  const std::vector<long double> equal(3, 1.0L / 3);
  EXPECT_LT(chi_square_deviate(rests, equal, 1000000), kChiSquareAlarm);
  EXPECT_LT(chi_square_deviate(thirds, equal, 1000000), kChiSquareAlarm);
  uint64_t largest = 0;
  for (int i = 0; i < 1000; ++i) largest = std::max(largest, uniform(rng, 0x7fffffffffffffff));
  EXPECT_LT(largest, 0x7fffffffffffffffu);
  EXPECT_GT(largest, 0x7f00000000000000u);
}

}  // namespace
}  // namespace random
}  // namespace dpcvx
