// Stochastic gradient descent of one unit a step, without noise: the deterministic part of DP-SGD-Output (Wang, Lei,
// Ying and Zhang 2022, Algorithm 1). Its result is private data: noise for what one unit can move comes after it.
//
// Units have places, units_there() <= places: unit u has place u, and the places beyond are empty. A step takes a
// place and goes
//   w <- projection of shrink * (w - eta * (gradient of the unit's loss)),
// where an empty place has the gradient 0. What comes out is the average of the last iterates w_1, ..., w_T.
#ifndef DPCVX_SOLVE_SGD_OUTPUT_ITERATES_H_
#define DPCVX_SOLVE_SGD_OUTPUT_ITERATES_H_

#include "base/arena.h"
#include "base/progress_monitor.h"
#include "model/unit_gradients.h"
#include "random/permutation.h"

namespace dpcvx::solve {

// Public numbers.
struct IterateParameters {
  int64_t places = 1;
  bool sampled = false;  // each place uniform; else each pass a fresh permutation of them
  int64_t steps = 1;
  int64_t averaged = 1;  // how many of the last iterates
  double step_size = 0;  // eta
  double shrink = 1;
};

// The sequence of places that steps take: it never depends on the data.
class PlaceOrder {
 public:
  dpcvx_status prepare(const IterateParameters &terms, Error &error);
  void draw(random::Rng &rng, int64_t count, int64_t *out);

 private:
  int64_t places_ = 1;
  bool sampled_ = false;
  random::PermutationSampler permutations_;
};

class SgdOutputWalk {
 public:
  // How many steps are ordered at a time, and between two looks at the watch.
  static constexpr int64_t kStretch = 512;
  // Iterates are summed in runs of so many, then the runs' sums: few roundings, however many iterates.
  static constexpr int64_t kRun = 1024;

  // Takes all memory. The objective must outlive this.
  dpcvx_status prepare(const model::Objective &objective, const IterateParameters &terms, Error &error);

  // The average to `out`; false, with zeros there, where it was cancelled.
  bool run(random::Rng &rng, ProgressMonitor &watch, double *out);

  // Bounds the l2 distance of the computed average of computed iterates from their exact one; `norm` bounds their norm.
  static double average_error(const IterateParameters &terms, double norm);
  // Bounds how far one computed step is from the exact one by its own arithmetic, gradient and projection apart.
  // Iterates have norm at most `norm`, gradients at most `gradient`.
  static double step_error(const IterateParameters &terms, double norm, double gradient);

 private:
  void start();
  void step(const model::UnitGradients &gradients, int64_t place);
  void project();
  void count_in(int64_t step);
  void finish(double *out);

  const model::Objective *objective_ = nullptr;
  IterateParameters terms_;
  PlaceOrder order_;
  Arena arena_;
  int64_t size_ = 0;                                             // of vectors as the objective's layout has them
  double *point_ = nullptr, *run_ = nullptr, *total_ = nullptr;  // laid out so
  double *plain_ = nullptr, *memory_ = nullptr;
  int64_t *stretch_ = nullptr;
  int64_t in_run_ = 0;
};

}  // namespace dpcvx::solve

#endif
