#include "random/strip_sampler.h"

#include <cmath>

#include "base/machine/memory.h"
#include "random/exact_exp.h"

namespace dpcvx::random {
namespace {

constexpr size_t kBatch = 512;
constexpr int kMaxTailBlocks = 1000;

// Words of a batch and what they stand for: noise, so zeroed after use.
struct Batch {
  uint64_t words[kBatch];
  int64_t values[kBatch];
  uint32_t more[kBatch];
  uint8_t flags[kBatch / 8];
};

StripKernel kernel_for(Isa isa) {
#if defined(DPCVX_HAS_AVX_KERNELS)
  if (isa == Isa::kAvx512) return strip_kernel_avx512;
  if (isa == Isa::kAvx2) return strip_kernel_avx2;
#endif
  (void)isa;
  return strip_kernel_baseline;
}

struct Candidate {
  int column;
  int64_t block;  // in the tail, which block; else 0
  uint64_t x;
  bool negative;
};

int choose_column(Rng &rng, const StripTable &table, uint64_t word) {
  const int own = static_cast<int>(word & (kStripColumns - 1));
  const uint64_t toss = (word >> 10) & 0xffff, entry = table.kernel.entry[own], threshold = entry & 0xffff;
  const int alias = static_cast<int>((entry >> 16) & 0xffff);
  if (toss != threshold) return toss < threshold ? own : alias;
  return static_cast<uint32_t>(rng.next()) < table.threshold_low[own] ? own : alias;
}

// The block of the tail, geometric: Pr[b] = 2^-(b + 1). Beyond kMaxTailBlocks (probability 2^-1000) there is none.
int64_t choose_block(Rng &rng) {
  int64_t block = 0;
  for (;;) {
    const uint64_t bits = rng.next();
    if (bits != 0) return block + __builtin_ctzll(bits);
    block += 64;
    if (block > kMaxTailBlocks) return block;
  }
}

uint64_t place_in_strip(const StripKernelTable &table, uint64_t word, uint32_t more) {
  const uint64_t place = word >> 42;
  return table.wide ? ((place << 32) | more) >> (kPlaceBits + 32 - table.width_bits)
                    : place >> (kPlaceBits - table.width_bits);
}

// False where the words stand for nothing.
bool read_candidate(Rng &rng, const StripTable &table, uint64_t word, uint32_t more, Candidate &candidate) {
  candidate.column = choose_column(rng, table, word);
  candidate.negative = ((word >> 9) & 1) != 0;
  candidate.block = 0;
  if (candidate.column == kPadColumn) return false;
  uint64_t strip = static_cast<uint64_t>(candidate.column);
  if (candidate.column == table.tail) {
    candidate.block = choose_block(rng);
    if (candidate.block > kMaxTailBlocks) return false;
    strip += (static_cast<uint64_t>(candidate.block) << table.tail_bits) + (rng.next() >> (64 - table.tail_bits));
  }
  candidate.x = (strip << table.kernel.width_bits) + place_in_strip(table.kernel, word, more);
  return !(candidate.x == 0 && candidate.negative && table.kernel.reject_zero);
}

// U weight < total 2^block exp(-y(X)): in doubles where the margins allow, else exactly.
bool accept_candidate(Rng &rng, const StripTable &table, uint64_t word, const Candidate &candidate) {
  if (candidate.x == 0 && table.half_zero) return true;
  const uint64_t high = ((word >> 26) & 0xffff) << 48 | rng.next() >> 16;
  const uint64_t weight = table.weight[candidate.column];
  const double near = static_cast<double>(candidate.x);
  const double far = static_cast<double>(candidate.x + (table.continuous ? 1 : 0));
  const double y_near = table.law.y(near), y_far = table.law.y(far);
  if (y_far < 700) {
    const double u = static_cast<double>(high) * 0x1p-64;
    const double scale = static_cast<double>(table.total) / static_cast<double>(weight);
    const double margin = exp_margin(y_far) + 0x1p-48;
    const double most = std::ldexp(exp_minus(y_near) * scale, static_cast<int>(candidate.block));
    const double least =
        table.continuous ? std::ldexp(exp_minus(y_far) * scale, static_cast<int>(candidate.block)) : most;
    if (u < least * (1 - margin) - 0x1p-50) return true;
    if (u > most * (1 + margin) + 0x1p-50) return false;
  }
  return exact_less(rng, {&table.law, candidate.x, table.continuous, high, weight, table.total, candidate.block});
}

}  // namespace

bool resolve_candidate(Rng &rng, const StripTable &table, uint64_t word, uint32_t more, int64_t *value) {
  Candidate candidate;
  if (!read_candidate(rng, table, word, more, candidate)) return false;
  if (!accept_candidate(rng, table, word, candidate)) return false;
  const int fraction = table.kernel.fraction;
  const uint64_t half = fraction > 0 ? uint64_t{1} << (fraction - 1) : 0;
  const int64_t magnitude = static_cast<int64_t>((candidate.x + half) >> fraction);
  *value = candidate.negative ? -magnitude : magnitude;
  return true;
}

void StripSampler::set_discrete_gaussian(double sigma) {
  build_strip_table(Law::square(sigma, 0), false, 0, sigma, table_);
}

// round(sigma Z) is drawn from the real sigma |Z| and a sign, with x in units of 2^-fraction: fine enough that the cell
// [x, x + 1) of a real nearly always decides its acceptance, and at least halves, whose cells lie to one side of each
// point where rounding jumps.
void StripSampler::set_rounded_gaussian(double sigma) {
  int exponent;
  std::frexp(sigma, &exponent);
  const int fraction = exponent < 26 ? 27 - exponent : 1;
  build_strip_table(Law::square(sigma, fraction), true, fraction, std::ldexp(sigma, fraction), table_);
}

void StripSampler::set_discrete_laplace(double scale) {
  build_strip_table(Law::linear_scale(scale), false, 0, scale, table_);
}

void StripSampler::set_discrete_laplace_rate(double rate) {
  build_strip_table(Law::linear(rate), false, 0, 1 / rate, table_);
}

// At most n candidates; returns how many were accepted, in order.
size_t StripSampler::draw_batch(Rng &rng, int64_t *out, size_t n) const {
  Batch batch;
  const size_t padded = (n + 7) / 8 * 8;
  for (size_t i = n; i < padded; ++i) batch.words[i] = 0, batch.more[i] = 0;
  rng.fill(batch.words, n * sizeof batch.words[0]);
  if (table_.kernel.wide) rng.fill(batch.more, n * sizeof batch.more[0]);
  kernel_for(rng.isa())(table_.kernel, batch.words, batch.more, batch.values, batch.flags, padded);
  size_t taken = 0, start = 0;
  for (size_t group = 0; group < padded; group += 8) {
    for (unsigned open = batch.flags[group / 8]; open != 0; open &= open - 1) {
      const size_t i = group + static_cast<size_t>(__builtin_ctz(open));
      if (i >= n) break;
      const uint32_t more = table_.kernel.wide ? batch.more[i] : 0;
      if (resolve_candidate(rng, table_, batch.words[i], more, &batch.values[i])) continue;
      std::memcpy(out + taken, batch.values + start, (i - start) * sizeof *out);
      taken += i - start;
      start = i + 1;
    }
  }
  std::memcpy(out + taken, batch.values + start, (n - start) * sizeof *out);
  taken += n - start;
  secure_zero(batch.words, padded * sizeof batch.words[0]);
  secure_zero(batch.values, padded * sizeof batch.values[0]);
  secure_zero(batch.more, padded * sizeof batch.more[0]);
  return taken;
}

void StripSampler::draw(Rng &rng, int64_t *out, size_t n) const {
  for (size_t done = 0; done < n;) done += draw_batch(rng, out + done, n - done < kBatch ? n - done : kBatch);
}

}  // namespace dpcvx::random
