// How far one unit moves counts of cells and of trees over them: by enumeration of all units with few records.
#include <algorithm>
#include <cmath>
#include <vector>

#include "data/dataset_handle.h"
#include "estimate/distribution/distribution.h"
#include "support/evidence.h"
#include "support/handles.h"

namespace {

using namespace fixtures;
using dpcvx::estimate::CellEnd;
using dpcvx::estimate::Cells;
using dpcvx::estimate::count_sensitivity;
using dpcvx::estimate::kUnitSteps;
using dpcvx::estimate::Tree;
using dpcvx::estimate::TreeShape;
using dpcvx::estimate::UnitCounts;

Cells cells_of(int64_t count) {
  const double ends[] = {0, static_cast<double>(count)};
  Cells out;
  EXPECT_TRUE(out.allocate(ends, 2, count, CellEnd::kLow));
  return out;
}

std::vector<int64_t> counts_of(const std::vector<double> &values, const std::vector<int64_t> *ids, const Cells &cells) {
  DatasetHandle plain, owned;
  const int64_t rows = static_cast<int64_t>(values.size());
  EXPECT_EQ(dpcvx_dataset_create_dense(values.data(), rows, 1, 1, 1, nullptr, &plain.it, nullptr), DPCVX_OK);
  if (ids != nullptr) {
    EXPECT_EQ(dpcvx_dataset_create_with_users(plain, ids->data(), rows, &owned.it, nullptr), DPCVX_OK);
  }
  UnitCounts sums;
  EXPECT_TRUE(sums.allocate(cells.count()));
  sums.add(*(ids == nullptr ? plain : owned).it->data, 0, cells);
  return {sums.all(), sums.all() + cells.count()};
}

// What one user of up to three records can have in the cells: all choices of cells.
std::vector<std::vector<int64_t>> all_users(int64_t count) {
  const Cells cells = cells_of(count);
  std::vector<std::vector<int64_t>> out;
  for (int64_t records = 1; records <= 3; ++records) {
    int64_t choices = 1;
    for (int64_t k = 0; k < records; ++k) choices *= count;
    for (int64_t choice = 0; choice < choices; ++choice) {
      std::vector<double> values;
      int64_t left = choice;
      for (int64_t k = 0; k < records; ++k, left /= count) values.push_back(static_cast<double>(left % count) + 0.5);
      const std::vector<int64_t> ids(values.size(), 7);
      out.push_back(counts_of(values, &ids, cells));
    }
  }
  return out;
}

std::vector<int64_t> nodes_of(const std::vector<int64_t> &counts, int64_t fan_out, bool root_known) {
  TreeShape shape;
  shape.set(static_cast<int64_t>(counts.size()), fan_out, root_known);
  Tree tree;
  EXPECT_TRUE(tree.allocate(shape));
  tree.fill(counts.data());
  return {tree.released(), tree.released() + tree.released_size()};
}

double distance(const std::vector<int64_t> &a, const std::vector<int64_t> &b, bool gaussian) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double gap = static_cast<double>(a[i] - (b.empty() ? 0 : b[i])) / static_cast<double>(kUnitSteps);
    sum += gaussian ? gap * gap : std::fabs(gap);
  }
  return gaussian ? std::sqrt(sum) : sum;
}

// The greatest distance over all pairs of users, or from none.
double most_moved(const std::vector<std::vector<int64_t>> &users, bool gaussian, bool replaced) {
  double most = 0;
  const std::vector<int64_t> none;
  for (const std::vector<int64_t> &one : users)
    if (!replaced)
      most = std::max(most, distance(one, none, gaussian));
    else
      for (const std::vector<int64_t> &other : users) most = std::max(most, distance(one, other, gaussian));
  return most;
}

TEST(DistributionSets, OneUnitMovesCountsByWhatIsClaimed) {
  for (const int64_t cells : {2, 3, 5})
    for (const bool replaced : {true, false})
      for (const bool gaussian : {true, false}) {
        const double claimed =
            count_sensitivity(gaussian, replaced ? DPCVX_ADJACENCY_REPLACE_ONE : DPCVX_ADJACENCY_ADD_REMOVE, 1);
        const double most = most_moved(all_users(cells), gaussian, replaced);
        EXPECT_LE(most, claimed);
        EXPECT_GE(most, claimed * (1 - 1e-12));
      }
}

TEST(DistributionSets, OneUnitMovesTreesByWhatIsClaimed) {
  for (const int64_t cells : {2, 3, 4, 5, 7})
    for (const int64_t fan_out : {2, 3, 16})
      for (const bool replaced : {true, false})
        for (const bool gaussian : {true, false}) {
          TreeShape shape;
          shape.set(cells, fan_out, replaced);
          std::vector<std::vector<int64_t>> trees;
          for (const std::vector<int64_t> &user : all_users(cells))
            if (cells < 7 || user[0] > 0 || user[6] > 0) trees.push_back(nodes_of(user, fan_out, replaced));
          const double claimed =
              count_sensitivity(gaussian, replaced ? DPCVX_ADJACENCY_REPLACE_ONE : DPCVX_ADJACENCY_ADD_REMOVE,
                                shape.levels() + (replaced ? 0 : 1));
          const double most = most_moved(trees, gaussian, replaced);
          EXPECT_LE(most, claimed) << cells << ' ' << fan_out;
          EXPECT_GE(most, claimed * (1 - 1e-12)) << cells << ' ' << fan_out;
        }
}

// Counts that a caller took: a unit is in one cell or in none. All pairs of these.
TEST(DistributionSets, AUnitInAtMostOneCellMovesNoMore) {
  for (const int64_t cells : {2, 3, 5})
    for (const bool gaussian : {true, false})
      for (const bool replaced : {true, false}) {
        std::vector<std::vector<int64_t>> flat, trees;
        TreeShape shape;
        shape.set(cells, 2, replaced);
        for (int64_t j = -1; j < cells; ++j) {
          std::vector<int64_t> counts(static_cast<size_t>(cells), 0);
          if (j >= 0) counts[static_cast<size_t>(j)] = kUnitSteps;
          trees.push_back(nodes_of(counts, 2, replaced));
          flat.push_back(std::move(counts));
        }
        const int32_t adjacency = replaced ? DPCVX_ADJACENCY_REPLACE_ONE : DPCVX_ADJACENCY_ADD_REMOVE;
        const int levels = shape.levels() + (replaced ? 0 : 1);
        EXPECT_LE(most_moved(flat, gaussian, replaced), count_sensitivity(gaussian, adjacency, 1));
        EXPECT_LE(most_moved(trees, gaussian, replaced), count_sensitivity(gaussian, adjacency, levels));
        // From no cell to one: a node a level.
        const double from_none = distance(trees[1], trees[0], gaussian);
        const double nodes = static_cast<double>(levels);
        EXPECT_NEAR(from_none, gaussian ? std::sqrt(nodes) : nodes, 1e-12);
        // A unit in two cells is beyond that.
        std::vector<int64_t> twice(static_cast<size_t>(cells), 0);
        twice[0] = 2 * kUnitSteps;
        flat.push_back(twice);
        EXPECT_GT(most_moved(flat, gaussian, replaced), count_sensitivity(gaussian, adjacency, 1));
      }
}

// Noise for half of that would be too little.
TEST(DistributionSets, ControlOneLevelLessIsNotEnough) {
  std::vector<std::vector<int64_t>> trees;
  for (const std::vector<int64_t> &user : all_users(5)) trees.push_back(nodes_of(user, 2, true));
  EXPECT_GT(most_moved(trees, true, true), count_sensitivity(true, DPCVX_ADJACENCY_REPLACE_ONE, 2));
}

// The parts of a user of any number of records add up to one unit.
TEST(DistributionSets, PartsOfAUserAddUp) {
  const Cells cells = cells_of(100);
  std::vector<double> values;
  std::vector<int64_t> ids;
  int64_t users = 0;
  for (int64_t user = 0; user < 60; ++user, ++users)
    for (int64_t k = 0; k <= user; ++k) {
      values.push_back(static_cast<double>((user * 37 + k * k * 11) % 103) - 1.5);
      ids.push_back(user);
    }
  const std::vector<int64_t> counts = counts_of(values, &ids, cells);
  int64_t all = 0;
  for (const int64_t count : counts) {
    EXPECT_GE(count, 0);
    all += count;
  }
  EXPECT_EQ(all, users * kUnitSteps);
  // Of records each is one unit.
  for (const int64_t count : counts_of(values, nullptr, cells)) EXPECT_EQ(count % kUnitSteps, 0);
}

TEST(DistributionSets, CellsHoldTheirEnds) {
  const double edges[] = {0, 1, 2.5, 4};
  Cells low, high;
  ASSERT_TRUE(low.allocate(edges, 4, 9, CellEnd::kLow));
  ASSERT_TRUE(high.allocate(edges, 4, 9, CellEnd::kHigh));
  const struct {
    double value;
    size_t low, high;
  } cases[] = {{-INFINITY, 0, 0}, {-1, 0, 0}, {0, 0, 0}, {0.5, 0, 0}, {1, 1, 0},       {1.5, 1, 1},
               {2.5, 2, 1},       {4, 2, 2},  {9, 2, 2}, {NAN, 0, 0}, {INFINITY, 2, 2}};
  for (const auto &each : cases) {
    EXPECT_EQ(low.find(each.value), each.low) << each.value;
    EXPECT_EQ(high.find(each.value), each.high) << each.value;
  }
  const double ends[] = {-1, 3};
  Cells equal, none;
  ASSERT_TRUE(equal.allocate(ends, 2, 8, CellEnd::kLow));
  EXPECT_EQ(equal.count(), 8);
  EXPECT_EQ(equal.edge(1), -0.5);
  EXPECT_EQ(equal.edge(8), 3);
  EXPECT_TRUE(equal.rise());
  const double close[] = {1, 1 + 1e-15};
  ASSERT_TRUE(none.allocate(close, 2, 1024, CellEnd::kLow));
  EXPECT_FALSE(none.rise());
}

}  // namespace
