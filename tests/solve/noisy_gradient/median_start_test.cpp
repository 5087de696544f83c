// Quantiles of records that begin with steps of the median.
#include "solve/noisy_gradient/quantile_steps.h"

#include <cmath>
#include <random>

#include "base/error.h"
#include "base/text.h"
#include "model/objective_handle.h"
#include "solve/fit/fit_handle.h"
#include "solve/noisy_gradient/regressions.h"
#include "support/evidence.h"

namespace {

using namespace fixtures;
using dpcvx::Error;
using dpcvx::model::Clip;
using dpcvx::model::Objective;
using dpcvx::model::SharedObjective;

constexpr int32_t kMethods[] = {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD};
constexpr int64_t kColumns = 6;

// Labels about a line, which fill about half of their range.
Rows made_rows(int64_t count) {
  std::mt19937_64 bits(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::normal_distribution<double> normal;
  Rows rows;
  for (int64_t i = 0; i < count; ++i) {
    std::vector<double> row;
    double sum = 0;
    for (int64_t j = 0; j < kColumns; ++j) {
      row.push_back(uniform(bits));
      sum += row.back();
    }
    rows.add(row, std::fmax(-1, std::fmin(1, 0.15 * sum + 0.15 * normal(bits))));
  }
  return rows;
}

Given quantile_of(double quantile) {
  Given given;
  given.loss = DPCVX_LOSS_PINBALL;
  given.quantile = quantile;
  return given;
}

struct Fitted {
  PlanHandle plan;
  FitHandle fit;
};

Fitted fitted(const dpcvx_objective *objective, int32_t method, double mu, const dpcvx_options *options,
              const std::string &seed, dpcvx_monitor *watch = nullptr) {
  Fitted out;
  dpcvx_error err;
  const BudgetHandle ledger = budget(1000, 1e-6);
  EXPECT_EQ(dpcvx_plan_create(ledger, gdp(mu), objective, method, options, &out.plan.it, &err), DPCVX_OK)
      << err.message;
  EXPECT_EQ(dpcvx_fit_create(ledger, rng(seed), out.plan, watch, &out.fit.it, &err), DPCVX_OK) << err.message;
  return out;
}

// 0: none.
double median_steps(const dpcvx_fit *fit) {
  const auto *const steps = fit->fit.guarantee.constant("steps_of_median");
  return steps != nullptr ? steps->value : 0;
}

// ---- Privacy

double norm_of(const std::vector<double> &x) {
  double square = 0;
  for (double entry : x) square += entry * entry;
  return std::sqrt(square);
}

std::vector<double> gradient_of(const Objective &objective, int64_t unit, const std::vector<double> &w, double clip) {
  std::vector<double> memory(objective.work_size() + 8), out(w.size());
  double *aligned = memory.data();
  while (reinterpret_cast<size_t>(aligned) % 64 != 0) ++aligned;
  objective.gradient_sum(w.data(), {&unit, 1}, Clip{clip, false}, {nullptr, aligned}, out.data());
  return out;
}

// The noise of all steps is for sums whose units count by C at most.
TEST(MedianStart, StepsOfBothKindsAreWithinTheClip) {
  const Rows rows = made_rows(60);
  std::mt19937_64 bits(3);
  std::normal_distribution<double> normal;
  dpcvx_error record;
  Error error(&record, "test");
  double longest = 0, unclipped = 0;
  for (double quantile : {0.01, 0.1, 0.4, 0.7, 0.9}) {
    const ObjectiveHandle made = objective_of(rows, quantile_of(quantile));
    const Objective &own = *made.it->objective;
    for (double width : {1e-3, 0.1, 10.0}) {
      SharedObjective medians, envelope;
      ASSERT_EQ(own.of_medians(width, &medians, error), DPCVX_OK);
      ASSERT_EQ(own.smoothed(width, &envelope, error), DPCVX_OK);
      for (double share : {1.0, 0.25}) {
        const double clip = share * own.lipschitz();
        for (int64_t unit = 0; unit < rows.count(); ++unit) {
          std::vector<double> w;
          for (int64_t j = 0; j <= kColumns; ++j) w.push_back(3 * normal(bits));
          for (const Objective *each : {&*medians, &*envelope})
            longest = std::fmax(longest, norm_of(gradient_of(*each, unit, w, clip)) / clip);
          unclipped = std::fmax(unclipped, norm_of(gradient_of(*medians, unit, w, INFINITY)) / clip);
        }
      }
    }
  }
  EXPECT_LE(longest, 1 + 1e-12);
  EXPECT_GT(longest, 0.999);
  EXPECT_GT(unclipped, 1.1) << "control: the median's slopes are longer than a quantile's bound";
  evidence("solve", "greatest gradient of steps of medians and quantiles over the clip: %.6f", longest);
}

// mu of all steps, by the noise and the clip alone.
TEST(MedianStart, ChargesAsManyStepsOfOneKind) {
  const Rows rows = made_rows(400);
  const ObjectiveHandle objective = objective_of(rows, quantile_of(0.9));
  const OptionsHandle options = plan_options();
  for (int32_t method : kMethods) {
    const Fitted it = fitted(objective, method, 0.5, options, "charge");
    const double steps = fit_figure(it.fit, DPCVX_FIT_FIGURE_STEPS);
    EXPECT_GT(median_steps(it.fit), 0.25 * steps);
    EXPECT_LT(median_steps(it.fit), 0.35 * steps);
    const double noise = fit_figure(it.fit, DPCVX_FIT_FIGURE_NOISE_STDDEV) * 400;
    const double sensitivity = 2 * plan_figure(it.plan, DPCVX_PLAN_FIGURE_CLIPPING_NORM, method);
    const double mu = std::sqrt(steps) * sensitivity / noise;
    EXPECT_LE(mu, 0.5);
    EXPECT_GT(mu, 0.5 * (1 - 1e-4));
  }
}

// ---- What begins so

TEST(MedianStart, IsOfQuantilesOfRecordsWhoseStepsAreLeftOpen) {
  const Rows rows = made_rows(100);
  const OptionsHandle open = plan_options();
  for (double quantile : {0.1, 0.4, 0.6, 0.9})
    EXPECT_GT(median_steps(fitted(objective_of(rows, quantile_of(quantile)), kMethods[0], 0.5, open, "open").fit), 0)
        << quantile;
  for (double quantile : {0.42, 0.5, 0.58})
    EXPECT_EQ(median_steps(fitted(objective_of(rows, quantile_of(quantile)), kMethods[0], 0.5, open, "near").fit), 0)
        << quantile;
  for (int which = 0; which < 5; ++which) {
    Given given = quantile_of(0.9);
    if (which == 0) given.loss = DPCVX_LOSS_ABSOLUTE;
    if (which == 1) given.l1 = 0.1;
    if (which == 2) given.l2 = 0.1;
    if (which == 3) given.radius = 1;
    if (which == 4) given.users = true;
    const ObjectiveHandle objective = objective_of(rows, given);
    const BudgetHandle ledger =
        budget(1000, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, given.users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
    FitHandle fit;
    dpcvx_error err;
    EXPECT_EQ(plan_and_fit(ledger, rng("other"), gdp(0.5), objective, open, &fit.it, &err), DPCVX_OK) << err.message;
    EXPECT_EQ(median_steps(fit), 0) << which;
  }
  const ObjectiveHandle outer = objective_of(rows, quantile_of(0.9));
  for (int32_t option : {DPCVX_PLAN_OPTION_STEP_SIZE, DPCVX_PLAN_OPTION_MOMENTUM, DPCVX_PLAN_OPTION_SMOOTHING}) {
    const OptionsHandle options = plan_options();
    const double value = option == DPCVX_PLAN_OPTION_SMOOTHING ? 0 : 0.01;
    EXPECT_EQ(dpcvx_options_set_f64(options, option, value, nullptr), DPCVX_OK);
    EXPECT_EQ(median_steps(fitted(outer, kMethods[0], 0.5, options, "given").fit), 0) << option;
  }
}

TEST(MedianStart, GivenStepsAreThoseOfBothKinds) {
  const ObjectiveHandle objective = objective_of(made_rows(100), quantile_of(0.9));
  for (int32_t method : kMethods)
    for (int64_t steps : {1, 2, 3, 10, 100}) {
      const OptionsHandle options = plan_options();
      EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, steps, nullptr), DPCVX_OK);
      const Fitted it = fitted(objective, method, 0.5, options, "steps");
      EXPECT_EQ(fit_figure(it.fit, DPCVX_FIT_FIGURE_STEPS), static_cast<double>(steps));
      EXPECT_EQ(median_steps(it.fit), steps == 1 ? 0 : std::fmax(1, std::floor(0.3 * static_cast<double>(steps))));
    }
}

TEST(MedianStart, StaysWithinTheLimitOfPasses) {
  const ObjectiveHandle objective = objective_of(made_rows(4000), quantile_of(0.9));
  for (int32_t method : kMethods)
    for (double limit : {1.0, 2.0, 3.0, 7.0, 50.0}) {
      const OptionsHandle options = plan_options();
      EXPECT_EQ(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_MAX_PASSES, limit, nullptr), DPCVX_OK);
      const Fitted it = fitted(objective, method, 2, options, "passes");
      EXPECT_LE(plan_figure(it.plan, DPCVX_PLAN_FIGURE_PASSES, method), limit);
      EXPECT_GT(plan_figure(it.plan, DPCVX_PLAN_FIGURE_PASSES, method), 0.6 * limit);
      EXPECT_EQ(median_steps(it.fit) > 0, limit >= 2);
    }
}

// ---- Whole fits

std::string told_by(const dpcvx_fit *fit) {
  dpcvx::Text text;
  fit->fit.write_text(text);
  return text.c_str();
}

// Stops at a share of the steps.
int stop_at(const dpcvx_progress *progress, void *user) {
  int64_t done = 0, total = 0;
  EXPECT_EQ(dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_DONE, &done, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_TOTAL, &total, nullptr), DPCVX_OK);
  return static_cast<double>(done) < *static_cast<double *>(user) * static_cast<double>(total) ? 0 : 1;
}

// A fit that is cancelled among the median's steps has a model of what they came to.
TEST(MedianStart, CancelledAmongItsStepsGivesWhatTheyReached) {
  const Rows rows = made_rows(4000);
  const ObjectiveHandle objective = objective_of(rows, quantile_of(0.9));
  double until = 0.25;
  const MonitorHandle watch = monitor(stop_at, &until);
  const Fitted it = fitted(objective, kMethods[0], 5, plan_options(), "stop", watch);
  EXPECT_EQ(fit_figure(it.fit, DPCVX_FIT_FIGURE_OUTCOME), DPCVX_OUTCOME_CANCELLED);
  EXPECT_LT(static_cast<double>(it.fit.it->fit.outcome.steps), median_steps(it.fit));
  const std::string told = told_by(it.fit);
  EXPECT_NE(told.find("Coefficients: of the median, as the fit was cancelled among"), std::string::npos) << told;
  EXPECT_NE(told.find(" from where the steps of the median end"), std::string::npos) << told;
  const std::vector<double> w = coefficients(it.fit);
  for (int64_t j = 0; j < kColumns; ++j) EXPECT_NEAR(w[static_cast<size_t>(j)], 0.15, 0.08);
  EXPECT_NEAR(w.back(), 0, 0.05) << "the median's intercept; that of the quantile is 0.19";
}

double loss_of(const Rows &rows, const std::vector<double> &w) {
  double sum = 0;
  for (size_t i = 0; i < rows.labels.size(); ++i) {
    double z = w.back();
    for (size_t j = 0; j < static_cast<size_t>(kColumns); ++j)
      z += w[j] * rows.features[static_cast<size_t>(kColumns) * i + j];
    const double off = rows.labels[i] - z;
    sum += std::fmax(0.9 * off, -0.1 * off);
  }
  return sum / static_cast<double>(rows.labels.size());
}

// Seeds are fixed, so that nothing here is by chance.
TEST(MedianStart, QuantilesLoseLess) {
  const Rows rows = made_rows(1000);
  const ObjectiveHandle objective = objective_of(rows, quantile_of(0.9));
  std::vector<double> best(static_cast<size_t>(kColumns), 0.15);
  best.push_back(0.15 * 1.2816);
  for (int32_t method : kMethods) {
    double with = 0, without = 0;
    for (int pass = 0; pass < 2; ++pass)
      for (int seed = 0; seed < 8; ++seed) {
        const OptionsHandle options = plan_options();
        if (pass == 1) dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_MOMENTUM, 0.95, nullptr);
        const Fitted it = fitted(objective, method, 0.25, options, "loss" + std::to_string(seed));
        (pass == 0 ? with : without) += (loss_of(rows, coefficients(it.fit)) - loss_of(rows, best)) / 8;
      }
    EXPECT_LT(with, 0.7 * without);
    evidence("solve", "excess loss of .9 quantiles with and without steps of the median: %.4f, %.4f", with, without);
  }
}

// The share of labels at most a fit's values, where residuals are even.
double covered(const Rows &rows, int32_t method, const dpcvx_options *options) {
  const Fitted it = fitted(objective_of(rows, quantile_of(0.8)), method, 2, options, "covers");
  const std::vector<double> w = coefficients(it.fit);
  double below = 0;
  for (size_t i = 0; i < rows.labels.size(); ++i)
    below += rows.labels[i] <= w[0] * rows.features[i] + w[1] ? 1 / static_cast<double>(rows.labels.size()) : 0;
  return below;
}

// An envelope of a width h is least h (tau - 1/2) below an outer quantile. Envelopes get narrower as steps get shorter.
TEST(MedianStart, FitsEndAtTheQuantileOfTheLoss) {
  std::mt19937_64 bits(8);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Rows rows;
  for (int i = 0; i < 8000; ++i) {
    const double x = uniform(bits);
    rows.add({x}, 0.3 * x + 0.1 * uniform(bits));
  }
  const OptionsHandle open = plan_options();
  for (int32_t method : kMethods) {
    EXPECT_NEAR(covered(rows, method, open), 0.8, 0.01) << method;
    // Control: a width that is given stays.
    const OptionsHandle options = plan_options();
    EXPECT_EQ(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_SMOOTHING, 0.1, nullptr), DPCVX_OK);
    EXPECT_LT(covered(rows, method, options), 0.7) << method;
  }
}

TEST(MedianStart, EnvelopesAreNoNarrowerThanStepsBear) {
  using dpcvx::solve::pace_at;
  using dpcvx::solve::stage_at;
  using dpcvx::solve::width_of_stage;
  for (double last : {0.05, 0.3, 0.9, 1.0}) {
    int before = 0;
    for (int t = 0; t < 10000; ++t) {
      const double done = t / 10000.0;
      const int stage = stage_at(done);
      EXPECT_GE(width_of_stage(last, stage), pace_at(last, done) * (1 - 1e-12));
      EXPECT_GE(stage, before);
      before = stage;
    }
    EXPECT_EQ(stage_at(0), 0);
    EXPECT_EQ(before, dpcvx::solve::MedianStart::kStages - 1);
  }
}

}  // namespace
