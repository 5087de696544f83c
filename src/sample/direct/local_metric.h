// The metric of a direct draw: (k/n) sum_r share_r q_r a_r a_r' + precision I at a point, q_r the weights of a
// LossFloor, with its Cholesky factor and the greatest length of its rows in the dual metric. A few long rows may be
// left out of both: what they add to the losses is not negative (PROOFS.md, section 2).
#ifndef DPCVX_SAMPLE_DIRECT_LOCAL_METRIC_H_
#define DPCVX_SAMPLE_DIRECT_LOCAL_METRIC_H_

#include <algorithm>

#include "base/buffer.h"
#include "base/progress_monitor.h"
#include "base/status.h"
#include "model/objective.h"
#include "model/stored_loss.h"
#include "sample/direct/loss_floor.h"

namespace dpcvx::sample {

class LocalMetric {
 public:
  static constexpr int64_t kMaxDimension = 128;

  // Of a linear model with one output, which must outlive this. weight: k / n.
  dpcvx_status prepare(const model::Objective &objective, double weight, double precision, Error &error);

  // The watch of a run, asked before each kLanes rows. Once it says no, all take() are false and all else is of no use.
  void set_watch(ProgressMonitor *watch) { watch_ = watch; }

  // Takes all rows from now on.
  void take_all_rows();
  // Leaves out those rows from now on that are more than `times` as long in the dual metric as its rows are on average.
  void leave_out_long_rows(double times);

  // Takes the metric of every `stride`-th record, for all of them. Sets *gradient to that of the losses, unless null.
  // False: it is not finite, or rounding is too much of it.
  bool take(const double *v, const LossFloor &floor, int64_t stride, double *gradient);
  // Sets the precision that the next metrics have, and takes the factor of the last one with it.
  void set_precision(double precision) { precision_ = precision; }
  bool decompose();
  // Takes the factor with these coordinates as its last ones. Coordinate order(i) is then at place i of all that the
  // factor gives, until the next take().
  bool put_last(const int8_t *last);
  size_t order(size_t i) const { return order_[i]; }
  // An entry of the metric.
  double entry(size_t i, size_t j) const {
    return matrix_[std::max(i, j) * d_ + std::min(i, j)] + (i == j ? precision_ : 0);
  }
  // The `share`-quantile of the places of some records at v.
  double place(const double *v, const LossFloor &floor, double share);

  // The greatest length of the row of every `stride`-th record in the dual metric, rounded up, of those not left out.
  double max_leverage(int64_t stride = 1);
  // What lengths of rows may lack of the true ones, relatively.
  static constexpr double kLeverageUp = 1 + 0x1p-14;

  // Rows first, first + stride, ... in coordinates in which the metric is that of l2, L^-1 times each: entry j of row i
  // is solved()[j * kLanes + i]. Returns how many there are; others are 0.
  static constexpr int64_t kLanes = 64;
  int64_t solve_rows(int64_t first, int64_t stride);
  const double *solved() const { return solved_.data(); }
  // Of those rows: the record, and the square of the length.
  int64_t record(int64_t i) const { return records_[i]; }
  double square(int64_t i) const { return squares_[i]; }
  // Adds weight times row row' of kLanes rows, laid out as solved() is, to the lower half of a d x d matrix.
  static void add_products(const double *weights, const double *rows, size_t d, double *lower);
  bool is_left_out(int64_t record) const { return left_out_[static_cast<size_t>(record)] != 0; }
  // The log of the determinant of the factor.
  double log_volume() const;

  // The factor L of the metric L L', lower, row by row, and 1 over its diagonal.
  const double *factor() const { return factor_.data(); }
  double deviation(size_t j) const { return deviations_[j]; }
  // The length of g in the dual metric.
  double dual_length(const double *g);
  // step = the metric's inverse times g.
  void solve(const double *g, double *step) const;
  // out = L^-1 g, and out = L'^-1 g; out may be g.
  void solve_lower(const double *g, double *out) const;
  void solve_upper(const double *g, double *out) const;
  double trace() const { return trace_; }
  // The trace of the metric's inverse.
  double inverse_trace();

 private:
  bool may_go_on() { return watch_ == nullptr || watch_->should_continue(0); }
  int64_t load(int64_t first, int64_t stride);
  template <class Visit>
  void each_square(int64_t stride, const Visit &visit);

  const model::Objective *objective_ = nullptr;
  ProgressMonitor *watch_ = nullptr;
  model::StoredLoss loss_;
  double weight_ = 0, precision_ = 0, trace_ = 0;
  double curvature_ = 0;  // the sum of weights of rows
  size_t d_ = 0;
  Buffer<double> rows_;               // column by column, kLanes entries each
  Buffer<double> solved_, weighted_;  // the same of the solved rows; one column
  Buffer<double> row_, matrix_, factor_, deviations_, places_;
  Buffer<size_t> order_;
  Buffer<uint8_t> left_out_;  // of records
  int64_t records_[kLanes] = {};
  double squares_[kLanes] = {};
};

}  // namespace dpcvx::sample

#endif
