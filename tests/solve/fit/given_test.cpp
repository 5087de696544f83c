// What a caller of dpcvx_fit_table gave by hand: ranges of some columns, and options that a method may not use.
#include <cmath>
#include <limits>
#include <string>

#include "dpcvx.h"
#include "solve/fit/saved.h"

namespace {

using namespace fixtures;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct Given {
  FitHandle fit;
  dpcvx_status status = DPCVX_OK;
  std::string message, text, json;
};

Given fitted(const dpcvx_dataset *table, const double *low, const double *high,
             const dpcvx_options *options = nullptr) {
  Given out;
  dpcvx_error err;
  out.status = dpcvx_fit_table(table, DPCVX_LOSS_LOGISTIC, low, high, 3, 4, 1e-6, options, nullptr, &out.fit.it, &err);
  if (out.status != DPCVX_OK) {
    out.message = err.message;
    return out;
  }
  out.text = text_of(out.fit.it, dpcvx_fit_to_text);
  out.json = text_of(out.fit.it, dpcvx_fit_to_json);
  return out;
}

bool has(const std::string &text, const char *part) { return text.find(part) != std::string::npos; }

DatasetHandle table_of(bool sparse) {
  const Rows rows = random_rows(1000, 3, 1);
  if (!sparse) return dataset(rows);
  std::vector<int64_t> starts, columns;
  for (int64_t i = 0; i <= 1000; ++i) starts.push_back(3 * i);
  for (int64_t k = 0; k < 3000; ++k) columns.push_back(k % 3);
  DatasetHandle out;
  EXPECT_EQ(dpcvx_dataset_create_csr(starts.data(), columns.data(), rows.features.data(), 1000, 3, rows.labels.data(),
                                     &out.it, nullptr),
            DPCVX_OK);
  return out;
}

// Only the ends of columns without ranges are released, all at the price that those of all columns would share.
TEST(GivenRanges, OfSomeColumnsAreKept) {
  const double low[] = {-3.5, kNone, -2.5}, high[] = {3.5, kNone, 2.5}, none[] = {kNone, kNone, kNone};
  for (bool sparse : {false, true}) {
    const DatasetHandle table = table_of(sparse);
    const Given some = fitted(table, low, high), all = fitted(table, nullptr, nullptr),
                nans = fitted(table, none, none);
    for (const Given *it : {&some, &all, &nans}) ASSERT_EQ(it->status, DPCVX_OK) << it->message;
    EXPECT_TRUE(has(some.json, "\"low\":[-3.5,")) << some.json;
    EXPECT_TRUE(has(some.json, ",-2.5]")) << some.json;
    EXPECT_TRUE(has(some.text, "x 2")) << some.text;  // ends
    EXPECT_TRUE(has(all.text, "x 6")) << all.text;
    EXPECT_TRUE(has(nans.text, "x 6")) << nans.text;
    EXPECT_TRUE(has(some.text, "the ranges of other columns were given: they are public (assumed)"));
    EXPECT_FALSE(has(all.text, "the ranges of other columns"));
  }
}

// Where no range is released, what shares or covers released ones is refused, in all calls of a table.
TEST(GivenRanges, TakeNoOptionsOfReleasedOnes) {
  const double low[] = {-3.5, kNone, -2.5}, high[] = {3.5, kNone, 2.5}, ends[] = {1, 1, 1}, others[] = {-1, -1, -1};
  const DatasetHandle table = table_of(false);
  DatasetHandle scaled;
  ASSERT_EQ(dpcvx_dataset_create_scaled(table, others, ends, 3, &scaled.it, nullptr), DPCVX_OK);
  for (const int32_t key : {DPCVX_FIT_TABLE_OPTION_RANGE_FRACTION, DPCVX_FIT_TABLE_OPTION_RANGE_COVERAGE}) {
    OptionsHandle options;
    ASSERT_EQ(dpcvx_fit_table_options_create(&options.it, nullptr), DPCVX_OK);
    ASSERT_EQ(dpcvx_options_set_f64(options, key, 0.5, nullptr), DPCVX_OK);
    EXPECT_EQ(fitted(table, nullptr, nullptr, options).status, DPCVX_OK);
    EXPECT_EQ(fitted(table, low, high, options).status, DPCVX_OK);
    for (const Given &refused : {fitted(table, others, ends, options), fitted(scaled, nullptr, nullptr, options)}) {
      EXPECT_EQ(refused.status, DPCVX_ERR_ARGUMENT);
      EXPECT_TRUE(has(refused.message, "it acts where ranges of columns are released")) << refused.message;
    }
    const BudgetHandle ledger = budget(4, 1e-6);
    const RngHandle source = rng("given");
    CurveHandle price;
    ASSERT_EQ(dpcvx_budget_price(ledger, 1, &price.it, nullptr), DPCVX_OK);
    FitHandle fit;
    PlanHandle plan;
    dpcvx_error err;
    EXPECT_EQ(dpcvx_fit_table_on(ledger, source, price, table, DPCVX_LOSS_LOGISTIC, others, ends, 3, options, nullptr,
                                 &fit.it, &err),
              DPCVX_ERR_ARGUMENT);
    EXPECT_EQ(dpcvx_fit_table_plan(table, DPCVX_LOSS_LOGISTIC, others, ends, 3, 4, 1e-6, options, &plan.it, &err),
              DPCVX_ERR_ARGUMENT);
    const dpcvx_options *candidates[] = {options.it};
    EXPECT_EQ(dpcvx_fit_table_select_check(table, DPCVX_LOSS_LOGISTIC, others, ends, 3, 4, 1e-6, candidates, 1, nullptr,
                                           &err),
              DPCVX_ERR_ARGUMENT);
    EXPECT_TRUE(has(err.message, "it acts where ranges of columns are released")) << err.message;
  }
}

TEST(GivenRanges, ThatAreNoneAreRefusedBeforeACharge) {
  const double low[] = {-1, -1, kNone}, high[] = {1, kNone, kNone}, uneven[] = {-2, -1, kNone}, one[] = {1, 1, kNone};
  const Given half = fitted(table_of(false), low, high);
  EXPECT_EQ(half.status, DPCVX_ERR_ARGUMENT);
  EXPECT_TRUE(has(half.message, "'high' = nan for column 1")) << half.message;
  const Given sparse = fitted(table_of(true), uneven, one);
  EXPECT_EQ(sparse.status, DPCVX_ERR_ARGUMENT);
  EXPECT_TRUE(has(sparse.message, "'low' = -2 for column 0 of a sparse table")) << sparse.message;
}

TEST(GivenClips, AreUsedOrSaidNotToBe) {
  const DatasetHandle table = table_of(false);
  const double low[] = {-3, -3, -3}, high[] = {3, 3, 3};
  const Given plain = fitted(table, low, high);
  EXPECT_FALSE(has(plain.text, "option_not_used")) << plain.text;
  OptionsHandle options;
  ASSERT_EQ(dpcvx_fit_table_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_CLIPPING_NORM, 0.4, nullptr);
  const Given clipped = fitted(table, low, high, options);
  ASSERT_EQ(clipped.status, DPCVX_OK) << clipped.message;
  EXPECT_FALSE(has(clipped.text, "option_not_used")) << clipped.text;
  EXPECT_TRUE(has(clipped.text, "noisy gradient descent") || has(clipped.text, "noisy SGD")) << clipped.text;
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_METHOD, DPCVX_METHOD_OBJECTIVE_PERTURBATION, nullptr);
  const Given other = fitted(table, low, high, options);
  ASSERT_EQ(other.status, DPCVX_OK) << other.message;
  EXPECT_TRUE(has(other.text, "option_not_used = DPCVX_FIT_TABLE_OPTION_CLIPPING_NORM (public parameter)"))
      << other.text;
  EXPECT_EQ(report_of(loaded(bytes_of(other.fit))), other.text);
}

}  // namespace
