// How far one unit moves the sums behind a covariance: all pairs of points of small lattices, climbing in larger
// dimensions, and neighbouring tables.
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "data/dataset_handle.h"
#include "estimate/covariance/moment_plan.h"
#include "support/evidence.h"
#include "support/handles.h"

namespace {

using namespace fixtures;
using dpcvx::estimate::BallMap;
using dpcvx::estimate::box_in_ball;
using dpcvx::estimate::choose_weights;
using dpcvx::estimate::fourth_moment_part;
using dpcvx::estimate::higher_weights;
using dpcvx::estimate::kMomentSteps;
using dpcvx::estimate::moment_sensitivity;
using dpcvx::estimate::MomentShape;
using dpcvx::estimate::MomentSums;
using dpcvx::estimate::MomentWeights;
using dpcvx::estimate::place_in_ball;
using dpcvx::estimate::rounded_product;
using dpcvx::estimate::third_moment_part;

constexpr double kSteps = static_cast<double>(kMomentSteps);
using Point = std::vector<int64_t>;

// What a unit adds, each part times its weight, on a lattice of `steps`; in radii.
std::vector<double> weighted(const Point &point, const MomentShape &shape, const MomentWeights &weights,
                             int64_t steps) {
  std::vector<double> out;
  const double radius = static_cast<double>(steps);
  const int64_t shift = shape.replaced ? 0 : steps / shape.columns;
  for (size_t i = 0; i < point.size(); ++i) {
    out.push_back(static_cast<double>(shift - rounded_product(point[i], point[i], steps)) / radius);
    for (size_t j = 0; j < i; ++j)
      out.push_back((shape.gaussian ? std::sqrt(2) : 1) *
                    static_cast<double>(rounded_product(point[i], point[j], steps)) / radius);
    out.push_back(weights.coordinates * static_cast<double>(point[i]) / radius);
  }
  if (!shape.replaced) out.push_back(weights.units);
  if (!shape.higher) return out;
  const auto higher = higher_weights(shape);
  const auto square = [&](size_t i) { return rounded_product(point[i], point[i], steps); };
  for (size_t i = 0; i < point.size(); ++i)
    for (size_t j = 0; j < point.size(); ++j) {
      const int64_t third = third_moment_part(square(i), point[j], shape.columns, steps);
      out.push_back(higher.thirds * static_cast<double>(third) / radius);
      if (j > i) continue;
      const int64_t fourth = fourth_moment_part(square(i), square(j), shape.columns, steps);
      out.push_back((i == j ? higher.own_fourths : higher.fourths) * static_cast<double>(fourth) / radius);
    }
  return out;
}

// The same of real numbers in half widths, `of_higher` times the weights of higher moments.
std::vector<double> real_weighted(const std::vector<double> &x, const MomentShape &shape, const MomentWeights &weights,
                                  double of_higher) {
  const double d = static_cast<double>(x.size());
  const auto higher = higher_weights(shape);
  std::vector<double> out;
  if (!shape.replaced) out.push_back(weights.units);
  for (size_t i = 0; i < x.size(); ++i) {
    const double p = x[i] * x[i];
    out.push_back(weights.coordinates * x[i] / std::sqrt(d));
    out.push_back((p - (shape.replaced ? 0 : 1)) / d);
    for (size_t j = 0; j < x.size(); ++j) {
      const double q = x[j] * x[j];
      out.push_back(of_higher * higher.thirds * (1 - p) * x[j] / std::sqrt(d));
      if (j < i) out.push_back((shape.gaussian ? std::sqrt(2) : 1) * x[i] * x[j] / d);
      if (j <= i) out.push_back(of_higher * (i == j ? higher.own_fourths : higher.fourths) * ((p + q) / 2 - p * q) / d);
    }
  }
  return out;
}

double distance(const std::vector<double> &one, const std::vector<double> *other, bool gaussian) {
  double sum = 0;
  for (size_t i = 0; i < one.size(); ++i) {
    const double change = one[i] - (other == nullptr ? 0 : (*other)[i]);
    sum += gaussian ? change * change : std::fabs(change);
  }
  return gaussian ? std::sqrt(sum) : sum;
}

// All points of a lattice within the ball and the box.
std::vector<Point> points_of(int64_t columns, int64_t steps, int64_t box) {
  std::vector<Point> out{{}};
  for (int64_t j = 0; j < columns; ++j) {
    std::vector<Point> longer;
    for (const Point &point : out)
      for (int64_t x = -box; x <= box; ++x) {
        Point more = point;
        more.push_back(x);
        int64_t square = 0;
        for (const int64_t y : more) square += y * y;
        if (square <= steps * steps) longer.push_back(more);
      }
    out = longer;
  }
  return out;
}

double most_moved(const MomentShape &shape, const MomentWeights &weights, int64_t steps, int64_t box) {
  std::vector<std::vector<double>> all;
  for (const Point &point : points_of(shape.columns, steps, box)) all.push_back(weighted(point, shape, weights, steps));
  double most = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!shape.replaced) most = std::max(most, distance(all[i], nullptr, shape.gaussian));
    for (size_t k = 0; shape.replaced && k < i; ++k) most = std::max(most, distance(all[i], &all[k], shape.gaussian));
  }
  return most;
}

// What rounding adds on a lattice of `steps`, instead of that of the library.
double claimed(const MomentShape &shape, const MomentWeights &weights, int64_t steps) {
  const double d = static_cast<double>(shape.columns), a = weights.coordinates;
  double rounding = shape.gaussian ? 2 * d + 0.5 * a * std::sqrt(d) : 2 * d + 0.5 * d * (d - 1) + 0.5 * a * d;
  if (shape.higher) {
    const auto higher = higher_weights(shape);
    rounding += 1.51 * higher.own_fourths * (shape.gaussian ? d : d * (d + 1) / 2);
    rounding += (0.5 * std::sqrt(d) + 1) * higher.thirds * (shape.gaussian ? d : d * d);
  }
  const double own = (shape.replaced ? 2 : 1) * rounding;
  return (moment_sensitivity(shape, weights) - own) / kSteps + own / static_cast<double>(steps);
}

struct Lattice {
  int64_t columns, steps, box;  // the box in steps of this lattice
};
constexpr Lattice kLattices[] = {{1, 200, 200}, {2, 16, 16}, {2, 17, 12}, {3, 6, 6}, {3, 7, 4}, {3, 7, 3}};

void expect_no_pair_farther_apart(MomentShape shape, const Lattice &lattice) {
  shape.columns = lattice.columns;
  shape.box = shape.higher ? box_in_ball(lattice.columns) : kMomentSteps * lattice.box / lattice.steps;
  for (const bool gaussian : {true, false})
    for (const bool replaced : {true, false})
      for (const double weight : {0.1, 0.5, 1.0, 3.0}) {
        shape.gaussian = gaussian;
        shape.replaced = replaced;
        const MomentWeights weights{weight, 0.7};
        const double most = most_moved(shape, weights, lattice.steps, lattice.box);
        EXPECT_LE(most, claimed(shape, weights, lattice.steps))
            << gaussian << replaced << ' ' << lattice.columns << ' ' << lattice.box << ' ' << weight;
      }
}

TEST(CovarianceSets, NoPairIsFartherApart) {
  for (const Lattice &lattice : kLattices) expect_no_pair_farther_apart({}, lattice);
}

// Higher moments beside, where the box is within the ball.
TEST(CovarianceSets, NoPairIsFartherApartWithHigherMoments) {
  MomentShape shape;
  shape.higher = true;
  for (const Lattice &lattice : {Lattice{1, 200, 200}, {2, 17, 12}, {2, 41, 28}, {3, 7, 4}, {4, 4, 2}})
    expect_no_pair_farther_apart(shape, lattice);
}

// The greatest distance of real points on a grid of the box, of `parts` steps a side.
double most_of_real(const MomentShape &shape, const MomentWeights &weights, int64_t parts, double of_higher) {
  std::vector<std::vector<double>> all;
  for (const Point &point : points_of(shape.columns, 2 * parts, parts)) {
    std::vector<double> x;
    for (const int64_t at : point) x.push_back(static_cast<double>(at) / static_cast<double>(parts));
    all.push_back(real_weighted(x, shape, weights, of_higher));
  }
  double most = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!shape.replaced) most = std::max(most, distance(all[i], nullptr, shape.gaussian));
    for (size_t k = 0; shape.replaced && k < i; ++k) most = std::max(most, distance(all[i], &all[k], shape.gaussian));
  }
  return most;
}

constexpr int64_t kFine = int64_t{1} << 50;  // steps that leave nothing to rounding

constexpr struct { int64_t columns, parts; } kGrids[] = {{1, 100}, {2, 14}, {3, 4}, {4, 2}};

// Without rounding: with Gaussian noise higher moments add nothing to what moves without them.
TEST(CovarianceSets, HigherMomentsCostNothingWithGaussianNoise) {
  for (const bool replaced : {true, false})
    for (const auto &grid : kGrids)
      for (const double weight : {0.1, 0.4, 0.6, 1.0, 3.0}) {
        MomentShape shape;
        shape.columns = grid.columns;
        shape.replaced = replaced;
        const MomentWeights weights{weight, 0.7};
        EXPECT_LE(most_of_real(shape, weights, grid.parts, 1), claimed(shape, weights, kFine) + 1e-9)
            << replaced << grid.columns << ' ' << weight;
      }
}

TEST(CovarianceSets, LaplaceBoundsHoldInTheBox) {
  for (const bool replaced : {true, false})
    for (const auto &grid : kGrids)
      for (const double weight : {0.1, 0.4, 0.6, 1.0, 3.0}) {
        MomentShape shape;
        shape.columns = grid.columns;
        shape.gaussian = false;
        shape.replaced = replaced;
        shape.box = box_in_ball(grid.columns);
        const MomentWeights weights{weight, 0.7};
        const double plain = most_of_real(shape, weights, grid.parts, 0), bound = claimed(shape, weights, kFine);
        EXPECT_LE(plain, bound + 1e-4) << replaced << grid.columns << ' ' << weight;
        shape.higher = true;
        const double most = most_of_real(shape, weights, grid.parts, 1), with_higher = claimed(shape, weights, kFine);
        EXPECT_LE(most, with_higher + 1e-4) << replaced << grid.columns << ' ' << weight;
        if (weight == 0.4)
          evidence("estimate",
                   "covariance of %d columns, Laplace, %s: %.4f of the l1 bound attained, %.4f with higher moments",
                   static_cast<int>(grid.columns), replaced ? "replace-one" : "add/remove", plain / bound,
                   most / with_higher);
      }
}

TEST(CovarianceSets, ControlGreaterHigherMomentsAreNotFree) {
  for (const bool gaussian : {true, false})
    for (const bool replaced : {true, false}) {
      MomentShape shape;
      shape.columns = 2;
      shape.gaussian = gaussian;
      shape.replaced = replaced;
      shape.box = box_in_ball(2);
      shape.higher = true;
      const MomentWeights weights{0.5, 0.3};
      EXPECT_GT(most_of_real(shape, weights, 14, gaussian ? 1.7 : 5), claimed(shape, weights, kFine))
          << gaussian << replaced;
    }
}

// Without the allowance for rounding, real points: how near the bound is to what climbing finds.
TEST(CovarianceSets, ClimbingReachesTheBoundInTheBall) {
  for (const int64_t d : {2, 3, 10}) {
    MomentShape shape;
    shape.columns = d;
    const MomentWeights weights = choose_weights(shape);
    // Points of norm 1 at the angle where the bound is attained: <x, y> = -a^2 / 2.
    const double cosine = -weights.coordinates * weights.coordinates / 2;
    Point x(static_cast<size_t>(d), 0), y(static_cast<size_t>(d), 0);
    x[0] = kMomentSteps;
    y[0] = static_cast<int64_t>(cosine * kSteps);
    y[1] = static_cast<int64_t>(std::sqrt(1 - cosine * cosine) * kSteps);
    const std::vector<double> one = weighted(x, shape, weights, kMomentSteps),
                              other = weighted(y, shape, weights, kMomentSteps);
    const double found = distance(one, &other, true), bound = moment_sensitivity(shape, weights) / kSteps;
    EXPECT_LE(found, bound);
    EXPECT_GT(found, 0.9999 * bound) << d;
    evidence("estimate", "covariance of %d columns: %.6f of the l2 sensitivity is attained", static_cast<int>(d),
             found / bound);
  }
}

// The corners of the box that hold all rows: signs, of which the bound of Laplace noise takes the worst.
TEST(CovarianceSets, CornersReachTheBoundOfLaplaceNoise) {
  MomentShape shape;
  shape.columns = 6;
  shape.gaussian = false;
  shape.box = static_cast<int64_t>(kSteps / std::sqrt(6.0));
  const MomentWeights weights = choose_weights(shape);
  double most = 0;
  for (int flipped = 0; flipped <= 6; ++flipped) {
    Point x(6, shape.box), y(6, shape.box);
    for (int j = 0; j < flipped; ++j) y[static_cast<size_t>(j)] = -shape.box;
    const std::vector<double> one = weighted(x, shape, weights, kMomentSteps),
                              other = weighted(y, shape, weights, kMomentSteps);
    most = std::max(most, distance(one, &other, false));
  }
  // What is missing is the allowance for squares, which do not change at corners.
  EXPECT_LE(most, moment_sensitivity(shape, weights) / kSteps);
  EXPECT_GT(most, moment_sensitivity(shape, weights) / kSteps - 1.001);
}

// Intervals take the noise in the number of units for at most that in a coordinate, in half widths.
TEST(CovarianceSets, UnitsHaveNoMoreNoiseThanACoordinate) {
  for (const bool gaussian : {true, false})
    for (const double radius : {0.1, 0.5, 1.0, 3.0}) {
      MomentShape shape;
      shape.columns = 9;
      shape.gaussian = gaussian;
      shape.replaced = false;
      shape.box = static_cast<int64_t>(kSteps / radius) + 1;
      const MomentWeights weights = choose_weights(shape);
      EXPECT_LE(1 / weights.units, radius / weights.coordinates) << radius;
    }
}

// The norm of a difference of two matrices of norm 1 is up to sqrt(2), and not 1.
TEST(CovarianceSets, ControlOneUnitsOwnSizeIsTooLittle) {
  MomentShape shape;
  shape.columns = 2;
  const MomentWeights weights{0.5, 1};
  MomentShape removed = shape;
  removed.replaced = false;
  EXPECT_GT(most_moved(shape, weights, 16, 16), claimed(removed, {0.5, 0}, 16) * 1.2);
}

// Coordinates left out of the sensitivity.
TEST(CovarianceSets, ControlCoordinatesAreNotFree) {
  MomentShape shape;
  shape.columns = 2;
  EXPECT_GT(most_moved(shape, {1, 1}, 24, 24), claimed(shape, {0, 1}, 24) * 1.1);
}

TEST(CovarianceSets, PointsStayInTheBall) {
  std::mt19937_64 bits(3);
  std::normal_distribution<double> normal;
  for (int run = 0; run < 3000; ++run) {
    const size_t d = 1 + static_cast<size_t>(run % 7);
    std::vector<double> low(d, -1), high(d, 1), centre(d), matrix(d * d), values(2 * d);
    std::vector<int64_t> point(d);
    for (double &x : matrix) x = normal(bits) * std::exp(10 * normal(bits));
    for (double &x : centre) x = normal(bits);
    for (double &x : values) x = normal(bits) * 3;
    if (run % 5 == 1) values[0] = NAN;
    if (run % 5 == 2) matrix[0] = INFINITY;
    if (run % 5 == 3) values[0] = 1e308;
    BallMap map{low.data(), high.data(), 5};
    if (run % 2 == 0) {
      map.centre = centre.data();
      map.matrix = matrix.data();
    }
    for (const int64_t steps : {int64_t{100}, kMomentSteps}) {
      std::vector<double> copy = values;
      place_in_ball(map, static_cast<int64_t>(d), steps, copy.data(), point.data());
      int64_t square = 0;
      for (const int64_t x : point) {
        ASSERT_LE(std::abs(x), steps);
        square += x * x;
      }
      EXPECT_LE(square, steps * steps);
    }
  }
}

TEST(CovarianceSets, ProductsAreRounded) {
  for (int64_t x = -64; x <= 64; ++x)
    for (int64_t y = -64; y <= 64; ++y)
      ASSERT_EQ(rounded_product(x, y, 64), static_cast<int64_t>(std::floor(static_cast<double>(x * y) / 64 + 0.5)));
}

// ---- Tables ----

struct People {
  std::vector<double> entries;  // two columns
  std::vector<int64_t> ids;
};

// Users of one to three records. The first one is another person, or absent.
People people(uint64_t seed, uint64_t first, bool absent) {
  std::mt19937_64 bits(seed), other(first);
  People out;
  for (int64_t user = 0; user < 9; ++user) {
    const double sign = other() % 2 == 0 ? 2 : -2;
    for (int64_t k = 0; k <= user % 3; ++k)
      for (int j = 0; j < 2; ++j) {
        const double x = std::ldexp(static_cast<double>(bits() >> 11), -53) * 3 - 1;
        if (user == 0 && absent) continue;
        out.entries.push_back(user == 0 ? (j == 0 ? 2 : sign) : user % 4 == 1 && j == 0 ? 0 : x);
        if (j == 0) out.ids.push_back(user);
      }
  }
  return out;
}

std::vector<int64_t> sums_of(const People &people, bool sparse, const MomentShape &shape) {
  DatasetHandle plain, owned;
  const int64_t rows = static_cast<int64_t>(people.ids.size());
  if (sparse) {
    std::vector<int64_t> starts{0}, columns;
    std::vector<double> values;
    for (size_t i = 0; i < people.entries.size(); ++i) {
      if (people.entries[i] != 0) columns.push_back(static_cast<int64_t>(i % 2)), values.push_back(people.entries[i]);
      if (i % 2 == 1) starts.push_back(static_cast<int64_t>(values.size()));
    }
    EXPECT_EQ(
        dpcvx_dataset_create_csr(starts.data(), columns.data(), values.data(), rows, 2, nullptr, &plain.it, nullptr),
        DPCVX_OK);
  } else {
    EXPECT_EQ(dpcvx_dataset_create_dense(people.entries.data(), rows, 2, 2, 1, nullptr, &plain.it, nullptr), DPCVX_OK);
  }
  EXPECT_EQ(dpcvx_dataset_create_with_users(plain, people.ids.data(), rows, &owned.it, nullptr), DPCVX_OK);
  const double low[] = {-1, -1}, high[] = {1, 1};
  MomentSums sums;
  EXPECT_TRUE(sums.allocate(2, shape.higher));
  sums.add(*owned.it->data, {low, high, 1 / std::sqrt(2.0)}, shape);
  return {sums.squares(), sums.squares() + sums.size()};
}

TEST(CovarianceSets, TablesThatDifferInAUserAreNoFartherApart) {
  for (const bool gaussian : {true, false})
    for (const bool replaced : {true, false}) {
      MomentShape shape;
      shape.columns = 2;
      shape.gaussian = gaussian;
      shape.replaced = replaced;
      shape.box = static_cast<int64_t>(kSteps / std::sqrt(2.0)) + 1;
      const MomentWeights weights = choose_weights(shape);
      double most = 0;
      for (uint64_t seed = 1; seed <= 100; ++seed) {
        const People one = people(seed, 100 + seed, false), two = people(seed, 777 * seed, !replaced);
        const std::vector<int64_t> a = sums_of(one, false, shape), b = sums_of(two, false, shape);
        double moved = 0;
        const double of_part[] = {
            1, 1, gaussian ? std::sqrt(2) : 1, weights.coordinates, weights.coordinates, weights.units};
        for (size_t i = 0; i < 6; ++i) {
          const double change = of_part[i] * static_cast<double>(a[i] - b[i]) / kSteps;
          moved += gaussian ? change * change : std::fabs(change);
        }
        most = std::max(most, gaussian ? std::sqrt(moved) : moved);
        EXPECT_EQ(a, sums_of(one, true, shape)) << "a sparse table";
      }
      const double bound = moment_sensitivity(shape, weights) / kSteps;
      EXPECT_LE(most, bound) << gaussian << replaced;
      EXPECT_GT(most, 0.6 * bound) << gaussian << replaced;
    }
}

// The mean over a user's records of products, and not the product of means.
TEST(CovarianceSets, UsersCountByMeansOfProducts) {
  const People some{{1, 1, -1, -1, 0.5, -0.5}, {4, 4, 9}};
  MomentShape shape;
  shape.columns = 2;
  const std::vector<int64_t> sums = sums_of(some, false, shape);
  EXPECT_NEAR(static_cast<double>(sums[0]) / kSteps, 0.5 + 0.125, 1e-5);
  EXPECT_NEAR(static_cast<double>(sums[2]) / kSteps, 0.5 - 0.125, 1e-5);
  EXPECT_NEAR(static_cast<double>(sums[3]) / kSteps, 0.5 / std::sqrt(2), 1e-5);
  EXPECT_EQ(sums[5], 2 * kMomentSteps);
}

}  // namespace
