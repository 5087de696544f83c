// The row bound that an objective has by default.
#include <cmath>

#include "model/objective_handle.h"
#include "solve/fit/table_centring.h"
#include "solve/fit/saved.h"

namespace {

using namespace fixtures;

double default_row_bound(const dpcvx_dataset *table, int32_t loss, double intercept, double norm) {
  OptionsHandle options;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT_VALUE, intercept, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_NORM, norm, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1, nullptr);
  ObjectiveHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_objective_create(table, loss, nullptr, options, &out.it, &err), DPCVX_OK) << err.message;
  return out.it == nullptr ? 0 : out.it->objective->settings().row_bound;
}

// An objective chooses the norm of a row of ones in a regression whose columns are scaled, and 1 elsewhere.
TEST(RowBound, OfARegressionClipsNoScaledRow) {
  const DatasetHandle raw = raw_rows(Kind()), ready = scaled(raw);
  for (const double v : {0.5, 1.0, 3.0, 1e30})
    for (const double p : {1.0, 1.5, 2.0, 7.0, static_cast<double>(INFINITY)}) {
      const double most = std::fmax(1, v);
      const double norm =
          p < INFINITY ? most * std::pow(kKindColumns * std::pow(1 / most, p) + std::pow(v / most, p), 1 / p) : most;
      const double chosen = default_row_bound(ready, DPCVX_LOSS_SQUARED, v, p);
      if (norm < 1e29) {
        EXPECT_GT(chosen, norm);
      }
      EXPECT_NEAR(chosen / std::fmin(1e30, norm), 1, 1e-8);
      EXPECT_EQ(default_row_bound(raw, DPCVX_LOSS_SQUARED, v, p), 1);
      EXPECT_EQ(default_row_bound(ready, DPCVX_LOSS_LOGISTIC, v, p), 1);
    }
}

double bound_of(std::initializer_list<double> centres) {
  dpcvx::Buffer<double> buffer;
  EXPECT_TRUE(buffer.allocate(centres.size()));
  std::copy(centres.begin(), centres.end(), buffer.data());
  return dpcvx::solve::bound_of_centred_rows(buffer);
}

// Entries of 1 + |centre| beside the intercept's 1 are the longest row. Where columns are many, few rows are near it.
TEST(RowBound, OfCentredRowsGrowsWithTheCentres) {
  EXPECT_NEAR(bound_of({0, 0, 0}), 2, 1e-8);
  EXPECT_NEAR(bound_of({-0.6}), std::sqrt(1 + 1.6 * 1.6), 1e-8);
  EXPECT_NEAR(bound_of({1, -1}), std::sqrt(1.0), 1e-8);  // columns that are at their ends have no spread
  dpcvx::Buffer<double> many;
  ASSERT_TRUE(many.allocate(100));
  for (double &centre : many) centre = 0.8;
  const double found = dpcvx::solve::bound_of_centred_rows(many);
  EXPECT_LT(found, 0.6 * std::sqrt(1 + 100 * 1.8 * 1.8));
  EXPECT_GT(found, std::sqrt(1 + 100 * (1 - 0.64)));
}

// Three columns of 0 and 1 with a tenth of ones: rows with two of them are 2.6 long once columns are centred.
struct Flags {
  std::vector<double> x, y;
  explicit Flags(size_t count) : x(3 * count), y(count) {
    for (size_t i = 0; i < count; ++i) {
      for (size_t j = 0; j < 3; ++j) x[3 * i + j] = (i * 2654435761u >> (8 * j)) % 10 == 0 ? 1 : 0;
      y[i] = 0.3 * x[3 * i] + 0.6 * x[3 * i + 1] + x[3 * i + 2] + (i % 2 == 0 ? 0.1 : -0.1);
    }
  }

  // The bound of the rows of a fit, and how far its last coefficient is from 1.
  std::pair<double, double> fitted(double row_bound) const {
    const double low[] = {0, 0, 0}, high[] = {1, 1, 1};
    DatasetHandle table;
    OptionsHandle options;
    FitHandle fit;
    GuaranteeHandle record;
    dpcvx_error err{};
    EXPECT_EQ(dpcvx_dataset_create_dense(x.data(), static_cast<int64_t>(y.size()), 3, 3, 1, y.data(), &table.it, &err),
              DPCVX_OK);
    EXPECT_EQ(dpcvx_fit_table_options_create(&options.it, nullptr), DPCVX_OK);
    dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_LOW, -0.5, nullptr);
    dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_HIGH, 2, nullptr);
    dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_ROW_BOUND, row_bound, nullptr);
    EXPECT_EQ(dpcvx_fit_table(table, DPCVX_LOSS_SQUARED, low, high, 3, 8, 1e-6, options, nullptr, &fit.it, &err),
              DPCVX_OK)
        << err.message;
    double bound = 0, coefficients[4] = {};
    EXPECT_EQ(dpcvx_fit_guarantee(fit, &record.it, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_guarantee_constant(record, "row_bound", &bound, nullptr, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_fit_original_coefficients(fit, coefficients, 4, nullptr), DPCVX_OK);
    return {bound, std::fabs(coefficients[2] - 1)};
  }
};

// n mu / 4 is 1.5 / 4 n at this price: 1,280 at 3,500 rows. A coefficient lost a tenth to a sixth where rows were
// shortened. Over 8,000 rows the noise moves it by less than .01 in one standard deviation.
TEST(RowBound, OfCentredSquaresGrowsWhereRowsAreMany) {
  const Flags many(8000), few(400);
  const std::pair<double, double> whole = many.fitted(0), shortened = many.fitted(2);
  EXPECT_GT(whole.first, 2.5);
  EXPECT_LT(whole.first, std::sqrt(1 + 3 * 1.9 * 1.9));
  EXPECT_LT(whole.second, 0.05);
  EXPECT_NEAR(shortened.first, 2, 1e-8) << "as the caller says";
  EXPECT_GT(shortened.second, 0.06) << "the control: rows that are shortened bend the model";
  EXPECT_NEAR(few.fitted(0).first, 2, 1e-8);
}

}  // namespace
