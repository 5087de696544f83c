// Memory: plain allocation that may fail, zeroing that is not optimised away, and sizes whose products are checked.
#ifndef DPCVX_BASE_MACHINE_MEMORY_H_
#define DPCVX_BASE_MACHINE_MEMORY_H_

#include <cstddef>
#include <cstdint>

namespace dpcvx {

// Returns null without memory, or if count * size overflows or exceeds PTRDIFF_MAX. Memory is aligned for any type and
// at least to 64 bytes (a cache line, a 512-bit vector). It is not initialised.
void *allocate(size_t count, size_t size);
void release(void *memory);

// Writes zeros that the compiler may not drop.
void secure_zero(void *memory, size_t bytes);

// Computes *product = a * b. Returns false, with *product unchanged, if it overflows.
inline bool checked_multiply(size_t a, size_t b, size_t *product) { return !__builtin_mul_overflow(a, b, product); }

}  // namespace dpcvx

#endif
