// The law of the distance over orders: against every order of small runs, against draws of large ones, and the noise it
// asks for beside the paper's.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "base/error.h"
#include "dpcvx/privacy.h"
#include "support/cpu_clock.h"
#include "support/evidence.h"
#include "optimize/sgd_noise.h"
#include "optimize/sgd_stability.h"
#include "privacy/divergences/gdp.h"

namespace {

using dpcvx::Error;
using dpcvx::optimize::SgdMixture;
using dpcvx::optimize::SgdStability;
using dpcvx::optimize::SgdStabilityInputs;

SgdStability prepared(const SgdStabilityInputs &terms) {
  Error error(nullptr, "stability");
  SgdStability stability;
  EXPECT_EQ(stability.prepare(terms, error), DPCVX_OK);
  return stability;
}

void make_mixture(const SgdStability &stability, SgdMixture *mixture, size_t most = SgdMixture::kMax) {
  Error error(nullptr, "mixture");
  EXPECT_EQ(stability.mixture(most, mixture, error), DPCVX_OK);
  double sum = 0;
  for (size_t i = 0; i < mixture->size; ++i) {
    sum += mixture->probabilities[i];
    EXPECT_GT(mixture->probabilities[i], 0);
    if (i > 0) {
      EXPECT_GT(mixture->lengths[i], mixture->lengths[i - 1]);
    }
  }
  EXPECT_GE(sum, 1);
  EXPECT_LE(sum, 1 + 0x1p-40);
  EXPECT_LE(mixture->size, most);
  EXPECT_LE(mixture->lengths[mixture->size - 1], stability.worst());
}

SgdStabilityInputs make_terms(double units, int64_t steps, bool sampled, double exponent, double average, double l2) {
  SgdStabilityInputs terms;
  terms.units = units, terms.steps = steps, terms.sampled = sampled, terms.exponent = exponent, terms.average = average;
  terms.l2 = l2, terms.step_size = 0.1, terms.holder = 1, terms.lipschitz = 1;
  terms.adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  return terms;
}

using Law = std::map<double, double>;  // lengths and probabilities

// Every sequence of indices, or of permutations, by where the first unit is met.
Law every_order(const SgdStability &stability) {
  const SgdStabilityInputs &terms = stability.terms();
  const int64_t T = terms.steps, n = static_cast<int64_t>(terms.units);
  Law law;
  const auto add = [&](const std::vector<int64_t> &touches, double probability) {
    law[stability.along(touches.data(), touches.size())] += probability;
  };
  if (terms.sampled) {
    for (uint64_t bits = 0; bits < uint64_t{1} << T; ++bits) {
      std::vector<int64_t> touches;
      double probability = 1;
      for (int64_t t = 1; t <= T; ++t) {
        const bool touched = (bits >> (t - 1)) & 1;
        if (touched) touches.push_back(t);
        probability *= touched ? 1 / terms.units : 1 - 1 / terms.units;
      }
      add(touches, probability);
    }
    return law;
  }
  const int64_t passes = (T + n - 1) / n;
  std::vector<int64_t> places(static_cast<size_t>(passes), 1);
  for (;;) {
    std::vector<int64_t> touches;
    for (int64_t pass = 0; pass < passes; ++pass) {
      const int64_t t = pass * n + places[static_cast<size_t>(pass)];
      if (t <= T) touches.push_back(t);
    }
    add(touches, std::pow(terms.units, -static_cast<double>(passes)));
    size_t i = 0;
    while (i < places.size() && ++places[i] > n) places[i++] = 1;
    if (i == places.size()) return law;
  }
}

// The greatest amount by which the exact law passes a length more often than the mixture says, and the means' ratio.
struct Compared {
  double excess = -1, mean_ratio = 0;
};

Compared compare(const Law &law, const SgdMixture &mixture) {
  Compared result;
  double passing = 0, claimed = 0, exact_mean = 0;
  size_t k = mixture.size;
  for (auto it = law.rbegin(); it != law.rend(); ++it) {
    passing += it->second;
    exact_mean += it->first * it->second;
    while (k > 0 && mixture.lengths[k - 1] >= it->first * (1 - 1e-13)) claimed += mixture.probabilities[--k];
    result.excess = std::max(result.excess, passing - claimed);
  }
  result.mean_ratio = exact_mean > 0 ? mixture.mean() / exact_mean : 1;
  return result;
}

TEST(SgdMixture, LiesAboveEveryOrder) {
  double loosest = 1;
  int64_t cases = 0;
  for (const bool sampled : {true, false})
    for (const double units : {2.0, 3.0, 5.0, 20.0})
      for (const int64_t T : {1, 2, 5, 9, 12})
        for (const double exponent : {0.0, 0.5, 1.0})
          for (const double average : {0.0, 0.4, 1.0})
            for (const double l2 : {0.0, 2.0})
              for (const size_t most : {size_t{64}, SgdMixture::kMax}) {
                if (!sampled && std::pow(units, std::ceil(static_cast<double>(T) / units)) > 1e5) continue;
                SgdStabilityInputs terms = make_terms(units, T, sampled, exponent, average, l2);
                if (cases % 3 == 0) terms.step_error = 1e-3, terms.output_error = 1e-4;
                if (cases % 5 == 0) terms.diameter = 0.5;
                const SgdStability stability = prepared(terms);
                SgdMixture mixture;
                make_mixture(stability, &mixture, most);
                const Law law = every_order(stability);
                const Compared it = compare(law, mixture);
                ASSERT_LE(it.excess, 1e-12) << sampled << units << " " << T << " " << exponent << average << l2;
                if (most == SgdMixture::kMax) loosest = std::max(loosest, it.mean_ratio);
                double exact_mean = 0;
                for (const auto &entry : law) exact_mean += entry.first * entry.second;
                EXPECT_GE(stability.expected(), exact_mean * (1 - 1e-12));
                ++cases;
              }
  evidence("stability", "%lld laws of distances above the exact ones over all orders, means greater by at most %.2f %%",
           static_cast<long long>(cases), 100 * (loosest - 1));
  EXPECT_LT(loosest, 1.05);
}

// One weight moved to a shorter length is seen.
TEST(SgdMixture, ControlAShorterLengthIsSeen) {
  const SgdStability stability = prepared(make_terms(5, 9, true, 0, 1, 0));
  SgdMixture mixture;
  make_mixture(stability, &mixture);
  mixture.probabilities[0] += mixture.probabilities[mixture.size / 2];
  mixture.probabilities[mixture.size / 2] = 0;
  EXPECT_GT(compare(every_order(stability), mixture).excess, 1e-6);
}

// Long runs by draws: shares of draws that pass a length, at 6 standard deviations. A false alarm in 10^9 for each of
// about 100 comparisons.
TEST(SgdMixture, LiesAboveDraws) {
  std::mt19937_64 random(23);
  const SgdStabilityInputs cases[] = {
      make_terms(1000, 1000, true, 0, 1, 0),    make_terms(1000, 3000, true, 0.5, 0.5, 0.05),
      make_terms(100, 40000, true, 0, 1, 0),    make_terms(100, 40000, true, 1, 1, 0.01),
      make_terms(300, 30000, true, 1, 0, 0.02), make_terms(500, 3200, false, 0, 1, 0)};
  for (const SgdStabilityInputs &terms : cases) {
    const SgdStability stability = prepared(terms);
    SgdMixture mixture;
    make_mixture(stability, &mixture);
    const int draws = 4000;
    std::vector<double> lengths;
    for (int i = 0; i < draws; ++i) {
      std::vector<int64_t> touches;
      const int64_t n = static_cast<int64_t>(terms.units);
      std::geometric_distribution<int64_t> gap(1 / terms.units);
      if (terms.sampled)
        for (int64_t t = 1 + gap(random); t <= terms.steps; t += 1 + gap(random)) touches.push_back(t);
      else
        for (int64_t pass = 0; pass * n < terms.steps; ++pass) {
          const int64_t t = pass * n + 1 + static_cast<int64_t>(random() % static_cast<uint64_t>(n));
          if (t <= terms.steps) touches.push_back(t);
        }
      lengths.push_back(stability.along(touches.data(), touches.size()));
    }
    std::sort(lengths.begin(), lengths.end());
    double passing = 0, mean = 0;
    for (const double length : lengths) mean += length / draws;
    for (size_t k = mixture.size; k-- > 0;) {
      passing += mixture.probabilities[k];
      const double below = k > 0 ? mixture.lengths[k - 1] : -1;  // all from here on are longer
      const double share =
          static_cast<double>(lengths.end() - std::upper_bound(lengths.begin(), lengths.end(), below)) / draws;
      ASSERT_LE(share, passing + 6 * std::sqrt(std::max(passing, 1e-3) / draws)) << k;
    }
    evidence("stability",
             "n %g, T %lld, alpha %g, %s: mean distance %.4g, of the mixture %.4g (+%.1f %%), expected() %.4g",
             terms.units, static_cast<long long>(terms.steps), terms.exponent, terms.sampled ? "sampled" : "permuted",
             mean, mixture.mean(), 100 * (mixture.mean() / mean - 1), stability.expected());
    EXPECT_LT(mixture.mean(), 1.1 * mean);
  }
}

// The closed form of Theorem 7 is never below ours.
TEST(SgdMixture, ThePaperIsNeverBelow) {
  double most = 0, least = INFINITY;
  int64_t cases = 0;
  for (const double n : {1.0, 2.0, 30.0, 1000.0, 1e6})
    for (const double passes : {0.01, 1.0, 10.0, 1000.0})
      for (const double exponent : {0.0, 0.25, 0.5, 0.75, 0.95, 1.0})
        for (const double eta : {1e-6, 1e-3, 0.9})
          for (const double radius : {0.1, 10.0, double{INFINITY}}) {
            if (n * passes < 1) continue;
            SgdStabilityInputs terms = make_terms(n, static_cast<int64_t>(n * passes), true, exponent, 1, 0);
            terms.step_size = eta, terms.radius = radius, terms.diameter = 2 * radius;
            terms.lipschitz = INFINITY, terms.gradient_at_zero = 0.5, terms.value_at_zero = 0.7;
            const SgdStability stability = prepared(terms);
            SgdMixture mixture;
            make_mixture(stability, &mixture, 64);
            for (const double gamma : {1e-12, 1e-6, 0.01, 0.5, 0.999}) {
              Error error(nullptr, "paper");
              double paper = 0;
              ASSERT_EQ(stability.paper(gamma, &paper, error), DPCVX_OK);
              const double ratio = stability.quantile(mixture, gamma) / paper;
              ASSERT_LE(ratio, 1) << n << " " << passes << " " << exponent << " " << eta << " " << gamma << " "
                                  << radius;
              most = std::max(most, ratio);
              if (ratio > 0) least = std::min(least, ratio);
              ++cases;
            }
          }
  evidence("stability", "our quantile / Theorem 7 over %lld settings: at most %.3f, at least %.2g",
           static_cast<long long>(cases), most, least);
}

TEST(SgdMixture, NoiseOfThreeForms) {
  Error error(nullptr, "noise");
  for (const double exponent : {0.0, 0.5, 1.0})
    for (const double n : {1e3, 1e5})
      for (const double passes : {1.0, 10.0}) {
        SgdStabilityInputs terms = make_terms(n, static_cast<int64_t>(n * passes), true, exponent, 1, 0);
        terms.step_size = 1 / std::sqrt(n * passes), terms.radius = 10, terms.gradient_at_zero = 1, terms.ridge = true;
        const SgdStability stability = prepared(terms);
        terms.sampled = false;
        const SgdStability permuted = prepared(terms);
        SgdMixture mixture, order;
        make_mixture(stability, &mixture);
        make_mixture(permuted, &order);
        for (const double epsilon : {0.1, 1.0, 4.0}) {
          const double delta = 1 / (n * n), tight = tight_noise(mixture, epsilon, delta);
          const double quantile = quantile_noise(mixture, epsilon, delta), other = tight_noise(order, epsilon, delta);
          mixture.amplified = false;
          const double plain = tight_noise(mixture, epsilon, delta);
          mixture.amplified = true;
          double paper = INFINITY;
          EXPECT_EQ(paper_noise(stability, epsilon, delta, &paper, error),
                    epsilon > 1 ? DPCVX_ERR_UNSUPPORTED : DPCVX_OK);
          EXPECT_LE(tight, plain);
          EXPECT_LE(plain, quantile);
          EXPECT_LE(quantile, paper);
          evidence("noise of SGD's output",
                   "alpha %.1f, n %g, T %g n, eta 1/sqrt(T), epsilon %g, delta 1/n^2: tight %.4g (not amplified "
                   "%.4g), permuted order %.4g, "
                   "quantile %.4g, the paper's %.4g",
                   exponent, n, passes, epsilon, tight, plain, other, quantile, paper);
          // The noise holds what it says.
          double given = 0, less = 0, met = 0;
          for (size_t i = 0; i < mixture.size; ++i) met += mixture.lengths[i] > 0 ? mixture.probabilities[i] : 0;
          const double farther = std::log1p(std::expm1(epsilon) / std::fmin(1, met));  // amplified: PROOFS.md, 11
          for (size_t i = 0; i < mixture.size; ++i) {
            given += mixture.probabilities[i] * dpcvx::privacy::gdp_delta(mixture.lengths[i] / tight, farther);
            less += mixture.probabilities[i] * dpcvx::privacy::gdp_delta(mixture.lengths[i] / tight / 0.999, farther);
          }
          EXPECT_LE(given, delta * (1 + 1e-9));
          EXPECT_GT(less, delta);
        }
      }
}

TEST(SgdMixture, IsFast) {
  double slowest = 0;
  for (const double n : {10.0, 1e3, 1e6})
    for (const double passes : {1.0, 30.0, 100.0})
      for (const bool sampled : {true, false})
        for (const double l2 : {0.0, 1e-4}) {
          const int64_t T = std::min<int64_t>(100000000, static_cast<int64_t>(n * passes));
          const SgdStability stability = prepared(make_terms(n, T, sampled, 0.5, 1, l2));
          SgdMixture mixture;
          double best = INFINITY;
          for (int i = 0; i < 3; ++i) {
            const double start = cpu_seconds();
            make_mixture(stability, &mixture);
            best = std::min(best, 1e3 * (cpu_seconds() - start));
          }
          slowest = std::max(slowest, best);
        }
  evidence("stability", "a mixture of up to %zu lengths, T up to 10^8: %.1f ms at most", SgdMixture::kMax, slowest);
  EXPECT_LT(slowest, 200);
}

// Settings of every size: answers are numbers, and in order.
TEST(SgdMixture, ExtremesStayInOrder) {
  std::mt19937_64 random(31);
  const auto power = [&](double low, double high) {
    return std::pow(10.0, low + (high - low) * std::generate_canonical<double, 53>(random));
  };
  int64_t prepared = 0;
  for (int i = 0; i < 3000; ++i) {
    SgdStabilityInputs terms = make_terms(std::floor(power(0, 15)), static_cast<int64_t>(power(0, 9)), i % 2 == 0,
                                          i % 5 == 0   ? 0
                                          : i % 5 == 1 ? 1
                                                       : std::generate_canonical<double, 53>(random),
                                          i % 3 == 0   ? 0
                                          : i % 3 == 1 ? 1
                                                       : power(-9, 0),
                                          0);
    terms.step_size = power(-30, 10), terms.holder = power(-20, 20), terms.ridge = i % 7 < 3;
    terms.lipschitz = i % 11 < 6 ? power(-20, 20) : INFINITY;
    terms.gradient_at_zero = power(-20, 20), terms.value_at_zero = power(-20, 20);
    terms.radius = i % 13 < 6 ? power(-20, 20) : INFINITY, terms.diameter = 2 * terms.radius;
    terms.l2 = i % 4 == 0 ? std::min(0.999, power(-20, 0)) / terms.step_size : 0;
    if (i % 6 == 0) terms.step_error = power(-20, 5), terms.step_defect = power(-20, 5);
    Error error(nullptr, "stability");
    SgdStability stability;
    const dpcvx_status status = stability.prepare(terms, error);
    if (status != DPCVX_OK) {
      ASSERT_EQ(status, DPCVX_ERR_UNSUPPORTED);
      continue;
    }
    ++prepared;
    SgdMixture mixture;
    make_mixture(stability, &mixture, 64);
    const double worst = stability.worst(), one = stability.after(1), usual = stability.quantile(mixture, 1e-3);
    ASSERT_TRUE(one >= 0 && one <= worst * (1 + 1e-9) && usual >= 0 && usual <= worst * (1 + 1e-9)) << i;
    ASSERT_TRUE(stability.expected() >= 0 && stability.expected() <= worst) << i;
    ASSERT_TRUE(mixture.mean() >= 0 && mixture.mean() <= worst * (1 + 1e-9)) << i;
    ASSERT_TRUE(stability.quantile(mixture, 1e-9) >= usual * (1 - 1e-12)) << i;
    ASSERT_FALSE(HasFailure()) << i;
  }
  EXPECT_GT(prepared, 1000);
}

// Steps whose squares, or that themselves, are below every double: no bound falls short of that of longer ones.
TEST(SgdMixture, StepsTooShortForDoublesAreNotForgotten) {
  for (const bool sampled : {true, false})
    for (const double exponent : {0.0, 0.5, 1.0})
      for (const double l2 : {0.0, 0.1})
        for (const bool anywhere : {true, false}) {
          SgdStabilityInputs terms = make_terms(2000, 1000, sampled, exponent, 0, 0);
          terms.holder = exponent == 0 ? 1 : 0x1p-40;
          if (anywhere) terms.lipschitz = INFINITY, terms.gradient_at_zero = terms.value_at_zero = 1;
          double shares[2] = {};
          for (const double eta : {1e-120, 1e-150, 1e-156, 1e-163, 1e-200, 1e-300, 1e-320}) {
            terms.step_size = eta, terms.l2 = l2 / eta;
            if (!(terms.l2 < INFINITY)) continue;
            const SgdStability stability = prepared(terms);
            SgdMixture mixture;
            make_mixture(stability, &mixture);
            const double now[] = {stability.worst() / eta, stability.quantile(mixture, 0.2) / eta};
            for (int k = 0; k < 2; ++k) {
              ASSERT_GE(now[k], shares[k] * (1 - 1e-9)) << eta << " " << exponent << l2 << anywhere << sampled;
              if (eta == 1e-120) shares[k] = now[k];
            }
          }
          terms.step_size = 1e-200, terms.l2 = l2 / 1e-200, terms.lipschitz = 1e-200;
          ASSERT_GT(prepared(terms).worst(), 0);
        }
}

// l2 that takes nearly all away: what is left, 1 - eta l2, must not be the product's rounding.
TEST(SgdMixture, WhatLongStepsLeaveIsNotRounding) {
  for (const double left : {1e-3, 1e-6, 1e-9, 1e-12, 1e-14, 3e-15})
    for (double eta : {0.3, 1 / 3.0, 0.7, 1.1, 1e-7 / 3, 7e5}) {
      SgdStabilityInputs terms = make_terms(10, 2, true, 1, 0, 0);
      terms.step_size = eta, terms.holder = 0, terms.l2 = (1 - left) / eta;
      const double product = eta * terms.l2, rest = std::fma(eta, terms.l2, -product);
      const long double q = (1.0L - product) - rest;
      const int64_t step = 1;
      ASSERT_GE(prepared(terms).along(&step, 1), static_cast<double>(q * 2 * eta)) << left << " " << eta;
    }
}

// Nothing to hide, or nothing but rounding.
TEST(SgdMixture, OfNoLength) {
  SgdStabilityInputs terms = make_terms(10, 20, true, 0, 1, 0);
  terms.lipschitz = 0, terms.holder = 0;
  for (const double error : {0.0, 1e-9}) {
    terms.step_error = error;
    const SgdStability stability = prepared(terms);
    SgdMixture mixture;
    make_mixture(stability, &mixture);
    EXPECT_EQ(mixture.size, 1u);
    EXPECT_EQ(mixture.lengths[0], stability.worst());
    EXPECT_EQ(stability.worst() > 0, error > 0);
    EXPECT_EQ(tight_noise(mixture, 1, 1e-6) > 0, error > 0);
  }
}

}  // namespace
