#include "random/natural.h"

namespace dpcvx::random {

Natural::Natural(Wide value) {
  limb[0] = static_cast<uint64_t>(value);
  limb[1] = static_cast<uint64_t>(value >> 64);
  size = 2;
  trim();
}

int compare(const Natural &a, const Natural &b) {
  if (a.size != b.size) return a.size < b.size ? -1 : 1;
  for (int i = a.size - 1; i >= 0; --i)
    if (a.limb[i] != b.limb[i]) return a.limb[i] < b.limb[i] ? -1 : 1;
  return 0;
}

void add(const Natural &a, const Natural &b, Natural &sum) {
  const int size = a.size > b.size ? a.size : b.size;
  const int a_size = a.size, b_size = b.size;
  Wide carry = 0;
  for (int i = 0; i < size; ++i) {
    carry += i < a_size ? a.limb[i] : 0;
    carry += i < b_size ? b.limb[i] : 0;
    sum.limb[i] = static_cast<uint64_t>(carry);
    carry >>= 64;
  }
  sum.size = size;
  if (carry != 0) sum.limb[sum.size++] = static_cast<uint64_t>(carry);
}

void subtract(const Natural &a, const Natural &b, Natural &difference) {
  const int size = a.size, b_size = b.size;
  uint64_t borrow = 0;
  for (int i = 0; i < size; ++i) {
    const Wide value = Wide{a.limb[i]} - (i < b_size ? b.limb[i] : 0) - borrow;
    difference.limb[i] = static_cast<uint64_t>(value);
    borrow = (value >> 64) != 0;
  }
  difference.size = size;
  difference.trim();
}

void multiply(const Natural &a, const Natural &b, Natural &product) {
  for (int i = 0; i < a.size + b.size; ++i) product.limb[i] = 0;
  for (int i = 0; i < a.size; ++i) {
    uint64_t carry = 0;
    for (int j = 0; j < b.size; ++j) {
      const Wide value = Wide{a.limb[i]} * b.limb[j] + product.limb[i + j] + carry;
      product.limb[i + j] = static_cast<uint64_t>(value);
      carry = static_cast<uint64_t>(value >> 64);
    }
    product.limb[i + b.size] = carry;
  }
  product.size = a.size + b.size;
  product.trim();
}

void multiply_word(Natural &a, uint64_t factor) {
  uint64_t carry = 0;
  for (int i = 0; i < a.size; ++i) {
    const Wide value = Wide{a.limb[i]} * factor + carry;
    a.limb[i] = static_cast<uint64_t>(value);
    carry = static_cast<uint64_t>(value >> 64);
  }
  a.limb[a.size++] = carry;
  a.trim();
}

void divide_word(Natural &a, uint64_t divisor) {
  Wide rest = 0;
  for (int i = a.size - 1; i >= 0; --i) {
    rest = (rest << 64) | a.limb[i];
    a.limb[i] = static_cast<uint64_t>(rest / divisor);
    rest %= divisor;
  }
  a.trim();
}

void shift(Natural &a, int64_t bits) {
  if (a.size == 0 || bits == 0) return;
  const int64_t distance = bits < 0 ? -bits : bits;
  const int part = static_cast<int>(distance % 64);
  if (bits < 0 && distance >= a.bits()) {
    a.size = 0;
    return;
  }
  const int whole = static_cast<int>(distance / 64);
  if (bits > 0) {
    const int size = a.size;
    a.limb[size + whole] = part == 0 ? 0 : a.limb[size - 1] >> (64 - part);
    for (int i = size - 1; i > 0; --i)
      a.limb[i + whole] = (a.limb[i] << part) | (part == 0 ? 0 : a.limb[i - 1] >> (64 - part));
    a.limb[whole] = a.limb[0] << part;
    for (int i = 0; i < whole; ++i) a.limb[i] = 0;
    a.size = size + whole + 1;
  } else {
    const int size = a.size - whole;
    for (int i = 0; i < size; ++i) {
      const uint64_t above = i + 1 < size && part != 0 ? a.limb[i + whole + 1] << (64 - part) : 0;
      a.limb[i] = (a.limb[i + whole] >> part) | above;
    }
    a.size = size;
  }
  a.trim();
}

void divide(const Natural &a, const Natural &divisor, Natural &quotient) {
  Natural rest;
  for (int i = 0; i < a.size; ++i) quotient.limb[i] = 0;
  quotient.size = a.size;
  for (int64_t bit = a.bits() - 1; bit >= 0; --bit) {
    shift(rest, 1);
    if ((a.limb[bit / 64] >> (bit % 64)) & 1) add(rest, Natural(uint64_t{1}), rest);
    if (compare(rest, divisor) >= 0) {
      subtract(rest, divisor, rest);
      quotient.limb[bit / 64] |= uint64_t{1} << (bit % 64);
    }
  }
  quotient.trim();
}

}  // namespace dpcvx::random
