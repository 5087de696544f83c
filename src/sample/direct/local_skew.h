// Third derivatives of logistic losses at a point, in coordinates in which a LocalMetric is that of l2: what a
// SkewFloor needs to know of all records together. With u = L' (x - v), T = tanh(z / 2) and a record's row a,
//   form(u) = -(sum of w q T <a, x - v>^3) = (sum over i, j, k of t_ijk u_i u_j u_k).
#ifndef DPCVX_SAMPLE_DIRECT_LOCAL_SKEW_H_
#define DPCVX_SAMPLE_DIRECT_LOCAL_SKEW_H_

#include "base/buffer.h"
#include "base/progress_monitor.h"
#include "base/status.h"
#include "model/objective.h"
#include "sample/direct/local_metric.h"
#include "sample/direct/skew_floor.h"

namespace dpcvx::sample {

class LocalSkew {
 public:
  static bool has(const model::LossSpec &spec) { return spec.kind == DPCVX_LOSS_LOGISTIC && !(spec.smoothing > 0); }

  // Takes all memory that is ever needed. The objective must outlive this. weight: k / n.
  dpcvx_status prepare(const model::Objective &objective, double weight, Error &error);

  // Finds p = the trace of the t_ijk over d + 2, of every `stride`-th record for all of them, and the lengths of their
  // rows. The metric and the floor are those of `v`.
  void find_trace(LocalMetric *metric, const double *v, const LossFloor &floor, int64_t stride);
  const double *trace() const { return trace_.data(); }

  // Finds the others, with that trace. False: cancelled.
  bool take(LocalMetric *metric, const double *v, const LossFloor &floor, int64_t stride, ProgressMonitor &watch);
  // Without drift and aim. `share`: of the rest that some records show, what all do.
  SkewFloor::Bounds bounds(double share = 1) const;

  double form(const double *u) const;
  // The square of each record's length in the dual metric, rounded up; infinite where it is left out.
  const float *squares() const { return squares_.data(); }

 private:
  template <class Visit>
  void each_block(LocalMetric *metric, const double *v, const LossFloor &floor, int64_t stride, const Visit &visit);
  void add_cubes(const double *rows, const double *weights);
  double rest();
  double norm_of_products();

  const model::Objective *objective_ = nullptr;
  double weight_ = 0;
  size_t d_ = 0;
  Buffer<double> trace_, cubes_;  // cubes_: t_ijk of i <= j <= k, in order
  Buffer<double> products_, work_, column_;
  Buffer<float> squares_;
  SkewFloor::Bounds bounds_;
};

}  // namespace dpcvx::sample

#endif
