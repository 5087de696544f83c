#include <algorithm>
#include <cmath>

#include "mechanism/propose_test_release/threshold_law.h"
#include "mechanism/propose_test_release/gaussian_hockey_stick.h"
#include "numeric/logs.h"
#include "numeric/directed_margin.h"

namespace dpcvx::mechanism {

double phases_delta(int64_t phases, double epsilon1, double edge, double mu, double epsilon) {
  const double count = static_cast<double>(phases);
  // Randomized response at epsilon1: its losses are +-epsilon1, with these probabilities of the first law.
  const double truth = 1 / (1 + std::exp(-epsilon1)), lie = 1 / (1 + std::exp(epsilon1));
  double rest = 0;
  for (int64_t lies = 0; lies <= phases; ++lies) {
    const double probability =
        std::exp(numeric::log_binomial_probability(count, static_cast<double>(lies), lie, truth));
    const double left = epsilon - static_cast<double>(phases - 2 * lies) * epsilon1;
    // The difference is rounded to the unfavourable side.
    const double low = left - 0x1p-50 * (epsilon + count * epsilon1);
    rest += probability * (1 + 1e-12) * signed_gdp_delta_up(mu, low);
  }
  // 1 - (1 - edge)^phases (1 - rest)
  const double none_lost = count * std::log1p(-edge);
  return std::min(privacy::round_up(-std::expm1(none_lost) + std::exp(none_lost) * privacy::round_up(rest)), 1.0);
}

}  // namespace dpcvx::mechanism
