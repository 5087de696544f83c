#include "sample/parts/quadratic_part.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numeric/margins.h"
#include "random/bernoulli.h"

namespace dpcvx::sample {

namespace {

constexpr double kUlp = 0x1p-52;

}  // namespace

dpcvx_status QuadraticPart::prepare(const Quadratic &quadratic, Error &error) {
  quadratic_ = &quadratic;
  for (Buffer<double> *buffer : {&point_, &step_, &turned_})
    if (!buffer->allocate(static_cast<size_t>(quadratic.dimension()))) return error.nomem("a quadratic's tangent");
  return DPCVX_OK;
}

void QuadraticPart::linearize(const double *v, double *g) {
  std::copy(v, v + point_.size(), point_.begin());
  quadratic_->multiply(v, g);
  for (size_t j = 0; j < point_.size(); ++j)
    g[j] = (g[j] - quadratic_->least() * v[j]) + quadratic_->linear(static_cast<int64_t>(j));
}

double QuadraticPart::above(const double *x) {
  for (size_t j = 0; j < point_.size(); ++j) step_[j] = x[j] - point_[j];
  quadratic_->multiply(step_.data(), turned_.data());
  double sum = 0;
  for (size_t j = 0; j < point_.size(); ++j) sum += step_[j] * (turned_[j] - quadratic_->least() * step_[j]);
  return sum / 2;
}

bool QuadraticPart::accept(const double *x, random::Rng &rng) {
  return random::bernoulli_exp(rng, std::fmax(above(x), 0.0));
}

// ||H - m I|| <= ||H|| for an m between 0 and the least eigenvalue's double.
double QuadraticPart::lipschitz(double reach) const {
  const double size = quadratic_->norm() + std::fmax(-quadratic_->least(), 0.0);
  return numeric::up_many(size * reach + quadratic_->linear_norm());
}

double QuadraticPart::roughness() const {
  return std::max(0.0, quadratic_->trace() - static_cast<double>(quadratic_->dimension()) * quadratic_->least());
}

// Sums of d + 2 terms carry their rounding along; those of |H| and |x| are at most ||H||_F ||x||.
PartErrors QuadraticPart::errors(const Region &region) const {
  PartErrors errors;
  const double terms = (static_cast<double>(quadratic_->dimension()) + 8) * kUlp;
  const double size = numeric::up_many(quadratic_->norm() + std::fabs(quadratic_->least()));
  errors.tilt = numeric::up_many(terms * (size * region.reach + quadratic_->linear_norm()));
  errors.log_ratio = numeric::up_many(terms * size * region.spread * region.spread);
  return errors;
}

}  // namespace dpcvx::sample
