#include "mechanism/stability_law.h"

namespace dpcvx {
namespace mechanism {

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

}  // namespace mechanism
}  // namespace dpcvx
