#include "sample/schedule.h"

#include <algorithm>

#include "numeric/directed.h"
#include "sample/certificate.h"

namespace dpcvx::sample {

namespace {

double up(double x) { return x * (1 + 0x1p-40); }

int ceil_log2(double x) { return std::ilogb(x) + (numeric::power_of_two(std::ilogb(x)) < x); }

double slope_of(const Target &target, double reach) {
  double slope = 0;
  for (int32_t i = 0; i < target.count; ++i) slope += target.parts[i]->lipschitz(reach);
  return up(slope);
}

struct Size {
  double norm = 0, largest = 0;
};

Size size_of(const double *x, int64_t dimension) {
  Size size;
  for (int64_t j = 0; x != nullptr && j < dimension; ++j) {
    size.norm = std::hypot(size.norm, x[j]);
    size.largest = std::max(size.largest, std::fabs(x[j]));
  }
  return size;
}

}  // namespace

double spread_for(double precision, double eta, double slope, int64_t dimension) {
  const double variance = 1 / (precision + 1 / eta);
  return up(2 * variance * slope + std::sqrt(eta) * (std::sqrt(static_cast<double>(dimension)) + 36));
}

bool settle(const Target &target, const double *start, double far_distance, Schedule *schedule, Region *region) {
  const Size size = size_of(start, target.dimension);
  // Points of the chain keep within 2 far of the start, tangent points within a spread of those, tries within another.
  // The slope bounds subgradients there, and the spread rests on the slope.
  double reach = size.norm + 2 * far_distance, slope = INFINITY, spread = INFINITY;
  for (int step = 0; step < 60; ++step) {
    slope = slope_of(target, reach);
    spread = spread_for(target.precision, schedule->eta, slope, target.dimension);
    const double needed = up(size.norm + 2 * far_distance + 2 * spread);
    if (needed <= reach) break;
    reach = step < 50 ? needed * (1 + 0x1p-10) : static_cast<double>(INFINITY);
  }
  if (!(reach < INFINITY)) slope = spread = INFINITY;
  schedule->slope = slope;
  schedule->spread = spread;
  region->reach = reach;
  region->spread = spread;

  const double s = 1 / std::sqrt(target.precision + 1 / schedule->eta), noise = std::sqrt(schedule->eta);
  const double width = spread < INFINITY ? 2 * spread : 0;  // where no region is kept to, none is stated either
  const double largest =
      size.largest + 2 * far_distance + width + noise * (std::sqrt(static_cast<double>(target.dimension)) + 36);
  if (!(s > 0x1p-900) || !(largest < 0x1p900)) return false;
  const int exponent = std::max({ceil_log2(s) - 45, ceil_log2(noise) - 50, ceil_log2(largest) - 51});
  schedule->lattice_step = numeric::power_of_two(exponent);
  return s >= 0x1p10 * schedule->lattice_step;
}

}  // namespace dpcvx::sample
