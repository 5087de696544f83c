// Means through the C boundary: what they release, charge, say and refuse.
#include <cmath>
#include <random>

#include "estimate/mean/estimates.h"
#include "support/evidence.h"

namespace {

using namespace fixtures;

constexpr int64_t kRows = 4000;

// Two columns: uniform on [0, 10], and -5 plus a normal number.
std::vector<double> some_rows(uint64_t seed = 1, int64_t rows = kRows) {
  std::mt19937_64 bits(seed);
  std::normal_distribution<double> normal;
  std::vector<double> out;
  for (int64_t i = 0; i < rows; ++i) {
    out.push_back(std::ldexp(static_cast<double>(bits() >> 11), -53) * 10);
    out.push_back(normal(bits) - 5);
  }
  return out;
}

double mean_of_column(const std::vector<double> &entries, size_t j, double low, double high) {
  double sum = 0;
  for (size_t i = j; i < entries.size(); i += 2) sum += std::fmin(std::fmax(entries[i], low), high);
  return sum / (static_cast<double>(entries.size()) / 2);
}

CurveHandle curve(dpcvx_status (*create)(double, dpcvx_curve **, dpcvx_error *), double amount) {
  CurveHandle out;
  EXPECT_EQ(create(amount, &out.it, nullptr), DPCVX_OK);
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

TEST(Mean, IsTheMeanOfClippedValues) {
  const std::vector<double> entries = some_rows();
  const DatasetHandle table = table_of(entries, 2);
  for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE})
    for (const bool pure : {false, true}) {
      const BudgetHandle budget = ledger(pure ? DPCVX_FILTER_BASIC : DPCVX_FILTER_GDP, adjacency);
      const CurveHandle price = curve(pure ? dpcvx_curve_create_pure : dpcvx_curve_create_gdp, 1e4);
      const int32_t noise = pure ? DPCVX_EVALUATION_NOISE_LAPLACE : DPCVX_EVALUATION_NOISE_GAUSSIAN;
      const OptionsHandle options = estimate_options();
      EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_ESTIMATE_OPTION_NOISE, noise, nullptr), DPCVX_OK);
      const Estimated got = mean_of({table, 2, {1, -6}, {8, -3}, options}, budget, price);
      ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
      const double low[] = {1, -6}, high[] = {8, -3};
      for (size_t j = 0; j < 2; ++j) {
        EXPECT_NEAR(got.values[j], mean_of_column(entries, j, low[j], high[j]), 1e-4);
        EXPECT_LT(got.low[j], got.values[j]);
        EXPECT_LT(got.values[j], got.high[j]);
        EXPECT_LT(got.high[j] - got.low[j], 0.35);
        EXPECT_GT(got.bounds[j], got.stddevs[j]);
        EXPECT_EQ(got.range_low[j], low[j]);
        EXPECT_EQ(got.range_high[j], high[j]);
      }
      EXPECT_NEAR(got.stddevs[0], 2.59, 0.1);
      EXPECT_NEAR(estimate_figure(got.it, DPCVX_ESTIMATE_FIGURE_UNITS), kRows, 0.01);
      EXPECT_EQ(estimate_figure(got.it, DPCVX_ESTIMATE_FIGURE_NOISE), noise);
    }
}

TEST(Mean, CountsUsersByTheirMeans) {
  const std::vector<double> entries = {1, 10, 3, 10, 9, 10};  // two records of the first user
  const std::vector<int64_t> ids = {7, 7, 8};
  const DatasetHandle table = table_of(entries, 2, &ids);
  const BudgetHandle budget = ledger(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  const Estimated got = mean_of({table, 2, {0, 0}, {10, 10}}, budget, gdp(1e4));
  ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
  EXPECT_NEAR(got.values[0], (2 + 9) / 2.0, 0.01);
  EXPECT_NEAR(got.values[1], 10, 0.01);
  EXPECT_EQ(estimate_figure(got.it, DPCVX_ESTIMATE_FIGURE_UNITS), 2);
}

TEST(Mean, TakesSparseTables) {
  const std::vector<int64_t> starts = {0, 1, 1, 3}, columns = {0, 0, 1};
  const std::vector<double> values = {6, 3, 5};
  DatasetHandle table;
  ASSERT_EQ(dpcvx_dataset_create_csr(starts.data(), columns.data(), values.data(), 3, 2, nullptr, &table.it, nullptr),
            DPCVX_OK);
  const Estimated got = mean_of({table, 2, {-1, 0}, {10, 4}}, ledger(DPCVX_FILTER_GDP), gdp(1e4));
  ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
  EXPECT_NEAR(got.values[0], 3, 0.01);
  EXPECT_NEAR(got.values[1], 4.0 / 3, 0.01);
}

TEST(Mean, ReleasesRangesForTheSameCharge) {
  const std::vector<double> entries = some_rows();
  const DatasetHandle table = table_of(entries, 2);
  struct {
    int32_t filter;
    dpcvx_status (*create)(double, dpcvx_curve **, dpcvx_error *);
    double amount;
  } const kinds[] = {{DPCVX_FILTER_GDP, dpcvx_curve_create_gdp, 1},
                     {DPCVX_FILTER_ZCDP, dpcvx_curve_create_zcdp, 0.5},
                     {DPCVX_FILTER_BASIC, dpcvx_curve_create_pure, 1}};
  for (const auto &kind : kinds) {
    const BudgetHandle budget = ledger(kind.filter);
    const Estimated got = mean_of({table, 2, {}, {}}, budget, curve(kind.create, kind.amount));
    ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
    EXPECT_EQ(estimate_figure(got.it, DPCVX_ESTIMATE_FIGURE_RELEASED_RANGES), 1);
    EXPECT_NEAR(got.values[0], 5, 0.5);
    EXPECT_NEAR(got.values[1], -5, 0.5);
    for (size_t j = 0; j < 2; ++j) EXPECT_LE(got.range_high[j] - got.range_low[j], 16);
    int64_t charges = 0;
    EXPECT_EQ(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, nullptr), DPCVX_OK);
    EXPECT_EQ(charges, 1);
  }
  // The first range alone is declared.
  const Estimated got = mean_of({table, 2, {0, NAN}, {10, NAN}}, ledger(DPCVX_FILTER_GDP), gdp(1));
  ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
  EXPECT_EQ(got.range_low[0], 0);
  EXPECT_EQ(got.range_high[0], 10);
  EXPECT_NEAR(got.values[1], -5, 0.5);
}

// What the record states is within the price, whatever becomes of it: a budget of just that price is enough.
TEST(Mean, IsWithinItsPrice) {
  const DatasetHandle table = table_of(some_rows(), 2);
  for (const int32_t filter : {DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP, DPCVX_FILTER_BASIC})
    for (const bool declared : {true, false}) {
      const BudgetHandle budget = ledger(filter, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, 1);
      CurveHandle price;
      ASSERT_EQ(dpcvx_budget_price(budget, 1, &price.it, nullptr), DPCVX_OK);
      const std::vector<double> low = declared ? std::vector<double>{0, -9} : std::vector<double>{},
                                high = declared ? std::vector<double>{10, 0} : std::vector<double>{};
      const Estimated got = mean_of({table, 2, low, high}, budget, price);
      ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
      GuaranteeHandle guarantee;
      double epsilon = 0;
      ASSERT_EQ(dpcvx_estimate_guarantee(got.it, &guarantee.it, nullptr), DPCVX_OK);
      ASSERT_EQ(dpcvx_guarantee_epsilon(guarantee, 1e-6, &epsilon, nullptr), DPCVX_OK);
      EXPECT_LE(epsilon, 1) << filter;
      EXPECT_GT(epsilon, 0.6) << filter;
      EXPECT_EQ(mean_of({table, 2, {0, -9}, {10, 0}}, budget, price).status, DPCVX_ERR_BUDGET);
    }
}

// Intervals with released ranges: no theorem covers them, so how often they hold is measured.
TEST(Mean, ReleasedRangesHardlySpoilIntervals) {
  constexpr int kRuns = 200;
  int held = 0;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> column;
    const std::vector<double> both = some_rows(static_cast<uint64_t>(run) + 10, 1000);
    for (size_t i = 1; i < both.size(); i += 2) column.push_back(both[i]);
    const Estimated got =
        mean_of({table_of(column, 1), 1, {}, {}}, ledger(DPCVX_FILTER_GDP), gdp(0.5), "run " + std::to_string(run));
    ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
    held += got.low[0] <= -5 && -5 <= got.high[0];
  }
  evidence("estimate", "means with released ranges, n = 1000, mu = 0.5: %d of %d intervals of 0.95 held the mean", held,
           kRuns);
  EXPECT_GE(held, 0.95 * kRuns - 4 * std::sqrt(0.05 * 0.95 * kRuns));
}

TEST(Mean, SimultaneousIntervalsAreWider) {
  const DatasetHandle table = table_of(some_rows(), 2);
  const OptionsHandle options = estimate_options();
  EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_ESTIMATE_OPTION_SIMULTANEOUS, 1, nullptr), DPCVX_OK);
  const Estimated one = mean_of({table, 2, {0, -9}, {10, 0}}, ledger(DPCVX_FILTER_GDP), gdp(1));
  const Estimated all = mean_of({table, 2, {0, -9}, {10, 0}, options}, ledger(DPCVX_FILTER_GDP), gdp(1));
  EXPECT_EQ(one.values, all.values);
  EXPECT_GT(all.high[0] - all.low[0], 1.05 * (one.high[0] - one.low[0]));
}

TEST(Mean, ExpectedIntervalsAreThoseThatCome) {
  const std::vector<double> entries = some_rows();
  const CurveHandle price = gdp(0.5);
  const Estimated got = mean_of({table_of(entries, 2), 2, {0, -9}, {10, 0}}, ledger(DPCVX_FILTER_GDP), price);
  double low = 0, high = 0;
  ASSERT_EQ(dpcvx_estimate_expected_interval(price, DPCVX_ADJACENCY_REPLACE_ONE, kRows, 2, 0, 10, 5, 2.9, nullptr, &low,
                                             &high, nullptr),
            DPCVX_OK);
  EXPECT_NEAR(high - low, got.high[0] - got.low[0], 0.1 * (high - low));
  EXPECT_LT(low, 5);
  EXPECT_GT(high, 5);
}

TEST(Mean, RefusesWithoutACharge) {
  const DatasetHandle table = table_of(some_rows(), 2);
  const BudgetHandle budget = ledger(DPCVX_FILTER_GDP);
  const CurveHandle price = gdp(1);
  const struct {
    MeanQuestion question;
    const char *message;
  } cases[] = {{{table, 1, {0}, {1}}, "'columns' = 1"},
               {{table, 2, {0, 3}, {1, 3}}, "'high' = 3 for column 1"},
               {{table, 2, {0, NAN}, {1, 3}}, "'low' = nan for column 1"},
               {{table, 2, {0, 0}, {INFINITY, 3}}, "'high' = inf for column 0"}};
  for (const auto &it : cases) {
    const Estimated got = mean_of(it.question, budget, price);
    EXPECT_EQ(got.status, DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::strstr(got.error.message, it.message), nullptr) << got.error.message;
  }
  CurveHandle both;
  const CurveHandle other = curve(dpcvx_curve_create_pure, 1);
  const dpcvx_curve *const parts[] = {price, other};
  const int64_t counts[] = {1, 1};
  EXPECT_EQ(dpcvx_curve_create_composition(parts, counts, 2, &both.it, nullptr), DPCVX_OK);
  EXPECT_EQ(mean_of({table, 2, {}, {}}, budget, both).status, DPCVX_ERR_UNSUPPORTED);
  const BudgetHandle of_users = ledger(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  EXPECT_EQ(mean_of({table, 2, {0, 0}, {1, 1}}, of_users, price).status, DPCVX_ERR_ARGUMENT);
  double low = 0, high = 0;
  EXPECT_EQ(dpcvx_estimate_expected_interval(price, DPCVX_ADJACENCY_REPLACE_ONE, 10, 1, 0, 1, 0.5, 0.6, nullptr, &low,
                                             &high, nullptr),
            DPCVX_ERR_ARGUMENT);
  int64_t charges = -1;
  EXPECT_EQ(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, nullptr), DPCVX_OK);
  EXPECT_EQ(charges, 0);
}

TEST(Mean, SaysWhatItRestsOn) {
  const Estimated got = mean_of({table_of(some_rows(), 2), 2, {0, -9}, {10, 0}}, ledger(DPCVX_FILTER_GDP), gdp(1));
  for (const auto write : {dpcvx_estimate_to_text, dpcvx_estimate_to_json}) {
    size_t length = 0;
    std::vector<char> text(16384);
    ASSERT_EQ(write(got.it, text.data(), text.size(), &length, nullptr), DPCVX_OK);
    for (const char *part : {"mean", "weight_of_squares", "l2_sensitivity", "independent draws"})
      EXPECT_NE(std::strstr(text.data(), part), nullptr) << part << text.data();
  }
}

std::string text_of(const dpcvx_estimate *estimate, decltype(dpcvx_estimate_to_text) *write) {
  std::string text(1 << 15, ' ');
  size_t length = 0;
  EXPECT_EQ(write(estimate, &text[0], text.size(), &length, nullptr), DPCVX_OK);
  text.resize(length);
  return text;
}

// 5,000 incomes: exp of a normal number about 10.5 with deviation 0.9. At epsilon 0.1 a third lies beyond each end.
TEST(Mean, ReleasedRangesSayWhatTheyLeaveOut) {
  std::mt19937_64 bits(7);
  std::normal_distribution<double> normal(10.5, 0.9);
  std::vector<double> incomes(5000);
  for (double &income : incomes) income = std::exp(normal(bits));
  const DatasetHandle table = table_of(incomes, 1);
  const auto expect_says = [](const dpcvx_estimate *estimate, const char *part, bool says) {
    const std::string text = text_of(estimate, dpcvx_estimate_to_text);
    EXPECT_EQ(text.find(part) != std::string::npos, says) << part << "\n" << text;
  };
  const struct {
    int32_t adjacency;
    const char *left_out;
  } cases[] = {{DPCVX_ADJACENCY_REPLACE_ONE, "of 5000 values are expected beyond each end"},
               {DPCVX_ADJACENCY_ADD_REMOVE, "values are expected beyond each end"}};
  for (const auto &[adjacency, left_out] : cases) {
    const BudgetHandle budget = ledger(DPCVX_FILTER_BASIC, adjacency);
    const Estimated got = mean_of({table, 1, {}, {}}, budget, curve(dpcvx_curve_create_pure, 0.1));
    ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
    EstimateHandle variance;
    ASSERT_EQ(dpcvx_estimate_create_variance(got.it, nullptr, &variance.it, nullptr), DPCVX_OK);
    expect_says(got.it, ", the mean of values clipped to [", true);
    expect_says(got.it, "So an interval may miss the mean of all values, unclipped.", true);
    expect_says(variance, ", the variance of values clipped to [", true);
    expect_says(variance, "So an interval may miss the variance of all values, unclipped.", true);
    for (const dpcvx_estimate *each : {got.it.it, variance.it}) {
      expect_says(each, left_out, true);
      EXPECT_NE(text_of(each, dpcvx_estimate_to_json).find("intervals are of values clipped to the ranges, not of all"),
                std::string::npos);
    }
  }
  const BudgetHandle budget = ledger(DPCVX_FILTER_BASIC);
  const Estimated declared = mean_of({table, 1, {0}, {1e6}}, budget, curve(dpcvx_curve_create_pure, 0.1));
  expect_says(declared.it, "expected beyond", false);
}

// A table with weights gives the bits of one without. Its record says so, and that of the other does not.
TEST(Mean, SaysThatWeightsAreNotUsed) {
  const DatasetHandle plain = table_of({1, 2, 9}, 1);
  const double weights[3] = {1, 50, 0.25}, edges[2] = {0, 10};
  DatasetHandle weighted;
  ASSERT_EQ(dpcvx_dataset_create_with_weights(plain, weights, 3, &weighted.it, nullptr), DPCVX_OK);
  const BudgetHandle budget = ledger(DPCVX_FILTER_BASIC);
  const CurveHandle price = curve(dpcvx_curve_create_pure, 1e-3);
  std::vector<double> means;
  for (const dpcvx_dataset *table : {plain.it, weighted.it}) {
    const bool says = table == weighted.it;
    const Estimated mean = mean_of({table, 1, {0}, {10}}, budget, price);
    ASSERT_EQ(mean.status, DPCVX_OK) << mean.error.message;
    means.push_back(mean.values[0]);
    EstimateHandle histogram;
    ASSERT_EQ(dpcvx_estimate_create_histogram(budget, rng("cells"), price, table, 0, edges, 2, nullptr, &histogram.it,
                                              nullptr),
              DPCVX_OK);
    for (const dpcvx_estimate *each : {mean.it.it, histogram.it}) {
      const std::string text = text_of(each, dpcvx_estimate_to_text);
      EXPECT_EQ(text.find("weights of records are not used: null ones (weight 0) are left out") != std::string::npos,
                says)
          << text;
    }
  }
  EXPECT_EQ(means[0], means[1]);
}

// Each of 9 columns, of which some have their ranges released.
TEST(Mean, SaysWhichRangesWereReleased) {
  const DatasetHandle table = table_of(std::vector<double>(900, 1.0), 9);
  const struct {
    std::vector<size_t> released;
    const char *words;
  } cases[] = {
      {{3}, "Released ranges: of column 3. At"},
      {{0, 8}, "Released ranges: of column 0 and column 8. At"},
      {{0, 1, 3, 4, 8}, "Released ranges: of column 0, column 1, column 3, column 4 and column 8. At"},
      {{0, 1, 3, 4, 5, 6, 8}, "Released ranges: of column 0, column 1, column 3, column 4, column 5 and 2 more. At"},
      {{0, 1, 2, 3, 4, 5, 6, 7, 8}, "Released ranges: of all 9 columns. At"}};
  for (const auto &[released, words] : cases) {
    std::vector<double> low(9, 0), high(9, 2);
    for (const size_t j : released) low[j] = high[j] = NAN;
    const Estimated got = mean_of({table, 9, low, high}, ledger(DPCVX_FILTER_BASIC), curve(dpcvx_curve_create_pure, 5));
    ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
    const std::string text = text_of(got.it, dpcvx_estimate_to_text);
    EXPECT_NE(text.find(words), std::string::npos) << words << "\n" << text;
    char bytes[1 << 14];
    size_t length = 0;
    ASSERT_EQ(dpcvx_estimate_save(got.it, bytes, sizeof(bytes), &length, nullptr), DPCVX_OK);
    EstimateHandle back, variance;
    ASSERT_EQ(dpcvx_estimate_load(bytes, length, &back.it, nullptr), DPCVX_OK);
    EXPECT_EQ(text_of(back, dpcvx_estimate_to_text), text);
    ASSERT_EQ(dpcvx_estimate_create_variance(back, nullptr, &variance.it, nullptr), DPCVX_OK);
    EXPECT_NE(text_of(variance, dpcvx_estimate_to_text).find(words), std::string::npos) << words;
  }
}

// What is noted of released ranges before a charge is what the record says after it.
TEST(Mean, NotesOfReleasedRangesComeBeforeTheCharge) {
  const auto notes = [](double epsilon, int64_t units, int64_t columns, const dpcvx_options *options) {
    const CurveHandle price = curve(dpcvx_curve_create_pure, epsilon);
    char text[1024];
    size_t length = 0;
    EXPECT_EQ(dpcvx_estimate_range_notes(price, units, columns, options, text, sizeof(text), &length, nullptr),
              DPCVX_OK);
    return std::string(text, length);
  };
  EXPECT_EQ(notes(1, 20000, 2, nullptr), "");
  EXPECT_NE(notes(1, 30, 1, nullptr).find("ranges are mostly noise"), std::string::npos);
  EXPECT_NE(notes(1, 30, 1, nullptr).find("leave out at least 15 of 30 values at each end"), std::string::npos);
  const std::string left_out = notes(1, 2000, 1, nullptr);  // 0.125 an end
  EXPECT_EQ(left_out.find("released ranges leave out at least 153 of 2000 values"), 0u) << left_out;
  EXPECT_NE(notes(1, 0, 1, nullptr).find("there are at least "), std::string::npos);
  EXPECT_EQ(notes(1, 0, 1, nullptr).find("leave out"), std::string::npos);
  const OptionsHandle options = estimate_options();
  EXPECT_EQ(dpcvx_options_set_f64(options, DPCVX_ESTIMATE_OPTION_RANGE_FRACTION, 0.999, nullptr), DPCVX_OK);
  EXPECT_EQ(notes(1, 2000, 1, options), "");

  const DatasetHandle table = table_of(some_rows(1, 2000), 2);
  const BudgetHandle budget = ledger(DPCVX_FILTER_BASIC);
  const CurveHandle price = curve(dpcvx_curve_create_pure, 1);
  const double low[] = {NAN, -6}, high[] = {NAN, -3};
  EstimateHandle out;
  ASSERT_EQ(dpcvx_estimate_create_mean(budget, rng("notes"), price, table, low, high, 2, nullptr, &out.it, nullptr), 0);
  EXPECT_NE(text_of(out, dpcvx_estimate_to_text).find("153"), std::string::npos)
      << text_of(out, dpcvx_estimate_to_text);
}

}  // namespace
