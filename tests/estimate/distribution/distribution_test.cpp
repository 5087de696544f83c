// Histograms, cumulative distributions and quantiles through the C boundary: what they release, charge and refuse.
#include <algorithm>
#include <cmath>

#include "estimate/mean/estimates.h"
#include "support/evidence.h"

namespace {

using namespace fixtures;

using Create = decltype(dpcvx_estimate_create_histogram);

struct Distributed {
  EstimateHandle it;
  dpcvx_status status = DPCVX_OK;
  dpcvx_error error{};
  std::vector<double> values, low, high, counts, count_low, count_high;
};

void read(Distributed *out) {
  const int64_t count = static_cast<int64_t>(estimate_figure(out->it, DPCVX_ESTIMATE_FIGURE_COUNT));
  for (std::vector<double> *each : {&out->values, &out->low, &out->high}) each->resize(static_cast<size_t>(count));
  EXPECT_EQ(dpcvx_estimate_values(out->it, out->values.data(), count, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_estimate_intervals(out->it, out->low.data(), out->high.data(), count, nullptr), DPCVX_OK);
}

Distributed released(Create *create, const dpcvx_dataset *table, const std::vector<double> &edges, dpcvx_budget *budget,
                     const dpcvx_curve *price, const dpcvx_options *options = nullptr) {
  Distributed out;
  const RngHandle source = rng("distribution");
  out.status = create(budget, source, price, table, 0, edges.data(), static_cast<int64_t>(edges.size()), options,
                      &out.it.it, &out.error);
  if (out.status != DPCVX_OK) return out;
  read(&out);
  for (std::vector<double> *each : {&out.counts, &out.count_low, &out.count_high}) each->resize(out.values.size());
  EXPECT_EQ(dpcvx_estimate_counts(out.it, out.counts.data(), out.count_low.data(), out.count_high.data(),
                                  static_cast<int64_t>(out.counts.size()), nullptr),
            DPCVX_OK);
  return out;
}

Distributed quantiles_of(const Distributed &from, const std::vector<double> &asked,
                         const dpcvx_options *options = nullptr) {
  Distributed out;
  out.status = dpcvx_estimate_create_quantiles(from.it, asked.data(), static_cast<int64_t>(asked.size()), options,
                                               &out.it.it, &out.error);
  if (out.status == DPCVX_OK) read(&out);
  return out;
}

BudgetHandle ledger(int32_t filter, int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE, int32_t unit = DPCVX_UNIT_RECORD,
                    double epsilon = 1e9) {
  OptionsHandle options;
  BudgetHandle out;
  EXPECT_EQ(dpcvx_budget_options_create(&options.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, filter, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_budget_create(epsilon, 1e-6, adjacency, unit, options, &out.it, nullptr), DPCVX_OK);
  return out;
}

// 0, 0.01, ..., 9.99, each four times.
std::vector<double> column() {
  std::vector<double> out;
  for (int64_t i = 0; i < 4000; ++i) out.push_back(static_cast<double>(i * 7 % 1000) / 100);
  return out;
}

TEST(Distribution, IsThatOfTheValues) {
  const DatasetHandle table = table_of(column(), 1);
  for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE})
    for (const bool pure : {false, true}) {
      CurveHandle price;
      ASSERT_EQ((pure ? dpcvx_curve_create_pure : dpcvx_curve_create_gdp)(1e4, &price.it, nullptr), DPCVX_OK);
      const OptionsHandle options = estimate_options();
      const int32_t noise = pure ? DPCVX_EVALUATION_NOISE_LAPLACE : DPCVX_EVALUATION_NOISE_GAUSSIAN;
      ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_ESTIMATE_OPTION_NOISE, noise, nullptr), DPCVX_OK);
      const auto fresh = [&] { return ledger(pure ? DPCVX_FILTER_BASIC : DPCVX_FILTER_GDP, adjacency); };
      const Distributed shares =
          released(dpcvx_estimate_create_histogram, table, {0, 1, 5, 8}, fresh(), price, options);
      ASSERT_EQ(shares.status, DPCVX_OK) << shares.error.message;
      const double exact[] = {0.1, 0.4, 0.5};
      for (size_t j = 0; j < 3; ++j) {
        EXPECT_NEAR(shares.values[j], exact[j], 1e-5);
        EXPECT_NEAR(shares.counts[j], 4000 * exact[j], 0.02);
        EXPECT_TRUE(shares.low[j] < exact[j] && exact[j] < shares.high[j]);
        EXPECT_LT(shares.high[j] - shares.low[j], 0.045);
      }
      EXPECT_NEAR(estimate_figure(shares.it, DPCVX_ESTIMATE_FIGURE_UNITS), 4000, 0.02);
      const Distributed below =
          released(dpcvx_estimate_create_cumulative, table, {0, 1, 5, 8}, fresh(), price, options);
      ASSERT_EQ(below.status, DPCVX_OK) << below.error.message;
      ASSERT_EQ(below.values.size(), 2u);
      EXPECT_NEAR(below.values[0], 404.0 / 4000, 1e-5);  // 1 itself counts
      EXPECT_NEAR(below.values[1], 2004.0 / 4000, 1e-5);
      const Distributed grid = released(dpcvx_estimate_create_cumulative, table, {0, 10}, fresh(), price, options);
      ASSERT_EQ(grid.values.size(), 1023u);
      const Distributed found = quantiles_of(grid, {0.001, 0.1, 0.5, 0.999});
      ASSERT_EQ(found.status, DPCVX_OK) << found.error.message;
      const double quantiles[] = {0, 1, 5, 9.99};
      for (size_t j = 0; j < 4; ++j) {
        EXPECT_NEAR(found.values[j], quantiles[j], 0.02) << j;
        EXPECT_TRUE(found.low[j] <= found.values[j] && found.values[j] <= found.high[j]);
        EXPECT_LT(found.high[j] - found.low[j], 0.8);
      }
    }
}

TEST(Distribution, SpreadsUsersOverTheirRecords) {
  const std::vector<int64_t> ids = {7, 7, 7, 8};
  const DatasetHandle table = table_of({1, 1, 3, 3}, 1, &ids);
  const BudgetHandle budget = ledger(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  const Distributed shares = released(dpcvx_estimate_create_histogram, table, {0, 2, 4}, budget, gdp(1e5));
  ASSERT_EQ(shares.status, DPCVX_OK) << shares.error.message;
  EXPECT_NEAR(shares.values[0], 1.0 / 3, 1e-3);
  EXPECT_NEAR(shares.counts[1], 4.0 / 3, 1e-3);
  const BudgetHandle of_records = ledger(DPCVX_FILTER_GDP);
  EXPECT_EQ(released(dpcvx_estimate_create_histogram, table, {0, 2, 4}, of_records, gdp(1)).status, DPCVX_ERR_ARGUMENT);
}

// What the record states is within the price: a budget of just that price is enough.
TEST(Distribution, IsWithinItsPrice) {
  const DatasetHandle table = table_of(column(), 1);
  for (Create *const create : {dpcvx_estimate_create_histogram, dpcvx_estimate_create_cumulative})
    for (const int32_t filter : {DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP, DPCVX_FILTER_BASIC}) {
      const BudgetHandle budget = ledger(filter, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, 1);
      CurveHandle price;
      ASSERT_EQ(dpcvx_budget_price(budget, 1, &price.it, nullptr), DPCVX_OK);
      const Distributed got = released(create, table, {0, 10}, budget, price);
      ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
      GuaranteeHandle guarantee;
      double epsilon = 0;
      ASSERT_EQ(dpcvx_estimate_guarantee(got.it, &guarantee.it, nullptr), DPCVX_OK);
      ASSERT_EQ(dpcvx_guarantee_epsilon(guarantee, 1e-6, &epsilon, nullptr), DPCVX_OK);
      EXPECT_LE(epsilon, 1) << filter;
      EXPECT_GT(epsilon, 0.6) << filter;
      EXPECT_EQ(released(create, table, {0, 10}, budget, price).status, DPCVX_ERR_BUDGET);
    }
}

// Two bins of Laplace noise have less of it at a pure price, and of many levels Gaussian noise at a GDP price.
TEST(Distribution, TakesTheNoiseThatIsLess) {
  const DatasetHandle table = table_of(column(), 1);
  CurveHandle pure;
  ASSERT_EQ(dpcvx_curve_create_pure(1, &pure.it, nullptr), DPCVX_OK);
  const Distributed first =
      released(dpcvx_estimate_create_histogram, table, {0, 5, 10}, ledger(DPCVX_FILTER_BASIC), pure);
  EXPECT_EQ(estimate_figure(first.it, DPCVX_ESTIMATE_FIGURE_NOISE), DPCVX_EVALUATION_NOISE_LAPLACE);
  EXPECT_NEAR(estimate_figure(first.it, DPCVX_ESTIMATE_FIGURE_NOISE_SCALE), 2, 1e-6);
  const Distributed second =
      released(dpcvx_estimate_create_cumulative, table, {0, 10}, ledger(DPCVX_FILTER_GDP), gdp(1));
  EXPECT_EQ(estimate_figure(second.it, DPCVX_ESTIMATE_FIGURE_NOISE), DPCVX_EVALUATION_NOISE_GAUSSIAN);
  EXPECT_NEAR(estimate_figure(second.it, DPCVX_ESTIMATE_FIGURE_NOISE_SCALE), std::sqrt(20.0), 1e-6);
}

// Of one histogram the record says so where a basic budget of this epsilon and delta would take less noise.
TEST(Distribution, SaysWhichBudgetHasLessNoise) {
  const DatasetHandle table = table_of(column(), 1);
  const auto says = [&](int32_t filter, double epsilon) {
    const BudgetHandle budget = ledger(filter, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, epsilon);
    CurveHandle all;
    EXPECT_EQ(dpcvx_budget_price(budget, 1, &all.it, nullptr), DPCVX_OK);
    const Distributed got = released(dpcvx_estimate_create_histogram, table, {0, 5, 10}, budget, all);
    std::vector<char> text(1 << 16);
    size_t length = 0;
    EXPECT_EQ(dpcvx_estimate_to_text(got.it, text.data(), text.size(), &length, nullptr), DPCVX_OK);
    return std::strstr(text.data(), "less noise at this epsilon and delta on a budget with the basic filter") !=
           nullptr;
  };
  EXPECT_TRUE(says(DPCVX_FILTER_GDP, 1));
  EXPECT_FALSE(says(DPCVX_FILTER_BASIC, 1));
  EXPECT_TRUE(says(DPCVX_FILTER_GDP, 10));
}

TEST(Distribution, SimultaneousIntervalsAreWider) {
  const DatasetHandle table = table_of(column(), 1);
  const OptionsHandle options = estimate_options();
  ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_ESTIMATE_OPTION_SIMULTANEOUS, 1, nullptr), DPCVX_OK);
  const std::vector<double> edges = {0, 2, 4, 6, 8, 10};
  const Distributed one = released(dpcvx_estimate_create_cumulative, table, edges, ledger(DPCVX_FILTER_GDP), gdp(1));
  const Distributed all =
      released(dpcvx_estimate_create_cumulative, table, edges, ledger(DPCVX_FILTER_GDP), gdp(1), options);
  EXPECT_EQ(one.values, all.values);
  EXPECT_GT(all.high[1] - all.low[1], 1.1 * (one.high[1] - one.low[1]));
  const Distributed grid = released(dpcvx_estimate_create_cumulative, table, {0, 10}, ledger(DPCVX_FILTER_GDP), gdp(1));
  const Distributed some = quantiles_of(grid, {0.2, 0.5, 0.8}), together = quantiles_of(grid, {0.2, 0.5, 0.8}, options);
  EXPECT_EQ(some.values, together.values);
  for (size_t j = 0; j < 3; ++j) {
    EXPECT_LE(together.low[j], some.low[j]);
    EXPECT_GE(together.high[j], some.high[j]);
  }
}

// 40 users under add/remove at a small price: noise may hide their number.
TEST(Distribution, HoldsWhereNoiseHidesTheUnits) {
  const std::vector<double> few(40, 3);
  const DatasetHandle table = table_of(few, 1);
  for (Create *const create : {dpcvx_estimate_create_histogram, dpcvx_estimate_create_cumulative}) {
    const Distributed got =
        released(create, table, {0, 2, 4, 6}, ledger(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_ADD_REMOVE), gdp(1e-3));
    ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
    for (size_t j = 0; j < got.values.size(); ++j)
      EXPECT_TRUE(0 <= got.low[j] && got.low[j] <= got.values[j] && got.values[j] <= got.high[j] && got.high[j] <= 1);
    if (create != dpcvx_estimate_create_cumulative) continue;
    const Distributed found = quantiles_of(got, {0.5});
    EXPECT_EQ(found.low[0], 0);
    EXPECT_EQ(found.high[0], 6);
  }
}

// Ends of intervals that hold one by one may fall from edge to edge: the text says so.
TEST(Distribution, SaysWhetherEndsRise) {
  const DatasetHandle table = table_of(column(), 1);
  for (const int64_t together : {0, 1}) {
    const OptionsHandle options = estimate_options();
    EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_ESTIMATE_OPTION_SIMULTANEOUS, together, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_ESTIMATE_OPTION_CELLS, 8, nullptr), DPCVX_OK);
    const Distributed got =
        released(dpcvx_estimate_create_cumulative, table, {0, 10}, ledger(DPCVX_FILTER_GDP), gdp(1), options);
    std::vector<char> text(1 << 16);
    size_t length = 0;
    ASSERT_EQ(dpcvx_estimate_to_text(got.it, text.data(), text.size(), &length, nullptr), DPCVX_OK);
    EXPECT_EQ(std::strstr(text.data(), "Ends may fall from edge to edge") == nullptr, together == 1) << text.data();
  }
}

// Cells that are levels have no edges and no range: text, JSON and guarantee say so, after bytes too. Shares, charge
// and bits are those of cells.
TEST(Distribution, LevelsAreNamedAsSuch) {
  std::vector<double> codes;
  for (int64_t i = 0; i < 4000; ++i) codes.push_back(static_cast<double>(i % 4 % 3));
  const DatasetHandle table = table_of(codes, 1);
  const std::vector<double> edges = {-0.5, 0.5, 1.5, 2.5};
  const OptionsHandle options = estimate_options();
  ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_ESTIMATE_OPTION_LEVELS, 1, nullptr), DPCVX_OK);
  const Distributed cells = released(dpcvx_estimate_create_histogram, table, edges, ledger(DPCVX_FILTER_GDP), gdp(1));
  const Distributed levels =
      released(dpcvx_estimate_create_histogram, table, edges, ledger(DPCVX_FILTER_GDP), gdp(1), options);
  ASSERT_EQ(levels.status, DPCVX_OK) << levels.error.message;
  EXPECT_EQ(levels.counts, cells.counts);
  EstimateHandle again;
  std::vector<char> bytes(1 << 20);
  size_t length = 0;
  ASSERT_EQ(dpcvx_estimate_save(levels.it, bytes.data(), bytes.size(), &length, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_estimate_load(bytes.data(), length, &again.it, nullptr), DPCVX_OK);
  const dpcvx_estimate *const all[] = {cells.it, levels.it, again};
  for (const dpcvx_estimate *each : all)
    for (const auto write : {dpcvx_estimate_to_text, dpcvx_estimate_to_json}) {
      std::vector<char> text(1 << 20);
      ASSERT_EQ(write(each, text.data(), text.size(), &length, nullptr), DPCVX_OK);
      const bool is_levels = each != cells.it, is_text = write == dpcvx_estimate_to_text;
      for (const char *part : {"edges", is_text ? "out of the range" : "range_low"})
        EXPECT_EQ(std::strstr(text.data(), part) == nullptr, is_levels) << part << "\n" << text.data();
      for (const char *part : {"the levels are public", is_text ? "\n  level 2: 0.2" : "\"levels\":[0,1,2]"})
        EXPECT_EQ(std::strstr(text.data(), part) != nullptr, is_levels) << part << "\n" << text.data();
    }
}

TEST(Distribution, SaysWhatItRestsOn) {
  const DatasetHandle table = table_of(column(), 1);
  const Distributed got = released(dpcvx_estimate_create_cumulative, table, {0, 10}, ledger(DPCVX_FILTER_GDP), gdp(1));
  for (const auto write : {dpcvx_estimate_to_text, dpcvx_estimate_to_json}) {
    size_t length = 0;
    std::vector<char> text(1 << 20);
    ASSERT_EQ(write(got.it, text.data(), text.size(), &length, nullptr), DPCVX_OK);
    for (const char *part : {"cumulative", "partitions", "l2_sensitivity", "independent draws"})
      EXPECT_NE(std::strstr(text.data(), part), nullptr) << part;
  }
}

}  // namespace
