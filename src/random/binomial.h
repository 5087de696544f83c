// The number of units in a Poisson sample: Binomial(n, q), exact. A table of cumulative probabilities, 64 bits of each,
// decides nearly always; the rare draw that falls within a unit of an entry is compared in 1024 bits.
#ifndef DPCVX_RANDOM_BINOMIAL_H_
#define DPCVX_RANDOM_BINOMIAL_H_

#include "base/buffer.h"
#include "base/status.h"
#include "random/binomial_weights.h"
#include "random/rng.h"

namespace dpcvx::random {

class BinomialSampler {
 public:
  static constexpr int64_t kMaxUnits = int64_t{1} << 41;
  static constexpr double kMaxVariance = 0x1p30;

  // The least multiple of 2^-62 that is at least `rate`, 0 < rate <= 1: the rate that is drawn with and accounted for.
  static double usable_rate(double rate);

  // Returns a bound on every draw of Binomial(units, rate) for units <= max_units, a public number. Draws beyond it
  // have a probability below 2^-900 and are cut off.
  static int64_t max_drawn(int64_t max_units, double rate);

  // Takes the memory for every n up to max_units at this usable rate; max_units rate (1 - rate) <= kMaxVariance and
  // max_units <= kMaxUnits.
  dpcvx_status reserve(int64_t max_units, double rate, Error &error);
  // The law of Binomial(units, rate), 0 <= units <= max_units. Its time grows with the root of the variance.
  void set(int64_t units);

  int64_t draw(Rng &rng) const;

  // Returns the draw whose first 64 bits are `high` by exact comparison, without the table.
  int64_t resolve(Rng &rng, uint64_t high) const;
  // Returns the least k whose table entry certainly exceeds `high`, or -1 if the table cannot decide.
  int64_t look_up(uint64_t high) const;

 private:
  BinomialWeights weights_;
  int64_t most_ = 0;
  Buffer<uint64_t> table_;       // of k at place k - base_: floor(2^64 Pr[K <= k]), or one less, at most 2^64 - 1
  int64_t base_ = 0;             // may be below 0
  int64_t low_ = 0, high_ = -1;  // the k's whose entries are there
};

}  // namespace dpcvx::random

#endif
