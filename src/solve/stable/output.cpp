#include "solve/stable/output.h"

#include <cmath>

#include "base/text.h"
#include "solve/stable/deletion_sensitivity.h"
#include "solve/stable/build_proposal.h"

namespace dpcvx::solve {

namespace {

// With so many units, are there laws with few enough deletions to try? Refuses where there are none.
dpcvx_status check_deletions(const StableInputs &inputs, Proposal *proposal) {
  const int64_t top = inputs.levels.min_top();
  const SensitivityInputs facts = inputs.facts_of(1, 0, inputs.strong.units);
  const int64_t calls = top < 0 ? 0 : deletion_calls(facts, top);
  if (calls <= kMaxMinimisations) return DPCVX_OK;
  return proposal->refuse(
      "without the certificate up to %s deletions of %s units must be tried, in %s%s minimisations, and at most %s are "
      "accepted. Fewer units or a greater epsilon helps, or DPCVX_OUTLIERS_DOWNWEIGHT",
      show(2 * top).text, show(static_cast<int64_t>(inputs.strong.units)).text, calls == INT64_MAX ? "more than " : "",
      show(calls).text, show(kMaxMinimisations).text);
}

}  // namespace

dpcvx_status propose_stable_output(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error) {
  const bool paper = settings.schedule == DPCVX_SCHEDULE_REFERENCE;
  if (settings.noise_calibration != DPCVX_NOISE_CALIBRATION_EXACT ||
      (paper && settings.outliers != DPCVX_OUTLIERS_EXHAUSTIVE))
    return proposal->refuse(
        "it has one calibration of noise, and the paper's schedule with DPCVX_OUTLIERS_EXHAUSTIVE alone: leave "
        "DPCVX_PLAN_OPTION_NOISE_CALIBRATION and _SCHEDULE at their defaults");
  StableInputs inputs(*problem.objective);
  DPCVX_TRY(stable_inputs(problem, settings, &inputs, proposal, error));
  if (proposal->refused()) return DPCVX_OK;
  if (inputs.facts.instance == Instance::kCertified) {
    DPCVX_TRY(check_deletions(inputs, proposal));
    if (proposal->refused()) return DPCVX_OK;
  }
  const RegularizationParameters terms = min_risk_output(inputs, settings);
  if (!(terms.risk < INFINITY)) return refuse_few_units(inputs, inputs.levels.min_units(), proposal);
  PhaseSchedule schedule;
  schedule.risk = terms.risk;
  schedule.smoothness = terms.smoothness;
  schedule.count = 1;
  schedule.phase[0] = {terms.added, 1, inputs.strong.units, inputs.epsilon, inputs.delta, 0};
  return build_proposal(problem, settings, inputs, schedule, proposal, error);
}

}  // namespace dpcvx::solve
