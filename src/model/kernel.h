// Kernels that passes over rows share besides the rows' own (data/rows.h): the layout of vectors, and sums on vectors
// in that layout.
#ifndef DPCVX_MODEL_KERNEL_H_
#define DPCVX_MODEL_KERNEL_H_

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "data/rows.h"
#include "model/row_map.h"

namespace dpcvx::model {

using data::padded;

// A sum that overflowed to both infinities is not a number; any fixed value will do in its place.
inline double number_or_zero(double z) { return z == z ? z : 0; }

// The layout of coefficients and sums in working memory: a block for each output, of the columns, padded with zeros to
// whole vectors, and a pad whose first entry is the intercept's.
struct Layout {
  int64_t columns = 0, outputs = 1;
  bool intercept = true;

  int64_t intercept_at() const { return padded(columns); }
  int64_t stride() const { return padded(columns) + data::kPad; }
  int64_t size() const { return outputs * stride(); }
  int64_t plain_stride() const { return columns + (intercept ? 1 : 0); }

  void spread(const double *plain, double *out) const {
    std::fill(out, out + size(), 0.0);
    for (int64_t k = 0; k < outputs; ++k) {
      const double *const from = plain + k * plain_stride();
      std::copy(from, from + columns, out + k * stride());
      if (intercept) out[k * stride() + intercept_at()] = from[columns];
    }
  }
  void gather(const double *sums, double *plain) const {
    for (int64_t k = 0; k < outputs; ++k) {
      const double *const from = sums + k * stride();
      std::copy(from, from + columns, plain + k * plain_stride());
      if (intercept) plain[k * plain_stride() + columns] = from[intercept_at()];
    }
  }
};

// sum += k * a over `n` doubles, a multiple of two; both aligned.
inline void add_multiple(double k, const double *a, double *sum, int64_t n) {
  for (int64_t j = 0; j < n; j += 2) *reinterpret_cast<data::Pair *>(sum + j) += k * data::load_pair(a + j);
}

// Two doubles of a vector that lies anywhere.
inline data::Pair loose_pair(const double *from) {
  data::Pair pair;
  std::memcpy(&pair, from, sizeof(pair));
  return pair;
}

// <row i, w> where w has just `columns` entries, aligned or not.
template <class Rows>
double plain_dot(const Rows &rows, int64_t i, const double *w) {
  if constexpr (Rows::kSparse) {
    return rows.dot(i, w);
  } else {
    const auto *const x = rows.row(i);
    const int64_t columns = rows.columns();
    data::Pair even = {}, odd = {};
    int64_t j = 0;
    for (; j + 4 <= columns; j += 4) {
      even += data::load_pair(x + j) * loose_pair(w + j);
      odd += data::load_pair(x + j + 2) * loose_pair(w + j + 2);
    }
    double rest = 0;
    for (; j < columns; ++j) rest += static_cast<double>(x[j]) * w[j];
    even += odd;
    return (even[0] + even[1]) + rest;
  }
}

// sum += k * row i, sum of just `columns` entries.
template <class Rows>
void add_plain_multiple(const Rows &rows, int64_t i, double k, double *sum) {
  if constexpr (Rows::kSparse) {
    rows.add_multiple(i, k, sum);
  } else {
    const auto *const x = rows.row(i);
    const int64_t columns = rows.columns();
    int64_t j = 0;
    for (; j + 2 <= columns; j += 2) {
      const data::Pair moved = loose_pair(sum + j) + k * data::load_pair(x + j);
      std::memcpy(sum + j, &moved, sizeof(moved));
    }
    for (; j < columns; ++j) sum[j] += k * static_cast<double>(x[j]);
  }
}

}  // namespace dpcvx::model

#endif
