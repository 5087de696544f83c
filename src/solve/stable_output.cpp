#include "solve/stable_output.h"

#include <cmath>

#include "solve/stable_plan.h"

namespace dpcvx::solve {

dpcvx_status propose_stable_output(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error) {
  StableBasis basis(*problem.objective);
  bool ok;
  DPCVX_TRY(stable_basis(problem, settings, &basis, proposal, &ok, error));
  if (!ok) return DPCVX_OK;
  const StrongTerms terms = least_risk_output(basis, settings);
  if (!(terms.risk < INFINITY)) return refuse_few_units(basis, least_units_of_menu(basis), proposal);
  PhaseSchedule schedule;
  schedule.risk = terms.risk;
  schedule.smoothness = terms.smoothness;
  schedule.count = 1;
  schedule.phase[0] = {terms.added, 1, basis.strong.units, basis.epsilon, basis.delta, 0};
  return adopt_schedule(problem, settings, basis, schedule, proposal, error);
}

}  // namespace dpcvx::solve
