// The entries of a dense table that are not 0, for many passes over a table of mostly zeros, as columns of categories
// make them. Every sum of finite numbers has the bits that it has over the dense rows: the order of partial sums is
// theirs, a product with 0 adds a zero, and a sum that begins at +0 never becomes -0 (PROOFS.md, section 2). So no
// result tells whether zeros are skipped, which the entries decide.
#ifndef DPCVX_DATA_NONZEROS_H_
#define DPCVX_DATA_NONZEROS_H_

#include "data/features.h"
#include "data/nonzero_groups.h"

namespace dpcvx::data {

// Rows as kernels see them (rows.h). An entry of 1 is a column alone, which most are where columns stand for
// categories. Row i has in words[places[i].begin] and on: its other values, their columns, and the columns of its ones,
// two bytes each. So a row lies in few cache lines.
class NonzeroRows {
 public:
  using Entry = double;
  static constexpr bool kSparse = true, kHasBitsOfDense = true;
  struct Place {
    uint32_t begin;
    uint16_t valued, ones;
  };
  typedef uint16_t Column __attribute__((may_alias));

  NonzeroRows(const Place *places, const double *words, const NonzeroGroups &groups, int64_t rows, int64_t columns)
      : places_(places), words_(words), groups_(groups), rows_(rows), columns_(columns) {}

  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  // Column by column, for passes over stretches of rows.
  const NonzeroGroups &groups() const { return groups_; }

  void dots(const RowPick &pick, const ConstSeries &w, const Series &out) const {
    in_groups(w.count, [&](auto size, int64_t v) {
      for (int64_t place = 0; place < pick.count; ++place) {
        if (pick.list != nullptr && place + kRowsAhead < pick.count) ask_for(pick.list[place + kRowsAhead]);
        dots_of_row<size()>(pick[place], {w.first + v * w.stride, w.stride, size()}, out.first + v * out.stride + place,
                            out.stride);
      }
    });
  }
  void add_multiples(const RowPick &pick, const ConstSeries &k, const Series &sum) const {
    in_groups(sum.count, [&](auto size, int64_t v) {
      for (int64_t place = 0; place < pick.count; ++place)
        add_to<size()>(pick[place], k.first + v * k.stride + place, k.stride, sum.first + v * sum.stride, sum.stride);
    });
  }

  // Prefetches row i.
  void ask_for(int64_t i) const {
    const Place place = places_[i];
    for (int64_t word = 0; word < words_of(place); word += 8) __builtin_prefetch(words_ + place.begin + word);
  }
  // Reads where row i lies, and some of each cache line of the row.
  void fetch_place(int64_t i) const { data::fetch(places_ + i); }
  void fetch(int64_t i) const {
    const Place place = places_[i];
    const int64_t words = words_of(place);
    if (words > 0) fetch_lines(words_ + place.begin, words < kMaxFetched ? words : kMaxFetched);
  }

  static int64_t words_of(const Place &place) { return place.valued + (place.valued + place.ones + 3) / 4; }

 private:
  static constexpr int kPartialSums = 8;
  static constexpr int64_t kMaxFetched = 64;

  // Each partial sum takes the products of every eighth column, as those of dense rows do.
  template <int kVectors>
  void dots_of_row(int64_t i, const ConstSeries &w, double *out, int64_t stride) const {
    const Place place = places_[i];
    const double *const values = words_ + place.begin;
    const Column *const columns = reinterpret_cast<const Column *>(values + place.valued);
    double sums[kPartialSums][kVectors] = {};
    for (int64_t e = 0; e < place.valued; ++e) {
      const double value = values[e], *const from = w.first + columns[e];
      double *const to = sums[columns[e] % kPartialSums];
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) to[v] += value * from[v * w.stride];
    }
    for (int64_t e = place.valued, end = place.valued + place.ones; e < end; ++e) {
      const double *const from = w.first + columns[e];
      double *const to = sums[columns[e] % kPartialSums];
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) to[v] += from[v * w.stride];
    }
    const auto pair = [&sums](int lane, int v) { return sums[lane][v] + sums[lane + 4][v]; };
    for (int v = 0; v < kVectors; ++v) out[v * stride] = (pair(0, v) + pair(1, v)) + (pair(2, v) + pair(3, v));
  }

  // sum_v += k_v * row i.
  template <int kVectors>
  void add_to(int64_t i, const double *k, int64_t apart, double *sum, int64_t stride) const {
    const Place place = places_[i];
    const double *const values = words_ + place.begin;
    const Column *const columns = reinterpret_cast<const Column *>(values + place.valued);
    double factors[kVectors];
    for (int v = 0; v < kVectors; ++v) factors[v] = k[v * apart];
    for (int64_t e = 0; e < place.valued; ++e) {
      double *const to = sum + columns[e];
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) to[v * stride] += factors[v] * values[e];
    }
    for (int64_t e = place.valued, end = place.valued + place.ones; e < end; ++e) {
      double *const to = sum + columns[e];
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) to[v * stride] += factors[v];
    }
  }

  const Place *places_;
  const double *words_;
  const NonzeroGroups &groups_;
  int64_t rows_, columns_;
};

class Nonzeros {
 public:
  // Takes them where passes are faster then: from a dense table if they are few, and from a sparse one if passes go
  // over stretches of `stretch` rows from the first on. 0: they go by lists of rows. The table need not outlive this.
  dpcvx_status create(const Features &features, int64_t stretch, Error &error);

  bool are_there() const { return places_.size() > 0; }
  NonzeroRows rows() const { return {places_.data(), words_.data(), groups_, rows_, table_columns_}; }

 private:
  int64_t rows_ = 0, table_columns_ = 0;
  Buffer<NonzeroRows::Place> places_;
  Buffer<double> words_;
  NonzeroGroups groups_;
};

}  // namespace dpcvx::data

#endif
