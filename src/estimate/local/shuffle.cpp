#include "estimate/local/shuffle.h"

#include <cstring>

#include "random/bernoulli.h"

namespace dpcvx::local {

void shuffle_blocks(random::Rng &rng, const void *blocks, size_t count, size_t size, void *out) {
  const unsigned char *const from = static_cast<const unsigned char *>(blocks);
  unsigned char *const to = static_cast<unsigned char *>(out);
  // The first i + 1 are in uniform order: block i goes to one of i + 1 places, and what was there to the end.
  for (size_t i = 0; i < count; ++i) {
    const size_t place = static_cast<size_t>(random::uniform(rng, i + 1));
    if (place != i) std::memcpy(to + i * size, to + place * size, size);
    std::memcpy(to + place * size, from + i * size, size);
  }
}

}  // namespace dpcvx::local
