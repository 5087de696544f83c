// What output and objective perturbation share: the release of an approximate minimiser, and what is said of it.
#ifndef DPCVX_SOLVE_PERTURBATION_RELEASE_MINIMIZER_H_
#define DPCVX_SOLVE_PERTURBATION_RELEASE_MINIMIZER_H_

#include "optimize/minimizer.h"
#include "privacy/guarantee/guarantee.h"
#include "solve/core/proposal.h"
#include "solve/perturbation/figures.h"

namespace dpcvx::solve {

// Comes within plan.tolerance of the minimiser of the plan's objective with a linear term (may be null), adds the noise
// and projects on the domain. Cancelled, it writes zeros. It is one step of public work: how many passes it takes
// depends on the data, so progress is not told in between.
Outcome release_minimum(optimize::Minimizer &minimizer, const Proposal &plan, const double *linear_term,
                        const mechanism::NoisePlan &noise, random::Rng &rng, ProgressMonitor &watch, double *out);

// Adds the noise to an approximate minimiser, in place, and projects on the domain.
void release_point(const model::SharedObjective &objective, const mechanism::NoisePlan &noise, random::Rng &rng,
                   double *out);

// The standard deviation of a coordinate's noise, in the units of the values.
double noise_deviation(const mechanism::NoisePlan &noise, bool laplace);

// Constants: what was added, the tolerance.
void describe_minimum(const Proposal &plan, privacy::Guarantee &record);

constexpr const char *kTooLong =
    "finding the minimiser would need more passes than DPCVX_PLAN_OPTION_MAX_PASSES allows: a greater limit, a greater "
    "l2 or more smoothing helps";
constexpr const char *kTooCoarse =
    "sums of parts are rounded to 64 bits, too coarsely for so many units: a greater l2 helps, or noisy gradient "
    "descent";

}  // namespace dpcvx::solve

#endif
