// How many steps DP-SGD-Output makes, and of which size, from public numbers (PROOFS.md, sections 2
// and 3).
//
// N places, of which at most a share f is taken; F = (1 / n) sum over units + (l2 / 2) ||w||^2. T steps of size eta,
// over places each uniform or in fresh permutations, have an average iterate that exceeds a comparator at distance R
// from the start by an expected
//   (N / n) (R^2 / (2 eta T) + (f eta G^2 / 2) (1 + 2 / T) + exchange),
// exchange 0 for uniform places; noise of standard deviation s a coordinate adds what it costs. s is proportional to
// how far one unit can move the average, about eta G T / N: so R^2 / (2 eta T) against the noise, and many small steps
// make the rest as small as the work allows.
#ifndef DPCVX_SOLVE_SGD_OUTPUT_PLAN_H_
#define DPCVX_SOLVE_SGD_OUTPUT_PLAN_H_

#include "optimize/sgd_stability.h"
#include "solve/core/proposal.h"

namespace dpcvx::solve {

struct SgdOutputInputs {
  // Of the objective as it is; its steps, their size and rounding left open. units are places, l2 is a step's.
  optimize::SgdStabilityInputs terms;
  double units = 1;           // n
  double taken = 1;           // f
  double dimension = 1;       // d
  double seen = 1;            // dimensions of noise that a unit's loss sees: the outputs of a model of rows
  double smoothing_bias = 0;  // of an envelope
  double row_square = 0;      // W B^2: an envelope of width h has L = W B^2 / h at most; 0: there is none
  double l2 = 0;
  double reach = 0;               // R
  double mu = 0;                  // the price, as Gaussian noise
  double epsilon = 0, delta = 0;  // of a price whose order is mixed; else 0

  bool bounded() const { return terms.radius < INFINITY; }
};

struct SgdOutputPlan {
  int64_t steps = 1;
  double step_size = 0;
  double smoothing = 0;  // width of the envelope; 0: none
  double predicted_risk = INFINITY;
};

constexpr double kMaxSgdOutputSteps = 1e9;

// The facts of the envelope of that width.
SgdOutputInputs smoothed_facts(const SgdOutputInputs &facts, double width);

// The terms of T steps of size eta.
optimize::SgdStabilityInputs terms_at(const SgdOutputInputs &facts, double steps, double step_size);

// Expected excess risk with noise of a standard deviation; infinite where steps expand.
double sgd_output_risk(const SgdOutputInputs &facts, double steps, double step_size, double noise);

// How far one unit can move the average, about: for choosing.
double typical_length(const SgdOutputInputs &facts, double steps, double step_size);

// Of all T within the limit of passes those of least work whose predicted risk is within 10 % of the least, with the
// eta that makes it least; what a caller fixed is kept. `noise_share`: noise over typical_length / mu; with the paper's
// form of noise that one's own size counts instead.
SgdOutputPlan choose_sgd_output(const SgdOutputInputs &facts, const Settings &settings, double noise_share);

}  // namespace dpcvx::solve

#endif
