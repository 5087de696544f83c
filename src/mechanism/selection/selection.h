// Selects one index by its score: the exponential mechanism and permute-and-flip, on scores rounded to a lattice.
#ifndef DPCVX_MECHANISM_SELECTION_SELECTION_H_
#define DPCVX_MECHANISM_SELECTION_SELECTION_H_

#include "mechanism/selection/exp2_weights.h"
#include "mechanism/noise/lattice.h"
#include "random/rng.h"

namespace dpcvx::mechanism {

struct SelectionPlan {
  Lattice lattice;
  double sensitivity = 0;  // of a rounded score, in steps
  // The greatest spread of the scores' changes between neighbours, in steps: twice the sensitivity, or once where all
  // scores move the same way.
  double spread = 0;
  Decay decay;       // exponential mechanism
  double scale = 0;  // permute-and-flip: an item is taken with probability exp(-loss / scale)
};

dpcvx_status plan_exponential(double epsilon, double sensitivity, bool monotonic, double step, SelectionPlan &plan,
                              Error &error);
dpcvx_status plan_permute_and_flip(double epsilon, double sensitivity, bool monotonic, double step, SelectionPlan &plan,
                                   Error &error);

// n >= 1.
int64_t choose_exponential(random::Rng &rng, const SelectionPlan &plan, const double *scores, size_t n);

// `losses` and `order` are working memory, n each.
int64_t choose_permute_and_flip(random::Rng &rng, const SelectionPlan &plan, const double *scores, size_t n,
                                uint64_t *losses, size_t *order);

}  // namespace dpcvx::mechanism

#endif
