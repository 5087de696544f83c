// The same seed gives the same integers, and leaves the stream at the same place, on every instruction set.
#include <gtest/gtest.h>

#include <vector>

#include "base/error.h"
#include "support/evidence.h"
#include "random/exact_exp.h"
#include "random/samplers.h"

namespace dpcvx {
namespace random {
namespace {

Error &ignored() {
  static Error error(nullptr, "test");
  return error;
}

std::vector<int64_t> draw_all(Isa isa, uint64_t seed, const StripSampler &sampler, bool *forced) {
  Rng rng;
  EXPECT_EQ(rng.open_deterministic(&seed, sizeof seed, ignored()), DPCVX_OK);
  rng.limit_isa(isa);
  *forced = rng.isa() == isa;
  std::vector<int64_t> values;
  for (size_t n : {1, 7, 8, 9, 511, 512, 513, 20000, 3}) {
    std::vector<int64_t> piece(n + 1, 77);
    sampler.draw(rng, piece.data(), n);
    EXPECT_EQ(piece[n], 77);
    values.insert(values.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(n));
  }
  values.push_back(static_cast<int64_t>(rng.next()));
  return values;
}

TEST(Isa, SameIntegersOnEach) {
  int compared = 0;
  for (double spread : {0x1p-5, 0.3, 1.0, 3.7, 31.9, 100.0, 1e6, 0x1p27, 0x1p28 * 1.9, 0x1p40, 0x1p50}) {
    for (int kind = 0; kind < 3; ++kind) {
      StripSampler sampler;
      if (kind == 0) sampler.set_discrete_gaussian(spread);
      if (kind == 1) sampler.set_rounded_gaussian(spread);
      if (kind == 2) sampler.set_discrete_laplace(spread);
      bool forced;
      const std::vector<int64_t> baseline = draw_all(Isa::kBaseline, 9, sampler, &forced);
      ASSERT_TRUE(forced);
      for (Isa isa : {Isa::kAvx2, Isa::kAvx512}) {
        const std::vector<int64_t> other = draw_all(isa, 9, sampler, &forced);
        if (!forced) continue;
        ++compared;
        ASSERT_EQ(baseline, other) << kind << " " << spread;
      }
    }
  }
  evidence("noise", "integers are the same on baseline and other instruction sets: %d comparisons of 21585 draws",
           compared);
}

// The same integers on every machine, for ever: a fingerprint.
TEST(Isa, IntegersArePinned) {
  uint64_t hash = 0xcbf29ce484222325;
  for (double spread : {0x1p-5, 0.3, 3.7, 1e6, 0x1p40, 0x1p50}) {
    for (int kind = 0; kind < 3; ++kind) {
      StripSampler sampler;
      if (kind == 0) sampler.set_discrete_gaussian(spread);
      if (kind == 1) sampler.set_rounded_gaussian(spread);
      if (kind == 2) sampler.set_discrete_laplace(spread);
      bool forced;
      for (int64_t value : draw_all(Isa::kAvx512, 11, sampler, &forced))
        hash = (hash ^ static_cast<uint64_t>(value)) * 0x100000001b3;
    }
  }
  EXPECT_EQ(hash, 10143247489269641093u);
}

// The scalar continuation sees the same candidate as the inner loop: where the flag is clear, resolving gives the same
// integer (the acceptance was certain).
TEST(Isa, ResolveAgreesWithTheKernel) {
  for (int kind = 0; kind < 3; ++kind) {
    for (double spread : {0.4, 20.0, 1e5, 0x1p45}) {
      StripSampler sampler;
      if (kind == 0) sampler.set_discrete_gaussian(spread);
      if (kind == 1) sampler.set_rounded_gaussian(spread);
      if (kind == 2) sampler.set_discrete_laplace(spread);
      Rng rng;
      ASSERT_EQ(rng.open_deterministic("r", 1, ignored()), DPCVX_OK);
      const StripTable &table = sampler.table();
      int clear = 0;
      for (int round = 0; round < 2000; ++round) {
        uint64_t words[8];
        uint32_t more[8];
        int64_t values[8], resolved;
        uint8_t flags;
        rng.fill(words, sizeof words);
        rng.fill(more, sizeof more);
        strip_kernel_baseline(table.kernel, words, more, values, &flags, 8);
        for (int i = 0; i < 8; ++i) {
          if ((flags >> i & 1) != 0) continue;
          ++clear;
          ASSERT_TRUE(resolve_candidate(rng, table, words[i], more[i], &resolved));
          ASSERT_EQ(resolved, values[i]);
        }
      }
      EXPECT_GT(clear, 7000);
    }
  }
}

// What resolve_candidate decides is the comparison of U, whose 64 bits are those of the word and of the next draw, with
// the exact threshold. The test reads the words by itself.
TEST(Resolve, ComparesAllBitsOfU) {
  int checked = 0, close = 0;
  for (int kind = 0; kind < 3; ++kind) {
    for (double spread : {40.0, 1e5, 0x1p30, 0x1p45}) {
      StripSampler sampler;
      if (kind == 0) sampler.set_discrete_gaussian(spread);
      if (kind == 1) sampler.set_rounded_gaussian(spread);
      if (kind == 2) sampler.set_discrete_laplace(spread);
      const StripTable &table = sampler.table();
      const int width = table.kernel.width_bits;
      for (uint64_t seed = 0; seed < 3000; ++seed) {
        Rng drawn, recorded;
        ASSERT_EQ(drawn.open_deterministic(&seed, sizeof seed, ignored()), DPCVX_OK);
        ASSERT_EQ(recorded.open_deterministic(&seed, sizeof seed, ignored()), DPCVX_OK);
        const uint64_t next = recorded.next();
        // A candidate of its own column, whose U begins with the first 16 bits of
        // the threshold total exp(-y) / weight.
        const uint64_t column = 1 + (seed * 37) % static_cast<uint64_t>(table.tail - 1);
        const uint64_t place = (seed * 0x9e3779b97f4a7c15) >> 42, more = static_cast<uint32_t>(seed * 0x85ebca6b);
        const uint64_t x = (column << width) + (width > kPlaceBits ? ((place << 32) | more) >> (kPlaceBits + 32 - width)
                                                                   : place >> (kPlaceBits - width));
        ExpBounds bounds;
        ASSERT_TRUE(exp_bounds(table.law, Natural(x), 0, 2, bounds));
        Natural threshold = bounds.mantissa;
        multiply_word(threshold, table.total);
        shift(threshold, 64 - bounds.scale);
        divide_word(threshold, table.weight[column]);
        if (threshold.size != 1 || (table.kernel.entry[column] & 0xffff) == 0) continue;
        const uint64_t word = column | uint64_t{seed & 1} << 9 | (threshold.limb[0] >> 48) << 26 | place << 42;
        const uint64_t high = (threshold.limb[0] >> 48) << 48 | next >> 16;
        int64_t value;
        const bool accepted = resolve_candidate(drawn, table, word, static_cast<uint32_t>(more), &value);
        if (high == threshold.limb[0] || (table.continuous && high + (uint64_t{1} << 44) > threshold.limb[0] &&
                                          high < threshold.limb[0] + (uint64_t{1} << 44)))
          continue;
        ++checked;
        close += (high > threshold.limb[0] ? high - threshold.limb[0] : threshold.limb[0] - high) < uint64_t{1} << 44;
        ASSERT_EQ(accepted, high < threshold.limb[0]) << kind << " " << spread << " " << x;
      }
    }
  }
  EXPECT_GT(checked, 20000);
  EXPECT_GT(close, 500);
}

}  // namespace
}  // namespace random
}  // namespace dpcvx
