#include "estimate/robust/blurred_edge.h"

#include <algorithm>
#include <cmath>

#include "estimate/robust/values.h"

namespace dpcvx::estimate {

double BlurredEdge::mean(const double *by_edge) const {
  double sum = 0;
  for (int k = 0; k < edges_; ++k) sum += weight_[k] * by_edge[at_[k]];
  return sum;
}

void BlurredEdge::add(int64_t edge) {
  int64_t *const end = at_ + edges_, *const place = std::lower_bound(at_, end, edge);
  if ((place < end && *place == edge) || edges_ == kMostEdges) return;
  std::copy_backward(place, end, end + 1);
  *place = edge;
  ++edges_;
}

// From the best single edge on, weight goes to one edge after the other (Frank and Wolfe). Any weights are valid.
void BlurredEdge::fill_weights(const Covariances &covariances, double price, bool upwards) {
  constexpr int kRounds = 40;
  constexpr double kEnough = 1e-3;
  double with[kMostEdges];  // covariances with the window
  const auto distance = [&](int k) {
    return static_cast<double>(upwards ? at_[k] - at_[0] : at_[edges_ - 1] - at_[k]);
  };
  int best = 0;
  const auto cost = [&](int k) { return price * std::sqrt(covariances[k][k]) + distance(k); };
  for (int k = 1; k < edges_; ++k)
    if (cost(k) < cost(best)) best = k;
  for (int k = 0; k < edges_; ++k) {
    weight_[k] = k == best ? 1 : 0;
    with[k] = covariances[k][best];
  }
  double squares = covariances[best][best], far = distance(best);
  for (int round = 0; round < kRounds && squares > 0; ++round) {
    const double slope = price / std::sqrt(squares);
    int next = 0;
    for (int k = 1; k < edges_; ++k)
      if (slope * with[k] + distance(k) < slope * with[next] + distance(next)) next = k;
    // Along t, squares are squares + 2 t turn + t^2 bend, and the distance rises by t * farther.
    const double turn = with[next] - squares, farther = distance(next) - far;
    const double bend = covariances[next][next] - 2 * with[next] + squares;
    if (slope * turn + farther > -kEnough * price || !(bend > 0)) break;
    // price (turn + t bend) = -farther sqrt(squares + 2 t turn + t^2 bend).
    const double left = squares - turn * turn / bend, steep = price * price * bend - farther * farther;
    double t = 1;
    if (steep > 0) t = std::min((-farther * std::sqrt(std::max(left * bend / steep, 0.0)) - turn) / bend, 1.0);
    if (!(t > 0)) break;
    for (int k = 0; k < edges_; ++k) {
      weight_[k] *= 1 - t;
      with[k] += t * (covariances[k][next] - with[k]);
    }
    weight_[next] += t;
    squares = std::max(squares + 2 * t * turn + t * t * bend, 0.0);
    far += t * farther;
  }
}

void BlurredEdge::set(const TreeShape &shape, int64_t first, double price, bool upwards) {
  constexpr double kFar = 2;  // farther edges than this times the price never pay
  const int levels = shape.levels();
  const int64_t cells = shape.cells();
  at_[0] = first;
  edges_ = 1;
  int64_t widths[kLevels];
  widths[levels] = 1;
  for (int l = levels; l > 0; --l) {
    for (int64_t step = widths[l]; step < widths[l] * shape.children(); step *= 2)
      if (static_cast<double>(step) <= kFar * price)
        add(upwards ? std::min((first + step - 1) / step * step, cells) : first / step * step);
    widths[l - 1] = widths[l] * shape.children();
  }
  Divided divided;
  double largest[kMostEdges];
  for (int k = 0; k < edges_; ++k) {
    double below = 0;  // the weight of the divided child, or 0
    for (int l = levels; l >= 0; --l) {
      const int64_t node = at_[k] / widths[l];
      double here = 0;
      if (l < levels && at_[k] > node * widths[l] && at_[k] < cells) {
        const int64_t child = at_[k] / widths[l + 1];
        double sum = below > 0 ? shape.variance(l + 1, child) * below : 0;
        for (int64_t c = node * shape.children(); c < child; ++c) sum += shape.variance(l + 1, c);
        here = sum / shape.variance_of_children(l, node);
      }
      divided[k][l] = below = here;
    }
    // Weights at children of divided nodes: on the left, on the right and divided (PROOFS.md, 1.2).
    double of_node = 0;
    largest[k] = 0;
    for (int l = 0; l < levels && divided[k][l] > 0; ++l) {
      const double left = l == 0 ? 0 : (1 - shape.variance(l, at_[k] / widths[l])) * of_node, here = divided[k][l];
      of_node = divided[k][l + 1] - here + left;
      largest[k] = std::max({largest[k], std::fabs(1 - here + left), std::fabs(left - here), std::fabs(of_node)});
    }
  }
  Covariances covariances;
  for (int k = 0; k < edges_; ++k)
    for (int m = k; m < edges_; ++m) {
      double sum = 0;
      for (int l = 0; l < levels && at_[k] / widths[l] == at_[m] / widths[l]; ++l) {
        const int64_t node = at_[k] / widths[l];
        const double spread = shape.variance_of_children(l, node) - (l == 0 ? 0 : shape.variance(l, node));
        if (divided[k][l] > 0 && divided[m][l] > 0) sum += spread * divided[k][l] * (1 - divided[m][l]);
      }
      covariances[k][m] = covariances[m][k] = sum;
    }
  fill_weights(covariances, price, upwards);
  double squares = 0, share = 0;
  most_ = 0;
  for (int k = 0; k < edges_; ++k) {
    for (int m = 0; m < edges_; ++m) squares += weight_[k] * weight_[m] * covariances[k][m];
    share += weight_[k] * (at_[k] == cells ? 1 : divided[k][0]);
    most_ += weight_[k] * largest[k];
  }
  noise_ = {share, {squares, std::min(squares, squared(most_))}};
  for (int l = 0; l <= levels; ++l) {
    const int64_t low = std::min(at_[0], cells - 1) / widths[l];
    const int64_t high = std::max(at_[edges_ - 1] - 1, int64_t{0}) / widths[l];
    const auto weight_of = [&](int64_t node) {
      double sum = 0;
      for (int k = 0; k < edges_; ++k) {
        const bool whole = at_[k] >= std::min((node + 1) * widths[l], cells);
        const bool none = at_[k] <= node * widths[l];
        sum += none ? 0 : weight_[k] * (whole ? 1 : divided[k][l]);
      }
      return sum;
    };
    first_[l] = weight_of(low);
    last_[l] = weight_of(high);
  }
}

template <class F>
void BlurredEdge::for_common(const TreeShape &shape, const BlurredEdge &low, const BlurredEdge &high, const F &f) {
  const int64_t lowest = std::min(high.at_[0], shape.cells() - 1);
  const int64_t highest = std::max(low.at_[low.edges_ - 1] - 1, int64_t{0});
  int64_t width = 1;
  for (int l = shape.levels(); l > 0; --l) width *= shape.children();
  for (int l = 0; l < shape.levels() && lowest / width == highest / width; ++l) {
    f(l, lowest / width, low.last_[l], high.first_[l]);
    width /= shape.children();
  }
}

EdgeNoise BlurredEdge::between(const TreeShape &shape, const BlurredEdge &low, const BlurredEdge &high) {
  double covariance = 0;
  for_common(shape, low, high, [&](int level, int64_t node, double of_low, double of_high) {
    const double spread = shape.variance_of_children(level, node) - (level == 0 ? 0 : shape.variance(level, node));
    covariance += spread * of_low * (1 - of_high);
  });
  const EdgeNoise &one = low.noise_, &other = high.noise_;
  const double squares = std::max(one.own.squares + other.own.squares - 2 * covariance, 0.0);
  return {other.share - one.share, {squares, std::min({squares, 1.0, squared(low.most_ + high.most_)})}};
}

EdgeNoise BlurredEdge::half_sum(const TreeShape &shape, const BlurredEdge &low, const BlurredEdge &high) {
  // Weights of the sum at children of nodes that have edges of both inside, in [least, most]; then elsewhere.
  double least = 0, most = 0, greatest = 0, kept = 0;
  for_common(shape, low, high, [&](int level, int64_t node, double of_low, double of_high) {
    const double left = level == 0 ? 0 : 1 - shape.variance(level, node);
    least = left * least - of_low - of_high;
    most = left * most + 2 - of_low - of_high;
    greatest = std::max({greatest, -least, most});
  });
  for (int l = 1; l < shape.levels(); ++l)
    kept = std::max({kept, 1 - shape.variance(l, 0), 1 - shape.variance(l, shape.nodes(l) - 1)});
  greatest = std::max({greatest, low.most_ + kept * high.most_, kept * low.most_ + high.most_});
  const EdgeNoise apart = between(shape, low, high), &one = low.noise_, &other = high.noise_;
  const double squares = std::max((one.own.squares + other.own.squares) / 2 - apart.own.squares / 4, 0.0);
  return {(one.share + other.share) / 2, {squares, std::min({squares, 1.0, squared(greatest / 2)})}};
}

}  // namespace dpcvx::estimate
