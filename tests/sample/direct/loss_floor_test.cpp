// Floors of losses against the losses, point by point.
#include "sample/direct/loss_floor.h"

#include "base/error.h"
#include "model/grid.h"
#include "model/stored_loss.h"

namespace {

using dpcvx::model::LossSpec;
using dpcvx::sample::LossFloor;

std::vector<LossSpec> losses() {
  LossSpec squared = grid::spec_of(DPCVX_LOSS_SQUARED, 0, 2);
  squared.decision_bound = 3;
  return {grid::spec_of(DPCVX_LOSS_LOGISTIC),
          squared,
          grid::spec_of(DPCVX_LOSS_HUBER, 0.7),
          grid::spec_of(DPCVX_LOSS_HUBER, 0.7, INFINITY, 0.3),
          grid::spec_of(DPCVX_LOSS_SMOOTHED_HINGE, 0.8),
          grid::spec_of(DPCVX_LOSS_SMOOTHED_HINGE, 0.4, INFINITY, 0.5),
          grid::spec_of(DPCVX_LOSS_HINGE, 0, INFINITY, 1.2),
          grid::spec_of(DPCVX_LOSS_PINBALL, 0.8, INFINITY, 0.9),
          grid::spec_of(DPCVX_LOSS_ABSOLUTE, 0, INFINITY, 0.6)};
}

bool is_of_signs(const LossSpec &spec) {
  return spec.kind == DPCVX_LOSS_LOGISTIC || spec.kind == DPCVX_LOSS_HINGE || spec.kind == DPCVX_LOSS_SMOOTHED_HINGE;
}

// The least of D(t) / (q E(|t|)) over many z, t and edges: of floors whose weight and argument are as they are given.
struct Ratios {
  double least = INFINITY, near = INFINITY;  // near: of small t alone
};
Ratios ratios(const LossSpec &spec, double weight, double narrower) {
  const dpcvx::model::StoredLoss loss(spec);
  const bool signs = is_of_signs(spec), logistic = spec.kind == DPCVX_LOSS_LOGISTIC;
  Ratios found;
  std::mt19937_64 bits(5);
  const auto uniform = [&] { return static_cast<double>(bits() >> 11) * 0x1p-53; };
  for (int i = 0; i < 200000; ++i) {
    const double b = signs ? (bits() % 2 == 0 ? 1 : -1) : 4 * uniform() - 2, z = 8 * uniform() - 4;
    LossFloor floor(spec);
    const double place = floor.place(z, b), edge = logistic ? 4 * uniform() : -3 * uniform();
    floor.set_edge(edge);
    const double q = weight * floor.weight(place);
    floor.set_edge(narrower * edge);
    if (!(q > 0)) continue;
    const double size = std::exp(12 * uniform() - 7), t = bits() % 2 == 0 ? size : -size;
    const double ratio = loss.divergence(z + t, z, b) / (q * floor.value(size));
    found.least = std::fmin(found.least, ratio);
    if (size < 0.01) found.near = std::fmin(found.near, ratio);
  }
  return found;
}

TEST(LossFloor, LiesBelowTheLossAndTouchesIt) {
  for (const LossSpec &spec : losses()) {
    const Ratios found = ratios(spec, 1, 1);
    EXPECT_GE(found.least, 1 - 1e-8) << spec.kind;
    EXPECT_LE(found.near, 1.01) << spec.kind;
  }
}

TEST(LossFloor, ControlsAreAboveTheLoss) {
  for (const LossSpec &spec : losses()) {
    EXPECT_LT(ratios(spec, 1.02, 1).least, 0.99) << spec.kind;
    // Of a half of the margin, or twice the distance from the bend.
    EXPECT_LT(ratios(spec, 1, spec.kind == DPCVX_LOSS_LOGISTIC ? 0.5 : 2).least, 0.99) << spec.kind;
  }
}

// E'' falls, and E(sqrt(s)) is concave: by differences.
TEST(LossFloor, HasAFallingCurvature) {
  for (const LossSpec &spec : losses())
    for (const double edge : {0.2, 1.0, 3.0}) {
      LossFloor floor(spec);
      floor.set_edge(spec.kind == DPCVX_LOSS_LOGISTIC ? edge : -edge);
      EXPECT_EQ(floor.value(0), 0);
      for (double t = 0.01; t < 40; t *= 1.1) {
        const double step = 1e-3 * t;
        EXPECT_NEAR((floor.value(t + step) - floor.value(t - step)) / (2 * step), floor.slope(t), 1e-5 * t);
        EXPECT_LE(floor.slope(t + step) - floor.slope(t), (floor.slope(t) - floor.slope(t - step)) + 1e-12 * t);
        EXPECT_LE(floor.slope(t + step) / (t + step), floor.slope(t) / t * (1 + 1e-12));
      }
    }
}

// Moved by a tenth of its length, the curved interval has places where the floor is above the loss.
TEST(LossFloor, ControlAnIntervalBesideTheCornerIsAbove) {
  const LossSpec spec = grid::spec_of(DPCVX_LOSS_PINBALL, 0.8, INFINITY, 0.9);
  const dpcvx::model::StoredLoss loss(spec);
  LossFloor floor(spec);
  floor.set_edge(-0.1);
  double least = INFINITY;
  for (double z = -1; z < 1; z += 0.001) {
    const double q = floor.weight(floor.place(z + 0.09, 0));
    if (q > 0) least = std::fmin(least, loss.divergence(z + 0.05, z, 0) / (q * floor.value(0.05)));
  }
  EXPECT_LT(least, 0.99);
}

TEST(LossFloor, IsOfLossesThatAreCurved) {
  for (const grid::Loss &loss : grid::losses()) {
    const bool cornered = loss.spec.kind == DPCVX_LOSS_HINGE || loss.spec.kind == DPCVX_LOSS_PINBALL;
    const bool plain = loss.spec.kind == DPCVX_LOSS_LOGISTIC || loss.spec.kind == DPCVX_LOSS_SQUARED ||
                       loss.spec.kind == DPCVX_LOSS_HUBER || loss.spec.kind == DPCVX_LOSS_SMOOTHED_HINGE;
    EXPECT_EQ(LossFloor::has(loss.spec), plain || (cornered && loss.spec.smoothing > 0)) << loss.name;
  }
  EXPECT_FALSE(LossFloor::has(grid::spec_of(DPCVX_LOSS_LOGISTIC, 0, INFINITY, 0.1)));
  EXPECT_FALSE(LossFloor::has(grid::spec_of(DPCVX_LOSS_ABSOLUTE)));
}

}  // namespace
