#include "optimize/sgd_noise.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "privacy/divergences/gdp.h"
#include "privacy/divergences/gdp_mixture.h"

namespace dpcvx::optimize {

dpcvx_status add_noisy_output(const SgdMixture &mixture, double noise, privacy::Curve *curve, Error &error) {
  Buffer<double> mus;
  if (!mus.allocate(mixture.size)) return error.nomem("a mixture");
  for (size_t i = 0; i < mixture.size; ++i) {
    const double mu = mixture.lengths[i] / noise;
    mus[i] = mu == 0 && mixture.lengths[i] == 0 ? 0 : std::nextafter(mu, INFINITY);
    if (!(mus[i] < INFINITY)) return error.argument("noise", noise, "enough to hide the distances");
  }
  return curve->add_gdp_mixture(mus.data(), mixture.probabilities.data(), mixture.size, 1, error, mixture.amplified);
}

double tight_noise(const SgdMixture &mixture, double epsilon, double delta) {
  const auto scale = mixture.amplified ? privacy::amplified_scale_within : privacy::mixture_scale_within;
  return scale(mixture.lengths.data(), mixture.probabilities.data(), mixture.size, epsilon, delta);
}

double quantile_noise(const SgdMixture &mixture, double epsilon, double delta) {
  constexpr double kUp = 1 + 0x1p-40;
  double best = INFINITY, gamma = 0;
  for (size_t i = mixture.size; i-- > 0 && gamma < delta;) {
    const double length = mixture.lengths[i];
    if (length == 0) return 0;
    // Below 2^-20 of delta gamma costs nothing to speak of: the next length is less.
    const bool cheap = i > 0 && gamma + mixture.probabilities[i] < 0x1p-20 * delta;
    if (!cheap) best = std::min(best, length / privacy::gdp_mu_down(epsilon, delta - gamma) * kUp);
    gamma = (gamma + mixture.probabilities[i]) * (1 + 0x1p-52);
  }
  return best;
}

dpcvx_status paper_noise(const SgdStability &stability, double epsilon, double delta, double *noise, Error &error) {
  if (!(epsilon > 0 && epsilon <= 1))
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "Theorem 8 of Wang, Lei, Ying and Zhang 2022 rests on a formula that is proved for epsilon <= 1; "
                      "epsilon = %s",
                      show(epsilon).text);
  double length;
  DPCVX_TRY(stability.paper(delta / 2, &length, error));
  *noise = std::sqrt(2 * std::log(2.5 / delta)) * length / epsilon * (1 + 0x1p-40);
  return DPCVX_OK;
}

}  // namespace dpcvx::optimize
