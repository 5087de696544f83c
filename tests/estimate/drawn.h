// Cumulative distributions of drawn values, with noise, beside the release that they stand for.
#ifndef DPCVX_TESTS_ESTIMATE_DRAWN_H_
#define DPCVX_TESTS_ESTIMATE_DRAWN_H_

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "estimate/distribution/distribution.h"
#include "estimate/laws.h"
#include "privacy/calibration/calibrate.h"

#include <gtest/gtest.h>

namespace fixtures {

using dpcvx::estimate::CellEnd;
using dpcvx::estimate::Cells;
using dpcvx::estimate::count_sensitivity;
using dpcvx::estimate::CountNoise;
using dpcvx::estimate::Cumulative;
using dpcvx::estimate::Estimate;
using dpcvx::estimate::kUnitSteps;
using dpcvx::estimate::Strays;
using dpcvx::estimate::Tree;

struct Setting {
  bool gaussian, known;  // noise, and whether the number of units is public
  int32_t adjacency() const { return known ? DPCVX_ADJACENCY_REPLACE_ONE : DPCVX_ADJACENCY_ADD_REMOVE; }
  const char *name() const {
    if (gaussian) return known ? "Gaussian noise, replace-one" : "Gaussian noise, add/remove";
    return known ? "Laplace noise, replace-one" : "Laplace noise, add/remove";
  }
};

inline CountNoise noise_at(double epsilon, const Setting &setting, int levels) {
  const double amount = setting.gaussian ? dpcvx::privacy::calibrate_gdp(epsilon, 1e-6) : epsilon;
  return {setting.gaussian, count_sensitivity(setting.gaussian, setting.adjacency(), levels) / amount};
}

inline double drawn(Bits &bits, const CountNoise &noise) {
  if (noise.gaussian) return noise.scale * normal(bits);
  return noise.scale * std::log(uniform(bits) / uniform(bits));
}

inline Cells cells_of(int64_t count, CellEnd end) {
  const double ends[] = {-1, 1};
  Cells out;
  EXPECT_TRUE(out.allocate(ends, 2, count, end));
  return out;
}

// How many of the units of a law fall into each cell (lowest edge, ..., highest edge], by binomial draws: the law of
// what units drawn one by one would give, at a cost that does not grow with them. `step` is what a unit counts.
inline void draw_counts(const Law &law, const Cells &cells, CellEnd end, int units, int64_t step, Bits &bits,
                        int64_t *counts) {
  double below = 0;
  int64_t left = units;
  for (int64_t j = 0; j < cells.count(); ++j) {
    const double edge = cells.edge(static_cast<size_t>(j) + 1);
    const double up_to = j + 1 == cells.count() ? 1 : law.up_to(end == CellEnd::kHigh ? edge : edge - 1e-9);
    const double share = up_to - below;
    const double part = below < 1 ? std::clamp(share / (1 - below), 0.0, 1.0) : 1;
    const int64_t here = part >= 1 ? left : std::binomial_distribution<int64_t>(left, part)(bits);
    counts[j] = here * step;
    left -= here;
    below = up_to;
  }
}

// Without `strays` shares have no intervals.
inline void draw_cumulative(const Law &law, const Setting &setting, const CountNoise &noise, const CountNoise &claimed,
                            int64_t fan_out, const Cells &cells, int units, Bits &bits, Strays *strays, Estimate *out) {
  dpcvx::Error error(nullptr, "cumulative");
  Cumulative &from = out->cumulative;
  from.shape.set(cells.count(), fan_out, setting.known);
  EXPECT_TRUE(from.allocate(cells.count()));
  std::copy(cells.edges().begin(), cells.edges().end(), from.edges.begin());
  from.noise = claimed;
  Tree tree;
  EXPECT_TRUE(tree.allocate(from.shape));
  std::vector<int64_t> counts(static_cast<size_t>(cells.count()), 0);
  draw_counts(law, cells, CellEnd::kHigh, units, kUnitSteps, bits, counts.data());
  tree.fill(counts.data());
  for (size_t i = 0; i < tree.released_size(); ++i)
    tree.released()[i] += std::llround(drawn(bits, noise) * static_cast<double>(kUnitSteps));
  tree.estimate(static_cast<double>(kUnitSteps), from.below.data());
  from.units = setting.known ? units : from.below[from.cells()];
  if (strays == nullptr) return from.make_shares();
  EXPECT_EQ(out->allocate(cells.count() - 1, error), DPCVX_OK);
  EXPECT_EQ(out->allocate_counts(error), DPCVX_OK);
  fill_cumulative(*strays, out);
}

inline constexpr Setting kSettings[] = {{true, true}, {false, true}, {true, false}, {false, false}};
inline constexpr double kEpsilons[] = {0.1, 1, 4};

}  // namespace fixtures

#endif
