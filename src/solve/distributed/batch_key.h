// Which units are in the batch of a step: each decides by a keyed hash of the step and its id. So a part that is summed
// again has the same batch, and no part needs to know of others (PROOFS.md, section 2).
#ifndef DPCVX_SOLVE_DISTRIBUTED_BATCH_KEY_H_
#define DPCVX_SOLVE_DISTRIBUTED_BATCH_KEY_H_

#include <cmath>

#include "base/machine/memory.h"
#include "base/siphash.h"
#include "random/rng.h"

namespace dpcvx::solve {

// The key of one step's batch. NOT PRIVATE: who knows it and the model knows which units the sum of the step had.
struct BatchKey {
  static constexpr size_t kWords = SipHash::kKeyBytes / sizeof(uint64_t);
  uint64_t words[kWords] = {};

  BatchKey() = default;
  ~BatchKey() { erase(); }
  BatchKey(const BatchKey &) = delete;
  BatchKey &operator=(const BatchKey &) = delete;

  void draw(random::Rng &rng) {
    for (uint64_t &word : words) word = rng.next();
  }
  void erase() { secure_zero(words, sizeof words); }
};

// A Poisson sample of rate q, a multiple of 2^-62: a unit is in where its hash of 64 bits is below q 2^64.
class HashedBatch {
 public:
  HashedBatch(const BatchKey &key, int64_t step, double rate)
      : start_(key.words[0], key.words[1]), limit_(static_cast<uint64_t>(std::ldexp(rate, 64))) {
    start_.add(static_cast<uint64_t>(step));
  }
  ~HashedBatch() { secure_zero(&start_, sizeof start_); }
  HashedBatch(const HashedBatch &) = delete;
  HashedBatch &operator=(const HashedBatch &) = delete;

  bool has(int64_t id) const {
    SipHash hash = start_;
    hash.add(static_cast<uint64_t>(id));
    return hash.hash() < limit_;
  }

 private:
  SipHash start_;
  uint64_t limit_;  // 0 < rate < 1
};

}  // namespace dpcvx::solve

#endif
