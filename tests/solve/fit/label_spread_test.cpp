// What plans take for the scale of labels, by their released spread.
#include <cmath>

#include "dpcvx/simple.h"
#include "solve/fit/fit.h"
#include "solve/fit/saved.h"

namespace {

using namespace fixtures;

constexpr int64_t kRows = 20000, kColumns = 3;
constexpr double kDelta = 1e-6;

// Labels that are nearly normal about 0.
struct Heights {
  Rows rows = random_rows(kRows, kColumns, 3);
  double typical = 0;  // the half width of a range that labels fill as typical ones do

  Heights() {
    double mean = 0, square = 0;
    for (size_t i = 0; i < rows.labels.size(); ++i) {
      double *const row = &rows.features[i * kColumns];
      for (size_t j = 0; j < kColumns; ++j) row[j] = std::fmax(-1, std::fmin(1, row[j]));
      rows.labels[i] = row[0] + 0.7 * row[1] + 0.5 * row[2];
      mean += rows.labels[i] / kRows, square += rows.labels[i] * rows.labels[i] / kRows;
    }
    typical = std::sqrt(square - mean * mean) / 0.3;
  }
};

// Labels are declared to be in [middle - half, middle + half].
FitHandle fitted(const Heights &heights, double middle, double half, int32_t loss = DPCVX_LOSS_SQUARED,
                 double fraction = -1) {
  const double low[] = {-1, -1, -1}, high[] = {1, 1, 1};
  OptionsHandle options;
  FitHandle out;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_fit_table_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_CENTRING_FRACTION, fraction, nullptr);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_LOW, middle - half, nullptr);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_HIGH, middle + half, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_METHOD, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, nullptr);
  EXPECT_EQ(
      dpcvx_fit_table(dataset(heights.rows), loss, low, high, kColumns, 2, kDelta, options, nullptr, &out.it, &err),
      DPCVX_OK)
      << err.message;
  return out;
}

double scale_of(const dpcvx_fit *fit) { return constant_of(fit, "label_scale"); }

// Ranges that are too wide have the scale of labels that fill theirs. All of epsilon is stated.
TEST(LabelSpread, IsTheScaleThatPlansTake) {
  const Heights heights;
  for (double half : {1.0, 3.0, 10.0}) {
    const FitHandle fit = fitted(heights, 0, half * heights.typical);
    EXPECT_NEAR(scale_of(fit), heights.typical, 0.15 * heights.typical) << half;
    EXPECT_NE(report_of(fit).find("planned for labels of a half width of label_scale"), std::string::npos);
    EXPECT_LE(epsilon_of(fit, kDelta), 2 * (1 + 1e-9));
    EXPECT_GT(epsilon_of(fit, kDelta), 2 * (1 - 1e-3));
  }
  EXPECT_NEAR(scale_of(fitted(heights, 0, 0.4 * heights.typical)), 0.4 * heights.typical, 1e-5) << "it never grows";
}

// Labels off the middle of their range are counted from their centre.
TEST(LabelSpread, IsAboutTheReleasedCentre) {
  const Heights heights;
  EXPECT_NEAR(scale_of(fitted(heights, 2 * heights.typical, 4 * heights.typical)), heights.typical,
              0.15 * heights.typical);
}

// Control: other losses, and fits without centres, release none.
TEST(LabelSpread, IsThatOfCentredSquares) {
  const Heights heights;
  EXPECT_TRUE(std::isnan(scale_of(fitted(heights, 0, heights.typical, DPCVX_LOSS_HUBER))));
  EXPECT_TRUE(std::isnan(scale_of(fitted(heights, 0, heights.typical, DPCVX_LOSS_SQUARED, 0))));
}

}  // namespace
