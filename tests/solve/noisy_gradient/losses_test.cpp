// Noisy gradient descent for every loss, domain and unit: what fits come to against what plans predict, and why a plan
// is refused.
#include <gtest/gtest.h>

#include "audit/generator.h"
#include "model/objective_handle.h"
#include "support/evidence.h"
#include "support/handles.h"

namespace {

using namespace fixtures;

using DomainHandle = Handle<dpcvx_domain, dpcvx_domain_destroy>;

constexpr int64_t kRows = 400, kColumns = 3, kClasses = 3;

struct Loss {
  int32_t kind;
  const char *name;
  bool bounded;  // on all of R^d
};
constexpr Loss kLosses[] = {
    {DPCVX_LOSS_LOGISTIC, "logistic", true},
    {DPCVX_LOSS_MULTINOMIAL, "multinomial", true},
    {DPCVX_LOSS_HINGE, "hinge", true},
    {DPCVX_LOSS_SMOOTHED_HINGE, "smoothed hinge", true},
    {DPCVX_LOSS_SQUARED, "squared", false},
    {DPCVX_LOSS_ABSOLUTE, "absolute", true},
    {DPCVX_LOSS_PINBALL, "pinball", true},
    {DPCVX_LOSS_HUBER, "Huber", true},
    {DPCVX_LOSS_POWER_HINGE, "power hinge", false},
    {DPCVX_LOSS_POWER, "power", false},
    {DPCVX_LOSS_POISSON, "Poisson", true},
};
bool two_classes(int32_t loss) {
  return loss == DPCVX_LOSS_LOGISTIC || loss == DPCVX_LOSS_HINGE || loss == DPCVX_LOSS_SMOOTHED_HINGE ||
         loss == DPCVX_LOSS_POWER_HINGE;
}
int64_t dimension_of(int32_t loss) { return (kColumns + 1) * (loss == DPCVX_LOSS_MULTINOMIAL ? kClasses : 1); }

enum Where { kEverywhere, kBall, kAbsoluteBall, kBox, kSimplex, kWheres };
constexpr const char *kWhereNames[] = {"everywhere", "l2 ball", "l1 ball", "box", "simplex"};

DomainHandle domain(Where where, int64_t dimension) {
  DomainHandle out;
  const std::vector<double> low(static_cast<size_t>(dimension), -0.3), high(static_cast<size_t>(dimension), 2.0);
  dpcvx_status status = DPCVX_OK;
  if (where == kBall) status = dpcvx_domain_create_ball(2, 1.5, nullptr, dimension, &out.it, nullptr);
  if (where == kAbsoluteBall) status = dpcvx_domain_create_ball(1, 2.0, nullptr, dimension, &out.it, nullptr);
  if (where == kBox) status = dpcvx_domain_create_box(low.data(), high.data(), dimension, &out.it, nullptr);
  if (where == kSimplex) status = dpcvx_domain_create_simplex(2, dimension, &out.it, nullptr);
  EXPECT_EQ(status, DPCVX_OK);
  return out;
}

// Columns uniform in [-1, 1]; labels follow two of them, with noise. `users`: every seven rows are a user's.
DatasetHandle table(int32_t loss, bool users) {
  std::mt19937_64 bits(static_cast<uint64_t>(loss));
  std::uniform_real_distribution<double> uniform(-1, 1);
  Rows rows;
  for (int64_t i = 0; i < kRows; ++i) {
    std::vector<double> row(kColumns);
    for (double &x : row) x = uniform(bits);
    const double z = 0.5 * row[0] - 0.3 * row[1] + 0.1 + 0.4 * uniform(bits);
    const double label = loss == DPCVX_LOSS_MULTINOMIAL ? (z > 0.2    ? 2
                                                           : z > -0.2 ? 1
                                                                      : 0)
                         : two_classes(loss)            ? (z > 0 ? 1 : -1)
                         : loss == DPCVX_LOSS_POISSON   ? (z > 0 ? 1 : 0)
                                                        : z;
    rows.add(row, label);
  }
  DatasetHandle records = dataset(rows);
  if (!users) return records;
  std::vector<int64_t> ids(kRows);
  for (int64_t i = 0; i < kRows; ++i) ids[static_cast<size_t>(i)] = i / 7;
  DatasetHandle grouped;
  EXPECT_EQ(dpcvx_dataset_create_with_users(records, ids.data(), kRows, &grouped.it, nullptr), DPCVX_OK);
  return grouped;
}

ObjectiveHandle make(int32_t loss, Where where, bool users, double label_bound = 1) {
  const DatasetHandle data = table(loss, users);
  const DomainHandle within = domain(where, dimension_of(loss));
  OptionsHandle options;
  ObjectiveHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, label_bound, nullptr);
  if (loss == DPCVX_LOSS_MULTINOMIAL) dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, kClasses, nullptr);
  EXPECT_EQ(dpcvx_objective_create(data, loss, within, options, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

double value(const dpcvx_objective *it, const std::vector<double> &w) {
  double out = NAN;
  EXPECT_EQ(dpcvx_nonprivate_objective_value(it, w.data(), static_cast<int64_t>(w.size()), &out, nullptr, nullptr),
            DPCVX_OK);
  return out;
}

struct Planned {
  PlanHandle plan;
  dpcvx_status status;
  dpcvx_error err;
};
Planned plan(const dpcvx_objective *it, double mu, bool users, const dpcvx_options *options = nullptr) {
  Planned out;
  const BudgetHandle ledger =
      budget(1e9, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
  out.status =
      dpcvx_plan_create(ledger, gdp(mu), it, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, options, &out.plan.it, &out.err);
  return out;
}

double off_domain(Where where, const std::vector<double> &w) {
  if (where == kEverywhere) return 0;
  std::vector<double> projected(w.size());
  const int64_t d = static_cast<int64_t>(w.size());
  EXPECT_EQ(dpcvx_domain_project(domain(where, d), w.data(), projected.data(), d, nullptr), DPCVX_OK);
  return distance(w, projected);
}

// The best value is that of a fit with hardly any noise and many steps.
struct Worst {
  double ratio = 0;
  int count = 0;
};

void compare(const Loss &loss, Where where, bool users, Worst &worst) {
  const ObjectiveHandle it = make(loss.kind, where, users);
  const OptionsHandle thorough = plan_options(), usual = plan_options();
  dpcvx_options_set_f64(thorough, DPCVX_PLAN_OPTION_MAX_PASSES, 2000, nullptr);
  // Predictions are of whole gradients, which are not the default where slopes grow.
  for (dpcvx_options *options : {thorough.it, usual.it})
    if (!loss.bounded)
      dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_CLIPPING_NORM, it.it->objective->lipschitz(), nullptr);
  const auto fitted = [&](double mu, const dpcvx_options *options, double *predicted) {
    const Planned planned = plan(it, mu, users, options);
    EXPECT_EQ(planned.status, DPCVX_OK) << loss.name << " " << kWhereNames[where] << ": " << planned.err.message;
    *predicted = plan_figure(planned.plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK);
    const BudgetHandle ledger =
        budget(1e15, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
    const RngHandle source = rng(loss.name);
    FitHandle fit;
    EXPECT_EQ(dpcvx_fit_create(ledger, source, planned.plan, nullptr, &fit.it, nullptr), DPCVX_OK);
    const std::vector<double> w = coefficients(fit);
    EXPECT_LT(off_domain(where, w), 1e-9) << loss.name << " " << kWhereNames[where];
    return value(it, w);
  };
  double predicted, rest;
  const double best = fitted(1e5, thorough, &rest);
  for (double mu : {0.1, 1.0, 30.0}) {
    const double excess = fitted(mu, usual, &predicted) - best;
    EXPECT_LT(excess, predicted) << loss.name << " " << kWhereNames[where] << " mu " << mu;
    worst.ratio = std::fmax(worst.ratio, excess / predicted);
    ++worst.count;
  }
}

// Usually each loss in each domain with one of the units.
TEST(Losses, EveryDomainAndUnitKeepsToThePrediction) {
  Worst worst;
  size_t row = 0;
  for (const Loss &loss : kLosses) {
    ++row;
    for (int where = kEverywhere; where < kWheres; ++where)
      for (bool users : {false, true})
        if ((loss.bounded || where != kEverywhere) && cell_taken(row + static_cast<size_t>(where) + users, 3))
          compare(loss, static_cast<Where>(where), users, worst);
  }
  evidence("solve", "%d fits over losses, domains, units and prices: excess risk at most %.2f of the prediction",
           worst.count, worst.ratio);
}

// The share of Y B that squares are clipped at.
double share_of_squares(double mu) {
  const double z = kRows * mu / static_cast<double>(kColumns + 1);
  return std::fmin(1, 0.03 * std::pow(std::fmax(1, z / 5), 0.6));
}

// Powers: the gradient at a residual of .15 Y on a row of norm B. Squares: a share that grows with the signal. A domain
// changes neither.
TEST(Losses, WithoutABoundOnGradientsAreClippedByPublicNumbers) {
  for (const Loss &loss : kLosses) {
    if (loss.bounded) continue;
    const bool regression = loss.kind != DPCVX_LOSS_POWER_HINGE;
    for (const double label_bound : {1.0, 9.0})
      for (const Where where : {kEverywhere, kBall})
        for (const bool users : {false, true}) {
          const ObjectiveHandle it = make(loss.kind, where, users, label_bound);
          const Planned automatic = plan(it, 1, users);
          ASSERT_EQ(automatic.status, DPCVX_OK) << automatic.err.message;
          const bool squares = loss.kind == DPCVX_LOSS_SQUARED;
          const double slope = squares ? label_bound : 1.5 * (regression ? std::sqrt(label_bound) : 1);
          const double units = static_cast<double>(it.it->objective->units());
          const double share = squares ? share_of_squares(units / kRows) : regression ? 0.15 : 1;
          const double expected = std::fmin(share * slope, it.it->objective->lipschitz());
          EXPECT_NEAR(plan_figure(automatic.plan, DPCVX_PLAN_FIGURE_CLIPPING_NORM), expected, 1e-9 * slope)
              << loss.name << " " << kWhereNames[where] << " " << users;
        }
    // Dropped at a short norm, most gradients would be lost.
    const OptionsHandle dropped = plan_options();
    dpcvx_options_set_i64(dropped, DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS, 1, nullptr);
    const ObjectiveHandle within = make(loss.kind, kBall, false);
    const Planned whole = plan(within, 1, false, dropped);
    ASSERT_EQ(whole.status, DPCVX_OK) << whole.err.message;
    EXPECT_EQ(plan_figure(whole.plan, DPCVX_PLAN_FIGURE_CLIPPING_NORM), within.it->objective->lipschitz()) << loss.name;
    const ObjectiveHandle it = make(loss.kind, kEverywhere, false);
    const double at_label = loss.kind == DPCVX_LOSS_SQUARED ? 1 : 1.5;
    EXPECT_NEAR(plan_figure(plan(it, 1, false, dropped).plan, DPCVX_PLAN_FIGURE_CLIPPING_NORM),
                (regression ? 0.15 : 1) * at_label, 1e-9);
    const OptionsHandle clipped = plan_options();
    dpcvx_options_set_f64(clipped, DPCVX_PLAN_OPTION_CLIPPING_NORM, 1.5, nullptr);
    const Planned planned = plan(it, 1, false, clipped);
    ASSERT_EQ(planned.status, DPCVX_OK) << planned.err.message;
    EXPECT_EQ(plan_figure(planned.plan, DPCVX_PLAN_FIGURE_CLIPPING_NORM), 1.5);
  }
}

// What is there already is not asked for again.
TEST(Losses, WhatHelpsIsWhatIsMissing) {
  const auto why = [](int32_t loss, Where where, double label_bound) {
    return std::string(plan(make(loss, where, false, label_bound), 1, false).err.message);
  };
  for (int32_t loss : {DPCVX_LOSS_SQUARED, DPCVX_LOSS_POWER}) {
    for (const Where where : {kEverywhere, kBall})
      EXPECT_NE(why(loss, where, 0).find("the objective DPCVX_OBJECTIVE_OPTION_LABEL_BOUND,"), std::string::npos);
    EXPECT_EQ(why(loss, kEverywhere, 1), "");
  }
  EXPECT_EQ(why(DPCVX_LOSS_POWER_HINGE, kEverywhere, 0), "");
}

TEST(Losses, WithoutAScaleOfLabelsAPlanSaysWhatHelps) {
  for (int32_t loss : {DPCVX_LOSS_ABSOLUTE, DPCVX_LOSS_PINBALL, DPCVX_LOSS_HUBER}) {
    const ObjectiveHandle it = make(loss, kEverywhere, false, 0);
    const Planned refused = plan(it, 1, false);
    EXPECT_EQ(refused.status, DPCVX_ERR_UNSUPPORTED);
    EXPECT_NE(std::strstr(refused.err.message, "the scale of the labels is not public"), nullptr)
        << refused.err.message;
    const OptionsHandle given = plan_options();
    dpcvx_options_set_f64(given, DPCVX_PLAN_OPTION_PLANNING_RADIUS, 3, nullptr);
    EXPECT_EQ(plan(it, 1, false, given).status, DPCVX_OK);
    EXPECT_EQ(plan(make(loss, kBall, false, 0), 1, false).status, DPCVX_OK);
  }
}

// R B = 20, 20 sqrt((K - 1) / 2), 5 Y, and no more than the domain is wide.
TEST(Losses, ReachFollowsFromLabelsClassesAndDomain) {
  const auto reach = [](int32_t loss, Where where, double label_bound) {
    return plan_figure(plan(make(loss, where, false, label_bound), 1, false).plan, DPCVX_PLAN_FIGURE_PLANNING_RADIUS);
  };
  EXPECT_EQ(reach(DPCVX_LOSS_LOGISTIC, kEverywhere, 0), 20);
  EXPECT_EQ(reach(DPCVX_LOSS_HINGE, kEverywhere, 0), 20);
  EXPECT_NEAR(reach(DPCVX_LOSS_MULTINOMIAL, kEverywhere, 0), 20, 1e-12);  // three classes
  EXPECT_EQ(reach(DPCVX_LOSS_ABSOLUTE, kEverywhere, 2.5), 12.5);
  EXPECT_NEAR(reach(DPCVX_LOSS_LOGISTIC, kBall, 0), 1.5, 1e-9);  // from the centre
  EXPECT_NEAR(reach(DPCVX_LOSS_SQUARED, kBall, 1), 1.5, 1e-9);
}

TEST(Losses, SmoothingIsChosenWhereThereAreCorners) {
  for (const Loss &loss : kLosses) {
    const Planned planned = plan(make(loss.kind, kBall, false), 1, false);
    ASSERT_EQ(planned.status, DPCVX_OK);
    const bool smooth = loss.kind == DPCVX_LOSS_LOGISTIC || loss.kind == DPCVX_LOSS_MULTINOMIAL ||
                        loss.kind == DPCVX_LOSS_SMOOTHED_HINGE || loss.kind == DPCVX_LOSS_SQUARED ||
                        loss.kind == DPCVX_LOSS_HUBER || loss.kind == DPCVX_LOSS_POISSON;
    EXPECT_EQ(plan_figure(planned.plan, DPCVX_PLAN_FIGURE_SMOOTHING) > 0, !smooth) << loss.name;
    const OptionsHandle none = plan_options();
    dpcvx_options_set_f64(none, DPCVX_PLAN_OPTION_SMOOTHING, 0, nullptr);
    const Planned rough = plan(make(loss.kind, kBall, false), 1, false, none);
    EXPECT_EQ(plan_figure(rough.plan, DPCVX_PLAN_FIGURE_SMOOTHING), 0);
    EXPECT_GE(plan_figure(rough.plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK),
              0.95 * plan_figure(planned.plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK))
        << loss.name;
  }
}

}  // namespace
