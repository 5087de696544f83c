// What a unit counts for in a covariance: its mean point of a lattice in the unit ball, the mean of the products of
// that point's coordinates, and where a box holds all points that of third and fourth moments. Privacy rests on the
// size of these integers, and on no floating-point number (PROOFS.md, section 2).
#ifndef DPCVX_ESTIMATE_COVARIANCE_MOMENT_SUMS_H_
#define DPCVX_ESTIMATE_COVARIANCE_MOMENT_SUMS_H_

#include "base/buffer.h"
#include "data/dataset.h"

namespace dpcvx::estimate {

// The radius of the ball is this many steps. Sums over 2^40 units stay below 2^61.
constexpr int64_t kMomentSteps = int64_t{1} << 20;
constexpr int64_t kMaxCovarianceColumns = 512;

// The kind of one release.
struct MomentShape {
  int64_t columns = 1;
  bool gaussian = true, replaced = true;
  // Half the side of a box that holds all points beside the ball, in steps.
  int64_t box = kMomentSteps;
  // Third and fourth moments are summed too. The box is within the ball then.
  bool higher = false;

  // What squares are taken from under add/remove, in steps; 0 under replace-one.
  int64_t shift() const { return replaced ? 0 : kMomentSteps / columns; }
};

// Returns half the side of the greatest box that is within the ball, in steps.
int64_t box_in_ball(int64_t columns);

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

// Return what a record adds about fourth and third moments, from integers of a box within the ball. In steps over the
// columns, with p and q the squares in half widths: (p + q) / 2 - p q. In steps over their root: (1 - p) times the
// value.
int64_t fourth_moment_part(int64_t square, int64_t other, int64_t columns, int64_t steps);
int64_t third_moment_part(int64_t square, int64_t value, int64_t columns, int64_t steps);

// The sums over units of squares, products, coordinates and higher moments, and the number of units times the steps.
class MomentSums {
 public:
  // With room for higher moments, if any.
  bool allocate(int64_t columns, bool higher);
  // Adds up all units of a table. Squares count as shift - square under add/remove. Cannot fail.
  void add(const data::Dataset &table, const BallMap &map, const MomentShape &shape);

  size_t columns() const { return d_; }
  size_t products_count() const { return d_ * (d_ - 1) / 2; }
  int64_t *squares() { return sums_.data(); }
  // Of coordinates i > j at [i (i - 1) / 2 + j].
  int64_t *products() { return sums_.data() + d_; }
  int64_t *coordinates() { return products() + products_count(); }
  // Fourth moments of single columns, then of pairs as products are, then third ones of columns i and j at [i d + j].
  int64_t *own_fourths() { return coordinates() + d_; }
  int64_t *fourths() { return own_fourths() + d_; }
  int64_t *thirds() { return fourths() + products_count(); }
  size_t higher_count() const { return higher_ ? d_ + products_count() + d_ * d_ : 0; }
  int64_t *units() { return own_fourths() + higher_count(); }
  size_t size() const { return 2 * d_ + products_count() + higher_count() + 1; }

 private:
  void add_point(int64_t *to);
  void add_higher(int64_t *to);

  size_t d_ = 0;
  bool higher_ = false;
  Buffer<int64_t> sums_, of_unit_, point_, squares_;
  Buffer<double> values_;
};

}  // namespace dpcvx::estimate

#endif
