// How often intervals of correlations and of regressions hold on the model of their bootstrap, off it, and with
// controls that must fail.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "estimate/covariance/correlations.h"
#include "estimate/covariance/covariance.h"
#include "estimate/covariance/covariances.h"
#include "estimate/covariance/regression.h"
#include "estimate/laws.h"
#include "privacy/calibration/calibrate.h"
#include "support/evidence.h"
#include "support/long_audits.h"

namespace {

using namespace fixtures;
using dpcvx::Error;
using dpcvx::estimate::Covariance;
using dpcvx::estimate::Regression;

constexpr int kRows = 10000;
constexpr double kDeviation = 0.25, kMean = 0.1;  // in half widths, of each column

// Rows whose neighbours among columns have a correlation: a stationary sequence. The last column is the label.
struct Cell {
  int64_t columns;
  double correlation, epsilon;
  bool gaussian = true;
  int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  int64_t rounds = 1;
  bool heavy = false;  // Student's law of 5 degrees, for all columns of a row together
  double deviation = kDeviation;

  double between(int64_t i, int64_t j) const { return std::pow(correlation, static_cast<double>(std::abs(i - j))); }
  std::string name() const {
    char out[160];
    std::snprintf(out, sizeof out, "d = %d, correlation %g, deviation %g, epsilon = %g, %s noise, %s, %d round%s%s",
                  static_cast<int>(columns), correlation, deviation, epsilon, gaussian ? "Gaussian" : "Laplace",
                  adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? "replace-one" : "add/remove", static_cast<int>(rounds),
                  rounds == 1 ? "" : "s", heavy ? ", heavy tails" : "");
    return out;
  }
};

void draw_rows(const Cell &cell, Bits &bits, std::vector<double> *entries) {
  const size_t d = static_cast<size_t>(cell.columns);
  const double own = std::sqrt(1 - cell.correlation * cell.correlation);
  for (size_t row = 0; row < entries->size(); row += d) {
    double at = 0, scale = cell.deviation;
    if (cell.heavy) {
      double squares = 0;
      for (int k = 0; k < 5; ++k) squares += std::pow(normal(bits), 2);
      scale *= std::sqrt(3 / squares);
    }
    for (size_t j = 0; j < d; ++j) {
      at = j == 0 ? normal(bits) : cell.correlation * at + own * normal(bits);
      (*entries)[row + j] = kMean + scale * at;
    }
  }
}

// The numbers that are judged, in this order: two correlations, then slopes, the intercept and R^2 unless refused.
std::vector<double> truth_of(const Cell &cell) {
  const double r = cell.correlation;
  std::vector<double> out = {r, cell.between(0, cell.columns - 1)};
  for (int64_t k = 0; k + 1 < cell.columns; ++k) out.push_back(k + 2 == cell.columns ? r : 0);
  out.push_back(kMean * (1 - r));
  out.push_back(r * r);
  return out;
}

struct Judged {
  double value, low, high;
};

enum class Way { kBootstrap, kWithoutNoise, kProved };

// From its bytes, so that a control can take the noise away.
std::vector<Judged> judge(const Covered &got, size_t d, Way way) {
  Covariance it;
  Error error(nullptr, "judge");
  size_t length = 0;
  EXPECT_EQ(dpcvx_covariance_save(got.it, nullptr, 0, &length, nullptr), DPCVX_OK);
  std::string bytes(length, '\0');
  EXPECT_EQ(dpcvx_covariance_save(got.it, &bytes[0], length, &length, nullptr), DPCVX_OK);
  EXPECT_EQ(it.read_bytes(bytes.data(), length, error), DPCVX_OK);
  if (way == Way::kWithoutNoise) it.scales = {};
  std::vector<double> low(d * d), high(d * d);
  EXPECT_EQ(way == Way::kProved ? prove_correlations(it, low.data(), high.data(), error)
                                : bootstrap_correlations(it, low.data(), high.data(), error),
            DPCVX_OK);
  std::vector<Judged> out;
  for (const size_t entry : {size_t{1}, d - 1}) out.push_back({got.correlation[entry], low[entry], high[entry]});
  if (way == Way::kProved) return out;

  std::vector<int64_t> features;
  for (size_t k = 0; k + 1 < d; ++k) features.push_back(static_cast<int64_t>(k));
  std::vector<double> coefficients(d), errors(d);
  Regression found{coefficients.data(), errors.data(), low.data(), high.data()};
  const dpcvx_status status = regress(it, {d - 1, features.data(), d - 1}, &found, error);
  EXPECT_TRUE(status == DPCVX_OK || status == DPCVX_ERR_UNSUPPORTED);
  if (status != DPCVX_OK) return out;
  for (size_t k = 0; k < d; ++k) out.push_back({coefficients[k], low[k], high[k]});
  out.push_back({found.r_squared, found.r_squared_low, found.r_squared_high});
  return out;
}

// Of one number, over tables.
struct Score {
  int held = 0, held_elsewhere = 0;
  std::vector<double> widths, errors, values;
  double runs() const { return static_cast<double>(values.size()); }
  double share() const { return held / runs(); }
  double share_elsewhere() const { return held_elsewhere / runs(); }
  static double at(std::vector<double> &of, double share) {
    const auto place = of.begin() + static_cast<long>(share * static_cast<double>(of.size() - 1));
    std::nth_element(of.begin(), place, of.end());
    return *place;
  }
  // Of the oracle: the least width about the truth that covers 95 % of estimates.
  double ratio() { return at(widths, 0.5) / (2 * at(errors, 0.95)); }
};

struct Coverage {
  std::vector<Score> of;
  int refused = 0;
  double part(size_t first, size_t last) const {
    double sum = 0;
    for (size_t k = first; k < last; ++k) sum += of[k].share() / static_cast<double>(last - first);
    return sum;
  }
  double correlations() const { return part(0, 2); }
  double coefficients() const { return part(2, of.size() - 1); }
  double r_squared() const { return of.back().share(); }
};

Coverage coverage(const Cell &cell, int tables, Way way = Way::kBootstrap) {
  const std::vector<double> truth = truth_of(cell);
  const OptionsHandle options = covariance_options();
  set(options, DPCVX_COVARIANCE_OPTION_ROUNDS, cell.rounds);
  const CurveHandle price = cell.gaussian
                                ? curve_of(dpcvx_curve_create_gdp, dpcvx::privacy::calibrate_gdp(cell.epsilon, 1e-6))
                                : curve_of(dpcvx_curve_create_pure, cell.epsilon);
  const size_t d = static_cast<size_t>(cell.columns);
  std::vector<double> entries(d * kRows);
  Bits bits(29);
  Coverage out;
  out.of.resize(truth.size());
  for (int table = 0; table < tables; ++table) {
    draw_rows(cell, bits, &entries);
    const BudgetHandle budget = ledger_of(cell.gaussian ? DPCVX_FILTER_GDP : DPCVX_FILTER_BASIC, cell.adjacency);
    const std::vector<double> low(d, -1), high(d, 1);
    const Covered got = covariance_of({table_of(entries, cell.columns), cell.columns, low, high, options}, budget,
                                      price, "bootstrap " + std::to_string(table));
    const std::vector<Judged> found = judge(got, d, way);
    out.refused += found.size() < truth.size();
    for (size_t k = 0; k < found.size(); ++k) {
      // The other correlation, or what stands before it.
      const double elsewhere = truth[k < 2 ? 1 - k : k - 1], value = found[k].value;
      Score &score = out.of[k];
      score.held += found[k].low <= truth[k] && truth[k] <= found[k].high;
      score.held_elsewhere += found[k].low <= elsewhere && elsewhere <= found[k].high;
      score.widths.push_back(found[k].high - found[k].low);
      score.errors.push_back(std::fabs(value - truth[k]));
      score.values.push_back(value);
    }
  }
  return out;
}

void tell(const Cell &cell, int tables, Coverage &found) {
  std::string all;
  const size_t told = found.of.back().values.empty() ? 2 : found.of.size();
  for (size_t k = 0; k < told; ++k) {
    char one[64];
    std::snprintf(one, sizeof one, " %.4f (%.2f)", found.of[k].share(), found.of[k].ratio());
    all += one;
  }
  const bool some = told > 2;
  evidence("estimate",
           "bootstrap of a covariance, %s, n = %d, %d tables, %d regressions refused: of a stated 0.95 correlations "
           "hold in %.4f, coefficients in %.4f, R^2 in %.4f; each, and its width beside an oracle's:%s; medians of the "
           "last slope %.3f and of R^2 %.3f",
           cell.name().c_str(), kRows, tables, found.refused, found.correlations(), some ? found.coefficients() : NAN,
           some ? found.r_squared() : NAN, all.c_str(),
           some ? Score::at(found.of[found.of.size() - 3].values, 0.5) : NAN,
           some ? Score::at(found.of.back().values, 0.5) : NAN);
}

// A cell at its length, told. Of fewer tables than 2,000 it allows 4 standard deviations.
struct Length {
  int tables = long_audits() ? 2000 : 40;
  double slack = long_audits() ? 0.02 : 4 * std::sqrt(0.05 * 0.95 / 40);
};

Coverage told(const Cell &cell) {
  const Length length;
  Coverage found = coverage(cell, length.tables);
  tell(cell, length.tables, found);
  return found;
}

// Where noise is less than the variances. Short runs have one cell in six, of all kinds. A false alarm of theirs has a
// probability below 1e-3 in all.
TEST(CovarianceBootstrap, HoldsOnItsModel) {
  const Length length;
  size_t place = 0;
  for (const int64_t columns : {3, 6})
    for (const double epsilon : {1.0, 4.0})
      for (const bool gaussian : {true, false})
        for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
          if (!long_audits() && place++ % 5 != 0) continue;
          const Coverage found = told({columns, 0.5, epsilon, gaussian, adjacency});
          EXPECT_LE(found.refused, length.tables / 100);
          EXPECT_NEAR(found.correlations(), 0.95, length.slack);
          EXPECT_NEAR(found.coefficients(), 0.95, length.slack);
          EXPECT_NEAR(found.r_squared(), 0.95, length.slack);
        }
}

TEST(CovarianceBootstrap, HoldsAfterSeveralRounds) {
  const Length length;
  const Coverage found = told({3, 0.5, 4, true, DPCVX_ADJACENCY_REPLACE_ONE, 3, false, 0.1});
  EXPECT_NEAR(found.correlations(), 0.95, length.slack);
  EXPECT_NEAR(found.coefficients(), 0.95, length.slack);
  EXPECT_NEAR(found.r_squared(), 0.95, length.slack);
}

// Where noise is as large as the variances it holds more often than it says, and refuses regressions.
TEST(CovarianceBootstrap, HoldsWhereNoiseIsLarge) {
  if (!long_audits()) {
    const Coverage found = told({3, 0.5, 0.1});
    EXPECT_GE(found.correlations(), 0.95 - Length().slack);
    EXPECT_GE(found.coefficients(), 0.95 - Length().slack);
    return;
  }
  for (const int64_t columns : {3, 6})
    for (const bool gaussian : {true, false})
      for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
        const Coverage found = told({columns, 0.5, 0.1, gaussian, adjacency});
        if (columns > 3) continue;
        EXPECT_GE(found.correlations(), 0.93);
        EXPECT_GE(found.coefficients(), 0.93);
      }
  for (const int64_t columns : {3, 6})
    for (const double epsilon : {0.1, 1.0, 4.0})
      for (const bool gaussian : {true, false}) told({columns, 0.9, epsilon, gaussian});
}

// Off its model it misses more often: what it says is of normal rows. Rows of heavy tails show it, where sampling is
// more than noise. With a coverage of 0.85, 0.92 of 200 correlations or more hold with a probability of 0.003.
TEST(CovarianceBootstrap, MissesOffItsModel) {
  for (const double epsilon : {1.0, 4.0, 1000.0}) {
    if (!long_audits() && epsilon < 1000) continue;
    const Cell cell{3, 0.5, epsilon, true, DPCVX_ADJACENCY_REPLACE_ONE, 1, true, 0.1};
    const int tables = long_audits() ? 2000 : 100;
    Coverage found = coverage(cell, tables);
    tell(cell, tables, found);
    if (epsilon < 1000) continue;
    EXPECT_LT(found.correlations(), 0.92);
  }
}

TEST(CovarianceBootstrap, ControlNoiseLeftOutFails) {
  const Coverage found = coverage({3, 0.5, 1}, 60, Way::kWithoutNoise);
  EXPECT_LT(found.correlations(), 0.8);
  EXPECT_LT(found.coefficients(), 0.8);
  EXPECT_LT(found.r_squared(), 0.8);
}

TEST(CovarianceBootstrap, ControlAnotherColumnsIntervalsFail) {
  const Coverage found = coverage({3, 0.5, 4}, 40);
  for (const size_t k : {size_t{0}, size_t{1}, size_t{3}}) EXPECT_LT(found.of[k].share_elsewhere(), 0.1) << k;
}

// Proved intervals of correlations hold for any law, and are wider.
TEST(ProvedCorrelations, HoldForAnyLaw) {
  const int tables = long_audits() ? 500 : 30;
  for (const double correlation : {0.0, 0.5, 0.9})
    for (const bool heavy : {false, true}) {
      const Cell cell{2, correlation, 4, true, DPCVX_ADJACENCY_REPLACE_ONE, 1, heavy, heavy ? 0.05 : kDeviation};
      Coverage proved = coverage(cell, tables, Way::kProved), drawn = coverage(cell, tables);
      EXPECT_GE(proved.of[0].share(), 0.95 - 4 * std::sqrt(0.05 * 0.95 / tables)) << cell.name();
      EXPECT_GT(Score::at(proved.of[0].widths, 0.5), Score::at(drawn.of[0].widths, 0.5)) << cell.name();
      evidence("estimate",
               "proved intervals of a correlation, %s, n = %d: %.4f of %d tables, width %.2f of a bootstrap's, which "
               "holds in %.4f",
               cell.name().c_str(), kRows, proved.of[0].share(), tables,
               Score::at(proved.of[0].widths, 0.5) / Score::at(drawn.of[0].widths, 0.5), drawn.of[0].share());
    }
}

}  // namespace
