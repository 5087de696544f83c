// Boxes with sides that are far away or without an end: laws, what they cost, and how little of a target lies beyond
// the walls that count. Proofs that matrices are positive definite.
#include <algorithm>
#include <string>

#include "audit/generator.h"
#include "sample/definiteness.h"
#include "sample/near_walls.h"
#include "sample/sweeps/drawn.h"
#include "support/evidence.h"

namespace dpcvx::sample {
namespace {

constexpr double kNone = INFINITY;

// The inverse of ((2, .6, -.3), (.6, 1, .2), (-.3, .2, .5)): absolute values off the diagonal do not contract.
const Matrix kInverse = {0.7958477508650519,  -0.6228373702422145, 0.726643598615917,
                         -0.6228373702422145, 1.5743944636678202,  -1.0034602076124568,
                         0.726643598615917,   -1.0034602076124568, 2.837370242214533};

// ---- Laws ----

TEST(NearWalls, HalfBoundedBoxesHaveTheirLaw) {
  struct Case {
    const char *name;
    Matrix matrix;
    std::vector<double> lows, highs, linear;
    double reach;
  };
  const Case cases[] = {
      {"half a line", {1}, {0}, {kNone}, {0}, 8},
      {"a tail", {1}, {-kNone}, {-2}, {0}, 8},
      {"half a plane", {4, 3, 3, 4}, {0, -kNone}, {kNone, kNone}, {1, -2}, 6},
      {"a quarter", {4, 3, 3, 4}, {0, -kNone}, {kNone, 0}, {0, 0}, 6},
      {"a strip", {2, -1, -1, 2}, {-kNone, -1}, {0.5, 1}, {0, 1}, 8},
      {"a space", kInverse, {0, -kNone, 0}, {kNone, kNone, kNone}, {0, 0, 0}, 9},
  };
  for (const Case &at : cases)
    for (const int32_t method : {DPCVX_SAMPLER_METHOD_AUTOMATIC, DPCVX_SAMPLER_METHOD_PROXIMAL}) {
      Wish wish;
      wish.lows = at.lows, wish.highs = at.highs, wish.linear = at.linear, wish.method = method;
      Drawn sampler(at.matrix, wish);
      ASSERT_EQ(sampler.status, DPCVX_OK) << at.name << sampler.error.message;
      EXPECT_LT(sampler.real(DPCVX_SAMPLER_FIGURE_ARITHMETIC_TOTAL_VARIATION), 3e-5) << at.name << method;
      expect_law(at.matrix, wish, -at.reach, at.reach, sampler.draws(20000, at.name), at.name);
    }
}

// Targets that reach 1e100, where an end at infinity counts, are refused; control: a hundredth of them are not.
TEST(NearWalls, TargetsThatReachInfinityAreRefused) {
  struct Case {
    double curvature, linear, low;
  };
  for (const Case &at : {Case{1e-190, -2e-90, 0}, Case{1e-200, 0, -kNone}, Case{1e-200, -2e-100, 0}}) {
    Wish wish;
    wish.lows = {at.low}, wish.highs = {kNone}, wish.linear = {at.linear};
    const Drawn refused({at.curvature}, wish);
    EXPECT_EQ(refused.status, DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::string(refused.error.message).find("'domain' has no end for entry 0"), std::string::npos);
  }
  Wish near;
  near.lows = {-kNone}, near.highs = {kNone}, near.linear = {0};
  EXPECT_EQ(Drawn({1e-190}, near).status, DPCVX_OK);
}

// The half normal law: a mean of sqrt(2 / pi), and squares of mean 1 to any precision. Control: the mean of a law that
// is cut off at 2.5 as well.
TEST(NearWalls, HalfALineHasItsMean) {
  Wish wish;
  wish.lows = {0}, wish.highs = {kNone};
  const std::vector<double> draws = Drawn({1}, wish).draws(400000, "half");
  const double mean = std::sqrt(2 / M_PI), cut = std::exp(-2.5 * 2.5 / 2);
  const double at_cut = mean * (1 - cut) / std::erf(2.5 / std::sqrt(2.0));
  const auto first = [](const double *x) { return x[0]; };
  EXPECT_LT(std::fabs(deviate(draws, 1, mean, first)), kAlarm);
  EXPECT_LT(std::fabs(deviate(draws, 1, 1, [](const double *x) { return x[0] * x[0]; })), kAlarm);
  EXPECT_GT(std::fabs(deviate(draws, 1, at_cut, first)), 2 * kAlarm);
}

// ---- What they cost ----

TEST(NearWalls, FarSidesCostNothing) {
  const Matrix chained = chain(0.9, 20);
  for (const Matrix &matrix : {kInverse, chained}) {
    const size_t d = side(matrix);
    const auto with = [&](double width) {
      Wish wish;
      wish.lows.assign(d, -width), wish.highs.assign(d, width);
      wish.lows[0] = 0;
      return Drawn(matrix, wish);
    };
    const Drawn endless = with(kNone);
    ASSERT_EQ(endless.status, DPCVX_OK) << endless.error.message;
    for (const double width : {1e3, 1e6, 1e12, 1e30, 1e100}) {
      const Drawn wide = with(width);
      ASSERT_EQ(wide.status, DPCVX_OK) << width << wide.error.message;
      for (const int32_t figure :
           {DPCVX_SAMPLER_FIGURE_ARITHMETIC_TOTAL_VARIATION, DPCVX_SAMPLER_FIGURE_TOTAL_VARIATION,
            DPCVX_SAMPLER_FIGURE_GDP, DPCVX_SAMPLER_FIGURE_FAR_DISTANCE})
        EXPECT_EQ(wide.real(figure), endless.real(figure)) << width << " " << figure;
      EXPECT_EQ(wide.integer(DPCVX_SAMPLER_FIGURE_ROUNDS), endless.integer(DPCVX_SAMPLER_FIGURE_ROUNDS));
    }
  }
}

// ---- The walls that count ----

// Beyond them a Gaussian in a half space has 2^-900 of its mass: a bound by the exact deviations of its coordinates.
// Control: walls at half that distance do not do.
TEST(NearWalls, LittleLiesBeyond) {
  Error error(nullptr, "test");
  Generator random(11);
  double nearest = INFINITY, at_half = INFINITY;
  for (int trial = 0; trial < 300; ++trial) {
    const double a = std::exp(8 * random.uniform() - 4), b = std::exp(8 * random.uniform() - 4);
    const double c = std::sqrt(a * b) * 0.99 * (2 * random.uniform() - 1),
                 about = trial % 3 == 0 ? random.uniform() : 0;
    const Matrix matrix = {a, c, c, b};
    const double linear[] = {4 * random.uniform() - 2, 4 * random.uniform() - 2}, zero[] = {0, 0};
    const double start[] = {random.uniform(), random.uniform()};
    Quadratic quadratic;
    ASSERT_EQ(quadratic.make(matrix.data(), linear, 2, about, error), DPCVX_OK);
    const double end[] = {1e100, 1e100}, begin[] = {-1e100, -1e100};
    model::Domain box;
    ASSERT_EQ(box.make_box(begin, end, 2, error), DPCVX_OK);
    NearWalls walls;
    ASSERT_EQ(walls.make({&quadratic, &box, true, about, about + quadratic.least(), 0, zero, start}, error), DPCVX_OK);
    ASSERT_TRUE(walls.moved());
    const double own[] = {a + about, b + about}, determinant = own[0] * own[1] - c * c;
    for (int j = 0; j < 2; ++j) {
      const double deviation = std::sqrt(own[1 - j] / determinant);
      const double mean = (c * linear[1 - j] - own[1 - j] * linear[j]) / determinant;
      for (const double wall : {walls.domain().low(j), walls.domain().high(j)}) {
        const double side = wall < start[j] ? -1 : 1;
        nearest = std::min(nearest, side * (wall - mean) / deviation);
        at_half = std::min(at_half, side * ((start[j] + wall) / 2 - mean) / deviation);
      }
    }
  }
  // P(Z > z) <= exp(-z^2 / 2) / 2.
  const double enough = std::sqrt(2 * 900 * M_LN2);
  EXPECT_GT(nearest, enough);
  EXPECT_LT(at_half, enough);
  evidence("sweeps", "walls that are moved: the nearest of 1,200 is %.1f deviations away, 2^-900 takes %.1f", nearest,
           enough);
}

// ---- Positive definite matrices ----

TEST(Definiteness, DiagonalsMayBeUnlike) {
  for (const Matrix &matrix : {Matrix{1, 0, 0, 1e20}, Matrix{1e-20, 0, 0, 1e20}, Matrix{1, 4e9, 4e9, 1e20}}) {
    for (const double low : {-1.0, -kNone}) {
      Wish wish;
      wish.low = low;
      Drawn sampler(matrix, wish);
      ASSERT_EQ(sampler.status, DPCVX_OK) << sampler.error.message;
      // In the box a side of the second is 2e-10 deviations wide.
      EXPECT_LT(sampler.real(DPCVX_SAMPLER_FIGURE_ARITHMETIC_TOTAL_VARIATION), low > -kNone ? 0.01 : 1e-6);
    }
  }
  // Scaled to a unit diagonal this one is indefinite.
  EXPECT_EQ(Drawn({1, 1.1e10, 1.1e10, 1e20}, Wish()).status, DPCVX_ERR_ARGUMENT);
}

TEST(Definiteness, BoundsAreBelowEigenvalues) {
  Generator random(3);
  for (int trial = 0; trial < 300; ++trial) {
    const double a = std::exp(40 * random.uniform() - 20), b = std::exp(40 * random.uniform() - 20);
    const double share = 2 * random.uniform() - 1, c = std::sqrt(a * b) * share;
    const Matrix matrix = {a, c, c, b};
    Definiteness proof;
    ASSERT_TRUE(proof.prepare(matrix.data(), 2));
    const double scaled = 1 - std::fabs(c) / std::sqrt(a * b);
    EXPECT_LE(proof.least_of_scaled(0), scaled * (1 + 1e-9));
    EXPECT_GT(proof.least_of_scaled(0), 0.97 * scaled);
    const double least = (a * b - c * c) / ((a + b) / 2 + std::hypot((a - b) / 2, c));
    EXPECT_LE(proof.least(0), least * (1 + 1e-9));
    const double beside = random.uniform() * (a + b);
    EXPECT_LE(proof.least(beside), least + beside);
    EXPECT_GT(proof.least(beside), 0.97 * (least + beside));
  }
}

TEST(Definiteness, OfSingularMatricesTheQuadraticCounts) {
  Error error(nullptr, "test");
  const auto make = [&error](const Matrix &matrix, double beside, Quadratic *out) {
    return out->make(matrix.data(), nullptr, static_cast<int64_t>(side(matrix)), beside, error);
  };
  Quadratic singular, zero, indefinite, unlike;
  ASSERT_EQ(make({1, 1, 1, 1}, 1, &singular), DPCVX_OK);
  EXPECT_LE(singular.least(), 0);
  EXPECT_GT(singular.least(), -1e-9);
  ASSERT_EQ(make(Matrix(9), 1e-9, &zero), DPCVX_OK);
  EXPECT_LE(zero.least(), 0);
  EXPECT_GT(zero.least(), -1e-10);
  ASSERT_EQ(make({0, 1, 1, 0}, 2, &indefinite), DPCVX_OK);
  EXPECT_LE(indefinite.least(), -1);
  EXPECT_GT(indefinite.least(), -2);
  ASSERT_EQ(make({0, 0, 0, 1e20}, 1, &unlike), DPCVX_OK);
  EXPECT_GT(unlike.least(), -0.1);
  // Controls: too little beside them.
  for (const auto &[matrix, beside] : {std::pair<Matrix, double>{{1, 1, 1, 1}, 0},
                                       {{0, 1, 1, 0}, 1},
                                       {{0, 1, 1, 0}, 0.5},
                                       {{1, 1.001, 1.001, 1}, 0.0005},
                                       {{-2, 0, 0, 1}, 1.5}}) {
    Quadratic refused;
    EXPECT_EQ(make(matrix, beside, &refused), DPCVX_ERR_ARGUMENT) << beside;
  }
}

}  // namespace
}  // namespace dpcvx::sample
