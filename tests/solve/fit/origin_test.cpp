// Tables fitted without an intercept: models that are 0 where all columns are, as a formula y ~ 0 + x has them.
#include <cmath>

#include "dpcvx/simple.h"
#include "solve/fit/saved.h"

namespace {

using namespace fixtures;

constexpr int64_t kRows = 3000, kColumns = 2;
const double kLowEnds[] = {18, -1}, kHighEnds[] = {90, 3};

// y = 0.5 age + 2 score, between 7 and 51.
Rows incomes() {
  Rows out = random_rows(kRows, kColumns, 5);
  for (size_t i = 0; i < out.labels.size(); ++i) {
    double *const row = &out.features[i * kColumns];
    for (size_t j = 0; j < kColumns; ++j) {
      const double share = std::fmod(std::fabs(row[j]) * 1e6, 1);
      row[j] = kLowEnds[j] + share * (kHighEnds[j] - kLowEnds[j]);
    }
    out.labels[i] = 0.5 * row[0] + 2 * row[1];
  }
  return out;
}

FitHandle fitted(const Rows &rows, bool intercept, bool declared, int32_t loss = DPCVX_LOSS_SQUARED) {
  OptionsHandle options;
  FitHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_fit_table_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_INTERCEPT, intercept ? 1 : 0, nullptr);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_LOW, 0, nullptr);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_HIGH, 60, nullptr);
  EXPECT_EQ(dpcvx_fit_table(dataset(rows), loss, declared ? kLowEnds : nullptr, declared ? kHighEnds : nullptr,
                            kColumns, 100, 1e-6, options, nullptr, &out.it, &err),
            DPCVX_OK)
      << err.message;
  return out;
}

std::vector<double> original(const dpcvx_fit *fit) {
  std::vector<double> out(kColumns + 1);
  EXPECT_EQ(dpcvx_fit_original_coefficients(fit, out.data(), kColumns + 1, nullptr), DPCVX_OK);
  return out;
}

double at_zero(const dpcvx_fit *fit) {
  const double zeros[kColumns] = {};
  DatasetHandle origin;
  double out = NAN;
  EXPECT_EQ(dpcvx_dataset_create_dense(zeros, 1, kColumns, kColumns, 1, nullptr, &origin.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_fit_predict(fit, origin, &out, 1, nullptr), DPCVX_OK);
  return out;
}

TEST(Origin, IsWhereModelsWithoutAnInterceptAreZero) {
  const Rows rows = incomes();
  for (const int32_t loss : {DPCVX_LOSS_SQUARED, DPCVX_LOSS_ABSOLUTE}) {
    for (const bool declared : {true, false}) {
      const FitHandle fit = fitted(rows, false, declared, loss);
      const std::vector<double> found = original(fit);
      EXPECT_EQ(found[kColumns], 0);
      EXPECT_EQ(at_zero(fit), 0);
      if (declared) {
        EXPECT_NEAR(found[0], 0.5, 0.1);
      }
      const std::string report = report_of(fit);
      EXPECT_NE(report.find("labels clipped to [-60, 60]\n"), std::string::npos) << report;
      EXPECT_NE(report.find("there is no intercept: ranges were widened to be symmetric about 0"), std::string::npos)
          << report;
    }
  }
}

// Control: the middles of ranges leave a constant where there is an intercept to make up for them.
TEST(Origin, ControlAnInterceptLeavesAConstant) {
  const FitHandle fit = fitted(incomes(), true, true);
  EXPECT_NE(at_zero(fit), 0);
  EXPECT_EQ(report_of(fit).find("no intercept"), std::string::npos);
}

}  // namespace
