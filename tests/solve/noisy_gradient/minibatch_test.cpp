// Mini-batch noisy SGD: its rule, what it claims, what a step draws, and what becomes of long gradients.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "audit/generator.h"
#include "base/error.h"
#include "support/evidence.h"
#include "privacy/divergences/subsampled_rdp.h"
#include "privacy/pld/tight.h"
#include "solve/fit/fit_handle.h"
#include "support/handles.h"
#include "solve/noisy_gradient/minibatch_plan.h"

namespace {

using namespace fixtures;
using dpcvx::solve::choose_sgd;
using dpcvx::solve::MinibatchInputs;
using dpcvx::solve::plan_sgd;
using dpcvx::solve::SgdPlan;

MinibatchInputs census() {  // 32,561 rows of length 1, 105 columns, epsilon = 1 at delta = 1e-9
  MinibatchInputs facts;
  facts.units = facts.max_batch = 32561;
  facts.dimension = 105;
  facts.smoothness = 0.25;
  facts.bound = facts.sensitivity = 1;
  facts.mu = 0.18;
  facts.amplified = true;
  facts.order = 22;
  facts.reach = 20;
  return facts;
}

// ---- the rule ----

TEST(SgdPlanRule, NumbersStay) {
  dpcvx::solve::Settings settings;
  const SgdPlan plan = choose_sgd(census(), settings);
  EXPECT_EQ(plan.batch, 16384);
  EXPECT_EQ(plan.steps, 307);
  EXPECT_NEAR(plan.step_size, 4, 1e-9);
  EXPECT_NEAR(plan.momentum, 0.88246, 1e-5);
  EXPECT_NEAR(plan.predicted_risk, 0.038287, 1e-6);
  settings.batch_size = 256;
  EXPECT_EQ(choose_sgd(census(), settings).batch, 256);
  EXPECT_EQ(choose_sgd(census(), settings).steps, 6358);
}

// Rows that take long loosen the rule, and fits of less than a second are planned as ever.
TEST(SgdPlanRule, LongFitsTakeLessWorkForALittleRisk) {
  dpcvx::solve::Settings settings;
  const auto work = [](const SgdPlan &plan) {
    return static_cast<double>(plan.steps) * (plan.batch + dpcvx::solve::kStepOverhead);
  };
  const SgdPlan before = choose_sgd(census(), settings);
  MinibatchInputs facts = census();
  facts.indifferent_if_long = 1.14;
  facts.row_seconds = 0.99 / work(before);
  EXPECT_EQ(work(choose_sgd(facts, settings)), work(before));
  facts.row_seconds = 1.01 / work(before);
  const SgdPlan after = choose_sgd(facts, settings);
  EXPECT_LT(work(after), 0.95 * work(before));
  EXPECT_LE(after.predicted_risk, 1.14 * before.predicted_risk);
  EXPECT_GT(after.predicted_risk, before.predicted_risk);
}

TEST(SgdPlanRule, KeepsWhatIsFixedAndTheLimitOfPasses) {
  for (double limit : {1.0, 3.0, 50.0, 1000.0}) {
    dpcvx::solve::Settings settings;
    settings.max_passes = limit;
    double last = INFINITY;
    for (double batch : {0.0, 1.0, 100.0, 5000.0, 1e9}) {
      settings.batch_size = batch;
      const SgdPlan plan = choose_sgd(census(), settings);
      EXPECT_LE(plan.batch * static_cast<double>(plan.steps), limit * 32561 * (1 + 1e-12));
      if (batch > 0) {
        EXPECT_EQ(plan.batch, std::min(batch, 32561.0));
      } else {
        last = plan.predicted_risk;
      }
      EXPECT_LE(last, 1.1 * plan.predicted_risk * (1 + 1e-12)) << "what is chosen is within a tenth of the best";
    }
  }
  dpcvx::solve::Settings settings;
  settings.steps = 17;
  settings.step_size = 0.25;
  settings.momentum = 0.5;
  const SgdPlan plan = choose_sgd(census(), settings);
  EXPECT_EQ(plan.steps, 17);
  EXPECT_EQ(plan.step_size, 0.25);
  EXPECT_EQ(plan.momentum, 0.5);
  settings.step_size = 100;
  EXPECT_EQ(choose_sgd(census(), settings).predicted_risk, INFINITY) << "a step that diverges";
}

// Where sampling gains nothing, more of it only adds variance: the risk falls with the batch.
TEST(SgdPlanRule, WithoutAmplificationFullBatchesAreBest) {
  MinibatchInputs facts = census();
  facts.amplified = false;
  dpcvx::solve::Settings settings;
  double last = INFINITY;
  for (double batch : {16.0, 256.0, 4096.0, 32561.0}) {
    settings.batch_size = batch;
    const double risk = choose_sgd(facts, settings).predicted_risk;
    EXPECT_LT(risk, last);
    last = risk;
  }
}

TEST(SgdPlanRule, FiguresAreFiniteAtTheEdges) {
  for (double units : {1.0, 2.0, 1e6, 1e12})
    for (double smoothness : {1e-30, 0.25, 1e30, static_cast<double>(INFINITY)})
      for (double mu : {1e-9, 1.0, 1e6})
        for (double l2 : {0.0, 1e-3}) {
          MinibatchInputs facts = census();
          facts.units = units;
          facts.max_batch = std::min(units, 1e8);
          facts.smoothness = smoothness;
          facts.mu = mu;
          facts.l2 = l2;
          const SgdPlan plan = choose_sgd(facts, dpcvx::solve::Settings());
          EXPECT_GE(plan.batch, 1);
          EXPECT_LE(plan.batch, units);
          EXPECT_GE(plan.steps, 1);
          EXPECT_LE(plan.steps, dpcvx::solve::kMaxSgdSteps);
          EXPECT_GT(plan.step_size, 0);
          EXPECT_TRUE(std::isfinite(plan.step_size));
          EXPECT_GE(plan.momentum, 0);
          EXPECT_LT(plan.momentum, 1);
          EXPECT_GT(plan.predicted_risk, 0);
        }
}

// ---- through the C API ----

struct Choice {
  int32_t adjacency = DPCVX_ADJACENCY_ADD_REMOVE;
  int32_t filter = DPCVX_FILTER_BASIC;
  double epsilon = 1;
  int64_t steps = 0;
  double batch = 0, step_size = 0, momentum = -1, average = 0.5, clip = 0;
  bool truncate = false;
  int32_t threads = 1;
};

struct Solved {
  BudgetHandle ledger;
  PlanHandle plan;
  FitHandle fit;
};

BudgetHandle ledger_of(const Choice &choice) {
  BudgetHandle out;
  OptionsHandle terms;
  EXPECT_EQ(dpcvx_budget_options_create(&terms.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(terms, DPCVX_BUDGET_OPTION_FILTER, choice.filter, nullptr);
  EXPECT_EQ(dpcvx_budget_create(choice.epsilon, 1e-6, choice.adjacency, DPCVX_UNIT_RECORD, terms, &out.it, nullptr),
            DPCVX_OK);
  return out;
}

OptionsHandle options_of(const Choice &choice) {
  OptionsHandle out = plan_options();
  dpcvx_options_set_i64(out, DPCVX_PLAN_OPTION_STEPS, choice.steps, nullptr);
  dpcvx_options_set_f64(out, DPCVX_PLAN_OPTION_BATCH_SIZE, choice.batch, nullptr);
  dpcvx_options_set_f64(out, DPCVX_PLAN_OPTION_STEP_SIZE, choice.step_size, nullptr);
  dpcvx_options_set_f64(out, DPCVX_PLAN_OPTION_MOMENTUM, choice.momentum, nullptr);
  dpcvx_options_set_f64(out, DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, choice.average, nullptr);
  dpcvx_options_set_f64(out, DPCVX_PLAN_OPTION_CLIPPING_NORM, choice.clip, nullptr);
  dpcvx_options_set_i64(out, DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS, choice.truncate ? 1 : 0, nullptr);
  dpcvx_options_set_i64(out, DPCVX_PLAN_OPTION_THREADS, choice.threads, nullptr);
  return out;
}

FitHandle fit_on(const BudgetHandle &ledger, const PlanHandle &plan, const std::string &seed) {
  FitHandle out;
  const RngHandle source = rng(seed);
  dpcvx_error err;
  EXPECT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

Solved solved(const dpcvx_objective *it, const Choice &choice, const std::string &seed) {
  Solved out{ledger_of(choice), {}, {}};
  const OptionsHandle options = options_of(choice);
  CurveHandle price;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_budget_price(out.ledger, 1, &price.it, &err), DPCVX_OK) << err.message;
  EXPECT_EQ(dpcvx_plan_create(out.ledger, price, it, DPCVX_METHOD_NOISY_SGD, options, &out.plan.it, &err), DPCVX_OK)
      << err.message;
  out.fit = fit_on(out.ledger, out.plan, seed);
  return out;
}

// Every filter of budgets takes its own whole price for a fit, and no second one.
TEST(Sgd, FillsABudgetOfEveryFilter) {
  const ObjectiveHandle it = objective(random_rows(500, 3, 7), {true, 0, 500});
  for (int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE}) {
    for (int32_t filter : {DPCVX_FILTER_BASIC, DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP}) {
      Choice choice;
      choice.adjacency = adjacency;
      choice.filter = filter;
      choice.batch = 50;
      const Solved made = solved(it, choice, "filter");
      const bool amplified = filter == DPCVX_FILTER_BASIC || filter == DPCVX_FILTER_RDP;
      char text[4096];
      size_t length;
      CurveHandle curve;
      ASSERT_EQ(dpcvx_plan_curve(made.plan, &curve.it, nullptr), DPCVX_OK);
      ASSERT_EQ(dpcvx_curve_to_json(curve, text, sizeof(text), &length, nullptr), DPCVX_OK);
      const char *const kind = !amplified                                ? "\"gdp\""
                               : adjacency == DPCVX_ADJACENCY_ADD_REMOVE ? "\"poisson_gaussian\""
                                                                         : "\"fixed_size_gaussian\"";
      EXPECT_NE(std::strstr(text, kind), nullptr) << text;
      dpcvx_error err;
      FitHandle second;
      const RngHandle source = rng("second");
      EXPECT_EQ(dpcvx_fit_create(made.ledger, source, made.plan, nullptr, &second.it, &err), DPCVX_ERR_BUDGET);
    }
  }
}

// The claim, from the public figures alone: T sampled Gaussians of the noise that is drawn keep the price.
TEST(Sgd, ClaimIsTheStepsAndMeetsThePrice) {
  double loosest = 1;
  size_t cell = 0, claims = 0;
  for (int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE})
    for (double epsilon : {0.2, 1.0, 5.0})
      for (double batch : {0.0, 1.0, 30.0, 400.0, 1000.0}) {
        if (!cell_taken(cell++, 2)) continue;
        ++claims;
        const ObjectiveHandle it = objective(random_rows(1000, 3, 7), {true, 0, 1000});
        Choice choice;
        choice.adjacency = adjacency;
        choice.epsilon = epsilon;
        choice.batch = batch;
        const Solved made = solved(it, choice, "claim");
        const bool removes = adjacency == DPCVX_ADJACENCY_ADD_REMOVE;
        const double m = plan_figure(made.plan, DPCVX_PLAN_FIGURE_BATCH_SIZE),
                     rate = plan_figure(made.plan, DPCVX_PLAN_FIGURE_SAMPLING_RATE);
        // G = 1: the noise of an average over m is z times 1 or 2 over m; what more there is pays for rounding.
        const double drawn = plan_figure(made.plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV) * m / (removes ? 1 : 2);
        EXPECT_GE(rate, m / 1000 * (1 - 1e-15));
        EXPECT_LE(rate, m / 1000 * (1 + 1e-12));
        dpcvx::privacy::Curve curve;
        dpcvx::Error error(nullptr, "test");
        const int64_t steps = static_cast<int64_t>(plan_figure(made.plan, DPCVX_PLAN_FIGURE_STEPS));
        ASSERT_EQ(curve.add(removes ? dpcvx::privacy::poisson_gaussian(drawn, rate, steps)
                                    : dpcvx::privacy::fixed_size_gaussian(drawn, rate, steps),
                            error),
                  DPCVX_OK);
        double claimed = NAN;
        ASSERT_EQ(dpcvx::privacy::tight_delta(curve, epsilon, &claimed, error), DPCVX_OK);
        EXPECT_LE(claimed, 1e-6 * (1 + 1e-9));
        loosest = std::min(loosest, claimed / 1e-6);
        EXPECT_NEAR(plan_figure(made.plan, DPCVX_PLAN_FIGURE_PASSES), rate * static_cast<double>(steps), 1e-9);
      }
  EXPECT_GT(loosest, 0.99);
  evidence("solve",
           "noisy SGD: delta recomputed from the noise drawn, rate and steps over the price's, %zu fits: between "
           "%.4f and 1",
           claims, loosest);
}

// All rows are null: what is left of a step is -eta / m times its noise. Six deviations of chi-square either way.
TEST(Sgd, DrawnNoiseIsTheClaimedNoise) {
  Rows rows;
  for (int i = 0; i < 50; ++i) rows.add({0.0, 0.0}, 1);
  const ObjectiveHandle it = objective(rows, {false, 0, 50});
  Choice choice;
  choice.steps = 1;
  choice.batch = 10;
  choice.step_size = 1;
  choice.momentum = choice.average = 0;
  double squares = 0;
  constexpr int kFits = 2000;
  const Solved made = solved(it, choice, "plan");
  const double noise = plan_figure(made.plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV);
  for (int i = 0; i < kFits; ++i)
    for (double w : coefficients(fit_on(ledger_of(choice), made.plan, "noise" + std::to_string(i))))
      squares += w / noise * (w / noise);
  EXPECT_NEAR(squares / (2 * kFits), 1, 6 * std::sqrt(2.0 / (2 * kFits)));
}

struct Moments {
  double mean = 0, variance = 0, noise = 0;
};

// Of one step's coefficient, eta = 1 and the first column alone.
Moments one_step(const dpcvx_objective *it, Choice choice, int fits) {
  choice.steps = 1;
  choice.step_size = 1;
  choice.momentum = choice.average = 0;
  choice.epsilon = 100;  // little noise
  double sum = 0, squares = 0;
  Moments out;
  const Solved made = solved(it, choice, "plan");
  out.noise = plan_figure(made.plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV);
  for (int i = 0; i < fits; ++i) {
    const double w = coefficients(fit_on(ledger_of(choice), made.plan, "step" + std::to_string(i)))[0];
    sum += w;
    squares += w * w;
  }
  out.mean = sum / fits;
  out.variance = squares / fits - out.mean * out.mean;
  return out;
}

// Sums are divided by the expected size: a step's mean is the full gradient, its variance that of the number of units
// in a batch, which a fixed size does not have. Gradients of the logistic loss at 0 are half a row.
TEST(Sgd, StepsAreUnbiasedAndVaryAsTheSamplingDoes) {
  Rows rows;
  for (int i = 0; i < 100; ++i) rows.add({1.0}, 1);
  const ObjectiveHandle it = objective(rows, {false, 0, 100});
  constexpr int kFits = 2000;
  for (double batch : {20.0, 70.0, 100.0}) {
    Choice choice;
    choice.batch = batch;
    const Moments poisson = one_step(it, choice, kFits);
    const double counts = 0.25 * (1 - batch / 100) / batch, variance = counts + poisson.noise * poisson.noise;
    EXPECT_NEAR(poisson.mean, 0.5, 6 * std::sqrt(variance / kFits));
    EXPECT_NEAR(poisson.variance / variance, 1, 6 * std::sqrt(3.0 / kFits));
    choice.adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
    const Moments fixed = one_step(it, choice, kFits);
    EXPECT_NEAR(fixed.mean, 0.5, 6 * fixed.noise / std::sqrt(kFits));
    EXPECT_NEAR(fixed.variance / (fixed.noise * fixed.noise), 1, 6 * std::sqrt(2.0 / kFits));
  }
}

// A nominal n that is half of the rows there are: the average is over n all the same.
TEST(Sgd, AveragesAreOverTheNominalN) {
  Rows rows;
  for (int i = 0; i < 100; ++i) rows.add({1.0}, 1);
  const ObjectiveHandle it = objective(rows, {false, 0, 50});
  for (int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE}) {
    Choice choice;
    choice.adjacency = adjacency;
    choice.batch = 25;
    EXPECT_NEAR(one_step(it, choice, 500).mean, 1, 0.05) << adjacency;
  }
}

// A gradient of length 1/2 under a bound of 1/4: scaled to it, or dropped.
TEST(Sgd, LongGradientsAreScaledOrDropped) {
  Rows rows;
  for (int i = 0; i < 50; ++i) rows.add({1.0}, 1);
  for (int i = 0; i < 50; ++i) rows.add({0.2}, 1);
  const ObjectiveHandle it = objective(rows, {false, 0, 100});
  Choice choice;
  choice.batch = 100;
  choice.clip = 0.25;
  EXPECT_NEAR(one_step(it, choice, 200).mean, 0.5 * 0.25 + 0.5 * 0.1, 0.005);
  choice.truncate = true;
  EXPECT_NEAR(one_step(it, choice, 200).mean, 0.5 * 0.1, 0.005);
}

TEST(Sgd, SameBitsOnAnyNumberOfThreads) {
  const ObjectiveHandle it = objective(random_rows(3000, 5, 7), {true, 0, 3000});
  Choice choice;
  choice.batch = 600;
  choice.steps = 20;
  const std::vector<double> alone = coefficients(solved(it, choice, "threads").fit);
  choice.threads = 2;
  EXPECT_EQ(coefficients(solved(it, choice, "threads").fit), alone);
  EXPECT_NE(coefficients(solved(it, choice, "other").fit), alone);
}

// Few rows and a great nominal n: memory is that of the rows there are.
TEST(Sgd, GreatNominalN) {
  for (double batch : {0.0, 1.0, 1e15}) {
    Choice choice;
    choice.steps = 2;
    choice.batch = batch;
    const ObjectiveHandle it = objective(random_rows(30, 3, 7), {true, 0, int64_t{1} << 40});
    const Solved made = solved(it, choice, "great");
    EXPECT_LE(plan_figure(made.plan, DPCVX_PLAN_FIGURE_BATCH_SIZE), 0x1p29);
    EXPECT_GE(plan_figure(made.plan, DPCVX_PLAN_FIGURE_BATCH_SIZE), 1);
  }
}

// Methods of one form of noise and one schedule say so.
TEST(Sgd, ForeignFormsAreRefused) {
  const ObjectiveHandle it = objective(random_rows(30, 3, 7), {true, 0, 30});
  const BudgetHandle ledger = budget(1, 1e-6, DPCVX_ADJACENCY_ADD_REMOVE);
  CurveHandle price;
  ASSERT_EQ(dpcvx_budget_price(ledger, 1, &price.it, nullptr), DPCVX_OK);
  for (int32_t key : {DPCVX_PLAN_OPTION_NOISE_CALIBRATION, DPCVX_PLAN_OPTION_SCHEDULE}) {
    const OptionsHandle options = plan_options();
    const int64_t value =
        key == DPCVX_PLAN_OPTION_SCHEDULE ? DPCVX_SCHEDULE_REFERENCE : DPCVX_NOISE_CALIBRATION_REFERENCE;
    ASSERT_EQ(dpcvx_options_set_i64(options, key, value, nullptr), DPCVX_OK);
    for (int32_t method : {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD,
                           DPCVX_METHOD_OUTPUT_PERTURBATION, DPCVX_METHOD_OBJECTIVE_PERTURBATION}) {
      PlanHandle plan;
      dpcvx_error err;
      EXPECT_EQ(dpcvx_plan_create(ledger, price, it, method, options, &plan.it, &err), DPCVX_ERR_UNSUPPORTED);
      EXPECT_NE(std::strstr(err.message, "one form of noise and one schedule"), nullptr) << err.message;
    }
  }
}

// A plan whose noise no Gaussian keeps is refused with a reason, not an error of the planner's.
TEST(Sgd, SaysWhyNot) {
  const ObjectiveHandle it = objective(random_rows(30, 3, 7), {true, 0, 30});
  const BudgetHandle ledger = budget(1, 1e-6, DPCVX_ADJACENCY_ADD_REMOVE);
  CurveHandle price;
  PlanHandle plan;
  dpcvx_error err;
  ASSERT_EQ(dpcvx_curve_create_pure(1, &price.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_plan_create(ledger, price, it, DPCVX_METHOD_NOISY_SGD, nullptr, &plan.it, &err),
            DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::strstr(err.message, "noisy SGD does not apply: the price allows no Gaussian noise"), nullptr)
      << err.message;
}

}  // namespace
