// Bounds on how far a sum plus noise strays: never too small, by exact laws and by simulation, and hardly too large.
#include <cmath>
#include <random>
#include <vector>

#include "estimate/distribution/noisy_share.h"
#include "estimate/mean/deviation.h"
#include "estimate/mean/smoothed_distance.h"
#include "support/evidence.h"

#include <gtest/gtest.h>

namespace {

using dpcvx::estimate::CountNoise;
using dpcvx::estimate::deviation;
using dpcvx::estimate::moment_deviation;
using dpcvx::estimate::noise_deviation;
using dpcvx::estimate::NoiseLaw;
using dpcvx::estimate::NoiseWeights;
using dpcvx::estimate::normal_deviation;
using dpcvx::estimate::SmoothedDistance;
using dpcvx::estimate::SumLaw;

// The density of the noise at x.
double density(const NoiseLaw &noise, double x) {
  const double u = std::fabs(x) / noise.scale;
  if (noise.gaussian) {
    const double sigma = noise.scale * std::sqrt(1 + noise.ratio * noise.ratio), z = x / sigma;
    return std::exp(-z * z / 2) / (sigma * std::sqrt(2 * M_PI));
  }
  const double r = noise.ratio;
  if (r == 0) return std::exp(-u) / (2 * noise.scale);
  if (r == 1) return (1 + u) * std::exp(-u) / (4 * noise.scale);
  return (std::exp(-u) - r * std::exp(-u / r)) / (2 * (1 - r * r) * noise.scale);
}

template <class Integrand>
double integral(double from, double to, const Integrand &integrand) {
  constexpr int kParts = 40000;  // midpoints
  const double width = (to - from) / kParts;
  double sum = 0;
  for (int i = 0; i < kParts; ++i) sum += integrand(from + (i + 0.5) * width);
  return sum * width;
}

const NoiseLaw kNoises[] = {{true, 2, 0}, {true, 2, 0.7}, {false, 2, 0}, {false, 2, 0.5}, {false, 2, 0.89}};

TEST(Deviation, NoiseMomentsAndTailsAreExact) {
  for (const NoiseLaw &noise : kNoises)
    for (const double a : {-30.0, -9.0, -2.0, 0.0, 1.5, 12.0}) {
      const double square = integral(-a, 160, [&](double x) { return (a + x) * (a + x) * density(noise, x); });
      EXPECT_GE(noise.square_above(a), square * (1 - 1e-4)) << noise.gaussian << ' ' << noise.ratio << ' ' << a;
      // Far out it is an upper bound, not the number.
      EXPECT_LE(noise.square_above(a), square * (a < -20 ? 1.05 : 1 + 1e-4)) << noise.gaussian << ' ' << a;
      if (a < 0) continue;
      const double tail = integral(a, 160, [&](double x) { return density(noise, x); });
      EXPECT_NEAR(noise.tail(a), tail, 1e-4 * tail) << noise.gaussian << ' ' << noise.ratio << ' ' << a;
      EXPECT_NEAR(noise.tail(noise.quantile(0.01)), 0.01, 1e-9);
    }
}

// Scales that are too near are moved apart: the bounds rise.
TEST(Deviation, NoiseOfEqualScalesIsBoundedFromAbove) {
  const NoiseLaw noise{false, 2, 1};
  for (const double a : {-9.0, 0.0, 5.0}) {
    const double square = integral(-a, 160, [&](double x) { return (a + x) * (a + x) * density(noise, x); });
    EXPECT_GE(noise.square_above(a), square * (1 - 1e-6));
    EXPECT_LE(noise.square_above(a), 1.4 * square);
  }
}

// Pr[sum + noise >= t] for the two-point values with the greatest tails, by summing over their number.
double exact_tail(const SumLaw &sum, const NoiseLaw &noise, double t) {
  const double low = -sum.variance / sum.bound, gap = sum.bound - low, p = -low / gap;
  double total = 0;
  for (double k = 0; k <= sum.count; ++k) {
    const double log_p = std::lgamma(sum.count + 1) - std::lgamma(k + 1) - std::lgamma(sum.count - k + 1) +
                         k * std::log(p) + (sum.count - k) * std::log1p(-p);
    const double left = t - (sum.count * low + gap * k);
    total += std::exp(log_p) * (left >= 0 ? noise.tail(left) : 1 - noise.tail(-left));
  }
  return total;
}

TEST(Deviation, HoldsForTwoPointValues) {
  double worst = 0, least = 1;
  for (const double count : {1.0, 10.0, 100.0, 3000.0})
    for (const double variance : {1e-3, 0.05, 0.6})
      for (const double bound : {0.4, 1.0, 1.9})
        for (const NoiseLaw &like : kNoises)
          for (const double scale : {0.1, 3.0, 60.0})
            for (const double beta : {0.0225, 1e-4}) {
              NoiseLaw noise = like;
              noise.scale = scale;
              const SumLaw sum{count, variance, bound, std::max(bound, variance / bound), true};
              const double t = deviation(sum, noise, beta), tail = exact_tail(sum, noise, t);
              EXPECT_LE(tail, beta * (1 + 1e-9)) << count << ' ' << variance << ' ' << bound << ' ' << scale;
              EXPECT_LE(exact_tail(sum, noise, moment_deviation(sum, noise, beta)), beta * (1 + 1e-9));
              const double by_noise = noise_deviation(sum, noise, beta);
              if (by_noise < INFINITY) {
                EXPECT_LE(exact_tail(sum, noise, by_noise), beta * (1 + 1e-9));
              }
              worst = std::max(worst, tail / beta);
              least = std::min(least, tail / beta);
            }
  evidence("estimate", "deviations of two-point sums with noise: between %.3f and %.3f of the stated probability",
           least, worst);
  EXPECT_GT(worst, 0.9);
}

// No law of such values beats the bound: three points, uniform and skewed ones, counted exactly by convolution on a
// lattice of 1/8.
TEST(Deviation, HoldsForOtherValues) {
  const std::vector<std::vector<double>> laws = {
      {0.25, 0, 0, 0, 0.5, 0, 0, 0, 0.25},
      {1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9},
      {0.9, 0, 0, 0, 0, 0, 0, 0, 0.1},
      {0.5, 0.25, 0.125, 0.0625, 0.03125, 0.03125, 0, 0, 0},
      {0, 0, 0.03, 0, 0.94, 0, 0.03, 0, 0}};
  for (const std::vector<double> &law : laws) {  // on -1, -3/4, ..., 1
    double mean = 0, variance = 0, top = -1;
    for (size_t i = 0; i < law.size(); ++i) mean += law[i] * (static_cast<double>(i) / 4 - 1);
    for (size_t i = 0; i < law.size(); ++i) {
      const double x = static_cast<double>(i) / 4 - 1;
      variance += law[i] * (x - mean) * (x - mean);
      if (law[i] > 0) top = x;
    }
    constexpr size_t kCount = 50;
    std::vector<double> sum{1};
    for (size_t n = 0; n < kCount; ++n) {
      std::vector<double> next(sum.size() + 8, 0);
      for (size_t i = 0; i < sum.size(); ++i)
        for (size_t j = 0; j < law.size(); ++j) next[i + j] += sum[i] * law[j];
      sum.swap(next);
    }
    for (const NoiseLaw &like : kNoises)
      for (const double scale : {0.2, 2.0, 20.0})
        for (const double beta : {0.0225, 1e-3}) {
          NoiseLaw noise = like;
          noise.scale = scale;
          const double t = deviation({kCount, variance, top - mean, 2, true}, noise, beta);
          double tail = 0;
          for (size_t i = 0; i < sum.size(); ++i) {
            const double left = t - (static_cast<double>(i) / 4 - kCount * (1 + mean));
            tail += sum[i] * (left >= 0 ? noise.tail(left) : 1 - noise.tail(-left));
          }
          EXPECT_LE(tail, beta * (1 + 1e-9)) << variance << ' ' << scale << ' ' << noise.gaussian;
        }
  }
}

// ---- Sums of values of one law, which are nearly normal ----

// Pr[N >= t] of a sum of Laplace noises of different scales, by partial fractions.
double tail_of_laplace(const std::vector<double> &scales, double t) {
  double sum = 0;
  for (const double one : scales) {
    double weight = 1;
    for (const double other : scales)
      if (other != one) weight *= one * one / (one * one - other * other);
    sum += 0.5 * weight * std::exp(-t / one);
  }
  return sum;
}

// Calls f(place, probability) for the sum of two-point values, where it is likely.
template <class F>
void each_sum(const SumLaw &sum, const F &f) {
  const double low = -sum.variance / sum.bound, gap = sum.bound - low, p = -low / gap;
  for (double k = 0; k <= sum.count; ++k) {
    const double log_p = std::lgamma(sum.count + 1) - std::lgamma(k + 1) - std::lgamma(sum.count - k + 1) +
                         k * std::log(p) + (sum.count - k) * std::log1p(-p);
    if (log_p > -40) f(sum.count * low + gap * k, std::exp(log_p));
  }
}

template <class Tail>
double tail_with(const SumLaw &sum, double t, const Tail &tail) {
  double total = 0;
  each_sum(sum, [&](double at, double p) { total += p * (t >= at ? tail(t - at) : 1 - tail(at - t)); });
  return total;
}

// Bounds hold for the variance and the number that are claimed, and for less of both. They are shorter than by moments.
TEST(Deviation, HoldsForSumsThatAreNearlyNormal) {
  constexpr double kBeta = 0.0225;
  double worst = 0, shortest = 1;
  for (const double count : {1000.0, 10000.0})
    for (const double variance : {0.05, 0.6})
      for (const double bound : {0.7, 1.0})
        for (const NoiseLaw &like : kNoises)
          for (const double scale : {0.4, 1.0, 3.0, 20.0})
            for (const bool exact_count : {true, false}) {
              NoiseLaw noise = like;
              noise.scale = noise.least = scale;
              const SumLaw claimed{count, variance, bound, std::max(bound, variance / bound), exact_count};
              const double t = deviation(claimed, noise, kBeta), by_moments = moment_deviation(claimed, noise, kBeta);
              shortest = std::min(shortest, t / by_moments);
              for (const double part : {1.0, 0.85, 0.6}) {
                SumLaw actual = claimed;
                actual.variance *= part;
                if (!exact_count) actual.count = std::floor(count * part);
                const double tail = tail_with(actual, t, [&](double x) { return noise.tail(x); });
                EXPECT_LE(tail, kBeta * (1 + 1e-9)) << count << ' ' << variance << ' ' << bound << ' ' << scale;
                worst = std::max(worst, tail / kBeta);
              }
            }
  evidence("estimate",
           "deviations of sums of one law: up to %.3f of the stated probability, and %.2f of those by moments", worst,
           shortest);
  EXPECT_GT(worst, 0.7);
  EXPECT_LT(shortest, 0.87);
}

// The law of equal noises that stands for these, of which the first is the greatest.
NoiseLaw equal_noises(const std::vector<double> &scales) {
  double squares = 0;
  for (const double one : scales) squares += one * one;
  const int terms = static_cast<int>(squares / (scales[0] * scales[0]));
  return {false, std::sqrt(squares / terms), 0, terms, std::sqrt(squares)};
}

// Laplace noises of different scales: no law of equal terms with the same variance, of which none is less than the
// greatest of them, is beaten.
TEST(Deviation, HoldsForSumsOfLaplaceNoises) {
  for (const std::vector<double> &scales :
       {std::vector<double>{1}, std::vector<double>{1, 0.2}, std::vector<double>{1, 0.95, 0.9, 0.7, 0.5, 0.4},
        std::vector<double>{1, 0.1, 0.11, 0.12, 0.13}}) {
    const NoiseLaw noise = equal_noises(scales);
    for (const double count : {1000.0, 10000.0})
      for (const double variance : {0.5, 0.9}) {
        SumLaw sum{count, variance, 1, 1, true};
        // Noise of about the sum's size.
        for (const double size : {0.3, 3.0, 30.0})
          for (const double beta : {0.0225, 0.0025}) {
            NoiseLaw scaled = noise;
            scaled.scale *= size * std::sqrt(count), scaled.least *= size * std::sqrt(count);
            std::vector<double> all = scales;
            for (double &one : all) one *= size * std::sqrt(count);
            const auto tail = [&](double x) { return tail_of_laplace(all, x); };
            const double by_moments = moment_deviation(sum, scaled, beta);
            const double t = normal_deviation(sum, scaled, beta, by_moments);
            EXPECT_LE(tail_with(sum, std::min(t, by_moments), tail), beta)
                << noise.terms << ' ' << count << ' ' << size;
            if (count < 10000 && size < 3) continue;  // too few values for so little noise
            EXPECT_LT(t, by_moments) << noise.terms << ' ' << size;
          }
      }
  }
}

// How likely it is that a two-point sum with Laplace noises of these scales passes their bound as two.
double chance_as_two(const SumLaw &sum, const std::vector<double> &scales, double beta, bool rest) {
  NoiseWeights weights;
  for (const double scale : scales) weights.add(scale);
  NoiseLaw two;
  EXPECT_TRUE((CountNoise{false, 1}.as_two(weights, &two)));
  if (!rest) two.ratio = 0;
  return tail_with(sum, noise_deviation(sum, two, beta), [&](double x) { return tail_of_laplace(scales, x); });
}

TEST(Deviation, LaplaceNoisesStandAsTwo) {
  double most = 0;
  for (const std::vector<double> &scales : {std::vector<double>{8}, std::vector<double>{8, 4.01},
                                            std::vector<double>{64, 8, 9.4, 4}, std::vector<double>{8, 4, 3.9}})
    for (const double count : {20.0, 300.0})
      for (const double q : {0.02, 0.3})
        for (const double beta : {0.05, 0.002}) {
          const double chance = chance_as_two({count, q * (1 - q), 1 - q, 0, true}, scales, beta, true);
          EXPECT_LE(chance, beta * (1 + 1e-9)) << scales.size() << ' ' << count << ' ' << q;
          most = std::max(most, chance / beta);
        }
  evidence("estimate", "deviations with Laplace noises as two: up to %.3f of the stated probability", most);
  NoiseWeights equal, unknown{2, 1};
  for (int i = 0; i < 3; ++i) equal.add(1);
  NoiseLaw two;
  EXPECT_FALSE((CountNoise{false, 1}.as_two(equal, &two))) << "the rest is more than the greatest";
  EXPECT_FALSE((CountNoise{false, 1}.as_two(unknown, &two)));
  EXPECT_FALSE((CountNoise{true, 1}.as_two(unknown, &two)));
}

// Of five values of 0 and 1 and Laplace noise, beyond a bound for noise of twice its scale.
double chance_of_less_noise(double q, double scale, double of_tail) {
  constexpr int kUnits = 5;
  const double t = noise_deviation({kUnits, q * (1 - q), 1 - q, 0, true}, {false, 2 * scale, 0}, of_tail);
  double chance = 0, share = std::pow(1 - q, kUnits);
  for (int k = 0; k <= kUnits; ++k) {
    const double left = (t - (k - kUnits * q)) / scale;
    chance += share * (left >= 0 ? std::exp(-left) / 2 : 1 - std::exp(left) / 2);
    share *= q / (1 - q) * (kUnits - k) / (k + 1);
  }
  return chance;
}

// Scales that are bounds take half of the probability (PROOFS.md, 3.2).
TEST(Deviation, LaplaceNoiseOfLessScaleIsCoveredAtHalf) {
  double at_whole = 0;
  for (const double q : {0.1, 0.3, 0.606, 0.9})
    for (const double scale : {0.0025, 0.025, 0.2, 2.0})
      for (const double beta : {0.2, 0.05, 0.002}) {
        EXPECT_LE(chance_of_less_noise(q, scale, beta / 2), beta) << q << ' ' << scale;
        at_whole = std::max(at_whole, chance_of_less_noise(q, scale, beta) / beta);
      }
  EXPECT_GT(at_whole, 1.05) << "control: all of the probability does not do";
}

TEST(Deviation, ControlTheGreatestNoiseAloneIsTooLittle) {
  EXPECT_GT(chance_as_two({20, 0.02, 0.98, 0, true}, {8, 4.01}, 0.002, false), 0.0025);
}

// A sum's law is as near to the normal one as is stated, with many noises or few.
TEST(Deviation, SumsWithLaplaceNoisesAreNearlyNormal) {
  for (const std::vector<double> &scales : {std::vector<double>{1}, std::vector<double>{1, 0.99, 0.98, 0.97, 0.3}})
    for (const double size : {0.1, 0.5, 2.0, 20.0}) {
      const SumLaw sum{400, 0.75, 0.5, 1.5, true};
      std::vector<double> all = scales;
      for (double &one : all) one *= size;
      const auto tail = [&](double x) { return tail_of_laplace(all, x); };
      NoiseLaw noise = equal_noises(all);
      const double deviation_of_sum = std::sqrt(sum.count * sum.variance);
      double farthest = 0;
      for (double t = 0; t < 3 * deviation_of_sum; t += 0.25) {
        double normal = 0;
        constexpr double kStep = 0.01;
        for (double z = -8; z < 8; z += kStep) {
          const double left = t - z * deviation_of_sum;
          normal += 0.3989422804014327 * kStep * std::exp(-0.5 * z * z) * (left >= 0 ? tail(left) : 1 - tail(-left));
        }
        farthest = std::max(farthest, std::fabs(tail_with(sum, t, tail) - normal));
      }
      const double stated = SmoothedDistance(sum, noise).of(sum.count, sum.variance);
      EXPECT_LE(farthest, stated) << size;
      // As one noise of the same variance, of whose size nothing is said, it is not as near.
      noise.terms = 0;
      EXPECT_LE(stated, SmoothedDistance(sum, noise).of(sum.count, sum.variance)) << size;
    }
}

// Of one noise that is said to be eight.
TEST(Deviation, ControlMoreNoisesThanThereAre) {
  constexpr double kBeta = 0.0025;
  const SumLaw sum{1000, 0.5, 1, 1, true};
  NoiseLaw claimed{false, 200, 0, 8};
  claimed.least = 200 * std::sqrt(8);
  const NoiseLaw one{false, 200 * std::sqrt(8), 0};
  EXPECT_GT(tail_with(sum, deviation(sum, claimed, kBeta), [&](double x) { return one.tail(x); }), 1.5 * kBeta);
}

// Noise that is far greater than the sum costs no more than its own quantile, or hardly.
TEST(Deviation, MuchLaplaceNoiseDecidesAlone) {
  for (const double beta : {0.02, 0.0025}) {
    NoiseLaw noise{false, 500, 0, 8};
    noise.least = 500 * std::sqrt(8);
    EXPECT_LT(deviation({10000, 0.25, 0.5, 0.5, true}, noise, beta), 1.01 * noise.quantile(beta)) << beta;
  }
}

// Values that are not said to be of one law have no such bound, nor have few values far from a normal law.
TEST(Deviation, NormalBoundsNeedValuesOfOneLaw) {
  const NoiseLaw noise{false, 1, 0};
  EXPECT_EQ(normal_deviation({10000, 0.5, 1, 0, true}, noise, 0.02, 999), INFINITY);
  EXPECT_EQ(normal_deviation({10, 0.001, 1, 1, true}, noise, 0.02, 999), INFINITY);
}

// Values said to be less than they are.
TEST(Deviation, ControlAHundredthOfTheSizeIsTooLittle) {
  constexpr double kBeta = 0.0225;
  SumLaw sum{100000, 4e-4, 3, 3, true};
  const NoiseLaw noise{true, 0.5, 0};
  const auto tail = [&](double x) { return noise.tail(x); };
  EXPECT_LE(tail_with(sum, deviation(sum, noise, kBeta), tail), kBeta);
  sum.size = 0.03;
  EXPECT_GT(tail_with(sum, deviation(sum, noise, kBeta), tail), kBeta);
}

// The normal quantile at the same probability is no bound for skewed values.
TEST(Deviation, ControlTheNormalQuantileIsTooSmall) {
  const SumLaw sum{100, 0.02, 1.9, 1.9, true};
  const NoiseLaw noise{true, 0.1, 0};
  const double normal = 1.96 * std::sqrt(sum.count * sum.variance + 0.01);
  EXPECT_GT(exact_tail(sum, noise, normal), 1.3 * 0.025);
  EXPECT_LE(exact_tail(sum, noise, deviation(sum, noise, 0.025)), 0.025);
}

// Blocks of many successes: bounds of long sums agree with the normal law, and stay above its quantile.
TEST(Deviation, LongSumsAreNearlyNormal) {
  for (const double count : {1e5, 1e7, 1e9}) {
    const SumLaw sum{count, 0.25, 1, 1, true};
    const double size = std::sqrt(count * 0.25 + 100), t = moment_deviation(sum, {true, 10, 0}, 0.025) / size;
    EXPECT_GT(t, 1.96);
    EXPECT_LT(t, 2.5) << count;
    const double near = deviation(sum, {true, 10, 0}, 0.025) / size;
    EXPECT_GT(near, 1.96);
    EXPECT_LT(near, count < 1e6 ? 2.2 : 2.0) << count;
  }
}

TEST(Deviation, NoVarianceLeavesTheNoise) {
  const NoiseLaw noise{true, 3, 0};
  EXPECT_NEAR(deviation({10, 0, 1, 1, true}, noise, 0.025), 3 * 1.959964, 1e-5);
}

}  // namespace
