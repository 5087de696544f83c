// The method of this room: noisy sufficient statistics of least squares.
#ifndef DPCVX_SOLVE_SUFFICIENT_STATISTICS_METHODS_H_
#define DPCVX_SOLVE_SUFFICIENT_STATISTICS_METHODS_H_

#include "solve/core/method.h"

namespace dpcvx::solve {

extern const Method kSufficientStatistics;

}  // namespace dpcvx::solve

#endif
