#include "estimate/distribution/tree.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::estimate {

namespace {

bool covers(int64_t fan_out, int levels, int64_t cells) {
  int64_t leaves = 1;
  for (int i = 0; i < levels && leaves < cells; ++i) leaves *= fan_out;
  return leaves >= cells;
}

}  // namespace

void TreeShape::set(int64_t cells, int64_t fan_out, bool root_known) {
  root_known_ = root_known;
  levels_ = 1;
  while (!covers(fan_out, levels_, cells)) ++levels_;
  children_ = 2;
  while (!covers(children_, levels_, cells)) ++children_;
  width_[levels_] = 1;
  for (int l = levels_; l > 0; --l) width_[l - 1] = std::min(width_[l] * children_, cells);
  for (int l = 0; l <= levels_; ++l) nodes_[l] = (cells + width_[l] - 1) / width_[l];
  first_[0] = 0;
  for (int l = 0; l < levels_; ++l) first_[l + 1] = first_[l] + static_cast<size_t>(nodes_[l]);
  of_full_[levels_] = of_last_[levels_] = 1;
  for (int l = levels_ - 1; l >= 0; --l) {
    const double full = static_cast<double>(children_) * of_full_[l + 1];
    const double last = variance_of_children(l, nodes_[l] - 1);
    of_full_[l] = full / (1 + full);
    of_last_[l] = last / (1 + last);
  }
}

double TreeShape::variance_of_children(int level, int64_t node) const {
  const double full = of_full_[level + 1];
  if (node + 1 < nodes_[level]) return static_cast<double>(children_) * full;
  const int64_t there = nodes_[level + 1] - node * children_;
  return static_cast<double>(there - 1) * full + of_last_[level + 1];
}

NoiseWeights TreeShape::root_noise() const {
  if (root_known_) return {};
  const double squares = of_last_[0], most = std::max(squares, 1 - squares);
  return {squares, most * most};
}

EdgeNoise TreeShape::edge_noise(int64_t cell) const {
  double share = 0, squares = 0, most = 0;
  for (int l = levels_ - 1; l >= 0; --l) {
    const int64_t child = cell / width_[l + 1], parent = child / children_, before = child - parent * children_;
    const bool after = child + 1 < std::min((parent + 1) * children_, nodes_[l + 1]);
    const double left = static_cast<double>(before) * of_full_[l + 1], here = variance(l + 1, child);
    const double all = variance_of_children(l, parent), covariance = left + share * here;
    // Given the children's sum: PROOFS.md, 3.2.
    squares += std::max(left + share * share * here - covariance * covariance / all, 0.0);
    const double share_of_parent = covariance / all, gap = std::fabs(share - share_of_parent);
    most = std::max(most + gap * (1 - here), gap);
    if (before > 0) most = std::max(most, 1 - share_of_parent);
    if (after) most = std::max(most, share_of_parent);
    share = share_of_parent;
  }
  return {share, {squares, std::min(most * most, squares)}};
}

double TreeShape::max_squares() const {
  double most = 0;
  for (int64_t cell = 1; cell < cells(); ++cell) most = std::max(most, edge_noise(cell).own.squares);
  return most;
}

bool Tree::allocate(const TreeShape &shape) {
  shape_ = shape;
  return nodes_.allocate(shape.size()) && estimates_.allocate(shape.size());
}

void Tree::fill(const int64_t *cells) {
  const int last = shape_.levels();
  std::copy(cells, cells + shape_.cells(), nodes_.begin() + shape_.first(last));
  std::fill(nodes_.begin(), nodes_.begin() + shape_.first(last), 0);
  for (int l = last; l > 0; --l)
    for (int64_t i = 0; i < shape_.nodes(l); ++i)
      nodes_[shape_.first(l - 1) + static_cast<size_t>(i / shape_.children())] +=
          nodes_[shape_.first(l) + static_cast<size_t>(i)];
}

void Tree::set_root(int64_t sum) { nodes_[0] = sum; }

void Tree::estimate(double unit, double *below) {
  const int last = shape_.levels();
  const auto children_of = [&](int l, int64_t i, int64_t *from, int64_t *to) {
    *from = i * shape_.children();
    *to = std::min(*from + shape_.children(), shape_.nodes(l + 1));
  };
  const auto sum_of = [&](int l, int64_t from, int64_t to) {
    double sum = 0;
    for (int64_t c = from; c < to; ++c) sum += estimates_[shape_.first(l) + static_cast<size_t>(c)];
    return sum;
  };
  // Upwards: from a node's own count and the estimates of its children, by their variances.
  for (size_t i = 0; i < nodes_.size(); ++i) estimates_[i] = static_cast<double>(nodes_[i]) / unit;
  for (int l = last - 1; l >= (shape_.root_known() ? 1 : 0); --l)
    for (int64_t i = 0, from, to; i < shape_.nodes(l); ++i) {
      children_of(l, i, &from, &to);
      double &here = estimates_[shape_.first(l) + static_cast<size_t>(i)];
      const double spread = shape_.variance_of_children(l, i);
      here = (spread * here + sum_of(l + 1, from, to)) / (spread + 1);
    }
  // Downwards: children share what they lack of their parent, by their variances.
  for (int l = 0; l < last; ++l)
    for (int64_t i = 0, from, to; i < shape_.nodes(l); ++i) {
      children_of(l, i, &from, &to);
      const double lacking = (estimates_[shape_.first(l) + static_cast<size_t>(i)] - sum_of(l + 1, from, to)) /
                             shape_.variance_of_children(l, i);
      for (int64_t c = from; c < to; ++c)
        estimates_[shape_.first(l + 1) + static_cast<size_t>(c)] += lacking * shape_.variance(l + 1, c);
    }
  below[0] = 0;
  for (int64_t i = 0; i < shape_.cells(); ++i)
    below[i + 1] = below[i] + estimates_[shape_.first(last) + static_cast<size_t>(i)];
}

}  // namespace dpcvx::estimate
