#include "random/bernoulli.h"

#include <cmath>

#include "random/exact_exp.h"

namespace dpcvx::random {
namespace {

using Answer = ExpDecision::Answer;

// U < exp(-y) for U with leading bits `high` and a y that is off as a law's (see exp_margin).
Answer decide(uint64_t high, double y) {
  // Beyond 700, exp(-y) < 2^-64 <= U unless high is zero.
  if (y > 700) return high != 0 ? Answer::kNo : Answer::kOpen;
  const double probability = exp_minus(y), u = static_cast<double>(high) * 0x1p-64;
  const double gap = probability * exp_margin(y) + 0x1p-50;
  if (u < probability - gap) return Answer::kYes;
  return u > probability + gap ? Answer::kNo : Answer::kOpen;
}

// The same, decided: y is about `count` times the rate of the law that `make` returns.
template <class Make>
bool is_less(Rng &rng, uint64_t high, double y, uint64_t count, const Make &make) {
  const Answer answer = decide(high, y);
  if (answer != Answer::kOpen) return answer == Answer::kYes;
  const Law law = make();
  return exact_less(rng, {&law, count, false, high, 1, 1, 0});
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

ExpDecision::Answer ExpDecision::between(double low, double high) const {
  if (!(low <= high)) return Answer::kOpen;
  if (decide(high_, std::fmax(0, high)) == Answer::kYes) return Answer::kYes;
  return low > 0 && decide(high_, low) == Answer::kNo ? Answer::kNo : Answer::kOpen;
}

bool ExpDecision::at(double x) {
  return x == 0 || (x <= 1500 && is_less(rng_, high_, x, 1, [x] { return Law::linear(x); }));
}

bool bernoulli_exp(Rng &rng, double x) { return bernoulli_exp_multiple(rng, 1, x); }

bool bernoulli_exp_multiple(Rng &rng, uint64_t count, double rate) {
  const double y = static_cast<double>(count) * rate;
  if (count == 0 || rate == 0) return true;
  if (y > 1500) return false;
  return is_less(rng, rng.next(), y, count, [rate] { return Law::linear(rate); });
}

bool bernoulli_exp_ratio(Rng &rng, uint64_t count, double scale) {
  const double y = static_cast<double>(count) / scale;
  if (count == 0) return true;
  if (y > 1500) return false;
  return is_less(rng, rng.next(), y, count, [scale] { return Law::linear_scale(scale); });
}

}  // namespace dpcvx::random
