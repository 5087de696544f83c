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

// The noise of so many rounds that their losses add up to a Gaussian's (Bu, Dong, Long and Su 2020, Theorem 5):
// rate sqrt(steps (e^(1/noise^2) - 1)) = mu. A guess where searches begin.
double noise_of_many(double rate, int64_t steps, double mu) {
  const double round = mu / (rate * std::sqrt(static_cast<double>(steps)));
  return 1 / std::sqrt(std::log1p(round * round));
}

constexpr double kGreatestNoise = 0x1p40, kLeastNoise = 0x1p-10;

// The least noise multiplier with enough(noise_multiplier), which is false and then true, to a relative `precision` and
// itself tried; 0 where none up to 2^40 will do. The guess tells where to begin, not what is found.
template <class Enough>
double min_noise(double guess, double precision, const Enough &enough) {
  const double begin = std::exp2(std::round(std::log2(guess)));
  double low = begin > kLeastNoise ? std::fmin(begin, kGreatestNoise) : kLeastNoise, high = low;
  while (high <= kGreatestNoise && !enough(high)) low = high, high *= 2;
  if (high > kGreatestNoise) return 0;
  while (low == high && low > kLeastNoise && enough(low / 2)) low = high = low / 2;
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
  *noise_multiplier = min_noise(1, kExactly, [&](double noise) {
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

// How delta is found at trial noise: about, which is no bound, or by answers of some accuracy.
enum class Try { kMoments, kWaves, kFineWaves, kRough, kGood };

bool is_estimate(Try how) { return how != Try::kRough && how != Try::kGood; }

Estimate estimate_of(Try how) {
  return how == Try::kMoments ? Estimate::kMoments : how == Try::kWaves ? Estimate::kWaves : Estimate::kFineWaves;
}

// Rounds of the subsampled Gaussian at trial noise, by their privacy losses.
class Trial {
 public:
  Trial(Kind kind, double rate, int64_t steps, double epsilon, double delta)
      : rounds_(kind, rate, steps), epsilon_(epsilon), delta_(delta) {
    memory_.expected = delta;
    // Far below, closed forms may prove what losses do not: at delta = 1e-77 and less these refuse any noise.
    memory_.with_closed_forms = delta < 1e-30;
  }

  dpcvx_status prepare(Error &error) { return rounds_.prepare(error); }
  void leave_free(double share) { delta_ *= 1 - share; }
  void set_good(double finer) { memory_.sums.finer = finer; }
  const Curve &curve(double noise) { return rounds_.at(noise); }

  // log(delta / allowed). Where it is not just estimated, *excess <= 0 where the noise is enough.
  dpcvx_status try_noise(double noise, Try how, double *excess, Error &error) {
    double delta;
    const Accuracy accuracy = how == Try::kGood ? Accuracy::kGood : Accuracy::kRough;
    DPCVX_TRY(is_estimate(how) ? estimate_delta(curve(noise), epsilon_, estimate_of(how), memory_, &delta, error)
                               : tight_delta(curve(noise), epsilon_, accuracy, memory_, &delta, error));
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

// A search for the least noise that is enough. log delta falls nearly evenly as log noise grows: steps go by the fall
// between the last two tries, and stay between noise that is not enough and noise that is. Each try is dear.
class NoiseSearch {
 public:
  explicit NoiseSearch(double guess) : next_(guess) {}

  // Searches by answers of some accuracy until the noise is enough, and more than the least by a relative `precision`
  // at most as far as the fall tells. *found is false where no noise up to 2^40 is enough.
  dpcvx_status run(Trial &trial, Try how, double precision, bool *found, Error &error) {
    return search(trial, how, precision, false, found, error);
  }
  // Searches until it is that near on either side. Other answers go on from there, where delta is less by a share.
  dpcvx_status approach(Trial &trial, Try how, double precision, double share, bool *found, Error &error) {
    DPCVX_TRY(search(trial, how, precision, true, found, error));
    if (*found) next_ = last_ * std::exp((last_excess_ + share) / fall_);
    return DPCVX_OK;
  }
  // The least that was enough.
  double high() const { return high_; }
  // About the fall of log delta by log noise.
  double fall() const { return fall_; }

 private:
  static constexpr double kNone = 0x1p-60;  // below all noise
  static constexpr int kMostTries = 100, kMostEstimates = 16;
  static constexpr double kMinFall = 0.5, kMaxFall = 1e4, kMaxStep = 0.5, kWithin = 0.5;

  dpcvx_status search(Trial &trial, Try how, double precision, bool just_near, bool *found, Error &error) {
    // Coarse answers and good ones differ: what one of them bounds, the other need not.
    low_ = 0, high_ = INFINITY, tries_ = 0;
    const int most = is_estimate(how) ? kMostEstimates : kMostTries;
    *found = false;
    for (int i = 0; i < most && next_ <= kGreatestNoise; ++i) {
      double excess;
      DPCVX_TRY(trial.try_noise(next_, how, &excess, error));
      learn(next_, excess);
      const bool near = std::fabs(excess) <= precision * fall_;
      const bool narrow = high_ < INFINITY && high_ - low_ <= precision * high_;
      if ((just_near && near) || (excess <= 0 && near) || narrow || !(next_ > kNone)) {
        *found = just_near || high_ < INFINITY;
        return DPCVX_OK;
      }
      choose(excess, precision, i);
    }
    return DPCVX_OK;
  }

  void learn(double noise, double excess) {
    const double apart = std::log(noise / last_), fell = last_excess_ - excess;
    if (tries_++ > 0 && std::fabs(apart) > 1e-7 && fell / apart > 0)
      fall_ = std::fmin(std::fmax(fell / apart, kMinFall), kMaxFall);
    last_ = noise, last_excess_ = excess;
    (excess > 0 ? low_ : high_) = noise;
  }
  // A little to the side of noise that is enough. Every fourth step halves what is between the bounds. Every
  // eighth is a wide one where there is one bound: delta may hardly fall for long.
  void choose(double excess, double precision, int i) {
    const double step = std::fmin(std::fmax(excess / fall_, -kMaxStep), kMaxStep) + kWithin * precision;
    next_ = last_ * std::exp(step);
    const bool outside = !(next_ > low_ && next_ < high_);
    const bool is_between = high_ < INFINITY && low_ > 0;
    if (!outside && (is_between ? i % 4 < 3 : i % 8 < 7)) return;
    next_ = is_between ? low_ + (high_ - low_) / 2 : last_ * (excess > 0 ? 1 + kMaxStep : kMaxStep);
  }

  double next_, low_ = 0, high_ = INFINITY, last_ = 1, last_excess_ = 0;
  double fall_ = 20;  // the usual one
  int tries_ = 0;
};

// Calibrates by privacy losses: by estimates near to where answers are worth their time.
dpcvx_status reduce(Trial &trial, double guess, Effort effort, double *high, Error &error) {
  constexpr double kAbout = 0.05, kNear = 0.004, kNearer = 0.001, kRoughly = 5e-3;
  // Of this share of noise the free part of delta takes some, and what a good answer's grid adds to delta. Of the
  // greater share is left what estimates mostly miss by, so that one answer will do.
  constexpr double kMost = 1e-4, kMostNear = 5e-4, kUsed = 0.6, kSteep = 30;
  NoiseSearch search(guess);
  bool found;
  DPCVX_TRY(search.approach(trial, Try::kMoments, kAbout, 0, &found, error));  // tells where to begin, or does not
  DPCVX_TRY(search.approach(trial, Try::kWaves, kNear, 0, &found, error));
  if (effort == Effort::kRough) {
    DPCVX_TRY(search.run(trial, Try::kRough, kRoughly, &found, error));
  } else {
    // A first grid adds some .55 %, and less by the square of the factor. Where delta falls steeply more may be left.
    // Tries far apart may tell of a steeper fall than there is.
    const bool is_fine = effort == Effort::kFine;
    const double fall = 0.85 * search.fall(), finer = !is_fine || fall > kSteep ? 2.5 : 4;
    const double adds = 0.0055 / (finer * finer), most = is_fine ? kMost : kMostNear;
    const double finely = std::fmax(2e-5, kUsed * (most - (kFreeDelta + adds) / fall));
    trial.set_good(finer);
    DPCVX_TRY(search.approach(trial, Try::kFineWaves, kNearer, adds + finely / 2 * fall, &found, error));
    DPCVX_TRY(search.run(trial, Try::kGood, finely, &found, error));
  }
  *high = found ? search.high() : 0;
  return DPCVX_OK;
}

}  // namespace

dpcvx_status calibrate_subsampled(Kind kind, double rate, int64_t steps, double epsilon, double delta,
                                  double *noise_multiplier, Error &error, Effort effort) {
  const bool closed = effort == Effort::kClosedForms;
  Trial trial(kind, rate, steps, epsilon, delta);
  DPCVX_TRY(trial.prepare(error));
  LossParts parts;
  DPCVX_TRY(parts.split(trial.curve(1), false, error));
  const bool has_losses = parts.beat_closed_forms();
  if (has_losses) trial.leave_free(kFreeDelta);
  const double guess = noise_of_many(rate, steps, calibrate_gdp(epsilon, delta));
  if (has_losses && !closed) {
    double found = 0;
    DPCVX_TRY(reduce(trial, guess, effort, &found, error));
    if (found == 0) return no_noise(epsilon, delta, error);
    *noise_multiplier = found;
    return DPCVX_OK;
  }
  const double high = min_noise(guess, has_losses ? kCoarsely : kExactly,
                                [&](double sigma) { return trial.curve(sigma).delta(epsilon) <= delta; });
  if (high == 0) return no_noise(epsilon, delta, error);
  if (closed) {
    *noise_multiplier = high;
    return DPCVX_OK;
  }
  double more = high * (1 + kSlack), excess;
  for (double slack = kSlack;; slack *= 4) {
    DPCVX_TRY(trial.try_noise(more, effort == Effort::kRough ? Try::kRough : Try::kGood, &excess, error));
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
  double high = min_noise(1, kExactly, [&](double sigma) { return rounds.at(sigma).delta(epsilon) <= delta; });
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
