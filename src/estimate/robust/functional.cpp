#include "estimate/robust/functional.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::estimate {

bool Functional::allocate(const TreeShape &shape) {
  shape_ = shape;
  return means_.allocate(shape.size()) && gains_.allocate(shape.size());
}

double Functional::sum(const Buffer<double> &below) const {
  const double *const weight = weights();
  double out = 0;
  for (size_t i = 0; i + 1 < below.size(); ++i) out += weight[i] * (below[i + 1] - below[i]);
  return out;
}

EdgeNoise Functional::noise(bool squares_only) {
  const int last = shape_.levels();
  const auto place = [&](int l, int64_t i) { return shape_.first(l) + static_cast<size_t>(i); };
  const auto end_of = [&](int l, int64_t i) { return std::min((i + 1) * shape_.children(), shape_.nodes(l + 1)); };
  double squares = 0, most = 0;
  for (int l = last - 1; l >= 0; --l)
    for (int64_t i = 0; i < shape_.nodes(l); ++i) {
      const int64_t from = i * shape_.children(), to = end_of(l, i);
      double mean = 0;
      for (int64_t c = from; c < to; ++c) mean += means_[place(l + 1, c)] * shape_.variance(l + 1, c);
      mean /= shape_.variance_of_children(l, i);
      for (int64_t c = from; c < to; ++c) {
        const double gap = means_[place(l + 1, c)] - mean;
        squares += shape_.variance(l + 1, c) * gap * gap;
      }
      means_[place(l, i)] = mean;
    }
  if (squares_only) return {means_[0], {squares, 0}};
  gains_[0] = 0;
  for (int l = 0; l < last; ++l)
    for (int64_t i = 0; i < shape_.nodes(l); ++i) {
      const double of_parent = (1 - shape_.variance(l, i)) * gains_[place(l, i)];
      for (int64_t c = i * shape_.children(), to = end_of(l, i); c < to; ++c) {
        const size_t at = place(l + 1, c);
        gains_[at] = means_[at] - means_[place(l, i)] + of_parent;
        most = std::max(most, std::fabs(gains_[at]) * shape_.variance(l + 1, c));
      }
    }
  return {means_[0], {squares, std::min(most * most, squares)}};
}

void Functional::extend(double *least, double *most) const {
  for (int l = 1; l <= shape_.levels(); ++l)
    for (int64_t i = 0; i < shape_.nodes(l); ++i) {
      const size_t at = shape_.first(l) + static_cast<size_t>(i);
      const double weight = gains_[at] * shape_.variance(l, i);
      least[at] = std::min(least[at], weight);
      most[at] = std::max(most[at], weight);
    }
}

EdgeNoise noise_between(const TreeShape &shape, int64_t first, int64_t last) {
  // Weights of the nodes that an edge divides, from the cells upwards. All others have 0 or 1.
  int64_t at[2] = {-1, -1}, width = 1;
  double weight[2] = {0, 0}, squares = 0;
  for (int l = shape.levels() - 1; l >= 0; --l) {
    const int64_t above = width * shape.children();
    int64_t parent[2] = {first % above != 0 ? first / above : -1, last % above != 0 ? last / above : -1};
    if (parent[1] >= shape.nodes(l) || parent[1] == parent[0]) parent[1] = -1;
    if (l == 0) parent[0] = 0, parent[1] = -1;
    double mean[2] = {0, 0};
    for (int k = 0; k < 2; ++k) {
      if (parent[k] < 0) continue;
      const int64_t from = parent[k] * shape.children(), to = std::min(from + shape.children(), shape.nodes(l + 1));
      const auto weight_of = [&](int64_t c) {
        if (c == at[0]) return weight[0];
        if (c == at[1]) return weight[1];
        return c * width >= first && c * width < last ? 1.0 : 0.0;
      };
      for (int64_t c = from; c < to; ++c) mean[k] += weight_of(c) * shape.variance(l + 1, c);
      mean[k] /= shape.variance_of_children(l, parent[k]);
      for (int64_t c = from; c < to; ++c) {
        const double gap = weight_of(c) - mean[k];
        squares += shape.variance(l + 1, c) * gap * gap;
      }
    }
    for (int k = 0; k < 2; ++k) at[k] = parent[k], weight[k] = mean[k];
    width = above;
  }
  // A difference has weights of at most those of both edges together.
  double most = 0;
  for (const int64_t edge : {first, last})
    if (edge > 0 && edge < shape.cells()) most += std::sqrt(shape.edge_noise(edge).own.largest_square);
  return {weight[0], {squares, std::min(most * most, squares)}};
}

}  // namespace dpcvx::estimate
