// The walk of a gradient method on a quadratic, one direction at a time: what share of the way to the minimum the
// average of its last iterates has gone, and how much of the noise in its gradients it keeps.
#ifndef DPCVX_SOLVE_RISK_MOMENTUM_RESPONSE_H_
#define DPCVX_SOLVE_RISK_MOMENTUM_RESPONSE_H_

#include <cstdint>

namespace dpcvx::solve {

// v <- m v - eta (h (w - w*) + xi), w <- w + v from rest at 0, xi of variance 1; `averaged` of the `steps` iterates.
struct IterationParameters {
  int64_t steps = 1, averaged = 1;
  double step_size = 0, momentum = 0, curvature = 0;
};

struct WalkResponse {
  double share = 0, variance = 0;            // of the average
  double last_share = 0, last_variance = 0;  // of the last iterate
};

WalkResponse walk_response(const IterationParameters &terms);

}  // namespace dpcvx::solve

#endif
