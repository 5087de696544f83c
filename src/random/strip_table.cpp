#include "random/strip_table.h"

#include <algorithm>
#include <cmath>

#include "random/exact_exp.h"

namespace dpcvx::random {
namespace {

// Replaces points x, small multiples of a power of two and so exact as doubles, by upper (or lower) bounds of
// exp(-y(x)).
void bound_exps(const Law &law, bool upper, double *points, int count) {
  constexpr int kBlock = 32;
  double y[kBlock], exps[kBlock];
  for (int done = 0; done < count; done += kBlock) {
    const int size = std::min(kBlock, count - done);
    for (int i = 0; i < size; ++i) y[i] = std::min(law.y(points[done + i]), 701.0);
    exp_minus_each(y, exps, static_cast<size_t>(size));
    for (int i = 0; i < size; ++i)
      points[done + i] = y[i] > 700 ? (upper ? 0x1p-1000 : 0) : exps[i] * (1 + (upper ? 1 : -1) * exp_margin(y[i]));
  }
}

double first_point(const StripTable &table, int column) {
  return static_cast<double>(static_cast<uint64_t>(column) << table.kernel.width_bits);
}

// Strips between 1/64 and 1/32 of the spread (or single points). The squared law's tail must start at 6 spreads or
// later; the linear law's starts where it is rare, or where columns run out.
void choose_strips(double spread, StripTable &table) {
  int exponent;
  std::frexp(spread, &exponent);
  table.kernel.width_bits = exponent - 6 > 0 ? exponent - 6 : 0;
  table.kernel.wide = table.kernel.width_bits > kPlaceBits;
  table.half_zero = table.kernel.width_bits == 0 && !table.continuous;
  table.kernel.reject_zero = !table.half_zero && !table.continuous;
  const double spreads = table.law.power == 2 ? 6 : 24;
  const double strips = std::ldexp(spreads * spread, -table.kernel.width_bits);
  table.tail = 1 + static_cast<int>(strips < kPadColumn - 2 ? strips : kPadColumn - 2);
  // Blocks long enough that the weight at least halves from one to the next.
  table.tail_bits = table.law.power == 2 ? 3 : 6;
}

// Integer weights: total * weight_above, rounded up, with `total` as large as lets all of them into the alias table.
void set_weights(StripTable &table) {
  double above[kStripColumns];
  for (int k = 0; k <= table.tail; ++k) above[k] = first_point(table, k);
  bound_exps(table.law, true, above, table.tail + 1);
  double sum = 0;
  for (int k = 0; k <= table.tail; ++k) {
    const double share = k == 0 && table.half_zero ? above[k] / 2 : above[k];
    sum += k == table.tail ? std::ldexp(share, table.tail_bits + 1) : share;
  }
  const double total = std::ldexp(1 - 0x1p-20, kColumnBits + 9) / sum;
  table.total = static_cast<uint64_t>(total) / 2 * 2;
  const double exact_total = static_cast<double>(table.total);
  for (int k = 0; k < kStripColumns; ++k)
    table.weight[k] = k <= table.tail ? static_cast<uint64_t>(exact_total * above[k]) + 2 : 0;
  if (table.half_zero) table.weight[0] = table.total / 2;
}

// A lower bound of the share of each strip's proposals that are accepted wherever in the strip they fall, in 2^-16.
void set_squeezes(const StripTable &table, uint64_t (&squeezes)[kStripColumns]) {
  double below[kStripColumns];  // at the last point of each strip
  for (int k = 0; k < table.tail; ++k) below[k] = first_point(table, k + 1) - (table.continuous ? 0 : 1);
  bound_exps(table.law, false, below, table.tail);
  for (int k = 0; k < table.tail; ++k) {
    const double low = below[k] * static_cast<double>(table.total) * (1 - 0x1p-48);
    const double share = low / static_cast<double>(table.weight[k]) * 0x1p16;
    squeezes[k] = share >= 0xffff ? 0xffff : static_cast<uint64_t>(share);
  }
  for (int k = table.tail; k < kStripColumns; ++k) squeezes[k] = 0;
  if (table.half_zero && table.tail > 0) squeezes[0] = 0xffff;
}

// Walker's alias method in integers (Vose's construction): each column holds 2^kColumnBits units, of its own weight
// below the threshold and of its alias's above.
void fill_columns(StripTable &table) {
  constexpr uint64_t kColumn = uint64_t{1} << kColumnBits;
  uint64_t left[kStripColumns];
  uint64_t sum = 0;
  for (int k = 0; k < kStripColumns; ++k) {
    left[k] = k == table.tail ? table.weight[k] << (table.tail_bits + 1) : table.weight[k];
    sum += left[k];
  }
  left[kPadColumn] = kColumn * kStripColumns - sum;
  int small[kStripColumns], large[kStripColumns], smalls = 0, larges = 0;
  for (int k = kStripColumns - 1; k >= 0; --k) (left[k] < kColumn ? small[smalls++] : large[larges++]) = k;
  int alias[kStripColumns];
  uint64_t threshold[kStripColumns];
  while (smalls > 0) {
    // Units are conserved, so while a column has less than its share another has more.
    const int under = small[--smalls], over = large[larges - 1];
    threshold[under] = left[under];
    alias[under] = over;
    left[over] -= kColumn - left[under];
    if (left[over] < kColumn) {
      --larges;
      small[smalls++] = over;
    }
  }
  while (larges > 0) {
    const int full = large[--larges];
    threshold[full] = kColumn - 1;
    alias[full] = full;
  }
  uint64_t squeezes[kStripColumns];
  set_squeezes(table, squeezes);
  for (int k = 0; k < kStripColumns; ++k) {
    table.threshold_low[k] = static_cast<uint32_t>(threshold[k]);
    table.kernel.entry[k] =
        threshold[k] >> 32 | static_cast<uint64_t>(alias[k]) << 16 | squeezes[k] << 32 | squeezes[alias[k]] << 48;
  }
}

}  // namespace

void build_strip_table(const Law &law, bool continuous, int fraction, double spread, StripTable &table) {
  table.law = law;
  table.continuous = continuous;
  table.kernel.fraction = fraction;
  choose_strips(spread, table);
  set_weights(table);
  fill_columns(table);
}

}  // namespace dpcvx::random
