// SipHash-2-4 (Aumasson and Bernstein 2012): a keyed hash of 64 bits.
#ifndef DPCVX_BASE_SIPHASH_H_
#define DPCVX_BASE_SIPHASH_H_

#include <cstddef>
#include <cstdint>

namespace dpcvx {

// Hashes a string of 64-bit words, each of which stands for its eight bytes, the lowest first; or any bytes.
class SipHash {
 public:
  static constexpr size_t kKeyBytes = 16;

  explicit SipHash(const unsigned char *key) : SipHash(load(key), load(key + 8)) {}
  // The key as two words, each of eight bytes, the lowest first.
  SipHash(uint64_t first, uint64_t second)
      : v_{first ^ 0x736f6d6570736575, second ^ 0x646f72616e646f6d, first ^ 0x6c7967656e657261,
           second ^ 0x7465646279746573} {}

  static uint64_t of_bytes(const unsigned char *bytes, size_t count) {
    SipHash hash(0, 0);
    for (; count >= 8; bytes += 8, count -= 8) hash.add(load(bytes));
    return hash.hash(bytes, count);
  }

  void add(uint64_t word) {
    compress(word);
    ++words_;
  }

  // Returns the hash of the words added so far, and of less than eight bytes after them.
  uint64_t hash(const unsigned char *rest = nullptr, size_t bytes = 0) const {
    SipHash copy = *this;
    uint64_t last = words_ << 59 | static_cast<uint64_t>(bytes) << 56;  // all bytes modulo 256, in the highest one
    for (size_t i = 0; i < bytes; ++i) last |= static_cast<uint64_t>(rest[i]) << (8 * i);
    copy.compress(last);
    copy.v_[2] ^= 0xff;
    for (int round = 0; round < 4; ++round) copy.mix();
    return copy.v_[0] ^ copy.v_[1] ^ copy.v_[2] ^ copy.v_[3];
  }

 private:
  static uint64_t load(const unsigned char *bytes) {
    uint64_t word = 0;
    for (int i = 0; i < 8; ++i) word |= static_cast<uint64_t>(bytes[i]) << (8 * i);
    return word;
  }
  static uint64_t rotated(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

  void compress(uint64_t word) {
    v_[3] ^= word;
    mix();
    mix();
    v_[0] ^= word;
  }

  void mix() {
    v_[0] += v_[1];
    v_[2] += v_[3];
    v_[1] = rotated(v_[1], 13) ^ v_[0];
    v_[3] = rotated(v_[3], 16) ^ v_[2];
    v_[0] = rotated(v_[0], 32) + v_[3];
    v_[2] += v_[1];
    v_[1] = rotated(v_[1], 17) ^ v_[2];
    v_[3] = rotated(v_[3], 21) ^ v_[0];
    v_[2] = rotated(v_[2], 32);
  }

  uint64_t v_[4];
  uint64_t words_ = 0;
};

}  // namespace dpcvx

#endif
