#include "privacy/divergences/response.h"

#include <cmath>

#include "numeric/directed_margin.h"
#include "privacy/divergences/rdp.h"

namespace dpcvx::privacy {

double response_loss_up(double noise, double categories) {
  return round_up(std::log1p((1 - noise) / noise * categories));
}

// The moment less one is (a - b) sinh(x) + (a + b) (cosh(x) - 1), x = (order - 1) loss, for the probabilities a of the
// truth and b of one other answer: no term is negative. For large x, x + log(a + c e^-x + b e^-2x), c the rest.
double renyi_of_response_up(double noise, double categories, double order) {
  const double loss = response_loss_up(noise, categories), t = order - 1, x = t * loss;
  const double other = noise / categories, sure = 1 - noise;
  if (!(loss < INFINITY)) return INFINITY;
  double log_moment;
  if (x < 1) {
    const double s = std::sinh(x / 2);
    log_moment = std::log1p(sure * std::sinh(x) + (sure + 2 * other) * 2 * s * s);
  } else {
    const double rest = noise * (1 - 2 / categories), near = std::exp(-x);
    log_moment = x + std::log(sure + other + near * (rest + other * near)) + 0x1p-48;
  }
  return std::fmin(round_up(log_moment / t), loss);
}

double zcdp_of_response_up(double noise, double categories) {
  const double loss = response_loss_up(noise, categories), pure = zcdp_of_pure_up(loss);
  const bool few = categories <= 2 + 4 * std::exp(loss / 2) * (1 - 0x1p-40);
  return few ? std::fmin(pure, round_up((1 - noise) * loss)) : pure;
}

}  // namespace dpcvx::privacy
