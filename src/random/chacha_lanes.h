// The chunk of chacha.h, written once for any number of lanes. Everything here has internal linkage, because it is
// compiled for several instruction sets.
#ifndef DPCVX_RANDOM_CHACHA_LANES_H_
#define DPCVX_RANDOM_CHACHA_LANES_H_

#include "random/chacha.h"

namespace dpcvx::random {
namespace {

// g++ wants the size of a vector type spelt out.
template <int Lanes>
struct WordsOf;
template <>
struct WordsOf<4> {
  typedef uint32_t Type __attribute__((vector_size(16)));
};
template <>
struct WordsOf<8> {
  typedef uint32_t Type __attribute__((vector_size(32)));
};
template <>
struct WordsOf<16> {
  typedef uint32_t Type __attribute__((vector_size(64)));
};

template <int Lanes>
struct ChachaLanes {
  typedef typename WordsOf<Lanes>::Type Words;

  template <int Bits>
  static inline __attribute__((always_inline)) Words rotate(Words a) {
    return (a << Bits) | (a >> (32 - Bits));
  }

  static inline __attribute__((always_inline)) void quarter(Words &a, Words &b, Words &c, Words &d) {
    a += b;
    d = rotate<16>(d ^ a);
    c += d;
    b = rotate<12>(b ^ c);
    a += b;
    d = rotate<8>(d ^ a);
    c += d;
    b = rotate<7>(b ^ c);
  }

  static inline __attribute__((always_inline)) Words all(uint32_t value) { return value - Words{}; }

  // Blocks first, ..., first + Lanes - 1, at the word `out` of their group of 16.
  static inline __attribute__((always_inline)) void blocks(const uint32_t key[8], uint32_t first, uint32_t *out) {
    Words counter;
    for (int lane = 0; lane < Lanes; ++lane) counter[lane] = first + static_cast<uint32_t>(lane);
    Words x0 = all(0x61707865), x1 = all(0x3320646e), x2 = all(0x79622d32), x3 = all(0x6b206574);
    Words x4 = all(key[0]), x5 = all(key[1]), x6 = all(key[2]), x7 = all(key[3]);
    Words x8 = all(key[4]), x9 = all(key[5]), x10 = all(key[6]), x11 = all(key[7]);
    Words x12 = counter, x13 = all(0), x14 = all(0), x15 = all(0);
    for (int round = 0; round < 10; ++round) {
      quarter(x0, x4, x8, x12);
      quarter(x1, x5, x9, x13);
      quarter(x2, x6, x10, x14);
      quarter(x3, x7, x11, x15);
      quarter(x0, x5, x10, x15);
      quarter(x1, x6, x11, x12);
      quarter(x2, x7, x8, x13);
      quarter(x3, x4, x9, x14);
    }
    store(out, 0, x0 + all(0x61707865)), store(out, 1, x1 + all(0x3320646e));
    store(out, 2, x2 + all(0x79622d32)), store(out, 3, x3 + all(0x6b206574));
    store(out, 4, x4 + all(key[0])), store(out, 5, x5 + all(key[1]));
    store(out, 6, x6 + all(key[2])), store(out, 7, x7 + all(key[3]));
    store(out, 8, x8 + all(key[4])), store(out, 9, x9 + all(key[5]));
    store(out, 10, x10 + all(key[6])), store(out, 11, x11 + all(key[7]));
    store(out, 12, x12 + counter), store(out, 13, x13), store(out, 14, x14), store(out, 15, x15);
  }

  static inline __attribute__((always_inline)) void store(uint32_t *out, int word, Words value) {
    __builtin_memcpy(out + 16 * word, &value, sizeof value);
  }

  static inline __attribute__((always_inline)) void chunk(const uint32_t key[8], uint32_t *out) {
    for (uint32_t block = 0; block < kChunkBytes / 64; block += Lanes)
      blocks(key, block, out + block / 16 * 256 + block % 16);
  }
};

}  // namespace
}  // namespace dpcvx::random

#endif
