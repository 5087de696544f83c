#include "estimate/covariance/rounds.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::estimate {

namespace {

double norm_of(const double *numbers, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i) sum += numbers[i] * numbers[i];
  return std::sqrt(sum);
}

// The Frobenius norm of M - s I: squares are summed as s - x^2, so noise in the number of units does not multiply s.
double shifted_norm(const MomentShape &shape, const PointMoments &found) {
  const size_t d = static_cast<size_t>(shape.columns);
  const double shift = static_cast<double>(shape.shift()) / kMomentSteps;
  double sum = 0;
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j < d; ++j) {
      const double entry = found.moments[i * d + j] - (i == j ? shift : 0);
      sum += entry * entry;
    }
  return std::sqrt(sum);
}

void read_higher_moments(MomentSums *sums, PointMoments *out) {
  const size_t d = sums->columns();
  const double columns = static_cast<double>(d), of_unit = static_cast<double>(kMomentSteps) * out->units;
  const auto square = [&](size_t i) { return columns * out->moments[i * d + i]; };
  const auto fourth = [&](int64_t sum, size_t i, size_t j) {
    return (square(i) + square(j)) / 2 - columns * static_cast<double>(sum) / of_unit;
  };
  const int64_t *pair = sums->fourths(), *third = sums->thirds();
  for (size_t i = 0; i < d; ++i) {
    out->fourths[i * d + i] = fourth(sums->own_fourths()[i], i, i);
    for (size_t j = 0; j < i; ++j) out->fourths[i * d + j] = out->fourths[j * d + i] = fourth(*pair++, i, j);
    for (size_t j = 0; j < d; ++j)
      out->thirds[i * d + j] = std::sqrt(columns) * (out->mean[j] - static_cast<double>(*third++) / of_unit);
  }
}

}  // namespace

void read_moments(const MomentShape &shape, MomentSums *sums, int64_t units, PointMoments *out) {
  const size_t d = sums->columns();
  const double steps = static_cast<double>(kMomentSteps);
  const double count =
      shape.replaced ? static_cast<double>(units) : std::max(static_cast<double>(*sums->units()) / steps, 1.0);
  const double shift = static_cast<double>(shape.shift()) / steps;
  const int64_t *product = sums->products();
  for (size_t i = 0; i < d; ++i) {
    out->mean[i] = static_cast<double>(sums->coordinates()[i]) / steps / count;
    const double square = static_cast<double>(sums->squares()[i]) / steps / count;
    out->moments[i * d + i] = shape.replaced ? square : shift - square;
    for (size_t j = 0; j < i; ++j)
      out->moments[i * d + j] = out->moments[j * d + i] = static_cast<double>(*product++) / steps / count;
  }
  out->units = count;
  if (shape.higher) read_higher_moments(sums, out);
}

double covariance_noise_norm(const MomentPlan &plan, const PointMoments &found, double beta) {
  const size_t d = static_cast<size_t>(plan.shape.columns);
  const NoiseNorms norms = plan.norms(beta);
  const double units = plan.shape.replaced ? found.units : std::max(found.units - norms.units, 1.0);
  const double mean = norm_of(found.mean, d);
  const double of_mean = (norms.vector + mean * norms.units) / units;
  const double of_units = plan.shape.replaced ? 0 : shifted_norm(plan.shape, found) * norms.units;
  return (norms.matrix + of_units) / units + 2 * mean * of_mean + of_mean * of_mean;
}

double normal_radius(int64_t columns, double units) {
  // One row in a hundred samples is clipped.
  return std::sqrt(static_cast<double>(columns)) + std::sqrt(2 * std::log(100 * units));
}

void multiply(const double *left, const double *right, size_t d, bool transposed, double *out) {
  for (size_t i = 0; i < d; ++i) {
    double *const to = out + i * d;
    if (!transposed) std::fill(to, to + d, 0.0);
    for (size_t k = 0; k < d; ++k) {
      double sum = 0;
      for (size_t j = 0; transposed && j < d; ++j) sum += left[i * d + j] * right[k * d + j];
      for (size_t j = 0; !transposed && j < d; ++j) to[j] += left[i * d + k] * right[k * d + j];
      if (transposed) to[k] = sum;
    }
  }
}

bool Frame::allocate(size_t columns) {
  d_ = columns;
  return centre_.allocate(d_) && matrix_.allocate(d_ * d_) && back_.allocate(d_ * d_) && product_.allocate(d_ * d_) &&
         root_.allocate(d_ * d_);
}

void Frame::set_plain(double radius) {
  std::fill(centre_.begin(), centre_.end(), 0.0);
  std::fill(matrix_.begin(), matrix_.end(), 0.0);
  std::fill(back_.begin(), back_.end(), 0.0);
  for (size_t j = 0; j < d_; ++j) {
    matrix_[j * d_ + j] = 1 / radius;
    back_[j * d_ + j] = radius;
  }
}

void Frame::precondition(const PointMoments &found, double noise_norm, double radius, SymmetricEigen *eigen,
                         double *room) {
  for (size_t i = 0; i < d_; ++i)
    for (size_t j = 0; j < d_; ++j) room[i * d_ + j] = found.moments[i * d_ + j] - found.mean[i] * found.mean[j];
  eigen->decompose(room);
  // A bound on the covariance of points: with the noise's norm added no direction is missed.
  const auto bound = [=](double value) { return std::max(value, 0.0) + noise_norm; };
  double inverse_trace = 0;
  for (size_t k = 0; k < d_; ++k) inverse_trace += 1 / bound(eigen->values()[k]);
  if (!(radius * radius * static_cast<double>(d_) < inverse_trace)) return;
  for (size_t i = 0; i < d_; ++i)
    for (size_t j = 0; j < d_; ++j) centre_[i] += back_[i * d_ + j] * found.mean[j];
  eigen->apply([=](double value) { return 1 / (radius * std::sqrt(bound(value))); }, root_.data());
  multiply(root_.data(), matrix_.data(), d_, false, product_.data());
  matrix_.swap(product_);
  eigen->apply([=](double value) { return radius * std::sqrt(bound(value)); }, root_.data());
  multiply(back_.data(), root_.data(), d_, false, product_.data());
  back_.swap(product_);
}

}  // namespace dpcvx::estimate
