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
  bool labels_centred = false;                      // at a mean that the record of the fit will include
  bool ranges_released = false;                     // privately, before: the record of the fit will include them
  bool undoes_given_clip = false;                   // by released slopes, after methods that take them
  privacy::Effort effort = privacy::Effort::kFine;  // of calibrating noise: rough does to compare methods
};

// What a caller fixed: each member has the name of its DPCVX_PLAN_OPTION_*, whose default leaves it to the rules.
struct Settings {
  int64_t steps = 0;
  double step_size = 0;
  double momentum = -1;
  double tail_average_fraction = -1;
  double planning_radius = 0;
  double radius_share = 1;  // of the usual planning radius, where none is given
  int32_t threads = 1;
  bool allow_no_result = false;  // AUTOMATIC may select methods that may return nothing
  double batch_size = 0;
  double clipping_norm = 0;
  double default_clip = 0;  // what clipping_norm = 0 stands for where fixed clips are made; 0: the method's own choice
  double label_scale = 0;   // what stands for the label bound where sizes of models are guessed; 0: the bound
  bool drop_oversized_gradients = false;
  int32_t clipping = DPCVX_CLIPPING_AUTOMATIC;
  double max_passes = 1000;  // the planner puts the method's own limit where the option is 0
  bool max_passes_given = false;
  double smoothing = -1;
  double tolerance = 0;
  double jacobian_fraction = 0;
  int32_t order = 0;  // DPCVX_SGD_ORDER_*, or 0: chosen
  int32_t noise_calibration = DPCVX_NOISE_CALIBRATION_EXACT;
  int32_t schedule = DPCVX_SCHEDULE_OPTIMIZED;
  int32_t target = DPCVX_TARGET_EMPIRICAL;
  double geometry = 0;
  double failure_probability = 0.05;
  double sampler_fraction = 0.01;
  int32_t outliers = DPCVX_OUTLIERS_DOWNWEIGHT;
  double outlier_threshold = 0;
  double max_unstable_probability = 1e-4;
  double threshold_epsilon_fraction = 0;
  int64_t phases = 0;
  double first_phase_fraction = 0.5;

  // The share of last iterates that is averaged; `chosen` unless the caller gave one.
  double average_or(double chosen) const { return tail_average_fraction >= 0 ? tail_average_fraction : chosen; }
};

}  // namespace dpcvx::solve

#endif
