// Stable output: its figures against the parts they are made of, the law of its results, what it refuses, and what
// becomes of data that are not stable.
#include "base/error.h"
#include "privacy/divergences/gdp.h"
#include "model/objective_handle.h"
#include "solve/plan/plan_handle.h"
#include "solve/stable/phase.h"
#include "solve/stable/outlier_threshold.h"
#include "solve/stable/filtered_minimizer.h"
#include "solve/stable/stable_users.h"

namespace {

using namespace fixtures;
using dpcvx::solve::SensitivityInputs;
using dpcvx::solve::StableTask;

struct Parts {
  SensitivityInputs facts;
  dpcvx::solve::StableChoice choice;
};

Parts parts_of(const StableKind &kind, const dpcvx_objective *it, double added, double threshold) {
  Parts out;
  StableTask task;
  task.prox = added;
  task.units = kind.nominal > 0 ? kind.nominal : kind.users;
  EXPECT_TRUE(dpcvx::solve::stability_facts(*it->objective, dpcvx::solve::Instance::kSoft, kind.adjacency, task,
                                            threshold, 0, &out.facts));
  dpcvx::solve::ThresholdPolicy policy;
  policy.declared = threshold;
  dpcvx::solve::NoiseLevelGrid menu;
  dpcvx::Error error(nullptr, "");
  EXPECT_EQ(choose_stable(out.facts, policy, kind.epsilon, kind.delta, &menu, &out.choice, error), DPCVX_OK);
  EXPECT_TRUE(out.choice.exists);
  return out;
}

TEST(StableOutput, FiguresAreThoseOfItsParts) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
    StableKind kind;
    kind.adjacency = adjacency;
    if (adjacency == DPCVX_ADJACENCY_ADD_REMOVE) kind.nominal = kind.users;
    const ObjectiveHandle it = objective_of(kind);
    const PlanHandle plan = plan_of(kind, it);
    const auto figure = [&](int32_t which) { return plan_figure(plan, which); };
    const double sides = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1, n = static_cast<double>(kind.users);
    // What is added is chosen: read it off what convexity the baseline tells.
    const double whole = dpcvx::privacy::gdp_mu_down(kind.epsilon, kind.delta);
    const double convexity = sides / (n * whole * figure(DPCVX_PLAN_FIGURE_BASELINE_NOISE_STDDEV));
    const Parts parts = parts_of(kind, it, std::max(0.0, convexity - kind.l2), 0.6);
    EXPECT_NEAR(parts.facts.convexity, convexity, 1e-9 * convexity);
    EXPECT_NEAR(figure(DPCVX_PLAN_FIGURE_MINIMIZER_SENSITIVITY), parts.choice.terms.distance,
                1e-4 * parts.choice.terms.distance);
    EXPECT_EQ(figure(DPCVX_PLAN_FIGURE_TEST_LEVELS), static_cast<double>(parts.choice.terms.top + 1));
    EXPECT_EQ(figure(DPCVX_PLAN_FIGURE_OUTLIER_THRESHOLD), 0.6);
    EXPECT_EQ(figure(DPCVX_PLAN_FIGURE_PHASES), 1);
    const double noise = parts.choice.terms.distance / parts.choice.law.mu();
    EXPECT_NEAR(figure(DPCVX_PLAN_FIGURE_NOISE_STDDEV), noise, 1e-3 * noise);
    EXPECT_GE(figure(DPCVX_PLAN_FIGURE_NOISE_STDDEV), parts.choice.terms.distance / whole);
    EXPECT_LT(figure(DPCVX_PLAN_FIGURE_NOISE_STDDEV), figure(DPCVX_PLAN_FIGURE_BASELINE_NOISE_STDDEV));
    // Nothing is declared of records, so that nothing is known of honest data.
    EXPECT_EQ(figure(DPCVX_PLAN_FIGURE_UNSTABLE_PROBABILITY), INFINITY);
    // The predicted risk is what is added, and a curvature of 1/4 along the rows alone.
    const double t = noise, added = convexity - kind.l2, R = figure(DPCVX_PLAN_FIGURE_PLANNING_RADIUS);
    const double curve = (0.25 + 3 * kind.l2) * t * t / 2, slope = t + 3 * kind.l2 * t * t / 2;
    const double risk = std::max(0.0, added) * R * R / 2 + std::min(curve, slope);
    EXPECT_NEAR(figure(DPCVX_PLAN_FIGURE_PREDICTED_RISK), risk, 2e-3 * risk);
    // The price is met from below, and hardly wasted.
    CurveHandle curve_of;
    ASSERT_EQ(dpcvx_plan_curve(plan, &curve_of.it, nullptr), DPCVX_OK);
    double epsilon = 0;
    ASSERT_EQ(dpcvx_curve_epsilon(curve_of, kind.delta, &epsilon, nullptr), DPCVX_OK);
    EXPECT_LE(epsilon, kind.epsilon);
    EXPECT_GT(epsilon, kind.epsilon * (1 - 1e-8));
  }
}

TEST(StableOutput, TheRidgeHasTheLeastPredictedRisk) {
  StableKind kind;
  kind.users = 20000, kind.records = 2, kind.l2 = 0;
  const ObjectiveHandle it = objective_of(kind);
  const PlanHandle plan = plan_of(kind, it);
  const double risk = plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK),
               R = plan_figure(plan, DPCVX_PLAN_FIGURE_PLANNING_RADIUS);
  const double whole = dpcvx::privacy::gdp_mu_down(kind.epsilon, kind.delta);
  const double best = 2 / (20000 * whole * plan_figure(plan, DPCVX_PLAN_FIGURE_BASELINE_NOISE_STDDEV));
  EXPECT_GT(best, 0);
  for (double factor : {0.25, 0.5, 2.0, 4.0}) {
    const Parts parts = parts_of(kind, it, best * factor, 0.6);
    const double t = parts.choice.terms.distance / parts.choice.law.mu();
    EXPECT_GT(best * factor * R * R / 2 + std::min(0.25 * t * t / 2, t), risk);
  }
}

std::string why_not(const StableKind &kind) {
  std::string why;
  plan_of(kind, objective_of(kind), &why);
  return why;
}

TEST(StableOutput, RefusesWithNumbers) {
  StableKind kind;
  kind.users = 300;
  StableKind few = kind;
  few.users = 25;
  EXPECT_NE(why_not(few).find("it needs at least 3"), std::string::npos) << why_not(few);
  EXPECT_NE(why_not(few).find("there are 25"), std::string::npos) << why_not(few);
  StableKind unknown = kind;
  unknown.threshold = 0;
  EXPECT_NE(why_not(unknown).find("MIN_RECORDS_PER_USER"), std::string::npos) << why_not(unknown);
  StableKind corner = kind.with(DPCVX_PLAN_OPTION_SMOOTHING, 0);
  corner.loss = DPCVX_LOSS_HINGE;
  EXPECT_NE(why_not(corner).find("not smooth"), std::string::npos) << why_not(corner);
  EXPECT_NE(why_not(kind.with(DPCVX_PLAN_OPTION_TOLERANCE, 1e-30)).find("promised"), std::string::npos);
  // The price: no Gaussian curve.
  const ObjectiveHandle it = objective_of(kind);
  const BudgetHandle ledger = budget_of(kind);
  const OptionsHandle options = plan_options();
  PlanHandle plan;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_plan_create(ledger, gdp(0.3), it, kind.method, options, &plan.it, &err), DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::string(err.message).find("basic"), std::string::npos) << err.message;
}

TEST(StableOutput, LossesWithCornersAreSmoothed) {
  StableKind kind;
  kind.loss = DPCVX_LOSS_HINGE;
  const ObjectiveHandle it = objective_of(kind);
  const PlanHandle plan = plan_of(kind, it), wide = plan_of(kind.with(DPCVX_PLAN_OPTION_SMOOTHING, 0.5), it);
  EXPECT_GT(plan_figure(plan, DPCVX_PLAN_FIGURE_SMOOTHING), 0);
  EXPECT_NEAR(plan_figure(wide, DPCVX_PLAN_FIGURE_SMOOTHING), 0.5, 1e-12);
  EXPECT_LE(plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK), plan_figure(wide, DPCVX_PLAN_FIGURE_PREDICTED_RISK));
  EXPECT_EQ(outcome(fit_of(kind, plan, "corner")), DPCVX_OUTCOME_DONE);
}

// The result minus the minimiser, whose users all count: mean 0, independent entries of the stated deviation.
TEST(StableOutput, TheNoiseHasTheStatedLaw) {
  StableKind kind;
  kind.users = 400, kind.records = 4, kind.l2 = 1, kind.epsilon = 4;
  kind.threshold = 1.5;
  const ObjectiveHandle it = objective_of(kind);
  const PlanHandle plan = plan_of(kind, it);
  const double sigma = plan_figure(plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV);
  const FitHandle first = fit_of(kind, plan, "noise");
  std::vector<double> errors(3);
  ASSERT_EQ(dpcvx_fit_standard_errors(first, errors.data(), 3, nullptr), DPCVX_OK);
  EXPECT_EQ(errors, std::vector<double>(3, sigma));
  double minimum[3] = {};
  {
    dpcvx::optimize::Minimizer minimizer;
    dpcvx::Error error(nullptr, "");
    const double whole = dpcvx::privacy::gdp_mu_down(kind.epsilon, kind.delta);
    const double convexity = 2 / (400 * whole * plan_figure(plan, DPCVX_PLAN_FIGURE_BASELINE_NOISE_STDDEV));
    ASSERT_EQ(minimizer.prepare(*it.it->objective, std::max(0.0, convexity - kind.l2), error), DPCVX_OK);
    dpcvx::ProgressMonitor watch;
    minimizer.minimize(nullptr, 1e-9, 1000, watch, minimum);
  }
  constexpr int kFits = 1500;
  double mean[3] = {}, covariance[3][3] = {};
  for (int k = 0; k < kFits; ++k) {
    const FitHandle fit = fit_of(kind, plan, "noise " + std::to_string(k));
    ASSERT_EQ(outcome(fit), DPCVX_OUTCOME_DONE);
    const std::vector<double> w = coefficients(fit);
    for (int i = 0; i < 3; ++i) {
      mean[i] += (w[i] - minimum[i]) / sigma / kFits;
      for (int j = 0; j < 3; ++j)
        covariance[i][j] += (w[i] - minimum[i]) * (w[j] - minimum[j]) / (sigma * sigma) / kFits;
    }
  }
  // 12 statistics at 6.5 standard deviations each: false alarms below 1e-9.
  for (int i = 0; i < 3; ++i) {
    EXPECT_LT(std::fabs(mean[i]), 6.5 / std::sqrt(kFits));
    for (int j = 0; j < 3; ++j)
      EXPECT_LT(std::fabs(covariance[i][j] - (i == j)), 6.5 * std::sqrt((i == j ? 2.0 : 1.0) / kFits));
  }
}

TEST(StableOutput, UnstableDataReleaseNothing) {
  StableKind kind;
  kind.strange = 400;
  kind.threshold = 0.3;
  const ObjectiveHandle it = objective_of(kind);
  const PlanHandle plan = plan_of(kind, it);
  const FitHandle fit = fit_of(kind, plan, "apart");
  EXPECT_EQ(outcome(fit), DPCVX_OUTCOME_UNSTABLE);
  EXPECT_EQ(fit_figure(fit, DPCVX_FIT_FIGURE_STEPS), 0);
  double w[3];
  dpcvx_error err;
  EXPECT_EQ(dpcvx_fit_coefficients(fit, w, 3, &err), DPCVX_ERR_STATE);
  for (const char *part :
       {"stable output that ended DPCVX_OUTCOME_UNSTABLE", "its charge stays",
        "DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD (dpcvx_plan_create), more users", "another method (dpcvx_plan_ranking)"})
    EXPECT_NE(std::strstr(err.message, part), nullptr) << err.message;
  EXPECT_EQ(dpcvx_fit_original_coefficients(fit, w, 3, nullptr), DPCVX_ERR_STATE);
  EXPECT_NE(std::string(err.message).find("unstable"), std::string::npos);
  EXPECT_EQ(dpcvx_fit_standard_errors(fit, w, 3, nullptr), DPCVX_ERR_STATE);
  EXPECT_NE(json_of(fit).find("\"outcome\":\"unstable\""), std::string::npos);
  EXPECT_EQ(json_of(fit).find("\"coefficients\""), std::string::npos);
  EXPECT_NE(report_of(fit).find("unstable"), std::string::npos);
  const FitHandle back = loaded(bytes_of(fit));
  EXPECT_EQ(json_of(back), json_of(fit));
  EXPECT_EQ(outcome(back), DPCVX_OUTCOME_UNSTABLE);
}

TEST(StableOutput, ThreadsDoNotMatter) {
  StableKind kind;
  kind.strange = 3, kind.small = 2, kind.least = 2;
  const ObjectiveHandle it = objective_of(kind);
  const std::vector<double> one = coefficients(fit_of(kind, plan_of(kind, it), "threads"));
  for (int64_t threads : {2, 3}) {
    const StableKind other = kind.set(DPCVX_PLAN_OPTION_THREADS, threads);
    EXPECT_EQ(coefficients(fit_of(other, plan_of(other, it), "threads")), one);
  }
}

// A few users without records enough, or missing from the nominal number, count in the score and pass; many do not.
TEST(StableOutput, NullAndMissingUsersCount) {
  StableKind kind;
  kind.least = 5, kind.small = 4;
  EXPECT_EQ(outcome(fit_of(kind, plan_of(kind, objective_of(kind)), "null")), DPCVX_OUTCOME_DONE);
  kind.small = 100;
  EXPECT_EQ(outcome(fit_of(kind, plan_of(kind, objective_of(kind)), "null")), DPCVX_OUTCOME_UNSTABLE);
  StableKind open;
  open.adjacency = DPCVX_ADJACENCY_ADD_REMOVE;
  for (int64_t nominal : {1500, 2000, 2004}) {
    open.nominal = nominal;
    EXPECT_EQ(outcome(fit_of(open, plan_of(open, objective_of(open)), "open")), DPCVX_OUTCOME_DONE) << nominal;
  }
  open.nominal = 2100;
  EXPECT_EQ(outcome(fit_of(open, plan_of(open, objective_of(open)), "open")), DPCVX_OUTCOME_UNSTABLE);
}

TEST(StableOutput, DomainsAndBoughtThresholds) {
  StableKind kind;
  kind.ball = 0.25;
  const ObjectiveHandle it = objective_of(kind);
  const std::vector<double> w = coefficients(fit_of(kind, plan_of(kind, it), "ball"));
  EXPECT_LE(std::hypot(std::hypot(w[0], w[1]), w[2]), 0.25 * (1 + 1e-12));
  StableKind bought;
  bought.threshold = 0;
  bought = bought.with(DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION, 0.2);
  const ObjectiveHandle all = objective_of(bought);
  const PlanHandle plan = plan_of(bought, all);
  int done = 0;
  for (int k = 0; k < 20; ++k)
    done += outcome(fit_of(bought, plan, "bought " + std::to_string(k))) == DPCVX_OUTCOME_DONE;
  EXPECT_GE(done, 12);
  const FitHandle fit = fit_of(bought, plan, "bought 0");
  EXPECT_NE(guarantee_of(fit).find("threshold_epsilon"), std::string::npos);
  double errors[3];
  EXPECT_EQ(dpcvx_fit_standard_errors(fit, errors, 3, nullptr), DPCVX_ERR_UNSUPPORTED);
}

// With few users the list is of one threshold, beyond which no gradient is; it is what is released with.
TEST(StableOutput, AListOfOneThresholdIsTheOneThatIsBought) {
  StableKind few;
  few.users = few.strange = 70, few.threshold = 0;
  few = few.with(DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION, 0.1);
  const PlanHandle plan = plan_of(few, objective_of(few));
  ASSERT_EQ(plan.it->plan.proposal().run.as<dpcvx::solve::StablePhases>().candidates.count(), 1);
  EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_OUTLIER_THRESHOLD), 2);
  for (int k = 0; k < 10; ++k) EXPECT_EQ(outcome(fit_of(few, plan, "one " + std::to_string(k))), DPCVX_OUTCOME_DONE);
}

int32_t stop(const dpcvx_progress *, void *) { return 1; }

TEST(StableOutput, PublicPointsNeedLipschitzHessians) {
  for (int32_t loss : {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_SQUARED}) {
    StableKind kind = StableKind().set(DPCVX_PLAN_OPTION_OUTLIERS, DPCVX_OUTLIERS_PUBLIC_REFERENCE);
    kind.loss = loss;
    kind.ball = 1;
    kind.threshold = loss == DPCVX_LOSS_LOGISTIC ? 0.6 : 2;
    const ObjectiveHandle it = objective_of(kind);
    const PlanHandle plan = plan_of(kind, it);
    const FitHandle fit = fit_of(kind, plan, "public point"), again = fit_of(kind, plan, "public point");
    ASSERT_EQ(outcome(fit), DPCVX_OUTCOME_DONE);
    EXPECT_EQ(coefficients(fit), coefficients(again));
    kind.strange = 400;
    const ObjectiveHandle mixed = objective_of(kind);
    EXPECT_EQ(outcome(fit_of(kind, plan_of(kind, mixed), "public point")), DPCVX_OUTCOME_UNSTABLE);
  }
  StableKind hinge = StableKind().set(DPCVX_PLAN_OPTION_OUTLIERS, DPCVX_OUTLIERS_PUBLIC_REFERENCE);
  hinge.loss = DPCVX_LOSS_HINGE;
  std::string why;
  plan_of(hinge, objective_of(hinge), &why);
  EXPECT_NE(why.find("Lipschitz"), std::string::npos) << why;
}

TEST(StableOutput, ACancelledFitReleasesNothing) {
  StableKind kind;
  const ObjectiveHandle it = objective_of(kind);
  const PlanHandle plan = plan_of(kind, it);
  const FitHandle fit = fit_of(kind, plan, "cancel", stop);
  EXPECT_EQ(outcome(fit), DPCVX_OUTCOME_CANCELLED);
  double w[3];
  EXPECT_EQ(dpcvx_fit_coefficients(fit, w, 3, nullptr), DPCVX_ERR_STATE);
}

}  // namespace
