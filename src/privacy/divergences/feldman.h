// Closed forms of Feldman and others: shuffled reports (2021, 2023) and iterations (2018).
#ifndef DPCVX_PRIVACY_DIVERGENCES_FELDMAN_H_
#define DPCVX_PRIVACY_DIVERGENCES_FELDMAN_H_

#include <cstdint>

#include "base/status.h"

namespace dpcvx::privacy {

// Compute the epsilon at a delta, 0 < delta < 1, of shuffled reports that are each epsilon0-DP; rounded up. Fail with
// DPCVX_ERR_NUMERIC where the theorem's condition does not hold for certain.
dpcvx_status feldman2021_epsilon_up(double epsilon0, int64_t users, double delta, double *epsilon, Error &error);
dpcvx_status feldman2023_epsilon_up(double epsilon0, int64_t users, double delta, double *epsilon, Error &error);

}  // namespace dpcvx::privacy

#endif
