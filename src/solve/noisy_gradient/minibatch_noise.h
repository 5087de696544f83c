// What the methods that add noise to sums over sampled batches have in common: the public facts that their rules rest
// on, and the noise of their steps.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_MINIBATCH_NOISE_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_MINIBATCH_NOISE_H_

#include "privacy/curve/event.h"
#include "solve/noisy_gradient/batch_sampler.h"
#include "solve/noisy_gradient/full_batch_plan.h"
#include "solve/noisy_gradient/minibatch_plan.h"

namespace dpcvx::solve {

// Reach, clip and objective of the proposal (with an envelope where SMOOTHING or a corner asks for one), and the facts.
// *planned: whether it can be planned from public numbers; if not the proposal is refused. `from_median`: the facts are
// those of steps after the median's (quantile_steps.h), where the fit begins with such. Null: it does not.
dpcvx_status begin_sgd(const Problem &problem, const Settings &settings, Proposal *proposal, MinibatchInputs *facts,
                       bool *planned, bool *from_median, Error &error);
// Of the price spent on sums over all units, by which corners are rounded.
FullBatchInputs full_batch_inputs(const MinibatchInputs &facts);

// What a sum over a batch can change by.
double batch_sensitivity(const Problem &problem, const BatchLaw &law, const Proposal &proposal);

// The noise of the plan's steps, the least that keeps the price, and what they are charged: it applies. A price that no
// noise is enough for, or noise that no lattice holds, is a reason why not.
dpcvx_status plan_batch_noise(const Problem &problem, const BatchLaw &law, int64_t steps, Proposal *proposal,
                              Error &error);
// The same with the noise of a given event.
dpcvx_status plan_batch_noise(const Problem &problem, const BatchLaw &law, const privacy::Event &event,
                              Proposal *proposal, Error &error);

}  // namespace dpcvx::solve

#endif
