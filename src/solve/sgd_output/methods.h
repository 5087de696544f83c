// The method of this room: DP-SGD-Output.
#ifndef DPCVX_SOLVE_SGD_OUTPUT_METHODS_H_
#define DPCVX_SOLVE_SGD_OUTPUT_METHODS_H_

#include "solve/core/method.h"

namespace dpcvx::solve {

extern const Method kDpSgdOutput;

}  // namespace dpcvx::solve

#endif
