// How noisy gradient descent is run: chosen before the data are read, from public numbers only.
//
// The rule. With T steps of size eta that share the price evenly, each gradient carries noise of standard deviation
// Delta sqrt(T) / (n mu) in every coordinate, and the average iterate of gradient descent on a convex function exceeds
// a comparator at distance R from the start by at most
//   R^2 / (2 eta T) + eta d (Delta sqrt(T) / (n mu))^2 / 2 = R^2 / (2 s) + s c^2 / 2,  s = eta T,  c = Delta sqrt(d) /
//   (n mu):
// the number of steps counts only through the time s that they travel. The best time is s = R / c, with risk R c.
//
// It takes s beta steps of size 1 / beta. A heavy ball of momentum m walks 1 / (1 - m) times as far a step, and has
// settled after about 4 sqrt(s beta) of them: so T = min(s beta, 4 sqrt(s beta)), rounded up and at most the work
// limit; 1 - m = max(T / (s beta), 16 / T), at most 1; eta = min(1 / beta, s (1 - m) / T). With fewer steps the time is
// what T of them travel, T^2 / (16 beta), and the risk is that of that time. Models of several classes take 3.2 in
// place of 4 (README.md has the measurements).
//
// Where F is strongly convex (its l2), the second half's average forgets the start like exp(-l2 s) and its noise adds
// c^2 / l2 in the worst direction: where that is less, it is the risk.
//
// A loss that is not smooth is replaced by its Moreau envelope, beta = K / h for a width h, K the greatest squared
// length of a (weighted) row, which lies below it by at most G^2 / (2 beta): that is added to the risk. beta makes it a
// tenth of R c, if the limit of passes L lets the steps travel R / c then (16 beta R / c <= L^2); else beta is the
// greater of what would let them, and of what minimises 8 R^2 beta / L^2 + (L^2 c^2 / 32 + G^2 / 2) / beta, the whole
// risk at the time L^2 / (16 beta). A corner that is rounded already, but bends more than that, gets the width that is
// missing (corners.h). Without smoothing the steps pay for the length of gradients too: s = R / sqrt(c^2 + G^2 / T),
// risk R sqrt(c^2 + G^2 / T), T = 10 G^2 / c^2 or the limit, no momentum.
//
// The time is `least_time` at least, as far as that is four times as long as R / c: users' quantiles lie far from where
// fits start.
//
// What a caller fixed is kept and the rest follows from the same equations; a step that diverges, eta beta > 2 (1 + m),
// has no predicted risk.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_FULL_BATCH_PLAN_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_FULL_BATCH_PLAN_H_

#include <algorithm>

#include "solve/core/proposal.h"

namespace dpcvx::solve {

// The public numbers that the choice rests on.
struct FullBatchInputs {
  double units;           // n
  double dimension;       // d
  double smoothness;      // beta; infinite for a loss that is not smooth
  double l2;              // strong convexity
  double bound;           // G, of a unit's gradient, clipped if it is
  double sensitivity;     // Delta, of the sum of gradients
  double mu;              // the whole price
  double reach;           // R
  double least_time = 0;  // that steps travel
  double short_time = 0;  // below it the tail is short (tail_share.h)
  double settle = 4;      // when a heavy ball has settled, in units of the root of the plain steps
};
constexpr double kSettleOfClasses = 3.2;

// The time that suits the noise, or `least` up to four times as long: it then risks at most 2.2 times as much.
inline double time_to_travel(double suits_noise, double least) {
  return std::max(suits_noise, std::min(least, 4 * suits_noise));
}

struct DescentPlan {
  int64_t steps;
  double step_size;
  double momentum;
  double tail;            // the share of last iterates that is averaged
  double predicted_risk;  // of the rule; the bias of smoothing is not in it
};

DescentPlan plan_descent(const FullBatchInputs &facts, const Settings &settings);

// The beta that the envelope of a loss that is not smooth should have (l2 left out), and what it costs at most.
double choose_smoothness(const FullBatchInputs &facts, const Settings &settings);
inline double smoothing_bias(double bound, double smoothness) { return bound * bound / (2 * smoothness); }

}  // namespace dpcvx::solve

#endif
