// Stable releases in phases: what they are charged against the composition, the batches' laws, schedules, and how runs
// end.
#include <set>

#include "base/error.h"
#include "support/evidence.h"
#include "model/objective_handle.h"
#include "mechanism/propose_test_release/threshold_law.h"
#include "privacy/divergences/gdp.h"
#include "random/rng.h"
#include "solve/stable/phase_schedule.h"
#include "solve/stable/batches.h"
#include "solve/plan/plan_handle.h"
#include "solve/stable/stable_users.h"
#include "mechanism/propose_test_release/adaptive_composition.h"

namespace {

using namespace fixtures;
using dpcvx::solve::StablePhase;
using dpcvx::solve::StablePhases;

constexpr int32_t kPhased[] = {DPCVX_METHOD_PHASED_ERM, DPCVX_METHOD_PHASED_SCO, DPCVX_METHOD_STRONGLY_CONVEX_ERM,
                               DPCVX_METHOD_STRONGLY_CONVEX_SCO};

const StablePhases &phases_of(const dpcvx_plan *plan) { return plan->plan.proposal().run.as<StablePhases>(); }

double charged(const dpcvx_plan *plan, double delta) {
  CurveHandle curve;
  EXPECT_EQ(dpcvx_plan_curve(plan, &curve.it, nullptr), DPCVX_OK);
  double epsilon = INFINITY;
  EXPECT_EQ(dpcvx_curve_epsilon(curve, delta, &epsilon, nullptr), DPCVX_OK);
  return epsilon;
}

StableKind phased(int32_t method) {
  StableKind kind;
  kind.method = method;
  kind.l2 = 0.05;
  kind.users = 2500, kind.records = 10;
  return kind;
}

TEST(Phased, AnAllocationIsWithinItsPrice) {
  for (double epsilon : {0.5, 2.0, 8.0})
    for (int64_t phases : {2, 5, 20}) {
      const auto it = dpcvx::solve::phase_allocation(phases, 1.0 / 32, epsilon, 1e-6);
      ASSERT_GT(it.mu, 0);
      const auto delta = [&](double mu) {
        return dpcvx::mechanism::phases_delta(phases, it.epsilon1, it.edge, mu, epsilon);
      };
      EXPECT_LE(delta(it.mu), 1e-6);
      EXPECT_GT(delta(it.mu * (1 + 0x1p-18)), 1e-6);
      // Less than a Gaussian alone has.
      EXPECT_LT(it.mu, dpcvx::privacy::gdp_mu_down(epsilon, 1e-6));
    }
}

// Of all that is released: every phase's noise covers its distance, and what all come to is within the price.
TEST(Phased, WhatIsChargedIsWhatThePhasesComeTo) {
  for (int32_t method : kPhased) {
    const StableKind kind = phased(method);
    const ObjectiveHandle it = objective_of(kind);
    const PlanHandle plan = plan_of(kind, it);
    const StablePhases &stable = phases_of(plan);
    ASSERT_GE(stable.count, 2);
    EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_PHASES), stable.count);
    EXPECT_LE(charged(plan, kind.delta), kind.epsilon);
    EXPECT_GT(charged(plan, kind.delta), kind.epsilon * (1 - 1e-6));
    std::vector<double> mus;
    for (int32_t i = 0; i < stable.count; ++i) {
      const StablePhase &phase = stable.at(i);
      const double sigma = dpcvx::mechanism::noise_scale(phase.noise);
      const double mu = phase.terms.distance / sigma;
      mus.push_back(mu);
      EXPECT_EQ(phase.terms.top, stable.laws[phase.law].top());
      dpcvx::solve::SensitivityParameters again;
      ASSERT_TRUE(dpcvx::solve::stability_terms(phase.facts, phase.terms.threshold, phase.terms.top, &again));
      EXPECT_EQ(again.distance, phase.terms.distance);
      EXPECT_NEAR(phase.facts.convexity, kind.l2 + phase.prox, 1e-9 * phase.facts.convexity);
      if (stable.batches) {
        EXPECT_LE(mu, stable.laws[phase.law].mu());
      }
    }
    if (stable.batches) continue;
    // By the worst sequence of scores; a phase that is not counted, or less noise, would be seen.
    const auto delta_of = [&](std::vector<double> with) {
      dpcvx_error message;
      dpcvx::Error error(&message, "test");
      dpcvx::mechanism::StabilityComposition composition;
      const int64_t count = static_cast<int64_t>(with.size());
      EXPECT_EQ(composition.prepare(mus.data(), static_cast<int64_t>(mus.size()), kind.epsilon, error), DPCVX_OK);
      return composition.delta(&stable.laws[0], true, with.data(), count);
    };
    EXPECT_LE(delta_of(mus), kind.delta * (1 + 1e-6));
    EXPECT_GT(delta_of(mus), kind.delta * 0.5);
    std::vector<double> greater = mus;
    for (double &mu : greater) mu *= 1.5;
    EXPECT_GT(delta_of(greater), 2 * kind.delta);
  }
}

// Later stages have shorter steps than the first: a threshold for the first's would fail honest users of many records.
TEST(Phased, HonestUsersOfManyRecordsAreFoundStable) {
  for (int32_t method : {DPCVX_METHOD_PHASED_ERM, DPCVX_METHOD_STRONGLY_CONVEX_ERM}) {
    StableKind kind = phased(method);
    kind.loss = DPCVX_LOSS_SQUARED, kind.ball = 2, kind.l2 = 0.25, kind.epsilon = 1;
    kind.users = 10000, kind.records = 1, kind.least = 10000, kind.threshold = 0;  // a plan reads no data
    const PlanHandle plan = plan_of(kind, objective_of(kind));
    EXPECT_LE(plan_figure(plan, DPCVX_PLAN_FIGURE_UNSTABLE_PROBABILITY), 0.011);
  }
}

// However little the last phases move models, lattices hold models.
TEST(Phased, LatticesReachAsFarAsModels) {
  StableKind kind = phased(DPCVX_METHOD_PHASED_ERM).set(DPCVX_PLAN_OPTION_PHASES, 20);
  kind.loss = DPCVX_LOSS_SQUARED, kind.l2 = 0.25, kind.epsilon = 1, kind.threshold = 0.06;
  kind.users = 100000, kind.records = 1, kind.ball = 2;
  const PlanHandle plan = plan_of(kind, objective_of(kind));
  const StablePhases &stable = phases_of(plan);
  ASSERT_LT(stable.last().terms.distance, 1e-12);  // 2^-20 of which is no step for models of norm 2
  for (int32_t i = 0; i < stable.count; ++i) {
    const dpcvx::mechanism::NoisePlan &noise = stable.at(i).noise;
    EXPECT_GE(noise.lattice.step() * static_cast<double>(noise.lattice.kMaxSteps), kind.ball);
    EXPECT_GE(noise.sensitivity * noise.lattice.step(), stable.at(i).terms.distance);
  }
}

TEST(Phased, StronglyConvexOnesBeginWithARelease) {
  const StableKind kind = phased(DPCVX_METHOD_STRONGLY_CONVEX_ERM).with(DPCVX_PLAN_OPTION_FIRST_PHASE_FRACTION, 0.25);
  const ObjectiveHandle it = objective_of(kind);
  const PlanHandle plan = plan_of(kind, it);
  const StablePhases &stable = phases_of(plan);
  EXPECT_EQ(stable.at(0).prox, 0);
  double squares = 0;
  for (int32_t i = 0; i < stable.count; ++i) squares += stable.at(i).mu * stable.at(i).mu;
  EXPECT_NEAR(stable.at(0).mu * stable.at(0).mu, 0.25 * squares, 1e-6 * squares);
  for (int32_t i = 2; i < stable.count; ++i) EXPECT_GT(stable.at(i).prox, stable.at(i - 1).prox);
  StableKind flat = kind;
  flat.l2 = 0;
  std::string why;
  plan_of(flat, objective_of(flat), &why);
  EXPECT_NE(why.find("not strongly convex"), std::string::npos) << why;
}

// Batches of phases: disjoint, of their sizes, each unit as likely in each.
void check_batches(const StablePhases &stable, const dpcvx::model::Objective &it, bool coins) {
  dpcvx::solve::StableBatches batches;
  dpcvx::Error error(nullptr, "");
  ASSERT_EQ(batches.prepare(it, stable, error), DPCVX_OK);
  dpcvx::random::Rng rng;
  ASSERT_EQ(rng.open_deterministic("batches", 7, error), DPCVX_OK);
  constexpr int kDraws = 2000;
  std::vector<int64_t> first(static_cast<size_t>(it.units_there()));
  for (int k = 0; k < kDraws; ++k) {
    batches.draw(rng);
    std::set<int64_t> seen;
    int64_t all = 0;
    for (int32_t i = 0; i < stable.count; ++i) {
      ASSERT_NE(batches.batch(i), nullptr);
      for (int64_t j = 0; j < batches.count(i); ++j) seen.insert(batches.batch(i)[j]);
      all += batches.count(i);
      if (!coins) {
        EXPECT_EQ(batches.count(i), static_cast<int64_t>(stable.at(i).units));
      }
    }
    EXPECT_EQ(static_cast<int64_t>(seen.size()), all);
    EXPECT_LE(all, it.units_there());
    for (int64_t j = 0; j < batches.count(0); ++j) ++first[static_cast<size_t>(batches.batch(0)[j])];
  }
  const double share = stable.at(0).share, spread = std::sqrt(kDraws * share * (1 - share));
  for (int64_t count : first)  // 7 standard deviations: false alarms below 1e-9 over all units
    EXPECT_NEAR(static_cast<double>(count), kDraws * share, 7 * spread + 2);
}

TEST(Phased, BatchesAreDisjointAndByChance) {
  StableKind kind = phased(DPCVX_METHOD_PHASED_SCO).set(DPCVX_PLAN_OPTION_PHASES, 3);
  kind.users = 400, kind.records = 2, kind.epsilon = 4;
  for (bool coins : {false, true}) {
    if (coins) kind.nominal = kind.users;
    const ObjectiveHandle it = objective_of(kind);
    const PlanHandle plan = plan_of(kind, it);
    EXPECT_EQ(phases_of(plan).at(1).share, 0.25);
    EXPECT_EQ(phases_of(plan).at(2).share, 0.25);
    check_batches(phases_of(plan), *it.it->objective, coins);
  }
}

// Under add/remove one user more changes the batch it goes to, whatever its number, and no other user's.
TEST(Phased, AnotherUserGoesToABatchByItself) {
  StableKind kind = phased(DPCVX_METHOD_PHASED_SCO).set(DPCVX_PLAN_OPTION_PHASES, 3);
  kind.users = 400, kind.records = 1, kind.epsilon = 4, kind.nominal = 400;
  const ObjectiveHandle some = objective_of(kind);
  kind.users = 401;
  const ObjectiveHandle more = objective_of(kind);
  const PlanHandle plan = plan_of(kind, some);
  const StablePhases &stable = phases_of(plan);
  dpcvx::Error error(nullptr, "");
  dpcvx::solve::StableBatches a, b;
  ASSERT_EQ(a.prepare(*some.it->objective, stable, error), DPCVX_OK);
  ASSERT_EQ(b.prepare(*more.it->objective, stable, error), DPCVX_OK);
  dpcvx::random::Rng one, other;
  ASSERT_EQ(one.open_deterministic("more", 4, error), DPCVX_OK);
  ASSERT_EQ(other.open_deterministic("more", 4, error), DPCVX_OK);
  a.draw(one), b.draw(other);
  int changed = 0;
  for (int32_t i = 0; i < stable.count; ++i) {
    const std::set<int64_t> x(a.batch(i), a.batch(i) + a.count(i)), y(b.batch(i), b.batch(i) + b.count(i));
    for (int64_t u : x) EXPECT_EQ(y.count(u), 1u);
    changed += x != y;
  }
  EXPECT_EQ(changed, 1);
}

TEST(Phased, FitsOfAllKindsAndTheirBytes) {
  for (int32_t method : kPhased)
    for (double ball : {0.0, 2.0}) {
      if (ball > 0 && method != DPCVX_METHOD_PHASED_ERM && method != DPCVX_METHOD_STRONGLY_CONVEX_SCO) continue;
      StableKind kind = phased(method);
      kind.ball = ball;
      const ObjectiveHandle it = objective_of(kind);
      const PlanHandle plan = plan_of(kind, it);
      const FitHandle fit = fit_of(kind, plan, "kinds");
      ASSERT_EQ(outcome(fit), DPCVX_OUTCOME_DONE) << method;
      const std::vector<double> w = coefficients(fit);
      if (ball > 0) {
        EXPECT_LE(std::hypot(std::hypot(w[0], w[1]), w[2]), ball * (1 + 1e-12));
      }
      double errors[3];
      EXPECT_EQ(dpcvx_fit_standard_errors(fit, errors, 3, nullptr), DPCVX_ERR_UNSUPPORTED);
      const FitHandle back = loaded(bytes_of(fit));
      EXPECT_EQ(json_of(back), json_of(fit));
      EXPECT_EQ(report_of(back), report_of(fit));
      EXPECT_EQ(coefficients(back), w);
      EXPECT_NE(json_of(fit).find("\"minimizer_sensitivity\":"), std::string::npos);
      EXPECT_NE(report_of(fit).find("Stability: "), std::string::npos);
      EXPECT_NE(text_of(plan.it, dpcvx_plan_to_text).find("Phases: "), std::string::npos);
      const StableKind threads = kind.set(DPCVX_PLAN_OPTION_THREADS, 3);
      EXPECT_EQ(coefficients(fit_of(threads, plan_of(threads, it), "kinds")), w);
    }
}

// After phases that were released the answer is the last of them.
TEST(Phased, ARunThatTurnsUnstableKeepsTheLastRelease) {
  StableKind kind = phased(DPCVX_METHOD_PHASED_ERM);
  kind.epsilon = 4, kind.least = 2;
  // So many users without records enough that a phase passes about as often as not.
  const PlanHandle probe = plan_of(kind, objective_of(kind));
  const dpcvx::mechanism::StabilityLaw &law = phases_of(probe).laws[0];
  while (law.pass(kind.small) > 0.6) ++kind.small;
  const ObjectiveHandle it = objective_of(kind);
  const PlanHandle plan = plan_of(kind, it);
  int ends[3] = {};
  for (int k = 0; k < 40; ++k) {
    const FitHandle fit = fit_of(kind, plan, "turns " + std::to_string(k));
    const int steps = static_cast<int>(fit_figure(fit, DPCVX_FIT_FIGURE_STEPS));
    double w[3];
    const dpcvx_status status = dpcvx_fit_coefficients(fit, w, 3, nullptr);
    EXPECT_EQ(status, steps > 0 ? DPCVX_OK : DPCVX_ERR_STATE);
    if (outcome(fit) == DPCVX_OUTCOME_DONE) {
      EXPECT_EQ(steps, phases_of(plan).count);
      ++ends[2];
    } else {
      EXPECT_EQ(outcome(fit), DPCVX_OUTCOME_UNSTABLE);
      EXPECT_LT(steps, phases_of(plan).count);
      ++ends[steps > 0];
      if (steps > 0) {
        EXPECT_NE(report_of(fit).find("last phase before"), std::string::npos);
      }
    }
  }
  EXPECT_GT(ends[0], 0);
  EXPECT_GT(ends[1], 0);
}

int32_t stop_at(const dpcvx_progress *progress, void *user) {
  int64_t done = -1;
  EXPECT_EQ(dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_DONE, &done, nullptr), DPCVX_OK);
  return done >= *static_cast<int64_t *>(user);
}

TEST(Phased, ACancelledFitKeepsWhatWasReleased) {
  const StableKind kind = phased(DPCVX_METHOD_PHASED_ERM).set(DPCVX_PLAN_OPTION_PHASES, 3);
  const ObjectiveHandle it = objective_of(kind);
  const PlanHandle plan = plan_of(kind, it);
  for (int64_t at : {0, 1, 2}) {
    const FitHandle fit = fit_of(kind, plan, "cancel", stop_at, &at);
    EXPECT_EQ(outcome(fit), DPCVX_OUTCOME_CANCELLED);
    EXPECT_EQ(fit_figure(fit, DPCVX_FIT_FIGURE_STEPS), static_cast<double>(at));
    double w[3];
    EXPECT_EQ(dpcvx_fit_coefficients(fit, w, 3, nullptr), at > 0 ? DPCVX_OK : DPCVX_ERR_STATE);
  }
}

// Each of the paper's phases has a law of its own, on all units too.
TEST(Phased, ThePapersScheduleOfManyPhases) {
  StableKind kind = phased(DPCVX_METHOD_PHASED_ERM)
                        .set(DPCVX_PLAN_OPTION_SCHEDULE, DPCVX_SCHEDULE_REFERENCE)
                        .set(DPCVX_PLAN_OPTION_PHASES, 30);
  kind.users = 2000, kind.records = 4, kind.least = 4, kind.l2 = 0.2, kind.epsilon = 300, kind.delta = 0.1;
  const ObjectiveHandle it = objective_of(kind);
  const PlanHandle plan = plan_of(kind, it);
  const StablePhases &stable = phases_of(plan);
  ASSERT_EQ(stable.count, 30);
  for (int32_t i = 0; i < stable.count; ++i) {
    ASSERT_EQ(stable.at(i).law, i);
    EXPECT_EQ(stable.laws[i].top(), stable.at(i).terms.top);
  }
  EXPECT_NE(fit_of(kind, plan, "many phases"), nullptr);
}

TEST(Phased, ThePapersSchedule) {
  StableKind kind = phased(DPCVX_METHOD_PHASED_ERM).set(DPCVX_PLAN_OPTION_SCHEDULE, DPCVX_SCHEDULE_REFERENCE);
  kind.users = 40000, kind.records = 4, kind.least = 4, kind.l2 = 0, kind.epsilon = 8, kind.threshold = 0;
  const ObjectiveHandle it = objective_of(kind);
  const PlanHandle plan = plan_of(kind, it);
  const StablePhases &stable = phases_of(plan);
  const double n = 40000, m = 4, d = 3, R = plan_figure(plan, DPCVX_PLAN_FIGURE_PLANNING_RADIUS);
  EXPECT_EQ(stable.count, static_cast<int>(std::log2(n * m)));
  const double lambda = std::sqrt(d) / (R * n * std::sqrt(m));
  for (int32_t i = 0; i < stable.count; ++i)
    EXPECT_NEAR(stable.at(i).prox, lambda * std::pow(4.0, i + 1), 1e-9 * stable.at(i).prox);
  for (int32_t i = 0; i < stable.count; ++i) {
    EXPECT_LE(stable.laws[stable.at(i).law].epsilon(), kind.epsilon / stable.count);
    EXPECT_LE(stable.laws[stable.at(i).law].delta(), kind.delta / stable.count);
  }
  EXPECT_LE(charged(plan, kind.delta), kind.epsilon);
  StableKind ours = phased(DPCVX_METHOD_PHASED_ERM);
  ours.users = kind.users, ours.records = kind.records, ours.least = 4, ours.l2 = 0, ours.epsilon = 8,
  ours.threshold = 0;
  const PlanHandle best = plan_of(ours, it);
  const double by_paper = plan_figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK);
  const double by_us = plan_figure(best, DPCVX_PLAN_FIGURE_PREDICTED_RISK);
  EXPECT_LT(by_us, by_paper);
  evidence("phases",
           "n = 40000, m = 4, d = 3, epsilon = 8: predicted risk %.3g with the paper's %d phases, %.3g with %d",
           by_paper, stable.count, by_us, phases_of(best).count);
}

// Reports name the composition that was charged, and what is not known is not stated.
TEST(Phased, WhatReportsSayIsWhatWasDone) {
  const auto theorem_has = [](const StableKind &kind, const char *words) {
    const ObjectiveHandle it = objective_of(kind);
    const std::string report = report_of(fit_of(kind, plan_of(kind, it), "reports"));
    return report.find(words) != std::string::npos;
  };
  const StableKind kind = phased(DPCVX_METHOD_PHASED_ERM).set(DPCVX_PLAN_OPTION_PHASES, 2);
  EXPECT_TRUE(theorem_has(kind, "worst adaptive sequence of scores"));
  EXPECT_TRUE(theorem_has(kind, "of 2 phases"));
  StableKind paper = kind.set(DPCVX_PLAN_OPTION_SCHEDULE, DPCVX_SCHEDULE_REFERENCE);
  paper.epsilon = 8;
  EXPECT_TRUE(theorem_has(paper, "epsilons and deltas added up"));

  for (const int32_t method : {DPCVX_METHOD_STABLE_OUTPUT, DPCVX_METHOD_PHASED_ERM}) {
    StableKind bought = phased(method).with(DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION, 0.2);
    bought.threshold = 0, bought.least = bought.records;
    const ObjectiveHandle it = objective_of(bought);
    const PlanHandle plan = plan_of(bought, it);
    EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_UNSTABLE_PROBABILITY), INFINITY);
    EXPECT_NE(text_of(plan.it, dpcvx_plan_to_text).find("how often is not known"), std::string::npos);
  }
}

TEST(Phased, RefusalsNameNumbers) {
  StableKind kind = phased(DPCVX_METHOD_PHASED_SCO);
  kind.users = 100, kind.epsilon = 1;
  std::string why;
  plan_of(kind, objective_of(kind), &why);
  EXPECT_NE(why.find("needs at least"), std::string::npos) << why;
  // As many phases as are asked for, with next to no units in the last.
  kind.users = 600, kind.epsilon = 8, kind.delta = 1e-5;
  plan_of(kind.set(DPCVX_PLAN_OPTION_PHASES, 12), objective_of(kind), &why);
  EXPECT_NE(why.find("needs at least"), std::string::npos) << why;
  // Coins that may leave a batch empty: no plan may take it for one of all units, and end unstable whatever the data.
  kind.users = kind.nominal = 576, kind.adjacency = DPCVX_ADJACENCY_ADD_REMOVE;
  kind.epsilon = 30, kind.delta = 1e-2, kind.threshold = 0.9;
  const StableKind paper = kind.set(DPCVX_PLAN_OPTION_SCHEDULE, DPCVX_SCHEDULE_REFERENCE);
  for (int64_t phases : {6, 7}) {
    plan_of(paper.set(DPCVX_PLAN_OPTION_PHASES, phases), objective_of(kind), &why);
    EXPECT_NE(why.find("phase 6 needs at least"), std::string::npos) << why;
    EXPECT_NE(why.find("has 0"), std::string::npos) << why;
  }
  StableKind hard = phased(DPCVX_METHOD_PHASED_ERM).set(DPCVX_PLAN_OPTION_OUTLIERS, DPCVX_OUTLIERS_REMOVE);
  plan_of(hard, objective_of(hard), &why);
  EXPECT_NE(why.find("no joint law"), std::string::npos) << why;
}

}  // namespace
