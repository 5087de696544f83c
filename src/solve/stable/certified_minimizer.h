// The minimiser of an objective plus a quadratic about a centre, released as Algorithm 2 of Ghazi, Kamath, Kumar,
// Manurangsi, Meka and Zhang 2023 does: where no deletion of a user, after a few others, moves it by more than Delta,
// the users left out as few as possible. A certificate (their Appendix C) mostly spares trying the deletions, and never
// changes what is released (PROOFS_DELETION.md).
#ifndef DPCVX_SOLVE_STABLE_CERTIFIED_MINIMIZER_H_
#define DPCVX_SOLVE_STABLE_CERTIFIED_MINIMIZER_H_

#include "mechanism/noise/noise.h"
#include "mechanism/propose_test_release/threshold_law.h"
#include "optimize/minimizer.h"
#include "solve/stable/deletion_sensitivity.h"
#include "solve/stable/filtered_minimizer.h"

namespace dpcvx::solve {

class CertifiedMinimum {
 public:
  // Takes all memory, for batches of at most `max_users` users. The facts are stability_facts(), of any instance but
  // the public point's. The objective must outlive this.
  dpcvx_status prepare(const model::SharedObjective &objective, const SensitivityInputs &facts,
                       const DeletionParameters &terms, int64_t max_users, int32_t threads, Error &error);

  // To be asked before a charge.
  bool covers(const StableTask &task) const { return stability_covers(*objective_, *weighted_, task, facts_); }

  // The minimiser with all users, the certificate and, where that does not hold, the others'. False: cancelled. What
  // the task points to must stay.
  bool look(const StableTask &task, ProgressMonitor &watch);
  // After look(). Private.
  bool is_certified() const { return certified_; }
  int64_t minimisations() const { return minimisations_; }
  // What is released at a level, without noise; null: nothing is. Private.
  const double *point(int64_t level) { return certified_ ? whole_.data() : family_.point(level); }

  // After look(). False: nothing is released, and `out` is left alone. Else it is the noisy point, in the domain.
  bool release(const mechanism::StabilityLaw &law, const mechanism::NoisePlan &noise, random::Rng &rng, double *out);

  // For tests: look() tries all deletions, regardless of the certificate.
  void enumerate_always() { always_ = true; }

 private:
  int64_t users() const { return static_cast<int64_t>(there_); }
  bool minimise(const int64_t *places, int64_t count, double *out);
  bool certificate();

  model::SharedObjective objective_, weighted_;
  SensitivityInputs facts_;
  DeletionParameters terms_;
  StableTask task_;
  Crew crew_;
  bool certified_ = false, cancelled_ = false, always_ = false;
  int64_t minimisations_ = 0;
  ProgressMonitor watch_;
  optimize::Minimizer minimizer_;
  mechanism::DeletionFamily family_;
  size_t there_ = 0;          // users of the batch that are not null
  Buffer<int64_t> units_;     // which these are
  Buffer<double> factors_;    // by unit
  Buffer<double> gradients_;  // users x dimension: those at the minimiser, less their mean
  Buffer<double> gram_, norms_, sums_;
  Buffer<double> memory_, linear_term_, centre_, whole_, mean_;
};

}  // namespace dpcvx::solve

#endif
