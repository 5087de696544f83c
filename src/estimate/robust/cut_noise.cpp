#include "estimate/robust/cut_noise.h"

#include <algorithm>

namespace dpcvx::estimate {

bool CutNoise::allocate(const TreeShape &shape) {
  shape_ = shape;
  return means_.allocate(shape.size());
}

void CutNoise::start(int64_t edge) {
  edge_ = edge;
  int64_t width = 1;
  int aligned = shape_.levels();  // the first level with no divided node
  for (int l = shape_.levels() - 1; l > 0; --l) {
    width *= shape_.children();
    if (edge % width != 0) break;
    aligned = l;
  }
  divided_ = aligned;
  width = 1;
  for (int l = shape_.levels() - 1; l >= 0; --l) {
    width *= shape_.children();
    if (l < divided_) path_[l] = l == 0 ? 0 : edge / width;
  }
}

CutNoise::Part CutNoise::part(Side side) {
  Part out;
  const int last = shape_.levels();
  for (int l = last - 1; l >= 0; --l) {
    const int64_t path = l < divided_ ? path_[l] : -1;
    const int64_t below = l + 1 < divided_ ? path_[l + 1] : -1;  // the divided child
    int64_t width = 1;
    for (int k = l; k < last; ++k) width *= shape_.children();
    // Nodes on this side: those before the edge, or from it on.
    const int64_t cut = path >= 0 ? path : std::min((edge_ + width - 1) / width, shape_.nodes(l));
    const int64_t from = side == kLeft ? 0 : path >= 0 ? path + 1 : cut;
    const int64_t to = side == kLeft ? cut : shape_.nodes(l);
    const double *const children = means_.data() + shape_.first(l + 1);
    double *const here = means_.data() + shape_.first(l);
    for (int64_t i = from; i < to; ++i) {
      const int64_t first = i * shape_.children(), end = std::min(first + shape_.children(), shape_.nodes(l + 1));
      double mean = 0;
      for (int64_t c = first; c < end; ++c) mean += children[c] * shape_.variance(l + 1, c);
      mean /= shape_.variance_of_children(l, i);
      for (int64_t c = first; c < end; ++c) {
        const double gap = children[c] - mean;
        out.inside += shape_.variance(l + 1, c) * gap * gap;
      }
      here[i] = mean;
    }
    if (path < 0) continue;
    const int64_t first = path * shape_.children(), end = std::min(first + shape_.children(), shape_.nodes(l + 1));
    const int64_t child_width = width / shape_.children();
    out.sums[l] = out.squares[l] = 0;
    for (int64_t c = first; c < end; ++c) {
      if (c == below || (c * child_width < edge_) != (side == kLeft)) continue;
      const double weighted = shape_.variance(l + 1, c) * children[c];
      out.sums[l] += weighted;
      out.squares[l] += weighted * children[c];
    }
  }
  return out;
}

void CutNoise::pair(const Part &left, const Part &right, Extremes *out) const {
  double squares = left.inside + right.inside, mean = 0;
  for (int l = divided_ - 1; l >= 0; --l) {
    const int64_t below = l + 1 < divided_ ? path_[l + 1] : -1;
    const double of_below = below >= 0 ? shape_.variance(l + 1, below) : 0;
    const double sum = left.sums[l] + right.sums[l] + of_below * mean;
    const double all = left.squares[l] + right.squares[l] + of_below * mean * mean;
    mean = sum / shape_.variance_of_children(l, path_[l]);
    squares += std::max(all - sum * mean, 0.0);
  }
  out->least_share = std::min(out->least_share, mean);
  out->most_share = std::max(out->most_share, mean);
  out->least_squares = std::min(out->least_squares, squares);
  out->most_squares = std::max(out->most_squares, squares);
}

}  // namespace dpcvx::estimate
