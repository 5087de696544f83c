// What a proposal is expected to cost on typical data (typical_data.h): the number by which AUTOMATIC chooses.
#ifndef DPCVX_SOLVE_RISK_EXPECTED_RISK_H_
#define DPCVX_SOLVE_RISK_EXPECTED_RISK_H_

#include "solve/core/method.h"

namespace dpcvx::solve {

// Expected excess risk on the population, the geometric mean of both kinds of tables; infinite for a proposal that does
// not apply. Where nothing
// public tells of the scale, the predicted risk.
double typical_risk(const Problem &problem, const Settings &settings, const Proposal &proposal);

}  // namespace dpcvx::solve

#endif
