// A random order of reports: what stands between devices and a server in the shuffle model (PROOFS.md, section 5).
#ifndef DPCVX_ESTIMATE_LOCAL_SHUFFLE_H_
#define DPCVX_ESTIMATE_LOCAL_SHUFFLE_H_

#include <cstddef>

#include "random/rng.h"

namespace dpcvx::local {

// Writes `count` blocks of `size` bytes in an order that is uniform among all. `out` does not overlap `blocks`.
void shuffle_blocks(random::Rng &rng, const void *blocks, size_t count, size_t size, void *out);

}  // namespace dpcvx::local

#endif
