// What a minimiser of a table that lies elsewhere can promise before any row is read. It sees the sum of the units'
// gradients at a point a round, as integers in steps of a public lattice: which tolerances it reaches, in how many
// rounds.
#ifndef DPCVX_OPTIMIZE_ROUNDS_BOUND_H_
#define DPCVX_OPTIMIZE_ROUNDS_BOUND_H_

#include "model/objective.h"

namespace dpcvx::optimize {

// How units' gradients are rounded before they are added up. The clip is beyond the Lipschitz constant, and clips
// nothing.
struct SumLattice {
  model::Clip clip;
  int exponent = 0;  // entries are rounded to multiples of 2^exponent
};

// The finest lattice on which sums over all units that there may be stay below 2^63 steps. The objective has a finite
// Lipschitz constant.
SumLattice lattice_of_sums(const model::Objective &objective);

// Bounds, in l2 norm, how far the mean over n of such a sum is from F's data gradient at any point of that norm. A
// public number; infinity for losses that are not smooth.
double error_of_mean(const model::Objective &objective, const SumLattice &lattice, double norm);

// The most rounds of the quasi-Newton method.
constexpr int64_t kSearchRounds = 100;

struct RoundBound {
  bool holds = false;
  double convexity = 0;           // kappa, rounded down
  double smoothness = 0;          // L of F with all units that there may be, rounded up
  double ratio = 1;               // of the two, rounded up
  double min_tolerance = 0;       // RoundMinimizer comes within any tolerance at least this great
  double accelerated_rounds = 0;  // that reach it in exact arithmetic
  double descent_rounds = 0;      // plain steps that reach it in floating point: the last resort
};

// Returns the bound for F(w) = objective + (extra/2) ||w||^2 + <linear_term, w>, where the linear term has l2 norm at
// most max_linear_term. PROOFS.md, section 3.
RoundBound promise_rounds(const model::Objective &objective, double extra, double max_linear_term, double tolerance);
// The same as if the average loss were `loss_smoothness`-smooth: an estimate for a loss that is to be smoothed so.
RoundBound promise_rounds_as_smooth(const model::Objective &objective, double loss_smoothness, double extra,
                                    double max_linear_term, double tolerance);

}  // namespace dpcvx::optimize

#endif
