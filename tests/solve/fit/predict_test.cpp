#include <cmath>

#include "solve/fit/saved.h"

namespace {

using namespace fixtures;

std::vector<double> decisions(const dpcvx_fit *fit, const dpcvx_dataset *rows, int64_t outputs = 1) {
  std::vector<double> z(static_cast<size_t>(kKindRows * outputs));
  dpcvx_error err;
  EXPECT_EQ(dpcvx_fit_decision_values(fit, rows, z.data(), kKindRows * outputs, &err), DPCVX_OK) << err.message;
  return z;
}

std::vector<double> labels(const dpcvx_fit *fit, const dpcvx_dataset *rows) {
  std::vector<double> out(kKindRows);
  EXPECT_EQ(dpcvx_fit_predict(fit, rows, out.data(), kKindRows, nullptr), DPCVX_OK);
  return out;
}

TEST(Predict, ProbabilitiesOfALogisticModel) {
  const FitHandle fit = fit_of(Kind());
  const DatasetHandle rows = raw_rows(Kind());
  const std::vector<double> z = decisions(fit, rows), predicted = labels(fit, rows);
  std::vector<double> p(2 * kKindRows);
  ASSERT_EQ(dpcvx_fit_probabilities(fit, rows, p.data(), 2 * kKindRows, nullptr), DPCVX_OK);
  for (size_t i = 0; i < z.size(); ++i) {
    EXPECT_NEAR(p[2 * i + 1], 1 / (1 + std::exp(-z[i])), 1e-15);
    EXPECT_NEAR(p[2 * i] + p[2 * i + 1], 1, 1e-15);
    EXPECT_EQ(predicted[i], z[i] > 0 ? 1 : -1);
    EXPECT_EQ(predicted[i] > 0, p[2 * i + 1] > p[2 * i]);
  }
}

TEST(Predict, ProbabilitiesOfAMultinomialModel) {
  const Kind kind = kind_of_loss(DPCVX_LOSS_MULTINOMIAL);
  const FitHandle fit = fit_of(kind);
  const DatasetHandle rows = raw_rows(kind);
  const std::vector<double> z = decisions(fit, rows, 3), predicted = labels(fit, rows), w = coefficients(fit);
  ASSERT_EQ(w.size(), 12u);
  EXPECT_EQ(fit_figure(fit, DPCVX_FIT_FIGURE_OUTPUTS), 3);
  std::vector<double> p(3 * kKindRows);
  ASSERT_EQ(dpcvx_fit_probabilities(fit, rows, p.data(), 3 * kKindRows, nullptr), DPCVX_OK);
  for (size_t i = 0; i < static_cast<size_t>(kKindRows); ++i) {
    double sum = 0;
    size_t most = 0;
    for (size_t k = 0; k < 3; ++k) {
      sum += std::exp(z[3 * i + k]);
      if (z[3 * i + k] > z[3 * i + most]) most = k;
    }
    for (size_t k = 0; k < 3; ++k) EXPECT_NEAR(p[3 * i + k], std::exp(z[3 * i + k]) / sum, 1e-15);
    EXPECT_EQ(predicted[i], static_cast<double>(most));
  }
}

TEST(Predict, LabelsByLoss) {
  for (int32_t loss :
       {DPCVX_LOSS_HINGE, DPCVX_LOSS_SMOOTHED_HINGE, DPCVX_LOSS_POWER_HINGE, DPCVX_LOSS_SQUARED, DPCVX_LOSS_ABSOLUTE,
        DPCVX_LOSS_PINBALL, DPCVX_LOSS_HUBER, DPCVX_LOSS_POWER, DPCVX_LOSS_POISSON}) {
    const bool signs = loss != DPCVX_LOSS_SQUARED && loss != DPCVX_LOSS_ABSOLUTE && loss != DPCVX_LOSS_PINBALL &&
                       loss != DPCVX_LOSS_HUBER && loss != DPCVX_LOSS_POWER && loss != DPCVX_LOSS_POISSON;
    const Kind kind = kind_of_loss(loss);
    const FitHandle fit = fit_of(kind);
    const DatasetHandle rows = raw_rows(kind);
    const std::vector<double> z = decisions(fit, rows), predicted = labels(fit, rows);
    for (size_t i = 0; i < z.size(); ++i) {
      if (loss == DPCVX_LOSS_POISSON)
        EXPECT_NEAR(predicted[i], std::min(std::exp(z[i]), 1.0), 1e-15);
      else
        EXPECT_EQ(predicted[i], !signs ? z[i] : z[i] > 0 ? 1 : -1) << loss;
    }
    dpcvx_error err;
    std::vector<double> p(2 * kKindRows);
    EXPECT_EQ(dpcvx_fit_probabilities(fit, rows, p.data(), 2 * kKindRows, &err), DPCVX_ERR_UNSUPPORTED);
    EXPECT_NE(std::strstr(err.message, "loss, which speaks of no probabilities"), nullptr) << err.message;
  }
}

TEST(Predict, RawRowsAreScaledAsInTraining) {
  Kind kind;
  kind.ranges = true;
  const FitHandle fit = fit_of(kind);
  const DatasetHandle raw = raw_rows(kind), same = scaled(raw);
  EXPECT_EQ(decisions(fit, raw), decisions(fit, same));
  const double wider[] = {-2, -2, -3};
  const DatasetHandle other = scaled(raw, wider);
  std::vector<double> z(kKindRows);
  dpcvx_error err;
  EXPECT_EQ(dpcvx_fit_decision_values(fit, other, z.data(), kKindRows, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "scaled by other ranges"), nullptr) << err.message;
  // Control: scaling does change what the model says.
  EXPECT_NE(decisions(fit_of(Kind()), raw), decisions(fit, raw));
}

TEST(Predict, CountsMustBeRight) {
  const FitHandle fit = fit_of(Kind());
  const DatasetHandle rows = raw_rows(Kind());
  std::vector<double> out(2 * kKindRows, 7);
  EXPECT_EQ(dpcvx_fit_decision_values(fit, rows, out.data(), kKindRows - 1, nullptr), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_fit_probabilities(fit, rows, out.data(), kKindRows, nullptr), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_fit_predict(fit, rows, out.data(), 2 * kKindRows, nullptr), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(out, std::vector<double>(2 * kKindRows, 7));
}

TEST(Predict, AFitThatReleasedNothingHasNoCoefficients) {
  const MonitorHandle stopping = monitor([](const dpcvx_progress *, void *) { return 1; });
  const FitHandle fit = fit_of(Kind(), stopping);
  EXPECT_EQ(fit_figure(fit, DPCVX_FIT_FIGURE_OUTCOME), DPCVX_OUTCOME_CANCELLED);
  std::vector<double> out(kKindRows, 7);
  dpcvx_error err;
  EXPECT_EQ(dpcvx_fit_coefficients(fit, out.data(), kKindColumns + 1, &err), DPCVX_ERR_STATE);
  EXPECT_NE(std::strstr(err.message, "cancelled before anything was released"), nullptr) << err.message;
  EXPECT_NE(std::strstr(err.message, "Fit again"), nullptr) << err.message;
  EXPECT_EQ(dpcvx_fit_decision_values(fit, raw_rows(Kind()), out.data(), kKindRows, &err), DPCVX_ERR_STATE);
  EXPECT_EQ(json_of(fit).find("coefficients"), std::string::npos);
  EXPECT_NE(report_of(fit).find("Coefficients: none"), std::string::npos);
  EXPECT_EQ(json_of(loaded(bytes_of(fit))), json_of(fit));
}

// The law of output perturbation's noise, seen in 400 fits of one table: the variance of 1600 coefficients about their
// means is within 6.2 of its standard deviations, sqrt(2 / 1596), of the square of what is stated. False alarms: 1e-9.
double variance_over_stated(int fits) {
  Kind kind;
  kind.method = DPCVX_METHOD_OUTPUT_PERTURBATION;
  kind.l2 = 0.1;
  const ObjectiveHandle it = objective_of(kind);
  const BudgetHandle first = budget_of(kind);
  CurveHandle price;
  PlanHandle plan;
  EXPECT_EQ(dpcvx_budget_price(first, 1, &price.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_plan_create(first, price, it, kind.method, nullptr, &plan.it, nullptr), DPCVX_OK);
  const RngHandle source = rng("errors");
  constexpr size_t kDimension = kKindColumns + 1;
  double sums[kDimension] = {}, squares[kDimension] = {}, errors[kDimension] = {}, ratio = 0;
  for (int i = 0; i < fits; ++i) {
    const BudgetHandle ledger = budget_of(kind);
    FitHandle fit;
    EXPECT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, &fit.it, nullptr), DPCVX_OK);
    const std::vector<double> w = coefficients(fit);
    EXPECT_EQ(dpcvx_fit_standard_errors(fit, errors, kDimension, nullptr), DPCVX_OK);
    for (size_t j = 0; j < kDimension; ++j) sums[j] += w[j], squares[j] += w[j] * w[j];
  }
  for (size_t j = 0; j < kDimension; ++j)
    ratio += (squares[j] - sums[j] * sums[j] / fits) / (fits - 1) / (errors[j] * errors[j]) / kDimension;
  return ratio;
}

TEST(StandardErrors, AreThoseOfTheNoise) {
  const double ratio = variance_over_stated(400), most = 6.2 * std::sqrt(2.0 / 1596);
  EXPECT_NEAR(ratio, 1, most);
  EXPECT_GT(std::fabs(ratio * 1.25 * 1.25 - 1), most);  // control: a quarter less would be seen
}

TEST(StandardErrors, AreRefusedWhereTheLawIsNotKnown) {
  Kind descent, bounded;
  bounded.method = DPCVX_METHOD_OUTPUT_PERTURBATION;
  bounded.domain = true;
  bounded.l2 = 0.1;
  for (const Kind &kind : {descent, bounded}) {
    double out[kKindColumns + 1];
    dpcvx_error err;
    EXPECT_EQ(dpcvx_fit_standard_errors(fit_of(kind), out, kKindColumns + 1, &err), DPCVX_ERR_UNSUPPORTED);
    EXPECT_NE(std::strstr(err.message, "its law is not known"), nullptr) << err.message;
  }
}

// A report is made of public numbers: another table of the same shape has the same one, but for the coefficients.
TEST(Report, HoldsNothingElseOfTheData) {
  Kind one, other;
  one.ranges = other.ranges = true;
  other.rows = 2;
  const FitHandle first = fit_of(one), second = fit_of(other);
  const auto without = [](const std::string &text, const char *begin, const char *end) {
    const size_t from = text.find(begin), to = text.find(end, from);
    EXPECT_NE(from, std::string::npos);
    return text.substr(0, from) + text.substr(to);
  };
  EXPECT_NE(report_of(first), report_of(second));
  EXPECT_EQ(without(report_of(first), "Coefficients", "Model"), without(report_of(second), "Coefficients", "Model"));
  EXPECT_NE(json_of(first), json_of(second));
  EXPECT_EQ(without(json_of(first), "\"coefficients\":[", "]"), without(json_of(second), "\"coefficients\":[", "]"));
}

TEST(Report, SaysWhatIsPromised) {
  Kind kind;
  kind.ranges = kind.users = true;
  const std::string report = report_of(fit_of(kind));
  for (const char *part :
       {"Private fit by noisy gradient descent: done after ", "Model: logistic loss, 3 columns and an intercept",
        "scaled by the ranges of columns to [-1, 1], clipped to an l2 norm of 1",
        "a coordinate of each average gradient", "Typical risk: ", "Worst-case bound: ", "Mechanism: ", "Theorem: ",
        "Protects: one user, replace-one adjacency", "Privacy: epsilon = ", "Charged: mu = ", "(enforced)",
        "Note: the ranges that columns were scaled by are public (assumed)", "(public parameter)", "(assumed)",
        "Random source: deterministic, NOT PRIVATE"})
    EXPECT_NE(report.find(part), std::string::npos) << part << "\n" << report;
  EXPECT_NE(report_of(fit_of(kind_of_loss(DPCVX_LOSS_PINBALL))).find("Model: pinball loss of quantile 0.5, 3 columns"),
            std::string::npos);
}

}  // namespace
