// What stable minima cost: the noise of every instance over that of a user as one record.
#include "solve/stable/sensitivity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "support/evidence.h"
#include "mechanism/propose_test_release/threshold_law.h"
#include "privacy/divergences/gdp.h"

namespace {

using namespace dpcvx::solve;

constexpr double kEpsilon = 1, kDelta = 1e-6;

SensitivityInputs facts_of(Instance instance, double units, double ratio) {
  SensitivityInputs facts;
  facts.instance = instance;
  facts.units = units;
  facts.lipschitz = 1;
  facts.smoothness = ratio;
  facts.convexity = 1;
  facts.reach = 1;  // G / mu
  return facts;
}

// Over 2 G / (mu n) / gdp_mu; infinite where there are too few users.
double noise_ratio(Instance instance, const NoiseLevelGrid &menu, double units, double threshold, double ratio) {
  SensitivityParameters terms;
  const double mu = choose_stability_mu(facts_of(instance, units, ratio), threshold, menu, &terms);
  if (!(mu > 0)) return INFINITY;
  return terms.distance / mu / (2 / units / dpcvx::privacy::gdp_mu_down(kEpsilon, kDelta));
}

// A plan for a small price and few units may not count the million levels that they cannot have.
TEST(StabilityMenus, EndWhereUnitsAreTooFew) {
  for (const Instance instance : {Instance::kSoft, Instance::kHard}) {
    const NoiseLevelGrid few(instance, 1e-4, 1e-5, 30), many(instance, 1, 1e-6, 1e9);
    ASSERT_EQ(few.size(), 1);
    EXPECT_GT(stability_min_units(few.top(0)), 30);
    ASSERT_EQ(many.size(), NoiseLevelGrid::kMax);
    int fitting = 2;
    while (many.top(fitting) == many.top(fitting + 1)) ++fitting;
    const NoiseLevelGrid some(instance, 1, 1e-6, static_cast<double>(stability_min_units(many.top(fitting))));
    ASSERT_EQ(some.size(), fitting + 2);
    for (int k = 0; k < some.size(); ++k) EXPECT_EQ(some.mu(k), many.mu(k));
    for (int k = 0; k <= fitting; ++k) EXPECT_EQ(some.top(k), many.top(k));
    EXPECT_GT(some.top(fitting + 1), some.top(fitting));  // counted no further than that
    // What is refined has the same top, and a little more has another.
    const double before = many.mu(fitting);
    many.refine(fitting, 1e-4);
    EXPECT_GT(many.mu(fitting), before);
    EXPECT_EQ(many.top_of(many.mu(fitting)), many.top(fitting));
    EXPECT_NE(many.top_of(many.max_mu(fitting) * (1 + 1e-9)), many.top(fitting));
  }
}

// Levels are counted once an entry is asked for, and the tops of those before bound it.
TEST(StabilityMenus, BoundTopsThatAreNotCounted) {
  const NoiseLevelGrid grid(Instance::kSoft, 1, 1e-6, 1e9), other = grid;
  EXPECT_EQ(grid.min_top_of(20), grid.top(0));
  EXPECT_EQ(other.top(10), grid.top(10));
  EXPECT_EQ(grid.min_top_of(20), grid.top(10));
  for (int k = 1; k < NoiseLevelGrid::kMax; ++k) {
    EXPECT_LE(other.min_top_of(k), other.top(k));
    EXPECT_GE(other.top(k), other.top(k - 1));
    EXPECT_EQ(other.top(k), dpcvx::mechanism::point_top(1, 1e-6, other.mu(k)));
  }
}

// Entries are left out by what they cost at least. Exact: every entry, refined. The grid of all questions keeps what
// earlier ones counted and refined.
TEST(StabilityMenus, HaveTheLeastOfAllEntries) {
  const double precision = dpcvx::solve::GridSearch().precision;
  int asked = 0;
  for (const Instance instance : {Instance::kSoft, Instance::kHard, Instance::kPublicPoint}) {
    const NoiseLevelGrid fresh(instance, kEpsilon, kDelta, 1e9), all = fresh, kept = fresh;
    for (int k = 0; k < all.size(); ++k) all.top(k), all.refine(k, precision);
    for (const double sides : {1.0, 2.0})
      for (const double units : {300.0, 3e3, 1e5})
        for (const double ratio : {1.0, 30.0, 3e4})
          for (const double threshold : {0.0, 0.02, 0.3, 1.0}) {
            SensitivityInputs facts = facts_of(instance, units, ratio);
            facts.sides = sides;
            SensitivityParameters terms;
            double least = INFINITY;
            for (int k = 0; k < all.size(); ++k)
              if (stability_terms(facts, threshold, all.top(k), &terms))
                least = std::min(least, terms.distance / all.mu(k));
            const NoiseLevelGrid own = fresh;
            for (const NoiseLevelGrid *grid : {&own, &kept}) {
              const double mu = choose_stability_mu(facts, threshold, *grid, &terms);
              EXPECT_EQ(mu > 0 ? terms.distance / mu : INFINITY, least) << units << " " << ratio << " " << threshold;
              ++asked;
            }
          }
  }
  EXPECT_EQ(asked, 432);
}

TEST(SensitivityParameters, NoiseAgainstAUserAsOneRecord) {
  const Instance instances[] = {Instance::kSoft, Instance::kHard, Instance::kPublicPoint};
  NoiseLevelGrid menus[3];
  for (int k = 0; k < 3; ++k) menus[k] = NoiseLevelGrid(instances[k], kEpsilon, kDelta, 1e9);
  for (double ratio : {0.0, 2.5, 25.0})
    for (double threshold : {0.02, 0.05, 0.2}) {
      double cells[3][4];
      for (int k = 0; k < 3; ++k)
        for (int e = 0; e < 4; ++e)
          cells[k][e] = noise_ratio(instances[k], menus[k], 1000 * std::pow(10, e), threshold, ratio);
      evidence(
          "stability noise",
          "beta/mu %.1f, gamma_0/G %.2f, n = 10^3 ... 10^6, noise over a user's as one record: soft %.3f %.3f %.3f "
          "%.3f, hard %.2f %.2f %.3f %.3f, public point %.3f %.3f %.3f %.3f",
          ratio, threshold, cells[0][0], cells[0][1], cells[0][2], cells[0][3], cells[1][0], cells[1][1], cells[1][2],
          cells[1][3], cells[2][0], cells[2][1], cells[2][2], cells[2][3]);
      // Never far from gamma_0 / G once n is a few times top (1 + beta/mu).
      EXPECT_LT(cells[0][3], 1.05 * threshold);
      for (int e = 1; e < 4; ++e) EXPECT_LT(cells[0][e], 1.01 * cells[0][e - 1]);
    }
  // What one stage with a law of truncated Laplace levels, split in halves, needs.
  EXPECT_LT(noise_ratio(Instance::kSoft, menus[0], 1e3, 0.05, 0), 0.15 * 0.76);
  EXPECT_LT(noise_ratio(Instance::kSoft, menus[0], 1e4, 0.05, 2.5), 0.25 * 0.31);
  EXPECT_LT(noise_ratio(Instance::kSoft, menus[0], 1e5, 0.05, 25), 0.25 * 0.25);
}

// Their Algorithms 1 and 2 as they stand: noise for 8 kappa Delta, Delta what one deletion may do. At best Delta is
// gamma_0 / (mu n); by their Theorem 3.6 with a union bound over sets (failure 1 / n) it is 5 G sqrt(((r + 1) log n +
// log n) / m) / (mu (n - r - 1)), r = 4 kappa.
TEST(SensitivityParameters, ThePapersNoiseAgainstAUserAsOneRecord) {
  dpcvx::Error error(nullptr, "");
  dpcvx::mechanism::StabilityLaw law;
  ASSERT_EQ(law.make_paper(kEpsilon, kDelta, error), DPCVX_OK);
  const double kappa = static_cast<double>(law.top()) / 2, n = 1e4, r = 4 * kappa;
  const double each = 8 * kappa / law.mu() / (2 / dpcvx::privacy::gdp_mu_down(kEpsilon, kDelta));  // per Delta mu n / G
  const double bound = 5 * std::sqrt((r + 2) * std::log(n)) / (1 - (r + 1) / n);                   // over sqrt(m)
  evidence("stability noise",
           "the paper's literal noise (kappa = %.0f, any n > %.0f and beta/mu) over a user's as one record: %.1f %.1f "
           "%.1f for gamma_0/G 0.02 0.05 0.2; with its own Delta at n = 10^4 it is less from m = %.2g records on",
           kappa, r, each * 0.02, each * 0.05, each * 0.2, each * bound * each * bound);
  const NoiseLevelGrid menu(Instance::kSoft, kEpsilon, kDelta, 1e9);
  EXPECT_GT(each * 0.05, 50 * noise_ratio(Instance::kSoft, menu, 1e4, 0.05, 2.5));
}

TEST(SensitivityParameters, OneStageAgainstSeveral) {
  const NoiseLevelGrid menu(Instance::kSoft, kEpsilon, kDelta, 1e9);
  const double points[3][2] = {{1e3, 0}, {1e4, 2.5}, {1e5, 25}};
  for (const double(&point)[2] : points) {
    double noise[4];
    for (int stages = 1; stages <= 4; ++stages) {
      SensitivityInputs facts = facts_of(Instance::kSoft, point[0], point[1]);
      facts.max_stages = stages;
      SensitivityParameters terms;
      const double mu = choose_stability_mu(facts, 0.05, menu, &terms);
      ASSERT_GT(mu, 0);
      noise[stages - 1] = terms.distance / mu * point[0] / 2 * dpcvx::privacy::gdp_mu_down(kEpsilon, kDelta);
      EXPECT_LE(noise[stages - 1], noise[std::max(0, stages - 2)] * (1 + 1e-9));
    }
    evidence("stability noise", "n %.0f, beta/mu %.1f, gamma_0 0.05 G: %.3f, %.3f, %.3f, %.3f with 1 to 4 stages",
             point[0], point[1], noise[0], noise[1], noise[2], noise[3]);
  }
}

// More of anything that hurts makes the distance greater.
TEST(SensitivityParameters, DistanceGrowsWithWhatHurts) {
  for (Instance instance : {Instance::kSoft, Instance::kHard, Instance::kPublicPoint}) {
    const SensitivityInputs facts = facts_of(instance, 500, 1);
    const auto distance = [](const SensitivityInputs &it, double threshold, int64_t top) {
      SensitivityParameters terms;
      EXPECT_TRUE(stability_terms(it, threshold, top, &terms));
      return terms.distance;
    };
    const double base = distance(facts, 0.1, 10);
    EXPECT_GT(distance(facts, 0.11, 10), base);
    EXPECT_GT(distance(facts, 0.1, 11), base);
    for (int k = 0; k < 6; ++k) {
      SensitivityInputs worse = facts;
      double *const which[] = {&worse.units,     &worse.lipschitz, &worse.smoothness,
                               &worse.convexity, &worse.tolerance, &worse.rounding};
      if (k == 0 || k == 3)
        *which[k] *= 0.9;
      else
        *which[k] += 1e-3;
      EXPECT_GT(distance(worse, 0.1, 10), base) << k;
    }
    SensitivityInputs one = facts;
    one.sides = 1;
    EXPECT_LT(distance(one, 0.1, 10), base);
  }
  SensitivityInputs far = facts_of(Instance::kPublicPoint, 500, 1), bent = far;
  bent.bend = 0.1;
  SensitivityParameters flat, curved;
  ASSERT_TRUE(stability_terms(far, 0.1, 10, &flat) && stability_terms(bent, 0.1, 10, &curved));
  EXPECT_GT(curved.distance, flat.distance);
  EXPECT_EQ(curved.stage[0].step, flat.stage[0].step);
}

TEST(SensitivityParameters, TooFewUsersOrNoCurvatureIsNoTerms) {
  SensitivityParameters terms;
  EXPECT_TRUE(stability_terms(facts_of(Instance::kSoft, 21, 1), 0.1, 10, &terms));
  EXPECT_FALSE(stability_terms(facts_of(Instance::kSoft, 20, 1), 0.1, 10, &terms));
  EXPECT_EQ(stability_min_units(10), 21);
  SensitivityInputs flat = facts_of(Instance::kSoft, 1000, 1);
  flat.convexity = 0;
  EXPECT_FALSE(stability_terms(flat, 0.1, 10, &terms));
  EXPECT_FALSE(stability_terms(facts_of(Instance::kSoft, 1000, INFINITY), 0.1, 10, &terms));
  EXPECT_FALSE(stability_terms(facts_of(Instance::kSoft, 1000, 1), NAN, 10, &terms));
  EXPECT_FALSE(stability_terms(facts_of(Instance::kSoft, 1000, 1), 0.1, -1, &terms));
}

TEST(SensitivityParameters, TheLawIsTheOneThatTheTermsAreFor) {
  for (Instance instance : {Instance::kSoft, Instance::kHard}) {
    dpcvx::Error error(nullptr, "choose");
    const NoiseLevelGrid menu(instance, 1, 1e-6, 1e9);
    dpcvx::solve::StabilityChoice choice;
    ASSERT_EQ(choose_stability(facts_of(instance, 3000, 1), 0.05, menu, &choice, error), DPCVX_OK);
    ASSERT_TRUE(choice.exists);
    EXPECT_EQ(choice.law.top(), choice.terms.top);
    EXPECT_LE(choice.law.delta(), 1e-6);
    EXPECT_GT(choice.law.mu(), 0);
    ASSERT_EQ(choose_stability(facts_of(instance, 30, 1), 0.05, menu, &choice, error), DPCVX_OK);
    EXPECT_FALSE(choice.exists);
    EXPECT_GT(choice.min_units, 30);
    const double enough = static_cast<double>(choice.min_units);
    ASSERT_EQ(choose_stability(facts_of(instance, enough, 0), 0.05, menu, &choice, error), DPCVX_OK);
    EXPECT_TRUE(choice.exists);
  }
}

}  // namespace
