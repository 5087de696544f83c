// The enumerations of dpcvx/optimize.h, for tables of options and argument checks.
#ifndef DPCVX_OPTIMIZE_SGD_CHOICES_H_
#define DPCVX_OPTIMIZE_SGD_CHOICES_H_

#include "base/check.h"
#include "base/table.h"
#include "dpcvx/optimize.h"

namespace dpcvx::optimize {

inline constexpr Choice kSgdOrders[] = {
    {DPCVX_NAMED(DPCVX_SGD_ORDER_PERMUTED)},
    {DPCVX_NAMED(DPCVX_SGD_ORDER_SAMPLED)},
};
inline constexpr Choice kNoiseCalibrations[] = {
    {DPCVX_NAMED(DPCVX_NOISE_CALIBRATION_EXACT)},
    {DPCVX_NAMED(DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY)},
    {DPCVX_NAMED(DPCVX_NOISE_CALIBRATION_REFERENCE)},
};

}  // namespace dpcvx::optimize

#endif
