// Clipping norms that stand for none given: from public numbers.
#ifndef DPCVX_SOLVE_CORE_DEFAULT_CLIP_H_
#define DPCVX_SOLVE_CORE_DEFAULT_CLIP_H_

#include "solve/core/problem.h"

namespace dpcvx::solve {

// What to clip gradients of squared losses at; 0 leaves it to the method. Bounds that a domain gives to gradients are
// of its corners: residuals in the middle are far shorter.
double clip_of_squares(const model::Objective &objective, const Settings &settings, const privacy::Curve &price);
// The like for classes, as dpcvx_fit_table takes it. Plans made step by step clip classes at G, so that the predicted
// risks of the papers hold.
double clip_of_classes(const model::Objective &objective, const privacy::Curve &price);
// The like for medians and other quantiles of records.
double clip_of_quantiles(const model::Objective &objective);

}  // namespace dpcvx::solve

#endif
