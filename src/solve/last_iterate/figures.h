// The figures of fits that release their last iterate alone, and what their runs need besides.
#ifndef DPCVX_SOLVE_LAST_ITERATE_FIGURES_H_
#define DPCVX_SOLVE_LAST_ITERATE_FIGURES_H_

#include "model/domains/domain.h"
#include "solve/core/proposal.h"

namespace dpcvx::solve {

struct LastIterateFigures {
  double step_size = 0;
  double contraction = 1;  // c: a step brings points closer by this factor at least
  double batch = 0;        // units a step, the fewest
};

struct LastIterateInputs {
  int64_t batches = 1;
  double rounding = 0;  // E: how far a computed step is from an exact contraction, the lattice included
  model::Domain ball;   // where iterates are kept if the objective has no domain
};

// Where the iterates of a proposal are kept.
inline bool has_own_domain(const model::Objective &objective) {
  return objective.domain() != nullptr && !objective.domain()->is_all();
}
inline const model::Domain &domain_of(const Proposal &proposal) {
  return has_own_domain(*proposal.objective) ? *proposal.objective->domain()
                                             : proposal.run.as<LastIterateInputs>().ball;
}

}  // namespace dpcvx::solve

#endif
