// What a minimiser can promise before it looks at the data, from public constants: which tolerances it always reaches,
// and in about how many passes.
#ifndef DPCVX_OPTIMIZE_ACCURACY_BOUND_H_
#define DPCVX_OPTIMIZE_ACCURACY_BOUND_H_

#include "model/objective.h"

namespace dpcvx::optimize {

struct AccuracyBound {
  bool holds = false;         // smooth and strongly convex, with finite constants
  double radius = 0;          // ||w*|| and the norms of all iterates are at most this
  double min_tolerance = 0;   // Minimizer::reach() comes within any tolerance at least this great
  double passes = 0;          // accelerated steps that reach `tolerance` in exact arithmetic, from the domain's start
  double descent_passes = 0;  // plain steps that reach it in the machine's: the last resort
};

// Of F(w) = objective + (extra/2) ||w||^2 + a linear term <v, w> with ||v||_2 <= max_tilt. Public numbers only.
AccuracyBound promise(const model::Objective &objective, double extra, double max_tilt, double tolerance);

}  // namespace dpcvx::optimize

#endif
