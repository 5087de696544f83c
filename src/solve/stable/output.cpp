#include "solve/stable/output.h"

#include <cmath>

#include "base/text.h"
#include "solve/stable/deletion_sensitivity.h"
#include "solve/stable/build_proposal.h"

namespace dpcvx::solve {

namespace {

// With so many units, are there laws with few enough deletions to try? Refuses where there are none.
dpcvx_status check_deletions(const StableInputs &basis, Proposal *proposal) {
  const int64_t top = stability_menu(basis.facts.instance, basis.epsilon, basis.delta, basis.strong.units).min_top();
  const SensitivityInputs facts = basis.facts_of(1, 0, basis.strong.units);
  const int64_t calls = top < 0 ? 0 : deletion_calls(facts, top);
  if (calls <= kMaxMinimisations) return DPCVX_OK;
  return proposal->refuse(
      "without the certificate up to %s deletions of %s units must be tried, in %s%s minimisations, and at most %s are "
      "accepted. Fewer units or a greater epsilon helps, or DPCVX_OUTLIERS_DOWNWEIGHT",
      show(2 * top).text, show(static_cast<int64_t>(basis.strong.units)).text, calls == INT64_MAX ? "more than " : "",
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
  StableInputs basis(*problem.objective);
  DPCVX_TRY(stable_basis(problem, settings, &basis, proposal, error));
  if (proposal->refused()) return DPCVX_OK;
  if (basis.facts.instance == Instance::kCertified) {
    DPCVX_TRY(check_deletions(basis, proposal));
    if (proposal->refused()) return DPCVX_OK;
  }
  const RegularizationParameters terms = min_risk_output(basis, settings);
  if (!(terms.risk < INFINITY)) return refuse_few_units(basis, min_units_of_menu(basis), proposal);
  PhaseSchedule schedule;
  schedule.risk = terms.risk;
  schedule.smoothness = terms.smoothness;
  schedule.count = 1;
  schedule.phase[0] = {terms.added, 1, basis.strong.units, basis.epsilon, basis.delta, 0};
  return adopt_schedule(problem, settings, basis, schedule, proposal, error);
}

}  // namespace dpcvx::solve
