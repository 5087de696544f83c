#include "solve/plan/expected_seconds.h"

#include "solve/core/work_seconds.h"

namespace dpcvx::solve {

double expected_seconds(const Problem &problem, const Figures &figures) {
  const model::Objective &objective = *problem.objective;
  const double step = figures.step_seconds > 0 ? figures.step_seconds : step_seconds(objective);
  const double steps = static_cast<double>(figures.steps) * step;
  return figures.passes * pass_seconds(objective) + steps + figures.matrix_seconds;
}

}  // namespace dpcvx::solve
