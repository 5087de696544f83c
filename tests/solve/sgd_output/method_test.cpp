// DP-SGD-Output through the C boundary: what it claims and draws, for which problems it fits, what it chooses, and why
// it is refused.
#include <gtest/gtest.h>

#include <cstring>

#include "support/evidence.h"
#include "solve/perturbation/perturbations.h"
#include "solve/sgd_output/figures.h"
#include "solve/fit/saved.h"

namespace {

using namespace perturbations;

constexpr int32_t kMethod = DPCVX_METHOD_DP_SGD_OUTPUT;

constexpr int32_t kLosses[] = {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_HINGE,       DPCVX_LOSS_SMOOTHED_HINGE,
                               DPCVX_LOSS_SQUARED,  DPCVX_LOSS_ABSOLUTE,    DPCVX_LOSS_PINBALL,
                               DPCVX_LOSS_HUBER,    DPCVX_LOSS_POWER_HINGE, DPCVX_LOSS_POWER};
bool two_classes(int32_t loss) {
  return loss == DPCVX_LOSS_LOGISTIC || loss == DPCVX_LOSS_HINGE || loss == DPCVX_LOSS_SMOOTHED_HINGE ||
         loss == DPCVX_LOSS_POWER_HINGE;
}
bool has_corner(int32_t loss) {
  return loss == DPCVX_LOSS_HINGE || loss == DPCVX_LOSS_ABSOLUTE || loss == DPCVX_LOSS_PINBALL;
}

// Rows in the unit disc; labels follow the first column.
Rows rows_for(int32_t loss, int64_t count, uint64_t seed = 1) {
  std::mt19937_64 bits(seed);
  std::uniform_real_distribution<double> uniform(-0.7, 0.7);
  Rows rows;
  for (int64_t i = 0; i < count; ++i) {
    const double x = uniform(bits), y = uniform(bits), z = x - 0.3 * y + 0.2 * uniform(bits);
    rows.add({x, y}, two_classes(loss) ? (z > 0 ? 1 : -1) : z);
  }
  return rows;
}

DomainHandle ball(double radius) {
  DomainHandle out;
  EXPECT_EQ(dpcvx_domain_create_ball(2, radius, nullptr, 2, &out.it, nullptr), DPCVX_OK);
  return out;
}

double value(const dpcvx_objective *it, const std::vector<double> &w) {
  double out = NAN;
  EXPECT_EQ(dpcvx_nonprivate_objective_value(it, w.data(), static_cast<int64_t>(w.size()), &out, nullptr, nullptr),
            DPCVX_OK);
  return out;
}

double min_value(const dpcvx_objective *it) {
  std::vector<double> w(2);
  double gap, apart;
  int32_t outcome;
  EXPECT_EQ(dpcvx_nonprivate_minimize(it, nullptr, fixtures::minimize_options(1e-4, 3000), nullptr, w.data(), 2, &gap,
                                      &apart, &outcome, nullptr),
            DPCVX_OK);
  return value(it, w);
}

struct Fitted {
  PlanHandle plan;
  FitHandle fit;
  dpcvx_status status = DPCVX_OK;
  dpcvx_error err{};
};

Fitted fitted(dpcvx_budget *ledger, const dpcvx_curve *price, const dpcvx_objective *it, const std::string &seed,
              const dpcvx_options *options = nullptr) {
  Fitted out;
  out.status = dpcvx_plan_create(ledger, price, it, kMethod, options, &out.plan.it, &out.err);
  if (out.status != DPCVX_OK) return out;
  const RngHandle source = rng(seed);
  out.status = dpcvx_fit_create(ledger, source, out.plan, nullptr, &out.fit.it, &out.err);
  return out;
}

// ---- Problems ------------------------------------------------------------------------------------------------------

TEST(SgdOutput, FitsEveryLossDomainUnitAdjacencyOrderAndForm) {
  int64_t fits = 0;
  double worst = 0;
  const DomainHandle within = ball(1.5);
  for (int32_t loss : kLosses)
    for (bool bounded : {true, false})
      for (int32_t adjacency : kAdjacencies)
        for (bool users : {false, true}) {
          Setting setting;
          setting.loss = loss;
          setting.domain = bounded ? static_cast<const dpcvx_domain *>(within) : nullptr;
          if (!two_classes(loss)) setting.label_bound = 1;
          const Rows rows = rows_for(loss, 600);
          for (int64_t i = 0; users && i < rows.count(); ++i) setting.users.push_back(i / 3);
          if (adjacency == DPCVX_ADJACENCY_ADD_REMOVE) setting.nominal_units = users ? 210 : 590;
          const ObjectiveHandle it = objective_of(rows, setting);
          const double best = min_value(it);
          // One of the four pairs of order and form at a time.
          const int32_t order = fits % 2 == 0 ? DPCVX_SGD_ORDER_PERMUTED : DPCVX_SGD_ORDER_SAMPLED;
          const int32_t form =
              fits / 2 % 2 == 0 ? DPCVX_NOISE_CALIBRATION_EXACT : DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY;
          const BudgetHandle ledger =
              ledger_of(DPCVX_FILTER_BASIC, adjacency, users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
          const OptionsHandle options = with({{DPCVX_PLAN_OPTION_ORDER, order},
                                              {DPCVX_PLAN_OPTION_NOISE_CALIBRATION, form},
                                              {DPCVX_PLAN_OPTION_MAX_PASSES, 64}});
          const Fitted out = fitted(ledger, approximate(2, 1e-6), it, "every", options);
          ASSERT_EQ(out.status, DPCVX_OK) << loss << " " << bounded << " " << order << ": " << out.err.message;
          const auto &plan = proposal(out.plan);
          EXPECT_EQ(plan.own.as<dpcvx::solve::SgdOutputFigures>().order, order);
          const double delta = plan.curve.delta(2);
          EXPECT_LE(delta, 1e-6);
          if (form == DPCVX_NOISE_CALIBRATION_EXACT) {
            EXPECT_GT(delta, 0.99e-6);
          }
          const double excess = value(it, coefficients(out.fit)) - best;
          EXPECT_LT(excess, plan.predicted_risk) << loss << " bounded " << bounded << " order " << order;
          worst = std::max(worst, excess / plan.predicted_risk);
          ++fits;
        }
  evidence("sgd output",
           "%lld fits over losses, R^d and a ball, units, adjacencies, orders and forms: excess risk at most %.2f of "
           "the prediction",
           static_cast<long long>(fits), worst);
}

TEST(SgdOutput, FitsClassesSparseRowsAndWeights) {
  // Three classes in two columns, an l2 and its own work.
  Rows rows = rows_for(DPCVX_LOSS_HUBER, 300);
  for (double &label : rows.labels) label = label > 0.2 ? 2 : label > -0.2 ? 1 : 0;
  const DatasetHandle table = dataset(rows);
  OptionsHandle options;
  ASSERT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, 3, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, 0.01, nullptr);
  ObjectiveHandle it;
  ASSERT_EQ(dpcvx_objective_create(table, DPCVX_LOSS_MULTINOMIAL, nullptr, options, &it.it, nullptr), DPCVX_OK);
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  const Fitted out = fitted(ledger, approximate(4, 1e-6), it, "classes");
  ASSERT_EQ(out.status, DPCVX_OK) << out.err.message;
  EXPECT_LT(value(it, coefficients(out.fit)), 3 * std::log(3.0));
}

// ---- The claim -----------------------------------------------------------------------------------------------------

TEST(SgdOutput, EveryCurrencyIsChargedWhatThePriceAllows) {
  const ObjectiveHandle it = objective_of(rows_for(DPCVX_LOSS_HINGE, 500), {DPCVX_LOSS_HINGE});
  const auto check = [&](int32_t filter, const CurveHandle &price) {
    const BudgetHandle ledger = ledger_of(filter);
    const Fitted out = fitted(ledger, price, it, "currency");
    ASSERT_EQ(out.status, DPCVX_OK) << out.err.message;
    const double mu = proposal(out.plan).curve.gdp_mu();
    EXPECT_LE(mu, 0.5 * (1 + 1e-9));
    EXPECT_GT(mu, 0.49);
    EXPECT_EQ(proposal(out.plan).own.as<dpcvx::solve::SgdOutputFigures>().order, DPCVX_SGD_ORDER_PERMUTED);
  };
  CurveHandle zcdp;
  ASSERT_EQ(dpcvx_curve_create_zcdp(0.125, &zcdp.it, nullptr), DPCVX_OK);
  check(DPCVX_FILTER_GDP, gdp(0.5));
  check(DPCVX_FILTER_ZCDP, zcdp);
  check(DPCVX_FILTER_RDP, gdp(0.5));
}

// The mixture in the curve is that of lengths over the noise, the lattice included; a shorter order costs less.
TEST(SgdOutput, ThePaperAndTheQuantileAskForMoreNoise) {
  const DomainHandle within = ball(1);
  Setting setting;
  setting.loss = DPCVX_LOSS_HINGE;
  setting.domain = within;
  const ObjectiveHandle it = objective_of(rows_for(DPCVX_LOSS_HINGE, 1000), setting);
  double noise[3];
  for (int32_t form :
       {DPCVX_NOISE_CALIBRATION_EXACT, DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY, DPCVX_NOISE_CALIBRATION_REFERENCE}) {
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
    const OptionsHandle options = with({{DPCVX_PLAN_OPTION_ORDER, DPCVX_SGD_ORDER_SAMPLED},
                                        {DPCVX_PLAN_OPTION_NOISE_CALIBRATION, form},
                                        {DPCVX_PLAN_OPTION_SMOOTHING, 0},
                                        {DPCVX_PLAN_OPTION_STEPS, 1000},
                                        {DPCVX_PLAN_OPTION_STEP_SIZE, 0.001}});
    const Fitted out = fitted(ledger, approximate(1, 1e-5), it, "forms", options);
    ASSERT_EQ(out.status, DPCVX_OK) << out.err.message;
    noise[form - DPCVX_NOISE_CALIBRATION_EXACT] = plan_figure(out.plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV);
    const double paper = plan_figure(out.plan, DPCVX_PLAN_FIGURE_REFERENCE_NOISE_STDDEV);
    if (form == DPCVX_NOISE_CALIBRATION_REFERENCE) {
      EXPECT_NEAR(noise[2] / paper, 1, 1e-3);
    }
    EXPECT_LE(proposal(out.plan).curve.delta(1), 1e-5);
  }
  EXPECT_LT(noise[0], noise[1] * (1 + 1e-6));
  EXPECT_LT(noise[1], noise[2]);
  evidence("sgd output",
           "hinge, n = T = 1000, epsilon 1, delta 1e-5: noise %.4g tight, %.4g quantile, %.4g the paper's", noise[0],
           noise[1], noise[2]);
}

// Four units that are one: the walk's end does not depend on the order, and what fits vary by is the noise.
TEST(SgdOutput, DrawnNoiseIsTheClaimedNoise) {
  Rows rows;
  for (int i = 0; i < 4; ++i) rows.add({0.5, 0.5}, 1);
  const ObjectiveHandle it = objective_of(rows, {DPCVX_LOSS_LOGISTIC});
  const OptionsHandle options = with({{DPCVX_PLAN_OPTION_STEPS, 8}, {DPCVX_PLAN_OPTION_STEP_SIZE, 1}});
  const int draws = 8000 / kFewer;
  double squares = 0, sum = 0, claimed = 0;
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  const PlanHandle plan = plan_of(ledger, approximate(1, 1e-9), it, kMethod, options);
  for (int k = 0; k < draws; ++k) {
    const RngHandle source = rng("noise" + std::to_string(k));
    FitHandle fit;
    ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, &fit.it, nullptr), DPCVX_OK);
    const std::vector<double> w = coefficients(fit);
    squares += (w[0] - w[1]) * (w[0] - w[1]) / 2;
    sum += w[0] + w[1];
    claimed = fit_figure(fit, DPCVX_FIT_FIGURE_NOISE_STDDEV);
    double errors[2];
    ASSERT_EQ(dpcvx_fit_standard_errors(fit, errors, 2, nullptr), DPCVX_OK);
    EXPECT_EQ(errors[0], claimed);
  }
  const double ratio = squares / draws / claimed / claimed, spread = 6 * std::sqrt(2.0 / draws);
  EXPECT_NEAR(ratio, 1, spread);
  if (kFewer == 1) {
    EXPECT_GT(1 - 0.9 * 0.9, spread) << "noise 10 % short would not be seen";
  }
  EXPECT_GT(sum / draws, 0.5);  // it went somewhere
}

TEST(SgdOutput, ReportsItsTermsAndComesBack) {
  const ObjectiveHandle it = objective_of(rows_for(DPCVX_LOSS_HINGE, 200), {DPCVX_LOSS_HINGE});
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  const OptionsHandle options = with({{DPCVX_PLAN_OPTION_STEPS, 150}});
  const Fitted out = fitted(ledger, approximate(1, 1e-6), it, "report", options);
  ASSERT_EQ(out.status, DPCVX_OK);
  const std::string report = report_of(out.fit);
  for (const char *part :
       {"Private fit by DP-SGD-Output: done after 150 of 150 steps", "the average iterate",
        "max_steps_that_meet_a_unit", "rounding_of_a_step",
        "each pass took the units in a fresh uniform order, which is not released", "Wang, Lei, Ying and Zhang 2022"})
    EXPECT_NE(report.find(part), std::string::npos) << part << "\n" << report;
  const std::string bytes = bytes_of(out.fit);
  const FitHandle back = loaded(bytes);
  EXPECT_EQ(report_of(back), report);
  EXPECT_EQ(json_of(back), json_of(out.fit));
  EXPECT_EQ(coefficients(back), coefficients(out.fit));
}

TEST(SgdOutput, CancelledItReleasesNothingAndStaysCharged) {
  const ObjectiveHandle it = objective_of(rows_for(DPCVX_LOSS_HINGE, 500), {DPCVX_LOSS_HINGE});
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  const PlanHandle plan = plan_of(ledger, approximate(1, 1e-6), it, kMethod);
  dpcvx_progress_callback stop = [](const dpcvx_progress *, void *calls) -> int32_t {
    return ++*static_cast<int *>(calls) > 3;
  };
  int calls = 0;
  const RngHandle source = rng("cancelled");
  FitHandle fit;
  ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, monitor(stop, &calls), &fit.it, nullptr), DPCVX_OK);
  EXPECT_EQ(fit_figure(fit, DPCVX_FIT_FIGURE_OUTCOME), DPCVX_OUTCOME_CANCELLED);
  double w[2];
  EXPECT_EQ(dpcvx_fit_coefficients(fit, w, 2, nullptr), DPCVX_ERR_STATE);
  EXPECT_GT(budget_figure(ledger, DPCVX_BUDGET_FIGURE_EPSILON_SPENT), 0.99);
}

TEST(SgdOutput, SameSeedSameBits) {
  const ObjectiveHandle it = objective_of(rows_for(DPCVX_LOSS_LOGISTIC, 300), {DPCVX_LOSS_LOGISTIC});
  const auto made = [&](const char *seed) {
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
    return coefficients(fitted(ledger, approximate(1, 1e-6), it, seed).fit);
  };
  EXPECT_EQ(made("a"), made("a"));
  EXPECT_NE(made("a"), made("b"));
}

// ---- The choice ----------------------------------------------------------------------------------------------------

TEST(SgdOutput, CornersAreRoundedWherePlansAreLeftToChoose) {
  for (int32_t loss : kLosses) {
    Setting setting;
    setting.loss = loss;
    if (!two_classes(loss)) setting.label_bound = 1;
    const ObjectiveHandle it = objective_of(rows_for(loss, 1000), setting);
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
    const CurveHandle price = approximate(1, 1e-6);
    const PlanHandle chosen = plan_of(ledger, price, it, kMethod);
    const PlanHandle rough = plan_of(ledger, price, it, kMethod, with({{DPCVX_PLAN_OPTION_SMOOTHING, 0}}));
    EXPECT_EQ(plan_figure(rough, DPCVX_PLAN_FIGURE_SMOOTHING), 0);
    EXPECT_EQ(plan_figure(chosen, DPCVX_PLAN_FIGURE_SMOOTHING) > 0, has_corner(loss)) << loss;
    EXPECT_LE(plan_figure(chosen, DPCVX_PLAN_FIGURE_PREDICTED_RISK),
              1.15 * plan_figure(rough, DPCVX_PLAN_FIGURE_PREDICTED_RISK))
        << loss;
    const PlanHandle given = plan_of(ledger, price, it, kMethod, with({{DPCVX_PLAN_OPTION_SMOOTHING, 0.25}}));
    EXPECT_EQ(plan_figure(given, DPCVX_PLAN_FIGURE_SMOOTHING), 0.25);
  }
}

TEST(SgdOutput, WhatIsGivenIsKept) {
  const ObjectiveHandle it = objective_of(rows_for(DPCVX_LOSS_HINGE, 200), {DPCVX_LOSS_HINGE});
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  const PlanHandle plan = plan_of(ledger, approximate(1, 1e-6), it, kMethod,
                                  with({{DPCVX_PLAN_OPTION_STEPS, 77},
                                        {DPCVX_PLAN_OPTION_STEP_SIZE, 0.125},
                                        {DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, 0.5},
                                        {DPCVX_PLAN_OPTION_BATCH_SIZE, 1},
                                        {DPCVX_PLAN_OPTION_MOMENTUM, 0}}));
  EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_STEPS), 77);
  EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_STEP_SIZE), 0.125);
  EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_BATCH_SIZE), 1);
  EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_PASSES), 77.0 / 200);
  EXPECT_EQ(proposal(plan).own.as<dpcvx::solve::SgdOutputFigures>().average, 0.5);
}

TEST(SgdOutput, TheLimitOfPassesIsKept) {
  const ObjectiveHandle it = objective_of(rows_for(DPCVX_LOSS_HINGE, 1000), {DPCVX_LOSS_HINGE});
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  const CurveHandle price = approximate(1, 1e-6);
  double before = INFINITY;
  for (double limit : {1.0, 4.0, 100.0}) {
    const PlanHandle plan = plan_of(ledger, price, it, kMethod, with({{DPCVX_PLAN_OPTION_MAX_PASSES, limit}}));
    EXPECT_LE(plan_figure(plan, DPCVX_PLAN_FIGURE_PASSES), limit);
    EXPECT_LE(plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK), 1.15 * before);
    before = plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK);
  }
}

TEST(SgdOutput, ThePapersScheduleIsFollowed) {
  const DomainHandle within = ball(1);
  Setting setting;
  setting.loss = DPCVX_LOSS_LOGISTIC;
  setting.domain = within;
  const ObjectiveHandle it = objective_of(rows_for(DPCVX_LOSS_LOGISTIC, 400), setting);
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  const PlanHandle plan = plan_of(ledger, approximate(1, 1e-6), it, kMethod,
                                  with({{DPCVX_PLAN_OPTION_SCHEDULE, DPCVX_SCHEDULE_REFERENCE}}));
  EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_STEPS), 400);
  EXPECT_GT(plan_figure(plan, DPCVX_PLAN_FIGURE_REFERENCE_RATE), 0);
  EXPECT_LT(plan_figure(plan, DPCVX_PLAN_FIGURE_REFERENCE_RATE), INFINITY);
  const PlanHandle chosen = plan_of(ledger, approximate(1, 1e-6), it, kMethod);
  EXPECT_LT(plan_figure(chosen, DPCVX_PLAN_FIGURE_PREDICTED_RISK), plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK));
}

// Columns as a census table's, 0 or 1: the gradient methods risk less there, and the automatic choice stays with them.
TEST(SgdOutput, TheAutomaticChoiceIsNotMovedWhereItIsWorse) {
  constexpr int64_t kRows = 20000, kColumns = 100;
  std::mt19937_64 bits(9);
  Rows rows;
  for (int64_t i = 0; i < kRows; ++i) {
    std::vector<double> row(kColumns, 0.0);
    for (int64_t block = 0; block < 10; ++block) row[static_cast<size_t>(10 * block) + bits() % 10] = 0.3;
    rows.add(row, row[0] + row[11] + row[22] > 0 ? 1 : -1);
  }
  for (int32_t loss : {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_HINGE})
    for (int32_t adjacency : kAdjacencies) {
      Setting setting;
      setting.loss = loss;
      if (adjacency == DPCVX_ADJACENCY_ADD_REMOVE) setting.nominal_units = kRows;
      const ObjectiveHandle it = objective_of(rows, setting);
      for (double epsilon : {0.1, 1.0, 4.0}) {
        const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC, adjacency);
        const PlanHandle plan = plan_of(ledger, approximate(epsilon, 1e-6), it, DPCVX_METHOD_AUTOMATIC);
        EXPECT_NE(plan_figure(plan, DPCVX_PLAN_FIGURE_METHOD), kMethod) << loss << " " << adjacency << " " << epsilon;
      }
    }
}

// ---- Refusals ------------------------------------------------------------------------------------------------------

TEST(SgdOutput, SaysWhyItIsRefused) {
  const ObjectiveHandle hinge = objective_of(rows_for(DPCVX_LOSS_HINGE, 100), {DPCVX_LOSS_HINGE});
  const BudgetHandle basic = ledger_of(DPCVX_FILTER_BASIC), rho = ledger_of(DPCVX_FILTER_ZCDP);
  const CurveHandle price = approximate(1, 1e-6), broad = approximate(2, 1e-6), mu = gdp(1);
  const auto refusal = [&](const BudgetHandle &ledger, const CurveHandle &paid, const OptionsHandle &options) {
    return why_not(ledger, paid, hinge, kMethod, options);
  };
  const auto says = [](const std::string &message, const char *part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  says(refusal(basic, price, with({{DPCVX_PLAN_OPTION_MOMENTUM, 0.5}})), "no momentum");
  says(refusal(basic, price, with({{DPCVX_PLAN_OPTION_BATCH_SIZE, 8}})), "one unit each");
  says(refusal(basic, pure(1), plan_options()), "allows no Gaussian noise");
  says(refusal(rho, mu, with({{DPCVX_PLAN_OPTION_ORDER, DPCVX_SGD_ORDER_SAMPLED}})), "uniform indices may meet a unit");
  says(refusal(rho, mu, with({{DPCVX_PLAN_OPTION_NOISE_CALIBRATION, DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY}})),
       "a price of one (epsilon, delta) on a budget with the basic filter");
  says(refusal(basic, broad, with({{DPCVX_PLAN_OPTION_NOISE_CALIBRATION, DPCVX_NOISE_CALIBRATION_REFERENCE}})),
       "epsilon <= 1");
  says(refusal(basic, price,
               with({{DPCVX_PLAN_OPTION_NOISE_CALIBRATION, DPCVX_NOISE_CALIBRATION_REFERENCE},
                     {DPCVX_PLAN_OPTION_ORDER, DPCVX_SGD_ORDER_PERMUTED}})),
       "Theorem 7 of Wang, Lei, Ying and Zhang 2022 does not apply");
  const OptionsHandle options = plan_options();
  dpcvx_error err;
  EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_ORDER, 7, &err), DPCVX_ERR_ARGUMENT);
  says(err.message, "DPCVX_PLAN_OPTION_ORDER");
  // Nothing says how long labels are.
  const ObjectiveHandle squared = objective_of(rows_for(DPCVX_LOSS_SQUARED, 100), {DPCVX_LOSS_SQUARED});
  says(why_not(basic, price, squared, kMethod), "DPCVX_OBJECTIVE_OPTION_LABEL_BOUND");
}

}  // namespace
