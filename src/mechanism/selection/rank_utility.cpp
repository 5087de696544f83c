#include "mechanism/selection/rank_utility.h"

#include <algorithm>

#include "base/error.h"
#include "base/machine/memory.h"
#include "mechanism/selection/weighted_choice.h"
#include "numeric/directed.h"
#include "random/bernoulli.h"

namespace dpcvx::mechanism {

using numeric::power_of_two;

namespace {

constexpr int kFraction = 32;
constexpr int kMaxPower = 64;

constexpr int kMiddle = kRangeEnds / 2;

// The index of the greatest end that is at most `value`, or the first: from its exponent.
int end_at_or_below(double value) {
  int exponent;
  const double part = std::frexp(value, &exponent);  // |value| = |part| 2^exponent, 0.5 <= |part| < 1
  if (std::isnan(value) || value == 0) return kMiddle;
  if (std::isinf(value)) return value > 0 ? kRangeEnds - 1 : 0;
  if (value > 0)
    return exponent - 1 < -kMaxPower ? kMiddle : kMiddle + 1 + std::min(exponent - 1, kMaxPower) + kMaxPower;
  const int power = std::min(std::max(part == -0.5 ? exponent - 1 : exponent, -kMaxPower), kMaxPower);
  return kMiddle - 1 - (power + kMaxPower);
}

// The end at or below which the rank falls.
int choose_end(random::Rng &rng, const Decay &decay, const uint64_t *counts, const Rank &rank) {
  uint64_t losses[kRangeEnds];
  uint64_t before = 0;
  for (int j = 0; j < kRangeEnds; ++j) {
    losses[j] = rank.distance(before, before + counts[j]);
    before += counts[j];
  }
  const int chosen = static_cast<int>(choose(rng, decay, kRangeEnds, [&](size_t j) { return Item{losses[j], 1}; }));
  secure_zero(losses, sizeof(losses));
  return chosen;
}

}  // namespace

Rank::Rank(double q, size_t n) : units_(static_cast<unsigned __int128>(static_cast<uint64_t>(q * 0x1p32)) * n) {}

Rank::Rank(double q, size_t n, double counts, double sure_counts) : Rank(q, n) {
  const auto units_of = [](double count) { return static_cast<unsigned __int128>(std::min(count, 0x1p62) * 0x1p32); };
  const unsigned __int128 half = static_cast<unsigned __int128>(n) << (kFraction - 1), eighth = half >> 2;
  units_ = std::max(units_, std::min(units_of(sure_counts), eighth));
  units_ = std::min(std::max(units_, units_of(counts)), half);
}

uint64_t Rank::distance(uint64_t low, uint64_t high) const {
  const unsigned __int128 from = static_cast<unsigned __int128>(low) << kFraction;
  const unsigned __int128 to = static_cast<unsigned __int128>(high) << kFraction;
  const unsigned __int128 distance = units_ < from ? from - units_ : units_ > to ? units_ - to : 0;
  return distance > UINT64_MAX ? UINT64_MAX : static_cast<uint64_t>(distance);
}

dpcvx_status plan_quantile(double epsilon, double low, double high, double step, QuantilePlan &plan, Error &error) {
  // 2^33 points or so, but no more than doubles of the size of the ends can tell apart.
  const double size = std::max(std::fabs(low), std::fabs(high));
  const double wanted = std::max(std::max((high - low) * 0x1p-32, size * 0x1p-52), 0x1p-1000);
  if (step == 0 && !(wanted <= 0x1p900))
    return error.argument("high", high, "an end for which the interval is shorter than 2^900");
  DPCVX_TRY(plan.lattice.choose(step, wanted, error));
  const double first = std::ceil(std::ldexp(low, -plan.lattice.exponent()));
  const double last = std::floor(std::ldexp(high, -plan.lattice.exponent()));
  if (!(first <= last))
    return error.argument("high", high, "an end for which a lattice point lies in [low, high] (a smaller step helps)");
  constexpr double kMax = static_cast<double>(Lattice::kMaxSteps) / 2;
  if (!(first >= -kMax && last <= kMax))
    return error.argument("high", high, "ends of at most 2^60 lattice steps (a larger step helps)");
  plan.first = static_cast<int64_t>(first);
  plan.last = static_cast<int64_t>(last);
  plan.decay = decay_within(epsilon, kRankSpread);
  return DPCVX_OK;
}

double choose_quantile(random::Rng &rng, const QuantilePlan &plan, const double *values, size_t n, double q,
                       int64_t *places) {
  for (size_t i = 0; i < n; ++i) places[i] = std::min(std::max(plan.lattice.place(values[i]), plan.first), plan.last);
  std::sort(places, places + n);
  const Rank rank(q, n);
  // Gap k holds the points with exactly k values below them: those past the k-th value, up to the next one.
  const auto gap_begin = [&](size_t k) { return k == 0 ? plan.first : places[k - 1] + 1; };
  const auto gap_end = [&](size_t k) { return k == n ? plan.last + 1 : places[k] + 1; };
  const auto gap = [&](size_t k) {
    return Item{rank.distance(k, k), static_cast<uint64_t>(gap_end(k) - gap_begin(k))};
  };
  const size_t k = choose(rng, plan.decay, n + 1, gap);
  const uint64_t size = static_cast<uint64_t>(gap_end(k) - gap_begin(k));
  return plan.lattice.value(gap_begin(k) + static_cast<int64_t>(random::uniform(rng, size)));
}

double range_end(int index) {
  if (index == kMiddle) return 0;
  return index > kMiddle ? power_of_two(index - kMiddle - 1 - kMaxPower)
                         : -power_of_two(kMiddle - 1 - index - kMaxPower);
}

RangePlan plan_range(double epsilon) {
  // All empty bins together then weigh at most e^-4 beside the right one, or 1e-5 for both ends.
  constexpr double kBins = kRangeEnds;
  return {decay_within(epsilon, kRankSpread), 2 * (std::log(kBins) + 4) / epsilon, 2 * std::log(2e5 * kBins) / epsilon};
}

// The bin that the rank falls into has values and weighs 1; those beyond all values are the rank or more away from it.
double max_wide_end_probability(double epsilon, double coverage, size_t n) {
  const RangePlan plan = plan_range(epsilon);
  const double values = static_cast<double>(n);
  double rank = std::max((1 - coverage) / 2 * values - 1, std::min(plan.sure_rank, values / 8));
  rank = std::min(std::max(rank, plan.min_rank), values / 2);
  const double beyond = kRangeEnds * std::exp(-epsilon * rank / 2);
  return beyond / (1 + beyond);
}

void RangeCounts::add(double value, uint64_t times) {
  low[end_at_or_below(value)] += times;
  high[end_at_or_below(-value)] += times;
}

ValueRange choose_range(random::Rng &rng, const RangePlan &plan, const RangeCounts &counts, size_t n, double coverage) {
  // The upper end is the lower end of the mirrored values.
  const Rank rank((1 - coverage) / 2, n, plan.min_rank, plan.sure_rank);
  const double low = range_end(choose_end(rng, plan.decay, counts.low, rank));
  const double high = 0.0 - range_end(choose_end(rng, plan.decay, counts.high, rank));
  return {std::min(low, high), std::max(low, high)};
}

ValueRange choose_range(random::Rng &rng, const RangePlan &plan, const double *values, size_t n, double coverage) {
  RangeCounts counts = {};
  for (size_t i = 0; i < n; ++i) counts.add(values[i]);
  const ValueRange range = choose_range(rng, plan, counts, n, coverage);
  secure_zero(&counts, sizeof(counts));
  return range;
}

}  // namespace dpcvx::mechanism
