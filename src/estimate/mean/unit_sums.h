// What a unit counts for in private means: integers of a fixed set, four a column. Privacy rests on the size of
// that set, and on no floating-point number (PROOFS.md, section 2).
#ifndef DPCVX_ESTIMATE_MEAN_UNIT_SUMS_H_
#define DPCVX_ESTIMATE_MEAN_UNIT_SUMS_H_

#include "base/buffer.h"
#include "data/dataset.h"
#include "dpcvx/privacy.h"

namespace dpcvx::estimate {

// Half the width of a range is this many steps. Sums over 2^40 units stay below 2^61.
constexpr int64_t kMeanSteps = int64_t{1} << 20;

// The weight c of what a unit adds about its square, c (1 - x^2). It is the greatest multiple of 1/8 that leaves the
// sensitivity as it is without it. What it adds about higher moments leaves it so, too.
struct SquareWeight {
  int64_t eighths;
  bool gaussian;
  double value() const { return static_cast<double>(eighths) / 8; }
};
SquareWeight square_weight(bool gaussian, int32_t adjacency);

// Returns floor(c (S^2 - x^2) / S) for an integer |x| <= S.
int64_t square_part(int64_t x, const SquareWeight &weight, int64_t steps);
// Returns x (S^2 - x^2) / S^2, for Laplace noise over 24, for an integer |x| <= S. Rounded towards 0.
int64_t cube_part(int64_t x, bool gaussian, int64_t steps);
// Returns that times x / S, or (S^2 - x^2)^2 / (8 S^3) for Laplace noise. Rounded towards 0.
int64_t fourth_part(int64_t x, bool gaussian, int64_t steps);
// What the sums of both are to be multiplied with.
constexpr int64_t cube_scale(bool gaussian) { return gaussian ? 1 : 24; }
constexpr int64_t fourth_scale(bool gaussian) { return gaussian ? 1 : 8; }

// Returns how far one unit moves the sums of `columns` columns, and under add/remove their number, in units of S: in l2
// for Gaussian noise, or else in l1. Rounded up.
double mean_sensitivity(bool gaussian, int32_t adjacency, int64_t columns);

// Returns the nearest number of steps to (value - centre) / half, within [-S, S]. NaN counts as -S.
int64_t place_value(double value, double low, double high);

// The sums over units of x, of c (1 - x^2), and of what tells third and fourth moments, by column.
class UnitSums {
 public:
  // How many sums so many columns have.
  static size_t count(int64_t columns) { return 4 * static_cast<size_t>(columns); }
  bool allocate(int64_t columns);
  // Adds up all units of a table, whose columns have these ranges. Cannot fail.
  void add(const data::Dataset &table, const double *low, const double *high, const SquareWeight &weight);

  int64_t *of_values() { return sums_.data(); }
  int64_t *of_squares() { return sums_.data() + last_.size(); }
  int64_t *of_cubes() { return sums_.data() + 2 * last_.size(); }
  int64_t *of_fourths() { return sums_.data() + 3 * last_.size(); }
  // Has room for the number of units behind all of them.
  int64_t *all() { return sums_.data(); }
  size_t columns() const { return last_.size(); }

 private:
  Buffer<int64_t> sums_;
  Buffer<double> of_unit_;
  Buffer<int64_t> last_, touched_, counted_;
};

}  // namespace dpcvx::estimate

#endif
