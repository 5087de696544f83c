// The proposal of the strip samplers: a staircase above a decreasing weight exp(-y(x)), drawn by an exact integer alias
// table. PROOFS.md, "Strips", has the argument.
//
// The points x = 0, 1, 2, ... are cut into strips of 2^width_bits. Strip k carries the integer weight N_k, at least
// total * exp(-y(first point)). The strips from `tail` on are in blocks of 2^tail_bits strips, whose weights fall by
// halves.
#ifndef DPCVX_RANDOM_STRIP_TABLE_H_
#define DPCVX_RANDOM_STRIP_TABLE_H_

#include "random/law.h"
#include "random/strip_kernel.h"

namespace dpcvx::random {

struct StripTable {
  Law law;
  StripKernelTable kernel;
  bool continuous;  // X is real, uniform on [x, x + 1); otherwise X = x
  bool half_zero;   // the strip 0 is the point 0 alone, and its weight is halved: it has no sign
  int tail;         // the column that stands for all strips from here on
  int tail_bits;
  uint64_t total;  // weight of the point 0
  uint64_t weight[kStripColumns];
  uint32_t threshold_low[kStripColumns];  // the low 32 bits of the alias thresholds
};

constexpr int kPadColumn = kStripColumns - 1;  // stands for nothing: always rejected
constexpr int kColumnBits = 48;                // a column of the alias table holds 2^48 units of weight

// spread: the standard deviation or scale in units of x, within a few units in the last place (it only shapes the
// strips); at most 2^51.
void build_strip_table(const Law &law, bool continuous, int fraction, double spread, StripTable &table);

}  // namespace dpcvx::random

#endif
