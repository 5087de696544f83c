// One step of gradient descent as a map, before its noise: how it is computed, and what it does to distances
// (PROOFS.md, section 2).
#ifndef DPCVX_SOLVE_LAST_ITERATE_CONTRACTION_H_
#define DPCVX_SOLVE_LAST_ITERATE_CONTRACTION_H_

#include "model/objective.h"

namespace dpcvx::solve {

// How the units are shared out among batches that take turns: as evenly as can be. Public numbers. One batch holds all
// units, whose number may be private. With more the number of units there are must be public.
class BatchTurns {
 public:
  BatchTurns(const model::Objective &objective, int64_t batches);

  int64_t batches() const { return batches_; }
  // The places of a batch in an order of the units there are.
  int64_t begin(int64_t batch) const;
  int64_t size(int64_t batch) const { return begin(batch + 1) - begin(batch); }
  // What the sum over a batch is divided by, so that it is an average gradient of F's data: n for all units.
  double divisor(int64_t batch) const;
  double least_divisor() const { return divisor(batches_ - 1); }
  // The most units that a batch can have, and how many of them may count for one that it is divided by.
  double max_units() const;
  double share() const;

 private:
  int64_t batches_, there_;
  double units_, max_units_;
};

// Public bounds of a step w -> w - eta (sum over a batch / divisor + l2 w) on a domain.
struct StepBounds {
  double contraction = INFINITY;  // c of the exact map on all of R^d; above 1: it is no contraction
  double sensitivity = INFINITY;  // s: how far it moves if one unit changes
  double rounding = INFINITY;     // how far the computed map is from it, the lattice apart
};

// The greatest curvature of an average over a batch, the quadratic included; infinity for losses that are not smooth.
double max_curvature(const model::Objective &objective, const BatchTurns &turns);

// Units' gradients are clipped to `clip`, which leaves them gradients of convex functions.
StepBounds step_bounds(const model::Objective &objective, const model::Domain &domain, int32_t adjacency,
                       const BatchTurns &turns, double clip, double step_size);

// Takes the step from a point of the domain. `out` may not be `point`.
void take_step(const model::Objective &objective, const double *point, const model::Units &units, double divisor,
               double clip, double step_size, const model::SumWork &work, double *out);

}  // namespace dpcvx::solve

#endif
