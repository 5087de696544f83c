// Properties of a loss that no formula states: its labels, the option it reads, how its slopes behave. Each loss states
// its own in traits(), and others ask traits_of() instead of comparing numbers of losses.
#ifndef DPCVX_MODEL_LOSSES_TRAITS_H_
#define DPCVX_MODEL_LOSSES_TRAITS_H_

#include "model/losses/spec.h"

namespace dpcvx::model {

enum class LossTask {
  kSigns,    // labels -1 and 1
  kClasses,  // labels 0, 1, ..., K - 1, a decision value each
  kNumbers,  // labels are real numbers, and decision values are on their scale
  kCounts,   // labels are counts or rates, >= 0, and decision values are logarithms of their means
};

// Whether labels are numbers, which a public bound clips.
inline bool is_regression(LossTask task) { return task == LossTask::kNumbers || task == LossTask::kCounts; }

// The meaning of LossSpec::parameter.
struct LossParameter {
  int32_t option;    // DPCVX_OBJECTIVE_OPTION_*; 0: the loss has no parameter
  const char *name;  // as records and files spell it; null: the loss has no parameter
};
constexpr LossParameter kNoParameter{0, nullptr};
constexpr LossParameter kQuantile{DPCVX_OBJECTIVE_OPTION_QUANTILE, "quantile"};
constexpr LossParameter kWidth{DPCVX_OBJECTIVE_OPTION_HUBER_WIDTH, "width"};
constexpr LossParameter kExponent{DPCVX_OBJECTIVE_OPTION_EXPONENT, "exponent"};

struct LossTraits {
  LossTask task;
  LossParameter parameter = kNoParameter;
  bool cornered = false;       // the slope jumps
  bool slopes_grow = false;    // with |z|: a domain bounds them, for numbers with bounded labels only
  bool quadratic = false;      // phi'' is the same everywhere
  bool power_law = false;      // values go through pow: rounding errors grow with a logarithm
  bool newton_prox = false;    // the proximal point is found by iteration
  bool probabilities = false;  // decision values mean probabilities of labels
};

// Returns whether the loss bends at one point alone: at a corner, or in a width that its parameter gives.
inline bool bends_at_one_point(const LossTraits &traits) {
  return traits.cornered || traits.parameter.option == kWidth.option;
}

// Returns whether a number is a DPCVX_LOSS_*.
bool is_loss(int32_t kind);

// Returns the traits of a loss of any kind.
LossTraits traits_of(const LossSpec &spec);

// Returns the average of phi'' over decision values of typical data, a corner's jump of the slope spread over them.
// Schedules rest on it. No privacy does.
double typical_curvature_of(const LossSpec &spec);

// A corner bends only the records near it. Margins lie about a unit apart, so a hinge's corner has a density of about
// one half.
constexpr double kDensityOfMargins = 0.5;
// Returns what a jump of the slope by `range` counts for, per unit of the decision value, among residuals of this size.
inline double curvature_of_jump(double range, double scale) { return range * 0.4 / scale; }

}  // namespace dpcvx::model

#endif
