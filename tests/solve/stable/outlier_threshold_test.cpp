// How far honest users' gradients are from their mean, against exact laws and against users dealt at random; thresholds
// that are chosen by it, and bought ones.
#include "solve/stable/outlier_threshold.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "support/evidence.h"
#include "mechanism/propose_test_release/verify_law.h"
#include "numeric/logs.h"
#include "random/rng_handle.h"
#include "support/handles.h"
#include "solve/stable/gradient_concentration.h"

namespace {

using dpcvx::Error;
using dpcvx::mechanism::StabilityLaw;
using dpcvx::solve::GradientConcentration;
using fixtures::rng;
using fixtures::RngHandle;

// Pr[|mean of `records` - p| > norm] of numbers that are 1 with probability p, else `low`.
double exact_tail(int records, double p, double low, double norm) {
  double sum = 0;
  for (int k = 0; k <= records; ++k) {
    const double mean = (k + low * (records - k)) / records;
    if (std::fabs(mean - (p + low * (1 - p))) > norm)
      sum += std::exp(dpcvx::numeric::log_binomial_probability(records, k, p, 1 - p));
  }
  return sum;
}

TEST(GradientConcentration, ExactTailsOfTwoValuesAreBelow) {
  double closest = 0;
  for (int records : {2, 3, 10, 100, 1000})
    for (double low : {-1.0, -0.5, 0.0})
      for (double p : {0.01, 0.1, 0.3, 0.5, 0.8}) {
        const GradientConcentration norms(3, 1000, records);
        for (double norm = 0.01; norm < 2; norm += 0.01) {
          const double exact = exact_tail(records, p, low, norm);
          const double bound = std::exp(norms.log_tail(3 * norm));
          ASSERT_LE(exact, bound * (1 + 1e-12)) << records << " records, " << low << ", p = " << p << ", norm " << norm;
          if (exact > 1e-12) closest = std::max(closest, std::log(exact) / std::log(bound / 2));
        }
      }
  // A bound that is never near would say nothing.
  EXPECT_GT(closest, 0);
}

// A bound of half that variance is passed: the test can fail.
TEST(GradientConcentration, ALesserSpreadIsNotABoundForAll) {
  const GradientConcentration norms(1, 1000, 100, 0.7);
  EXPECT_GT(exact_tail(100, 0.5, -1, 0.5), std::exp(norms.log_tail(0.5)));
  // But for what is no wider it is one, and a lower one.
  const GradientConcentration any(1, 1000, 100);
  EXPECT_LE(exact_tail(100, 0.5, -0.4, 0.3), std::exp(norms.log_tail(0.3)));
  EXPECT_LT(norms.log_tail(0.3), any.log_tail(0.3));
}

TEST(GradientConcentration, NoGradientIsFurtherThanTwiceTheLongest) {
  const GradientConcentration norms(0.5, 100, 2);
  EXPECT_EQ(norms.log_tail(1), -INFINITY);
  EXPECT_EQ(norms.log_tail(0), 0);
}

// ---- How often honest data are found unstable ----

StabilityLaw law_of(double epsilon, double delta, double mu) {
  dpcvx_error record{};
  Error error(&record, "test");
  StabilityLaw law;
  EXPECT_EQ(law.make_point(epsilon, delta, mu, error), DPCVX_OK) << record.message;
  return law;
}

// The least r with at most r norms beyond threshold + r step.
int64_t score_of(const std::vector<double> &norms, double threshold, double step) {
  for (int64_t r = 0;; ++r) {
    const auto beyond = [&](double norm) { return norm > threshold + static_cast<double>(r) * step; };
    if (std::count_if(norms.begin(), norms.end(), beyond) <= r) return r;
  }
}

// Records dealt to users: half 1 and half -1, as far from their mean as any, or few of them 1 and the others 0.
std::vector<double> dealt_norms(int units, int records, double share, double low, std::mt19937_64 &source) {
  std::vector<double> all(static_cast<size_t>(units * records), low);
  std::fill(all.begin(), all.begin() + static_cast<int64_t>(share * units * records), 1.0);
  std::shuffle(all.begin(), all.end(), source);
  double mean = 0;
  for (double value : all) mean += value / static_cast<double>(all.size());
  std::vector<double> norms;
  for (int u = 0; u < units; ++u) {
    double sum = 0;
    for (int i = 0; i < records; ++i) sum += all[static_cast<size_t>(u * records + i)];
    norms.push_back(std::fabs(sum / records - mean));
  }
  return norms;
}

TEST(GradientConcentration, UsersDealtAtRandomAreUnstableNoMoreOftenThanSaid) {
  constexpr int kUnits = 400, kDeals = 2000;
  const StabilityLaw law = law_of(1, 1e-6, 0.18);
  const double step = 2.0 / kUnits * 1.5;
  std::mt19937_64 source(1);
  for (int records : {4, 30})
    for (double low : {-1.0, 0.0}) {
      const GradientConcentration norms(1, kUnits, records);
      const double share = low < 0 ? 0.5 : 0.2;
      // Thresholds about where it begins to matter, and the one that is chosen.
      const double chosen = norms.threshold(step, law, 0.01);
      EXPECT_LE(norms.unstable(chosen, step, law), 0.01);
      double frequency[4] = {0, 0, 0, 0};
      const double factor[4] = {1, 0.7, 0.5, 0.35};
      for (int deal = 0; deal < kDeals; ++deal) {
        const std::vector<double> dealt = dealt_norms(kUnits, records, share, low, source);
        for (int k = 0; k < 4; ++k) frequency[k] += (1 - law.pass(score_of(dealt, factor[k] * chosen, step))) / kDeals;
      }
      // Means of numbers in [0, 1]: 0.08 more than is expected has a chance below e^-25 (Hoeffding 1963).
      for (int k = 0; k < 4; ++k)
        EXPECT_LE(frequency[k], norms.unstable(factor[k] * chosen, step, law) + 0.08) << records << " " << low << k;
      EXPECT_LE(frequency[0], 0.01);
      evidence("threshold",
               "by concentration, %d users, %d records each, %s: gamma_0 = %.3f G for at most 1 %% found "
               "unstable; found: %.2g of those dealt at random, with 0.7, 0.5, 0.35 of it %.2g, %.2g, %.2g",
               kUnits, records, low < 0 ? "half -1 and half 1" : "one in five 1, the others 0", chosen, frequency[0],
               frequency[1], frequency[2], frequency[3]);
    }
}

TEST(GradientConcentration, UsersThatDifferArePassedByNone) {
  // The control: a tenth of the users hold all that is different. They are found unstable, whatever was predicted.
  constexpr int kUnits = 400, kRecords = 30;
  const StabilityLaw law = law_of(1, 1e-6, 0.18);
  const double step = 2.0 / kUnits * 1.5;
  const GradientConcentration norms(1, kUnits, kRecords);
  const double chosen = norms.threshold(step, law, 0.01);
  std::vector<double> unlike(kUnits, 0.1);
  std::fill(unlike.begin(), unlike.begin() + 80, 0.9);
  EXPECT_LT(law.pass(score_of(unlike, chosen, step)), 1e-6);
}

TEST(GradientConcentration, ThresholdsFallWithRecordsAndFailure) {
  const StabilityLaw law = law_of(1, 1e-6, 0.18);
  double last = 2;
  for (int64_t records : {2, 5, 20, 100, 1000, 100000}) {
    const GradientConcentration norms(1, 10000, records);
    const double chosen = norms.threshold(0.0005, law, 0.01);
    EXPECT_LT(chosen, last);
    EXPECT_LE(norms.threshold(0.0005, law, 0.5), chosen);
    EXPECT_LE(norms.unstable(chosen, 0.0005, law), 0.01);
    last = chosen;
  }
  EXPECT_LT(last, 0.02);
}

// ---- Bought ----

using dpcvx::solve::SensitivityInputs;
using dpcvx::solve::ThresholdCandidates;

SensitivityInputs facts_of(double units, double ratio) {
  SensitivityInputs facts;
  facts.units = units;
  facts.lipschitz = 1, facts.smoothness = ratio, facts.convexity = 1;
  facts.tolerance = 1e-9, facts.rounding = 1e-12;
  return facts;
}

struct MenuOf {
  MenuOf(const SensitivityInputs &facts, int64_t top, double epsilon) {
    dpcvx_error record{};
    Error error(&record, "test");
    EXPECT_EQ(menu.make(facts, top, epsilon, error), DPCVX_OK) << record.message;
    EXPECT_GT(menu.count(), 0);
  }
  ThresholdCandidates menu;
};

TEST(ThresholdCandidates, RunsFromTheLongestDownToWhereNothingIsGained) {
  const MenuOf made(facts_of(30000, 2.5), 50, 0.2);
  const ThresholdCandidates &menu = made.menu;
  ASSERT_GT(menu.count(), 10);
  EXPECT_EQ(menu.terms(0).threshold, 2);
  for (int k = 1; k < menu.count(); ++k) {
    EXPECT_NEAR(menu.terms(k).threshold, menu.terms(k - 1).threshold * std::exp2(-0.25), 1e-12);
    EXPECT_LT(menu.terms(k).distance, menu.terms(k - 1).distance);
    EXPECT_EQ(menu.terms(k).stage[0].step, menu.terms(0).stage[0].step);
  }
  EXPECT_LT(menu.terms(menu.count() - 1).distance, 0.2 * menu.terms(0).distance);
  EXPECT_GE(menu.terms(menu.count() - 1).threshold, menu.gain() * menu.terms(0).stage[0].step);
}

// A public point's distances count Hessians over its reach, and may be many times 2 G.
TEST(ThresholdCandidates, NoUserIsBeyondTheFirst) {
  SensitivityInputs facts = facts_of(30000, 0.25);
  facts.instance = dpcvx::solve::Instance::kPublicPoint;
  facts.reach = 100;
  const MenuOf made(facts, 50, 0.2);
  EXPECT_GE(made.menu.terms(0).threshold, 2 + std::sqrt(2.0) * 25);
  EXPECT_GT(made.menu.count(), 1);
}

// One user moves each score by 1 at most, in any direction: the worst of these moves may tell no more than the price.
TEST(ThresholdCandidates, TheChoiceIsAsPrivateAsItSays) {
  constexpr double kEpsilon = 2;
  constexpr int kDraws = 100000;
  const MenuOf made(facts_of(200, 1), 10, kEpsilon);
  const ThresholdCandidates &menu = made.menu;
  const RngHandle source = rng("menu");
  const size_t count = static_cast<size_t>(menu.count());
  // Scores that make several entries likely, and their neighbours: those below an entry up, the others down.
  std::vector<int64_t> scores[2];
  for (size_t k = 0; k < count; ++k) {
    const double gain = menu.gain() * std::log(menu.terms(0).distance / menu.terms(static_cast<int>(k)).distance);
    scores[0].push_back(static_cast<int64_t>(gain));
  }
  double closest = 0, beyond = 0;
  for (size_t at = 0; at < count; at += 5) {
    scores[1] = scores[0];
    for (size_t k = 0; k < count; ++k) scores[1][k] += k == at ? -1 : 1;
    std::vector<double> drawn[2];
    for (int side = 0; side < 2; ++side) {
      drawn[side].assign(count, 0);
      for (int i = 0; i < kDraws; ++i)
        drawn[side][static_cast<size_t>(menu.choose(scores[side].data(), source.it->rng))] += 1.0 / kDraws;
    }
    for (size_t k = 0; k < count; ++k)
      for (int side = 0; side < 2; ++side) {
        const double p = drawn[side][k], q = drawn[1 - side][k];
        const double noise = 7 * std::sqrt((p + std::exp(2 * kEpsilon) * q) / kDraws);
        EXPECT_LE(p, std::exp(kEpsilon) * q + noise + 1e-4);
        if (p > 0.05) closest = std::max(closest, std::log(p / q));
        if (p > std::exp(kEpsilon / 2) * q + noise + 1e-4) beyond += 1;
      }
  }
  // It is no more private than half of that: the test sees it.
  EXPECT_GT(beyond, 0);
  evidence("threshold", "bought by permute-and-flip at epsilon %.2g: log-ratio of an entry's frequencies up to %.2f",
           kEpsilon, closest);
}

// ---- Where it comes from ----

using dpcvx::solve::choose_stable;
using dpcvx::solve::Instance;
using dpcvx::solve::StableChoice;
using dpcvx::solve::ThresholdPolicy;

StableChoice chosen(const SensitivityInputs &facts, const ThresholdPolicy &policy) {
  dpcvx_error record{};
  Error error(&record, "test");
  dpcvx::solve::NoiseLevelGrid menu;
  StableChoice made;
  EXPECT_EQ(choose_stable(facts, policy, 1, 1e-6, &menu, &made, error), DPCVX_OK) << record.message;
  EXPECT_TRUE(made.exists);
  return made;
}

TEST(StableThreshold, IsDeclaredOrFollowsOrIsBought) {
  ThresholdPolicy policy;
  ASSERT_NE(policy.missing(), nullptr);
  for (const char *named : {"MIN_RECORDS_PER_USER", "OPTION_OUTLIER_THRESHOLD", "THRESHOLD_EPSILON_FRACTION"})
    EXPECT_NE(std::string(policy.missing()).find(named), std::string::npos) << policy.missing();
  policy.min_records_per_user = 1;
  EXPECT_NE(policy.missing(), nullptr);
  policy.declared = 0.1, policy.share = 0.2;
  EXPECT_NE(std::string(policy.missing()).find("both"), std::string::npos);

  const SensitivityInputs facts = facts_of(20000, 2.5);
  ThresholdPolicy declared, honest, bought;
  declared.declared = 0.1;
  honest.min_records_per_user = 50;
  bought.share = 0.2;
  EXPECT_EQ(declared.missing(), nullptr);
  EXPECT_EQ(honest.missing(), nullptr);
  EXPECT_EQ(bought.missing(), nullptr);

  const StableChoice by_word = chosen(facts, declared), by_rule = chosen(facts, honest),
                     by_price = chosen(facts, bought);
  EXPECT_EQ(by_word.terms.threshold, 0.1);
  EXPECT_EQ(by_word.unstable, INFINITY);
  EXPECT_LE(by_rule.unstable, 1e-4);
  EXPECT_GT(by_rule.unstable, 1e-6);
  // That no user is beyond is not asked for.
  const GradientConcentration norms(1, 20000, 50);
  EXPECT_GT(norms.log_tail(by_rule.terms.threshold), std::log(5e-5));
  EXPECT_EQ(by_price.unstable, INFINITY);
  EXPECT_LE(by_price.epsilon + by_price.candidates_epsilon, 1);
  EXPECT_NEAR(by_price.candidates_epsilon, 0.2, 1e-12);
  EXPECT_GT(by_price.candidates.count(), 5);
  EXPECT_LT(by_price.law.epsilon(), 0.8000001);
  EXPECT_EQ(by_word.candidates.count(), 0);
  // With both the declared one holds, and what is known of records tells how often it is too low.
  declared.min_records_per_user = 50;
  EXPECT_GT(chosen(facts, declared).unstable, 0.9);
  declared.declared = 2;
  EXPECT_EQ(chosen(facts, declared).unstable, 0);
}

// Hard removal and certified minima release a point of the level that was drawn. The sum that a family is proved by,
// anew from the integers that decide; a law of one point for all levels passes it.
double family_delta(const StableChoice &made, double epsilon) {
  std::vector<dpcvx::mechanism::Fixed> levels;
  for (int64_t r = 0; r <= made.law.top(); ++r) levels.push_back(made.law.tail(r) - made.law.tail(r + 1));
  return dpcvx::mechanism::proved_family_delta(levels.data(), levels.size(), made.law.mu(), epsilon);
}

TEST(StableThreshold, PointsThatDependOnTheLevelHaveTheLawOfAFamily) {
  const double prices[][2] = {{4, 0.05}, {8, 1e-3}, {8, 1e-6}, {16, 1e-4}, {30, 1e-6}};
  ThresholdPolicy declared;
  declared.declared = 0.05;
  for (Instance instance : {Instance::kHard, Instance::kCertified, Instance::kSoft})
    for (const auto &price : prices) {
      SensitivityInputs facts = facts_of(20, 0.25);
      facts.instance = instance;
      dpcvx_error record{};
      Error error(&record, "test");
      dpcvx::solve::NoiseLevelGrid menu;
      StableChoice made;
      ASSERT_EQ(choose_stable(facts, declared, price[0], price[1], &menu, &made, error), DPCVX_OK);
      ASSERT_TRUE(made.exists) << price[0];
      if (instance == Instance::kSoft)
        EXPECT_GT(family_delta(made, price[0]), 1.5 * price[1]) << "the control";
      else
        EXPECT_LE(family_delta(made, price[0]), price[1]) << price[0];
    }
}

}  // namespace
