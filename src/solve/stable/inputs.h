// What plans of stable releases rest on: the problem's public constants, the price in parts, the threshold.
#ifndef DPCVX_SOLVE_STABLE_INPUTS_H_
#define DPCVX_SOLVE_STABLE_INPUTS_H_

#include "solve/core/proposal.h"
#include "solve/risk/noise_risk.h"
#include "solve/stable/outlier_threshold.h"
#include "solve/perturbation/regularization.h"

namespace dpcvx::solve {

struct StableInputs {
  explicit StableInputs(const model::Objective &objective) : cost(objective) {}

  RegularizationInputs strong;
  NoiseCost cost;
  double epsilon = 0, delta = 0;
  ThresholdPolicy policy;
  double threshold = 0;         // about gamma_0, to compare with
  bool drawn_by_coins = false;  // batches; else by a permutation
  SensitivityInputs facts;      // of a typical minimum: others differ by convexity, smoothness, units and reach
  NoiseLevelGrid levels;        // of one release for the whole price: schedules and the laws they end in share it

  bool must_smooth() const { return strong.row_square > 0; }
  // That a unit has at least, by what is declared.
  double records() const {
    return static_cast<double>(policy.min_records_per_user > 1 ? policy.min_records_per_user : 1);
  }
  // The nominal number of units of a batch that has this share of them.
  double batch_units(double share) const;
  // What an envelope of this smoothness may lie below the loss.
  double smoothing_risk(double beta) const {
    return must_smooth() ? strong.lipschitz * strong.lipschitz / (2 * beta) : 0;
  }
  // What is minimised has this convexity and comes from that many units. To compare with: widths are about the best.
  SensitivityInputs facts_of(double convexity, double beta, double units) const;
  // Bounds the gap between population and sample for this many interchangeable units (PROOFS_PHASES.md, 4).
  double generalisation_gap(double convexity, double beta, double units) const {
    return 2 * threshold / convexity * threshold / units * (1 + 2 * beta / (convexity * units));
  }
  // What the limit of passes takes.
  double min_convexity(double beta) const { return strong.max_units * beta / (strong.max_ratio - 1); }
};

// Reads them off. Where something is missing the proposal is refused: ask refused().
dpcvx_status stable_inputs(const Problem &problem, const Settings &settings, StableInputs *inputs, Proposal *proposal,
                           Error &error);

// About the least noise of a minimum among the levels of a grid, to compare schedules by: its standard deviation.
// Infinite where there are too few units.
double min_deviation(const SensitivityInputs &facts, double threshold, const NoiseLevelGrid &grid);

// Why no schedule has finite risk, if it takes so many units.
dpcvx_status refuse_few_units(const StableInputs &inputs, int64_t least, Proposal *proposal);

Instance instance_of(const Settings &settings);

}  // namespace dpcvx::solve

#endif
