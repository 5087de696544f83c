#include "estimate/robust/quantile_gap.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::estimate {

namespace {

// The share of the probability of failure that goes to each of both quantiles; the rest is of their distance.
constexpr double kOfEnd = 0.12;
constexpr size_t kMostBlocks = 1024;
// Windows have so many edges. A window is at most this multiple of the noise of a count, as a share of the units, of
// the blocks from one quantile to the other.
constexpr int64_t kEdges[] = {1, 2, 4, 8, 16, 32};
constexpr double kOfNoise = 2;

}  // namespace

bool QuantileGap::allocate(const Cumulative &from) {
  const size_t blocks = std::min(from.cells(), kMostBlocks);
  return ends_.allocate() && apart_.allocate() && lows_.allocate(blocks) && highs_.allocate(blocks);
}

// Whether a test rejects that the mean of what units have is at least p, or below p: of a noisy sum over units.
bool QuantileGap::rejects(const Rules &rules, Strays &strays, const EdgeNoise &noise, double count, double p,
                          bool at_least) {
  const NoiseWeights weights = NoisyShare{0, 1, noise, rules.from.shape.root_noise()}.at(p);
  const double slack = rules.from.slack(weights, rules.question.max_units), seen = count - p * rules.from.units;
  return at_least ? seen <= -strays.below_down_to(p, weights) - slack : seen >= strays.above_up_to(p, weights) + slack;
}

void QuantileGap::fill(const Rules &rules, bool low, size_t block, Block *out) {
  const Cumulative &from = rules.from;
  const auto begin = static_cast<int64_t>(block * rules.width);
  const auto end = static_cast<int64_t>(std::min((block + 1) * rules.width, from.cells()));
  const auto stride = static_cast<int64_t>(rules.width);
  // The share up to the block's first edge is below p, and that up to its last one is not.
  BlurredEdge &before = low ? out->out : out->in, &after = low ? out->in : out->out;
  before.set(from.shape, begin, rules.edges, stride, false);
  after.set(from.shape, end, rules.edges, stride, true);
  out->below_out = out->out.mean(from.below.data());
  out->below_in = out->in.mean(from.below.data());
  const double p = low ? rules.question.fraction : 1 - rules.question.fraction;
  out->possible = !rejects(rules, ends_, before.noise(), low ? out->below_out : out->below_in, p, false) &&
                  !rejects(rules, ends_, after.noise(), low ? out->below_in : out->below_out, p, true);
}

bool QuantileGap::accepts(const Rules &rules, const Block &low, const Block &high) {
  const double p = 1 - 2 * rules.question.fraction;
  const TreeShape &shape = rules.from.shape;
  if (rejects(rules, apart_, BlurredEdge::between(shape, low.out, high.out), high.below_out - low.below_out, p, true))
    return false;
  return !low.in.is_before(high.in) ||
         !rejects(rules, apart_, BlurredEdge::between(shape, low.in, high.in), high.below_in - low.below_in, p, false);
}

Ends QuantileGap::find(const Cumulative &from, const Question &question, double beta) {
  const size_t cells = from.cells(), width = (cells + kMostBlocks - 1) / kMostBlocks;
  const QuantileEdges &low = question.low, &high = question.high;
  const double noise = kOfNoise * from.noise.stddev() * std::sqrt(from.shape.max_squares());
  ends_.start(from.noise, question.max_units, kOfEnd * beta / 2, from.whole, from.shape.root_known());
  apart_.start(from.noise, question.max_units, (1 - 2 * kOfEnd) * beta / 2, from.whole, from.shape.root_known());
  const auto end_of = [&](size_t block) { return std::min((block + 1) * width, cells); };
  // Within the intervals of both quantiles.
  const auto longest = [&](size_t i, size_t j) {
    return from.edges[std::min(end_of(j), high.last)] - from.edges[std::max(i * width, low.first)];
  };
  const auto shortest = [&](size_t i, size_t j) {
    return std::max(from.edges[std::max(j * width, high.first)] - from.edges[std::min(end_of(i), low.last)], 0.0);
  };
  const size_t first_i = low.first / width, last_i = (low.last - 1) / width;
  const size_t first_j = high.first / width, last_j = (high.last - 1) / width;
  // How many edges a window has at least, for blocks so far apart.
  const auto least_blocks = [&](int64_t edges, double units) {
    return edges == 1 ? 0 : static_cast<double>(edges) * std::max(units, 0.0) / noise;
  };
  Ends out{INFINITY, -INFINITY};
  constexpr size_t kClasses = sizeof(kEdges) / sizeof(kEdges[0]);
  for (size_t k = 0; k < kClasses; ++k) {
    const Rules rules{from, question, width, kEdges[k]};
    // Blocks of the law's pair from one to the other, for windows of this length.
    const double least = least_blocks(kEdges[k], question.min_units);
    const double most = k + 1 < kClasses ? least_blocks(kEdges[k + 1], question.max_units) : INFINITY;
    const auto is_of_class = [&](size_t i, size_t j) {
      const double apart = static_cast<double>(j - i + 1);
      return apart >= least && apart < most;
    };
    if (!(static_cast<double>(last_j + 1) - static_cast<double>(first_i) >= least)) break;
    if (static_cast<double>(first_j + 1) - static_cast<double>(last_i) >= most) continue;
    for (size_t i = first_i; i <= last_i; ++i) fill(rules, true, i, &lows_[i]);
    for (size_t j = first_j; j <= last_j; ++j) fill(rules, false, j, &highs_[j]);
    const auto accepted = [&](size_t i, size_t j) {
      return is_of_class(i, j) && lows_[i].possible && highs_[j].possible && accepts(rules, lows_[i], highs_[j]);
    };
    for (size_t i = first_i; i <= last_i; ++i)
      for (size_t j = last_j; j + 1 > std::max(i, first_j) && longest(i, j) > out.high; --j) {
        if (accepted(i, j)) out.high = longest(i, j);
        if (j == 0) break;
      }
    for (size_t i = last_i + 1; i-- > first_i;)
      for (size_t j = std::max(i, first_j); j <= last_j && shortest(i, j) < out.low; ++j)
        if (accepted(i, j)) out.low = shortest(i, j);
  }
  if (out.low <= out.high) return out;
  // No pair is accepted: the wider interval is as good.
  return {std::max(from.edges[high.first] - from.edges[low.last], 0.0), from.edges[high.last] - from.edges[low.first]};
}

}  // namespace dpcvx::estimate
