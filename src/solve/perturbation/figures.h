// The figures of perturbations, and what their runs need besides.
#ifndef DPCVX_SOLVE_PERTURBATION_FIGURES_H_
#define DPCVX_SOLVE_PERTURBATION_FIGURES_H_

#include "mechanism/noise/noise.h"
#include "solve/core/figures.h"

namespace dpcvx::solve {

struct PerturbationFigures {
  double tolerance = 0;          // of approximate minima
  double added_l2 = 0;           // the quadratic that the method adds
  double jacobian_fraction = 0;  // of objective perturbation: the option
};

struct PerturbationInputs {
  bool laplace = false;             // which law the noise has
  bool linear_term = false;         // of objective perturbation: the noise is of a linear term's entries
  double jacobian = 0;              // of objective perturbation: log of the most that one unit changes a density by
  mechanism::NoisePlan last_noise;  // of objective perturbation: on the minimiser
};

}  // namespace dpcvx::solve

#endif
