// The method of this room: noisy gradient descent that releases its last iterate alone.
#ifndef DPCVX_SOLVE_LAST_ITERATE_METHODS_H_
#define DPCVX_SOLVE_LAST_ITERATE_METHODS_H_

#include "solve/core/method.h"

namespace dpcvx::solve {

extern const Method kLastIterate;

}  // namespace dpcvx::solve

#endif
