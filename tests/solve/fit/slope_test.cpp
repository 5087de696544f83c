// Private slopes along decision values: what one unit moves, what they are bounded by, and the scale they stand for.
#include "solve/fit/release_slope.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "base/error.h"
#include "dpcvx/simple.h"
#include "model/objective_handle.h"
#include "privacy/curve/curve_handle.h"
#include "solve/fit/saved.h"

namespace {

using namespace fixtures;
using dpcvx::solve::kSlopes;
using dpcvx::solve::SlopePlan;

struct Sums {
  int64_t at[kSlopes];
};

double distance(const Sums &a, const Sums &b) {
  double square = 0;
  for (size_t i = 0; i < kSlopes; ++i) square += std::pow(static_cast<double>(a.at[i] - b.at[i]), 2);
  return std::sqrt(square);
}

// Two units that stay, and one of up to two records, in one column with no intercept. `classes` is 2 or more.
struct Case {
  int64_t classes = 2;
  bool users = true;
};

struct Record {
  double value, label, weight;
};

ObjectiveHandle objective_of(const Case &of, const std::vector<Record> &moving) {
  Rows rows;
  std::vector<int64_t> ids;
  std::vector<double> weights;
  const auto add = [&](const Record &record, int64_t id) {
    const double label = of.classes == 2 ? (record.label > 0 ? 1 : -1) : record.label;
    rows.add({record.value}, label);
    weights.push_back(record.weight), ids.push_back(id);
  };
  add({0.3, 0, 1}, 1), add({-0.9, 1, 1}, 2);
  for (const Record &record : moving) add(record, 3);
  const DatasetHandle plain = dataset(rows);
  DatasetHandle weighted, owned;
  OptionsHandle options;
  ObjectiveHandle out;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_dataset_create_with_weights(plain, weights.data(), rows.count(), &weighted.it, nullptr), DPCVX_OK);
  if (of.users) {
    EXPECT_EQ(dpcvx_dataset_create_with_users(weighted, ids.data(), rows.count(), &owned.it, nullptr), DPCVX_OK);
  }
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, nullptr);
  if (of.classes > 2) dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, of.classes, nullptr);
  EXPECT_EQ(dpcvx_objective_create(of.users ? owned : weighted,
                                   of.classes == 2 ? DPCVX_LOSS_LOGISTIC : DPCVX_LOSS_MULTINOMIAL, nullptr, options,
                                   &out.it, &err),
            DPCVX_OK)
      << err.message;
  return out;
}

SlopePlan planned(const dpcvx_objective *objective, int32_t adjacency, double mu = 1) {
  SlopePlan plan;
  dpcvx::Error error(nullptr, "test");
  EXPECT_EQ(dpcvx::solve::plan_slope(gdp(mu).it->curve, *objective->objective, adjacency, &plan, error), DPCVX_OK);
  return plan;
}

// Of coefficients that give the first class decision values of up to 20, and the others less, each its own share.
Sums sums_of(const Case &of, const std::vector<Record> &moving, int32_t adjacency) {
  const ObjectiveHandle objective = objective_of(of, moving);
  std::vector<double> coefficients, work(static_cast<size_t>(2 * of.classes));
  for (int64_t k = 0; k < (of.classes == 2 ? 1 : of.classes); ++k)
    coefficients.push_back(20.0 * std::pow(-0.5, static_cast<double>(k)));
  Sums sums;
  dpcvx::solve::sum_slopes(*objective.it->objective, planned(objective, adjacency), coefficients.data(), work.data(),
                           sums.at);
  return sums;
}

// Every value a unit can have on a grid: none, null records, one record or two.
std::vector<std::vector<Record>> units_of(const Case &of) {
  std::vector<Record> records;
  for (double value : {-1.0, -0.3, -0.064, 0.0, 0.064, 0.1, 0.5, 1.0})
    for (int64_t label = 0; label < of.classes; ++label)
      for (double weight : {0.0, 0.5, 1.0}) records.push_back({value, static_cast<double>(label), weight});
  std::vector<std::vector<Record>> units;
  for (size_t i = 0; i < records.size(); ++i) {
    units.push_back({records[i]});
    for (size_t j = i % 5; of.users && j < records.size(); j += 5) units.push_back({records[i], records[j]});
  }
  return units;
}

// All pairs of neighbours under each adjacency. A null unit counts as an absent one.
TEST(Slopes, SumsMoveByNoMoreThanTheSensitivity) {
  for (const Case &of : {Case{2, true}, Case{2, false}, Case{3, true}}) {
    for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
      const Sums absent = sums_of(of, {}, adjacency);
      std::vector<Sums> sums;
      for (const std::vector<Record> &unit : units_of(of)) {
        sums.push_back(sums_of(of, unit, adjacency));
        bool null = true;
        for (const Record &record : unit) null = null && record.weight == 0;
        if (null) {
          EXPECT_EQ(distance(sums.back(), absent), 0) << "as if it were absent";
        }
      }
      double removed = 0, replaced = 0;
      for (const Sums &one : sums) {
        removed = std::max(removed, distance(one, absent));
        for (const Sums &other : sums) replaced = std::max(replaced, distance(one, other));
      }
      const bool replaces = adjacency == DPCVX_ADJACENCY_REPLACE_ONE;
      const double least = replaces ? 0.93 : 0.999, moved = replaces ? replaced : removed;
      const SlopePlan plan = planned(objective_of(of, {{1, 1, 1}}), adjacency);
      EXPECT_LE(moved, plan.noise.sensitivity) << of.classes;
      EXPECT_GT(moved, least * plan.noise.sensitivity) << of.classes;
      EXPECT_GE(plan.noise.scale * plan.mu, plan.noise.sensitivity);
      if (!replaces) {
        EXPECT_GT(replaced, plan.noise.sensitivity) << "control: noise of a removal does not cover a replacement";
      }
    }
  }
}

// Control: records of a user apart move more than one unit may.
TEST(Slopes, RecordsOfAUserMoveMore) {
  const Case records{2, false};
  const SlopePlan plan = planned(objective_of(records, {{1, 1, 1}}), DPCVX_ADJACENCY_REPLACE_ONE);
  const Sums wrong = sums_of(records, {{1, 0, 1}, {1, 0, 1}}, DPCVX_ADJACENCY_REPLACE_ONE);
  EXPECT_GT(distance(wrong, sums_of(records, {}, DPCVX_ADJACENCY_REPLACE_ONE)), 1.8 * plan.noise.sensitivity);
}

// Coefficients that are not numbers, or as great as doubles are, leave slopes in their range.
TEST(Slopes, KeepTheirRangeWhateverTheModelIs) {
  const ObjectiveHandle with = objective_of({2, false}, {{1, 0, 1}});
  const SlopePlan plan = planned(with, DPCVX_ADJACENCY_REPLACE_ONE);
  const double most = 3 * (plan.greatest / plan.noise.lattice.step() + 1);
  double work[4];
  for (double w : {HUGE_VAL, -HUGE_VAL, std::nan(""), 1e308, -1e308, 1e-320}) {
    int64_t sums[kSlopes];
    dpcvx::solve::sum_slopes(*with.it->objective, plan, &w, work, sums);
    for (int64_t sum : sums) EXPECT_LE(std::fabs(static_cast<double>(sum)), most) << w;
  }
}

// Of the greatest number of units there can be, the sums and their noise stay within 63 bits.
TEST(Slopes, SumsDoNotOverflow) {
  for (double mu : {1e-9, 1e-3, 1.0, 100.0})
    for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
      const SlopePlan plan = planned(objective_of({2, false}, {}), adjacency, mu);
      EXPECT_LE(0x1p40 * (plan.greatest / plan.noise.lattice.step() + 1), 0x1p62) << mu;
    }
}

// <z, p - e_y> of scores with z_y = 0, whatever y is.
double slope_of(const std::vector<double> &others) {
  double sum = 1, slope = 0;
  for (double z : others) sum += std::exp(z);
  for (double z : others) slope += z * std::exp(z) / sum;
  return slope;
}

TEST(Slopes, AreBoundedBelow) {
  std::mt19937_64 bits(5);
  std::normal_distribution<double> normal;
  for (int64_t classes : {2, 3, 6, 10, 1000}) {
    const double w = -dpcvx::solve::least_slope(classes), others = static_cast<double>(classes - 1);
    EXPECT_NEAR(w * std::exp(w + 1) / others, 1, 1e-12);
    EXPECT_NEAR(slope_of(std::vector<double>(static_cast<size_t>(classes - 1), -1 - w)), -w, 1e-12) << "attained";
    std::vector<double> z(static_cast<size_t>(classes - 1));
    double least = 0;
    for (int i = 0; i < 200000 / static_cast<int>(classes); ++i) {
      const double spread = 0.1 * static_cast<double>(i % 30);
      for (double &score : z) score = -1 - w + spread * normal(bits);
      least = std::min(least, slope_of(z));
    }
    EXPECT_GE(least, -w - 1e-12) << classes;
  }
}

TEST(Slopes, StandForTheScaleWhereTheyAreZero) {
  const auto scale_of = [](std::vector<double> means) { return dpcvx::solve::scale_of_slopes(means.data()); };
  EXPECT_NEAR(scale_of({-2, -1, 0, 1, 2}), 1, 1e-12);
  EXPECT_NEAR(scale_of({-3, -2, -1, 1, 2}), std::sqrt(1.6), 1e-12);
  EXPECT_NEAR(scale_of({-3, -1, -2, 1.5, 2}), std::sqrt(1.6), 1e-12) << "pooled: -1.5, -1.5";
  EXPECT_EQ(scale_of({0.1, 0.2, 0.3, 0.4, 0.5}), 0.4);
  EXPECT_EQ(scale_of({-5, -4, -3, -2, -1}), 2.5);
  EXPECT_EQ(scale_of({5, 4, -3, -2, -10}), 2.5) << "one block, below 0";
}

TEST(Slopes, AreDrawnToOneByTheirNoise) {
  EXPECT_EQ(dpcvx::solve::drawn_to_one(1, 0.1), 1);
  EXPECT_EQ(dpcvx::solve::drawn_to_one(0.4, std::sqrt(0.51)), 1);
  EXPECT_EQ(dpcvx::solve::drawn_to_one(0.4, INFINITY), 1);
  EXPECT_NEAR(dpcvx::solve::drawn_to_one(std::exp(-0.4), -0.5), std::exp(-0.2), 1e-12);
  EXPECT_NEAR(dpcvx::solve::drawn_to_one(2.5, 0), 2.5, 1e-12);
}

// Mean slopes that grow by .05 in log s, as of labels that columns hardly tell, with noise of .03: a shrinkage by a
// guess of .25 moved models to the ends of the scales. The control: the scales themselves.
TEST(Slopes, LittleSignalMovesScalesLittle) {
  constexpr int kTrials = 4000;
  constexpr double kGrowth = 0.05, kNoise = 0.03;
  std::mt19937_64 bits(5);
  std::normal_distribution<double> normal(0, kNoise);
  double drawn = 0, as_found = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    double means[dpcvx::solve::kSlopes];
    for (size_t i = 0; i < dpcvx::solve::kSlopes; ++i)
      means[i] = kGrowth * std::log(dpcvx::solve::kSlopeScales[i]) + normal(bits);
    const double doubt = kNoise / means[dpcvx::solve::kSlopeAtOne], found = dpcvx::solve::scale_of_slopes(means);
    const double scale = dpcvx::solve::drawn_to_one(found, doubt);
    drawn += std::log(scale) * std::log(scale) / kTrials;
    as_found += std::log(found) * std::log(found) / kTrials;
  }
  EXPECT_LT(drawn, 0.03);
  EXPECT_GT(as_found, 0.1);
}

constexpr double kDelta = 1e-6;

OptionsHandle table_options(double centring, int32_t method) {
  OptionsHandle options;
  EXPECT_EQ(dpcvx_fit_table_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_CENTRING_FRACTION, centring, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_METHOD, method, nullptr);
  return options;
}

// Of fit_table, where columns are in [-1, 1].
FitHandle fitted(int32_t loss, double centring, int32_t method = DPCVX_METHOD_NOISY_GRADIENT_DESCENT, double l2 = 0,
                 const dpcvx_monitor *watch = nullptr) {
  Rows rows = random_rows(4000, 2, 3, 0.3);
  for (double &x : rows.features) x = std::fmax(-1, std::fmin(1, x));
  const DatasetHandle table = dataset(rows);
  const double low[] = {-1, -1}, high[] = {1, 1};
  const OptionsHandle options = table_options(centring, method);
  FitHandle out;
  dpcvx_error err{};
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_L2, l2, nullptr);
  if (loss == DPCVX_LOSS_SQUARED) dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, 1, nullptr);
  EXPECT_EQ(dpcvx_fit_table(table, loss, low, high, 2, 2, kDelta, options, watch, &out.it, &err), DPCVX_OK)
      << err.message;
  return out;
}

double scale_of(const dpcvx_fit *fit) { return constant_of(fit, "scale_of_model"); }

TEST(Slopes, AreStatedAndChargedWithTheFit) {
  const FitHandle fit = fitted(DPCVX_LOSS_LOGISTIC, -1);
  EXPECT_GE(scale_of(fit), 0.4);
  EXPECT_LE(scale_of(fit), 2.5);
  EXPECT_NE(report_of(fit).find("the model was scaled by scale_of_model"), std::string::npos);
  EXPECT_LE(epsilon_of(fit, kDelta), 2 * (1 + 1e-9));
  EXPECT_GT(epsilon_of(fit, kDelta), 2 * (1 - 1e-3));
}

// A cancelled fit gives the model as it is, and states what was released of it alone.
TEST(Slopes, AreNotReleasedOfACancelledFit) {
  const MonitorHandle stopping = monitor([](const dpcvx_progress *, void *) { return 1; });
  const FitHandle fit = fitted(DPCVX_LOSS_LOGISTIC, -1, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, 0, stopping);
  EXPECT_EQ(fit_figure(fit, DPCVX_FIT_FIGURE_OUTCOME), DPCVX_OUTCOME_CANCELLED);
  EXPECT_TRUE(std::isnan(scale_of(fit)));
  EXPECT_LT(epsilon_of(fit, kDelta), 2 * (1 - 1e-3));
}

// A clip that is given bends the sizes of models, which slopes undo: typical risk counts a tenth of that. Controls: no
// slopes, and a method that takes none.
TEST(Slopes, UndoWhatAGivenClipBends) {
  const DatasetHandle table = dataset(random_rows(4000, 2, 3, 0.3));
  const double low[] = {-1, -1}, high[] = {1, 1};
  const auto risk = [&](double clip, double centring, int32_t method) {
    const OptionsHandle options = table_options(centring, method);
    PlanHandle plan;
    dpcvx_error err{};
    dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_CLIPPING_NORM, clip, nullptr);
    EXPECT_EQ(dpcvx_fit_table_plan(table, DPCVX_LOSS_LOGISTIC, low, high, 2, 2, kDelta, options, &plan.it, &err),
              DPCVX_OK)
        << err.message;
    double out = NAN;
    dpcvx_plan_get_f64(plan, method, DPCVX_PLAN_FIGURE_TYPICAL_RISK, &out, nullptr);
    return out;
  };
  const double with = risk(0.03, -1, DPCVX_METHOD_NOISY_GRADIENT_DESCENT);
  EXPECT_LT(with, 0.2 * risk(0.03, 0, DPCVX_METHOD_NOISY_GRADIENT_DESCENT));
  EXPECT_LT(with, 0.2 * risk(0.03, -1, DPCVX_METHOD_LAST_ITERATE));
  EXPECT_GT(with, 3 * risk(1, -1, DPCVX_METHOD_NOISY_GRADIENT_DESCENT));
}

// Control: no centring at all, other losses, methods that do not take slopes, and quadratics.
TEST(Slopes, AreThoseOfClassesAndNoisyGradients) {
  EXPECT_TRUE(std::isnan(scale_of(fitted(DPCVX_LOSS_LOGISTIC, 0))));
  EXPECT_TRUE(std::isnan(scale_of(fitted(DPCVX_LOSS_SQUARED, -1))));
  EXPECT_TRUE(std::isnan(scale_of(fitted(DPCVX_LOSS_LOGISTIC, -1, DPCVX_METHOD_LAST_ITERATE))));
  EXPECT_TRUE(std::isnan(scale_of(fitted(DPCVX_LOSS_LOGISTIC, -1, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, 0.01))));
}

}  // namespace
