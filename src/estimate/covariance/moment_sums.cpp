#include "estimate/covariance/moment_sums.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::estimate {

namespace {

// From a value to half widths about the middle of its range, in [-1, 1]. NaN counts as -1.
double in_half_widths(double value, double low, double high) {
  const double half = high / 2 - low / 2, at = (value - (low + half)) / half;
  if (!(at > -1)) return -1;
  return at < 1 ? at : 1;
}

int64_t nearest(double value, double steps) {
  const double at = std::floor(value * steps + 0.5);
  if (!(at > -steps)) return -static_cast<int64_t>(steps);
  return static_cast<int64_t>(at < steps ? at : steps);
}

// Brings the integers into the ball: towards 0, by a factor that rounding cannot lift above what is needed.
void shrink(int64_t *point, int64_t columns, int64_t steps) {
  int64_t square = 0;
  for (int64_t j = 0; j < columns; ++j) square += point[j] * point[j];
  const int64_t most = steps * steps;
  if (square <= most) return;
  constexpr double kDown = 1 - 0x1p-49;
  const double factor = std::sqrt(static_cast<double>(most) / static_cast<double>(square)) * kDown;
  for (int64_t j = 0; j < columns; ++j) point[j] = static_cast<int64_t>(static_cast<double>(point[j]) * factor);
}

// The integer nearest to sum / count.
int64_t rounded_mean(int64_t sum, int64_t count) {
  const int64_t over = 2 * sum + count, whole = over / (2 * count);
  return over % (2 * count) < 0 ? whole - 1 : whole;
}

}  // namespace

void place_in_ball(const BallMap &map, int64_t columns, int64_t steps, double *values, int64_t *point) {
  double *const at = values + columns, square = 0;
  for (int64_t j = 0; j < columns; ++j) values[j] = in_half_widths(values[j], map.low[j], map.high[j]);
  if (map.matrix != nullptr)
    for (int64_t j = 0; j < columns; ++j) values[j] -= map.centre[j];
  for (int64_t i = 0; i < columns; ++i) {
    if (map.matrix == nullptr) {
      at[i] = values[i] * map.scale;
    } else {
      const double *const row = map.matrix + i * columns;
      at[i] = 0;
      for (int64_t j = 0; j < columns; ++j) at[i] += row[j] * values[j];
    }
    square += at[i] * at[i];
  }
  // A row outside of the ball is brought to its surface, in its direction.
  const double factor = square > 1 ? 1 / std::sqrt(square) : 1;
  for (int64_t i = 0; i < columns; ++i) point[i] = nearest(at[i] * factor, static_cast<double>(steps));
  shrink(point, columns, steps);
}

int64_t rounded_product(int64_t x, int64_t y, int64_t steps) {
  return (x * y + steps * steps + steps / 2) / steps - steps;
}

int64_t box_in_ball(int64_t columns) {
  int64_t box = static_cast<int64_t>(static_cast<double>(kMomentSteps) / std::sqrt(static_cast<double>(columns))) + 1;
  while (columns * box * box > kMomentSteps * kMomentSteps) --box;
  return box;
}

// Both add a multiple of what they divide by, so that quotients are of positive numbers.
int64_t fourth_moment_part(int64_t square, int64_t other, int64_t columns, int64_t steps) {
  const int64_t twice = (square + other) * steps - 2 * columns * square * other;
  return (twice + steps + 2 * steps * steps) / (2 * steps) - steps;
}

int64_t third_moment_part(int64_t square, int64_t value, int64_t columns, int64_t steps) {
  return rounded_product(steps - columns * square, value, steps);
}

bool MomentSums::allocate(int64_t columns, bool higher) {
  d_ = static_cast<size_t>(columns);
  higher_ = higher;
  return sums_.allocate(size()) && of_unit_.allocate(size()) && point_.allocate(d_) && squares_.allocate(d_) &&
         values_.allocate(2 * d_);
}

void MomentSums::add_higher(int64_t *to) {
  const int64_t columns = static_cast<int64_t>(d_);
  int64_t *const own = to + 2 * d_ + products_count(), *pair = own + d_, *third = pair + products_count();
  for (size_t i = 0; i < d_; ++i) squares_[i] = rounded_product(point_[i], point_[i], kMomentSteps);
  for (size_t i = 0; i < d_; ++i) {
    own[i] += fourth_moment_part(squares_[i], squares_[i], columns, kMomentSteps);
    for (size_t j = 0; j < i; ++j) *pair++ += fourth_moment_part(squares_[i], squares_[j], columns, kMomentSteps);
    for (size_t j = 0; j < d_; ++j) *third++ += third_moment_part(squares_[i], point_[j], columns, kMomentSteps);
  }
}

void MomentSums::add_point(int64_t *to) {
  if (higher_) add_higher(to);
  const int64_t *const point = point_.data();
  int64_t *product = to + d_, *const coordinate = product + products_count();
  for (size_t i = 0; i < d_; ++i) {
    to[i] += rounded_product(point[i], point[i], kMomentSteps);
    for (size_t j = 0; j < i; ++j) *product++ += rounded_product(point[i], point[j], kMomentSteps);
    coordinate[i] += point[i];
  }
}

void MomentSums::add(const data::Dataset &table, const BallMap &map, const MomentShape &shape) {
  const int64_t shift = shape.shift();
  std::fill(sums_.begin(), sums_.end(), 0);
  table.with_rows([&](const auto &rows) {
    for (int64_t u = 0; u < table.units(); ++u) {
      const data::RowPick owned = table.rows_of_unit(u);
      int64_t *const to = owned.count == 1 ? sums_.data() : of_unit_.data();
      if (owned.count != 1) std::fill(of_unit_.begin(), of_unit_.end(), 0);
      for (int64_t place = 0; place < owned.count; ++place) {
        std::fill(values_.begin(), values_.end(), 0.0);
        rows.for_each(owned[place], [&](int64_t j, double value) { values_[static_cast<size_t>(j)] = value; });
        place_in_ball(map, static_cast<int64_t>(d_), kMomentSteps, values_.data(), point_.data());
        for (int64_t &x : point_) x = std::clamp(x, -shape.box, shape.box);
        add_point(to);
      }
      if (owned.count == 1) continue;
      for (size_t k = 0; k + 1 < size(); ++k) sums_[k] += rounded_mean(of_unit_[k], owned.count);
    }
  });
  if (shift != 0)
    for (size_t j = 0; j < d_; ++j) squares()[j] = table.units() * shift - squares()[j];
  *units() = table.units() * kMomentSteps;
}

}  // namespace dpcvx::estimate
