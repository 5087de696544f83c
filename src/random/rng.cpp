#include "random/rng.h"

#include <unistd.h>

#include "base/error.h"
#include "base/machine/memory.h"
#include "base/machine/pages.h"

namespace dpcvx::random {

Rng::~Rng() {
  if (state_ == nullptr) return;
  secure_zero(state_, sizeof *state_);
  give_back_pages(state_, sizeof *state_);
}

dpcvx_status Rng::map(Error &error) {
  void *const pages = take_pages(sizeof(State));
  if (pages == nullptr) return error.nomem("the random stream");
  state_ = static_cast<State *>(pages);
  limit_isa(Isa::kAvx512);
  return DPCVX_OK;
}

dpcvx_status Rng::open(Error &error, const StreamKeying &keying) {
  DPCVX_TRY(map(error));
  keying_ = keying;
  keying_.wipe_on_fork = keying.wipe_on_fork && wipe_pages_on_fork(state_, sizeof(State));
  return prepare(error);
}

dpcvx_status Rng::open_deterministic(const void *seed, size_t bytes, Error &error) {
  DPCVX_TRY(map(error));
  std::memcpy(state_->key, seed, bytes < sizeof state_->key ? bytes : sizeof state_->key);
  state_->live = 1;
  deterministic_ = true;
  return DPCVX_OK;
}

void Rng::limit_isa(Isa most) {
  const Isa widest = widest_isa();
  isa_ = most < widest ? most : widest;
  make_chunk_ = chacha_chunk_baseline;
#if defined(DPCVX_HAS_AVX_KERNELS)
  if (isa_ == Isa::kAvx2) make_chunk_ = chacha_chunk_avx2;
  if (isa_ == Isa::kAvx512) make_chunk_ = chacha_chunk_avx512;
#endif
}

// No key yet, or one that another process knows.
bool Rng::is_foreign() const { return state_->live == 0 || (!keying_.wipe_on_fork && process_ != getpid()); }

// Mixes fresh entropy into the key, so that it is unknown if either the entropy or the old key is.
bool Rng::rekey() {
  uint32_t fresh[8];
  if (!keying_.source(fresh, sizeof fresh)) {
    secure_zero(fresh, sizeof fresh);
    return false;
  }
  for (int i = 0; i < 8; ++i) state_->key[i] ^= fresh[i];
  secure_zero(fresh, sizeof fresh);
  secure_zero(state_->chunk, sizeof state_->chunk);
  state_->left = 0;
  state_->served = 0;
  process_ = getpid();
  state_->live = 1;
  return true;
}

dpcvx_status Rng::prepare(Error &error) {
  if (is_deterministic() || (!is_foreign() && state_->served < keying_.reseed_bytes)) return DPCVX_OK;
  return rekey() ? DPCVX_OK : error.fail(DPCVX_ERR_ENTROPY, "%s", why_no_entropy());
}

void Rng::refill() {
  // A callback of the host may have forked in the middle of a call, after prepare(). There is no way to report from
  // here, and going on with a key that is not secret is worse than waiting.
  while (!is_deterministic() && is_foreign() && !rekey()) {
  }
  make_chunk_(state_->key, reinterpret_cast<uint32_t *>(state_->chunk));
  std::memcpy(state_->key, state_->chunk, sizeof state_->key);
  std::memset(state_->chunk, 0, sizeof state_->key);
  state_->left = kChunkBytes - sizeof state_->key;
  state_->served += state_->left;
}

void Rng::fill(void *out, size_t bytes) {
  uint8_t *target = static_cast<uint8_t *>(out);
  while (bytes > 0) {
    if (state_->left == 0) refill();
    const size_t piece = bytes < state_->left ? bytes : state_->left;
    uint8_t *const place = state_->chunk + (kChunkBytes - state_->left);
    std::memcpy(target, place, piece);
    std::memset(place, 0, piece);
    state_->left -= piece;
    target += piece;
    bytes -= piece;
  }
}

}  // namespace dpcvx::random
