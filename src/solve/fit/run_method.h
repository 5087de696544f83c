// The one skeleton of all fits: memory, the record, the charge, then the run. A method's room has a class
//   class Run {
//     dpcvx_status prepare(const Problem &, const Settings &, const Proposal &, Error &);  // takes all memory
//     const char *mechanism() const;  // literals, for the record
//     const char *theorem() const;
//     void describe(const Settings &, privacy::Guarantee &) const;  // constants and notes of its own
//     Outcome run(random::Rng &, ProgressMonitor &, double *out);   // reads the data; cannot fail
//     void tell(Figures *) const;  // if there is one: what the run released besides, among the fit's figures
//   };
#ifndef DPCVX_SOLVE_FIT_RUN_METHOD_H_
#define DPCVX_SOLVE_FIT_RUN_METHOD_H_

#include <algorithm>

#include "solve/fit/fit.h"
#include "solve/plan/plan.h"

namespace dpcvx::solve {

// The budget is one for the unit and the adjacency that the plan was made for.
dpcvx_status check_budget_fits_plan(const Plan &plan, const mechanism::Release &release, Error &error);

// What all fits say of the objective and the steps.
void describe_problem(const Plan &plan, privacy::Guarantee &record);

// Lets a run that has more to tell do so; the last argument ranks the two.
template <class Run>
auto let_tell(const Run &run, Figures *figures, int) -> decltype(run.tell(figures)) {
  run.tell(figures);
}
template <class Run>
void let_tell(const Run &, Figures *, long) {}

// Everything that can fail comes before the charge, and the charge before the data are read.
template <class Run>
dpcvx_status fit_by(const Plan &plan, mechanism::Release &release, ProgressMonitor &watch, Fit *fit) {
  Error &error = release.error();
  const Proposal &proposal = plan.proposal();
  DPCVX_TRY(check_budget_fits_plan(plan, release, error));
  Run run;
  DPCVX_TRY(run.prepare(plan.problem, plan.settings, proposal, error));
  DPCVX_TRY(fit->prepare(plan, error));
  const privacy::Curve &stated = plan.stated_curve();
  DPCVX_TRY(release.prepare(stated, run.mechanism(), run.theorem()));
  describe_problem(plan, release.record());
  run.describe(plan.settings, release.record());
  DPCVX_TRY(release.charge());
  fit->outcome = run.run(release.rng(), watch, fit->coefficients.data());
  if (watch.is_child()) {  // all that is released is its parent's: what a child reached may be a release of its own
    fit->outcome = {DPCVX_OUTCOME_CANCELLED, 0};
    std::fill(fit->coefficients.begin(), fit->coefficients.end(), 0.0);
    return DPCVX_OK;
  }
  let_tell(run, &fit->figures, 0);
  return DPCVX_OK;
}

}  // namespace dpcvx::solve

#endif
