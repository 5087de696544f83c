// Bounds the effect of floating-point arithmetic on the chain's law, and makes the whole certificate (PROOFS.md,
// section 3).
#ifndef DPCVX_SAMPLE_ARITHMETIC_H_
#define DPCVX_SAMPLE_ARITHMETIC_H_

#include "sample/certificate.h"
#include "sample/schedule.h"
#include "sample/target.h"

namespace dpcvx::sample {

// Bounds the slope of the domain's finite wall in l2: of an lp ball, A (||x||_p^p - R^p)_+, where that is below 900 log
// 2 (PROOFS.md, 3.2).
double max_wall_slope(const model::Domain &domain, double wall, int64_t dimension);

// Computes the errors of one round of the chain as implemented (chain.cpp, wall.cpp), at every state in the region.
// They are infinite where a part, or the region, states no bound.
RoundErrors round_errors(const Target &target, const Schedule &schedule, const Region &region);

// Returns whether the domain is wide enough for points of the lattice to represent it. For walls that split into
// coordinates and are not hard any lattice suffices.
bool is_resolved(const Target &target, double lattice_step);

struct Certificate {
  double convexity = 0, eta = 0;
  StartDistance distance;
  int64_t rounds = 0;
  double kl = 0, variation = 0, gdp = 0;  // of the ideal chain against the target; gdp except with probability 2^-900
  double arithmetic_gdp = 0;              // of the computed chain against the ideal one,
  double layer = 0;                       // up to this total variation
  double arithmetic_variation = 0;        // both together
};
// Certifies a schedule and its region, as settle() left them.
Certificate certify(const Target &target, const Schedule &schedule, const Region &region,
                    const StartDistance &distance);

}  // namespace dpcvx::sample

#endif
