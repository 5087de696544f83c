#include "sample/wall.h"

#include <algorithm>

#include "random/bernoulli.h"

namespace dpcvx::sample {

int64_t free_dimension(const Target &target) {
  if (target.domain == nullptr) return target.dimension;
  if (target.domain->kind() == model::Domain::kSimplex) return target.dimension - 1;
  if (target.domain->kind() != model::Domain::kBox) return target.dimension;
  int64_t count = 0;
  for (int64_t j = 0; j < target.dimension; ++j) count += target.domain->low(j) < target.domain->high(j);
  return count;
}

dpcvx_status Wall::prepare(const Target &target, double variance, Error &error) {
  domain_ = target.domain == nullptr || target.domain->is_all() ? nullptr : target.domain;
  dimension_ = target.dimension;
  slope_ = target.wall;
  variance_ = variance;
  const size_t size = domain_ == nullptr ? 0 : static_cast<size_t>(dimension_);
  return tilt_.allocate(size) && edge_.allocate(size) ? DPCVX_OK : error.nomem("a sampler's domain");
}

bool Wall::is_box() const {
  return domain_->kind() == model::Domain::kBox ||
         (domain_->kind() == model::Domain::kBall && domain_->p() == INFINITY);
}

void Wall::move(double *c) {
  if (domain_ == nullptr) return;
  domain_->project(c, edge_.data(), dimension_);
  double squares = 0;
  for (int64_t j = 0; j < dimension_; ++j) {
    const size_t at = static_cast<size_t>(j);
    tilt_[at] = (c[j] - edge_[at]) / variance_;
    squares += tilt_[at] * tilt_[at];
  }
  // Where the wall gives way: the steepest subgradient.
  const double shrink = is_box() || !(squares > slope_ * slope_) ? 1 : slope_ / std::sqrt(squares);
  for (int64_t j = 0; j < dimension_; ++j) {
    const size_t at = static_cast<size_t>(j);
    tilt_[at] = is_box() ? std::clamp(tilt_[at], -slope_, slope_) : tilt_[at] * shrink;
    c[j] = std::fabs(tilt_[at]) < slope_ && shrink == 1 ? edge_[at] : c[j] - variance_ * tilt_[at];
  }
}

void Wall::pull(double *c) const {
  if (domain_ != nullptr) domain_->project(c, c, dimension_);
}

bool Wall::accept_entry(int64_t j, double x, random::Rng &rng) const {
  if (domain_ == nullptr || !is_box()) return true;
  const size_t at = static_cast<size_t>(j);
  const double out = std::max({domain_->low(j) - x, x - domain_->high(j), 0.0});
  if (slope_ == INFINITY && out > 0) return false;
  const double gap = (out > 0 ? slope_ * out : 0) - tilt_[at] * (x - edge_[at]);
  return !(gap > 0) || random::bernoulli_exp(rng, gap);
}

// max ||u||_2 / ||u||_p.
double Wall::widest() const {
  return domain_->p() <= 2 ? 1 : std::pow(static_cast<double>(dimension_), 0.5 - 1 / domain_->p());
}

// ||x - c||_p.
double Wall::norm(const double *x) const {
  double sum = 0;
  for (int64_t j = 0; j < dimension_; ++j) sum += std::pow(std::fabs(x[j] - domain_->centre(j)), domain_->p());
  return std::pow(sum, 1 / domain_->p());
}

bool Wall::accept(const double *x, random::Rng &rng) const {
  if (domain_ == nullptr || is_box()) return true;
  double gap = 0;
  for (int64_t j = 0; j < dimension_; ++j) {
    const size_t at = static_cast<size_t>(j);
    gap -= tilt_[at] * (x[j] - edge_[at]);
  }
  if (slope_ == INFINITY) {
    if (!domain_->contains(x, 0)) return false;
  } else {
    gap += slope_ * widest() * std::max(0.0, norm(x) - domain_->size());
  }
  return !(gap > 0) || random::bernoulli_exp(rng, gap);
}

}  // namespace dpcvx::sample
