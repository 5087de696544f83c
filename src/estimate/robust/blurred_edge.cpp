#include "estimate/robust/blurred_edge.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::estimate {

namespace {

// The nodes of a level that have a cell next to an edge, in rising order: all others have cells of one weight.
struct Nodes {
  int count = 0;
  int64_t at[2 * BlurredEdge::kMostEdges] = {};
  double weight[2 * BlurredEdge::kMostEdges] = {};

  void add(int64_t node) {
    if (count == 0 || at[count - 1] < node) at[count++] = node;
  }
  int find(int64_t node) const {
    const int place = static_cast<int>(std::lower_bound(at, at + count, node) - at);
    return place < count && at[place] == node ? place : -1;
  }
};

}  // namespace

double BlurredEdge::mean(const double *by_edge) const {
  double sum = 0;
  for (int64_t k = 0; k < edges_; ++k) sum += by_edge[at_[k]];
  return sum / static_cast<double>(edges_);
}

void BlurredEdge::set(const TreeShape &shape, int64_t first, int64_t edges, int64_t stride, bool upwards) {
  const int last = shape.levels();
  const int64_t cells = shape.cells();
  edges_ = edges;
  for (int64_t k = 0; k < edges; ++k) {
    const int64_t at = std::clamp(first + (upwards ? k : -k) * stride, int64_t{0}, cells);
    at_[upwards ? k : edges - 1 - k] = at;
  }
  const int64_t lowest = std::min(at_[0], cells - 1), highest = std::max(at_[edges - 1] - 1, int64_t{0});
  Nodes here, below;
  double squares = 0;
  int64_t width = 1, child_width = 0;
  for (int l = last; l >= 0; --l) {
    here.count = 0;
    for (int64_t k = 0; k < edges; ++k) {
      here.add(std::max(at_[k] - 1, int64_t{0}) / width);
      here.add(std::min(at_[k], cells - 1) / width);
    }
    int next = 0;       // of the nodes below
    int64_t above = 0;  // the first edge above a cell
    for (int n = 0; n < here.count; ++n) {
      if (l == last) {
        while (above < edges && at_[above] <= here.at[n]) ++above;
        here.weight[n] = static_cast<double>(edges - above) / static_cast<double>(edges);
        continue;
      }
      const int64_t from = here.at[n] * shape.children();
      const int64_t to = std::min(from + shape.children(), shape.nodes(l + 1));
      double sum = 0, all = 0;
      for (int64_t c = from; c < to; ++c) {
        while (next < below.count && below.at[next] < c) ++next;
        while (above < edges && at_[above] <= c * child_width) ++above;
        const double weight = next < below.count && below.at[next] == c
                                  ? below.weight[next]
                                  : static_cast<double>(edges - above) / static_cast<double>(edges);
        const double weighted = shape.variance(l + 1, c) * weight;
        sum += weighted;
        all += weighted * weight;
      }
      here.weight[n] = sum / shape.variance_of_children(l, here.at[n]);
      squares += std::max(all - sum * here.weight[n], 0.0);
    }
    const int of_first = here.find(lowest / width), of_last = here.find(highest / width);
    first_[l] = here.weight[of_first];
    last_[l] = here.weight[of_last];
    below = here;
    child_width = width;
    width *= shape.children();
  }
  noise_ = {here.weight[0], {squares, std::min(squares, 1.0)}};
}

EdgeNoise BlurredEdge::between(const TreeShape &shape, const BlurredEdge &low, const BlurredEdge &high) {
  const int64_t lowest = std::min(high.at_[0], shape.cells() - 1);
  const int64_t highest = std::max(low.at_[low.edges_ - 1] - 1, int64_t{0});
  int64_t width = 1;
  for (int l = shape.levels(); l > 0; --l) width *= shape.children();
  double covariance = 0;
  for (int l = 0; l < shape.levels() && lowest / width == highest / width; ++l) {
    const int64_t node = lowest / width;
    const double spread = shape.variance_of_children(l, node) - (l == 0 ? 0 : shape.variance(l, node));
    covariance += spread * low.last_[l] * (1 - high.first_[l]);
    width /= shape.children();
  }
  const EdgeNoise &one = low.noise_, &other = high.noise_;
  const double squares = std::max(one.own.squares + other.own.squares - 2 * covariance, 0.0);
  return {other.share - one.share, {squares, std::min(squares, 1.0)}};
}

}  // namespace dpcvx::estimate
