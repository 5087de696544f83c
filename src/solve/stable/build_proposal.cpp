#include "solve/stable/build_proposal.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "numeric/margins.h"
#include "base/text.h"
#include "mechanism/propose_test_release/adaptive_composition.h"
#include "numeric/directed.h"
#include "privacy/divergences/gdp.h"
#include "solve/stable/deletion_sensitivity.h"
#include "solve/stable/figures.h"
#include "solve/stable/filtered_minimizer.h"

namespace dpcvx::solve {

namespace {

using numeric::above;

// Cap on the norm of a phase centre, exceeded with negligible probability. Only the time of promises depends on it.
constexpr double kFarCentre = 16;
// Phases, and levels of their law, beyond which composing them exactly would take a plan too long.
constexpr int32_t kMaxComposed = 8;
constexpr int64_t kMaxLevelsComposed = 500;

// The chance of one or the other; infinite where nothing is known of one.
double either(double a, double b) { return std::isfinite(a + b) ? 1 - (1 - a) * (1 - std::min(1.0, b)) : a + b; }

// What a proposal is made from: public numbers that no step changes. Each step fills one part of the phases from the
// parts before it, or refuses.
struct Sources {
  const Problem &problem;
  const Settings &settings;
  const StableInputs &inputs;
  const PhaseSchedule &schedule;
};

dpcvx_status too_few(const Sources &from, int64_t min_units, int32_t i, Proposal *proposal) {
  return proposal->refuse(
      "phase %s needs at least %s units at this price, and has %s: fewer phases, a greater epsilon "
      "or delta helps",
      show(int64_t{i} + 1).text, show(min_units).text, show(static_cast<int64_t>(from.schedule.phase[i].units)).text);
}

// ---- 1. The objective

dpcvx_status derive_objective(const Sources &from, Proposal *proposal, Error &error) {
  proposal->objective = from.problem.objective;
  if (!from.inputs.must_smooth()) return DPCVX_OK;
  proposal->smoothing = from.inputs.strong.row_square / from.schedule.smoothness;
  return from.problem.objective->smoothed(proposal->smoothing, &proposal->objective, error);
}

// ---- 2. The phases of the schedule, with the constants of their minima

StablePhase scheduled_phase(const Sources &from, int32_t i) {
  const PhaseSchedule::Phase &row = from.schedule.phase[i];
  const RegularizationInputs &strong = from.inputs.strong;
  const model::Domain *const domain = from.problem.objective->domain();
  const double steps = strong.lipschitz / (strong.l2 + from.schedule.phase[0].prox);
  StablePhase phase;
  phase.prox = row.prox;
  phase.share = row.share;
  phase.units = row.units;
  phase.mu = row.mu;
  phase.law = from.schedule.one_law() ? 0 : i;
  phase.max_centre = domain != nullptr ? domain->radius() : i == 0 ? 0 : kFarCentre * (strong.planning_radius + steps);
  return phase;
}

StableTask task_of(const StablePhase &phase) {
  StableTask task;
  task.prox = phase.prox;
  task.max_centre = phase.max_centre;
  task.units = std::max<int64_t>(1, static_cast<int64_t>(phase.units));  // 0 would stand for all units
  return task;
}

dpcvx_status make_phases(const Sources &from, StablePhases *phases, Proposal *proposal, Error &error) {
  if (!phases->make(from.schedule.count, 1)) return error.nomem("phases");
  for (int32_t i = 0; i < phases->count; ++i) {
    StablePhase &phase = phases->at(i);
    phase = scheduled_phase(from, i);
    phases->batches = phases->batches || phase.share < 1;
    if (!stability_facts(*proposal->objective, from.inputs.facts.instance, from.problem.adjacency, task_of(phase),
                         from.inputs.threshold, from.settings.tolerance, &phase.facts))
      return proposal->refuse(
          "no distance from the minimiser of phase %s can be promised beforehand: a greater l2 or tolerance, shorter "
          "rows or a smaller domain helps",
          show(int64_t{i} + 1).text);
  }
  return DPCVX_OK;
}

// ---- 3. Laws, sensitivities, and the thresholds to choose from

// The first phase alone estimates a threshold privately; the others take what it has chosen.
ThresholdPolicy policy_of(const StableInputs &inputs, int32_t i) {
  ThresholdPolicy policy = inputs.policy;
  if (i > 0 && policy.is_estimated_privately()) policy.share = 0, policy.declared = inputs.threshold;
  return policy;
}

// Each phase with the law of least noise for itself.
dpcvx_status choose_own_laws(const Sources &from, StablePhases *phases, Proposal *proposal, Error &error) {
  NoiseLevelGrid grid = from.inputs.levels;
  for (int32_t i = 0; i < phases->count; ++i) {
    StablePhase &phase = phases->at(i);
    const PhaseSchedule::Phase &row = from.schedule.phase[i];
    const ThresholdPolicy policy = policy_of(from.inputs, i);
    const bool estimates = policy.is_estimated_privately();
    // The schedule's shares are what the estimate of the threshold leaves.
    const double epsilon = row.epsilon / (estimates ? 1 - policy.share : 1);
    StableChoice choice;
    DPCVX_TRY(choose_stable(phase.facts, policy, epsilon * numeric::kPlanningShare, row.delta * numeric::kPlanningShare,
                            &grid, &choice, error));
    if (!choice.exists) return too_few(from, choice.min_units, i, proposal);
    phase.terms = choice.terms;
    phase.mu = choice.law.mu();
    phases->laws[i] = std::move(choice.law);
    phases->unstable = either(phases->unstable, choice.unstable);
    if (estimates) phases->candidates = choice.candidates, phases->candidates_epsilon = choice.candidates_epsilon;
  }
  return DPCVX_OK;
}

// The schedule is for randomized responses, which are quick to compare. The worst sequence of scores asks for fewer
// levels at the same noise.
dpcvx_status make_shared_law(const Sources &from, StablePhases *phases, Error &error) {
  mechanism::StabilityLaw &law = phases->laws[0];
  DPCVX_TRY(law.make_phase(from.schedule.epsilon1, from.schedule.edge, from.schedule.mu, error));
  phases->composition = Composition::kResponses;
  if (phases->count > kMaxComposed || law.top() > kMaxLevelsComposed) return DPCVX_OK;
  double mus[kMaxPhases];
  for (int32_t i = 0; i < phases->count; ++i) mus[i] = phases->at(i).mu;
  mechanism::StabilityLaw fewer;
  bool found = false;
  DPCVX_TRY(mechanism::make_phases(mus, phases->count, from.inputs.epsilon, from.inputs.delta * numeric::kPlanningShare,
                                   &fewer, &found, error));
  if (!found || fewer.top() >= law.top()) return DPCVX_OK;
  law = std::move(fewer);
  phases->composition = Composition::kSequence;
  return DPCVX_OK;
}

// Writes the terms of a phase under the shared law. False: there are too few users.
bool find_terms(const Sources &from, const mechanism::StabilityLaw &law, StablePhase *phase) {
  const ThresholdPolicy &policy = from.inputs.policy;
  if (!policy.is_by_concentration())
    return stability_terms(phase->facts, from.inputs.threshold, law.top(), &phase->terms);
  return terms_by_concentration(phase->facts, policy, law, policy.failure / from.schedule.count, &phase->terms);
}

// All phases with the law that the schedule is for.
dpcvx_status choose_shared_law(const Sources &from, StablePhases *phases, Proposal *proposal, Error &error) {
  DPCVX_TRY(make_shared_law(from, phases, error));
  const mechanism::StabilityLaw &law = phases->laws[0];
  const ThresholdPolicy &policy = from.inputs.policy;
  const bool estimates = policy.is_estimated_privately();  // then nothing is known of the threshold
  const int64_t min_units = stability_min_units(law.top());
  for (int32_t i = 0; i < phases->count; ++i) {
    StablePhase &phase = phases->at(i);
    if (!find_terms(from, law, &phase)) return too_few(from, min_units, i, proposal);
    phases->unstable = either(phases->unstable,
                              estimates ? INFINITY : unstable_by_concentration(phase.facts, policy, phase.terms, law));
  }
  if (!estimates) return DPCVX_OK;
  phases->candidates_epsilon = numeric::below(policy.share * from.problem.price[0].a);
  DPCVX_TRY(phases->candidates.make(phases->at(0).facts, law.top(), phases->candidates_epsilon, error));
  return phases->candidates.count() > 0 ? DPCVX_OK : too_few(from, min_units, 0, proposal);
}

// Of certified minima: Delta as the paper has it, for records that are allotted to units at random.
dpcvx_status use_paper_step(const Sources &from, StablePhases *phases, Proposal *proposal) {
  const ThresholdPolicy &policy = from.inputs.policy;
  StablePhase &phase = phases->at(0);
  const double step = paper_deletion_step(phase.facts, from.inputs.records(), policy.failure, phase.terms.top);
  if (!deletion_terms_of_step(phase.facts, step, phase.terms.top, &phase.terms.deletion))
    return proposal->refuse("its Delta is not finite with so few units");
  phase.terms.distance = phase.terms.deletion.distance;
  phases->unstable = policy.failure;
  return DPCVX_OK;
}

dpcvx_status choose_laws(const Sources &from, StablePhases *phases, Proposal *proposal, Error &error) {
  if (from.schedule.one_law()) return choose_shared_law(from, phases, proposal, error);
  DPCVX_TRY(choose_own_laws(from, phases, proposal, error));
  const bool paper = from.settings.schedule == DPCVX_SCHEDULE_REFERENCE;
  if (proposal->refused() || !paper || from.inputs.facts.instance != Instance::kCertified) return DPCVX_OK;
  return use_paper_step(from, phases, proposal);
}

// ---- 4. Every phase for every threshold that may be chosen

// Of the thresholds to choose from, the one that figures are of.
int32_t typical_entry(const ThresholdCandidates &candidates, double threshold) {
  int32_t entry = 0;
  while (entry + 1 < candidates.count() && candidates.terms(entry + 1).threshold >= threshold) ++entry;
  return entry;
}

dpcvx_status spread_entries(const Sources &from, StablePhases *phases, Proposal *proposal, Error &error) {
  if (!from.inputs.policy.is_estimated_privately()) return DPCVX_OK;
  const int32_t entries = phases->candidates.count();
  if (!phases->make(phases->count, entries)) return error.nomem("phases");
  phases->typical = typical_entry(phases->candidates, from.inputs.threshold);
  for (int32_t i = 0; i < phases->count; ++i)
    for (int32_t entry = 0; entry < entries; ++entry) {
      StablePhase &phase = phases->at(i, entry);
      const SensitivityParameters &terms = phases->candidates.terms(entry);
      const int64_t top = phases->laws[phase.law].top();
      if (i == 0)
        phase.terms = terms;
      else if (!stability_terms(phase.facts, terms.threshold, top, &phase.terms))
        return too_few(from, stability_min_units(top), i, proposal);
    }
  return DPCVX_OK;
}

// ---- 5. Noise

// Late phases move models by so little that a lattice in proportion would end short of the models themselves.
dpcvx_status plan_noise(const Sources &from, StablePhases *phases, Error &error) {
  constexpr double kFarEntry = 64;  // over the norm that is planned for
  const model::Objective &objective = *from.problem.objective;
  const size_t d = static_cast<size_t>(objective.dimension());
  const model::Domain *const domain = objective.domain();
  const double reach = kFarEntry * from.inputs.strong.planning_radius,
               most = domain ? std::min(domain->radius(), reach) : reach;
  const double min_step = numeric::power_of_two(numeric::floor_log2(most) - 59);
  for (StablePhase &phase : phases->phases) {
    const double mu = phase.mu * numeric::kPlanningShare;
    DPCVX_TRY(mechanism::plan_gaussian(mu, phase.terms.distance, d, 0, phase.noise, error));
    if (phase.noise.lattice.step() < min_step)
      DPCVX_TRY(mechanism::plan_gaussian(mu, phase.terms.distance, d, min_step, phase.noise, error));
  }
  return DPCVX_OK;
}

// ---- 6. The cost

struct Cost {
  double epsilon = 0, delta = 0;
};

// The greatest mu of phase i's noise as it is made, over all thresholds.
double mu_of_noise(const StablePhases &phases, int32_t i) {
  double most = 0;
  for (int32_t entry = 0; entry < phases.entries(); ++entry) {
    const mechanism::NoisePlan &noise = phases.at(i, entry).noise;
    most = std::max(most, above(noise.sensitivity / noise.scale));
  }
  return most;
}

// By the worst adaptive sequence of scores. The grid is that of the search.
dpcvx_status sequence_delta(const Sources &from, const StablePhases &phases, double *delta, Error &error) {
  double mus[kMaxPhases];
  for (int32_t i = 0; i < phases.count; ++i) mus[i] = phases.at(i).mu;
  mechanism::StabilityComposition composition;
  DPCVX_TRY(composition.prepare(mus, phases.count, from.inputs.epsilon, error));
  for (int32_t i = 0; i < phases.count; ++i) mus[i] = mu_of_noise(phases, i);
  *delta = composition.delta(&phases.laws[0], true, mus, phases.count);
  return DPCVX_OK;
}

// As randomized responses and a Gaussian.
double responses_delta(const Sources &from, const StablePhases &phases) {
  double squares = 0;
  for (int32_t i = 0; i < phases.count; ++i) {
    const double mu = mu_of_noise(phases, i);
    squares = above(squares + above(mu * mu));
  }
  return mechanism::phases_delta(phases.count, from.schedule.epsilon1, from.schedule.edge, above(std::sqrt(squares)),
                                 from.inputs.epsilon);
}

// Of phases with laws of their own: those on units of their own cost what the dearest of them does, beside those on all
// units.
Cost sum_of_costs(const StablePhases &phases) {
  Cost all, batch;
  for (int32_t i = 0; i < phases.count; ++i) {
    const mechanism::StabilityLaw &law = phases.laws[phases.at(i).law];
    const double epsilon = above(law.epsilon() + (i == 0 ? phases.candidates_epsilon : 0));
    if (phases.at(i).share < 1) {
      batch.epsilon = std::max(batch.epsilon, epsilon);
      batch.delta = std::max(batch.delta, law.delta());
    } else {
      all.epsilon = above(all.epsilon + epsilon);
      all.delta = above(all.delta + law.delta());
    }
  }
  return {above(all.epsilon + batch.epsilon), above(all.delta + batch.delta)};
}

dpcvx_status cost_of(const Sources &from, const StablePhases &phases, Cost *cost, Error &error) {
  if (!from.schedule.one_law()) {
    *cost = sum_of_costs(phases);
    return DPCVX_OK;
  }
  double delta = 0;
  if (phases.composition == Composition::kSequence)
    DPCVX_TRY(sequence_delta(from, phases, &delta, error));
  else
    delta = responses_delta(from, phases);
  *cost = {above(above(from.inputs.epsilon + phases.candidates_epsilon)), above(delta)};
  return DPCVX_OK;
}

dpcvx_status charge(const Sources &from, const StablePhases &phases, privacy::Curve *curve, Error &error) {
  Cost cost;
  DPCVX_TRY(cost_of(from, phases, &cost, error));
  const privacy::Event &price = from.problem.price[0];
  if (!(cost.epsilon <= price.a && cost.delta <= price.b))
    return error.fail(DPCVX_ERR_NUMERIC, "stable releases came to more than their price");
  return curve->add(privacy::approximate(cost.epsilon, cost.delta), error);
}

// ---- 7. Figures

// The bound that schedules are compared by, with the noise that there is.
double predict(const StableInputs &inputs, const StablePhases &phases) {
  const double d = inputs.strong.dimension, beta = phases.at(0).facts.smoothness;
  double away = inputs.strong.planning_radius * inputs.strong.planning_radius, risk = 0, t = 0;
  for (int32_t i = 0; i < phases.count; ++i) {
    const StablePhase &phase = phases.at(i, phases.typical);
    const double gap = phases.batches ? inputs.generalisation_gap(phase.facts.convexity, beta, phase.units) : 0;
    const bool apart = phase.prox == 0 && phases.count > 1;  // what it is near to is its own minimiser
    risk += apart ? 0 : phase.prox * away / 2 + gap;
    t = mechanism::noise_scale(phase.noise);
    away = d * t * t + (apart ? 2 * gap / phase.facts.convexity : 0);
  }
  const double unstable = phases.unstable;
  const double missed =
      std::isfinite(unstable) ? unstable * inputs.strong.lipschitz * inputs.strong.planning_radius : 0;
  return risk + inputs.cost.at(t, beta) + inputs.smoothing_risk(beta) + missed;
}

double passes_of(const RegularizationInputs &strong, const StablePhases &phases) {
  double passes = 0;
  for (int32_t i = 0; i < phases.count; ++i) {
    const StablePhase &phase = phases.at(i, phases.typical);
    const double ratio = (strong.max_units * phase.facts.smoothness + phase.facts.convexity) / phase.facts.convexity;
    const double stages = phase.facts.instance == Instance::kSoft ? phase.terms.stages : 1;
    passes += phase.share * ((stages + 1) * likely_passes(strong, ratio) + 2 * stages);
  }
  return passes;
}

// The noise of the last phase's part of all that the price allows, without a law of stability.
double baseline_noise(const Sources &from, const StablePhase &last) {
  const RegularizationInputs &strong = from.inputs.strong;
  const privacy::Event &price = from.problem.price[0];
  const double part = from.schedule.one_law() ? last.mu / from.schedule.mu : 1;
  const double whole = privacy::gdp_mu_down(price.a, price.b);
  return strong.changed * strong.lipschitz / (last.units * last.facts.convexity) / (whole * part);
}

StableFigures own_figures(const Sources &from, const StablePhases &phases) {
  const StablePhase &first = phases.at(0, phases.typical), &last = phases.last(phases.typical);
  const StabilityStage &stage = first.terms.stage[first.terms.stages - 1];
  StableFigures own;
  own.added_l2 = first.prox;
  own.tolerance = last.facts.tolerance;
  own.levels = first.terms.top + 1;
  own.threshold = first.terms.threshold;
  own.distance_bound = first.terms.distance;
  own.phases = phases.count;
  own.width = stage.width;
  own.drift = stage.step;
  own.unstable_probability = phases.unstable;
  own.baseline_noise = baseline_noise(from, last);
  return own;
}

void take_figures(const Sources &from, const StablePhases &phases, Proposal *proposal) {
  const StablePhase &last = phases.last(phases.typical);
  proposal->steps = phases.count;
  proposal->clip = from.inputs.strong.lipschitz;
  proposal->sensitivity = last.terms.distance;
  proposal->noise = mechanism::noise_scale(last.noise);
  proposal->noise_multiplier = proposal->noise / proposal->sensitivity;
  proposal->passes = passes_of(from.inputs.strong, phases);
  proposal->predicted_risk = predict(from.inputs, phases);
  if (phases.batches) proposal->population_risk = proposal->predicted_risk;
  proposal->own.as<StableFigures>() = own_figures(from, phases);
}

}  // namespace

dpcvx_status build_proposal(const Problem &problem, const Settings &settings, const StableInputs &inputs,
                            const PhaseSchedule &schedule, Proposal *proposal, Error &error) {
  StablePhases *const phases = proposal->run.make<StablePhases>();
  if (phases == nullptr) return error.nomem("phases");
  const Sources from{problem, settings, inputs, schedule};
  DPCVX_TRY(derive_objective(from, proposal, error));
  DPCVX_TRY(make_phases(from, phases, proposal, error));
  if (proposal->refused()) return DPCVX_OK;
  DPCVX_TRY(choose_laws(from, phases, proposal, error));
  if (proposal->refused()) return DPCVX_OK;
  DPCVX_TRY(spread_entries(from, phases, proposal, error));
  if (proposal->refused()) return DPCVX_OK;
  DPCVX_TRY(plan_noise(from, phases, error));
  DPCVX_TRY(charge(from, *phases, &proposal->curve, error));
  take_figures(from, *phases, proposal);
  proposal->applies = true;
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
