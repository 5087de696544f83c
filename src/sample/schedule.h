// The schedule of a chain. All of it must be public for the output to be private.
#ifndef DPCVX_SAMPLE_SCHEDULE_H_
#define DPCVX_SAMPLE_SCHEDULE_H_

#include <cmath>
#include <cstdint>

#include "sample/target.h"

namespace dpcvx::sample {

struct Schedule {
  double eta = 0;           // step size: the variance of a round's noise
  int64_t rounds = 0;       // T >= 1
  double lattice_step = 0;  // h, a power of two: points of the chain are multiples of it
  // L: the parts move the mode of a draw by L / (precision + 1/eta) at most from where it would be without parts, and
  // predictions keep within that too. Tries that are further than `spread` from the prediction are rejected. Infinity:
  // neither.
  double slope = INFINITY;
  double spread = INFINITY;
  // Points of tangents are kept within this norm, tries beyond it rejected: the region's reach. Infinity: neither.
  double reach = INFINITY;
};

// Bounds the subgradients of the sum of all parts at points of norm at most `reach`.
double slope_of(const Target &target, double reach);

// 2 s^2 L + s (sqrt(d) + 36), s^2 = 1 / (precision + 1/eta): what a restricted Gaussian oracle's draw passes
// with a probability below 2^-900, rounded up.
double spread_for(double precision, double eta, double slope, int64_t dimension);

// Completes a schedule whose eta is chosen: fills in lattice_step, slope, spread and reach. All points and tries of a
// chain from `start` lie in *region, except with probability 2^-900 a round. far_distance is StartDistance::far.
// `start` has `dimension` entries, or is null for 0. Returns false where points of the lattice would not be doubles:
// the target is too far from the start for the noise, or numbers leave the range of doubles.
bool settle(const Target &target, const double *start, double far_distance, Schedule *schedule, Region *region);

}  // namespace dpcvx::sample

#endif
