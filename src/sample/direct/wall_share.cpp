#include "sample/direct/wall_share.h"

#include <algorithm>

namespace dpcvx::sample {

namespace {

using model::Domain;

constexpr double kGrid = 0x1p40;

bool is_round(const Domain &domain) { return domain.kind() == Domain::kBall && domain.p() == 2; }

bool is_box(const Domain &domain, int64_t dimension) {
  if (domain.kind() == Domain::kBall) return domain.p() == INFINITY;
  if (domain.kind() != Domain::kBox) return false;
  for (int64_t j = 0; j < dimension; ++j)
    if (!(domain.low(j) < domain.high(j))) return false;
  return true;
}

bool has_wall(const Target &target) { return target.domain != nullptr && !target.domain->is_all(); }

// About exp(y^2 / 2) P(Z > y) of a standard normal Z and y >= 0.
double tail(double y) { return 1 / (2 + 2.5066282746310002 * y); }

// About the log of E exp(-fall s) over s > 0, s normal.
double log_mean_above(double mean, double deviation, double fall) {
  const double y = fall * deviation - mean / deviation, z = mean / deviation;
  if (y >= 0) return std::log(tail(y)) - z * z / 2;
  return (y * y - z * z) / 2 + std::log1p(-tail(-y) * std::exp(-y * y / 2));
}

}  // namespace

bool WallShare::has(const Target &target) {
  if (!has_wall(target)) return true;
  return target.wall < INFINITY && (is_round(*target.domain) || is_box(*target.domain, target.dimension));
}

double WallShare::max_precision(const Target &target) {
  if (!has_wall(target) || !is_round(*target.domain)) return 0;
  return target.wall / target.domain->size() * (1 + 0x1p-40);
}

WallShare::WallShare(const Target &target) : dimension_(target.dimension) {
  if (!has_wall(target)) return;
  domain_ = target.domain;
  wall_ = target.wall;
  if (!is_round(*domain_)) return;
  steepness_ = wall_ / domain_->size();
  scale_ = wall_ * domain_->size() / 2;
}

void WallShare::set_share(double share) { share_ = std::nearbyint(std::clamp(share, 0.0, 1.0) * kGrid) / kGrid; }

void WallShare::add_slope(double times, const double *v, double *slope) const {
  if (!(share_ > 0)) return;
  for (int64_t j = 0; j < dimension_; ++j) slope[j] += times * precision() * (v[j] - domain_->centre(j));
}

double WallShare::rest(const double *x, const int8_t *sides) const {
  if (domain_ == nullptr) return 0;
  if (!is_of_ball()) return wall_ * outside_of_box(x, sides);
  const double beyond = square(x, 0) - 1;
  return scale_ * (beyond > 0 ? (1 - share_) * beyond : -share_ * beyond);
}

double WallShare::outside_of_box(const double *x, const int8_t *sides) const {
  double sum = 0;
  for (int64_t j = 0; j < dimension_; ++j) {
    const int8_t side = sides == nullptr ? int8_t{0} : sides[j];
    sum += std::max({0.0, side > 0 ? 0 : x[j] - domain_->high(j), side < 0 ? 0 : domain_->low(j) - x[j]});
  }
  return sum;
}

double WallShare::square(const double *x, double more) const {
  const double size = domain_->size();
  double sum = more / (size * size);
  for (int64_t j = 0; j < dimension_; ++j) {
    const double off = (x[j] - domain_->centre(j)) / size;
    sum += off * off;
  }
  return sum;
}

double WallShare::log_mean(double mean, double deviation) const {
  const double within = log_mean_above(1 - mean, deviation, scale_ * share_);
  const double beyond = log_mean_above(mean - 1, deviation, scale_ * (1 - share_));
  const double most = std::max(within, beyond);
  return most + std::log(std::exp(within - most) + std::exp(beyond - most));
}

}  // namespace dpcvx::sample
