#include "random/chacha_lanes.h"

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the order of bytes in the stream is that of the words");

namespace dpcvx::random {
namespace {

uint32_t rotate(uint32_t a, int bits) { return (a << bits) | (a >> (32 - bits)); }

void quarter(uint32_t &a, uint32_t &b, uint32_t &c, uint32_t &d) {
  a += b, d = rotate(d ^ a, 16);
  c += d, b = rotate(b ^ c, 12);
  a += b, d = rotate(d ^ a, 8);
  c += d, b = rotate(b ^ c, 7);
}

}  // namespace

void chacha_block(const uint32_t key[8], uint32_t counter, const uint32_t nonce[3], uint32_t out[16]) {
  const uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, key[0],  key[1],   key[2],   key[3],
                              key[4],     key[5],     key[6],     key[7],     counter, nonce[0], nonce[1], nonce[2]};
  uint32_t x[16];
  for (int i = 0; i < 16; ++i) x[i] = start[i];
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 4; ++i) quarter(x[i], x[4 + i], x[8 + i], x[12 + i]);
    for (int i = 0; i < 4; ++i) quarter(x[i], x[4 + (i + 1) % 4], x[8 + (i + 2) % 4], x[12 + (i + 3) % 4]);
  }
  for (int i = 0; i < 16; ++i) out[i] = x[i] + start[i];
}

void chacha_chunk_baseline(const uint32_t key[8], uint32_t out[kChunkBytes / 4]) { ChachaLanes<4>::chunk(key, out); }

}  // namespace dpcvx::random
