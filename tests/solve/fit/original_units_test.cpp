#include <cmath>

#include "solve/fit/saved.h"

namespace {

using namespace fixtures;

std::vector<double> in_original_units(const dpcvx_fit *fit) {
  std::vector<double> out(static_cast<size_t>(fit_figure(fit, DPCVX_FIT_FIGURE_OUTPUTS)) * (kKindColumns + 1));
  dpcvx_error err;
  EXPECT_EQ(dpcvx_fit_original_coefficients(fit, out.data(), static_cast<int64_t>(out.size()), &err), DPCVX_OK)
      << err.message;
  return out;
}

// A model of rows that lie inside the ranges [0, 1], [-300, -100] and [5000, 9000], clipped to `row_bound`.
struct Model {
  Rows rows;
  FitHandle fit;
  double low[kKindColumns] = {0, -300, 5000}, high[kKindColumns] = {1, -100, 9000};

  Model(double row_bound, int64_t classes, bool intercept) {
    rows = random_rows(kKindRows, kKindColumns, 5);
    for (size_t i = 0; i < rows.features.size(); ++i) {
      const size_t j = i % kKindColumns;
      rows.features[i] = low[j] + (high[j] - low[j]) * (0.5 + 0.49 * std::sin(7.0 * static_cast<double>(i)));
    }
    for (size_t i = 0; classes > 0 && i < rows.labels.size(); ++i)
      rows.labels[i] = static_cast<double>(i % static_cast<size_t>(classes));
    const DatasetHandle table = scaled(dataset(rows), low, high);
    OptionsHandle options;
    ObjectiveHandle objective;
    EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
    dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_BOUND, row_bound, nullptr);
    dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT_VALUE, 0.5, nullptr);
    dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, intercept ? 1 : 0, nullptr);
    dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, classes, nullptr);
    dpcvx_error err;
    EXPECT_EQ(dpcvx_objective_create(table, classes > 0 ? DPCVX_LOSS_MULTINOMIAL : DPCVX_LOSS_LOGISTIC, nullptr,
                                     options, &objective.it, &err),
              DPCVX_OK)
        << err.message;
    const BudgetHandle ledger = budget(2);
    EXPECT_EQ(plan_and_fit(ledger, rng("units"), gdp(0.4), objective, nullptr, &fit.it, &err), DPCVX_OK) << err.message;
  }
  // The decision value of a raw row by coefficients in original units, and the sizes of its terms.
  double decision(const std::vector<double> &a, size_t row, size_t output, double *size) const {
    const double *const block = &a[output * (kKindColumns + 1)];
    double sum = block[kKindColumns];
    *size = std::fabs(sum);
    for (size_t j = 0; j < static_cast<size_t>(kKindColumns); ++j) {
      const double term = block[j] * rows.features[row * kKindColumns + j];
      sum += term;
      *size += std::fabs(term);
    }
    return sum;
  }
};

// The report shows them, with as many digits as a reader wants, under a heading that wrappers look for.
TEST(OriginalUnits, StandInTheReport) {
  for (int64_t classes : {0, 7}) {
    const double bound = classes > 0 ? 1.5 : 2;  // of rows up to 2 long
    const Model model(bound, classes, true);
    const std::vector<double> found = in_original_units(model.fit);
    const std::string report = report_of(model.fit);
    const std::string odds = classes > 0 ? "; not log-odds, as rows are shortened" : "";
    std::string wanted = "\nCoefficients, with noise, in the units of the table" + odds + ":\n";
    for (size_t k = 0; k < (classes > 0 ? 5U : 1U); ++k) {
      const double *const block = &found[k * (kKindColumns + 1)];
      char line[200];
      const std::string label = classes > 0 ? "class " + std::to_string(k) + ": " : "";
      std::snprintf(line, sizeof(line), "  %s(intercept) %.5g, x0 %.5g, x1 %.5g, x2 %.5g\n", label.c_str(),
                    block[kKindColumns], block[0], block[1], block[2]);
      wanted += line;
    }
    if (classes > 0) wanted += "  and those of 2 more classes\n";
    EXPECT_NE(report.find(wanted + "Model: "), std::string::npos) << wanted << report;
  }
}

TEST(OriginalUnits, AreExactForRowsThatAreNotClipped) {
  for (int64_t classes : {0, 3})
    for (bool intercept : {true, false}) {
      const Model it(3, classes, intercept);
      const size_t outputs = classes > 0 ? 3 : 1;
      const std::vector<double> a = in_original_units(it.fit);
      std::vector<double> z(kKindRows * outputs);
      ASSERT_EQ(dpcvx_fit_decision_values(it.fit, dataset(it.rows), z.data(), static_cast<int64_t>(z.size()), nullptr),
                DPCVX_OK);
      double size = 0, largest = 0;
      for (size_t i = 0; i < z.size(); ++i) {
        EXPECT_NEAR(it.decision(a, i / outputs, i % outputs, &size), z[i], 1e-12 * (1 + size));
        largest = std::fmax(largest, std::fabs(z[i]));
      }
      EXPECT_GT(largest, 0.01);  // control: there is something to agree on
    }
}

TEST(OriginalUnits, KeepTheSignOfRowsThatAreClipped) {
  const Model it(0.5, 0, true);
  const std::vector<double> a = in_original_units(it.fit);
  std::vector<double> z(kKindRows);
  ASSERT_EQ(dpcvx_fit_decision_values(it.fit, dataset(it.rows), z.data(), kKindRows, nullptr), DPCVX_OK);
  size_t smaller = 0;
  double size = 0;
  for (size_t i = 0; i < z.size(); ++i) {
    const double linear = it.decision(a, i, 0, &size);
    EXPECT_GT(linear * z[i], 0);
    EXPECT_LE(std::fabs(z[i]), std::fabs(linear) * (1 + 1e-9));
    smaller += std::fabs(z[i]) < 0.9 * std::fabs(linear);
  }
  EXPECT_GT(smaller, z.size() / 2);  // so the comment of the function is needed
}

TEST(OriginalUnits, OfATableWithoutRangesAreTheCoefficientsWithTheirInterceptEntry) {
  const FitHandle fit = fit_of(Kind());
  std::vector<double> w = coefficients(fit);
  EXPECT_EQ(in_original_units(fit), w);
}

// Over 400 draws a spread is within 5 of its own standard deviations, 0.035 each, of the truth.
TEST(OriginalUnits, HaveTheSpreadOfTheirStandardErrors) {
  Kind kind;
  kind.ranges = true, kind.method = DPCVX_METHOD_OUTPUT_PERTURBATION, kind.l2 = 0.1;
  constexpr int kDraws = 400;
  double sum[kKindColumns + 1] = {}, squares[kKindColumns + 1] = {}, stated[kKindColumns + 1];
  for (int draw = 0; draw < kDraws; ++draw) {
    kind.seed = "spread " + std::to_string(draw);
    const FitHandle fit = fit_of(kind);
    const std::vector<double> a = in_original_units(fit);
    ASSERT_EQ(dpcvx_fit_original_standard_errors(fit, stated, kKindColumns + 1, nullptr), DPCVX_OK);
    for (size_t j = 0; j < a.size(); ++j) sum[j] += a[j], squares[j] += a[j] * a[j];
  }
  for (size_t j = 0; j <= kKindColumns; ++j) {
    const double mean = sum[j] / kDraws, spread = std::sqrt(squares[j] / kDraws - mean * mean);
    EXPECT_NEAR(spread / stated[j], 1, 5 * 0.036) << j;
  }
  EXPECT_GT(std::fabs(stated[0] / stated[1] - 1), 0.5);  // control: ranges differ
  Kind plain;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_fit_original_standard_errors(fit_of(plain), stated, kKindColumns + 1, &err), DPCVX_ERR_UNSUPPORTED);
}

TEST(OriginalUnits, ErrorsSayWhy) {
  const FitHandle fit = fit_of(Kind());
  double out[kKindColumns + 1];
  dpcvx_error err;
  EXPECT_EQ(dpcvx_fit_original_coefficients(fit, out, kKindColumns, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "'count' = 3"), nullptr) << err.message;

  Kind kind;  // ranges whose middle times a coefficient passes the range of doubles
  const double low[kKindColumns] = {1e-310, -2, -3}, high[kKindColumns] = {2e-310, 2, 3};
  const DatasetHandle table = scaled(raw_rows(kind), low, high);
  ObjectiveHandle objective;
  FitHandle narrow;
  ASSERT_EQ(dpcvx_objective_create(table, DPCVX_LOSS_LOGISTIC, nullptr, nullptr, &objective.it, &err), DPCVX_OK);
  const BudgetHandle ledger = budget(2);
  ASSERT_EQ(plan_and_fit(ledger, rng("units"), gdp(0.4), objective, nullptr, &narrow.it, &err), DPCVX_OK);
  EXPECT_EQ(dpcvx_fit_original_coefficients(narrow, out, kKindColumns + 1, &err), DPCVX_ERR_NUMERIC);
  EXPECT_NE(std::strstr(err.message, "beyond the range of doubles"), nullptr) << err.message;
}

}  // namespace
