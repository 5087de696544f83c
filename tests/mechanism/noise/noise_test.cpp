// Additive noise: laws, privacy by enumeration, and the lattice that outputs lie on.
#include "mechanism/noise/noise.h"

#include <cmath>
#include <map>
#include <random>

#include "base/error.h"
#include "support/evidence.h"
#include "mechanism/boundary.h"
#include "support/flush_to_zero.h"
#include "mechanism/laws.h"
#include "privacy/divergences/gdp.h"

using namespace dpcvx::mechanism;
using laws::Law;

namespace {

NoisePlan gaussian_plan(double mu, double sensitivity, size_t n, double step) {
  dpcvx::Error error(nullptr, "test");
  NoisePlan plan;
  EXPECT_EQ(plan_gaussian(mu, sensitivity, n, step, plan, error), DPCVX_OK);
  return plan;
}
NoisePlan laplace_plan(double epsilon, double sensitivity, size_t n, double step) {
  dpcvx::Error error(nullptr, "test");
  NoisePlan plan;
  EXPECT_EQ(plan_laplace(epsilon, sensitivity, n, step, plan, error), DPCVX_OK);
  return plan;
}

// Laws on -half ... half, shifted by `shift`.
long double rounded_gaussian(long double sigma, int k) {
  const long double left = (std::abs(k) - 0.5L) / sigma, right = (std::abs(k) + 0.5L) / sigma;
  return (std::erfc(left / std::sqrt(2.0L)) - std::erfc(right / std::sqrt(2.0L))) / 2;
}
long double discrete_laplace(long double scale, int k) {
  return std::tanh(0.5L / scale) * std::exp(-std::abs(k) / scale);
}
long double discrete_gaussian(long double sigma, int k) {
  long double sum = 0;
  for (int j = -static_cast<int>(30 * sigma) - 5; j <= 30 * sigma + 5; ++j)
    sum += std::exp(-(j / sigma) * (j / sigma) / 2);
  return std::exp(-(k / sigma) * (k / sigma) / 2) / sum;
}
template <class Pmf>
Law law_of(const Pmf &pmf, double scale, int half, int shift = 0) {
  Law law;
  for (int k = -half; k <= half; ++k) law.push_back(pmf(static_cast<long double>(scale), k - shift));
  return law;
}

// ---- Privacy, by enumeration ----

// Of one number whose place moves by `shift`: the greatest share of the claimed delta, over a range of epsilons.
long double gaussian_share(const NoisePlan &plan, double mu, int shift) {
  const int half = static_cast<int>(12 * plan.scale) + 10 + shift;
  const Law p = law_of(rounded_gaussian, plan.scale, half), q = law_of(rounded_gaussian, plan.scale, half, shift);
  long double share = 0;
  for (const double epsilon : {0.0, 0.1, 0.5, 1.0, 2.0})
    share = std::max(share, laws::delta_at(p, q, epsilon) / dpcvx::privacy::gdp_delta(mu, epsilon));
  return share;
}

TEST(Noise, TheGaussianIsAsPrivateAsItSays) {
  long double greatest = 0;
  for (const double mu : {0.1, 0.5, 2.0})
    for (const double sensitivity : {1.0, 7.0, 7.3}) {
      const NoisePlan plan = gaussian_plan(mu, sensitivity, 1, 1);
      const int shift = static_cast<int>(std::ceil(sensitivity));
      EXPECT_LE(gaussian_share(plan, mu, shift), 1 + 1e-11L);
      greatest = std::max(greatest, gaussian_share(plan, mu, shift));
      // The control: twice the change that was declared.
      EXPECT_GT(gaussian_share(plan, mu, 2 * shift), 1.5L);
    }
  EXPECT_GT(greatest, 0.95L);
  evidence("mechanism laws", "lattice Gaussian: at most %.5Lf of the claimed delta over (mu, sensitivity, epsilon)",
           greatest);
}

// Two numbers at a tie, moved by almost nothing, go to places apart: the rounding is part of the sensitivity.
TEST(Noise, RoundingIsInTheSensitivity) {
  constexpr double kMu = 1, kSensitivity = 0.05;
  const Lattice lattice(0);
  const int shift = static_cast<int>(lattice.place(0.5) - lattice.place(0.46875));
  ASSERT_EQ(shift, 1);
  const auto share = [&](double sigma) {
    const int half = static_cast<int>(8 * sigma) + 5;
    const Law p = law_of(rounded_gaussian, sigma, half), q = law_of(rounded_gaussian, sigma, half, shift);
    Law both_p, both_q;
    for (size_t i = 0; i < p.size(); ++i)
      for (size_t j = 0; j < p.size(); ++j) both_p.push_back(p[i] * p[j]), both_q.push_back(q[i] * q[j]);
    return laws::delta_at(both_p, both_q, 1) / dpcvx::privacy::gdp_delta(kMu, 1);
  };
  EXPECT_LE(share(gaussian_plan(kMu, kSensitivity, 2, 1).scale), 1 + 1e-9L);
  EXPECT_GT(share((kSensitivity + 1) / kMu), 1.2L);  // one step for the two: not enough
}

TEST(Noise, ScalesAreTheLeastThatHold) {
  for (const double price : {1e-6, 0.01, 0.3, 1.0, 5.0})
    for (const double sensitivity : {1e-9, 0.3, 1.0, 1e12})
      for (const size_t n : {size_t{1}, size_t{2}, size_t{31}, size_t{1000000}}) {
        const NoisePlan gaussian = gaussian_plan(price, sensitivity, n, 0),
                        laplace = laplace_plan(price, sensitivity, n, 0);
        const long double h = gaussian.lattice.step(), g = laplace.lattice.step();
        const long double min_sigma = (sensitivity / h + (n == 1 ? 0 : std::sqrt(static_cast<long double>(n)))) / price;
        const long double min_scale = (sensitivity / g + static_cast<long double>(n) - 1) / price;
        EXPECT_GE(gaussian.scale, min_sigma);
        EXPECT_GE(laplace.scale, min_scale);
        EXPECT_LE(gaussian.scale, 0x1p50);
        EXPECT_LE(laplace.scale, 0x1p50);
        // What rounding costs by default.
        EXPECT_LE(gaussian.scale * h, sensitivity / price * (1 + (price > 1e-3 ? 2e-6 : 0.1)));
        EXPECT_LE(laplace.scale * g, sensitivity / price * (1 + (price > 1e-3 ? 3e-6 : 0.1)));
      }
}

// The plan of noise is no smaller where the processor takes small numbers for zero.
TEST(Noise, NoScaleIsFlushedToZero) {
  dpcvx::Error error(nullptr, "test");
  for (const double price : {1e-6, 1.0, 0x1p20})
    for (const double sensitivity : {0x1p-1074, 0x1p-1030, 0x1p-1000, 1.0})
      for (const double step : {0.0, 1.0, 0x1p900}) {
        NoisePlan gaussian, laplace;
        const FlushToZero flushing;
        if (plan_gaussian(price, sensitivity, 1, step, gaussian, error) == DPCVX_OK) {
          EXPECT_GE(gaussian.sensitivity, 1);
          EXPECT_GE(gaussian.scale, 1 / price);
        }
        if (plan_laplace(price, sensitivity, 1, step, laplace, error) == DPCVX_OK) {
          EXPECT_GE(laplace.sensitivity, 1);
          EXPECT_GE(laplace.scale, 1 / price);
        }
      }
}

TEST(Noise, TheLaplaceIsAsPrivateAsItSays) {
  for (const double epsilon : {0.1, 1.0, 3.0})
    for (const double sensitivity : {1.0, 2.5}) {
      const NoisePlan plan = laplace_plan(epsilon, sensitivity, 1, 1);
      const int shift = static_cast<int>(std::ceil(sensitivity));
      const Law p = law_of(discrete_laplace, plan.scale, 60), q = law_of(discrete_laplace, plan.scale, 60, shift);
      const Law twice = law_of(discrete_laplace, plan.scale, 60, 2 * shift);
      EXPECT_LE(laws::greatest_log_ratio(p, q), epsilon * (1 + 1e-15L));
      EXPECT_GT(laws::greatest_log_ratio(p, q), epsilon * (1 - 1e-12L));
      EXPECT_GT(laws::greatest_log_ratio(p, twice), epsilon * 1.9L);
    }
}

TEST(Noise, TheDiscreteGaussianIsAsPrivateAsItSays) {
  dpcvx::Error error(nullptr, "test");
  for (const double rho : {0.01, 0.5, 2.0})
    for (const int sensitivity : {1, 3}) {
      NoisePlan plan;
      ASSERT_EQ(plan_discrete_gaussian(rho, sensitivity, plan, error), DPCVX_OK);
      const int half = static_cast<int>(12 * plan.scale) + 10;
      const Law p = law_of(discrete_gaussian, plan.scale, half),
                q = law_of(discrete_gaussian, plan.scale, half, sensitivity);
      const Law twice = law_of(discrete_gaussian, plan.scale, half, 2 * sensitivity);
      long double greatest = 0, wrong = 0;
      for (const double order : {1.1, 2.0, 3.0}) {
        greatest = std::max(greatest, laws::renyi(p, q, order) / (rho * order));
        wrong = std::max(wrong, laws::renyi(p, twice, order) / (rho * order));
      }
      EXPECT_LE(greatest, 1 + 1e-12L);
      EXPECT_GT(greatest, 0.99L);
      EXPECT_GT(wrong, 1.5L);
    }
}

// ---- Draws ----

constexpr size_t kDraws = 1000000;

template <class T>
std::vector<int64_t> count(const std::vector<T> &out, double step, double centre, int half) {
  std::vector<int64_t> counts(2 * half + 1);
  for (const T x : out) {
    const int64_t k = static_cast<int64_t>(std::llround((static_cast<double>(x) - centre) / step));
    if (std::llabs(k) <= half) ++counts[static_cast<size_t>(k + half)];
  }
  return counts;
}

TEST(Noise, ReleasesFollowTheirLaws) {
  const boundary::Budget ledger = boundary::budget(1e4, 1e-3, DPCVX_FILTER_ZCDP);
  const boundary::Rng rng = boundary::seeded("laws of releases");
  const boundary::Options options = boundary::release_options(0.25);
  const boundary::Curve gdp = boundary::gdp(50), zcdp = boundary::zcdp(0.1), small = boundary::pure(0.2);
  const std::vector<double> values(kDraws, 3.1);  // its place is 12 steps of a quarter: 3
  std::vector<double> out(kDraws);
  ASSERT_EQ(dpcvx_release_gaussian(ledger.get(), rng.get(), gdp.get(), values.data(), kDraws, 1, options.get(),
                                   out.data(), nullptr, nullptr),
            DPCVX_OK);
  const NoisePlan plan = gaussian_plan(50, 1, kDraws, 0.25);
  int half = static_cast<int>(7 * plan.scale);
  EXPECT_LT(laws::chi_square_deviate(count(out, 0.25, 3, half), law_of(rounded_gaussian, plan.scale, half)), 6);
  EXPECT_GT(laws::chi_square_deviate(count(out, 0.25, 3, half), law_of(rounded_gaussian, plan.scale * 0.98, half)), 6);

  const std::vector<int64_t> integers(kDraws, -5);
  std::vector<int64_t> sums(kDraws);
  ASSERT_EQ(dpcvx_release_discrete_gaussian(ledger.get(), rng.get(), zcdp.get(), integers.data(), kDraws, 1,
                                            sums.data(), nullptr, nullptr),
            DPCVX_OK);
  const double sigma = 1 / std::sqrt(0.2);
  half = static_cast<int>(7 * sigma);
  EXPECT_LT(laws::chi_square_deviate(count(sums, 1, -5, half), law_of(discrete_gaussian, sigma, half)), 6);

  ASSERT_EQ(dpcvx_release_discrete_laplace(ledger.get(), rng.get(), small.get(), integers.data(), kDraws, 1,
                                           sums.data(), nullptr, nullptr),
            DPCVX_OK);
  EXPECT_LT(laws::chi_square_deviate(count(sums, 1, -5, 120), law_of(discrete_laplace, 5, 120)), 6);
  EXPECT_GT(laws::chi_square_deviate(count(sums, 1, -5, 120), law_of(discrete_laplace, 4.9, 120)), 6);

  // Lattice Laplace, one coordinate at a time.
  std::vector<double> singles(100000);
  laws::Stream stream("laplace singles");
  const NoisePlan laplace = laplace_plan(0.5, 1, 1, 0.25);
  for (double &x : singles) {
    const double value = 3.1;
    add_noise(stream.rng, laplace, &value, 1, &x);
  }
  EXPECT_LT(laws::chi_square_deviate(count(singles, 0.25, 3, 120), law_of(discrete_laplace, 8, 120)), 6);
}

TEST(Noise, IntegerSumsSaturate) {
  const boundary::Budget ledger = boundary::budget(1e4, 1e-3, DPCVX_FILTER_ZCDP);
  const boundary::Rng rng = boundary::seeded("saturate");
  const boundary::Curve price = boundary::pure(0.001);
  const std::vector<int64_t> values = {INT64_MAX, INT64_MIN, INT64_MAX, INT64_MIN, INT64_MAX, INT64_MIN};
  for (int i = 0; i < 20; ++i) {
    std::vector<int64_t> out(values.size());
    ASSERT_EQ(dpcvx_release_discrete_laplace(ledger.get(), rng.get(), price.get(), values.data(), values.size(), 1,
                                             out.data(), nullptr, nullptr),
              DPCVX_OK);
    for (size_t j = 0; j < out.size(); ++j) EXPECT_EQ(out[j] > 0, values[j] > 0);
  }
}

// ---- The lattice ----

// The exponent of the lowest bit that is set: how many zeros trail in units of any lattice.
int lowest_bit(double value) {
  if (value == 0) return 0;
  int exponent;
  const double mantissa = std::frexp(value, &exponent);
  return exponent - 53 + __builtin_ctzll(static_cast<uint64_t>(std::fabs(std::ldexp(mantissa, 53))));
}

// Two samples' histograms of lowest bits, as a normal deviate.
double histograms_deviate(const std::vector<double> &a, const std::vector<double> &b) {
  std::map<int, std::pair<double, double>> cells;
  for (const double x : a) ++cells[std::min(lowest_bit(x), -8)].first;
  for (const double x : b) ++cells[std::min(lowest_bit(x), -8)].second;
  double statistic = 0, k = -1;
  for (const auto &cell : cells) {
    const double sum = cell.second.first + cell.second.second, difference = cell.second.first - cell.second.second;
    if (sum < 20) continue;
    statistic += difference * difference / sum;
    ++k;
  }
  return (std::cbrt(statistic / k) - (1 - 2 / (9 * k))) / std::sqrt(2 / (9 * k));
}

// The low bits of what is released say nothing about the value, on the lattice or not.
TEST(Noise, LowBitsDoNotTellNeighboursApart) {
  for (const bool is_gaussian : {true, false}) {
    laws::Stream stream(is_gaussian ? "bits of gaussian" : "bits of laplace");
    const NoisePlan plan = is_gaussian ? gaussian_plan(1, 1, 1, 0) : laplace_plan(1, 1, 1, 0);
    ASSERT_EQ(plan.lattice.exponent(), -20);
    std::vector<std::vector<double>> out;
    for (const double value : {0.0, 1.0, 0.1}) {
      out.emplace_back(kDraws);
      const std::vector<double> values(kDraws, value);
      add_noise(stream.rng, plan, values.data(), kDraws, out.back().data());
      for (const double x : out.back()) ASSERT_EQ(std::ldexp(x, 20), std::nearbyint(std::ldexp(x, 20)));
    }
    EXPECT_LT(histograms_deviate(out[0], out[1]), 6);
    EXPECT_LT(histograms_deviate(out[0], out[2]), 6);
  }
  // The control (Mironov 2012): textbook Laplace noise in doubles, added to the values.
  std::mt19937_64 bits(5);
  const auto noise = [&] {
    const double u = std::ldexp(static_cast<double>(bits() >> 11) + 0.5, -53);
    return (bits() & 1 ? 1 : -1) * std::log(u);
  };
  std::vector<double> zero(kDraws), one(kDraws);
  for (double &x : zero) x = 0.0 + noise();
  for (double &x : one) x = 1.0 + noise();
  EXPECT_GT(histograms_deviate(zero, one), 6);
  evidence("mechanism lattice",
           "low bits of 10^6 releases at neighbours: no difference; textbook doubles: deviate %.0f",
           histograms_deviate(zero, one));
}

}  // namespace

// ---- Sums modulo 2^64 ----

namespace {

// Laws of y mod m, y an integer sum plus noise, at all places of a small modulus m; the noise is added modulo m, or to
// the remainder that lies in [-m/2, m/2).
Law remainder_law(double scale, int sum, int modulus, bool saturating) {
  Law law(static_cast<size_t>(modulus), 0);
  const int wrapped = ((sum + modulus / 2) % modulus + modulus) % modulus - modulus / 2;
  for (int k = -40; k <= 40; ++k) {
    int place = wrapped + k;
    if (saturating) place = std::clamp(place, -modulus / 2, modulus / 2 - 1);
    place = ((place + modulus / 2) % modulus + modulus) % modulus;
    law[static_cast<size_t>(place)] += rounded_gaussian(static_cast<long double>(scale), k);
  }
  return law;
}

// The greatest delta over what mu-GDP allows, of sums that are `apart` and wrap or not.
long double worst_share(double scale, int apart, int modulus, bool saturating) {
  long double share = 0;
  for (int sum = -2 * modulus; sum <= 2 * modulus; ++sum)
    for (double epsilon : {0.1, 0.5, 1.0, 2.0}) {
      const Law p = remainder_law(scale, sum, modulus, saturating);
      const Law q = remainder_law(scale, sum + apart, modulus, saturating);
      const double allowed = dpcvx::privacy::gdp_delta(apart / scale, epsilon);
      share = std::max(share, laws::delta_at(p, q, epsilon) / static_cast<long double>(allowed));
    }
  return share;
}

TEST(NoiseModulo, RemaindersAreAsPrivateAsSums) {
  for (int modulus : {8, 16, 64})
    for (int apart : {1, 2, 3}) EXPECT_LE(worst_share(3, apart, modulus, false), 1 + 1e-9L) << modulus << " " << apart;
}

TEST(NoiseModuloControl, NoiseThatStopsAtTheEndsIsNot) { EXPECT_GT(worst_share(3, 1, 64, true), 10); }

// The library's own: sums near the ends of int64 wrap around, with the noise that other sums get.
TEST(NoiseModulo, WrapsAtTheEnds) {
  dpcvx::Error error(nullptr, "test");
  NoisePlan plan;
  ASSERT_EQ(plan_integer_gaussian(0.5, 100, plan, error), DPCVX_OK);
  constexpr size_t kCount = 1000;
  std::vector<uint64_t> ends(kCount, static_cast<uint64_t>(INT64_MAX)), zeros(kCount, 0);
  std::vector<double> near_ends(kCount), near_zero(kCount);
  for (int round = 0; round < 2; ++round) {
    dpcvx::random::Rng rng;
    ASSERT_EQ(rng.open_deterministic("modulo", 6, error), DPCVX_OK);
    add_noise_modulo(rng, plan, round == 0 ? ends.data() : zeros.data(), kCount,
                     round == 0 ? near_ends.data() : near_zero.data());
  }
  int wrapped = 0;
  for (size_t i = 0; i < kCount; ++i) {
    wrapped += near_zero[i] > 0 ? 1 : 0;
    EXPECT_NEAR(near_ends[i], near_zero[i] > 0 ? -0x1p63 : 0x1p63, 4096);
  }
  EXPECT_GT(wrapped, 300);
  EXPECT_LT(wrapped, 700);
}

}  // namespace
