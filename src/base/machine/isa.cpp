#include "base/machine/isa.h"

#include <atomic>

#if defined(DPCVX_HAS_AVX_KERNELS)
#include <cpuid.h>
#endif

namespace dpcvx {

#if defined(DPCVX_HAS_AVX_KERNELS)

namespace {

// Which register files the operating system saves.
unsigned saved_state() {
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

bool all(unsigned word, unsigned bits) { return (word & bits) == bits; }

Isa ask_processor() {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !all(c, bit_OSXSAVE | bit_AVX | bit_FMA)) return Isa::kBaseline;
  const unsigned saved = saved_state();
  if (!all(saved, 0x6) || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return Isa::kBaseline;
  if (!all(b, bit_AVX2 | bit_BMI | bit_BMI2)) return Isa::kBaseline;
  const unsigned wide = bit_AVX512F | bit_AVX512DQ | bit_AVX512VL | bit_AVX512BW;
  return all(saved, 0xe6) && all(b, wide) ? Isa::kAvx512 : Isa::kAvx2;
}

// The answer, once it is known: asking takes tens of microseconds on a virtual machine. Every thread finds the same.
std::atomic<int> known{-1};

}  // namespace

Isa widest_isa() {
  int answer = known.load(std::memory_order_relaxed);
  if (answer < 0) known.store(answer = static_cast<int>(ask_processor()), std::memory_order_relaxed);
  return static_cast<Isa>(answer);
}

#else

Isa widest_isa() { return Isa::kBaseline; }

#endif

}  // namespace dpcvx
