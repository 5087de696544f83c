#include "model/function_sum.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::model {

double FunctionSum::unit(int64_t unit, const double *w, double *gradient) const {
  const int64_t d = function->dimension;
  std::fill(gradient, gradient + d, 0.0);
  if (absent != nullptr && (*absent)[static_cast<size_t>(unit)] != 0) return 0;
  const double weight = factors == nullptr ? 1 : factors[unit];
  if (!(weight > 0)) return 0;
  const double value = function->callback(unit, w, d, gradient, function->user);
  const double norm = norm_above(gradient, d);
  const double factor = norm < INFINITY ? clip_factor(norm, clip) * weight : 0;
  for (int64_t j = 0; j < d; ++j) gradient[j] = factor > 0 ? gradient[j] * factor : 0;
  return std::isfinite(value) ? value * weight : 0;
}

double FunctionSum::run(const double *w, double *memory, double *sum) const {
  const int64_t d = function->dimension, stride = padded(d);
  const Blocks blocks;
  const int64_t a_block = blocks.units_a_block(units.count);
  double *const total = memory, *const part = memory + stride, *const gradient = part + stride;
  double values = 0;
  std::fill(total, total + d, 0.0);
  for (int64_t begin = 0; begin < units.count; begin += a_block) {
    std::fill(part, part + d, 0.0);
    double block_values = 0;
    for (int64_t place = begin; place < std::min(begin + a_block, units.count); ++place) {
      block_values += unit(units.list == nullptr ? place : units.list[place], w, gradient);
      for (int64_t j = 0; j < d; ++j) part[j] += gradient[j];
    }
    for (int64_t j = 0; j < d; ++j) total[j] += part[j];
    values += block_values;
  }
  if (sum != nullptr) std::copy(total, total + d, sum);
  return values;
}

}  // namespace dpcvx::model
