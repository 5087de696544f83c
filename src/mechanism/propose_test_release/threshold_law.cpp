#include "mechanism/propose_test_release/threshold_law.h"

#include "base/error.h"

namespace dpcvx::mechanism {

dpcvx_status StabilityLaw::check_price(double epsilon, double delta, Error &error) {
  if (!(epsilon >= kMinEpsilon && epsilon <= kMaxEpsilon))
    return error.argument("epsilon", epsilon, "[2^-20, 512] for releases by stability");
  if (!(delta >= kMinDelta && delta < 1))
    return error.argument("delta", delta, "[2^-100, 1) for releases by stability, whose test of it may fail so often");
  return DPCVX_OK;
}

Fixed StabilityLaw::tail(int64_t score) const {
  if (score <= 0) return kFixedOne;
  return score <= top_ ? tail_[static_cast<size_t>(score)] : 0;
}

double StabilityLaw::pass(int64_t score) const { return fixed_to_double(tail(score)); }

int64_t StabilityLaw::draw(random::Rng &rng) const {
  const Fixed uniform = uniform_fixed(rng);
  int64_t level = 0, beyond = top_ + 1;  // tail(level) > uniform >= tail(beyond)
  while (beyond - level > 1) {
    const int64_t middle = level + (beyond - level) / 2;
    (uniform < tail(middle) ? level : beyond) = middle;
  }
  return level;
}

}  // namespace dpcvx::mechanism
