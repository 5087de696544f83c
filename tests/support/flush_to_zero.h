// A processor that treats the numbers below the normal ones as zeros, as programs built for speed leave it.
#ifndef DPCVX_TESTS_SUPPORT_FLUSH_TO_ZERO_H_
#define DPCVX_TESTS_SUPPORT_FLUSH_TO_ZERO_H_

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

// While it lives: results and operands below the least normal number count as 0.
class FlushToZero {
 public:
#if defined(__x86_64__)
  FlushToZero() : before_(_mm_getcsr()) { _mm_setcsr(before_ | 0x8040); }
  ~FlushToZero() { _mm_setcsr(before_); }

 private:
  unsigned before_;
#elif defined(__aarch64__)
  FlushToZero() {
    __asm__ volatile("mrs %0, fpcr" : "=r"(before_));
    const uint64_t flushing = before_ | uint64_t{1} << 24;
    __asm__ volatile("msr fpcr, %0" : : "r"(flushing));
  }
  ~FlushToZero() { __asm__ volatile("msr fpcr, %0" : : "r"(before_)); }

 private:
  uint64_t before_;
#endif
};

#endif
