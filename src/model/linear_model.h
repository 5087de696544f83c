// The records of a linear model, prepared once: each row with the factor that clips it, its weight in the average and
// its label. Minimisers of linear models read them record by record.
#ifndef DPCVX_MODEL_LINEAR_MODEL_H_
#define DPCVX_MODEL_LINEAR_MODEL_H_

#include <cmath>

#include "base/buffer.h"
#include "base/shared.h"
#include "base/status.h"
#include "data/nonzeros.h"
#include "data/dataset.h"
#include "model/row_map.h"

namespace dpcvx::model {

struct LinearSettings {
  RowMap map;
  int64_t units = 1;                 // n
  int64_t outputs = 1;               // blocks of coefficients
  int64_t min_records_per_user = 0;  // users with fewer that are not null are left out
  double weight_bound = 1;           // W: weights, 1 in a table without, are clipped to [0, W]
  double label_limit = INFINITY;     // Y: labels are clipped to [-Y, Y]
};

class LinearModel {
 public:
  // More are refused, so that there is a public bound on the rounding error of a user's mean.
  static constexpr int64_t kMaxRecordsPerUser = int64_t{1} << 24;

  dpcvx_status create(const data::SharedDataset &table, const LinearSettings &settings, Error &error);
  // Leaves out these units: they count as null.
  dpcvx_status remove(const int64_t *units, int64_t count, Error &error);
  // Gives each unit a factor. The caller keeps the factors, and each sum reads them anew.
  dpcvx_status reweigh(const double *factors, Error &error);
  // Lets passes through with_rows() skip the zeros of dense rows, where most entries are 0. No bit of a sum changes.
  // They go over stretches of so many rows, or by lists of rows alone (0).
  dpcvx_status skip_zeros(int64_t stretch, Error &error);

  const RowMap &row_map() const { return map_; }
  const data::Dataset &table() const { return *table_; }
  // Calls visit() with the table's rows, or with those that skip its zeros.
  template <class Visit>
  auto with_rows(const Visit &visit) const {
    return nonzeros_ && nonzeros_->are_there() ? visit(nonzeros_->rows()) : table().with_rows(visit);
  }
  int64_t outputs() const { return outputs_; }
  int64_t dimension() const { return map_.dimension() * outputs_; }
  int64_t records() const { return table_->rows(); }
  // The users whose records these are; null where each record is a unit.
  const data::Users *users() const { return table_->users(); }

  const Record &record(int64_t r) const { return (*records_)[static_cast<size_t>(r)]; }
  // The record's weight in its unit's loss: clipped to [0, W], over the number of the unit's records; 0 where the unit
  // is left out. Times the unit's factor, where there are factors.
  double share(int64_t r) const { return factors_ == nullptr ? record(r).share : record(r).share * factor_at(r); }
  // Its weight in the average: F(w) = sum_r record_weight(r) phi(z_r, label(r)) + quadratic.
  double record_weight(int64_t r) const { return share(r) / units_; }
  double label(int64_t r) const { return record(r).label; }
  double factor(int64_t r) const { return record(r).factor; }
  // An upper bound on ||a_r||_2.
  double row_norm(int64_t r) const { return 1 / record(r).inverse; }
  int64_t max_records_a_unit() const { return max_records_per_user_; }
  double largest_label() const { return largest_label_; }

  // Returns the prepared records as an array, for passes over many. Their shares leave out the units' factors.
  const Record *prepared() const { return records_->data(); }
  // One a unit; null where there are none.
  const double *unit_factors() const { return factors_; }

  // z[k] = <a_r, w_k> for each output k; w has dimension() entries, class after class.
  void decision(int64_t r, const double *w, double *z) const;
  // sum_k += k[k] a_r; sum has dimension() entries.
  void add_row(int64_t r, const double *k, double *sum) const;

 private:
  double factor_at(int64_t r) const {
    return factors_[users() == nullptr ? r : (*unit_of_record_)[static_cast<size_t>(r)]];
  }
  dpcvx_status check_users(Error &error);
  void prepare_labels(double limit, Record *records);
  void prepare_shares(const LinearSettings &settings, Record *records) const;

  data::SharedDataset table_;
  Shared<data::Nonzeros> nonzeros_;
  RowMap map_;
  Shared<Buffer<Record>> records_;  // shared by the views of an objective that leave out the same units
  const double *factors_ = nullptr;
  Shared<Buffer<int64_t>> unit_of_record_;  // of users, where there are factors
  int64_t outputs_ = 1, max_records_per_user_ = 1;
  double units_ = 1, largest_label_ = 0;
};

}  // namespace dpcvx::model

#endif
