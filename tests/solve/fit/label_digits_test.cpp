// A fit whose plan was checked before its charge is not refused after it, whatever was released of its labels.
#include <cstring>

#include "dpcvx/simple.h"
#include "solve/fit/fit.h"
#include "solve/fit/saved.h"

namespace {

using namespace fixtures;

constexpr double kLow = -1, kHigh = 1, kEpsilon = 2, kDelta = 1e-6;

// Labels within a hundredth of a half width of `place` half widths.
DatasetHandle table_of(double half, double place) {
  Rows rows = random_rows(400, 1, 5);
  for (double &label : rows.labels) label = half * (place + 0.01 * label);
  return dataset(rows);
}

// Absolute losses are smoothed by the scale of labels. A narrow range leaves output perturbation without digits.
OptionsHandle options_of(double half) {
  OptionsHandle options;
  EXPECT_EQ(dpcvx_fit_table_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_CENTRING_FRACTION, 0.05, nullptr);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_LOW, -half, nullptr);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_HIGH, half, nullptr);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_L2, 0.1, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_METHOD, DPCVX_METHOD_OUTPUT_PERTURBATION, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_FILTER, DPCVX_FILTER_GDP, nullptr);
  return options;
}

bool is_planned(double half) {
  PlanHandle plan;
  const OptionsHandle options = options_of(half);
  return dpcvx_fit_table_plan(table_of(half, 0), DPCVX_LOSS_ABSOLUTE, &kLow, &kHigh, 1, kEpsilon, kDelta, options,
                              &plan.it, nullptr) == DPCVX_OK;
}

// The narrowest range that is planned, to a 2^-40th.
double least_half_width() {
  double refused = 1e-9, planned = 1e3;
  EXPECT_TRUE(!is_planned(refused) && is_planned(planned));
  while (planned > refused * (1 + 0x1p-40)) {
    const double middle = std::sqrt(refused * planned);
    (is_planned(middle) ? planned : refused) = middle;
  }
  return planned;
}

TEST(LabelDigits, EqualEndsAreNoRange) {
  const OptionsHandle options = options_of(1);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_LOW, 5, nullptr);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_HIGH, 5, nullptr);
  PlanHandle plan;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_fit_table_plan(table_of(1, 0), DPCVX_LOSS_ABSOLUTE, &kLow, &kHigh, 1, kEpsilon, kDelta, options,
                                 &plan.it, &err),
            DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message,
                        "DPCVX_FIT_TABLE_OPTION_LABEL_LOW' = 5; accepted: below DPCVX_FIT_TABLE_OPTION_LABEL_HIGH"),
            nullptr)
      << err.message;
}

// One end of a range, whose other end would be 0, cuts labels that the caller never meant to cut.
TEST(LabelDigits, OneEndAloneIsRefused) {
  const auto says = [](int32_t loss, int32_t end, double value) {
    OptionsHandle options;
    EXPECT_EQ(dpcvx_fit_table_options_create(&options.it, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_options_set_f64(options, end, value, nullptr), DPCVX_OK);
    FitHandle fit;
    PlanHandle plan;
    dpcvx_error err{}, other{};
    const DatasetHandle table = table_of(1, 2);
    const dpcvx_status status =
        dpcvx_fit_table(table, loss, &kLow, &kHigh, 1, kEpsilon, kDelta, options, nullptr, &fit.it, &err);
    EXPECT_EQ(dpcvx_fit_table_plan(table, loss, &kLow, &kHigh, 1, kEpsilon, kDelta, options, &plan.it, &other), status);
    return std::string(err.message);
  };
  EXPECT_NE(says(DPCVX_LOSS_SQUARED, DPCVX_FIT_TABLE_OPTION_LABEL_HIGH, 40)
                .find("argument 'DPCVX_FIT_TABLE_OPTION_LABEL_HIGH' = 40 without DPCVX_FIT_TABLE_OPTION_LABEL_LOW; "
                      "accepted: both ends"),
            std::string::npos);
  EXPECT_NE(says(DPCVX_LOSS_SQUARED, DPCVX_FIT_TABLE_OPTION_LABEL_LOW, 0)
                .find("LABEL_LOW' = 0 without DPCVX_FIT_TABLE_OPTION_LABEL_HIGH"),
            std::string::npos);
  EXPECT_EQ(says(DPCVX_LOSS_POISSON, DPCVX_FIT_TABLE_OPTION_LABEL_HIGH, 40), "") << "counts have the low end 0";
}

// A released centre widens the bound of labels to up to twice the range, and leaves their scale. Its noise has a
// standard deviation of 0.1 half widths: 0.6 are passed with probability below 1e-8.
TEST(LabelDigits, SufficeAfterTheChargeWhereTheyDidBefore) {
  const double half = least_half_width();
  const OptionsHandle options = options_of(half);
  for (const double place : {-0.99, 0.0, 0.9}) {
    FitHandle made;
    dpcvx_error err{};
    ASSERT_EQ(dpcvx_fit_table(table_of(half, place), DPCVX_LOSS_ABSOLUTE, &kLow, &kHigh, 1, kEpsilon, kDelta, options,
                              nullptr, &made.it, &err),
              DPCVX_OK)
        << err.message;
    const double centre = constant_of(made, "label_centre");
    EXPECT_NEAR(centre, place * half, 0.6 * half);
    EXPECT_NEAR(constant_of(made, "label_bound"), half + std::fabs(centre), 1e-3 * half);
  }
}

}  // namespace
