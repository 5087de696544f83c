#include "solve/noisy_sgd.h"

#include <algorithm>
#include <cmath>

#include "mechanism/price.h"
#include "privacy/calibrate.h"
#include "privacy/calibrate_sampled.h"
#include "solve/gradient_terms.h"
#include "solve/reach.h"
#include "solve/sgd_plan.h"

namespace dpcvx::solve {

namespace {

constexpr double kOrders = 2;  // of a price that states none

// The Renyi order that decides how small a batch's noise may be.
double order_of(const privacy::Curve &price) {
  const privacy::Event &event = price[0];
  if (event.kind == privacy::Kind::kApproximate) return 1 - std::log(event.b) / event.a;
  return event.kind == privacy::Kind::kRdp ? price.numbers()[event.table] : kOrders;
}

SgdFacts facts_of(const Problem &problem, const Proposal &proposal, double mu) {
  const model::Objective &objective = *proposal.objective;
  SgdFacts facts;
  facts.most_batch = most_expected_batch(problem);
  facts.units = batch_law(problem, 1).units;
  facts.dimension = static_cast<double>(objective.dimension());
  facts.smoothness = objective.smoothness();
  facts.l2 = objective.l2();
  facts.bound = proposal.clip;
  facts.sensitivity = sum_sensitivity(problem.adjacency, proposal.clip, 0);
  facts.mu = mu;
  facts.amplified = privacy::sampling_is_amplified(problem.price, problem.filter);
  facts.order = order_of(problem.price);
  facts.reach = proposal.radius;
  return facts;
}

// The noise of the plan's steps, and what they are charged. A price that no noise is enough for, or noise that no
// lattice holds, is a reason why not.
dpcvx_status plan_noise(const Problem &problem, const BatchLaw &law, int64_t steps, Proposal *proposal, Error &error) {
  dpcvx_error record;
  Error tried(&record, error.function());
  privacy::Event event;
  dpcvx_status status =
      privacy::sampled_gaussian_within(problem.price, problem.filter, law.kind(), law.rate, steps, &event, tried);
  if (status == DPCVX_OK)
    status =
        mechanism::plan_gaussian(privacy::round_mu(event), proposal->sensitivity,
                                 static_cast<size_t>(proposal->objective->dimension()), 0, proposal->noise_plan, tried);
  if (status == DPCVX_ERR_NOMEM) return error.nomem("a plan");
  if (status != DPCVX_OK) return proposal->refuse("%.300s", record.message);
  DPCVX_TRY(proposal->curve.add(event, error));
  const mechanism::NoisePlan &noise = proposal->noise_plan;
  proposal->noise = mechanism::noise_scale(noise) / law.divisor;
  proposal->noise_multiplier = noise.scale / noise.sensitivity;
  proposal->applies = true;
  return DPCVX_OK;
}

}  // namespace

dpcvx_status propose_sgd(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error) {
  const model::Objective &given = *problem.objective;
  const double mu = std::min(privacy::gaussian_mu_within(problem.price), mechanism::kMostMu);
  DPCVX_TRY(plan_reach(given, settings, &proposal->radius, error));
  choose_clip(given, settings, proposal);
  if (!plannable(given, mu, settings, proposal)) return DPCVX_OK;
  if (!(most_expected_batch(problem) > 0))
    return proposal->refuse("batches are drawn from up to 2^40 nominal units, and these are more");
  proposal->objective = problem.objective;
  if (settings.smoothing > 0 && given.linear() != nullptr) {
    proposal->smoothing = settings.smoothing;
    DPCVX_TRY(given.smoothed(settings.smoothing, &proposal->objective, error));
  }
  SgdFacts facts = facts_of(problem, *proposal, mu);
  const SgdPlan first = choose_sgd(facts, settings);
  const BatchLaw law = batch_law(problem, first.batch);
  facts.sensitivity = proposal->sensitivity = sum_sensitivity(
      problem.adjacency, proposal->clip,
      proposal->objective->gradient_sum_error(static_cast<double>(law.most), clip_of(*proposal->objective, *proposal)));
  DPCVX_TRY(plan_noise(problem, law, first.steps, proposal, error));
  if (!proposal->applies) return DPCVX_OK;
  const SgdPlan plan = plan_sgd(facts, settings, law.expected, first.steps, proposal->noise_multiplier);
  proposal->steps = plan.steps;
  proposal->step_size = plan.step_size;
  proposal->momentum = plan.momentum;
  proposal->average = settings.average_or(kTailShare);
  proposal->batch = law.expected;
  proposal->rate = law.rate;
  proposal->passes = static_cast<double>(plan.steps) * law.rate;
  proposal->predicted_risk = plan.predicted_risk;
  return DPCVX_OK;
}

dpcvx_status SgdRun::prepare(const Problem &problem, const Settings &settings, const Proposal &proposal, Error &error) {
  plan_ = &proposal;
  law_ = batch_law(problem, proposal);
  DPCVX_TRY(walk_.prepare(settings, proposal, "noisy SGD", error));
  return batches_.prepare(*proposal.objective, law_, error);
}

const char *SgdRun::theorem() const {
  switch (plan_->curve[0].kind) {
    case privacy::Kind::kPoissonGaussian:
      return "Gaussian mechanism on the sum over each Poisson batch (Mironov, Talwar and Zhang 2019, Theorem 4), "
             "composed; the rest is post-processing";
    case privacy::Kind::kGdp:
      return "Gaussian mechanism on the sum over each batch, composed (Dong, Roth and Su 2022, Theorem 2.7 and "
             "Corollary 3.3); sampling gains nothing in this currency; the rest is post-processing";
    default:
      return "Gaussian mechanism on the sum over each batch of fixed size (Balle, Barthe and Gaboardi 2018, Theorem "
             "9, in Renyi form), composed; the rest is post-processing";
  }
}

void SgdRun::describe(privacy::Guarantee &record) const {
  using privacy::Origin;
  describe_steps(*plan_, record);
  record.add_constant("expected_batch", plan_->batch, Origin::kPublic);
  record.add_constant("sampling_rate", plan_->rate, Origin::kEnforced);
  record.add_note(law_.poisson ? "batches are Poisson samples; sums are divided by their expected size"
                               : "batches are uniform subsets of fixed size of the units");
}

Outcome SgdRun::run(random::Rng &rng, Watch &watch, double *out) {
  return walk_.run(
      rng, watch, law_.divisor, [&] { return batches_.draw(rng); }, out);
}

}  // namespace dpcvx::solve
