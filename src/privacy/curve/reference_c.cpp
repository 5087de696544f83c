// The closed forms of papers that are about curves (dpcvx/reference.h).
#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "dpcvx/reference.h"
#include "privacy/curve/curve_handle.h"
#include "privacy/divergences/liang2020.h"

using namespace dpcvx;

dpcvx_status dpcvx_reference_mironov2017_epsilon(const dpcvx_curve *curve, double delta, double *epsilon,
                                                 dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_inside("delta", delta, 0, 1, error));
  DPCVX_TRY(check_handle("curve", curve, error));
  DPCVX_TRY(check_pointer("epsilon", epsilon, error));
  *epsilon = curve->curve.epsilon_mironov(delta);
  return DPCVX_OK;
}

dpcvx_status dpcvx_reference_liang2020_rdp(double noise_multiplier, double rate, double order, double *epsilon,
                                           dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_between("noise_multiplier", noise_multiplier, 0x1p-100, 0x1p100, error));
  if (!(rate > 0 && rate <= 1)) return error.argument("rate", rate, "a number in (0, 1]");
  if (!(std::isfinite(order) && order > 1)) return error.argument("order", order, "a finite number > 1");
  DPCVX_TRY(check_pointer("epsilon", epsilon, error));
  return privacy::liang_renyi_up(noise_multiplier, rate, order, epsilon, error);
}
