// The public range of each column that a table was scaled by, and its centre where columns were centred too.
#ifndef DPCVX_DATA_RANGES_H_
#define DPCVX_DATA_RANGES_H_

#include "base/buffer.h"
#include "base/status.h"

namespace dpcvx::data {

class Ranges {
 public:
  // Copies the ranges. Returns false without memory. The caller has checked low[j] < high[j].
  bool create(const double *low, const double *high, int64_t columns);

  int64_t columns() const { return static_cast<int64_t>(low_.size()); }
  const double *low() const { return low_.data(); }
  const double *high() const { return high_.data(); }
  // Whether low and high of all columns are equal, and whether centres are besides.
  bool same_scale(const Ranges &other) const;
  bool equals(const Ranges &other) const;

  // Keeps a centre in [-1, 1] a column, to be taken off scaled entries. Returns false without memory.
  bool set_centres(const double *centres);
  // One a column; null for a table that was not centred.
  const double *centres() const { return centres_.size() > 0 ? centres_.data() : nullptr; }

  // Returns entry x of column j mapped from [low, high] to [-1, 1]; values outside are clipped. A table of floats
  // stores it rounded to float, which stays in [-1, 1].
  double mapped(int64_t j, double x) const;
  // Returns the scaled entry y less the centre of its column. It is in [-2, 2].
  double centred(int64_t j, double y) const { return centres_.size() > 0 ? y - centres_[static_cast<size_t>(j)] : y; }

 private:
  Buffer<double> low_, high_;
  Buffer<double> centres_;  // empty: none
};

// Both are finite, and low[j] < high[j]. The message names the first column where not.
dpcvx_status check_ranges(const double *low, const double *high, int64_t columns, Error &error);

}  // namespace dpcvx::data

#endif
