// How mini-batch noisy SGD is run: chosen before the data are read, from public numbers only.
//
// The rule. T steps of size eta on batches of m units (expected). The average gradient of a batch is off by its noise,
// z Delta / m in every coordinate, z the noise multiplier; by its sampling, at most G / sqrt(m) in norm, (1 - m / n) of
// the square; and, where the loss is not smooth, steps pay for the length of gradients, at most G. These are
// independent or one-sided from step to step, so that the average iterate exceeds a comparator at distance R from the
// start by at most
//   R^2 / (2 s) + s V / 2,  s = eta T,  V = (d (z Delta / m)^2 + (1 - m / n) G^2 / m + [G^2 if not smooth]) / T,
// as in full-batch descent with V for c^2; the best time is s = R / sqrt(V). Smooth losses bound it: steps of size 1 /
// beta travel T / beta, those of a heavy ball T^2 / (16 beta). Where F is strongly convex the risk is also at most
// exp(-l2 s) l2 R^2 / 2 + V / l2.
//
// Batches cost noise twice: z Delta / m T^(-1/2) tends to what full batches have, Delta / (n mu), from above, and a
// small batch needs z above some number however few the steps. The rule estimates
//   z = 1 / sqrt(log(1 + (mu n / m)^2 / T)) (Dong, Roth and Su 2022, section 5, for Poisson batches), 8 % added, but
//   not below 0.9 sqrt(a / (2 log(n / m))), a the order that matters, and not above sqrt(T) / mu, no sampling at all,
// which decides nothing but the choice: the noise is calibrated exactly for it. Of all m = 1, 2, 4, ... and T = 1, 1.4,
// 2, ... within the limit of passes, it takes those of the least work T (m + 64) (drawing, clipping and noise cost
// about as much as 64 units) whose risk is within 10 % of the least, of squares 2 %. Of several classes it is 14 %
// where those within 10 % take a second or more.
//
// What a caller fixed is kept and the rest follows from the same equations; a step that diverges, eta beta > 2 (1 + m),
// has no predicted risk.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_MINIBATCH_PLAN_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_MINIBATCH_PLAN_H_

#include "solve/core/proposal.h"
#include "solve/risk/automatic_constants.h"

namespace dpcvx::solve {

struct MinibatchInputs {
  double units = 0;        // n: batches are m / n of the units there are
  double max_batch = 0;    // the sampler's limit on m
  double dimension = 0;    // d
  double smoothness = 0;   // beta; infinite for a loss that is not smooth
  double l2 = 0;           // strong convexity
  double bound = 0;        // G, of a unit's gradient, clipped if it is
  double sensitivity = 0;  // Delta, of the sum over a batch
  double mu = 0;           // the whole price, as Gaussian noise without sampling
  bool amplified = false;  // whether sampling makes steps cheaper
  bool reads_all = false;  // each step reads the whole table, to find its batch: of parts
  double order = 2;        // a
  double reach = 0;        // R
  double least_time = 0;   // that steps travel
  double short_time = 0;   // below it the tail is short (tail_share.h)
  // Risks within this factor of the least are alike.
  double indifferent = kIndifferentRisk;
  // Of fits of kLongFitSeconds or more, whose row takes so long: those within this factor.
  double indifferent_if_long = kIndifferentRisk;
  double row_seconds = 0;
};

struct SgdPlan {
  double batch = 0;  // m
  int64_t steps = 0;
  double step_size = 0, momentum = 0;
  double tail = 0;  // the share of last iterates that is averaged
  double predicted_risk = 0;
};

constexpr int64_t kMaxSgdSteps = 100000;
constexpr double kStepOverhead = 64;  // what drawing, clipping and noise cost, in units of a batch

// z, as the rule estimates it.
double estimated_noise(const MinibatchInputs &facts, double batch, double steps);

// m and T; the rest by the estimated noise.
SgdPlan choose_sgd(const MinibatchInputs &facts, const Settings &settings);

// For m and T, and the noise multiplier that they really have: the other figures.
SgdPlan plan_sgd(const MinibatchInputs &facts, const Settings &settings, double batch, int64_t steps,
                 double noise_multiplier);

}  // namespace dpcvx::solve

#endif
