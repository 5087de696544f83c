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

// One adoption: what is made, and from what.
struct ProposalBuilder {
  const Problem &problem;
  const Settings &settings;
  const StableInputs &basis;
  const PhaseSchedule &schedule;
  Proposal *proposal;
  Error &error;
  NoiseLevelGrid menu;
  double unstable = 0;
  int32_t typical = 0;  // of the thresholds to choose from, the one that figures are of

  StablePhases &stable() { return proposal->run.as<StablePhases>(); }
  const StablePhases &stable() const { return proposal->run.as<StablePhases>(); }
  StablePhase &phase_at(int32_t i, int32_t entry = 0) { return stable().at(i, entry); }
  const model::Objective &objective() const { return *proposal->objective; }

  StableTask task_of(int32_t i) {
    StableTask task;
    task.prox = schedule.phase[i].prox;
    task.max_centre = phase_at(i).max_centre;
    task.units = std::max<int64_t>(1, static_cast<int64_t>(schedule.phase[i].units));  // 0 would stand for all units
    return task;
  }
  dpcvx_status take_objective();
  dpcvx_status make_phases();
  dpcvx_status find_facts();
  dpcvx_status too_few(int64_t min_units, int32_t i);
  dpcvx_status own_laws();
  dpcvx_status one_law();
  dpcvx_status use_paper_step();
  double mu_of_noise(int32_t i) const;
  dpcvx_status worst_delta(double *delta) const;
  dpcvx_status spread_entries();
  dpcvx_status plan_noise();
  dpcvx_status charge();
  double predict() const;
  void take_figures();
};

dpcvx_status ProposalBuilder::take_objective() {
  proposal->objective = problem.objective;
  if (!basis.must_smooth()) return DPCVX_OK;
  proposal->smoothing = basis.strong.row_square / schedule.smoothness;
  return problem.objective->smoothed(proposal->smoothing, &proposal->objective, error);
}

dpcvx_status ProposalBuilder::make_phases() {
  if (!stable().make(schedule.count, 1)) return error.nomem("phases");
  const model::Domain *const domain = problem.objective->domain();
  for (int32_t i = 0; i < schedule.count; ++i) {
    StablePhase &phase = phase_at(i);
    const PhaseSchedule::Phase &from = schedule.phase[i];
    phase.prox = from.prox;
    phase.share = from.share;
    phase.units = from.units;
    phase.mu = from.mu;
    phase.law = schedule.one_law() ? 0 : i;
    stable().batches = stable().batches || from.share < 1;
    const double steps = basis.strong.lipschitz / (basis.strong.l2 + schedule.phase[0].prox);
    phase.max_centre = domain != nullptr ? domain->radius() : i == 0 ? 0 : kFarCentre * (basis.strong.reach + steps);
  }
  return DPCVX_OK;
}

dpcvx_status ProposalBuilder::find_facts() {
  for (int32_t i = 0; i < schedule.count; ++i) {
    if (!stability_facts(objective(), basis.facts.instance, problem.adjacency, task_of(i), basis.threshold,
                         settings.tolerance, &phase_at(i).facts))
      return proposal->refuse(
          "no distance from the minimiser of phase %s can be promised beforehand: a greater l2 or tolerance, shorter "
          "rows or a smaller domain helps",
          show(int64_t{i} + 1).text);
  }
  return DPCVX_OK;
}

dpcvx_status ProposalBuilder::too_few(int64_t min_units, int32_t i) {
  return proposal->refuse(
      "phase %s needs at least %s units at this price, and has %s: fewer phases, a greater epsilon "
      "or delta helps",
      show(int64_t{i} + 1).text, show(min_units).text, show(static_cast<int64_t>(schedule.phase[i].units)).text);
}

// Each phase with the law of least noise for itself.
dpcvx_status ProposalBuilder::own_laws() {
  for (int32_t i = 0; i < schedule.count; ++i) {
    StablePhase &phase = phase_at(i);
    const bool estimates_threshold = i == 0 && basis.policy.is_estimated_privately();
    ThresholdPolicy policy = basis.policy;
    if (!estimates_threshold && policy.is_estimated_privately()) policy.share = 0, policy.declared = basis.threshold;
    StableChoice choice;
    // The schedule's shares are what the estimate of the threshold leaves.
    const double epsilon = schedule.phase[i].epsilon / (estimates_threshold ? 1 - basis.policy.share : 1);
    DPCVX_TRY(choose_stable(phase.facts, policy, epsilon * numeric::kPlanningShare,
                            schedule.phase[i].delta * numeric::kPlanningShare, &menu, &choice, error));
    if (!choice.exists) return too_few(choice.min_units, i);
    phase.terms = choice.terms;
    phase.mu = choice.law.mu();
    stable().laws[i] = std::move(choice.law);
    unstable = either(unstable, choice.unstable);
    if (estimates_threshold) stable().menu = choice.menu, stable().menu_epsilon = choice.menu_epsilon;
  }
  return DPCVX_OK;
}

// Of certified minima: Delta as the paper has it, for records that are allotted to units at random.
dpcvx_status ProposalBuilder::use_paper_step() {
  StablePhase &phase = phase_at(0);
  const double step = paper_deletion_step(phase.facts, basis.records(), basis.policy.failure, phase.terms.top);
  if (!deletion_terms_of_step(phase.facts, step, phase.terms.top, &phase.terms.deletion))
    return proposal->refuse("its Delta is not finite with so few units");
  phase.terms.distance = phase.terms.deletion.distance;
  unstable = basis.policy.failure;
  return DPCVX_OK;
}

// All phases with the one that the schedule is for.
dpcvx_status ProposalBuilder::one_law() {
  mechanism::StabilityLaw &law = stable().laws[0];
  DPCVX_TRY(law.make_phase(schedule.epsilon1, schedule.edge, schedule.mu, error));
  stable().composition = Composition::kResponses;
  // The schedule is for randomized responses, which are quick to compare; the worst sequence of scores asks for fewer
  // levels at the same noise.
  double mus[kMaxPhases];
  for (int32_t i = 0; i < schedule.count; ++i) mus[i] = phase_at(i).mu;
  mechanism::StabilityLaw fewer;
  bool found = false;
  if (schedule.count <= kMaxComposed && law.top() <= kMaxLevelsComposed)
    DPCVX_TRY(mechanism::make_phases(mus, schedule.count, basis.epsilon, basis.delta * numeric::kPlanningShare, &fewer,
                                     &found, error));
  if (found && fewer.top() < law.top()) {
    law = std::move(fewer);
    stable().composition = Composition::kSequence;
  }
  for (int32_t i = 0; i < schedule.count; ++i) {
    StablePhase &phase = phase_at(i);
    const bool exists = basis.policy.is_by_concentration()
                            ? terms_by_concentration(phase.facts, basis.policy, law,
                                                     basis.policy.failure / schedule.count, &phase.terms)
                            : stability_terms(phase.facts, basis.threshold, law.top(), &phase.terms);
    if (!exists) return too_few(stability_least_units(law.top()), i);
    const bool estimates_threshold = basis.policy.is_estimated_privately();  // then nothing is known of the threshold
    unstable =
        either(unstable,
               estimates_threshold ? INFINITY : unstable_by_concentration(phase.facts, basis.policy, phase.terms, law));
  }
  if (!basis.policy.is_estimated_privately()) return DPCVX_OK;
  stable().menu_epsilon = numeric::below(basis.policy.share * problem.price[0].a);
  DPCVX_TRY(stable().menu.make(phase_at(0).facts, law.top(), stable().menu_epsilon, error));
  return stable().menu.count() > 0 ? DPCVX_OK : too_few(stability_least_units(law.top()), 0);
}

// Every phase for every threshold that may be chosen.
dpcvx_status ProposalBuilder::spread_entries() {
  if (!basis.policy.is_estimated_privately()) return DPCVX_OK;
  const int32_t entries = stable().menu.count();
  if (!stable().make(schedule.count, entries)) return error.nomem("phases");
  while (typical + 1 < entries && stable().menu.terms(typical + 1).threshold >= basis.threshold) ++typical;
  for (int32_t i = 0; i < schedule.count; ++i)
    for (int32_t entry = 0; entry < entries; ++entry) {
      StablePhase &phase = phase_at(i, entry);
      const int64_t top = stable().laws[phase.law].top();
      if (i == 0)
        phase.terms = stable().menu.terms(entry);
      else if (!stability_terms(phase.facts, stable().menu.terms(entry).threshold, top, &phase.terms))
        return too_few(stability_least_units(top), i);
    }
  return DPCVX_OK;
}

// Late phases move models by so little that a lattice in proportion would end short of the models themselves.
dpcvx_status ProposalBuilder::plan_noise() {
  constexpr double kFarEntry = 64;  // over the norm that is planned for
  const size_t d = static_cast<size_t>(objective().dimension());
  const model::Domain *const domain = problem.objective->domain();
  const double reach = kFarEntry * basis.strong.reach, most = domain ? std::min(domain->radius(), reach) : reach;
  const double min_step = numeric::power_of_two(numeric::floor_log2(most) - 59);
  for (StablePhase &phase : stable().phases) {
    const double mu = phase.mu * numeric::kPlanningShare;
    DPCVX_TRY(mechanism::plan_gaussian(mu, phase.terms.distance, d, 0, phase.noise, error));
    if (phase.noise.lattice.step() < min_step)
      DPCVX_TRY(mechanism::plan_gaussian(mu, phase.terms.distance, d, min_step, phase.noise, error));
  }
  return DPCVX_OK;
}

// The greatest mu of phase i's noise as it is made, over all thresholds.
double ProposalBuilder::mu_of_noise(int32_t i) const {
  double most = 0;
  for (int32_t entry = 0; entry < stable().entries(); ++entry) {
    const mechanism::NoisePlan &noise = stable().at(i, entry).noise;
    most = std::max(most, above(noise.sensitivity / noise.scale));
  }
  return most;
}

dpcvx_status ProposalBuilder::worst_delta(double *delta) const {
  double mus[kMaxPhases];
  for (int32_t i = 0; i < schedule.count; ++i) mus[i] = stable().at(i).mu;
  // The grid is that of the search.
  mechanism::StabilityComposition composition;
  DPCVX_TRY(composition.prepare(mus, schedule.count, basis.epsilon, error));
  for (int32_t i = 0; i < schedule.count; ++i) mus[i] = mu_of_noise(i);
  *delta = composition.delta(&stable().laws[0], true, mus, schedule.count);
  return DPCVX_OK;
}

// Phases on units of their own cost what the dearest of them does, beside those on all units.
dpcvx_status ProposalBuilder::charge() {
  double epsilon = 0, delta = 0, batch_epsilon = 0, batch_delta = 0, squares = 0;
  for (int32_t i = 0; i < schedule.count; ++i) {
    const StablePhase &phase = phase_at(i);
    const mechanism::StabilityLaw &law = stable().laws[phase.law];
    const double mu = mu_of_noise(i), estimate_epsilon = i == 0 ? stable().menu_epsilon : 0;
    squares = above(squares + above(mu * mu));
    if (schedule.one_law()) {
      epsilon = std::max(epsilon, above(basis.epsilon + estimate_epsilon));
    } else if (phase.share < 1) {
      batch_epsilon = std::max(batch_epsilon, above(law.epsilon() + estimate_epsilon));
      batch_delta = std::max(batch_delta, law.delta());
    } else {
      epsilon = above(epsilon + above(law.epsilon() + estimate_epsilon));
      delta = above(delta + law.delta());
    }
  }
  if (stable().composition == Composition::kSequence)
    DPCVX_TRY(worst_delta(&delta));
  else if (stable().composition == Composition::kResponses)
    delta = mechanism::phases_delta(schedule.count, schedule.epsilon1, schedule.edge, above(std::sqrt(squares)),
                                    basis.epsilon);
  epsilon = above(epsilon + batch_epsilon);
  delta = above(delta + batch_delta);
  if (!(epsilon <= problem.price[0].a && delta <= problem.price[0].b))
    return error.fail(DPCVX_ERR_NUMERIC, "stable releases came to more than their price");
  return proposal->curve.add(privacy::approximate(epsilon, delta), error);
}

// The bound that schedules are compared by, with the noise that there is.
double ProposalBuilder::predict() const {
  const StablePhases &phases = stable();
  const double d = basis.strong.dimension, beta = phases.at(0).facts.smoothness;
  double away = basis.strong.reach * basis.strong.reach, risk = 0, t = 0;
  for (int32_t i = 0; i < phases.count; ++i) {
    const StablePhase &phase = phases.at(i, typical);
    const double gap = phases.batches ? basis.generalisation_gap(phase.facts.convexity, beta, phase.units) : 0;
    const bool apart = phase.prox == 0 && phases.count > 1;  // what it is near to is its own minimiser
    risk += apart ? 0 : phase.prox * away / 2 + gap;
    t = mechanism::noise_scale(phase.noise);
    away = d * t * t + (apart ? 2 * gap / phase.facts.convexity : 0);
  }
  const double missed = std::isfinite(unstable) ? unstable * basis.strong.lipschitz * basis.strong.reach : 0;
  return risk + basis.cost.at(t, beta) + basis.smoothing_risk(beta) + missed;
}

void ProposalBuilder::take_figures() {
  const RegularizationInputs &strong = basis.strong;
  const StablePhase &first = phase_at(0, typical), &last = stable().last(typical);
  proposal->steps = schedule.count;
  proposal->clip = strong.lipschitz;
  proposal->sensitivity = last.terms.distance;
  proposal->noise = mechanism::noise_scale(last.noise);
  proposal->noise_multiplier = proposal->noise / proposal->sensitivity;
  for (int32_t i = 0; i < schedule.count; ++i) {
    const StablePhase &now = phase_at(i, typical);
    const double ratio = (strong.max_units * now.facts.smoothness + now.facts.convexity) / now.facts.convexity;
    const double stages = now.facts.instance == Instance::kSoft ? now.terms.stages : 1;
    proposal->passes += now.share * ((stages + 1) * expected_passes(strong, ratio) + 2 * stages);
  }
  StableFigures &own = proposal->own.as<StableFigures>();
  own.added_l2 = first.prox;
  own.tolerance = last.facts.tolerance;
  own.levels = first.terms.top + 1;
  own.threshold = first.terms.threshold;
  own.distance_bound = first.terms.distance;
  own.phases = schedule.count;
  const StabilityStage &stage = first.terms.stage[first.terms.stages - 1];
  own.width = stage.width;
  own.drift = stage.step;
  own.unstable_probability = unstable;
  // With its part of all noise that the price allows without a law of stability.
  const double part = schedule.one_law() ? last.mu / schedule.mu : 1;
  const double whole = privacy::gdp_mu_down(problem.price[0].a, problem.price[0].b);
  own.baseline_noise = strong.changed * strong.lipschitz / (last.units * last.facts.convexity) / (whole * part);
  proposal->predicted_risk = predict();
  if (stable().batches) proposal->population_risk = proposal->predicted_risk;
}

}  // namespace

dpcvx_status adopt_schedule(const Problem &problem, const Settings &settings, const StableInputs &basis,
                            const PhaseSchedule &schedule, Proposal *proposal, Error &error) {
  if (proposal->run.make<StablePhases>() == nullptr) return error.nomem("phases");
  ProposalBuilder adoption{problem, settings, basis, schedule, proposal, error, NoiseLevelGrid()};
  DPCVX_TRY(adoption.take_objective());
  DPCVX_TRY(adoption.make_phases());
  DPCVX_TRY(adoption.find_facts());
  if (proposal->refused()) return DPCVX_OK;
  DPCVX_TRY(schedule.one_law() ? adoption.one_law() : adoption.own_laws());
  if (proposal->refused()) return DPCVX_OK;
  if (basis.facts.instance == Instance::kCertified && settings.schedule == DPCVX_SCHEDULE_REFERENCE)
    DPCVX_TRY(adoption.use_paper_step());
  if (proposal->refused()) return DPCVX_OK;
  DPCVX_TRY(adoption.spread_entries());
  if (proposal->refused()) return DPCVX_OK;
  DPCVX_TRY(adoption.plan_noise());
  DPCVX_TRY(adoption.charge());
  adoption.take_figures();
  proposal->applies = true;
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
