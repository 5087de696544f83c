// The figures of sufficient statistics, and what a run needs besides.
#ifndef DPCVX_SOLVE_SUFFICIENT_STATISTICS_FIGURES_H_
#define DPCVX_SOLVE_SUFFICIENT_STATISTICS_FIGURES_H_

#include "solve/core/figures.h"

namespace dpcvx::solve {

struct StatisticsFigures {
  double label_noise = 0;  // standard deviation in a coordinate of A'y / n
};

struct StatisticsInputs {
  double label_weight = 1;  // c: labels are multiplied by it, and A'y is divided by it after the noise
  double ridge = 0;         // that the predicted risk is for; one of those compared
};

}  // namespace dpcvx::solve

#endif
