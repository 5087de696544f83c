// The coordinator of a fit over a table in parts: it charges the budget, tells the current point, takes the exact sum
// of each step, adds noise to it once, and moves on. It never sees a row.
#ifndef DPCVX_SOLVE_DISTRIBUTED_COORDINATOR_H_
#define DPCVX_SOLVE_DISTRIBUTED_COORDINATOR_H_

#include "mechanism/release.h"
#include "solve/distributed/minimiser_steps.h"
#include "solve/distributed/part_steps.h"
#include "solve/distributed/partial_sum.h"
#include "solve/fit/fit.h"

namespace dpcvx::solve {

class Coordinator {
 public:
  // Takes all memory, writes the record and charges the budget. The plan is one of public facts alone.
  dpcvx_status create(const Plan &plan, int64_t parts, mechanism::Release &release, Error &error);
  Coordinator() = default;
  Coordinator(const Coordinator &) = delete;
  Coordinator &operator=(const Coordinator &) = delete;

  // The record, for the release.
  privacy::Guarantee &record() { return fit_.guarantee; }

  int64_t step() const { return broadcast_.name.step; }
  // At most.
  int64_t steps() const { return run_->steps(); }
  int64_t parts() const { return broadcast_.name.parts; }
  int64_t dimension() const { return static_cast<int64_t>(fit_.coefficients.size()); }

  // What parts need for the next step: public, except for the key of a batch. DPCVX_ERR_STATE after the last.
  dpcvx_status write_broadcast(Text &out, Error &error) const;
  // Takes the step with the sum of all parts, and erases it. Noise is added to the sum, once; or, of a minimiser, to
  // what the last sum certifies. A failure releases nothing and draws no noise. It leaves all as it was.
  // DPCVX_ERR_NUMERIC alone ends the fit: rounds came to no minimiser.
  dpcvx_status finish_step(random::Rng &rng, PartialSum &sum, Error &error);
  // Gives the fit, once. Before the last step it is what the steps so far have given.
  dpcvx_status give_fit(Fit *fit, Error &error);

 private:
  dpcvx_status check_not_given(Error &error) const;
  dpcvx_status check_open(Error &error) const;
  void draw_key(random::Rng &rng);
  void describe(const Plan &plan, privacy::Guarantee &record) const;

  Broadcast broadcast_;  // its name is that of the next sum
  DescentSteps descent_;
  BatchSteps batches_;
  MomentSteps moments_;
  MinimiserSteps minimiser_;
  PartSteps *run_ = nullptr;  // the one of the plan's method
  Fit fit_;
  bool deterministic_ = false, given_ = false, failed_ = false;
};

}  // namespace dpcvx::solve

#endif
