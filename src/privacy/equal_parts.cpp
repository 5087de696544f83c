#include "privacy/equal_parts.h"

#include <cmath>

#include "numeric/logs.h"
#include "privacy/rounding.h"

namespace dpcvx {
namespace privacy {

// With i parts answering truthfully the privacy loss is (2 i - k) epsilon0, with probability C(k, i) p^i (1 - p)^(k -
// i), p = e^epsilon0 / (1 + e^epsilon0); delta is the sum over i of that times (1 - e^(epsilon - loss)) where positive.
double equal_pure_parts_delta_up(double epsilon0, int64_t parts, double epsilon) {
  const double k = static_cast<double>(parts);
  if (epsilon >= k * epsilon0 || epsilon0 == 0) return 0;
  const double q = 1 / (1 + std::exp(epsilon0)), p = 1 / (1 + std::exp(-epsilon0));
  double sum = 0;
  for (double i = k; 2 * i - k > 0; --i) {
    const double over = (2 * i - k) * epsilon0 - epsilon;
    // The loss is a rounded product: leave it the benefit of its last places.
    const double gain = over + 0x1p-51 * ((2 * i - k) * epsilon0 + epsilon);
    if (!(gain > 0)) break;
    const double chance = numeric::log_binomial_probability(k, i, p, q);
    sum += std::exp(chance + 0x1p-46 * (1 - chance) + 0x1p-51 * k) * -std::expm1(-gain);
  }
  return std::fmin(round_up(sum), 1);
}

}  // namespace privacy
}  // namespace dpcvx
