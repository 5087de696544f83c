// How far each unit's data gradient at a point is from their mean, by which users are weighed or left out before a
// release that is stable under deletions.
#ifndef DPCVX_MODEL_CENTRED_GRADIENTS_H_
#define DPCVX_MODEL_CENTRED_GRADIENTS_H_

#include "model/objective.h"

namespace dpcvx::model {

class CentredGradients {
 public:
  // Takes all memory. The objective, without factors, must outlive this. A caller's loss or function runs on the
  // calling thread alone.
  dpcvx_status prepare(const Objective &objective, int32_t threads, Error &error);

  // out[i] = || g_u(w) - mean of g over the units of the batch that are not null ||_2 for its i-th unit u; infinity for
  // a null one. `batch` lists `count` units that there are; null: all there are, and count is not used. Two passes over
  // the data. The same bits for any number of threads. `mean`, unless null, is what distances are from instead.
  void norms(const double *w, const int64_t *batch, int64_t count, double *out, const double *mean = nullptr);
  // How far these can be from the exact ones of exact gradients, for ||w||_2 <= norm, every batch and every table with
  // the objective's constants: a public number. Infinity where nothing is known: for losses that are not smooth, a
  // caller's own loss or function.
  double error(double norm) const { return error_of(*objective_, norm); }
  // The same before prepare(). It covers means that are taken as gradient_sum() of the objective with factors, over n.
  static double error_of(const Objective &objective, double norm);

 private:
  int64_t unit_at(const int64_t *batch, int64_t place) const { return batch == nullptr ? place : batch[place]; }
  int64_t not_null(const int64_t *batch, int64_t count) const;

  const Objective *objective_ = nullptr;
  int32_t threads_ = 1;
  Buffer<double> memory_, mean_, gradient_;
};

}  // namespace dpcvx::model

#endif
