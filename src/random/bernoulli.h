// Draws of one bit, and of a bounded uniform integer; exact where nothing else is said.
#ifndef DPCVX_RANDOM_BERNOULLI_H_
#define DPCVX_RANDOM_BERNOULLI_H_

#include "random/rng.h"

namespace dpcvx::random {

// Draws uniformly from {0, ..., bound - 1}, bound >= 1.
uint64_t uniform(Rng &rng, uint64_t bound);

inline bool coin(Rng &rng) { return (rng.next() & 1) != 0; }

// Returns whether a uniform number of 64 bits falls below p: true with probability p, to within 2^-64.
inline bool is_below(uint64_t level, double p) { return p >= 1 || level < static_cast<uint64_t>(p * 0x1p64); }

// Returns true with probability p, to within 2^-64; p >= 0. Draws nothing where p is 1 or more.
inline bool chance(Rng &rng, double p) { return p >= 1 || is_below(rng.next(), p); }

// Returns true with probability exp(-x), x >= 0 (+infinity too) the exact value of the double. Exact, except that a
// probability below 2^-1900 counts as 0.
bool bernoulli_exp(Rng &rng, double x);

// A random decision, "yes" with probability exp(-x), by one uniform number for any x. So bounds on x may decide it
// before x is known.
class ExpDecision {
 public:
  enum class Answer { kYes, kNo, kOpen };

  explicit ExpDecision(Rng &rng) : rng_(rng), high_(rng.next()) {}

  // Returns what at() returns for every x of [low, high], if that is one answer and plain.
  Answer between(double low, double high) const;
  // Returns whether the number is below exp(-x), x >= 0 the exact value of the double; exact as bernoulli_exp() is. To
  // be asked once.
  bool at(double x);

 private:
  Rng &rng_;
  uint64_t high_;  // the number's first bits
};

// Returns true with probability exp(-count * rate): the product is that of the exact values, not rounded. rate >= 0,
// finite.
bool bernoulli_exp_multiple(Rng &rng, uint64_t count, double rate);

// Returns true with probability exp(-count / scale): the quotient is that of the exact values, not rounded. scale > 0,
// finite.
bool bernoulli_exp_ratio(Rng &rng, uint64_t count, double scale);

}  // namespace dpcvx::random

#endif
