// A uniform subset of a fixed size of {0, ..., n - 1}, exact.
#ifndef DPCVX_RANDOM_SUBSET_H_
#define DPCVX_RANDOM_SUBSET_H_

#include "base/buffer.h"
#include "base/status.h"
#include "random/rng.h"

namespace dpcvx::random {

class SubsetSampler {
 public:
  // The share from which on rising order is quicker: about one member in a word of bits.
  static constexpr double kDenseShare = 0x1p-6;

  // Takes the memory, a bit a member, for every n up to most. Subsets are listed in rising order if `rising`, else in
  // the order they are drawn, which is uniform: it is fixed here, so that the law of the order does not depend on n.
  dpcvx_status reserve(int64_t most, bool rising, Error &error);

  // `size` of the n members to out[0], ..., out[size - 1], 0 <= size <= n <= most.
  void draw(Rng &rng, int64_t n, int64_t size, int64_t *out);

 private:
  void mark(Rng &rng, int64_t n, int64_t size, int64_t *marked);
  void collect(int64_t n, bool marked, int64_t *out);

  Buffer<uint64_t> bits_;  // all zero between draws
  bool rising_ = true;
};

}  // namespace dpcvx::random

#endif
