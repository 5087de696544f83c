#include "random/strip_kernel.h"

namespace dpcvx::random {
namespace {

template <bool Wide>
void run(const StripKernelTable &table, const uint64_t *words, const uint32_t *more, int64_t *out, uint8_t *flags,
         size_t n) {
  const int width = table.width_bits, fraction = table.fraction;
  const int spare = (Wide ? kPlaceBits + 32 : kPlaceBits) - width;
  const uint64_t half = fraction > 0 ? uint64_t{1} << (fraction - 1) : 0;
  const uint64_t reject_zero = static_cast<uint64_t>(table.reject_zero);
  for (size_t block = 0; block < n; block += 8) {
    unsigned open = 0;
    for (size_t i = 0; i < 8; ++i) {
      const uint64_t word = words[block + i];
      const uint64_t own = word & (kStripColumns - 1), sign = (word >> 9) & 1;
      const uint64_t toss = (word >> 10) & 0xffff, u = (word >> 26) & 0xffff;
      const uint64_t entry = table.entry[own];
      const uint64_t threshold = entry & 0xffff;
      const bool alias = toss > threshold;
      const uint64_t column = alias ? (entry >> 16) & 0xffff : own;
      const uint64_t squeeze = alias ? entry >> 48 : (entry >> 32) & 0xffff;
      uint64_t place = word >> 42;
      if (Wide) place = (place << 32) | more[block + i];
      const uint64_t x = (column << width) + (place >> spare);
      const uint64_t magnitude = (x + half) >> fraction;
      out[block + i] = static_cast<int64_t>((magnitude ^ (0 - sign)) + sign);
      const bool zero = (sign & reject_zero) != 0 && x == 0;
      open |= static_cast<unsigned>((u >= squeeze) | (toss == threshold) | zero) << i;
    }
    flags[block / 8] = static_cast<uint8_t>(open);
  }
}

}  // namespace

void strip_kernel_baseline(const StripKernelTable &table, const uint64_t *words, const uint32_t *more, int64_t *out,
                           uint8_t *flags, size_t n) {
  if (table.wide)
    run<true>(table, words, more, out, flags, n);
  else
    run<false>(table, words, more, out, flags, n);
}

}  // namespace dpcvx::random
