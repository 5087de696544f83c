#include "solve/stable/phased.h"

#include <cmath>

#include "solve/stable/build_proposal.h"

namespace dpcvx::solve {

namespace {

const char *obstacle(const Problem &problem, const Settings &settings, const PhaseKind &kind) {
  if (settings.noise_calibration != DPCVX_NOISE_CALIBRATION_EXACT)
    return "it has one calibration of noise: leave DPCVX_PLAN_OPTION_NOISE_CALIBRATION at its default";
  if (kind.strong_first && !(problem.objective->l2() > 0))
    return "the objective is not strongly convex: DPCVX_OBJECTIVE_OPTION_L2 > 0 makes it so";
  if (settings.outliers == DPCVX_OUTLIERS_EXHAUSTIVE)
    return "deletions are tried for one release of all units only (DPCVX_METHOD_STABLE_OUTPUT): set "
           "DPCVX_PLAN_OPTION_OUTLIERS to DOWNWEIGHT";
  const bool paper = settings.schedule == DPCVX_SCHEDULE_REFERENCE;
  if (!kind.batches && !paper && settings.outliers == DPCVX_OUTLIERS_REMOVE)
    return "removing units by levels gives each level its own point, and phases of them have no joint law: set "
           "DPCVX_PLAN_OPTION_OUTLIERS to DOWNWEIGHT, or _SCHEDULE to REFERENCE";
  return nullptr;
}

dpcvx_status propose(const Problem &problem, const Settings &settings, const PhaseKind &kind, Proposal *proposal,
                     Error &error) {
  if (const char *const why = obstacle(problem, settings, kind)) return proposal->refuse("%s", why);
  StableInputs inputs(*problem.objective);
  DPCVX_TRY(stable_inputs(problem, settings, &inputs, proposal, error));
  if (proposal->refused()) return DPCVX_OK;
  const bool paper = settings.schedule == DPCVX_SCHEDULE_REFERENCE;
  const PhaseSchedule schedule = paper ? paper_phases(inputs, settings, kind) : min_risk_phases(inputs, settings, kind);
  if (paper ? schedule.count == 0 : !(schedule.risk < INFINITY))
    return refuse_few_units(inputs, min_units_of_phases(inputs, settings, kind), proposal);
  return build_proposal(problem, settings, inputs, schedule, proposal, error);
}

}  // namespace

dpcvx_status propose_phased_erm(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error) {
  return propose(problem, settings, {false, false}, proposal, error);
}

dpcvx_status propose_phased_sco(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error) {
  return propose(problem, settings, {true, false}, proposal, error);
}

dpcvx_status propose_strongly_convex_erm(const Problem &problem, const Settings &settings, Proposal *proposal,
                                         Error &error) {
  return propose(problem, settings, {false, true}, proposal, error);
}

dpcvx_status propose_strongly_convex_sco(const Problem &problem, const Settings &settings, Proposal *proposal,
                                         Error &error) {
  return propose(problem, settings, {true, true}, proposal, error);
}

}  // namespace dpcvx::solve
