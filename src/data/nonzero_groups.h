// The entries of a dense table that are not 0, of up to 256 rows at a time, column by column. A sum of multiples then
// grows in a register, and a column's products go to partial sums of as many rows: additions wait for no other. Dots
// and sums have the bits of the dense rows (nonzeros.h).
#ifndef DPCVX_DATA_NONZERO_GROUPS_H_
#define DPCVX_DATA_NONZERO_GROUPS_H_

#include "base/status.h"
#include "data/features.h"

namespace dpcvx::data {

class NonzeroGroups {
 public:
  static constexpr int64_t kMaxRows = 256;

  // Of stretches of `stretch` rows, each cut into groups from its first row on; 0: none.
  dpcvx_status create(const Features &features, int64_t stretch, Error &error);

  // Returns how many of the picked rows are one group, from the first on. 0: none does begin there.
  int64_t rows_of_group(const RowPick &pick) const;
  // z[t] = <row first + t, w> for the rows of the group that begins at `first`.
  void dots(int64_t first, const double *w, double *z) const;
  // sum += k[t] * row first + t.
  void add_multiples(int64_t first, const double *k, double *sum) const;

 private:
  static constexpr uint32_t kOnes = UINT32_MAX;
  // The entries of a column in a group: which rows of it, and values from `values` on, unless all are 1.
  struct Column {
    uint16_t column, count;
    uint32_t rows, values;
  };
  class Writer;

  int64_t group_at(int64_t first) const;
  int64_t rows_at(int64_t first) const;
  // total + sum of k over the column's rows from its e-th entry on.
  double added(const Column &column, int e, const double *k, double total) const;
  template <bool kValued>
  void add_four(const Column *const (&four)[4], const double *k, double *sum) const;

  int64_t rows_there_ = 0, stretch_ = 0, groups_a_stretch_ = 0;
  Buffer<uint32_t> groups_;   // where a group's columns begin, and behind the last one's
  Buffer<Column> columns_;    // of a group: in order
  Buffer<uint16_t> longest_;  // and their places among these: ones first, and the longest first
  Buffer<uint8_t> rows_;
  Buffer<double> values_;
};

}  // namespace dpcvx::data

#endif
