// The bit stream: ChaCha20 with fast key erasure (Bernstein 2017), keyed from entropy, safe across fork().
//
// A release calls prepare() once, before it charges a budget: that is the only step that can fail. After it, draws
// cannot.
#ifndef DPCVX_RANDOM_RNG_H_
#define DPCVX_RANDOM_RNG_H_

#include <cstdint>
#include <cstring>

#include "base/machine/isa.h"
#include "base/status.h"
#include "random/chacha.h"
#include "random/entropy.h"

namespace dpcvx::random {

// How a stream is keyed. Tests put in a source that fails and short intervals.
struct StreamKeying {
  EntropySource source = system_entropy;
  uint64_t reseed_bytes = uint64_t{1} << 36;  // fresh entropy is mixed in after so many
  bool wipe_on_fork = true;                   // false: a child is told by its process number alone
};

class Rng {
 public:
  Rng() = default;
  Rng(const Rng &) = delete;
  Rng &operator=(const Rng &) = delete;
  ~Rng();

  // Key the stream. One of the two is called once, before anything else. Fail with DPCVX_ERR_ENTROPY or
  // DPCVX_ERR_NOMEM.
  dpcvx_status open(Error &error, const StreamKeying &keying = StreamKeying());
  dpcvx_status open_deterministic(const void *seed, size_t bytes, Error &error);

  // Takes a new key where this process is a child of the one that drew last, and mixes in entropy after
  // keying.reseed_bytes. Call it once at the start of each public call that draws. DPCVX_ERR_ENTROPY.
  dpcvx_status prepare(Error &error);

  bool is_deterministic() const { return deterministic_; }

  // Returns 64 fresh bits.
  uint64_t next() {
    if (__builtin_expect(state_->left < sizeof(uint64_t), 0)) refill();
    uint64_t value;
    uint8_t *const place = state_->chunk + (kChunkBytes - state_->left);
    std::memcpy(&value, place, sizeof value);
    std::memset(place, 0, sizeof value);
    state_->left -= sizeof value;
    return value;
  }

  void fill(void *out, size_t bytes);

  // For kernels that are dispatched by instruction set. A set that the machine does not have is never used.
  Isa isa() const { return isa_; }
  void limit_isa(Isa most);

 private:
  // On pages of its own, which the kernel wipes in a child process: then `live` and `left` are 0 there, and neither the
  // key nor coming output is known to both.
  struct State {
    uint64_t live;
    uint64_t served;  // bytes since the key last met entropy
    size_t left;      // unread bytes, at the end of the chunk
    uint32_t key[8];
    alignas(64) uint8_t chunk[kChunkBytes];
  };

  dpcvx_status map(Error &error);
  bool is_foreign() const;
  bool rekey();
  void refill();

  State *state_ = nullptr;
  StreamKeying keying_;
  bool deterministic_ = false;
  int64_t process_ = 0;
  Isa isa_ = Isa::kBaseline;
  ChunkFunction make_chunk_ = chacha_chunk_baseline;
};

}  // namespace dpcvx::random

#endif
