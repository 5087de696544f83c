#include "random/permutation.h"

#include <algorithm>

#include "base/error.h"
#include "random/bernoulli.h"

namespace dpcvx::random {

dpcvx_status PermutationSampler::reserve(int64_t n, Error &error) {
  if (!order_.allocate(static_cast<size_t>(n))) return error.nomem("the order of units");
  for (size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<uint32_t>(i);
  given_ = 0;
  return DPCVX_OK;
}

// Each entry is uniform among those that the pass has not given (Durstenfeld 1964). A pass begins with what the last
// one left: the law of what it gives does not depend on where it starts.
void PermutationSampler::draw(Rng &rng, int64_t count, int64_t *out) {
  const int64_t n = static_cast<int64_t>(order_.size());
  uint32_t *const order = order_.data();
  for (int64_t i = 0; i < count; ++i) {
    if (given_ == n) given_ = 0;
    const int64_t other = given_ + static_cast<int64_t>(uniform(rng, static_cast<uint64_t>(n - given_)));
    std::swap(order[given_], order[other]);
    out[i] = order[given_++];
  }
}

}  // namespace dpcvx::random
