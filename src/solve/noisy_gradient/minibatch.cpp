#include "solve/noisy_gradient/minibatch.h"

#include <cmath>

#include "solve/noisy_gradient/clipping.h"
#include "solve/noisy_gradient/quantile_steps.h"
#include "solve/noisy_gradient/minibatch_noise.h"
#include "solve/noisy_gradient/walk_figures.h"

namespace dpcvx::solve {

dpcvx_status propose_sgd(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error) {
  const model::Objective &given = *problem.objective;
  MinibatchInputs facts;
  bool planned = false, from_median = false;
  DPCVX_TRY(begin_sgd(problem, settings, proposal, &facts, &planned, &from_median, error));
  if (!planned) return DPCVX_OK;
  const Settings rest = from_median ? settings_after_median(settings) : settings;
  const SgdPlan first = choose_sgd(facts, rest);
  const BatchLaw law = batch_law(problem, first.batch);
  proposal->sensitivity = batch_sensitivity(problem, law, *proposal);
  facts.sensitivity = planned_share(*proposal) * proposal->sensitivity;
  const int64_t before = from_median ? median_steps(settings, first.steps) : 0;
  DPCVX_TRY(plan_batch_noise(problem, law, before + first.steps, proposal, error));
  if (!proposal->applies) return DPCVX_OK;
  const double noise = proposal->noise_multiplier;
  take_walk(plan_sgd(facts, rest, law.expected, first.steps, noise), given, settings, facts.reach, proposal);
  GradientFigures &own = proposal->own.as<GradientFigures>();
  own.batch = law.expected;
  own.rate = law.rate;
  const auto plan_median = [&](const FullBatchInputs &inputs, const Settings &fixed) {
    MinibatchInputs medians = facts;
    medians.smoothness = inputs.smoothness;
    medians.reach = inputs.reach;
    return plan_sgd(medians, fixed, law.expected, fixed.steps, noise);
  };
  if (from_median) {
    FullBatchInputs whole = full_batch_inputs(facts);
    whole.reach = proposal->radius;
    whole.mu /= std::sqrt(1 - kMedianShare);
    DPCVX_TRY(add_median_start(given, settings, whole, plan_median, proposal, error));
  }
  proposal->passes = static_cast<double>(proposal->steps) * (facts.reads_all ? 1 : law.rate);
  return DPCVX_OK;
}

dpcvx_status MinibatchRun::prepare(const Problem &problem, const Settings &settings, const Proposal &proposal,
                                   Error &error) {
  plan_ = &proposal;
  law_ = batch_law(problem, proposal.own.as<GradientFigures>());
  DPCVX_TRY(walk_.prepare(problem, settings, proposal, law_.divisor, "noisy SGD", error));
  return batches_.prepare(*proposal.objective, law_, error);
}

const char *MinibatchRun::theorem() const {
  switch (plan_->curve[0].kind) {
    case privacy::Kind::kPoissonGaussian:
      return "Gaussian mechanism on the sum over each Poisson batch (Mironov, Talwar and Zhang 2019, Theorem 4). "
             "Composition in Renyi form and by privacy losses (Doroshenko et al. 2022). The rest is post-processing";
    case privacy::Kind::kGdp:
      return "Gaussian mechanism on the sum over each batch, composed (Dong, Roth and Su 2022, Corollary 3.3). No "
             "subsampling amplification under GDP accounting. The rest is post-processing";
    default:
      return "Gaussian mechanism on the sum over each batch of fixed size (Balle, Barthe and Gaboardi 2018, Theorem "
             "9). Composition in Renyi form and by privacy losses (Doroshenko et al. 2022). The rest is "
             "post-processing";
  }
}

void MinibatchRun::describe(const Settings &, privacy::Guarantee &record) const {
  using privacy::Origin;
  const GradientFigures &own = plan_->own.as<GradientFigures>();
  describe_steps(*plan_, record);
  record.add_constant("expected_batch", own.batch, Origin::kPublic);
  record.add_constant("sampling_rate", own.rate, Origin::kEnforced);
  if (is_full_batch(own))
    return record.add_note("each batch holds all units; sums are divided by the number that is stated as units");
  record.add_note(law_.poisson ? "batches are Poisson samples; sums are divided by their expected size"
                               : "batches are uniform subsets of fixed size of the units");
}

Outcome MinibatchRun::run(random::Rng &rng, ProgressMonitor &watch, double *out) {
  batches_.start(rng, plan_->steps);
  return walk_.run(
      rng, watch, [&] { return batches_.next(walk_.crew()); }, out);
}

}  // namespace dpcvx::solve
