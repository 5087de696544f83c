#include "solve/stable/run.h"

#include <algorithm>

#include "base/error.h"
#include "privacy/guarantee/guarantee.h"
#include "solve/stable/figures.h"

namespace dpcvx::solve {

dpcvx_status StableRun::prepare(const Problem &, const Settings &settings, const Proposal &proposal, Error &error) {
  plan_ = &proposal;
  const StablePhases &stable = proposal.run.as<StablePhases>();
  if (!centre_.allocate(static_cast<size_t>(proposal.objective->dimension()))) return error.nomem("a centre");
  DPCVX_TRY(batches_.prepare(*proposal.objective, stable, error));
  const StablePhase &first = stable.at(0);
  if (is_certified())
    DPCVX_TRY(certified_.prepare(proposal.objective, first.facts, first.terms.deletion,
                                 proposal.objective->units_there(), settings.threads, error));
  else
    DPCVX_TRY(minimum_.prepare(proposal.objective, first.facts.instance, settings.threads, error));
  return check_promises(error);
}

dpcvx_status StableRun::check_promises(Error &error) const {
  for (int32_t i = 0; i < phases().count; ++i)
    if (!(is_certified() ? certified_.covers(task_of(i)) : minimum_.covers(task_of(i), phases().at(i).facts)))
      return error.fail(DPCVX_ERR_NUMERIC, "the tolerance of phase %d is not promised for weights", i + 1);
  return DPCVX_OK;
}

StableTask StableRun::task_of(int32_t i) const {
  const StablePhase &phase = phases().at(i);
  StableTask task;
  task.prox = phase.prox;
  task.centre = centre_.data();
  task.max_centre = phase.max_centre;
  task.batch = batches_.batch(i);
  task.count = batches_.count(i);
  task.units = static_cast<int64_t>(phase.units);
  return task;
}

const char *StableRun::theorem() const {
  const StablePhases &stable = phases();
  if (stable.count == 1)
    return "stability under deletions (Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithm 2 and Appendix "
           "C), with one law for passing and noise";
  if (stable.batches)
    return "stability under deletions (Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithms 4 and 6), "
           "each phase on units of its own";
  switch (stable.composition) {
    case Composition::kSequence:
      return "stability under deletions (Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithms 3 and 5), "
             "the phases composed by the worst adaptive sequence of scores";
    case Composition::kResponses:
      return "stability under deletions (Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithms 3 and 5), "
             "the phases composed as randomized responses and Gaussians";
    default:
      return "stability under deletions (Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithms 3 and 5), "
             "the phases' epsilons and deltas added up";
  }
}

namespace {

// What becomes of units that may move the result.
const char *removal_note(Instance instance) {
  switch (instance) {
    case Instance::kHard:
      return "units whose gradients are far from the mean are left out; if they are too many, nothing is released";
    case Instance::kCertified:
      return "as few units are left out as it takes for no deletion to move the result far; if they are too many, "
             "nothing is released";
    case Instance::kPublicPoint:
      return "units whose derivatives at a public point are far from the mean count less or not at all; if they are "
             "too many, nothing is released";
    default:
      return "units whose gradients are far from the mean count less or not at all; if they are too many, nothing is "
             "released";
  }
}

}  // namespace

void StableRun::describe(const Settings &settings, privacy::Guarantee &record) const {
  using privacy::Origin;
  if (settings.schedule == DPCVX_SCHEDULE_REFERENCE)
    record.add_note(
        settings.outliers == DPCVX_OUTLIERS_EXHAUSTIVE
            ? "what a deletion may do is that of Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Theorem 3.6"
            : "phases and their quadratics are those of Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, "
              "Algorithms 3 to 6, unless given");
  const StablePhases &stable = phases();
  const StablePhase &first = stable.at(0), &last = stable.last();
  record.add_constant("phases", static_cast<double>(stable.count), Origin::kPublic);
  record.add_constant("levels", static_cast<double>(first.terms.top) + 1, Origin::kPublic);
  record.add_constant("threshold", first.terms.threshold, Origin::kPublic);
  record.add_constant("drift", plan_->own.as<StableFigures>().drift, Origin::kEnforced);
  record.add_constant("distance_bound", first.terms.distance, Origin::kEnforced);
  record.add_constant("added_l2", first.prox, Origin::kPublic);
  record.add_constant("tolerance", first.facts.tolerance, Origin::kEnforced);
  record.add_constant("lattice_step", first.noise.lattice.step(), Origin::kEnforced);
  record.add_constant("noise_scale", mechanism::noise_scale(first.noise), Origin::kEnforced);
  if (stable.count > 1) {
    record.add_constant("last_added_l2", last.prox, Origin::kPublic);
    record.add_constant("last_distance_bound", last.terms.distance, Origin::kEnforced);
    record.add_constant("last_noise_scale", mechanism::noise_scale(last.noise), Origin::kEnforced);
  }
  if (stable.candidates.count() > 0) {
    record.add_constant("threshold_epsilon", stable.candidates_epsilon, Origin::kEnforced);
    record.add_note(
        "the threshold was chosen from a public list by permute-and-flip; the constants are the greatest's");
  } else {
    record.add_note("privacy does not rest on the threshold: data that it does not suit are found unstable");
  }
  if (stable.batches) record.add_note("units went to phases by chance, each to one of them at most");
  record.add_note(removal_note(first.facts.instance));
}

// Phase i, about the centre. `entry`: the place of the threshold, which the first phase chooses.
StableMinimum::Ending StableRun::release(int32_t i, int32_t *entry, random::Rng &rng, ProgressMonitor &watch,
                                         double *out) {
  using Ending = StableMinimum::Ending;
  const StablePhases &stable = phases();
  const StableTask task = task_of(i);
  if (is_certified()) {
    if (!certified_.look(task, watch)) return Ending::kCancelled;
    const StablePhase &phase = stable.at(i);
    return certified_.release(stable.laws[phase.law], phase.noise, rng, out) ? Ending::kReleased : Ending::kUnstable;
  }
  if (!minimum_.look(task, stable.at(i).facts, watch)) return Ending::kCancelled;
  if (i == 0 && stable.candidates.count() > 0) *entry = stable.candidates.choose(minimum_, rng);
  const StablePhase &phase = stable.at(i, *entry);
  return minimum_.release(phase.terms, stable.laws[phase.law], phase.noise, rng, watch, out);
}

Outcome StableRun::run(random::Rng &rng, ProgressMonitor &watch, double *out) {
  const StablePhases &stable = phases();
  const model::Objective &objective = *plan_->objective;
  const int64_t d = objective.dimension();
  std::fill(out, out + d, 0.0);
  if (objective.domain() != nullptr) objective.domain()->start(centre_.data(), d);
  watch.begin(stable.count);
  batches_.draw(rng);
  int32_t entry = 0;
  for (int32_t i = 0; i < stable.count; ++i) {
    if (!watch.should_continue(i)) return {DPCVX_OUTCOME_CANCELLED, i};
    ProgressMonitor quiet = watch.quiet();
    switch (release(i, &entry, rng, quiet, out)) {
      case StableMinimum::Ending::kReleased:
        std::copy(out, out + d, centre_.data());
        break;
      case StableMinimum::Ending::kUnstable:
        return {DPCVX_OUTCOME_UNSTABLE, i};
      case StableMinimum::Ending::kCancelled:
        return {DPCVX_OUTCOME_CANCELLED, i};
    }
  }
  watch.should_continue(stable.count);
  return {DPCVX_OUTCOME_DONE, stable.count};
}

}  // namespace dpcvx::solve
