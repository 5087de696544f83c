// Sums of count * value that are exact until they are read, then rounded up: bookkeeping that does not drift.
#ifndef DPCVX_NUMERIC_UP_SUM_H_
#define DPCVX_NUMERIC_UP_SUM_H_

#include <cmath>
#include <cstdint>

#include "numeric/twofold.h"

namespace dpcvx::privacy {

// The least double that is not below a count.
inline double count_up(int64_t count) {
  const double rounded = static_cast<double>(count);
  if (rounded >= 0x1p63 || static_cast<int64_t>(rounded) >= count) return rounded;
  return std::nextafter(rounded, INFINITY);
}

class UpSum {
 public:
  // `value` >= 0, infinite too.
  void add(double value, int64_t count) {
    if (value == 0 || count == 0) return;
    const double product = value * count_up(count);
    if (!(product < INFINITY)) {
      infinite_ = true;
      return;
    }
    sum_ = numeric::add(sum_, numeric::two_product(value, count_up(count)));
    inexact_ |= product < 0x1p-900;  // there the product's low part may underflow
  }

  double up() const {
    if (infinite_ || !(sum_.high < INFINITY)) return INFINITY;
    return sum_.low > 0 || inexact_ ? std::nextafter(sum_.high, INFINITY) : sum_.high;
  }

  numeric::Twofold exact() const { return infinite_ ? numeric::Twofold{INFINITY, 0} : sum_; }

 private:
  numeric::Twofold sum_;
  bool infinite_ = false;
  bool inexact_ = false;
};

}  // namespace dpcvx::privacy

#endif
