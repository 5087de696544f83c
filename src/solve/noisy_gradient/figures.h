// The figures of methods that add noise to sums of gradients.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_FIGURES_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_FIGURES_H_

#include "dpcvx/solve.h"
#include "solve/core/figures.h"

namespace dpcvx::solve {

struct GradientFigures {
  double step_size = 0, momentum = 0;
  double average = 0;          // the share of last iterates that is averaged
  double batch = 0, rate = 1;  // units a step, expected; as a share of n
  int64_t clipping = DPCVX_CLIPPING_FIXED;
  bool drop = false;          // gradients longer than the clipping norm are dropped instead of scaled
  bool pulled = false;        // the quadratic is inside the clip: units' g + l2 w are clipped
  bool carries = false;       // the average is that of where a heavy ball would coast to (tail_share.h)
  bool may_grow = false;      // steps grow where noisy gradients agree (agreement.h)
  double last_pace = 1;       // the last step over the first, where steps shrink (quantile_steps.h)
  double planned_radius = 0;  // of an adaptive clip: steps are planned for the noise that it would have at this radius
  // Of a fit: the radius after the last step, and the mean room psi that clips left lately. 0 in a plan.
  double last_radius = 0, unclipped = 0;
  double reference_rate = INFINITY, reference_noise = INFINITY;  // of DP-SGD-Gradient, by its paper
};

// The time that all steps travel at full pace.
inline double travelled(double step_size, int64_t steps, double momentum) {
  return step_size * static_cast<double>(steps) / (1 - momentum);
}
inline double travelled(const Figures &figures) {
  const GradientFigures &own = figures.own.as<GradientFigures>();
  return travelled(own.step_size, figures.steps, own.momentum);
}

// Each batch holds all units.
inline bool is_full_batch(const GradientFigures &figures) { return figures.rate >= 1; }

// Sums are of lifted gradients, clipped in units of a radius that moves: then the clip among the figures is the first.
inline bool is_adaptive(const GradientFigures &figures) { return figures.clipping == DPCVX_CLIPPING_ADAPTIVE; }
// Sums are in units of the radius, taken unit by unit: of adaptive clips, and of fixed ones with the quadratic inside.
inline bool is_in_radii(const GradientFigures &figures) { return is_adaptive(figures) || figures.pulled; }

}  // namespace dpcvx::solve

#endif
