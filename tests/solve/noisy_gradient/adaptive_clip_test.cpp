// Adaptive clips: their state as a function of released sums, the noise of a lifted sum, and wrong ones.
#include "solve/noisy_gradient/adaptive_clip.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "audit/power.h"
#include "base/error.h"
#include "model/objective_handle.h"
#include "random/rng_handle.h"
#include "solve/noisy_gradient/clipping.h"
#include "solve/noisy_gradient/full_batch.h"
#include "solve/noisy_gradient/iteration.h"
#include "solve/noisy_gradient/users.h"
#include "support/evidence.h"

namespace {

using namespace perturbations;
using namespace user_fits;
using dpcvx::Arena;
using dpcvx::Error;
using dpcvx::model::Lift;
using dpcvx::solve::AdaptiveClip;
using dpcvx::solve::AdaptiveClipRule;

// A clip in two dimensions with memory of its own.
struct Clip {
  Arena arena;
  AdaptiveClip it;

  explicit Clip(AdaptiveClipRule rule) {
    Error error(nullptr, "clip");
    AdaptiveClip::plan(rule.dimension, arena);
    EXPECT_EQ(arena.reserve("a clip", error), DPCVX_OK);
    it.prepare(rule, arena);
    it.start();
  }
  // Takes averages over `divisor` units, returns the average gradient that they stand for.
  std::vector<double> accept(const AdaptiveClipRule &rule, std::vector<double> v, const std::vector<double> &lengths,
                             double room) {
    for (double &x : v) x *= rule.divisor;
    for (double x : lengths) v.push_back(rule.lift.absolute * x * rule.divisor);
    v.push_back(rule.lift.room * room * rule.divisor);
    std::vector<double> gradient(rule.dimension);
    it.accept(v.data(), gradient.data());
    for (double &x : gradient) x /= rule.divisor;
    return gradient;
  }
};

AdaptiveClipRule rule_of(bool added = false) {
  AdaptiveClipRule rule;
  rule.dimension = 2;
  rule.lift = added ? Lift::for_add_remove() : Lift::for_replace_one();
  rule.divisor = 1000;
  rule.noise = 1;
  rule.start = 0.25;
  rule.least = 1e-3;
  rule.greatest = 2;
  rule.target = 0.5;
  rule.max_stretch = 4;
  return rule;
}

TEST(AdaptiveClip, RadiusFollowsTheShareOfClippedUnits) {
  for (bool added : {false, true}) {
    const AdaptiveClipRule rule = rule_of(added);
    Clip shorter(rule), longer(rule), right(rule);
    shorter.accept(rule, {0, 0}, {0.1, 0.1}, 1);
    longer.accept(rule, {0, 0}, {0.1, 0.1}, 0);
    right.accept(rule, {0, 0}, {0.1, 0.1}, 0.5);
    EXPECT_NEAR(shorter.it.radius(), 0.25 * std::exp(-0.5), 1e-12);
    EXPECT_NEAR(longer.it.radius(), 0.25 * std::exp(0.5), 1e-12);
    EXPECT_NEAR(right.it.radius(), 0.25, 1e-12);
    for (int t = 0; t < 200; ++t) {
      shorter.accept(rule, {0, 0}, {0.1, 0.1}, 1);
      longer.accept(rule, {0, 0}, {0.1, 0.1}, 0);
    }
    EXPECT_EQ(shorter.it.radius(), rule.least);
    EXPECT_EQ(longer.it.radius(), rule.greatest);
  }
}

// Mean lengths of 1 and 1/16: scales of their roots, steps stretched for the short one, gradients in their own units.
TEST(AdaptiveClip, ScalesFollowTheMeanLengths) {
  for (bool added : {false, true}) {
    const AdaptiveClipRule rule = rule_of(added);
    Clip clip(rule);
    for (int t = 0; t < 100; ++t) {
      const double c = clip.it.radius(), *const alpha = clip.it.scales();
      const std::vector<double> v = {0.3 / (alpha[0] * c), -0.2 / (alpha[1] * c)};
      const std::vector<double> gradient = clip.accept(rule, v, {0.8 / (alpha[0] * c), 0.05 / (alpha[1] * c)}, 0.5);
      EXPECT_EQ(clip.it.pace(), std::min(1.0, rule.start / clip.it.radius()));
      ASSERT_NEAR(gradient[0], 0.3, 1e-12);
      ASSERT_NEAR(gradient[1], -0.2, 1e-12);
      EXPECT_TRUE(t >= 3 || clip.it.scales()[1] == 1);
    }
    const double *const alpha = clip.it.scales();
    EXPECT_NEAR(alpha[0] * alpha[0] + alpha[1] * alpha[1], 2, 1e-12);
    EXPECT_NEAR(alpha[0] / alpha[1], 4, 0.01);
    EXPECT_NEAR(clip.it.inverse()[1], 1 / (alpha[1] * clip.it.radius()), 1e-9);
    EXPECT_EQ(clip.it.stretch()[0], 1);
    EXPECT_NEAR(clip.it.stretch()[1], 4, 0.01);
  }
}

// Lengths that noise hides are taken for as long as the noise lets them be, and no released number breaks the state.
TEST(AdaptiveClip, KeepsItsStateWithinBounds) {
  AdaptiveClipRule rule = rule_of();
  rule.noise = 100;
  Clip clip(rule);
  std::mt19937_64 bits(3);
  std::normal_distribution<double> normal;
  for (int t = 0; t < 300; ++t) clip.accept(rule, {0, 0}, {0.1 * normal(bits), 0.1 * normal(bits)}, normal(bits));
  EXPECT_NEAR(clip.it.scales()[0], 1, 0.3);
  EXPECT_NEAR(clip.it.scales()[1], 1, 0.3);
  for (double far : {1e300, -1e300, 0.0, 1e-300})
    for (int t = 0; t < 50; ++t) {
      clip.accept(rule, {far, -far}, {far, -far}, far);
      ASSERT_GE(clip.it.radius(), rule.least);
      ASSERT_LE(clip.it.radius(), rule.greatest);
      for (int j = 0; j < 2; ++j) {
        ASSERT_TRUE(std::isfinite(clip.it.inverse()[j]));
        ASSERT_GT(clip.it.inverse()[j], 0);
        ASSERT_GE(clip.it.stretch()[j], 1);
        ASSERT_LE(clip.it.stretch()[j], 4);
      }
    }
}

TEST(AdaptiveClip, TargetTendsToOneAsNoiseVanishes) {
  using dpcvx::solve::clip_signal;
  using dpcvx::solve::target_room;
  EXPECT_EQ(target_room(15), 0.5);
  EXPECT_LT(target_room(1), 0.07);
  EXPECT_GT(target_room(1e6), 0.9999);
  EXPECT_EQ(target_room(INFINITY), 1);
  // n mu / d: noise of 2 sqrt(T) / mu under replace-one.
  EXPECT_DOUBLE_EQ(clip_signal(100, 1000, 2 * 10 / 0.25, 5), 1000 * 0.25 / 5);
}

// ---- What a step releases, and what it is charged -----------------------------------------------------------------

using dpcvx::solve::GradientWalk;
using dpcvx::solve::Problem;
using dpcvx::solve::Proposal;
using dpcvx::solve::Settings;

// A plan of full batches, and its walk, below the C API.
struct Descent {
  Problem problem;
  Settings settings;
  Proposal proposal;
  GradientWalk walk;
  std::vector<double> out;
  RngHandle source = rng("descent");

  Descent(const ObjectiveHandle &it, int32_t adjacency, double mu, int64_t steps, double l2_radius = 2,
          int32_t threads = 1) {
    Error error(nullptr, "descent");
    problem.objective = it.it->objective;
    problem.adjacency = adjacency;
    EXPECT_EQ(problem.price.add(dpcvx::privacy::gdp(mu), error), DPCVX_OK);
    settings.clipping = DPCVX_CLIPPING_ADAPTIVE;
    settings.steps = steps;
    settings.planning_radius = l2_radius;
    settings.threads = threads;
    EXPECT_EQ(dpcvx::solve::propose_descent(problem, settings, &proposal, error), DPCVX_OK);
    EXPECT_TRUE(proposal.applies) << proposal.reason;
    out.resize(static_cast<size_t>(problem.objective->dimension()));
    const double divisor = static_cast<double>(problem.objective->units());
    EXPECT_EQ(walk.prepare(problem, settings, proposal, divisor, "a walk", error), DPCVX_OK);
  }
  template <class BeforeStep>
  std::vector<double> run(const BeforeStep &before_step) {
    dpcvx::ProgressMonitor watch;
    const auto all = [&] { return before_step(), dpcvx::model::Units(); };
    walk.run(source.it->rng, watch, all, out.data());
    return out;
  }
  std::vector<double> run() {
    return run([] {});
  }
};

// mu of T noisy sums from figures alone: C and the noise of an average gradient.
TEST(AdaptiveClip, ClaimIsTheSumOfTheSteps) {
  for (int32_t adjacency : kAdjacencies)
    for (double mu : {0.05, 0.24, 2.0})
      for (int64_t n : {1, 30, 569}) {
        const ObjectiveHandle it = objective(random_rows(n, 3, 7), {true, 0, n});
        const Descent made(it, adjacency, mu, 0);
        const Proposal &plan = made.proposal;
        const double apart = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : std::sqrt(10) / 3;
        const double noise = plan.noise * static_cast<double>(n) / plan.clip;
        const double recomputed = std::sqrt(static_cast<double>(plan.steps)) * apart / noise;
        const double claimed = plan.curve.gdp_mu();
        EXPECT_LE(recomputed, claimed * (1 + 1e-12));
        EXPECT_GT(recomputed, claimed * (1 - 1e-5));
        EXPECT_LE(claimed, mu * (1 + 1e-11));
        EXPECT_GT(claimed, mu * (1 - 1e-5));
      }
}

// A heavy ball of momentum m is stable below 2 (1 + m) / curvature. Of n nominal units there may be 2 n.
TEST(AdaptiveClip, StretchedStepsAreStableForAllUnitsThereMayBe) {
  for (int64_t nominal : {0, 2000}) {
    const Descent made(objective(random_rows(2000, 3, 7), {false, 0, nominal}), DPCVX_ADJACENCY_REPLACE_ONE, 2, 0);
    const auto &own = made.proposal.own.as<dpcvx::solve::GradientFigures>();
    const double most = made.problem.objective->smoothness() * (nominal > 0 ? 2 : 1);
    const double stretch = adaptive_rule(DPCVX_ADJACENCY_REPLACE_ONE, made.proposal, 2000).max_stretch;
    EXPECT_NEAR(own.step_size * stretch * most, std::min(4 * own.step_size * most, 1.9 * (1 + own.momentum)), 1e-9);
  }
}

double normal_below(double x) { return std::erfc(-x * M_SQRT1_2) / 2; }
// The hockey-stick divergence of Gaussians whose means are m standard deviations apart.
double hockey_stick(double m, double epsilon) {
  return normal_below(m / 2 - epsilon / m) - std::exp(epsilon) * normal_below(-m / 2 - epsilon / m);
}

// z of one gradient; an empty one is a unit that is away.
std::vector<double> lifted(std::vector<double> v, const Lift &lift) {
  if (v.empty()) return std::vector<double>(7);
  const double psi = dpcvx::model::clip_and_measure(v.data(), 3);
  std::vector<double> z = v;
  for (double x : v) z.push_back(lift.absolute * std::fabs(x));
  z.push_back(lift.room * psi);
  return z;
}

double apart(const std::vector<double> &one, const std::vector<double> &other) {
  double squares = 0;
  for (size_t j = 0; j < one.size(); ++j) squares += (one[j] - other[j]) * (one[j] - other[j]);
  return std::sqrt(squares);
}

// The greatest distance of two neighbours' z over some units. Under add/remove one of the two is away.
double farthest_units(int32_t adjacency, const Lift &lift) {
  const std::vector<std::vector<double>> units = {{5, 0, 0}, {-5, 0, 0}, {0, -2, 3}, {0.6, 0, 0}, {}};
  double most = 0;
  for (const auto &one : units)
    for (const auto &other : units)
      if (adjacency == DPCVX_ADJACENCY_REPLACE_ONE || other.empty())
        most = std::max(most, apart(lifted(one, lift), lifted(other, lift)));
  return most;
}

// One step's claim, against the exact divergence of two units' lifted gradients under the noise that is planned.
TEST(AdaptiveClip, HockeyStickIsThatOfTheClaim) {
  const ObjectiveHandle it = objective(random_rows(20, 3, 7), {false, 0, 20});
  for (int32_t adjacency : kAdjacencies) {
    const Descent made(it, adjacency, 1, 1);
    const Lift lift = dpcvx::solve::lift_for(adjacency, made.proposal.own.as<dpcvx::solve::GradientFigures>());
    const double noise = dpcvx::mechanism::noise_scale(made.proposal.noise_plan);
    const double claimed = made.proposal.curve.gdp_mu();
    const double most = farthest_units(adjacency, lift) / noise;
    EXPECT_LE(most, claimed);
    for (double epsilon : {0.0, 0.5, 1.0, 4.0})
      EXPECT_NEAR(hockey_stick(most, epsilon) / hockey_stick(claimed, epsilon), 1, 1e-4);
    // Controls: the other adjacency's lift, and under replace-one a fuller count of clipped units.
    const bool added = adjacency == DPCVX_ADJACENCY_ADD_REMOVE;
    Lift wrong = added ? Lift::for_replace_one() : lift;
    if (!added) wrong.room *= 2;
    EXPECT_GT(hockey_stick(farthest_units(adjacency, wrong) / noise, 1), 1.5 * hockey_stick(claimed, 1));
  }
}

// How far the covariance of some releases is from the identity, in standard deviations, where it is farthest.
double farthest_from_white(const std::vector<std::vector<double>> &runs) {
  const double count = static_cast<double>(runs.size());
  double most = 0;
  for (size_t j = 0; j < runs[0].size(); ++j)
    for (size_t k = 0; k <= j; ++k) {
      double one = 0, other = 0, product = 0;
      for (const std::vector<double> &z : runs) one += z[j], other += z[k], product += z[j] * z[k];
      const double covariance = product / count - one / count * (other / count);
      most = std::max(most, std::fabs(covariance - (j == k ? 1 : 0)) * std::sqrt(count / (j == k ? 2 : 1)));
    }
  return most;
}

// All 2 d + 1 entries have noise of the planned standard deviation, and no two share it. Six standard deviations are a
// false-alarm rate below 1e-7.
TEST(AdaptiveClip, NoiseIsThatOfAllEntries) {
  constexpr size_t kRuns = 20000 / kFewer;
  const ObjectiveHandle it = objective(random_rows(4, 2, 7), {false, 0, 4});
  for (int32_t adjacency : kAdjacencies) {
    Descent made(it, adjacency, 0.5, 1);
    const double noise = dpcvx::mechanism::noise_scale(made.proposal.noise_plan);
    std::vector<std::vector<double>> runs(kRuns), reused, left_out;
    for (std::vector<double> &z : runs) {
      made.run();
      z.assign(made.walk.released(), made.walk.released() + 5);
      for (double &x : z) x /= noise;
    }
    EXPECT_LT(farthest_from_white(runs), 6);
    // Controls: lengths with the noise of v, and a count without noise.
    reused = left_out = runs;
    for (std::vector<double> &z : reused) z[2] = z[0] + 0.1, z[3] = z[1] + 0.1;
    for (std::vector<double> &z : left_out) z[4] = 0.3;
    EXPECT_GT(farthest_from_white(reused), 6);
    EXPECT_GT(farthest_from_white(left_out), 6);
  }
}

// Each step has noise of its own: what two steps release is white. Gradients are at most a hundredth of the noise. Six
// standard deviations.
TEST(AdaptiveClip, NoiseIsFreshInEveryStep) {
  constexpr size_t kRuns = 20000 / kFewer, kEntries = 5;
  const ObjectiveHandle it = objective(random_rows(4, 2, 7), {false, 0, 4});
  for (int32_t adjacency : kAdjacencies) {
    Descent made(it, adjacency, 0.005, 2);
    const double noise = dpcvx::mechanism::noise_scale(made.proposal.noise_plan);
    std::vector<std::vector<double>> runs(kRuns), shared;
    for (std::vector<double> &z : runs) {
      z.resize(kEntries);
      // The second call comes between the steps.
      made.run([&] { std::copy_n(made.walk.released(), kEntries, z.begin()); });
      z.insert(z.end(), made.walk.released(), made.walk.released() + kEntries);
      for (double &x : z) x /= noise;
    }
    EXPECT_LT(farthest_from_white(runs), 6);
    shared = runs;
    for (std::vector<double> &z : shared) z[kEntries] = z[0] + 0.1;
    EXPECT_GT(farthest_from_white(shared), 6);
  }
}

// ---- Controls -----------------------------------------------------------------------------------------------------

// A radius that this step's own exact count has moved: the scale of the noise tells what the noise should hide.
TEST(AdaptiveClipControl, TheRadiusOfThisStepsOwnCountIsCaught) {
  constexpr size_t kDimension = 200;
  constexpr double kMu = 0.3, kUnits = 5;
  std::mt19937_64 bits(11);
  std::normal_distribution<double> normal;
  AdaptiveClipRule rule = rule_of();
  rule.dimension = kDimension;
  rule.divisor = kUnits;
  rule.noise = 2 / kMu;
  rule.start = 1;
  // One unit is long or zero; gradients of the others are 0. The score is the spread of the noisy gradient.
  const auto release = [&](bool exact) {
    return each([&, exact](int side) {
      std::vector<double> z(2 * kDimension + 1), gradient(kDimension);
      const double room = rule.lift.room * (kUnits - 1 + side);
      z[2 * kDimension] = room;
      for (double &x : z) x += rule.noise * normal(bits);
      Clip clip(rule);
      if (exact) {
        std::vector<double> own(2 * kDimension + 1);
        own[2 * kDimension] = room;
        clip.it.accept(own.data(), gradient.data());
      }
      clip.it.accept(z.data(), gradient.data());
      double squares = 0;
      for (double x : gradient) squares += x * x;
      return squares;
    });
  };
  constexpr int64_t kRuns = 4000;
  expect_caught("a clip whose radius follows its own step", "mu", kMu, audited(release(true), {kRuns, kNearlySure}).mu,
                kRuns);
  EXPECT_LE(audited(release(false), {kRuns, kNearlySure}).mu, kMu);
}

// Under add/remove, averages over the units there are: 49 gradients at e_1 and one at -e_1, which goes away. And the
// noise of a unit that is removed, where one is replaced.
TEST(AdaptiveClipControl, WrongDivisorsAndSharesAreCaught) {
  constexpr int kUnits = 50;
  const ObjectiveHandle it = objective(random_rows(kUnits, 3, 7), {false, 0, kUnits});
  const Descent made(it, DPCVX_ADJACENCY_ADD_REMOVE, 1, 1);
  const Lift lift =
      dpcvx::solve::lift_for(DPCVX_ADJACENCY_ADD_REMOVE, made.proposal.own.as<dpcvx::solve::GradientFigures>());
  const double noise = dpcvx::mechanism::noise_scale(made.proposal.noise_plan);
  const double claimed = made.proposal.curve.gdp_mu();
  const std::vector<double> usual = lifted({1, 0, 0}, lift), unlike = lifted({-1, 0, 0}, lift);
  std::vector<double> present(7), gone(7), nominal(7);
  for (size_t j = 0; j < 7; ++j) {
    present[j] = ((kUnits - 1) * usual[j] + unlike[j]) / kUnits;
    gone[j] = usual[j];
    nominal[j] = (kUnits - 1) * usual[j] / kUnits;
  }
  EXPECT_LE(apart(present, nominal) * kUnits / noise, claimed);
  EXPECT_GT(hockey_stick(apart(present, gone) * kUnits / noise, 1), 1.5 * hockey_stick(claimed, 1));
  const double replaced = farthest_units(DPCVX_ADJACENCY_REPLACE_ONE, lift) / noise;
  EXPECT_GT(hockey_stick(replaced, 1), 1.5 * hockey_stick(claimed, 1));
}

TEST(AdaptiveClip, ThreadsDoNotChangeABit) {
  Users made = users_of(700, 5, 4, 1, 3);
  made.setting.l2 = 0.01;
  const ObjectiveHandle it = objective_of(made.rows, made.setting);
  const std::vector<double> alone = Descent(it, DPCVX_ADJACENCY_REPLACE_ONE, 1, 20).run();
  EXPECT_EQ(Descent(it, DPCVX_ADJACENCY_REPLACE_ONE, 1, 20, 2, 4).run(), alone);
  EXPECT_NE(Descent(it, DPCVX_ADJACENCY_ADD_REMOVE, 1, 20).run(), alone);
}

// With little noise the quadratic in the clip leads to the objective's minimum.
TEST(AdaptiveClip, FindsTheMinimumOfTheWholeObjective) {
  Users made = users_of(400, 5, 4, 0, 3);
  for (double l2 : {0.02, 0.3})
    for (int32_t method : {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD})
      for (int32_t adjacency : kAdjacencies) {
        made.setting.l2 = l2;
        made.setting.nominal_units = adjacency == DPCVX_ADJACENCY_ADD_REMOVE ? 400 : 0;
        const ObjectiveHandle it = objective_of(made.rows, made.setting);
        const std::vector<double> best = minimum(it, 4);
        const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP, adjacency, DPCVX_UNIT_USER);
        const PlanHandle plan =
            plan_of(ledger, gdp(50), it, method, with({{DPCVX_PLAN_OPTION_CLIPPING, DPCVX_CLIPPING_ADAPTIVE}}));
        EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_CLIPPING), DPCVX_CLIPPING_ADAPTIVE);
        FitHandle fit;
        std::vector<double> w(4);
        ASSERT_EQ(dpcvx_fit_create(ledger, rng("l2"), plan, nullptr, &fit.it, nullptr), DPCVX_OK);
        ASSERT_EQ(dpcvx_fit_coefficients(fit, w.data(), 4, nullptr), DPCVX_OK);
        EXPECT_LT(fixtures::distance(w, best), 0.05 * (1 + fixtures::norm(best))) << l2 << " " << method;
      }
}

TEST(AdaptiveClip, IsAskedForByAnOption) {
  const ObjectiveHandle it = objective(random_rows(100, 3, 7));
  const BudgetHandle ledger = budget(1);
  const CurveHandle price = gdp(0.1);
  constexpr double kAdaptive = DPCVX_CLIPPING_ADAPTIVE;
  for (int32_t method : {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD, DPCVX_METHOD_DP_SGD_GRADIENT}) {
    const OptionsHandle steps = with({{DPCVX_PLAN_OPTION_STEPS, 10}});
    EXPECT_EQ(proposal(plan_of(ledger, price, it, method, steps)).own.as<dpcvx::solve::GradientFigures>().clipping,
              DPCVX_CLIPPING_FIXED);
  }
  const std::string why =
      why_not(ledger, price, it, DPCVX_METHOD_NOISY_GRADIENT_DESCENT,
              with({{DPCVX_PLAN_OPTION_CLIPPING, kAdaptive}, {DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS, 1}}));
  EXPECT_NE(why.find("DROP_OVERSIZED_GRADIENTS = 0"), std::string::npos) << why;
  // Squared losses on R^d have no G: a first radius is given.
  Setting squared;
  squared.loss = DPCVX_LOSS_SQUARED;
  const ObjectiveHandle line = objective_of(random_rows(100, 3, 7), squared);
  why_not(ledger, price, line, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, with({{DPCVX_PLAN_OPTION_CLIPPING, kAdaptive}}));
  const PlanHandle plan = plan_of(ledger, price, line, DPCVX_METHOD_NOISY_GRADIENT_DESCENT,
                                  with({{DPCVX_PLAN_OPTION_CLIPPING, kAdaptive},
                                        {DPCVX_PLAN_OPTION_CLIPPING_NORM, 0.3},
                                        {DPCVX_PLAN_OPTION_PLANNING_RADIUS, 2}}));
  EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_CLIPPING_NORM), 0.3);
}

}  // namespace
