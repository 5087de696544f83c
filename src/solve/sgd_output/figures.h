// The figures of DP-SGD-Output.
#ifndef DPCVX_SOLVE_SGD_OUTPUT_FIGURES_H_
#define DPCVX_SOLVE_SGD_OUTPUT_FIGURES_H_

#include "solve/core/figures.h"

namespace dpcvx::solve {

struct SgdOutputFigures {
  double step_size = 0;
  double average = 0;                                            // the share of last iterates that is averaged
  double batch = 1;                                              // units a step
  double rate = 1;                                               // the share of the order's places that a step takes
  int64_t order = 0;                                             // DPCVX_SGD_ORDER_*
  double reference_rate = INFINITY, reference_noise = INFINITY;  // by the paper
};

}  // namespace dpcvx::solve

#endif
