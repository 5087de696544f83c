#include "privacy/divergences/gdp_mixture.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/root.h"
#include "numeric/twofold.h"
#include "privacy/divergences/gdp.h"
#include "numeric/directed_margin.h"

namespace dpcvx::privacy {

using numeric::Twofold;

namespace {

// Sums in two doubles of up to 2^13 numbers err by less than this share.
constexpr double kSumError = 0x1p-90;
constexpr double kTolerance = 0x1p-46;   // of roots
constexpr double kNegligible = 0x1p-50;  // of a limit on delta

double high_up(Twofold sum) { return sum.low > 0 ? std::nextafter(sum.high, INFINITY) : sum.high; }

Twofold plus(Twofold sum, double value) { return numeric::add(sum, {value, 0}); }

// Returns 1 less the sum, rounded up; not positive where certainly nothing is missing.
double lack_up(Twofold sum) {
  const Twofold lack = numeric::subtract({1, 0}, sum);
  return high_up(plus(lack, kSumError));
}

// Joins entries of equal mu, which stand together, and drops those of probability 0.
size_t join(MixtureEntry *entries, size_t size) {
  size_t left = 0;
  for (size_t i = 0; i < size; ++i) {
    if (entries[i].probability == 0) continue;
    if (left > 0 && entries[left - 1].mu == entries[i].mu)
      entries[left - 1].probability = high_up(numeric::two_sum(entries[left - 1].probability, entries[i].probability));
    else
      entries[left++] = entries[i];
  }
  return left;
}

// Sum of p_k delta_mu(k)(epsilon), for mus that increase with k; rounded up. At either end as many entries as have a
// probability of no more than `negligible` together count as delta 1.
template <class Mu>
double delta_up(const double *probabilities, size_t size, double epsilon, double negligible, const Mu &mu) {
  Twofold sum;
  size_t k = size, first = 0;
  while (k > 0 && sum.high + probabilities[k - 1] <= negligible) sum = plus(sum, probabilities[--k]);
  double below = 0;
  while (first < k && (below + probabilities[first]) <= negligible) below += probabilities[first++];
  sum = plus(sum, below * (1 + 0x1p-40));
  while (k-- > first) {
    const double delta = gdp_delta_up(mu(k), epsilon);
    if (delta == 0) break;
    if (delta <= sum.high * 0x1p-52) {
      // All that is left has no greater delta, and a probability below 2.
      sum = plus(sum, 2 * delta);
      break;
    }
    sum = plus(sum, round_up(probabilities[k] * delta));
  }
  return std::fmin(1, sum.high * (1 + 0x1p-51));
}

// Returns by how much delta exceeds a limit, in logarithms; 0 or less where it is within.
double excess_over(double delta, double limit) {
  const double excess = std::log(delta) - std::log(limit);
  return delta <= limit ? std::fmin(0, excess) : std::fmax(std::numeric_limits<double>::min(), excess);
}

// The least index such that all entries above it together have a probability of at most `share`.
size_t index_within(const double *probabilities, size_t size, double share) {
  Twofold above;
  size_t k = size - 1;
  for (; k > 0; --k) {
    above = plus(above, probabilities[k]);
    if (above.high > share * (1 - 0x1p-51)) break;
  }
  return k;
}

// The probability q of a mu > 0, rounded up; a mu of 0 is the first.
double moved_up(const double *mus, const double *probabilities, size_t size) {
  Twofold sum;
  for (size_t k = size; k-- > 0 && mus[k] > 0;) sum = plus(sum, probabilities[k]);
  return std::fmin(1, sum.high * (1 + 0x1p-51));
}

// log(1 + (e^epsilon - 1) / q), rounded down: what amplification makes of epsilon.
double amplified_down(double epsilon, double q) {
  return q < 1 ? (epsilon + std::log1p(-std::expm1(-epsilon) * ((1 - q) / q))) * (1 - 0x1p-49) : epsilon;
}

// Its inverse log(1 + q (e^epsilon - 1)), rounded up, and never above epsilon.
double amplified_inverse_up(double epsilon, double q) {
  if (epsilon < 700) return std::fmin(epsilon, std::log1p(q * std::expm1(epsilon)) * (1 + 0x1p-49));
  const double gain = -std::log(q + (1 - q) * std::exp(-epsilon));
  return std::fmin(epsilon, epsilon - gain + (epsilon + gain) * 0x1p-49);
}

}  // namespace

size_t settle_mixture(MixtureEntry *entries, size_t size) {
  Twofold stated;  // before anything is rounded up
  for (size_t i = 0; i < size; ++i) stated = plus(stated, entries[i].probability);
  std::sort(entries, entries + size, [](const MixtureEntry &a, const MixtureEntry &b) { return a.mu < b.mu; });
  size = join(entries, size);
  if (numeric::subtract({1, 0}, stated).high > 0) {
    double &last = entries[size - 1].probability;
    last = high_up(numeric::two_sum(last, lack_up(stated)));
  }
  Twofold sum;
  size_t first = size;
  for (double lack = 1; first > 0 && lack > 0; lack = lack_up(sum)) {
    MixtureEntry &entry = entries[--first];
    entry.probability = std::fmin(entry.probability, lack);
    sum = plus(sum, entry.probability);
  }
  std::copy(entries + first, entries + size, entries);
  return size - first;
}

bool is_settled(const Mixture &mixture) {
  Twofold sum;
  for (size_t k = 0; k < mixture.size; ++k) {
    const double mu = mixture.mus[k], probability = mixture.probabilities[k];
    if (!(mu >= 0 && mu < INFINITY) || (k > 0 && !(mu > mixture.mus[k - 1]))) return false;
    if (!(probability > 0 && probability <= 2)) return false;
    sum = plus(sum, probability);
  }
  return mixture.size > 0 && sum.high >= 1 && sum.high <= 1 + 0x1p-40;
}

double mixture_delta_up(const Mixture &mixture, double epsilon) {
  if (mixture.amplified) epsilon = amplified_down(epsilon, moved_up(mixture.mus, mixture.probabilities, mixture.size));
  return delta_up(mixture.probabilities, mixture.size, epsilon, 0, [&](size_t k) { return mixture.mus[k]; });
}

double mixture_epsilon_up(const Mixture &mixture, double delta) {
  if (mixture.greatest() == 0) return 0;
  if (!(delta > 0)) return INFINITY;
  // Half of delta for the entries above some k, half for that one and those below: this epsilon is enough.
  const size_t k = index_within(mixture.probabilities, mixture.size, delta / 2);
  const double half = delta / 2 * (1 - 0x1p-39);
  const double enough = std::fmin(gdp_epsilon_up(mixture.mus[k], half), gdp_epsilon_up(mixture.greatest(), delta));
  if (enough == INFINITY) return INFINITY;
  const double epsilon = numeric::falling_root(0.0, enough, kTolerance, [&](double at) {
    return excess_over(delta_up(mixture.probabilities, mixture.size, at, delta * kNegligible,
                                [&](size_t k) { return mixture.mus[k]; }),
                       delta);
  });
  return mixture.amplified ? amplified_inverse_up(epsilon, moved_up(mixture.mus, mixture.probabilities, mixture.size))
                           : epsilon;
}

// Of the moment less one where that loses nothing, else from the greatest exponent down.
double mixture_renyi_up(const Mixture &mixture, double order) {
  const double t = order - 1, half = order * t / 2;
  const double greatest = half * square_up(mixture.greatest());
  const double cap = square_up(mixture.greatest()) / 2 * order * (1 + 0x1p-50);
  if (!(greatest < INFINITY) || mixture.greatest() == 0) return cap;
  double sum = 0, log_moment;
  if (greatest < 500) {
    for (size_t k = mixture.size; k-- > 0;) {
      const double exponent = half * mixture.mus[k] * mixture.mus[k];
      sum += mixture.probabilities[k] * std::expm1(exponent);
    }
    // Exponents err by 2^-50 of themselves, and the sum by its length.
    log_moment = std::log1p(sum * (1 + (greatest + 8) * 0x1p-49 + static_cast<double>(mixture.size) * 0x1p-52));
  } else {
    // exp(-700) stands for what is less.
    for (size_t k = mixture.size; k-- > 0;) {
      const double exponent = half * mixture.mus[k] * mixture.mus[k];
      sum += mixture.probabilities[k] * std::exp(std::fmax(exponent - greatest, -700));
    }
    sum *= 1 + static_cast<double>(mixture.size) * 0x1p-50;
    log_moment = greatest + std::log(sum) + (greatest - std::log(sum)) * 0x1p-48;
  }
  return std::fmin(cap, round_up(log_moment / t));
}

double mixture_scale_within(const double *sensitivities, const double *probabilities, size_t size, double epsilon,
                            double delta) {
  const double moved = moved_up(sensitivities, probabilities, size);
  if (moved <= delta) return 0;
  const auto excess = [&](double scale) {
    const auto mu = [&](size_t k) { return sensitivities[k] / scale * (1 + 0x1p-51); };
    return excess_over(delta_up(probabilities, size, epsilon, delta * kNegligible, mu), delta);
  };
  const size_t k = index_within(probabilities, size, delta / 2);
  const double of_half = gdp_mu_down(epsilon, delta / 2 * (1 - 0x1p-39));
  double high = sensitivities[size - 1] / gdp_mu_down(epsilon, delta * (1 - 0x1p-39));
  if (sensitivities[k] > 0) high = std::fmin(high, sensitivities[k] / of_half);
  high *= 1 + kSlack;
  double low = high / 2;
  for (double factor = 4; low > 0 && excess(low) <= 0; factor *= factor) high = low, low /= factor;
  if (!(low > 0)) return high;
  return numeric::falling_root(low, high, kTolerance, excess) * (1 + kSlack);
}

double amplified_scale_within(const double *sensitivities, const double *probabilities, size_t size, double epsilon,
                              double delta) {
  const double farther = amplified_down(epsilon, moved_up(sensitivities, probabilities, size));
  return mixture_scale_within(sensitivities, probabilities, size, farther, delta);
}

}  // namespace dpcvx::privacy
