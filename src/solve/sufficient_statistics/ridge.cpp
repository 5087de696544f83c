#include "solve/sufficient_statistics/ridge.h"

#include <algorithm>

#include "numeric/vectors.h"

namespace dpcvx::solve {

using numeric::add_multiple;

namespace {

constexpr int kHalvings = 80;
constexpr int kGrid = 96;          // weights compared
constexpr double kNearest = 1e-3;  // distance from the spectrum, in standard deviations of the noise
constexpr int kVectors = 7;

double dot(const double *a, const double *b, int64_t n) {
  double sums[4] = {};
  int64_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (int part = 0; part < 4; ++part) sums[part] += a[i + part] * b[i + part];
  for (; i < n; ++i) sums[0] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

void Ridge::plan(int64_t dimension, Arena &arena) {
  for (int i = 0; i < kVectors; ++i) arena.plan<double>(static_cast<size_t>(dimension));
}

void Ridge::prepare(int64_t dimension, Arena &arena) {
  d_ = dimension;
  for (double **vector : {&diagonal_, &beside_, &scale_, &vector_, &pivot_, &solution_, &work_})
    *vector = arena.take<double>(static_cast<size_t>(dimension));
}

// Householder's reduction: column k below the diagonal becomes a multiple of a unit vector. Reflector k is
// I - scale[k] v v', v in row k of the upper triangle, which holds nothing else.
bool Ridge::reduce(double *matrix, int64_t stride, const double *vector, ProgressMonitor &watch) {
  matrix_ = matrix;
  stride_ = stride;
  std::copy(vector, vector + d_, vector_);
  for (int64_t k = 0; k < d_; ++k) {
    if (!watch.should_continue(0)) return false;
    diagonal_[k] = matrix[k * stride + k];
    beside_[k] = scale_[k] = 0;
    const int64_t n = d_ - k - 1;
    if (n == 0) break;
    double *const v = matrix + k * stride + k + 1, *const p = work_;
    for (int64_t i = 0; i < n; ++i) v[i] = matrix[(k + 1 + i) * stride + k];
    const double length = std::sqrt(dot(v, v, n));
    beside_[k] = v[0] > 0 ? -length : length;
    if (!(length > 0)) continue;
    v[0] -= beside_[k];
    scale_[k] = 2 / dot(v, v, n);
    // p = scale M v for the matrix M that is left, of which the lower triangle is there.
    std::fill(p, p + n, 0.0);
    for (int64_t i = 0; i < n; ++i) {
      const double *const row = matrix + (k + 1 + i) * stride + k + 1;
      p[i] += dot(row, v, i + 1);
      add_multiple(v[i], row, p, i);
    }
    for (int64_t i = 0; i < n; ++i) p[i] *= scale_[k];
    add_multiple(-scale_[k] / 2 * dot(p, v, n), v, p, n);
    for (int64_t i = 0; i < n; ++i) {
      double *const row = matrix + (k + 1 + i) * stride + k + 1;
      add_multiple(-v[i], p, row, i + 1);
      add_multiple(-p[i], v, row, i + 1);
    }
    reflect(k, vector_);
  }
  return true;
}

void Ridge::reflect(int64_t k, double *vector) const {
  const int64_t n = d_ - k - 1;
  const double *const v = matrix_ + k * stride_ + k + 1;
  add_multiple(-scale_[k] * dot(v, vector + k + 1, n), v, vector + k + 1, n);
}

double Ridge::bound() const {
  double most = 0;
  for (int64_t i = 0; i < d_; ++i)
    most = std::max(most, std::fabs(diagonal_[i]) + std::fabs(beside_[i]) + (i > 0 ? std::fabs(beside_[i - 1]) : 0));
  return most;
}

// Pivots of L D L'. Returns whether the matrix with the weight is positive definite.
bool Ridge::factor(double weight) {
  for (int64_t i = 0; i < d_; ++i) {
    pivot_[i] = diagonal_[i] + weight - (i > 0 ? beside_[i - 1] / pivot_[i - 1] * beside_[i - 1] : 0);
    if (!(pivot_[i] > 0) || !(pivot_[i] < INFINITY)) return false;
  }
  return true;
}

double Ridge::least_eigenvalue() {
  double low = -bound(), high = -low;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = low + (high - low) / 2;
    (factor(-middle) ? low : high) = middle;
  }
  return low;
}

RidgeEstimate Ridge::estimate(const RidgeInputs &inputs, double weight) {
  RidgeEstimate made;
  made.weight = weight;
  if (!factor(weight)) return made;
  // L x = u, y = L'^-1 D^-1 x; then L z = y for y' R y, R the inverse. Its trace goes from the last pivot up.
  double product = 0, square = 0, bent = 0, trace = 0;
  for (int64_t i = 0; i < d_; ++i) work_[i] = vector_[i] - (i > 0 ? beside_[i - 1] / pivot_[i - 1] * work_[i - 1] : 0);
  double last = 0;
  for (int64_t i = d_; i-- > 0;) {
    const double ratio = beside_[i] / pivot_[i];
    solution_[i] = work_[i] / pivot_[i] - (i + 1 < d_ ? ratio * solution_[i + 1] : 0);
    product += work_[i] / pivot_[i] * work_[i];
    square += solution_[i] * solution_[i];
    last = 1 / pivot_[i] + (i + 1 < d_ ? ratio * ratio * last : 0);
    trace += last;
  }
  double before = 0;
  for (int64_t i = 0; i < d_; ++i) {
    before = solution_[i] - (i > 0 ? beside_[i - 1] / pivot_[i - 1] * before : 0);
    bent += before / pivot_[i] * before;
  }
  if (std::sqrt(square) > inputs.radius) return made;
  const double of_matrix = inputs.noise * inputs.noise / 2 * (trace * square + bent);
  const double of_vector = inputs.label_noise * inputs.label_noise * trace;
  const double value = (inputs.l2 - weight) / 2 * square - product / 2, risk = value + of_matrix + of_vector;
  if (!std::isfinite(risk)) return made;
  made.risk = risk;
  made.bound = value + inputs.matrix_norm / 2 * square + inputs.vector_norm * std::sqrt(square);
  return made;
}

RidgeEstimate Ridge::choose(const RidgeInputs &inputs) {
  const double edge = std::max(inputs.l2, -least_eigenvalue());
  const double nearest = kNearest * inputs.noise;
  const double farthest = 1e2 * (bound() + static_cast<double>(d_) * inputs.noise + inputs.l2);
  RidgeEstimate tried[kGrid + 2] = {estimate(inputs, inputs.l2),
                                    estimate(inputs, shortened(inputs, inputs.l2 + inputs.safe_ridge))};
  for (int i = 0; i < kGrid; ++i) {
    const double place = static_cast<double>(i) / (kGrid - 1);
    tried[i + 2] = estimate(inputs, edge + nearest * std::pow(farthest / nearest, place));
  }
  double least = 0;  // the bound of zeros
  for (const RidgeEstimate &one : tried) least = std::min(least, one.bound);
  RidgeEstimate best;
  for (const RidgeEstimate &one : tried)
    if (one.risk < best.risk && one.bound <= least + inputs.allowance) best = one;
  return best;
}

// The weight, or the least one above it whose solution is not too long: that minimises the same over a ball.
double Ridge::shortened(const RidgeInputs &inputs, double weight) {
  if (estimate(inputs, weight).risk < INFINITY) return weight;
  double low = weight, high = weight + 2 * bound();
  for (int i = 0; i < kHalvings && !(estimate(inputs, high).risk < INFINITY); ++i) high *= 2;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = low + (high - low) / 2;
    (estimate(inputs, middle).risk < INFINITY ? high : low) = middle;
  }
  return high;
}

void Ridge::solve(double weight, double *out) {
  std::fill(out, out + d_, 0.0);
  RidgeInputs none;
  if (!(estimate(none, weight).risk < INFINITY)) return;
  std::copy(solution_, solution_ + d_, out);
  for (int64_t k = d_ - 1; k-- > 0;) reflect(k, out);
}

}  // namespace dpcvx::solve
