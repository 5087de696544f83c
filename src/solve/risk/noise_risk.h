// What noise in the coefficients costs in average loss, in expectation: a prediction from public numbers, proved for
// every table (PROOFS.md, section 2).
#ifndef DPCVX_SOLVE_RISK_NOISE_RISK_H_
#define DPCVX_SOLVE_RISK_NOISE_RISK_H_

#include "model/objective.h"

namespace dpcvx::solve {

// Of noise of independent coordinates, mean 0 and standard deviation sigma each, that is added to a point that does not
// depend on it, and followed by the projection on the domain. On all of R^d a loss of rows is moved by the noise's
// component along its row alone, so that the dimension counts for the quadratic only.
class NoiseCost {
 public:
  explicit NoiseCost(const model::Objective &objective);

  // beta: of a unit's data loss, or of its envelope; infinity where it has corners.
  double at(double sigma, double beta) const;

 private:
  double dimension_, lipschitz_, l2_;
  double radius_, diameter_;  // of the domain
  double directions_;         // of the noise that a unit's loss sees, and times beta its Hessian's trace
};

}  // namespace dpcvx::solve

#endif
