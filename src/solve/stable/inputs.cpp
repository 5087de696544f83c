#include "solve/stable/inputs.h"

#include <algorithm>
#include <cmath>

#include "numeric/margins.h"
#include "base/text.h"
#include "model/centred_gradients.h"
#include "solve/core/obstacles.h"
#include "solve/perturbation/release_minimizer.h"

namespace dpcvx::solve {

namespace {

constexpr char kNoPair[] =
    "the price must be one (epsilon, delta), delta > 0, of a budget with the basic filter or for its basic sub-budget "
    "(DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION)";

constexpr char kNoDelta[] =
    "the price must be one (epsilon, delta), delta > 0, and delta = 0; output perturbation and objective perturbation "
    "accept delta = 0";

const char *obstacle(const Problem &problem, const Settings &settings) {
  if (settings.outliers == DPCVX_OUTLIERS_PUBLIC_REFERENCE &&
      !model::CentredGradients::has_hessians(*problem.objective))
    return "a public point needs Lipschitz Hessians of one output in at most 1024 dimensions, as squared and logistic "
           "losses have them: set DPCVX_PLAN_OPTION_OUTLIERS to DOWNWEIGHT";
  if (settings.outliers == DPCVX_OUTLIERS_EXHAUSTIVE && settings.threshold_epsilon_fraction > 0)
    return "a threshold is estimated privately for weights only: with DPCVX_OUTLIERS_EXHAUSTIVE declare it "
           "(DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD), or a least number of records of each unit";
  const privacy::Event &price = problem.price[0];
  if (price.a < mechanism::StabilityLaw::kMinEpsilon || price.a > mechanism::StabilityLaw::kMaxEpsilon ||
      price.b < mechanism::StabilityLaw::kMinDelta)
    return "no law of stability is known for the price: epsilon must be in [2^-20, 2^9] and delta at least 2^-100";
  return nullptr;
}

// Where a permutation gives batches exact sizes the number of units is public; coins leave it open.
constexpr double kCoinSlack = 3;  // standard deviations that a batch may have fewer units than expected

}  // namespace

Instance instance_of(const Settings &settings) {
  return settings.outliers == DPCVX_OUTLIERS_REMOVE             ? Instance::kHard
         : settings.outliers == DPCVX_OUTLIERS_EXHAUSTIVE       ? Instance::kCertified
         : settings.outliers == DPCVX_OUTLIERS_PUBLIC_REFERENCE ? Instance::kPublicPoint
                                                                : Instance::kSoft;
}

SensitivityInputs StableInputs::facts_of(double convexity, double beta, double units) const {
  constexpr int32_t kAbout = 8;
  SensitivityInputs changed = facts;
  changed.width_tries = kAbout;
  changed.units = units;
  changed.convexity = convexity;
  changed.smoothness = beta;
  changed.reach = strong.lipschitz / convexity;
  return changed;
}

double StableInputs::batch_units(double share) const {
  const double expected = strong.units * share;
  const double spread = share < 1 && drawn_by_coins ? std::sqrt(expected * (1 - share)) : 0;
  return std::max(0.0, std::floor(expected - kCoinSlack * spread));
}

dpcvx_status stable_inputs(const Problem &problem, const Settings &settings, StableInputs *inputs, Proposal *proposal,
                           Error &error) {
  if (problem.delta == 0) return proposal->refuse_without(kSetDelta, kNoDelta);
  if (!problem.price.is_pair()) return proposal->refuse_without(kBasicFilter, kNoPair);
  if (const char *const why = obstacle(problem, settings)) return proposal->refuse("%s", why);
  DPCVX_TRY(regularization_inputs(problem, settings, &inputs->strong, proposal, error));
  if (proposal->refused()) return DPCVX_OK;
  inputs->epsilon = problem.price[0].a * numeric::kPlanningShare;
  inputs->delta = problem.price[0].b;
  inputs->policy = ThresholdPolicy(settings, problem.objective->settings().min_records_per_user);
  if (const char *const why = inputs->policy.missing())
    return proposal->refuse_without("DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION = 0.2", why);
  if (inputs->policy.is_estimated_privately()) inputs->epsilon *= 1 - inputs->policy.share;
  inputs->facts.instance = instance_of(settings);
  inputs->facts.sides = inputs->strong.changed;
  inputs->facts.lipschitz = inputs->strong.lipschitz;
  if (inputs->facts.instance == Instance::kPublicPoint)
    inputs->facts.bend = problem.objective->constants().hessian_lipschitz;
  inputs->threshold = inputs->policy.guess(inputs->strong.lipschitz, inputs->strong.units);
  inputs->drawn_by_coins = problem.objective->units_declared();
  inputs->levels = NoiseLevelGrid(inputs->facts.instance, inputs->epsilon * numeric::kPlanningShare,
                                  inputs->delta * numeric::kPlanningShare, inputs->strong.units);
  return DPCVX_OK;
}

dpcvx_status refuse_few_units(const StableInputs &inputs, int64_t least, Proposal *proposal) {
  if (least == 0) return proposal->refuse("the price allows no law of stability that leaves anything for noise");
  if (inputs.strong.units >= static_cast<double>(least)) return proposal->refuse("%s", kTooLong);
  return proposal->refuse(
      "it needs at least %s units at this price (over twice those that may differ), and there are %s: a greater "
      "epsilon or delta helps",
      show(least).text, show(static_cast<int64_t>(inputs.strong.units)).text);
}

double min_deviation(const SensitivityInputs &facts, double threshold, const NoiseLevelGrid &grid) {
  SensitivityParameters terms;
  const int entry = min_noise_entry(facts, threshold, grid, coarse_search(grid), &terms);
  return entry < 0 ? INFINITY : terms.distance / grid.mu(entry);
}

}  // namespace dpcvx::solve
