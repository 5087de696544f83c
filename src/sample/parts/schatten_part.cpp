#include "sample/parts/schatten_part.h"

#include <algorithm>

#include "base/error.h"
#include "model/domains/domain_projection.h"
#include "numeric/directed.h"
#include "numeric/norm.h"
#include "numeric/pairs.h"
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
  for (Buffer<double> *buffer : {&centre_, &point_, &slope_, &settled_for_, &settled_at_})
    if (!buffer->allocate(size)) return error.nomem("a sampler's regularizer");
  if (!settled_.allocate(rank) || !sizes_.allocate(rank) || !spectrum_.allocate(rows, columns) ||
      !tried_.allocate(rows, columns) || !norm_.allocate(rows, columns, regularizer.q))
    return error.nomem("a sampler's regularizer");
  if (centre != nullptr) std::copy(centre, centre + size, centre_.data());
  off_ = numeric::l2_norm_up(centre, rows * columns);
  off_by_ = norm_.error() + 2 * std::sqrt(static_cast<double>(rank_)) * tried_.errors().point + 0x1p-40;
  forget();
  return spectral_.prepare(regularizer, weight, nullptr, rank_, error);
}

// Where settle() came to rest the decomposition is known.
void SchattenPart::linearize(const double *v, double *g) {
  if (!std::equal(settled_at_.begin(), settled_at_.end(), v)) {
    forget();
    spectrum_.decompose_quickly(v, centre_.data());
    std::copy(spectrum_.sizes(), spectrum_.sizes() + rank_, settled_.data());
  }
  std::copy(v, v + point_.size(), point_.data());
  value_ = weight_ * regularizer_.value(settled_.data(), rank_);
  regularizer_.gradient(settled_.data(), sizes_.data(), rank_);
  for (double &slope : sizes_) slope *= weight_;
  spectrum_.compose(sizes_.data(), slope_.data());
  for (size_t j = 0; j < slope_.size(); ++j) slope_[j] -= taken_ * (v[j] - centre_[j]);
  std::copy(slope_.begin(), slope_.end(), g);
}

double SchattenPart::above(const double *x) {
  tried_.find_sizes(x, centre_.data());
  model::Total others;  // of the tangent and of the quadratic
  for (size_t j = 0; j < slope_.size(); ++j) {
    const double away = (x[j] - centre_[j]) + (point_[j] - centre_[j]);
    others.add((slope_[j] + taken_ / 2 * away) * (x[j] - point_[j]));
  }
  return (weight_ * regularizer_.value(tried_.sizes(), rank_) - value_) - others.value();
}

bool SchattenPart::bound_above(const double *x, double *low, double *high) {
  if (!(off_by_ < INFINITY)) return false;
  const double value = weight_ * regularizer_.c / 2 * norm_.square(x, centre_.data());
  // Of two coordinates at a time; the last may be alone.
  const auto pair_at = [this](const double *from, size_t j) {
    return j + 2 <= slope_.size() ? numeric::load_pair(from + j) : numeric::Pair{from[j], 0};
  };
  numeric::Pair sums = {}, magnitudes = {};
  for (size_t j = 0; j < slope_.size(); j += 2) {
    const numeric::Pair centre = pair_at(centre_.data(), j), point = pair_at(point_.data(), j), at = pair_at(x, j);
    const numeric::Pair away = (at - centre) + (point - centre);
    const numeric::Pair term = (pair_at(slope_.data(), j) + taken_ / 2 * away) * (at - point);
    sums += term;
    magnitudes += numeric::magnitude(term);
  }
  const double others = numeric::sum_of(sums), terms = numeric::sum_of(magnitudes);
  const double rounded = (static_cast<double>(slope_.size()) + 32) * kUlp;
  const double above = (value - value_) - others, apart = off_by_ * value + rounded * (value + value_ + terms);
  *low = above - apart;
  *high = above + apart;
  return true;
}

// Decides by bounds where these suffice: as above() would.
bool SchattenPart::accept(const double *x, random::Rng &rng) {
  random::ExpDecision decision(rng);
  double low, high;
  if (bound_above(x, &low, &high)) {
    const random::ExpDecision::Answer answer = decision.between(low + kShift, high + kShift);
    if (answer != random::ExpDecision::Answer::kOpen) return answer == random::ExpDecision::Answer::kYes;
  }
  return decision.at(std::max(0.0, above(x) + kShift));
}

void SchattenPart::settle(const double *c, double variance, double *v) {
  if (variance != variance_ || !std::equal(settled_for_.begin(), settled_for_.end(), c)) settle_sizes(c, variance);
  std::copy(settled_at_.begin(), settled_at_.end(), v);
}

// The proximal point has the singular vectors of c - x_r. With the quadratic given back, c - x_r and the variance are
// greater by one factor.
void SchattenPart::settle_sizes(const double *c, double variance) {
  constexpr double kLeast = 0x1p-20;
  const double given_back = 1 / std::max(kLeast, 1 - taken_ * variance);
  spectrum_.decompose_quickly(c, centre_.data());
  for (size_t k = 0; k < settled_.size(); ++k) settled_[k] = given_back * spectrum_.sizes()[k];
  std::copy(settled_.begin(), settled_.end(), sizes_.begin());
  spectral_.settle(sizes_.data(), given_back * variance, settled_.data());
  spectrum_.compose(settled_.data(), settled_at_.data());
  for (size_t j = 0; j < centre_.size(); ++j) settled_at_[j] += centre_[j];
  std::copy(c, c + settled_for_.size(), settled_for_.data());
  variance_ = variance;
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
  const SpectralErrors of_tries = tried_.errors(), of_tangents = spectrum_.quick_errors();
  PartErrors errors;
  // What rounding may leave of a divergence below 0 is to be less than the shift.
  const double below = (6 * of_tangents.point + 6 * of_tangents.turns + 192 * kUlp) * size;
  if (!(below <= kShift)) return errors;
  errors.tilt = 0;
  errors.log_ratio = (of_tries.point + 88 * kUlp) * size;
  return errors;
}

}  // namespace dpcvx::sample
