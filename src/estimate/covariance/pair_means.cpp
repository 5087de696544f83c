#include "estimate/covariance/pair_means.h"

#include <algorithm>
#include <cmath>

#include "estimate/distribution/noisy_share.h"
#include "estimate/mean/interval.h"
#include "estimate/mean/narrow.h"

namespace dpcvx::estimate {

namespace {

// The share of a probability of failure that goes to the variance.
constexpr double kOfVariance = 0.1;
constexpr double kLeastVariance = 1e-12;

double squared(double x) { return x * x; }

}  // namespace

Errors squares_of(const Errors &of) {
  const double low = squared(of.low), high = squared(of.high);
  return {of.low <= 0 && of.high >= 0 ? 0 : std::min(low, high), std::max(low, high)};
}

Errors error_of_half(const PairNoise &noise, const PairMeans &seen, double sign, double beta) {
  const CountNoise unit{noise.gaussian, 1};  // weights are scales
  NoiseWeights of_mean, of_square;
  for (int k = 0; k < 2; ++k) {
    of_mean.add(noise.values / 2);
    of_square.add(noise.squares / 4);
  }
  of_square.add(noise.products / 2);
  if (!noise.units_known) of_square.add(std::fabs(1 - noise.shift / 2) * noise.units);
  const double square = (seen.square + seen.other_square) / 4 + sign * seen.product / 2 + noise.slack;
  const double part = lower_mean(seen.units * (1 - square), seen.most_units, unit.law(of_square), kOfVariance * beta);
  const double mean = (seen.one + sign * seen.two) / 2;
  const auto reach = [&](double from, double to, bool upwards) {
    const double least = from > 0 ? from : to < 0 ? to : 0, most = std::max(std::fabs(from), std::fabs(to));
    NoiseWeights all = of_mean;
    if (!noise.units_known) all.add(most * noise.units);
    const double variance = std::max(1 - part - squared(least), kLeastVariance);
    const SumLaw sum{seen.most_units, variance, upwards ? 1 - from : 1 + to, 1 + most, noise.units_known};
    return deviation(sum, unit.law_between(of_mean, all), (1 - kOfVariance) * beta / 2) / seen.units + noise.slack;
  };
  const AcceptedEnds ends = narrow(-1, 1, mean, mean, reach);
  return {mean - ends.high, mean - ends.low};
}

PairErrors errors_of_halves(const PairNoise &noise, const PairMeans &seen, double beta) {
  return {error_of_half(noise, seen, 1, beta / 2), error_of_half(noise, seen, -1, beta / 2)};
}

bool product_of_errors(const Errors &one, const Errors &two, const PairErrors &halves, Errors *out) {
  const auto common = [](const Errors &a, const Errors &b) {
    return Errors{std::max(a.low, b.low), std::min(a.high, b.high)};
  };
  const Errors sum = common({(one.low + two.low) / 2, (one.high + two.high) / 2}, halves.sum);
  const Errors difference = common({(one.low - two.high) / 2, (one.high - two.low) / 2}, halves.difference);
  if (sum.low > sum.high || difference.low > difference.high) return false;
  const double corners[] = {one.low * two.low, one.low * two.high, one.high * two.low, one.high * two.high};
  const Errors of_sum = squares_of(sum), of_difference = squares_of(difference);
  *out = {std::max(*std::min_element(corners, corners + 4), of_sum.low - of_difference.high),
          std::min(*std::max_element(corners, corners + 4), of_sum.high - of_difference.low)};
  return true;
}

double most_of_mean(const SumNoise &noise, const NoisyMean &mean, double beta) {
  const double largest = mean.largest;
  // For a mean v, the noisy number times v less the sum strays: candidates are largest - v.
  const auto reach = [&](double from, double to) {
    const double greatest = largest - from, least = largest - to;
    NoiseWeights all = noise.own;
    all.add(std::max(greatest - noise.of_units.low, noise.of_units.high - least) * noise.units);
    const double widest = std::clamp(largest / 2, least, greatest);
    const SumLaw sum{mean.most_units, widest * (largest - widest), greatest, 0, false};
    return moment_deviation(sum, CountNoise{noise.gaussian, 1}.law(all), beta) / mean.units;
  };
  constexpr int kSegments = 5;
  return largest - raise_low(0, largest, largest - mean.seen, kSegments, reach);
}

}  // namespace dpcvx::estimate
