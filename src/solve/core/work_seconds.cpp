#include "solve/core/work_seconds.h"

#include <algorithm>

namespace dpcvx::solve {

namespace {

// Measured by tests/bench/fit_times.py on a 2 GHz server with AVX-512: noisy descent of 5, 20 and 100 columns took 9,
// 12 and 51 ns a row, and DP-SGD-Gradient 305, 465 and 1,280 ns a step.
constexpr double kRow = 6e-9, kEntry = 0.45e-9, kStep = 250e-9, kCoefficient = 10e-9;
// Of an entry's time, what several decision values share: it is read once for all of them. On a busy 2.4 GHz server
// with AVX2, rows of 5, 20, 100 and 200 columns took 15, 17, 126 and 260 ns by one value, and each of 2 to 26 classes
// took 7.5, 9.5, 21 and 39 ns more.
constexpr double kRead = 0.29e-9;
// Decompositions of 8 x 8, 10 x 10 and 16 x 16 matrices took 9, 15 and 48 us.
constexpr double kTurn = 13e-9;

// DP-SGD-Output of 5, 20 and 100 columns took 89, 105 and 280 ns a step, its pass among them.
constexpr double kUnitStep = 80e-9, kUnitCoefficient = 1.5e-9;
// Tries of the exponential mechanism beside corners that rows share.
constexpr double kTry = 1.2e-6, kTryCoefficient = 0.08e-6;
// Sufficient statistics of 20 and 100 columns took 32 and 310 ns a row, and 0.3 ms of no rows.
constexpr double kProduct = 0.028e-9, kSolve = 250e-6;

double records_of(const model::Objective &objective) {
  const double units = static_cast<double>(objective.units());
  return units * static_cast<double>(std::max<int64_t>(objective.settings().min_records_per_user, 1));
}

}  // namespace

double pass_seconds(const model::Objective &objective) {
  const double d = static_cast<double>(objective.dimension()), outputs = static_cast<double>(objective.outputs());
  return records_of(objective) * (outputs * kRow + d * (kEntry - kRead * (1 - 1 / outputs)));
}

double step_seconds(const model::Objective &objective) {
  const double step = kStep + static_cast<double>(objective.dimension()) * kCoefficient;
  const model::Domain *const domain = objective.domain();
  if (domain == nullptr || !domain->is_schatten()) return step;
  return step + decomposition_seconds(domain->rows(), domain->columns());
}

double unit_step_seconds(const model::Objective &objective) {
  return kUnitStep + static_cast<double>(objective.dimension()) * kUnitCoefficient;
}

double try_seconds(const model::Objective &objective) {
  return kTry + static_cast<double>(objective.dimension()) * kTryCoefficient;
}

double moments_seconds(const model::Objective &objective) {
  const double d = static_cast<double>(objective.dimension());
  return kSolve + records_of(objective) * d * d * kProduct;
}

double decomposition_seconds(int64_t rows, int64_t columns) {
  const double rank = static_cast<double>(std::min(rows, columns)), entries = static_cast<double>(rows * columns);
  return kTurn * rank * entries;
}

}  // namespace dpcvx::solve
