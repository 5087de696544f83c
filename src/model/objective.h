// The objective of a linear model, F(w) = (1/n) sum_i phi(<a_i, w>, b_i) + (l2/2) ||w||^2, as solvers see it: constants
// and sums over units, never the dataset behind it. A unit is a record.
//
// Sums run over fixed blocks of rows and are put together in order: their bits do not depend on the number of threads.
#ifndef DPCVX_MODEL_OBJECTIVE_H_
#define DPCVX_MODEL_OBJECTIVE_H_

#include "base/arena.h"
#include "base/buffer.h"
#include "base/error.h"
#include "data/dataset.h"
#include "model/loss.h"
#include "model/row_map.h"

namespace dpcvx::model {

struct ObjectiveSettings {
  int32_t loss = DPCVX_LOSS_LOGISTIC;
  bool intercept = true;
  double row_bound = 1;
  double intercept_value = 1;
  double l2 = 0;
  int64_t nominal_units = 0;  // 0: the number of rows
};

// Which units a sum runs over: those listed, in that order, or all of them.
struct Units {
  const int64_t *list = nullptr;
  int64_t count = 0;
};

// The working memory of sums, and on how many threads they run.
struct SumWork {
  int32_t threads = 1;
  double *memory = nullptr;  // Objective::work_size() doubles, aligned to 64 bytes
};

class Objective {
 public:
  dpcvx_status create(const data::SharedDataset &table, const ObjectiveSettings &settings, Error &error);

  int64_t dimension() const { return map_.dimension(); }
  // The public n that sums are divided by.
  int64_t units() const { return units_; }
  bool units_declared() const { return settings_.nominal_units > 0; }
  // A public bound on the number of records there can be.
  int64_t most_records() const { return units_declared() ? 2 * units_ : units_; }
  const ObjectiveSettings &settings() const { return settings_; }
  const LossConstants &loss() const { return loss_; }
  const RowMap &row_map() const { return map_; }
  // G: no unit's data gradient, as computed, is longer than this.
  double lipschitz() const { return map_.bound * loss_.most_slope; }
  // beta, of F with as many records as units.
  double smoothness() const { return map_.bound * map_.bound * loss_.most_curvature + settings_.l2; }
  double l2() const { return settings_.l2; }

  size_t work_size() const;

  // sum of the units' data gradients at w (without 1/n and without the quadratic), `dimension` entries.
  void gradient_sum(const double *w, const Units &units, const SumWork &work, double *sum) const;
  // How far, in l2 norm, a computed gradient_sum can be from the exact sum of the units' computed gradients: a public
  // number, the same for every table with these constants.
  double gradient_sum_error() const;

  // F(w) and, unless null, its gradient, over all units.
  double value(const double *w, const SumWork &work, double *gradient) const;
  // How far, in l2 norm, the gradient of value() can be from the true one at w.
  double gradient_error(const double *w) const;
  // The Hessian of F, dimension x dimension, whole, row-major.
  void hessian(const double *w, const SumWork &work, double *out) const;

 private:
  struct Pass;
  int64_t rows_a_block(int64_t rows) const;
  int64_t slot_size() const;
  template <class Loss, bool kWithValue>
  static void sum_block(void *pass, size_t block);
  void sum(const double *w, const Units &units, const SumWork &work, bool with_value, double *value,
           double *gradient) const;
  void spread(const double *w, double *out) const;

  data::SharedDataset table_;
  ObjectiveSettings settings_;
  LossConstants loss_{};
  RowMap map_;
  int64_t units_ = 0;
  Buffer<double> factors_;  // RowMap::factor of every row
};

}  // namespace dpcvx::model

#endif
