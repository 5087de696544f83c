#include "random/bernoulli.h"

#include <cmath>

#include "random/exact_exp.h"

namespace dpcvx::random {
namespace {

enum class Decision { kYes, kNo, kOpen };

// U < exp(-y) for U with leading bits `high` and a y that is off as a law's (see exp_margin).
Decision decide(uint64_t high, double y) {
  // Beyond 700, exp(-y) < 2^-64 <= U unless high is zero.
  if (y > 700) return high != 0 ? Decision::kNo : Decision::kOpen;
  const double probability = exp_minus(y), u = static_cast<double>(high) * 0x1p-64;
  const double gap = probability * exp_margin(y) + 0x1p-50;
  if (u < probability - gap) return Decision::kYes;
  return u > probability + gap ? Decision::kNo : Decision::kOpen;
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
  const double y = static_cast<double>(count) * rate;
  if (count == 0 || rate == 0) return true;
  if (y > 1500) return false;
  const uint64_t high = rng.next();
  const Decision decision = decide(high, y);
  if (decision != Decision::kOpen) return decision == Decision::kYes;
  const Law law = Law::linear(rate);
  return exact_less(rng, {&law, count, false, high, 1, 1, 0});
}

bool bernoulli_exp_ratio(Rng &rng, uint64_t count, double scale) {
  const double y = static_cast<double>(count) / scale;
  if (count == 0) return true;
  if (y > 1500) return false;
  const uint64_t high = rng.next();
  const Decision decision = decide(high, y);
  if (decision != Decision::kOpen) return decision == Decision::kYes;
  const Law law = Law::linear_scale(scale);
  return exact_less(rng, {&law, count, false, high, 1, 1, 0});
}

}  // namespace dpcvx::random
