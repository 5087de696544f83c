// What the chain's arithmetic does to its law, and the whole certificate: PROOFS.md, section 3.
#ifndef DPCVX_SAMPLE_ARITHMETIC_H_
#define DPCVX_SAMPLE_ARITHMETIC_H_

#include "sample/certificate.h"
#include "sample/schedule.h"
#include "sample/target.h"

namespace dpcvx::sample {

// Of the chain as it is written (chain.cpp, wall.cpp), with the target's parts, at every state in the region. Infinite
// where a part, or the region, states nothing.
RoundErrors round_errors(const Target &target, const Schedule &schedule, const Region &region);

// Whether the domain is wide enough for points of the lattice to stand for it; of walls that split into coordinates and
// are not hard any lattice will do.
bool is_resolved(const Target &target, double lattice_step);

struct Certificate {
  double convexity = 0, eta = 0;
  StartDistance distance;
  int64_t rounds = 0;
  double kl = 0, variation = 0, gdp = 0;  // of the ideal chain against the target; gdp except for 2^-900
  double arithmetic_gdp = 0;              // of the computed chain against the ideal one,
  double layer = 0;                       // except for this total variation
  double arithmetic_variation = 0;        // both together
};
// `schedule` and `region` as settle() left them.
Certificate certify(const Target &target, const Schedule &schedule, const Region &region,
                    const StartDistance &distance);

}  // namespace dpcvx::sample

#endif
