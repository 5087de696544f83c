// Several releases of stable data one after the other, until one tells nothing.
#include <gtest/gtest.h>

#include "../evidence.h"
#include "laws.h"
#include "privacy/gaussian.h"
#include "stability_worst.h"

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

}  // namespace
