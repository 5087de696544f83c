#include "sample/gram.h"

#include <algorithm>
#include <cmath>

#include "numeric/pairs.h"

namespace dpcvx::sample {

namespace {

using numeric::load_pair;
using numeric::store_pair;

size_t fours(size_t count) { return (count + 3) / 4 * 4; }

}  // namespace

bool Gram::allocate(int64_t rows, int64_t columns) {
  rows_ = rows;
  columns_ = columns;
  rank_ = static_cast<size_t>(std::min(rows, columns));
  longer_ = static_cast<size_t>(std::max(rows, columns));
  stride_ = fours(longer_);
  width_ = fours(rank_);
  for (Buffer<double> *buffer : {&image_, &twist_, &diagonal_, &beside_, &scales_})
    if (!buffer->allocate(width_)) return false;
  return entries_.allocate(rank_ * stride_) && products_.allocate(rank_ * width_);
}

double Gram::multiply(const double *x, const double *centre) {
  const bool by_rows = rows_ <= columns_;
  for (size_t i = 0; i < rank_; ++i) {
    double *const row = entries_.data() + i * stride_;
    const size_t first = by_rows ? i * longer_ : i, step = by_rows ? 1 : rank_;
    for (size_t j = 0; j < longer_; ++j) {
      const size_t at = first + j * step;
      row[j] = centre == nullptr ? x[at] : x[at] - centre[at];
    }
  }
  double trace = 0;
  for (size_t i = 0; i < rank_; ++i) {
    for (size_t j = 0; j <= i; ++j) {
      const double product =
          numeric::dot_of_fours(entries_.data() + i * stride_, entries_.data() + j * stride_, stride_);
      products_[i * width_ + j] = products_[j * width_ + i] = product;
    }
    trace += products_[i * width_ + i];
  }
  return trace;
}

// A column at a time.
void Gram::reduce() {
  for (size_t j = 0; j + 1 < rank_; ++j) {
    const double *const row = products_.data() + j * width_;
    double tail = 0;
    for (size_t i = j + 2; i < rank_; ++i) tail += row[i] * row[i];
    diagonal_[j] = row[j];
    beside_[j] = row[j + 1];
    scales_[j] = 0;
    if (tail > 0) reflect(j, row[j + 1], row[j + 1] * row[j + 1] + tail);
  }
  diagonal_[rank_ - 1] = products_[(rank_ - 1) * width_ + rank_ - 1];
}

// By v, the column less its image, in what lies beyond it: G -= v w' + w v'.
void Gram::reflect(size_t column, double first, double square) {
  const size_t from = (column + 1) / 4 * 4, count = width_ - from;
  const double image = -std::copysign(std::sqrt(square), first), scale = 1 / (square - image * first);
  double *const v = products_.data() + column * width_;
  std::fill(v + from, v + column + 1, 0.0);
  std::fill(twist_.begin() + from, twist_.end(), 0.0);
  v[column + 1] = first - image;
  beside_[column] = image;
  scales_[column] = scale;
  double across = 0;
  for (size_t i = column + 1; i < rank_; ++i) {
    image_[i] = scale * numeric::dot_of_fours(products_.data() + i * width_ + from, v + from, count);
    across += image_[i] * v[i];
  }
  for (size_t i = column + 1; i < rank_; ++i) twist_[i] = image_[i] - scale / 2 * across * v[i];
  for (size_t i = column + 1; i < rank_; ++i) {
    double *const row = products_.data() + i * width_;
    const double of_v = v[i], of_w = twist_[i];
    for (size_t c = from; c < width_; c += 2)
      store_pair(row + c, load_pair(row + c) - (of_v * load_pair(twist_.data() + c) + of_w * load_pair(v + c)));
  }
}

// The product of the reflections, the last one first.
void Gram::collect_reflections(double *turns, size_t width) const {
  std::fill(turns, turns + rank_ * width, 0.0);
  for (size_t i = 0; i < rank_; ++i) turns[i * width + i] = 1;
  for (size_t j = rank_; j-- > 0;) {
    if (j + 2 >= rank_ || scales_[j] == 0) continue;
    const size_t from = (j + 1) / 4 * 4;
    const double *const v = products_.data() + j * width_ + from;
    for (size_t i = j + 1; i < rank_; ++i) {
      double *const row = turns + i * width + from;
      numeric::add_multiple(-scales_[j] * numeric::dot_of_fours(row, v, width_ - from), v, row, width_ - from);
    }
  }
}

// By the implicit QL algorithm (Bowdler, Martin, Reinsch and Wilkinson 1968).
bool Gram::find_turns(double *turns, size_t width) {
  constexpr double kNone = 0x1p-52;
  collect_reflections(turns, width);
  size_t passes = 0;
  for (size_t first = 0; first < rank_; ++first) {
    for (;;) {
      size_t last = first;
      while (last + 1 < rank_ &&
             std::fabs(beside_[last]) > kNone * (std::fabs(diagonal_[last]) + std::fabs(diagonal_[last + 1])))
        ++last;
      if (last == first) break;
      if (++passes > kMaxPasses * rank_) return false;
      pass(first, last, turns, width);
    }
  }
  return true;
}

void Gram::pass(size_t first, size_t last, double *turns, size_t width) {
  const double half = (diagonal_[first + 1] - diagonal_[first]) / (2 * beside_[first]);
  const double root = std::copysign(std::sqrt(half * half + 1), half);
  double g = diagonal_[last] - diagonal_[first] + beside_[first] / (half + root), sine = 1, cosine = 1, moved = 0;
  for (size_t i = last; i-- > first;) {
    const double f = sine * beside_[i], b = cosine * beside_[i], length = std::sqrt(f * f + g * g);
    beside_[i + 1] = length;
    if (!(length > 0)) {
      diagonal_[i + 1] -= moved;
      beside_[last] = 0;
      return;
    }
    sine = f / length;
    cosine = g / length;
    g = diagonal_[i + 1] - moved;
    const double r = (diagonal_[i] - g) * sine + 2 * cosine * b;
    moved = sine * r;
    diagonal_[i + 1] = g + moved;
    g = cosine * r - b;
    numeric::rotate(turns + i * width, turns + (i + 1) * width, width, cosine, sine);
  }
  diagonal_[first] -= moved;
  beside_[first] = g;
  beside_[last] = 0;
}

}  // namespace dpcvx::sample
