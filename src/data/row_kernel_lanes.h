// The loops of row_kernels.h, written once over vectors of kWidth doubles, which the including source defines as 2, 4
// or 8. Everything here is of that source alone.
//
// A dot has eight partial sums, s[l] over the columns congruent to l modulo 8, put together as
// ((s0 + s4) + (s1 + s5)) + ((s2 + s6) + (s3 + s7)). A sum of multiples goes row after row in each column.
#ifndef DPCVX_DATA_ROW_KERNEL_LANES_H_
#define DPCVX_DATA_ROW_KERNEL_LANES_H_

#include "data/row_kernels.h"

#if defined(__AVX__)
#include <immintrin.h>
#endif

namespace dpcvx::data {
namespace {

typedef double Vector __attribute__((vector_size(kWidth * sizeof(double)), may_alias));
typedef double LooseVector __attribute__((vector_size(kWidth * sizeof(double)), aligned(8), may_alias));
typedef uint64_t Integers __attribute__((vector_size(kWidth * sizeof(uint64_t)), may_alias));
typedef uint64_t LooseIntegers __attribute__((vector_size(kWidth * sizeof(uint64_t)), aligned(8), may_alias));
typedef float LooseSingles __attribute__((vector_size(kWidth * sizeof(float)), aligned(4), may_alias));
static_assert(sizeof(Vector) == kWidth * sizeof(double), "a vector has kWidth doubles");

inline constexpr int kParts = 8 / kWidth;  // vectors of a group of eight columns
inline constexpr int kTile = 8;            // vectors of sums that are kept in registers
inline constexpr int64_t kLine = 64;
// How many rows ahead, and how many cache lines of each, are prefetched for rows listed in any order. The hardware
// prefetcher follows from there.
inline constexpr int64_t kRowsAhead = 8, kMaxLinesAhead = 8;
inline constexpr int64_t kShortRow = 64;  // columns
// How many bytes of rows stay in the cache while they are read tile by tile.
inline constexpr int64_t kNear = 16384;

__attribute__((always_inline)) inline Vector load(const double *entries) {
  return *reinterpret_cast<const LooseVector *>(entries);
}
__attribute__((always_inline)) inline Vector load(const float *entries) {
#if defined(__AVX512F__)
  return _mm512_maskz_cvtps_pd(0xff, _mm256_loadu_ps(entries));
#elif defined(__AVX__)
  return _mm256_cvtps_pd(_mm_loadu_ps(entries));  // __builtin_convertvector of g++ 12 goes by halves
#else
  return __builtin_convertvector(*reinterpret_cast<const LooseSingles *>(entries), Vector);
#endif
}

template <class T>
__attribute__((always_inline)) inline const T *row_at(const DenseKernelRows<T> &rows, int64_t place) {
  return rows.entries + (rows.list == nullptr ? rows.first + place : rows.list[place]) * rows.stride;
}

// Partial sums of a dot: part p holds those of the columns congruent to kWidth p and on, modulo 8.
struct Partial {
  Vector part[kParts];
};

template <class T>
__attribute__((always_inline)) inline void add_product(const T *row, const double *w, Partial &sums) {
#pragma GCC unroll 4
  for (int part = 0; part < kParts; ++part) sums.part[part] += load(row + kWidth * part) * load(w + kWidth * part);
}

template <class T>
__attribute__((always_inline)) inline double dot(const T *row, const double *w, int64_t columns) {
  Partial sums = {};
  for (int64_t j = 0; j < columns; j += 8) add_product(row + j, w + j, sums);
  alignas(64) double s[8];
#pragma GCC unroll 4
  for (int part = 0; part < kParts; ++part) *reinterpret_cast<Vector *>(s + kWidth * part) = sums.part[part];
  return ((s[0] + s[4]) + (s[1] + s[5])) + ((s[2] + s[6]) + (s[3] + s[7]));
}

template <class T>
__attribute__((always_inline)) inline void ask_for(const DenseKernelRows<T> &rows, int64_t place) {
  const int64_t bytes = rows.columns * static_cast<int64_t>(sizeof(T)), most = kMaxLinesAhead * kLine;
  const char *const row = reinterpret_cast<const char *>(row_at(rows, place));
  for (int64_t byte = 0; byte < (bytes < most ? bytes : most); byte += kLine) __builtin_prefetch(row + byte);
}

// Sums of neighbours in two vectors. The widths of the last two are fixed, so that they wait for a type: those not used
// are never made.
template <class V>
__attribute__((always_inline)) inline V sum_pairs_of_2(V a, V b) {
  return V{a[0], b[0]} + V{a[1], b[1]};
}
template <class V>
__attribute__((always_inline)) inline V sum_pairs_of_4(V a, V b) {
  return V{a[0], b[0], a[2], b[2]} + V{a[1], b[1], a[3], b[3]};
}
template <class V>
__attribute__((always_inline)) inline V sum_halves_of_4(V a, V b) {
  return V{a[0], a[1], b[0], b[1]} + V{a[2], a[3], b[2], b[3]};
}
template <class V>
__attribute__((always_inline)) inline V sum_pairs_of_8(V a, V b) {
  return V{a[0], b[0], a[2], b[2], a[4], b[4], a[6], b[6]} + V{a[1], b[1], a[3], b[3], a[5], b[5], a[7], b[7]};
}
template <class V>
__attribute__((always_inline)) inline V sum_quarters_of_8(V a, V b) {
  return V{a[0], a[1], b[0], b[1], a[4], a[5], b[4], b[5]} + V{a[2], a[3], b[2], b[3], a[6], a[7], b[6], b[7]};
}
template <class V>
__attribute__((always_inline)) inline V sum_halves_of_8(V a, V b) {
  return V{a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]} + V{a[4], a[5], a[6], a[7], b[4], b[5], b[6], b[7]};
}

// The dots of kWidth rows from their partial sums, each by the tree above.
template <class P>
__attribute__((always_inline)) inline Vector totals(const P *sums) {
  if constexpr (sizeof(P) / sizeof(P::part[0]) == 4) {
    return sum_pairs_of_2(sums[0].part[0] + sums[0].part[2], sums[1].part[0] + sums[1].part[2]) +
           sum_pairs_of_2(sums[0].part[1] + sums[0].part[3], sums[1].part[1] + sums[1].part[3]);
  } else if constexpr (sizeof(P) / sizeof(P::part[0]) == 2) {
    return sum_halves_of_4(sum_pairs_of_4(sums[0].part[0] + sums[0].part[1], sums[1].part[0] + sums[1].part[1]),
                           sum_pairs_of_4(sums[2].part[0] + sums[2].part[1], sums[3].part[0] + sums[3].part[1]));
  } else {
    return sum_quarters_of_8(sum_pairs_of_8(sum_halves_of_8(sums[0].part[0], sums[4].part[0]),
                                            sum_halves_of_8(sums[1].part[0], sums[5].part[0])),
                             sum_pairs_of_8(sum_halves_of_8(sums[2].part[0], sums[6].part[0]),
                                            sum_halves_of_8(sums[3].part[0], sums[7].part[0])));
  }
}

// The dots of kWidth rows at once. Their partial sums meet in vectors: a third of the work of one row after the other
// where rows are short.
template <class T>
__attribute__((always_inline)) inline void dots_of_group(const T *const *row, const double *w, int64_t columns,
                                                         double *out) {
  Partial sums[kWidth] = {};
  for (int64_t j = 0; j < columns; j += 8)
#pragma GCC unroll 8
    for (int r = 0; r < kWidth; ++r) add_product(row[r] + j, w + j, sums[r]);
  *reinterpret_cast<LooseVector *>(out) = totals(sums);
}

// Those of the rows from `place` on.
template <class T>
__attribute__((always_inline)) inline void dots_one_by_one(const DenseKernelRows<T> &rows, int64_t place,
                                                           const double *w, double *out) {
  for (const bool ask = rows.list != nullptr; place < rows.count; ++place) {
    if (ask && place + kRowsAhead < rows.count) ask_for(rows, place + kRowsAhead);
    out[place] = dot(row_at(rows, place), w, rows.columns);
  }
}

// Whether rows are taken in groups. They come from memory along as many streams as a group has rows. That costs more
// than it saves where there is one vector, or two and long rows: up to 13 % of a pass over rows of 200 columns.
template <class T>
bool takes_groups(const DenseKernelRows<T> &rows, const ConstSeries &w) {
  return w.count > 2 || (w.count == 2 && rows.columns <= kShortRow);
}

template <class T>
void dots(const DenseKernelRows<T> &rows, const ConstSeries &w, const Series &out) {
  const bool ask = rows.list != nullptr;
  for (int64_t place = 0; ask && place < kRowsAhead && place < rows.count; ++place) ask_for(rows, place);
  int64_t place = 0;
  for (; takes_groups(rows, w) && place + kWidth <= rows.count; place += kWidth) {
    const T *row[kWidth];
#pragma GCC unroll 8
    for (int r = 0; r < kWidth; ++r) {
      if (ask && place + r + kRowsAhead < rows.count) ask_for(rows, place + r + kRowsAhead);
      row[r] = row_at(rows, place + r);
    }
    for (int64_t v = 0; v < w.count; ++v)
      dots_of_group(row, w.first + v * w.stride, rows.columns, out.first + v * out.stride + place);
  }
  dots_one_by_one(rows, place, w.first, out.first);
  for (int64_t v = 1; v < w.count; ++v)
    dots_one_by_one(rows, place, w.first + v * w.stride, out.first + v * out.stride);
}

// A stretch of rows, and the columns of the sums that they go to.
template <class T>
struct Stretch {
  const DenseKernelRows<T> &rows;
  int64_t begin, end, from;
};

// sum_v += k_v * row for kSums sums, over kVectors vectors of columns.
template <int kSums, int kVectors, class T>
void add_tile(const Stretch<T> &part, const ConstSeries &k, const Series &sum) {
  Vector sums[kSums][kVectors];
#pragma GCC unroll 4
  for (int s = 0; s < kSums; ++s)
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) sums[s][v] = load(sum.first + s * sum.stride + part.from + kWidth * v);
  for (int64_t place = part.begin; place < part.end; ++place) {
    const T *const row = row_at(part.rows, place) + part.from;
    Vector entries[kVectors];
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) entries[v] = load(row + kWidth * v);
#pragma GCC unroll 4
    for (int s = 0; s < kSums; ++s) {
      const double factor = k.first[s * k.stride + place];
#pragma GCC unroll 8
      for (int v = 0; v < kVectors; ++v) sums[s][v] += factor * entries[v];
    }
  }
#pragma GCC unroll 4
  for (int s = 0; s < kSums; ++s)
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v)
      *reinterpret_cast<LooseVector *>(sum.first + s * sum.stride + part.from + kWidth * v) = sums[s][v];
}

// The last, narrower tile of `vectors` vectors.
template <int kSums, int kVectors, class T>
void add_last(const Stretch<T> &part, int64_t vectors, const ConstSeries &k, const Series &sum) {
  if (vectors == kVectors) add_tile<kSums, kVectors>(part, k, sum);
  if constexpr (kVectors > 1)
    if (vectors < kVectors) add_last<kSums, kVectors - 1>(part, vectors, k, sum);
}

// What the sums have behind their columns, in the group of eight, stays.
template <int kSums, class T>
void add_near(Stretch<T> part, const ConstSeries &k, const Series &sum) {
  constexpr int kVectors = kTile / kSums;
  const int64_t columns = part.rows.columns, behind = (columns + 7) / 8 * 8 - columns;
  double kept[kSums][8];
  for (int s = 0; s < kSums; ++s)
    for (int64_t j = 0; j < behind; ++j) kept[s][j] = sum.first[s * sum.stride + columns + j];
  for (; part.from + kVectors * kWidth <= columns; part.from += kVectors * kWidth)
    add_tile<kSums, kVectors>(part, k, sum);
  const int64_t left = (columns - part.from + kWidth - 1) / kWidth;
  if (left > 0) add_last<kSums, kVectors>(part, left, k, sum);
  for (int s = 0; s < kSums; ++s)
    for (int64_t j = 0; j < behind; ++j) sum.first[s * sum.stride + columns + j] = kept[s][j];
}

// As many sums at once as there are registers for, so that additions of one do not wait for each other.
template <class T>
void add_near_to_all(const Stretch<T> &part, const ConstSeries &k, const Series &sum) {
  if (sum.count == 1) return add_near<1>(part, k, sum);
  int64_t v = 0;
  const auto from = [&](const auto &series) {
    auto moved = series;
    moved.first += v * series.stride;
    return moved;
  };
  for (; v + 4 <= sum.count; v += 4) add_near<4>(part, from(k), from(sum));
  for (; v + 2 <= sum.count; v += 2) add_near<2>(part, from(k), from(sum));
  for (; v < sum.count; ++v) add_near<1>(part, from(k), from(sum));
}

template <class T>
int64_t rows_a_group(const DenseKernelRows<T> &rows) {
  const int64_t bytes = rows.columns * static_cast<int64_t>(sizeof(T));
  return bytes * 4 < kNear ? kNear / bytes : 4;
}

template <class T>
void add_multiples(const DenseKernelRows<T> &rows, const ConstSeries &k, const Series &sum) {
  const int64_t group = rows_a_group(rows);
  for (int64_t begin = 0; begin < rows.count; begin += group)
    add_near_to_all(Stretch<T>{rows, begin, rows.count - begin < group ? rows.count : begin + group, 0}, k, sum);
}

// The bits of product + shift, as integers, are those of shift plus the product in steps: the sum lies in the binade of
// shift, whose ulp is a step.
template <int kVectors, class T>
void add_integer_tile(const DenseKernelRows<T> &rows, int64_t begin, int64_t end, int64_t from, const double *k,
                      double shift, uint64_t *sum) {
  Integers sums[kVectors];
  const Vector none = {}, shifts = none + shift;
  const Integers less = static_cast<uint64_t>(end - begin) * reinterpret_cast<Integers>(shifts);
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; ++v) sums[v] = *reinterpret_cast<const LooseIntegers *>(sum + from + kWidth * v) - less;
  for (int64_t place = begin; place < end; ++place) {
    const T *const row = row_at(rows, place) + from;
    const double factor = k[place];
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) sums[v] += reinterpret_cast<Integers>(factor * load(row + kWidth * v) + shifts);
  }
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; ++v) *reinterpret_cast<LooseIntegers *>(sum + from + kWidth * v) = sums[v];
}

template <int kVectors, class T>
void add_last_integers(const DenseKernelRows<T> &rows, int64_t begin, int64_t end, int64_t from, int64_t vectors,
                       const double *k, double shift, uint64_t *sum) {
  if (vectors == kVectors) add_integer_tile<kVectors>(rows, begin, end, from, k, shift, sum);
  if constexpr (kVectors > 1)
    if (vectors < kVectors) add_last_integers<kVectors - 1>(rows, begin, end, from, vectors, k, shift, sum);
}

template <class T>
void add_integers(const DenseKernelRows<T> &rows, const double *k, double shift, uint64_t *sum) {
  const int64_t group = rows_a_group(rows);
  for (int64_t begin = 0; begin < rows.count; begin += group) {
    const int64_t end = rows.count - begin < group ? rows.count : begin + group;
    int64_t from = 0;
    for (; from + kTile * kWidth <= rows.columns; from += kTile * kWidth)
      add_integer_tile<kTile>(rows, begin, end, from, k, shift, sum);
    const int64_t left = (rows.columns - from + kWidth - 1) / kWidth;
    if (left > 0) add_last_integers<kTile>(rows, begin, end, from, left, k, shift, sum);
  }
}

// kRows rows of sums from row i on, eight columns from j on, in registers.
template <int kRows>
void add_block(const ProductRows &rows, int64_t i, int64_t j, double *sums) {
  Vector kept[kRows][kParts];
#pragma GCC unroll 4
  for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 4
    for (int part = 0; part < kParts; ++part) kept[r][part] = load(sums + (i + r) * rows.stride + j + kWidth * part);
  for (int64_t t = 0; t < rows.count; ++t) {
    const double *const left = rows.left + t * rows.stride + i, *const right = rows.right + t * rows.stride + j;
    Vector entries[kParts];
#pragma GCC unroll 4
    for (int part = 0; part < kParts; ++part) entries[part] = load(right + kWidth * part);
#pragma GCC unroll 4
    for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 4
      for (int part = 0; part < kParts; ++part) kept[r][part] += left[r] * entries[part];
  }
#pragma GCC unroll 4
  for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 4
    for (int part = 0; part < kParts; ++part)
      *reinterpret_cast<LooseVector *>(sums + (i + r) * rows.stride + j + kWidth * part) = kept[r][part];
}

inline void add_products(const ProductRows &rows, int64_t columns, double *sums) {
  for (int64_t i = 0; i < columns; i += 4) {
    if (columns - i >= 4) {
      for (int64_t j = 0; j < i + 4; j += 8) add_block<4>(rows, i, j, sums);
      continue;
    }
    for (int64_t last = i; last < columns; ++last)
      for (int64_t j = 0; j <= last; j += 8) add_block<1>(rows, last, j, sums);
  }
}

inline constexpr DenseKernels kKernels = {{dots<double>, add_multiples<double>, add_integers<double>},
                                          {dots<float>, add_multiples<float>, add_integers<float>},
                                          add_products};

}  // namespace
}  // namespace dpcvx::data

#endif
