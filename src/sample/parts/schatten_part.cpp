#include "sample/parts/schatten_part.h"

#include <algorithm>

#include "base/error.h"
#include "model/domains/domain_projection.h"
#include "numeric/directed.h"
#include "numeric/norm.h"
#include "random/bernoulli.h"

namespace dpcvx::sample {

namespace {

constexpr double kUlp = 0x1p-52;

}  // namespace

dpcvx_status SchattenPart::prepare(const model::Regularizer &regularizer, double weight, const double *centre,
                                   int64_t rows, int64_t columns, Error &error) {
  regularizer_ = regularizer;
  weight_ = weight;
  taken_ = numeric::below_positive(weight * regularizer.l2_convexity());
  rank_ = std::min(rows, columns);
  const size_t rank = static_cast<size_t>(rank_), size = static_cast<size_t>(rows * columns);
  for (Buffer<double> *buffer : {&centre_, &point_, &slope_})
    if (!buffer->allocate(size)) return error.nomem("a sampler's regularizer");
  if (!settled_.allocate(rank) || !sizes_.allocate(rank) || !spectrum_.allocate(rows, columns))
    return error.nomem("a sampler's regularizer");
  if (centre != nullptr) std::copy(centre, centre + size, centre_.data());
  off_ = numeric::l2_norm_up(centre, rows * columns);
  return spectral_.prepare(regularizer, weight, nullptr, rank_, error);
}

void SchattenPart::linearize(const double *v, double *g) {
  spectrum_.decompose(v, centre_.data());
  std::copy(v, v + point_.size(), point_.data());
  value_ = weight_ * regularizer_.value(spectrum_.sizes(), rank_);
  regularizer_.gradient(spectrum_.sizes(), settled_.data(), rank_);
  for (double &slope : settled_) slope *= weight_;
  spectrum_.compose(settled_.data(), slope_.data());
  for (size_t j = 0; j < slope_.size(); ++j) slope_[j] -= taken_ * (v[j] - centre_[j]);
  std::copy(slope_.begin(), slope_.end(), g);
}

double SchattenPart::above(const double *x) {
  spectrum_.find_sizes(x, centre_.data());
  model::Total others;  // of the tangent and of the quadratic
  for (size_t j = 0; j < slope_.size(); ++j) {
    const double away = (x[j] - centre_[j]) + (point_[j] - centre_[j]);
    others.add((slope_[j] + taken_ / 2 * away) * (x[j] - point_[j]));
  }
  return (weight_ * regularizer_.value(spectrum_.sizes(), rank_) - value_) - others.value();
}

bool SchattenPart::accept(const double *x, random::Rng &rng) {
  return random::bernoulli_exp(rng, std::max(0.0, above(x) + kShift));
}

// The proximal point has the singular vectors of c - x_r. With the quadratic given back, c - x_r and the variance are
// greater by one factor.
void SchattenPart::settle(const double *c, double variance, double *v) {
  constexpr double kLeast = 0x1p-20;
  const double given_back = 1 / std::max(kLeast, 1 - taken_ * variance);
  spectrum_.decompose(c, centre_.data());
  for (size_t k = 0; k < settled_.size(); ++k) settled_[k] = given_back * spectrum_.sizes()[k];
  std::copy(settled_.begin(), settled_.end(), sizes_.begin());
  spectral_.settle(sizes_.data(), given_back * variance, settled_.data());
  spectrum_.compose(settled_.data(), v);
  for (size_t j = 0; j < centre_.size(); ++j) v[j] += centre_[j];
}

double SchattenPart::lipschitz(double reach) const {
  return weight_ * regularizer_.lipschitz(reach + off_, rank_) * (1 + 0x1p-20);
}

// As of vectors: ||u - w||^2 <= variance f(w), and f(w) = <grad f(w), w - x_r> / 2.
double SchattenPart::displacement(double reach, double variance) const {
  const double steep = lipschitz(reach);
  return std::min(variance * steep, std::sqrt(variance * steep * (reach + off_) / 2) * (1 + 0x1p-40));
}

double SchattenPart::roughness() const { return weight_ * roughness_of(regularizer_, rank_, spectrum_.entries()); }

// Bounds the trace of the Hessian where all singular values are alike: .7 to .9 of that of r was measured. Where some
// are near 0 the trace has no bound. The step rests on it, and with it speed alone.
double SchattenPart::roughness_of(const model::Regularizer &regularizer, int64_t rank, int64_t size) {
  const double of_norm = regularizer.c * std::pow(static_cast<double>(rank), 2 / regularizer.q - 1);
  return static_cast<double>(size) * (of_norm - regularizer.l2_convexity());
}

PartErrors SchattenPart::errors(const Region &region) const {
  const double far = region.reach + off_, size = lipschitz(region.reach) * far;
  const SpectralErrors spectral = spectrum_.errors();
  PartErrors errors;
  // What rounding may leave of a divergence below 0 is to be less than the shift.
  const double below = (6 * spectral.point + 2 * spectral.turns + 192 * kUlp) * size;
  if (!(below <= kShift)) return errors;
  errors.tilt = 0;
  errors.log_ratio = (spectral.point + 88 * kUlp) * size;
  return errors;
}

}  // namespace dpcvx::sample
