// The methods of this room: noisy gradient descent on full batches and on random ones, and DP-SGD-Gradient.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_METHODS_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_METHODS_H_

#include "solve/core/method.h"

namespace dpcvx::solve {

extern const Method kNoisyGradientDescent, kNoisySgd, kDpSgdGradient;

}  // namespace dpcvx::solve

#endif
