#include "random/binomial.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace dpcvx::random {

namespace {

constexpr int kTableLimbs = 4;
constexpr int kExactLimbs = 18;  // of weights
constexpr int kDrawnLimbs = 16;  // of U

// How far from its mode K is with a probability of exp(-exponent) at most, on one side: Bernstein's inequality, with
// room for the distance of mode and mean.
double half_width(double variance, double exponent) {
  return exponent / 3 + std::sqrt(exponent * exponent / 9 + 2 * exponent * variance) + 4;
}

constexpr double kTableExponent = 46;  // beyond 2^-65
constexpr double kMaxExponent = 640;   // beyond 2^-920

// The sums of the weights below the mode, and of all.
void sum_weights(const BinomialWeights &weights, int limbs, Natural &below, Natural &all) {
  below.set(0);
  weights.down(limbs, [&](int64_t, const Natural &weight) {
    add(below, weight, below);
    return true;
  });
  add(below, BinomialWeights::one(limbs), all);
  weights.up(limbs, [&](int64_t, const Natural &weight) {
    add(all, weight, all);
    return true;
  });
}

// floor(2^64 part / whole) or one less, at most 2^64 - 1, for sums of weights.
class Prefix {
 public:
  explicit Prefix(const Natural &whole) {
    Natural numerator(uint64_t{1});
    shift(numerator, 64 * (kTableLimbs + 3));
    divide(numerator, whole, inverse_);
  }
  uint64_t of(const Natural &part) const {
    Natural product;
    multiply(part, inverse_, product);
    shift(product, -64 * (kTableLimbs + 2));
    return product.is_zero() ? 0 : product.size > 1 ? ~uint64_t{0} : product.limb[0];
  }

 private:
  Natural inverse_;  // 2^(64 (limbs + 3)) / whole
};

}  // namespace

double BinomialSampler::usable_rate(double rate) {
  return std::ldexp(std::ceil(std::ldexp(rate, BinomialWeights::kRateBits)), -BinomialWeights::kRateBits);
}

int64_t BinomialSampler::max_drawn(int64_t max_units, double rate) {
  const double mean = static_cast<double>(max_units) * rate;
  const double most = std::ceil(mean * (1 + 0x1p-50) + half_width(mean * (1 - rate), kMaxExponent));
  return most < static_cast<double>(max_units) ? static_cast<int64_t>(most) : max_units;
}

dpcvx_status BinomialSampler::reserve(int64_t max_units, double rate, Error &error) {
  weights_.rate = static_cast<uint64_t>(std::ldexp(rate, BinomialWeights::kRateBits));
  // The variance grows with the number of units.
  const double variance = static_cast<double>(max_units) * rate * (1 - rate);
  most_ = max_drawn(max_units, rate);
  return table_.allocate(2 * static_cast<size_t>(half_width(variance, kTableExponent)))
             ? DPCVX_OK
             : error.nomem("the sampler of batch sizes");
}

void BinomialSampler::set(int64_t units) {
  weights_.n = units;
  const int64_t mode = weights_.mode(), size = static_cast<int64_t>(table_.size());
  base_ = mode - size / 2;
  Natural below, all;
  sum_weights(weights_, kTableLimbs, below, all);
  const Prefix prefix(all);
  // From the sum below the mode downwards, then upwards: the sums themselves are exact.
  const auto enter = [&](int64_t k, uint64_t entry) { table_[static_cast<size_t>(k - base_)] = entry; };
  low_ = high_ = mode;
  Natural sum = below;
  weights_.down(kTableLimbs, [&](int64_t k, const Natural &weight) {
    const uint64_t entry = prefix.of(sum);
    if (entry == 0 || k < base_) return false;
    enter(k, entry);
    low_ = k;
    subtract(sum, weight, sum);
    return true;
  });
  add(below, BinomialWeights::one(kTableLimbs), sum);
  enter(mode, prefix.of(sum));
  weights_.up(kTableLimbs, [&](int64_t k, const Natural &weight) {
    add(sum, weight, sum);
    if (k >= base_ + size) return false;
    enter(k, prefix.of(sum));
    high_ = k;
    return table_[static_cast<size_t>(k - base_)] != ~uint64_t{0};
  });
}

// U lies in [high, high + 1) 2^-64, Pr[K <= k] in [entry, entry + 2) 2^-64 up to 2^-100: U is below it when high + 1 <
// entry, and not below when high > entry + 1.
int64_t BinomialSampler::look_up(uint64_t high) const {
  if (high < 2 || high > ~uint64_t{0} - 2) return -1;
  const uint64_t *const first = table_.data() + (low_ - base_), *const end = table_.data() + (high_ - base_) + 1;
  const uint64_t *const at = std::upper_bound(first, end, high + 1);
  if (at == end) return -1;
  const int64_t k = low_ + (at - first);
  if (at == first) return k == 0 ? k : -1;
  return high > at[-1] + 1 ? k : -1;
}

int64_t BinomialSampler::draw(Rng &rng) const {
  if (weights_.n == 0 || weights_.rate == BinomialWeights::kRateOne) return weights_.n;
  const uint64_t high = rng.next();
  const int64_t k = look_up(high);
  return std::min(most_, __builtin_expect(k >= 0, 1) ? k : resolve(rng, high));
}

// The least k with U * (all weights) < (weights up to k).
int64_t BinomialSampler::resolve(Rng &rng, uint64_t high) const {
  Natural u;
  for (int i = 0; i + 1 < kDrawnLimbs; ++i) u.limb[i] = rng.next();
  u.limb[kDrawnLimbs - 1] = high;
  u.size = kDrawnLimbs;
  u.trim();
  Natural sum, all, threshold;
  sum_weights(weights_, kExactLimbs, sum, all);
  multiply(u, all, threshold);
  shift(threshold, -64 * kDrawnLimbs);
  // U * all < sum for an integer sum is floor(U * all) < sum.
  const auto passes = [&](const Natural &value) { return compare(threshold, value) < 0; };
  int64_t found = weights_.mode();
  if (passes(sum)) {
    weights_.down(kExactLimbs, [&](int64_t k, const Natural &weight) {
      found = k;
      subtract(sum, weight, sum);
      return passes(sum);
    });
    return found;
  }
  add(sum, BinomialWeights::one(kExactLimbs), sum);
  if (passes(sum)) return found;
  weights_.up(kExactLimbs, [&](int64_t k, const Natural &weight) {
    found = k;
    add(sum, weight, sum);
    return !passes(sum);
  });
  return found;
}

}  // namespace dpcvx::random
