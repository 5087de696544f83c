#include "solve/noisy_gradient/full_batch_plan.h"

#include <algorithm>
#include <cmath>

#include "solve/noisy_gradient/figures.h"
#include "solve/noisy_gradient/tail_share.h"

namespace dpcvx::solve {

namespace {

constexpr double kBiasShare = 0.1;  // of smoothing, of the risk
constexpr double kSubgradientShare = 0.1;

// c: what noise of all steps together does to an average gradient.
double noise_rate(const FullBatchInputs &facts) {
  return facts.sensitivity * std::sqrt(facts.dimension) / (facts.units * facts.mu);
}

double max_steps(const Settings &settings) {
  return settings.steps > 0 ? static_cast<double>(settings.steps) : std::floor(settings.max_passes);
}

int64_t whole_steps(double wanted, double most) {
  if (!(wanted < most)) return static_cast<int64_t>(most);
  return std::max<int64_t>(1, static_cast<int64_t>(std::ceil(wanted)));
}

// `plain` steps of the largest size would do without momentum.
int64_t choose_steps(double plain, double settle, const Settings &settings) {
  if (settings.steps > 0) return settings.steps;
  return whole_steps(
      settings.momentum < 0 ? std::min(plain, settle * std::sqrt(plain)) : plain * (1 - settings.momentum),
      max_steps(settings));
}

double choose_momentum(double plain, double settle, int64_t steps) {
  const double t = static_cast<double>(steps);
  const double settled = std::min(1.0, settle * settle / t);
  return 1 - std::min(1.0, std::max(t / plain, settled));
}

double risk_at(double time, double noise, const FullBatchInputs &facts) {
  const double convex = facts.reach / time * facts.reach / 2 + time * noise * noise / 2;
  if (!(facts.l2 > 0)) return convex;
  const double forgotten = std::exp(-facts.l2 * time) * facts.l2 * facts.reach * facts.reach / 2;
  return std::min(convex, forgotten + noise / facts.l2 * noise);
}

DescentPlan plan_subgradients(const FullBatchInputs &facts, const Settings &settings) {
  const double noise = noise_rate(facts);
  const double ratio = facts.bound / noise;
  DescentPlan plan{};
  plan.steps =
      settings.steps > 0 ? settings.steps : whole_steps(ratio * ratio / kSubgradientShare, max_steps(settings));
  plan.momentum = std::max(0.0, settings.momentum);
  plan.tail = settings.average_or(kTailShare);
  const double t = static_cast<double>(plan.steps);
  const double rate = std::hypot(noise, facts.bound / std::sqrt(t));
  plan.step_size = settings.step_size > 0 ? settings.step_size : facts.reach / rate * (1 - plan.momentum) / t;
  const double time = travelled(plan.step_size, plan.steps, plan.momentum);
  plan.predicted_risk = facts.reach / time * facts.reach / 2 + time * rate * rate / 2;
  return plan;
}

}  // namespace

DescentPlan plan_descent(const FullBatchInputs &facts, const Settings &settings) {
  if (!(facts.smoothness < INFINITY)) return plan_subgradients(facts, settings);
  const double noise = noise_rate(facts);
  const double time = time_to_travel(facts.reach / noise, facts.least_time);
  const double largest = settings.step_size > 0 ? settings.step_size : 1 / facts.smoothness;
  const double plain = std::max(time / largest, 1e-300);
  DescentPlan plan{};
  plan.steps = choose_steps(plain, facts.settle, settings);
  plan.momentum = settings.momentum >= 0 ? settings.momentum : choose_momentum(plain, facts.settle, plan.steps);
  plan.step_size = settings.step_size > 0
                       ? settings.step_size
                       : std::min(largest, time * (1 - plan.momentum) / static_cast<double>(plan.steps));
  choose_tail(facts.short_time, settings, &plan);
  const bool diverges = plan.step_size * facts.smoothness > 2 * (1 + plan.momentum);
  plan.predicted_risk =
      diverges ? INFINITY : risk_at(travelled(plan.step_size, plan.steps, plan.momentum), noise, facts);
  return plan;
}

double choose_smoothness(const FullBatchInputs &facts, const Settings &settings) {
  const double noise = noise_rate(facts);
  const double bound = facts.bound, reach = facts.reach, limit = max_steps(settings);
  const double by_share = bound / (2 * kBiasShare) * (bound / (reach * noise));
  const double travels = limit / (facts.settle * facts.settle) * limit * noise / reach;
  const double least =
      std::sqrt(limit * limit * noise * noise / 32 + bound * bound / 2) * limit / (reach * std::sqrt(8.0));
  return std::min(by_share, std::max(travels, least));
}

}  // namespace dpcvx::solve
