#include "privacy/calibrate_sampled.h"

#include <cmath>

#include "dpcvx/privacy.h"
#include "privacy/calibrate.h"
#include "privacy/rounding.h"

namespace dpcvx {
namespace privacy {

namespace {

Event sampled(Kind kind, double noise_multiplier, double rate, int64_t steps) {
  return kind == Kind::kPoissonGaussian ? poisson_gaussian(noise_multiplier, rate, steps)
                                        : fixed_size_gaussian(noise_multiplier, rate, steps);
}

// The least noise multiplier with enough(noise_multiplier), which is false and then true, to a relative 1e-11 and
// itself tried; 0 where none up to 2^40 will do.
template <class Enough>
double least_noise(const Enough &enough) {
  constexpr double kGreatest = 0x1p40, kLeast = 0x1p-10;
  double low = 1, high = 1;
  while (high <= kGreatest && !enough(high)) low = high, high *= 2;
  if (high > kGreatest) return 0;
  while (low == high && low > kLeast && enough(low / 2)) low = high = low / 2;
  if (low == high) low = high / 2;
  for (int i = 0; i < 40 && high - low > 1e-11 * high; ++i) {
    const double middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

// Every stated order of a table, which a Gaussian's rounds must keep one by one.
dpcvx_status within_table(const Curve &price, Kind kind, double rate, int64_t steps, double *noise_multiplier,
                          Error &error) {
  const Event &table = price[0];
  const double *const orders = price.numbers() + table.table, *const epsilons = orders + table.size;
  Curve curve;
  DPCVX_TRY(curve.add(pure(0), error));  // takes the memory; replaced at each try
  *noise_multiplier = least_noise([&](double noise) {
    curve.replace(0, sampled(kind, noise, rate, steps));
    for (size_t i = 0; i < table.size; ++i)
      if (!(curve.rdp(orders[i]) <= epsilons[i])) return false;
    return true;
  });
  return *noise_multiplier > 0 ? DPCVX_OK
                               : error.fail(DPCVX_ERR_NUMERIC,
                                            "no noise multiplier up to 2^40 keeps %s rounds within "
                                            "the price's Renyi epsilons",
                                            show(steps).text);
}

}  // namespace

dpcvx_status calibrate_subsampled(Kind kind, double rate, int64_t steps, double epsilon, double delta,
                                  double *noise_multiplier, Error &error) {
  Curve curve;
  DPCVX_TRY(curve.add(pure(0), error));  // takes the memory; replaced at each try
  const auto enough = [&](double sigma) {
    curve.replace(0, sampled(kind, sigma, rate, steps));
    return curve.delta(epsilon) <= delta;
  };
  double high = least_noise(enough);
  if (high == 0)
    return error.fail(DPCVX_ERR_NUMERIC, "no noise multiplier up to 2^40 gives epsilon = %s at delta = %s",
                      show(epsilon).text, show(delta).text);
  high *= 1 + kSlack;
  // A budget with the filter of Renyi DP, made for the order at which this curve's answer is attained, takes it: its
  // limit was made smaller by a slack, which the noise pays for. (One step has a better answer, which such a budget
  // cannot use.)
  for (double more = kSlack; steps > 1 && more < 1e-6; more *= 2) {
    enough(high);
    const double order = curve.rdp_order(delta), renyi = curve.rdp(order);
    const double limit = calibrate_rdp(order, epsilon, delta);
    if (renyi <= limit || renyi > limit * (1 + 1e-6)) break;
    high *= 1 + more;
  }
  *noise_multiplier = high;
  return DPCVX_OK;
}

bool sampling_is_amplified(const Curve &price, int32_t filter) {
  if (filter != DPCVX_FILTER_BASIC && filter != DPCVX_FILTER_RDP) return false;
  return price.size() == 1 && price[0].count == 1 &&
         (price[0].kind == Kind::kApproximate || price[0].kind == Kind::kRdp);
}

dpcvx_status sampled_gaussian_within(const Curve &price, int32_t filter, Kind kind, double rate, int64_t steps,
                                     Event *event, Error &error) {
  *event = gdp(0, 0);
  const double mu = gaussian_mu_within(price);
  if (!(mu > 0)) return DPCVX_OK;
  if (!sampling_is_amplified(price, filter)) {
    // steps mu_step^2 <= mu^2.
    *event = gdp(mu * (1 - 0x1p-51) / sqrt_up(static_cast<double>(steps)) * (1 - 0x1p-51), steps);
    return DPCVX_OK;
  }
  double noise;
  DPCVX_TRY(price[0].kind == Kind::kRdp
                ? within_table(price, kind, rate, steps, &noise, error)
                : calibrate_subsampled(kind, rate, steps, price[0].a, price[0].b, &noise, error));
  *event = sampled(kind, noise, rate, steps);
  return DPCVX_OK;
}

double round_mu(const Event &event) { return event.kind == Kind::kGdp ? event.a : 1 / event.a * (1 - 0x1p-52); }

}  // namespace privacy
}  // namespace dpcvx
