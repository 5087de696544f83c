// How the exponential mechanism's density and the schedule of its sampler are chosen, from public numbers.
#ifndef DPCVX_SOLVE_EXPONENTIAL_PLAN_H_
#define DPCVX_SOLVE_EXPONENTIAL_PLAN_H_

#include "solve/exponential/density.h"
#include "solve/exponential/utility.h"

namespace dpcvx::solve {

// Of the price: what is laid aside for arithmetic, 2 mu_num, at first, and where that is too little.
constexpr double kArithmeticShare = 0.001, kMaxArithmeticShare = 0.005;

struct ExponentialPlan {
  ExponentialInputs facts;  // with the Theta of the models that risks are stated against
  ExponentialParameters terms;
  double t = 0;  // the density's mu
  double eta = 0;
  int64_t rounds = 0;
  double passes = 0;
  double matrix_seconds = 0;

  DensitySettings density(const Settings &settings) const {
    return {terms.scale, terms.scale * terms.weight, facts.p, settings.threads, facts.excess};
  }
};

// `mu` is the price as Gaussian noise, of which a share `arithmetic` is laid aside. Where no plan can be made the
// proposal is refused: ask refused().
dpcvx_status plan_exponential(const Problem &problem, const Settings &settings, double mu, double arithmetic,
                              ExponentialPlan *plan, Proposal *proposal, Error &error);

}  // namespace dpcvx::solve

#endif
