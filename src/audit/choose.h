// Chooses the events that bounds are computed for, on samples that are used for nothing else.
#ifndef DPCVX_AUDIT_CHOOSE_H_
#define DPCVX_AUDIT_CHOOSE_H_

#include <cstddef>

#include "audit/bound.h"

namespace dpcvx::audit {

struct ChosenEvents {
  Event epsilon, mu;
};

// Returns the events {score > t} or {score <= t}, t an observed score, with the greatest estimated bounds. sorted[side]
// holds `runs` > 0 scores in rising order, no NaN. With t at observed scores, {score >= t} is there too: on the sample
// it is {score > the next lower score}.
ChosenEvents choose_events(const double *const sorted[2], size_t runs, double delta, double confidence);

}  // namespace dpcvx::audit

#endif
