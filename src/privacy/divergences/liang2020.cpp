#include "privacy/divergences/liang2020.h"

#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "numeric/directed_margin.h"

namespace dpcvx::privacy {

dpcvx_status liang_renyi_up(double noise_multiplier, double rate, double order, double *epsilon, Error &error) {
  constexpr double kMinVariance = 0.67;
  const double variance = noise_multiplier * noise_multiplier;
  if (!(variance >= kMinVariance))
    return error.fail(DPCVX_ERR_NUMERIC,
                      "the bound of Liang et al. needs noise_multiplier^2 >= 0.67; noise_multiplier^2 = %s",
                      show(variance).text);
  const double logarithm = -(std::log(order) + std::log(rate) + std::log1p(variance));
  const double most = variance * 2 / 3 * logarithm * (1 - kMargin);
  if (!(order - 1 <= most))
    return error.fail(DPCVX_ERR_NUMERIC,
                      "the bound of Liang et al. needs order - 1 <= (2/3) noise_multiplier^2 log(1 / (order rate (1 + "
                      "noise_multiplier^2))); order - 1 = %s, the right side is %s",
                      show(order - 1).text, show(most).text);
  *epsilon = round_up(3.5 * (rate * rate) * order / variance);
  return DPCVX_OK;
}

}  // namespace dpcvx::privacy
