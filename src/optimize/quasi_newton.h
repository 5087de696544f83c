// The limited-memory quasi-Newton method of Broyden, Fletcher, Goldfarb and Shanno for smooth objectives, with any
// domain and an l1 penalty. Not private.
//
// The last steps s and the changes y of the gradient along them make a quadratic model of F: BFGS updates of a multiple
// of the identity (Nocedal 1980). The next point lies on the way to the model's minimiser over the domain. Without a
// domain that is found by the two-loop recursion, else by accelerated steps on the model (Schmidt, van den Berg,
// Friedlander and Murphy 2009). These read no data.
#ifndef DPCVX_OPTIMIZE_QUASI_NEWTON_H_
#define DPCVX_OPTIMIZE_QUASI_NEWTON_H_

#include "numeric/secant_pairs.h"
#include "optimize/certificate.h"
#include "optimize/pass_counter.h"

namespace dpcvx::optimize {

class QuasiNewton {
 public:
  dpcvx_status prepare(const Problem &problem, Error &error);

  // Improves w, a point of the domain, until its certificate measures at most `tolerance`, `most` passes are made, the
  // pass counter ends it, or rounding leaves no progress. A step takes one pass, and one more for each time that it is
  // shortened. `best` certifies w and never gets worse.
  void run(Problem &problem, double tolerance, int64_t most, PassCounter &meter, double *w, Certificate *best);

 private:
  double *rise(int64_t i) { return rises_.data() + i * d_; }
  double *fall(int64_t i) { return falls_.data() + i * d_; }
  bool free_minimum();
  void make_model();
  void apply_model(int64_t pairs, const double *x, double *out);
  void confined_minimum(Problem &problem);
  void find_target(Problem &problem);
  bool advance(Problem &problem, int64_t end, PassCounter &meter, double *value);

  int64_t d_ = 0, max_inner_ = 0;
  bool confined_ = false;
  numeric::SecantPairs pairs_;              // s and y
  Buffer<double> rises_, falls_;            // the model is scale I + sum rise rise' - sum fall fall'
  Buffer<double> point_, gradient_, next_;  // next: of the plain step, which certifies itself
  Buffer<double> target_, trial_, gradient_there_;
  Buffer<double> step_, ahead_, bent_, bent_ahead_, stepped_, bent_stepped_;  // of the steps on the model
};

}  // namespace dpcvx::optimize

#endif
