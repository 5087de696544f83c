// Which phases a plan of stable releases has: their number, quadratics, shares of privacy or of units, by the least
// predicted risk or as the paper has them (Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithms 3 to 6).
// Public numbers only.
#ifndef DPCVX_SOLVE_STABLE_PHASE_SCHEDULE_H_
#define DPCVX_SOLVE_STABLE_PHASE_SCHEDULE_H_

#include "solve/stable/inputs.h"
#include "solve/stable/phase.h"

namespace dpcvx::solve {

// What tells the phased methods apart.
struct PhaseKind {
  bool batches = false;       // each phase has units of its own
  bool strong_first = false;  // the first release has the objective's own quadratic alone
};

struct PhaseSchedule {
  double risk = INFINITY;  // predicted, smoothing included
  double smoothness = 0;   // beta of a unit's data loss
  int32_t count = 0;
  struct Phase {
    double prox = 0, share = 1, units = 0;
    double epsilon = 0, delta = 0;  // of a law of its own
    double mu = 0;                  // else: of its noise
  } phase[kMaxPhases];
  // Of several phases on the same units: the law that all have, and mu of all noise.
  double epsilon1 = 0, edge = 0, mu = 0;
  int64_t top = -1;

  bool one_law() const { return top >= 0; }
};

// How (epsilon, delta) is divided over several phases on the same units: passing is (epsilon1, edge)-DP in each, and
// all noise together mu-GDP.
struct PhaseAllocation {
  double epsilon1 = 0, edge = 0, mu = 0;
  int64_t top = -1;
};
// Passing has this share of epsilon a phase. mu = 0 where none is left.
PhaseAllocation phase_allocation(int64_t phases, double share, double epsilon, double delta);

// No schedule of several phases, or of as many as are asked for, takes fewer units.
int64_t min_units_of_phases(const StableInputs &inputs, const Settings &settings, const PhaseKind &kind);

// By the least predicted risk: with D_i = d sigma_i^2, after D_0 = R^2, or that of the first release,
//   sum_i lambda_i D_(i-1) / 2 + what noise of sigma_T costs (NoiseCost), plus of batches 2 gamma_0^2 / (mu_i n_i)
//   (1 + 2 beta / (mu_i n_i)) each, which is what a minimiser of n_i interchangeable units may be worse on their
//   population.
// lambda_i = lambda_1 q^(i-1), q = 4 or another power of 2; batches of n 2^-i units, the last of what is left. risk =
// infinity: none.
PhaseSchedule min_risk_phases(const StableInputs &inputs, const Settings &settings, const PhaseKind &kind);
// As the paper has it, constants 1: T = log2(n m), or log2(n / N_0), N_0 = log(1 / delta) / epsilon, lambda_i =
// lambda 4^i, lambda = G sqrt(d) / (R n sqrt(m)); all shares equal.
PhaseSchedule paper_phases(const StableInputs &inputs, const Settings &settings, const PhaseKind &kind);

// Chooses the quadratic a that is added for one release of all units.
RegularizationParameters min_risk_output(const StableInputs &inputs, const Settings &settings);

}  // namespace dpcvx::solve

#endif
