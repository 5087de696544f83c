// Several releases of stable data one after the other, until one tells nothing.
#include <gtest/gtest.h>

#include "base/error.h"
#include "support/evidence.h"
#include "mechanism/laws.h"
#include "mechanism/propose_test_release/adaptive_composition.h"
#include "privacy/divergences/gdp.h"
#include "mechanism/propose_test_release/stability_worst.h"

using namespace dpcvx;
using namespace dpcvx::mechanism;
using worst::Real;

namespace {

StabilityLaw phase_law(double epsilon1, double edge, double mu) {
  dpcvx_error message;
  Error error(&message, "test");
  StabilityLaw law;
  EXPECT_EQ(law.make_phase(epsilon1, edge, mu, error), DPCVX_OK) << message.message;
  return law;
}

// The probabilities that one phase passes on neighbours.
struct Pair {
  Real pass, fail, other_pass, other_fail;
  bool far = false;  // their points may be anywhere
};

std::vector<Pair> pairs_of(const StabilityLaw &law, int64_t stride) {
  std::vector<Pair> pairs;
  const auto add = [&](int64_t a, int64_t b, bool far) {
    pairs.push_back({worst::real(law.tail(a)), worst::real(kFixedOne - law.tail(a)), worst::real(law.tail(b)),
                     worst::real(kFixedOne - law.tail(b)), far});
  };
  add(law.top(), law.top(), true);
  add(0, 0, false);
  for (int64_t a = 0; a <= law.top(); a += stride) {
    add(a, a + 1, false);
    add(a + 1, a, false);
  }
  return pairs;
}

// The exact hockey-stick of phases with these pairs, all shifts to the same side: where phase j stops the release, what
// is seen is j - 1 points.
Real delta_of(const std::vector<const Pair *> &phases, Real mu, Real epsilon) {
  Real pass = 1, other = 1, delta = 0, squares = 0;
  bool far = false;
  const auto part = [&](Real a, Real b) {
    if (far) return a;
    return squares == 0 ? std::max<Real>(0, a - std::exp(epsilon) * b)
                        : worst::stick(a, b, std::sqrt(squares), epsilon);
  };
  for (const Pair *phase : phases) {
    delta += part(pass * phase->fail, other * phase->other_fail);
    pass *= phase->pass;
    other *= phase->other_pass;
    squares += mu * mu;
    far = far || phase->far;
  }
  return delta + part(pass, other);
}

Real worst_of(const std::vector<Pair> &pairs, size_t phases, Real mu, Real epsilon) {
  Real most = 0;
  std::vector<size_t> at(phases, 0);
  for (;;) {
    std::vector<const Pair *> chosen;
    for (const size_t i : at) chosen.push_back(&pairs[i]);
    most = std::max(most, delta_of(chosen, mu, epsilon));
    size_t place = 0;
    while (place < phases && ++at[place] == pairs.size()) at[place++] = 0;
    if (place == phases) return most;
  }
}

// One phase is the composition of a bit and a Gaussian; its bit alone is (epsilon1, edge)-DP.
TEST(StabilityPhases, ThePassingIsAsPrivateAsItSays) {
  for (const double epsilon1 : {0.05, 0.3, 1.0, 5.0})
    for (const double edge : {1e-3, 1e-7, 1e-20}) {
      const StabilityLaw law = phase_law(epsilon1, edge, 0.1);
      Real most = 0;
      for (const Pair &pair : pairs_of(law, 1))
        most = std::max(most, std::max<Real>(0, pair.fail - std::exp(static_cast<Real>(epsilon1)) * pair.other_fail) +
                                  (pair.far ? pair.pass
                                            : std::max<Real>(0, pair.pass - std::exp(static_cast<Real>(epsilon1)) *
                                                                                pair.other_pass)));
      ASSERT_LE(most, edge * (1 + 1e-12L)) << epsilon1;
      ASSERT_GT(most, edge * 0.99L) << epsilon1;
      ASSERT_EQ(law.top(), phase_top(epsilon1, edge));
    }
}

TEST(StabilityPhases, AllSequencesOfPairsAreWithinTheClaim) {
  const double epsilon1 = 0.8, edge = 1e-4, mu = 0.4;
  const StabilityLaw law = phase_law(epsilon1, edge, mu);
  for (const size_t phases : {size_t{1}, size_t{2}, size_t{3}}) {
    const std::vector<Pair> pairs = pairs_of(law, phases == 3 ? 2 : 1);
    const Real count = static_cast<Real>(phases);
    Real share = 0;
    for (const Real epsilon : {0.5L, 1.5L, 3.0L}) {
      const Real exact = worst_of(pairs, phases, mu, epsilon);
      const Real claim = phases_delta(static_cast<int64_t>(phases), epsilon1, edge,
                                      static_cast<double>(mu * std::sqrt(count)), static_cast<double>(epsilon));
      ASSERT_LE(exact, claim * (1 + 1e-12L)) << phases;
      share = std::max(share, exact / claim);
      if (epsilon < 3) continue;
      // Controls: points twice as far as the noise is for; phases that are charged as one.
      EXPECT_GT(worst_of(pairs, phases, 2 * mu, epsilon), claim);
      if (phases > 1) {
        EXPECT_GT(exact, phases_delta(1, epsilon1, edge, static_cast<double>(mu), static_cast<double>(epsilon)));
      }
    }
    // Far out all that is left is the edge: one that is left out is caught.
    const Real lost = worst_of(pairs, phases, mu, 30);
    EXPECT_GT(lost,
              phases_delta(static_cast<int64_t>(phases), epsilon1, 0, static_cast<double>(mu * std::sqrt(count)), 30));
    evidence("stability", "%zu phases: the worst sequence of pairs has up to %.3Lf of the claimed delta, never above",
             phases, share);
  }
}

// Against the sum written out in long double; and more phases, levels or less noise never help.
TEST(StabilityPhases, TheSumIsRight) {
  for (const int64_t phases : {1, 4, 20})
    for (const double epsilon1 : {0.01, 0.2})
      for (const double mu : {0.05, 0.3}) {
        const double edge = 1e-8, epsilon = 1;
        const Real truth = 1 / (1 + std::exp(static_cast<Real>(-epsilon1)));
        Real rest = 0;
        for (int64_t k = 0; k <= phases; ++k) {
          Real choose = 1;
          for (int64_t i = 0; i < k; ++i) choose *= static_cast<Real>(phases - i) / (i + 1);
          rest += choose * std::pow(truth, static_cast<Real>(phases - k)) * std::pow(1 - truth, static_cast<Real>(k)) *
                  worst::stick(1, 1, mu, epsilon - static_cast<Real>(phases - 2 * k) * epsilon1);
        }
        const Real lost = -std::expm1(phases * std::log1p(static_cast<Real>(-edge)));
        const Real exact = lost + (1 - lost) * rest;
        const Real claim = phases_delta(phases, epsilon1, edge, mu, epsilon);
        ASSERT_GE(claim, exact * (1 - 1e-12L));
        ASSERT_LE(claim, exact * (1 + 1e-6L) + 1e-16L);
        ASSERT_LE(claim, phases_delta(phases + 1, epsilon1, edge, mu, epsilon));
        ASSERT_LE(claim, phases_delta(phases, epsilon1 * 1.1, edge, mu, epsilon));
        ASSERT_LE(claim, phases_delta(phases, epsilon1, edge, mu * 1.1, epsilon));
      }
}

double composed(const StabilityLaw &law, const std::vector<double> &mus, double epsilon) {
  dpcvx_error message;
  Error error(&message, "test");
  StabilityComposition composition;
  EXPECT_EQ(composition.prepare(mus.data(), static_cast<int64_t>(mus.size()), epsilon, error), DPCVX_OK);
  return composition.delta(&law, true, mus.data(), static_cast<int64_t>(mus.size()));
}

StabilityLaw point_law(double epsilon, double delta, double share) {
  dpcvx_error message;
  Error error(&message, "test");
  StabilityLaw law;
  EXPECT_EQ(law.make_point(epsilon, delta, share * privacy::gdp_mu_down(epsilon, delta), error), DPCVX_OK);
  return law;
}

// The exact worst of two phases whose second pair is chosen after the first point was seen: the mean over its loss of
// the worst of one phase, by the midpoint rule.
Real adaptive_worst_of_two(const std::vector<Pair> &pairs, Real mu, Real epsilon) {
  const auto one = [&](Real left) {
    Real most = 0;
    for (const Pair &pair : pairs) most = std::max(most, delta_of({&pair}, mu, left));
    return most;
  };
  constexpr Real kStep = 1.0L / 16;
  Real most = 0;
  for (const Pair &pair : pairs) {
    Real sum = std::max<Real>(0, pair.fail - std::exp(epsilon) * pair.other_fail);
    if (pair.far || pair.other_pass == 0) {
      most = std::max(most, sum + pair.pass);
      continue;
    }
    // Pairs that matter little are left out.
    if (sum + pair.pass * one(epsilon - std::log(pair.pass / pair.other_pass) - 3.5L * mu) < most / 4) continue;
    for (Real z = -7 + kStep / 2; z < 7; z += kStep)
      sum += pair.pass * kStep * 0.3989422804014327L * std::exp(-z * z / 2) *
             one(epsilon - std::log(pair.pass / pair.other_pass) - mu * mu / 2 - mu * z);
    most = std::max(most, sum);
  }
  return most;
}

TEST(StabilityComposition, TheWorstSequencesAreWithinIt) {
  const double epsilon = 1.5;
  const StabilityLaw law = point_law(0.75, 1e-4, 0.8);
  Real most = 0, least = INFINITY;
  for (const double mu : {0.15, 0.3})
    for (const size_t phases : {size_t{1}, size_t{2}, size_t{3}}) {
      const std::vector<Pair> pairs = pairs_of(law, phases == 3 ? 2 : 1);
      const double bound = composed(law, std::vector<double>(phases, mu), epsilon);
      const Real exact = worst_of(pairs, phases, mu, epsilon);
      ASSERT_LE(exact, bound) << phases << " " << mu;
      most = std::max(most, exact / bound);
      least = std::min(least, exact / bound);
      // Controls: points twice as far, and a phase that is not counted.
      EXPECT_GT(worst_of(pairs, phases, 2 * mu, epsilon), bound);
      if (phases > 1) {
        EXPECT_GT(exact, composed(law, std::vector<double>(phases - 1, mu), epsilon));
      }
    }
  EXPECT_GT(least, 0.3L);
  const std::vector<Pair> pairs = pairs_of(law, 1);
  const Real adaptive = adaptive_worst_of_two(pairs, 0.3, epsilon), fixed = worst_of(pairs, 2, 0.3, epsilon);
  const double bound = composed(law, {0.3, 0.3}, epsilon);
  EXPECT_GE(adaptive, fixed * 0.999L);
  EXPECT_LE(adaptive, bound);
  EXPECT_GT(adaptive, 0.9L * bound);
  evidence(
      "stability",
      "composition of 1, 2, 3 phases: fixed sequences of pairs have %.3Lf to %.3Lf of its delta, the worst adaptive "
      "one of two %.3Lf (fixed: %.3Lf)",
      least, most, adaptive / bound, fixed / bound);
}

// One phase is what the law of a point is proved with, but for the grid; and phases by randomized responses cost more.
TEST(StabilityComposition, AgreesWithWhatIsKnown) {
  for (const double epsilon : {0.2, 1.0, 5.0}) {
    const StabilityLaw law = point_law(epsilon, 1e-6, 0.8);
    const double one = composed(law, {law.mu()}, epsilon);
    EXPECT_GE(one, law.delta());
    EXPECT_LE(one, 1.4 * law.delta());
    const StabilityLaw phase = phase_law(0.1 * epsilon, 1e-8, 0.1);
    for (const size_t phases : {size_t{2}, size_t{6}}) {
      const double mu = 0.5 * privacy::gdp_mu_down(epsilon, 1e-6), each = mu / std::sqrt(static_cast<double>(phases));
      const double bound = composed(phase, std::vector<double>(phases, each), epsilon);
      EXPECT_LE(bound, 1.4 * phases_delta(static_cast<int64_t>(phases), 0.1 * epsilon, 1e-8, mu, epsilon));
      EXPECT_GT(bound, 0.99e-8 * static_cast<double>(phases));
    }
    // Unequal noises, in either order, are within those of the greater one.
    const double unequal = composed(law, {0.1 * epsilon, 0.01 * epsilon}, epsilon);
    EXPECT_LE(unequal, composed(law, {0.1 * epsilon, 0.1 * epsilon}, epsilon));
    EXPECT_GT(composed(law, {0.01 * epsilon, 0.1 * epsilon}, epsilon), composed(law, {0.1 * epsilon}, epsilon) * 0.7);
    EXPECT_GT(unequal, composed(law, {0.1 * epsilon}, epsilon) * 0.7);
  }
}

// Noise that is great or small beside epsilon: neither the grid nor what lies beyond its ends is too little, and what
// rounding adds does not grow with e^epsilon.
TEST(StabilityComposition, ExtremePricesAreComposed) {
  for (const double epsilon : {0x1p-16, 1e-3, 0.1, 20.0, 30.0})
    for (const double delta : {0.1, 1e-3, 1e-6})
      for (const bool unequal : {false, true}) {
        const double mu = 0.7 * privacy::gdp_mu_down(epsilon, delta);
        const int64_t top = phase_top(epsilon / 8, delta / 8);
        if (top < 0 || top > 1000) continue;
        const std::vector<double> mus =
            unequal ? std::vector<double>{mu, 0.1 * mu} : std::vector<double>{0.7 * mu, 0.7 * mu};
        const StabilityLaw law = phase_law(epsilon / 8, delta / 8, mu);
        const double bound = composed(law, mus, epsilon);
        const Real least = worst_of(pairs_of(law, std::max<int64_t>(1, top / 30)), 2, 0.1L * mu, epsilon);
        ASSERT_GE(bound, least) << epsilon << " " << delta;
        const double all = std::hypot(mus[0], mus[1]);
        ASSERT_LE(bound, 1.4 * phases_delta(2, epsilon / 8, delta / 8, all, epsilon)) << epsilon << " " << delta;
      }
}

TEST(StabilityComposition, PhasesNeedFewerLevels) {
  const double epsilon = 1, delta = 1e-6;
  dpcvx_error message;
  Error error(&message, "test");
  for (const int64_t phases : {1, 2, 3, 6}) {
    const double mu = 0.7 * privacy::gdp_mu_down(epsilon, delta);
    const std::vector<double> mus(static_cast<size_t>(phases), mu / std::sqrt(static_cast<double>(phases)));
    StabilityLaw law;
    bool found = false;
    ASSERT_EQ(make_phases(mus.data(), phases, epsilon, delta, &law, &found, error), DPCVX_OK) << message.message;
    ASSERT_TRUE(found);
    ASSERT_LE(composed(law, mus, epsilon), delta);
    if (phases <= 2) {
      ASSERT_LE(worst_of(pairs_of(law, 1), static_cast<size_t>(phases), mus[0], epsilon), delta);
    }
    int64_t responses = -1;
    for (double epsilon1 = 0.01; epsilon1 < 1; epsilon1 *= 1.02) {
      const double edge = 0.25 * delta / static_cast<double>(phases);
      if (phases_delta(phases, epsilon1, edge, mu, epsilon) <= delta) responses = phase_top(epsilon1, edge);
    }
    EXPECT_LT(law.top(), responses);
    evidence("stability",
             "%lld phases at epsilon 1, delta 1e-6, noise of 0.7 of the Gaussian mu in all: top %lld; by "
             "randomized responses %lld, each with its share of epsilon and delta %lld",
             static_cast<long long>(phases), static_cast<long long>(law.top()), static_cast<long long>(responses),
             static_cast<long long>(
                 point_top(epsilon / static_cast<double>(phases), delta / static_cast<double>(phases), mus[0])));
  }
  const double too_great = 2 * privacy::gdp_mu_down(epsilon, delta);
  StabilityLaw none;
  bool found = true;
  EXPECT_EQ(make_phases(&too_great, 1, epsilon, delta, &none, &found, error), DPCVX_OK);
  EXPECT_FALSE(found);
}

}  // namespace
