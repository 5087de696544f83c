#include "random/truncated_laplace.h"

#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "random/bernoulli.h"
#include "random/exact_exp.h"

namespace dpcvx::random {

void TruncatedLaplaceSampler::set(double epsilon, int64_t kappa) {
  epsilon_ = epsilon;
  kappa_ = kappa;
  flat_ = epsilon * static_cast<double>(2 * kappa + 1) <= 4;
  if (!flat_) all_.set_discrete_laplace_rate(epsilon);
}

int64_t TruncatedLaplaceSampler::draw_flat(Rng &rng) const {
  for (;;) {
    const int64_t value = static_cast<int64_t>(uniform(rng, static_cast<uint64_t>(2 * kappa_ + 1)));
    const int64_t distance = value < kappa_ ? kappa_ - value : value - kappa_;
    if (bernoulli_exp_multiple(rng, static_cast<uint64_t>(distance), epsilon_)) return value;
  }
}

void TruncatedLaplaceSampler::draw(Rng &rng, int64_t *out, size_t n) const {
  if (flat_) {
    for (size_t i = 0; i < n; ++i) out[i] = draw_flat(rng);
    return;
  }
  for (size_t done = 0; done < n;) {
    const size_t end = n;
    all_.draw(rng, out + done, end - done);
    for (size_t i = done; i < end; ++i)
      if (out[i] >= -kappa_ && out[i] <= kappa_) out[done++] = out[i] + kappa_;
  }
}

// Pr[0] = e / (1 + 2 (1 - e) / (exp(epsilon) - 1)), e = exp(-epsilon kappa): every term is positive. Where the result
// is not 0 the exponent is below 746 and off by at most 746 * 2^-53; a libm worth the name is off by a few units in the
// last place; 2^-40 covers both. The square root of e keeps all but the last product out of the subnormal range.
double truncated_laplace_edge(double epsilon, int64_t kappa) {
  if (kappa == 0) return 1;
  const double exponent = epsilon * static_cast<double>(kappa), root = std::exp(-exponent / 2);
  const double rest = 1 - 2 * std::expm1(-exponent) / std::expm1(epsilon);
  const double edge = std::nextafter(root * (root / rest * (1 + 0x1p-40)), 1.0);
  return edge < 1 ? edge : 1;
}

namespace {

// [low, high] 2^-(64 kMaxLimbsOfExp) about exp(-count epsilon); false where exp_bounds says so.
struct FixedInterval {
  Natural low, high;
};

constexpr int64_t kPlaces = 64 * kMaxLimbsOfExp;

bool power_interval(const Law &law, uint64_t count, FixedInterval &interval) {
  ExpBounds bounds;
  if (!exp_bounds(law, Natural(count), 0, kMaxLimbsOfExp, bounds)) return false;
  subtract(bounds.mantissa, bounds.error, interval.low);
  add(bounds.mantissa, bounds.error, interval.high);
  shift(interval.low, kPlaces - bounds.scale);
  shift(interval.high, kPlaces - bounds.scale);
  add(interval.high, Natural(uint64_t{1}), interval.high);
  return true;
}

// Proves q^kappa (1 - q) <= delta (1 + q - 2 q^(kappa + 1)), q = exp(-epsilon), in 2048-bit interval arithmetic. False
// where it does not hold or is within 2^-1900 of not holding.
bool edge_certainly_at_most(double epsilon, int64_t kappa, double delta) {
  const Law law = Law::linear(epsilon);
  FixedInterval q, power, next;
  if (!power_interval(law, 1, q) || !power_interval(law, static_cast<uint64_t>(kappa), power) ||
      !power_interval(law, static_cast<uint64_t>(kappa) + 1, next))
    return false;
  Natural one(uint64_t{1}), factor, left, right;
  shift(one, kPlaces);
  if (compare(q.low, one) >= 0) return false;
  subtract(one, q.low, factor);
  multiply(power.high, factor, left);
  add(one, q.low, factor);
  shift(next.high, 1);
  if (compare(factor, next.high) <= 0) return false;
  subtract(factor, next.high, factor);
  int exponent;
  const double fraction = std::frexp(delta, &exponent);
  right = factor;
  multiply_word(right, static_cast<uint64_t>(std::ldexp(fraction, 53)));
  shift(right, kPlaces + exponent - 53);
  return compare(left, right) <= 0;
}

// Doubles decide unless the edge is within 2^-39 of delta.
bool edge_at_most(double epsilon, int64_t kappa, double delta) {
  const double above = truncated_laplace_edge(epsilon, kappa);
  if (above <= delta) return true;
  if (kappa == 0 || (above > delta * (1 + 0x1p-38) && above > delta + 0x1p-1070)) return false;
  return edge_certainly_at_most(epsilon, kappa, delta);
}

}  // namespace

dpcvx_status truncated_laplace_kappa(double epsilon, double delta, int64_t *kappa, double *edge, Error &error) {
  if (!edge_at_most(epsilon, kMaxKappa, delta))
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'delta' = %s; accepted with epsilon = %s: a delta for which kappa is at most 2^40",
                      show(delta).text, show(epsilon).text);
  int64_t low = -1, high = kMaxKappa;  // not valid, valid
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    (edge_at_most(epsilon, middle, delta) ? high : low) = middle;
  }
  *kappa = high;
  // Where the exact comparison decided, delta itself is the better upper bound.
  const double above = truncated_laplace_edge(epsilon, high);
  *edge = above < delta ? above : delta;
  return DPCVX_OK;
}

}  // namespace dpcvx::random
