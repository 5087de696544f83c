#include "privacy/divergences/pure_composition.h"

#include <cmath>
#include <limits>

#include "numeric/logs.h"
#include "numeric/twofold.h"
#include "numeric/directed_margin.h"

namespace dpcvx::privacy {

// With i parts answering truthfully the privacy loss is (2 i - k) epsilon0, with probability C(k, i) p^i (1 - p)^(k -
// i), p = e^epsilon0 / (1 + e^epsilon0); delta is the sum over i of that times (1 - e^(epsilon - loss)) where positive.
double equal_pure_parts_delta_up(double epsilon0, int64_t parts, double epsilon) {
  const double k = static_cast<double>(parts);
  if (epsilon0 == 0) return 0;
  const double q = 1 / (1 + std::exp(epsilon0)), p = 1 / (1 + std::exp(-epsilon0));
  double sum = 0;
  for (double i = k; 2 * i - k > 0; --i) {
    // The product is exact in two parts, and so is its difference from an epsilon close to it: the sign is right.
    const numeric::Twofold loss = numeric::two_product(2 * i - k, epsilon0);
    const double lost = loss.high < 0x1p-900 ? std::numeric_limits<double>::min() : 0;  // where the low part underflows
    const double gain = (loss.high - epsilon + loss.low) * (1 + 0x1p-50) + lost;
    if (!(gain > 0)) break;
    const double chance = numeric::log_binomial_probability(k, i, p, q);
    sum += std::exp(chance + 0x1p-46 * (1 - chance) + 0x1p-51 * k) * -std::expm1(-gain);
  }
  return std::fmin(round_up(sum), 1);
}

}  // namespace dpcvx::privacy
