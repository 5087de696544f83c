#include "solve/noisy_gradient/corners.h"

#include <algorithm>
#include <cmath>

#include "solve/core/planning_radius.h"
#include "solve/core/sharp_loss.h"

namespace dpcvx::solve {

namespace {

// The width of the envelope that the rules choose; 0: none. The rules balance it with the distance to good models:
// where nothing public tells of that, the steps go along the loss as it is.
double chosen_width(const model::Objective &given, const Settings &settings, const FullBatchInputs &inputs) {
  const double bends = inputs.smoothness - inputs.l2;
  if (!(inputs.reach < INFINITY) || (bends < INFINITY && !has_sharp_loss(given))) return 0;
  FullBatchInputs records = inputs;
  records.bound = record_slope(given, inputs.bound);
  const double wanted = choose_smoothness(records, settings);
  if (!(wanted < bends)) return 0;
  const double row = row_length(given), curvature = row * row * given.settings().weight_bound;
  const double missing = curvature / wanted - (bends < INFINITY ? curvature / bends : 0);
  return std::min(std::max(missing, 1e-30), 1e30);
}

}  // namespace

dpcvx_status round_corners(const Problem &problem, const Settings &settings, const FullBatchInputs &inputs,
                           Proposal *proposal, Error &error) {
  const model::Objective &given = *problem.objective;
  proposal->objective = problem.objective;
  if (given.linear() == nullptr) return DPCVX_OK;
  const double width = settings.smoothing >= 0 ? settings.smoothing : chosen_width(given, settings, inputs);
  if (!(width > 0)) return DPCVX_OK;
  proposal->smoothing = width;
  return given.smoothed(width, &proposal->objective, error);
}

double corner_bias(const Proposal &proposal) {
  const model::Objective &objective = *proposal.objective;
  const double slope = record_slope(objective, proposal.clip);
  return proposal.smoothing > 0 ? smoothing_bias(slope, objective.smoothness() - objective.l2()) : 0;
}

}  // namespace dpcvx::solve
