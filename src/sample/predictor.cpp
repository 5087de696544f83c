#include "sample/predictor.h"

#include <cstring>

#include "base/error.h"

namespace dpcvx::sample {

namespace {

typedef double Lanes __attribute__((vector_size(16)));

Lanes lanes_at(const double *from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof(lanes));
  return lanes;
}

double dot(const double *a, const double *b, int64_t count) {
  Lanes sums[4] = {};
  int64_t j = 0;
  for (; j + 8 <= count; j += 8)
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) sums[i] += lanes_at(a + j + 2 * i) * lanes_at(b + j + 2 * i);
  const Lanes both = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  double sum = both[0] + both[1];
  for (; j < count; ++j) sum += a[j] * b[j];
  return sum;
}

// row += up * t - down * m.
void add(double up, const double *t, double down, const double *m, int64_t count, double *row) {
  int64_t j = 0;
  for (; j + 2 <= count; j += 2) {
    const Lanes sum = lanes_at(row + j) + (up * lanes_at(t + j) - down * lanes_at(m + j));
    std::memcpy(row + j, &sum, sizeof(sum));
  }
  for (; j < count; ++j) row[j] += up * t[j] - down * m[j];
}

}  // namespace

dpcvx_status Predictor::prepare(int64_t dimension, double variance, Error &error) {
  dimension_ = dimension;
  variance_ = variance;
  tolerance_ = kTolerance * kTolerance * variance;
  dense_ = dimension <= kMaxDense;
  const size_t count = static_cast<size_t>(dimension);
  if (!matrix_.allocate(dense_ ? count * count : 0)) return error.nomem("a sampler's predictions");
  for (Buffer<double> *buffer : {&point_, &image_, &moved_, &turned_, &product_, &slope_, &ahead_, &direction_, &top_})
    if (!buffer->allocate(count)) return error.nomem("a sampler's predictions");
  begin();
  return DPCVX_OK;
}

void Predictor::begin() {
  known_ = updated_ = false;
  scale_ = steepest_ = 1;
  std::fill(matrix_.begin(), matrix_.end(), 0.0);
  for (size_t j = 0; j < top_.size(); ++j) {
    if (dense_) matrix_[j * top_.size() + j] = 1;
    top_[j] = 1;
  }
}

void Predictor::multiply(const double *u, double *out) const {
  for (int64_t j = 0; j < dimension_; ++j)
    out[j] = dense_ ? dot(matrix_.data() + j * dimension_, u, dimension_) : scale_ * u[j];
}

// `image` is v + s^2 g, the map whose derivative A is.
void Predictor::learn(const double *v, const double *g) {
  for (int64_t j = 0; j < dimension_; ++j) {
    const size_t at = static_cast<size_t>(j);
    const double image = v[j] + variance_ * g[j];
    moved_[at] = v[j] - point_[at];
    turned_[at] = image - image_[at];
    point_[at] = v[j];
    image_[at] = image;
  }
  if (known_) update(moved_.data(), turned_.data());
  known_ = true;
}

// A += t t^T / <t, m> - (A m)(A m)^T / <m, A m>, m = moved, t = turned. Parts are convex: <t, m> >= ||m||^2 up to
// rounding.
void Predictor::update(const double *moved, const double *turned) {
  const double length = dot(moved, moved, dimension_), gain = dot(turned, moved, dimension_);
  if (!(length > 0x1p-40 * variance_) || !(gain >= 0.5 * length) || !(gain < INFINITY)) return;
  if (!dense_ || !updated_) {
    // Directions that nothing is known of count as steep as the first: steps too short cost less than those too long.
    const double scale = dense_ ? dot(turned, turned, dimension_) / gain : gain / length;
    scale_ = steepest_ = scale;
    for (size_t j = 0; dense_ && j < top_.size(); ++j) matrix_[j * top_.size() + j] = scale;
    updated_ = true;
    if (!dense_) return;
  }
  if (is_flat() && dot(turned, turned, dimension_) <= steepest_ * steepest_ * length) return;
  multiply(moved, product_.data());
  const double before = dot(moved, product_.data(), dimension_);
  double missed = 0;
  for (int64_t j = 0; j < dimension_; ++j) {
    const double miss = turned[j] - product_[static_cast<size_t>(j)];
    missed += miss * miss;
  }
  if (missed <= kKnown * kKnown * length) return;
  for (int64_t j = 0; j < dimension_; ++j)
    add(turned[j] / gain, turned, product_[static_cast<size_t>(j)] / before, product_.data(), dimension_,
        matrix_.data() + j * dimension_);
  follow_steepest();
}

// A step of the power method, from above: never below what was just seen.
void Predictor::follow_steepest() {
  multiply(top_.data(), product_.data());
  const double before = dot(top_.data(), top_.data(), dimension_),
               after = dot(product_.data(), product_.data(), dimension_);
  const double seen = std::sqrt(dot(turned_.data(), turned_.data(), dimension_) /
                                std::max(dot(moved_.data(), moved_.data(), dimension_), 0x1p-1000));
  if (!(after > 0) || !(after < INFINITY)) return;
  steepest_ = std::max({std::sqrt(after / before), seen, 0.9 * steepest_});
  const double shrink = 1 / std::sqrt(after);
  // A little of what was seen, so that no direction stays out of sight.
  for (size_t j = 0; j < top_.size(); ++j)
    top_[j] = product_[j] * shrink + 0x1p-10 * turned_[j] / (seen * std::sqrt(variance_));
}

void Predictor::slope_at(const double *v, const double *q, double *out) {
  for (int64_t j = 0; j < dimension_; ++j) moved_[static_cast<size_t>(j)] = v[j] - point_[static_cast<size_t>(j)];
  multiply(moved_.data(), out);
  for (int64_t j = 0; j < dimension_; ++j) out[j] += image_[static_cast<size_t>(j)] - q[j];
}

// A (v - w) = q - image by conjugate gradients.
void Predictor::solve_plain(const double *q, double *v) {
  slope_at(v, q, slope_.data());  // minus the residual
  for (size_t j = 0; j < slope_.size(); ++j) direction_[j] = -slope_[j];
  double squares = dot(slope_.data(), slope_.data(), dimension_);
  for (int step = 0; step < kMaxSteps && squares > tolerance_; ++step) {
    multiply(direction_.data(), product_.data());
    const double length = squares / dot(direction_.data(), product_.data(), dimension_);
    for (size_t j = 0; j < slope_.size(); ++j) {
      v[j] += length * direction_[j];
      slope_[j] += length * product_[j];
    }
    const double next = dot(slope_.data(), slope_.data(), dimension_);
    for (size_t j = 0; j < slope_.size(); ++j) direction_[j] = next / squares * direction_[j] - slope_[j];
    squares = next;
  }
}

double Predictor::curvature(const double *r) {
  const double most = (steepest_ - 1) * dot(r, r, dimension_) / (2 * variance_);
  if (is_flat() && most <= kWorst) return most;
  multiply(r, product_.data());
  return (dot(r, product_.data(), dimension_) - dot(r, r, dimension_)) / (2 * variance_);
}

}  // namespace dpcvx::sample
