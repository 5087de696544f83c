// A method of fitting, as the planner and the fit see it: it proposes settings from public numbers, and runs them.
//
// A method is one pair of files with
//   dpcvx_status propose_<method>(const Problem &, const Settings &, Proposal *, Error &);
// which says in public numbers what it would do, or why it does not apply (no error; errors are want of memory and
// numerics), and a class
//   class <Method>Run {
//     dpcvx_status prepare(const Problem &, const Settings &, const Proposal &, Error &);  // takes all memory
//     const char *mechanism() const;   // literals, for the record
//     const char *theorem() const;
//     void describe(privacy::Guarantee &) const;     // constants and notes of its own, few
//     Outcome run(random::Rng &, ProgressMonitor &, double *out);  // reads the data; cannot fail
//   };
// and one line in the table of method.cpp.
#ifndef DPCVX_SOLVE_CORE_METHOD_H_
#define DPCVX_SOLVE_CORE_METHOD_H_

#include <cmath>

#include "base/shared.h"
#include "base/progress_monitor.h"
#include "dpcvx/optimize.h"
#include "dpcvx/solve.h"
#include "mechanism/noise/noise.h"
#include "mechanism/release.h"
#include "model/objective.h"
#include "optimize/sgd_stability.h"
#include "privacy/calibration/calibrate_sampled.h"
#include "privacy/curve/curve.h"
#include "solve/stable/phase.h"

namespace dpcvx::solve {

struct Plan;
struct Fit;

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
  double work_limit = 1000;
  double sampling_limit = 1000;  // the work limit of the exponential mechanism
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

// What the walks with momentum average.
constexpr double kTailShare = 0.5;

// The public figures of a proposal: what is shown, reported and kept with a fit.
struct Figures {
  int32_t method = 0;
  int64_t steps = 0;
  double step_size = 0, momentum = 0, average = 0;
  double batch = 0, rate = 1;  // units a step, expected; as a share of n
  double clip = 0;             // bound on a unit's gradient
  bool drop = false;           // longer ones are dropped instead of scaled
  double smoothing = 0;        // width of the Moreau envelope that the method adds
  double radius = 0;           // R
  double tolerance = 0;        // of approximate minima
  double added_l2 = 0;         // quadratic that the method adds
  double split = 0;
  double sensitivity = 0;       // of what the noise is added to, without the lattice
  double noise = 0;             // standard deviation a coordinate: of an average gradient, or of the minimiser
  double noise_multiplier = 0;  // noise over sensitivity
  double passes = 0;
  double predicted_risk = 0;
  double population_risk = INFINITY;  // expected, on the population
  double paper_rate = INFINITY, paper_noise = INFINITY;
  // Of a density exp(-scale (F + weight r)) that is sampled from; all 0 where none is.
  double scale = 0;                          // k
  double geometry = 0;                       // p
  double regularizer = 0;                    // k mu, of r
  double strong_convexity = 0;               // m, in l2
  double likely_risk = 0, confidence = 0;    // passed with a probability of at most `confidence`
  double density_mu = 0;                     // t
  double sampler_mu = 0, arithmetic_mu = 0;  // how far the law is from the density's: charged twice
  double distance = 0;                       // W
  double theta = 0;
  // Of stable releases; all 0 for others.
  double levels = 0;                // scores that may pass
  double threshold = 0;             // gamma_0
  double distance_bound = 0;        // Lambda
  double phases = 0;                // T
  double width = 0, drift = 0;      // h, eta'
  double baseline_noise = 0;        // what the sensitivity of any data would need
  double unstable_probability = 0;  // predicted for honest data
  double typical_risk = INFINITY;   // predicted for typical data
};

struct Proposal : Figures {
  bool applies = false;
  char reason[320] = "";  // why not
  privacy::Curve curve;   // what a fit is charged
  mechanism::NoisePlan noise_plan, second_noise_plan;
  bool laplace = false;  // perturbations: which law the noise has
  double jacobian = 0;   // objective perturbation: log of the most that one unit changes a density by its Jacobian
  int32_t order = 0;     // DP-SGD-Output: DPCVX_SGD_ORDER_*
  optimize::SgdStabilityInputs stability;  // and what its sensitivity was computed from
  StablePhases stable;                     // stable releases: what is released, one after the other
  model::SharedObjective objective;        // the one that is worked on: the problem's, or one derived from it

  // It does not apply; the rest of the sentence "<method> does not apply: ...". Numbers through show(). DPCVX_OK: a
  // proposal that does not apply is no error.
  dpcvx_status refuse(const char *format, ...) __attribute__((format(printf, 2, 3)));
  // For the reason why a part of it could not be made.
  dpcvx_status refuse(const dpcvx_error &cause);
};

// How a run ended: a DPCVX_OUTCOME_* and how many steps were done. A function of public numbers and of what the caller
// decided.
struct Outcome {
  int32_t code = 0;
  int64_t steps = 0;
};

struct Method {
  int32_t number;      // DPCVX_METHOD_*
  const char *name;    // "noisy gradient descent"
  bool stepwise;       // made of steps; else one noisy minimum
  const char *noised;  // what the noise is added to
  bool has_forms;      // knows NOISE_CALIBRATION and SCHEDULE
  dpcvx_status (*propose)(const Problem &, const Settings &, Proposal *, Error &);
  dpcvx_status (*fit)(const Plan &, mechanism::Release &, ProgressMonitor &, Fit *);
};

constexpr size_t kMethodCount = 12;
extern const Method kMethods[kMethodCount];
// Where it is in the table; kMethodCount where it is not.
size_t method_index(int32_t number);

// What a sum of per-unit gradients can change by between neighbours: a unit's share of at most `bound`, and twice the
// rounding error of a sum.
double sum_sensitivity(int32_t adjacency, double bound, double error);

}  // namespace dpcvx::solve

#endif
