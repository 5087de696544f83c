// Random bytes from the operating system.
#ifndef DPCVX_RANDOM_ENTROPY_H_
#define DPCVX_RANDOM_ENTROPY_H_

#include <cstddef>

namespace dpcvx::random {

// Fills `out` and returns true, or returns false.
using EntropySource = bool (*)(void *out, size_t bytes);

// getrandom() on Linux, getentropy() on the BSDs and macOS, and /dev/urandom where the call is refused.
bool system_entropy(void *out, size_t bytes);

}  // namespace dpcvx::random

#endif
