#include "solve/noisy_gradient/quantile_steps.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "model/losses/quantile.h"
#include "solve/core/planning_radius.h"
#include "solve/noisy_gradient/agreement.h"
#include "solve/noisy_gradient/figures.h"

namespace dpcvx::solve {

namespace {

constexpr double kLeastPace = 0.05;
// README.md has the tables that these were set on.
constexpr double kRest = 9;
constexpr double kNearMedian = 0.095;  // quantiles nearer to 1/2 begin as medians do

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

double width_of_stage(double last_pace, int stage) {
  return std::pow(last_pace, static_cast<double>(stage) / MedianStart::kStages);
}

int stage_at(double done) {
  const double shrunk = (done - kFullPace) / (1 - kFullPace);  // the share of the way that steps shrink on
  return std::clamp(static_cast<int>(shrunk * MedianStart::kStages), 0, MedianStart::kStages - 1);
}

const MedianStart *median_start(const Proposal &proposal) {
  return proposal.run.holds<MedianStart>() ? &proposal.run.as<MedianStart>() : nullptr;
}

int64_t own_steps(const Proposal &proposal) {
  const MedianStart *const start = median_start(proposal);
  return start != nullptr ? proposal.steps - start->figures.steps : proposal.steps;
}

bool starts_at_median(const model::Objective &given, const Settings &settings, const Proposal &proposal) {
  const model::LossSpec &loss = given.loss();
  return is_plain(given) && given.has_table() && given.unit() == DPCVX_UNIT_RECORD && loss.kind == DPCVX_LOSS_PINBALL &&
         !(loss.smoothing > 0) && std::fabs(model::quantile_of(loss) - 0.5) > kNearMedian &&
         leaves_steps_open(settings, proposal) && settings.smoothing != 0 && settings.steps != 1 &&
         settings.max_passes >= 2 && proposal.radius < INFINITY;
}

Settings settings_after_median(const Settings &settings) {
  Settings rest = settings;
  if (rest.steps > 0) rest.steps -= median_steps(settings, 0);
  rest.max_passes *= 1 - kMedianShare;
  return rest;
}

int64_t median_steps(const Settings &settings, int64_t own) {
  const double steps = settings.steps > 0 ? kMedianShare * static_cast<double>(settings.steps)
                                          : kMedianShare / (1 - kMedianShare) * static_cast<double>(own);
  return std::max<int64_t>(1, static_cast<int64_t>(steps));
}

dpcvx_status make_median_start(const model::Objective &given, const Settings &settings, FullBatchInputs *inputs,
                               Proposal *proposal, Error &error) {
  inputs->mu *= std::sqrt(kMedianShare);
  const double row = row_length(given), curvature = row * row * given.settings().weight_bound;
  const double width = std::clamp(curvature / choose_smoothness(*inputs, settings), 1e-30, 1e30);
  model::SharedObjective medians;
  DPCVX_TRY(given.of_medians(width, &medians, error));
  MedianStart *const start = proposal->run.make<MedianStart>();
  if (start == nullptr) return error.nomem("a plan");
  start->objective = medians;
  inputs->smoothness = medians->smoothness();
  const double last = proposal->own.as<GradientFigures>().last_pace;
  if (!(last < 1) || settings.smoothing > 0) return DPCVX_OK;  // a width that was given stays
  proposal->narrowed = pace_at(last, 0.75);                    // in the middle of the last half
  for (int stage = 0; stage < MedianStart::kStages; ++stage)
    DPCVX_TRY(given.smoothed(proposal->smoothing * width_of_stage(last, stage), &start->narrower[stage], error));
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
