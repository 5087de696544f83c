// How the exponential mechanism's density and the schedule of its sampler are chosen, from public numbers.
#ifndef DPCVX_SOLVE_EXPONENTIAL_PLAN_H_
#define DPCVX_SOLVE_EXPONENTIAL_PLAN_H_

#include "solve/exponential/density.h"
#include "solve/exponential/utility.h"

namespace dpcvx::solve {

// Of the price: what is laid aside for arithmetic, 2 mu_num. The first that is enough is taken.
constexpr double kArithmeticShares[] = {0.001, 0.005, 0.02, 0.1, 0.25};

// How the price's mu is split.
struct PriceShares {
  double arithmetic = kArithmeticShares[0];
  // The density takes that much of what the sampler and arithmetic leave. Below 1 where arithmetic would cost more than
  // its share otherwise: the error of rounding goes with k, and so with the density's mu. The rest is not charged.
  double density = 1;

  // The density's mu, `sampler` the share of the sampler.
  double of_density(double mu, double sampler) const { return mu * (1 - sampler - arithmetic) * density; }
};

struct ExponentialPlan {
  ExponentialInputs facts;  // with the Theta of the models that risks are stated against
  ExponentialParameters terms;
  double t = 0;  // the density's mu
  double eta = 0;
  int64_t rounds = 0;
  double passes = 0;
  double step_seconds = 0;  // of a round, beside passes
  double matrix_seconds = 0;

  DensitySettings density(const Settings &settings) const {
    return {terms.scale, terms.scale * terms.weight, facts.p, settings.threads, facts.excess};
  }
};

// `mu` is the price as Gaussian noise. Where no plan can be made the proposal is refused: ask refused().
dpcvx_status plan_exponential(const Problem &problem, const Settings &settings, double mu, const PriceShares &shares,
                              ExponentialPlan *plan, Proposal *proposal, Error &error);

}  // namespace dpcvx::solve

#endif
