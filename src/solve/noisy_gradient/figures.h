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
  bool drop = false;  // gradients longer than the clipping norm are dropped instead of scaled
  double reference_rate = INFINITY, reference_noise = INFINITY;  // of DP-SGD-Gradient, by its paper
};

// Each batch holds all units.
inline bool is_full_batch(const GradientFigures &figures) { return figures.rate >= 1; }

// Sums are of lifted gradients, clipped in units of a radius that moves: then the clip among the figures is the first.
inline bool is_adaptive(const GradientFigures &figures) { return figures.clipping == DPCVX_CLIPPING_ADAPTIVE; }

// What the walks with momentum average.
constexpr double kTailShare = 0.5;

}  // namespace dpcvx::solve

#endif
