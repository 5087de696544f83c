// The figures of the exponential mechanism: of a density exp(-scale (F + weight r)) that is sampled from.
#ifndef DPCVX_SOLVE_EXPONENTIAL_FIGURES_H_
#define DPCVX_SOLVE_EXPONENTIAL_FIGURES_H_

#include "solve/core/figures.h"

namespace dpcvx::solve {

struct DensityFigures {
  double step_size = 0;
  double scale = 0;                          // k
  double geometry = 0;                       // p
  double regularizer = 0;                    // k mu, of r
  double strong_convexity = 0;               // m, in l2
  double likely_risk = 0, confidence = 0;    // exceeded with a probability of at most `confidence`
  double density_mu = 0;                     // t
  double density_share = 1;                  // of what it may have of the price; less where arithmetic limits k
  double sampler_mu = 0, arithmetic_mu = 0;  // how far the law is from the density's: charged twice
  double distance = 0;                       // W
  double theta = 0;
  double wall_excess = 0;      // of a Schatten ball's wall
  bool may_be_direct = false;  // a direct draw is tried, and there is hope
};

}  // namespace dpcvx::solve

#endif
