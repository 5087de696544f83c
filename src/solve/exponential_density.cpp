#include "solve/exponential_density.h"

#include <algorithm>
#include <cmath>

#include "numeric/norm.h"

namespace dpcvx::solve {

namespace {

constexpr double kUp = 1 + 0x1p-40, kDown = 1 - 0x1p-40;

// Units there may be over n.
double most_units(const model::Objective &objective) {
  return static_cast<double>(objective.most_units()) / static_cast<double>(objective.units());
}

}  // namespace

double steepest(const model::Objective &objective) {
  const double data = most_units(objective) * objective.lipschitz();
  if (objective.domain() == nullptr) return objective.l2() > 0 ? INFINITY : data;
  return (data + objective.l2() * objective.domain()->radius()) * kUp;
}

double start_error(const model::Objective &objective) {
  return objective.domain() != nullptr ? 2 * objective.domain()->projection_error() : 0;
}

double l2_convexity(const model::Objective &objective, const DensitySettings &settings) {
  const model::Regularizer r = model::Regularizer::in_norm(settings.p, objective.dimension());
  // Rounded up, so that quadratics rounded themselves are convex with what they are meant to be.
  return (settings.scale * objective.l2() + settings.weight * r.l2_convexity()) * (1 + 0x1p-48);
}

dpcvx_status Density::prepare(const model::SharedObjective &objective, const DensitySettings &settings, Error &error) {
  objective_ = objective;
  settings_ = settings;
  const int64_t d = objective->dimension();
  const model::Domain *const domain = objective->domain();
  const size_t size = static_cast<size_t>(d);
  if (!start_.allocate(size) || !centre_.allocate(size)) return error.nomem("a density");
  std::fill(start_.begin(), start_.end(), 0.0);
  if (domain != nullptr) domain->start(start_.data(), d);
  start_norm_ = numeric::l2_norm_up(start_.data(), d);

  sample::ObjectivePartSettings data;
  data.scale = settings.scale;
  data.threads = settings.threads;
  DPCVX_TRY(data_.prepare(objective, data, error));

  const model::Regularizer r = model::Regularizer::in_norm(settings.p, d);
  target_.dimension = d;
  target_.count = 0;
  target_.convexity = l2_convexity(*objective, settings) * kDown;
  if (r.is_quadratic() || !(settings.weight > 0)) {
    // Two quadratics about two centres, 0 and the start, are one about a point between.
    target_.precision = l2_convexity(*objective, settings);
    const double share = target_.precision > 0 ? settings.weight * r.l2_convexity() / target_.precision : 0;
    for (size_t j = 0; j < size; ++j) centre_[j] = share * start_[j];
  } else {
    target_.precision = settings.scale * objective->l2();
    std::fill(centre_.begin(), centre_.end(), 0.0);
    DPCVX_TRY(regularizer_.prepare(r, settings.weight, start_.data(), d, error));
    target_.parts[target_.count++] = &regularizer_;
  }
  target_.parts[target_.count++] = &data_;
  target_.centre = centre_.data();
  convexity_ =
      (settings.scale * objective->l2() * model::convexity_of_squares(settings.p, d) + settings.weight) * kDown;
  target_.domain = domain;
  if (domain != nullptr) {
    // Steeper than V can fall from the domain's edge outwards, so that what is projected on the domain loses nothing;
    // and most of a draw lies in the domain.
    const double free = static_cast<double>(sample::free_dimension(target_));
    target_.wall = 2 * (settings.scale * steepest(*objective) + free / domain->diameter());
  }
  return DPCVX_OK;
}

sample::StartBounds start_bounds(const model::Objective &objective, const DensitySettings &settings,
                                 double start_norm) {
  const model::ObjectiveConstants &constants = objective.constants();
  const double scale = settings.scale * most_units(objective);
  const bool at_zero = !(start_norm > 0);
  sample::StartBounds bounds;
  const double data = at_zero ? std::min(constants.gradient_at_zero, constants.lipschitz) : constants.lipschitz;
  bounds.gradient = (scale * data + settings.scale * objective.l2() * start_norm) * kUp;
  if (at_zero) bounds.gap = scale * constants.value_at_zero * kUp;
  return bounds;
}

}  // namespace dpcvx::solve
