#include "estimate/covariance/normal_model.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "estimate/covariance/rounds.h"
#include "numeric/normal.h"

namespace dpcvx::estimate {

namespace {

constexpr char kSeed[] = "dpcvx covariance bootstrap";
// Draws are integers of this scale: within 2^-31 of real ones.
constexpr double kScale = 0x1p30;

// The root of a chi-square number, from a standard normal one (Wilson and Hilferty 1931).
double chi(double degrees, double normal) {
  if (!(degrees > 0)) return 0;
  const double part = 2 / (9 * degrees), root = std::max(1 - part + normal * std::sqrt(part), 0.0);
  return std::sqrt(degrees * root * root * root);
}

// Whether a symmetric matrix has only positive eigenvalues. `work` is overwritten.
bool is_positive(const double *matrix, size_t d, double *work) {
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j <= i; ++j) {
      double sum = matrix[i * d + j];
      for (size_t k = 0; k < j; ++k) sum -= work[i * d + k] * work[j * d + k];
      if (j < i) {
        work[i * d + j] = sum / work[j * d + j];
      } else {
        if (!(sum > 0)) return false;
        work[i * d + i] = std::sqrt(sum);
      }
    }
  return true;
}

}  // namespace

dpcvx_status NormalModel::open(const Covariance &released, Error &error) {
  it_ = &released;
  d_ = released.dimension();
  const size_t numbers = d_ * (d_ + 1) + 2 * d_ + 1;
  for (Buffer<double> *each : {&root_, &factor_, &product_, &work_, &matrix_, &unprojected_})
    if (!each->allocate(d_ * d_)) return error.nomem("a bootstrap of a covariance");
  if (!point_mean_.allocate(d_) || !means_.allocate(d_) || !drawn_.allocate(numbers) || !eigen_.allocate(d_))
    return error.nomem("a bootstrap of a covariance");
  DPCVX_TRY(rng_.open_deterministic(kSeed, sizeof kSeed - 1, error));
  rng_.limit_isa(Isa::kBaseline);
  normal_.set_rounded_gaussian(kScale);
  if (released.shape.gaussian)
    noise_.set_rounded_gaussian(kScale);
  else
    noise_.set_discrete_laplace(kScale);
  // A root of the covariance of points: eigenvectors in columns, times roots of eigenvalues.
  for (size_t i = 0; i < d_; ++i)
    for (size_t j = 0; j < d_; ++j)
      work_[i * d_ + j] = released.point_moments[i * d_ + j] - released.point_mean[i] * released.point_mean[j];
  eigen_.decompose(work_.data());
  multiply(released.frame.data(), work_.data(), d_, false, product_.data());
  multiply(product_.data(), released.frame.data(), d_, true, unprojected_.data());
  for (size_t k = 0; k < d_; ++k) {
    const double scale = std::sqrt(std::max(eigen_.values()[k], 0.0));
    for (size_t i = 0; i < d_; ++i) root_[i * d_ + k] = scale * eigen_.vectors()[k * d_ + i];
  }
  return DPCVX_OK;
}

// The mean of `units` normal points, and their second moments about 0 (Bartlett 1933): with A lower triangular, of
// normal numbers below roots of chi-square ones, A A' is the matrix of sums of a standard law.
void NormalModel::draw_sample() {
  const double units = it_->units;
  normal_.draw(rng_, drawn_.data(), d_ * (d_ + 1) / 2 + d_);
  const int64_t *next = drawn_.data();
  const auto normal = [&] { return static_cast<double>(*next++) / kScale; };
  std::fill(factor_.begin(), factor_.end(), 0.0);
  for (size_t i = 0; i < d_; ++i) {
    for (size_t j = 0; j < i; ++j) factor_[i * d_ + j] = normal();
    factor_[i * d_ + i] = chi(units - 1 - static_cast<double>(i), normal());
  }
  multiply(root_.data(), factor_.data(), d_, false, product_.data());
  multiply(product_.data(), product_.data(), d_, true, matrix_.data());
  std::copy(it_->point_mean.begin(), it_->point_mean.end(), point_mean_.begin());
  for (size_t k = 0; k < d_; ++k) {
    const double along = normal() / std::sqrt(units);
    for (size_t i = 0; i < d_; ++i) point_mean_[i] += root_[i * d_ + k] * along;
  }
  for (size_t i = 0; i < d_; ++i)
    for (size_t j = 0; j < d_; ++j) matrix_[i * d_ + j] = matrix_[i * d_ + j] / units + point_mean_[i] * point_mean_[j];
}

// As sums of units have it. What the sums make a covariance of is what read_moments and Rounds::finish do.
void NormalModel::add_noise() {
  const NoiseScales &scales = it_->scales;
  const double units = it_->units;
  noise_.draw(rng_, drawn_.data(), d_ * (d_ + 1) / 2 + d_ + 1);
  const int64_t *next = drawn_.data();
  const auto noise = [&](double scale) { return scale * (static_cast<double>(*next++) / kScale); };
  const double count = it_->shape.replaced ? units : std::max(units + noise(scales.units), 1.0);
  const double shift = static_cast<double>(it_->shape.shift()) / kMomentSteps;
  for (size_t i = 0; i < d_; ++i) {
    for (size_t j = 0; j < i; ++j) matrix_[i * d_ + j] = (units * matrix_[i * d_ + j] + noise(scales.products)) / count;
    // Under add/remove squares are summed as shift - x^2. The law of the noise is symmetric.
    double &square = matrix_[i * d_ + i];
    square = shift + (units * (square - shift) + noise(scales.squares)) / count;
    point_mean_[i] = (units * point_mean_[i] + noise(scales.coordinates)) / count;
  }
  for (size_t i = 0; i < d_; ++i)
    for (size_t j = 0; j <= i; ++j) {
      matrix_[i * d_ + j] -= point_mean_[i] * point_mean_[j];
      matrix_[j * d_ + i] = matrix_[i * d_ + j];
    }
}

void NormalModel::project() {
  if (is_positive(matrix_.data(), d_, work_.data())) return;
  eigen_.decompose(matrix_.data());
  eigen_.apply([](double value) { return std::max(value, 0.0); }, matrix_.data());
}

void NormalModel::map_back() {
  multiply(it_->frame.data(), matrix_.data(), d_, false, product_.data());
  multiply(product_.data(), it_->frame.data(), d_, true, matrix_.data());
  for (size_t i = 0; i < d_; ++i) {
    // The released mean has the centre of the map in it.
    const double half = it_->half(i), middle = it_->range_low[i] + half;
    means_[i] = (it_->means[i] - middle) / half;
    for (size_t j = 0; j < d_; ++j) means_[i] += it_->frame[i * d_ + j] * (point_mean_[j] - it_->point_mean[j]);
    means_[i] = std::clamp(means_[i], -1.0, 1.0);
    matrix_[i * d_ + i] = std::max(matrix_[i * d_ + i], 0.0);
  }
}

void NormalModel::draw() {
  draw_sample();
  add_noise();
  project();
  map_back();
}

Replicates::Replicates(double *values, size_t count) : values_(values), count_(count) {
  std::sort(values, values + count);
}

double Replicates::at(double probability) const {
  const double place = probability * static_cast<double>(count_ + 1) - 1;
  const double inside = std::clamp(place, 0.0, static_cast<double>(count_ - 1));
  const size_t below = static_cast<size_t>(inside), above = std::min(below + 1, count_ - 1);
  return values_[below] + (inside - std::floor(inside)) * (values_[above] - values_[below]);
}

double Replicates::at_score(double score) const {
  const double farthest = numeric::normal_quantile(1 - 5 / static_cast<double>(count_));
  if (std::fabs(score) <= farthest) return at(numeric::normal_cdf(score));
  const double middle = at(0.5), end = at(numeric::normal_cdf(std::copysign(farthest, score)));
  return middle + (end - middle) * std::fabs(score) / farthest;
}

double Replicates::score_of(double value) const {
  const double count = static_cast<double>(count_);
  const double below = static_cast<double>(std::lower_bound(values_, values_ + count_, value) - values_);
  return numeric::normal_quantile(std::clamp(below / count, 1 / count, 1 - 1 / count));
}

}  // namespace dpcvx::estimate
