#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include "base/error.h"
#include "random/rng.h"

namespace dpcvx {
namespace random {
namespace {

TEST(Chacha, BlockOfRfc8439) {
  // RFC 8439, section 2.3.2.
  uint8_t key_bytes[32];
  for (int i = 0; i < 32; ++i) key_bytes[i] = static_cast<uint8_t>(i);
  uint32_t key[8], out[16];
  std::memcpy(key, key_bytes, 32);
  const uint32_t nonce[3] = {0x09000000, 0x4a000000, 0};
  chacha_block(key, 1, nonce, out);
  const uint32_t expected[16] = {0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033,
                                 0x9aaa2204, 0x4e6cd4c3, 0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
                                 0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2};
  for (int i = 0; i < 16; ++i) EXPECT_EQ(out[i], expected[i]) << i;
  // Appendix A.1, test vectors 1 and 2: the zero key and nonce, blocks 0 and 1.
  const uint32_t zero[8] = {};
  chacha_block(zero, 0, zero, out);
  EXPECT_EQ(out[0], 0xade0b876u);
  EXPECT_EQ(out[15], 0x8665eeb2u);
  chacha_block(zero, 1, zero, out);
  EXPECT_EQ(out[0], 0xbee7079fu);
  EXPECT_EQ(out[15], 0x6f4d794bu);
}

TEST(Chacha, EveryChunkFunctionIsTheBlocks) {
  uint32_t key[8] = {1, 2, 3, 0xdeadbeef, 5, 6, 7, 0xffffffff}, expected[kChunkBytes / 4], got[kChunkBytes / 4];
  const uint32_t nonce[3] = {};
  for (uint32_t block = 0; block < 64; ++block) {
    uint32_t words[16];
    chacha_block(key, block, nonce, words);
    for (uint32_t i = 0; i < 16; ++i) expected[256 * (block / 16) + 16 * i + block % 16] = words[i];
  }
  chacha_chunk_baseline(key, got);
  EXPECT_EQ(std::memcmp(got, expected, sizeof got), 0);
#if defined(__x86_64__)
  if (widest_isa() >= Isa::kAvx2) {
    std::memset(got, 0, sizeof got);
    chacha_chunk_avx2(key, got);
    EXPECT_EQ(std::memcmp(got, expected, sizeof got), 0);
  }
  if (widest_isa() >= Isa::kAvx512) {
    std::memset(got, 0, sizeof got);
    chacha_chunk_avx512(key, got);
    EXPECT_EQ(std::memcmp(got, expected, sizeof got), 0);
  }
#endif
}

Error &ignored() {
  static Error error(nullptr, "test");
  return error;
}

TEST(Rng, DeterministicStreamIsPinned) {
  // The chunk under the seed as key, without its first 32 bytes, which become the next key.
  uint32_t key[8] = {}, chunk[kChunkBytes / 4];
  std::memcpy(key, "seed", 4);
  for (Isa isa : {Isa::kBaseline, Isa::kAvx2, Isa::kAvx512}) {
    Rng rng;
    ASSERT_EQ(rng.open_deterministic("seed", 4, ignored()), DPCVX_OK);
    rng.limit_isa(isa);
    EXPECT_TRUE(rng.is_deterministic());
    uint32_t current[8];
    std::memcpy(current, key, sizeof key);
    for (int refill = 0; refill < 3; ++refill) {
      chacha_chunk_baseline(current, chunk);
      std::memcpy(current, chunk, sizeof current);
      for (size_t i = 8; i < kChunkBytes / 4; i += 2)
        ASSERT_EQ(rng.next(), chunk[i] | static_cast<uint64_t>(chunk[i + 1]) << 32);
    }
  }
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("seed", 4, ignored()), DPCVX_OK);
  EXPECT_EQ(rng.next(), 0xb327a66691864142ull);
}

TEST(Rng, FillAndNextShareTheStream) {
  Rng a, b;
  ASSERT_EQ(a.open_deterministic("x", 1, ignored()), DPCVX_OK);
  ASSERT_EQ(b.open_deterministic("x", 1, ignored()), DPCVX_OK);
  uint64_t words[1500];
  a.fill(words, sizeof words);
  for (uint64_t word : words) ASSERT_EQ(word, b.next());
}

int calls_that_succeed = 0;
bool failing_entropy(void *out, size_t bytes) { return calls_that_succeed-- > 0 && system_entropy(out, bytes); }

StreamKeying failing_after(int calls) {
  calls_that_succeed = calls;
  StreamKeying keying;
  keying.source = failing_entropy;
  return keying;
}

TEST(Rng, EntropyFailureIsAStatus) {
  dpcvx_error record;
  Error error(&record, "f");
  Rng rng;
  EXPECT_EQ(rng.open(error, failing_after(0)), DPCVX_ERR_ENTROPY);
  EXPECT_EQ(record.code, DPCVX_ERR_ENTROPY);
}

TEST(Rng, MixesInEntropyAfterAWhile) {
  StreamKeying keying = failing_after(2);
  keying.reseed_bytes = 10000;
  Rng rng;
  ASSERT_EQ(rng.open(ignored(), keying), DPCVX_OK);
  EXPECT_EQ(calls_that_succeed, 1);
  for (int i = 0; i < 1000; ++i) rng.next();
  EXPECT_EQ(rng.prepare(ignored()), DPCVX_OK);
  EXPECT_EQ(calls_that_succeed, 1);
  for (int i = 0; i < 1000; ++i) rng.next();
  EXPECT_EQ(rng.prepare(ignored()), DPCVX_OK);
  EXPECT_EQ(calls_that_succeed, 0);
  for (int i = 0; i < 2000; ++i) rng.next();
  EXPECT_EQ(rng.prepare(ignored()), DPCVX_ERR_ENTROPY);
}

// What was read is gone from memory, and the key that made it too.
TEST(Rng, ForgetsWhatItGave) {
  Rng rng;
  ASSERT_EQ(rng.open_deterministic("forget", 6, ignored()), DPCVX_OK);
  const uint64_t first = rng.next();
  Rng again;
  ASSERT_EQ(again.open_deterministic("forget", 6, ignored()), DPCVX_OK);
  ASSERT_EQ(again.next(), first);
  // The pages of the state, found by what comes next: read the following word and look before it.
  struct Layout {
    uint64_t live, served;
    size_t left;
    uint32_t key[8];
    alignas(64) uint8_t chunk[kChunkBytes];
  };
  Layout *state;
  std::memcpy(&state, &rng, sizeof state);  // the first member
  ASSERT_EQ(state->left, kChunkBytes - 32 - 8);
  for (size_t i = 0; i < kChunkBytes - state->left; ++i) ASSERT_EQ(state->chunk[i], 0);
  EXPECT_NE(std::memcmp(state->key, "forget", 6), 0);
}

TEST(Rng, StreamsDiffer) {
  Rng a, b;
  ASSERT_EQ(a.open(ignored()), DPCVX_OK);
  ASSERT_EQ(b.open(ignored()), DPCVX_OK);
  EXPECT_FALSE(a.is_deterministic());
  EXPECT_NE(a.next(), b.next());
}

// Runs `body` in a child and returns the 16 bytes it writes, followed by 0 for success.
template <class Body>
void in_child(uint64_t out[2], const Body &body) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    uint64_t words[2] = {};
    body(words);
    const ssize_t written = write(ends[1], words, sizeof words);
    _exit(written == sizeof words ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  ASSERT_EQ(read(ends[0], out, 16), 16);
  close(ends[0]);
  close(ends[1]);
}

void expect_new_key_in_children(bool wipe_on_fork) {
  StreamKeying keying;
  keying.wipe_on_fork = wipe_on_fork;
  Rng rng;
  ASSERT_EQ(rng.open(ignored(), keying), DPCVX_OK);
  rng.next();
  const auto draw = [&](uint64_t *out) {
    if (rng.prepare(ignored()) == DPCVX_OK) out[0] = rng.next(), out[1] = rng.next();
  };
  uint64_t first[2], second[2];
  in_child(first, draw);
  in_child(second, draw);
  const uint64_t own = rng.next();
  EXPECT_NE(first[0], 0u);
  EXPECT_NE(first[0], second[0]);
  EXPECT_NE(first[0], own);
  EXPECT_NE(second[0], own);
}

TEST(Rng, ChildTakesANewKey) { expect_new_key_in_children(true); }
TEST(Rng, ChildTakesANewKeyWhereMemoryIsNotWiped) { expect_new_key_in_children(false); }

// A host's callback may fork in the middle of a call: there is no prepare() then.
TEST(Rng, ChildInTheMiddleOfACallTakesANewKey) {
  Rng rng;
  ASSERT_EQ(rng.open(ignored()), DPCVX_OK);
  rng.next();
  uint64_t child[2];
  in_child(child, [&](uint64_t *out) { out[0] = rng.next(), out[1] = rng.next(); });
  EXPECT_NE(child[0], 0u);
  EXPECT_NE(child[0], rng.next());
}

TEST(Rng, ChildWithoutEntropyGetsAStatus) {
  Rng rng;
  ASSERT_EQ(rng.open(ignored(), failing_after(1)), DPCVX_OK);
  uint64_t answer[2];
  in_child(answer, [&](uint64_t *out) { out[0] = static_cast<uint64_t>(rng.prepare(ignored())); });
  EXPECT_EQ(answer[0], static_cast<uint64_t>(DPCVX_ERR_ENTROPY));
  EXPECT_EQ(rng.prepare(ignored()), DPCVX_OK);
}

TEST(Rng, DeterministicSurvivesForkUnchanged) {
  Rng rng, same;
  ASSERT_EQ(rng.open_deterministic("y", 1, ignored()), DPCVX_OK);
  ASSERT_EQ(same.open_deterministic("y", 1, ignored()), DPCVX_OK);
  uint64_t child[2];
  in_child(child, [&](uint64_t *out) { out[0] = rng.next(); });
  EXPECT_EQ(child[0], same.next());
}

}  // namespace
}  // namespace random
}  // namespace dpcvx
