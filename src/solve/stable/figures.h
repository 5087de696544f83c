// The figures of stable releases; of the first phase where there are several.
#ifndef DPCVX_SOLVE_STABLE_FIGURES_H_
#define DPCVX_SOLVE_STABLE_FIGURES_H_

#include "solve/core/figures.h"

namespace dpcvx::solve {

struct StableFigures {
  double tolerance = 0;             // of approximate minima
  double added_l2 = 0;              // the quadratic that the method adds
  int64_t levels = 0;               // scores that may pass
  int64_t phases = 0;               // T
  double threshold = 0;             // gamma_0
  double distance_bound = 0;        // Lambda
  double width = 0, drift = 0;      // h, eta'
  double baseline_noise = 0;        // what the sensitivity of any data would need
  double unstable_probability = 0;  // predicted for interchangeable users; infinity: no bound is known
};

}  // namespace dpcvx::solve

#endif
