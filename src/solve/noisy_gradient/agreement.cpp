#include "solve/noisy_gradient/agreement.h"

#include <algorithm>
#include <cmath>

#include "model/losses/traits.h"
#include "solve/noisy_gradient/figures.h"

namespace dpcvx::solve {

namespace {

// Agreement by chance: 2.3 % of looks at gradients that are noise alone.
constexpr double kDeviations = 2;
constexpr double kMostPace = 4;
constexpr double kStable = 0.95;  // of the steps that keep a heavy ball stable
constexpr int64_t kLeastSteps = 32;

}  // namespace

bool is_plain(const model::Objective &objective) {
  return objective.linear() != nullptr && objective.l2() == 0 && !objective.has_l1() && objective.domain() == nullptr;
}

bool leaves_steps_open(const Settings &settings, const Figures &figures) {
  const GradientFigures &own = figures.own.as<GradientFigures>();
  return !is_in_radii(own) && !own.drop && !(settings.step_size > 0) && settings.momentum < 0;
}

bool is_plain_squares(const model::Objective &objective) {
  return is_plain(objective) && model::traits_of(objective.loss()).quadratic;
}

bool may_grow(const model::Objective &objective, const Settings &settings, const Figures &figures) {
  return is_plain_squares(objective) && leaves_steps_open(settings, figures);
}

void Agreement::prepare(const model::Objective &objective, const Figures &figures) {
  const GradientFigures &own = figures.own.as<GradientFigures>();
  steps_ = figures.steps;
  watches_ = own.may_grow && steps_ >= kLeastSteps;
  if (!watches_) return;
  const double d = static_cast<double>(objective.dimension()), steps = static_cast<double>(steps_);
  const double sampled = (1 - std::min(1.0, own.rate)) / own.batch * figures.clip * figures.clip;
  const double plain = own.step_size / (1 - own.momentum);
  noise_ = std::sqrt(figures.noise * figures.noise + sampled);
  rate_ = (d * figures.noise * figures.noise + sampled) / steps * plain;
  // There may be more units than are nominal, and the sum is then as much more curved.
  const double curvature = objective.smoothness() * objective.max_share();
  most_ = std::max(1.0, std::min(kMostPace, kStable * 2 * (1 + own.momentum) / (own.step_size * curvature)));
}

void Agreement::start() {
  taken_ = 0;
  pace_ = 1;
  time_ = fall_ = square_ = times_ = 0;
}

// The first quarter is left out: a ball may still swing there.
void Agreement::take(const double *sum, double divisor, const double *w, size_t dimension) {
  if (!watches_) return;
  double along = 0, square = 0;
  for (size_t j = 0; j < dimension; ++j) {
    along += sum[j] * w[j];
    square += w[j] * w[j];
  }
  fall_ -= along / divisor;
  square_ += square;
  times_ += time_;
  ++taken_;
  const int64_t quarter = steps_ / 4;
  if (taken_ == quarter || taken_ == 2 * quarter || taken_ == 3 * quarter) {
    if (taken_ > quarter) decide();
    fall_ = square_ = times_ = 0;
  }
  time_ += pace_;
}

void Agreement::decide() {
  if (!(fall_ > kDeviations * noise_ * std::sqrt(square_))) return;
  pace_ = std::max(pace_, std::min(most_, fall_ / (times_ * rate_)));
}

}  // namespace dpcvx::solve
