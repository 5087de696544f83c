// Checks what callers say of samples.
#ifndef DPCVX_PRIVACY_CURVE_CHECK_SAMPLING_H_
#define DPCVX_PRIVACY_CURVE_CHECK_SAMPLING_H_

#include "base/check.h"
#include "base/error.h"
#include "dpcvx/privacy.h"

namespace dpcvx {

inline dpcvx_status check_sampling(int32_t sampling, double rate, int64_t steps, Error &error) {
  if (sampling < DPCVX_SAMPLING_POISSON || sampling > DPCVX_SAMPLING_POISSON_REPLACE_ONE)
    return error.argument("sampling", sampling,
                          "DPCVX_SAMPLING_POISSON, DPCVX_SAMPLING_WITHOUT_REPLACEMENT or "
                          "DPCVX_SAMPLING_POISSON_REPLACE_ONE");
  if (!(rate > 0 && rate <= 1)) return error.argument("rate", rate, "a number in (0, 1]");
  return steps >= 1 ? DPCVX_OK : error.argument("steps", steps, "an integer >= 1");
}

}  // namespace dpcvx

#endif
