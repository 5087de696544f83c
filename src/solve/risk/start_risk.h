// What the model at the start can lose: the worst case of a release that learns nothing.
#ifndef DPCVX_SOLVE_RISK_START_RISK_H_
#define DPCVX_SOLVE_RISK_START_RISK_H_

#include "base/status.h"
#include "model/objective.h"

namespace dpcvx::solve {

// Bounds F(w0) - F(w) for all data and all w of the domain, w0 being its public start point (0 on R^d). With s the
// share of units there can be over n, and losses >= 0 of at most l_0 at 0,
//   F(w) >= (l2/2) ||w||^2 >= 0,   F(w0) <= s (l_0 + G ||w0||) + (l2/2) ||w0||^2 + l1 ||w0||_1,
// and the losses of w0 and w differ by at most G times the domain's diameter. Infinite where neither is known.
dpcvx_status find_start_risk(const model::Objective &objective, double *risk, Error &error);

}  // namespace dpcvx::solve

#endif
