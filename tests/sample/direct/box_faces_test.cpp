// Faces of a box that hold a quadratic's least point, and the geometric laws off them.
#include "sample/direct/box_faces.h"

#include "base/error.h"
#include "mechanism/laws.h"
#include "model/grid.h"
#include "sample/direct/wall_share.h"

namespace {

using dpcvx::sample::BoxFaces;
using dpcvx::sample::LocalMetric;
using dpcvx::sample::LossFloor;
using dpcvx::sample::Target;
using Vector = std::vector<double>;

constexpr double kWall = 50, kStep = 0x1p-16;

// A box of three or more coordinates and the metric of a made table.
struct Scene {
  grid::Subject subject;
  dpcvx::model::Domain box;
  Target target;
  LocalMetric metric;
  BoxFaces faces;
  Vector low, high;

  Scene() : subject(grid::source(80, 4, grid::losses().front(), 3), {}, {}) {
    dpcvx::Error error(nullptr, "scene");
    low.assign(subject.dimension(), -0.5);
    high.assign(subject.dimension(), 0.75);
    EXPECT_EQ(box.make_box(low.data(), high.data(), subject.objective->dimension(), error), DPCVX_OK);
    target.dimension = subject.objective->dimension();
    target.domain = &box;
    target.wall = kWall;
    EXPECT_EQ(metric.prepare(*subject.objective, 1, 0.5, error), DPCVX_OK);
    const Vector v(subject.dimension(), 0.1);
    EXPECT_TRUE(metric.take(v.data(), LossFloor(subject.objective->loss()), 1, nullptr));
    EXPECT_EQ(faces.prepare(target, kStep, error), DPCVX_OK);
  }
};

// The slope of the quadratic at v + step is 0 where no face holds a coordinate, and points outwards at faces, steeply.
// Coordinates that leave the box are those whose faces would hold them weakly.
TEST(BoxFaces, HoldTheLeastPointOfAQuadratic) {
  Scene scene;
  size_t held = 0, left = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    const Vector v(scene.subject.dimension(), 0.1), slope = grid::point(scene.subject, seed, 12);
    Vector step(v.size());
    if (!scene.faces.hold(v.data(), slope.data(), scene.metric, true, step.data())) continue;
    for (size_t j = 0; j < v.size(); ++j) {
      double at = slope[j];
      for (size_t k = 0; k < v.size(); ++k) at += scene.metric.entry(j, k) * step[k];
      const int side = scene.faces.sides()[j];
      held += side != 0;
      left += v[j] + step[j] > scene.high[j] || v[j] + step[j] < scene.low[j];
      if (side == 0) {
        EXPECT_NEAR(at, 0, 1e-5);
      } else {
        EXPECT_EQ(v[j] + step[j], side > 0 ? scene.high[j] : scene.low[j]);
        EXPECT_GT(-at * side, 0.2 * std::sqrt(scene.metric.entry(j, j)));
      }
    }
  }
  EXPECT_GT(held, 30u);
  EXPECT_GT(left, 3u);
}

// The greatest deviate of counts of steps from the law of weights exp(-exponent), and the same of a law that falls a
// tenth faster.
TEST(BoxFaces, StepsHaveTheLawOfTheirExponent) {
  Scene scene;
  const Vector v(scene.subject.dimension(), 0.1);
  Vector slope(v.size(), -100), step(v.size());
  ASSERT_TRUE(scene.faces.hold(v.data(), slope.data(), scene.metric, true, step.data()));
  ASSERT_EQ(scene.faces.count(), v.size());
  EXPECT_FALSE(scene.faces.set_slope(0, kWall, 1));
  EXPECT_FALSE(scene.faces.set_slope(0, -1, 1));
  EXPECT_FALSE(scene.faces.set_slope(0, 3, 1000));
  for (size_t j = 0; j < v.size(); ++j) ASSERT_TRUE(scene.faces.set_slope(j, 3, 1));
  scene.faces.begin();
  laws::Stream stream("faces");
  constexpr int kDraws = 50000, kFar = 600000, kCells = 60;
  Vector counts(2 * kCells), masses(2 * kCells), others(2 * kCells);
  double total = 0, total_other = 0;
  const auto cell_of = [&](double steps) {
    const double at = steps > 0 ? kCells + steps / 200 : kCells - 1 + steps / 4000;
    return static_cast<size_t>(std::clamp(at, 0.0, 2.0 * kCells - 1));
  };
  for (int steps = -kFar; steps <= kFar / 10; ++steps) {
    const double fall = (1 - 0x1p-20) * kStep * std::fabs(steps) * (steps > 0 ? kWall - 3 : 3);
    masses[cell_of(steps)] += std::exp(-fall), total += std::exp(-fall);
    others[cell_of(steps)] += std::exp(-1.1 * fall), total_other += std::exp(-1.1 * fall);
  }
  for (int i = 0; i < kDraws; ++i) {
    double exponent = 0;
    const double steps = scene.faces.next(0, stream.rng, &exponent);
    ASSERT_NEAR(exponent, (1 - 0x1p-20) * kStep * std::fabs(steps) * (steps > 0 ? kWall - 3 : 3), 1e-12 * exponent);
    ++counts[cell_of(steps)];
  }
  double most = 0, most_other = 0, sum = 0, expected = 0, other = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    sum += counts[i] / kDraws, expected += masses[i] / total, other += others[i] / total_other;
    most = std::fmax(most, std::fabs(sum - expected)), most_other = std::fmax(most_other, std::fabs(sum - other));
  }
  constexpr double kAlarm = 3.2728;  // of Kolmogorov's law, 1e-9
  EXPECT_LT(std::sqrt(kDraws) * most, kAlarm);
  EXPECT_GT(std::sqrt(kDraws) * most_other, kAlarm);
}

TEST(BoxFaces, WallsOfTheirOwnAreLeftOutOfTheRest) {
  Scene scene;
  const Vector v(scene.subject.dimension(), 0.1);
  Vector slope(v.size(), -100), step(v.size());
  ASSERT_TRUE(scene.faces.hold(v.data(), slope.data(), scene.metric, true, step.data()));
  const dpcvx::sample::WallShare wall(scene.target);
  Vector x(v.size(), 1);
  x[1] = -1;
  double own = 0;
  for (size_t j = 0; j < x.size(); ++j) own += scene.faces.own_wall(j, x[j]);
  EXPECT_NEAR(own, kWall * 0.25 * static_cast<double>(x.size() - 1), 1e-9);
  EXPECT_NEAR(wall.rest(x.data(), scene.faces.sides()), kWall * 0.5, 1e-9);
  EXPECT_NEAR(wall.rest(x.data(), nullptr), own + kWall * 0.5, 1e-9);
}

}  // namespace
