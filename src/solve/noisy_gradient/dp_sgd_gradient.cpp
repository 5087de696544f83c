#include "solve/noisy_gradient/dp_sgd_gradient.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "model/losses/traits.h"
#include "privacy/pld/tight.h"
#include "solve/core/obstacles.h"
#include "solve/noisy_gradient/corners.h"
#include "solve/risk/generalization.h"
#include "solve/wang2022/gradient_noise.h"
#include "solve/noisy_gradient/dp_sgd_gradient_plan.h"
#include "solve/noisy_gradient/minibatch_noise.h"

namespace dpcvx::solve {

namespace {

// Settings that are not this method's; null where there are none.
const char *foreign_setting(const Settings &settings) {
  if (settings.batch_size > 0 && settings.batch_size != 1) return "its batches are of one unit; noisy SGD takes others";
  if (settings.momentum > 0) return "it has no momentum; noisy SGD has";
  if (settings.order == DPCVX_SGD_ORDER_PERMUTED)
    return "its privacy rests on independent units; DP-SGD-Output takes them in permutations";
  if (settings.noise_calibration == DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY)
    return "its noise has no HIGH_PROBABILITY calibration: use DPCVX_NOISE_CALIBRATION_EXACT or _REFERENCE";
  return nullptr;
}

// What the paper's forms need and do not find; null where they have it.
const char *missing_for_paper(const Problem &problem, const Settings &settings) {
  const bool form = settings.noise_calibration == DPCVX_NOISE_CALIBRATION_REFERENCE,
             schedule = settings.schedule == DPCVX_SCHEDULE_REFERENCE;
  if ((form || schedule) && !problem.price.is_pair())
    return "the paper's noise and schedule need a price of one (epsilon, delta), which a budget with the basic filter "
           "gives: else leave DPCVX_PLAN_OPTION_NOISE_CALIBRATION and _SCHEDULE at their defaults";
  if (form && problem.adjacency != DPCVX_ADJACENCY_REPLACE_ONE)
    return "the paper's noise is for replace-one: give such a budget, or leave DPCVX_PLAN_OPTION_NOISE_CALIBRATION at "
           "its default";
  if (schedule && problem.objective->domain() == nullptr)
    return "the paper's schedule is for a bounded domain: give the objective one, or leave DPCVX_PLAN_OPTION_SCHEDULE "
           "at its default";
  return nullptr;
}

// One unit's step then needs the noise of a step on all of them: a model of such steps is of no use to anybody.
constexpr char kNothingGained[] =
    "this price and filter charge a step on one unit as one on all units, so noisy gradient descent does better. The "
    "random choice of units amplifies privacy under one (epsilon, delta) on a budget with the basic or the RDP filter. "
    "With DPCVX_PLAN_OPTION_STEPS given it is planned all the same";

DpSgdGradientInputs facts_of(const Problem &problem, const Proposal &proposal, const MinibatchInputs &sgd,
                             const BatchLaw &law) {
  const model::Objective &objective = *proposal.objective;
  DpSgdGradientInputs facts;
  facts.sgd = sgd;
  facts.divisor = law.divisor;
  facts.mean_square = law.poisson ? 2 : 1;
  facts.exponent = objective.constants().holder_exponent;
  facts.holder = objective.constants().holder_constant;
  facts.oscillation = std::min(objective.constants().oscillation, 2 * objective.lipschitz());
  if (objective.domain() != nullptr) facts.diameter = objective.domain()->diameter();
  const bool clipped = proposal.clip < objective.lipschitz();
  facts.stable = !law.poisson && !clipped;
  if (!clipped) facts.uniform = uniform_generalisation(objective);
  if (problem.price.is_pair()) facts.epsilon = problem.price[0].a, facts.delta = problem.price[0].b;
  return facts;
}

// The steps with the paper's noise, charged what they come to by the library's accounting.
dpcvx_status plan_paper_noise(const Problem &problem, const BatchLaw &law, const PaperNoise &paper, int64_t steps,
                              Proposal *proposal, Error &error) {
  if (!paper.exists())
    return proposal->refuse(
        "the paper's noise does not exist for n = %s, T = %s and this price: no beta in (0, 1) has %s",
        show(law.units).text, show(steps).text, words_of(paper.lack));
  DPCVX_TRY(
      plan_batch_noise(problem, law, privacy::fixed_size_gaussian(paper.multiplier, law.rate, steps), proposal, error));
  if (!proposal->applies) return DPCVX_OK;
  const privacy::Event &price = problem.price[0];
  double delta;
  DPCVX_TRY(privacy::tight_delta(proposal->curve, price.a, &delta, error));
  if (!(delta <= price.b))
    return proposal->refuse("the paper's noise, standard deviation %s, does not keep this price",
                            show(proposal->noise).text);
  return DPCVX_OK;
}

// The paper's figures, shown with any calibration.
void add_paper_figures(const Problem &problem, const DpSgdGradientInputs &facts, const PaperNoise &paper,
                       Proposal *proposal) {
  if (!problem.price.is_pair()) return;
  GradientFigures &own = proposal->own.as<GradientFigures>();
  if (problem.adjacency == DPCVX_ADJACENCY_REPLACE_ONE && paper.exists())
    own.reference_noise = paper.multiplier * 2 * proposal->clip / facts.divisor;
  if (problem.objective->domain() != nullptr)
    own.reference_rate = paper_schedule(PaperTheorem::kGradientBounded, paper_terms(facts)).rate;
}

}  // namespace

// One unit a step shows too little of the others' gradients for a clip to follow: it is fixed. It clips nothing unless
// asked to, since clipped gradients have no bound on the population's risk.
dpcvx_status propose_sgd_gradient(const Problem &problem, const Settings &given, Proposal *proposal, Error &error) {
  Settings settings = given;
  settings.clipping = DPCVX_CLIPPING_FIXED;
  if (const char *const reason = foreign_setting(settings)) return proposal->refuse("%s", reason);
  if (const char *const reason = missing_for_paper(problem, settings)) return proposal->refuse("%s", reason);
  MinibatchInputs sgd;
  bool planned;
  Settings as_it_is = settings;  // the paper takes losses with corners as they are
  as_it_is.smoothing = std::max(0.0, settings.smoothing);
  // Its population risk is that of whole gradients, which a domain bounds where they grow.
  const double whole = problem.objective->lipschitz();
  const model::LossTraits traits = model::traits_of(problem.objective->loss());
  if (whole < INFINITY && (traits.slopes_grow || traits.cornered)) as_it_is.default_clip = whole;
  DPCVX_TRY(begin_sgd(problem, as_it_is, proposal, &sgd, &planned, nullptr, error));
  if (!planned) return DPCVX_OK;
  if (!sgd.amplified && settings.steps == 0 && sgd.units > 1)
    return proposal->refuse_without(kBasicFilter, kNothingGained);
  const BatchLaw law = batch_law(problem, 1);
  sgd.sensitivity = proposal->sensitivity = batch_sensitivity(problem, law, *proposal);
  const DpSgdGradientInputs facts = facts_of(problem, *proposal, sgd, law);
  const int64_t steps = choose_gradient_steps(facts, settings);
  const PaperNoise paper = facts.delta > 0
                               ? paper_gradient_noise(sgd.units, static_cast<double>(steps), facts.epsilon, facts.delta)
                               : PaperNoise();
  DPCVX_TRY(settings.noise_calibration == DPCVX_NOISE_CALIBRATION_REFERENCE
                ? plan_paper_noise(problem, law, paper, steps, proposal, error)
                : plan_batch_noise(problem, law, steps, proposal, error));
  if (!proposal->applies) return DPCVX_OK;
  const GradientPlan plan = plan_gradient(facts, settings, steps, proposal->noise_multiplier);
  proposal->steps = plan.steps;
  GradientFigures &own = proposal->own.as<GradientFigures>();
  own.step_size = plan.step_size;
  own.average = settings.average_or(1);
  own.batch = law.expected;
  own.rate = law.rate;
  proposal->passes = static_cast<double>(plan.steps) * law.rate;
  const double bias = corner_bias(*proposal);
  proposal->predicted_risk = plan.predicted_risk + bias;
  proposal->population_risk = plan.population_risk + bias;
  add_paper_figures(problem, facts, paper, proposal);
  return DPCVX_OK;
}

void SgdGradientRun::describe(const Settings &settings, privacy::Guarantee &record) const {
  if (settings.noise_calibration == DPCVX_NOISE_CALIBRATION_REFERENCE)
    record.add_note(
        "the noise is that of Wang, Lei, Ying and Zhang 2022, Theorem 11; the curve is what it comes to here");
  if (settings.schedule == DPCVX_SCHEDULE_REFERENCE)
    record.add_note(
        "steps and step size are those of Wang, Lei, Ying and Zhang 2022, Theorem 12, unless given or limited");
  run_.describe(settings, record);
}

}  // namespace dpcvx::solve
