#include "solve/noisy_gradient/minibatch_plan.h"

#include <algorithm>
#include <cmath>

#include "solve/noisy_gradient/full_batch_plan.h"
#include "solve/noisy_gradient/tail_share.h"

namespace dpcvx::solve {

namespace {

constexpr double kSettle = 4;  // a heavy ball's steps, in units of the root of the plain ones

// V.
double variance(const MinibatchInputs &facts, double batch, double steps, double noise_multiplier) {
  const double noise = noise_multiplier * facts.sensitivity / batch;
  const double share = 1 - std::min(1.0, batch / facts.units) + (facts.smoothness < INFINITY ? 0 : batch);
  return (facts.dimension * noise * noise + share * facts.bound / batch * facts.bound) / steps;
}

// The farthest that T steps travel, with a momentum that has settled by then.
double max_time(const MinibatchInputs &facts, double steps, double momentum) {
  if (!(facts.smoothness < INFINITY)) return INFINITY;
  if (momentum >= 0) return steps / facts.smoothness / (1 - momentum);
  return steps / facts.smoothness * std::max(1.0, steps / (kSettle * kSettle));
}

double risk_at(double time, double v, const MinibatchInputs &facts) {
  const double convex = facts.reach / time * facts.reach / 2 + time * v / 2;
  if (!(facts.l2 > 0)) return convex;
  const double forgotten = std::exp(-facts.l2 * time) * facts.l2 * facts.reach * facts.reach / 2;
  return std::min(convex, forgotten + v / facts.l2);
}

double best_time(const MinibatchInputs &facts, const Settings &settings, double steps, double v) {
  return std::min(time_to_travel(facts.reach / std::sqrt(v), facts.least_time),
                  max_time(facts, steps, settings.momentum));
}

struct Candidate {
  double batch, steps, risk, work;
};

// Calls visit(candidate) for every m and T within what is fixed and the limits.
template <class Visit>
void visit_candidates(const MinibatchInputs &facts, const Settings &settings, const Visit &visit) {
  const double most = std::min(facts.units, facts.max_batch);
  const double first_batch = settings.batch_size > 0 ? std::min(settings.batch_size, most) : 1;
  for (double batch = first_batch;; batch = std::min(2 * batch, most)) {
    const double read = facts.reads_all ? facts.units : batch;
    const double by_limit = std::floor(settings.max_passes * facts.units / read);
    const double max_steps = std::max(1.0, std::min(static_cast<double>(kMaxSgdSteps), by_limit));
    const double first_steps = settings.steps > 0 ? static_cast<double>(settings.steps) : 1;
    for (double steps = first_steps;; steps = std::min(std::ceil(1.4 * steps), max_steps)) {
      const double v = variance(facts, batch, steps, estimated_noise(facts, batch, steps));
      visit({batch, steps, risk_at(best_time(facts, settings, steps, v), v, facts), steps * (read + kStepOverhead)});
      if (settings.steps > 0 || !(steps < max_steps)) break;
    }
    if (settings.batch_size > 0 || !(batch < most)) break;
  }
}

}  // namespace

double estimated_noise(const MinibatchInputs &facts, double batch, double steps) {
  const double alone = std::sqrt(steps) / facts.mu;
  const double rate = batch / facts.units;
  if (!facts.amplified || !(rate < 1)) return alone;
  const double many = 1.08 / std::sqrt(std::log1p(facts.mu / rate / steps * (facts.mu / rate)));
  const double few = 0.9 * std::sqrt(facts.order / (-2 * std::log(rate)));
  return std::min(alone, std::max(many, few));
}

SgdPlan choose_sgd(const MinibatchInputs &facts, const Settings &settings) {
  double least = INFINITY;
  visit_candidates(facts, settings, [&](const Candidate &candidate) { least = std::min(least, candidate.risk); });
  const auto least_work = [&](double within) {
    Candidate best{1, 1, INFINITY, INFINITY};
    visit_candidates(facts, settings, [&](const Candidate &candidate) {
      if (candidate.risk <= within * least && candidate.work < best.work) best = candidate;
    });
    return best;
  };
  Candidate best = least_work(facts.indifferent);
  if (best.work * facts.row_seconds >= kLongFitSeconds) best = least_work(facts.indifferent_if_long);
  return plan_sgd(facts, settings, best.batch, static_cast<int64_t>(best.steps),
                  estimated_noise(facts, best.batch, best.steps));
}

SgdPlan plan_sgd(const MinibatchInputs &facts, const Settings &settings, double batch, int64_t steps,
                 double noise_multiplier) {
  const double t = static_cast<double>(steps);
  const double v = variance(facts, batch, t, noise_multiplier);
  const bool smooth = facts.smoothness < INFINITY;
  SgdPlan plan;
  plan.batch = batch;
  plan.steps = steps;
  double time = best_time(facts, settings, t, v);
  const double plain = std::max(time * facts.smoothness, 1e-300);
  plan.momentum = settings.momentum >= 0 ? settings.momentum
                  : smooth               ? 1 - std::min(1.0, std::max(t / plain, std::min(1.0, kSettle * kSettle / t)))
                                         : 0;
  plan.step_size = settings.step_size > 0 ? settings.step_size : time * (1 - plan.momentum) / t;
  choose_tail(facts.short_time, settings, &plan);
  time = travelled(plan.step_size, steps, plan.momentum);
  const bool diverges = smooth && plan.step_size * facts.smoothness > 2 * (1 + plan.momentum);
  plan.predicted_risk = diverges ? INFINITY : risk_at(time, v, facts);
  return plan;
}

}  // namespace dpcvx::solve
