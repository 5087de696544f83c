#include "estimate/mean/unit_sums.h"

#include <algorithm>
#include <cmath>

#include "numeric/directed.h"

namespace dpcvx::estimate {

using numeric::above;

SquareWeight square_weight(bool gaussian, int32_t adjacency) {
  if (!gaussian) return {4, false};
  return {adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 13 : 8, true};
}

int64_t square_part(int64_t x, const SquareWeight &weight, int64_t steps) {
  return weight.eighths * (steps * steps - x * x) / (8 * steps);
}

int64_t cube_part(int64_t x, bool gaussian, int64_t steps) {
  return x * (steps * steps - x * x) / (cube_scale(gaussian) * steps * steps);
}

int64_t fourth_part(int64_t x, bool gaussian, int64_t steps) {
  if (gaussian) return cube_part(x, gaussian, steps) * x / steps;
  const int64_t square = (steps * steps - x * x) / steps;
  return square * square / (fourth_scale(gaussian) * steps);
}

double mean_sensitivity(bool gaussian, int32_t adjacency, int64_t columns) {
  // What third and fourth moments add to the l1 sensitivity of a column.
  constexpr double kHigher = 0.01;
  const bool replaced = adjacency == DPCVX_ADJACENCY_REPLACE_ONE;
  const double d = static_cast<double>(columns), of_units = replaced ? 0 : 1;
  if (!gaussian) return above(above((replaced ? 2 : 1) * d + kHigher * d) + of_units);
  return (replaced ? 2 : 1) * above(std::sqrt(above(d + of_units)));
}

int64_t place_value(double value, double low, double high) {
  const double half = high / 2 - low / 2, centre = low + half;
  const double at = std::floor((value - centre) / half * static_cast<double>(kMeanSteps) + 0.5);
  if (!(at > -static_cast<double>(kMeanSteps))) return -kMeanSteps;
  return at < static_cast<double>(kMeanSteps) ? static_cast<int64_t>(at) : kMeanSteps;
}

bool UnitSums::allocate(int64_t columns) {
  const size_t d = static_cast<size_t>(columns);
  return sums_.allocate(count(columns) + 1) && of_unit_.allocate(d) && last_.allocate(d) && touched_.allocate(d) &&
         counted_.allocate(d);
}

void UnitSums::add(const data::Dataset &table, const double *low, const double *high, const SquareWeight &weight) {
  const auto count = [&](size_t j, double value, int64_t times) {
    const int64_t x = place_value(value, low[j], high[j]);
    of_values()[j] += times * x;
    of_squares()[j] += times * square_part(x, weight, kMeanSteps);
    of_cubes()[j] += times * cube_part(x, weight.gaussian, kMeanSteps);
    of_fourths()[j] += times * fourth_part(x, weight.gaussian, kMeanSteps);
  };
  std::fill(sums_.begin(), sums_.end(), 0);
  std::fill(counted_.begin(), counted_.end(), 0);
  std::fill(last_.begin(), last_.end(), -1);
  table.with_rows([&](const auto &rows) {
    for (int64_t u = 0; u < table.units(); ++u) {
      const data::RowPick owned = table.rows_of_unit(u);
      size_t touched = 0;
      for (int64_t place = 0; place < owned.count; ++place)
        rows.for_each(owned[place], [&](int64_t column, double value) {
          const size_t j = static_cast<size_t>(column);
          if (last_[j] != u) {
            last_[j] = u;
            of_unit_[j] = 0;
            touched_[touched++] = column;
          }
          of_unit_[j] += value;
        });
      for (size_t k = 0; k < touched; ++k) {
        const size_t j = static_cast<size_t>(touched_[k]);
        count(j, of_unit_[j] / static_cast<double>(owned.count), 1);
        ++counted_[j];
      }
    }
  });
  // A unit that stores nothing in a column has 0 there.
  for (size_t j = 0; j < columns(); ++j) count(j, 0, table.units() - counted_[j]);
}

}  // namespace dpcvx::estimate
