// Chooses the tilt, the grid and the circle of frequencies of an answer. They decide how tight it is. It is a bound
// with any of them.
#include <algorithm>
#include <cmath>

#include "privacy/pld/pld_composition.h"

namespace dpcvx::privacy {

namespace {

constexpr double kMinTilt = 1e-5, kMaxTilt = 1e5;         // times the spread of the sum
constexpr double kTiltError = 1e-9, kCircleError = 1e-5;  // shares to which tilts and circles are found
// What the first grid may add: to the variance of the tilted law as a share, and to delta as about half this share.
constexpr double kAddedShare = 1e-3, kAddedLoss = 1e-2;
// What wraps around a circle may be, as a share of delta. It is taken to be kBelowChernoff times Chernoff's bound until
// it is known, and that counts as known where it is within kWellKnown.
constexpr double kWrapped = 1e-5, kBelowChernoff = 1e-2, kWellKnown = 0.1;
constexpr double kLong = 0x1p16;  // steps of a rough grid
// Grids get finer until delta falls by less than this share. What they add falls as the square of the step.
constexpr double kSettled = 0.001;
constexpr int kMaxCuts = 8, kMaxTilts = 8;  // while bounds fall
constexpr double kSameTilt = 0.2;
// Where the sum has so few uses, a bound on epsilon is tried by tilts of its own.
constexpr double kFewUses = 64;
constexpr int kMaxTries = 16;
constexpr double kSlight = 0.1;  // what a first grid may add to delta, as a share
constexpr int64_t kMostWorkOfTries = int64_t{1} << 24;
// Of rare and great losses a tilt brings out, rounding may outweigh the rest. More is cut then, so that tilts may be
// greater: so many times kCutShare.
constexpr double kMoreCut[] = {8, 40, 200};

}  // namespace

LossSum::Moments LossSum::moments(double t) const {
  Moments all{0, 0, 0};
  for (size_t i = 0; i < size_; ++i) {
    double mean, variance;
    const double count = static_cast<double>(events_[i].count);
    all.log_moment += count * losses_[i].log_moment(t, &mean, &variance);
    all.mean += count * mean;
    all.variance += count * variance;
  }
  return all;
}

// The t > 0 that makes e^(-t epsilon) E e^(t Y) / (t (t + 1)) least: about what the sum comes to, up to the width of
// the tilted law.
double LossSum::tilt_at(double epsilon) const {
  double low = std::log(kMinTilt / spread_), high = std::log(kMaxTilt / spread_), at = (low + high) / 2;
  // Newton's steps in log t, kept inside.
  for (int i = 0; i < 60 && high - low > kTiltError; ++i) {
    const double t = std::exp(at);
    const Moments m = moments(t);
    const double excess = m.mean - 1 / t - 1 / (1 + t) - epsilon;
    (excess < 0 ? low : high) = at;
    const double step = -excess / (t * (m.variance + 1 / (t * t) + 1 / ((1 + t) * (1 + t))));
    if (std::fabs(step) < kTiltError) break;
    at = at + step > low && at + step < high ? at + step : (low + high) / 2;
  }
  return std::exp(at);
}

// About log of e^(-t epsilon) E e^(t Y) K(Y - epsilon), where epsilon is the mean under the tilt of Y and the kernel.
double LossSum::log_estimate(const Moments &m, double t, double epsilon) {
  const double width = m.variance + 1 / (t * t) + 1 / ((1 + t) * (1 + t));
  return m.log_moment - t * epsilon - std::log(t) - std::log1p(t) - 0.5 * std::log(6.2832 * width);
}

// The t for which that epsilon has about this delta, and the epsilon.
double LossSum::tilt_for(double log_delta, double *epsilon) const {
  double low = std::log(kMinTilt / spread_), high = std::log(kMaxTilt / spread_);
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2, t = std::exp(middle);
    const Moments m = moments(t);
    const double at = m.mean - 1 / t - 1 / (1 + t);
    if (log_estimate(m, t, at) > log_delta)
      low = middle, *epsilon = at;
    else
      high = middle;
  }
  return std::exp(low);
}

// About what a grid of this step adds to the variance of the tilted sum.
double LossSum::added_variance(double t, double step) const {
  double sum = 0;
  for (size_t i = 0; i < size_; ++i) sum += static_cast<double>(events_[i].count) * losses_[i].added_variance(t, step);
  return sum;
}

// The resolution that adds as little: the tails hold few points, or few sums reach them. Grids have room for kSide
// points on a side: 1 / resolution of them next to the centre, and as many for each factor of e beyond.
double LossSum::resolution_at(double t, double step, double allowed) const {
  constexpr double kSide = 0.45 * LossDistribution::kMaxPoints;
  double square = 0, farthest = 0;
  for (size_t i = 0; i < size_; ++i) {
    double mean, variance;
    losses_[i].log_moment(t, &mean, &variance);
    square += static_cast<double>(events_[i].count) * (mean * mean + variance);
    if (losses_[i].size() > 0) farthest = std::fmax(farthest, losses_[i].loss(losses_[i].size() - 1));
  }
  double resolution = std::fmin(kResolution, std::fmax(kFinest, std::sqrt(6 * allowed / square)));
  const double factors = 1 + std::log(std::fmax(1, farthest * resolution / step));
  return std::fmin(kResolution, std::fmax(resolution, factors / kSide));
}

// Returns how far beyond epsilon the law tilted by t, with those moments, reaches, upwards (side = 1) or downwards
// (-1), except for a probability of e^log_share (by Chernoff's bound with a further tilt).
double LossSum::reach(double t, const Moments &start, double epsilon, double side, double log_share) const {
  const double least = -log_share, wanted = least * (1 + kCircleError), enough = least * (1 + 2 * kCircleError);
  double near = 1e-4 / spread_, far = 1e4 / spread_;  // of |further tilt|
  double more = std::sqrt(2 * wanted / start.variance);
  // Newton's steps among logarithms, where a Gaussian's bound is the square of the tilt; each third halves what is
  // left.
  for (int i = 1; i <= 54 && far > near * (1 + kCircleError); ++i) {
    if (i % 3 == 0 || !(more > near && more < far)) more = std::sqrt(near * far);
    const Moments m = moments(t + side * more);
    const double fall = start.log_moment + side * more * m.mean - m.log_moment;
    (fall < least ? near : far) = more;
    if (fall >= least && fall < enough) break;
    more *= std::exp(std::log(wanted / fall) * fall / (more * more * m.variance));
  }
  return side * (moments(t + side * far).mean - epsilon);
}

// About the greatest step up to `most` that adds less than `allowed` to the variance of the law tilted by t.
double LossSum::widest_step(double t, double most, double allowed) const {
  double low = std::fmin(1e-10 * std::sqrt(allowed), most / 2), high = most,
         at = std::fmin(most, std::sqrt(6 * allowed));
  double slope = 2, last = 0, at_last = 0;  // among logarithms, between 1 and 2
  for (int i = 0; i < 20; ++i) {
    if (!(at > low && at <= high)) at = std::sqrt(low * high);
    const double over = std::log(added_variance(t, at) / allowed);
    (over < 0 ? low : high) = at;
    if (low == most || (over < 0 && over > -2 * kCircleError)) break;
    if (i > 0) slope = std::fmin(2, std::fmax(1, (over - at_last) / std::log(at / last)));
    last = at, at_last = over;
    at *= std::exp(-(over + kCircleError) / slope);
  }
  return low;
}

// The circle is so long that little of what wraps around counts, beside e^log_min, about the least of
// e^(-t epsilon) E e^(t Y) over t; the grid the widest that adds little.
LossSum::Circle LossSum::circle_at(double t, double epsilon, double log_min) const {
  const bool rough = accuracy_ == Accuracy::kRough;
  const Moments m = moments(t);
  const double spread = std::sqrt(m.variance);
  const double allowed = std::fmin(kAddedShare * m.variance, kAddedLoss / (t * (t + 1))) * (rough ? 16 : 1);
  const double step = widest_step(t, std::fmin(spread / (rough ? 8 : 32), min_spread_ / 4), allowed);
  const double log_share = std::log(kWrapped) + std::fmin(0, log_min - m.log_moment + t * epsilon);
  const double reached = std::fmax(reach(t, m, epsilon, 1, log_share), reach(t, m, epsilon, -1, log_share));
  const double length = std::fmax(std::fmax(0, epsilon - m.mean) - log_share / t, reached);
  return {t, step, resolution_at(t, step, allowed), length, std::sqrt(allowed)};
}

// Smaller tilts prove as much, and may need a shorter circle: beyond some tilt the far tail of one loss takes over, and
// the law spreads widely. Its cost is its length in steps, or in deviations of the noise.
LossSum::Circles LossSum::best_circles(double t, double epsilon) const {
  const Moments m = moments(t);
  const double log_min = std::fmin(m.log_moment - t * epsilon, log_known_);
  Circles best;
  best.on_grid = best.smoothed = circle_at(t, epsilon, log_min);
  for (double share : {0.85, 0.7, 0.5}) {
    if (moments(share * t).variance > 0.5 * m.variance) continue;
    const Circle other = circle_at(share * t, epsilon, log_min);
    if (other.length / other.step < 0.8 * best.on_grid.length / best.on_grid.step) best.on_grid = other;
    if (other.length / other.smoothing < 0.8 * best.smoothed.length / best.smoothed.smoothing) best.smoothed = other;
  }
  best.on_grid.smoothing = 0;
  return best;
}

// A step next to this one, at least `least`, that puts the losses on the grid which the part of most variance has atoms
// at. Atoms between points would spread to both, by a share of the step that need not get less with it.
double LossSum::aligned(double step, double least) const {
  double most = 0, unit = 0;
  for (size_t i = 0; i < size_; ++i) {
    const double own = static_cast<double>(events_[i].count) * losses_[i].variance();
    const double loss = Profile(events_[i], reversed_).unit();
    if (loss > 0 && own > most) most = own, unit = loss;
  }
  if (!(unit >= step)) return step;
  double parts = std::ceil(unit / step);
  if (unit / parts < least) parts = std::floor(unit / least);
  return parts >= 1 ? unit / parts : step;
}

// Whether the transform has fallen far at a third of the frequencies of a smoothed sum: then few count.
bool LossSum::vanishes_early(const Circle &circle) const {
  constexpr double kFrequency = 9.4 / 3, kFall = 60, kMostSteps = 0x1p40;
  double fall = 0;
  if (circle.length > kMostSteps * circle.step) return false;
  for (size_t i = 0; i < size_; ++i) {
    if (Profile(events_[i], reversed_).unit() > 0) return false;  // a grid may hold all losses exactly
    fall += static_cast<double>(events_[i].count) * losses_[i].spread_of_waves(circle.t, kFrequency / circle.smoothing);
  }
  return fall >= kFall;
}

// Calls ask(first) after each transform, on finer and finer grids, until it says that its bound has settled. Where no
// circle of kMaxFrequencies points holds such a grid, little noise takes the place of the grid. `first` says that the
// transform before was of another kind, or none.
template <class Ask>
bool LossSum::refine(double t, double epsilon, const Ask &ask) {
  const bool is_fine = accuracy_ == Accuracy::kFine;
  const Circles best = best_circles(t, epsilon);
  if (vanishes_early(best.smoothed)) return refine_smoothed(best.smoothed, ask);
  Circle circle = best.on_grid;
  const double longest = accuracy_ == Accuracy::kRough ? kLong : static_cast<double>(kMaxFrequencies),
               least = circle.length / longest;
  if (accuracy_ == Accuracy::kGood) circle.refine(scratch_.finer);
  // The finest grid that there is may have all losses of some parts on it.
  circle.step = aligned(std::fmax(circle.step, least), least);
  for (bool first = true;; first = false, circle.refine()) {
    if (!transform(circle)) return false;
    const bool fits = circle.step > least * (1 + 1e-9), same = ask(first);
    if (fits && (same || !is_fine)) return true;
    if (circle.step / 2 < least || !is_fine) break;
  }
  return refine_smoothed(best.smoothed, ask);
}

template <class Ask>
bool LossSum::refine_smoothed(Circle circle, const Ask &ask) {
  const bool is_fine = accuracy_ == Accuracy::kFine;
  if (accuracy_ == Accuracy::kGood) circle.refine(std::fmax(1, std::fmin(scratch_.finer, finest_noise(circle))));
  choose_steps(circle);
  for (bool first = true;; first = false, circle.refine()) {
    if (!transform(circle)) return false;
    if (ask(first) || !is_fine) return true;
    if (!(finest_noise(circle) > 2)) return true;
  }
}

// Whether the losses that were cut made up a part of the law tilted by t.
bool LossSum::is_heavy(double t, const Moments &before) const {
  const Moments now = moments(t);
  return before.log_moment - now.log_moment > 1e-3 || now.variance < 0.9 * before.variance;
}

// Lowers *delta to what a tilt proves.
bool LossSum::try_delta(double t, double epsilon, double already, double *delta) {
  double bound = chernoff_up(t, epsilon), now = 1;
  if (bound > already && !refine(t, epsilon, [&](bool first) {
        const double last = now;
        now = delta_up(epsilon);
        bound = std::fmin(bound, now);
        return (!first && last - now <= kSettled * now) || bound <= already;
      }))
    return false;
  *delta = std::fmin(*delta, bound);
  return true;
}

// Which losses are too far out to count is known when delta is: each bound tells where to cut for the next.
bool LossSum::delta(double epsilon, double already, double *delta, double expected) {
  constexpr double kMuch = 10;  // times kCutShare
  *delta = 1;
  double chance = kCutShare * expected;  // of what was cut
  if (!cut(chance)) return false;
  for (int cuts = 0; cuts < kMaxCuts; ++cuts) {
    const double t = tilt_at(epsilon), before = *delta;
    const double known = std::fmin(kBelowChernoff * chernoff_up(t, epsilon), before);
    log_known_ = std::log(known);
    if (!try_delta(t, epsilon, already, delta)) return false;
    const bool little = chance <= kMuch * kCutShare * *delta;
    if (*delta <= already || (little && *delta > before * (1 - kSettled))) break;
    if (little && *delta <= kMuch * expected) break;  // as much was cut as there is to be
    const Moments whole = moments(t);
    if (!cut(chance = kCutShare * *delta)) return false;
    if (little && *delta > kWellKnown * known && !is_heavy(t, whole)) break;
  }
  for (double more : kMoreCut) {
    if (!(rounding_ > kSettled * *delta && *delta > already && accuracy_ == Accuracy::kFine)) break;
    const double before = *delta;
    log_known_ = std::log(before);
    if (!cut(more * kCutShare * before) || !try_delta(tilt_at(epsilon), epsilon, already, delta)) return false;
    if (*delta > before * (1 - kSettled)) break;
  }
  *delta = std::fmax(already, std::fmin(*delta, delta_at_top(epsilon)));
  return true;
}

// The least epsilon at which the last transform proves delta, found from a guess; infinity where there is none. What is
// returned was tried.
double LossSum::min_epsilon(double delta, double guess) {
  const auto excess = [&](double at) { return std::log(delta_up(at) / delta); };
  const auto stride_at = [&](double at) { return std::fmax(std::fabs(at), 1e-6) / (t_ + 1) * 1.1 + 1e-14 * guess; };
  // A bracket first: epsilon moves by about 1 / (t + 1) for a factor of e.
  double low = guess, high = guess, at_low = excess(low), at_high = at_low, stride = stride_at(at_low);
  for (int i = 0; i < 60 && at_high > 0; ++i, stride *= 2) {
    low = high, at_low = at_high;
    high += stride;
    at_high = excess(high);
  }
  if (at_high > 0) return INFINITY;
  stride = stride_at(at_low);
  for (int i = 0; i < 60 && at_low <= 0 && low > 0; ++i, stride *= 2) {
    high = low, at_high = at_low;
    low = std::fmax(0, low - stride);
    at_low = excess(low);
  }
  if (at_low <= 0) return low;
  // Then a secant, kept inside, with a bisection where it falls short.
  for (int i = 0; i < 40 && high - low > 1e-11 * high && at_high < -1e-10; ++i) {
    double middle = low + (high - low) * at_low / (at_low - at_high);
    if (i % 3 == 2 || !(middle > low && middle < high)) middle = low + (high - low) / 2;
    const double at = excess(middle);
    if (at <= 0)
      high = middle, at_high = at;
    else
      low = middle, at_low = at;
  }
  return high;
}

// Computes the logarithm of delta at epsilon by its own tilt, as a share of `delta`; where it is slightly positive,
// about that, from the first grid. Lowers *bound to what the transform proves.
bool LossSum::excess_at(double epsilon, double delta, double *excess, double *bound) {
  double least = 1, now = 1;
  const auto ask = [&](bool first) {
    const double last = now;
    now = delta_up(epsilon);
    least = std::fmin(least, now);
    if (least <= delta) *bound = std::fmin(*bound, epsilon);
    if (std::fabs(std::log(least / delta)) < 1) *bound = std::fmin(*bound, min_epsilon(delta, epsilon));
    return (least > delta && least < (1 + kSlight) * delta) || (!first && last - now <= kSettled * now);
  };
  log_known_ = std::log(delta);
  // Tilts and circles are chosen on grids of the parts' own, which have few points.
  if (!cut(kCutShare * delta) || !refine(tilt_at(epsilon), epsilon, ask)) return false;
  *excess = std::log(least / delta);
  return true;
}

// Lowers an epsilon that delta holds at by a wide margin. Few uses of rarely sampled noise have sums of two scales, a
// likely one and a rare one. A transform whose tilt brings out the rare one proves nothing for the epsilons of the
// likely one, though its own epsilon asks for that tilt again. Each epsilon has its own tilt here, and delta falls with
// epsilon: a bracket of the least one gets narrower.
bool LossSum::lower_epsilon(double delta, double already, double *bound) {
  double uses = 0;
  for (size_t i = 0; i < size_; ++i) uses += static_cast<double>(events_[i].count);
  if (uses > kFewUses || accuracy_ != Accuracy::kFine || !(*bound < INFINITY)) return true;
  const int64_t most_work = scratch_.work + kMostWorkOfTries;
  double low = already, high = *bound, at_low = 0, at_high = 0, at = high;
  for (int tries = 0; tries < kMaxTries && scratch_.work < most_work; ++tries) {
    double excess;
    const bool is_least = at == *bound;
    if (!excess_at(at, delta, &excess, bound)) return false;
    if (is_least && excess > kSlight)  // proved by another tilt, and this one says little
      high = at, at_high = -excess;
    else if (excess <= 0)
      high = at, at_high = excess;
    else
      low = at, at_low = excess;
    if (*bound <= already || (is_least && excess > -2 * kSettled && excess < kSlight)) break;
    if (!(high - low > kSettled / (t_ + 1))) break;
    // What a transform proved is tried by its own tilt next.
    if (*bound < high && !is_least) {
      at = *bound;
      continue;
    }
    at = at_low > 0 ? low + (high - low) * at_low / (at_low - at_high) : high + at_high / t_;
    if (tries % 3 == 2 || !(at > low && at < high)) at = low + (high - low) / 2;
  }
  return true;
}

// Lowers *bound to the epsilon that a tilt proves.
bool LossSum::try_epsilon(double t, double delta, double already, double guess, double *bound) {
  double now = INFINITY;
  return refine(t, guess, [&](bool first) {
    const double last = now;
    now = min_epsilon(delta, guess);
    *bound = std::fmin(*bound, now);
    if (*bound < INFINITY) guess = *bound;
    return (!first && last - now <= kSettled / (t_ + 1)) || *bound <= already;
  });
}

// Any tilt proves what it proves: the one for about this delta serves for a whole search. Where the estimate of the
// tilt was poor, epsilon tells a better one.
bool LossSum::epsilon(double delta, double already, double *epsilon) {
  *epsilon = already;
  if (!cut(0)) return false;
  if (chernoff_up(tilt_at(already), already) <= delta) return true;
  if (!cut(kCutShare * delta)) return false;
  log_known_ = std::log(delta);
  double guess = 0, bound = INFINITY;
  double t = tilt_for(std::log(delta), &guess);
  guess = std::fmax(guess, 0);
  for (int tilts = 0; tilts < kMaxTilts; ++tilts) {
    const double before = bound;
    if (!try_epsilon(t, delta, already, guess, &bound)) return false;
    if (bound < INFINITY) guess = bound;
    const double better = tilt_at(guess);
    if (bound <= already || before - bound <= kSettled / (t + 1) || std::fabs(better - t) < kSameTilt * t) break;
    t = better;
  }
  for (double more : kMoreCut) {
    if (!(rounding_ > kSettled * delta && bound > already && bound < INFINITY && accuracy_ == Accuracy::kFine)) break;
    const double before = bound;
    if (!cut(more * kCutShare * delta) || !try_epsilon(tilt_at(bound), delta, already, bound, &bound)) return false;
    if (before - bound <= kSettled / (t_ + 1)) break;
  }
  if (bound > already && !lower_epsilon(delta, already, &bound)) return false;
  *epsilon = std::fmax(already, epsilon_at_top(delta, bound));
  return true;
}

}  // namespace dpcvx::privacy
