// The methods of this room: output perturbation and objective perturbation.
#ifndef DPCVX_SOLVE_PERTURBATION_METHODS_H_
#define DPCVX_SOLVE_PERTURBATION_METHODS_H_

#include "solve/core/method.h"

namespace dpcvx::solve {

extern const Method kOutputPerturbation, kObjectivePerturbation;

}  // namespace dpcvx::solve

#endif
