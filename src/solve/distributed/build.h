// What the bits of slopes depend on besides rows and points: the library, and the functions that the system lends it.
#ifndef DPCVX_SOLVE_DISTRIBUTED_BUILD_H_
#define DPCVX_SOLVE_DISTRIBUTED_BUILD_H_

#include <cstdint>

namespace dpcvx::solve {

// A checksum of the library's version, and of exp, log, pow, expm1 and log1p at 64 points each. Equal ones do not prove
// that all results are equal.
uint64_t this_build();

}  // namespace dpcvx::solve

#endif
