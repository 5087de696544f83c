// How many steps of what size a fit takes that releases its last iterate alone: chosen before the data are read, from
// public numbers only. No privacy rests on the choice.
//
// With noise of standard deviation sigma in each iterate, steps that contract by c, and v = d sigma^2 / (2 eta)
// min(2, 1 / (1 - eta M)), the last iterate of T full batches exceeds the minimiser by at most (PROOFS.md, section 4)
//   min over 1 <= w <= T of  r_(T - w)^2 / (2 eta w) + v (1 + 1/2 + ... + 1/w),
//   r_k^2 = c^(2k) R^2 + d sigma^2 (1 - c^(2k)) / (1 - c^2).
// T and eta make it least, for eta at most 1 / M and T at most the limit of passes.
#ifndef DPCVX_SOLVE_LAST_ITERATE_PLAN_H_
#define DPCVX_SOLVE_LAST_ITERATE_PLAN_H_

#include "solve/core/problem.h"

namespace dpcvx::solve {

struct LastIteratePlanInputs {
  double dimension;    // d
  double curvature;    // M, the quadratic included
  double l2;           // m
  double sensitivity;  // of a step, over its size
  double scatter;      // variance of a batch's average gradient, all entries together; 0 for full batches
  double diameter;     // of where iterates are kept
  double mu;           // the price
  double reach;        // R
  int64_t batches;
};

struct LastIteratePlan {
  int64_t steps;
  double step_size;
};

LastIteratePlan plan_last_iterate(const LastIteratePlanInputs &inputs, const Settings &settings);

// The bound above for this noise in an iterate; infinity for longer steps than 1 / M. With a scatter it is what plans
// go by, and no bound.
double last_iterate_risk(const LastIteratePlanInputs &inputs, const LastIteratePlan &plan, double noise);

}  // namespace dpcvx::solve

#endif
