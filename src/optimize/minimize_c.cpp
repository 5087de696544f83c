#include <algorithm>

#include "base/check.h"
#include "base/error.h"
#include "base/monitor_handle.h"
#include "dpcvx/optimize.h"
#include "model/objective_handle.h"
#include "optimize/minimizer.h"

using namespace dpcvx;

dpcvx_status dpcvx_nonprivate_minimize(const dpcvx_objective *objective, double tolerance, int64_t max_passes,
                                       const double *start, const dpcvx_monitor *monitor, double *w, int64_t dimension,
                                       double *gap, double *distance, int32_t *outcome, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("objective", objective, error));
  const model::Objective &it = *objective->objective;
  DPCVX_TRY(check_nonnegative("tolerance", tolerance, error));
  DPCVX_TRY(check_between("max_passes", max_passes, 1, 1000000000, error));
  DPCVX_TRY(check_between("dimension", dimension, it.dimension(), it.dimension(), error));
  const size_t d = static_cast<size_t>(dimension);
  if (start != nullptr) DPCVX_TRY(check_all_finite("start", start, d, error));
  DPCVX_TRY(check_optional_handle("monitor", monitor, error));
  DPCVX_TRY(check_pointer("w", w, error));
  optimize::Minimizer minimizer;
  DPCVX_TRY(minimizer.prepare(it, 0, error));
  Buffer<double> point;
  if (!point.allocate(d)) return error.nomem("a point");
  if (start != nullptr) std::copy(start, start + dimension, point.data());
  ProgressMonitor watch(monitor);
  const optimize::Reached reached = minimizer.minimize(nullptr, tolerance, max_passes, watch, point.data());
  std::copy(point.begin(), point.end(), w);
  if (gap != nullptr) *gap = reached.certificate.gap;
  if (distance != nullptr) *distance = reached.certificate.distance;
  if (outcome != nullptr) *outcome = reached.outcome;
  return DPCVX_OK;
}
