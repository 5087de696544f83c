#include "solve/evaluation/interval.h"

#include <algorithm>
#include <cmath>

#include "numeric/normal.h"

namespace dpcvx::solve {

namespace {

constexpr double kSteps = static_cast<double>(kScoreSteps);

struct Ends {
  double low, high;
};

// The ratios r >= 0 with |a - r b| <= bound * sqrt(law.a - 2 law.b r + law.c r^2): those that a test of a - r b = 0
// accepts, where a and b have noise of unit scale with that variance in a - r b (Fieller 1954). The high end is
// infinite where b may be 0.
struct RatioLaw {
  double a, b, c;
};

Ends ratios(double a, double b, double bound, const RatioLaw &law) {
  const double squared = bound * bound;
  const double leading = b * b - law.c * squared, middle = a * b - law.b * squared, last = a * a - law.a * squared;
  const double root = std::sqrt(std::fmax(middle * middle - leading * last, 0));
  const bool bounded = b > 0 && leading > 0;
  const double low = last <= 0 || middle + root <= 0 ? 0 : last / (middle + root);
  return {low, bounded ? std::fmax((middle + root) / leading, 0) : INFINITY};
}

// An interval with all r in [0, 1] that have |a - r b| <= bound(|1 - 2 r|), for b > 0 and a bound that rises. They are
// looked for piece by piece, by the greatest bound of a piece.
template <class Bound>
Ends ratios_within(double a, double b, const Bound &bound) {
  constexpr int kRounds = 2, kPieces = 8;
  const double most = bound(1);
  Ends found{model::clamp((a - most) / b, 0, 1), model::clamp((a + most) / b, 0, 1)};
  for (int round = 0; round < kRounds; ++round) {
    const double width = (found.high - found.low) / kPieces;
    Ends next{1, 0};
    for (int i = 0; i < kPieces; ++i) {
      const double from = found.low + i * width, to = i + 1 == kPieces ? found.high : from + width;
      const double reach = bound(std::fmax(std::fabs(1 - 2 * from), std::fabs(1 - 2 * to)));
      const double low = std::fmax(from, (a - reach) / b), high = std::fmin(to, (a + reach) / b);
      if (low > high) continue;
      next = {std::fmin(next.low, low), std::fmax(next.high, high)};
    }
    if (next.low > next.high) break;  // none is accepted: the wider interval is as good
    found = next;
  }
  return found;
}

// Pr[|L + c M| > t] for independent Laplace variables of scale 1, 0 <= c <= 1. Near c = 1 it is the greater one there.
double laplace_pair_tail(double c, double t) {
  if (c > 1 - 1e-4) return (1 + t / 2) * std::exp(-t);
  return (std::exp(-t) - c * c * std::exp(-t / c)) / (1 - c * c);
}

// The t at which that is beta, or a little more.
double laplace_pair_quantile(double c, double beta) {
  constexpr int kHalvings = 28;
  double low = -std::log(beta), high = 2 * low + 2;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (laplace_pair_tail(c, middle) > beta ? low : high) = middle;
  }
  return high;
}

// A mean of units whose number is public.
ScoreEstimate mean_of(double sum, double units, const ScoreNoise &noise, double beta) {
  const double total = kSteps * units, bound = noise.bound(beta);
  return {true, sum / total, (sum - bound) / total, (sum + bound) / total, units};
}

// A mean under add/remove: the sums of x and of 1 - x.
ScoreEstimate mean_of_pair(double sum, double rest, const ScoreNoise &noise, double beta) {
  const double total = sum + rest;
  ScoreEstimate out;
  out.units = std::fmax(total, 0) / kSteps;
  out.known = total > 0;
  if (!out.known) return out;
  out.value = sum / total;
  // x (1 - r) - (1 - x) r has the coefficients 1 - r and -r, so x - r total has the variance 1 - 2 r + 2 r^2.
  const Ends ends = noise.gaussian ? ratios(sum, total, noise.linear_bound(beta, 2), {1, 1, 2})
                                   : ratios_within(sum, total, [&](double apart) {
                                       return noise.pair_bound(beta, (1 + apart) / 2, (1 - apart) / 2);
                                     });
  out.low = ends.low;
  out.high = ends.high;
  return out;
}

// A mean of units that may be null, under replace-one: the sums of x - 1/2 and of 1/2.
ScoreEstimate mean_of_centred(double centred, double half, const ScoreNoise &noise, double beta) {
  ScoreEstimate out;
  out.units = std::fmax(2 * half, 0) / kSteps;
  out.known = half > 0;
  if (!out.known) return out;
  out.value = 0.5 + centred / (2 * half);
  // x - r units has the coefficients 1 and 1 - 2 r, and so the variance 2 - 4 r + 4 r^2.
  const Ends ends = noise.gaussian ? ratios(centred + half, 2 * half, noise.linear_bound(beta, 2), {2, 2, 4})
                                   : ratios_within(centred + half, 2 * half,
                                                   [&](double apart) { return noise.pair_bound(beta, 1, apart); });
  out.low = ends.low;
  out.high = ends.high;
  return out;
}

// The sums of R^2, with the middle of their range added back.
struct Moments {
  double error, square, half_label;
  double units;        // an estimate, or the number
  double units_error;  // bound on its error, of probability 1 - beta * part
  double part;         // of beta, for each of the label and the units
  RatioLaw law;        // of error - r square
  int count;           // noises in it
};

Moments moments_of(ScoreUnits known, const int64_t *sums, double units, const ScoreNoise &noise, double beta) {
  const double s[] = {static_cast<double>(sums[0]), static_cast<double>(sums[1]), static_cast<double>(sums[2])};
  if (known == ScoreUnits::kAll) return {s[0], s[1], s[2], units, 0, 1.0 / 3, {1, 0, 1}, 2};
  const double middle = static_cast<double>(sums[3]);
  return {s[0] + middle, s[1] + middle, s[2], 2 * middle / kSteps, 2 * noise.bound(beta / 4) / kSteps,
          0.25,          {2, 1, 2},     3};
}

// The share of squares that the mean takes away, (sum of labels)^2 / units in steps, for a half sum of labels.
double taken_by_mean(double squared_half, double units) {
  return units > 0 ? 4 * squared_half / (kSteps * units) : INFINITY;
}

ScoreEstimate ratio_of(const Moments &m, const ScoreNoise &noise, double beta) {
  ScoreEstimate out;
  out.units = std::fmax(m.units, 0);
  const double squared = m.half_label * m.half_label;
  const double about_mean = m.square - taken_by_mean(std::fmax(squared - noise.variance(), 0), m.units);
  out.known = about_mean > 0;
  if (out.known) out.value = std::fmax(m.error, 0) / about_mean;
  const double label_error = noise.bound(beta * m.part), size = std::fabs(m.half_label);
  const double least = std::fmax(size - label_error, 0), most = size + label_error;
  const double smallest = m.square - taken_by_mean(most * most, m.units - m.units_error);
  const double largest = m.square - taken_by_mean(least * least, m.units + m.units_error);
  const double left = 1 - (m.count == 2 ? m.part : 2 * m.part);
  const double bound = noise.linear_bound(beta * left, m.count);
  out.low = largest > 0 ? ratios(m.error, largest, bound, m.law).low : 0;
  out.high = smallest > 0 ? ratios(m.error, smallest, bound, m.law).high : INFINITY;
  return out;
}

// The interval with the value in it: noise beyond its bound may leave the value outside.
ScoreEstimate with_value(ScoreEstimate estimate) {
  if (!estimate.known) return estimate;
  estimate.low = std::fmin(estimate.low, estimate.value);
  estimate.high = std::fmax(estimate.high, estimate.value);
  return estimate;
}

}  // namespace

double ScoreNoise::bound(double beta) const {
  if (gaussian) return scale * numeric::normal_two_sided_quantile(1 - beta) + 0.5;
  // Pr[|k| >= j] = 2 p^j / (1 + p) with p = exp(-1 / scale).
  const double p = std::exp(-1 / scale);
  return std::fmax(std::ceil(scale * std::log(2 / ((1 + p) * beta))) - 1, 0);
}

double ScoreNoise::linear_bound(double beta, int count) const {
  const double root = std::sqrt(static_cast<double>(count));
  if (gaussian) return scale * numeric::normal_two_sided_quantile(1 - beta) + 0.5 * root;
  return root * bound(-std::expm1(std::log1p(-beta) / count));
}

double ScoreNoise::pair_bound(double beta, double first, double second) const {
  const double most = std::fmax(std::fabs(first), std::fabs(second)), sum = std::fabs(first) + std::fabs(second);
  if (gaussian) return scale * std::hypot(first, second) * numeric::normal_two_sided_quantile(1 - beta) + 0.5 * sum;
  // A discrete Laplace variable is the difference of two exponential ones that are rounded down: within 1 of a real
  // one.
  return scale * most * laplace_pair_quantile((sum - most) / most, beta) + sum;
}

double ScoreNoise::variance() const { return gaussian ? scale * scale : 2 * scale * scale; }

void expect_sums(int32_t score, ScoreUnits known, double error, double square, double units, int64_t *sums) {
  const double total = kSteps * units;
  const auto steps = [](double x) { return static_cast<int64_t>(x); };
  if (score != DPCVX_SCORE_R2) {
    const int64_t sum = steps(error * total), half = steps(total / 2);
    sums[0] = known == ScoreUnits::kAtMost ? sum - half : sum;
    sums[1] = known == ScoreUnits::kAtMost ? half : steps(total) - sum;
    return;
  }
  const double middle = known == ScoreUnits::kAll ? 0 : 0.5 * total;
  sums[0] = steps(std::fmin(error * square, 1) * total - middle);
  sums[1] = steps(square * total - middle);
  sums[2] = 0;
  sums[3] = steps(0.5 * total);
}

ScoreEstimate estimate_score(int32_t score, ScoreUnits known, const int64_t *sums, int64_t units,
                             const ScoreNoise &noise, double level) {
  const double beta = 1 - level, count = static_cast<double>(units);
  if (score == DPCVX_SCORE_R2) return with_value(ratio_of(moments_of(known, sums, count, noise, beta), noise, beta));
  const double first = static_cast<double>(sums[0]);
  ScoreEstimate out = known == ScoreUnits::kAll      ? mean_of(first, count, noise, beta)
                      : known == ScoreUnits::kAtMost ? mean_of_centred(first, static_cast<double>(sums[1]), noise, beta)
                                                     : mean_of_pair(first, static_cast<double>(sums[1]), noise, beta);
  out.value = model::clamp(out.value, 0, 1);
  out.low = model::clamp(out.low, 0, 1);
  out.high = model::clamp(out.high, 0, 1);
  return with_value(out);
}

}  // namespace dpcvx::solve
