#include "random/subset.h"

#include <algorithm>

#include "base/error.h"
#include "base/machine/memory.h"
#include "random/bernoulli.h"

namespace dpcvx::random {

namespace {

constexpr int64_t kWordBits = 64;

constexpr int64_t kChunk = 32;

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

// Marks `size` members, each uniform among those not marked yet: a uniform subset. They go to `marked` unless null. Two
// come from each word of the stream where 32 bits will do (Lemire 2019, as uniform()). No branch tells whether one
// counts, neither refused nor marked already: it is written, and the next one over it.
void SubsetSampler::mark(Rng &rng, int64_t n, int64_t size, int64_t *marked) {
  const uint64_t bound = static_cast<uint64_t>(n);
  uint64_t *const bits = bits_.data();
  int64_t done = 0;
  const auto put = [&](uint64_t index, bool accepted) {
    const uint64_t word = bits[index / kWordBits], bit = uint64_t{accepted} << (index % kWordBits);
    bits[index / kWordBits] = word | bit;
    if (marked != nullptr) marked[done] = static_cast<int64_t>(index);
    done += (~word & bit) != 0;
  };
  if (bound <= uint64_t{1} << 31 && size > 1) {
    const uint64_t surplus = (uint64_t{1} << 32) % bound;  // products below it are hit once too often
    const auto put_half = [&](uint64_t half) {
      const uint64_t product = half * bound;
      put(product >> 32, static_cast<uint32_t>(product) >= surplus);
    };
    uint64_t words[kChunk];
    while (size - done >= 2) {
      const int64_t count = std::min(kChunk, (size - done) / 2);
      rng.fill(words, static_cast<size_t>(count) * sizeof(words[0]));
      for (int64_t i = 0; i < count; ++i) {
        put_half(words[i] >> 32);
        put_half(static_cast<uint32_t>(words[i]));
      }
    }
    secure_zero(words, sizeof(words));
  }
  while (done < size) put(uniform(rng, bound), true);
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

}  // namespace dpcvx::random
