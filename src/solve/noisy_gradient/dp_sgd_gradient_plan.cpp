#include "solve/noisy_gradient/dp_sgd_gradient_plan.h"

#include <algorithm>
#include <cmath>

#include "numeric/root.h"
#include "optimize/sgd_step.h"
#include "solve/wang2022/gradient_noise.h"
#include "solve/risk/automatic_constants.h"

namespace dpcvx::solve {

namespace {

// Steps and the mean square of what they are along.
struct Walk {
  double steps, mean_square;
};

Walk walk_of(const DpSgdGradientInputs &facts, double steps, double noise_multiplier) {
  const MinibatchInputs &sgd = facts.sgd;
  const double noise = noise_multiplier * sgd.sensitivity / facts.divisor;
  const double bound = (sgd.bound + sgd.l2 * sgd.reach) / facts.divisor;
  return {steps, sgd.dimension * noise * noise + facts.mean_square * bound * bound};
}

double predicted(const DpSgdGradientInputs &facts, const Walk &walk, double eta) {
  return facts.sgd.reach / (eta * walk.steps) * facts.sgd.reach / 2 + eta * walk.mean_square / 2 * (1 + 1 / walk.steps);
}

double hidden(const DpSgdGradientInputs &facts, const Walk &walk, double eta) {
  return std::min(facts.uniform, facts.sgd.bound * replaced_distance(facts, eta, walk.steps));
}

double population(const DpSgdGradientInputs &facts, const Walk &walk, double eta) {
  return predicted(facts, walk, eta) + hidden(facts, walk, eta);
}

// The eta that is best on the sample; and, where stability is what bounds the population, the one that is best there.
double min_on_sample(const DpSgdGradientInputs &facts, const Walk &walk) {
  const double eta = facts.sgd.reach / std::sqrt(walk.mean_square * walk.steps);
  return facts.sgd.smoothness < INFINITY ? std::min(eta, 1 / facts.sgd.smoothness) : eta;
}

double min_by_stability(const DpSgdGradientInputs &facts, const Walk &walk, double most) {
  constexpr double kSpan = 60;  // in logarithms
  constexpr int kTries = 38;    // to within 1e-6
  const double high = std::log(most);
  return std::exp(numeric::min_point(high - kSpan, high, kTries,
                                     [&](double log_eta) { return population(facts, walk, std::exp(log_eta)); }));
}

double best_step_size(const DpSgdGradientInputs &facts, const Walk &walk) {
  const double first = min_on_sample(facts, walk);
  if (!facts.stable) return first;
  const double second = min_by_stability(facts, walk, first);
  return population(facts, walk, second) < population(facts, walk, first) ? second : first;
}

// Infinite where the population's risk is not known.
double risk_that_counts(const DpSgdGradientInputs &facts, const Walk &walk, double eta) {
  const double whole = population(facts, walk, eta);
  return whole < INFINITY ? whole : predicted(facts, walk, eta);
}

double step_size_of(const DpSgdGradientInputs &facts, const Settings &settings, const Walk &walk) {
  if (settings.step_size > 0) return settings.step_size;
  if (settings.schedule == DPCVX_SCHEDULE_REFERENCE)
    return paper_step_size(paper_schedule(PaperTheorem::kGradientBounded, paper_terms(facts)), walk.steps);
  return best_step_size(facts, walk);
}

double noise_of(const DpSgdGradientInputs &facts, const Settings &settings, double steps) {
  if (settings.noise_calibration != DPCVX_NOISE_CALIBRATION_REFERENCE) return estimated_noise(facts.sgd, 1, steps);
  const PaperNoise paper = paper_gradient_noise(facts.sgd.units, steps, facts.epsilon, facts.delta);
  return paper.exists() ? paper.multiplier : INFINITY;
}

// Within the limit of passes.
double max_steps(const DpSgdGradientInputs &facts, const Settings &settings, double limit) {
  return std::max(1.0, std::floor(std::min(limit, settings.max_passes * facts.sgd.units)));
}

// Limited in work too, except for what a small table may always have.
double max_steps_chosen(const DpSgdGradientInputs &facts, const Settings &settings) {
  const double by_work = facts.sgd.units / (1 + kStepOverhead);
  const double always = kStepsAPass * std::min(1.0, kPlainDimension / facts.sgd.dimension);
  return max_steps(facts, settings, std::min(kMaxGradientSteps, settings.max_passes * std::max(by_work, always)));
}

// Calls visit(steps, risk) for every T that the rule looks at.
template <class Visit>
void visit_steps(const DpSgdGradientInputs &facts, const Settings &settings, const Visit &visit) {
  const double most = max_steps_chosen(facts, settings);
  for (double steps = 1;; steps = std::min(std::ceil(1.4 * steps), most)) {
    const double noise = noise_of(facts, settings, steps);
    if (noise < INFINITY) {
      const Walk walk = walk_of(facts, steps, noise);
      visit(steps, risk_that_counts(facts, walk, step_size_of(facts, settings, walk)));
    }
    if (!(steps < most)) break;
  }
}

}  // namespace

ScheduleInputs paper_terms(const DpSgdGradientInputs &facts) {
  return {facts.exponent, facts.sgd.units, facts.sgd.dimension, facts.epsilon, facts.delta, facts.delta};
}

double replaced_distance(const DpSgdGradientInputs &facts, double step_size, double steps) {
  if (!facts.stable || !(step_size * facts.sgd.l2 < 1)) return INFINITY;
  const MinibatchInputs &sgd = facts.sgd;
  const double eta = step_size / facts.divisor, shrunk = eta / (1 - step_size * sgd.l2);
  const double c = optimize::step_growth(facts.exponent, facts.holder, facts.oscillation, shrunk, false);
  const double touched = 2 * eta * sgd.bound * (steps + 1) / (2 * sgd.units);
  const double late = (2.0 / 5 * steps + 2.0 / 3) / sgd.units;  // times sqrt(T): no touch, nothing between the two
  return std::min(facts.diameter, std::min(2.0 / 3, late) * std::sqrt(c * steps) + touched);
}

int64_t choose_gradient_steps(const DpSgdGradientInputs &facts, const Settings &settings) {
  if (settings.steps > 0) return settings.steps;
  if (settings.schedule == DPCVX_SCHEDULE_REFERENCE) {
    const double wanted = paper_schedule(PaperTheorem::kGradientBounded, paper_terms(facts)).steps;
    return static_cast<int64_t>(std::min(wanted, max_steps(facts, settings, kMaxSteps)));
  }
  double least = INFINITY, chosen = 0;
  visit_steps(facts, settings, [&](double, double risk) { least = std::min(least, risk); });
  visit_steps(facts, settings, [&](double steps, double risk) {
    if (chosen == 0 && risk <= kIndifferentRisk * least) chosen = steps;
  });
  // No T has the paper's noise: one pass is what its reason is given for.
  return static_cast<int64_t>(chosen > 0 ? chosen : max_steps(facts, settings, facts.sgd.units));
}

GradientPlan plan_gradient(const DpSgdGradientInputs &facts, const Settings &settings, int64_t steps,
                           double noise_multiplier) {
  const Walk walk = walk_of(facts, static_cast<double>(steps), noise_multiplier);
  GradientPlan plan;
  plan.steps = steps;
  plan.step_size = step_size_of(facts, settings, walk);
  plan.predicted_risk = predicted(facts, walk, plan.step_size);
  plan.population_risk = population(facts, walk, plan.step_size);
  return plan;
}

}  // namespace dpcvx::solve
