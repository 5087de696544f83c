// A linear model's records, prepared once: each row with the factor that clips it, its share of the average, its label.
// What a minimiser of such models may look at, record by record.
#ifndef DPCVX_MODEL_LINEAR_MODEL_H_
#define DPCVX_MODEL_LINEAR_MODEL_H_

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
  Buffer<double> factors;  // RowMap::factor of every row
  Buffer<double> norms;    // an upper bound on every mapped row's l2 norm
};

class LinearModel {
 public:
  dpcvx_status create(const data::SharedDataset &table, const RowMap &map, int64_t units, Error &error);
  // The same without these units.
  dpcvx_status remove(const int64_t *units, int64_t count, Error &error);

  const RowMap &row_map() const { return rows_->map; }
  const data::Dataset &table() const { return *rows_->table; }

  int64_t records() const { return rows_->table->rows(); }
  int64_t outputs() const { return 1; }
  // The record's share of the average, w_r / (n m_u): F(w) = sum_r record_weight(r) phi(z_r, label(r)) + quadratic. 0
  // where its unit is left out.
  double record_weight(int64_t r) const { return absent(r) ? 0 : 1 / units_; }
  double label(int64_t r) const { return rows_->table->label(r); }
  double factor(int64_t r) const { return rows_->factors[static_cast<size_t>(r)]; }
  // An upper bound on ||a_r||_2.
  double row_norm(int64_t r) const { return rows_->norms[static_cast<size_t>(r)]; }
  // z[k] = <a_r, w_k>, w of `dimension` entries.
  void decision(int64_t r, const double *w, double *z) const;
  // sum_k += k[k] a_r, sum of `dimension` entries.
  void add_row(int64_t r, const double *k, double *sum) const;

  bool absent(int64_t unit) const {
    return absent_ && ((*absent_)[static_cast<size_t>(unit / 8)] >> (unit % 8) & 1) != 0;
  }
  bool any_absent() const { return static_cast<bool>(absent_); }

 private:
  Shared<PreparedRows> rows_;
  Shared<Buffer<unsigned char>> absent_;  // a bit a unit; none: all are there
  double units_ = 1;
};

}  // namespace dpcvx::model

#endif
