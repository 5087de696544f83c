#include "privacy/calibration/calibrate_sampled.h"

#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "dpcvx/privacy.h"
#include "privacy/calibration/calibrate.h"
#include "numeric/directed_margin.h"
#include "privacy/pld/parts.h"
#include "privacy/pld/tight.h"

namespace dpcvx::privacy {

namespace {

Event sampled(Kind kind, double noise_multiplier, double rate, int64_t steps) {
  return kind == Kind::kPoissonGaussian    ? poisson_gaussian(noise_multiplier, rate, steps)
         : kind == Kind::kReplacedGaussian ? replaced_gaussian(noise_multiplier, rate, steps)
                                           : fixed_size_gaussian(noise_multiplier, rate, steps);
}

// The precision of closed forms, and that of a first guess.
constexpr double kExactly = 1e-11, kCoarsely = 0.05;

// Rounds of the subsampled Gaussian as a curve, at trial noise.
class Rounds {
 public:
  Rounds(Kind kind, double rate, int64_t steps) : kind_(kind), rate_(rate), steps_(steps) {}

  dpcvx_status prepare(Error &error) { return curve_.add(pure(0), error); }  // takes the memory; replaced at each try

  const Curve &at(double noise) {
    curve_.replace(0, sampled(kind_, noise, rate_, steps_));
    return curve_;
  }

 private:
  Kind kind_;
  double rate_;
  int64_t steps_;
  Curve curve_;
};

// The least noise multiplier with enough(noise_multiplier), which is false and then true, to a relative `precision` and
// itself tried; 0 where none up to 2^40 will do.
template <class Enough>
double min_noise(double precision, const Enough &enough) {
  constexpr double kGreatest = 0x1p40, kMin = 0x1p-10;
  double low = 1, high = 1;
  while (high <= kGreatest && !enough(high)) low = high, high *= 2;
  if (high > kGreatest) return 0;
  while (low == high && low > kMin && enough(low / 2)) low = high = low / 2;
  if (low == high) low = high / 2;
  for (int i = 0; i < 40 && high - low > precision * high; ++i) {
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
  Rounds rounds(kind, rate, steps);
  DPCVX_TRY(rounds.prepare(error));
  *noise_multiplier = min_noise(kExactly, [&](double noise) {
    const Curve &curve = rounds.at(noise);
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

dpcvx_status no_noise(double epsilon, double delta, Error &error) {
  return error.fail(DPCVX_ERR_NUMERIC, "no noise multiplier up to 2^40 gives epsilon = %s at delta = %s",
                    show(epsilon).text, show(delta).text);
}

// The epsilon of the calibrated curve is found on other grids, which may tell a little more than the delta did here. It
// shall not pass the limit: calibration leaves this part of delta free, some 5e-5 of the noise.
constexpr double kFreeDelta = 1e-3;

// Rounds of the subsampled Gaussian at trial noise, by their privacy losses.
class Trial {
 public:
  Trial(Kind kind, double rate, int64_t steps, double epsilon, double delta)
      : rounds_(kind, rate, steps), epsilon_(epsilon), delta_(delta) {}

  dpcvx_status prepare(Error &error) { return rounds_.prepare(error); }
  void leave_free(double share) { delta_ *= 1 - share; }
  const Curve &curve(double noise) { return rounds_.at(noise); }

  // log(delta / allowed), *excess <= 0 where the noise is enough. `rough` as in LossSum.
  dpcvx_status try_noise(double noise, bool rough, double *excess, Error &error) {
    double delta;
    DPCVX_TRY(tight_delta(curve(noise), epsilon_, rough, memory_, &delta, error));
    *excess = delta > 0 ? std::log(delta / delta_) : -1000;
    if (delta <= delta_ && *excess > 0) *excess = 0;
    if (delta > delta_ && *excess <= 0) *excess = 1e-16;
    return DPCVX_OK;
  }

 private:
  Rounds rounds_;
  double epsilon_, delta_;
  LossMemory memory_;
};

// The usual fall of log delta as the logarithm of the noise grows: where the first cut begins.
constexpr double kUsualSlope = 20;

// From noise that is about enough to less, `high` in place: enough, and more than the least by a relative `precision`
// at most, as far as a rough answer or a good one tells it. A secant in logarithms, kept between noise that is not
// enough and noise that is. Each try is dear.
dpcvx_status reduce(Trial &trial, bool rough, double precision, double *high, Error &error) {
  double at_high, low = *high, at_low = 0;
  DPCVX_TRY(trial.try_noise(*high, rough, &at_high, error));
  const double first_cut = std::fmin(0.1, std::fmax(precision, 1.2 * std::fabs(at_high) / kUsualSlope));
  for (double cut = first_cut; at_high > 0; cut *= 4) {
    low = *high, at_low = at_high;
    *high *= 1 + cut;
    DPCVX_TRY(trial.try_noise(*high, rough, &at_high, error));
  }
  for (double cut = first_cut; !(at_low > 0) && low > 0x1p-60; cut = std::fmin(0.5, 4 * cut)) {
    low = *high * (1 - cut);
    DPCVX_TRY(trial.try_noise(low, rough, &at_low, error));
    if (!(at_low > 0)) *high = low, at_high = at_low;
  }
  for (int i = 0; i < 60 && *high - low > precision * *high; ++i) {
    double share = at_low / (at_low - at_high);
    share = i % 4 == 3 || !(share > 0 && share < 1) ? 0.5 : share;
    // A little to the side of the end that it must move. Where that is near the noise that is enough, a point that
    // ends the search if it is not enough.
    const double margin = 0.3 * precision * *high;
    const double middle = std::fmin(low + (*high - low) * share + margin, *high * (1 - 0.9 * precision));
    double at;
    DPCVX_TRY(trial.try_noise(middle, rough, &at, error));
    if (at > 0)
      low = middle, at_low = at;
    else
      *high = middle, at_high = at;
  }
  return DPCVX_OK;
}

}  // namespace

dpcvx_status calibrate_subsampled(Kind kind, double rate, int64_t steps, double epsilon, double delta,
                                  double *noise_multiplier, Error &error, Effort effort) {
  const bool rough = effort != Effort::kFine, closed = effort == Effort::kClosedForms;
  Trial trial(kind, rate, steps, epsilon, delta);
  DPCVX_TRY(trial.prepare(error));
  LossParts parts;
  DPCVX_TRY(parts.split(trial.curve(1), false, error));
  const bool has_losses = parts.beat_closed_forms();
  if (has_losses) trial.leave_free(kFreeDelta);
  double high = min_noise(has_losses || closed ? kCoarsely : kExactly,
                          [&](double sigma) { return trial.curve(sigma).delta(epsilon) <= delta; });
  if (high == 0) return no_noise(epsilon, delta, error);
  if (closed) {
    *noise_multiplier = high;
    return DPCVX_OK;
  }
  if (has_losses) {
    constexpr double kPrecision = 1e-4;
    DPCVX_TRY(reduce(trial, true, rough ? 5e-3 : 1e-3, &high, error));
    if (!rough) DPCVX_TRY(reduce(trial, false, kPrecision, &high, error));
  }
  double more = high * (1 + kSlack), excess;
  for (double slack = kSlack;; slack *= 4) {
    DPCVX_TRY(trial.try_noise(more, rough, &excess, error));
    if (excess <= 0) break;
    more *= 1 + slack;
  }
  *noise_multiplier = more;
  return DPCVX_OK;
}

dpcvx_status calibrate_subsampled_rdp(Kind kind, double rate, int64_t steps, double epsilon, double delta,
                                      double *noise_multiplier, Error &error) {
  Rounds rounds(kind, rate, steps);
  DPCVX_TRY(rounds.prepare(error));
  double high = min_noise(kExactly, [&](double sigma) { return rounds.at(sigma).delta(epsilon) <= delta; });
  if (high == 0) return no_noise(epsilon, delta, error);
  high *= 1 + kSlack;
  // A budget with the filter of Renyi DP, made for the order at which this curve's answer is attained, takes it: its
  // limit was made smaller by a slack, which the noise pays for. (One step has a better answer, which such a budget
  // cannot use.)
  for (double more = kSlack; steps > 1 && more < 1e-6; more *= 2) {
    const Curve &curve = rounds.at(high);
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
                                     Event *event, Error &error, Effort effort) {
  *event = gdp(0, 0);
  const double mu = gaussian_mu_within(price);
  if (!(mu > 0)) return DPCVX_OK;
  if (!sampling_is_amplified(price, filter)) {
    // steps mu_step^2 <= mu^2.
    *event = gdp(mu * (1 - 0x1p-51) / sqrt_up(static_cast<double>(steps)) * (1 - 0x1p-51), steps);
    return DPCVX_OK;
  }
  double noise;
  DPCVX_TRY(price[0].kind == Kind::kRdp ? within_table(price, kind, rate, steps, &noise, error)
            : filter == DPCVX_FILTER_RDP
                ? calibrate_subsampled_rdp(kind, rate, steps, price[0].a, price[0].b, &noise, error)
                : calibrate_subsampled(kind, rate, steps, price[0].a, price[0].b, &noise, error, effort));
  *event = sampled(kind, noise, rate, steps);
  return DPCVX_OK;
}

double round_mu(const Event &event) { return event.kind == Kind::kGdp ? event.a : 1 / event.a * (1 - 0x1p-52); }

}  // namespace dpcvx::privacy
