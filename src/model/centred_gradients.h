// Computes how far each unit's data gradient at a point is from a mean, and how far its Hessian is. By these distances
// users are weighted or left out before a propose-test-release.
#ifndef DPCVX_MODEL_CENTRED_GRADIENTS_H_
#define DPCVX_MODEL_CENTRED_GRADIENTS_H_

#include "model/objective.h"

namespace dpcvx::model {

class CentredGradients {
 public:
  // Takes all memory. The objective, without factors, must outlive this. A caller's loss or function runs on the
  // calling thread alone; for the others results are the same bits on any number of threads.
  dpcvx_status prepare(const Objective &objective, Crew *crew, Error &error);

  // out[i] = || g_u(w) - mean of g over the units of the batch that are not null ||_2 for its i-th unit u; infinity for
  // a null one. `batch` lists `count` units that there are; null: all there are, and count is not used. Two passes over
  // the data. `mean`, unless null, has `dimension` entries and is what distances are from instead: one pass.
  void norms(const double *w, const int64_t *batch, int64_t count, double *out, const double *mean = nullptr);

  // Bounds the error of these distances, for ||w||_2 <= norm, every batch and every table with the objective's
  // constants: a public number. The mean may be a weighted one that gradient_sum() of a reweighted objective gives,
  // over its n, with factors that add up to n (1 - 2^-41) at least. Infinity where nothing is known: for losses that
  // are not smooth, a caller's own loss or function.
  static double error_of(const Objective &objective, double norm);
  double error(double norm) const { return error_of(*objective_, norm); }

  // Hessians are available for losses of one output whose second derivative is Lipschitz (constants().hessian_lipschitz
  // < infinity), in at most this many dimensions.
  static constexpr int64_t kMaxHessianDimension = 1024;
  static bool has_hessians(const Objective &objective);
  // Takes the memory, dimension^2 / 2 a thread and some.
  dpcvx_status prepare_hessians(Error &error);
  // out[i] = || H_u(w) - mean of H over the units of the batch that are not null ||_F, as norms(). A unit's Hessian is
  // positive semidefinite, its trace at most beta, that of the data's part: so the mean of n moves by at most
  // sqrt(2) beta / n in this norm when one of them is replaced or left out. `weights`, unless null, are those of the
  // mean: one a unit of the batch, in [0, 1], 0 for null ones, not all 0.
  void hessian_deviations(const double *w, const int64_t *batch, int64_t count, double *out,
                          const double *weights = nullptr);
  // Bounds the rounding error of norms, as error_of does for gradients.
  static double hessian_error_of(const Objective &objective, double norm);

 private:
  struct Pass;
  struct HessianPass;
  void find_mean(const double *w, const int64_t *batch, int64_t count);
  int64_t not_null(const int64_t *batch, int64_t count) const;
  void norms_of_function(const double *w, const int64_t *batch, int64_t count, double *out, const double *mean);

  const Objective *objective_ = nullptr;
  Crew *crew_ = nullptr;
  Slots slots_;
  Buffer<double> memory_, mean_, point_, centre_, hessian_, hessians_;
};

}  // namespace dpcvx::model

#endif
