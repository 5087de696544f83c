// Private spread of labels: what one unit moves, what is released, and which deviation it stands for.
#include "data/release/spread.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"
#include "data/fixtures.h"
#include "dpcvx.h"
#include "privacy/budget/budget_handle.h"
#include "privacy/curve/curve_handle.h"
#include "random/rng_handle.h"

namespace {

using namespace data_tests;
using dpcvx::data::SpreadPlan;

constexpr double kWidth = 2;

SpreadPlan planned(int64_t units, double mu = 1) {
  dpcvx_curve *price = nullptr;
  SpreadPlan plan;
  dpcvx::Error error(nullptr, "test");
  EXPECT_EQ(dpcvx_curve_create_gdp(mu, &price, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx::data::plan_spread(price->curve, static_cast<double>(units), kWidth, &plan, error), DPCVX_OK);
  dpcvx_curve_destroy(price);
  return plan;
}

Table labelled(const std::vector<double> &labels) {
  const int64_t rows = static_cast<int64_t>(labels.size());
  return made(Made::kDense, random_entries(rows, 1, 1, 3), labels.data());
}

Table owned(const Table &table, const std::vector<int64_t> &ids) {
  Table out;
  EXPECT_EQ(dpcvx_dataset_create_with_users(table.handle, ids.data(), table->rows(), &out.handle, nullptr), DPCVX_OK);
  return out;
}

Table weighted(const Table &table, const std::vector<double> &weights) {
  Table out;
  EXPECT_EQ(dpcvx_dataset_create_with_weights(table.handle, weights.data(), table->rows(), &out.handle, nullptr),
            DPCVX_OK);
  return out;
}

int64_t sum_of(const Table &table) { return dpcvx::data::sum_of_spread(*table, planned(4)); }

// Every pair of neighbours: three units that stay, and a user of two records with labels anywhere, null or not, or
// none. The bound is reached, but for what rounding adds.
TEST(Spread, SumsMoveByNoMoreThanTheSensitivity) {
  constexpr double kLabels[] = {-1e300, -2, -0.7, 0, 1e-9, 0.3333, 1.9999999, 2, 7};
  const int64_t rest = sum_of(owned(labelled({0.1, -2, 1.5}), {1, 2, 3}));
  int64_t least = rest, greatest = rest;
  double records = 0;
  for (double first : kLabels)
    for (double second : kLabels) {
      const Table plain = labelled({0.1, -2, 1.5, first, second}), users = owned(plain, {1, 2, 3, 4, 4});
      records = std::max(records, static_cast<double>(sum_of(plain) - rest));
      for (double weight : {0.0, 0.5, 1.0})
        for (double other : {0.0, 1.0}) {
          const int64_t sum = sum_of(weighted(users, {1, 1, 1, weight, other}));
          if (weight == 0 && other == 0) {
            EXPECT_EQ(sum, rest) << "as if it were absent";
          }
          least = std::min(least, sum), greatest = std::max(greatest, sum);
        }
    }
  const SpreadPlan plan = planned(4);
  const double moved = static_cast<double>(greatest - least);
  EXPECT_LE(moved, plan.noise.sensitivity);
  EXPECT_GT(moved, 0.9999 * plan.noise.sensitivity);
  EXPECT_GE(plan.noise.scale * plan.mu, plan.noise.sensitivity);
  EXPECT_GT(records, 1.9 * plan.noise.sensitivity) << "control: records of a user apart";
}

// Of the greatest number of units there can be, the sum stays within 63 bits.
TEST(Spread, SumsDoNotOverflow) { EXPECT_LE(0x1p40 / planned(1).noise.lattice.step() + 1, 0x1p62); }

dpcvx_status released(const Table &table, int seed, double mu, int64_t units, double *spread,
                      int32_t unit = DPCVX_UNIT_RECORD) {
  dpcvx_budget *budget = nullptr;
  dpcvx_rng *rng = nullptr;
  dpcvx_curve *price = nullptr;
  const std::string text = "spread" + std::to_string(seed);
  EXPECT_EQ(dpcvx_rng_create_deterministic(text.data(), text.size(), &rng, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_curve_create_gdp(mu, &price, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_budget_create(1000, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, unit, nullptr, &budget, nullptr), DPCVX_OK);
  dpcvx::Error error(nullptr, "test");
  dpcvx::privacy::Guarantee record;
  dpcvx::mechanism::Release release(budget->budget, rng->rng, price->curve, record, error);
  const dpcvx_status status = dpcvx::data::release_spread(release, *table, planned(units, mu), spread);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_rng_destroy(rng);
  return status;
}

TEST(Spread, IsTheMeanWithThePlannedNoise) {
  std::vector<double> labels;
  double mean = 0;
  for (int i = 0; i < 50; ++i) {
    labels.push_back(3 * std::sin(static_cast<double>(i)));
    mean += std::min(std::fabs(labels.back()) / kWidth, 1.0) / 50;
  }
  const Table table = labelled(labels);
  constexpr double kMu = 2;
  constexpr int kRuns = 1000;
  double squares = 0;
  for (int run = 0; run < kRuns; ++run) {
    double spread = NAN;
    ASSERT_EQ(released(table, run, kMu, 50, &spread), DPCVX_OK);
    squares += (spread - mean) * (spread - mean) / kRuns;
  }
  EXPECT_NEAR(planned(50, kMu).stddev * kMu * 50, 1, 1e-4);
  EXPECT_NEAR(std::sqrt(squares) / planned(50, kMu).stddev, 1, 0.1);
}

TEST(Spread, RefusesATableOfAnotherUnit) {
  double spread = NAN;
  EXPECT_EQ(released(labelled({1, 2, 3}), 0, 1, 3, &spread, DPCVX_UNIT_USER), DPCVX_ERR_ARGUMENT);
  EXPECT_TRUE(std::isnan(spread));
}

// By the trapezoidal rule.
TEST(Spread, StandsForTheDeviationOfANormalLaw) {
  for (double deviation : {0.01, 0.1, 0.4, 1.0, 3.0}) {
    double mean = 0;
    for (int i = -80000; i <= 80000; ++i) {
      const double z = i * 1e-4;
      mean += 1e-4 * std::exp(-z * z / 2) / std::sqrt(8 * std::atan(1.0)) * std::min(std::fabs(z) * deviation, 1.0);
    }
    EXPECT_NEAR(dpcvx::data::deviation_of_spread(mean), deviation, 1e-5 * deviation);
  }
  EXPECT_LT(dpcvx::data::deviation_of_spread(-0.3), 1e-10);
  EXPECT_LT(dpcvx::data::deviation_of_spread(0), 1e-10);
  EXPECT_EQ(dpcvx::data::deviation_of_spread(1.2), 10);
}

}  // namespace
