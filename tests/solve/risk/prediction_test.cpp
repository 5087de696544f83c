// What a plan predicts against what its fits come to: mean excess risk over the best model, on synthetic tables of
// several sizes, for every kind of loss.
#include <gtest/gtest.h>

#include "support/evidence.h"
#include "support/handles.h"

namespace {

using namespace fixtures;

struct Table {
  int64_t rows, columns;
};

// Columns uniform in [-1, 1]; a label follows two of them, with noise.
Rows synthetic(const Table &size, bool two_classes) {
  std::mt19937_64 bits(static_cast<uint64_t>(size.rows * 100 + size.columns));
  std::uniform_real_distribution<double> uniform(-1, 1);
  Rows rows;
  for (int64_t i = 0; i < size.rows; ++i) {
    std::vector<double> row(static_cast<size_t>(size.columns));
    for (double &x : row) x = uniform(bits);
    const double z = row[0] - 0.5 * row[1] + 0.2, u = uniform(bits);
    rows.add(row, two_classes ? (1 / (1 + std::exp(-3 * z)) > (u + 1) / 2 ? 1 : -1) : 0.4 * z + 0.3 * u);
  }
  return rows;
}

struct Ratio {
  double least = INFINITY, most = 0;
  int count = 0;
  void add(double ratio) {
    least = std::fmin(least, ratio);
    most = std::fmax(most, ratio);
    ++count;
  }
};

double value(const dpcvx_objective *it, const std::vector<double> &w) {
  double out = NAN;
  EXPECT_EQ(dpcvx_nonprivate_objective_value(it, w.data(), static_cast<int64_t>(w.size()), &out, nullptr, nullptr),
            DPCVX_OK);
  return out;
}

double best_value(const dpcvx_objective *it, int64_t dimension, double reach) {
  std::vector<double> w(static_cast<size_t>(dimension));
  EXPECT_EQ(dpcvx_nonprivate_minimize(it, nullptr, minimize_options(1e-7, 3000), nullptr, w.data(), dimension, nullptr,
                                      nullptr, nullptr, nullptr),
            DPCVX_OK);
  EXPECT_LT(norm(w), reach) << "the prediction is against models within its reach";
  return value(it, w);
}

// The mean excess of a few fits over the prediction.
double ratio(const dpcvx_objective *it, double mu, const char *seed) {
  constexpr int kFits = 5;
  const BudgetHandle ledger = budget(1e9);
  const RngHandle source = rng(seed);
  PlanHandle plan;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_plan_create(ledger, gdp(mu), it, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, nullptr, &plan.it, &err),
            DPCVX_OK)
      << err.message;
  const double predicted = plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK);
  const double best = best_value(it, static_cast<int64_t>(plan_figure(plan, DPCVX_PLAN_FIGURE_DIMENSION)),
                                 plan_figure(plan, DPCVX_PLAN_FIGURE_PLANNING_RADIUS));
  double excess = 0;
  for (int k = 0; k < kFits; ++k) {
    FitHandle fit;
    EXPECT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, &fit.it, nullptr), DPCVX_OK);
    excess += (value(it, coefficients(fit)) - best) / kFits;
  }
  return excess / predicted;
}

// A fit's excess is not above its prediction, which is a bound for the worst objective; with a quadratic it is sharp,
// and the mean of five fits passes it by chance.
void check(const char *name, const Ratio &all, double most, double least) {
  EXPECT_LE(all.most, most) << name;
  EXPECT_GE(all.least, least) << name;
  evidence("solve", "%s, %d tables and prices: mean excess risk is between %.3f and %.3f of the prediction", name,
           all.count, all.least, all.most);
}

TEST(Prediction, LogisticLoss) {
  Ratio all;
  for (const Table &size : {Table{300, 3}, Table{3000, 3}, Table{3000, 20}, Table{10000, 10}})
    for (double mu : {0.05, 0.3, 2.0}) all.add(ratio(objective(synthetic(size, true)), mu, "logistic"));
  check("logistic loss", all, 0.5, 1e-4);
}

TEST(Prediction, LogisticLossWithQuadratic) {
  Ratio all;
  for (const Table &size : {Table{300, 3}, Table{3000, 20}, Table{10000, 10}})
    for (double mu : {0.05, 0.3, 2.0})
      for (double l2 : {0.001, 0.1, 3.0})
        all.add(ratio(objective(synthetic(size, true), {true, l2, 0}), mu, "quadratic"));
  check("logistic loss with a quadratic", all, 2.5, 0.05);
}

}  // namespace
