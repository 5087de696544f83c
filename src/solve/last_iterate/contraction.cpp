#include "solve/last_iterate/contraction.h"

#include <algorithm>
#include <cmath>

#include "dpcvx/privacy.h"
#include "numeric/directed.h"
#include "numeric/margins.h"

namespace dpcvx::solve {

namespace {

using numeric::above;
using numeric::below_positive;

constexpr double kUlps = 8 * 0x1p-52;  // of the operations of a step, each entry
constexpr double kFlushed = 0x1p-990;  // more than what is flushed to zero in an entry, times 1 + eta

// Where the objective keeps gradients within the clip itself, sums leave them as they are.
model::Clip clip_at(const model::Objective &objective, double clip) {
  const bool bounded = objective.constants().lipschitz_enforced && !(clip < objective.lipschitz());
  return bounded ? model::Clip() : model::Clip{clip, false};
}

}  // namespace

BatchTurns::BatchTurns(const model::Objective &objective, int64_t batches)
    : batches_(batches),
      there_(objective.units_there()),
      units_(static_cast<double>(objective.units())),
      max_units_(static_cast<double>(objective.max_units())) {}

int64_t BatchTurns::begin(int64_t batch) const {
  return batch * (there_ / batches_) + std::min(batch, there_ % batches_);
}

double BatchTurns::divisor(int64_t batch) const {
  if (batches_ == 1) return units_;
  return static_cast<double>(size(batch)) * (units_ / static_cast<double>(there_));
}

double BatchTurns::max_units() const { return batches_ == 1 ? max_units_ : static_cast<double>(size(0)); }

double BatchTurns::share() const { return batches_ == 1 ? max_units_ / units_ : static_cast<double>(there_) / units_; }

double max_curvature(const model::Objective &objective, const BatchTurns &turns) {
  const double data = objective.smoothness() - objective.l2() + 0x1p-50 * objective.smoothness();
  return numeric::up_few(turns.share() * data + objective.l2());
}

StepBounds step_bounds(const model::Objective &objective, const model::Domain &domain, int32_t adjacency,
                       const BatchTurns &turns, double clip, double step_size) {
  StepBounds bounds;
  const double kept = std::min(1.0, above(1 - below_positive(step_size * objective.l2())));
  const double turned = above(above(step_size * max_curvature(objective, turns)) - 1);
  bounds.contraction = std::max({0.0, kept, turned});
  const double units = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1;
  const double longest = std::min(clip, objective.lipschitz()), divisor = turns.least_divisor();
  bounds.sensitivity = numeric::up_few(step_size * units * longest / divisor);
  const double norm = above(domain.radius() + domain.projection_error());
  const double whole = turns.max_units();
  const double of_sum =
      whole * objective.unit_gradient_error(norm) + objective.gradient_sum_error(whole, clip_at(objective, clip));
  const double length = norm + step_size * (whole * longest + of_sum) / divisor + step_size * objective.l2() * norm;
  const double lost = std::sqrt(static_cast<double>(objective.dimension())) * kFlushed * (1 + step_size);
  bounds.rounding = numeric::up_some(domain.projection_error() + step_size * of_sum / divisor + kUlps * length + lost);
  return bounds;
}

void take_step(const model::Objective &objective, const double *point, const model::Units &units, double divisor,
               double clip, double step_size, const model::SumWork &work, double *out) {
  objective.gradient_sum(point, units, clip_at(objective, clip), work, out);
  const double l2 = objective.l2();
  for (int64_t j = 0; j < objective.dimension(); ++j)
    out[j] = point[j] - step_size * (out[j] / divisor + l2 * point[j]);
}

}  // namespace dpcvx::solve
