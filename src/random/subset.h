// A uniform subset of a fixed size of {0, ..., n - 1}, exact.
#ifndef DPCVX_RANDOM_SUBSET_H_
#define DPCVX_RANDOM_SUBSET_H_

#include "base/buffer.h"
#include "base/error.h"
#include "random/rng.h"

namespace dpcvx {
namespace random {

class SubsetSampler {
 public:
  // Takes the memory, a bit a member, for every n up to most.
  dpcvx_status reserve(int64_t most, Error &error);

  // `size` of the n members to out[0], ..., out[size - 1], 0 <= size <= n <= most: in rising order where the subset is
  // dense, else in the order they were drawn.
  void draw(Rng &rng, int64_t n, int64_t size, int64_t *out);

 private:
  void mark(Rng &rng, int64_t n, int64_t size, int64_t *marked);
  void collect(int64_t n, bool marked, int64_t *out);

  Buffer<uint64_t> bits_;  // all zero between draws
};

}  // namespace random
}  // namespace dpcvx

#endif
