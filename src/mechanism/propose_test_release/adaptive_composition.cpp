#include "mechanism/propose_test_release/adaptive_composition.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "numeric/exp_lanes.h"
#include "numeric/normal.h"
#include "privacy/divergences/gdp.h"

namespace dpcvx::mechanism {

namespace {

using Pair = numeric::Lanes<2>;

constexpr double kStepsOfNoise = 8;  // grid steps in a typical mu
constexpr double kEighths = 8;
constexpr int64_t kMaxPoints = 1 << 13;
constexpr double kFarthest = 12;    // of a standard normal; what is beyond counts as lost
constexpr double kBeyond = 4e-33;   // more than its two tails
constexpr double kRoundUp = 1e-10;  // a step's relative errors are below it

// Limits of make_phases().
constexpr double kLevelsDelta = 0.3, kMinShare = 0.2, kMaxShare = 0.99;
constexpr int kHalvings = 7;

// Above the relative error of e^x, x rounded, and of a few operations with it.
double gamma_error(double x) { return (4 + std::fabs(x)) * 0x1p-52; }

// Pr[low <= Z < high] with relative accuracy on either side.
double normal_between(double low, double high) {
  if (low > 0) return numeric::normal_cdf(-low) - numeric::normal_cdf(-high);
  return numeric::normal_cdf(high) - numeric::normal_cdf(low);
}

}  // namespace

dpcvx_status StabilityComposition::prepare(const double *mus, int64_t phases, double epsilon, Error &error) {
  epsilon_ = epsilon;
  double squares = 0;
  for (int64_t i = 0; i < phases; ++i) squares += mus[i] * mus[i];
  // A chord's mean is that of a loss of a little more variance: what counts is its share of all.
  const double all = std::sqrt(squares), spread = 4 * all, typical = all / std::sqrt(static_cast<double>(phases));
  const double max_mu = 2 * *std::max_element(mus, mus + phases);
  const double below = epsilon + spread, above = 1.2 * epsilon + spread;
  step_ = std::max(typical / kStepsOfNoise, (below + above) / static_cast<double>(kMaxPoints - 8));
  // Points are where divergences have corners: at 0, at epsilon, and at the eighths of epsilon, which laws are made
  // for. Where epsilon is less than a step the point of 0 is as good as that of epsilon.
  if (epsilon >= step_) {
    const double parts = epsilon >= kEighths * step_ ? kEighths : 1;
    step_ = epsilon / (parts * std::ceil(epsilon / (parts * step_)));
  }
  const int64_t down = static_cast<int64_t>(std::ceil(below / step_));
  low_ = -static_cast<double>(down) * step_;
  asked_ = down + (epsilon >= step_ ? std::llround(epsilon / step_) : 0);
  size_ = down + static_cast<int64_t>(std::ceil(above / step_)) + 1;
  reach_ = static_cast<int64_t>(std::ceil((kFarthest * max_mu + max_mu * max_mu / 2) / step_)) + 2;
  margin_ = std::max(size_, reach_ + 1);
  const size_t points = static_cast<size_t>(size_);
  if (!padded_.allocate(points + 2 * static_cast<size_t>(margin_)) || !next_.allocate(points) ||
      !gamma_.allocate(points) || !kernels_.allocate(kKernels * static_cast<size_t>(2 * reach_ + 1)))
    return error.nomem("a composition of stable releases");
  std::fill(kernel_mus_, kernel_mus_ + kKernels, 0.0);
  // From below, products with them included.
  for (int64_t k = 0; k < size_; ++k) {
    const double log_gamma = static_cast<double>(k - down) * step_;
    gamma_[static_cast<size_t>(k)] = std::exp(log_gamma) * (1 - gamma_error(log_gamma));
  }
  return DPCVX_OK;
}

// Beyond the ends: on the chord to 1 at gamma = 0, and no more than at the last point.
void StabilityComposition::extend() {
  double *const here = value();
  const double shrink = std::exp(-step_) * (1 - gamma_error(step_)), below = 1 - here[0];
  double gamma = 1;
  for (int64_t k = 1; k <= margin_; ++k) here[-k] = 1 - below * (gamma *= shrink);
  std::fill(here + size_, here + size_ + margin_, here[size_ - 1]);
}

// By the intervals between points: in the interval i steps away a chord's mean is a mix of its ends, by the interval's
// probabilities under both laws.
const double *StabilityComposition::kernel_of(double mu, int64_t reach, size_t slot) {
  const size_t points = static_cast<size_t>(2 * reach_ + 1);
  double *const kernel = kernels_.data() + slot * points;
  if (kernel_mus_[slot] == mu) return kernel;
  kernel_mus_[slot] = mu;
  std::fill(kernel, kernel + points, 0.0);
  for (int64_t i = -reach; i < reach; ++i) {
    // The loss is in (-(i + 1) step, -i step]: Z standard normal, loss = mu^2 / 2 + mu Z under the one law, less mu^2
    // under the other.
    const double from = -static_cast<double>(i + 1) * step_ / mu, to = -static_cast<double>(i) * step_ / mu;
    const double one = normal_between(from - mu / 2, to - mu / 2), other = normal_between(from + mu / 2, to + mu / 2);
    const double high =
        std::min(std::max((other * std::exp(-static_cast<double>(i) * step_) - one) / std::expm1(step_), 0.0), one);
    kernel[i + reach_] += one - high;
    kernel[i + 1 + reach_] += high;
  }
  return kernel;
}

// value(gamma) = the mean of value(gamma e^-loss), loss that of N(0, 1) against N(mu, 1), for the chords between
// points.
void StabilityComposition::convolve(double mu, size_t phase) {
  const int64_t reach =
      std::min(reach_ - 1, static_cast<int64_t>(std::ceil((kFarthest * mu + mu * mu / 2) / step_)) + 1);
  const double *const kernel = kernel_of(mu, reach, phase % kKernels);
  extend();
  const double *const from = value() - reach_;
  double *const next = next_.data();
  int64_t k = 0;
  for (; k + 4 <= size_; k += 4) {
    Pair::Doubles low = {}, high = {};
    for (int64_t i = reach_ - reach; i <= reach_ + reach; ++i) {
      const Pair::Doubles here = *reinterpret_cast<const Pair::Loose *>(from + k + i);
      const Pair::Doubles beyond = *reinterpret_cast<const Pair::Loose *>(from + k + i + 2);
      low += kernel[i] * here;
      high += kernel[i] * beyond;
    }
    *reinterpret_cast<Pair::Loose *>(next + k) = low;
    *reinterpret_cast<Pair::Loose *>(next + k + 2) = high;
  }
  for (; k < size_; ++k) {
    next[k] = 0;
    for (int64_t i = reach_ - reach; i <= reach_ + reach; ++i) next[k] += kernel[i] * from[k + i];
  }
  for (k = 0; k < size_; ++k) next[k] = std::min(next[k] * (1 + kRoundUp) + kBeyond, 1.0);
  std::copy(next_.begin(), next_.end(), value());
}

// next = max(next, (fail_a - gamma fail_b)_+ + pass_a value(gamma pass_b / pass_a)) at the points from `begin` on.
void StabilityComposition::consider(Fixed a, Fixed b, int64_t begin, int64_t end, int64_t points) {
  const double pass = fixed_up(a), fail = fixed_up(kFixedOne - a), other_fail = fixed_down(kFixedOne - b);
  const double *rest = value() - size_;  // as good as 1, for a gamma as good as 0
  double upper = 0;
  if (b > 0) {
    // Rounded to the side of the lesser gamma.
    const double shift = std::log(fixed_down(b) / pass);
    const double moved = (shift - std::fabs(shift) * 0x1p-50 - 0x1p-50) / step_, whole = std::floor(moved);
    if (whole > static_cast<double>(-size_)) {
      rest = value() + static_cast<int64_t>(std::min(whole, static_cast<double>(size_ - 2)));
      upper = whole < static_cast<double>(size_ - 2) ? std::expm1((moved - whole) * step_) / std::expm1(step_) : 0;
    } else {
      points = 0;
    }
  }
  const double lost = b > 0 && points > 0 ? 0 : pass;
  const double at_low = lost > 0 ? 0 : pass * (1 - upper), at_high = lost > 0 ? 0 : pass * upper;
  const int64_t count = lost > 0 ? end : points;
  const double *const gamma = gamma_.data();
  double *const next = next_.data();
  const Pair::Doubles none = {};
  int64_t k = begin;
  for (; k + 2 <= count; k += 2) {
    const Pair::Doubles gammas = *reinterpret_cast<const Pair::Loose *>(gamma + k);
    const Pair::Doubles low = *reinterpret_cast<const Pair::Loose *>(rest + k);
    const Pair::Doubles high = *reinterpret_cast<const Pair::Loose *>(rest + k + 1);
    const Pair::Doubles was = *reinterpret_cast<const Pair::Loose *>(next + k);
    const Pair::Doubles left = fail - gammas * other_fail, bottom = left > none ? left : none;
    const Pair::Doubles sum = lost + bottom + at_low * low + at_high * high;
    *reinterpret_cast<Pair::Loose *>(next + k) = sum > was ? sum : was;
  }
  for (; k < count; ++k) {
    const double left = fail - gamma[k] * other_fail, bottom = left > 0 ? left : 0;
    const double sum = lost + bottom + at_low * rest[k] + at_high * rest[k + 1];
    next[k] = sum > next[k] ? sum : next[k];
  }
}

void StabilityComposition::pass(const StabilityLaw &law, int64_t begin, int64_t end) {
  extend();
  // Equal scores of 0; scores at the top, with points anywhere.
  const double edge = fixed_up(law.tail(law.top())), fail = fixed_up(kFixedOne - law.tail(law.top()));
  for (int64_t k = begin; k < end; ++k) {
    const size_t here = static_cast<size_t>(k);
    next_[here] = std::max(value()[k], edge + std::max(fail * (1 - gamma_[here]), 0.0));
  }
  for (int64_t a = 0; a <= law.top(); ++a) {
    const Fixed one = law.tail(a), two = law.tail(a + 1);
    consider(one, two, begin, end, end);
    // The other way round passes less, at a greater gamma: it counts only where what fails does, gamma < fail_two /
    // fail_one.
    if (two == 0) continue;
    const double most = one == kFixedOne ? INFINITY : fixed_up(kFixedOne - two) / fixed_down(kFixedOne - one);
    const double points = most < INFINITY ? (std::log(most) - low_) / step_ + 2 : static_cast<double>(size_);
    if (points > 0) consider(two, one, begin, end, std::min(end, static_cast<int64_t>(points)));
  }
  for (int64_t k = begin; k < end; ++k) value()[k] = std::min(next_[static_cast<size_t>(k)] * (1 + kRoundUp), 1.0);
}

double StabilityComposition::delta(const StabilityLaw *laws, bool one_law, const double *mus, int64_t phases) {
  for (int64_t k = 0; k < size_; ++k) {
    const size_t here = static_cast<size_t>(k);
    value()[k] = std::max(1 - gamma_[here], 0.0);
  }
  for (int64_t i = phases; i-- > 0;) {
    convolve(mus[i], static_cast<size_t>(i));
    // Before the first there is one question.
    const bool is_first = i == 0;
    pass(laws[one_law ? 0 : i], is_first ? asked_ : 0, is_first ? asked_ + 1 : size_);
  }
  // Bounds the divergence at epsilon, whose grid point is rounded. It falls by less than gamma's relative difference,
  // since its slope is a probability of at most 1 / gamma.
  return std::min(value()[asked_] * (1 + kRoundUp) + gamma_error(epsilon_), 1.0);
}

namespace {

// The search of make_phases().
class PhasesSearch {
 public:
  PhasesSearch(const double *mus, int64_t phases, double epsilon, double delta, StabilityComposition &composition,
               StabilityLaw *law, Error &error)
      : mus_(mus),
        phases_(phases),
        epsilon_(epsilon),
        delta_(delta),
        composition_(composition),
        law_(law),
        error_(error) {}

  bool found() const { return found_; }

  // Laws of points at a part of epsilon; the greater the share of the noise that they are for, the more levels. The
  // least share that does, if that has a lesser top than what was found.
  dpcvx_status try_part(double part, bool *better) {
    *better = false;
    part_epsilon_ = epsilon_ * part;
    alone_ = privacy::gdp_mu_down(part_epsilon_, kLevelsDelta * delta_ / static_cast<double>(phases_));
    double low = kMinShare, high = kMaxShare;
    if (!is_lesser(low)) return DPCVX_OK;
    if (!is_lesser(high)) {
      for (int i = 0; i < kHalvings; ++i) {
        const double middle = (low + high) / 2;
        (is_lesser(middle) ? low : high) = middle;
      }
      high = low;
    }
    low = kMinShare;
    DPCVX_TRY(take_if_it_fits(high, better));
    for (int i = 0; *better && i < kHalvings; ++i) {
      const double middle = (low + high) / 2;
      bool yes;
      DPCVX_TRY(take_if_it_fits(middle, &yes));
      (yes ? high : low) = middle;
    }
    return DPCVX_OK;
  }

 private:
  double levels_delta() const { return kLevelsDelta * delta_ / static_cast<double>(phases_); }

  bool is_lesser(double share) const {
    const int64_t top = point_top(part_epsilon_, levels_delta(), share * alone_, most_);
    return top >= 0 && top <= most_;
  }

  dpcvx_status take_if_it_fits(double share, bool *yes) {
    StabilityLaw candidate;
    DPCVX_TRY(candidate.make_levels(part_epsilon_, levels_delta(), share * alone_, error_));
    *yes = candidate.top() >= 0 && composition_.delta(&candidate, true, mus_, phases_) <= delta_;
    if (!*yes) return DPCVX_OK;
    most_ = candidate.top() - 1;
    *law_ = std::move(candidate);
    found_ = true;
    return DPCVX_OK;
  }

  const double *mus_;
  int64_t phases_;
  double epsilon_, delta_;
  StabilityComposition &composition_;
  int64_t most_ = StabilityLaw::kMaxTop;  // a law of more levels is of no use
  StabilityLaw *law_;
  Error &error_;
  bool found_ = false;
  double part_epsilon_ = 0, alone_ = 0;
};

}  // namespace

dpcvx_status make_phases(const double *mus, int64_t phases, double epsilon, double delta, StabilityLaw *law,
                         bool *found, Error &error) {
  StabilityComposition composition;
  DPCVX_TRY(composition.prepare(mus, phases, epsilon, error));
  PhasesSearch search(mus, phases, epsilon, delta, composition, law, error);
  bool better;
  // From where it usually is, down while that helps, else up; laws at a small part are there for almost all noise.
  const int start = phases == 1 ? 8 : 3;
  DPCVX_TRY(search.try_part(start / kEighths, &better));
  int down = start;
  for (bool more = true; more && down > 1; more = better || !search.found())
    DPCVX_TRY(search.try_part(--down / kEighths, &better));
  better = true;
  for (int up = start + 1; search.found() && better && up <= static_cast<int>(kEighths); ++up)
    DPCVX_TRY(search.try_part(up / kEighths, &better));
  *found = search.found();
  return DPCVX_OK;
}

}  // namespace dpcvx::mechanism
