#include "solve/exponential/density.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numeric/norm.h"

namespace dpcvx::solve {

int64_t hull_dimension(const model::Objective &objective) {
  sample::Target hull;
  hull.dimension = objective.dimension();
  hull.domain = objective.domain();
  return sample::free_dimension(hull);
}

namespace {

constexpr double kUp = 1 + 0x1p-40, kDown = 1 - 0x1p-40;

}  // namespace

sample::SharedBends shared_bends(const model::Objective &objective, double scale) {
  return {static_cast<double>(hull_dimension(objective)), scale * objective.constants().oscillation,
          scale * (objective.smoothness() - objective.l2())};
}

double steepest(const model::Objective &objective) {
  const double data = objective.max_share() * objective.lipschitz();
  if (objective.domain() == nullptr) return objective.l2() > 0 ? INFINITY : data;
  return (data + objective.l2() * objective.domain()->radius()) * kUp;
}

// A Schatten ball's start is 0, as it is.
double start_error(const model::Objective &objective) {
  const model::Domain *const domain = objective.domain();
  return domain != nullptr && !domain->is_schatten() ? 2 * domain->projection_error() : 0;
}

WallShape schatten_wall(const model::Objective &objective, double scale, double excess) {
  const double slope = scale * steepest(objective);
  return {slope, slope * (slope / (2 * excess * static_cast<double>(objective.dimension())))};
}

model::Regularizer regularizer_in(const model::Objective &objective, double p) {
  const int64_t d = objective.norm_dimension();
  return objective.row_map().matrix ? model::Regularizer::in_schatten_norm(p, d) : model::Regularizer::in_norm(p, d);
}

double Density::regularizer_roughness() const {
  const model::Regularizer r = regularizer_in(*objective_, settings_.p);
  if (!objective_->row_map().matrix || r.is_quadratic()) return 0;
  return sample::SchattenPart::roughness_of(r, objective_->norm_dimension(), objective_->dimension());
}

double l2_convexity(const model::Objective &objective, const DensitySettings &settings) {
  const model::Regularizer r = regularizer_in(objective, settings.p);
  // Rounded up, so that quadratics rounded themselves are convex with what they are meant to be.
  return (settings.scale * objective.l2() + settings.weight * r.l2_convexity()) * (1 + 0x1p-48);
}

dpcvx_status Density::prepare(const model::SharedObjective &objective, const DensitySettings &settings, Error &error) {
  objective_ = objective;
  settings_ = settings;
  DPCVX_TRY(place_start(error));
  sample::ObjectivePartSettings data;
  data.scale = settings.scale;
  data.threads = settings.threads;
  data.skip_zeros = settings.skip_zeros;
  DPCVX_TRY(data_.prepare(objective, data, error));
  target_.dimension = objective->dimension();
  target_.count = 0;
  target_.convexity = l2_convexity(*objective, settings) * kDown;
  const double squares = model::convexity_of_squares(settings.p, objective->norm_dimension());
  convexity_ = (settings.scale * objective->l2() * squares + settings.weight) * kDown;
  DPCVX_TRY(add_quadratics(error));
  DPCVX_TRY(add_wall(error));
  target_.parts[target_.count++] = &data_;
  return DPCVX_OK;
}

dpcvx_status Density::place_start(Error &error) {
  const int64_t d = objective_->dimension();
  const size_t size = static_cast<size_t>(d);
  if (!start_.allocate(size) || !centre_.allocate(size)) return error.nomem("a density");
  std::fill(start_.begin(), start_.end(), 0.0);
  if (objective_->domain() != nullptr) objective_->domain()->start(start_.data(), d);
  start_norm_ = numeric::l2_norm_up(start_.data(), d);
  return DPCVX_OK;
}

// The objective's about 0, and the regularizer about the start. One that is not quadratic is a part of its own, of
// matrices less a quadratic.
dpcvx_status Density::add_quadratics(Error &error) {
  const model::Regularizer r = regularizer_in(*objective_, settings_.p);
  const bool has_part = !r.is_quadratic() && settings_.weight > 0;
  if (!has_part || objective_->row_map().matrix) {
    // Two quadratics about two centres are one about a point between.
    target_.precision = l2_convexity(*objective_, settings_);
    const double share = target_.precision > 0 ? settings_.weight * r.l2_convexity() / target_.precision : 0;
    for (size_t j = 0; j < centre_.size(); ++j) centre_[j] = share * start_[j];
  } else {
    target_.precision = settings_.scale * objective_->l2();
    std::fill(centre_.begin(), centre_.end(), 0.0);
  }
  target_.centre = centre_.data();
  return has_part ? add_regularizer(r, error) : DPCVX_OK;
}

dpcvx_status Density::add_regularizer(const model::Regularizer &r, Error &error) {
  const model::RowMap &rows = objective_->row_map();
  if (rows.matrix) {
    target_.parts[target_.count++] = &of_matrices_;
    return of_matrices_.prepare(r, settings_.weight, start_.data(), rows.matrix->rows(), rows.matrix->columns(), error);
  }
  target_.parts[target_.count++] = &regularizer_;
  return regularizer_.prepare(r, settings_.weight, start_.data(), target_.dimension, error);
}

// Steeper than V can fall from the domain's edge outwards, so that what is projected on the domain loses nothing; and
// most of a draw lies in the domain. Of a Schatten ball it is rounded, and costs the risk wall_excess d / k.
dpcvx_status Density::add_wall(Error &error) {
  const model::Domain *const domain = objective_->domain();
  if (domain == nullptr) return DPCVX_OK;
  if (domain->is_schatten()) {
    wall_shape_ = schatten_wall(*objective_, settings_.scale, settings_.wall_excess);
    target_.parts[target_.count++] = &wall_;
    return wall_.prepare(*domain, wall_shape_.slope, wall_shape_.curvature, error);
  }
  target_.domain = domain;
  target_.wall = wall_slope(*objective_, settings_.scale);
  wall_shape_ = {target_.wall, INFINITY};
  return DPCVX_OK;
}

double wall_slope(const model::Objective &objective, double scale) {
  return 2 * (scale * steepest(objective) +
              static_cast<double>(hull_dimension(objective)) / objective.domain()->diameter());
}

namespace {

sample::StartBounds start_bounds(const model::Objective &objective, const DensitySettings &settings,
                                 double start_norm) {
  const model::ObjectiveConstants &constants = objective.constants();
  const double scale = settings.scale * objective.max_share();
  const bool at_zero = !(start_norm > 0);
  sample::StartBounds bounds;
  const double data = at_zero ? std::min(constants.gradient_at_zero, constants.lipschitz) : constants.lipschitz;
  bounds.gradient = (scale * data + settings.scale * objective.l2() * start_norm) * kUp;
  if (at_zero) bounds.gap = scale * constants.value_at_zero * kUp;
  return bounds;
}

// Returns whether the lp norm about the start falls, or stays, on the way to the domain: clipped to a box that holds
// the start, or along a ray to its middle.
bool draws_in(const model::Domain &domain, int64_t dimension) {
  if (domain.kind() == model::Domain::kBox) return true;
  if (domain.kind() != model::Domain::kBall) return false;
  for (int64_t j = 0; j < dimension; ++j)
    if (domain.centre(j) != 0) return false;
  return true;
}

// By how much the regularizer can fall on the way off the domain, over the way's length.
double fall_of_regularizer(const model::Objective &objective, const DensitySettings &settings) {
  const model::Domain &domain = *objective.domain();
  const model::Regularizer r = regularizer_in(objective, settings.p);
  if (r.is_quadratic()) return settings.weight * r.l2_convexity() * 2 * domain.projection_error();
  if (draws_in(domain, objective.dimension())) return 0;
  const double near = (1 + 0x1p-20) * (domain.diameter() + 2 * domain.projection_error());
  if (domain.kind() == model::Domain::kSimplex) return settings.weight * r.c * 2 * near;
  return settings.weight * r.lipschitz(near, objective.norm_dimension());
}

}  // namespace

double growth_off_domain(const model::Objective &objective, const DensitySettings &settings) {
  const model::Domain &domain = *objective.domain();
  const double wall = wall_slope(objective, settings.scale) *
                      (domain.kind() == model::Domain::kSimplex ? 0.70710678118654752440 * kDown : 1);
  return wall * kDown - (settings.scale * steepest(objective) + fall_of_regularizer(objective, settings)) * kUp;
}

sample::StartDistance distance_from_start(const model::Objective &objective, const DensitySettings &settings, double m,
                                          double start_norm) {
  const double d = static_cast<double>(hull_dimension(objective));
  sample::StartDistance distance = sample::start_distance(m, d, start_bounds(objective, settings, start_norm));
  const model::Domain *const domain = objective.domain();
  if (domain != nullptr && !domain->is_schatten()) {
    const double growth = growth_off_domain(objective, settings);
    const double within = std::min(domain->diameter(), domain->radius() + start_norm);
    if (growth > 0) distance.far = std::min(distance.far, (within + sample::max_excess(d) / growth) * kUp);
  }
  const double off = start_error(objective);
  distance.far += off;
  distance.mean += off;
  return distance;
}

}  // namespace dpcvx::solve
