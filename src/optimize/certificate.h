// Certifies that a point is close to the minimiser. Every bound holds for the computed numbers: rounding errors are
// added, and results are rounded up. PROOFS.md has the arguments.
#ifndef DPCVX_OPTIMIZE_CERTIFICATE_H_
#define DPCVX_OPTIMIZE_CERTIFICATE_H_

#include <cmath>
#include <cstdint>

#include "optimize/problem.h"

namespace dpcvx::optimize {

struct Certificate {
  double gap = INFINITY;       // F(w) - min F is at most this
  double distance = INFINITY;  // and ||w - argmin F||_2 at most this
  double mapping = INFINITY;   // norm of the gradient mapping, L ||w - P(w - grad F(w) / L)||; of smooth objectives
  bool rounding = false;       // rounding makes up most of these bounds

  // Returns what a tolerance is compared with: the distance, or without strong convexity the mapping.
  double measure(bool strongly_convex) const { return strongly_convex ? distance : mapping; }
};

// ||w - w*|| where F is kappa-strongly convex and its gap at w is at most `gap`.
double distance_of_gap(double gap, double kappa);

// The gap of the lower model of F that is linear, of slope v, plus the quadratic kappa: with u = -v / kappa, p the
// projection of u and `slope_error` the l2 error of v, max over x of <v, w - x> + (kappa/2)(||w||^2 - ||x||^2) =
// (kappa/2) (||w - p||^2 + 2 <w - p, p - u>), both terms >= 0.
double model_gap(const Problem &problem, double kappa, const double *w, const double *u, const double *p,
                 double slope_error);

// Certifies the point next = P(w - gradient / L) of a step, as computed. With an l1 penalty P is the proximal step, and
// the gap is certified too.
Certificate certify_step(const Problem &problem, const double *w, const double *gradient, const double *next);

}  // namespace dpcvx::optimize

#endif
