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
        EstimateHandle of_table, of_counts;
        dpcvx_error err{};
        ASSERT_EQ(way.of_table(ledger, rng("one"), price, table, 0, kEdges, kCells + 1, nullptr, &of_table.it, &err),
                  DPCVX_OK)
            << err.message;
        ASSERT_EQ(
            way.of_counts(ledger, rng("one"), price, counts, kCells, kEdges, kCells + 1, nullptr, &of_counts.it, &err),
            DPCVX_OK)
            << err.message;
        EXPECT_EQ(all_of(of_counts, way.values), all_of(of_table, way.values));
        EXPECT_EQ(estimate_figure(of_counts, DPCVX_ESTIMATE_FIGURE_UNITS),
                  estimate_figure(of_table, DPCVX_ESTIMATE_FIGURE_UNITS));
        size_t length = 0;
        std::string text(20000, ' ');
        ASSERT_EQ(dpcvx_estimate_to_text(of_counts, &text[0], text.size(), &length, nullptr), DPCVX_OK);
        EXPECT_NE(text.find("counted in one cell, once (assumed)"), std::string::npos);
        EXPECT_NE(text.find("sees exact counts"), std::string::npos);
      }
}

TEST(DistributionFromCounts, RefusesOtherCountsUncharged) {
  const BudgetHandle ledger = budget(1);
  CurveHandle price;
  ASSERT_EQ(dpcvx_curve_create_gdp(0.1, &price.it, nullptr), DPCVX_OK);
  const auto expect_refused = [&](std::vector<int64_t> counts, const char *words) {
    for (const Way &way : kWays) {
      EstimateHandle out;
      dpcvx_error err{};
      EXPECT_EQ(way.of_counts(ledger, rng("one"), price, counts.data(), static_cast<int64_t>(counts.size()), kEdges,
                              kCells + 1, nullptr, &out.it, &err),
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
