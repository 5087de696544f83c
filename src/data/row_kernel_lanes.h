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

template <class T>
__attribute__((always_inline)) inline double dot(const T *row, const double *w, int64_t columns) {
  Vector sums[kParts] = {};
  for (int64_t j = 0; j < columns; j += 8)
#pragma GCC unroll 4
    for (int part = 0; part < kParts; ++part) sums[part] += load(row + j + kWidth * part) * load(w + j + kWidth * part);
  alignas(64) double s[8];
#pragma GCC unroll 4
  for (int part = 0; part < kParts; ++part) *reinterpret_cast<Vector *>(s + kWidth * part) = sums[part];
  return ((s[0] + s[4]) + (s[1] + s[5])) + ((s[2] + s[6]) + (s[3] + s[7]));
}

template <class T>
__attribute__((always_inline)) inline void ask_for(const DenseKernelRows<T> &rows, int64_t place) {
  const int64_t bytes = rows.columns * static_cast<int64_t>(sizeof(T)), most = kMaxLinesAhead * kLine;
  const char *const row = reinterpret_cast<const char *>(row_at(rows, place));
  for (int64_t byte = 0; byte < (bytes < most ? bytes : most); byte += kLine) __builtin_prefetch(row + byte);
}

template <class T>
void dots(const DenseKernelRows<T> &rows, const double *w, double *out) {
  const bool ask = rows.list != nullptr;
  for (int64_t place = 0; ask && place < kRowsAhead && place < rows.count; ++place) ask_for(rows, place);
  for (int64_t place = 0; place < rows.count; ++place) {
    if (ask && place + kRowsAhead < rows.count) ask_for(rows, place + kRowsAhead);
    out[place] = dot(row_at(rows, place), w, rows.columns);
  }
}

// sum += k * row over kVectors vectors from column `from` on, for the rows from `begin` to `end`.
template <int kVectors, class T>
void add_tile(const DenseKernelRows<T> &rows, int64_t begin, int64_t end, int64_t from, const double *k, double *sum) {
  Vector sums[kVectors];
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; ++v) sums[v] = load(sum + from + kWidth * v);
  for (int64_t place = begin; place < end; ++place) {
    const T *const row = row_at(rows, place) + from;
    const double factor = k[place];
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) sums[v] += factor * load(row + kWidth * v);
  }
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; ++v) *reinterpret_cast<LooseVector *>(sum + from + kWidth * v) = sums[v];
}

// The last, narrower tile of `vectors` vectors.
template <int kVectors, class T>
void add_last(const DenseKernelRows<T> &rows, int64_t begin, int64_t end, int64_t from, int64_t vectors,
              const double *k, double *sum) {
  if (vectors == kVectors) add_tile<kVectors>(rows, begin, end, from, k, sum);
  if constexpr (kVectors > 1)
    if (vectors < kVectors) add_last<kVectors - 1>(rows, begin, end, from, vectors, k, sum);
}

template <class T>
void add_near(const DenseKernelRows<T> &rows, int64_t begin, int64_t end, const double *k, double *sum) {
  int64_t from = 0;
  for (; from + kTile * kWidth <= rows.columns; from += kTile * kWidth) add_tile<kTile>(rows, begin, end, from, k, sum);
  const int64_t left = (rows.columns - from + kWidth - 1) / kWidth;
  if (left > 0) add_last<kTile>(rows, begin, end, from, left, k, sum);
}

template <class T>
void add_multiples(const DenseKernelRows<T> &rows, const double *k, double *sum) {
  const int64_t behind = (rows.columns + 7) / 8 * 8 - rows.columns;
  double kept[8];
  for (int64_t j = 0; j < behind; ++j) kept[j] = sum[rows.columns + j];
  const int64_t bytes = rows.columns * static_cast<int64_t>(sizeof(T));
  const int64_t group = bytes * 4 < kNear ? kNear / bytes : 4;
  for (int64_t begin = 0; begin < rows.count; begin += group)
    add_near(rows, begin, rows.count - begin < group ? rows.count : begin + group, k, sum);
  for (int64_t j = 0; j < behind; ++j) sum[rows.columns + j] = kept[j];
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
  const int64_t bytes = rows.columns * static_cast<int64_t>(sizeof(T));
  const int64_t group = bytes * 4 < kNear ? kNear / bytes : 4;
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
