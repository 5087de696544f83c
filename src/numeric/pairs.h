// Pairs of doubles, for loops that the compiler leaves to one at a time. The bits are the same on every machine: sums
// of products are never fused.
#ifndef DPCVX_NUMERIC_PAIRS_H_
#define DPCVX_NUMERIC_PAIRS_H_

#include <cstddef>
#include <cstring>

namespace dpcvx::numeric {

typedef double Pair __attribute__((vector_size(16)));

inline Pair load_pair(const double *from) {
  Pair pair;
  std::memcpy(&pair, from, sizeof(pair));
  return pair;
}

inline void store_pair(double *to, Pair pair) { std::memcpy(to, &pair, sizeof(pair)); }

inline double sum_of(Pair pair) { return pair[0] + pair[1]; }

// <a, b> of `count` entries, a multiple of 4.
inline double dot_of_fours(const double *a, const double *b, size_t count) {
  Pair even = {}, odd = {};
  for (size_t j = 0; j < count; j += 4) {
    even += load_pair(a + j) * load_pair(b + j);
    odd += load_pair(a + j + 2) * load_pair(b + j + 2);
  }
  return sum_of(even + odd);
}

inline Pair magnitude(Pair pair) { return pair < 0 ? -pair : pair; }

// to += factor * from.
inline void add_multiple(double factor, const double *from, double *to, size_t count) {
  size_t j = 0;
  for (; j + 2 <= count; j += 2) store_pair(to + j, load_pair(to + j) + factor * load_pair(from + j));
  for (; j < count; ++j) to[j] += factor * from[j];
}

// a, b = cosine a - sine b, sine a + cosine b, of `count` entries, an even number.
inline void rotate(double *a, double *b, size_t count, double cosine, double sine) {
  for (size_t j = 0; j < count; j += 2) {
    const Pair x = load_pair(a + j), y = load_pair(b + j);
    store_pair(a + j, cosine * x - sine * y);
    store_pair(b + j, sine * x + cosine * y);
  }
}

}  // namespace dpcvx::numeric

#endif
