// Second moments of units on the lattice: near the exact ones within the stated bound; in exact integers no two units
// are farther apart than the sensitivity; and the same integers from any threads, orders and blocks.
#include "solve/sufficient_statistics/integer_moments.h"

#include "base/buffer.h"
#include "model/objective_handle.h"
#include "solve/sufficient_statistics/method.h"
#include "solve/sufficient_statistics/tables.h"
#include "support/evidence.h"

namespace {

using namespace fixtures;
using dpcvx::solve::IntegerMoments;
using dpcvx::solve::moment_lattice;
using dpcvx::solve::moment_rounding;
using dpcvx::solve::MomentLattice;
using dpcvx::solve::StatisticsBounds;

constexpr double kLabelWeight = 0.7;

StatisticsBounds bounds_of(const dpcvx_objective *objective) {
  return dpcvx::solve::statistics_bounds(*objective->objective, kLabelWeight);
}

std::vector<int64_t> integers(const dpcvx_objective *objective, const MomentLattice &lattice, int32_t threads = 1) {
  const dpcvx::model::LinearModel &linear = *objective->objective->linear();
  IntegerMoments moments(linear, lattice, threads);
  dpcvx::Buffer<double> memory;
  dpcvx::Buffer<uint64_t> sums;
  EXPECT_TRUE(memory.allocate(moments.work_size()));
  EXPECT_TRUE(sums.allocate(dpcvx::solve::statistics_count(linear.dimension())));
  dpcvx::Crew crew(threads, 0);
  moments.add(&crew, memory.data(), sums.data());
  std::vector<int64_t> out;
  for (uint64_t bits : sums) out.push_back(static_cast<int64_t>(bits));
  return out;
}

// Packed as the integers are.
std::vector<long double> exact_sums(const dpcvx_objective *objective) {
  const dpcvx::model::LinearModel &linear = *objective->objective->linear();
  const size_t d = static_cast<size_t>(linear.dimension());
  std::vector<long double> out(dpcvx::solve::statistics_count(linear.dimension()));
  std::vector<double> row(d);
  for (int64_t r = 0; r < linear.records(); ++r) {
    std::fill(row.begin(), row.end(), 0.0);
    const double one = 1;
    linear.add_row(r, &one, row.data());
    const long double share = linear.share(r), root = std::sqrt(2.0L);
    size_t at = 0;
    for (size_t i = 0; i < d; ++i)
      for (size_t j = 0; j <= i; ++j) out[at++] += share * (j < i ? root : 1) * row[i] * row[j];
    for (size_t j = 0; j < d; ++j)
      out[at++] += share * static_cast<long double>(kLabelWeight) * linear.label(r) * row[j];
  }
  return out;
}

// How far one unit's numbers are from the exact ones, over the bound.
double share_of_rounding(const dpcvx_objective *unit, int bits, bool by_user) {
  const StatisticsBounds bounds = bounds_of(unit);
  const MomentLattice lattice = moment_lattice(bounds, kLabelWeight, bits);
  const std::vector<int64_t> found = integers(unit, lattice);
  const std::vector<long double> exact = exact_sums(unit);
  long double squares = 0;
  for (size_t i = 0; i < found.size(); ++i) {
    const long double off = std::ldexp(static_cast<long double>(found[i]), lattice.step) - exact[i];
    squares += off * off;
  }
  const double bound = moment_rounding(bounds, lattice, static_cast<double>(found.size()), by_user);
  return static_cast<double>(std::sqrt(squares)) / bound;
}

TEST(IntegerMoments, OfAUnitAreNearTheExactOnes) {
  double most = 0;
  for (const int64_t d : {1, 2, 7, 8, 9, 40})
    for (const int bits : {6, 20, 40})
      for (const int64_t records : {1, 2, 100, d < 9 ? 5000 : 300})
        for (uint64_t seed = 0; seed < 3; ++seed) {
          Choice choice;
          choice.records_a_user = records;
          choice.weights = seed == 1;
          const double share = share_of_rounding(least_squares(regression(records, d, seed), choice), bits, true);
          EXPECT_LE(share, 1) << d << " " << bits << " " << records;
          most = std::max(most, share);
        }
  EXPECT_GT(most, 0.3);
  for (const int bits : {6, 40}) {
    Choice record;
    record.sparse = bits == 6;
    EXPECT_LE(share_of_rounding(least_squares(regression(1, 5, 9), record), bits, false), 1);
  }
}

// A lattice that is too coarse for its stated step is found.
TEST(IntegerMomentsControl, ACoarserLatticeIsFartherThanTheBound) {
  const ObjectiveHandle unit = least_squares(regression(1, 9, 1));
  const StatisticsBounds bounds = bounds_of(unit);
  const MomentLattice coarse = moment_lattice(bounds, kLabelWeight, 6), fine = moment_lattice(bounds, kLabelWeight, 9);
  const std::vector<int64_t> found = integers(unit, coarse);
  const std::vector<long double> exact = exact_sums(unit);
  long double squares = 0;
  for (size_t i = 0; i < found.size(); ++i) {
    const long double off = std::ldexp(static_cast<long double>(found[i]), coarse.step) - exact[i];
    squares += off * off;
  }
  EXPECT_GT(std::sqrt(squares), moment_rounding(bounds, fine, static_cast<double>(found.size()), false));
}

TEST(IntegerMoments, AreSumsOfThoseOfUnits) {
  Choice choice;
  choice.records_a_user = 3;
  const Rows rows = regression(30, 5, 6);
  const ObjectiveHandle whole = least_squares(rows, choice);
  const MomentLattice lattice = moment_lattice(bounds_of(whole), kLabelWeight, 30);
  std::vector<int64_t> total;
  for (int64_t user = 0; user < 10; ++user) {
    Rows its;
    for (int64_t r = 2; r >= 0; --r) {  // in another order
      const auto at = rows.features.begin() + (3 * user + r) * rows.columns;
      its.add(std::vector<double>(at, at + rows.columns), rows.labels[static_cast<size_t>(3 * user + r)]);
    }
    const std::vector<int64_t> one = integers(least_squares(its, choice), lattice);
    total.resize(one.size());
    for (size_t i = 0; i < one.size(); ++i) total[i] += one[i];
  }
  EXPECT_EQ(integers(whole, lattice), total);
  for (int32_t threads : {2, 7}) EXPECT_EQ(integers(whole, lattice, threads), total);
}

TEST(IntegerMoments, TheSameOnAnyThreads) {
  for (const int64_t records : {0, 7}) {
    Choice choice;
    choice.records_a_user = records;
    const ObjectiveHandle many = least_squares(regression(7000, 6, 2), choice);
    const MomentLattice lattice = moment_lattice(bounds_of(many), kLabelWeight, 30);
    const std::vector<int64_t> once = integers(many, lattice);
    for (int32_t threads : {2, 5, 16}) EXPECT_EQ(integers(many, lattice, threads), once);
  }
}

// One record at its bounds: rows at an angle whose cosine is `p`, labels of opposite signs.
ObjectiveHandle record_at(double cosine, double label) {
  Rows rows;
  rows.add({cosine, std::sqrt(1 - cosine * cosine)}, label);
  Choice choice;
  choice.intercept = false;
  choice.row_bound = 1;
  return least_squares(rows, choice);
}

// In exact integers: the distance of any two of these records, against what the noise is calibrated to.
TEST(IntegerMoments, NoTwoUnitsAreFartherApartThanTheSensitivity) {
  double attained = 0;
  for (const int bits : {14, 40}) {
    std::vector<std::vector<int64_t>> units;
    MomentLattice lattice;
    StatisticsBounds bounds;
    for (int i = 0; i <= 40; ++i)
      for (double label : {-1.0, 1.0}) {
        const ObjectiveHandle unit = record_at(i / 40.0, label);
        bounds = bounds_of(unit);
        lattice = moment_lattice(bounds, kLabelWeight, bits);
        units.push_back(integers(unit, lattice));
      }
    const double rounding = moment_rounding(bounds, lattice, 5, false);
    const double bound = statistics_sensitivity(DPCVX_ADJACENCY_REPLACE_ONE, bounds) + 2 * rounding;
    for (const auto &one : units)
      for (const auto &other : units) {
        long double squares = 0;
        for (size_t i = 0; i < one.size(); ++i) {
          const long double apart = static_cast<long double>(one[i] - other[i]);
          squares += apart * apart;
        }
        const double distance = std::ldexp(static_cast<double>(std::sqrt(squares)), lattice.step);
        EXPECT_LE(distance, bound);
        attained = std::max(attained, distance / bound);
      }
  }
  EXPECT_GT(attained, 0.999);
  evidence("sufficient_statistics", "integer moments: two records reach %.5f of the sensitivity", attained);
}

}  // namespace
