// What is to be solved, and what the caller fixed of how.
#ifndef DPCVX_SOLVE_CORE_PROBLEM_H_
#define DPCVX_SOLVE_CORE_PROBLEM_H_

#include "dpcvx/optimize.h"
#include "dpcvx/solve.h"
#include "model/objective.h"
#include "privacy/calibration/calibrate_sampled.h"
#include "privacy/curve/curve.h"

namespace dpcvx::solve {

// What is to be solved, and within which guarantee.
struct Problem {
  model::SharedObjective objective;
  int32_t adjacency = 0, unit = 0, filter = 0;  // of the budget
  privacy::Curve price;
  double delta = 0;                                 // of the budget, at which epsilons are shown
  bool ranges_released = false;                     // privately, before: the record of the fit will include them
  privacy::Effort effort = privacy::Effort::kFine;  // of calibrating noise: rough does to compare methods
};

// What a caller fixed; what is left to the rules is at these values.
struct Settings {
  int64_t steps = 0;
  double step_size = 0;
  double momentum = -1;
  double average = -1;
  double radius = 0;
  int32_t threads = 1;
  double batch = 0;
  double clip = 0;
  bool truncate = false;
  double max_passes = 0;     // 0: the method's default
  double work_limit = 1000;  // the limit in passes that a method keeps: the planner resolves max_passes to it
  double smoothing = -1;
  double tolerance = 0;
  double split = 0;
  int32_t order = 0;  // DPCVX_SGD_ORDER_*, or 0: chosen
  int32_t noise_form = DPCVX_NOISE_CALIBRATION_EXACT;
  int32_t schedule = DPCVX_SCHEDULE_OPTIMIZED;
  int32_t target = DPCVX_TARGET_EMPIRICAL;
  double geometry = 0;
  double confidence = 0.05;
  double sampler_share = 0.01;
  int32_t instance = DPCVX_OUTLIERS_DOWNWEIGHT;
  double threshold = 0;
  double threshold_failure = 1e-4;
  double threshold_share = 0;
  int64_t phases = 0;
  double release_share = 0.5;

  // The share of last iterates that is averaged; `chosen` unless the caller gave one.
  double average_or(double chosen) const { return average >= 0 ? average : chosen; }
};

}  // namespace dpcvx::solve

#endif
