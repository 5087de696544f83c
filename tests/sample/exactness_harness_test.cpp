// The tests of exactness themselves: draws made by plain rejection pass, draws of laws a little off do not.
#include <gtest/gtest.h>

#include "audit/generator.h"
#include "sample/exact_law.h"
#include "sample/potentials.h"

namespace {

constexpr int64_t kDraws = 30000;

// From a normal law of the quadratic's, thinned by the rest of V.
std::vector<double> rejected(const Potential &potential, uint64_t seed) {
  Generator random(seed);
  std::vector<double> draws;
  const int d = potential.coordinates();
  const double spread = 1 / std::sqrt(potential.convexity());
  Potential rest = potential;
  rest.quadratic = rest.regularizer = 0;
  double low[2], high[2];
  while (draws.size() < static_cast<size_t>(d) * kDraws) {
    double x[2];
    for (int j = 0; j < d; ++j) x[j] = potential.center[static_cast<size_t>(j)] + spread * random.normal();
    bool inside = true;
    for (int j = 0; j < d && std::isinf(potential.wall); ++j) {
      potential.section(j, d > 1 ? x[1 - j] : 0, &low[j], &high[j]);
      inside = inside && low[j] <= x[j] && x[j] <= high[j];
    }
    if (!inside || random.uniform() > std::exp(-rest(x))) continue;
    for (int j = 0; j < d; ++j) draws.push_back(x[j]);
  }
  return draws;
}

Potential gentle(Potential potential) {
  potential.scale = 1.5;
  if (std::isfinite(potential.wall)) potential.wall = 2;
  return potential;
}

// A law that is 0.05 off in total variation: a tenth of the draws are taken below the median of coordinate 0 instead.
std::vector<double> moved(const std::vector<double> &draws, size_t d) {
  std::vector<double> first, out = draws;
  for (size_t i = 0; i < draws.size(); i += d) first.push_back(draws[i]);
  std::nth_element(first.begin(), first.begin() + kDraws / 2, first.end());
  size_t next = 0;
  for (size_t i = 0; i < draws.size(); i += 10 * d) {
    while (draws[next] > first[kDraws / 2]) next += d;
    for (size_t j = 0; j < d; ++j) out[i + j] = draws[next + j];
    next += d;
  }
  return out;
}

template <class Law>
void expect_seen(const Law &law, const Potential &potential, const char *what, uint64_t seed) {
  const std::vector<double> draws = rejected(potential, seed);
  const Deviates found = law.test(draws);
  EXPECT_FALSE(found.alarm()) << what << " " << found.chi_square << " " << found.kolmogorov << " " << found.serial;
  const Deviates wrong = law.test(moved(draws, static_cast<size_t>(potential.coordinates())));
  EXPECT_GT(wrong.chi_square, kChiSquareAlarm) << what;
  EXPECT_GT(wrong.kolmogorov, kKolmogorovAlarm) << what;
}

TEST(ExactnessHarness, LinesAreSeen) {
  uint64_t seed = 1;
  for (const int32_t loss : kLosses) {
    for (const Constraint &constraint : kConstraints) {
      if (constraint.set == Set::kSimplex) continue;
      if (constraint.name[0] == 'a' && constraint.name[1] == 'n' && constraint.norm != 2) continue;
      const Potential potential = gentle(constrained(1, loss, constraint));
      expect_seen(LineLaw(potential), potential, constraint.name, ++seed);
    }
  }
}

TEST(ExactnessHarness, PlanesAreSeen) {
  uint64_t seed = 100;
  for (const Constraint &constraint : kConstraints) {
    if (constraint.set == Set::kSimplex) continue;
    const Potential potential = gentle(constrained(2, DPCVX_LOSS_HINGE, constraint));
    const PlaneLaw law(potential, 12);
    EXPECT_NEAR(law.disagreement(), 0, 1e-10) << constraint.name;
    expect_seen(law, potential, constraint.name, ++seed);
  }
}

// Draws that hang together.
TEST(ExactnessHarness, DependenceIsSeen) {
  const Potential potential = gentle(potential_on(1, DPCVX_LOSS_LOGISTIC));
  std::vector<double> draws = rejected(potential, 7);
  for (size_t i = 20; i < draws.size(); i += 20) draws[i] = draws[i - 1];
  EXPECT_GT(LineLaw(potential).test(draws).serial, kNormalAlarm);
}

}  // namespace
