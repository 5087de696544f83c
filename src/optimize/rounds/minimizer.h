// The minimiser of a smooth, strongly convex objective whose table lies elsewhere: it asks for the gradient at a point
// a round, and certifies how near the minimiser it came. Not private.
//
// Three methods follow each other from the domain's start, each until a certificate is within the tolerance:
// 1. The limited-memory method of Broyden, Fletcher, Goldfarb and Shanno, by gradients alone, with points projected. It
//    ends where it comes no nearer, and after kSearchRounds.
// 2. Accelerated projected steps (Nesterov 2004), as many as reach the tolerance in exact arithmetic.
// 3. Plain projected steps, whose last point is within the tolerance for every table, with or without a certificate.
// PROOFS.md, section 3.
#ifndef DPCVX_OPTIMIZE_ROUNDS_MINIMIZER_H_
#define DPCVX_OPTIMIZE_ROUNDS_MINIMIZER_H_

#include "base/buffer.h"
#include "numeric/secant_pairs.h"
#include "optimize/rounds/bound.h"

namespace dpcvx::optimize {

class RoundMinimizer {
 public:
  // Of the objective with `extra` times ||w||^2 / 2 and a linear term of norm at most max_linear_term, to within
  // `tolerance`, which is no less than promise_rounds() states for these: else it fails. Takes all memory.
  dpcvx_status prepare(const model::SharedObjective &objective, double extra, double max_linear_term, double tolerance,
                       Error &error);
  // Begins at the domain's start. The linear term, which may be null, stays the caller's.
  void start(const double *linear_term);

  // Where the next gradient is taken.
  const double *point() const { return point_.data(); }
  // Takes the mean over n of the units' gradients there, and goes on.
  void take(const double *mean);

  // Whether it is over, and whether found() is within the tolerance of the minimiser. For sums of one table it always
  // is then. Sums that come to no minimiser are of no table.
  bool ended() const { return ended_; }
  bool has_found() const { return has_found_; }
  const double *found() const { return found_.data(); }
  int64_t max_rounds() const { return kSearchRounds + accelerated_rounds() + descent_rounds(); }
  // Bounds the distance of the last round's point from the minimiser.
  double distance() const { return distance_; }

 private:
  enum class Method { kSearch, kAccelerated, kDescent };

  bool is_free() const { return objective_->domain() == nullptr; }
  int64_t accelerated_rounds() const { return static_cast<int64_t>(bound_.accelerated_rounds); }
  int64_t descent_rounds() const { return static_cast<int64_t>(bound_.descent_rounds); }
  void add_terms(const double *mean);
  void certify(double error);
  void step();
  void search();
  bool accept();
  bool aim();
  void begin_steps(Method method);
  void advance();
  void advance_search();

  model::SharedObjective objective_;
  SumLattice lattice_;
  RoundBound bound_;
  double l2_ = 0, tolerance_ = 0, momentum_ = 0, distance_ = INFINITY;
  const double *linear_term_ = nullptr;
  int64_t d_ = 0;
  int64_t rounds_ = 0, idle_ = 0;  // of the method; the search's without progress
  double nearest_ = INFINITY;      // of the search
  Method method_ = Method::kSearch;
  bool ended_ = false, has_found_ = false, at_base_ = true;
  double length_ = 1;
  Buffer<double> point_, gradient_, next_, last_, found_;
  Buffer<double> base_, base_gradient_, way_;  // of the search: the last point that was accepted, and the way from it
  numeric::SecantPairs pairs_;
};

}  // namespace dpcvx::optimize

#endif
