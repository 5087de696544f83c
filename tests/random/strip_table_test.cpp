// The proposal tables, in exact integers: the alias columns add up to the weights, the weights lie above the law, the
// squeezes below it, and the tail's halving weights dominate. exp(-y) comes from the certified bounds, which
// exact_exp_test checks against 60-digit values.
#include "random/strip_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/evidence.h"
#include "random/exact_exp.h"
#include "random/strip_sampler.h"

namespace dpcvx {
namespace random {
namespace {

struct Case {
  int kind;  // 0 discrete Gaussian, 1 rounded Gaussian, 2 Laplace scale, 3 Laplace rate
  double parameter;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (int kind = 0; kind < 3; ++kind) {
    const int least = kind == 2 ? -10 : -5;
    for (int e = least; e < 50; ++e)
      for (double factor : {1.0, 1.0 + 0x1p-52, 1.37, 2.0 - 0x1p-52}) all.push_back({kind, std::ldexp(factor, e)});
    all.push_back({kind, 0x1p50});
  }
  for (int e = -40; e <= 9; ++e)
    for (double factor : {1.0, 1.77}) all.push_back({3, std::ldexp(factor, e)});
  return all;
}

void set(StripSampler &sampler, const Case &c) {
  if (c.kind == 0) sampler.set_discrete_gaussian(c.parameter);
  if (c.kind == 1) sampler.set_rounded_gaussian(c.parameter);
  if (c.kind == 2) sampler.set_discrete_laplace(c.parameter);
  if (c.kind == 3) sampler.set_discrete_laplace_rate(c.parameter);
}

uint64_t first_point(const StripTable &table, int k) { return static_cast<uint64_t>(k) << table.kernel.width_bits; }

// total * factor * exp(-y(x)), below and above, in units of 2^-places.
struct Bounds {
  Natural low, high;
};
constexpr int64_t kPlaces = 256;

Bounds scaled_exp(const StripTable &table, uint64_t x, uint64_t factor) {
  ExpBounds bounds;
  EXPECT_TRUE(exp_bounds(table.law, Natural(x), 0, 4, bounds));
  Bounds scaled;
  subtract(bounds.mantissa, bounds.error, scaled.low);
  add(bounds.mantissa, bounds.error, scaled.high);
  for (Natural *end : {&scaled.low, &scaled.high}) {
    multiply_word(*end, table.total);
    multiply_word(*end, factor);
    shift(*end, kPlaces - bounds.scale);
  }
  add(scaled.high, Natural(uint64_t{1}), scaled.high);
  return scaled;
}

Natural in_places(uint64_t value, uint64_t factor = 1) {
  Natural natural(value);
  multiply_word(natural, factor);
  shift(natural, kPlaces);
  return natural;
}

TEST(StripTable, AliasColumnsAddUpToTheWeights) {
  for (const Case &c : cases()) {
    StripSampler sampler;
    set(sampler, c);
    const StripTable &table = sampler.table();
    std::vector<uint64_t> units(kStripColumns);
    constexpr uint64_t kColumn = uint64_t{1} << kColumnBits;
    for (int k = 0; k < kStripColumns; ++k) {
      const uint64_t entry = table.kernel.entry[k];
      const uint64_t threshold = (entry & 0xffff) << 32 | table.threshold_low[k];
      const uint64_t alias = (entry >> 16) & 0xffff;
      ASSERT_LT(alias, static_cast<uint64_t>(kStripColumns));
      units[k] += threshold;
      units[alias] += kColumn - threshold;
    }
    Wide sum = 0;
    ASSERT_LT(table.tail, kPadColumn);
    for (int k = 0; k < kStripColumns; ++k) {
      sum += units[k];
      if (k == kPadColumn) continue;
      const uint64_t weight = k == table.tail ? table.weight[k] << (table.tail_bits + 1) : table.weight[k];
      ASSERT_EQ(units[k], weight) << c.kind << " " << c.parameter << " column " << k;
    }
    ASSERT_TRUE(sum == Wide{kColumn} * kStripColumns);
    // Little is wasted.
    EXPECT_LT(units[kPadColumn], kColumn * kStripColumns >> 19);
  }
}

TEST(StripTable, WeightsAndSqueezesEncloseTheLaw) {
  int columns = 0;
  for (const Case &c : cases()) {
    // Every case in a few columns, and a few cases in all of them.
    StripSampler sampler;
    set(sampler, c);
    const StripTable &table = sampler.table();
    const int step = columns % 7 == 0 ? 1 : 37;
    for (int k = 0; k <= table.tail; k = k < table.tail && k + step > table.tail ? table.tail : k + step) {
      ++columns;
      const Bounds exact = scaled_exp(table, first_point(table, k), 1);
      if (k == 0 && table.half_zero) {
        ASSERT_EQ(2 * table.weight[0], table.total);
        continue;
      }
      ASSERT_GE(compare(in_places(table.weight[k]), exact.high), 0) << c.kind << " " << c.parameter << " column " << k;
      // And not much above: weight (2^32 - 1) <= total exp(-y) 2^32 + a few units.
      Natural roof = scaled_exp(table, first_point(table, k), uint64_t{1} << 32).low;
      add(roof, in_places(uint64_t{3} << 32), roof);
      ASSERT_LE(compare(in_places(table.weight[k], (uint64_t{1} << 32) - 1), roof), 0);
      const uint64_t squeeze = (table.kernel.entry[k] >> 32) & 0xffff;
      if (k == table.tail) {
        ASSERT_EQ(squeeze, 0u);
        continue;
      }
      const uint64_t last = first_point(table, k + 1) - (table.continuous ? 0 : 1);
      const Bounds end = scaled_exp(table, last, 0x10000);
      ASSERT_LE(compare(in_places(table.weight[k], squeeze), end.low), 0) << c.kind << " " << c.parameter << " " << k;
      // And not much below, or the slow path would be the rule: less than 5 % (or one point).
      Natural loose = in_places(table.weight[k], squeeze + 4);
      ASSERT_GE(compare(loose, end.low), 0);
    }
    // Entries carry the alias's squeeze as well as their own.
    for (int k = 0; k < kStripColumns; ++k) {
      const uint64_t alias = (table.kernel.entry[k] >> 16) & 0xffff;
      ASSERT_EQ(table.kernel.entry[k] >> 48, (table.kernel.entry[alias] >> 32) & 0xffff);
    }
    ASSERT_EQ((table.kernel.entry[kPadColumn] >> 32) & 0xffff, 0u);
  }
  evidence("noise", "strip tables: %d columns of %zu laws enclose the law in exact integers", columns, cases().size());
}

// From one block of the tail to the next the law falls at least by half, which the proposal does exactly. In the blocks
// after the first it falls faster (squared law) or as fast (linear law).
TEST(StripTable, TailDominates) {
  for (const Case &c : cases()) {
    StripSampler sampler;
    set(sampler, c);
    const StripTable &table = sampler.table();
    const long double start = static_cast<long double>(first_point(table, table.tail));
    const long double block = static_cast<long double>(first_point(table, 1 << table.tail_bits));
    const long double parameter =
        c.kind == 1 ? std::ldexp(static_cast<long double>(c.parameter), table.kernel.fraction) : c.parameter;
    long double fall;  // y(start + block) - y(start)
    if (c.kind < 2)
      fall = (2 * start * block + block * block) / (2 * parameter * parameter);
    else
      fall = c.kind == 2 ? block / parameter : block * parameter;
    ASSERT_GT(fall, 0.6932L) << c.kind << " " << c.parameter;
    // Nothing overflows, as far out as the proposal goes.
    const long double farthest =
        (table.tail + 1001 * std::ldexp(1.0L, table.tail_bits)) * (block / (1 << table.tail_bits));
    ASSERT_LT(farthest, 0x1p62L);
  }
}

// The table is made of basic arithmetic, so it is the same on every machine: a fingerprint.
TEST(StripTable, IsTheSameEverywhere) {
  uint64_t hash = 0xcbf29ce484222325;
  const auto eat = [&](uint64_t word) { hash = (hash ^ word) * 0x100000001b3; };
  for (const Case &c : cases()) {
    StripSampler sampler;
    set(sampler, c);
    for (int k = 0; k < kStripColumns; ++k) eat(sampler.table().kernel.entry[k]), eat(sampler.table().weight[k]);
  }
  EXPECT_EQ(hash, 8508795120481122305u);
}

}  // namespace
}  // namespace random
}  // namespace dpcvx
