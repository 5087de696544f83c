#include "privacy/calibration/calibrate_shuffled.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numeric/root.h"
#include "privacy/pld/shuffled_law.h"
#include "privacy/pld/tight.h"

namespace dpcvx::privacy {

dpcvx_status calibrate_shuffled(int64_t users, int64_t rounds, double epsilon, double delta, double *epsilon0,
                                Error &error) {
  constexpr double kTolerance = 1e-4, kLeast = -40;
  const double each = 1 - 0x1p-40, times = static_cast<double>(rounds);
  // Without shuffling: rounds add up, and the total variation of one is at most epsilon0 / 2.
  const double alone = std::max(epsilon / times, 2 * delta / times) * each;
  Curve curve;
  DPCVX_TRY(curve.add(shuffled(1, static_cast<double>(users), rounds), error));
  LossMemory memory;
  dpcvx_status status = DPCVX_OK;
  const auto excess = [&](double inverse) {
    double found = 1;
    curve.replace(0, shuffled(1 / inverse, static_cast<double>(users), rounds));
    if (status == DPCVX_OK) status = tight_delta(curve, epsilon, Accuracy::kFine, memory, &found, error);
    if (status != DPCVX_OK) return kLeast;
    if (found <= delta) return std::min(-0x1p-40, std::max(kLeast, std::log(found / delta)));
    return std::log(found / delta);
  };
  const double most = ShuffledLaw::kMaxLocal;
  double found = alone;
  if (alone < most) found = 1 / numeric::falling_root(1 / most, 1 / alone, kTolerance, excess);
  DPCVX_TRY(status);
  *epsilon0 = std::max(alone, found * each);
  return DPCVX_OK;
}

}  // namespace dpcvx::privacy
