// Private means of columns: what one unit moves, what is released, and what centred tables hold.
#include "data/release/centres.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "data/fixtures.h"
#include "dpcvx.h"
#include "numeric/normal.h"
#include "privacy/budget/budget_handle.h"
#include "privacy/curve/curve_handle.h"
#include "random/rng_handle.h"
#include "support/evidence.h"

namespace {

using namespace data_tests;
using dpcvx::data::CentrePlan;

constexpr int32_t kReplaceOne = DPCVX_ADJACENCY_REPLACE_ONE, kAddRemove = DPCVX_ADJACENCY_ADD_REMOVE;

// Labels are in the sums where a bound of theirs is given.
CentrePlan planned(int64_t columns, int64_t units, int32_t adjacency, double mu = 1, double label_bound = 0,
                   bool weighted = false) {
  dpcvx_curve *price = nullptr;
  CentrePlan plan;
  dpcvx::Error error(nullptr, "test");
  EXPECT_EQ(dpcvx_curve_create_gdp(mu, &price, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx::data::plan_centres(price->curve, {columns, label_bound, units, adjacency, weighted}, &plan, error),
            DPCVX_OK);
  dpcvx_curve_destroy(price);
  return plan;
}

std::vector<int64_t> sums_of(const Table &table, const CentrePlan &plan) {
  std::vector<double> values(plan.count());
  std::vector<int64_t> sums(plan.count());
  dpcvx::data::add_units(*table, plan, values.data(), sums.data());
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

// The greatest distance of two of them.
double farthest(const std::vector<std::vector<int64_t>> &all) {
  double greatest = 0;
  for (const std::vector<int64_t> &a : all)
    for (const std::vector<int64_t> &b : all) greatest = std::max(greatest, distance(a, b));
  return greatest;
}

Table labelled(const Entries &entries, const std::vector<double> &labels) {
  return made(Made::kDense, entries, labels.data());
}

Table owned(const Table &table, const std::vector<int64_t> &ids) {
  Table out;
  EXPECT_EQ(dpcvx_dataset_create_with_users(table.handle, ids.data(), table->rows(), &out.handle, nullptr), DPCVX_OK);
  return out;
}

Table weighted(const Table &table, const std::vector<double> &weights) {
  Table out;
  EXPECT_EQ(dpcvx_dataset_create_with_weights(table.handle, weights.data(), table->rows(), &out.handle, nullptr),
            DPCVX_OK);
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
    const double greatest = farthest(all);
    EXPECT_LE(greatest, replaced.noise.sensitivity);
    EXPECT_GT(greatest, 0.9999 * replaced.noise.sensitivity) << columns;
    // Control: what covers a removal does not cover a replacement.
    const double step = replaced.noise.lattice.step() / removed.noise.lattice.step();
    EXPECT_GT(greatest * step, 1.9 * removed.noise.sensitivity);
    EXPECT_GE(replaced.noise.scale * replaced.mu, replaced.noise.sensitivity);
    EXPECT_GE(removed.noise.scale * removed.mu, removed.noise.sensitivity);
  }
}

// Three labels that stay, and one anywhere, beside every point of the grid: the same with labels in the sums.
TEST(Centres, SumsWithLabelsMoveByNoMoreThanTheSensitivity) {
  constexpr double kBound = 3;
  constexpr double kLabels[] = {-5, -3, -0.1, 0, 1.7, 3, 1e300};
  for (int64_t columns : {1, 2}) {
    const Grid grid{columns};
    const CentrePlan replaced = planned(columns, 4, kReplaceOne, 1, kBound),
                     removed = planned(columns, 4, kAddRemove, 1, kBound);
    const CentrePlan without = planned(columns, 4, kReplaceOne);
    EXPECT_GT(replaced.label_weight, 0);
    const std::vector<int64_t> rest = sums_of(labelled(grid.without(), {0.1, -2, 2.5}), removed);
    ASSERT_EQ(rest.size(), static_cast<size_t>(columns) + 1);
    std::vector<std::vector<int64_t>> all;
    for (size_t point = 0; point < grid.points(); ++point)
      for (double label : kLabels) {
        const Table table = labelled(grid.with(point), {0.1, -2, 2.5, label});
        all.push_back(sums_of(table, replaced));
        ASSERT_LE(distance(sums_of(table, removed), rest), removed.noise.sensitivity);
      }
    const double greatest = farthest(all);
    EXPECT_LE(greatest, replaced.noise.sensitivity);
    EXPECT_GT(greatest, 0.9999 * replaced.noise.sensitivity) << columns;
    // Control: the sensitivity of the columns does not cover labels.
    const double step = replaced.noise.lattice.step() / without.noise.lattice.step();
    EXPECT_GT(greatest * step, 1.1 * without.noise.sensitivity);
  }
}

// The same where the record in every place may be null, and the sums count units.
TEST(Centres, NullRecordsMoveSumsByNoMoreThanTheSensitivity) {
  for (int64_t columns : {1, 2, 3}) {
    const Grid grid{columns};
    const CentrePlan replaced = planned(columns, 4, kReplaceOne, 1, 0, true),
                     removed = planned(columns, 4, kAddRemove, 1, 0, true), known = planned(columns, 4, kReplaceOne);
    EXPECT_EQ(replaced.count(), static_cast<size_t>(columns) + 1);
    EXPECT_EQ(removed.count(), static_cast<size_t>(columns));
    EXPECT_LT(replaced.stddev, (1 + 1e-5) * known.stddev);  // the count costs nothing
    CentrePlan heavy = replaced;
    heavy.count_weight *= 2;
    std::vector<std::vector<int64_t>> all, control;
    for (size_t point = 0; point < grid.points(); ++point)
      for (double weight : {0.0, 0.5}) {
        const Table table = weighted(made(Made::kDense, grid.with(point)), {1, 1, 1, weight});
        all.push_back(sums_of(table, replaced));
        control.push_back(sums_of(table, heavy));
        if (weight == 0) {  // as if it were absent
          EXPECT_EQ(sums_of(table, removed), sums_of(made(Made::kDense, grid.without()), removed));
        }
      }
    EXPECT_LE(farthest(all), replaced.noise.sensitivity);
    EXPECT_GT(farthest(all), 0.9999 * replaced.noise.sensitivity) << columns;
    EXPECT_GT(farthest(control), 1.1 * replaced.noise.sensitivity);
  }
}

// Of the greatest number of units there can be, sums of labels stay within 63 bits.
TEST(Centres, SumsOfLabelsDoNotOverflow) {
  for (int32_t adjacency : {kReplaceOne, kAddRemove})
    for (int64_t columns : {1, 1000, 1 << 20})
      for (int64_t units : {int64_t{10}, int64_t{1} << 30, int64_t{1} << 40}) {
        const CentrePlan plan = planned(columns, units, adjacency, 1, 7);
        const double greatest = std::max(1.0, plan.label_weight) / plan.noise.lattice.step() + 1;
        EXPECT_LE(2 * static_cast<double>(units) * greatest, 0x1p62 + 0x1p41) << columns << " " << units;
        const CentrePlan counted = planned(columns, units, adjacency, 1, 7, true);
        const double count = std::max(1.0, counted.count_weight) / counted.noise.lattice.step() + 1;
        EXPECT_LE(2 * static_cast<double>(units) * count, 0x1p62 + 0x1p41) << columns << " " << units;
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

int seed_of_releases = 0;

dpcvx_status released(const Table &table, int32_t adjacency, double mu, int64_t units, std::vector<double> *centres,
                      dpcvx_budget *budget = nullptr, double label_bound = 0, double *label_centre = nullptr,
                      int32_t unit = DPCVX_UNIT_RECORD) {
  dpcvx_budget *own = nullptr;
  dpcvx_rng *rng = nullptr;
  dpcvx_curve *price = nullptr;
  const std::string seed = "centres" + std::to_string(seed_of_releases);
  EXPECT_EQ(dpcvx_rng_create_deterministic(seed.data(), seed.size(), &rng, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_curve_create_gdp(mu, &price, nullptr), DPCVX_OK);
  if (budget == nullptr) {
    EXPECT_EQ(dpcvx_budget_create(1000, 1e-6, adjacency, unit, nullptr, &own, nullptr), DPCVX_OK);
  }
  dpcvx::Error error(nullptr, "test");
  dpcvx::privacy::Guarantee record;
  const CentrePlan plan = planned(table->columns(), units, adjacency, mu, label_bound, table->weights() != nullptr);
  double of_labels = NAN;
  dpcvx::mechanism::Release release((budget == nullptr ? own : budget)->budget, rng->rng, price->curve, record, error);
  centres->assign(static_cast<size_t>(table->columns()), NAN);
  const dpcvx_status status = dpcvx::data::release_centres(release, *table, plan, centres->data(), &of_labels);
  if (label_centre != nullptr) *label_centre = of_labels;
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

// Means are those of the records that are not null. Control: without weights they are of all.
TEST(Centres, LeaveNullRecordsOut) {
  Entries entries{60, 2, {}};
  std::vector<double> weights, labels;
  std::vector<int64_t> ids;
  for (int64_t i = 0; i < 60; ++i) {
    const bool null = i % 3 != 0;
    entries.values.insert(entries.values.end(), {null ? -1.0 : 0.75, null ? 1.0 : -0.25});
    labels.push_back(null ? -3 : 1.5);
    weights.push_back(null ? 0 : 2);
    ids.push_back(i / 4);  // each has one or two that are not null
  }
  const Table plain = labelled(entries, labels), some = weighted(plain, weights);
  const auto expect_means = [&](const Table &table, int32_t adjacency, int64_t units, int32_t unit, double first,
                                double of_labels) {
    std::vector<double> centres;
    double label = NAN;
    constexpr double kMu = 20;
    const double noise = 2 * std::sqrt(2.5) / (kMu * (unit == DPCVX_UNIT_USER ? 15 : 20));
    ASSERT_EQ(released(table, adjacency, kMu, units, &centres, nullptr, 3, &label, unit), DPCVX_OK);
    EXPECT_NEAR(centres[0], first, 6 * noise);
    EXPECT_NEAR(label, of_labels, 6 * noise * 3 / std::sqrt(0.5));
  };
  expect_means(some, kReplaceOne, 60, DPCVX_UNIT_RECORD, 0.75, 1.5);
  expect_means(some, kAddRemove, 20, DPCVX_UNIT_RECORD, 0.75, 1.5);
  expect_means(owned(some, ids), kReplaceOne, 15, DPCVX_UNIT_USER, 0.75, 1.5);
  expect_means(plain, kReplaceOne, 60, DPCVX_UNIT_RECORD, (0.75 - 2) / 3, -1.5);
}

// The labels' mean has the planned noise as well, and that of the columns no other.
TEST(Centres, OfLabelsAreTheirMeanWithThePlannedNoise) {
  const int64_t rows = 50, columns = 16;
  constexpr double kBound = 3, kMu = 5;
  std::vector<double> labels;
  double mean = 0;
  for (int64_t i = 0; i < rows; ++i) {
    labels.push_back(i % 5 == 0 ? 100 : std::sin(static_cast<double>(i)) + 1);
    mean += std::min(labels.back(), kBound) / static_cast<double>(rows);
  }
  const Table table = labelled(random_entries(rows, columns, 1, 3), labels);
  const CentrePlan plan = planned(columns, rows, kReplaceOne, kMu, kBound);
  EXPECT_NEAR(plan.label_weight, 2, 1e-12);
  EXPECT_NEAR(plan.label_stddev * kMu * static_cast<double>(rows), 2 * std::sqrt(5.0), 1e-4);
  EXPECT_NEAR(plan.stddev * kMu * static_cast<double>(rows), 2 * std::sqrt(20.0), 1e-4);
  double squares = 0;
  constexpr int kRuns = 1000;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> centres;
    double centre = NAN;
    seed_of_releases = run;
    ASSERT_EQ(released(table, kReplaceOne, kMu, rows, &centres, nullptr, kBound, &centre), DPCVX_OK);
    squares += (centre - mean) * (centre - mean) / (kBound * kBound);
  }
  seed_of_releases = 0;
  EXPECT_NEAR(std::sqrt(squares / kRuns) / plan.label_stddev, 1, 0.1);
}

// E[z | x], z uniform on [-1, 1], x = z + stddev times a normal number, by Simpson's rule where the density is.
double mean_by_integration(double seen, double stddev) {
  constexpr int kParts = 20000;
  const double nearest = std::clamp(seen, -1.0, 1.0), out = std::fabs(seen - nearest);
  const double reach = 40 * (out > stddev ? stddev / out * stddev : stddev);
  const double low = std::max(-1.0, nearest - reach), high = std::min(1.0, nearest + reach);
  double mass = 0, moment = 0;
  for (int i = 0; i <= kParts; ++i) {
    const double z = low + (high - low) * i / kParts, off = (z - seen) / stddev, least = out / stddev;
    const double weight = (i == 0 || i == kParts ? 1 : i % 2 == 1 ? 4 : 2) * std::exp((least * least - off * off) / 2);
    mass += weight;
    moment += weight * z;
  }
  return moment / mass;
}

// What is seen beyond the range, or through much noise, is taken back towards what means can be.
TEST(Centres, AreMeansOfWhatMayLieBehindTheNoise) {
  using dpcvx::data::mean_within_range;
  for (const double stddev : {0.01, 0.1, 0.3, 0.7, 1.5, 5.0, 40.0})
    for (const double seen : {0.0, 1e-3, 0.2, 0.8, 0.99, 1.0, 1.05, 1.7, 4.0, 30.0}) {
      const double found = mean_within_range(seen, stddev), exact = mean_by_integration(seen, stddev);
      EXPECT_NEAR(found, exact, 1e-6) << seen << " " << stddev;
      EXPECT_EQ(mean_within_range(-seen, stddev), -found);
      EXPECT_LE(found, std::min(seen, 1.0));
    }
  EXPECT_EQ(mean_within_range(0.4, 0), 0.4);
  EXPECT_EQ(mean_within_range(-7, 0), -1);
  EXPECT_EQ(mean_within_range(0.9, 1e9), 0);
  for (const double stddev : {1e-300, 1e-12, 1e-3, 1.0, 99.0, 1e300})
    for (const double seen : {0.0, 0.5, 1.0, 2.0, 1e15, 1e300})
      EXPECT_TRUE(mean_within_range(seen, stddev) >= 0 && mean_within_range(seen, stddev) <= 1)
          << seen << " " << stddev;
}

// They are nearer to means that lie anywhere than those that were cut off at the ends: the control.
TEST(Centres, AreNearerThanThoseThatAreCut) {
  constexpr int64_t kRows = 40, kColumns = 3000;
  Entries entries{kRows, kColumns, {}};
  std::vector<double> means;
  for (int64_t j = 0; j < kColumns; ++j)
    means.push_back((2 * static_cast<double>(j) + 1) / static_cast<double>(kColumns) - 1);
  for (int64_t i = 0; i < kRows; ++i) entries.values.insert(entries.values.end(), means.begin(), means.end());
  const Table table = made(Made::kDense, entries);
  for (const double noise : {0.5, 0.8, 1.5}) {
    const double mu = 2 * std::sqrt(static_cast<double>(kColumns)) / (noise * static_cast<double>(kRows));
    std::vector<double> centres;
    ASSERT_EQ(released(table, kReplaceOne, mu, kRows, &centres), DPCVX_OK);
    double off = 0, cut = 0;
    for (size_t j = 0; j < means.size(); ++j) {
      off += (centres[j] - means[j]) * (centres[j] - means[j]);
      const double z = dpcvx::numeric::normal_quantile((static_cast<double>(j * 1597 % 3000) + 0.5) / 3000);
      const double seen = std::clamp(means[j] + noise * z, -1.0, 1.0);
      cut += (seen - means[j]) * (seen - means[j]);
    }
    EXPECT_LT(off, 0.9 * cut) << noise;
  }
}

// The unit is checked where the data are read, as for ranges.
TEST(Centres, RefuseATableOfAnotherUnit) {
  const Table records = made(Made::kDense, random_entries(4, 2, 1, 6));
  const Table users = owned(records, {1, 1, 2, 3});
  std::vector<double> centres;
  EXPECT_EQ(released(records, kReplaceOne, 1, 4, &centres, nullptr, 0, nullptr, DPCVX_UNIT_USER), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(released(users, kReplaceOne, 1, 3, &centres), DPCVX_ERR_ARGUMENT);
  EXPECT_TRUE(std::isnan(centres[0]));
  EXPECT_EQ(released(users, kReplaceOne, 1, 3, &centres, nullptr, 0, nullptr, DPCVX_UNIT_USER), DPCVX_OK);
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

const auto first_entry = [](const auto &rows) -> const void * {
  if constexpr (std::is_same_v<std::decay_t<decltype(rows)>, dpcvx::data::DenseRows<double>> ||
                std::is_same_v<std::decay_t<decltype(rows)>, dpcvx::data::DenseRows<float>>)
    return rows.row(0);
  else
    return nullptr;
};

TEST(Centres, AreTakenOffScaledEntries) {
  const Entries entries = random_entries(30, 3, 1, 5);
  const double low[] = {-1, -0.5, 0}, high[] = {1, 2, 0.75}, centres[] = {-0.75, 0.3, 1};
  for (Made how : {Made::kDense, Made::kDenseF32}) {
    Table scaled;
    const Table raw = made(how, entries);
    ASSERT_EQ(dpcvx_dataset_create_scaled(raw.handle, low, high, 3, &scaled.handle, nullptr), DPCVX_OK);
    dpcvx::data::SharedDataset centred = scaled.handle->data, own;
    dpcvx::Error error(nullptr, "test");
    ASSERT_EQ(dpcvx::data::centre_columns(centres, &centred, error), DPCVX_OK);
    EXPECT_NE(centred->with_rows(first_entry), scaled->with_rows(first_entry)) << "others hold it: in a copy";
    // Held once it is centred where it lies.
    ASSERT_EQ(dpcvx::data::scale_columns(*raw, low, high, &own, error), DPCVX_OK);
    const void *const before = own->with_rows(first_entry);
    ASSERT_EQ(dpcvx::data::centre_columns(centres, &own, error), DPCVX_OK);
    EXPECT_EQ(own->with_rows(first_entry), before);
    EXPECT_TRUE(own->ranges()->equals(*centred->ranges()));
    EXPECT_FALSE(centred->ranges()->equals(*scaled->ranges()));
    EXPECT_TRUE(centred->ranges()->equals(*centred->ranges()));
    for (int64_t i = 0; i < 30; ++i) {
      const std::vector<double> from = row_of(*scaled, i), to = row_of(*centred, i);
      for (size_t j = 0; j < 3; ++j) {
        const double off = from[j] - centres[j];
        EXPECT_EQ(to[j], how == Made::kDense ? off : static_cast<double>(static_cast<float>(off)));
        EXPECT_EQ(row_of(*own, i)[j], to[j]);
      }
    }
  }
}

}  // namespace
