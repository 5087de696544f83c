#include "solve/distributed/part_steps.h"

#include "data/rows.h"
#include "solve/noisy_gradient/clipping.h"
#include "solve/noisy_gradient/integer_noise.h"
#include "solve/sufficient_statistics/method.h"

namespace dpcvx::solve {

const char *DescentSteps::mechanism() const { return "noisy full-batch gradient descent on integer sums of parts"; }

const char *DescentSteps::theorem() const {
  return "Gaussian mechanism on every gradient sum, composed (Dong, Roth and Su 2022, Theorem 2.7 and Corollary 3.3); "
         "sums modulo 2^64 and the rest are post-processing";
}

dpcvx_status DescentSteps::prepare(const Proposal &proposal, Fit &fit, Broadcast *broadcast, Error &error) {
  objective_ = proposal.objective;
  units_ = static_cast<double>(objective_->units());
  out_ = fit.coefficients.data();
  broadcast->summand = Summand::kGradients;
  broadcast->clip = clip_before_rounding(proposal);
  broadcast->exponent = proposal.noise_plan.lattice.exponent();
  broadcast->name.numbers = objective_->dimension();
  HeavyBall::plan(*objective_, arena_);
  DPCVX_TRY(arena_.reserve("a coordinator", error));
  ball_.prepare(*objective_, fit.figures, arena_);
  return DPCVX_OK;
}

void DescentSteps::describe(const Proposal &proposal, privacy::Guarantee &record) const {
  describe_steps(proposal, record);
  record.add_constant("clip_before_rounding", clip_before_rounding(proposal).norm, privacy::Origin::kEnforced);
  record.add_note("clipped gradients were rounded to the lattice and added as integers modulo 2^64");
}

const char *MomentSteps::mechanism() const { return "noisy sufficient statistics on integer sums of parts"; }

const char *MomentSteps::theorem() const {
  return "Gaussian mechanism (Dong, Roth and Su 2022, Theorem 2.7) on the second moments of rows and labels; sums "
         "modulo "
         "2^64 and the rest are post-processing (after Wang 2018, Algorithm 2)";
}

dpcvx_status MomentSteps::prepare(const Proposal &proposal, Fit &fit, Broadcast *broadcast, Error &error) {
  const int64_t d = proposal.objective->dimension();
  const size_t count = statistics_count(d);
  stride_ = data::padded(d);
  out_ = fit.coefficients.data();
  broadcast->summand = Summand::kMoments;
  broadcast->lattice = proposal.run.as<StatisticsInputs>().lattice;
  broadcast->name.numbers = static_cast<int64_t>(count);
  arena_.plan<double>(count);
  arena_.plan<double>(static_cast<size_t>(d * stride_));
  StatisticsSolution::plan(d, arena_);
  DPCVX_TRY(arena_.reserve("a coordinator", error));
  sum_ = arena_.take<double>(count);
  matrix_ = arena_.take<double>(static_cast<size_t>(d * stride_));
  solution_.prepare(proposal, arena_);
  return DPCVX_OK;
}

void MomentSteps::describe(const Proposal &proposal, privacy::Guarantee &record) const {
  describe_statistics(proposal, record);
  record.add_note("moments of units were rounded to the lattice and added as integers modulo 2^64");
}

}  // namespace dpcvx::solve
