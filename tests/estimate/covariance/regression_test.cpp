// What follows from a released covariance: regressions beside normal equations, intervals of correlations, bytes, and
// what is refused.
#include <algorithm>
#include <cmath>

#include "estimate/covariance/covariances.h"
#include "estimate/laws.h"

namespace {

using namespace fixtures;

struct Regressed {
  dpcvx_status status;
  dpcvx_error error{};
  std::vector<double> coefficients, errors, low, high;
  double r_squared = -1, r_squared_low = -1, r_squared_high = -1;
  std::string message() const { return error.message; }
};

Regressed regression_of(const dpcvx_covariance *covariance, int64_t label, const std::vector<int64_t> &features) {
  Regressed out;
  for (std::vector<double> *each : {&out.coefficients, &out.errors, &out.low, &out.high})
    each->assign(features.size() + 1, -7);
  const int64_t count = static_cast<int64_t>(features.size());
  out.status = dpcvx_covariance_regression(covariance, label, features.data(), count, out.coefficients.data(),
                                           out.errors.data(), out.low.data(), out.high.data(), count + 1,
                                           &out.r_squared, &out.r_squared_low, &out.r_squared_high, &out.error);
  return out;
}

constexpr int64_t kColumns = 4;
constexpr int kRows = 5000;

// Rows far from 0 in units of their own, of which the last column depends on the others.
DatasetHandle rows_of(Bits &bits) {
  std::vector<double> entries;
  for (int i = 0; i < kRows; ++i) {
    const double a = normal(bits), b = 0.5 * a + normal(bits), c = normal(bits);
    entries.insert(entries.end(), {1000 + 50 * a, 0.001 * b, -3 + c, 20 + 3 * a - 2 * b + normal(bits)});
  }
  return table_of(entries, kColumns);
}

const std::vector<double> kLow = {800, -0.005, -7, 0}, kHigh = {1200, 0.005, 1, 40};

Covered released(const dpcvx_options *options = nullptr, double mu = 5,
                 int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE) {
  Bits bits(5);
  const BudgetHandle budget = ledger_of(DPCVX_FILTER_GDP, adjacency);
  return covariance_of({rows_of(bits), kColumns, kLow, kHigh, options}, budget, curve_of(dpcvx_curve_create_gdp, mu));
}

TEST(CovarianceRegression, SolvesNormalEquations) {
  const Covered got = released();
  for (const std::vector<int64_t> &features :
       {std::vector<int64_t>{0, 1, 2}, std::vector<int64_t>{2, 0}, std::vector<int64_t>{1}}) {
    const Regressed found = regression_of(got.it, 3, features);
    ASSERT_EQ(found.status, DPCVX_OK) << found.message();
    const size_t p = features.size();
    const auto entry = [&](int64_t i, int64_t j) { return got.matrix[static_cast<size_t>(i * kColumns + j)]; };
    double intercept = got.means[3], explained = 0;
    for (size_t k = 0; k < p; ++k) {
      double residual = entry(features[k], 3);
      for (size_t l = 0; l < p; ++l) residual -= entry(features[k], features[l]) * found.coefficients[l];
      EXPECT_NEAR(residual, 0, 1e-9 * std::sqrt(entry(features[k], features[k]) * entry(3, 3)));
      intercept -= found.coefficients[k] * got.means[static_cast<size_t>(features[k])];
      explained += found.coefficients[k] * entry(features[k], 3);
    }
    EXPECT_NEAR(found.coefficients[p], intercept, 1e-9 * std::fabs(got.means[0] * found.coefficients[0]) + 1e-9);
    EXPECT_NEAR(found.r_squared, explained / entry(3, 3), 1e-12);
    for (size_t k = 0; k <= p; ++k) {
      EXPECT_LE(found.low[k], found.coefficients[k]);
      EXPECT_GE(found.high[k], found.coefficients[k]);
      // Of a normal law 1.96 standard errors reach as far as an interval.
      EXPECT_NEAR((found.high[k] - found.low[k]) / (2 * 1.96 * found.errors[k]), 1, 0.15);
    }
    EXPECT_LE(found.r_squared_low, found.r_squared);
    EXPECT_GE(found.r_squared_high, found.r_squared);
  }
}

TEST(CovarianceRegression, HoldsTheTruth) {
  const OptionsHandle options = covariance_options();
  set(options, DPCVX_COVARIANCE_OPTION_INTERVAL_LEVEL, 1 - 1e-6);
  const double truth[] = {3.0 / 50, -2000, 0, 20 - 60};
  const Covered got = released(options);
  const Regressed found = regression_of(got.it, 3, {0, 1, 2});
  ASSERT_EQ(found.status, DPCVX_OK);
  for (size_t k = 0; k < 4; ++k) {
    EXPECT_LE(found.low[k], truth[k]) << k;
    EXPECT_GE(found.high[k], truth[k]) << k;
  }
  EXPECT_LT(found.high[0], 0.1);
  EXPECT_GT(found.low[0], 0.02);
}

// A level beyond what replicates tell goes on as a normal law: 4.89 standard errors in place of 1.96.
TEST(CovarianceRegression, LevelsAndSimultaneousWiden) {
  const OptionsHandle sure = covariance_options(), together = covariance_options();
  set(sure, DPCVX_COVARIANCE_OPTION_INTERVAL_LEVEL, 1 - 1e-6);
  set(together, DPCVX_COVARIANCE_OPTION_SIMULTANEOUS, int64_t{1});
  const Covered plain = released(), wide = released(sure), all = released(together);
  const Regressed of_plain = regression_of(plain.it, 3, {0}), of_wide = regression_of(wide.it, 3, {0}),
                  of_all = regression_of(all.it, 3, {0});
  const auto width = [](const Regressed &of) { return of.high[0] - of.low[0]; };
  EXPECT_NEAR(width(of_wide) / width(of_plain), 4.89 / 1.96, 0.5);
  EXPECT_NEAR(width(of_all) / width(of_plain), 2.39 / 1.96, 0.15);  // of three numbers
  std::vector<double> low(16), high(16), low_of_all(16), high_of_all(16);
  EXPECT_EQ(dpcvx_covariance_correlation_intervals(plain.it, 0, low.data(), high.data(), 16, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_covariance_correlation_intervals(all.it, 0, low_of_all.data(), high_of_all.data(), 16, nullptr),
            DPCVX_OK);
  EXPECT_NEAR((high_of_all[1] - low_of_all[1]) / (high[1] - low[1]), 2.64 / 1.96, 0.2);  // of six
}

// Correlations are symmetric, hold what was released, and are the same of a loaded one: bit for bit.
TEST(CovarianceRegression, OfBytesIsTheSame) {
  for (const int64_t rounds : {1, 3})
    for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
      const OptionsHandle options = covariance_options();
      set(options, DPCVX_COVARIANCE_OPTION_ROUNDS, rounds);
      const Covered got = released(options, 5, adjacency);
      size_t length = 0;
      ASSERT_EQ(dpcvx_covariance_save(got.it, nullptr, 0, &length, nullptr), DPCVX_OK);
      std::string bytes(length, '\0');
      ASSERT_EQ(dpcvx_covariance_save(got.it, &bytes[0], length, &length, nullptr), DPCVX_OK);
      CovarianceHandle again;
      ASSERT_EQ(dpcvx_covariance_load(bytes.data(), length, &again.it, nullptr), DPCVX_OK);
      double low[16], high[16], other_low[16], other_high[16];
      ASSERT_EQ(dpcvx_covariance_correlation_intervals(got.it, 0, low, high, 16, nullptr), DPCVX_OK);
      ASSERT_EQ(dpcvx_covariance_correlation_intervals(again.it, 0, other_low, other_high, 16, nullptr), DPCVX_OK);
      for (size_t k = 0; k < 16; ++k) {
        EXPECT_EQ(low[k], other_low[k]);
        EXPECT_EQ(high[k], other_high[k]);
        EXPECT_EQ(low[k], low[k % 4 * 4 + k / 4]);
        EXPECT_LE(low[k], got.correlation[k]);
        EXPECT_GE(high[k], got.correlation[k]);
        EXPECT_EQ(k % 5 == 0, low[k] == 1);
      }
      const Regressed one = regression_of(got.it, 3, {0, 1, 2}), other = regression_of(again.it, 3, {0, 1, 2});
      EXPECT_EQ(one.low, other.low);
      EXPECT_EQ(one.high, other.high);
      EXPECT_EQ(one.r_squared_low, other.r_squared_low);
    }
}

TEST(CovarianceRegression, RefusesByName) {
  const Covered got = released();
  for (const int64_t label : {-1, 4}) {
    const Regressed found = regression_of(got.it, label, {0});
    EXPECT_EQ(found.status, DPCVX_ERR_ARGUMENT);
    EXPECT_NE(found.message().find("'label_column' = " + std::to_string(label)), std::string::npos) << found.message();
    EXPECT_EQ(found.low[0], -7);
    EXPECT_EQ(found.r_squared, -1);
  }
  for (const std::vector<int64_t> &features :
       {std::vector<int64_t>{3}, std::vector<int64_t>{1, 1}, std::vector<int64_t>{0, 4}, std::vector<int64_t>{0, -2}}) {
    const Regressed found = regression_of(got.it, 3, features);
    EXPECT_EQ(found.status, DPCVX_ERR_ARGUMENT);
    EXPECT_NE(found.message().find("'features' = " + std::to_string(features.back())), std::string::npos)
        << found.message();
  }
  EXPECT_EQ(regression_of(got.it, 3, {}).status, DPCVX_ERR_ARGUMENT);
  double low[16], high[16];
  dpcvx_error error;
  EXPECT_EQ(dpcvx_covariance_correlation_intervals(got.it, 2, low, high, 16, &error), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_covariance_correlation_intervals(got.it, 0, low, high, 4, &error), DPCVX_ERR_ARGUMENT);

  const OptionsHandle options = covariance_options();
  set(options, DPCVX_COVARIANCE_OPTION_ROUNDS, int64_t{2});
  const Covered parametric = released(options);
  EXPECT_EQ(dpcvx_covariance_correlation_intervals(parametric.it, 1, low, high, 16, &error), DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::string(error.message).find("'proved' = 1 for a covariance of 2 rounds"), std::string::npos);
}

Covered of_table(const std::vector<double> &entries, int64_t columns, double mu) {
  const BudgetHandle budget = ledger_of(DPCVX_FILTER_GDP);
  const std::vector<double> low(static_cast<size_t>(columns), -1), high(static_cast<size_t>(columns), 1);
  return covariance_of({table_of(entries, columns), columns, low, high}, budget, curve_of(dpcvx_curve_create_gdp, mu));
}

// Columns 0 and 2 are alike. Noise leaves an eigenvalue below 0, which is set to 0, of their difference.
TEST(CovarianceRegression, NamesColumnsThatNoiseHides) {
  Bits bits(3);
  std::vector<double> entries;
  for (int i = 0; i < 1000; ++i) {
    const double a = normal(bits) / 4, b = normal(bits) / 4;
    entries.insert(entries.end(), {a, b, a, b + a + normal(bits) / 8});
  }
  int refused = 0;
  for (int table = 0; table < 20; ++table) {
    entries[0] = 0.01 * table;
    const BudgetHandle budget = ledger_of(DPCVX_FILTER_GDP);
    const Covered got = covariance_of({table_of(entries, 4), 4, {-1, -1, -1, -1}, {1, 1, 1, 1}}, budget,
                                      curve_of(dpcvx_curve_create_gdp, 3), "hidden " + std::to_string(table));
    const Regressed found = regression_of(got.it, 3, {0, 1, 2});
    if (found.status == DPCVX_OK) continue;
    ++refused;
    EXPECT_EQ(found.status, DPCVX_ERR_UNSUPPORTED);
    EXPECT_NE(found.message().find("column 0, column 2: "), std::string::npos) << found.message();
    EXPECT_EQ(found.coefficients[0], -7);
    EXPECT_EQ(regression_of(got.it, 3, {0, 1}).status, DPCVX_OK);
  }
  EXPECT_GT(refused, 4);
}

// A column that is constant may have a released variance of 0: it is no feature, and no label.
TEST(CovarianceRegression, NamesColumnsWithoutVariance) {
  Bits bits(3);
  std::vector<double> entries;
  for (int i = 0; i < 1000; ++i) entries.insert(entries.end(), {normal(bits) / 4, 0.5, normal(bits) / 4});
  bool seen = false;
  for (int table = 0; table < 40 && !seen; ++table) {
    const BudgetHandle budget = ledger_of(DPCVX_FILTER_GDP);
    const Covered got = covariance_of({table_of(entries, 3), 3, {-1, -1, -1}, {1, 1, 1}}, budget,
                                      curve_of(dpcvx_curve_create_gdp, 0.1), "constant " + std::to_string(table));
    const Regressed found = regression_of(got.it, 2, {0, 1});
    EXPECT_TRUE(found.status == DPCVX_OK || found.status == DPCVX_ERR_UNSUPPORTED);
    seen = seen || found.status != DPCVX_OK;
  }
  EXPECT_TRUE(seen);
}

// Noise hides the variance of a constant label in half of the tables. The label is refused there, by name.
// The interval of R^2 is [0, 1] where noise hides the residual variance alone.
TEST(CovarianceRegression, RefusesLabelsThatNoiseHides) {
  std::vector<double> entries;
  for (int i = 0; i < 2000; ++i) entries.insert(entries.end(), {(i % 11 - 5) / 5.0, 0.0});
  int refused = 0, hidden = 0;
  for (int table = 0; table < 20; ++table) {
    const BudgetHandle budget = ledger_of(DPCVX_FILTER_GDP);
    const Covered got = covariance_of({table_of(entries, 2), 2, {-1, -1}, {1, 1}}, budget,
                                      curve_of(dpcvx_curve_create_gdp, 0.25), "hidden label " + std::to_string(table));
    const Regressed found = regression_of(got.it, 1, {0});
    if (found.status != DPCVX_OK) {
      ++refused;
      EXPECT_EQ(found.status, DPCVX_ERR_UNSUPPORTED);
      EXPECT_NE(found.message().find("a noisy variance is at most 0, of the label's column 1: "), std::string::npos)
          << found.message();
      EXPECT_EQ(found.coefficients[0], -7);
      EXPECT_EQ(found.r_squared, -1);
      continue;
    }
    if (found.r_squared < 1 - 1e-9) continue;
    ++hidden;
    EXPECT_EQ(found.r_squared_low, 0);
    EXPECT_EQ(found.r_squared_high, 1);
  }
  EXPECT_GT(refused, 3);
  EXPECT_LT(refused, 17);
  // A label that is its feature: half of the noisy residual variances are at most 0.
  for (size_t i = 0; i < entries.size(); i += 2) entries[i + 1] = entries[i];
  for (int table = 0; table < 20; ++table) {
    const BudgetHandle budget = ledger_of(DPCVX_FILTER_GDP);
    const Covered got = covariance_of({table_of(entries, 2), 2, {-1, -1}, {1, 1}}, budget,
                                      curve_of(dpcvx_curve_create_gdp, 3), "equal " + std::to_string(table));
    const Regressed found = regression_of(got.it, 1, {0});
    ASSERT_EQ(found.status, DPCVX_OK) << found.message();
    EXPECT_NEAR(found.coefficients[0], 1, 0.1);
    if (found.r_squared < 1 - 1e-9) continue;
    ++hidden;
    EXPECT_EQ(found.r_squared_low, 0);
    EXPECT_EQ(found.r_squared_high, 1);
  }
  EXPECT_GT(hidden, 3);
}

TEST(CovarianceRegression, TakesTwoColumnsOrMore) {
  Bits bits(3);
  std::vector<double> entries;
  for (int i = 0; i < 500; ++i) entries.push_back(normal(bits) / 4);
  const Covered one = of_table(entries, 1, 5);
  const Regressed found = regression_of(one.it, 0, {});
  EXPECT_EQ(found.status, DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(found.message().find("1 column"), std::string::npos);
  double low = 0, high = 0;
  EXPECT_EQ(dpcvx_covariance_correlation_intervals(one.it, 0, &low, &high, 1, nullptr), DPCVX_OK);
  EXPECT_EQ(low, 1);
  EXPECT_EQ(high, 1);
}

// Half widths of 1e150 and 1e-150: a slope of their ratio is no double where it is above 1e8.
TEST(CovarianceRegression, RangesFarApartGiveNumbers) {
  Bits bits(3);
  std::vector<double> entries;
  for (int i = 0; i < 500; ++i) {
    const double a = normal(bits) / 4;
    entries.insert(entries.end(), {1e-150 * a, 1e150 * (a + normal(bits) / 8)});
  }
  const BudgetHandle budget = ledger_of(DPCVX_FILTER_GDP);
  const Covered got = covariance_of({table_of(entries, 2), 2, {-1e-150, -1e150}, {1e-150, 1e150}}, budget,
                                    curve_of(dpcvx_curve_create_gdp, 5));
  for (const int64_t label : {0, 1}) {
    const Regressed found = regression_of(got.it, label, {1 - label});
    ASSERT_EQ(found.status, DPCVX_OK) << found.message();
    for (const std::vector<double> *each : {&found.coefficients, &found.errors, &found.low, &found.high})
      for (const double value : *each) EXPECT_TRUE(std::isfinite(value));
    EXPECT_GT(found.r_squared, 0.5);
  }
}

// More columns than a bootstrap takes, and fewer units than columns.
TEST(CovarianceRegression, ManyColumnsAndFewUnits) {
  const Covered wide = of_table(std::vector<double>(129 * 3, 0.5), 129, 50);
  std::vector<double> low(129 * 129), high(129 * 129);
  dpcvx_error error;
  EXPECT_EQ(dpcvx_covariance_correlation_intervals(wide.it, 0, low.data(), high.data(), 129 * 129, &error),
            DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::string(error.message).find("129 columns; accepted: at most 128"), std::string::npos);
  EXPECT_EQ(dpcvx_covariance_correlation_intervals(wide.it, 1, low.data(), high.data(), 129 * 129, &error), DPCVX_OK);
  EXPECT_EQ(regression_of(wide.it, 0, {1}).status, DPCVX_ERR_UNSUPPORTED);

  Bits bits(3);
  std::vector<double> entries;
  for (int i = 0; i < 5 * 8; ++i) entries.push_back(normal(bits) / 4);
  const Covered few = of_table(entries, 8, 100);
  EXPECT_EQ(dpcvx_covariance_correlation_intervals(few.it, 0, low.data(), high.data(), 64, nullptr), DPCVX_OK);
  for (size_t k = 0; k < 64; ++k) {
    EXPECT_GE(low[k], -1);
    EXPECT_LE(high[k], 1);
    EXPECT_LE(low[k], high[k]);
  }
}

}  // namespace
