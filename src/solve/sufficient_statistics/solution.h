// The model that noisy second moments give: a ridge regression whose weight is chosen from them. No data are read.
#ifndef DPCVX_SOLVE_SUFFICIENT_STATISTICS_SOLUTION_H_
#define DPCVX_SOLVE_SUFFICIENT_STATISTICS_SOLUTION_H_

#include "base/arena.h"
#include "solve/core/proposal.h"
#include "solve/sufficient_statistics/ridge.h"

namespace dpcvx::solve {

class StatisticsSolution {
 public:
  // Memory: plan() adds what prepare() takes. What is needed of the proposal is copied.
  static void plan(int64_t dimension, Arena &arena);
  void prepare(const Proposal &proposal, Arena &arena);

  // `released` has statistics_count() numbers: the lower triangle of A'A row by row, sqrt(2) times what is off the
  // diagonal, then c A'y. `matrix` is memory of d rows that lie `stride` apart. Writes d coefficients.
  // False: the watch was cancelled.
  bool solve(const double *released, double *matrix, int64_t stride, ProgressMonitor &watch, double *out);

 private:
  void unpack(const double *released, double *matrix, int64_t stride) const;

  model::SharedObjective objective_;
  RidgeInputs inputs_;
  Ridge ridge_;
  double label_weight_ = 1;
  int64_t d_ = 0;
  double *labels_ = nullptr;
};

}  // namespace dpcvx::solve

#endif
