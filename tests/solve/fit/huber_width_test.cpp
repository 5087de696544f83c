// Huber's width where nobody gave one: a share of the range of the labels.
#include <cmath>

#include "dpcvx/simple.h"
#include "solve/fit/saved.h"

namespace {

using namespace fixtures;

constexpr double kEpsilon = 4, kDelta = 1e-6, kLowEnd = -1, kHighEnd = 1;
constexpr int64_t kRows = 1000;

// Labels of a line with this slope.
DatasetHandle line(double slope) {
  Rows rows = random_rows(kRows, 1, 7);
  for (size_t i = 0; i < rows.labels.size(); ++i) {
    rows.features[i] = std::fmax(-1, std::fmin(1, rows.features[i]));
    rows.labels[i] = slope * (0.5 + rows.features[i] + 0.1 * std::sin(static_cast<double>(i)));
  }
  return dataset(rows);
}

OptionsHandle huber_options() {
  OptionsHandle options;
  EXPECT_EQ(dpcvx_fit_table_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_METHOD, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, nullptr);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_CENTRING_FRACTION, 0, nullptr);
  return options;
}

// What a constant costs by a plan for labels of this scale: it is in proportion to a loss whose width is.
double constant_risk(double scale, double width) {
  const OptionsHandle options = huber_options();
  PlanHandle plan;
  dpcvx_error err;
  double risk = NAN;
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_LOW, -0.5 * scale, nullptr);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_HIGH, 1.5 * scale, nullptr);
  EXPECT_EQ(dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_HUBER_WIDTH, width, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_fit_table_plan(line(scale), DPCVX_LOSS_HUBER, &kLowEnd, &kHighEnd, 1, kEpsilon, kDelta, options,
                                 &plan.it, &err),
            DPCVX_OK)
      << err.message;
  EXPECT_EQ(dpcvx_plan_get_f64(plan, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_TRIVIAL_RISK, &risk, nullptr), DPCVX_OK);
  return risk;
}

// Control: a width that is given stays, in the units of the labels.
TEST(HuberWidth, FollowsADeclaredRange) {
  const double whole = constant_risk(1, 0);
  EXPECT_EQ(constant_risk(1, 0.1), whole);
  for (const double scale : {0x1p-10, 0x1p17}) EXPECT_NEAR(constant_risk(scale, 0) / scale, whole, 1e-9 * whole);
  EXPECT_GT(std::fabs(constant_risk(0x1p-10, 0.1) * 0x1p10 - whole), 0.5 * whole);
}

// The report names the width, which is known once the range is: labels of any scale have as good a fit.
TEST(HuberWidth, FollowsAReleasedRange) {
  for (const double slope : {1e-3, 1.0, 1e5}) {
    const OptionsHandle options = huber_options();
    FitHandle made;
    dpcvx_error err;
    double w[2] = {}, low = 0, high = 0;
    dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_RANGE_FRACTION, 0.1, nullptr);
    ASSERT_EQ(dpcvx_fit_table(line(slope), DPCVX_LOSS_HUBER, &kLowEnd, &kHighEnd, 1, kEpsilon, kDelta, options, nullptr,
                              &made.it, &err),
              DPCVX_OK)
        << err.message;
    ASSERT_EQ(dpcvx_fit_coefficients(made, w, 2, nullptr), DPCVX_OK);
    EXPECT_NEAR(w[0] / slope, 1, 0.5) << slope;
    ASSERT_EQ(dpcvx_fit_get_f64(made, DPCVX_FIT_FIGURE_LABEL_LOW, &low, nullptr), DPCVX_OK);
    ASSERT_EQ(dpcvx_fit_get_f64(made, DPCVX_FIT_FIGURE_LABEL_HIGH, &high, nullptr), DPCVX_OK);
    const std::string report = report_of(made), begin = "Huber loss of width ";
    const size_t at = report.find(begin);
    ASSERT_NE(at, std::string::npos) << report;
    EXPECT_NEAR(std::stod(report.substr(at + begin.size())), 0.05 * (high - low), 1e-4 * (high - low)) << report;
  }
}

// A twentieth of 0.1 is 0.005000000000000001 as a double. A width that is given is shown as it is.
TEST(HuberWidth, IsShownWithoutRounding) {
  for (const double width : {0.0, 0.00123456789}) {
    const OptionsHandle options = huber_options();
    FitHandle made;
    dpcvx_error err;
    dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_LOW, 0, nullptr);
    dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_HIGH, 0.1, nullptr);
    if (width > 0) dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_HUBER_WIDTH, width, nullptr);
    ASSERT_EQ(dpcvx_fit_table(line(0.1), DPCVX_LOSS_HUBER, &kLowEnd, &kHighEnd, 1, kEpsilon, kDelta, options, nullptr,
                              &made.it, &err),
              DPCVX_OK)
        << err.message;
    const char *const words = width > 0 ? "Huber loss of width 0.00123456789," : "Huber loss of width 0.005,";
    EXPECT_NE(report_of(made).find(words), std::string::npos) << report_of(made);
  }
}

}  // namespace
