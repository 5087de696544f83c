// What a minimiser sees: F(w) = the objective + (extra/2) ||w||^2 + a linear term over the objective's domain, with
// bounds on the rounding error of each of its parts. Not private.
#ifndef DPCVX_OPTIMIZE_PROBLEM_H_
#define DPCVX_OPTIMIZE_PROBLEM_H_

#include "base/buffer.h"
#include "base/error.h"
#include "model/objective.h"

namespace dpcvx::optimize {

class Problem {
 public:
  // Takes the memory of all sums. The objective must outlive the problem.
  dpcvx_status prepare(const model::Objective &objective, double extra, Error &error);

  // `dimension` entries that the caller keeps, or null.
  void set_tilt(const double *tilt) { tilt_ = tilt; }
  // Another quadratic besides the objective's own.
  void set_extra(double extra) { extra_ = extra; }
  // On how many threads sums run; the same bits on any.
  void set_threads(int32_t threads) { threads_ = threads; }

  const model::Objective &objective() const { return *objective_; }
  int64_t dimension() const { return objective_->dimension(); }
  const double *tilt() const { return tilt_; }
  double extra() const { return extra_; }
  // mu, rounded down.
  double convexity() const;
  // L, rounded up: Lipschitz constant of F's gradient with the units there are; infinity where there is none.
  double smoothness() const;

  // F(w) and its gradient. One pass over the data.
  double value(const double *w, double *gradient);
  // How far, in l2 norm, that gradient can be from the true one at w; infinity for losses that are not smooth. A
  // caller's numbers count as exact.
  double gradient_error(const double *w, const double *gradient) const;

  // Of losses that are not smooth, and of a caller's functions, whose numbers count as exact: what value() gives is,
  // except for this error, a slope g with f(x) >= f(w) + <g, x - w> - subgradient_slack(||w||) for all x.
  double subgradient_error(double gradient_norm) const;
  double subgradient_slack(double norm) const;
  // How far two values of F of at most `most`, at points of at most that norm, can be off together, for values of units
  // that do not cancel.
  double value_error(double most, double norm) const;

  // The Euclidean projection on the domain; out may be w.
  void project(const double *w, double *out);
  // How far, in l2 norm, a computed projection can be from the exact one.
  double projection_error() const;

  model::SumWork work() { return {threads_, memory_.data()}; }

 private:
  double max_share() const;
  double max_slope() const;

  const model::Objective *objective_ = nullptr;
  double extra_ = 0;
  int32_t threads_ = 1;
  const double *tilt_ = nullptr;
  Buffer<double> memory_, scratch_;
};

// Vectors of `n` entries.
double dot(const double *a, const double *b, int64_t n);
// ||a||_2, an upper bound.
double norm_above(const double *a, int64_t n);
// ||a - b||_2, an upper bound.
double distance_above(const double *a, const double *b, int64_t n);

}  // namespace dpcvx::optimize

#endif
