#include "random/subset.h"

#include <algorithm>

#include "random/bernoulli.h"

namespace dpcvx {
namespace random {

namespace {

constexpr int64_t kWordBits = 64;

// Uniform indices below a bound; two from each word of the stream where 32 bits will do (Lemire 2019, as uniform()).
class Indices {
 public:
  Indices(Rng &rng, uint64_t bound)
      : rng_(rng),
        bound_(bound),
        short_(bound <= uint64_t{1} << 31),
        surplus_(short_ ? (uint64_t{1} << 32) % bound : 0) {}

  uint64_t next() {
    if (!short_) return uniform(rng_, bound_);
    for (;;) {
      const uint64_t product = half() * bound_;
      if (static_cast<uint32_t>(product) >= surplus_) return product >> 32;
    }
  }

 private:
  uint64_t half() {
    kept_ = !kept_;
    if (kept_) word_ = rng_.next();
    return kept_ ? word_ >> 32 : static_cast<uint32_t>(word_);
  }

  Rng &rng_;
  const uint64_t bound_;
  const bool short_;
  const uint64_t surplus_;  // products below it are hit once too often
  uint64_t word_ = 0;
  bool kept_ = false;
};

}  // namespace

dpcvx_status SubsetSampler::reserve(int64_t most, bool rising, Error &error) {
  rising_ = rising;
  return bits_.allocate(static_cast<size_t>((most + kWordBits - 1) / kWordBits))
             ? DPCVX_OK
             : error.nomem("the sampler of batches");
}

void SubsetSampler::draw(Rng &rng, int64_t n, int64_t size, int64_t *out) {
  if (!rising_) {
    mark(rng, n, size, out);
    for (int64_t i = 0; i < size; ++i) bits_[static_cast<size_t>(out[i] / kWordBits)] = 0;
    return;
  }
  // Leaving out the lesser half is quicker.
  const bool inside = size <= n / 2;
  mark(rng, n, inside ? size : n - size, nullptr);
  collect(n, inside, out);
}

// Marks `size` members, each uniform among those not marked yet: a uniform subset. They go to `marked` unless null.
void SubsetSampler::mark(Rng &rng, int64_t n, int64_t size, int64_t *marked) {
  if (size == 0) return;
  Indices indices(rng, static_cast<uint64_t>(n));
  for (int64_t done = 0; done < size;) {
    const uint64_t index = indices.next();
    uint64_t &word = bits_[static_cast<size_t>(index / kWordBits)];
    const uint64_t bit = uint64_t{1} << (index % kWordBits);
    if ((word & bit) != 0) continue;
    word |= bit;
    if (marked != nullptr) marked[done] = static_cast<int64_t>(index);
    ++done;
  }
}

// Lists the members that are marked, or those that are not, and clears the marks.
void SubsetSampler::collect(int64_t n, bool marked, int64_t *out) {
  for (int64_t start = 0; start < n; start += kWordBits) {
    uint64_t &word = bits_[static_cast<size_t>(start / kWordBits)];
    uint64_t wanted = marked ? word : ~word;
    if (n - start < kWordBits) wanted &= (uint64_t{1} << (n - start)) - 1;
    for (; wanted != 0; wanted &= wanted - 1) *out++ = start + __builtin_ctzll(wanted);
    word = 0;
  }
}

}  // namespace random
}  // namespace dpcvx
