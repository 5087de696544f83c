// What dpcvx_fit_table clips gradients at by default.
#include <cmath>
#include <cstdlib>

#include "dpcvx/simple.h"
#include "solve/fit/saved.h"

namespace {

using namespace fixtures;

struct Wish {
  int32_t loss = DPCVX_LOSS_LOGISTIC;
  double epsilon = 1, clip = 0, label_bound = 0;
  int64_t classes = 0;
  double centring = 0, quantile = 0, l2 = 0;
};

// Columns as they are in [-1, 1].
FitHandle fitted(const dpcvx_dataset *table, int64_t columns, const Wish &wish) {
  const std::vector<double> low(static_cast<size_t>(columns), -1), high(low.size(), 1);
  OptionsHandle options;
  FitHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_fit_table_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_CENTRING_FRACTION, wish.centring, nullptr);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_CLIPPING_NORM, wish.clip, nullptr);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, wish.label_bound, nullptr);
  if (wish.quantile > 0) dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_QUANTILE, wish.quantile, nullptr);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_L2, wish.l2, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_CLASSES, wish.classes, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_METHOD, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, nullptr);
  EXPECT_EQ(dpcvx_fit_table(table, wish.loss, low.data(), high.data(), columns, wish.epsilon, 1e-6, options, nullptr,
                            &out.it, &err),
            DPCVX_OK)
      << err.message;
  return out;
}

// The share of each loss's own bound that gradients are clipped at, told by the record.
double share_of(const dpcvx_fit *fit, double bound) {
  const std::string text = guarantee_of(fit), name = "\"clip\",\"value\":";
  const size_t place = text.find(name);
  EXPECT_NE(place, std::string::npos) << text;
  return std::strtod(text.c_str() + place + name.size(), nullptr) / bound;
}

bool says_that_it_bends(const dpcvx_fit *fit) {
  return report_of(fit).find("bends probabilities away from 1/2") != std::string::npos;
}

// mu of (epsilon, 1e-6), to four digits.
constexpr double kMuOf1 = 0.2367, kMuOf8 = 1.532;

TEST(DefaultClip, OfClassesGrowsToTheGreatestGradient) {
  const DatasetHandle table = dataset(random_rows(2000, 3, 1));
  for (double epsilon : {0.05, 1.0, 8.0}) {
    const FitHandle fit = fitted(table, 3, {DPCVX_LOSS_LOGISTIC, epsilon});
    const double x = 2000 * (epsilon == 8 ? kMuOf8 : kMuOf1) / 2;
    const double share = epsilon < 1 ? 0.5 : std::fmin(1, 0.5 * std::pow(x / 50, 0.2));
    EXPECT_NEAR(share_of(fit, 1), share, 1e-3) << epsilon;
    EXPECT_EQ(says_that_it_bends(fit), share < 0.999) << epsilon;
  }
  EXPECT_EQ(share_of(fitted(table, 3, {DPCVX_LOSS_LOGISTIC, 1, 0.3}), 1), 0.3) << "the caller's";
  EXPECT_EQ(share_of(fitted(table, 3, {DPCVX_LOSS_HINGE}), 1), 1) << "another loss";
}

TEST(DefaultClip, OfUsersFollowsTheNoisySums) {
  const DatasetHandle table = owned(raw_rows(Kind()));
  const FitHandle fit = fitted(table, kKindColumns, {});
  EXPECT_NE(guarantee_of(fit).find("\"first_clipping_radius\",\"value\":0.125"), std::string::npos);
  EXPECT_FALSE(says_that_it_bends(fit));
}

TEST(DefaultClip, OfSquaresGrowsToLabelsTimesRows) {
  const DatasetHandle table = dataset(random_rows(2000, 3, 2));
  for (double epsilon : {0.02, 1.0, 8.0}) {
    const double z = 2000 * (epsilon == 8 ? kMuOf8 : kMuOf1) / 4;
    const double share = epsilon < 1 ? 0.03 : std::fmin(1, 0.03 * std::pow(z / 5, 0.6));
    const FitHandle fit = fitted(table, 3, {DPCVX_LOSS_SQUARED, epsilon, 0, 1.5});
    EXPECT_NEAR(share_of(fit, 1.5 * 2) / share, 1, 2e-3) << epsilon;
    EXPECT_FALSE(says_that_it_bends(fit));
  }
}

// Quantiles of records are clipped at a quarter, and stay quantiles: rows are of two lengths, and residuals skewed.
// Where a clip would weaken the loss against a penalty, or is of Huber's shape, it stays whole.
TEST(DefaultClip, OfQuantilesIsAQuarterAndKeepsThem) {
  Rows rows;
  std::mt19937_64 bits(5);
  std::exponential_distribution<double> residual(5);
  for (int i = 0; i < 20000; ++i) {
    const double size = i % 2 == 0 ? 0.1 : 1, x = i % 4 < 2 ? size : -size;
    rows.add({x, size}, std::fmin(1, 0.2 * x + residual(bits) - 0.5));
  }
  const DatasetHandle table = dataset(rows);
  for (double quantile : {0.5, 0.9}) {
    Wish wish{DPCVX_LOSS_PINBALL, 8, 0, 1};
    wish.quantile = quantile;
    const FitHandle fit = fitted(table, 2, wish);
    const double row = std::sqrt(3.0);
    EXPECT_NEAR(share_of(fit, row * std::fmax(quantile, 1 - quantile)), 0.25, 1e-3);
    std::vector<double> values(rows.labels.size());
    ASSERT_EQ(dpcvx_fit_decision_values(fit, table, values.data(), static_cast<int64_t>(values.size()), nullptr),
              DPCVX_OK);
    double below = 0;
    for (size_t i = 0; i < values.size(); ++i) below += rows.labels[i] < values[i] ? 1.0 / 20000 : 0;
    EXPECT_NEAR(below, quantile, 0.03);
  }
  const double row = std::sqrt(3.0);
  EXPECT_NEAR(share_of(fitted(table, 2, {DPCVX_LOSS_ABSOLUTE, 1, 0, 1}), row), 0.25, 1e-3);
  EXPECT_NEAR(share_of(fitted(table, 2, {DPCVX_LOSS_HUBER, 1, 0, 1}), row), 1, 1e-3);
  Wish weighed{DPCVX_LOSS_ABSOLUTE, 1, 0, 1};
  weighed.l2 = 0.01;
  EXPECT_NEAR(share_of(fitted(table, 2, weighed), row), 1, 1e-3);
}

// Ten classes told apart by which of ten columns is greatest, and few rows: the share that is predicted right.
TEST(DefaultClip, TellsManyClassesApartByFewRows) {
  double right[2] = {0, 0};
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    Rows rows = random_rows(1500, 10, seed, 0.3);
    for (size_t i = 0; i < rows.labels.size(); ++i) {
      size_t greatest = 0;
      for (size_t j = 1; j < 10; ++j)
        if (rows.features[10 * i + j] > rows.features[10 * i + greatest]) greatest = j;
      rows.labels[i] = static_cast<double>(greatest);
    }
    const DatasetHandle table = dataset(rows);
    for (int side = 0; side < 2; ++side) {
      Wish wish{DPCVX_LOSS_MULTINOMIAL};
      wish.classes = 10;
      wish.clip = side == 0 ? M_SQRT2 : 0;  // G, or the default
      const FitHandle fit = fitted(table, 10, wish);
      std::vector<double> labels(rows.labels.size());
      ASSERT_EQ(dpcvx_fit_predict(fit, table, labels.data(), static_cast<int64_t>(labels.size()), nullptr), DPCVX_OK);
      for (size_t i = 0; i < labels.size(); ++i) right[side] += labels[i] == rows.labels[i] ? 1 : 0;
    }
  }
  for (double &share : right) share /= 6 * 1500;
  EXPECT_GT(right[1], right[0] + 0.02) << right[0];
}

}  // namespace
