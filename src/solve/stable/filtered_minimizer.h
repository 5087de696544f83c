// The minimiser of an objective plus a quadratic about a centre, released only where leaving out a few users hardly
// moves it (Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023; PROOFS_STABILITY.md).
#ifndef DPCVX_SOLVE_STABLE_FILTERED_MINIMIZER_H_
#define DPCVX_SOLVE_STABLE_FILTERED_MINIMIZER_H_

#include "mechanism/noise/noise.h"
#include "mechanism/propose_test_release/threshold_law.h"
#include "model/centred_gradients.h"
#include "optimize/minimizer.h"
#include "solve/core/proposal.h"
#include "solve/stable/sensitivity.h"

namespace dpcvx::solve {

// argmin over the domain of the mean over a batch's users of their data losses + (l2/2) ||w||^2 + (prox/2) ||w -
// centre||^2. The mean is over the users there are: null users are in none.
struct StableTask {
  double prox = 0;                 // > 0 unless the objective has an l2
  const double *centre = nullptr;  // public; null: the origin. Cut to norm max_centre, which is public
  double max_centre = 0;
  const int64_t *batch = nullptr;  // null: all users
  int64_t count = 0;               // of the batch
  int64_t units = 0;               // n of the batch, nominal; 0: the objective's
};

// The facts of such minima. The threshold tells which tolerance is worth its time; `tolerance` > 0 fixes it. False: no
// tolerance can be promised before the data are read, or constants are not finite.
bool stability_facts(const model::Objective &objective, Instance instance, int32_t adjacency, const StableTask &task,
                     double threshold, double tolerance, SensitivityInputs *facts);

// The task's centre as it counts.
void public_centre(const StableTask &task, int64_t dimension, double *out);
// Is the facts' tolerance promised of the objective, and of it with factors? The task's centre and batch do not matter.
bool stability_covers(const model::Objective &objective, const model::Objective &weighted, const StableTask &task,
                      const SensitivityInputs &facts);

class StableMinimum {
 public:
  // Takes all memory, for every task. The objective must outlive this.
  dpcvx_status prepare(const model::SharedObjective &objective, Instance instance, int32_t threads, Error &error);
  // To be asked before a charge.
  bool covers(const StableTask &task, const SensitivityInputs &facts) const {
    return stability_covers(*objective_, *weighted_, task, facts);
  }

  // The first minimisation and the users' distances from the mean. False: cancelled. What the task points to must stay.
  bool look(const StableTask &task, const SensitivityInputs &facts, ProgressMonitor &watch);
  // After look(): the score of the first stage, by terms that need not be those of the release; at most `most` + 1,
  // and at most (n + 1) / 2. Changes by at most 1 with one user. Private.
  int64_t score(const SensitivityParameters &terms, int64_t most) const;

  enum class Ending { kReleased, kUnstable, kCancelled };
  // After look(), once. Released: `out` is the noisy point, in the domain. Else it is left alone. The rng is asked for
  // a level first, and for noise only where that lets the point pass.
  Ending release(const SensitivityParameters &terms, const mechanism::StabilityLaw &law,
                 const mechanism::NoisePlan &noise, random::Rng &rng, ProgressMonitor &watch, double *out);

  // What is released at a level, without noise: for tests. Private.
  Ending point(const SensitivityParameters &terms, int64_t level, ProgressMonitor &watch, int64_t *score, double *out);

 private:
  size_t place_of(int64_t place) const { return static_cast<size_t>(place); }
  int64_t unit_at(int64_t place) const { return task_.batch == nullptr ? place : task_.batch[place]; }
  int64_t missing() const;
  int64_t score_of(double threshold, double step, int64_t most) const;
  bool weigh_by(const SensitivityParameters &terms, int32_t stage, int64_t level);
  void set_factors();
  bool minimise(ProgressMonitor &watch);
  void measure();
  void find_public_point();
  bool step(ProgressMonitor &watch);

  model::SharedObjective objective_, weighted_;
  Instance instance_ = Instance::kSoft;
  Crew crew_;
  StableTask task_;
  SensitivityInputs facts_;
  optimize::Minimizer minimizer_;
  model::CentredGradients gradients_;
  int64_t count_ = 0, not_null_ = 0;
  // By unit; by place in the batch; by coordinate.
  Buffer<double> factors_, norms_, weights_, memory_, linear_term_, mean_, point_;
  Buffer<double> public_point_, bends_;  // of a public point
  mutable Buffer<double> beyond_;
};

}  // namespace dpcvx::solve

#endif
