#include "solve/sgd_output/plan.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numeric/root.h"
#include "optimize/sgd_noise.h"
#include "solve/risk/automatic_constants.h"

namespace dpcvx::solve {

namespace {

using optimize::SgdStability;
using optimize::SgdStabilityInputs;

constexpr double kFewestPasses = 0x1p-8;
constexpr double kSpan = 1e9;  // step sizes that are tried lie within this of a typical one
constexpr int kTries = 32;
constexpr double kUnlikely = 1e-6;  // touches of a sampled order that are planned for
constexpr size_t kMaxTrials = 64;   // numbers of steps

// E ||Z||^p of k independent standard normals, 0 < p <= 2; exact for k = 1.
double normal_moment(double k, double p) {
  if (k == 1) return std::exp2(p / 2) * std::tgamma((1 + p) / 2) / std::sqrt(M_PI);
  return std::pow(k, p / 2);
}

// What noise of standard deviation s a coordinate costs. On R^d its first-order term has no mean; in a domain what is
// released is projected, which moves it no further.
double noise_cost(const SgdOutputInputs &facts, double gradient, double s) {
  const double length = s * std::sqrt(facts.dimension);
  if (facts.bounded()) return (gradient + facts.l2 * facts.terms.radius) * std::min(length, facts.terms.diameter);
  const SgdStabilityInputs &terms = facts.terms;
  const double p = 1 + terms.exponent;
  const double slope = terms.lipschitz < INFINITY ? terms.lipschitz * s * normal_moment(facts.seen, 1) : INFINITY;
  return std::min(slope, terms.holder / p * std::pow(s, p) * normal_moment(facts.seen, p)) +
         facts.l2 / 2 * length * length;
}

// The sum of 1 / k for m <= k < T, at most.
double harmonic_tail(double averaged, double steps) {
  if (averaged >= steps) return 0;
  return averaged > 1 ? std::log((steps - 1) / (averaged - 1)) : 1 + std::log(std::max(1.0, steps - 1));
}

// eta' of the step (1 - eta l2) (w - eta' g).
double inner_step(const SgdOutputInputs &facts, double eta) { return eta / (1 - eta * facts.terms.l2); }

struct Trial {
  SgdStability stability;
  bool good = false;
};

Trial trial_of(const SgdOutputInputs &facts, double steps, double eta) {
  Trial trial;
  if (!(inner_step(facts, eta) > 0)) return trial;
  Error unseen(nullptr, "");
  trial.good = trial.stability.prepare(terms_at(facts, steps, eta), unseen) == DPCVX_OK;
  return trial;
}

// A bound on gradients at all iterates.
double gradient_of(const Trial &trial) {
  const SgdStabilityInputs &terms = trial.stability.terms();
  return std::min(terms.lipschitz,
                  terms.gradient_at_zero + terms.holder * std::pow(trial.stability.norm(), terms.exponent));
}

double risk_of(const SgdOutputInputs &facts, const Trial &trial, double noise) {
  if (!trial.good) return INFINITY;
  const SgdStabilityInputs &terms = trial.stability.terms();
  const double steps = static_cast<double>(terms.steps), averaged = static_cast<double>(trial.stability.averaged());
  const double step = inner_step(facts, terms.step_size), gradient = gradient_of(trial);
  const double square = facts.taken * step * gradient / 2 * gradient;
  // In a permutation the place of a step depends on those before it: exchanging two moves the iterate by one touch.
  const double within = std::min(steps, terms.units), touch = 2 * terms.step_size * gradient;
  const double exchange =
      terms.sampled ? 0 : facts.taken * gradient * std::sqrt(touch * touch + trial.stability.growth() * within);
  double risk =
      facts.reach / (step * steps) * facts.reach / 2 + square * (1 + 2 / steps) + exchange / 2 * (within / terms.units);
  if (averaged < steps) {
    const double quadratic = terms.l2 > 0 ? 4 * step * gradient * std::min(gradient, terms.l2 * terms.radius) : 0;
    risk += harmonic_tail(averaged, steps) * (square + 2 * exchange + quadratic);
  }
  return terms.units / facts.units * risk + noise_cost(facts, gradient, noise) + facts.smoothing_bias;
}

// The greatest sum of the weights that touches have in the average, one a pass: 1 before the averaged steps, then
// falling to 0; with a quadratic, what is left of them.
double weights(const Trial &trial) {
  const SgdStabilityInputs &terms = trial.stability.terms();
  const double steps = static_cast<double>(terms.steps), averaged = static_cast<double>(trial.stability.averaged());
  const double touches =
      static_cast<double>(terms.sampled ? trial.stability.touches_quantile(kUnlikely) : trial.stability.passes());
  const double apart = terms.sampled ? steps / std::max(1.0, touches) : terms.units;
  const double whole = std::min(touches, std::floor((steps - averaged) / apart) + 1);
  const double falling = touches - whole, width = averaged / apart;
  const double first = std::max(0.0, steps / apart - whole) / width;
  const double sum = whole + std::max(0.0, falling * first - falling * (falling - 1) / 2 / width);
  return terms.l2 > 0 ? std::min(sum, 1 - 1 / std::expm1(std::log1p(-terms.step_size * terms.l2) * apart)) : sum;
}

// Of an order that meets the unit as often as is to be expected.
double length_of(const Trial &trial) {
  if (!trial.good) return INFINITY;
  const SgdStability &stability = trial.stability;
  return std::min(stability.after(1) + stability.touch(stability.terms().steps) * std::max(0.0, weights(trial) - 1),
                  stability.terms().diameter);
}

// The noise of Theorem 8; infinite where it says nothing.
double paper_noise_of(const SgdOutputInputs &facts, const Trial &trial) {
  double noise;
  Error unseen(nullptr, "");
  const bool exists =
      trial.good && optimize::paper_noise(trial.stability, facts.epsilon, facts.delta, &noise, unseen) == DPCVX_OK;
  return exists ? noise : INFINITY;
}

// The narrowest envelope that does not expand in a step of this size.
double min_width(const SgdOutputInputs &facts, double eta) {
  return inner_step(facts, eta) * facts.row_square / 2 * (1 + 0x1p-30);
}

// The search for a step size, T given.
struct StepSearch {
  const SgdOutputInputs &facts;
  const Settings &settings;
  double noise_share, steps;
  bool envelope;

  SgdOutputInputs facts_at(double eta) const { return envelope ? smoothed_facts(facts, min_width(facts, eta)) : facts; }
  double risk(double eta) const {
    const SgdOutputInputs inputs = facts_at(eta);
    const Trial trial = trial_of(inputs, steps, eta);
    const bool paper = settings.noise_calibration == DPCVX_NOISE_CALIBRATION_REFERENCE;
    const double noise = paper ? paper_noise_of(inputs, trial) : noise_share * length_of(trial) / inputs.mu;
    return noise < INFINITY ? risk_of(inputs, trial, noise) : INFINITY;
  }
  // No more is tried: steps expand beyond, or nothing bounds the iterates.
  double most() const {
    const SgdStabilityInputs &terms = facts.terms;
    double most = 0.5 / std::max(terms.l2, 1e-300);
    if (envelope || terms.exponent < 1 || terms.lipschitz < INFINITY) return most;
    return std::min(most, (1 - 0x1p-40) / (terms.holder + terms.l2));
  }
  double typical() const {
    const SgdStabilityInputs &terms = facts.terms;
    const double grown = terms.gradient_at_zero + terms.holder * std::pow(facts.reach, terms.exponent);
    return facts.reach / (std::min(terms.lipschitz, grown) * std::sqrt(steps));
  }
  double best() const {
    const double limit = most(), middle = std::max(std::min(typical(), limit), 0x1p-1000);
    const double low = std::log(middle / kSpan), high = std::log(std::min(middle * kSpan, limit));
    const double at = numeric::min_point(low, high, kTries, [&](double log_eta) {
      const double value = risk(std::exp(log_eta));
      return value < INFINITY ? value : 1e200 * std::exp(log_eta);
    });
    return std::min(std::exp(at), limit);
  }
  SgdOutputPlan plan() const {
    SgdOutputPlan plan;
    plan.steps = static_cast<int64_t>(steps);
    plan.step_size = settings.step_size > 0 ? settings.step_size : best();
    plan.smoothing = envelope ? min_width(facts, plan.step_size) : 0;
    plan.predicted_risk = risk(plan.step_size);
    return plan;
  }
};

SgdOutputPlan plan_of(const SgdOutputInputs &facts, const Settings &settings, double noise_share, double steps) {
  const SgdOutputPlan plain = StepSearch{facts, settings, noise_share, steps, false}.plan();
  if (settings.smoothing >= 0 || facts.terms.exponent == 1 || !(facts.row_square > 0)) return plain;
  const SgdOutputPlan smooth = StepSearch{facts, settings, noise_share, steps, true}.plan();
  return smooth.predicted_risk < plain.predicted_risk ? smooth : plain;
}

}  // namespace

SgdOutputInputs smoothed_facts(const SgdOutputInputs &facts, double width) {
  SgdOutputInputs out = facts;
  out.terms.exponent = 1;
  out.terms.holder = facts.row_square / width;
  out.smoothing_bias = facts.terms.lipschitz / (2 * out.terms.holder) * facts.terms.lipschitz;
  return out;
}

SgdStabilityInputs terms_at(const SgdOutputInputs &facts, double steps, double step_size) {
  SgdStabilityInputs terms = facts.terms;
  terms.steps = static_cast<int64_t>(steps);
  terms.step_size = step_size;
  return terms;
}

double sgd_output_risk(const SgdOutputInputs &facts, double steps, double step_size, double noise) {
  return risk_of(facts, trial_of(facts, steps, step_size), noise);
}

double typical_length(const SgdOutputInputs &facts, double steps, double step_size) {
  return length_of(trial_of(facts, steps, step_size));
}

SgdOutputPlan choose_sgd_output(const SgdOutputInputs &facts, const Settings &settings, double noise_share) {
  if (settings.steps > 0) return plan_of(facts, settings, noise_share, static_cast<double>(settings.steps));
  const double places = facts.terms.units;
  const double most = std::max(1.0, std::min(kMaxSgdOutputSteps, std::floor(settings.max_passes * places)));
  SgdOutputPlan plans[kMaxTrials];
  size_t count = 0;
  double steps = 0, least = INFINITY;
  for (double passes = kFewestPasses; steps < most && count < kMaxTrials; passes *= 2) {
    steps = std::min(most, std::max(1.0, std::round(passes * places)));
    plans[count] = plan_of(facts, settings, noise_share, steps);
    least = std::min(least, plans[count++].predicted_risk);
  }
  size_t first = 0;
  while (first + 1 < count && !(plans[first].predicted_risk <= kIndifferentRisk * least)) ++first;
  return plans[first];
}

}  // namespace dpcvx::solve
