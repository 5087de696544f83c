#include "sample/walls/schatten_wall.h"

#include <algorithm>

#include "base/error.h"
#include "model/domains/domain_projection.h"
#include "numeric/norm.h"
#include "random/bernoulli.h"

namespace dpcvx::sample {

namespace {

constexpr double kUlp = 0x1p-52;

// The length of g is below M by more than its entries are off.
constexpr double kBelow = 1 - 0x1p-20;

}  // namespace

dpcvx_status SchattenWall::prepare(const model::Domain &ball, double slope, double curvature, Error &error) {
  ball_ = &ball;
  slope_ = slope;
  curvature_ = curvature;
  if (!spectrum_.allocate(ball.rows(), ball.columns()) || !normal_.allocate(static_cast<size_t>(spectrum_.rank())))
    return error.nomem("a sampler's domain");
  for (Buffer<double> *buffer : {&settled_, &tangent_})
    if (!buffer->allocate(static_cast<size_t>(spectrum_.entries()))) return error.nomem("a sampler's domain");
  begin();
  return sizes_.make_ball(ball.p(), ball.size(), nullptr, spectrum_.rank(), error);
}

void SchattenWall::begin() { settled_[0] = NAN; }

bool SchattenWall::is_plainly_inside(const model::Domain &ball, const double *x) {
  const double rank = static_cast<double>(std::min(ball.rows(), ball.columns()));
  return numeric::l2_norm_up(x, ball.dimension()) * numeric::ratio_of_norms(rank, ball.p(), 2) <=
         ball.size() * (1 - 0x1p-40);
}

// Returns the distance of x from the ball, and fills in normal_. compose() needs singular vectors.
double SchattenWall::measure(const double *x, bool with_vectors) {
  if (is_plainly_inside(*ball_, x)) return 0;
  with_vectors ? spectrum_.decompose(x, nullptr) : spectrum_.find_sizes(x, nullptr);
  const double *const sizes = spectrum_.sizes();
  sizes_.project(sizes, normal_.data(), spectrum_.rank());
  model::Total squares;
  for (size_t k = 0; k < normal_.size(); ++k) {
    normal_[k] = std::max(0.0, sizes[k] - normal_[k]);
    squares.add(normal_[k] * normal_[k]);
  }
  return std::sqrt(squares.value());
}

// The proximal point of c, where f is as steep as c is far from it over the variance; of variance 0 a subgradient at c.
void SchattenWall::aim(const double *c, double variance) {
  const double away = measure(c, true);
  std::copy(c, c + settled_.size(), settled_.data());
  std::fill(tangent_.begin(), tangent_.end(), 0.0);
  least_ = 0;
  if (!(away > 0)) return;
  const double steep = std::min(slope_ * kBelow, away / (1 / curvature_ + variance));
  for (double &size : normal_) size *= steep / away;
  spectrum_.compose(normal_.data(), tangent_.data());
  for (size_t j = 0; j < settled_.size(); ++j) settled_[j] -= variance * tangent_[j];
  least_ = -(sizes_.support(normal_.data(), spectrum_.rank()) + steep * (steep / curvature_) / 2);
}

void SchattenWall::linearize(const double *v, double *g) {
  if (!std::equal(settled_.begin(), settled_.end(), v)) aim(v, 0);
  std::copy(tangent_.begin(), tangent_.end(), g);
}

void SchattenWall::settle(const double *c, double variance, double *v) {
  aim(c, variance);
  std::copy(settled_.begin(), settled_.end(), v);
}

double SchattenWall::above(const double *x) {
  const double away = measure(x, false), flat = slope_ / curvature_;
  const double value = away < flat ? away * (away * curvature_) / 2 : slope_ * (away - flat / 2);
  model::Total linear;
  for (size_t j = 0; j < tangent_.size(); ++j) linear.add(tangent_[j] * x[j]);
  return (value - linear.value()) - least_;
}

bool SchattenWall::accept(const double *x, random::Rng &rng) {
  return random::bernoulli_exp(rng, std::max(0.0, above(x) + kShift));
}

double SchattenWall::roughness_of(double slope, double curvature, int64_t entries) {
  return std::min(curvature, slope * slope) * static_cast<double>(entries);
}

PartErrors SchattenWall::errors(const Region &region) const {
  const SpectralErrors spectral = spectrum_.errors();
  const double rank = static_cast<double>(spectrum_.rank()), far = region.reach + ball_->radius();
  const double distance = (spectral.point + (rank + 8) * kUlp) * region.reach + sizes_.projection_error();
  PartErrors errors;
  const double stated = slope_ * (distance + 32 * kUlp * far);
  // What rounding may leave of an exponent below 0 is to be less than the shift.
  const double support = 0x1p-40 * std::sqrt(rank) * ball_->size() + 2 * spectral.turns * far;
  if (!(stated + slope_ * support <= kShift) || !(spectral.turns <= 0x1p-21)) return errors;
  errors.tilt = 0;
  errors.log_ratio = stated;
  return errors;
}

}  // namespace dpcvx::sample
