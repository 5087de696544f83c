#include "sample/sweeps/coordinate_law.h"

#include <cmath>

#include "random/bernoulli.h"
#include "sample/exponential_steps.h"

namespace dpcvx::sample {

namespace {

// Masses of envelopes of height 1: the whole Gaussian and half of it.
constexpr double kRootTwoPi = 2.5066282746310002, kHalfRootPi = 1.2533141373155003;

}  // namespace

// Ends belong by half to the interval: a cell of the lattice is half outside of it.
double CoordinateLaw::draw(double c, double low, double high, Noise &noise, random::Rng &rng, int64_t *tries) const {
  const double t = on_lattice(c), width = high - low;
  if (t >= low && t <= high) {
    if (width >= kRootTwoPi) {
      for (;;) {
        ++*tries;
        const double z = t + step_ * noise.next(rng);
        if (z > low && z < high) return z;
        if ((z == low || z == high) && random::coin(rng)) return z;
      }
    }
    const uint64_t most = static_cast<uint64_t>(width * inverse_);
    for (;;) {
      ++*tries;
      const uint64_t k = random::uniform(rng, most + 1);
      if ((k == 0 || k == most) && random::coin(rng)) continue;
      const double z = low + step_ * static_cast<double>(k);
      if (random::bernoulli_exp(rng, (z - t) * (z - t) / 2)) return z;
    }
  }
  const bool below = t < low;
  const double away = below ? low - t : t - high;
  double steps;
  do ++*tries;
  while (!attempt_beside(away, width, noise, rng, &steps));
  return below ? low + step_ * steps : high - step_ * steps;
}

// A try at a distance y from the nearer end, whose density is exp(-away y - y^2 / 2) for y <= width.
bool CoordinateLaw::attempt_beside(double away, double width, Noise &noise, random::Rng &rng, double *steps) const {
  double k, exponent;
  if (away * width < 1 && width < kHalfRootPi) {
    k = static_cast<double>(random::uniform(rng, static_cast<uint64_t>(width * inverse_) + 1));
    if (k == 0 && random::coin(rng)) return false;
    exponent = away * (step_ * k) + step_ * k * (step_ * k) / 2;
  } else if (away * kHalfRootPi < 1) {
    k = std::fabs(noise.next(rng));  // 0 has half of its neighbours' weight as it is
    exponent = away * (step_ * k);
  } else {
    k = exponential_steps(away * step_, rng);
    if (k == 0 && random::coin(rng)) return false;
    exponent = step_ * k * (step_ * k) / 2;
  }
  *steps = k;
  const double y = step_ * k;
  if (y > width || (y == width && random::coin(rng))) return false;
  return random::bernoulli_exp(rng, exponent);
}

}  // namespace dpcvx::sample
