// One coordinate between hard walls: exact lattice draws from the law with density
//   exp(-(z - c)^2 / 2) on [low, high],
// ends that may be infinite and else are points of the lattice. For all c and ends a try is taken with a probability of
// 0.45 or more: it comes from the envelope of least mass (PROOFS.md).
#ifndef DPCVX_SAMPLE_SWEEPS_COORDINATE_LAW_H_
#define DPCVX_SAMPLE_SWEEPS_COORDINATE_LAW_H_

#include <cstdint>

#include "sample/noise.h"

namespace dpcvx::sample {

class CoordinateLaw {
 public:
  // Expected tries are at most this, a uniform envelope's rejected ends aside.
  static constexpr double kMostTries = 1 / 0.45;

  // The lattice step h = 2^-k.
  void set_step(double step) { step_ = step, inverse_ = 1 / step; }
  double step() const { return step_; }
  // The point of the lattice nearest to x, |x| <= 2^50 h.
  double on_lattice(double x) const {
    const double shift = 0x1.8p52 * step_;
    return (x + shift) - shift;
  }

  // A draw. `noise`: of standard deviation 1. *tries grows by the tries made.
  double draw(double c, double low, double high, Noise &noise, random::Rng &rng, int64_t *tries) const;

 private:
  bool attempt_beside(double away, double width, Noise &noise, random::Rng &rng, double *steps) const;

  double step_ = 1, inverse_ = 1;
};

}  // namespace dpcvx::sample

#endif
