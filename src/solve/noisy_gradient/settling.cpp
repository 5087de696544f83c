#include "solve/noisy_gradient/settling.h"

#include <algorithm>
#include <cmath>

#include "model/losses/quantile.h"
#include "solve/noisy_gradient/agreement.h"
#include "solve/noisy_gradient/figures.h"

namespace dpcvx::solve {

namespace {

constexpr double kLeastPace = 0.05;
// README.md has the tables that these were set on.
constexpr double kRest = 9;

}  // namespace

double last_pace(const model::Objective &objective, const Settings &settings, const Figures &figures) {
  if (!is_plain(objective) || objective.loss().kind != DPCVX_LOSS_PINBALL || objective.unit() != DPCVX_UNIT_RECORD ||
      !leaves_steps_open(settings, figures) || !(figures.smoothing > 0))
    return 1;
  const double quantile = model::quantile_of(objective.loss());
  const double rest = kRest * figures.smoothing * static_cast<double>(objective.dimension());
  const double pace = std::max(kLeastPace, std::min(1.0, rest / (quantile * (1 - quantile) * travelled(figures))));
  // Noise on either side of a median cancels.
  return std::pow(pace, std::min(1.0, 2 * std::fabs(2 * quantile - 1)));
}

double pace_at(double last, double done) {
  return done <= kFullPace ? 1 : std::pow(last, (done - kFullPace) / (1 - kFullPace));
}

double mean_pace(double last) { return last < 1 ? kFullPace + (1 - kFullPace) * (1 - last) / -std::log(last) : 1; }

double mean_square_pace(double last) { return mean_pace(last * last); }

double settled_risk(double risk, double reach, double time, double last) {
  const double start = std::min(risk, reach / time * reach / 2);
  return last < 1 ? (start + (risk - start) * mean_square_pace(last)) / last : risk;
}

}  // namespace dpcvx::solve
