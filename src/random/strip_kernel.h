// The inner loop of the strip samplers: from one random word (two for wide strips) the integer it stands for, and a
// flag where that is not yet certain. Plain C types only, and nothing with external linkage defined here: this is
// compiled for several instruction sets.
//
// Of a word r: bits 0-8 the column, 9 the sign, 10-25 the alias comparison, 26-41 the acceptance, 42-63 the place in
// the strip (followed by the 32 bits of the second word).
#ifndef DPCVX_RANDOM_STRIP_KERNEL_H_
#define DPCVX_RANDOM_STRIP_KERNEL_H_

#include <stddef.h>
#include <stdint.h>

namespace dpcvx::random {

constexpr int kStripColumns = 512;
constexpr int kPlaceBits = 22;

struct StripKernelTable {
  // Bits 0-15 alias threshold, 16-31 alias column, 32-47 the column's own squeeze, 48-63 the alias column's squeeze.
  alignas(64) uint64_t entry[kStripColumns];
  int32_t width_bits;
  int32_t wide;         // 1 where width_bits > kPlaceBits: a second word is used
  int32_t fraction;     // the integer is round(x / 2^fraction)
  int32_t reject_zero;  // 1 where -0 is to be rejected
};

// n is a multiple of 8. flags[i / 8] bit i % 8: candidate i is not certain to be accepted.
using StripKernel = void (*)(const StripKernelTable &table, const uint64_t *words, const uint32_t *more, int64_t *out,
                             uint8_t *flags, size_t n);
void strip_kernel_baseline(const StripKernelTable &table, const uint64_t *words, const uint32_t *more, int64_t *out,
                           uint8_t *flags, size_t n);
#if defined(__x86_64__)
void strip_kernel_avx2(const StripKernelTable &table, const uint64_t *words, const uint32_t *more, int64_t *out,
                       uint8_t *flags, size_t n);
void strip_kernel_avx512(const StripKernelTable &table, const uint64_t *words, const uint32_t *more, int64_t *out,
                         uint8_t *flags, size_t n);
#endif

}  // namespace dpcvx::random

#endif
