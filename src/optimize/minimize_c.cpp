#include <algorithm>

#include "base/check.h"
#include "base/error.h"
#include "base/monitor_handle.h"
#include "base/options.h"
#include "base/text.h"
#include "dpcvx/optimize.h"
#include "model/objective_handle.h"
#include "optimize/minimizer.h"

namespace dpcvx {
namespace {

struct MinimizeSettings {
  double tolerance;
  int64_t max_passes;
};

constexpr OptionKey kKeys[] = {
    {DPCVX_NAMED(DPCVX_MINIMIZE_OPTION_TOLERANCE), real_in(0, 1e30), 1e-6, into<&MinimizeSettings::tolerance>},
    {DPCVX_NAMED(DPCVX_MINIMIZE_OPTION_MAX_PASSES), integer_in(1, 1e9), 1000, into<&MinimizeSettings::max_passes>},
};
constexpr OptionsOf<MinimizeSettings> kOptions("minimize options", kKeys);

}  // namespace

}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_minimize_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kOptions, out, error);
}

dpcvx_status dpcvx_nonprivate_minimize(const dpcvx_objective *objective, const double *start,
                                       const dpcvx_options *options, const dpcvx_monitor *monitor, double *w,
                                       int64_t dimension, double *gap, double *distance, int32_t *outcome,
                                       dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_objective_with_table(objective, error));
  const model::Objective &function = *objective->objective;
  DPCVX_TRY(check_between("dimension", dimension, function.dimension(), function.dimension(), error));
  if (function.has_l1() && !(function.smoothness() < INFINITY))
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "argument 'objective' = a loss with corners and DPCVX_OBJECTIVE_OPTION_L1 = %s; accepted: a "
                      "smooth loss, which DPCVX_OBJECTIVE_OPTION_SMOOTHING makes of it, or L1 = 0",
                      show(function.settings().l1).text);
  if (function.domain() != nullptr && function.domain()->is_schatten())
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "argument 'objective' = an objective on a Schatten ball, whose projection has no bound that a "
                      "certificate could rest on; accepted: R^d, an lp ball, a box or a simplex");
  const size_t d = static_cast<size_t>(dimension);
  if (start != nullptr) DPCVX_TRY(check_all_finite("start", start, d, error));
  MinimizeSettings settings;
  DPCVX_TRY(read_options(options, kOptions, &settings, error));
  DPCVX_TRY(check_optional_handle("monitor", monitor, error));
  DPCVX_TRY(check_pointer("w", w, error));
  optimize::Minimizer minimizer;
  DPCVX_TRY(minimizer.prepare(function, 0, error));
  Buffer<double> point;
  if (!point.allocate(d)) return error.nomem("a point");
  if (start != nullptr) std::copy(start, start + dimension, point.data());
  ProgressMonitor watch(monitor);
  const optimize::Reached reached =
      minimizer.minimize(nullptr, settings.tolerance, settings.max_passes, watch, point.data());
  std::copy(point.begin(), point.end(), w);
  if (gap != nullptr) *gap = reached.certificate.gap;
  if (distance != nullptr) *distance = reached.certificate.distance;
  if (outcome != nullptr) *outcome = reached.outcome;
  return DPCVX_OK;
}
