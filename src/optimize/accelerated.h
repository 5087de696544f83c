// Accelerated projected gradient steps for smooth objectives on any domain, each of which certifies itself. Not
// private.
#ifndef DPCVX_OPTIMIZE_ACCELERATED_H_
#define DPCVX_OPTIMIZE_ACCELERATED_H_

#include "optimize/certificate.h"
#include "optimize/pass_counter.h"

namespace dpcvx::optimize {

class Accelerated {
 public:
  dpcvx_status prepare(const Problem &problem, Error &error);

  // Improves w, a point of the domain, until its certificate measures at most `tolerance`, the meter ends it, or
  // rounding leaves no progress. One pass a step. `best` is of w and never gets worse.
  void run(Problem &problem, double tolerance, PassCounter &meter, double *w, Certificate *best);

  // The same without acceleration from `w`, and without looking at certificates: after k steps w is within
  // (1 - mu/L)^k ||w - w*|| + (L/mu) (error of a step) of the minimiser, for any rounding. False: cancelled.
  bool descend(Problem &problem, int64_t steps, ProgressMonitor &watch, double *w);

 private:
  void step(Problem &problem, const double *from);

  Buffer<double> point_, ahead_, next_, gradient_;
};

}  // namespace dpcvx::optimize

#endif
