// Mixtures of Gaussian privacy against sums and integrals computed here, in long doubles.
#include "privacy/divergences/gdp_mixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string>
#include <vector>

#include "base/error.h"
#include "support/evidence.h"
#include "privacy/divergences/gdp.h"
#include "privacy/helpers.h"
#include "privacy/divergences/mixture_pairs.h"

namespace dpcvx {
namespace privacy {
namespace {

// Positive numbers of sum 1, up to rounding.
Numbers shares(Inputs &inputs, size_t size) {
  Numbers shares(size);
  double sum = 0;
  for (double &share : shares) sum += share = inputs.log_uniform(1e-4, 1);
  for (double &share : shares) share /= sum;
  return shares;
}

Numbers increasing(Inputs &inputs, size_t size, double low, double high) {
  Numbers numbers(size);
  for (double &number : numbers) number = inputs.log_uniform(low, high);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

TEST(Mixture, DeltaIsTheSum) {
  Inputs inputs(11);
  for (int trial = 0; trial < 200; ++trial) {
    const size_t size = 2 + static_cast<size_t>(inputs.below(6));
    Numbers mus = increasing(inputs, size, 0.3, 8);
    const Numbers probabilities = shares(inputs, size);
    if (trial % 2 == 0) mus[0] = 0;
    const Curve curve = mixture(mus, probabilities);
    for (const double epsilon : {0.0, 0.1, 1.0, 3.0, 10.0}) {
      const double exact = static_cast<double>(exact_delta(mus, probabilities, epsilon));
      if (exact < 1e-7) continue;  // the long sums cancel
      EXPECT_GE(curve.delta(epsilon), exact * (1 - 1e-12)) << trial << " " << epsilon;
      // What the sum lacks to 1, a few units in its last place, counts at the greatest mu.
      EXPECT_LE(curve.delta(epsilon), exact * (1 + 1e-12) + 1e-15) << trial << " " << epsilon;
    }
  }
}

// Where deltas are tiny: against logarithms of single ones, whose 60-digit values are tested elsewhere.
TEST(Mixture, TinyDeltas) {
  const Numbers mus = {0, 0.01, 0.05}, probabilities = {0.5, 0.25, 0.25};
  const Curve curve = mixture(mus, probabilities);
  for (const double epsilon : {0.3, 0.8, 1.5}) {
    const double expected = 0.25 * gdp_delta(0.05, epsilon) + 0.25 * gdp_delta(0.01, epsilon);
    EXPECT_GE(curve.delta(epsilon), expected);
    EXPECT_LE(curve.delta(epsilon), expected * (1 + 1e-12));
    EXPECT_GT(curve.delta(epsilon), 0);
  }
  EXPECT_GT(curve.delta(100), 0);  // what underflows is never 0
  EXPECT_LT(curve.delta(100), 1e-300);
}

TEST(Mixture, OneEntryIsGaussian) {
  for (const double mu : {0.0, 1e-300, 0.3, 7.0, 1e15}) {
    const Curve alone = mixture({mu}, {1}), with_none = mixture({2 * mu + 1, mu, mu}, {0, 0.5, 0.5});
    const Curve plain = curve_of({gdp(mu)});
    for (const double epsilon : {0.0, 0.5, 4.0}) {
      EXPECT_EQ(alone.delta(epsilon), plain.delta(epsilon));
      EXPECT_EQ(with_none.delta(epsilon), plain.delta(epsilon));
    }
    EXPECT_EQ(with_none.epsilon(1e-6), plain.epsilon(1e-6));
    EXPECT_EQ(with_none.gdp_mu(), mu);
    EXPECT_EQ(with_none[0].kind, Kind::kGdp);
  }
}

TEST(Mixture, EnormousMus) {
  const Curve curve = mixture({0, 1, 1e15, 1e300}, {0.5, 0.49, 0.005, 0.005});
  EXPECT_NEAR(curve.delta(1), 0.49 * 0.12693673750664394 + 0.01, 1e-12);
  EXPECT_GE(curve.delta(1), 0.49 * 0.12693673750664394 + 0.01);
  EXPECT_EQ(curve.epsilon(1e-3), INFINITY);  // the greatest two have more than that
  const double epsilon = curve.epsilon(0.02);
  EXPECT_LE(curve.delta(epsilon), 0.02);
  EXPECT_GE(curve.delta(epsilon * (1 - 1e-9)), 0.02);
  EXPECT_EQ(curve.epsilon(0.6), 0);
  EXPECT_EQ(curve.epsilon(0), INFINITY);
  EXPECT_EQ(curve.zcdp_rho(), INFINITY);
  EXPECT_EQ(curve.rdp(2), INFINITY);
  const Curve none = mixture({0, 0}, {0.5, 0.5});
  EXPECT_EQ(none.delta(0), 0);
  EXPECT_EQ(none.epsilon(1e-300), 0);
  EXPECT_EQ(none.rdp(2), 0);
}

// Every tail of what is kept is at least that of every mixture that was meant: stated numbers each rounded up, or a sum
// that falls short by what was cut off at the far end.
TEST(Mixture, SumsAreSettledUpwards) {
  Inputs inputs(12);
  for (int trial = 0; trial < 2000; ++trial) {
    const size_t size = 1 + static_cast<size_t>(inputs.below(40));
    std::vector<MixtureEntry> stated(size);
    const Numbers meant = shares(inputs, size);
    const bool above = trial % 2 == 0;
    for (size_t k = 0; k < size; ++k) {
      const double off = inputs.uniform(0, 1e-9);
      stated[k] = {static_cast<double>(inputs.below(30)), meant[k] * (above ? 1 + off : 1 - off)};
    }
    std::vector<MixtureEntry> settled = stated;
    settled.resize(settle_mixture(settled.data(), size));
    long double sum = 0;
    for (const MixtureEntry &entry : settled) sum += entry.probability;
    EXPECT_GE(sum, 1 - 1e-17L);
    EXPECT_LE(sum, 1 + 1e-15L);
    long double short_of = 1;  // what the stated numbers lack to 1 goes to the greatest mu
    for (size_t k = 0; k < size; ++k) short_of -= stated[k].probability;
    for (double mu = 0; mu < 31; ++mu) {
      long double kept = 0, asked = 0;
      for (const MixtureEntry &entry : settled) kept += entry.mu >= mu ? entry.probability : 0;
      for (size_t k = 0; k < size; ++k)
        asked += stated[k].mu >= mu ? static_cast<long double>(above ? meant[k] : stated[k].probability) : 0;
      if (!above && mu <= settled.back().mu) asked += short_of;
      EXPECT_GE(kept, std::fmin(asked, 1.0L) - 1e-17L) << trial << " " << mu;
    }
  }
}

TEST(Mixture, AListInAnyOrderIsTheSame) {
  const Curve a = mixture({3, 0, 1, 1}, {0.25, 0.25, 0.125, 0.375}), b = mixture({0, 1, 3}, {0.25, 0.5, 0.25});
  EXPECT_EQ(a[0].size, 3u);
  for (const double epsilon : {0.0, 1.0, 5.0}) EXPECT_EQ(a.delta(epsilon), b.delta(epsilon));
}

TEST(Mixture, EpsilonInvertsDelta) {
  Inputs inputs(13);
  for (int trial = 0; trial < 300; ++trial) {
    const size_t size = 2 + static_cast<size_t>(inputs.below(30));
    const Curve curve = mixture(increasing(inputs, size, 1e-3, 30), shares(inputs, size));
    const double delta = inputs.log_uniform(1e-200, 0.9), epsilon = curve.epsilon(delta);
    EXPECT_LE(curve.delta(epsilon), delta);
    EXPECT_TRUE(epsilon == 0 || curve.delta(epsilon * (1 - 1e-12)) > delta) << epsilon;
  }
}

TEST(Mixture, RenyiIsTheMoment) {
  Inputs inputs(14);
  for (int trial = 0; trial < 300; ++trial) {
    const size_t size = 2 + static_cast<size_t>(inputs.below(20));
    const Numbers mus = increasing(inputs, size, 1e-4, 20), probabilities = shares(inputs, size);
    const Curve curve = mixture(mus, probabilities);
    for (const double order : {1 + 0x1p-20, 1.01, 1.5, 2.0, 8.0, 100.0, 1e6}) {
      const long double t = order - 1.0L;
      const auto exponent = [&](size_t k) { return t * order * mus[k] * static_cast<long double>(mus[k]) / 2; };
      long double excess = 0, scaled = 0;
      for (size_t k = 0; k < size; ++k) excess += probabilities[k] * std::expm1(exponent(k));
      for (size_t k = 0; k < size; ++k) scaled += probabilities[k] * std::exp(exponent(k) - exponent(size - 1));
      const long double log_moment =
          exponent(size - 1) < 1000 ? std::log1p(excess) : exponent(size - 1) + std::log(scaled);
      const double exact = static_cast<double>(log_moment / t);
      EXPECT_GE(curve.rdp(order), exact * (1 - 1e-15)) << order;
      // In the second form the two logarithms may cancel.
      EXPECT_LE(curve.rdp(order), exact * (1 + 1e-9) + 1e-14 * static_cast<double>(exponent(size - 1) / t)) << order;
      EXPECT_LE(curve.rdp(order), order * mus[size - 1] * mus[size - 1] / 2 * (1 + 1e-14));
    }
    EXPECT_EQ(curve.gdp_mu(), mus[size - 1]);
    EXPECT_NEAR(curve.zcdp_rho(), mus[size - 1] * mus[size - 1] / 2, 1e-14 * curve.zcdp_rho());
  }
}

// Two laws, each a mixture of Gaussians whose k-th parts are within mus[k] of each other: the divergences never pass
// the curve's, in either order, and come up to it where the parts lie far apart, so that the choice is seen.
TEST(Mixture, NoPairOfMixturesPasses) {
  Inputs inputs(15);
  double worst = 0, min_seen = 1, worst_renyi = 0, control = INFINITY;
  for (int trial = 0; trial < 400; ++trial) {
    const size_t size = 2 + static_cast<size_t>(inputs.below(4));
    const Numbers mus = increasing(inputs, size, 0.2, 4), probabilities = shares(inputs, size);
    const bool seen = trial % 4 == 0;
    Pair pair;
    pair.probabilities = probabilities;
    for (size_t k = 0; k < size; ++k) {
      const double at = seen ? 40.0 * static_cast<double>(k) : inputs.uniform(-3, 3);
      const double shift = mus[k] * (seen ? 1 : inputs.uniform(-1, 1));
      pair.left.push_back(at);
      pair.right.push_back(at + (trial % 3 == 1 ? (shift < 0 ? -mus[k] : mus[k]) : shift));
    }
    const Curve curve = mixture(mus, probabilities);
    // The control: the greatest mu's weight at the one below.
    Numbers moved = mus;
    moved[size - 1] = moved[size - 2];
    const Curve less = mixture(moved, probabilities);
    double passed = 0;
    for (const double epsilon : {0.0, 0.3, 1.0, 2.0}) {
      const double truth = std::max(hockey_stick(pair, epsilon), hockey_stick(swapped(pair), epsilon));
      if (truth < 1e-6) continue;
      worst = std::max(worst, truth / curve.delta(epsilon));
      if (seen) min_seen = std::min(min_seen, truth / curve.delta(epsilon));
      passed = std::max(passed, truth / less.delta(epsilon));
    }
    if (seen) control = std::min(control, passed);
    for (const double order : {1.5, 2.0, 4.0})
      worst_renyi = std::max(worst_renyi, renyi(pair, order) / curve.rdp(order));
  }
  EXPECT_LE(worst, 1 + 1e-9);
  EXPECT_GE(min_seen, 1 - 1e-9);
  EXPECT_LE(worst_renyi, 1 + 1e-9);
  EXPECT_GE(worst_renyi, 0.999);
  EXPECT_GT(control, 1 + 1e-6);
  evidence("mixture",
           "400 pairs of mixtures of Gaussians by quadrature: greatest divergence over the curve %.9f (Renyi %.9f), at "
           "least %.9f where the choice is seen; control, the greatest mu's weight at the next: passed by %.6f or more",
           worst, worst_renyi, min_seen, control);
}

// The first part of both laws is the same, and the k-th parts lie within mus[k] of it and of each other: never passed,
// and attained by one other part that lies at the first in one of the laws. Where parts lie far from the first (the
// control) amplification claims too much.
TEST(Mixture, NoPairWithACommonPartPasses) {
  Inputs inputs(18);
  double worst = 0, attained = 1, control = INFINITY;
  for (int trial = 0; trial < 400; ++trial) {
    const size_t size = 2 + (trial % 4 == 0 ? 0 : static_cast<size_t>(inputs.below(4)));
    Numbers mus = increasing(inputs, size, 0.2, 4);
    const Numbers probabilities = shares(inputs, size);
    mus[0] = 0;
    Pair pair{probabilities, {0}, {0}}, far{probabilities, {0}, {0}};
    for (size_t k = 1; k < size; ++k) {
      const double place = trial % 4 == 0 ? 0 : inputs.uniform(-1, 1) * mus[k];
      const double low = std::max(-mus[k], place - mus[k]), high = std::min(mus[k], place + mus[k]);
      pair.left.push_back(place);
      pair.right.push_back(trial % 2 == 0 ? high : inputs.uniform(low, high));
      far.left.push_back(40.0 * static_cast<double>(k));
      far.right.push_back(far.left[k] + mus[k]);
    }
    const Curve curve = amplified(mus, probabilities), plain = mixture(mus, probabilities);
    double most = 0, passed = 0;
    for (const double epsilon : {0.0, 0.3, 1.0, 2.0}) {
      const double truth = std::max(hockey_stick(pair, epsilon), hockey_stick(swapped(pair), epsilon));
      EXPECT_LE(curve.delta(epsilon), plain.delta(epsilon) * (1 + 1e-12));
      if (truth > 1e-6) most = std::max(most, truth / curve.delta(epsilon));
      passed = std::max(passed, hockey_stick(far, epsilon) / curve.delta(epsilon));
    }
    worst = std::max(worst, most);
    if (trial % 4 == 0) attained = std::min(attained, most);
    control = std::min(control, passed);
  }
  EXPECT_LE(worst, 1 + 1e-9);
  EXPECT_GE(attained, 1 - 1e-9);
  EXPECT_GT(control, 1 + 1e-6);
  evidence("mixture",
           "400 pairs with a common part: greatest divergence over the amplified curve %.9f, at least %.9f with one "
           "other part at its place; control, parts far from the common one: passed by %.6f or more",
           worst, attained, control);
}

TEST(Mixture, AmplifiedEpsilonInvertsDelta) {
  Inputs inputs(19);
  for (int trial = 0; trial < 300; ++trial) {
    const size_t size = 2 + static_cast<size_t>(inputs.below(30));
    Numbers mus = increasing(inputs, size, 1e-3, 60), probabilities = shares(inputs, size);
    mus[0] = 0;
    for (size_t k = 1; k < size; ++k) probabilities[k] *= trial % 3 == 0 ? 1e-6 : 1;
    probabilities[0] = 0;
    double moved = 0;
    for (const double p : probabilities) moved += p;
    probabilities[0] = 1 - moved + 1e-12;  // so that nothing is missing
    const Curve curve = amplified(mus, probabilities), plain = mixture(mus, probabilities);
    const double delta = inputs.log_uniform(1e-100, 0.9), epsilon = curve.epsilon(delta);
    EXPECT_LE(epsilon, plain.epsilon(delta));
    EXPECT_LE(curve.delta(epsilon), delta * (1 + 1e-12));
    EXPECT_TRUE(epsilon == 0 || curve.delta(epsilon * (1 - 1e-11)) > delta) << epsilon;
    const long double q = moved, exact = std::log1p(q * std::expm1(static_cast<long double>(plain.epsilon(delta))));
    EXPECT_GE(epsilon, exact * (1 - 1e-15L));
    EXPECT_LE(epsilon, exact * (1 + 1e-12L));
    // The noise for that.
    const double scale = amplified_scale_within(mus.data(), probabilities.data(), size, 1, 1e-7);
    if (scale == 0) continue;
    Numbers scaled = mus;
    for (double &mu : scaled) mu /= scale;
    EXPECT_LE(amplified(scaled, probabilities).delta(1), 1e-7);
    for (double &mu : scaled) mu *= 1 + 1e-10;
    EXPECT_GT(amplified(scaled, probabilities).delta(1), 1e-7);
    EXPECT_LE(scale, mixture_scale_within(mus.data(), probabilities.data(), size, 1, 1e-7));
  }
}

// Composed with another mixture, a Gaussian, or itself: exactly the mixture over all pairs, mu^2 adding.
TEST(Mixture, CompositionsAreNeverBelowTheTruth) {
  Inputs inputs(16);
  for (int trial = 0; trial < 100; ++trial) {
    const Numbers mus = increasing(inputs, 3, 0.2, 2), probabilities = shares(inputs, 3);
    const Numbers others = trial % 3 == 0 ? mus : increasing(inputs, 2, 0.2, 2);
    const Numbers weights = trial % 3 == 0 ? probabilities : shares(inputs, 2);
    Numbers both, joint;
    for (size_t i = 0; i < mus.size(); ++i)
      for (size_t j = 0; j < others.size(); ++j) {
        both.push_back(std::hypot(mus[i], others[j]));
        joint.push_back(probabilities[i] * weights[j]);
      }
    dpcvx_error record;
    Error error(&record, "test");
    Curve curve = mixture(mus, probabilities);
    ASSERT_EQ(curve.append(mixture(others, weights), 1, error), DPCVX_OK);
    EXPECT_EQ(curve.size(), trial % 3 == 0 ? 1u : 2u);
    for (const double epsilon : {0.0, 0.5, 2.0}) {
      const double exact = static_cast<double>(exact_delta(both, joint, epsilon));
      EXPECT_GE(curve.delta(epsilon), exact * (1 - 1e-12));
      EXPECT_TRUE(exact < 1e-12 || curve.epsilon(exact) >= epsilon * (1 - 1e-9));
    }
    for (const double order : {1.5, 4.0})
      EXPECT_NEAR(curve.rdp(order), mixture(mus, probabilities).rdp(order) + mixture(others, weights).rdp(order),
                  1e-12 * curve.rdp(order));
  }
}

// With randomized response: the loss is epsilon0 or -epsilon0 beside the mixture's.
TEST(Mixture, ComposedWithAPurePart) {
  const Numbers mus = {0, 0.5, 1.5}, probabilities = {0.5, 0.25, 0.25};
  for (const double pure_epsilon : {0.1, 0.7, 2.0}) {
    dpcvx_error record;
    Error error(&record, "test");
    Curve curve = mixture(mus, probabilities);
    ASSERT_EQ(curve.add(pure(pure_epsilon), error), DPCVX_OK);
    const double p = 1 / (1 + std::exp(-pure_epsilon)), q = 1 - p;
    for (const double epsilon : {0.0, 0.5, 1.0, 3.0}) {
      // H = p H_mix(epsilon - pure) + q H_mix(epsilon + pure), and H at -e is e^-e H(e) + 1 - e^-e by symmetry.
      const auto at = [&](double e) {
        if (e >= 0) return exact_delta(mus, probabilities, e);
        return std::exp(static_cast<long double>(e)) * exact_delta(mus, probabilities, -e) - std::expm1(1.0L * e);
      };
      const double exact = static_cast<double>(p * at(epsilon - pure_epsilon) + q * at(epsilon + pure_epsilon));
      EXPECT_GE(curve.delta(epsilon), exact * (1 - 1e-12)) << pure_epsilon << " " << epsilon;
    }
  }
}

TEST(Mixture, ScaleIsTheLeast) {
  Inputs inputs(17);
  for (int trial = 0; trial < 200; ++trial) {
    const size_t size = 1 + static_cast<size_t>(inputs.below(40));
    Numbers lengths = increasing(inputs, size, 1e-3, 1e3);
    const Numbers probabilities = shares(inputs, size);
    if (trial % 2 == 0) lengths[0] = 0;
    const double epsilon = inputs.log_uniform(1e-2, 20), delta = inputs.log_uniform(1e-12, 1e-2);
    const double scale = mixture_scale_within(lengths.data(), probabilities.data(), size, epsilon, delta);
    const auto delta_at = [&](double sigma) {
      Numbers mus = lengths;
      for (double &mu : mus) mu = mu / sigma * (1 + 0x1p-51);
      return mixture_delta_up({mus.data(), probabilities.data(), size}, epsilon);
    };
    if (scale == 0) {
      double touched = 0;
      for (size_t k = 0; k < size; ++k) touched += lengths[k] > 0 ? probabilities[k] : 0;
      EXPECT_LE(touched, delta);
      continue;
    }
    EXPECT_LE(delta_at(scale), delta);
    EXPECT_GT(delta_at(scale * (1 - 1e-11)), delta) << scale;
  }
  const double none[2] = {0, 1}, rare[2] = {1 - 1e-7, 1e-7};
  EXPECT_EQ(mixture_scale_within(none, rare, 2, 1, 1e-6), 0);
  EXPECT_GT(mixture_scale_within(none, rare, 2, 1, 1e-8), 0);
}

// How much noise a count of touches needs against the most likely counts alone, and how long that takes.
TEST(Mixture, ScaleOfManyEntries) {
  const Numbers probabilities = binomial(100000, 0.01, 4096);
  Numbers lengths(4096);
  for (size_t k = 0; k < lengths.size(); ++k) lengths[k] = static_cast<double>(k);
  double least = INFINITY, scale = 0;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const std::clock_t start = std::clock();
    scale = mixture_scale_within(lengths.data(), probabilities.data(), lengths.size(), 1, 1e-6);
    least = std::min(least, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  EXPECT_LT(least, 0.2);
  evidence("mixture", "noise for 4096 lengths (a count of mean 1000): %.1f ms, sigma / mean length %.3f", 1e3 * least,
           scale / 1000);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
