#include "solve/plan/expected_seconds.h"

#include <algorithm>

namespace dpcvx::solve {

namespace {

// Measured by tests/bench/fit_times.py on a 2 GHz server with AVX-512: noisy descent of 5, 20 and 100 columns took 9,
// 12 and 51 ns a row, and DP-SGD-Gradient 305, 465 and 1,280 ns a step.
constexpr double kRow = 6e-9, kEntry = 0.45e-9, kStep = 250e-9, kCoefficient = 10e-9;

}  // namespace

double expected_seconds(const Problem &problem, const Figures &figures) {
  const model::Objective &objective = *problem.objective;
  const double d = static_cast<double>(objective.dimension()), outputs = static_cast<double>(objective.outputs());
  const double units = static_cast<double>(objective.units());
  const double records = units * static_cast<double>(std::max<int64_t>(objective.settings().min_records_per_user, 1));
  const double row = outputs * kRow + d * kEntry;
  return figures.passes * records * row + static_cast<double>(figures.steps) * (kStep + d * kCoefficient);
}

}  // namespace dpcvx::solve
