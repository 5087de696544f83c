// Covariances through the C boundary: what they release, charge, say and refuse.
#include <cmath>
#include <random>

#include "estimate/covariance/covariances.h"
#include "support/evidence.h"

namespace {

using namespace fixtures;

constexpr int64_t kRows = 4000;

// Normal rows: three columns with standard deviations 0.2, 0.1, 0.3 and correlations 0.8 of the first two.
std::vector<double> normal_rows(uint64_t seed = 1, int64_t rows = kRows, double scale = 1) {
  std::mt19937_64 bits(seed);
  std::normal_distribution<double> normal;
  std::vector<double> out;
  for (int64_t i = 0; i < rows; ++i) {
    const double a = normal(bits), b = 0.8 * a + 0.6 * normal(bits), c = normal(bits);
    for (const double x : {0.1 + scale * 0.2 * a, -0.2 + scale * 0.1 * b, scale * 0.3 * c}) out.push_back(x);
  }
  return out;
}

// The covariance of rows of three columns, clipped to [low, high].
std::vector<double> covariance_of_rows(const std::vector<double> &entries, double low, double high) {
  const size_t rows = entries.size() / 3;
  double mean[3] = {0, 0, 0};
  std::vector<double> out(9, 0);
  const auto at = [&](size_t r, size_t j) { return std::fmin(std::fmax(entries[3 * r + j], low), high); };
  for (size_t r = 0; r < rows; ++r)
    for (size_t i = 0; i < 3; ++i) mean[i] += at(r, i) / static_cast<double>(rows);
  for (size_t r = 0; r < rows; ++r)
    for (size_t i = 0; i < 9; ++i)
      out[i] += (at(r, i / 3) - mean[i / 3]) * (at(r, i % 3) - mean[i % 3]) / static_cast<double>(rows);
  return out;
}

TEST(Covariance, IsThatOfClippedRows) {
  const std::vector<double> entries = normal_rows(), expected = covariance_of_rows(entries, -0.3, 0.5);
  const DatasetHandle table = table_of(entries, 3);
  for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE})
    for (const bool pure : {false, true}) {
      const BudgetHandle budget = ledger_of(pure ? DPCVX_FILTER_BASIC : DPCVX_FILTER_GDP, adjacency);
      const CurveHandle price = curve_of(pure ? dpcvx_curve_create_pure : dpcvx_curve_create_gdp, 2e4);
      const OptionsHandle options = covariance_options();
      set(options, DPCVX_COVARIANCE_OPTION_NOISE,
          int64_t{pure ? DPCVX_EVALUATION_NOISE_LAPLACE : DPCVX_EVALUATION_NOISE_GAUSSIAN});
      const Covered got = covariance_of({table, 3, {-0.3, -0.3, -0.3}, {0.5, 0.5, 0.5}, options}, budget, price);
      ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
      for (size_t i = 0; i < 9; ++i) EXPECT_NEAR(got.matrix[i], expected[i], 2e-5) << i;
      EXPECT_NEAR(got.correlation[1], expected[1] / std::sqrt(expected[0] * expected[4]), 1e-3);
      EXPECT_EQ(got.correlation[4], 1);
      EXPECT_NEAR(covariance_figure(got.it, DPCVX_COVARIANCE_FIGURE_UNITS), kRows, 0.01);
      // The components make up the matrix.
      for (size_t i = 0; i < 9; ++i) {
        double sum = 0;
        for (size_t k = 0; k < 3; ++k)
          sum += got.variances[k] * got.components[3 * k + i / 3] * got.components[3 * k + i % 3];
        EXPECT_NEAR(sum, got.matrix[i], 1e-14);
      }
      std::vector<double> low(9), high(9);
      ASSERT_EQ(dpcvx_covariance_intervals(got.it, low.data(), high.data(), 9, nullptr), DPCVX_OK);
      for (size_t i = 0; i < 9; ++i) {
        EXPECT_LE(low[i], got.matrix[i]);
        EXPECT_GE(high[i], got.matrix[i]);
        EXPECT_LT(high[i] - low[i], 0.03);
      }
    }
}

TEST(Covariance, ShortensRowsToTheNormBound) {
  // Rows (1, 1) and (-1, -1) in half widths, of norm sqrt(2): they count as of norm 1.
  std::vector<double> entries;
  for (int i = 0; i < 1000; ++i) entries.insert(entries.end(), 2, i % 2 == 0 ? 5 : -5);
  const OptionsHandle options = covariance_options();
  set(options, DPCVX_COVARIANCE_OPTION_NORM_BOUND, 1.0);
  const Covered got =
      covariance_of({table_of(entries, 2), 2, {-5, -5}, {5, 5}, options}, ledger_of(DPCVX_FILTER_GDP), gdp(1e4));
  ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
  EXPECT_NEAR(got.matrix[0], 12.5, 1e-3);
  EXPECT_NEAR(got.matrix[1], 12.5, 1e-3);
  EXPECT_NEAR(got.variances[1], 0, 1e-3);
}

TEST(Covariance, IsPositiveSemidefinite) {
  for (int run = 0; run < 20; ++run) {
    const Covered got = covariance_of({table_of(normal_rows(2, 50), 3), 3, {-1, -1, -1}, {1, 1, 1}},
                                      ledger_of(DPCVX_FILTER_GDP), gdp(0.2), "run " + std::to_string(run));
    ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
    for (size_t k = 0; k < 3; ++k) EXPECT_GE(got.variances[k], 0);
    for (size_t i = 0; i < 9; ++i) EXPECT_LE(std::fabs(got.correlation[i]), 1);
  }
}

TEST(Covariance, FindsPrincipalComponents) {
  std::mt19937_64 bits(5);
  std::normal_distribution<double> normal;
  std::vector<double> entries;
  for (int64_t i = 0; i < 5000; ++i) {
    const double along = normal(bits);
    for (int j = 0; j < 4; ++j) entries.push_back(0.2 * along * (j % 2 == 0 ? 1 : -1) + 0.05 * normal(bits));
  }
  const Covered got = covariance_of({table_of(entries, 4), 4, std::vector<double>(4, -1), std::vector<double>(4, 1)},
                                    ledger_of(DPCVX_FILTER_GDP), gdp(1));
  ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
  double along = 0;
  for (size_t j = 0; j < 4; ++j) along += got.components[j] * (j % 2 == 0 ? 0.5 : -0.5);
  EXPECT_GT(std::fabs(along), 0.999);
  EXPECT_NEAR(got.variances[0], 4 * 0.04 + 0.0025, 0.01);
}

// What the record states is within the price, also of several rounds.
TEST(Covariance, IsWithinItsPrice) {
  const DatasetHandle table = table_of(normal_rows(), 3);
  for (const int32_t filter : {DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP, DPCVX_FILTER_BASIC})
    for (const int64_t rounds : {1, 3}) {
      const BudgetHandle budget = ledger_of(filter, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, 1);
      CurveHandle price;
      ASSERT_EQ(dpcvx_budget_price(budget, 1, &price.it, nullptr), DPCVX_OK);
      const OptionsHandle options = covariance_options();
      set(options, DPCVX_COVARIANCE_OPTION_ROUNDS, rounds);
      const CovarianceQuestion question{table, 3, {-1, -1, -1}, {1, 1, 1}, options};
      const Covered got = covariance_of(question, budget, price);
      ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
      GuaranteeHandle guarantee;
      double epsilon = 0;
      ASSERT_EQ(dpcvx_covariance_guarantee(got.it, &guarantee.it, nullptr), DPCVX_OK);
      ASSERT_EQ(dpcvx_guarantee_epsilon(guarantee, 1e-6, &epsilon, nullptr), DPCVX_OK);
      EXPECT_LE(epsilon, 1) << filter;
      EXPECT_GT(epsilon, 0.6) << filter;
      int64_t charges = 0;
      EXPECT_EQ(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, nullptr), DPCVX_OK);
      EXPECT_EQ(charges, 1);
      EXPECT_EQ(covariance_of(question, budget, price).status, DPCVX_ERR_BUDGET);
    }
}

// Ranges thirty times too wide: the distance from the true matrix, in units of that matrix.
double relative_error(const std::vector<double> &matrix, double scale) {
  const double a = 0.04 * scale * scale, b = 0.016 * scale * scale, c = 0.01 * scale * scale, e = 0.09 * scale * scale;
  const double x = (matrix[0] - a) / a, y = (matrix[1] - b) / std::sqrt(a * c), z = (matrix[4] - c) / c,
               w = (matrix[8] - e) / e;
  return std::sqrt(x * x + 2 * y * y + z * z + w * w);
}

TEST(Covariance, RoundsFindWhatIsNarrow) {
  const double scale = 0.1;
  const DatasetHandle table = table_of(normal_rows(7, 20000, scale), 3);
  double errors[2];
  for (int64_t chosen = 0; chosen < 2; ++chosen) {
    const OptionsHandle options = covariance_options();
    set(options, DPCVX_COVARIANCE_OPTION_ROUNDS, 1 - chosen);
    const Covered got =
        covariance_of({table, 3, {-1, -1, -1}, {1, 1, 1}, options}, ledger_of(DPCVX_FILTER_GDP), gdp(1));
    ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
    errors[chosen] = relative_error(got.matrix, scale);
    EXPECT_EQ(covariance_figure(got.it, DPCVX_COVARIANCE_FIGURE_PROVED), 1 - chosen);
    if (chosen == 1) {
      EXPECT_EQ(covariance_figure(got.it, DPCVX_COVARIANCE_FIGURE_ROUNDS), 6);
    }
  }
  evidence("estimate", "covariance, ranges 30 to 100 standard deviations wide: relative error %.3f, by rounds %.3f",
           errors[0], errors[1]);
  EXPECT_LT(errors[1], 0.1);
  EXPECT_GT(errors[0], 5 * errors[1]);
}

TEST(Covariance, NoiseIsAsExpected) {
  const int64_t d = 3, n = 500;
  const OptionsHandle options = covariance_options();
  const std::vector<double> zeros(static_cast<size_t>(d * n), 0);
  const CurveHandle price = gdp(1);
  double stddev = 0, norm = 0, square = 0;
  ASSERT_EQ(dpcvx_covariance_expected_noise(price, DPCVX_ADJACENCY_REPLACE_ONE, n, d, options, &stddev, &norm, nullptr),
            DPCVX_OK);
  // Beside a variance that keeps the matrix definite, so that the projection changes nothing.
  std::vector<double> entries;
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < d; ++j) entries.push_back((i + i / 2 * j + i / 4 * j * j) % 2 == 0 ? 1 : -1);
  const DatasetHandle table = table_of(entries, d);
  const Covered exact = covariance_of({table, d, {-1, -1, -1}, {1, 1, 1}}, ledger_of(DPCVX_FILTER_GDP), gdp(1e6));
  int within = 0;
  constexpr int kRuns = 400;
  for (int run = 0; run < kRuns; ++run) {
    const Covered got = covariance_of({table, d, {-1, -1, -1}, {1, 1, 1}}, ledger_of(DPCVX_FILTER_GDP), price,
                                      "noise " + std::to_string(run));
    double most = 0;
    for (const size_t i : {1, 2, 5}) square += std::pow(got.matrix[i] - exact.matrix[i], 2) / (3 * kRuns);
    for (size_t i = 0; i < 9; ++i) most += std::pow(got.matrix[i] - exact.matrix[i], 2);
    within += std::sqrt(most) <= covariance_figure(got.it, DPCVX_COVARIANCE_FIGURE_NOISE_NORM);
    if (run == 0) {
      EXPECT_NEAR(covariance_figure(got.it, DPCVX_COVARIANCE_FIGURE_NOISE_STDDEV), stddev, 1e-6 * stddev);
    }
  }
  EXPECT_NEAR(std::sqrt(square), stddev, 0.08 * stddev);
  EXPECT_GE(within, kRuns * 93 / 100);
  EXPECT_GT(norm, stddev);
}

TEST(Covariance, RefusesWithoutACharge) {
  const DatasetHandle table = table_of(normal_rows(), 3);
  const BudgetHandle budget = ledger_of(DPCVX_FILTER_GDP);
  const CurveHandle price = gdp(1);
  const std::vector<double> low(3, -1), high(3, 1);
  const struct {
    CovarianceQuestion question;
    const char *message;
  } cases[] = {{{table, 2, {0, 0}, {1, 1}}, "'columns' = 2"},
               {{table, 3, {0, 3, 0}, {1, 3, 1}}, "'high' = 3 for column 1"},
               {{table, 3, {0, NAN, 0}, {1, 3, 1}}, "'low' = nan for column 1"},
               {{table, 3, {0, 0, 0}, {1e151, 3, 1}}, "'high' = 1e+151 for column 0"}};
  for (const auto &it : cases) {
    const Covered got = covariance_of(it.question, budget, price);
    EXPECT_EQ(got.status, DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::strstr(got.error.message, it.message), nullptr) << got.error.message;
  }
  const DatasetHandle wide = table_of(std::vector<double>(513, 0), 513);
  const Covered too_wide =
      covariance_of({wide, 513, std::vector<double>(513, -1), std::vector<double>(513, 1)}, budget, price);
  EXPECT_EQ(too_wide.status, DPCVX_ERR_ARGUMENT);
  CurveHandle both;
  const CurveHandle other = curve_of(dpcvx_curve_create_pure, 1);
  const dpcvx_curve *const parts[] = {price, other};
  const int64_t counts[] = {1, 1};
  EXPECT_EQ(dpcvx_curve_create_composition(parts, counts, 2, &both.it, nullptr), DPCVX_OK);
  const OptionsHandle options = covariance_options();
  set(options, DPCVX_COVARIANCE_OPTION_ROUNDS, int64_t{2});
  EXPECT_EQ(covariance_of({table, 3, low, high, options}, budget, both).status, DPCVX_ERR_UNSUPPORTED);
  set(options, DPCVX_COVARIANCE_OPTION_ROUNDS, int64_t{0});
  const BudgetHandle removed = ledger_of(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_ADD_REMOVE);
  const Covered unknown = covariance_of({table, 3, low, high, options}, removed, price);
  EXPECT_EQ(unknown.status, DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::strstr(unknown.error.message, "ROUNDS = 0"), nullptr) << unknown.error.message;
  const BudgetHandle of_users = ledger_of(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  EXPECT_EQ(covariance_of({table, 3, low, high}, of_users, price).status, DPCVX_ERR_ARGUMENT);
  for (const BudgetHandle *each : {&budget, &removed, &of_users}) {
    int64_t charges = -1;
    EXPECT_EQ(dpcvx_budget_get_i64(*each, DPCVX_BUDGET_FIGURE_CHARGES, &charges, nullptr), DPCVX_OK);
    EXPECT_EQ(charges, 0);
  }
}

TEST(Covariance, SaysWhatItRestsOn) {
  const Covered got =
      covariance_of({table_of(normal_rows(), 3), 3, {-1, -1, -1}, {1, 1, 1}}, ledger_of(DPCVX_FILTER_GDP), gdp(1));
  for (const auto write : {dpcvx_covariance_to_text, dpcvx_covariance_to_json}) {
    size_t length = 0;
    std::vector<char> text(16384);
    ASSERT_EQ(write(got.it, text.data(), text.size(), &length, nullptr), DPCVX_OK);
    for (const char *part : {"covariance", "weight_of_coordinates", "l2_sensitivity", "independent draws"})
      EXPECT_NE(std::strstr(text.data(), part), nullptr) << part << text.data();
  }
}

TEST(Covariance, TextSaysWhatIntervalsAreOf) {
  const BudgetHandle budget = ledger_of(DPCVX_FILTER_GDP);
  const DatasetHandle table = table_of(normal_rows(), 3);
  const auto text_of = [&](const dpcvx_options *options) {
    const Covered got = covariance_of({table, 3, {-1, -2, -3}, {1, 2, 3}, options}, budget, gdp(1));
    size_t length = 0;
    std::string text(16384, ' ');
    EXPECT_EQ(dpcvx_covariance_to_text(got.it, &text[0], text.size(), &length, nullptr), DPCVX_OK);
    return text;
  };
  const auto expect_says = [](const std::string &text, const char *part, bool says) {
    EXPECT_EQ(text.find(part) != std::string::npos, says) << part << "\n" << text;
  };
  const std::string plain = text_of(nullptr);
  for (const char *part :
       {", of values clipped to [-1, 1]\n", ", of values clipped to [-3, 3]\n", "column 0 with column 2: covariance ",
        "column 1 with column 2: covariance ", "They are of clipped values: of all values only where a range holds",
        "intervals are of clipped values, not of all", "operator norm at most"})
    expect_says(plain, part, true);
  const OptionsHandle options = covariance_options();
  set(options, DPCVX_COVARIANCE_OPTION_NORM_BOUND, 1.0);
  for (const char *part : {"Rows farther than 1 half widths from the middles", "rows beyond norm_bound half widths"}) {
    expect_says(plain, part, false);
    expect_says(text_of(options), part, true);
  }
}

// The bound of a release is that expected of means in the middles, plus what means off them add.
TEST(Covariance, NoiseNormIsWhatIsExpectedAndOfTheMeans) {
  const BudgetHandle budget = ledger_of(DPCVX_FILTER_GDP);
  const std::vector<double> rows = normal_rows();
  const DatasetHandle table = table_of(rows, 3);
  double stddev = 0, expected = 0;
  ASSERT_EQ(dpcvx_covariance_expected_noise(gdp(1), DPCVX_ADJACENCY_REPLACE_ONE, static_cast<int64_t>(rows.size()) / 3,
                                            3, nullptr, &stddev, &expected, nullptr),
            DPCVX_OK);
  const auto norm = [&](const std::vector<double> &low, const std::vector<double> &high) {
    const Covered got = covariance_of({table, 3, low, high}, budget, gdp(1));
    return covariance_figure(got.it, DPCVX_COVARIANCE_FIGURE_NOISE_NORM);
  };
  EXPECT_NEAR(norm({-0.9, -1.2, -1}, {1.1, 0.8, 1}), expected, 0.1 * expected);  // about the means of the rows
  EXPECT_GT(norm({-1, -1, -1}, {9, 9, 9}), 1.5 * expected);
}

}  // namespace
