#include "estimate/covariance/moment_plan.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "dpcvx/evaluation.h"
#include "mechanism/calibrate_release.h"
#include "numeric/directed.h"
#include "numeric/margins.h"
#include "numeric/normal.h"
#include "privacy/calibration/calibrate.h"

namespace dpcvx::estimate {

namespace {

using numeric::up_few;

constexpr double kSteps = static_cast<double>(kMomentSteps), kRoot2 = 1.4142135623730951;
constexpr double kBelowRoot2 = 1.41421356237309;
// Bounds the scale of the noise in a sum, in radii. Noise beyond it would hide any table.
constexpr double kMaxScale = 0x1p26;

double squared(double x) { return x * x; }

// The weights of fourth and third moments, on the scale of products in radii (PROOFS.md, 2.4 and 2.5).
struct HigherScale {
  double fourths, thirds;
};

HigherScale higher_scale(const MomentShape &shape) {
  const double d = static_cast<double>(shape.columns);
  if (!shape.gaussian) return {1 / (d + 1), 1 / (4 * d)};
  return shape.replaced ? HigherScale{kBelowRoot2, 1} : HigherScale{1, kBelowRoot2 / 2};
}

// By how much rounding moves a unit's weighted sums, in steps: each coordinate by 1/2, each second moment by 1, a shift
// by 1, a fourth moment by 1.51, and a third one by 1 + the root of the columns over 2.
double rounding(const MomentShape &shape, const MomentWeights &weights) {
  const double d = static_cast<double>(shape.columns);
  const HigherScale higher = shape.higher ? higher_scale(shape) : HigherScale{0, 0};
  const double third = (0.5 + 1 / std::sqrt(d)) * higher.thirds;
  if (shape.gaussian) return 2 * d + 0.5 * weights.coordinates * std::sqrt(d) + d * (1.51 * higher.fourths + third);
  return 2 * d + 0.5 * d * (d - 1) + 0.5 * weights.coordinates * d + 0.5 * d * (d + 1) * 1.51 * higher.fourths +
         d * d * third;
}

// Higher moments add nothing (PROOFS.md, 2.4).
double gaussian_sensitivity(const MomentShape &shape, const MomentWeights &weights) {
  const double d = static_cast<double>(shape.columns), a2 = squared(weights.coordinates), b2 = squared(weights.units);
  if (shape.replaced) return kRoot2 * (1 + a2 / 2);
  return std::sqrt(b2 + std::max(1 / d, a2 + 1 - 1 / d));
}

// The greatest of slope k + bend k (columns - k) over k in [0, columns].
double greatest_of_parabola(double slope, double bend, double columns) {
  if (slope >= bend * columns) return slope * columns;
  return squared(slope + bend * columns) / (4 * bend);
}

// What higher moments add to the l1 sensitivity (PROOFS.md, 2.5).
double laplace_higher(const MomentShape &shape) {
  if (!shape.higher) return 0;
  constexpr double kThird = 0.38490018;  // the greatest (1 - s^2) s
  const double d = static_cast<double>(shape.columns);
  const HigherScale weights = higher_scale(shape);
  return (shape.replaced ? 2 : 1) * (weights.fourths * (d + 1) / 8 + weights.thirds * d * kThird);
}

double laplace_sensitivity(const MomentShape &shape, const MomentWeights &weights) {
  const double d = static_cast<double>(shape.columns), box = static_cast<double>(shape.box) / kSteps;
  const double one = weights.coordinates * std::min(std::sqrt(d), d * box), in_box = d * box * box;
  if (shape.replaced) {
    const double ball = 2 * one + std::sqrt(d * (d - 1) / 2) + std::min(2.0, in_box);
    const double corners = greatest_of_parabola(2 * weights.coordinates * box, 2 * box * box * (1 + 1 / d), d);
    return std::min(corners, ball) + laplace_higher(shape);
  }
  if (in_box <= 1) {
    // a sqrt(d) s + (d - 3) s^2 / 2 + 1 over s in [0, 1].
    const double slope = weights.coordinates * std::sqrt(d), s = d < 3 ? std::min(slope / (3 - d), 1.0) : 1;
    return weights.units + slope * s + (d - 3) / 2 * s * s + 1 + laplace_higher(shape);
  }
  // A square is taken from 1 / d. Both are in [0, max(1 / d, box^2)].
  const double products = (d - 1) / 2 * std::min(1.0, in_box);
  const double squares = std::min(1 + std::min(1.0, in_box), std::max(1.0, in_box));
  return weights.units + one + products + squares;
}

// The expected square of the Frobenius norm of a covariance's noise, in radii to the fourth and for one unit.
double expected_square(const MomentShape &shape, const MomentWeights &weights) {
  // What is planned for: the squared norm of the mean, and of the matrix by which the number of units errs.
  constexpr double kMean = 0.1, kMatrix = 0.05;
  const double d = static_cast<double>(shape.columns), square = squared(moment_sensitivity(shape, weights) / kSteps);
  const double matrix = shape.gaussian ? d * (d + 1) / 2 : d * d;
  const double rest =
      2 * kMean * (d + 1) / squared(weights.coordinates) + (shape.replaced ? 0 : kMatrix / squared(weights.units));
  return (shape.gaussian ? 1 : 2) * square * (matrix + rest);
}

dpcvx_status plan_part(bool gaussian, double amount, double sensitivity, mechanism::NoisePlan *plan, Error &error) {
  if (gaussian) return mechanism::plan_integer_gaussian(amount, std::ceil(sensitivity), *plan, error);
  return mechanism::plan_discrete_laplace(amount, static_cast<int64_t>(std::ceil(sensitivity)), *plan, error);
}

// Pr[lambda_max >= t] <= columns exp(-t^2 / (2 (variance + scale t))) (Tropp 2012, Theorem 6.2).
double laplace_norm(double scale, double variance, double columns, double beta) {
  const double log = std::log(columns / beta);
  return scale * log + std::sqrt(squared(scale * log) + 2 * variance * log);
}

double normal_reach(double beta) { return std::sqrt(2 * std::log(1 / beta)); }

}  // namespace

double moment_sensitivity(const MomentShape &shape, const MomentWeights &weights) {
  const double exact = shape.gaussian ? gaussian_sensitivity(shape, weights) : laplace_sensitivity(shape, weights);
  return up_few(exact * kSteps + (shape.replaced ? 2 : 1) * rounding(shape, weights));
}

HigherWeights higher_weights(const MomentShape &shape) {
  const HigherScale scale = higher_scale(shape);
  // A third moment counts in steps over the root of the columns. A pair stands for two entries of the matrix.
  const double root = numeric::above(std::sqrt(static_cast<double>(shape.columns)));
  return {scale.fourths, (shape.gaussian ? kBelowRoot2 : 1) * scale.fourths, scale.thirds / root};
}

MomentWeights choose_weights(const MomentShape &shape) {
  // Powers of 2^(1/4). The number of units has no more noise than a coordinate, in half widths: intervals rest on that.
  constexpr int kLowest = -24, kHighest = 8;
  const double box = static_cast<double>(shape.box) / kSteps;
  MomentWeights best;
  double least = INFINITY;
  for (int i = kLowest; i <= kHighest; ++i)
    for (int k = shape.replaced ? kHighest : kLowest; k <= kHighest; ++k) {
      MomentWeights tried{std::exp2(0.25 * i), std::exp2(0.25 * k)};
      tried.units = std::max(tried.units, tried.coordinates * box);
      const double expected = expected_square(shape, tried);
      if (!(expected < least)) continue;
      least = expected;
      best = tried;
    }
  return best;
}

NoiseScales MomentPlan::scales() const {
  NoiseScales out{squares.scale / kSteps, products.scale / kSteps, coordinates.scale / kSteps,
                  shape.replaced ? 0 : units.scale / kSteps};
  if (!shape.higher) return out;
  const double d = static_cast<double>(shape.columns);
  out.own_fourths = d * own_fourths.scale / kSteps;
  out.fourths = d * fourths.scale / kSteps;
  out.thirds = std::sqrt(d) * thirds.scale / kSteps;
  return out;
}

NoiseNorms MomentPlan::norms(double beta) const {
  const double d = static_cast<double>(shape.columns);
  const NoiseScales scale = scales();
  NoiseNorms out;
  if (shape.gaussian) {
    const double wide = std::max(scale.squares, kRoot2 * scale.products);
    out.matrix = wide * (std::sqrt(2 * d) + normal_reach(beta / 4));
    out.vector = scale.coordinates * (std::sqrt(d) + normal_reach(beta / 4));
    out.units = scale.units * numeric::normal_upper_quantile(std::log(beta / 8));
  } else {
    const double each = 2 * squared(scale.squares) + 2 * (d - 1) * squared(scale.products);
    out.matrix = laplace_norm(std::max(scale.squares, scale.products), each, d, beta / 4);
    const double largest = std::sqrt(d) * scale.coordinates * std::log(4 * d / beta);
    out.vector =
        std::min(largest, laplace_norm(scale.coordinates, 2 * d * squared(scale.coordinates), d + 1, beta / 4));
    out.units = scale.units * std::log(4 / beta);
  }
  // Integer noise is within a step of real noise (mean/PROOFS.md, 3.4).
  out.matrix += d / kSteps;
  out.vector += std::sqrt(d) / kSteps;
  if (!shape.replaced) out.units += 1 / kSteps;
  return out;
}

void MomentPlan::add_noise(random::Rng &rng, MomentSums *sums) const {
  const size_t d = sums->columns();
  mechanism::add_noise(rng, squares, sums->squares(), d, sums->squares());
  mechanism::add_noise(rng, products, sums->products(), sums->products_count(), sums->products());
  mechanism::add_noise(rng, coordinates, sums->coordinates(), d, sums->coordinates());
  if (!shape.replaced) mechanism::add_noise(rng, units, sums->units(), 1, sums->units());
  if (!shape.higher) return;
  mechanism::add_noise(rng, own_fourths, sums->own_fourths(), d, sums->own_fourths());
  mechanism::add_noise(rng, fourths, sums->fourths(), sums->products_count(), sums->fourths());
  mechanism::add_noise(rng, thirds, sums->thirds(), d * d, sums->thirds());
}

namespace {

double scale_of_least_weight(const MomentPlan &plan, double amount, double least) {
  return plan.sensitivity / least / kSteps / amount;
}

// Without higher moments if noise would hide them.
void set_sensitivity(double amount, MomentPlan *plan) {
  plan->sensitivity = moment_sensitivity(plan->shape, plan->weights);
  if (!plan->shape.higher) return;
  if (scale_of_least_weight(*plan, amount, higher_weights(plan->shape).thirds) <= kMaxScale) return;
  plan->shape.higher = false;
  plan->sensitivity = moment_sensitivity(plan->shape, plan->weights);
}

}  // namespace

dpcvx_status plan_moments(const privacy::Curve &price, const MomentShape &shape, int32_t noise, MomentPlan *plan,
                          Error &error) {
  MomentShape gaussian = shape, laplace = shape;
  gaussian.gaussian = true;
  laplace.gaussian = false;
  const MomentWeights of_gaussian = choose_weights(gaussian), of_laplace = choose_weights(laplace);
  bool normal = noise == DPCVX_EVALUATION_NOISE_GAUSSIAN;
  if (noise == DPCVX_EVALUATION_NOISE_AUTOMATIC) {
    const double mu = privacy::gaussian_mu_within(price), epsilon = privacy::pure_epsilon_within(price);
    normal =
        expected_square(gaussian, of_gaussian) * squared(epsilon) < expected_square(laplace, of_laplace) * squared(mu);
  }
  plan->shape = normal ? gaussian : laplace;
  plan->weights = normal ? of_gaussian : of_laplace;
  double amount = 0;
  DPCVX_TRY(normal ? mechanism::gaussian_for_price(price, &amount, error)
                   : mechanism::pure_for_price(price, &amount, error));
  set_sensitivity(amount, plan);
  const double least = std::min(std::min(plan->weights.coordinates, plan->weights.units), 1.0);
  if (!(scale_of_least_weight(*plan, amount, least) <= kMaxScale)) {
    char shown[160];
    price.describe(shown, sizeof(shown));
    return error.argument("price", shown, "one for which the noise in a sum over units is at most 2^26 radii");
  }
  const auto part = [&](double weight, mechanism::NoisePlan *to) {
    return plan_part(normal, amount, up_few(plan->sensitivity / weight), to, error);
  };
  DPCVX_TRY(part(1, &plan->squares));
  DPCVX_TRY(part(normal ? kBelowRoot2 : 1, &plan->products));
  DPCVX_TRY(part(plan->weights.coordinates, &plan->coordinates));
  DPCVX_TRY(part(plan->weights.units, &plan->units));
  if (plan->shape.higher) {
    const HigherWeights weights = higher_weights(plan->shape);
    DPCVX_TRY(part(weights.own_fourths, &plan->own_fourths));
    DPCVX_TRY(part(weights.fourths, &plan->fourths));
    DPCVX_TRY(part(weights.thirds, &plan->thirds));
  }
  plan->event = normal ? privacy::gdp(amount) : privacy::pure(amount);
  return DPCVX_OK;
}

}  // namespace dpcvx::estimate
