#include <algorithm>

#include "base/check.h"
#include "dpcvx/optimize.h"
#include "model/objective_handle.h"
#include "optimize/newton.h"

using namespace dpcvx;

dpcvx_status dpcvx_nonprivate_minimize(const dpcvx_objective *objective, double tolerance, int64_t most_steps,
                                       double *w, int64_t dimension, double *gradient_norm, double *distance,
                                       int32_t *converged, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("objective", objective, error));
  const model::Objective &it = *objective->objective;
  DPCVX_TRY(check_positive("tolerance", tolerance, error));
  DPCVX_TRY(check_between("most_steps", most_steps, 1, 1000000, error));
  DPCVX_TRY(check_pointer("w", w, error));
  DPCVX_TRY(check_between("dimension", dimension, it.dimension(), it.dimension(), error));
  optimize::Newton newton;
  DPCVX_TRY(newton.prepare(it, error));
  Buffer<double> point;
  if (!point.allocate(static_cast<size_t>(dimension))) return error.nomem("a point");
  optimize::Certificate reached{};
  DPCVX_TRY(newton.minimize(tolerance, most_steps, point.data(), &reached, error));
  std::copy(point.begin(), point.end(), w);
  if (gradient_norm != nullptr) *gradient_norm = reached.gradient_norm;
  if (distance != nullptr) *distance = reached.distance;
  if (converged != nullptr) *converged = reached.gradient_norm <= tolerance ? 1 : 0;
  return DPCVX_OK;
}
