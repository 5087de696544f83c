#include "mechanism/propose_test_release/threshold_law.h"

#include "base/error.h"
#include "support/evidence.h"
#include "mechanism/laws.h"
#include "mechanism/propose_test_release/choose_law.h"
#include "mechanism/propose_test_release/verify_law.h"
#include "mechanism/propose_test_release/gaussian_hockey_stick.h"
#include "privacy/divergences/gdp.h"
#include "random/natural.h"
#include "mechanism/propose_test_release/stability_worst.h"

#include <gtest/gtest.h>

using namespace dpcvx;
using namespace dpcvx::mechanism;
using worst::Real;
using worst::Tails;

namespace {

struct Price {
  double epsilon, delta;
};
constexpr Price kPrices[] = {{1, 1e-6}, {0.5, 1e-9}, {2, 1e-6}, {0.05, 1e-5}, {8, 1e-7}, {20, 1e-10}, {0.3, 0.05}};
constexpr double kShares[] = {0.1, 0.5, 0.8, 0.9, 0.99};

StabilityLaw point_law(double epsilon, double delta, double mu) {
  dpcvx_error message;
  Error error(&message, "test");
  StabilityLaw law;
  EXPECT_EQ(law.make_point(epsilon, delta, mu, error), DPCVX_OK) << message.message;
  return law;
}

StabilityLaw family_law(double epsilon, double delta, double mu) {
  dpcvx_error message;
  Error error(&message, "test");
  StabilityLaw law;
  EXPECT_EQ(law.make_family(epsilon, delta, mu, error), DPCVX_OK) << message.message;
  return law;
}

StabilityLaw chosen_law(LawKind kind, const LawParameters &terms, double epsilon, double delta) {
  dpcvx_error message;
  Error error(&message, "test");
  StabilityLaw law;
  EXPECT_EQ(choose_law(kind, terms, epsilon, delta, &law, error), DPCVX_OK) << message.message;
  return law;
}

random::Natural natural(Fixed x) {
  random::Natural high(static_cast<uint64_t>(x >> 64)), sum;
  random::shift(high, 64);
  random::add(high, random::Natural(static_cast<uint64_t>(x)), sum);
  return sum;
}

// times_down is the floor of the exact product, or one where that is more.
TEST(StabilityFixed, ProductsAreFloors) {
  laws::Stream stream("products");
  int saturated = 0, cut = 0;
  for (int i = 0; i < 200000; ++i) {
    const Fixed x = uniform_fixed(stream.rng) >> (stream.rng.next() % 127);
    const Factor factor{(stream.rng.next() >> 11) | (uint64_t{1} << 52),
                        static_cast<int>(stream.rng.next() % 280) - 80};
    const Fixed product = times_down(x, factor);
    random::Natural exact = natural(x), low = natural(product), high = natural(product + 1);
    random::multiply_word(exact, factor.mantissa);
    // product 2^shift <= x mantissa < (product + 1) 2^shift
    if (factor.shift >= 0) {
      random::shift(low, factor.shift);
      random::shift(high, factor.shift);
    } else {
      random::shift(exact, -factor.shift);
    }
    ASSERT_LE(random::compare(low, exact), 0) << i;
    if (product == kFixedOne) {
      ++saturated;
    } else {
      ++cut;
      ASSERT_LT(random::compare(exact, high), 0) << i;
    }
  }
  EXPECT_GT(saturated, 10000);
  EXPECT_GT(cut, 10000);
}

TEST(StabilityFixed, ConversionsBound) {
  laws::Stream stream("conversions");
  for (int i = 0; i < 100000; ++i) {
    const Fixed x = uniform_fixed(stream.rng) >> (stream.rng.next() % 127);
    ASSERT_GE(static_cast<Real>(fixed_up(x)), worst::real(x));
    ASSERT_LE(static_cast<Real>(fixed_down(x)), worst::real(x));
    const double value = fixed_to_double(x);
    ASSERT_LE(worst::real(fixed_from_down(value)), value);
    ASSERT_GE(worst::real(fixed_from_up(value)), value);
  }
}

// Against the definition in long double, on both sides of 0.
TEST(StabilitySticks, SignedDeltaIsABound) {
  for (const double mu : {1e-3, 0.1, 0.7, 3.0})
    for (double x = -6; x <= 6; x += 0.37) {
      const double epsilon = x * mu;
      const Real exact = worst::stick(1, 1, mu, epsilon);
      if (exact < 1e-12L) continue;
      const Real bound = signed_gdp_delta_up(mu, epsilon);
      ASSERT_GE(bound, exact * (1 - 1e-15L)) << mu << " " << epsilon;
      ASSERT_LE(bound, exact * (1 + 1e-9L) + 1e-16L) << mu << " " << epsilon;
    }
}

TEST(StabilitySticks, TheWalkEndsNextToTheLeastEpsilon) {
  for (const double mu : {1e-3, 0.2, 2.0})
    for (double delta = 1e-25; delta < 1; delta *= 7) {
      const double from = mu * (mu / 2 + std::sqrt(-2 * std::log(delta / 2))) * (1 + 1e-9);
      GaussianHockeyStick stick;
      stick.begin(mu, from);
      const double epsilon = stick.epsilon_up(delta);
      const double reached = signed_gdp_delta_up(mu, epsilon);
      ASSERT_LE(reached, delta);
      ASSERT_GT(reached, delta * (1 - 2e-4)) << mu << " " << delta;  // the walk stops within 1e-4
    }
}

// The whole mechanism on data where the score's step and the distance are attained: never above the claim, which the
// worst pair attains.
TEST(StabilityPoint, TheWorstPairHasTheClaimedDelta) {
  Real min_share = 1;
  int laws_checked = 0;
  for (const Price &price : kPrices)
    for (const double share : kShares) {
      const double mu = share * privacy::gdp_mu_down(price.epsilon, price.delta);
      const StabilityLaw law = point_law(price.epsilon, price.delta, mu);
      const Tails tails = worst::tails_of(law);
      const Real exact = worst::point_delta(tails, mu, price.epsilon);
      ASSERT_LE(exact, law.delta() * (1 + 1e-9L)) << price.epsilon << " " << share;
      const double proved = proved_point_delta(tails.data(), tails.size(), mu, price.epsilon);
      ASSERT_EQ(proved, law.delta());
      ASSERT_LE(proved, price.delta) << price.epsilon << " " << share;
      ASSERT_GE(proved, exact * (1 - 1e-9L));
      ASSERT_EQ(point_top(price.epsilon, price.delta, mu), law.top());
      min_share = std::min(min_share, exact / price.delta);
      ++laws_checked;
    }
  EXPECT_GT(min_share, 0.999L);
  evidence("stability",
           "laws of a point: %d, hockey-stick of the worst pair at least %.6Lf of the claimed delta, never above",
           laws_checked, min_share);
}

// Each probability is the least there can be, the integers' grain apart: no law has a lesser top (PROOFS_STABILITY.md).
TEST(StabilityPoint, NoProbabilityCanBeLess) {
  for (const Price &price : kPrices) {
    const double mu = 0.8 * privacy::gdp_mu_down(price.epsilon, price.delta);
    const Tails tails = worst::tails_of(point_law(price.epsilon, price.delta, mu));
    for (size_t r = 1; r + 1 < tails.size(); ++r) {
      // Rates are renewed after a thirty-second of the probability: what that costs is allowed for.
      const Real q = worst::real(tails[r]), before = worst::real(tails[r - 1]);
      const Real moved = q - 0.05L * std::min(before - q, q);
      const Real up = std::max<Real>(0, (1 - moved) - std::exp(static_cast<Real>(price.epsilon)) * (1 - before)) +
                      worst::stick(moved, before, mu, price.epsilon);
      ASSERT_GT(std::max(up, worst::stick(before, moved, mu, price.epsilon)), price.delta * 1.0001L) << r;
    }
  }
}

// What must be caught: each is a law or a claim that is wrong by a little.
TEST(StabilityPoint, WrongOnesAreCaught) {
  const double epsilon = 1, delta = 1e-6, mu = 0.8 * privacy::gdp_mu_down(epsilon, delta);
  const Tails tails = worst::tails_of(point_law(epsilon, delta, mu));
  const Real right = worst::point_delta(tails, mu, epsilon);
  ASSERT_LE(right, delta);
  // The distance halved: points are twice as far as the noise is for.
  const Real halved = worst::point_delta(tails, 2 * mu, epsilon);
  EXPECT_GT(halved, 2 * delta);
  // One level less, cut off at the top or at the bottom.
  const Real cut = worst::point_delta(Tails(tails.begin(), tails.end() - 1), mu, epsilon);
  EXPECT_GT(cut, 1.1L * delta);
  Tails shifted(tails.begin() + 1, tails.end());
  shifted[0] = kFixedOne;
  EXPECT_GT(worst::point_delta(shifted, mu, epsilon), 2 * delta);
  // A score that moves by two.
  const Real steps = worst::point_delta(tails, mu, epsilon, 2);
  EXPECT_GT(steps, 2 * delta);
  // One probability moved by a twentieth of its step, up or down, is caught at every level but the last.
  int caught = 0;
  for (size_t r = 1; r + 1 < tails.size(); ++r)
    for (const int side : {-1, 1}) {
      Tails moved = tails;
      const Fixed by = std::min(tails[r - 1] - tails[r], tails[r] - tails[r + 1]) / 20;
      moved[r] = side > 0 ? moved[r] + by : moved[r] - by;
      caught += worst::point_delta(moved, mu, epsilon) > 1.0001L * delta;
    }
  EXPECT_EQ(caught, 2 * static_cast<int>(tails.size() - 2));
  // Points that are far where one score only is at the top.
  const int64_t top = static_cast<int64_t>(tails.size()) - 1;
  EXPECT_GT(worst::pair_delta(tails, top - 1, top, INFINITY, epsilon), 1.1L * delta);
  // Truncated Laplace levels whose epsilon is left out of the sum.
  LawParameters terms;
  terms.form = DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE;
  const StabilityLaw split = chosen_law(LawKind::kPoint, terms, epsilon, delta);
  const Tails levels = worst::tails_of(split);
  EXPECT_LE(worst::point_delta(levels, split.mu(), epsilon), delta);
  const Real left_out = worst::point_delta(levels, split.mu(), epsilon - split.step());
  EXPECT_GT(left_out, 1.5L * delta);
  // Their p_0 taken for half of what it is: one kappa less than that needs.
  EXPECT_GT(worst::real(levels.back()) * 2, 0.2L * delta);
  evidence(
      "stability",
      "controls at epsilon 1, delta 1e-6, as multiples of delta: right %.4Lf; distance halved %.0Lf, one level less "
      "%.2Lf, a score's step of two %.0Lf, the levels' epsilon left out %.0Lf, one probability moved %d of %d caught",
      right / delta, halved / delta, cut / delta, steps / delta, left_out / delta, caught,
      2 * static_cast<int>(tails.size() - 2));
}

// A draw passes a score as often as it says: chi-square of the levels, deviate beyond 6 with probability 1e-9.
TEST(StabilityLaw, DrawsFollowTheLaw) {
  const double mu = 0.8 * privacy::gdp_mu_down(1, 1e-3);
  const StabilityLaw drawn[] = {point_law(1, 1e-3, mu), family_law(1, 1e-3, mu)};
  laws::Stream stream("levels");
  for (const StabilityLaw &law : drawn) {
    std::vector<int64_t> counts(static_cast<size_t>(law.top()) + 1);
    laws::Law expected;
    for (int64_t r = 0; r <= law.top(); ++r) expected.push_back(worst::real(law.tail(r) - law.tail(r + 1)));
    for (int i = 0; i < 400000; ++i) ++counts[static_cast<size_t>(law.draw(stream.rng))];
    EXPECT_LT(laws::chi_square_deviate(counts, expected), 6);
    // The control: the law of one level more.
    laws::Law moved(expected.begin() + 1, expected.end());
    moved.push_back(expected[0]);
    EXPECT_GT(laws::chi_square_deviate(counts, moved), 6);
    EXPECT_EQ(law.pass(0), 1);
    EXPECT_EQ(law.pass(-5), 1);
    EXPECT_EQ(law.pass(law.top() + 1), 0);
    EXPECT_EQ(law.tail(law.top() + 1), Fixed{0});
  }
}

// Far ends: the smallest deltas and epsilons that are taken, and what is refused.
TEST(StabilityLaw, EndsOfTheRange) {
  for (const Price &price : {Price{1, 1e-29}, Price{0.01, 1e-20}, Price{500, 1e-6}, Price{1e-3, 1e-9}, Price{3, 0.9}}) {
    const double mu = 0.7 * privacy::gdp_mu_down(price.epsilon, price.delta);
    const StabilityLaw law = point_law(price.epsilon, price.delta, mu);
    const Tails tails = worst::tails_of(law);
    EXPECT_LE(proved_point_delta(tails.data(), tails.size(), mu, price.epsilon), price.delta) << price.epsilon;
    EXPECT_LE(family_law(price.epsilon, price.delta, mu).delta(), price.delta);
  }
  dpcvx_error message;
  Error error(&message, "test");
  StabilityLaw law;
  EXPECT_EQ(law.make_point(1, 1e-31, 0.01, error), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(law.make_family(1, 0, 0.01, error), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(law.make_point(1e-7, 1e-6, 0.01, error), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(law.make_point(NAN, 1e-6, 0.01, error), DPCVX_ERR_ARGUMENT);
  const double most = privacy::gdp_mu_down(1, 1e-6);
  for (const double mu : {most * (1 + 1e-9), 1e9, 0.0, -1.0, static_cast<double>(NAN)}) {
    EXPECT_EQ(law.make_point(1, 1e-6, mu, error), DPCVX_ERR_ARGUMENT) << mu;
    EXPECT_EQ(law.make_family(1, 1e-6, mu, error), DPCVX_ERR_ARGUMENT) << mu;
    EXPECT_EQ(point_top(1, 1e-6, mu), -1);
    EXPECT_EQ(family_top(1, 1e-6, mu), -1);
  }
}

// The paper's constants are as it says, and hold for every price.
TEST(StabilitySplit, ThePapersConstantsHold) {
  double most = 0;
  for (const double epsilon : {0.01, 0.1, 1.0, 3.0, 10.0, 50.0, 400.0})
    for (const double delta : {0.3, 1e-3, 1e-6, 1e-12, 1e-25}) {
      LawParameters terms;
      terms.form = DPCVX_TEST_RELEASE_FORM_REFERENCE;
      const StabilityLaw law = chosen_law(LawKind::kFamily, terms, epsilon, delta);
      const double bar = delta / (std::exp(epsilon / 2) + 2);
      EXPECT_EQ(law.top(), 2 + 2 * static_cast<int64_t>(std::ceil(std::log(1 / bar) / (epsilon / 2))));
      EXPECT_NEAR(law.mu(), epsilon / 2 / std::sqrt(2 * std::log(2 / bar)), 1e-12 * law.mu());
      most = std::max(most, law.delta() / delta);
    }
  EXPECT_LT(most, 0.2);
  evidence("stability", "the paper's constants hold; their proved delta is at most %.3f of what is asked for", most);
}

// The split statements hold, with room, and what they cost against the tight ones.
TEST(StabilitySplit, TheTightLawsCostLess) {
  for (const Price &price : {Price{0.5, 1e-6}, Price{1, 1e-6}, Price{2, 1e-6}, Price{4, 1e-9}, Price{8, 1e-6}})
    for (const LawKind kind : {LawKind::kPoint, LawKind::kFamily}) {
      LawParameters terms;
      const StabilityLaw tight = chosen_law(kind, terms, price.epsilon, price.delta);
      terms.form = DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE;
      const StabilityLaw split = chosen_law(kind, terms, price.epsilon, price.delta);
      terms.top = split.top();
      terms.form = DPCVX_TEST_RELEASE_FORM_EXACT;
      const StabilityLaw same_top = chosen_law(kind, terms, price.epsilon, price.delta);
      EXPECT_LE(same_top.top(), split.top());
      EXPECT_GT(same_top.mu(), 1.15 * split.mu());
      const Tails tails = worst::tails_of(split);
      EXPECT_LE(worst::point_delta(tails, split.mu(), price.epsilon), price.delta);
      const bool family = kind == LawKind::kFamily;
      evidence(
          "stability",
          "%s at epsilon %g, delta %g: split, optimised: top %lld, mu %.4f; tight: top %lld, mu %.4f; tight at the "
          "split's top: mu %.4f (Gaussian alone %.4f)",
          family ? "family" : "point", price.epsilon, price.delta, static_cast<long long>(split.top()), split.mu(),
          static_cast<long long>(tight.top()), tight.mu(), same_top.mu(),
          privacy::gdp_mu_down(price.epsilon, price.delta));
    }
}

TEST(StabilityChoice, OptionsSetWhatTheySay) {
  LawParameters terms;
  terms.top = 45;
  const StabilityLaw law = chosen_law(LawKind::kPoint, terms, 1, 1e-6);
  EXPECT_EQ(law.top(), 45);
  EXPECT_GT(point_top(1, 1e-6, law.mu() * 1.0001), 45);  // the most that this top has
  terms.top = 0;
  terms.noise_mu_fraction = 0.9;
  const double most = privacy::gdp_mu_down(1, 1e-6);
  EXPECT_EQ(chosen_law(LawKind::kPoint, terms, 1, 1e-6).mu(), 0.9 * most);
  EXPECT_EQ(chosen_law(LawKind::kFamily, terms, 1, 1e-6).mu(), 0.9 * most);
  terms.noise_mu_fraction = 0;
  terms.form = DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE;
  terms.level_epsilon_fraction = 0.25;
  EXPECT_NEAR(chosen_law(LawKind::kPoint, terms, 1, 1e-6).step(), 0.25, 1e-6);
  terms.level_epsilon_fraction = 0;
  terms.top = 80;
  EXPECT_LE(chosen_law(LawKind::kFamily, terms, 1, 1e-6).top(), 80);
  // What does not go together.
  dpcvx_error message;
  Error error(&message, "test");
  StabilityLaw none;
  for (const LawParameters &wrong : {LawParameters{DPCVX_TEST_RELEASE_FORM_EXACT, 0.5, 0, 0},
                                     LawParameters{DPCVX_TEST_RELEASE_FORM_EXACT, 0, 9, 0.5},
                                     LawParameters{DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE, 0, 0, 0.5},
                                     LawParameters{DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE, 0.5, 9, 0},
                                     LawParameters{DPCVX_TEST_RELEASE_FORM_REFERENCE, 0, 9, 0},
                                     LawParameters{DPCVX_TEST_RELEASE_FORM_EXACT, 0, 5, 0},
                                     LawParameters{DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE, 0, 5, 0}})
    EXPECT_EQ(choose_law(LawKind::kPoint, wrong, 1, 1e-6, &none, error), DPCVX_ERR_ARGUMENT) << message.message;
}

// The default is the law of least cost: no other mu has a lesser one, a percent apart.
TEST(StabilityChoice, TheDefaultCostsLeast) {
  for (const Price &price : {Price{1, 1e-6}, Price{4, 1e-9}, Price{0.2, 1e-5}}) {
    const StabilityLaw law = chosen_law(LawKind::kPoint, LawParameters(), price.epsilon, price.delta);
    const double cost = (static_cast<double>(law.top()) + 1) / law.mu();
    const double most = privacy::gdp_mu_down(price.epsilon, price.delta);
    for (double share = 0.02; share < 1; share += 0.01) {
      const int64_t top = point_top(price.epsilon, price.delta, share * most);
      ASSERT_GT((static_cast<double>(top) + 1) / (share * most), cost * 0.96) << price.epsilon << " " << share;
    }
  }
}

}  // namespace
