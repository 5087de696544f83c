// Maps a row of a table to the vector a of a linear model: the intercept entry is appended, and the whole is scaled
// down to an lp norm of at most bound * (1 - 2^-40). The map looks at one row alone, so it costs no privacy; the margin
// covers the rounding of the factor and of every product with it.
#ifndef DPCVX_MODEL_ROW_MAP_H_
#define DPCVX_MODEL_ROW_MAP_H_

#include <cstdint>

#include "base/machine/thread.h"
#include "base/shared.h"
#include "base/status.h"
#include "data/dataset.h"
#include "numeric/singular_values.h"

namespace dpcvx::model {

// Bounds the Schatten norms of rows that are matrices, in memory of its own. Threads take turns.
class RowMatrix {
 public:
  static constexpr int64_t kMaxRank = 1024;

  // Rows have rows x columns entries, row by row. False: there is no memory.
  bool allocate(int64_t rows, int64_t columns);
  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  int64_t rank() const { return rows_ < columns_ ? rows_ : columns_; }

  // An upper bound on the lp norm of the singular values, within a relative 2^-20 of it as a rule. Each entry of
  // visit(add) is given by add(place, x): |x| <= 1, the greatest at least 1/2. `l2` is an upper bound on the l2 norm.
  template <class Visit>
  double norm(double p, double l2, const Visit &visit) const {
    const Lock lock(mutex_);
    clear();
    visit([this](int64_t place, double x) { set(place, x); });
    return norm_of_set(p, l2);
  }

 private:
  void clear() const;
  void set(int64_t place, double x) const;
  double norm_of_set(double p, double l2) const;

  int64_t rows_ = 0, columns_ = 0;
  mutable Mutex mutex_;
  mutable numeric::SingularValues values_;
};

// The effect of the map on one row.
struct MappedRow {
  double factor;  // s in [0, 1], a = s * (row, intercept_value)
  double norm;    // an upper bound on ||a||_2, and at most RowMap::l2_bound()
};

struct RowMap {
  int64_t columns = 0;
  double bound = 1;
  bool intercept = true;
  double intercept_value = 1;
  double p = 2;                 // rows are clipped in this lp norm, 1 <= p <= infinity
  Shared<RowMatrix> matrix;     // not empty: rows are such matrices, without intercept, and p is of a Schatten norm
  Shared<data::Ranges> ranges;  // what the columns of the training table were scaled by; empty: taken as they came

  int64_t dimension() const { return columns + (intercept ? 1 : 0); }
  // Entries of the vector whose lp norm counts: a row's, or its singular values.
  int64_t norm_dimension() const { return matrix ? matrix->rank() : dimension(); }
  // No mapped row is longer in l2: bound * max(1, norm_dimension^(1/2 - 1/p)), rounded up.
  double l2_bound() const;

  // A row longer than about 2^900 bounds gets the factor 0: it counts as the zero row, since a smaller factor would be
  // denormal and could not be rounded safely.
  MappedRow map_row(const double *row) const;
};

// The data of a record besides its row's entries, in half a cache line. So one read from memory suffices where records
// are taken in any order.
struct alignas(32) Record {
  double factor = 0;   // of the row
  double inverse = 0;  // a lower bound on 1 / ||a||_2, a the mapped row
  double label = 0;    // clipped to the declared bound
  double share = 1;    // the record's weight in its unit's loss
};

// factor and inverse of every record of a table.
void map_rows(const RowMap &map, const data::Dataset &table, Record *records);

// The table has the columns that the map was made for, and is raw or scaled by the map's own ranges. It may be centred
// where the map is.
dpcvx_status check_columns(const RowMap &map, const data::Dataset &table, Error &error);

// z = <a_i, w_k> for the i-th row picked and every output k, out[i * outputs + k]; w is `outputs` blocks of dimension()
// entries. Rows of a raw table are scaled by the map's ranges first. They are centred where the map has centres and the
// table none. A sum that overflows both ways counts as 0.
void decision_values(const RowMap &map, const data::Dataset &table, const data::RowPick &pick, const double *w,
                     int64_t outputs, double *out);

}  // namespace dpcvx::model

#endif
