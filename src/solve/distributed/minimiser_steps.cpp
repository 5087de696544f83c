#include "solve/distributed/minimiser_steps.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "solve/perturbation/linear_term.h"
#include "solve/perturbation/objective.h"
#include "solve/perturbation/output.h"
#include "solve/perturbation/release_minimizer.h"

namespace dpcvx::solve {

const char *MinimiserSteps::mechanism() const {
  return has_linear_term() ? "objective perturbation on integer sums of parts"
                           : "output perturbation on integer sums of parts";
}

dpcvx_status MinimiserSteps::prepare(const Proposal &proposal, Fit &fit, Broadcast *broadcast, Error &error) {
  objective_ = proposal.objective;
  inputs_ = proposal.run.as<PerturbationInputs>();
  noise_ = proposal.noise_plan;
  units_ = static_cast<double>(objective_->units());
  out_ = fit.coefficients.data();
  const PerturbationFigures &own = proposal.own.as<PerturbationFigures>();
  const bool linear = inputs_.linear_term;
  const size_t d = static_cast<size_t>(objective_->dimension());
  if (!mean_.allocate(d) || (linear && !linear_term_.allocate(d))) return error.nomem("a coordinator");
  theorem_ = linear ? objective_theorem(proposal) : output_theorem(proposal);
  const double longest =
      linear ? max_linear_term_norm(inputs_.laplace, mechanism::noise_scale(noise_), static_cast<double>(d), units_)
             : 0;
  DPCVX_TRY(minimizer_.prepare(objective_, own.added_l2, longest, own.tolerance, error));
  const optimize::SumLattice lattice = optimize::lattice_of_sums(*objective_);
  step_ = std::ldexp(1.0, lattice.exponent);
  broadcast->summand = Summand::kGradients;
  broadcast->is_exact = true;
  broadcast->clip = lattice.clip;
  broadcast->exponent = lattice.exponent;
  broadcast->name.numbers = objective_->dimension();
  return DPCVX_OK;
}

void MinimiserSteps::describe(const Proposal &proposal, privacy::Guarantee &record) const {
  using privacy::Origin;
  if (has_linear_term())
    describe_objective(proposal, record);
  else
    describe_output(proposal, record);
  record.add_constant("most_rounds", static_cast<double>(steps()), Origin::kPublic);
  record.add_constant("step_of_sums", step_, Origin::kEnforced);
  record.add_note("gradients were rounded to the lattice and added as integers, without noise");
  record.add_note(
      "the points of all rounds, and their number, are not private: who sees them keeps them secret "
      "(assumed)");
  record.add_note(
      "all parts together have at most twice the nominal number of units, the same in each round (assumed)");
}

void MinimiserSteps::start(random::Rng &rng) {
  if (has_linear_term())
    draw_linear_term(rng, inputs_.laplace, noise_, units_, linear_term_.data(), linear_term_.size());
  minimizer_.start(has_linear_term() ? linear_term_.data() : nullptr);
}

dpcvx_status MinimiserSteps::take(random::Rng &rng, const uint64_t *sums, Error &error) {
  for (size_t j = 0; j < mean_.size(); ++j)
    mean_[j] = static_cast<double>(static_cast<int64_t>(sums[j])) * step_ / units_;
  minimizer_.take(mean_.data());
  if (!minimizer_.ended()) return DPCVX_OK;
  if (!minimizer_.has_found())
    return error.fail(DPCVX_ERR_NUMERIC,
                      "argument 'partial_sum' = the sum of the last round, which certifies no minimiser: parts changed "
                      "between rounds, or have more units than the plan says. Nothing was released; the charge stays");
  std::copy(minimizer_.found(), minimizer_.found() + mean_.size(), out_);
  release_point(objective_, has_linear_term() ? inputs_.last_noise : noise_, rng, out_);
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
