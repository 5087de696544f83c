// How often intervals of a covariance's entries hold, and controls that must fail.
#include <algorithm>
#include <cmath>
#include <random>

#include "audit/generator.h"
#include "estimate/covariance/covariances.h"
#include "support/evidence.h"

namespace {

using namespace fixtures;

// Two columns in [-1, 1], with their covariance matrix.
struct Law {
  const char *name;
  void (*draw)(std::mt19937_64 &bits, double *row);
  double matrix[4];
};

double uniform(std::mt19937_64 &bits) { return std::ldexp(static_cast<double>(bits() >> 11), -52) - 1; }

constexpr Law kLaws[] = {
    {"uniform",
     [](std::mt19937_64 &bits, double *row) { row[0] = uniform(bits), row[1] = uniform(bits); },
     {1.0 / 3, 0, 0, 1.0 / 3}},
    {"signs",
     [](std::mt19937_64 &bits, double *row) {
       row[0] = uniform(bits) > 0 ? 1 : -1;
       row[1] = uniform(bits) > 0.6 ? row[0] : uniform(bits) > 0 ? 1 : -1;
     },
     {1, 0.2, 0.2, 1}},
    {"rare",
     [](std::mt19937_64 &bits, double *row) { row[0] = row[1] = uniform(bits) > 0.96 ? 1 : 0; },
     {0.0196, 0.0196, 0.0196, 0.0196}},
    {"narrow",
     [](std::mt19937_64 &bits, double *row) {
       const double shared = uniform(bits);
       row[0] = 0.7 + 0.1 * shared;
       row[1] = -0.5 + 0.1 * shared + 0.1 * uniform(bits);
     },
     {0.01 / 3, 0.01 / 3, 0.01 / 3, 0.02 / 3}},
};

struct Coverage {
  int held[4] = {0, 0, 0, 0};
  int together = 0;
  double width = 0;
};

Coverage coverage(const Law &law, int64_t rows, int32_t adjacency, bool pure, bool simultaneous, int runs,
                  double of_width = 1, double amount = 1) {
  Coverage out;
  const OptionsHandle options = covariance_options();
  set(options, DPCVX_COVARIANCE_OPTION_SIMULTANEOUS, int64_t{simultaneous});
  const CurveHandle price = curve_of(pure ? dpcvx_curve_create_pure : dpcvx_curve_create_gdp, amount);
  std::mt19937_64 bits(11);
  for (int run = 0; run < runs; ++run) {
    std::vector<double> entries(static_cast<size_t>(2 * rows));
    for (size_t i = 0; i < entries.size(); i += 2) law.draw(bits, &entries[i]);
    const BudgetHandle budget = ledger_of(pure ? DPCVX_FILTER_BASIC : DPCVX_FILTER_GDP, adjacency);
    const Covered got = covariance_of({table_of(entries, 2), 2, {-1, -1}, {1, 1}, options}, budget, price,
                                      std::string(law.name) + std::to_string(run));
    double low[4], high[4];
    EXPECT_EQ(dpcvx_covariance_intervals(got.it, low, high, 4, nullptr), DPCVX_OK);
    bool all = true;
    for (int i = 0; i < 4; ++i) {
      const double middle = (low[i] + high[i]) / 2, half = of_width * (high[i] - low[i]) / 2 + 1e-12;
      const bool held = std::fabs(law.matrix[i] - middle) <= half;
      out.held[i] += held;
      all = all && held;
    }
    out.together += all;
    out.width += (high[1] - low[1]) / runs;
  }
  return out;
}

TEST(CovarianceIntervals, HoldForAnyLaw) {
  constexpr int kRuns = 60;
  for (const Law &law : kLaws)
    for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE})
      for (const bool pure : {false, true}) {
        const Coverage found = coverage(law, 300, adjacency, pure, false, kRuns);
        for (const int held : found.held)
          EXPECT_GE(held, 0.95 * kRuns - 4 * std::sqrt(0.05 * 0.95 * kRuns)) << law.name << adjacency << pure;
        evidence("estimate", "covariance intervals, %s, adjacency %d, %s, n = 300: %d of %d hold, width %.3f", law.name,
                 static_cast<int>(adjacency), pure ? "Laplace" : "Gaussian", found.held[1], kRuns, found.width);
      }
}

// Values in the middle of wide ranges, at a price that leaves little but noise. Under add/remove the noise in the
// number of units is most of that in a variance.
TEST(CovarianceIntervals, HoldWhereNoiseIsNearlyAll) {
  constexpr int kRuns = 300;
  const Law middle = {"middle",
                      [](std::mt19937_64 &bits, double *row) {
                        row[0] = uniform(bits) > 0 ? 0.05 : -0.05;
                        row[1] = uniform(bits) > 0 ? 0.05 : -0.05;
                      },
                      {0.0025, 0, 0, 0.0025}};
  for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
    const Coverage found = coverage(middle, 20000, adjacency, false, false, kRuns, 1, 0.005);
    for (const int held : found.held) EXPECT_GE(held, 0.95 * kRuns - 4 * std::sqrt(0.05 * 0.95 * kRuns)) << adjacency;
    evidence("estimate", "covariance intervals, nearly all noise, adjacency %d: at least %d of %d hold",
             static_cast<int>(adjacency), std::min(found.held[0], found.held[3]), kRuns);
  }
}

TEST(CovarianceIntervals, HoldTogether) {
  constexpr int kRuns = 60;
  const Coverage one = coverage(kLaws[1], 300, DPCVX_ADJACENCY_REPLACE_ONE, false, false, kRuns);
  const Coverage all = coverage(kLaws[1], 300, DPCVX_ADJACENCY_REPLACE_ONE, false, true, kRuns);
  EXPECT_GE(all.together, 0.95 * kRuns - 4 * std::sqrt(0.05 * 0.95 * kRuns));
  EXPECT_GT(all.width, one.width);
}

// A quarter of the width is too little: the bounds are not wide beyond all need.
TEST(CovarianceIntervals, ControlAQuarterOfTheWidthFails) {
  constexpr int kRuns = 60;
  const Coverage found = coverage(kLaws[1], 3000, DPCVX_ADJACENCY_REPLACE_ONE, false, false, kRuns, 0.25);
  EXPECT_LT(found.held[1], 0.95 * kRuns - 4 * std::sqrt(0.05 * 0.95 * kRuns));
}

// ---- After several rounds: intervals by the normal model ----

constexpr int kSide = 3, kEntries = kSide * kSide;

// Rows L z with z standard normal, in half widths of the ranges.
struct NormalRows {
  const char *name;
  double factor[kSide][kSide];  // L
  int64_t rounds;
  double matrix(int i, int j) const {
    double sum = 0;
    for (int k = 0; k < kSide; ++k) sum += factor[i][k] * factor[j][k];
    return sum;
  }
};

constexpr NormalRows kNormals[] = {
    {"alike", {{0.25, 0, 0}, {0, 0.25, 0}, {0, 0, 0.25}}, 2},
    {"correlated", {{0.1, 0, 0}, {0.06, 0.05, 0}, {0.03, -0.04, 0.035}}, 3},
    {"correlated and narrow", {{0.05, 0, 0}, {0.03, 0.025, 0}, {0.015, -0.02, 0.0175}}, 5},
};

double normal(std::mt19937_64 &bits) {
  const double from_zero = (uniform(bits) + 1) / 2 + 0x1p-54;
  return std::sqrt(-2 * std::log(from_zero)) * std::cos(M_PI * uniform(bits));
}

struct ParametricCoverage {
  double held[kEntries] = {}, width = 0, error = 0;  // of the last entry: mean width, and root mean square error
  double share() const {
    double sum = 0;
    for (const double one : held) sum += one / kEntries;
    return sum;
  }
};

ParametricCoverage parametric_coverage(const NormalRows &law, int runs, double of_width = 1) {
  constexpr int64_t kRows = 10000;
  const OptionsHandle options = covariance_options();
  set(options, DPCVX_COVARIANCE_OPTION_ROUNDS, law.rounds);
  const CurveHandle price = curve_of(dpcvx_curve_create_gdp, 1);
  ParametricCoverage out;
  std::mt19937_64 bits(23);
  std::vector<double> entries(kRows * kSide);
  for (int run = 0; run < runs; ++run) {
    for (size_t row = 0; row < entries.size(); row += kSide) {
      const double z[kSide] = {normal(bits), normal(bits), normal(bits)};
      for (int i = 0; i < kSide; ++i) {
        entries[row + static_cast<size_t>(i)] = 0;
        for (int k = 0; k <= i; ++k) entries[row + static_cast<size_t>(i)] += law.factor[i][k] * z[k];
      }
    }
    const BudgetHandle budget = ledger_of(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_REPLACE_ONE);
    const Covered got = covariance_of({table_of(entries, kSide), kSide, {-1, -1, -1}, {1, 1, 1}, options}, budget,
                                      price, std::string(law.name) + std::to_string(run));
    double low[kEntries], high[kEntries];
    EXPECT_EQ(dpcvx_covariance_intervals(got.it, low, high, kEntries, nullptr), DPCVX_OK);
    for (int i = 0; i < kEntries; ++i) {
      const double middle = (low[i] + high[i]) / 2, half = of_width * (high[i] - low[i]) / 2;
      out.held[i] += std::fabs(law.matrix(i / kSide, i % kSide) - middle) <= half ? 1.0 / runs : 0;
    }
    const double error = got.matrix[kEntries - 1] - law.matrix(kSide - 1, kSide - 1);
    out.width += (high[kEntries - 1] - low[kEntries - 1]) / runs;
    out.error += error * error / runs;
  }
  out.error = std::sqrt(out.error);
  return out;
}

// On their own model, at 10,000 rows: between 93.5 and 96.5 % of 2,000 runs. Entries of a run count as one: they depend
// on each other. Of fewer runs 4 standard deviations more are allowed.
TEST(CovarianceIntervals, ParametricOnesHoldOnTheirModel) {
  const int runs = long_audits() ? 2000 : 40;
  const double slack = long_audits() ? 0.015 : 4 * std::sqrt(0.05 * 0.95 / runs);
  for (const NormalRows &law : kNormals) {
    const ParametricCoverage found = parametric_coverage(law, runs);
    EXPECT_NEAR(found.share(), 0.95, slack) << law.name;
    const auto [least, most] = std::minmax_element(std::begin(found.held), std::end(found.held));
    evidence(
        "estimate",
        "parametric intervals of a covariance, %s, %d rounds, n = 10000, mu = 1: %.4f of %d runs of a stated 0.95, "
        "entries from %.4f to %.4f; width %.2f of an oracle's",
        law.name, static_cast<int>(law.rounds), found.share(), runs, *least, *most,
        found.width / (2 * 1.96 * found.error));
  }
}

TEST(CovarianceIntervals, ControlTwoThirdsOfAParametricWidthFail) {
  EXPECT_LT(parametric_coverage(kNormals[1], 60, 2.0 / 3).share(), 0.9);
}

}  // namespace
