// An endless sequence of independent uniform permutations of {0, ..., n - 1}, one after the other, exact: the order in
// which passes take units. With n entries of memory, taken beforehand, and one draw an entry.
#ifndef DPCVX_RANDOM_PERMUTATION_H_
#define DPCVX_RANDOM_PERMUTATION_H_

#include "base/buffer.h"
#include "base/status.h"
#include "random/rng.h"

namespace dpcvx::random {

class PermutationSampler {
 public:
  static constexpr int64_t kMax = int64_t{1} << 32;

  // 1 <= n <= kMax.
  dpcvx_status reserve(int64_t n, Error &error);

  // Writes the next `count` entries.
  void draw(Rng &rng, int64_t count, int64_t *out);

 private:
  Buffer<uint32_t> order_;  // what the present permutation has given, then what it has not, in any order
  int64_t given_ = 0;
};

}  // namespace dpcvx::random

#endif
