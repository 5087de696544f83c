#include "solve/distributed/part_steps.h"

#include "data/rows.h"
#include "solve/noisy_gradient/clipping.h"
#include "solve/noisy_gradient/integer_noise.h"
#include "solve/sufficient_statistics/method.h"

namespace dpcvx::solve {

void NoisySteps::prepare_noise(const Proposal &proposal, const Broadcast &broadcast) {
  noise_ = proposal.noise_plan;
  steps_ = proposal.steps;
  numbers_ = static_cast<size_t>(broadcast.name.numbers);
}

dpcvx_status NoisySteps::take(random::Rng &rng, const uint64_t *sums, Error & /*error*/) {
  mechanism::add_noise_modulo(rng, noise_, sums, numbers_, sum());
  step();
  return DPCVX_OK;
}

const char *DescentSteps::mechanism() const { return "noisy full-batch gradient descent on integer sums of parts"; }

const char *DescentSteps::theorem() const {
  return "Gaussian mechanism on every gradient sum, composed (Dong, Roth and Su 2022, Theorem 2.7 and Corollary 3.3); "
         "sums modulo 2^64 and the rest are post-processing";
}

const char *BatchSteps::mechanism() const { return "mini-batch noisy gradient descent on integer sums of parts"; }

const char *BatchSteps::theorem() const {
  switch (kind_) {
    case privacy::Kind::kPoissonGaussian:
      return "Gaussian mechanism on the sum over each Poisson batch (Mironov, Talwar and Zhang 2019, Theorem 4). "
             "Composition in Renyi form and by privacy losses (Doroshenko et al. 2022). Sums modulo 2^64 and the rest "
             "are post-processing";
    case privacy::Kind::kReplacedGaussian:
      return "Gaussian mechanism on the sum over each Poisson batch, a unit replaced (dominating pair of opposite "
             "gradients, src/privacy/pld/PROOFS.md, 11.11), composed by privacy losses. Sums modulo 2^64 and the rest "
             "are post-processing";
    default:
      return "Gaussian mechanism on the sum over each batch, composed (Dong, Roth and Su 2022, Corollary 3.3). No "
             "subsampling amplification under GDP accounting. Sums modulo 2^64 and the rest are post-processing";
  }
}

bool BatchSteps::take(const Proposal &proposal) { return !is_full_batch(proposal.own.as<GradientFigures>()); }

dpcvx_status BatchSteps::prepare(const Proposal &proposal, Fit &fit, Broadcast *broadcast, Error &error) {
  DPCVX_TRY(GradientSteps::prepare(proposal, fit, broadcast, error));
  const GradientFigures &own = proposal.own.as<GradientFigures>();
  broadcast->rate = own.rate;
  divisor_ = own.batch;
  kind_ = proposal.curve[0].kind;
  return DPCVX_OK;
}

void BatchSteps::describe(const Proposal &proposal, privacy::Guarantee &record) const {
  using privacy::Origin;
  GradientSteps::describe(proposal, record);
  const GradientFigures &own = proposal.own.as<GradientFigures>();
  record.add_constant("expected_batch", own.batch, Origin::kPublic);
  record.add_constant("sampling_rate", own.rate, Origin::kPublic);
  record.add_note("batches are Poisson samples; sums are divided by their expected size");
  record.add_note("a unit is in a batch as SipHash-2-4 of its id decides, with a secret key of 128 bits for each step");
  record.add_note("users of all parts have different ids (assumed): two with one id would be in batches together");
  record.add_note("SipHash-2-4 is a pseudorandom function (assumed)");
  record.add_note("who holds parts gets the keys of batches, and keeps them secret (assumed)");
}

dpcvx_status GradientSteps::prepare(const Proposal &proposal, Fit &fit, Broadcast *broadcast, Error &error) {
  objective_ = proposal.objective;
  divisor_ = static_cast<double>(objective_->units());
  out_ = fit.coefficients.data();
  broadcast->summand = Summand::kGradients;
  broadcast->clip = clip_before_rounding(proposal);
  broadcast->exponent = proposal.noise_plan.lattice.exponent();
  broadcast->name.numbers = objective_->dimension();
  prepare_noise(proposal, *broadcast);
  HeavyBall::plan(*objective_, arena_);
  DPCVX_TRY(arena_.reserve("a coordinator", error));
  ball_.prepare(*objective_, fit.figures, arena_);
  return DPCVX_OK;
}

void GradientSteps::describe(const Proposal &proposal, privacy::Guarantee &record) const {
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
  prepare_noise(proposal, *broadcast);
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
