// DP-SGD-Gradient: what it claims and draws, the walk against one written down here, what it predicts.
#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <string>

#include "audit/generator.h"
#include "base/error.h"
#include "support/evidence.h"
#include "privacy/pld/tight.h"
#include "solve/fit/saved.h"

namespace {

using namespace fixtures;

struct Choice {
  int32_t loss = DPCVX_LOSS_LOGISTIC;
  int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  double epsilon = 1;
  int64_t steps = 0;
  double step_size = 0, average = -1, clip = 0, batch = 0, momentum = -1;
  int32_t form = DPCVX_NOISE_CALIBRATION_EXACT, schedule = DPCVX_SCHEDULE_OPTIMIZED;
  double ball = 0;  // radius of the domain; 0: R^d
  bool intercept = true;
};

struct Solved {
  BudgetHandle ledger;
  CurveHandle price;
  PlanHandle plan;
};

ObjectiveHandle objective_of(const Rows &rows, const Choice &choice) {
  const DatasetHandle table = dataset(rows);
  OptionsHandle options;
  DomainHandle domain;
  ObjectiveHandle out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, choice.intercept, nullptr);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, rows.count(), nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1, nullptr);
  if (choice.ball > 0) {
    EXPECT_EQ(dpcvx_domain_create_ball(2, choice.ball, nullptr, rows.columns + choice.intercept, &domain.it, nullptr),
              DPCVX_OK);
  }
  EXPECT_EQ(dpcvx_objective_create(table, choice.loss, domain, options, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

OptionsHandle options_of(const Choice &choice) {
  OptionsHandle out = plan_options();
  dpcvx_options_set_i64(out, DPCVX_PLAN_OPTION_STEPS, choice.steps, nullptr);
  dpcvx_options_set_f64(out, DPCVX_PLAN_OPTION_STEP_SIZE, choice.step_size, nullptr);
  dpcvx_options_set_f64(out, DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, choice.average, nullptr);
  dpcvx_options_set_f64(out, DPCVX_PLAN_OPTION_CLIPPING_NORM, choice.clip, nullptr);
  dpcvx_options_set_f64(out, DPCVX_PLAN_OPTION_BATCH_SIZE, choice.batch, nullptr);
  dpcvx_options_set_f64(out, DPCVX_PLAN_OPTION_MOMENTUM, choice.momentum, nullptr);
  dpcvx_options_set_i64(out, DPCVX_PLAN_OPTION_NOISE_CALIBRATION, choice.form, nullptr);
  dpcvx_options_set_i64(out, DPCVX_PLAN_OPTION_SCHEDULE, choice.schedule, nullptr);
  return out;
}

// The plan's status; the plan where it is DPCVX_OK.
dpcvx_status try_plan(const dpcvx_objective *it, const Choice &choice, Solved *out, dpcvx_error *err,
                      int32_t filter = DPCVX_FILTER_BASIC) {
  OptionsHandle terms;
  EXPECT_EQ(dpcvx_budget_options_create(&terms.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(terms, DPCVX_BUDGET_OPTION_FILTER, filter, nullptr);
  EXPECT_EQ(dpcvx_budget_create(choice.epsilon, 1e-6, choice.adjacency, DPCVX_UNIT_RECORD, terms, &out->ledger.it, err),
            DPCVX_OK);
  EXPECT_EQ(dpcvx_budget_price(out->ledger, 1, &out->price.it, err), DPCVX_OK);
  const OptionsHandle options = options_of(choice);
  return dpcvx_plan_create(out->ledger, out->price, it, DPCVX_METHOD_DP_SGD_GRADIENT, options, &out->plan.it, err);
}

Solved planned(const dpcvx_objective *it, const Choice &choice) {
  Solved out;
  dpcvx_error err;
  EXPECT_EQ(try_plan(it, choice, &out, &err), DPCVX_OK) << err.message;
  return out;
}

std::vector<double> fitted(const Solved &it, const std::string &seed) {
  const RngHandle source = rng(seed);
  FitHandle fit;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_fit_create(it.ledger, source, it.plan, nullptr, &fit.it, &err), DPCVX_OK) << err.message;
  return coefficients(fit);
}

// The claim, from the public figures alone: T sampled Gaussians of the noise that is drawn keep the price, whichever
// form the noise has.
TEST(SgdGradient, ClaimIsTheStepsAndMeetsThePrice) {
  double loosest = 1;
  size_t cell = 0;
  for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE})
    for (double epsilon : {0.3, 1.0, 4.0})
      for (int64_t steps : {int64_t{0}, int64_t{1}, int64_t{5000}})
        for (int32_t form : {DPCVX_NOISE_CALIBRATION_EXACT, DPCVX_NOISE_CALIBRATION_REFERENCE}) {
          if (!cell_taken(cell++ / 2, 2)) continue;  // both forms, half of the rest
          Choice choice;
          choice.adjacency = adjacency;
          choice.epsilon = epsilon;
          choice.steps = steps;
          choice.form = form;
          const ObjectiveHandle it = objective_of(random_rows(2000, 3, 7), choice);
          Solved made;
          dpcvx_error err;
          const dpcvx_status status = try_plan(it, choice, &made, &err);
          const bool removes = adjacency == DPCVX_ADJACENCY_ADD_REMOVE;
          if (form == DPCVX_NOISE_CALIBRATION_REFERENCE && (removes || epsilon < 1)) {
            EXPECT_EQ(status, DPCVX_ERR_UNSUPPORTED);
            EXPECT_NE(std::strstr(err.message, removes ? "for replace-one" : "no beta in (0, 1)"), nullptr)
                << err.message;
            continue;
          }
          ASSERT_EQ(status, DPCVX_OK) << err.message;
          const double drawn = plan_figure(made.plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV) / (removes ? 1 : 2);
          const double rate = plan_figure(made.plan, DPCVX_PLAN_FIGURE_SAMPLING_RATE);
          EXPECT_NEAR(plan_figure(made.plan, DPCVX_PLAN_FIGURE_BATCH_SIZE), 1, 1e-12);
          EXPECT_NEAR(rate * 2000, 1, 1e-12);
          dpcvx::privacy::Curve curve;
          dpcvx::Error error(nullptr, "test");
          const int64_t taken = static_cast<int64_t>(plan_figure(made.plan, DPCVX_PLAN_FIGURE_STEPS));
          EXPECT_TRUE(steps == 0 || taken == steps);
          ASSERT_EQ(curve.add(removes ? dpcvx::privacy::poisson_gaussian(drawn, rate, taken)
                                      : dpcvx::privacy::fixed_size_gaussian(drawn, rate, taken),
                              error),
                    DPCVX_OK);
          double claimed = NAN;
          ASSERT_EQ(dpcvx::privacy::tight_delta(curve, epsilon, &claimed, error), DPCVX_OK);
          EXPECT_LE(claimed, 1e-6 * (1 + 1e-9));
          const double paper = plan_figure(made.plan, DPCVX_PLAN_FIGURE_REFERENCE_NOISE_STDDEV);
          EXPECT_EQ(paper < INFINITY, !removes && epsilon >= 1);
          if (form == DPCVX_NOISE_CALIBRATION_REFERENCE) {
            EXPECT_NEAR(plan_figure(made.plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV) / paper, 1, 1e-3);
          } else {
            loosest = std::min(loosest, claimed / 1e-6);
            EXPECT_LT(plan_figure(made.plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV), paper);
          }
        }
  EXPECT_GT(loosest, 0.98);
  evidence("gradient", "delta recomputed from noise, rate and steps over the price's: between %.4f and 1", loosest);
}

// Every unit has the same row, so that its gradient at the first step is known and each further one is a function of
// the point: the average of two iterates against one written down here. Without noise to speak of.
TEST(SgdGradient, WalksAndAveragesAsAlgorithm2) {
  Rows rows;
  for (int i = 0; i < 50; ++i) rows.add({0.6, -0.8}, 1);
  for (double ball : {0.0, 0.3}) {
    Choice choice;
    choice.loss = DPCVX_LOSS_HINGE;
    choice.intercept = false;
    choice.epsilon = 1e5;
    choice.steps = 7;
    choice.step_size = 0.125;
    choice.ball = ball;
    const ObjectiveHandle it = objective_of(rows, choice);
    const Solved made = planned(it, choice);
    const double noise = plan_figure(made.plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV);
    const std::vector<double> w = fitted(made, "walk");
    // <a, w> grows by eta a step until the margin of 1, or the ball's surface, is reached; then stays.
    double along = 0, mean = 0;
    for (int t = 1; t <= 7; ++t) {
      along = std::min(along + (along < 1 ? 0.125 : 0), ball > 0 ? ball : 10);
      mean += along / 7;
    }
    EXPECT_NEAR(w[0] * 0.6 - w[1] * 0.8, mean, 8 * 0.125 * noise * std::sqrt(7.0) + 1e-9);
    EXPECT_LT(noise, 0.1);
  }
}

// All rows are null: an iterate is minus eta times the sum of its noises, and the average of T of them has the variance
// eta^2 sigma^2 (T + 1) (2 T + 1) / (6 T).
TEST(SgdGradient, DrawnNoiseIsTheClaimedNoise) {
  Rows rows;
  for (int i = 0; i < 50; ++i) rows.add({0.0, 0.0}, 1);
  for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
    Choice choice;
    choice.adjacency = adjacency;
    choice.intercept = false;
    choice.steps = 3;
    choice.step_size = 0.5;
    const ObjectiveHandle it = objective_of(rows, choice);
    Solved made;
    dpcvx_error err;
    ASSERT_EQ(dpcvx_budget_create(1e6, 0.5, adjacency, DPCVX_UNIT_RECORD, nullptr, &made.ledger.it, &err), DPCVX_OK);
    ASSERT_EQ(dpcvx_curve_create_approximate(1, 1e-6, &made.price.it, &err), DPCVX_OK);
    const OptionsHandle options = options_of(choice);
    ASSERT_EQ(
        dpcvx_plan_create(made.ledger, made.price, it, DPCVX_METHOD_DP_SGD_GRADIENT, options, &made.plan.it, &err),
        DPCVX_OK)
        << err.message;
    const double noise = plan_figure(made.plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV) * 0.5;
    double squares = 0;
    constexpr int kFits = 20000;
    for (int i = 0; i < kFits; ++i)
      for (double w : fitted(made, "noise" + std::to_string(i))) squares += w / noise * (w / noise);
    const double ratio = squares / (2 * kFits) / (4.0 * 7 / 18);
    EXPECT_NEAR(ratio, 1, 6 * std::sqrt(2.0 / (2 * kFits)));
    evidence("gradient", "variance of the average's noise over that of the claimed one: %.4f", ratio);
  }
}

// Each unit is met once in n steps, and no unit more often than the others: coordinates that belong to one unit alone.
TEST(SgdGradient, UnitsAreMetEvenly) {
  constexpr int kUnits = 8;
  Rows rows;
  for (int i = 0; i < kUnits; ++i) {
    std::vector<double> row(kUnits);
    row[static_cast<size_t>(i)] = 1;
    rows.add(row, 1);
  }
  for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
    Choice choice;
    choice.adjacency = adjacency;
    choice.loss = DPCVX_LOSS_HINGE;
    choice.intercept = false;
    choice.epsilon = 1e7;
    choice.steps = 4000;
    choice.step_size = 0x1p-12;  // below the margin throughout
    choice.average = 0;
    const ObjectiveHandle it = objective_of(rows, choice);
    const Solved made = planned(it, choice);
    const double slack = 8 * plan_figure(made.plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV) * std::sqrt(4000.0);
    const std::vector<double> w = fitted(made, "even");
    for (double x : w) EXPECT_NEAR(x * 0x1p12, 500, 7 * std::sqrt(500.0) + slack);
    double sum = 0;
    for (double x : w) sum += x * 0x1p12;
    const double counts = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 0 : 7 * std::sqrt(4000.0);
    EXPECT_NEAR(sum, 4000, counts + 3 * slack) << "exactly one a step, or one expected";
  }
}

TEST(SgdGradient, EveryLossAndDomainFits) {
  size_t row = 0;
  for (int32_t loss :
       {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_HINGE, DPCVX_LOSS_SMOOTHED_HINGE, DPCVX_LOSS_SQUARED, DPCVX_LOSS_ABSOLUTE,
        DPCVX_LOSS_PINBALL, DPCVX_LOSS_HUBER, DPCVX_LOSS_POWER_HINGE, DPCVX_LOSS_POWER})
    for (double ball : {0.0, 2.0})
      for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
        // Usually each loss in one domain with one adjacency and in the other domain with the other.
        const size_t sum = row++ / 4 + (ball > 0) + (adjacency == DPCVX_ADJACENCY_ADD_REMOVE);
        if (!cell_taken(sum, 2)) continue;
        Choice choice;
        choice.loss = loss;
        choice.ball = ball;
        choice.adjacency = adjacency;
        choice.steps = 300;
        const bool grows = loss == DPCVX_LOSS_SQUARED || loss == DPCVX_LOSS_POWER || loss == DPCVX_LOSS_POWER_HINGE;
        if (grows && ball == 0) choice.clip = 1;
        const ObjectiveHandle it = objective_of(random_rows(400, 3, 7), choice);
        const Solved made = planned(it, choice);
        EXPECT_LT(plan_figure(made.plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK), INFINITY);
        // Stability needs whole gradients and one unit a step; a bounded domain needs neither.
        const bool stated = ball > 0 || (adjacency == DPCVX_ADJACENCY_REPLACE_ONE && choice.clip == 0);
        EXPECT_EQ(plan_figure(made.plan, DPCVX_PLAN_FIGURE_POPULATION_RISK) < INFINITY, stated) << loss << " " << ball;
        EXPECT_EQ(plan_figure(made.plan, DPCVX_PLAN_FIGURE_REFERENCE_RATE) < INFINITY, ball > 0);
        const std::vector<double> w = fitted(made, "fits");
        EXPECT_TRUE(ball == 0 || norm(w) <= ball * (1 + 1e-12));
      }
}

TEST(SgdGradient, SaysWhyNot) {
  const auto reason = [](const Choice &choice, int32_t filter = DPCVX_FILTER_BASIC) {
    const ObjectiveHandle it = objective_of(random_rows(300, 3, 7), choice);
    Solved made;
    dpcvx_error err;
    EXPECT_EQ(try_plan(it, choice, &made, &err, filter), DPCVX_ERR_UNSUPPORTED);
    return std::string(err.message);
  };
  const auto holds = [](const std::string &text, const char *part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  Choice choice;
  choice.batch = 2;
  holds(reason(choice), "DP-SGD-Gradient does not apply: its batches are of one unit");
  choice = Choice();
  choice.momentum = 0.5;
  holds(reason(choice), "no momentum");
  choice = Choice();
  choice.form = DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY;
  holds(reason(choice), "no HIGH_PROBABILITY calibration");
  choice = Choice();
  choice.schedule = DPCVX_SCHEDULE_REFERENCE;
  holds(reason(choice), "for a bounded domain");
  choice.ball = 1;
  holds(reason(choice, DPCVX_FILTER_GDP), "need a price of one (epsilon, delta)");
  choice = Choice();
  choice.form = DPCVX_NOISE_CALIBRATION_REFERENCE;
  choice.epsilon = 0.01;
  holds(reason(choice), "the paper's noise does not exist for n = 300");
}

// A population of 20,000 rows, samples of it: what fits lose on the sample and on the population, in the mean, is not
// above what the plan says, against the population's best model.
TEST(SgdGradient, RisksAreBounds) {
  const Rows people = random_rows(20000, 4, 3);
  std::mt19937_64 bits(11);
  double max_predicted = 0, max_population = 0;
  for (int32_t loss : {DPCVX_LOSS_HINGE, DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_ABSOLUTE})
    for (double ball : {0.0, 4.0}) {
      Choice choice;
      choice.loss = loss;
      choice.ball = ball;
      choice.epsilon = 4;
      choice.intercept = false;
      const ObjectiveHandle population = objective_of(people, choice);
      std::vector<double> best(4);
      ASSERT_EQ(dpcvx_nonprivate_minimize(population, nullptr, minimize_options(1e-6, 2000), nullptr, best.data(), 4,
                                          nullptr, nullptr, nullptr, nullptr),
                DPCVX_OK);
      const auto value = [](const dpcvx_objective *it, const std::vector<double> &w) {
        double out = NAN;
        EXPECT_EQ(dpcvx_nonprivate_objective_value(it, w.data(), 4, &out, nullptr, nullptr), DPCVX_OK);
        return out;
      };
      const int samples = long_audits() ? 5 : 2;  // the mean is below a fiftieth of what is stated
      double on_sample = 0, on_population = 0, predicted = NAN, stated = NAN;
      for (int k = 0; k < samples; ++k) {
        Rows sample;
        for (int i = 0; i < 500; ++i) {
          const size_t r = bits() % 20000;
          sample.add(std::vector<double>(people.features.begin() + static_cast<std::ptrdiff_t>(4 * r),
                                         people.features.begin() + static_cast<std::ptrdiff_t>(4 * r + 4)),
                     people.labels[r]);
        }
        const ObjectiveHandle it = objective_of(sample, choice);
        const Solved made = planned(it, choice);
        predicted = plan_figure(made.plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK);
        stated = plan_figure(made.plan, DPCVX_PLAN_FIGURE_POPULATION_RISK);
        EXPECT_LE(norm(best), plan_figure(made.plan, DPCVX_PLAN_FIGURE_PLANNING_RADIUS));
        const std::vector<double> w = fitted(made, "risk" + std::to_string(k));
        on_sample += (value(it, w) - value(it, best)) / samples;
        on_population += (value(population, w) - value(population, best)) / samples;
      }
      EXPECT_LE(on_sample, predicted) << loss << " " << ball;
      EXPECT_LE(on_population, stated) << loss << " " << ball;
      EXPECT_GE(stated, predicted);
      max_predicted = std::fmax(max_predicted, on_sample / predicted);
      max_population = std::fmax(max_population, on_population / stated);
    }
  evidence("gradient",
           "mean excess over the prediction, 3 losses, 2 domains: at most %.3f on the sample, %.3f on the "
           "population",
           max_predicted, max_population);
}

// A plan comes quickly, and a million steps in fifty dimensions within seconds; times of the processor. Usually a fifth
// of these steps, in a fifth of the time.
TEST(SgdGradient, Speed) {
  const auto now = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
    Choice choice;
    choice.adjacency = adjacency;
    choice.steps = long_audits() ? 1000000 : 200000;
    choice.loss = DPCVX_LOSS_HINGE;
    const ObjectiveHandle it = objective_of(random_rows(20000, 49, 7), choice);
    double start = now();
    const Solved made = planned(it, choice);
    const double to_plan = now() - start;
    start = now();
    fitted(made, "speed");
    const double to_fit = now() - start;
    evidence("gradient", "%.0e steps, 50 coefficients, %s: plan of all methods %.0f ms, fit %.2f s",
             static_cast<double>(choice.steps),
             adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? "one uniform unit a step" : "Poisson batches", 1e3 * to_plan,
             to_fit);
    EXPECT_LT(to_fit, 6e-5 * static_cast<double>(choice.steps));
  }
}

}  // namespace
