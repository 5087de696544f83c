#include "sample/schatten_part.h"

#include <algorithm>

#include "base/error.h"
#include "model/domains/domain_projection.h"
#include "numeric/norm.h"
#include "random/bernoulli.h"

namespace dpcvx::sample {

namespace {

constexpr double kUlp = 0x1p-52;

// Bounds on a decomposition's errors, relative to the matrix in l2 (src/sample/PROOFS.md).
struct SpectralErrors {
  double point;  // how far the matrix is whose singular values and vectors are exact
  double turns;  // how far the computed rotation is from one
};

SpectralErrors spectral_errors(int64_t rank, int64_t longer) {
  const double k = static_cast<double>(rank), m = static_cast<double>(longer);
  const double turned = 20 * numeric::SingularValues::kMaxSweeps * k * kUlp;
  const double cosines = k * (2 * std::sqrt(m + 3) + m / 4 + 8) * kUlp;
  SpectralErrors errors;
  errors.point = turned + 8 * k * kUlp + cosines + (m / 8 + 4) * kUlp;
  errors.turns = turned * std::sqrt(k) + cosines + (m / 8 + 3) * kUlp + (k + 4) * std::sqrt(k) * kUlp;
  return errors;
}

}  // namespace

dpcvx_status SchattenPart::prepare(const model::Regularizer &regularizer, double weight, const double *centre,
                                   int64_t rows, int64_t columns, Error &error) {
  regularizer_ = regularizer;
  weight_ = weight;
  rows_ = rows;
  columns_ = columns;
  rank_ = std::min(rows, columns);
  longer_ = std::max(rows, columns);
  by_rows_ = rows <= columns;
  const size_t rank = static_cast<size_t>(rank_), size = static_cast<size_t>(rows * columns);
  for (Buffer<double> *buffer : {&centre_, &point_, &slope_})
    if (!buffer->allocate(size)) return error.nomem("a sampler's regularizer");
  for (Buffer<double> *buffer : {&size_, &settled_})
    if (!buffer->allocate(rank)) return error.nomem("a sampler's regularizer");
  if (!values_.allocate(rank, static_cast<size_t>(longer_))) return error.nomem("a sampler's regularizer");
  if (centre != nullptr) std::copy(centre, centre + size, centre_.data());
  off_ = numeric::l2_norm_up(centre, rows * columns);
  return spectral_.prepare(regularizer, weight, nullptr, rank_, error);
}

// Of x - x_r. The order of rows matters to no bound, so that one in which the rotations come to rest may be looked for.
void SchattenPart::decompose(const double *x) {
  double most = 0;
  for (int64_t i = 0; i < rows_; ++i)
    for (int64_t j = 0; j < columns_; ++j) most = std::max(most, std::fabs(offset(x, i, j)));
  exponent_ = most > 0 ? std::ilogb(most) + 1 : 0;
  shift_ = 0;
  while (!rests_as_shifted(x)) shift_ = (shift_ + 1) % rank_;
  for (int64_t k = 0; k < rank_; ++k) size_[static_cast<size_t>(k)] = std::ldexp(values_.values()[k], exponent_);
}

// Decomposes x - x_r with its rows moved on. Returns whether the rotations came to rest.
bool SchattenPart::rests_as_shifted(const double *x) {
  for (int64_t i = 0; i < rank_; ++i) {
    double *const row = values_.row(static_cast<size_t>(i));
    const int64_t from = (i + shift_) % rank_;
    for (int64_t j = 0; j < longer_; ++j)
      row[j] = std::ldexp(by_rows_ ? offset(x, from, j) : offset(x, j, from), -exponent_);
  }
  return values_.decompose();
}

// sum_k (size k) (row k of the rotation) (turned row k)' / (its length).
void SchattenPart::compose(const double *size, double *out) const {
  std::fill(out, out + rows_ * columns_, 0.0);
  for (int64_t k = 0; k < rank_; ++k) {
    const size_t at = static_cast<size_t>(k);
    const double length = values_.values()[k];
    if (!(size[k] > 0) || !(length > 0)) continue;
    for (int64_t i = 0; i < rank_; ++i) {
      const int64_t place = (i + shift_) % rank_;
      const double share = size[k] * values_.rotation(at)[i];
      for (int64_t j = 0; j < longer_; ++j) {
        const double entry = share * (values_.row(at)[j] / length);
        out[by_rows_ ? place * columns_ + j : j * columns_ + place] += entry;
      }
    }
  }
}

void SchattenPart::linearize(const double *v, double *g) {
  decompose(v);
  std::copy(v, v + rows_ * columns_, point_.data());
  value_ = weight_ * regularizer_.value(size_.data(), rank_);
  regularizer_.gradient(size_.data(), settled_.data(), rank_);
  for (double &slope : settled_) slope *= weight_;
  compose(settled_.data(), slope_.data());
  std::copy(slope_.begin(), slope_.end(), g);
}

double SchattenPart::above(const double *x) {
  decompose(x);
  model::Total linear;
  for (size_t j = 0; j < slope_.size(); ++j) linear.add(slope_[j] * (x[j] - point_[j]));
  return (weight_ * regularizer_.value(size_.data(), rank_) - value_) - linear.value();
}

bool SchattenPart::accept(const double *x, random::Rng &rng) {
  return random::bernoulli_exp(rng, std::max(0.0, above(x) + kShift));
}

// The proximal point has the singular vectors of c - x_r.
void SchattenPart::settle(const double *c, double variance, double *v) {
  decompose(c);
  std::copy(size_.begin(), size_.end(), settled_.begin());
  spectral_.settle(size_.data(), variance, settled_.data());
  compose(settled_.data(), v);
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

double SchattenPart::roughness() const { return weight_ * roughness_of(regularizer_, rank_, rows_ * columns_); }

// Bounds the trace of the Hessian where all singular values are alike: .7 to .9 of it was measured. Where some are near
// 0 the trace has no bound. The step rests on it, and with it speed alone.
double SchattenPart::roughness_of(const model::Regularizer &regularizer, int64_t rank, int64_t size) {
  return regularizer.c * static_cast<double>(size) * std::pow(static_cast<double>(rank), 2 / regularizer.q - 1);
}

PartErrors SchattenPart::errors(const Region &region) const {
  const double far = region.reach + off_, size = lipschitz(region.reach) * far;
  const SpectralErrors spectral = spectral_errors(rank_, longer_);
  PartErrors errors;
  // What rounding may leave of a divergence below 0 is to be less than the shift.
  const double below = (4 * spectral.point + 2 * spectral.turns + 128 * kUlp) * size;
  if (!(below <= kShift)) return errors;
  errors.tilt = 0;
  errors.log_ratio = (spectral.point + 48 * kUlp) * size;
  return errors;
}

}  // namespace dpcvx::sample
