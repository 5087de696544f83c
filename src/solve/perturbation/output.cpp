#include "solve/perturbation/output.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numeric/margins.h"
#include "mechanism/calibrate_release.h"
#include "numeric/directed.h"
#include "privacy/calibration/calibrate.h"
#include "solve/perturbation/release_minimizer.h"
#include "solve/perturbation/regularization.h"

namespace dpcvx::solve {

namespace {

using numeric::above;

constexpr double kTolerance = 0x1p-12;  // of the sensitivity

// How much of either noise the price allows; 0 where it allows none.
struct AllowedNoise {
  double mu, epsilon;
};

// How far one unit can move the minimiser.
double stability(const RegularizationInputs &facts, double kappa) {
  return std::min(numeric::up_some(facts.changed * facts.lipschitz / (facts.units * kappa)),
                  numeric::up_some(facts.diameter));
}

// Standard deviations a coordinate for an l2 sensitivity of 1.
double gaussian_deviation(const AllowedNoise &allowed) { return allowed.mu > 0 ? 1 / allowed.mu : INFINITY; }
double laplace_deviation(const AllowedNoise &allowed, double dimension) {
  return allowed.epsilon > 0 ? std::sqrt(2 * dimension) / allowed.epsilon : INFINITY;
}

// `widened`: the sensitivity over how far a unit moves the minimiser.
double noise_risk(const RegularizationInputs &facts, const AllowedNoise &allowed, double kappa, double beta,
                  double widened = 1 + 2 * kTolerance) {
  const double one = std::min(gaussian_deviation(allowed), laplace_deviation(allowed, facts.dimension));
  const double length = stability(facts, kappa) * widened * one * std::sqrt(facts.dimension);
  const double slope = facts.lipschitz * length + kappa * length / 2 * length;
  if (std::isfinite(facts.diameter)) return std::min(slope, facts.lipschitz * facts.diameter + kappa * length);
  return std::min(slope, (beta + kappa) * length / 2 * length);
}

dpcvx_status plan_noise(const AllowedNoise &allowed, bool laplace, Proposal *proposal, Error &error) {
  const size_t d = static_cast<size_t>(proposal->objective->dimension());
  const double dimension = static_cast<double>(d);
  mechanism::NoisePlan &noise = proposal->noise_plan;
  PerturbationInputs *const inputs = proposal->run.make<PerturbationInputs>();
  if (inputs == nullptr) return error.nomem("a plan");
  inputs->laplace = laplace;
  if (laplace) {
    const double l1 = above(above(std::sqrt(dimension)) * proposal->sensitivity);
    DPCVX_TRY(mechanism::plan_laplace(allowed.epsilon, l1, d, 0, noise, error));
    return proposal->curve.add(privacy::pure(above(noise.sensitivity / noise.scale)), error);
  }
  DPCVX_TRY(mechanism::plan_gaussian(allowed.mu, proposal->sensitivity, d, 0, noise, error));
  return proposal->curve.add(privacy::gdp(above(noise.sensitivity / noise.scale)), error);
}

}  // namespace

dpcvx_status propose_output_perturbation(const Problem &problem, const Settings &settings, Proposal *proposal,
                                         Error &error) {
  AllowedNoise allowed;
  allowed.mu = std::min(privacy::gaussian_mu_within(problem.price), mechanism::kMaxMu);
  allowed.epsilon = std::min(privacy::pure_epsilon_within(problem.price), mechanism::kMaxMu);
  if (!(allowed.mu > 0) && !(allowed.epsilon > 0))
    return proposal->refuse(
        "the price allows neither Gaussian nor Laplace noise: pure, GDP, zCDP, RDP and (epsilon, delta) prices do");
  RegularizationInputs facts;
  DPCVX_TRY(regularization_inputs(problem, settings, &facts, proposal, error));
  if (proposal->refused()) return DPCVX_OK;
  const RegularizationParameters terms = choose_terms(
      facts, settings, false, [&](double kappa, double beta) { return noise_risk(facts, allowed, kappa, beta); });
  if (!(terms.risk < INFINITY)) return proposal->refuse("%s", problem.objective->has_table() ? kTooLong : kTooCoarse);
  DPCVX_TRY(adopt_terms(problem, facts, terms, proposal, error));
  const double moved = stability(facts, numeric::down_some(facts.l2 + terms.added));
  if (!(moved < 0x1p900)) return proposal->refuse("%s", kTooLong);
  if (!choose_tolerance(settings, kTolerance * moved, 0, moved, proposal)) return DPCVX_OK;
  proposal->sensitivity = above(moved + above(2 * proposal->own.as<PerturbationFigures>().tolerance));
  const double kappa = facts.l2 + terms.added;
  proposal->predicted_risk += noise_risk(facts, allowed, kappa, terms.smoothness, proposal->sensitivity / moved) -
                              noise_risk(facts, allowed, kappa, terms.smoothness);
  const bool laplace = laplace_deviation(allowed, facts.dimension) < gaussian_deviation(allowed);
  DPCVX_TRY(plan_noise(allowed, laplace, proposal, error));
  proposal->noise = noise_deviation(proposal->noise_plan, laplace);
  proposal->noise_multiplier = proposal->noise / proposal->sensitivity;
  proposal->applies = true;
  return DPCVX_OK;
}

dpcvx_status OutputPerturbationRun::prepare(const Problem &, const Settings &settings, const Proposal &proposal,
                                            Error &error) {
  plan_ = &proposal;
  crew_.set_threads(settings.threads);
  minimizer_.set_crew(&crew_);
  return minimizer_.prepare(*proposal.objective, proposal.own.as<PerturbationFigures>().added_l2, error);
}

const char *output_theorem(const Proposal &plan) {
  return plan.run.as<PerturbationInputs>().laplace
             ? "discrete Laplace mechanism on the minimiser of a strongly convex objective (Chaudhuri, "
               "Monteleoni and Sarwate 2011, Lemma 7, for approximate minima)"
             : "Gaussian mechanism (Dong, Roth and Su 2022, Theorem 2.7) on the approximate minimiser of a "
               "strongly convex objective (Chaudhuri, Monteleoni and Sarwate 2011, Lemma 7)";
}

void describe_output(const Proposal &plan, privacy::Guarantee &record) {
  using privacy::Origin;
  describe_minimum(plan, record);
  record.add_constant("sensitivity_of_minimiser", plan.sensitivity, Origin::kEnforced);
  record.add_constant("sensitivity_with_lattice", plan.noise_plan.sensitivity * plan.noise_plan.lattice.step(),
                      Origin::kEnforced);
  record.add_constant("lattice_step", plan.noise_plan.lattice.step(), Origin::kEnforced);
  record.add_constant("noise_scale", mechanism::noise_scale(plan.noise_plan), Origin::kEnforced);
}

Outcome OutputPerturbationRun::run(random::Rng &rng, ProgressMonitor &watch, double *out) {
  return release_minimum(minimizer_, *plan_, nullptr, plan_->noise_plan, rng, watch, out);
}

}  // namespace dpcvx::solve
