// From the sample to the population: how much more than on the sample a fit may lose on the population that the units
// were drawn from, in expectation. Public numbers; predictions, no privacy rests on them (PROOFS.md).
#ifndef DPCVX_SOLVE_RISK_GENERALIZATION_H_
#define DPCVX_SOLVE_RISK_GENERALIZATION_H_

#include "model/objective.h"

namespace dpcvx::solve {

// For any way of fitting with coefficients in the domain: 2 G r / sqrt(n), r the domain's radius about its middle, of
// linear models of one output; infinity for others and on R^d.
double uniform_generalisation(const model::Objective &objective);

// The least of that and of G times the distance by which the expected fit moves at most when one unit is *replaced*,
// regardless of the budget's adjacency.
double generalisation(const model::Objective &objective, double replaced_distance);

}  // namespace dpcvx::solve

#endif
