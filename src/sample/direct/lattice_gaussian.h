// Gaussian noise on a lattice with a deviation of its own for each draw: no table is made for it (PROOFS.md of direct,
// section 5).
#ifndef DPCVX_SAMPLE_DIRECT_LATTICE_GAUSSIAN_H_
#define DPCVX_SAMPLE_DIRECT_LATTICE_GAUSSIAN_H_

#include <cmath>

#include "sample/noise.h"

namespace dpcvx::sample {

class LatticeGaussian {
 public:
  // No draw is beyond 38 deviations: all are doubles, exactly.
  static constexpr double kMinSteps = 0x1p10, kMaxSteps = 0x1p47;

  void prepare() { normal_.prepare(0x1p50, 512); }
  void begin() { normal_.begin(); }

  // round(sigma Z), kMinSteps <= sigma < kMaxSteps.
  double next(double sigma, random::Rng &rng) {
    const int64_t steps = normal_.next_steps(rng);  // beyond 8 deviations it is no double
    return static_cast<double>(scaled(steps, rng.next(), sigma));
  }

  // round(sigma z), z = (steps - 1/2 + fraction 2^-64) 2^-50, up to 2^-50: what is below the last place of the product
  // is cut off.
  static int64_t scaled(int64_t steps, uint64_t fraction, double sigma) {
    int exponent;
    const int64_t mantissa = static_cast<int64_t>(std::ldexp(std::frexp(sigma, &exponent), 53));
    const Wide part = static_cast<Wide>((static_cast<WideUnsigned>(mantissa) * fraction) >> 63);
    const Wide product = static_cast<Wide>(mantissa) * (2 * static_cast<Wide>(steps) - 1) + part;
    const int shift = 104 - exponent;
    return static_cast<int64_t>((product + (static_cast<Wide>(1) << (shift - 1))) >> shift);
  }

 private:
  __extension__ typedef __int128 Wide;
  __extension__ typedef unsigned __int128 WideUnsigned;

  Noise normal_;
};

}  // namespace dpcvx::sample

#endif
