// The chain's draws against exact laws on lines and in the plane: every loss, geometry and kind of constraint.
#include <gtest/gtest.h>

#include "audit/generator.h"
#include "sample/chain_sampler.h"
#include "sample/potentials.h"
#include "sample/sampler_checks.h"

namespace {

using sampled::ChainSampler;

// 1e-4 in total variation moves none of the statistics of 10^5 draws by more than 0.3.
constexpr double kVariation = 1e-4, kEta = 0.5;

template <class Law>
void check(const Potential &potential, const Law &law, const char *what, uint64_t seed, int64_t draws, Worst *worst) {
  // A gradient at the start is at most the losses' and the quadratic's.
  ChainSampler sampler(potential, seed, kEta, sampled::rounds_for(potential, kEta, potential.scale + 2, kVariation));
  worst->check(potential, law, sampler, draws, what);
}

// As many draws of a few as show a total variation of 0.05 below, fewer of all: 10^5 of each when the long audits are
// asked for.
constexpr int64_t kTellingDraws = 25000;

struct Case {
  size_t loss, constraint;
  Potential potential(int coordinates) const {
    return constrained(coordinates, kLosses[loss], kConstraints[constraint]);
  }
  const char *name() const { return kConstraints[constraint].name; }
  uint64_t seed() const { return 100 * loss + constraint; }
  // Usually every other loss with a constraint, on lines, and the rest in the plane, so that each is met with each.
  bool taken(int coordinates) const {
    return long_audits() || core(coordinates) || (loss + constraint) % 2 + 1 == static_cast<size_t>(coordinates);
  }
  // Of two losses on lines and of the others in the plane.
  bool core(int coordinates) const {
    constexpr size_t kCore[] = {0, 8, 6, 0};  // R^d, a box, an l-infinity ball, R^d
    return constraint == kCore[loss] && loss % 2 + 1 == static_cast<size_t>(coordinates);
  }
  int64_t draws(int coordinates, int64_t few) const {
    const bool simplex = kConstraints[constraint].set == Set::kSimplex;  // slow too
    return long_audits() ? 100000 : core(coordinates) ? kTellingDraws : simplex ? few / 2 : few;
  }
  // Their walls take roots: fewer draws of these.
  bool slow() const {
    const double p = kConstraints[constraint].norm;
    return p != 1 && p != 2 && !std::isinf(p);
  }
};

template <class Check>
void each_case(const Check &check) {
  for (size_t i = 0; i < std::size(kLosses); ++i)
    for (size_t j = 0; j < std::size(kConstraints); ++j) check(Case{i, j});
}

TEST(ChainExactness, OnLines) {
  Worst worst;
  each_case([&](const Case &it) {
    if (!it.taken(1)) return;
    const Potential potential = it.potential(1);
    check(potential, LineLaw(potential), it.name(), 1000 + it.seed(), it.draws(1, 1000), &worst);
  });
  worst.tell("chains on lines");
}

TEST(ChainExactness, InThePlane) {
  Worst worst;
  each_case([&](const Case &it) {
    if (!it.taken(2)) return;
    const Potential potential = it.potential(2);
    const int64_t draws = !it.slow() ? it.draws(2, 500) : long_audits() ? 10000 : 150;
    check(potential, PlaneLaw(potential, cells_a_side(draws)), it.name(), 2000 + it.seed(), draws, &worst);
  });
  worst.tell("chains in the plane");
}

// Stopped where the exact law, a Gaussian's whose mean has not arrived, is 0.05 away in total variation.
TEST(ChainExactness, AChainStoppedEarlyIsSeen) {
  constexpr int64_t kRounds = 20, kDraws = kTellingDraws;
  const double left = std::pow(1 + kEta, -static_cast<double>(kRounds));
  for (const int dimension : {1, 2}) {
    Potential potential = potential_on(dimension, 0);
    potential.labels.clear();
    potential.quadratic = 1;
    potential.center[0] = 0.1254 / left;  // 2 Phi(0.1254 / 2) - 1 = 0.05
    ChainSampler sampler(potential, 3, kEta, kRounds);
    const std::vector<double> draws = sampler.draw(kDraws);
    const Deviates found =
        dimension == 1 ? LineLaw(potential).test(draws) : PlaneLaw(potential, cells_a_side(kDraws)).test(draws);
    EXPECT_GT(found.chi_square, kChiSquareAlarm);
    EXPECT_GT(found.kolmogorov, kKolmogorovAlarm);
    evidence("exponential mechanism",
             "control, a chain in %d dimensions stopped at a total variation of 0.05: caught, chi-square %.2f (alarm "
             "%.1f), Kolmogorov %.2f (%.2f)",
             dimension, found.chi_square, kChiSquareAlarm, found.kolmogorov, kKolmogorovAlarm);
  }
}

}  // namespace
