// A linear model's records, prepared once: each row with the factor that clips it, its weight in the average, its
// label. What a minimiser of such models may look at, record by record.
#ifndef DPCVX_MODEL_LINEAR_MODEL_H_
#define DPCVX_MODEL_LINEAR_MODEL_H_

#include <cmath>

#include "base/buffer.h"
#include "base/error.h"
#include "base/shared.h"
#include "data/dataset.h"
#include "model/row_map.h"

namespace dpcvx::model {

// Shared by all views of an objective.
struct PreparedRows {
  data::SharedDataset table;
  RowMap map;
  Buffer<double> factors;  // MappedRow::factor of every row
  Buffer<float> norms;     // MappedRow::norm, rounded up
};

struct LinearSettings {
  RowMap map;
  int64_t units = 1;              // n
  int64_t outputs = 1;            // blocks of coefficients
  double weight_bound = 1;        // W: weights, 1 in a table without, are clipped to [0, W]
  double label_limit = INFINITY;  // Y: labels are clipped to [-Y, Y]
};

class LinearModel {
 public:
  // More are refused, so that there is a public bound on the rounding error of a user's mean.
  static constexpr int64_t kMostRecordsAUser = int64_t{1} << 24;

  dpcvx_status create(const data::SharedDataset &table, const LinearSettings &settings, Error &error);
  // The same without these units.
  dpcvx_status remove(const int64_t *units, int64_t count, Error &error);

  const RowMap &row_map() const { return rows_->map; }
  const data::Dataset &table() const { return *rows_->table; }
  int64_t outputs() const { return outputs_; }
  int64_t dimension() const { return rows_->map.dimension() * outputs_; }
  int64_t records() const { return rows_->table->rows(); }
  // The users whose records these are; null where each record is a unit.
  const data::Users *users() const { return rows_->table->users(); }

  // The record's weight in its unit's loss: clipped to [0, W], over the number of the unit's records; 0 where the unit
  // is left out.
  double share(int64_t r) const { return shares_ ? (*shares_)[static_cast<size_t>(r)] : 1; }
  // Its weight in the average: F(w) = sum_r record_weight(r) phi(z_r, label(r)) + quadratic.
  double record_weight(int64_t r) const { return share(r) / units_; }
  double label(int64_t r) const {
    const double b = rows_->table->label(r);
    return b > label_limit_ ? label_limit_ : b < -label_limit_ ? -label_limit_ : b;
  }
  int64_t most_records_a_unit() const { return most_records_; }
  double largest_label() const { return largest_label_; }
  double factor(int64_t r) const { return rows_->factors[static_cast<size_t>(r)]; }
  // An upper bound on ||a_r||_2.
  double row_norm(int64_t r) const { return static_cast<double>(rows_->norms[static_cast<size_t>(r)]); }

  // The same as arrays, for passes over many records. Null shares: all are 1; labels are not clipped yet.
  const double *factors() const { return rows_->factors.data(); }
  const float *norms() const { return rows_->norms.data(); }
  const double *shares() const { return shares_ ? shares_->data() : nullptr; }
  const double *labels() const { return rows_->table->labels(); }
  double label_limit() const { return label_limit_; }

  // What lies beside the rows, for a list of records that is about to be used.
  void prefetch(const data::RowPick &records) const {
    for (int64_t place = 0; records.list != nullptr && place < records.count; ++place) {
      const int64_t r = records[place];
      __builtin_prefetch(rows_->factors.data() + r);
      __builtin_prefetch(rows_->norms.data() + r);
      __builtin_prefetch(rows_->table->labels() + r);
      if (shares_) __builtin_prefetch(shares_->data() + r);
    }
  }

  // z[k] = <a_r, w_k> for each output k; w has dimension() entries, class after class.
  void decision(int64_t r, const double *w, double *z) const;
  // sum_k += k[k] a_r; sum has dimension() entries.
  void add_row(int64_t r, const double *k, double *sum) const;

 private:
  dpcvx_status check_users(Error &error);
  dpcvx_status prepare_shares(double weight_bound, Error &error);

  Shared<PreparedRows> rows_;
  Shared<Buffer<double>> shares_;  // empty: all are 1
  int64_t outputs_ = 1, most_records_ = 1;
  double units_ = 1, label_limit_ = INFINITY, largest_label_ = 0;
};

}  // namespace dpcvx::model

#endif
