#include "solve/descent_plan.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::solve {

namespace {

constexpr double kSettle = 4;  // a heavy ball's steps, in units of the root of the plain ones

double comparator_norm(const DescentFacts &facts, double radius) {
  if (radius > 0) return radius;
  const double norm = kReach / facts.row_bound;
  return facts.l2 > 0 ? std::min(norm, facts.lipschitz / facts.l2) : norm;
}

// `plain` steps of the largest size would do without momentum.
int64_t choose_steps(double plain, double momentum, double most) {
  const double wanted = momentum < 0 ? std::min(plain, kSettle * std::sqrt(plain)) : plain * (1 - momentum);
  if (!(wanted < most)) return static_cast<int64_t>(most);
  return std::max<int64_t>(1, static_cast<int64_t>(std::ceil(wanted)));
}

double choose_momentum(double plain, int64_t steps) {
  const double t = static_cast<double>(steps);
  const double settled = std::min(1.0, kSettle * kSettle / t);
  return 1 - std::min(1.0, std::max(t / plain, settled));
}

}  // namespace

DescentPlan plan_descent(const DescentFacts &facts, const Settings &settings) {
  const double reach = comparator_norm(facts, settings.radius);
  const double noise = facts.sensitivity * std::sqrt(facts.dimension) / (facts.units * facts.mu);
  const double time = reach / noise;
  const double largest = settings.step_size > 0 ? settings.step_size : 1 / facts.smoothness;
  const double plain = std::max(time / largest, 1e-300);
  DescentPlan plan{};
  plan.steps = settings.steps > 0 ? settings.steps : choose_steps(plain, settings.momentum, settings.work_limit);
  plan.momentum = settings.momentum >= 0 ? settings.momentum : choose_momentum(plain, plan.steps);
  plan.step_size = settings.step_size > 0
                       ? settings.step_size
                       : std::min(largest, time * (1 - plan.momentum) / static_cast<double>(plan.steps));
  plan.radius = reach;
  plan.predicted_risk = reach * noise;
  return plan;
}

}  // namespace dpcvx::solve
