// The stable releases of a plan, one after the other.
#ifndef DPCVX_SOLVE_STABLE_RUN_H_
#define DPCVX_SOLVE_STABLE_RUN_H_

#include "solve/stable/certified_minimizer.h"
#include "solve/stable/batches.h"
#include "solve/stable/filtered_minimizer.h"
#include "solve/stable/phase.h"

namespace dpcvx::solve {

class StableRun {
 public:
  dpcvx_status prepare(const Problem &problem, const Settings &settings, const Proposal &proposal, Error &error);
  const char *theorem() const;
  void describe(const Settings &settings, privacy::Guarantee &record) const;
  // Ends with the first phase that finds its units unstable; out holds the last release, zeros where there is none.
  Outcome run(random::Rng &rng, ProgressMonitor &watch, double *out);

 private:
  const StablePhases &phases() const { return plan_->run.as<StablePhases>(); }
  bool is_certified() const { return phases().at(0).facts.instance == Instance::kCertified; }
  StableTask task_of(int32_t i) const;
  dpcvx_status check_promises(Error &error) const;
  StableMinimum::Ending release(int32_t i, int32_t *entry, random::Rng &rng, ProgressMonitor &watch, double *out);

  const Proposal *plan_ = nullptr;
  StableBatches batches_;
  StableMinimum minimum_;
  CertifiedMinimum certified_;
  Buffer<double> centre_;
};

}  // namespace dpcvx::solve

#endif
