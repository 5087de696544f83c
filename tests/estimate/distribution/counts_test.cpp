// Distributions from counts that a caller took: the bits of a table of the same units, and what is refused.
#include <cstring>

#include "estimate/mean/estimates.h"

namespace {

using namespace fixtures;

const double kEdges[] = {0, 1, 2.5, 4, 10};
constexpr int64_t kCells = 4;

struct Way {
  decltype(dpcvx_estimate_create_histogram) *of_table;
  decltype(dpcvx_estimate_create_histogram_from_counts) *of_counts;
  int64_t values;
};
const Way kWays[] = {{dpcvx_estimate_create_histogram, dpcvx_estimate_create_histogram_from_counts, kCells},
                     {dpcvx_estimate_create_cumulative, dpcvx_estimate_create_cumulative_from_counts, kCells - 1}};

std::vector<double> all_of(const dpcvx_estimate *estimate, int64_t count) {
  std::vector<double> out;
  const auto append = [&](const auto &get) {
    std::vector<double> one(static_cast<size_t>(count)), low(one), high(one);
    get(one.data(), low.data(), high.data());
    for (const std::vector<double> &each : {one, low, high}) out.insert(out.end(), each.begin(), each.end());
  };
  append([&](double *values, double *low, double *high) {
    EXPECT_EQ(dpcvx_estimate_values(estimate, values, count, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_estimate_intervals(estimate, low, high, count, nullptr), DPCVX_OK);
  });
  append([&](double *counts, double *low, double *high) {
    EXPECT_EQ(dpcvx_estimate_counts(estimate, counts, low, high, count, nullptr), DPCVX_OK);
  });
  append([&](double *, double *low, double *high) {
    EXPECT_EQ(dpcvx_estimate_ranges(estimate, low, high, count, nullptr), DPCVX_OK);
  });
  return out;
}

std::string text_of(const dpcvx_estimate *estimate) {
  size_t length = 0;
  std::string text(20000, ' ');
  EXPECT_EQ(dpcvx_estimate_to_text(estimate, &text[0], text.size(), &length, nullptr), DPCVX_OK);
  return text.substr(0, length);
}

// The record tells what is assumed, and nothing that holds of tables alone.
void expect_told(const dpcvx_estimate *estimate, const char *sensitivity) {
  const std::string text = text_of(estimate);
  for (const char *words : {"counted in at most one cell, once (assumed)", "sees exact counts", "of given counts"})
    EXPECT_NE(text.find(words), std::string::npos) << words;
  for (const char *words : {"Values out of the range count", "column 0", "each weighted by 1 over"})
    EXPECT_EQ(text.find(words), std::string::npos) << words;
  const size_t from = text.find(sensitivity);
  ASSERT_NE(from, std::string::npos) << text;
  const std::string line = text.substr(from, text.find('\n', from) - from);
  EXPECT_NE(line.find("assumed"), std::string::npos) << line;
  size_t size = 0;
  std::string bytes(200000, ' ');
  EXPECT_EQ(dpcvx_estimate_save(estimate, &bytes[0], bytes.size(), &size, nullptr), DPCVX_OK);
  EstimateHandle loaded;
  EXPECT_EQ(dpcvx_estimate_load(bytes.data(), size, &loaded.it, nullptr), DPCVX_OK);
  EXPECT_EQ(text_of(loaded), text);
}

TEST(DistributionFromCounts, HasTheBitsOfATable) {
  Rows rows;
  for (int i = 0; i < 300; ++i) rows.add({0.25 + i % 7}, 1);  // no value is at an edge
  const DatasetHandle table = dataset(rows);
  int64_t counts[kCells] = {};
  for (double value : rows.features)
    for (int64_t j = 0; j < kCells; ++j) counts[j] += value > kEdges[j] && value < kEdges[j + 1] ? 1 : 0;
  ASSERT_EQ(counts[0] + counts[1] + counts[2] + counts[3], 300);
  for (const Way &way : kWays)
    for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE})
      for (bool pure : {false, true}) {
        const BudgetHandle ledger = budget(8, pure ? 0 : 1e-6, adjacency);
        CurveHandle price;
        ASSERT_EQ(
            pure ? dpcvx_curve_create_pure(1, &price.it, nullptr) : dpcvx_curve_create_gdp(0.5, &price.it, nullptr),
            DPCVX_OK);
        const int64_t units = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 300 : 0;
        EstimateHandle of_table, of_counts;
        dpcvx_error err{};
        ASSERT_EQ(way.of_table(ledger, rng("one"), price, table, 0, kEdges, kCells + 1, nullptr, &of_table.it, &err),
                  DPCVX_OK)
            << err.message;
        ASSERT_EQ(way.of_counts(ledger, rng("one"), price, counts, kCells, DPCVX_UNIT_RECORD, units, kEdges, kCells + 1,
                                nullptr, &of_counts.it, &err),
                  DPCVX_OK)
            << err.message;
        EXPECT_EQ(all_of(of_counts, way.values), all_of(of_table, way.values));
        EXPECT_EQ(estimate_figure(of_counts, DPCVX_ESTIMATE_FIGURE_UNITS),
                  estimate_figure(of_table, DPCVX_ESTIMATE_FIGURE_UNITS));
        expect_told(of_counts, pure ? "l1_sensitivity" : "l2_sensitivity");
      }
}

// A unit that goes from no cell to cell 2 moves noisy counts as a node a level does, and no public number.
TEST(DistributionFromCounts, ReadsNoSum) {
  const BudgetHandle ledger = budget(50);
  CurveHandle price;
  ASSERT_EQ(dpcvx_curve_create_gdp(0.5, &price.it, nullptr), DPCVX_OK);
  const int64_t neighbours[2][kCells] = {{500, 300, 200, 0}, {500, 300, 201, 0}};
  for (const Way &way : kWays)
    for (const int64_t units : {int64_t{900}, int64_t{1000}, int64_t{1001}, int64_t{1200}}) {
      EstimateHandle found[2];
      std::vector<double> counts[2], low, high;
      for (int side = 0; side < 2; ++side) {
        dpcvx_error err{};
        ASSERT_EQ(way.of_counts(ledger, rng("one"), price, neighbours[side], kCells, DPCVX_UNIT_RECORD, units, kEdges,
                                kCells + 1, nullptr, &found[side].it, &err),
                  DPCVX_OK)
            << err.message;
        EXPECT_EQ(estimate_figure(found[side], DPCVX_ESTIMATE_FIGURE_UNITS), static_cast<double>(units));
        counts[side].resize(static_cast<size_t>(way.values));
        low = high = counts[side];
        ASSERT_EQ(dpcvx_estimate_counts(found[side], counts[side].data(), low.data(), high.data(), way.values, nullptr),
                  DPCVX_OK);
      }
      // All else but values and counts is in the record.
      const std::string texts[] = {text_of(found[0]), text_of(found[1])};
      const std::string words = std::to_string(units) + " (";
      for (const std::string &text : texts) EXPECT_NE(text.find("units = " + words), std::string::npos) << text;
      if (way.values == kCells) {
        for (size_t j = 0; j < counts[0].size(); ++j) EXPECT_EQ(counts[1][j] - counts[0][j], j == 2 ? 1 : 0);
      } else {
        // Least squares with the root fixed: the halves share its lack of 1, and so do the cells of a half.
        const double moved[] = {-0.25, -0.5, 0.25};
        for (size_t j = 0; j < counts[0].size(); ++j) EXPECT_NEAR(counts[1][j] - counts[0][j], moved[j], 1e-9);
      }
    }
}

TEST(DistributionFromCounts, RefusesAnotherUnitAndNumber) {
  CurveHandle price;
  ASSERT_EQ(dpcvx_curve_create_gdp(0.1, &price.it, nullptr), DPCVX_OK);
  const int64_t counts[kCells] = {3, 2, 1, 0};
  const auto expect_refused = [&](int32_t adjacency, int32_t of_budget, int32_t unit, int64_t units,
                                  const char *words) {
    const BudgetHandle ledger = budget(1, 1e-6, adjacency, of_budget);
    for (const Way &way : kWays) {
      EstimateHandle out;
      dpcvx_error err{};
      EXPECT_EQ(way.of_counts(ledger, rng("one"), price, counts, kCells, unit, units, kEdges, kCells + 1, nullptr,
                              &out.it, &err),
                words == nullptr ? DPCVX_OK : DPCVX_ERR_ARGUMENT)
          << err.message;
      if (words != nullptr) {
        EXPECT_NE(std::strstr(err.message, words), nullptr) << err.message;
      } else if (of_budget == DPCVX_UNIT_USER) {
        expect_told(out, "l2_sensitivity");
      }
    }
    int64_t charges = -1;
    EXPECT_EQ(dpcvx_budget_get_i64(ledger, DPCVX_BUDGET_FIGURE_CHARGES, &charges, nullptr), DPCVX_OK);
    EXPECT_EQ(charges, words == nullptr ? 2 : 0);
  };
  const int32_t replace = DPCVX_ADJACENCY_REPLACE_ONE, removed = DPCVX_ADJACENCY_ADD_REMOVE;
  const int32_t records = DPCVX_UNIT_RECORD, users = DPCVX_UNIT_USER;
  expect_refused(replace, records, records, 6, nullptr);
  expect_refused(replace, users, users, 6, nullptr);
  expect_refused(removed, users, users, 0, nullptr);
  expect_refused(replace, users, records, 6, "'unit' = DPCVX_UNIT_RECORD, for a budget of users");
  expect_refused(replace, records, users, 6, "'unit' = DPCVX_UNIT_USER, for a budget of records");
  expect_refused(replace, records, 0, 6, "'unit' = 0");
  expect_refused(replace, records, records, 0, "'units' = 0; accepted: an integer in [1, ");
  expect_refused(replace, records, records, (int64_t{1} << 40) + 1, "'units' = 1099511627777; accepted");
  expect_refused(removed, records, records, 6, "'units' = 6; accepted: 0 under add/remove");
}

TEST(DistributionFromCounts, RefusesOtherCountsUncharged) {
  const BudgetHandle ledger = budget(1);
  CurveHandle price;
  ASSERT_EQ(dpcvx_curve_create_gdp(0.1, &price.it, nullptr), DPCVX_OK);
  const auto expect_refused = [&](std::vector<int64_t> counts, const char *words) {
    for (const Way &way : kWays) {
      EstimateHandle out;
      dpcvx_error err{};
      EXPECT_EQ(way.of_counts(ledger, rng("one"), price, counts.data(), static_cast<int64_t>(counts.size()),
                              DPCVX_UNIT_RECORD, 10, kEdges, kCells + 1, nullptr, &out.it, &err),
                DPCVX_ERR_ARGUMENT);
      EXPECT_NE(std::strstr(err.message, words), nullptr) << err.message;
    }
  };
  expect_refused({1, 2, 3}, "'cells' = 3; accepted: 4");
  expect_refused({1, 2, -3, 4}, "'counts[2]' = -3");
  expect_refused({1, INT64_MAX, 3, 4}, "'counts[1]'");
  expect_refused({int64_t{1} << 39, int64_t{1} << 39, 0, 1}, "'counts[3]' = 1;");
  int64_t charges = -1;
  EXPECT_EQ(dpcvx_budget_get_i64(ledger, DPCVX_BUDGET_FIGURE_CHARGES, &charges, nullptr), DPCVX_OK);
  EXPECT_EQ(charges, 0);
}

}  // namespace
