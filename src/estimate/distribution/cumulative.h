// A noisy cumulative distribution that was released, and what follows from it at no further charge.
#ifndef DPCVX_ESTIMATE_DISTRIBUTION_CUMULATIVE_H_
#define DPCVX_ESTIMATE_DISTRIBUTION_CUMULATIVE_H_

#include "estimate/distribution/noisy_share.h"

namespace dpcvx::estimate {

// All of it was released or is public.
struct Cumulative {
  // Takes memory for this many cells.
  bool allocate(int64_t cells);

  TreeShape shape;
  CountNoise noise;
  bool whole = true;           // a unit is in one cell
  double units = 0;            // their number, or an estimate of it
  Buffer<double> edges;        // of the cells
  Buffer<double> below;        // estimates of the numbers of units up to the edges
  Buffer<double> shares;       // the same as shares, from 0 to 1, never falling
  Buffer<double> heap, spans;  // work space of make_shares

  size_t cells() const { return edges.size() - 1; }
  // Computes `shares` from `below`: the nearest numbers that never fall.
  void make_shares();
  // At least the number of units, except with probability beta.
  double max_units(double beta) const;
  // At most that number, except with probability beta.
  double min_units(double beta) const;
  // Bounds what rounding to integers adds to the estimate at an edge, less a share of the units.
  double slack(const NoiseWeights &weights, double most_units) const;
  // The estimate at inner edge i, 0 < i < cells().
  NoisyShare at_edge(size_t i) const;
  // The weights of the noise of (below[i] - p units).
  NoiseWeights weights(size_t i, double p) const { return at_edge(i).at(p); }
  // The value with a share p of the law up to it: linear between edges.
  double quantile(double p) const;
};

struct QuantileInterval {
  double low, high;
};

// Numbers of edges: the quantile is above the first and at most the last.
struct QuantileEdges {
  size_t first, last;
};
QuantileEdges find_quantile_edges(const Cumulative &from, double p, double beta, Strays &strays);

// An interval for the p-quantile of the law, at this probability of failure (PROOFS.md, 4.4).
QuantileInterval find_quantile(const Cumulative &from, double p, double beta, Strays &strays);

}  // namespace dpcvx::estimate

#endif
