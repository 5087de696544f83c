// What perturbations make of a problem before its minimiser can be released: a smooth, strongly convex one. Public
// numbers only.
#ifndef DPCVX_SOLVE_PERTURBATION_REGULARIZATION_H_
#define DPCVX_SOLVE_PERTURBATION_REGULARIZATION_H_

#include "base/function_ref.h"
#include "optimize/accuracy_bound.h"
#include "solve/core/proposal.h"

namespace dpcvx::solve {

// The problem's public constants.
struct RegularizationInputs {
  double units = 1, dimension = 1;
  double changed = 2;          // s: units' gradients that change between neighbours, 2 or 1
  double lipschitz = 0;        // G
  double l2 = 0;               // the objective's own
  double smoothness = 0;       // beta of the average loss, l2 left out; infinite where it is to be smoothed
  double row_square = 0;       // beta times the width of the envelope, of a loss that is to be smoothed
  double diameter = 0;         // of the domain
  double planning_radius = 0;  // R
  double start = 0;            // ||w_0||, the least of the domain
  // The radius that a quadratic is chosen for: R, and the diameter of a domain that bounds R. On a made table of
  // classes in balls of radius 2 and 5 about 0, R in its place took excess risks of .014 and .025 to .043 and .044.
  double chosen_for = 0;
  bool quick = false;      // Newton's method applies
  bool in_rounds = false;  // a quasi-Newton method applies, over parts
  double max_ratio = 1;    // the greatest (beta + kappa) / kappa that the limit of passes allows
  double max_units = 1;    // times n: units there may be
};

// Reads them off. Where something is missing the proposal is refused: ask refused().
dpcvx_status regularization_inputs(const Problem &problem, const Settings &settings, RegularizationInputs *facts,
                                   Proposal *proposal, Error &error);

// Twice what a quadratic of weight 1 about 0 costs at models within `radius` of the start: none is nearer to 0 than it.
inline double quadratic_span(const RegularizationInputs &facts, double radius) {
  return radius * (radius + 2 * facts.start);
}

// What is chosen: F's quadratic kappa = l2 + added, and beta of the average loss, smoothed if it must be.
struct RegularizationParameters {
  double added = 0, smoothness = 0;
  double risk = INFINITY;  // predicted, of the noise, of what is added and of what is smoothed
};

// The least of noise_risk(kappa, beta) + added D (D + 2 ||w_0||) / 2 + G^2 / (2 beta) (the last of a loss that is
// smoothed) that the limit of passes allows, by golden section in the logarithms. Without `may_add` nothing is added
// where l2 > 0.
using NoiseRisk = FunctionRef<double(double kappa, double beta)>;
RegularizationParameters choose_terms(const RegularizationInputs &facts, const Settings &settings, bool may_add,
                                      NoiseRisk noise_risk);

// Upper bound on the smoothness of a unit's loss; the objective's less its quadratic.
double data_smoothness(const model::Objective &objective);

// Passes over the data that are to be expected: where the limit of passes must hold, and of most fits.
double expected_passes(const RegularizationInputs &facts, double ratio);
double likely_passes(const RegularizationInputs &facts, double ratio);

// Makes proposal->objective, the smoothed one where it must be, and writes the terms down.
dpcvx_status adopt_terms(const Problem &problem, const RegularizationInputs &facts,
                         const RegularizationParameters &terms, Proposal *proposal, Error &error);

// Estimates the least tolerance that will be promised if the average loss is made beta-smooth.
double expected_min_tolerance(const model::Objective &objective, double beta, double added, double max_linear_term,
                              double tolerance);

// A tolerance e that is always reached: `wanted`, or what rounding leaves if that is more. False: the proposal was
// refused.
bool choose_tolerance(const Settings &settings, double wanted, double max_linear_term, double most, Proposal *proposal);

}  // namespace dpcvx::solve

#endif
