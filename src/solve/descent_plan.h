// How noisy gradient descent is run: chosen before the data are read, from public numbers only.
#ifndef DPCVX_SOLVE_DESCENT_PLAN_H_
#define DPCVX_SOLVE_DESCENT_PLAN_H_

#include "solve/method.h"

namespace dpcvx::solve {

// The public numbers that the choice rests on.
struct DescentFacts {
  double units;       // n
  double dimension;   // d
  double row_bound;   // B
  double lipschitz;   // G
  double smoothness;  // beta
  double l2;
  double sensitivity;  // Delta, of the sum of gradients
  double mu;           // the whole price
};

struct DescentPlan {
  int64_t steps;
  double step_size;
  double momentum;
  double radius;          // R
  double predicted_risk;  // of the rule below
};

// The rule. With T steps of size eta that share the price evenly, each gradient carries noise of standard deviation
// Delta sqrt(T) / (n mu) in every coordinate, and the average iterate of gradient descent on a convex function exceeds
// a comparator of norm R by at most
//   R^2 / (2 eta T) + eta d (Delta sqrt(T) / (n mu))^2 / 2 = R^2 / (2 s) + s c^2 / 2,  s = eta T,  c = Delta sqrt(d) /
//   (n mu):
// the number of steps counts only through the time s that they travel. The best time is s = R / c, with risk R c. For R
// take kReach / B, a model whose log-odds reach kReach on rows as long as the bound, and never more than G / l2, where
// the minimiser must lie, or than the radius.
// That time takes s beta steps of size 1 / beta. A heavy ball of momentum m walks 1 / (1 - m) times as far a step, and
// has settled after about 4 sqrt(s beta) of them: so T = min(s beta, 4 sqrt(s beta)), rounded up; 1 - m = max(T / (s
// beta), 16 / T), at most 1; eta = min(1 / beta, s (1 - m) / T). What a caller fixed is kept and the rest follows from
// the same equations.
DescentPlan plan_descent(const DescentFacts &facts, const Settings &settings);

constexpr double kReach = 20;

}  // namespace dpcvx::solve

#endif
