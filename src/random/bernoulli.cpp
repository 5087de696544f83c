#include "random/bernoulli.h"

#include <cmath>

#include "random/exact_exp.h"

namespace dpcvx {
namespace random {
namespace {

// U < exp(-y(x)) for a fresh uniform U, of which 64 bits decide almost always.
bool accept(Rng &rng, const Law &law, uint64_t x) {
  const uint64_t high = rng.next();
  const double y = law.y(static_cast<double>(x));
  if (y > 700) {
    // Here exp(-y) < 2^-64 <= U unless high is zero.
    if (high != 0) return false;
  } else {
    const double probability = exp_minus(y), u = static_cast<double>(high) * 0x1p-64;
    const double gap = probability * exp_margin(y) + 0x1p-50;
    if (u < probability - gap) return true;
    if (u > probability + gap) return false;
  }
  return exact_less(rng, {&law, x, false, high, 1, 1, 0});
}

}  // namespace

// Lemire (2019): the high half of a product, rejecting the low halves that would be hit once too often.
uint64_t uniform(Rng &rng, uint64_t bound) {
  Wide product = Wide{rng.next()} * bound;
  if (static_cast<uint64_t>(product) < bound) {
    const uint64_t surplus = (0 - bound) % bound;
    while (static_cast<uint64_t>(product) < surplus) product = Wide{rng.next()} * bound;
  }
  return static_cast<uint64_t>(product >> 64);
}

bool bernoulli_exp(Rng &rng, double x) { return bernoulli_exp_multiple(rng, 1, x); }

bool bernoulli_exp_multiple(Rng &rng, uint64_t count, double rate) {
  if (count == 0 || rate == 0) return true;
  if (static_cast<double>(count) * rate > 1500) return false;
  return accept(rng, Law::linear(rate), count);
}

bool bernoulli_exp_ratio(Rng &rng, uint64_t count, double scale) {
  if (count == 0) return true;
  if (static_cast<double>(count) / scale > 1500) return false;
  return accept(rng, Law::linear_scale(scale), count);
}

}  // namespace random
}  // namespace dpcvx
