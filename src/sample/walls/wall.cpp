#include "sample/walls/wall.h"

#include "base/error.h"

namespace dpcvx::sample {

int64_t free_dimension(const Target &target) {
  const model::Domain *const domain = target.domain;
  if (domain == nullptr) return target.dimension;
  if (domain->kind() == model::Domain::kSimplex) return target.dimension - 1;
  if (domain->kind() != model::Domain::kBox) return target.dimension;
  int64_t count = 0;
  for (int64_t j = 0; j < target.dimension; ++j) count += domain->low(j) < domain->high(j);
  return count;
}

dpcvx_status Wall::prepare(const Target &target, double variance, double step, Error &error) {
  kind_ = Kind::kNone;
  variance_ = variance;
  const model::Domain *const domain = target.domain;
  if (domain == nullptr || domain->is_all()) return DPCVX_OK;
  if (domain->kind() == model::Domain::kSimplex) {
    kind_ = Kind::kSimplex;
    return simplex_.prepare(target, variance, step, error);
  }
  // In one dimension every ball is an interval.
  if (domain->kind() == model::Domain::kBall && domain->p() < INFINITY && target.dimension > 1) {
    kind_ = Kind::kBall;
    return ball_.prepare(target, variance, step, error);
  }
  kind_ = Kind::kBox;
  const size_t size = static_cast<size_t>(target.dimension);
  if (!sides_.allocate(size) || !laws_.allocate(size)) return error.nomem("a sampler's domain");
  for (size_t j = 0; j < size; ++j) {
    const double low = domain->low(static_cast<int64_t>(j)), high = domain->high(static_cast<int64_t>(j));
    sides_[j] = {low, high, low < high ? target.wall : INFINITY};  // what is fixed stays fixed
    laws_[j].set_scale(variance, step);
  }
  return DPCVX_OK;
}

void Wall::begin() {
  if (kind_ == Kind::kBall) ball_.begin();
}

void Wall::prox(double variance, double *c) const {
  switch (kind_) {
    case Kind::kNone:
      return;
    case Kind::kBox:
      for (size_t j = 0; j < sides_.size(); ++j) c[j] = sides_[j].prox(c[j], variance);
      return;
    case Kind::kBall:
      return ball_.prox(variance, c);
    case Kind::kSimplex:
      return simplex_.prox(variance, c);
  }
}

void Wall::mean(double *c) const {
  switch (kind_) {
    case Kind::kNone:
      return;
    case Kind::kBox:
      for (size_t j = 0; j < sides_.size(); ++j) c[j] = sides_[j].mean(c[j], variance_);
      return;
    case Kind::kBall:
      return ball_.mean(c);
    case Kind::kSimplex:
      return simplex_.mean(c);
  }
}

void Wall::aim(const double *c) {
  switch (kind_) {
    case Kind::kNone:
      return;
    case Kind::kBox:
      for (size_t j = 0; j < sides_.size(); ++j) laws_[j].aim(c[j], sides_[j]);
      return;
    case Kind::kBall:
      return ball_.aim(c);
    case Kind::kSimplex:
      return simplex_.aim(c);
  }
}

bool Wall::attempt(int64_t j, Noise &noise, random::Rng &rng, double *x) const {
  switch (kind_) {
    case Kind::kNone:
      break;
    case Kind::kBox:
      return laws_[static_cast<size_t>(j)].attempt(noise, rng, x);
    case Kind::kBall:
      return ball_.attempt(j, noise, rng, x);
    case Kind::kSimplex:
      return simplex_.attempt(j, noise, rng, x);
  }
  return false;
}

bool Wall::accept(double *x, random::Rng &rng) {
  if (kind_ == Kind::kBall) return ball_.accept(x, rng);
  return kind_ != Kind::kSimplex || simplex_.accept(x, rng);
}

}  // namespace dpcvx::sample
