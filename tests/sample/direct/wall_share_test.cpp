// The rest of a wall that proposals have a share of, point by point.
#include "sample/direct/wall_share.h"

#include "base/error.h"
#include "model/grid.h"

namespace {

using dpcvx::model::Domain;
using dpcvx::sample::Target;
using dpcvx::sample::WallShare;
using Vector = std::vector<double>;

constexpr int64_t kDimension = 3;
constexpr double kSize = 1.7, kWall = 11;
const Vector kMiddle = {0.4, -0.2, 0.9};

dpcvx::Shared<Domain> ball_of(double p) {
  dpcvx::Error error(nullptr, "ball");
  dpcvx::Shared<Domain> out;
  EXPECT_TRUE(out.create());
  EXPECT_EQ(out.edit().make_ball(p, kSize, kMiddle.data(), kDimension, error), DPCVX_OK);
  return out;
}

Target target_of(const dpcvx::Shared<Domain> &domain) {
  Target target;
  target.dimension = kDimension;
  target.domain = &*domain;
  target.wall = kWall;
  return target;
}

// ||x - o||^2 - R^2, over 2 R and times the slope: what a wall of share 1 has everywhere.
double parabola(const Vector &x) {
  double sum = -kSize * kSize;
  for (size_t j = 0; j < x.size(); ++j) sum += (x[j] - kMiddle[j]) * (x[j] - kMiddle[j]);
  return kWall / (2 * kSize) * sum;
}

// visit(x, share) at many points in and about the ball.
template <class Visit>
void each_point(const Visit &visit) {
  std::mt19937_64 bits(7);
  const auto uniform = [&] { return static_cast<double>(bits() >> 11) * 0x1p-53; };
  Vector x(kMiddle.size());
  for (int i = 0; i < 200000; ++i) {
    for (size_t j = 0; j < x.size(); ++j) x[j] = kMiddle[j] + 4 * uniform() - 2;
    visit(x, i % 8 == 0 ? static_cast<double>(i / 8 % 2) : uniform());
  }
}

TEST(WallShare, TheRestIsTheWallLessTheShareAndNotNegative) {
  const dpcvx::Shared<Domain> ball = ball_of(2);
  WallShare wall(target_of(ball));
  each_point([&](const Vector &x, double share) {
    wall.set_share(share);
    const double whole = std::fmax(0, parabola(x)), rest = wall.rest(x.data(), nullptr);
    ASSERT_GE(rest, 0);
    ASSERT_NEAR(rest, whole - share * parabola(x), 1e-9);
    ASSERT_NEAR(wall.precision(), share * kWall / kSize, 1e-9);
  });
}

// Shares beyond 0 and 1 leave less than nothing: set_share() cuts them.
TEST(WallShare, ControlOtherSharesLeaveLessThanNothing) {
  double beyond = 0, below = 0;
  each_point([&](const Vector &x, double) {
    beyond = std::fmin(beyond, std::fmax(0, parabola(x)) - 1.05 * parabola(x));
    below = std::fmin(below, std::fmax(0, parabola(x)) + 0.05 * parabola(x));
  });
  EXPECT_LT(beyond, -0.1);
  EXPECT_LT(below, -0.1);
  const dpcvx::Shared<Domain> ball = ball_of(2);
  WallShare wall(target_of(ball));
  wall.set_share(1.05);
  EXPECT_EQ(wall.precision(), kWall / kSize);
  wall.set_share(-0.05);
  EXPECT_EQ(wall.precision(), 0);
}

TEST(WallShare, AddsTheSlopeOfItsQuadratic) {
  const dpcvx::Shared<Domain> ball = ball_of(2);
  WallShare wall(target_of(ball));
  wall.set_share(0.3);
  const Vector v = {1, 2, -1};
  Vector slope = {5, 6, 7};
  wall.add_slope(2, v.data(), slope.data());
  for (size_t j = 0; j < v.size(); ++j) {
    Vector more = v, less = v;
    more[j] += 1e-4, less[j] -= 1e-4;
    EXPECT_NEAR(slope[j] - static_cast<double>(5 + j), 2 * 0.3 * (parabola(more) - parabola(less)) / 2e-4, 1e-6);
  }
}

TEST(WallShare, LeavesBoxesAsTheyAre) {
  const dpcvx::Shared<Domain> box = ball_of(INFINITY);
  const Target target = target_of(box);
  const WallShare wall(target);
  EXPECT_FALSE(wall.is_of_ball());
  EXPECT_EQ(WallShare::max_precision(target), 0);
  const Vector x = {0.4 + 1.7 + 2, -0.2, 0.9 - 1.7 - 0.5};
  EXPECT_NEAR(wall.rest(x.data(), nullptr), 2.5 * kWall, 1e-9);
}

// By quadrature over a normal law: what is expected of tries is near it.
TEST(WallShare, ExpectsTheMeanOfItsRest) {
  const dpcvx::Shared<Domain> ball = ball_of(2);
  WallShare wall(target_of(ball));
  for (const double share : {0.0, 0.02, 0.5, 1.0})
    for (const double mean : {0.8, 1.0, 1.3})
      for (const double deviation : {0.02, 0.3}) {
        wall.set_share(share);
        double sum = 0, total = 0;
        for (double z = -8; z < 8; z += 0.001) {
          const double square = mean + deviation * z, beyond = kWall * kSize / 2 * (square - 1);
          total += std::exp(-z * z / 2);
          sum += std::exp(-z * z / 2 - (beyond > 0 ? (1 - share) : -share) * beyond);
        }
        EXPECT_NEAR(wall.log_mean(mean, deviation), std::log(sum / total), 0.25) << share << " " << mean;
      }
}

}  // namespace
