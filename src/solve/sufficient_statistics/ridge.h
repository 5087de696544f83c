// Ridge regression from noisy second moments: the weight that minimises an unbiased estimate of the risk, found from
// the noisy moments alone. So it costs no privacy (PROOFS.md, sections 3 and 4).
#ifndef DPCVX_SOLVE_SUFFICIENT_STATISTICS_RIDGE_H_
#define DPCVX_SOLVE_SUFFICIENT_STATISTICS_RIDGE_H_

#include <cmath>
#include <cstdint>

#include "base/arena.h"
#include "base/progress_monitor.h"

namespace dpcvx::solve {

struct RidgeInputs {
  double noise = 0;          // standard deviation on the diagonal of the matrix; off it, over sqrt(2)
  double label_noise = 0;    // in an entry of the vector
  double l2 = 0;             // of the objective, which the least weight is
  double radius = INFINITY;  // no solution is longer
  // What bounds the risk besides estimating it (PROOFS.md, section 5): norms that the noise hardly ever passes, a
  // weight that is compared besides those of the grid, and how far the bound of what is chosen may be above the least.
  double matrix_norm = 0, vector_norm = 0, safe_ridge = 0, allowance = INFINITY;
};

// The estimate of one weight.
struct RidgeEstimate {
  double risk = INFINITY;   // infinite: the matrix with the weight is not positive definite, or the solution too long
  double bound = INFINITY;  // on the risk, where the noise is within its norms
  double weight = 0;
};

class Ridge {
 public:
  static void plan(int64_t dimension, Arena &arena);
  void prepare(int64_t dimension, Arena &arena);

  // Reduces a symmetric matrix (lower triangle, rows `stride` apart) to a tridiagonal one, in its own memory, and takes
  // the vector along. False: the watch was cancelled. It is asked before each column.
  bool reduce(double *matrix, int64_t stride, const double *vector, ProgressMonitor &watch);
  // Estimates the risk of the ridge solution with this weight, up to a constant.
  RidgeEstimate estimate(const RidgeInputs &inputs, double weight);
  // The weight of least estimated risk among those of a grid whose bound is near the least. An infinite risk: zeros are
  // all that is.
  RidgeEstimate choose(const RidgeInputs &inputs);
  // Writes the solution with this weight; zeros where there is none. After reduce() of the same matrix.
  void solve(double weight, double *out);

  // The least eigenvalue, to a share of about 2^-50 of the greatest.
  double least_eigenvalue();

 private:
  bool factor(double weight);
  double shortened(const RidgeInputs &inputs, double weight);
  double bound() const;  // on the eigenvalues' size
  void reflect(int64_t k, double *vector) const;

  int64_t d_ = 0, stride_ = 0;
  double *matrix_ = nullptr;  // reflectors in the upper triangle
  double *diagonal_ = nullptr, *beside_ = nullptr, *scale_ = nullptr, *vector_ = nullptr;
  double *pivot_ = nullptr, *solution_ = nullptr, *work_ = nullptr;
};

}  // namespace dpcvx::solve

#endif
