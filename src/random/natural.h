// Natural numbers of bounded length, for the rare comparisons that a double cannot decide. Plain schoolbook arithmetic,
// least significant limb first, on the stack.
#ifndef DPCVX_RANDOM_NATURAL_H_
#define DPCVX_RANDOM_NATURAL_H_

#include <cstdint>

namespace dpcvx::random {

using Wide = unsigned __int128;

struct Natural {
  // Room for the longest number that exact_exp.cpp forms; see there.
  static constexpr int kMaxLimbs = 160;

  uint64_t limb[kMaxLimbs];
  int size = 0;  // limbs in use; the highest is not zero

  Natural() = default;
  explicit Natural(uint64_t value) { set(value); }
  explicit Natural(Wide value);

  void set(uint64_t value) {
    limb[0] = value;
    size = value != 0;
  }
  void trim() {
    while (size > 0 && limb[size - 1] == 0) --size;
  }
  bool is_zero() const { return size == 0; }
  int64_t bits() const { return size == 0 ? 0 : 64 * int64_t{size} - __builtin_clzll(limb[size - 1]); }
};

// -1, 0, 1 as a < b, a == b, a > b.
int compare(const Natural &a, const Natural &b);
void add(const Natural &a, const Natural &b, Natural &sum);
// a >= b.
void subtract(const Natural &a, const Natural &b, Natural &difference);
void multiply(const Natural &a, const Natural &b, Natural &product);  // the product is neither factor
void multiply_word(Natural &a, uint64_t factor);
// Towards zero.
void divide_word(Natural &a, uint64_t divisor);
// a * 2^bits, towards zero where bits < 0.
void shift(Natural &a, int64_t bits);
// floor(a / divisor), divisor > 0, bit by bit.
void divide(const Natural &a, const Natural &divisor, Natural &quotient);

}  // namespace dpcvx::random

#endif
