// The method of this room: the regularized exponential mechanism.
#ifndef DPCVX_SOLVE_EXPONENTIAL_METHODS_H_
#define DPCVX_SOLVE_EXPONENTIAL_METHODS_H_

#include "solve/core/method.h"

namespace dpcvx::solve {

extern const Method kExponentialMechanism;

}  // namespace dpcvx::solve

#endif
