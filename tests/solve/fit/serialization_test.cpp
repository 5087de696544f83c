#include <cmath>

#include "solve/fit/saved.h"
#include "support/long_audits.h"

namespace {

using namespace fixtures;

std::vector<Kind> kinds() {
  std::vector<Kind> all;
  for (int32_t loss = DPCVX_LOSS_LOGISTIC; loss <= DPCVX_LOSS_POISSON; ++loss) all.push_back(kind_of_loss(loss));
  for (int32_t method = DPCVX_METHOD_NOISY_GRADIENT_DESCENT; method <= DPCVX_METHOD_OBJECTIVE_PERTURBATION; ++method) {
    Kind kind;
    kind.method = method;
    kind.l2 = 1;
    kind.rdp = method == DPCVX_METHOD_NOISY_SGD;
    all.push_back(kind);
  }
  Kind plain, rich;
  plain.seed.clear();
  rich.ranges = rich.users = rich.rdp = true;
  all.push_back(plain);
  all.push_back(rich);
  return all;
}

// All that the fit has: step size and momentum belong to methods of steps.
std::vector<double> figures_of(const dpcvx_fit *fit) {
  std::vector<double> out;
  for (int32_t figure = DPCVX_FIT_FIGURE_DIMENSION; figure <= DPCVX_FIT_FIGURE_DELTA; ++figure) {
    double value;
    const dpcvx_status status = dpcvx_fit_get_f64(fit, figure, &value, nullptr);
    if (status == DPCVX_ERR_UNSUPPORTED) continue;
    out.push_back(status == DPCVX_OK ? value : fit_figure(fit, figure));
  }
  return out;
}

TEST(Save, EverythingComesBack) {
  for (const Kind &kind : kinds()) {
    std::string json, report, guarantee, bytes;
    std::vector<double> w, figures;
    FitHandle back;
    {
      const FitHandle fit = fit_of(kind);
      json = json_of(fit), report = report_of(fit), guarantee = guarantee_of(fit), bytes = bytes_of(fit);
      w = coefficients(fit);
      figures = figures_of(fit);
      back = loaded(bytes);
    }
    EXPECT_EQ(json_of(back), json);
    EXPECT_EQ(report_of(back), report);
    EXPECT_EQ(guarantee_of(back), guarantee);
    EXPECT_EQ(bytes_of(back), bytes);
    EXPECT_EQ(coefficients(back), w);
    EXPECT_EQ(figures_of(back), figures);
    EXPECT_GE(figures.size(), 9u);
    // What fits wrote of a test's source of bits still stands there.
    EXPECT_EQ(report.find("NOT PRIVATE") == std::string::npos, kind.seed.empty());
    EXPECT_EQ(json.find("\"private\":true") != std::string::npos, kind.seed.empty());
  }
}

TEST(Save, PredictionsComeBackWithTheirRanges) {
  Kind kind;
  kind.ranges = true;
  const FitHandle fit = fit_of(kind), back = loaded(bytes_of(fit));
  kind.rows = 9;
  const DatasetHandle fresh = raw_rows(kind);
  std::vector<double> z(kKindRows), again(kKindRows);
  ASSERT_EQ(dpcvx_fit_decision_values(fit, fresh, z.data(), kKindRows, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_fit_decision_values(back, fresh, again.data(), kKindRows, nullptr), DPCVX_OK);
  EXPECT_EQ(z, again);
}

// The record that a loaded fit gives away owns its texts.
TEST(Save, AGuaranteeOutlivesTheLoadedFit) {
  const FitHandle fit = fit_of(Kind());
  GuaranteeHandle guarantee;
  {
    const FitHandle back = loaded(bytes_of(fit));
    ASSERT_EQ(dpcvx_fit_guarantee(back, &guarantee.it, nullptr), DPCVX_OK);
  }
  EXPECT_EQ(text_of(guarantee.it, dpcvx_guarantee_to_json), guarantee_of(fit));
  double bound = 0;
  int32_t origin = 0;
  ASSERT_EQ(dpcvx_guarantee_constant(guarantee, "row_bound", &bound, &origin, nullptr), DPCVX_OK);
  EXPECT_EQ(bound, 1);
  EXPECT_EQ(origin, DPCVX_ORIGIN_ENFORCED);
}

std::string refusal(const std::string &bytes) {
  FitHandle out;
  dpcvx_error err;
  const dpcvx_status status = dpcvx_fit_load(bytes.data(), bytes.size(), &out.it, &err);
  EXPECT_EQ(out.it == nullptr, status != DPCVX_OK);
  if (status == DPCVX_OK) return "";
  EXPECT_EQ(status, DPCVX_ERR_ARGUMENT);
  return err.message;
}

TEST(Save, EveryFlippedBitIsSeen) {
  const std::string bytes = bytes_of(fit_of(Kind()));
  size_t missed = 0;
  for (size_t i = 0; i < bytes.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string other = bytes;
      other[i] = static_cast<char>(other[i] ^ 1 << bit);
      missed += refusal(other).empty();
    }
  EXPECT_EQ(missed, 0u);
}

TEST(Save, WhatIsCutOffOrLongerIsRefused) {
  const std::string bytes = bytes_of(fit_of(Kind()));
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_NE(refusal(bytes.substr(0, length)), "");
    if (length < 8) continue;
    EXPECT_NE(refusal(resealed(bytes.substr(0, length))), "");
  }
  EXPECT_NE(refusal(bytes + std::string(1, '\0')), "");
  EXPECT_NE(refusal(resealed(bytes + std::string(8, '\0'))), "");
  EXPECT_EQ(refusal(resealed(bytes)), "");
}

TEST(Save, MessagesSayWhatIsWrong) {
  const std::string bytes = bytes_of(fit_of(Kind()));
  std::string other = bytes;
  other[8] = 7;
  EXPECT_NE(refusal(resealed(other)).find("format 7; accepted: format 6"), std::string::npos);
  other = bytes;
  other[0] = 'D';
  EXPECT_NE(refusal(resealed(other)).find("no fit"), std::string::npos);
  other = bytes;
  other[40] = static_cast<char>(other[40] ^ 1);
  EXPECT_NE(refusal(other).find("damaged"), std::string::npos);
  EXPECT_NE(refusal(bytes.substr(0, 100)).find("cut off"), std::string::npos);
}

// There is one format.
TEST(Save, OtherFormatsAreRefused) {
  const std::string bytes = bytes_of(fit_of(Kind()));
  for (char version : {0, 1, 2, 3, 4, 5, 7, 127}) {
    std::string other = bytes;
    other[8] = version;
    EXPECT_NE(refusal(resealed(other)).find("accepted: format 6"), std::string::npos);
  }
  ASSERT_EQ(bytes[8], 6);
}

// Bytes that somebody changed on purpose, with the checksum made right: they are refused, or are a fit of which
// everything can be asked.
TEST(Save, NoChangedBytesDoHarm) {
  const bool thorough = long_audits();
  size_t tried = 0, taken = 0;
  for (const Kind &kind : {kinds().back(), kind_of_loss(DPCVX_LOSS_MULTINOMIAL)}) {
    const std::string bytes = bytes_of(fit_of(kind));
    const DatasetHandle rows = raw_rows(kind);
    for (size_t i = 20; i + 8 < bytes.size(); ++i)
      for (int value : {0x00, 0x01, 0x7f, 0x80, 0xff, bytes[i] ^ 1, bytes[i] + 1}) {
        std::string other = bytes;
        other[i] = static_cast<char>(value);
        other = resealed(other);
        FitHandle fit;
        ++tried;
        if (dpcvx_fit_load(other.data(), other.size(), &fit.it, nullptr) != DPCVX_OK) continue;
        if (++taken % (thorough ? 1 : 16) != 0) continue;
        EXPECT_EQ(bytes_of(fit), other);
        EXPECT_NE(json_of(fit), "");
        EXPECT_NE(report_of(fit), "");
        std::vector<double> z(3 * kKindRows);
        for (int64_t count : {kKindRows, 3 * kKindRows}) {
          dpcvx_fit_decision_values(fit, rows, z.data(), count, nullptr);
          dpcvx_fit_probabilities(fit, rows, z.data(), count, nullptr);
          dpcvx_fit_predict(fit, rows, z.data(), count, nullptr);
        }
      }
  }
  EXPECT_GT(taken, tried / 20);
  EXPECT_LT(taken, tried * 19 / 20);
}

// Coefficients at the ends of what is taken.
TEST(Save, ProbabilitiesOfFarDecisionValuesAreNumbers) {
  const Kind kind = kind_of_loss(DPCVX_LOSS_MULTINOMIAL);
  const FitHandle fit = fit_of(kind);
  const FitHandle far = loaded(exchanged(bytes_of(fit), coefficients(fit)[0], 1e250));
  Rows rows = random_rows(kKindRows, kKindColumns, 1);
  for (double &entry : rows.features) entry *= 1e100;
  rows.labels.assign(rows.labels.size(), 0);
  const DatasetHandle table = dataset(rows);
  std::vector<double> out(3 * kKindRows);
  ASSERT_EQ(dpcvx_fit_probabilities(far, table, out.data(), 3 * kKindRows, nullptr), DPCVX_OK);
  for (double each : out) EXPECT_TRUE(each >= 0 && each <= 1) << each;
}

TEST(Save, FieldsMustBeInTheirRanges) {
  Kind kind;
  kind.ranges = true;
  const FitHandle fit = fit_of(kind);
  const std::string bytes = bytes_of(fit);
  const double w = coefficients(fit)[0], noise = fit_figure(fit, DPCVX_FIT_FIGURE_NOISE_STDDEV);
  EXPECT_EQ(refusal(exchanged(bytes, w, 1.5)), "");
  for (double bad : {double{NAN}, double{INFINITY}}) EXPECT_NE(refusal(exchanged(bytes, w, bad)), "");
  for (double bad : {double{NAN}, double{INFINITY}, -noise}) EXPECT_NE(refusal(exchanged(bytes, noise, bad)), "");
  EXPECT_NE(refusal(exchanged(bytes, w, 1e300)), "");
  EXPECT_NE(refusal(exchanged(bytes, kLow[1], 3.0)), "");  // above its high end
  EXPECT_NE(refusal(exchanged(bytes, 1e-6, 1.0)), "");     // delta
  EXPECT_NE(refusal(exchanged(bytes, kHigh[0], NAN)), "");
}

}  // namespace
