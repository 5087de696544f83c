// The heavy ball's average, carried on by its momentum.
#include "solve/noisy_gradient/momentum.h"

#include <cmath>
#include <random>

#include "model/objective_handle.h"
#include "solve/noisy_gradient/tail_share.h"
#include "support/handles.h"

namespace {

using namespace fixtures;
using dpcvx::Arena;
using dpcvx::Error;
using dpcvx::solve::carries;
using dpcvx::solve::Figures;
using dpcvx::solve::GradientFigures;
using dpcvx::solve::HeavyBall;
using dpcvx::solve::Settings;

constexpr int64_t kSteps = 200;
constexpr size_t kDimension = 3;

ObjectiveHandle objective_of(int32_t loss) {
  Rows rows;
  rows.add({0.5, -1}, 1);
  rows.add({1, 0.5}, -1);
  OptionsHandle options;
  ObjectiveHandle out;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_BOUND, std::sqrt(3.0), nullptr);
  EXPECT_EQ(dpcvx_objective_create(dataset(rows), loss, nullptr, options, &out.it, nullptr), DPCVX_OK);
  return out;
}

Figures figures_of(double momentum, double average, bool carried) {
  Figures figures;
  figures.steps = kSteps;
  GradientFigures &own = figures.own.as<GradientFigures>();
  own.step_size = 0.01;
  own.momentum = momentum;
  own.average = average;
  own.carries = carried;
  return figures;
}

// The average of so many steps along normal sums, which hang on no iterate.
std::vector<double> walked(const Figures &figures, int64_t steps = kSteps) {
  const ObjectiveHandle objective = objective_of(DPCVX_LOSS_SQUARED);
  Arena arena;
  Error ignored(nullptr, "test");
  HeavyBall ball;
  std::vector<double> out(kDimension);
  std::mt19937_64 bits(3);
  std::normal_distribution<double> normal;
  HeavyBall::plan(*objective.it->objective, arena);
  EXPECT_EQ(arena.reserve("test", ignored), DPCVX_OK);
  ball.prepare(*objective.it->objective, figures, arena);
  ball.start(out.data());
  for (int64_t t = 0; t < steps; ++t) {
    for (size_t j = 0; j < kDimension; ++j) ball.sum()[j] = normal(bits);
    ball.step(1);
  }
  ball.finish();
  return out;
}

TEST(Momentum, CarriedAveragesAreThoseOfStepsWithoutMomentum) {
  for (double momentum : {0.5, 0.9})
    for (double average : {0.25, 0.5, 1.0}) {
      Figures plain = figures_of(0, average, false);
      plain.own.as<GradientFigures>().step_size = 0.01 / (1 - momentum);
      const std::vector<double> carried = walked(figures_of(momentum, average, true)), expected = walked(plain);
      for (size_t j = 0; j < kDimension; ++j) EXPECT_NEAR(carried[j], expected[j], 1e-12);
      // Control: the ball's own average lags.
      EXPECT_GT(std::fabs(walked(figures_of(momentum, average, false))[0] - expected[0]), 1e-4);
    }
}

TEST(Momentum, WalksThatAreCutOffKeepTheirAverage) {
  for (int64_t steps : {kSteps / 2, kSteps / 2 + 19})
    EXPECT_EQ(walked(figures_of(0.9, 0.5, true), steps), walked(figures_of(0.9, 0.5, false), steps));
  EXPECT_NE(walked(figures_of(0.9, 0.5, true), kSteps / 2 + 21), walked(figures_of(0.9, 0.5, false), kSteps / 2 + 21));
}

TEST(Momentum, AveragesOfShortWaysAreCarried) {
  const ObjectiveHandle squares = objective_of(DPCVX_LOSS_SQUARED), others = objective_of(DPCVX_LOSS_HUBER);
  Figures figures = figures_of(0.9, 0.5, false);
  GradientFigures &own = figures.own.as<GradientFigures>();
  own.step_size = 49 * 3 / squares.it->objective->smoothness() / kSteps * (1 - own.momentum);
  EXPECT_TRUE(carries(*squares.it->objective, Settings(), figures));
  EXPECT_FALSE(carries(*others.it->objective, Settings(), figures));
  Settings settings;
  settings.tail_average_fraction = 0.5;
  EXPECT_FALSE(carries(*squares.it->objective, settings, figures));
  own.step_size *= 51. / 49;
  EXPECT_FALSE(carries(*squares.it->objective, Settings(), figures));
}

}  // namespace
