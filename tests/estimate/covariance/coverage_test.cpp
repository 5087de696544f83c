// How often proved intervals of a covariance's entries hold, for ten laws, and how wide they are beside those of an
// oracle who knows the law of the estimates.
#include <algorithm>
#include <cmath>
#include <vector>

#include "audit/generator.h"
#include "estimate/covariance/covariances.h"
#include "estimate/laws.h"
#include "privacy/calibration/calibrate.h"
#include "support/evidence.h"

namespace {

using namespace fixtures;

// E x and Var x of a law on [-1, 1], by its distribution function on a fine grid.
double variance_of(const Law &law) {
  constexpr int kSteps = 400000;
  const double step = 2.0 / kSteps;
  double mean = -1, squares = 1;  // E x^2 is 1 + the integral of 2 x (1 - F(x))
  for (int i = 0; i < kSteps; ++i) {
    const double x = -1 + step * (i + 0.5), above = 1 - law.up_to(x);
    mean += step * above;
    squares += step * 2 * x * above;
  }
  return squares - mean * mean;
}

struct Score {
  int held = 0;
  std::vector<double> widths, errors;
  double share() const { return static_cast<double>(held) / static_cast<double>(widths.size()); }
  static double at(std::vector<double> &of, double share) {
    const auto place = of.begin() + static_cast<long>(share * static_cast<double>(of.size() - 1));
    std::nth_element(of.begin(), place, of.end());
    return *place;
  }
  // Of the oracle: the least width about a value that covers 95 % of estimates.
  double ratio() { return at(widths, 0.5) / (2 * at(errors, 0.95)); }
};

// Of two columns of one law, of which the second is the first with probability 1/2.
struct Scores {
  Score covariance, variance;
};

Scores scores_of(const Law &law, bool gaussian, int32_t adjacency, double epsilon, int rows, int runs,
                 double of_width = 1) {
  const double variance = variance_of(law), truth[] = {variance / 2, variance};
  const CurveHandle price = gaussian ? curve_of(dpcvx_curve_create_gdp, dpcvx::privacy::calibrate_gdp(epsilon, 1e-6))
                                     : curve_of(dpcvx_curve_create_pure, epsilon);
  Bits bits(19);
  Scores out;
  std::vector<double> entries(static_cast<size_t>(2 * rows));
  for (int run = 0; run < runs; ++run) {
    for (size_t i = 0; i < entries.size(); i += 2) {
      entries[i] = law.draw(bits);
      entries[i + 1] = uniform(bits) < 0.5 ? entries[i] : law.draw(bits);
    }
    const BudgetHandle budget = ledger_of(gaussian ? DPCVX_FILTER_GDP : DPCVX_FILTER_BASIC, adjacency);
    const Covered got = covariance_of({table_of(entries, 2), 2, {-1, -1}, {1, 1}}, budget, price,
                                      std::string(law.name) + std::to_string(run));
    double low[4], high[4];
    EXPECT_EQ(dpcvx_covariance_intervals(got.it, low, high, 4, nullptr), DPCVX_OK);
    Score *const scores[] = {&out.covariance, &out.variance};
    for (size_t k = 0; k < 2; ++k) {
      const size_t entry = k == 0 ? 1 : 3;
      const double middle = (low[entry] + high[entry]) / 2, half = of_width * (high[entry] - low[entry]) / 2;
      scores[k]->held += std::fabs(truth[k] - middle) <= half + 1e-5;  // what the lattice and `truth` may err by
      scores[k]->widths.push_back(2 * half);
      scores[k]->errors.push_back(std::fabs(got.matrix[entry] - truth[k]));
    }
  }
  return out;
}

void hold(bool gaussian, int32_t adjacency, const char *name) {
  for (const int rows : {100, 10000}) {
    if (rows > 1000 && !long_audits()) continue;
    const int runs = long_audits() ? 2000 : 25;
    double least = 1;
    std::vector<double> ratios[2];
    size_t e = 0;
    for (const double epsilon : {0.1, 1.0, 4.0}) {
      for (size_t l = 0; l < 10; ++l) {
        if (!cell_taken(l + 3 * e, 10)) continue;
        Scores found = scores_of(kLaws[l], gaussian, adjacency, epsilon, rows, runs);
        for (Score *const score : {&found.covariance, &found.variance}) {
          EXPECT_GE(score->share(), 0.95 - 4 * std::sqrt(0.05 * 0.95 / runs)) << kLaws[l].name << ' ' << epsilon;
          least = std::min(least, score->share());
        }
        const double of_covariance = found.covariance.ratio(), of_variance = found.variance.ratio();
        ratios[0].push_back(of_covariance);
        ratios[1].push_back(of_variance);
        if (long_audits())
          evidence("estimate",
                   "covariance of two columns, %s, %s, n = %d, epsilon = %g: coverage %.4f, width %.2f of the "
                   "oracle's; variances %.4f, %.2f",
                   name, kLaws[l].name, rows, epsilon, found.covariance.share(), of_covariance, found.variance.share(),
                   of_variance);
      }
      ++e;
    }
    for (std::vector<double> &of : ratios) std::sort(of.begin(), of.end());
    evidence("estimate",
             "covariances of two columns, %s, n = %d: least coverage %.4f of a stated 0.95 in %zu cells of %d runs; "
             "widths %.2f of an oracle's in the median, up to %.2f; variances %.2f, up to %.2f",
             name, rows, least, ratios[0].size(), runs, ratios[0][ratios[0].size() / 2], ratios[0].back(),
             ratios[1][ratios[1].size() / 2], ratios[1].back());
  }
}

TEST(CovarianceCoverage, GaussianNoiseReplaceOne) {
  hold(true, DPCVX_ADJACENCY_REPLACE_ONE, "Gaussian noise, replace-one");
}
TEST(CovarianceCoverage, LaplaceNoiseReplaceOne) {
  hold(false, DPCVX_ADJACENCY_REPLACE_ONE, "Laplace noise, replace-one");
}
TEST(CovarianceCoverage, GaussianNoiseAddRemove) {
  hold(true, DPCVX_ADJACENCY_ADD_REMOVE, "Gaussian noise, add/remove");
}
TEST(CovarianceCoverage, LaplaceNoiseAddRemove) {
  hold(false, DPCVX_ADJACENCY_ADD_REMOVE, "Laplace noise, add/remove");
}

// A fifth of the width is too little.
TEST(CovarianceCoverage, ControlAFifthOfTheWidthFails) {
  const Scores found = scores_of(kLaws[0], true, DPCVX_ADJACENCY_REPLACE_ONE, 4, 1000, 60, 0.2);
  EXPECT_LT(found.covariance.share(), 0.9);
  EXPECT_LT(found.variance.share(), 0.9);
}

}  // namespace
