#include "base/machine/float_environment.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace dpcvx {

namespace {

#if defined(__x86_64__)

// MXCSR: exceptions masked, to nearest, subnormals kept. The low six bits only remember what happened.
constexpr uint64_t kDefault = 0x1f80;
constexpr uint64_t kMemory = 0x3f;
uint64_t read_control() { return _mm_getcsr(); }
void write_control(uint64_t control) { _mm_setcsr(static_cast<unsigned>(control)); }

#elif defined(__aarch64__)

constexpr uint64_t kDefault = 0;
constexpr uint64_t kMemory = 0;
uint64_t read_control() {
  uint64_t control;
  __asm__ __volatile__("mrs %0, fpcr" : "=r"(control));
  return control;
}
void write_control(uint64_t control) { __asm__ __volatile__("msr fpcr, %0" : : "r"(control)); }

#else
#error "teach dpcvx how this processor rounds (base/machine/float_environment.cpp)"
#endif

bool differs(uint64_t control) { return (control & ~kMemory) != kDefault; }

}  // namespace

uint64_t FloatEnvironment::enter() {
  const uint64_t host = read_control();
  if (differs(host)) write_control(kDefault);
  return host;
}

void FloatEnvironment::leave(uint64_t host) {
  if (differs(host)) write_control(host);
}

}  // namespace dpcvx
