#include "sample/certificate.h"

#include <algorithm>

#include "numeric/normal.h"
#include "numeric/root.h"
#include "privacy/divergences/gdp.h"

namespace dpcvx::sample {

namespace {

constexpr double kLn2 = 0.6931471805599453;
// More than what a few dozen operations lose, exponents of up to 1500 included.
constexpr double kMargin = 0x1p-38;
constexpr double kMin = 0x1p-1000;  // what underflows is not said to be 0

double up(double x) { return std::fmax(x * (1 + kMargin), kMin); }

// log((1 + m eta)^2): a round divides squared distances by this.
double squeeze(double m, double eta) { return 2 * std::log1p(m * eta); }

// mu / W.
double decay(double m, double eta, int64_t rounds) {
  const double steps = static_cast<double>(rounds);
  // The limit at m = 0 bounds it everywhere: (1 + m eta)^(2 T) - 1 >= 2 T m eta.
  if (m * eta < 0x1p-500) return 1 / std::sqrt(2 * steps * eta);
  const double squeezed = steps * squeeze(m, eta);
  return std::sqrt(m) * std::exp(-squeezed / 2) / std::sqrt(-std::expm1(-squeezed));
}

}  // namespace

StartDistance start_distance(double m, double dimension, const StartBounds &bounds) {
  StartDistance distance;
  distance.mean = distance.far = bounds.reach;
  if (!(m > 0)) return distance;
  const double rho = bounds.gradient;
  const double by_gradient = (rho / m + std::sqrt(rho / m * (rho / m) + 4 * dimension / m)) / 2;
  const double by_gap = std::sqrt(2 * bounds.gap / m) + std::sqrt(dimension / m);
  // Not a number where rho or the gap is infinite and m so small that quotients overflow: then nothing is known.
  const double mean = up(std::fmin(by_gradient, by_gap));
  distance.mean = std::fmin(distance.mean, mean);
  distance.far = std::fmin(distance.far, up(mean + std::sqrt(2 * kNever * kLn2 / m)));
  return distance;
}

double max_excess(double dimension) {
  constexpr double kLog = kNever * kLn2;
  return up(dimension + kLog + std::sqrt(kLog * (kLog + 2 * dimension)));
}

double gdp_after(double m, double eta, double distance, int64_t rounds) {
  const double mu = distance * decay(m, eta, rounds);
  return mu != mu ? static_cast<double>(INFINITY) : up(mu);
}

double kl_after(double m, double eta, double mean_distance, int64_t rounds) {
  const double mu = gdp_after(m, eta, mean_distance, rounds);
  return up(mu * mu / 2);
}

double variation_of_gdp(double mu) {
  return std::fmin(1, up(std::erf(mu * 0.35355339059327376220)));  // mu / (2 sqrt 2)
}

double variation_after(double m, double eta, double mean_distance, int64_t rounds) {
  return variation_of_gdp(gdp_after(m, eta, mean_distance, rounds));
}

int64_t rounds_for_gdp(double m, double eta, double far_distance, double mu) {
  if (!(gdp_after(m, eta, far_distance, kMaxRounds) <= mu)) return kMaxRounds + 1;
  int64_t before = 0, at = kMaxRounds;  // no and yes
  while (at - before > 1) {
    const int64_t middle = before + (at - before) / 2;
    (gdp_after(m, eta, far_distance, middle) <= mu ? at : before) = middle;
  }
  return at;
}

int64_t rounds_for_variation(double m, double eta, double mean_distance, double variation) {
  // A little below the quantile, so that the variation of this mu, rounded up, is within what was asked for.
  const double mu = 2 * numeric::normal_two_sided_quantile(variation) * (1 - 4 * kMargin);
  return rounds_for_gdp(m, eta, mean_distance, mu);
}

// The t of a block: near the best exponent, log(1 / v_t) / t.
int64_t block(double m, double eta, double diameter) { return rounds_for_gdp(m, eta, diameter, 2.1); }

double variation_within(double m, double eta, double diameter, int64_t rounds) {
  if (!(diameter < INFINITY)) return 1;
  const int64_t t = block(m, eta, diameter);
  if (t > rounds) return 1;
  const double share = variation_after(m, eta, diameter, t);
  const int64_t blocks = rounds / t;
  return std::fmin(1, up(std::pow(share, static_cast<double>(blocks))));
}

int64_t rounds_within(double m, double eta, double diameter, double variation) {
  const int64_t t = diameter < INFINITY ? block(m, eta, diameter) : kMaxRounds + 1;
  if (t > kMaxRounds) return kMaxRounds + 1;
  const double blocks = std::ceil(std::log(variation) / std::log(variation_after(m, eta, diameter, t)) * (1 + kMargin));
  for (double more = 0; more < 3; ++more) {
    const double rounds = std::fmax(1, blocks + more) * static_cast<double>(t);
    if (!(rounds <= static_cast<double>(kMaxRounds))) break;
    if (variation_within(m, eta, diameter, static_cast<int64_t>(rounds)) <= variation)
      return static_cast<int64_t>(rounds);
  }
  return kMaxRounds + 1;
}

double round_gdp(double m, double lambda, double eta, const RoundErrors &errors) {
  const double s = 1 / std::sqrt(lambda + 1 / eta), root_eta = std::sqrt(eta);
  const double step = errors.x / root_eta;
  const double draw = errors.y / (root_eta * std::sqrt(1 + m * eta)) + errors.centre / s + errors.gradient * s +
                      (errors.log_ratio > 0 ? privacy::gdp_mu_of_pure_up(2 * errors.log_ratio) : 0);
  return up(std::sqrt(step * step + draw * draw));
}

double arithmetic_gdp(double m, double lambda, double eta, const RoundErrors &errors, int64_t rounds) {
  return up(std::sqrt(static_cast<double>(rounds)) * round_gdp(m, lambda, eta, errors));
}

double layer_variation(const RoundErrors &errors, int64_t rounds) {
  return errors.layer > 0 ? std::fmin(1, up(errors.layer * static_cast<double>(rounds))) : 0;
}

}  // namespace dpcvx::sample
