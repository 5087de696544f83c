// The loops of multinomial_kernels.h, written once over vectors of kWidth records, which the including source defines
// as 2, 4 or 8. Everything here is of that source alone.
#ifndef DPCVX_MODEL_LOSSES_MULTINOMIAL_LANES_H_
#define DPCVX_MODEL_LOSSES_MULTINOMIAL_LANES_H_

#include "model/losses/multinomial_kernels.h"
#include "numeric/exp_lanes.h"

namespace dpcvx::model {
namespace {

using Vector = numeric::Lanes<kWidth>::Doubles;
using LooseVector = numeric::Lanes<kWidth>::Loose;

inline constexpr double kFurthest = 0x1p1000, kLeastNormal = 0x1p-1022;

// Records from `first` on: kWidth of them, or the last few. Lanes of none hold zeros, and are not written.
template <bool kWhole>
struct Group {
  int64_t first, count;

  __attribute__((always_inline)) Vector load(const double *from) const {
    if constexpr (kWhole) return *reinterpret_cast<const LooseVector *>(from + first);
    double some[kWidth] = {};
    for (int64_t t = 0; t < count; ++t) some[t] = from[first + t];
    return *reinterpret_cast<const LooseVector *>(some);
  }
  __attribute__((always_inline)) void store(Vector values, double *to) const {
    if constexpr (kWhole) {
      *reinterpret_cast<LooseVector *>(to + first) = values;
    } else {
      double some[kWidth];
      *reinterpret_cast<LooseVector *>(some) = values;
      for (int64_t t = 0; t < count; ++t) to[first + t] = some[t];
    }
  }
};

// Writes each class's decision value over its product. Returns the greatest of each record.
template <bool kWhole>
__attribute__((always_inline)) inline Vector decide(const ClassTile &tile, const Group<kWhole> &group, double *z) {
  const Vector none = {}, most = none + kFurthest, least = none - kFurthest, factor = group.load(tile.factor);
  Vector top = least;
  for (int64_t c = 0; c < tile.classes; ++c, z += tile.stride) {
    const double offset = tile.intercept * tile.coefficient[c * tile.coefficient_stride];
    Vector value = factor * (group.load(z) + offset);
    value = value > most ? most : value;
    value = value < least ? least : value;
    value = value >= least ? value : none;  // what is not a number is not
    top = top < value ? value : top;
    group.store(value, z);
  }
  return top;
}

template <bool kWhole>
__attribute__((always_inline)) inline void slopes_of_group(const ClassTile &tile, const Group<kWhole> &group, double *z,
                                                           double *slopes, double *squares, const ClassValues *values) {
  const Vector none = {}, label = group.load(tile.label), top = decide(tile, group, z);
  Vector others = none, own = none, sum = none, exponent_of_own = none;
  for (int64_t c = 0; c < tile.classes; ++c) {
    const Vector exponent = group.load(z + c * tile.stride) - top, e = numeric::exp_lanes<kWidth>(exponent);
    const Vector here = none + static_cast<double>(c);
    others += here == label ? none : e;
    own = here == label ? e : own;
    if (values != nullptr) {
      sum += e;
      exponent_of_own = here == label ? exponent : exponent_of_own;
    }
    group.store(e, slopes + c * tile.stride);
  }
  const Vector share = 1.0 / ((others + own) * (1.0 + static_cast<double>(tile.classes + 8) * 0x1p-52));
  const Vector slope_of_own = -(others * share);
  Vector length = none;
  for (int64_t c = 0; c < tile.classes; ++c) {
    double *const at = slopes + c * tile.stride;
    const Vector slope = none + static_cast<double>(c) == label ? slope_of_own : group.load(at) * share;
    length += slope * slope;
    group.store(slope, at);
  }
  group.store(length, squares);
  if (values == nullptr) return;
  group.store(sum, values->sum);
  group.store(exponent_of_own, values->own);
}

inline void slopes(const ClassTile &tile, double *z, double *slopes, double *squares, const ClassValues *values) {
  int64_t first = 0;
  for (; first + kWidth <= tile.count; first += kWidth)
    slopes_of_group(tile, Group<true>{first, kWidth}, z, slopes, squares, values);
  if (first < tile.count) slopes_of_group(tile, Group<false>{first, tile.count - first}, z, slopes, squares, values);
}

template <bool kWhole>
__attribute__((always_inline)) inline void scale_group(const ClassTile &tile, const Group<kWhole> &group,
                                                       const double *factor, double *slopes) {
  const Vector none = {}, least = none + kLeastNormal, limit = none + __builtin_inf(), of_record = group.load(factor);
  for (int64_t c = 0; c < tile.classes; ++c, slopes += tile.stride) {
    const Vector multiple = group.load(slopes) * of_record, size = multiple < none ? -multiple : multiple;
    group.store(size >= least ? size < limit ? multiple : none : none, slopes);
  }
}

inline void scale(const ClassTile &tile, const double *factor, double *slopes) {
  int64_t first = 0;
  for (; first + kWidth <= tile.count; first += kWidth) scale_group(tile, Group<true>{first, kWidth}, factor, slopes);
  if (first < tile.count) scale_group(tile, Group<false>{first, tile.count - first}, factor, slopes);
}

inline constexpr MultinomialKernels kKernels = {slopes, scale};

}  // namespace
}  // namespace dpcvx::model

#endif
