// Bounds the accuracy of a minimiser from public constants, before it reads the data: which tolerances it always
// reaches, and in about how many passes.
#ifndef DPCVX_OPTIMIZE_ACCURACY_BOUND_H_
#define DPCVX_OPTIMIZE_ACCURACY_BOUND_H_

#include "model/objective.h"

namespace dpcvx::optimize {

struct AccuracyBound {
  bool holds = false;         // smooth and strongly convex, with finite constants
  double radius = 0;          // ||w*|| and the norms of all iterates are at most this
  double min_tolerance = 0;   // Minimizer::reach() comes within any tolerance at least this great
  double passes = 0;          // accelerated steps that reach `tolerance` in exact arithmetic, from the domain's start
  double descent_passes = 0;  // plain steps that reach it in floating point: the last resort
};

// Returns the bound for F(w) = objective + (extra/2) ||w||^2 + <linear_term, w>, where the linear term has l2 norm at
// most max_linear_term.
AccuracyBound promise(const model::Objective &objective, double extra, double max_linear_term, double tolerance);
// The same as if the average loss were `loss_smoothness`-smooth: an estimate for a loss that is to be smoothed so.
AccuracyBound promise_as_smooth(const model::Objective &objective, double loss_smoothness, double extra,
                                double max_linear_term, double tolerance);

}  // namespace dpcvx::optimize

#endif
