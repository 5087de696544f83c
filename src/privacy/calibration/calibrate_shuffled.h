// Calibrates the local epsilon of reports that are shuffled to a limit that all of them together keep.
#ifndef DPCVX_PRIVACY_CALIBRATION_CALIBRATE_SHUFFLED_H_
#define DPCVX_PRIVACY_CALIBRATION_CALIBRATE_SHUFFLED_H_

#include <cstdint>

#include "base/status.h"

namespace dpcvx::privacy {

// Computes the greatest epsilon of each report for which `rounds` rounds of them, each shuffled, keep (epsilon, delta);
// rounded down by a share of 10^-4 at most. It was tried itself. 0 <= epsilon, 0 < delta < 1.
dpcvx_status calibrate_shuffled(int64_t users, int64_t rounds, double epsilon, double delta, double *epsilon0,
                                Error &error);

}  // namespace dpcvx::privacy

#endif
