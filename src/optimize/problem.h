// The problem of a minimiser: F(w) = the objective + (extra/2) ||w||^2 + <linear_term, w> over the objective's domain,
// with bounds on the rounding error of each of its parts. It is not private.
#ifndef DPCVX_OPTIMIZE_PROBLEM_H_
#define DPCVX_OPTIMIZE_PROBLEM_H_

#include "base/buffer.h"
#include "base/status.h"
#include "model/objective.h"
#include "numeric/vectors.h"

namespace dpcvx::optimize {

class Problem {
 public:
  // Takes the memory of all sums. The objective must outlive the problem.
  dpcvx_status prepare(const model::Objective &objective, double extra, Error &error);

  // Sets the linear term: `dimension` entries that the caller keeps, or null.
  void set_linear_term(const double *linear_term) { linear_term_ = linear_term; }
  // Sets the quadratic besides the objective's own.
  void set_extra(double extra) { extra_ = extra; }
  // Sets the threads of sums, which must outlive this. The bits do not depend on them.
  void set_crew(Crew *crew) { crew_ = crew; }

  const model::Objective &objective() const { return *objective_; }
  int64_t dimension() const { return objective_->dimension(); }
  const double *linear_term() const { return linear_term_; }
  double extra() const { return extra_; }
  // kappa, rounded down.
  double convexity() const;
  // L, rounded up: Lipschitz constant of F's gradient with the units there are; infinity where there is none.
  double smoothness() const;

  // Computes F(w) and its gradient, in one pass over the data.
  double value(const double *w, double *gradient);
  // Bounds, in l2 norm, the error of that gradient at w; infinity for losses that are not smooth. A caller's numbers
  // count as exact.
  double gradient_error(const double *w, const double *gradient) const;

  // Bounds, for losses that are not smooth and for a caller's functions, the distance of value()'s gradient from a
  // slope g with f(x) >= f(w) + <g, x - w> - subgradient_slack(||w||) for all x. A caller's numbers count as exact.
  double subgradient_error(double gradient_norm) const;
  double subgradient_slack(double norm) const;
  // Bounds the rounding errors of two values of F together. The values are at most `most`, at points of at most that
  // norm, for values of units that do not cancel.
  double value_error(double most, double norm) const;

  // Computes the Euclidean projection on the domain; out may be w.
  void project(const double *w, double *out);
  // Makes the proximal step of the objective's l1 penalty and its domain, in place: the projection where there is no
  // penalty.
  void proximal(double step, double *w) {
    objective_->l1_penalty().shrink(step, w, dimension());
    project(w, w);
  }
  // Bounds, in l2 norm, the error of a computed projection.
  double projection_error() const;

  model::SumWork work() { return {crew_, memory_.data()}; }

 private:
  double max_share() const;
  double max_slope() const;

  const model::Objective *objective_ = nullptr;
  double extra_ = 0;
  Crew *crew_ = nullptr;
  const double *linear_term_ = nullptr;
  Buffer<double> memory_, scratch_;
};

// Vectors of `n` entries.
using numeric::dot;
// ||a||_2, an upper bound.
double norm_above(const double *a, int64_t n);
// ||a - b||_2, an upper bound.
double distance_above(const double *a, const double *b, int64_t n);

}  // namespace dpcvx::optimize

#endif
