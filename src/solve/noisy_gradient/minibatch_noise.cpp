#include "solve/noisy_gradient/minibatch_noise.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "mechanism/calibrate_release.h"
#include "model/losses/traits.h"
#include "privacy/calibration/calibrate.h"
#include "privacy/calibration/calibrate_sampled.h"
#include "solve/noisy_gradient/clipping.h"
#include "solve/noisy_gradient/corners.h"
#include "solve/noisy_gradient/integer_noise.h"
#include "solve/noisy_gradient/quantile_steps.h"
#include "solve/noisy_gradient/tail_share.h"
#include "solve/core/obstacles.h"
#include "solve/core/planning_radius.h"
#include "solve/core/work_seconds.h"

namespace dpcvx::solve {

namespace {

constexpr double kOrders = 2;  // of a price that states none

// The Renyi order that decides how small a batch's noise may be.
double order_of(const privacy::Curve &price) {
  const privacy::Event &event = price[0];
  if (event.kind == privacy::Kind::kApproximate) return 1 - std::log(event.b) / event.a;
  return event.kind == privacy::Kind::kRdp ? price.numbers()[event.table] : kOrders;
}

MinibatchInputs facts_of(const Problem &problem, const Settings &settings, const Proposal &proposal, double mu) {
  const model::Objective &objective = *proposal.objective;
  MinibatchInputs facts;
  facts.max_batch = max_expected_batch(problem);
  facts.units = batch_law(problem, 1).units;
  facts.reads_all = !objective.has_table();
  facts.dimension = static_cast<double>(objective.dimension());
  facts.smoothness = objective.smoothness();
  facts.l2 = objective.has_l1() ? 0 : objective.l2();  // its bound is proved without a penalty
  const double planned = planned_share(proposal);
  facts.bound = planned * proposal.clip;
  facts.sensitivity = planned * noise_unit(proposal) * noise_sensitivity(problem.adjacency, objective, proposal, 0);
  facts.mu = mu;
  facts.amplified = privacy::sampling_is_amplified(problem.price, problem.filter);
  facts.order = order_of(problem.price);
  facts.reach = proposal.radius;
  facts.least_time = least_time(objective, settings, proposal);
  facts.short_time = short_time(objective);
  const bool squares = objective.linear() != nullptr && model::traits_of(objective.loss()).quadratic;
  facts.indifferent_if_long = facts.indifferent = squares ? kIndifferentRiskOfSquares : kIndifferentRisk;
  if (objective.outputs() > 1) {
    facts.indifferent_if_long = kIndifferentRiskOfLongFits;
    facts.row_seconds = pass_seconds(objective) / static_cast<double>(objective.units());
  }
  return facts;
}

// The mu of one sum over the units that are in a batch for certain, against what replaces or removes one. The noise
// multiplier of a replaced Gaussian is relative to one unit, half of what replacing it changes.
double sum_mu(const privacy::Event &event) {
  return privacy::round_mu(event) * (event.kind == privacy::Kind::kReplacedGaussian ? 2 : 1);
}

// NOMEM is the only error: the others are reasons.
dpcvx_status as_reason(dpcvx_status status, const dpcvx_error &record, Proposal *proposal, Error &error) {
  if (status == DPCVX_ERR_NOMEM) return error.nomem("a plan");
  return proposal->refuse(record);
}

}  // namespace

FullBatchInputs full_batch_inputs(const MinibatchInputs &facts) {
  return {facts.units,       facts.dimension, facts.smoothness, facts.l2,        facts.bound,
          facts.sensitivity, facts.mu,        facts.reach,      facts.least_time};
}

dpcvx_status begin_sgd(const Problem &problem, const Settings &settings, Proposal *proposal, MinibatchInputs *facts,
                       bool *planned, bool *from_median, Error &error) {
  const model::Objective &given = *problem.objective;
  const double mu = std::min(privacy::gaussian_mu_within(problem.price), mechanism::kMaxMu);
  *planned = false;
  if (!given.has_table() && given.unit() != DPCVX_UNIT_USER)
    return proposal->refuse(
        "batches of tables in parts are drawn by the ids of users: give each record an id of its own as its user, "
        "DPCVX_OBJECTIVE_OPTION_UNIT = DPCVX_UNIT_USER and a budget for users");
  DPCVX_TRY(find_planning_radius(given, settings, &proposal->radius, error));
  choose_clip(given, settings, proposal);
  if (refuse_adaptive(given, settings, proposal)) return DPCVX_OK;
  if (!plannable(given, problem.delta, mu, settings, proposal)) return DPCVX_OK;
  if (!(max_expected_batch(problem) > 0))
    return proposal->refuse("batches are drawn from up to 2^40 nominal units, and these are more");
  proposal->objective = problem.objective;
  *facts = facts_of(problem, settings, *proposal, mu);
  const bool begins = from_median != nullptr && starts_at_median(given, settings, *proposal);
  if (begins) begin_after_median(facts);
  const Settings own = begins ? settings_after_median(settings) : settings;
  DPCVX_TRY(round_corners(problem, own, full_batch_inputs(*facts), proposal, error));
  *facts = facts_of(problem, settings, *proposal, mu);
  if (begins) begin_after_median(facts);
  if (from_median != nullptr) *from_median = begins;
  *planned = true;
  return DPCVX_OK;
}

double batch_sensitivity(const Problem &problem, const BatchLaw &law, const Proposal &proposal) {
  return noise_unit(proposal) *
         noise_sensitivity(problem.adjacency, *proposal.objective, proposal, static_cast<double>(law.most));
}

dpcvx_status plan_batch_noise(const Problem &problem, const BatchLaw &law, int64_t steps, Proposal *proposal,
                              Error &error) {
  dpcvx_error record;
  Error tried(&record, error.function());
  privacy::Event event;
  const dpcvx_status status = privacy::sampled_gaussian_within(problem.price, problem.filter, law.kind(), law.rate,
                                                               steps, &event, tried, problem.effort);
  return status == DPCVX_OK ? plan_batch_noise(problem, law, event, proposal, error)
                            : as_reason(status, record, proposal, error);
}

dpcvx_status plan_batch_noise(const Problem &problem, const BatchLaw &law, const privacy::Event &event,
                              Proposal *proposal, Error &error) {
  dpcvx_error record;
  Error tried(&record, error.function());
  const model::Objective &objective = *proposal->objective;
  const double most = noise_sensitivity(problem.adjacency, objective, *proposal, static_cast<double>(law.most));
  const dpcvx_status status =
      objective.has_table()
          ? mechanism::plan_gaussian(sum_mu(event), most, noise_entries(problem.adjacency, objective, *proposal), 0,
                                     proposal->noise_plan, tried)
          : plan_integer_noise(sum_mu(event), most, proposal, tried);
  if (status != DPCVX_OK) return as_reason(status, record, proposal, error);
  if (proposal->refused()) return DPCVX_OK;
  DPCVX_TRY(proposal->curve.add(event, error));
  const mechanism::NoisePlan &noise = proposal->noise_plan;
  proposal->noise = noise_unit(*proposal) * mechanism::noise_scale(noise) / law.divisor;
  proposal->noise_multiplier = noise.scale / noise.sensitivity;
  proposal->applies = true;
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
