#include "estimate/robust/quantile_pairs.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::estimate {

namespace {

// The share of the probability of failure that goes to each of both quantiles; the rest is of their distance, or of
// their sum.
constexpr double kOfEnd = 0.12, kOfEndBesideSum = 0.2;
constexpr size_t kMostBlocks = 1024;
// Prices of noise in windows, in blocks: at most this multiple of one noise, as a share of the units, of the blocks
// from one quantile to the other. They are less where the sampling of units is most of what a count strays.
constexpr double kPrices[] = {0, 2, 4, 8, 16, 32, 64, 128};
constexpr double kOfNoise = 10;
// Wide windows have this part of all blocks for their price: an atom, with few units on one side of it, is found so.
constexpr double kWide = 0.5;
// The noise of a sum is rounded up to a grid, by factors of 2^(1/32) about that of one number. How many equal noises it
// has at least is rounded down to a power of two.
constexpr int kNoisesPerHalf = 32, kMiddle = 512, kNoises = 2 * kMiddle, kTerms = 6;

size_t width_of(const Cumulative &from) { return (from.cells() + kMostBlocks - 1) / kMostBlocks; }

double squares_at(int place) { return std::exp2(2.0 * (place - kMiddle) / kNoisesPerHalf); }

}  // namespace

bool QuantilePairs::allocate(const Cumulative &from) {
  const size_t blocks = std::min(from.cells(), kMostBlocks);
  return ends_.allocate() && apart_.allocate() && lows_.allocate(blocks) && highs_.allocate(blocks) &&
         of_sums_.allocate(kNoises * kTerms);
}

template <class F>
void QuantilePairs::for_windows(const Cumulative &from, const Question &question, const F &f) {
  constexpr size_t kClasses = sizeof(kPrices) / sizeof(kPrices[0]);
  const size_t width = width_of(from);
  const QuantileEdges &low = question.low, &high = question.high;
  const double noise = from.noise.stddev(), of_count = squared(noise) * from.shape.max_squares();
  const double of_units = question.fraction * (1 - 2 * question.fraction);
  // Blocks so far apart have at least so great a price, for this number of units.
  const auto least_apart = [&](size_t k, double units) {
    const double n = std::max(units, 0.0);
    return kPrices[k] * n / (kOfNoise * noise) * std::sqrt(1 + of_units * n / of_count);
  };
  const size_t first_i = low.first / width, last_i = (low.last - 1) / width;
  const size_t first_j = high.first / width, last_j = (high.last - 1) / width;
  for (size_t k = 0; k < kClasses; ++k) {
    const Rules rules{from,
                      question,
                      width,
                      kPrices[k],
                      least_apart(k, question.min_units),
                      k + 1 < kClasses ? least_apart(k + 1, question.max_units) : INFINITY};
    if (static_cast<double>(last_j + 1) - static_cast<double>(first_i) < rules.least_apart) break;
    if (static_cast<double>(first_j + 1) - static_cast<double>(last_i) >= rules.most_apart) continue;
    for (size_t i = first_i; i <= last_i; ++i) fill(rules, true, i, &lows_[i]);
    for (size_t j = first_j; j <= last_j; ++j) fill(rules, false, j, &highs_[j]);
    f(rules, CellRange{first_i, last_i}, CellRange{first_j, last_j});
  }
}

// Whether a test rejects that the mean of what units have is at least p, or below p: of a noisy sum over units.
bool QuantilePairs::rejects(const Rules &rules, Strays &strays, const EdgeNoise &noise, double count, double p,
                            bool at_least) {
  const NoiseWeights weights = NoisyShare{0, 1, noise, rules.from.shape.root_noise()}.at(p);
  const double slack = rules.from.slack(weights, rules.question.max_units), seen = count - p * rules.from.units;
  return at_least ? seen <= -strays.below_down_to(p, weights) - slack : seen >= strays.above_up_to(p, weights) + slack;
}

void QuantilePairs::fill(const Rules &rules, bool low, size_t block, Block *out) {
  const Cumulative &from = rules.from;
  const double price = rules.price * static_cast<double>(rules.width);
  // The share up to the block's first edge is below p, and that up to its last one is not.
  BlurredEdge &before = low ? out->out : out->in, &after = low ? out->in : out->out;
  before.set(from.shape, static_cast<int64_t>(block * rules.width), price, false);
  after.set(from.shape, static_cast<int64_t>(rules.end_of(block)), price, true);
  out->below_out = out->out.mean(from.below.data());
  out->below_in = out->in.mean(from.below.data());
  const double p = low ? rules.question.fraction : 1 - rules.question.fraction;
  out->possible = !rejects(rules, ends_, before.noise(), low ? out->below_out : out->below_in, p, false) &&
                  !rejects(rules, ends_, after.noise(), low ? out->below_in : out->below_out, p, true);
}

bool QuantilePairs::accepts_distance(const Rules &rules, const Block &low, const Block &high) {
  const double p = 1 - 2 * rules.question.fraction;
  const TreeShape &shape = rules.from.shape;
  if (rejects(rules, apart_, BlurredEdge::between(shape, low.out, high.out), high.below_out - low.below_out, p, true))
    return false;
  return !low.in.is_before(high.in) ||
         !rejects(rules, apart_, BlurredEdge::between(shape, low.in, high.in), high.below_in - low.below_in, p, false);
}

// Whether no test rejects that half the sum of both shares is at most 1/2, or at least. Units have 0, 1/2 or 1 in it.
// Weights of its noise are at most 1 (PROOFS 3.2).
bool QuantilePairs::accepts_sum(const Rules &rules, const BlurredEdge &low, const BlurredEdge &high, double count,
                                bool too_great) {
  if (!low.is_before(high)) return true;
  const Cumulative &from = rules.from;
  const EdgeNoise noise = BlurredEdge::half_sum(from.shape, low, high);
  const NoiseWeights weights = some(NoisyShare{0, 1, noise, from.shape.root_noise()}.at(0.5));
  const double place = std::ceil(std::log2(weights.squares) / 2 * kNoisesPerHalf) + kMiddle;
  const int at = static_cast<int>(std::clamp(place, 1.0, kNoises - 1.0));
  const int terms = std::clamp(std::ilogb(weights.squares / weights.largest_square), 0, kTerms - 1);
  double &far = of_sums_[static_cast<size_t>(at) * kTerms + static_cast<size_t>(terms)];
  if (std::isnan(far)) {
    const NoiseWeights most{squares_at(at), std::ldexp(squares_at(at), -terms)},
        least{squares_at(at - 1), squares_at(at - 1)};
    const double units = std::max(std::floor(rules.question.max_units), 1.0);
    const SumLaw sum{units, rules.question.fraction / 2, 0.5, 0.5, from.shape.root_known()};
    far = deviation(sum, from.noise.law_between(some(at > 1 ? least : NoiseWeights{}), most), of_sum_);
  }
  const double seen = (count - from.units) / 2, limit = far + from.slack(weights, rules.question.max_units);
  return too_great ? seen < limit : seen > -limit;
}

// From either end on, blocks are rejected up to one that is not.
QuantileEdges QuantilePairs::narrow(const Cumulative &from, const Question &question, bool low, double beta) {
  const QuantileEdges &edges = low ? question.low : question.high;
  const size_t width = width_of(from), first = edges.first / width, last = (edges.last - 1) / width;
  const double price = kWide * static_cast<double>(from.cells()) / static_cast<double>(width);
  const Rules rules{from, question, width, price, 0, INFINITY};
  Block &block = lows_[0];
  const auto possible = [&](size_t k) {
    fill(rules, low, k, &block);
    return block.possible;
  };
  ends_.start(from.noise, question.max_units, beta / 2, from.whole, from.shape.root_known());
  size_t least = first, most = last;
  while (least <= last && !possible(least)) ++least;
  if (least > last) return edges;  // a test failed: the wider interval is as good
  while (most > least && !possible(most)) --most;
  return {std::max(least * width, edges.first), std::min(rules.end_of(most), edges.last)};
}

Ends QuantilePairs::distance(const Cumulative &from, const Question &question, double beta) {
  const QuantileEdges &low = question.low, &high = question.high;
  ends_.start(from.noise, question.max_units, kOfEnd * beta / 2, from.whole, from.shape.root_known());
  apart_.start(from.noise, question.max_units, (1 - 2 * kOfEnd) * beta / 2, from.whole, from.shape.root_known());
  Ends out{INFINITY, -INFINITY};
  for_windows(from, question, [&](const Rules &rules, const CellRange &lows, const CellRange &highs) {
    // Within the intervals of both quantiles.
    const auto longest = [&](size_t i, size_t j) {
      return from.edges[std::min(rules.end_of(j), high.last)] - from.edges[std::max(i * rules.width, low.first)];
    };
    const auto shortest = [&](size_t i, size_t j) {
      const double far = from.edges[std::max(j * rules.width, high.first)];
      return std::max(far - from.edges[std::min(rules.end_of(i), low.last)], 0.0);
    };
    const auto accepted = [&](size_t i, size_t j) {
      return rules.has(i, j) && lows_[i].possible && highs_[j].possible && accepts_distance(rules, lows_[i], highs_[j]);
    };
    for (size_t i = lows.first; i <= lows.last; ++i)
      for (size_t j = highs.last + 1; j-- > std::max(i, highs.first) && longest(i, j) > out.high;)
        if (accepted(i, j)) out.high = longest(i, j);
    for (size_t i = lows.last + 1; i-- > lows.first;)
      for (size_t j = std::max(i, highs.first); j <= highs.last && shortest(i, j) < out.low; ++j)
        if (accepted(i, j)) out.low = shortest(i, j);
  });
  if (out.low <= out.high) return out;
  // No pair is accepted: the wider interval is as good.
  return {std::max(from.edges[high.first] - from.edges[low.last], 0.0), from.edges[high.last] - from.edges[low.first]};
}

void QuantilePairs::find_partners(const Cumulative &from, const Question &question, double beta, Partners *out) {
  ends_.start(from.noise, question.max_units, kOfEndBesideSum * beta / 2, from.whole, from.shape.root_known());
  of_sum_ = (1 - 2 * kOfEndBesideSum) * beta / 2;
  std::fill(of_sums_.begin(), of_sums_.end(), NAN);
  std::fill(out->first.begin(), out->first.end(), kNone);
  std::fill(out->last.begin(), out->last.end(), kNone);
  for_windows(from, question, [&](const Rules &rules, const CellRange &lows, const CellRange &highs) {
    for (size_t i = lows.first; i <= lows.last; ++i) {
      const Block &low = lows_[i];
      if (!low.possible) continue;
      const size_t first_j = std::max(i, highs.first), none = highs.last + 1;
      const auto is_pair = [&](size_t j) { return rules.has(i, j) && highs_[j].possible; };
      // Both are too great if the shares before them are.
      size_t last = none;
      for (size_t j = none; last == none && j-- > first_j;)
        if (is_pair(j) && accepts_sum(rules, low.out, highs_[j].in, low.below_out + highs_[j].below_in, true)) last = j;
      size_t first = none;
      for (size_t j = first_j; first == none && j < none; ++j)
        if (is_pair(j) && accepts_sum(rules, low.in, highs_[j].out, low.below_in + highs_[j].below_out, false))
          first = j;
      for (size_t c = i * rules.width; c < rules.end_of(i); ++c) {
        if (first != none) out->first[c] = std::min(out->first[c], first * rules.width);  // kNone is the greatest
        if (last != none && (out->last[c] == kNone || out->last[c] < rules.end_of(last)))
          out->last[c] = rules.end_of(last) - 1;
      }
    }
  });
}

}  // namespace dpcvx::estimate
