#include "estimate/distribution/cumulative.h"

#include <algorithm>
#include <cmath>

#include "estimate/distribution/cells.h"

namespace dpcvx::estimate {

namespace {

constexpr double kStep = 1 / static_cast<double>(kUnitSteps);
// The part of a probability of failure that goes to a private number of units.
constexpr double kOfUnits = 0.05;
// Up to this many cells each edge is looked at in turn; of more, every so many first.
constexpr size_t kMaxInTurn = 64;

}  // namespace

bool Cumulative::allocate(int64_t cells) {
  const size_t count = static_cast<size_t>(cells) + 1;
  return edges.allocate(count) && below.allocate(count) && shares.allocate(count) && heap.allocate(count) &&
         spans.allocate(count);
}

void Cumulative::make_shares() {
  // Neighbours that fall are pooled. heap has means of pools, spans their sizes.
  size_t pools = 0;
  for (size_t i = 1; i < cells(); ++i) {
    double mean = units > 0 ? below[i] / units : static_cast<double>(i) / static_cast<double>(cells()), size = 1;
    while (pools > 0 && heap[pools - 1] >= mean) {
      --pools;
      mean = (mean * size + heap[pools] * spans[pools]) / (size + spans[pools]);
      size += spans[pools];
    }
    heap[pools] = mean;
    spans[pools++] = size;
  }
  shares[0] = 0;
  size_t i = 1;
  for (size_t pool = 0; pool < pools; ++pool)
    for (double left = spans[pool]; left > 0; --left) shares[i++] = std::clamp(heap[pool], 0.0, 1.0);
  shares[cells()] = 1;
}

double Cumulative::max_units(double beta) const {
  if (shape.root_known()) return units;
  const NoiseWeights root = shape.root_noise();
  const double rounding = std::sqrt(static_cast<double>(shape.size()) * root.squares) * kStep;
  return round_units_up(units + noise.quantile(root, beta) + rounding);
}

double Cumulative::min_units(double beta) const {
  if (shape.root_known()) return units;
  const NoiseWeights root = shape.root_noise();
  return units - noise.quantile(root, beta) - std::sqrt(static_cast<double>(shape.size()) * root.squares) * kStep;
}

double Cumulative::slack(const NoiseWeights &weights, double most_units) const {
  const double of_noise = std::sqrt(static_cast<double>(shape.size()) * weights.squares);
  return (of_noise + (whole ? 0 : most_units)) * kStep;
}

NoisyShare Cumulative::at_edge(size_t i) const {
  return {below[i], units, shape.edge_noise(static_cast<int64_t>(i)), shape.root_noise()};
}

double Cumulative::quantile(double p) const {
  const size_t i =
      std::max(static_cast<size_t>(std::lower_bound(shares.begin(), shares.end(), p) - shares.begin()), size_t{1});
  const double rise = shares[i] - shares[i - 1];
  const double part = rise > 0 ? std::clamp((p - shares[i - 1]) / rise, 0.0, 1.0) : 0;
  return std::clamp(edges[i - 1] * (1 - part) + edges[i] * part, edges[i - 1], edges[i]);
}

QuantileEdges find_quantile_edges(const Cumulative &from, double p, double beta, Strays &strays) {
  const size_t cells = from.cells();
  const double of_units = from.shape.root_known() ? 0 : kOfUnits * beta, most = from.max_units(of_units);
  if (!(most >= 1) || !(from.units > 0)) return {0, cells};
  const bool in_turn = cells <= kMaxInTurn;
  strays.start(from.noise, most, (beta - of_units) / (in_turn ? 2 : 4), from.whole, from.shape.root_known());
  // How far the noisy count of an edge is from what it is if a share p of the law lies below.
  const auto seen = [&](size_t i) { return from.below[i] - p * from.units; };
  const auto is_low = [&](size_t i) {  // a share of at least p is rejected
    const NoiseWeights weights = from.weights(i, p);
    return seen(i) <= -strays.below_down_to(p, weights) - from.slack(weights, most);
  };
  const auto is_high = [&](size_t i) {  // a share below p is rejected
    const NoiseWeights weights = from.weights(i, p);
    return seen(i) >= strays.above_up_to(p, weights) + from.slack(weights, most);
  };
  const size_t step = in_turn ? 1 : static_cast<size_t>(std::ceil(std::sqrt(static_cast<double>(cells))));
  size_t low = 0, high = cells;
  for (const size_t stride : {step, size_t{1}}) {
    while (low + stride < cells && is_low(low + stride)) low += stride;
    while (high > stride && is_high(high - stride)) high -= stride;
    if (stride == 1) break;
  }
  // Strides see different edges, so ends may cross where noise is extreme: then all between them is kept.
  return {std::min(low, high - 1), std::max(low + 1, high)};
}

QuantileInterval find_quantile(const Cumulative &from, double p, double beta, Strays &strays) {
  const QuantileEdges found = find_quantile_edges(from, p, beta, strays);
  return {from.edges[found.first], from.edges[found.last]};
}

}  // namespace dpcvx::estimate
