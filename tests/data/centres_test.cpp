// Private means of columns: what one unit moves, what is released, and what centred tables hold.
#include "data/release_centres.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "data/fixtures.h"
#include "dpcvx.h"
#include "privacy/budget/budget_handle.h"
#include "privacy/curve/curve_handle.h"
#include "random/rng_handle.h"
#include "support/evidence.h"

namespace {

using namespace data_tests;
using dpcvx::data::CentrePlan;

constexpr int32_t kReplaceOne = DPCVX_ADJACENCY_REPLACE_ONE, kAddRemove = DPCVX_ADJACENCY_ADD_REMOVE;

CentrePlan planned(int64_t columns, int64_t units, int32_t adjacency, double mu = 1) {
  dpcvx_curve *price = nullptr;
  CentrePlan plan;
  dpcvx::Error error(nullptr, "test");
  EXPECT_EQ(dpcvx_curve_create_gdp(mu, &price, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx::data::plan_centres(price->curve, columns, units, adjacency, &plan, error), DPCVX_OK);
  dpcvx_curve_destroy(price);
  return plan;
}

std::vector<int64_t> sums_of(const Table &table, const CentrePlan &plan) {
  const size_t columns = static_cast<size_t>(table->columns());
  std::vector<double> values(columns);
  std::vector<int64_t> sums(columns);
  dpcvx::data::add_units(*table, plan.noise.lattice, values.data(), sums.data());
  return sums;
}

// How far apart sums are, in steps.
double distance(const std::vector<int64_t> &a, const std::vector<int64_t> &b) {
  double squares = 0;
  for (size_t j = 0; j < a.size(); ++j) {
    const double gap = static_cast<double>(a[j] - b[j]);
    squares += gap * gap;
  }
  return std::sqrt(squares);
}

Table owned(const Table &table, const std::vector<int64_t> &ids) {
  Table out;
  EXPECT_EQ(dpcvx_dataset_create_with_users(table.handle, ids.data(), table->rows(), &out.handle, nullptr), DPCVX_OK);
  return out;
}

// Three records that stay, and one in every place of a grid that has the corners of the cube and points off the
// lattice.
struct Grid {
  static constexpr double kPlaces[] = {-1, -0.3331, 0, 1e-7, 0.77777, 1};
  static constexpr size_t kCount = sizeof(kPlaces) / sizeof(kPlaces[0]);
  int64_t columns;

  size_t points() const {
    size_t all = 1;
    for (int64_t j = 0; j < columns; ++j) all *= kCount;
    return all;
  }
  Entries with(size_t point) const {
    Entries out{4, columns, {}};
    for (int64_t k = 0; k < 3 * columns; ++k) out.values.push_back(std::sin(static_cast<double>(k + 1)));
    for (int64_t j = 0; j < columns; ++j, point /= kCount) out.values.push_back(kPlaces[point % kCount]);
    return out;
  }
  Entries without() const {
    Entries out = with(0);
    out.rows = 3;
    out.values.resize(static_cast<size_t>(3 * columns));
    return out;
  }
};

// Every pair of neighbours of the grid. The bound is reached, but for what rounding adds.
TEST(Centres, SumsMoveByNoMoreThanTheSensitivity) {
  for (int64_t columns : {1, 2, 3}) {
    const Grid grid{columns};
    const CentrePlan replaced = planned(columns, 4, kReplaceOne), removed = planned(columns, 4, kAddRemove);
    const std::vector<int64_t> rest = sums_of(made(Made::kDense, grid.without()), removed);
    std::vector<std::vector<int64_t>> all;
    for (size_t point = 0; point < grid.points(); ++point) {
      all.push_back(sums_of(made(Made::kDense, grid.with(point)), replaced));
      const double moved = distance(sums_of(made(Made::kDense, grid.with(point)), removed), rest);
      ASSERT_LE(moved, removed.noise.sensitivity);
    }
    double greatest = 0;
    for (const std::vector<int64_t> &a : all)
      for (const std::vector<int64_t> &b : all) greatest = std::max(greatest, distance(a, b));
    EXPECT_LE(greatest, replaced.noise.sensitivity);
    EXPECT_GT(greatest, 0.9999 * replaced.noise.sensitivity) << columns;
    // Control: what covers a removal does not cover a replacement.
    const double step = replaced.noise.lattice.step() / removed.noise.lattice.step();
    EXPECT_GT(greatest * step, 1.9 * removed.noise.sensitivity);
    EXPECT_GE(replaced.noise.scale * replaced.mu, replaced.noise.sensitivity);
    EXPECT_GE(removed.noise.scale * removed.mu, removed.noise.sensitivity);
  }
}

// A user of three records moves the sums as one record does. Control: three records apart move them further.
TEST(Centres, AUserCountsOnce) {
  const CentrePlan plan = planned(2, 2, kReplaceOne);
  const Entries low{4, 2, {0.5, 0.25, -1, -1, -1, -1, -1, -1}}, high{4, 2, {0.5, 0.25, 1, 1, 1, 1, 1, 1}};
  const std::vector<int64_t> ids = {7, 9, 9, 9};
  const Table tables[] = {made(Made::kDense, low), made(Made::kDense, high)};
  const double of_users = distance(sums_of(owned(tables[0], ids), plan), sums_of(owned(tables[1], ids), plan));
  EXPECT_LE(of_users, plan.noise.sensitivity);
  EXPECT_GT(of_users, 0.9999 * plan.noise.sensitivity);
  EXPECT_GT(distance(sums_of(tables[0], plan), sums_of(tables[1], plan)), 2.9 * plan.noise.sensitivity);
}

dpcvx_status released(const Table &table, int32_t adjacency, double mu, int64_t units, std::vector<double> *centres,
                      dpcvx_budget *budget = nullptr) {
  dpcvx_budget *own = nullptr;
  dpcvx_rng *rng = nullptr;
  dpcvx_curve *price = nullptr;
  EXPECT_EQ(dpcvx_rng_create_deterministic("centres", 7, &rng, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_curve_create_gdp(mu, &price, nullptr), DPCVX_OK);
  if (budget == nullptr) {
    EXPECT_EQ(dpcvx_budget_create(1000, 1e-6, adjacency, DPCVX_UNIT_RECORD, nullptr, &own, nullptr), DPCVX_OK);
  }
  dpcvx::Error error(nullptr, "test");
  dpcvx::privacy::Guarantee record;
  const CentrePlan plan = planned(table->columns(), units, adjacency, mu);
  dpcvx::mechanism::Release release((budget == nullptr ? own : budget)->budget, rng->rng, price->curve, record, error);
  centres->assign(static_cast<size_t>(table->columns()), NAN);
  const dpcvx_status status = dpcvx::data::release_centres(release, *table, plan, centres->data());
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(own);
  dpcvx_rng_destroy(rng);
  return status;
}

// 4,000 columns: the mean of each, with the noise that the plan tells and no other.
TEST(Centres, AreMeansWithThePlannedNoise) {
  const int64_t rows = 50, columns = 4000;
  const Entries entries = random_entries(rows, columns, 1, 3);
  const Table table = made(Made::kDense, entries);
  for (int32_t adjacency : {kReplaceOne, kAddRemove})
    for (int64_t units : {rows, 2 * rows}) {  // a nominal number divides, not the true one
      const double mu = 20;
      std::vector<double> centres;
      ASSERT_EQ(released(table, adjacency, mu, units, &centres), DPCVX_OK);
      const CentrePlan plan = planned(columns, units, adjacency, mu);
      EXPECT_NEAR(plan.stddev * mu * static_cast<double>(units) / std::sqrt(static_cast<double>(columns)),
                  adjacency == kReplaceOne ? 2 : 1, 1e-4);
      double squares = 0, counted = 0;
      for (int64_t j = 0; j < columns; ++j) {
        double sum = 0;
        for (int64_t i = 0; i < rows; ++i) sum += std::clamp(entries.at(i, j), -1.0, 1.0);
        const double centre = centres[static_cast<size_t>(j)];
        ASSERT_LE(std::fabs(centre), 1);
        const double off = centre - sum / static_cast<double>(units);
        squares += off * off;
        ++counted;
      }
      EXPECT_NEAR(std::sqrt(squares / counted) / plan.stddev, 1, 0.05);
    }
}

TEST(Centres, AreChargedOnce) {
  dpcvx_budget *budget = nullptr;
  dpcvx_options *options = nullptr;
  ASSERT_EQ(dpcvx_budget_options_create(&options, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_GDP, nullptr);
  ASSERT_EQ(dpcvx_budget_create(1, 1e-6, kReplaceOne, DPCVX_UNIT_RECORD, options, &budget, nullptr), DPCVX_OK);
  dpcvx_options_destroy(options);
  const Table table = made(Made::kDense, random_entries(20, 3, 1, 4));
  std::vector<double> centres;
  EXPECT_EQ(released(table, kReplaceOne, 0.2, 20, &centres, budget), DPCVX_OK);
  EXPECT_EQ(released(table, kReplaceOne, 0.2, 20, &centres, budget), DPCVX_ERR_BUDGET);  // 0.2^2 twice > 0.2367^2
  EXPECT_TRUE(std::isnan(centres[0])) << "nothing is released where the charge fails";
  dpcvx_budget_destroy(budget);
}

TEST(Centres, AreTakenOffScaledEntries) {
  const Entries entries = random_entries(30, 3, 1, 5);
  const double low[] = {-1, -0.5, 0}, high[] = {1, 2, 0.75}, centres[] = {-0.75, 0.3, 1};
  for (Made how : {Made::kDense, Made::kDenseF32}) {
    Table scaled;
    const Table raw = made(how, entries);
    ASSERT_EQ(dpcvx_dataset_create_scaled(raw.handle, low, high, 3, &scaled.handle, nullptr), DPCVX_OK);
    dpcvx::data::SharedDataset centred;
    dpcvx::Error error(nullptr, "test");
    ASSERT_EQ(dpcvx::data::centre_columns(*scaled, centres, &centred, error), DPCVX_OK);
    EXPECT_FALSE(centred->ranges()->equals(*scaled->ranges()));
    EXPECT_TRUE(centred->ranges()->equals(*centred->ranges()));
    for (int64_t i = 0; i < 30; ++i) {
      const std::vector<double> from = row_of(*scaled, i), to = row_of(*centred, i);
      for (size_t j = 0; j < 3; ++j) {
        const double off = from[j] - centres[j];
        EXPECT_EQ(to[j], how == Made::kDense ? off : static_cast<double>(static_cast<float>(off)));
      }
    }
  }
}

}  // namespace
