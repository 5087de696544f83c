#include "estimate/mean/variance.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "estimate/distribution/noisy_share.h"
#include "estimate/mean/narrow.h"

namespace dpcvx::estimate {

namespace {

// The part of a probability of failure that goes to the mean, to the fourth moment, and to a private number of units.
constexpr double kOfMean = 0.08, kOfFourth = 0.04, kOfUnits = 0.05;
constexpr double kStep = 1 / static_cast<double>(kMeanSteps);
// The mean's interval is cut in so many parts where it is wider than this.
constexpr int kParts = 4;
constexpr double kWide = 0.1;
constexpr double kLeastSpread = 1e-12;

double squared(double x) { return x * x; }

// Bounds the noise in the sum of (x - m)^2 - v over units, for m in [low, high] and v in [0, 1]: from that of squares,
// of values and of the number of units. Normal noise has at least that of squares.
NoiseLaw noise_of_squares(const MeanLaw &law, double low, double high) {
  const double mean = std::max(std::fabs(low), std::fabs(high));
  const double of_values = squared(2 * mean), of_squares = 1 / squared(law.square_weight);
  const double of_units = law.units_known ? 0 : squared(1 + squared(mean));
  // Laplace noises stand as one of the sum of their scales, where that is no more than the first one's.
  const double rest = (2 * mean + (law.units_known ? 0 : 1 + squared(mean))) * law.square_weight;
  const double least = law.scale / law.square_weight;
  if (!law.gaussian && rest <= 1) return {false, least, rest, 0, least};
  const NoiseWeights most{of_values + of_squares + of_units, std::max({of_values, of_squares, of_units})};
  return CountNoise{law.gaussian, law.scale}.law_between({of_squares, of_squares}, most);
}

// Bounds E (x - m)^4 for the true mean m, if it is in [low, high] (PROOFS.md, 5.2).
double max_fourth_moment(const MeanLaw &law, const ColumnSums &sums, double max_units, double low, double high,
                         double beta) {
  const double far = std::max(std::fabs(low), std::fabs(high));
  const double of_cube = static_cast<double>(cube_scale(law.gaussian));
  const double of_fourth = static_cast<double>(fourth_scale(law.gaussian)), largest = squared(squared(1 + far));
  const double value = sums.values / sums.units, square = 1 - sums.squares / (law.square_weight * sums.units);
  const double cube = value - of_cube * sums.cubes / sums.units, rest = of_fourth * sums.fourths / sums.units;
  const double fourth = law.gaussian ? square - rest : 2 * square - 1 + rest;
  // The noisy mean of it, by Taylor's formula about the middle.
  const double m = low / 2 + high / 2, radius = high / 2 - low / 2;
  const double at_middle = fourth + m * (-4 * cube + m * (6 * square + m * (-4 * value + m)));
  const double slope = -4 * cube + m * (12 * square + m * (-12 * value + 4 * m));
  const auto bend = [&](double at) { return 12 * (square + at * (-2 * value + at)); };
  const double most =
      at_middle + std::fabs(slope) * radius + std::max({bend(low), bend(high), 0.0}) * squared(radius) / 2;
  const double of_squares = ((law.gaussian ? 1 : 2) + 6 * squared(far)) / law.square_weight;
  const double of_cubes = 4 * far * of_cube;
  const double of_values = 4 * far * (1 + squared(far)), of_units = law.units_known ? 0 : largest;
  NoiseWeights weights;
  for (const double weight : {of_values, of_squares, of_cubes, of_fourth, of_units}) weights.add(weight / largest);
  // What rounding adds: to the terms of a unit, and to five noises.
  const double of_unit = of_squares + 4 * far * (of_cube + 1) + 2 * of_fourth + 1;
  const double of_noises = of_values + of_squares + of_cubes + of_fourth + of_units;
  const double slack = (of_unit * max_units + of_noises) * kStep;
  const CountNoise noise{law.gaussian, law.scale};
  NoiseLaw two;
  const double part = lower_mean(sums.units * (1 - most / largest) - slack, max_units, noise.law(weights), beta,
                                 noise.as_two(weights, &two) ? &two : nullptr);
  return largest * (1 - part);
}

// What tests leave of the variances, if the mean is in `means`: of the fourth moment, and of the variance.
AcceptedEnds variances_about(const MeanLaw &law, const ColumnSums &sums, double max_units, const AcceptedEnds &means,
                             double of_fourth, double of_variance) {
  // The noisy mean of (x - m)^2: least at the noisy mean, greatest at an end.
  const auto about = [&](double m) {
    return 1 - sums.squares / (law.square_weight * sums.units) - 2 * m * sums.values / sums.units + m * m;
  };
  const double least = about(std::clamp(sums.values / sums.units, means.low, means.high));
  const double greatest = std::max(about(means.low), about(means.high));
  const double farthest = squared(1 + std::max(std::fabs(means.low), std::fabs(means.high)));
  const NoiseLaw noise = noise_of_squares(law, means.low, means.high);
  // What rounding adds: to values on the lattice, to squares, and to three noises.
  const double slack = (4 * max_units + 12) * kStep;
  const double fourth = max_fourth_moment(law, sums, max_units, means.low, means.high, of_fourth);
  // How far the noisy sum strays, over the number of units, for variances in [from, to]: upwards or downwards.
  const auto reach = [&](double from, double to, bool upwards) {
    const double widest = std::clamp(farthest / 2, from, to);
    const double spread = std::min(widest * (farthest - widest), std::max(fourth - squared(from), kLeastSpread));
    const double size = std::max(farthest - from, to);
    const SumLaw sum{max_units, spread, upwards ? farthest - from : to, size, law.units_known};
    return (deviation(sum, noise, of_variance / 2) + slack) / sums.units;
  };
  return narrow(0, 1, least, greatest, reach);
}

// Squares of its half must be doubles with all their digits.
dpcvx_status check_width(double low, double high, size_t column, Error &error) {
  const double half = high / 2 - low / 2;
  if (half >= 0x1p-500 && half <= 0x1p500) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "a variance of values in [%s, %s], the range of column %s; accepted: ranges of 2^-499 to 2^501",
                    show(low).text, show(high).text, show(static_cast<int64_t>(column)).text);
}

}  // namespace

VarianceEstimate estimate_variance(const MeanLaw &law, const ColumnSums &sums, double beta) {
  const double of_units = law.units_known ? 0 : kOfUnits * beta;
  const double most =
      law.units_known ? sums.units
                      : std::floor(sums.units + NoiseLaw{law.gaussian, law.scale, 0}.quantile(of_units) + 2 * kStep);
  VarianceEstimate out;
  if (!(most >= 1) || !(sums.units > 0)) return {0.5, 0, 1};  // the noise hides the number of units
  const ColumnEstimate mean = estimate_column(law, sums, kOfMean * beta);
  out.value = squared(mean.stddev);
  const double of_fourth = kOfFourth * beta, of_variance = (1 - kOfMean) * beta - of_units - of_fourth;
  // Each part of the mean's interval has tests of its own.
  const int parts = mean.high - mean.low > kWide ? kParts : 1;
  AcceptedEnds found{INFINITY, -INFINITY};
  for (int k = 0; k < parts; ++k) {
    const double from = mean.low + (mean.high - mean.low) * k / parts;
    const double to = k + 1 == parts ? mean.high : mean.low + (mean.high - mean.low) * (k + 1) / parts;
    const AcceptedEnds here = variances_about(law, sums, most, {from, to}, of_fourth, of_variance);
    found = {std::min(found.low, here.low), std::max(found.high, here.high)};
  }
  const auto [low, high] = found;
  // A standard deviation moves by at most a step with the lattice.
  out.low = squared(std::max(std::sqrt(std::min(low, out.value)) - kStep, 0.0));
  out.high = std::min(squared(std::sqrt(std::max(high, out.value)) + kStep), 1.0);
  return out;
}

dpcvx_status derive_variances(const Estimate &means, const MeanSettings &settings, Estimate *out, Error &error) {
  for (size_t j = 0; j < means.values.size(); ++j)
    DPCVX_TRY(check_width(means.range_low[j], means.range_high[j], j, error));
  DPCVX_TRY(out->follow(means, DPCVX_ESTIMATE_KIND_VARIANCE, means.count(), settings.interval_level, error));
  out->simultaneous = settings.simultaneous;
  const double beta = 1 - settings.interval_level;
  for (size_t j = 0; j < out->values.size(); ++j) {
    out->range_low[j] = means.range_low[j];
    out->range_high[j] = means.range_high[j];
    const double half = means.range_high[j] / 2 - means.range_low[j] / 2;
    const VarianceEstimate found = estimate_variance(
        means.law, means.sums[j], settings.simultaneous ? beta / static_cast<double>(means.count()) : beta);
    out->values[j] = half * half * found.value;
    out->low[j] = half * half * found.low;
    out->high[j] = half * half * found.high;
  }
  return DPCVX_OK;
}

dpcvx_status expect_variance(const privacy::Curve &price, int32_t adjacency, int64_t columns,
                             const ExpectedColumn &guess, const MeanSettings &settings, double *low, double *high,
                             Error &error) {
  DPCVX_TRY(check_width(guess.low, guess.high, 0, error));
  MeanPlan plan;
  DPCVX_TRY(plan_mean(price, adjacency, columns, settings.noise, &plan, error));
  const double half = guess.high / 2 - guess.low / 2, beta = 1 - settings.interval_level;
  const VarianceEstimate found = estimate_variance(plan.law, expected_sums(plan.law, guess),
                                                   settings.simultaneous ? beta / static_cast<double>(columns) : beta);
  *low = half * half * found.low;
  *high = half * half * found.high;
  return DPCVX_OK;
}

}  // namespace dpcvx::estimate
