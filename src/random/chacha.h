// ChaCha20 (RFC 8439). One block as the RFC has it, and a chunk of 64 blocks whose words lie in an order that suits
// vector registers and is the same for every instruction set.
#ifndef DPCVX_RANDOM_CHACHA_H_
#define DPCVX_RANDOM_CHACHA_H_

#include <stddef.h>
#include <stdint.h>

namespace dpcvx::random {

constexpr size_t kChunkBytes = 4096;

// The block function of RFC 8439, section 2.3: key (8 words), block counter, nonce (3 words), 16 words out.
void chacha_block(const uint32_t key[8], uint32_t counter, const uint32_t nonce[3], uint32_t out[16]);

// Blocks 0 to 63 under `key` and the zero nonce. Word i of block 16 g + l is word 256 g + 16 i + l of the chunk.
using ChunkFunction = void (*)(const uint32_t key[8], uint32_t out[kChunkBytes / 4]);
void chacha_chunk_baseline(const uint32_t key[8], uint32_t out[kChunkBytes / 4]);
#if defined(__x86_64__)
void chacha_chunk_avx2(const uint32_t key[8], uint32_t out[kChunkBytes / 4]);
void chacha_chunk_avx512(const uint32_t key[8], uint32_t out[kChunkBytes / 4]);
#endif

}  // namespace dpcvx::random

#endif
