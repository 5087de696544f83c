// The public range of each column that a table was scaled by.
#ifndef DPCVX_DATA_RANGES_H_
#define DPCVX_DATA_RANGES_H_

#include "base/buffer.h"

namespace dpcvx::data {

class Ranges {
 public:
  // Copies the ranges. Returns false without memory. The caller has checked low[j] < high[j].
  bool create(const double *low, const double *high, int64_t columns);

  int64_t columns() const { return static_cast<int64_t>(low_.size()); }
  const double *low() const { return low_.data(); }
  const double *high() const { return high_.data(); }
  bool equals(const Ranges &other) const;

  // Returns entry x of column j mapped from [low, high] to [-1, 1]; values outside are clipped. A table of floats
  // stores it rounded to float, which stays in [-1, 1].
  double mapped(int64_t j, double x) const;

 private:
  Buffer<double> low_, high_;
};

}  // namespace dpcvx::data

#endif
