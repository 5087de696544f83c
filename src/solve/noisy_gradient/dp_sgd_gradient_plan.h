// How DP-SGD-Gradient is run: chosen before the data are read, from public numbers only.
//
// The rule. T steps of size eta from the start, one unit a step, noise of standard deviation s in every coordinate of
// its gradient, and the average of all iterates. With M = d s^2 + k G^2 a bound on the mean square of what is stepped
// along (k = 1 for one uniform unit, 2 for Poisson batches of one unit expected), the average exceeds a comparator at
// distance R from the start, in expectation, by at most R^2 / (2 eta T) + (1 + 1 / T) eta M / 2 on the sample: smooth
// or not. On the population it exceeds it by what the sample hides besides (population.h), at most
//   min(G E, 2 G r / sqrt(n)),
//   E = min(min(2/3, (2 T / 5 + 2/3) / n) sqrt(c T) + b (T + 1) / (2 n), diameter),  b = 2 eta G,
// where E bounds how far the average moves, in expectation, when a unit is replaced: c is what a step may push two
// iterates apart (PROOFS.md); Poisson batches and clipped gradients have no E.
//
// For every T = 1, 1.4, 2, ... that the limit of passes allows, a step being as much work as 65 units, and up to 10^7,
// the rule takes the eta of least population risk, or least risk on the sample where the population's is not known; and
// of these T the least whose risk is within 10 % of the least of all. s comes from an estimate there; it is then
// calibrated exactly, and eta chosen anew. Small tables, whose passes take no time, would have too few steps so: a pass
// of the limit allows 1000 steps of 50 coordinates, fewer of more, if they do not come to more than that pass.
//
// With the schedule of the paper T and eta are those of Theorem 12 (schedule.h), but T at most the limit of passes
// and 10^9; T eta stays the theorem's.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_DP_SGD_GRADIENT_PLAN_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_DP_SGD_GRADIENT_PLAN_H_

#include "solve/wang2022/schedules.h"
#include "solve/noisy_gradient/minibatch_plan.h"

namespace dpcvx::solve {

struct DpSgdGradientInputs {
  MinibatchInputs sgd;
  double divisor = 1;      // of a batch's sum
  double mean_square = 1;  // k
  double exponent = 0;     // alpha and L, of a unit's gradient
  double holder = 0;
  double oscillation = INFINITY;  // how far apart two gradients of a unit are at most
  double diameter = INFINITY;
  bool stable = false;            // whether E is known
  double uniform = INFINITY;      // 2 G r / sqrt(n)
  double epsilon = 0, delta = 0;  // of the price; 0 where it is of another kind
};

constexpr double kMaxGradientSteps = 1e7;  // that the rule chooses
constexpr double kStepsAPass = 1000;       // of the limit of passes, at least, of up to
constexpr double kPlainDimension = 50;     // coordinates
constexpr double kMaxSteps = 1e9;          // of any plan

struct GradientPlan {
  int64_t steps = 0;
  double step_size = 0;
  double predicted_risk = INFINITY, population_risk = INFINITY;
};

// T, by the estimated noise.
int64_t choose_gradient_steps(const DpSgdGradientInputs &facts, const Settings &settings);

// For T and the noise multiplier it really has: eta and the risks.
GradientPlan plan_gradient(const DpSgdGradientInputs &facts, const Settings &settings, int64_t steps,
                           double noise_multiplier);

// What Theorem 12 is read with: gamma = delta, as the price has no other probability of failing.
ScheduleInputs paper_terms(const DpSgdGradientInputs &facts);

// E.
double replaced_distance(const DpSgdGradientInputs &facts, double step_size, double steps);

}  // namespace dpcvx::solve

#endif
