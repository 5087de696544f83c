// The floating-point environment of a call. Bounds that are rounded to the safe side, and norms that decide what is
// clipped, hold under IEEE 754's defaults only; a host may have set another rounding mode, unmasked exceptions, or
// have had subnormal numbers flushed to zero behind its back (a library linked with -ffast-math does that when it is
// loaded). So every call computes in the default environment and gives the host its own back.
#ifndef DPCVX_BASE_MACHINE_FLOAT_ENVIRONMENT_H_
#define DPCVX_BASE_MACHINE_FLOAT_ENVIRONMENT_H_

#include <cstdint>

namespace dpcvx {

// The default environment for as long as this lives. Threads started meanwhile inherit it.
class FloatEnvironment {
 public:
  FloatEnvironment() : saved_(enter()) {}
  FloatEnvironment(const FloatEnvironment &) = delete;
  FloatEnvironment &operator=(const FloatEnvironment &) = delete;
  ~FloatEnvironment() { leave(saved_); }

  // Enters the default environment and returns the host's, for leave() to give back.
  static uint64_t enter();
  static void leave(uint64_t host);

 private:
  uint64_t saved_;
};

}  // namespace dpcvx

#endif
