// How far apart SGD on neighbours can end: adversaries against the bounds, and bounds with a fault against adversaries.
#include "optimize/sgd_stability.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/evidence.h"
#include "optimize/sgd_adversary.h"

namespace {

using namespace adversary;
using dpcvx::Error;

// Doubles lose this share of a touch's length where l2 has shrunk the distance to nearly nothing.
constexpr double kRounding = 1e-9;

SgdStability prepared(const SgdStabilityInputs &terms) {
  Error error(nullptr, "stability");
  SgdStability stability;
  EXPECT_EQ(stability.prepare(terms, error), DPCVX_OK);
  return stability;
}

enum Mode { kLipschitz, kBall, kSpace };

// Random terms of one exponent, and a world that keeps them.
World make_world(double exponent, Mode mode, Random &random) {
  World world;
  SgdStabilityInputs &terms = world.terms;
  world.d = 1 + static_cast<size_t>(uniform(random, 0, 4));
  terms.units = 1000;
  terms.sampled = true;
  terms.steps = 1 + static_cast<int64_t>(uniform(random, 0, uniform(random, 0, 1) < 0.5 ? 12 : 120));
  terms.exponent = exponent;
  terms.adjacency = uniform(random, 0, 1) < 0.5 ? DPCVX_ADJACENCY_REPLACE_ONE : DPCVX_ADJACENCY_ADD_REMOVE;
  terms.average = uniform(random, 0, 1) < 0.4 ? 1 : uniform(random, 0, 1) < 0.5 ? 0 : uniform(random, 0, 1);
  terms.ridge = uniform(random, 0, 1) < 0.7;
  terms.holder = std::exp(uniform(random, -1, 1));
  terms.step_size = std::exp(uniform(random, -4, exponent < 1 && mode == kLipschitz ? 2 : 0)) / terms.holder;
  terms.l2 = uniform(random, 0, 1) < 0.3 ? uniform(random, 0, 0.5) / terms.step_size : 0;
  const double q = 1 - terms.step_size * terms.l2;
  if (exponent == 1 && mode != kSpace && uniform(random, 0, 1) < 0.5) terms.step_size *= 2 * q;
  if (exponent == 1) terms.step_size *= q * (1 - 1e-12), terms.l2 = (1 - q) / terms.step_size;
  // Steps beyond 2 / L, where only the range of gradients bounds what they add.
  if (exponent == 1 && mode == kLipschitz && terms.l2 == 0 && uniform(random, 0, 1) < 0.3) terms.step_size *= 3;
  if (mode == kLipschitz) {
    world.G = terms.holder * std::exp(uniform(random, exponent == 0 ? std::log(0.5) : -3.0, 1.5));
    terms.lipschitz = world.G;
    if (uniform(random, 0, 1) < 0.2) terms.radius = terms.step_size * world.G * uniform(random, 0.5, 20);
  } else {
    terms.gradient_at_zero = terms.holder * std::exp(uniform(random, exponent == 0 ? std::log(0.5) : -2.0, 1));
    if (mode == kBall) terms.radius = uniform(random, 0.05, 3);
    if (mode == kSpace) terms.value_at_zero = terms.holder * std::exp(uniform(random, -3, 1));
  }
  terms.diameter = 2 * terms.radius;
  return world;
}

std::vector<int64_t> make_touches(int64_t T, int pattern, Random &random) {
  const double rate = pattern == 3 ? 1 : uniform(random, 0, pattern == 0 ? 0.2 : 1);
  std::vector<int64_t> touches;
  for (int64_t t = 1; t <= T; ++t) {
    const bool early = t == 1 || t <= T / 5, late = t == T || t > T - T / 5;
    if (pattern == 1 ? t == 1 : pattern == 2 ? late : pattern == 4 ? early : uniform(random, 0, 1) <= rate)
      touches.push_back(t);
  }
  return touches;
}

// The greatest distance / bound, over all runs and over those in which steps without a touch make up most of the bound.
struct Found {
  int64_t runs = 0;
  double most = 0, max_grown = 0;
  void add(double ratio, bool grown) {
    ++runs;
    most = std::max(most, ratio);
    if (grown) max_grown = std::max(max_grown, ratio);
  }
};

// One run against the bound along its touches, and against those that know less.
double check(const World &world, const SgdStability &stability, const std::vector<int64_t> &touches,
             const Manner &manner, Found *found) {
  const Run it = run(world, touches, manner);
  const double slack = kRounding * stability.touch(world.terms.steps);
  const double bound = stability.along(touches.data(), touches.size());
  EXPECT_LE(it.distance, bound + slack) << world.terms.exponent << " " << manner.seed;
  EXPECT_LE(it.distance, stability.after(static_cast<int64_t>(touches.size())) + slack);
  EXPECT_LE(it.distance, stability.worst() + slack);
  EXPECT_LE(it.longest, stability.norm() * (1 + kRounding));
  const double ratio = bound > 0 ? it.distance / (bound + slack) : 0;
  found->add(ratio, bound > 2 * stability.touch(1) * static_cast<double>(touches.size()));
  return ratio;
}

// Changes when the changed unit is met and how greedy the others are, and keeps what drives the points apart.
void climb(const World &world, const SgdStability &stability, std::vector<int64_t> touches, Manner manner,
           Random &random, Found *found) {
  double best = 0;
  for (int i = 0; i < 12; ++i) {
    Manner other = manner;
    std::vector<int64_t> moved = touches;
    if (i % 3 == 0) other.seed = random();
    if (i % 3 == 1) other.greed = uniform(random, 0, 1);
    if (i % 3 == 2) moved = make_touches(world.terms.steps, 0, random);
    const double ratio = check(world, stability, moved, other, found);
    if (ratio > best) best = ratio, manner = other, touches = moved;
  }
}

TEST(SgdStability, AdversariesNeverPassIt) {
  for (const double exponent : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    Random random(static_cast<uint64_t>(exponent * 100) + 7);
    Found found[4];  // by mode; the last where losses need not be ridges
    for (int i = 0; i < 2400; ++i) {
      const Mode mode = i % 4 == 3 ? (exponent == 0 || i % 8 == 7 ? kBall : kSpace) : kLipschitz;
      const World world = make_world(exponent, mode, random);
      const SgdStability stability = prepared(world.terms);
      const std::vector<int64_t> touches = make_touches(world.terms.steps, i % 5, random);
      const Manner manner{i % 3 == 0 ? uniform(random, 0, 1) : 1, i % 2 == 0, random()};
      check(world, stability, touches, manner, &found[world.terms.ridge ? mode : 3]);
      if (world.terms.steps <= 12 && i % 2 == 0)
        climb(world, stability, touches, manner, random, &found[world.terms.ridge ? mode : 3]);
      ASSERT_FALSE(HasFailure()) << exponent << " " << i;
    }
    const int64_t runs = found[0].runs + found[1].runs + found[2].runs + found[3].runs;
    evidence(
        "stability",
        "alpha %.2f: %lld adversarial pairs of runs, greatest distance / bound %.4f, where growth makes up most of "
        "it %.4f (losses that are no ridges %.4f); by norms alone %.3f on balls, %.3f on R^d",
        exponent, static_cast<long long>(runs), found[kLipschitz].most, found[kLipschitz].max_grown, found[3].max_grown,
        found[kBall].most, found[kSpace].most);
    // The adversary is strong enough to prove something.
    EXPECT_GT(found[kLipschitz].most, 0.999);
    EXPECT_GT(found[kLipschitz].max_grown, 0.95);
    EXPECT_GE(runs, 10000);
  }
}

// The closed forms against sums step by step.
TEST(SgdStability, SumsAreThoseOfSingleSteps) {
  Random random(3);
  double loosest = 1;
  for (int i = 0; i < 3000; ++i) {
    World world = make_world(0.25 * (i % 5), i % 3 == 0 ? kBall : kLipschitz, random);
    if (i % 4 == 0) world.terms.step_error = 1e-3, world.terms.step_defect = 1e-3, world.terms.output_error = 1e-3;
    const SgdStability stability = prepared(world.terms);
    const std::vector<int64_t> touches = make_touches(world.terms.steps, i % 5, random);
    const double bound = stability.along(touches.data(), touches.size()), exact = reference(stability, touches);
    ASSERT_GE(bound, exact * (1 - 1e-14)) << i;
    if (exact > 0 && world.terms.step_error == 0) loosest = std::max(loosest, bound / exact);
  }
  EXPECT_LT(loosest, 1.02);
  evidence("stability", "closed forms exceed sums over single steps by at most %.2f %%", 100 * (loosest - 1));
}

// How far runs pass a bound that has a fault.
double passed_by(double exponent, const Fault &fault, int pattern) {
  Random random(11);
  double most = 0;
  for (int i = 0; i < 200; ++i) {
    World world = make_world(exponent, kLipschitz, random);
    world.d = std::max<size_t>(2, world.d);
    world.terms.radius = world.terms.diameter = INFINITY;
    world.terms.ridge = true;
    const SgdStability stability = prepared(world.terms);
    const std::vector<int64_t> touches = make_touches(world.terms.steps, pattern, random);
    const double bound = reference(stability, touches, fault);
    if (bound > 0) most = std::max(most, run(world, touches, {1, true, random()}).distance / bound);
  }
  return most;
}

TEST(SgdStability, ControlFaultyBoundsArePassed) {
  for (const double exponent : {0.0, 0.25, 0.5, 0.75}) {
    EXPECT_LE(passed_by(exponent, {}, 1), 1 + 1e-9);
    EXPECT_GT(passed_by(exponent, {0.5, 1, false}, 1), 1.3);
    EXPECT_GT(passed_by(exponent, {1, 1, true}, 0), 1.05);
  }
  for (const double exponent : {0.0, 0.25, 0.5, 0.75, 1.0}) EXPECT_GT(passed_by(exponent, {1, 0.5, false}, 3), 1.9);
}

// Zero-out moves one side only; its bound does not hold where a unit is replaced.
TEST(SgdStability, ControlZeroOutIsNotReplaceOne) {
  Random random(5);
  World world = make_world(1, kLipschitz, random);
  world.terms.adjacency = DPCVX_ADJACENCY_ADD_REMOVE;
  world.terms.radius = world.terms.diameter = INFINITY;
  const std::vector<int64_t> all = make_touches(world.terms.steps, 3, random);
  const double bound = prepared(world.terms).along(all.data(), all.size());
  EXPECT_LE(run(world, all, {}).distance, bound * (1 + kRounding));
  world.terms.adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  EXPECT_GT(run(world, all, {}).distance, bound * 1.9);
}

// At exponent 1 steps beyond 2 / L expand: where nothing bounds gradients they are refused, and c = 0 would be wrong.
TEST(SgdStability, ControlLongStepsExpand) {
  World world;
  SgdStabilityInputs &terms = world.terms;
  terms.units = 100, terms.steps = 30, terms.exponent = 1, terms.holder = 1, terms.gradient_at_zero = 1;
  terms.radius = 1e6, terms.diameter = 2e6, terms.average = 0, terms.adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  world.d = 2;
  for (const double eta : {1.0, 2.0, 2.2}) {
    terms.step_size = eta;
    Error error(nullptr, "stability");
    SgdStability stability;
    EXPECT_EQ(stability.prepare(terms, error), eta > 2 ? DPCVX_ERR_UNSUPPORTED : DPCVX_OK);
    if (eta <= 2) {
      EXPECT_EQ(stability.growth(), 0);
    }
    // One touch, then quadratics that both points lie on either side of.
    World free = world;
    free.terms.radius = INFINITY;
    Pair at = {Vector{-eta, 0}, Vector{eta, 0}};
    for (int t = 1; t < 30; ++t) at = common_step(free, at, {Shape::kSigned, Vector{1, 0}, 0, 0});
    EXPECT_EQ(norm(minus(at.w, at.v)) > 2 * eta * (1 + kRounding), eta > 2);
  }
}

// Norms on all of R^d: losses chosen to drive one run away from 0.
TEST(SgdStability, NormsOnAllSpace) {
  for (const double exponent : {0.25, 0.5, 0.75, 1.0}) {
    Random random(17);
    double most = 0;
    for (int i = 0; i < 300; ++i) {
      World world = make_world(exponent, kSpace, random);
      world.terms.gradient_at_zero = 1e6;
      const SgdStability stability = prepared(world.terms);
      const double a = exponent, k = world.terms.holder / std::exp2(1 - a);
      Vector w(world.d, 0.0);
      for (int64_t t = 0; t < world.terms.steps; ++t) {
        // f(0) = l_0 on one side, and the best of many values where the run is.
        const double reach = std::pow(world.terms.value_at_zero * (1 + a) / k, 1 / (1 + a));
        Vector best = w;
        for (int j = 0; j < 24; ++j) {
          Loss loss{Shape::kSigned, direction(random, world.d), reach, 0};
          if (j % 2 == 0 && world.d > 1 && norm(w) > 0)
            loss.a = minus(loss.a, times(dot(loss.a, w) / dot(w, w), w)), loss.a = times(1 / norm(loss.a), loss.a);
          if (j % 4 == 1 && norm(w) > 0) loss.a = times(1 / norm(w), w);
          const Vector next = stepped(world, w, gradient(world, loss, w));
          if (norm(next) > norm(best)) best = next;
        }
        w = best;
        ASSERT_LE(norm(w), stability.norm() * (1 + kRounding));
      }
      most = std::max(most, norm(w) / stability.norm());
    }
    evidence("stability", "alpha %.2f on R^d: greatest norm of an iterate / bound %.3f", exponent, most);
    EXPECT_GT(most, 0.3);
  }
}

}  // namespace
