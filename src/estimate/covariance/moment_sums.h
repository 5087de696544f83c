// What a unit counts for in a covariance: its mean point of a lattice in the unit ball, and the mean of the products of
// that point's coordinates. Privacy rests on the size of these integers, and on no floating-point number (PROOFS.md,
// section 2).
#ifndef DPCVX_ESTIMATE_COVARIANCE_MOMENT_SUMS_H_
#define DPCVX_ESTIMATE_COVARIANCE_MOMENT_SUMS_H_

#include "base/buffer.h"
#include "data/dataset.h"

namespace dpcvx::estimate {

// The radius of the ball is this many steps. Sums over 2^40 units stay below 2^61.
constexpr int64_t kMomentSteps = int64_t{1} << 20;
constexpr int64_t kMaxCovarianceColumns = 512;

// How a record becomes a point: public numbers. A value is clipped to its range, and counts in half widths about the
// middle. The point is matrix (values - centre), or scale times the values where there is no matrix.
struct BallMap {
  const double *low, *high;
  double scale;
  const double *centre = nullptr, *matrix = nullptr;
};

// Writes the integers of a record, of at most `steps` in Euclidean norm for any values. `values` are overwritten, and
// have room for as many numbers behind them.
void place_in_ball(const BallMap &map, int64_t columns, int64_t steps, double *values, int64_t *point);

// Returns the number of steps that is nearest to x y / steps, for integers of size at most `steps`.
int64_t rounded_product(int64_t x, int64_t y, int64_t steps);

// The sums over units of squares, products and coordinates, and the number of units times the steps.
class MomentSums {
 public:
  bool allocate(int64_t columns);
  // Adds up all units of a table. Squares count as shift - square, where a shift is given. Cannot fail.
  void add(const data::Dataset &table, const BallMap &map, int64_t shift);

  size_t columns() const { return d_; }
  size_t products_count() const { return d_ * (d_ - 1) / 2; }
  int64_t *squares() { return sums_.data(); }
  // Of coordinates i > j at [i (i - 1) / 2 + j].
  int64_t *products() { return sums_.data() + d_; }
  int64_t *coordinates() { return products() + products_count(); }
  int64_t *units() { return coordinates() + d_; }
  size_t size() const { return 2 * d_ + products_count() + 1; }

 private:
  void add_point(int64_t *to) const;

  size_t d_ = 0;
  Buffer<int64_t> sums_, of_unit_, point_;
  Buffer<double> values_;
};

}  // namespace dpcvx::estimate

#endif
