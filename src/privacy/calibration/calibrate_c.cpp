#include "privacy/calibration/calibrate.h"

#include "base/check.h"
#include "base/error.h"
#include "dpcvx/privacy.h"
#include "privacy/calibration/calibrate_sampled.h"
#include "privacy/curve/check_sampling.h"

namespace dpcvx {
namespace {

dpcvx_status check_calibration(int32_t sampling, double rate, int64_t steps, double epsilon, double delta,
                               const double *noise_multiplier, Error &error) {
  DPCVX_TRY(check_sampling(sampling, rate, steps, error));
  DPCVX_TRY(check_nonnegative("epsilon", epsilon, error));
  DPCVX_TRY(check_inside("delta", delta, 0, 1, error));
  return check_pointer("noise_multiplier", noise_multiplier, error);
}

privacy::Kind kind_of(int32_t sampling) {
  return sampling == DPCVX_SAMPLING_POISSON               ? privacy::Kind::kPoissonGaussian
         : sampling == DPCVX_SAMPLING_WITHOUT_REPLACEMENT ? privacy::Kind::kFixedSizeGaussian
                                                          : privacy::Kind::kReplacedGaussian;
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_calibrate_gdp(double epsilon, double delta, double *mu, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_nonnegative("epsilon", epsilon, error));
  DPCVX_TRY(check_inside("delta", delta, 0, 1, error));
  DPCVX_TRY(check_pointer("mu", mu, error));
  *mu = privacy::calibrate_gdp(epsilon, delta);
  return DPCVX_OK;
}

dpcvx_status dpcvx_calibrate_zcdp(double epsilon, double delta, double *rho, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_nonnegative("epsilon", epsilon, error));
  DPCVX_TRY(check_inside("delta", delta, 0, 1, error));
  DPCVX_TRY(check_pointer("rho", rho, error));
  *rho = privacy::calibrate_zcdp(epsilon, delta);
  return DPCVX_OK;
}

dpcvx_status dpcvx_calibrate_subsampled_gaussian(int32_t sampling, double rate, int64_t steps, double epsilon,
                                                 double delta, double *noise_multiplier, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_calibration(sampling, rate, steps, epsilon, delta, noise_multiplier, error));
  return privacy::calibrate_subsampled(kind_of(sampling), rate, steps, epsilon, delta, noise_multiplier, error);
}

dpcvx_status dpcvx_calibrate_subsampled_gaussian_rdp(int32_t sampling, double rate, int64_t steps, double epsilon,
                                                     double delta, double *noise_multiplier, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_calibration(sampling, rate, steps, epsilon, delta, noise_multiplier, error));
  return privacy::calibrate_subsampled_rdp(kind_of(sampling), rate, steps, epsilon, delta, noise_multiplier, error);
}
