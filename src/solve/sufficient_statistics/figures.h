// The figures of sufficient statistics, and what a run needs besides.
#ifndef DPCVX_SOLVE_SUFFICIENT_STATISTICS_FIGURES_H_
#define DPCVX_SOLVE_SUFFICIENT_STATISTICS_FIGURES_H_

#include "solve/core/figures.h"
#include "solve/sufficient_statistics/integer_moments.h"

namespace dpcvx::solve {

struct StatisticsFigures {
  double label_noise = 0;  // standard deviation in a coordinate of A'y / n
};

struct StatisticsInputs {
  double label_weight = 1;  // c: labels are multiplied by it, and A'y is divided by it after the noise
  MomentLattice lattice;    // of tables that lie elsewhere
  // What PREDICTED_RISK rests on (PROOFS.md, section 5).
  double radius = INFINITY;                 // no solution is longer
  double matrix_norm = 0, vector_norm = 0;  // of the noise, exceeded with negligible probability
  double safe_ridge = 0;                    // one of those compared
  double allowance = 0;                     // by which a bound on the risk may pass the least one
};

}  // namespace dpcvx::solve

#endif
