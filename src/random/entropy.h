// Random bytes from the operating system.
#ifndef DPCVX_RANDOM_ENTROPY_H_
#define DPCVX_RANDOM_ENTROPY_H_

#include <cstddef>

namespace dpcvx::random {

// Fills `out` and returns true, or returns false.
using EntropySource = bool (*)(void *out, size_t bytes);

// getrandom() on Linux, and /dev/urandom where the call is refused. BCryptGenRandom() on Windows. On other systems
// nothing was ever tested: there it returns false, unless DPCVX_UNTESTED_SYSTEM is defined at compile time. Then it
// asks getentropy(), and /dev/urandom where that call is refused.
bool system_entropy(void *out, size_t bytes);

// Why system_entropy() returned false.
const char *why_no_entropy();

}  // namespace dpcvx::random

#endif
