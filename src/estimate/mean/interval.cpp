#include "estimate/mean/interval.h"

#include <algorithm>
#include <cmath>

#include "estimate/mean/narrow.h"
#include "estimate/mean/unit_sums.h"

namespace dpcvx::estimate {

namespace {

// Shares of the probability of failure: of the variance's bound, and of that of a private number of units.
constexpr double kOfVariance = 0.1, kOfUnits = 0.05;
constexpr double kStep = 1 / static_cast<double>(kMeanSteps);
// Integer noise is within a step of real noise, in each of two sums at most (PROOFS.md, 3.4).
constexpr double kNoiseSlack = 2 * kStep;
// A value is within half a step, and the error of placing it, of its lattice point.
constexpr double kValueSlack = kStep;

double squared(double x) { return x * x; }

// Returns a lower bound on E(1 - x^2).
double lower_square_part(const MeanLaw &law, double noisy_sum, double units, double beta) {
  const NoiseLaw noise{law.gaussian, law.scale / law.square_weight, 0};
  return lower_mean(noisy_sum / law.square_weight - kNoiseSlack / law.square_weight, units, noise, beta);
}

struct Interval {
  double low, high;
  // The least size of a number in it, and the greatest.
  double least() const { return low > 0 ? low : high < 0 ? -high : 0; }
  double most() const { return std::max(std::fabs(low), std::fabs(high)); }
};

// Bounds how far the noisy sum strays for means in `given`, over their number: upwards or downwards.
double reach(const MeanLaw &law, const ColumnSums &sums, double units, double square_part, const Interval &given,
             bool upwards, double beta) {
  const double variance = std::max(1 - square_part - squared(given.least()), 0.0);
  const NoiseLaw noise{law.gaussian, law.scale, law.units_known ? 0 : given.most(), 0, law.scale};
  const SumLaw sum{units, variance, upwards ? 1 - given.low : 1 + given.high, 1 + given.most(), law.units_known};
  return (deviation(sum, noise, beta) + kNoiseSlack) / sums.units;
}

double estimated_variance(const MeanLaw &law, const ColumnSums &sums, double mean) {
  const double noise = squared(NoiseLaw{law.gaussian, law.scale, 0}.stddev() / sums.units);
  const double square = 1 - sums.squares / (law.square_weight * sums.units);
  return std::clamp(square - std::max(squared(mean) - noise, 0.0), 0.0, 1 - squared(mean));
}

}  // namespace

double lower_mean(double seen, double units, const NoiseLaw &noise, double beta, const NoiseLaw *as_two) {
  // Of a scale that is a bound, e^(-z / s) covers the tail at z for every z, and half of it does not (PROOFS.md, 3.2).
  const double of_tail = as_two == nullptr ? beta : beta / 2;
  if (as_two == nullptr && !noise.gaussian && noise.terms == 0) as_two = &noise;
  // Above 0 where q is not rejected; it grows with q, almost as a line.
  const auto room = [&](double q) {
    const SumLaw sum{units, q * (1 - q), 1 - q, 0, true};
    const double by_noise = as_two == nullptr ? INFINITY : noise_deviation(sum, *as_two, of_tail);
    return units * q + std::min(moment_deviation(sum, noise, beta), by_noise) - seen;
  };
  double low = 0, at_low = room(0), high = std::min(seen / units, 1.0), at_high = room(high);
  if (!(at_low < 0)) return 0;
  // By the false position, Illinois form. What is returned was rejected itself.
  for (int i = 0, side = 0;
       i < 8 && at_high - at_low > 1e-3 * noise.scale && high - low > 1e-4 * std::min(high, 1 - low); ++i) {
    const double middle = (low * at_high - high * at_low) / (at_high - at_low), here = room(middle);
    const int now = here < 0 ? -1 : 1;
    (now < 0 ? low : high) = middle;
    (now < 0 ? at_low : at_high) = here;
    if (now == side) (now < 0 ? at_high : at_low) *= 0.5;
    side = now;
  }
  return low;
}

ColumnEstimate estimate_column(const MeanLaw &law, const ColumnSums &sums, double beta) {
  ColumnEstimate out;
  const NoiseLaw plain{law.gaussian, law.scale, 0};
  const double of_units = law.units_known ? 0 : kOfUnits * beta, of_variance = kOfVariance * beta;
  const double most_units =
      law.units_known ? sums.units : std::floor(sums.units + plain.quantile(of_units) + kNoiseSlack);
  if (!(most_units >= 1) || !(sums.units > 0)) return out;  // the noise hides the number of units
  out.mean = std::clamp(sums.values / sums.units, -1.0, 1.0);
  const double square_part = lower_square_part(law, sums.squares, most_units, of_variance);
  const double of_side = (beta - of_units - of_variance) / 2, seen = sums.values / sums.units;
  const AcceptedEnds ends = narrow(-1, 1, seen, seen, [&](double from, double to, bool upwards) {
    return reach(law, sums, most_units, square_part, {from, to}, upwards, of_side);
  });
  const Interval found{ends.low, ends.high};
  out.low = std::max(std::min(found.low, out.mean) - kValueSlack, -1.0);
  out.high = std::min(std::max(found.high, out.mean) + kValueSlack, 1.0);
  out.stddev = std::sqrt(estimated_variance(law, sums, out.mean));
  out.stddev_high = std::sqrt(std::max(1 - square_part - squared(found.least()), 0.0));
  return out;
}

}  // namespace dpcvx::estimate
