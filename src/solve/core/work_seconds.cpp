#include "solve/core/work_seconds.h"

#include <algorithm>

namespace dpcvx::solve {

namespace {

// Measured by tests/bench/fit_times.py on a 2 GHz server with AVX-512: noisy descent of 5, 20 and 100 columns took 9,
// 12 and 51 ns a row, and DP-SGD-Gradient 305, 465 and 1,280 ns a step.
constexpr double kRow = 6e-9, kEntry = 0.45e-9, kStep = 250e-9, kCoefficient = 10e-9;
// Matrices of 10 x 10 and 20 x 20 took 20 and 130 us.
constexpr double kTurn = 18e-9;

}  // namespace

double pass_seconds(const model::Objective &objective) {
  const double d = static_cast<double>(objective.dimension()), outputs = static_cast<double>(objective.outputs());
  const double units = static_cast<double>(objective.units());
  const double records = units * static_cast<double>(std::max<int64_t>(objective.settings().min_records_per_user, 1));
  return records * (outputs * kRow + d * kEntry);
}

double step_seconds(const model::Objective &objective) {
  const double step = kStep + static_cast<double>(objective.dimension()) * kCoefficient;
  const model::Domain *const domain = objective.domain();
  if (domain == nullptr || !domain->is_schatten()) return step;
  return step + decomposition_seconds(domain->rows(), domain->columns());
}

double decomposition_seconds(int64_t rows, int64_t columns) {
  const double rank = static_cast<double>(std::min(rows, columns)), entries = static_cast<double>(rows * columns);
  return kTurn * rank * entries;
}

}  // namespace dpcvx::solve
