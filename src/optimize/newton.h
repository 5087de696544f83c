// Damped Newton for smooth linear models in few dimensions, as long as it stays within the domain: where that does not
// bind, or is all of R^d. Not private.
#ifndef DPCVX_OPTIMIZE_NEWTON_H_
#define DPCVX_OPTIMIZE_NEWTON_H_

#include "optimize/certificate.h"
#include "optimize/pass_counter.h"

namespace dpcvx::optimize {

class Newton {
 public:
  // Returns whether it applies. prepare() takes memory of the order of d^2.
  static bool applies(const model::Objective &objective);

  dpcvx_status prepare(const Problem &problem, Error &error);

  // Improves w until its certificate measures at most `tolerance`, the pass counter ends it, or rounding leaves no
  // descent. A value takes a pass, a Hessian another. `best` certifies w and never gets worse.
  void run(Problem &problem, double tolerance, PassCounter &meter, double *w, Certificate *best);

 private:
  bool direction();
  bool is_inside(Problem &problem, const Buffer<double> &w);
  bool advance(Problem &problem, PassCounter &meter, double *value);

  int64_t d_ = 0;
  Buffer<double> point_, gradient_, hessian_, factor_, step_, trial_, nearest_;
};

}  // namespace dpcvx::optimize

#endif
