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

  // Improves w, a point of the domain, until its certificate measures at most `tolerance`, the pass counter ends it, or
  // rounding leaves no progress. A step takes one pass. `best` certifies w and never gets worse.
  void run(Problem &problem, double tolerance, PassCounter &meter, double *w, Certificate *best);

  // Makes k plain steps from `w`, without acceleration or certificates. After them w is within (1 - kappa/L)^k ||w -
  // w*||
  // + (L/kappa) (error of a step) of the minimiser, rounding included. Returns false if cancelled.
  bool descend(Problem &problem, int64_t steps, ProgressMonitor &watch, double *w);

 private:
  void step(Problem &problem, const double *from);

  Buffer<double> point_, ahead_, next_, gradient_;
};

}  // namespace dpcvx::optimize

#endif
