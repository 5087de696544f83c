// The schedules of Wang, Lei, Ying and Zhang 2022: T and eta, and the rate of the excess population risk, as Theorems
// 9, 10 and 12 state them, constants left out (PROOFS.md tells what of them was derived again from the proofs).
#ifndef DPCVX_SOLVE_WANG2022_SCHEDULES_H_
#define DPCVX_SOLVE_WANG2022_SCHEDULES_H_

#include <cstdint>

namespace dpcvx::solve {

enum class PaperTheorem : int32_t {
  kOutputAnywhere = 9,    // DP-SGD-Output on R^d
  kOutputBounded = 10,    // on a bounded domain
  kGradientBounded = 12,  // DP-SGD-Gradient on a bounded domain
};

struct ScheduleInputs {
  double exponent = 0;   // alpha in [0, 1]
  double units = 0;      // n >= 2
  double dimension = 0;  // d
  double epsilon = 0, delta = 0;
  double confidence = 0;  // gamma: the rate may fail with this probability
};

struct PaperSchedule {
  double steps = 0;      // T, a whole number; may pass what anyone runs
  double step_size = 0;  // eta
  double rate = 0;
};

PaperSchedule paper_schedule(PaperTheorem theorem, const ScheduleInputs &inputs);

// eta for another number of steps, T eta being the theorem's.
inline double paper_step_size(const PaperSchedule &schedule, double steps) {
  return schedule.step_size * (schedule.steps / steps);
}

}  // namespace dpcvx::solve

#endif
