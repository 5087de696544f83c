// How likely an audit of a given size is to find what it must: sums of exact binomial tails.
//
// An audit counts an event in half of its runs on each side. Where the event has probability p on the side on which it
// is likely and q on the other, the counts are independent, Binomial(n, p) and Binomial(n, q), n the runs that count. A
// bound rises in the likely count and falls in the other. So it is missed where the likely count is k and the other is
// above the greatest with which k suffices. The sum over k is taken in blocks, each as its least k, from above.
//
// The event is the best one for the score's law. An audit chooses its own on the runs that do not count. Where scores
// take few values it is the same; where they take many it is about as good (in simulations the bounds of chosen and of
// best events agree in mean and spread to a tenth of the spread).
#ifndef DPCVX_TESTS_AUDIT_POWER_H_
#define DPCVX_TESTS_AUDIT_POWER_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "numeric/binomial.h"
#include "audit/bound.h"
#include "audit/subject.h"

constexpr double kMiss = 1e-6;  // at most, of every audit that is sized here: its power is 1 - kMiss

// The probabilities of an event on the side on which it is likely, and on the other.
struct EventLaw {
  double likely, unlikely;
};

// A Gaussian that moves by mu standard deviations, cut halfway.
inline EventLaw halfway(double mu) {
  const double likely = std::erfc(-mu / 2 * M_SQRT1_2) / 2;
  return {likely, 1 - likely};
}
// Laplace noise that moves by epsilon scales, cut at a centre.
inline EventLaw at_a_centre(double epsilon) { return {0.5, std::exp(-epsilon) / 2}; }
// A choice that has these odds on either side.
inline EventLaw at_odds(double likely, double unlikely) { return {likely / (1 + likely), unlikely / (1 + unlikely)}; }
// At least `k` of independent events.
inline EventLaw at_least(size_t k, const std::vector<EventLaw> &events) {
  EventLaw some{0, 0};
  for (double EventLaw::*const side : {&EventLaw::likely, &EventLaw::unlikely}) {
    std::vector<double> law(events.size() + 1, 0);  // of their number
    law[0] = 1;
    for (const EventLaw &event : events)
      for (size_t i = law.size(); i-- > 0;)
        law[i] = law[i] * (1 - event.*side) + (i > 0 ? law[i - 1] * event.*side : 0);
    for (size_t i = k; i < law.size(); ++i) some.*side += law[i];
  }
  return some;
}

// Pr[X <= k] of X binomial(n, p), any k.
inline double binomial_below(int64_t k, int64_t n, double p) {
  return k < 0 ? 0 : k >= n ? 1 : dpcvx::numeric::binomial_lower_tail(k, n, p);
}

// At least the probability that reaches(counts) is false. It is monotone: true for more likely and fewer other events.
template <class Reaches>
double missed(EventLaw law, int64_t runs, const Reaches &reaches) {
  constexpr double kFirst = -5.5, kStep = 0.25, kLast = 3;  // blocks of the likely count, in standard deviations
  const int64_t n = runs - runs / 2;
  const double mean = static_cast<double>(n) * law.likely, deviation = std::sqrt(mean * (1 - law.likely));
  const auto count_at = [&](double z) {
    return std::clamp<int64_t>(static_cast<int64_t>(std::floor(mean + z * deviation)), 0, n);
  };
  double below = binomial_below(count_at(kFirst) - 1, n, law.likely), sum = below;
  // The greatest other count with which the block's likely count does; counts nine deviations off are not told apart.
  const double other = static_cast<double>(n) * law.unlikely, spread = std::sqrt(other * (1 - law.unlikely));
  const int64_t most = std::min(n, static_cast<int64_t>(std::ceil(other + 9 * spread)) + 20);
  int64_t suffices = std::max<int64_t>(-1, static_cast<int64_t>(other - 9 * spread) - 20);
  for (double z = kFirst; z < kLast; z += kStep) {
    const int64_t least = count_at(z);
    int64_t fails = most + 1;
    if (suffices >= 0 && !reaches(dpcvx::audit::EventCounts{least, suffices, n})) fails = suffices, suffices = -1;
    while (fails - suffices > 1) {
      const int64_t middle = suffices + (fails - suffices) / 2;
      (reaches(dpcvx::audit::EventCounts{least, middle, n}) ? suffices : fails) = middle;
    }
    const double next = z + kStep < kLast ? binomial_below(count_at(z + kStep) - 1, n, law.likely) : 1;
    // Pr[Y > suffices] as a lower tail of n - Y.
    sum += (next - below) * binomial_below(n - suffices - 1, n, 1 - law.unlikely);
    below = next;
  }
  return sum;
}

// The probability that the bound of such an audit stays below `bound`, at most.
inline double missed_epsilon(EventLaw law, int64_t runs, double bound, double delta = 0,
                             double confidence = kNearlySure) {
  return missed(law, runs, [&](const dpcvx::audit::EventCounts &counts) {
    return dpcvx::audit::epsilon_lower(counts, delta, confidence) >= bound;
  });
}
inline double missed_mu(EventLaw law, int64_t runs, double bound, double confidence = kNearlySure) {
  return missed(law, runs, [&](const dpcvx::audit::EventCounts &counts) {
    return dpcvx::audit::mu_lower(counts, confidence) >= bound;
  });
}

// Whether each end of a released range, at a price of epsilon an end, lies beyond the value that stays at -4096 when
// the other of two crosses it. Of 259 candidates 52 lie below -4096; crossing takes the distance of these from the
// median from 1 to 0 and that of the others from 0 to 1.
inline std::vector<EventLaw> range_ends(double epsilon) {
  const double far = std::exp(-epsilon / 2), below = 52, rest = 207;
  return {{below / (below + 1 + (rest - 1) * far), below * far / (below * far + rest)},
          {(below + 1) / (below + 1 + (rest - 1) * far), (below * far + 1) / (below * far + rest)}};
}

// What an above-threshold stream of price epsilon at a threshold of 0 and sensitivity 1 answers, in probability:
// Laplace noise on the threshold and on each answer, at the split of the price that the library uses.
inline double above_threshold_probability(double epsilon, double max_above, const std::vector<double> &values,
                                          const std::vector<bool> &answers) {
  const double for_threshold = epsilon / (1 + std::cbrt(4 * max_above * max_above));
  const double scale = 1 / for_threshold, of_answers = 2 * max_above / (epsilon - for_threshold);
  const auto below = [&](double x) { return x < 0 ? std::exp(x / of_answers) / 2 : 1 - std::exp(-x / of_answers) / 2; };
  constexpr int kPoints = 100000;
  const double width = 80 * scale / kPoints;
  double sum = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double noise = (i + 0.5) * width - 40 * scale;
    double here = std::exp(-std::fabs(noise) / scale) / (2 * scale) * width;
    for (size_t j = 0; j < answers.size(); ++j)
      here *= answers[j] ? 1 - below(noise - values[j]) : below(noise - values[j]);
    sum += here;
  }
  return sum;
}

// The share of its claim that an audit is to reach: `least` where the long audits are asked for. Usually it may
// stay 2.5 times as far below the share that is attained, down to half of that, which takes a sixth of the runs; and in
// any case 1.6 times as far, which takes 0.4 of them. Noise that is half of what it should be is seen so.
inline double to_reach(double least, double attained = 1) {
  const double far = attained - least;
  return at_length_or(least, std::min(attained - 1.6 * far, std::max(attained - 2.5 * far, attained / 2)));
}

// The fewest runs, nearly, with which a bound reaches `least` although both counts are off to where a miss is
// likeliest: by 4.9 standard deviations together, each in the proportion in which it moves the bound, and a rare count
// by 2 more.
template <class Bound>
int64_t runs_to_reach(EventLaw law, double least, const Bound &bound) {
  constexpr double kOff = 4.9, kRare = 2;
  const auto enough = [&](int64_t counted) {
    const double n = static_cast<double>(counted), likely = n * law.likely, other = n * law.unlikely;
    const double spreads[] = {std::sqrt(likely * (1 - law.likely)), std::sqrt(other * (1 - law.unlikely))};
    const auto off_by = [&](double lower, double higher) {
      const double low = likely - lower * spreads[0], high = other + higher * spreads[1];
      return low > 0 && high < n ? bound(dpcvx::audit::EventCounts{static_cast<int64_t>(low),
                                                                   static_cast<int64_t>(std::ceil(high)), counted})
                                 : -INFINITY;
    };
    const double expected = off_by(0, 0), moved[] = {expected - off_by(1, 0), expected - off_by(0, 1)};
    const double both = std::hypot(moved[0], moved[1]);
    return both < INFINITY && off_by(kOff * moved[0] / both, kOff * moved[1] / both + kRare / spreads[1]) >= least;
  };
  int64_t counted = 50;
  while (counted < 10000000 && !enough(counted)) counted += counted / 20;
  return 2 * counted;
}

// The runs of an audit that is to reach `least`; fails the test where its power is less than 1 - kMiss.
inline int64_t runs_for_epsilon(EventLaw law, double least, double delta = 0) {
  const int64_t runs = runs_to_reach(law, least, [&](const dpcvx::audit::EventCounts &counts) {
    return dpcvx::audit::epsilon_lower(counts, delta, kNearlySure);
  });
  EXPECT_LE(missed_epsilon(law, runs, least, delta), kMiss);
  return runs;
}
inline int64_t runs_for_mu(EventLaw law, double least) {
  const int64_t runs = runs_to_reach(
      law, least, [&](const dpcvx::audit::EventCounts &counts) { return dpcvx::audit::mu_lower(counts, kNearlySure); });
  EXPECT_LE(missed_mu(law, runs, least), kMiss);
  return runs;
}

#endif
