// One coordinate beside a constraint: exact lattice draws from the law with density
//   exp(-(x - c)^2 / (2 s^2) - M dist(x, [low, high])),   M = infinity: x lies in the interval,
// low = high included (M |x - low|). However strongly the constraint holds, a draw takes a few tries: where a Gaussian
// proposal would rarely land, the interval and the two tails beside it are proposed from exponential laws.
#ifndef DPCVX_SAMPLE_INTERVAL_LAW_H_
#define DPCVX_SAMPLE_INTERVAL_LAW_H_

#include <cmath>
#include <cstdint>

#include "sample/noise.h"

namespace dpcvx::sample {

struct Interval {
  double low = -INFINITY, high = INFINITY;
  double slope = INFINITY;  // M

  double distance(double x) const { return x < low ? low - x : x > high ? x - high : 0; }
  // argmin of M dist(u) + (u - c)^2 / (2 s^2), s^2 = variance.
  double prox(double c, double variance) const {
    if (c < low) return slope == INFINITY ? low : std::fmin(low, c + variance * slope);
    if (c > high) return slope == INFINITY ? high : std::fmax(high, c - variance * slope);
    return c;
  }
  // Returns the law's mean.
  double mean(double c, double variance) const;
};

class IntervalLaw {
 public:
  // s^2, and the lattice step h.
  void set_scale(double variance, double step);
  void aim(double c, const Interval &interval);

  // Makes one try. Returns true if *x is a draw. `noise`: of standard deviation s.
  bool attempt(Noise &noise, random::Rng &rng, double *x) const;

 private:
  enum class Way : int8_t { kFixed, kGaussian, kPieces };
  enum class Form : int8_t { kNone, kExponential, kHalfGaussian, kFlat };
  // x = anchor + side * z, z = h * (0, 1, 2, ...) below `length`: log density top - rate z - z^2 / (2 s^2).
  struct Piece {
    Form form = Form::kNone;
    double anchor = 0, side = 1, length = INFINITY, rate = 0;
    double deficit = 0;  // log of the greatest mass of an envelope, less that of this piece's
  };

  void aim_pieces();
  Piece tail(double anchor, double side) const;
  Piece middle(double low, double high) const;
  double log_mass(const Piece &piece) const;
  // log of the Gaussian's density at x, less that at the point of the interval where it is greatest.
  double log_density(double x) const { return -(x - best_) * ((x - c_) + (best_ - c_)) / (2 * variance_); }
  double on_lattice(double x) const { return step_ * std::nearbyint(x / step_); }
  bool attempt_gaussian(Noise &noise, random::Rng &rng, double *x) const;
  bool attempt_piece(const Piece &piece, Noise &noise, random::Rng &rng, double *x) const;

  double variance_ = 1, deviation_ = 1, step_ = 1;
  double c_ = 0, centre_ = 0, edge_ = 0, tilt_ = 0, best_ = 0;
  Interval interval_;
  Way way_ = Way::kGaussian;
  Piece pieces_[3];
};

}  // namespace dpcvx::sample

#endif
