// Rows as kernels see them, dense or sparse, of double or float. All kinds have the same functions, so that callers are
// templates over the kind of rows. Every sum is taken in double and in an order fixed here. So its bits depend neither
// on the instruction set nor on how calls are split. For dense rows a table of floats gives the bits of the same table
// in doubles.
//
// Vectors that go with rows (w, sums) have padded(columns) doubles aligned to 64 bytes; in w, those behind the columns
// are zero. A kernel may read, but never uses or writes, up to kPad entries behind a row.
#ifndef DPCVX_DATA_ROWS_H_
#define DPCVX_DATA_ROWS_H_

#include <cstdint>
#include <type_traits>

#include "data/row_kernels.h"

namespace dpcvx::data {

constexpr int64_t kPad = 8;

inline int64_t padded(int64_t columns) { return (columns + kPad - 1) / kPad * kPad; }

// The stride of dense rows: their columns, in whole groups of kRowStep.
constexpr int64_t kRowStep = 4;
inline int64_t padded_row(int64_t columns) { return (columns + kRowStep - 1) / kRowStep * kRowStep; }

// Two doubles, or two floats that become them: a vector that every machine has.
typedef double Pair __attribute__((vector_size(16), aligned(16), may_alias));
typedef float HalfPair __attribute__((vector_size(8), aligned(8), may_alias));
inline Pair load_pair(const double *entries) { return *reinterpret_cast<const Pair *>(entries); }
inline Pair load_pair(const float *entries) {
  return __builtin_convertvector(*reinterpret_cast<const HalfPair *>(entries), Pair);
}

// Returns a value in steps of h = shift / (3 * 2^51), a power of two, rounded as the host rounds: to the nearest, ties
// to even. |value| < 2^51 h.
inline uint64_t integer_of(double value, double shift) {
  const double moved = value + shift;
  uint64_t bits, of_shift;
  __builtin_memcpy(&bits, &moved, sizeof(bits));
  __builtin_memcpy(&of_shift, &shift, sizeof(of_shift));
  return bits - of_shift;
}

// Which rows a sum runs over, in order: those listed, or a stretch of them.
struct RowPick {
  const int64_t *list = nullptr;
  int64_t first = 0;
  int64_t count = 0;

  int64_t operator[](int64_t place) const { return list == nullptr ? first + place : list[place]; }
  RowPick part(int64_t begin, int64_t length) const {
    return list == nullptr ? RowPick{nullptr, first + begin, length} : RowPick{list + begin, 0, length};
  }
};

// How many rows ahead ask_for() is called where rows are read in a listed order.
inline constexpr int64_t kRowsAhead = 8;

// Reads a byte there, so that the cache line comes from memory. Unlike a prefetch, a read is not dropped where the page
// is not at hand.
inline void fetch(const void *at) { static_cast<void>(*static_cast<const volatile char *>(at)); }
// Reads some of each cache line of `count` > 0 values.
template <class T>
void fetch_lines(const T *from, int64_t count) {
  constexpr int64_t kALine = 64 / static_cast<int64_t>(sizeof(T));
  for (int64_t j = 0; j < count; j += kALine) fetch(from + j);
  fetch(from + count - 1);
}

// Entry (i, j) is entries[i * stride + j]; the stride is a multiple of kRowStep.
template <class T>
class DenseRows {
 public:
  using Entry = T;
  static constexpr bool kSparse = false, kHasBitsOfDense = true;
  static constexpr int64_t kMaxAsked = 512;

  DenseRows(const T *entries, int64_t rows, int64_t columns, int64_t stride)
      : entries_(entries), rows_(rows), columns_(columns), stride_(stride) {}

  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  int64_t stride() const { return stride_; }
  const T *row(int64_t i) const { return entries_ + i * stride_; }
  // Return how many entries of row i are stored, and a bound for every row: the number of products in a dot.
  int64_t stored(int64_t) const { return columns_; }
  int64_t max_stored() const { return columns_; }

  // <row i, w>: eight partial sums over every eighth column, put together in a tree.
  double dot(int64_t i, const double *w) const {
    double out;
    dots({nullptr, i, 1}, {w, 0, 1}, {&out, 0, 1});
    return out;
  }

  // sum += k * row i.
  void add_multiple(int64_t i, double k, double *sum) const { add_multiples({nullptr, i, 1}, {&k, 0, 1}, {sum, 0, 1}); }

  // Prefetches the first cache lines of row i. The hardware prefetcher follows from there.
  void ask_for(int64_t i) const {
    const char *const begin = reinterpret_cast<const char *>(row(i));
    const int64_t bytes = columns_ * static_cast<int64_t>(sizeof(T));
    for (int64_t byte = 0; byte < (bytes < kMaxAsked ? bytes : kMaxAsked); byte += 64) __builtin_prefetch(begin + byte);
  }

  // Reads where row i lies: dense rows need nothing for that. And some of each of the first cache lines of the row.
  void fetch_place(int64_t) const {}
  void fetch(int64_t i) const {
    constexpr int64_t kMost = kMaxAsked / static_cast<int64_t>(sizeof(T));
    fetch_lines(row(i), columns_ < kMost ? columns_ : kMost);
  }

  // visit(column, entry as double) for each stored entry, by column.
  template <class Visit>
  void for_each(int64_t i, const Visit &visit) const {
    const T *const x = row(i);
    for (int64_t j = 0; j < columns_; ++j) visit(j, static_cast<double>(x[j]));
  }

  // out(v, place) = <row, w_v> for each row picked and each vector, v = 0, 1, ...; of many rows at once, two to three
  // times as fast as one by one.
  void dots(const RowPick &pick, const ConstSeries &w, const Series &out) const { kernel().dots(picked(pick), w, out); }
  // sum_v += k(v, place) * row, row after row; quickest when dots() has just gone over the same rows, some 64 at a
  // time.
  void add_multiples(const RowPick &pick, const ConstSeries &k, const Series &sum) const {
    kernel().add_multiples(picked(pick), k, sum);
  }
  // sum += k[place] * row as integers modulo 2^64 (row_kernels.h). What sum has behind the columns may change.
  void add_integers(const RowPick &pick, const double *k, double shift, uint64_t *sum) const {
    kernel().add_integers(picked(pick), k, shift, sum);
  }

 private:
  DenseKernelRows<T> picked(const RowPick &pick) const {
    return {entries_, stride_, columns_, pick.list, pick.first, pick.count};
  }
  const DenseKernel<T> &kernel() const {
    if constexpr (sizeof(T) == sizeof(double))
      return kernels_.of_doubles;
    else
      return kernels_.of_floats;
  }

  const T *entries_;
  int64_t rows_, columns_, stride_;
  const DenseKernels &kernels_ = dense_kernels();
};

// visit(size, v) for groups of vectors from v on, size an integral constant.
template <class Visit>
void in_groups(int64_t count, const Visit &visit) {
  int64_t v = 0;
  for (; v + 4 <= count; v += 4) visit(std::integral_constant<int, 4>(), v);
  for (; v + 2 <= count; v += 2) visit(std::integral_constant<int, 2>(), v);
  for (; v < count; ++v) visit(std::integral_constant<int, 1>(), v);
}

// The entries of row i are values[k] in columns[k], starts[i] <= k < starts[i + 1], by column; what is not stored is 0.
// A dot has four partial sums, over every fourth stored entry, put together in a tree.
template <class T>
class SparseRows {
 public:
  using Entry = T;
  static constexpr bool kSparse = true, kHasBitsOfDense = false;
  static constexpr int64_t kRowsAhead = 8, kStartsAhead = 32, kMaxAsked = 128;

  SparseRows(const int64_t *starts, const uint32_t *indices, const T *values, int64_t rows, int64_t columns)
      : starts_(starts), indices_(indices), values_(values), rows_(rows), columns_(columns) {}

  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  int64_t row_start(int64_t i) const { return starts_[i]; }
  uint32_t column(int64_t k) const { return indices_[k]; }
  T value(int64_t k) const { return values_[k]; }
  int64_t stored(int64_t i) const { return starts_[i + 1] - starts_[i]; }
  // Returns a public bound on the entries that a row of any table may store: `columns`.
  int64_t max_stored() const { return columns_; }

  double dot(int64_t i, const double *w) const {
    double out;
    dots_of_row<1>(i, {w, 0, 1}, &out, 0);
    return out;
  }

  void add_multiple(int64_t i, double k, double *sum) const { add_to<1>(i, &k, 0, sum, 0); }

  template <class Visit>
  void for_each(int64_t i, const Visit &visit) const {
    for (int64_t at = starts_[i]; at < starts_[i + 1]; ++at)
      visit(static_cast<int64_t>(indices_[at]), static_cast<double>(values_[at]));
  }

  // Entries are read once for four vectors, which have the bits that each has alone.
  void dots(const RowPick &pick, const ConstSeries &w, const Series &out) const {
    in_groups(w.count, [&](auto size, int64_t v) {
      dots_with<size()>(pick, {w.first + v * w.stride, w.stride, size()},
                        {out.first + v * out.stride, out.stride, size()});
    });
  }
  void add_multiples(const RowPick &pick, const ConstSeries &k, const Series &sum) const {
    in_groups(sum.count, [&](auto size, int64_t v) {
      for (int64_t place = 0; place < pick.count; ++place)
        add_to<size()>(pick[place], k.first + v * k.stride + place, k.stride, sum.first + v * sum.stride, sum.stride);
    });
  }
  void add_integers(const RowPick &pick, const double *k, double shift, uint64_t *sum) const {
    for (int64_t place = 0; place < pick.count; ++place)
      for (int64_t row = pick[place], at = starts_[row]; at < starts_[row + 1]; ++at)
        sum[indices_[at]] += integer_of(k[place] * static_cast<double>(values_[at]), shift);
  }

  void fetch_place(int64_t i) const { data::fetch(starts_ + i); }
  void fetch(int64_t i) const {
    const int64_t begin = starts_[i], stored = starts_[i + 1] - begin, count = stored < kMaxAsked ? stored : kMaxAsked;
    if (count == 0) return;
    fetch_lines(indices_ + begin, count);
    fetch_lines(values_ + begin, count);
  }

  // Prefetch row i, and before that the index of its first entry, for rows listed in any order.
  void ask_for(int64_t i) const {
    const int64_t begin = starts_[i];
    const int64_t end = starts_[i + 1] < begin + kMaxAsked ? starts_[i + 1] : begin + kMaxAsked;
    constexpr int64_t kIndicesALine = 64 / sizeof(uint32_t), kValuesALine = 64 / sizeof(T);
    for (int64_t k = begin; k < end; k += kIndicesALine) __builtin_prefetch(indices_ + k);
    for (int64_t k = begin; k < end; k += kValuesALine) __builtin_prefetch(values_ + k);
  }

 private:
  static constexpr int kPartialSums = 4;

  template <int kVectors>
  void dots_of_row(int64_t i, const ConstSeries &w, double *out, int64_t stride) const {
    double sums[kVectors][kPartialSums] = {};
    visit_with_lanes(i, [&](int64_t k, int64_t lane) {
      const double value = static_cast<double>(values_[k]);
      const double *const from = w.first + indices_[k];
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) sums[v][lane] += value * from[v * w.stride];
    });
    for (int v = 0; v < kVectors; ++v) out[v * stride] = total_of(sums[v]);
  }

  // visit(k, lane) for each stored entry k of row i, whose product the partial sum `lane` takes.
  template <class Visit>
  void visit_with_lanes(int64_t i, const Visit &visit) const {
    const int64_t end = starts_[i + 1];
    int64_t k = starts_[i];
    for (; k + 4 <= end; k += 4) {
#pragma GCC unroll 4
      for (int64_t lane = 0; lane < 4; ++lane) visit(k + lane, lane);
    }
#pragma GCC unroll 4
    for (int64_t lane = 0; lane < 3; ++lane)
      if (k + lane < end) visit(k + lane, lane);
  }

  static double total_of(const double (&s)[4]) { return (s[0] + s[1]) + (s[2] + s[3]); }

  // sum_v += k_v * row i.
  template <int kVectors>
  void add_to(int64_t i, const double *k, int64_t apart, double *sum, int64_t stride) const {
    double factors[kVectors];
    for (int v = 0; v < kVectors; ++v) factors[v] = k[v * apart];
    for (int64_t at = starts_[i], end = starts_[i + 1]; at < end; ++at) {
      const double value = static_cast<double>(values_[at]);
      double *const to = sum + indices_[at];
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) to[v * stride] += factors[v] * value;
    }
  }

  template <int kVectors>
  void dots_with(const RowPick &pick, const ConstSeries &w, const Series &out) const {
    const bool ask = pick.list != nullptr;
    for (int64_t place = 0; ask && place < kStartsAhead && place < pick.count; ++place)
      __builtin_prefetch(starts_ + pick.list[place]);
    for (int64_t place = 0; ask && place < kRowsAhead && place < pick.count; ++place) ask_for(pick.list[place]);
    for (int64_t place = 0; place < pick.count; ++place) {
      if (ask && place + kStartsAhead < pick.count) __builtin_prefetch(starts_ + pick.list[place + kStartsAhead]);
      if (ask && place + kRowsAhead < pick.count) ask_for(pick.list[place + kRowsAhead]);
      dots_of_row<kVectors>(pick[place], w, out.first + place, out.stride);
    }
  }

  const int64_t *starts_;
  const uint32_t *indices_;
  const T *values_;
  int64_t rows_, columns_;
};

}  // namespace dpcvx::data

#endif
