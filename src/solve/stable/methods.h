// The methods of this room: stable output and its phased forms.
#ifndef DPCVX_SOLVE_STABLE_METHODS_H_
#define DPCVX_SOLVE_STABLE_METHODS_H_

#include "solve/core/method.h"

namespace dpcvx::solve {

extern const Method kStableOutput, kPhasedErm, kPhasedSco, kStronglyConvexErm, kStronglyConvexSco;

}  // namespace dpcvx::solve

#endif
