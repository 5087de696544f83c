#include "sample/schedule.h"

#include <algorithm>

#include "numeric/margins.h"
#include "numeric/directed.h"
#include "numeric/norm.h"
#include "sample/certificate.h"

namespace dpcvx::sample {

namespace {

int ceil_log2(double x) { return std::ilogb(x) + (numeric::power_of_two(std::ilogb(x)) < x); }

struct Size {
  double norm = 0, largest = 0;
};

Size size_of(const double *x, int64_t dimension) {
  Size size;
  size.norm = numeric::l2_norm_up(x, dimension);
  for (int64_t j = 0; x != nullptr && j < dimension; ++j) size.largest = std::max(size.largest, std::fabs(x[j]));
  return size;
}

// How far from 0 a draw's mode can be where its centre without parts is within `reach`, on R^d: a part that is least at
// o draws it nearer to o, which the others, moving it by their displacements, do not know.
double farthest_mode(const Target &target, double reach, double variance) {
  double least = INFINITY;
  for (int32_t i = 0; i < target.count; ++i) {
    const double inward = target.parts[i]->centre_norm();
    if (!(inward < INFINITY)) continue;
    double norm = numeric::up_many(reach + 2 * inward);
    for (int32_t k = 0; k < target.count; ++k)
      if (k != i) norm = numeric::up_many(norm + target.parts[k]->displacement(norm, variance));
    least = std::min(least, norm);
  }
  return least;
}

}  // namespace

double slope_of(const Target &target, double reach) {
  double slope = 0;
  for (int32_t i = 0; i < target.count; ++i) slope += target.parts[i]->lipschitz(reach);
  return numeric::up_many(slope);
}

double spread_for(double precision, double eta, double slope, int64_t dimension) {
  const double variance = 1 / (precision + 1 / eta);
  return numeric::up_many(2 * variance * slope +
                          std::sqrt(variance) * (std::sqrt(static_cast<double>(dimension)) + 36));
}

bool settle(const Target &target, const double *start, double far_distance, Schedule *schedule, Region *region) {
  const Size size = size_of(start, target.dimension), middle = size_of(target.centre, target.dimension);
  const double variance = 1 / (target.precision + 1 / schedule->eta), noise = std::sqrt(schedule->eta);
  const double ball = noise * (std::sqrt(static_cast<double>(target.dimension)) + 36);
  // Points x of the chain keep within 2 far of the start, y within a ball of those. The draw's centre without parts
  // lies between y and the quadratic's centre, and the wall moves it towards the domain. From there the parts move the
  // draw's mode.
  double reach = std::max(middle.norm, size.norm + 2 * far_distance + ball);
  const bool free = target.domain == nullptr || target.domain->is_all();
  if (!free) reach += target.domain->radius();
  double moved = 0;  // by one part after the other, each from where the ones before it have moved the mode
  for (int32_t i = 0; i < target.count; ++i)
    moved = numeric::up_many(moved + target.parts[i]->displacement(numeric::up_many(reach + moved), variance));
  const double slope = numeric::up_many(moved / variance);
  const double spread = spread_for(target.precision, schedule->eta, slope, target.dimension);
  schedule->slope = slope;
  schedule->spread = spread;
  const double s = std::sqrt(variance), root = std::sqrt(static_cast<double>(target.dimension));
  region->reach = numeric::up_many(reach + variance * slope + spread);
  if (free)
    region->reach = std::min(region->reach, numeric::up_many(farthest_mode(target, reach, variance) + s * (root + 36)));
  region->spread = spread;
  schedule->reach = region->reach;
  region->outside = target.wall < INFINITY ? numeric::up_many(2 * far_distance) : 0;

  const double width = spread < INFINITY ? variance * slope + spread : 0;
  const double largest = std::max(middle.largest, size.largest) + 2 * far_distance + ball + width;
  if (!(s > 0x1p-900) || !(largest < 0x1p900)) return false;
  const int exponent = std::max({ceil_log2(s) - 45, ceil_log2(noise) - 50, ceil_log2(largest) - 51});
  schedule->lattice_step = numeric::power_of_two(exponent);
  return s >= 0x1p10 * schedule->lattice_step;
}

}  // namespace dpcvx::sample
