#include "solve/perturbation/objective.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numeric/margins.h"
#include "model/losses/traits.h"
#include "numeric/directed.h"
#include "solve/core/obstacles.h"
#include "solve/perturbation/release_minimizer.h"
#include "solve/perturbation/regularization.h"
#include "solve/perturbation/linear_term.h"
#include "solve/perturbation/linear_term_calibration.h"

namespace dpcvx::solve {

namespace {

using numeric::above;

constexpr char kNoLinearTerm[] =
    "the price allows no linear term. A Gaussian one needs records as units, and a price that implies GDP or states "
    "(epsilon, delta) on a budget with the basic filter. A Laplace one needs a price that implies pure DP";
constexpr double kSecondNoise = 0x1p-6;  // of what the linear term does where the loss is steepest

struct Facts {
  const model::Objective *objective;
  RegularizationInputs strong;
  LinearTermCalibration price;
  double l1_bound;     // of a unit's gradient
  double rank;         // of the change of the Hessian that one unit makes
  double trace_share;  // its trace over beta
};

// Vertices other than 0 of a polytope that holds a record's gradients.
int branches(const model::Objective &objective) {
  switch (model::traits_of(objective.loss()).task) {
    case model::LossTask::kSigns:
      return 1;
    case model::LossTask::kClasses:
      return static_cast<int>(objective.outputs()) - 1;
    case model::LossTask::kNumbers:
    case model::LossTask::kCounts:
      break;
  }
  return 2;
}

void set_ranks(const model::Objective &objective, Facts *facts) {
  const double outputs = static_cast<double>(objective.outputs());
  facts->rank = objective.unit() == DPCVX_UNIT_RECORD ? std::max(1.0, outputs - 1) : INFINITY;
  facts->trace_share = outputs > 1 ? above(2 * (1 - 1 / outputs)) : 1;  // beta has 1/2 where the trace has 1 - 1/K
  const double d = static_cast<double>(objective.dimension()), p = objective.settings().row_norm;
  const model::ObjectiveConstants &constants = objective.constants();
  // A Schatten norm bounds no entries.
  const double by_norm = objective.row_map().matrix ? INFINITY : std::pow(d, 1 - 1 / p) * constants.dual_lipschitz;
  facts->l1_bound = numeric::up_some(std::min(std::sqrt(d) * constants.lipschitz, by_norm));
}

// c >= log det(I + A / Lambda) for A >= 0 of that rank and trace at most trace_share * beta.
double jacobian(const Facts &facts, double kappa, double beta) {
  const double trace = facts.trace_share * beta / (facts.strong.units * kappa);
  return numeric::up_some(
      std::min(trace, facts.rank < INFINITY ? facts.rank * std::log1p(trace / facts.rank) : INFINITY));
}

double bound(const Facts &facts) { return facts.price.laplace() ? facts.l1_bound : facts.strong.lipschitz; }

double deviation(const Facts &facts, double scale) { return facts.price.laplace() ? std::sqrt(2.0) * scale : scale; }

double noise_risk(const Facts &facts, double kappa, double beta) {
  const double scale = facts.price.rough_scale(jacobian(facts, kappa, beta), bound(facts));
  const double length = deviation(facts, scale) * std::sqrt(facts.strong.dimension) / facts.strong.units;
  return std::min(length / kappa * length / 2, length * facts.strong.diameter) * (1 + kSecondNoise * kSecondNoise);
}

// How near the minimum must be for the noise on the minimiser to be small beside that of the linear term.
double wanted_distance(const Facts &facts, double kappa, double beta, double scale) {
  const double n = facts.strong.units, second = facts.price.second();
  const double small = kSecondNoise * deviation(facts, scale) / (n * std::sqrt(kappa * (beta + kappa)));
  return facts.price.laplace() ? second * small / (std::sqrt(8.0 * facts.strong.dimension)) : second * small / 2;
}

// Upper bound on the norm of the linear term over n.
double max_linear_term(const Facts &facts, double scale) {
  return max_linear_term_norm(facts.price.laplace(), scale, facts.strong.dimension, facts.strong.units);
}

// What noise of that deviation in each coefficient costs.
double last_noise_risk(const Facts &facts, double kappa, double beta, double spread) {
  return (beta + kappa) * facts.strong.dimension * spread / 2 * spread;
}

// Estimates that risk beforehand. Rounding lets minimisers come within some kappa^-2, so a small kappa is dear.
double expected_last_risk(const Facts &facts, const Settings &settings, double kappa, double beta) {
  const double scale = facts.price.rough_scale(jacobian(facts, kappa, beta), bound(facts));
  if (!(scale < INFINITY)) return INFINITY;
  const double wanted = settings.tolerance > 0 ? settings.tolerance : wanted_distance(facts, kappa, beta, scale);
  const double added = std::max(0.0, kappa - facts.strong.l2);
  const double least = expected_min_tolerance(*facts.objective, beta, added, max_linear_term(facts, scale), wanted);
  const double apart = 2 * std::max(wanted, least);
  const double l1 = facts.price.laplace() ? std::sqrt(2 * facts.strong.dimension) : 1;
  const double risk = last_noise_risk(facts, kappa, beta, l1 * apart / facts.price.second());
  return std::isfinite(risk) ? risk : INFINITY;
}

double both_noises_risk(const Facts &facts, const Settings &settings, double kappa, double beta) {
  return noise_risk(facts, kappa, beta) + expected_last_risk(facts, settings, kappa, beta);
}

// kappa for a Jacobian that was fixed.
RegularizationParameters fixed_terms(const Facts &facts, const Settings &settings, double beta) {
  const double c = facts.price.jacobian_of_share(settings.jacobian_fraction);
  const double trace = facts.rank < INFINITY ? facts.rank * std::expm1(c / facts.rank) : c;
  const double kappa = facts.trace_share * beta / (facts.strong.units * trace);
  RegularizationParameters terms;
  terms.added = std::max(0.0, kappa - facts.strong.l2);
  terms.smoothness = beta;
  terms.risk = both_noises_risk(facts, settings, facts.strong.l2 + terms.added, beta) +
               terms.added / 2 * quadratic_span(facts.strong, facts.strong.chosen_for);
  return terms;
}

RegularizationParameters best_terms(const Facts &facts, const Settings &settings) {
  if (facts.price.kind() == LinearTermCalibration::kNone) return {};
  const RegularizationParameters best = choose_terms(facts.strong, settings, true, [&](double kappa, double beta) {
    return both_noises_risk(facts, settings, kappa, beta);
  });
  if (!(settings.jacobian_fraction > 0) || !(best.risk < INFINITY)) return best;
  RegularizationParameters fixed = fixed_terms(facts, settings, best.smoothness);
  if (facts.strong.row_square > 0)
    fixed.risk += facts.strong.lipschitz * facts.strong.lipschitz / (2 * fixed.smoothness);
  return fixed;
}

// With the Jacobian fixed, what is added differs by little and says nothing: the noise does.
bool better(const Facts &one, const RegularizationParameters &its, const Facts &other,
            const RegularizationParameters &others, const Settings &settings) {
  if (!(settings.jacobian_fraction > 0) || !(its.risk < INFINITY) || !(others.risk < INFINITY))
    return its.risk < others.risk;
  return both_noises_risk(one, settings, one.strong.l2 + its.added, its.smoothness) <
         both_noises_risk(other, settings, other.strong.l2 + others.added, others.smoothness);
}

// The linear term that the price leaves at this curvature.
struct LinearTermChoice {
  double kappa = 0, beta = 0;  // the quadratic of all, and the smoothness of a unit's loss
  double jacobian = 0, scale = 0;
};

LinearTermChoice choose_linear_term(const Facts &facts, const Proposal &proposal) {
  LinearTermChoice term;
  term.kappa = numeric::down_some(proposal.objective->l2() + proposal.own.as<PerturbationFigures>().added_l2);
  term.beta = data_smoothness(*proposal.objective);
  term.jacobian = jacobian(facts, term.kappa, term.beta);
  term.scale = facts.price.scale(term.jacobian, bound(facts));
  return term;
}

// Chooses how near the minimum must be for the noise on the minimiser to be small, and bounds in *apart how far
// approximate minima of one objective are apart. False: the proposal was refused.
bool choose_distance(const Settings &settings, const Facts &facts, const LinearTermChoice &term, Proposal *proposal,
                     double *apart) {
  const bool laplace = facts.price.laplace();
  const double n = facts.strong.units, d = facts.strong.dimension, kappa = term.kappa;
  const double wanted = wanted_distance(facts, kappa, term.beta, term.scale);
  const double off = numeric::up_some(linear_term_error(laplace, proposal->noise_plan, d) / (n * kappa));
  const double moved = facts.strong.changed * facts.strong.lipschitz / (n * kappa);
  if (!choose_tolerance(settings, std::max(wanted - off, wanted / 2), max_linear_term(facts, term.scale), moved,
                        proposal))
    return false;
  *apart = above(2 * above(proposal->own.as<PerturbationFigures>().tolerance + off));
  return true;
}

// The noise on the minimiser, within what the price leaves for it.
dpcvx_status plan_last_noise(const Facts &facts, double apart, int64_t dimension, mechanism::NoisePlan &noise,
                             Error &error) {
  const size_t size = static_cast<size_t>(dimension);
  const double second = facts.price.second();
  if (!facts.price.laplace()) return mechanism::plan_gaussian(second, apart, size, 0, noise, error);
  const double l1 = above(above(std::sqrt(facts.strong.dimension)) * apart);
  return mechanism::plan_laplace(second, l1, size, 0, noise, error);
}

void take_figures(const Facts &facts, const LinearTermChoice &term, const mechanism::NoisePlan &last,
                  Proposal *proposal) {
  const double spread = noise_deviation(last, facts.price.laplace());
  proposal->predicted_risk += last_noise_risk(facts, term.kappa, term.beta, spread);
  proposal->sensitivity = facts.strong.changed * bound(facts);
  proposal->noise = deviation(facts, term.scale) / facts.strong.units;
  proposal->noise_multiplier = deviation(facts, term.scale) / proposal->sensitivity;
}

// The linear term, the tolerance, the noise on the minimiser and the price of all.
dpcvx_status plan_noise(const Settings &settings, const Facts &facts, Proposal *proposal, Error &error) {
  const LinearTermChoice term = choose_linear_term(facts, *proposal);
  if (!(term.scale > 0x1p-900) || !(term.scale < 0x1p900)) return proposal->refuse("%s", kTooLong);
  plan_linear_term(facts.price.laplace(), term.scale, &proposal->noise_plan);
  double apart;
  if (!choose_distance(settings, facts, term, proposal, &apart)) return DPCVX_OK;
  PerturbationInputs *const inputs = proposal->run.make<PerturbationInputs>();
  if (inputs == nullptr) return error.nomem("a plan");
  inputs->linear_term = true;
  inputs->laplace = facts.price.laplace();
  inputs->jacobian = term.jacobian;
  mechanism::NoisePlan &last = inputs->last_noise;
  DPCVX_TRY(plan_last_noise(facts, apart, proposal->objective->dimension(), last, error));
  const double second = above(last.sensitivity / last.scale);
  DPCVX_TRY(facts.price.charge(term.jacobian, bound(facts), term.scale, second, &proposal->curve, error));
  take_figures(facts, term, last, proposal);
  proposal->applies = true;
  return DPCVX_OK;
}

}  // namespace

dpcvx_status propose_objective_perturbation(const Problem &problem, const Settings &settings, Proposal *proposal,
                                            Error &error) {
  const model::Objective &objective = *problem.objective;
  Facts gaussian, laplace;
  DPCVX_TRY(regularization_inputs(problem, settings, &gaussian.strong, proposal, error));
  if (proposal->refused()) return DPCVX_OK;
  gaussian.objective = &objective;
  set_ranks(objective, &gaussian);
  laplace = gaussian;
  gaussian.price = LinearTermCalibration::gaussian(problem, branches(objective));
  laplace.price = LinearTermCalibration::pure(problem);
  if (gaussian.price.kind() == LinearTermCalibration::kNone && laplace.price.kind() == LinearTermCalibration::kNone)
    return proposal->refuse_without(problem.unit == DPCVX_UNIT_RECORD ? kBasicFilter : nullptr, kNoLinearTerm);
  const RegularizationParameters with_gaussian = best_terms(gaussian, settings),
                                 with_laplace = best_terms(laplace, settings);
  const bool take_laplace = better(laplace, with_laplace, gaussian, with_gaussian, settings);
  const Facts &facts = take_laplace ? laplace : gaussian;
  RegularizationParameters terms = take_laplace ? with_laplace : with_gaussian;
  if (!(terms.risk < INFINITY)) return proposal->refuse("%s", problem.objective->has_table() ? kTooLong : kTooCoarse);
  // take_figures() adds that of the noise that is planned.
  terms.risk -= expected_last_risk(facts, settings, gaussian.strong.l2 + terms.added, terms.smoothness);
  proposal->own.as<PerturbationFigures>().jacobian_fraction = settings.jacobian_fraction;
  DPCVX_TRY(adopt_terms(problem, gaussian.strong, terms, proposal, error));
  return plan_noise(settings, facts, proposal, error);
}

dpcvx_status ObjectivePerturbationRun::prepare(const Problem &, const Settings &settings, const Proposal &proposal,
                                               Error &error) {
  plan_ = &proposal;
  if (!linear_term_.allocate(static_cast<size_t>(proposal.objective->dimension()))) return error.nomem("a linear term");
  crew_.set_threads(settings.threads);
  minimizer_.set_crew(&crew_);
  return minimizer_.prepare(*proposal.objective, proposal.own.as<PerturbationFigures>().added_l2, error);
}

const char *objective_theorem(const Proposal &plan) {
  return plan.run.as<PerturbationInputs>().laplace
             ? "objective perturbation with a Laplace linear term (Chaudhuri, Monteleoni and Sarwate 2011, Theorem 9, "
               "in l1) and Laplace noise on the approximate minimiser"
             : "objective perturbation with a Gaussian linear term (Kifer, Smith and Thakurta 2012, Theorem 2; "
               "Redberg, Koskela and Wang 2023). Gaussian noise on the approximate minimiser";
}

void describe_objective(const Proposal &plan, privacy::Guarantee &record) {
  using privacy::Origin;
  describe_minimum(plan, record);
  const PerturbationInputs &inputs = plan.run.as<PerturbationInputs>();
  const mechanism::NoisePlan &second = inputs.last_noise;
  record.add_constant("linear_term_scale", mechanism::noise_scale(plan.noise_plan), Origin::kEnforced);
  record.add_constant("jacobian", inputs.jacobian, Origin::kEnforced);
  record.add_constant("sensitivity_of_minimiser", second.sensitivity * second.lattice.step(), Origin::kEnforced);
  record.add_constant("noise_scale", mechanism::noise_scale(second), Origin::kEnforced);
  record.add_constant("lattice_step", second.lattice.step(), Origin::kEnforced);
  if (inputs.laplace) record.add_note("Laplace noise is pure DP: it spends the pure epsilon that the price implies");
}

Outcome ObjectivePerturbationRun::run(random::Rng &rng, ProgressMonitor &watch, double *out) {
  const PerturbationInputs &inputs = plan_->run.as<PerturbationInputs>();
  draw_linear_term(rng, inputs.laplace, plan_->noise_plan, static_cast<double>(plan_->objective->units()),
                   linear_term_.data(), linear_term_.size());
  return release_minimum(minimizer_, *plan_, linear_term_.data(), inputs.last_noise, rng, watch, out);
}

}  // namespace dpcvx::solve
