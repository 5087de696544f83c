#include "solve/sgd_output/method.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "mechanism/calibrate_release.h"
#include "privacy/calibration/calibrate.h"
#include "solve/core/work_seconds.h"
#include "solve/core/obstacles.h"
#include "solve/risk/generalization.h"
#include "solve/core/planning_radius.h"
#include "solve/wang2022/schedules.h"
#include "solve/sgd_output/noise.h"
#include "solve/sgd_output/plan.h"
#include "solve/sgd_output/stability_inputs.h"

namespace dpcvx::solve {

namespace {

using optimize::SgdStability;
using optimize::SgdStabilityInputs;

// Why it cannot be planned at all; null where it can.
const char *obstacle(const Problem &problem, const Settings &settings) {
  const model::Objective &objective = *problem.objective;
  if (objective.calls_back())
    return "a caller's own loss or function has no bound on the rounding of its gradients, which the noise must cover: "
           "use a loss of the library";
  if (settings.momentum > 0) return "its steps have no momentum: leave DPCVX_PLAN_OPTION_MOMENTUM at -1 or 0";
  if (settings.batch_size > 0 && settings.batch_size != 1)
    return "its steps take one unit each: leave DPCVX_PLAN_OPTION_BATCH_SIZE at 0 or 1";
  if (settings.clipping_norm > 0 || settings.drop_oversized_gradients)
    return "clipped gradients belong to no convex function, and clipped rows bound gradients already: leave "
           "DPCVX_PLAN_OPTION_CLIPPING_NORM and DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS at 0";
  return nullptr;
}

// The order, where it can be had: passes of permutations unless uniform places are asked for, or the paper's noise,
// which is for those.
dpcvx_status choose_order(const Problem &problem, const Settings &settings, Proposal *proposal) {
  const bool few = places_of(problem) <= random::PermutationSampler::kMax, mixed = order_is_mixed(problem);
  int32_t order = settings.order;
  if (order == 0)
    order = few && settings.noise_calibration != DPCVX_NOISE_CALIBRATION_REFERENCE ? DPCVX_SGD_ORDER_PERMUTED
                                                                                   : DPCVX_SGD_ORDER_SAMPLED;
  if (order == DPCVX_SGD_ORDER_PERMUTED && !few)
    return proposal->refuse("it permutes at most 2^32 nominal units, and these are more");
  if (order == DPCVX_SGD_ORDER_SAMPLED && !mixed)
    return proposal->refuse(
        "uniform indices may meet a unit in every step. How rarely they do counts only under a price of one (epsilon, "
        "delta) on a budget with the basic filter: fewer units, or the permuted order of passes, help");
  proposal->own.as<SgdOutputFigures>().order = order;
  return DPCVX_OK;
}

// T and eta of the paper's theorem, where the caller asks for them and fixed neither.
void follow_paper(const Problem &problem, const SgdOutputInputs &facts, Settings *settings, Proposal *proposal) {
  ScheduleInputs terms;
  terms.exponent = facts.terms.exponent;
  terms.units = std::max(2.0, facts.units);
  terms.dimension = facts.dimension;
  terms.delta = facts.delta > 0 ? facts.delta : problem.delta;
  terms.epsilon = facts.delta > 0 ? facts.epsilon : problem.price.epsilon(problem.delta);
  terms.confidence = terms.delta;
  if (!(terms.delta > 0 && terms.epsilon > 0 && terms.epsilon < INFINITY)) return;
  const PaperSchedule schedule =
      paper_schedule(facts.bounded() ? PaperTheorem::kOutputBounded : PaperTheorem::kOutputAnywhere, terms);
  proposal->own.as<SgdOutputFigures>().reference_rate = schedule.rate;
  if (settings->schedule != DPCVX_SCHEDULE_REFERENCE) return;
  if (settings->smoothing < 0) settings->smoothing = 0;
  const double most = std::max(1.0, std::min(kMaxSgdOutputSteps, settings->max_passes * facts.terms.units));
  if (settings->steps == 0) settings->steps = static_cast<int64_t>(std::floor(std::min(schedule.steps, most)));
  if (settings->step_size == 0) settings->step_size = paper_step_size(schedule, static_cast<double>(settings->steps));
}

// Puts the envelope of that width in the objective's place.
dpcvx_status smooth(double width, SgdOutputInputs *facts, Proposal *proposal, Error &error) {
  model::SharedObjective envelope;
  DPCVX_TRY(proposal->objective->smoothed(width, &envelope, error));
  proposal->objective = envelope;
  proposal->smoothing = width;
  *facts = smoothed_facts(*facts, width);
  read_constants(*envelope, &facts->terms);
  return DPCVX_OK;
}

// Everything that follows from T, eta and the envelope's width; the proposal has the objective.
dpcvx_status adopt(const Problem &problem, const Settings &settings, const SgdOutputPlan &plan, SgdOutputInputs facts,
                   Proposal *proposal, Error &error) {
  if (plan.smoothing > 0) DPCVX_TRY(smooth(plan.smoothing, &facts, proposal, error));
  const double steps = static_cast<double>(plan.steps), eta = plan.step_size;
  proposal->steps = plan.steps;
  SgdOutputFigures &own = proposal->own.as<SgdOutputFigures>();
  own.step_size = eta;
  SgdStability stability;
  dpcvx_error record;
  Error tried(&record, error.function());
  if (prepare_stability(*proposal->objective, terms_at(facts, steps, eta), &stability, tried) != DPCVX_OK)
    return proposal->refuse(record);
  const double sides = problem.adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1;
  proposal->clip = std::min(facts.terms.lipschitz, stability.touch(plan.steps) / (sides * eta));
  SgdStabilityInputs *const inputs = proposal->run.make<SgdStabilityInputs>();
  if (inputs == nullptr) return error.nomem("a plan");
  *inputs = stability.terms();
  own.reference_noise = paper_output_noise(problem, stability);
  DPCVX_TRY(plan_sgd_noise(problem, settings.noise_calibration, facts.mu, stability, proposal, error));
  if (!proposal->applies) return DPCVX_OK;
  // What is shown counts the noise of every direction, as the other methods' predictions do.
  facts.seen = facts.dimension;
  proposal->predicted_risk = sgd_output_risk(facts, steps, eta, proposal->noise);
  proposal->population_risk =
      proposal->predicted_risk + generalisation(*problem.objective, 2 / sides * stability.expected());
  return DPCVX_OK;
}

// T and eta by the noise that the worst order would need, then eta by what it really comes to.
dpcvx_status choose(const Problem &problem, const Settings &settings, const SgdOutputInputs &facts, Proposal *proposal,
                    Error &error) {
  SgdOutputPlan plan = choose_sgd_output(facts, settings, 1);
  if (settings.step_size == 0) {
    Proposal first;
    first.objective = proposal->objective;
    DPCVX_TRY(adopt(problem, settings, plan, facts, &first, error));
    if (!first.applies) return proposal->refuse("%s", first.reason);
    const SgdOutputInputs its = plan.smoothing > 0 ? smoothed_facts(facts, plan.smoothing) : facts;
    const double length = typical_length(its, static_cast<double>(plan.steps), plan.step_size);
    Settings again = settings;
    again.steps = plan.steps;
    plan = choose_sgd_output(facts, again, first.noise * facts.mu / length);
  }
  return adopt(problem, settings, plan, facts, proposal, error);
}

}  // namespace

dpcvx_status propose_sgd_output(const Problem &problem, const Settings &given, Proposal *proposal, Error &error) {
  const double mu = std::min(privacy::gaussian_mu_within(problem.price), mechanism::kMaxMu);
  if (!(mu > 0)) return proposal->refuse_without(opens_gaussian(problem.delta), no_gaussian(problem.delta));
  if (const char *const why = obstacle(problem, given)) return proposal->refuse("%s", why);
  DPCVX_TRY(find_planning_radius(*problem.objective, given, &proposal->radius, error));
  if (!(proposal->radius < INFINITY) && (given.steps == 0 || given.step_size == 0))
    return proposal->refuse_without(kSetPlanningRadius, no_planning_radius(*problem.objective));
  DPCVX_TRY(choose_order(problem, given, proposal));
  SgdOutputFigures &own = proposal->own.as<SgdOutputFigures>();
  if (own.order == 0) return DPCVX_OK;
  Settings settings = given;
  SgdOutputInputs facts = sgd_output_facts(problem, given, own.order == DPCVX_SGD_ORDER_SAMPLED, proposal->radius, mu);
  proposal->objective = problem.objective;
  if (given.smoothing > 0) DPCVX_TRY(smooth(given.smoothing, &facts, proposal, error));
  follow_paper(problem, facts, &settings, proposal);
  DPCVX_TRY(choose(problem, settings, facts, proposal, error));
  own.average = facts.terms.average;
  own.rate = 1 / facts.terms.units;
  proposal->passes = static_cast<double>(proposal->steps) * own.rate;
  proposal->step_seconds = unit_step_seconds(*proposal->objective);
  return DPCVX_OK;
}

namespace {

// Notes noise and steps by a theorem's form, where the caller asked for one. The curve is the library's own of what is
// drawn.
void describe_forms(const Settings &settings, bool bounded, privacy::Guarantee &record) {
  if (settings.noise_calibration == DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY)
    record.add_note("the noise is for a length that all but part of the orders keep; the curve is that of all orders");
  if (settings.noise_calibration == DPCVX_NOISE_CALIBRATION_REFERENCE)
    record.add_note(
        "the noise is that of Wang, Lei, Ying and Zhang 2022, Theorem 8; the curve is what it comes to here");
  if (settings.schedule != DPCVX_SCHEDULE_REFERENCE) return;
  record.add_note(
      bounded ? "steps and step size are those of Wang, Lei, Ying and Zhang 2022, Theorem 10, unless given or limited"
              : "steps and step size are those of Wang, Lei, Ying and Zhang 2022, Theorem 9, unless given or limited");
}

}  // namespace

dpcvx_status SgdOutputRun::prepare(const Problem &, const Settings &, const Proposal &proposal, Error &error) {
  plan_ = &proposal;
  return walk_.prepare(*proposal.objective, walk_terms(proposal.run.as<SgdStabilityInputs>()), error);
}

const char *SgdOutputRun::theorem() const {
  const privacy::Event &event = plan_->curve[0];
  if (event.kind != privacy::Kind::kGdpMixture)
    return "Gaussian mechanism (Dong, Roth and Su 2022) on the average iterate of SGD, for the worst order (Wang, Lei, "
           "Ying and Zhang 2022, Theorem 7, sharpened)";
  if (event.b == 0)
    return "Gaussian mechanism on the average iterate of SGD (Wang, Lei, Ying and Zhang 2022, Theorem 7, sharpened). "
           "The secret random order amplifies privacy (Dong, Roth and Su 2022; joint convexity)";
  return "Gaussian mechanism on the average iterate of SGD (Wang, Lei, Ying and Zhang 2022, Theorem 7, sharpened). The "
         "secret random order amplifies privacy, by orders that miss a unit too (Balle, Barthe and Gaboardi 2018, "
         "Theorem 2)";
}

void SgdOutputRun::describe(const Settings &settings, privacy::Guarantee &record) const {
  using privacy::Origin;
  describe_forms(settings, plan_->objective->domain() != nullptr, record);
  const SgdStabilityInputs &terms = plan_->run.as<SgdStabilityInputs>();
  const mechanism::NoisePlan &noise = plan_->noise_plan;
  SgdStability stability;
  Error unseen(nullptr, "");
  (void)stability.prepare(terms, unseen);
  record.add_constant("steps", static_cast<double>(terms.steps), Origin::kPublic);
  record.add_constant("step_size", terms.step_size, Origin::kPublic);
  record.add_constant("averaged_share", terms.average, Origin::kPublic);
  record.add_constant("places_of_units", terms.units, Origin::kPublic);
  record.add_constant("max_steps_that_meet_a_unit", static_cast<double>(stability.passes()), Origin::kEnforced);
  record.add_constant("holder_exponent", terms.exponent, Origin::kEnforced);
  record.add_constant("holder_constant", terms.holder, Origin::kEnforced);
  record.add_constant("longest_gradient", plan_->clip, Origin::kEnforced);
  record.add_constant("growth_of_squared_distance_a_step", stability.growth(), Origin::kEnforced);
  record.add_constant("rounding_of_a_step", terms.step_error, Origin::kEnforced);
  record.add_constant("rounding_of_the_average", terms.output_error, Origin::kEnforced);
  record.add_constant("greatest_sensitivity_of_average", plan_->sensitivity, Origin::kEnforced);
  record.add_constant("sensitivity_with_lattice", noise.sensitivity * noise.lattice.step(), Origin::kEnforced);
  record.add_constant("lattice_step", noise.lattice.step(), Origin::kEnforced);
  record.add_constant("noise_scale", mechanism::noise_scale(noise), Origin::kEnforced);
  record.add_note(terms.sampled ? "each step took a unit by a uniform index; the indices are not released"
                                : "each pass took the units in a fresh uniform order, which is not released");
  if (plan_->curve[0].kind == privacy::Kind::kGdpMixture)
    record.add_note(
        "the curve mixes the orders that may have been drawn: by the mus of their sensitivities, with their "
        "probabilities");
  if (terms.adjacency == DPCVX_ADJACENCY_ADD_REMOVE)
    record.add_note("units had places in the order, as many as units there may be; steps of empty places were made");
}

Outcome SgdOutputRun::run(random::Rng &rng, ProgressMonitor &watch, double *out) {
  const model::Objective &objective = *plan_->objective;
  if (!walk_.run(rng, watch, out)) return {DPCVX_OUTCOME_CANCELLED, 0};
  mechanism::add_noise(rng, plan_->noise_plan, out, static_cast<size_t>(objective.dimension()), out);
  if (objective.domain() != nullptr) objective.domain()->project(out, out, objective.dimension());
  watch.should_continue(plan_->steps);
  return {DPCVX_OUTCOME_DONE, plan_->steps};
}

}  // namespace dpcvx::solve
