// Covariances as bytes: what comes back says the same, with the same intervals, and changed bytes are refused or do no
// harm.
#include "estimate/covariance/covariances.h"
#include "support/long_audits.h"
#include "support/sealed.h"

namespace {

using namespace fixtures;

constexpr int64_t kRows = 300, kColumns = 3;

struct Of {
  bool pure = false;
  int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  bool users = false;
  int64_t rounds = 1;
  double norm_bound = 0;
};
// Higher moments are released in the first two. Noise hides them in the third, and a bound leaves them out in the last.
const Of kAll[] = {{},
                   {true, DPCVX_ADJACENCY_ADD_REMOVE, true},
                   {false, DPCVX_ADJACENCY_ADD_REMOVE, false, 3},
                   {true, DPCVX_ADJACENCY_REPLACE_ONE, true, 2},
                   {false, DPCVX_ADJACENCY_REPLACE_ONE, false, 1, 0.5}};

CovarianceHandle covariance_of(const Of &of) {
  std::vector<double> entries;
  std::vector<int64_t> ids;
  for (int64_t i = 0; i < kRows; ++i) {
    for (const double entry : {static_cast<double>(i % 11), static_cast<double>(i % 7) - 3, static_cast<double>(i % 2)})
      entries.push_back(entry);
    ids.push_back(i / 3);
  }
  const OptionsHandle options = covariance_options();
  set(options, DPCVX_COVARIANCE_OPTION_ROUNDS, of.rounds);
  set(options, DPCVX_COVARIANCE_OPTION_NORM_BOUND, of.norm_bound);
  const BudgetHandle ledger = ledger_of(of.pure ? DPCVX_FILTER_BASIC : DPCVX_FILTER_GDP, of.adjacency,
                                        of.users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
  const CurveHandle price = curve_of(of.pure ? dpcvx_curve_create_pure : dpcvx_curve_create_gdp, 2);
  const DatasetHandle table = table_of(entries, kColumns, of.users ? &ids : nullptr);
  Covered made = covariance_of(CovarianceQuestion{table, kColumns, {0, -3, 0}, {10, 4, 1}, options}, ledger, price);
  EXPECT_EQ(made.status, DPCVX_OK) << made.error.message;
  return std::move(made.it);
}

std::string bytes_of(const dpcvx_covariance *covariance) {
  size_t length = 0;
  EXPECT_EQ(dpcvx_covariance_save(covariance, nullptr, 0, &length, nullptr), DPCVX_OK);
  std::string bytes(length, '\0');
  EXPECT_EQ(dpcvx_covariance_save(covariance, &bytes[0], length, &length, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_covariance_save(covariance, &bytes[0], length - 1, &length, nullptr), DPCVX_ERR_CAPACITY);
  return bytes;
}

std::string text_of(const dpcvx_covariance *covariance, decltype(dpcvx_covariance_to_json) *write) {
  size_t length = 0;
  EXPECT_EQ(write(covariance, nullptr, 0, &length, nullptr), DPCVX_OK);
  std::vector<char> text(length + 1);
  EXPECT_EQ(write(covariance, text.data(), text.size(), &length, nullptr), DPCVX_OK);
  return std::string(text.data(), length);
}

std::string refusal(const std::string &bytes, CovarianceHandle *out) {
  dpcvx_error err{};
  const dpcvx_status status = dpcvx_covariance_load(bytes.data(), bytes.size(), &out->it, &err);
  EXPECT_EQ(out->it == nullptr, status != DPCVX_OK);
  if (status == DPCVX_OK) return "";
  EXPECT_EQ(status, DPCVX_ERR_ARGUMENT);
  return err.message;
}
std::string refusal(const std::string &bytes) {
  CovarianceHandle out;
  return refusal(bytes, &out);
}

// All that follows from a covariance.
std::vector<double> followed(const dpcvx_covariance *covariance) {
  const int64_t columns = static_cast<int64_t>(covariance_figure(covariance, DPCVX_COVARIANCE_FIGURE_COLUMNS));
  std::vector<double> low(static_cast<size_t>(columns * columns)), high(low), correlation(low);
  EXPECT_EQ(dpcvx_covariance_intervals(covariance, low.data(), high.data(), columns * columns, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_covariance_correlation(covariance, correlation.data(), columns * columns, nullptr), DPCVX_OK);
  std::vector<double> below(low), above(low);
  EXPECT_EQ(
      dpcvx_covariance_correlation_intervals(covariance, 0, below.data(), above.data(), columns * columns, nullptr),
      DPCVX_OK);
  for (const std::vector<double> *each : {&high, &correlation, &below, &above})
    low.insert(low.end(), each->begin(), each->end());
  std::vector<int64_t> features;
  for (int64_t j = 1; j < columns; ++j) features.push_back(j);
  std::vector<double> found(static_cast<size_t>(4 * columns));
  double r_squared[3] = {};
  double *const at = found.data();
  if (columns == 1 || dpcvx_covariance_regression(covariance, 0, features.data(), columns - 1, at, at + columns,
                                                  at + 2 * columns, at + 3 * columns, columns, r_squared, r_squared + 1,
                                                  r_squared + 2, nullptr) != DPCVX_OK)
    return low;
  low.insert(low.end(), found.begin(), found.end());
  low.insert(low.end(), r_squared, r_squared + 3);
  return low;
}

TEST(SavedCovariance, SaysTheSame) {
  for (const Of &of : kAll) {
    std::string json, text, bytes;
    std::vector<double> followed_before;
    {
      const CovarianceHandle made = covariance_of(of);
      json = text_of(made.it, dpcvx_covariance_to_json), text = text_of(made.it, dpcvx_covariance_to_text);
      bytes = bytes_of(made);
      followed_before = followed(made);
    }
    CovarianceHandle back;
    ASSERT_EQ(refusal(bytes, &back), "") << of.rounds << " rounds, " << of.adjacency;
    EXPECT_EQ(text_of(back.it, dpcvx_covariance_to_json), json);
    EXPECT_EQ(text_of(back.it, dpcvx_covariance_to_text), text);
    EXPECT_EQ(followed(back), followed_before);
    EXPECT_EQ(bytes_of(back), bytes);
    GuaranteeHandle guarantee;
    EXPECT_EQ(dpcvx_covariance_guarantee(back, &guarantee.it, nullptr), DPCVX_OK);
  }
}

TEST(SavedCovariance, DamagedBytesAreRefused) {
  const std::string bytes = bytes_of(covariance_of(kAll[0]));
  expect_damage_is_refused(bytes, [](const std::string &other) { return refusal(other); });
  std::string estimate = bytes;
  estimate.replace(0, 8, "dpcvxest");
  EXPECT_NE(refusal(resealed(estimate)).find("no covariance"), std::string::npos) << refusal(resealed(estimate));
}

TEST(SavedCovariance, FieldsMustBeInTheirRanges) {
  const CovarianceHandle made = covariance_of(kAll[0]);
  const std::string bytes = bytes_of(made);
  EXPECT_EQ(refusal(exchanged(bytes, 0.95, 0.9)), "");  // the level
  for (const double bad : {0.0, 1.0, double{NAN}, -1.0}) EXPECT_NE(refusal(exchanged(bytes, 0.95, bad)), "") << bad;
  for (const double bad : {-4.0, 1e151, double{NAN}}) EXPECT_NE(refusal(exchanged(bytes, 4, bad)), "") << bad;
  for (const double bad : {0.0, 1e300, 2.5}) EXPECT_NE(refusal(exchanged(bytes, double{kRows}, bad)), "") << bad;
  const double radius = covariance_figure(made, DPCVX_COVARIANCE_FIGURE_NORM_BOUND);
  for (const double bad : {0.0, 2.0, double{NAN}}) EXPECT_NE(refusal(exchanged(bytes, radius, bad)), "") << bad;
  const double norm = covariance_figure(made, DPCVX_COVARIANCE_FIGURE_NOISE_NORM);
  for (const double bad : {-1.0, double{INFINITY}}) EXPECT_NE(refusal(exchanged(bytes, norm, bad)), "") << bad;
  std::vector<double> matrix(kColumns * kColumns), variances(kColumns);
  EXPECT_EQ(dpcvx_covariance_matrix(made, matrix.data(), kColumns * kColumns, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_covariance_component_variances(made, variances.data(), kColumns, nullptr), DPCVX_OK);
  EXPECT_NE(refusal(exchanged(bytes, matrix[1], matrix[1] + 1)), "");  // no longer symmetric
  for (const double bad : {-1.0, variances[0] + 1}) EXPECT_NE(refusal(exchanged(bytes, variances[1], bad)), "") << bad;
}

TEST(SavedCovariance, WhatNoReleaseMakesIsRefused) {
  const CovarianceHandle made = covariance_of(kAll[0]);
  const std::string bytes = bytes_of(made);
  for (const double bad : {0.3, 1 - 1e-12}) EXPECT_NE(refusal(exchanged(bytes, 0.95, bad)), "") << bad;
  std::vector<double> matrix(kColumns * kColumns);
  EXPECT_EQ(dpcvx_covariance_matrix(made, matrix.data(), kColumns * kColumns, nullptr), DPCVX_OK);
  for (const double bad : {-matrix[0], 1e100}) EXPECT_NE(refusal(exchanged(bytes, matrix[0], bad)), "") << bad;
  GuaranteeHandle guarantee;
  double scale = 0;
  EXPECT_EQ(dpcvx_covariance_guarantee(made, &guarantee.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_guarantee_constant(guarantee, "noise_scale", &scale, nullptr, nullptr), DPCVX_OK);
  for (const double factor : {1e-4, 1e4}) EXPECT_NE(refusal(exchanged(bytes, scale, factor * scale)), "") << factor;
}

// Doubles in other places of their range: they are refused, or numbers follow from them.
TEST(SavedCovariance, NumbersFollowFromForgedOnes) {
  std::mt19937_64 random(1);
  size_t taken = 0;
  for (const Of &of : kAll) {
    if (of.rounds == 1 && !long_audits()) continue;  // proved intervals of many units take long
    const std::string bytes = bytes_of(covariance_of(of));
    const size_t first = 40, last = first + 8 * (11 + 5 * kColumns + 4 * kColumns * kColumns);
    for (int i = 0; i < 400; ++i) {
      CovarianceHandle covariance;
      if (!refusal(forged(bytes, first, last, random), &covariance).empty()) continue;
      for (const double each : followed(covariance)) ASSERT_TRUE(std::isfinite(each)) << i;
      if (++taken % 8 != 0) continue;  // guarantees of texts take long
      ASSERT_FALSE(shows_nan(text_of(covariance.it, dpcvx_covariance_to_text))) << i;
      ASSERT_FALSE(shows_nan(text_of(covariance.it, dpcvx_covariance_to_json))) << i;
    }
  }
  EXPECT_GT(taken, 200u);
}

// Changed bytes with the checksum made right: they are refused, or are a covariance of which everything can be asked.
TEST(SavedCovariance, NoChangedBytesDoHarm) {
  const size_t stride = long_audits() ? 3 : 43;
  size_t tried = 0, taken = 0;
  for (const Of &of : kAll) {
    const std::string bytes = bytes_of(covariance_of(of));
    for (size_t i = 20; i + 8 < bytes.size(); i += stride)
      for (const int value : {0x00, 0x01, 0x7f, 0x80, 0xff, bytes[i] ^ 1, bytes[i] + 1}) {
        std::string other = bytes;
        other[i] = static_cast<char>(value);
        other = resealed(other);
        CovarianceHandle covariance;
        ++tried;
        if (!refusal(other, &covariance).empty()) continue;
        EXPECT_EQ(bytes_of(covariance), other);
        if (++taken % 8 != 0) continue;
        followed(covariance);
        EXPECT_NE(text_of(covariance.it, dpcvx_covariance_to_text), "");
        EXPECT_NE(text_of(covariance.it, dpcvx_covariance_to_json), "");
      }
  }
  EXPECT_GT(taken, tried / 20);
  EXPECT_LT(taken, tried * 19 / 20);
}

}  // namespace
