// How far one unit moves the sums behind a mean: by enumeration of all values, and for pairs of neighbouring tables.
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "data/dataset_handle.h"
#include "estimate/mean/unit_sums.h"
#include "support/evidence.h"
#include "support/handles.h"

namespace {

using namespace fixtures;
using dpcvx::estimate::cube_part;
using dpcvx::estimate::fourth_part;
using dpcvx::estimate::kMeanSteps;
using dpcvx::estimate::mean_sensitivity;
using dpcvx::estimate::place_value;
using dpcvx::estimate::square_part;
using dpcvx::estimate::square_weight;
using dpcvx::estimate::SquareWeight;
using dpcvx::estimate::UnitSums;

constexpr int32_t kAdjacencies[] = {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE};

// What a unit adds in one column. `higher` multiplies third and fourth moments.
struct Point {
  int64_t parts[4];
  Point(int64_t x, const SquareWeight &weight, int64_t steps, int64_t higher = 1)
      : parts{x, square_part(x, weight, steps), 0, 0} {
    parts[2] = higher * cube_part(x, weight.gaussian, steps);
    parts[3] = higher * fourth_part(x, weight.gaussian, steps);
  }
  // Squared in l2 and plain in l1, from another point, or from 0.
  int64_t size(bool gaussian, const Point *from) const {
    int64_t out = 0;
    for (size_t i = 0; i < 4; ++i) {
      const int64_t far = parts[i] - (from == nullptr ? 0 : from->parts[i]);
      out += gaussian ? far * far : std::abs(far);
    }
    return out;
  }
};

// The greatest change by one unit in one column, in steps. Under add/remove the unit's own size, without the number of
// units. `weight` stands for the library's.
int64_t most_moved(bool gaussian, int32_t adjacency, const SquareWeight &weight, int64_t steps, int64_t higher = 1) {
  int64_t most = 0;
  std::vector<Point> points;
  for (int64_t x = -steps; x <= steps; ++x) points.emplace_back(x, weight, steps, higher);
  for (const Point &point : points) {
    if (adjacency == DPCVX_ADJACENCY_ADD_REMOVE) {
      most = std::max(most, point.size(gaussian, nullptr));
      continue;
    }
    for (const Point *other = points.data(); other < &point; ++other)
      most = std::max(most, point.size(gaussian, other));
  }
  return most;
}

// The claim for one column, in the same terms.
int64_t claimed(bool gaussian, int32_t adjacency, int64_t steps) {
  const int64_t radius = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 * steps : steps;
  return gaussian ? radius * radius : radius + steps / 100;
}

TEST(MeanSets, HigherMomentsCostNothingBesideValues) {
  for (const bool gaussian : {true, false})
    for (const int32_t adjacency : kAdjacencies)
      for (const int64_t steps : {512, 530, 1024, 2048}) {
        const int64_t most = most_moved(gaussian, adjacency, square_weight(gaussian, adjacency), steps);
        EXPECT_LE(most, claimed(gaussian, adjacency, steps)) << gaussian << ' ' << adjacency << ' ' << steps;
        EXPECT_GE(most, claimed(gaussian, adjacency, steps) - (gaussian ? 0 : 1 + steps / 300))
            << gaussian << adjacency;
      }
}

// At the scale of the library not all pairs can be tried: a grid of them, and all near the ends.
TEST(MeanSets, NorAtTheStepsOfTheLibrary) {
  std::vector<int64_t> points;
  for (int64_t k = 0; k <= 1024; ++k) points.push_back(-kMeanSteps + k * (kMeanSteps / 512));
  for (int64_t k = 0; k < 300; ++k) points.push_back(kMeanSteps - k), points.push_back(k - kMeanSteps);
  for (const bool gaussian : {true, false}) {
    const SquareWeight weight = square_weight(gaussian, DPCVX_ADJACENCY_REPLACE_ONE);
    const int64_t alone = claimed(gaussian, DPCVX_ADJACENCY_ADD_REMOVE, kMeanSteps);
    const int64_t apart = claimed(gaussian, DPCVX_ADJACENCY_REPLACE_ONE, kMeanSteps);
    std::vector<Point> units;
    for (const int64_t x : points) units.emplace_back(x, weight, kMeanSteps);
    for (const Point &one : units) {
      EXPECT_LE(one.size(gaussian, nullptr), gaussian ? apart : alone) << one.parts[0];
      for (const Point &other : units)
        ASSERT_LE(one.size(gaussian, &other), apart) << one.parts[0] << ' ' << other.parts[0];
    }
  }
}

// The next eighth is too much, for each kind of noise and adjacency.
TEST(MeanSets, ControlAnEighthMoreIsNotFree) {
  for (const bool gaussian : {true, false})
    for (const int32_t adjacency : kAdjacencies) {
      const SquareWeight weight = square_weight(gaussian, adjacency), more{weight.eighths + 1, gaussian};
      EXPECT_GT(most_moved(gaussian, adjacency, more, 256), claimed(gaussian, adjacency, 256))
          << gaussian << ' ' << adjacency;
    }
}

// Three times the third and fourth moments are too much; of Gaussian noise under add/remove twice are.
TEST(MeanSets, ControlGreaterHigherMomentsAreNotFree) {
  for (const bool gaussian : {true, false})
    for (const int32_t adjacency : kAdjacencies)
      EXPECT_GT(most_moved(gaussian, adjacency, square_weight(gaussian, adjacency), 512, 3),
                claimed(gaussian, adjacency, 512))
          << gaussian << ' ' << adjacency;
}

TEST(MeanSets, SensitivitiesOfSeveralColumns) {
  EXPECT_NEAR(mean_sensitivity(false, DPCVX_ADJACENCY_REPLACE_ONE, 3), 6.03, 1e-12);
  EXPECT_NEAR(mean_sensitivity(false, DPCVX_ADJACENCY_ADD_REMOVE, 3), 4.03, 1e-12);
  EXPECT_NEAR(mean_sensitivity(true, DPCVX_ADJACENCY_REPLACE_ONE, 3), 2 * std::sqrt(3), 1e-12);
  EXPECT_GE(mean_sensitivity(true, DPCVX_ADJACENCY_REPLACE_ONE, 3), 2 * std::sqrt(3));
  EXPECT_NEAR(mean_sensitivity(true, DPCVX_ADJACENCY_ADD_REMOVE, 3), 2, 1e-12);
}

TEST(MeanSets, ValuesStayInTheirRange) {
  const double infinite = INFINITY, none = NAN;
  for (const double value : {-infinite, -1e308, -1.0, 0.0, 3.0, 1e308, infinite, none}) {
    const int64_t at = place_value(value, -1, 3);
    EXPECT_LE(std::abs(at), kMeanSteps);
    if (!(value >= -1 && value <= 3)) continue;
    EXPECT_EQ(at, static_cast<int64_t>((value - 1) / 2 * static_cast<double>(kMeanSteps)));
  }
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
  for (int64_t user = 0; user < 9; ++user)
    for (int64_t k = 0; k <= user % 3; ++k)
      for (int j = 0; j < 2; ++j) {
        std::mt19937_64 &from = user == 0 ? other : bits;
        const double x = std::ldexp(static_cast<double>(from() >> 11), -53) * (user == 0 ? 9 : 3) - 1;
        if (user == 0 && absent) continue;
        out.entries.push_back(user % 4 == 1 && j == 0 ? 0 : x);
        if (j == 0) out.ids.push_back(user);
      }
  return out;
}

std::vector<int64_t> sums_of(const People &people, bool users, bool sparse, const SquareWeight &weight) {
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
  const double low[] = {-1, -0.5}, high[] = {2, 1};
  UnitSums sums;
  EXPECT_TRUE(sums.allocate(2));
  sums.add(*(users ? owned : plain).it->data, low, high, weight);
  return {sums.all(), sums.all() + 8};
}

TEST(MeanSets, TablesThatDifferInAUserAreNoFartherApart) {
  for (const bool gaussian : {true, false})
    for (const int32_t adjacency : kAdjacencies) {
      const SquareWeight weight = square_weight(gaussian, adjacency);
      double most = 0;
      for (uint64_t seed = 1; seed <= 200; ++seed) {
        const bool absent = adjacency == DPCVX_ADJACENCY_ADD_REMOVE;
        const People one = people(seed, 100 + seed, false), two = people(seed, 777 * seed, absent);
        const std::vector<int64_t> a = sums_of(one, true, false, weight), b = sums_of(two, true, false, weight);
        double moved = absent ? 1 : 0;  // the number of units
        for (size_t i = 0; i < a.size(); ++i) {
          const double change = static_cast<double>(a[i] - b[i]) / static_cast<double>(kMeanSteps);
          moved += gaussian ? change * change : std::fabs(change);
        }
        most = std::max(most, gaussian ? std::sqrt(moved) : moved);
        EXPECT_EQ(a, sums_of(one, true, true, weight)) << "a sparse table";
      }
      EXPECT_LE(most, mean_sensitivity(gaussian, adjacency, 2)) << gaussian << ' ' << adjacency;
      EXPECT_GT(most, 0.8 * mean_sensitivity(gaussian, adjacency, 2)) << gaussian << ' ' << adjacency;
    }
}

// Rows as units: the first user has one record, the last three.
TEST(MeanSets, RecordsCountOneByOne) {
  const SquareWeight weight = square_weight(true, DPCVX_ADJACENCY_REPLACE_ONE);
  const People some = people(3, 4, false);
  std::vector<int64_t> expected(8, 0);
  for (size_t i = 0; i < some.entries.size(); ++i) {
    const int64_t x = i % 2 == 0 ? place_value(some.entries[i], -1, 2) : place_value(some.entries[i], -0.5, 1);
    expected[i % 2] += x;
    expected[2 + i % 2] += square_part(x, weight, kMeanSteps);
    expected[4 + i % 2] += cube_part(x, true, kMeanSteps);
    expected[6 + i % 2] += fourth_part(x, true, kMeanSteps);
  }
  EXPECT_EQ(sums_of(some, false, false, weight), expected);
  EXPECT_EQ(sums_of(some, false, true, weight), expected);
}

}  // namespace
