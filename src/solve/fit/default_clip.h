// The clipping norm that dpcvx_fit_table takes where its caller gives none: from public numbers.
#ifndef DPCVX_SOLVE_FIT_DEFAULT_CLIP_H_
#define DPCVX_SOLVE_FIT_DEFAULT_CLIP_H_

#include "solve/core/problem.h"

namespace dpcvx::solve {

// What to clip gradients at; 0 leaves it to the method.
double chosen_clip(const model::Objective &objective, const Settings &settings, const privacy::Curve &price);

}  // namespace dpcvx::solve

#endif
