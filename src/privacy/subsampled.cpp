#include "privacy/subsampled.h"

#include <cmath>

#include "numeric/logs.h"
#include "numeric/normal.h"
#include "privacy/gaussian.h"
#include "privacy/rounding.h"

namespace dpcvx {
namespace privacy {

using numeric::log_binomial_probability;
using numeric::log_expm1;
using numeric::LogSum;

namespace {

constexpr double kGreatestOrder = 0x1p16;  // sums have as many terms as the order

// What the logarithm of a term made of summands of these sizes may be wrong by, with room.
double error_of(double order, double first, double second) {
  return 0x1p-46 * (1 + std::fabs(first) + std::fabs(second)) + 0x1p-50 * order;
}

// log(A - 1) at an integer order, A = E[(1 - q + q r)^order] with r the likelihood ratio of N(1, sigma^2) to
// N(0, sigma^2): the sum over k >= 2 of C(order, k) q^k (1 - q)^(order - k) (e^(k (k-1) / (2 sigma^2)) - 1); every term
// is positive.
double log_poisson_excess_up(double sigma, double q, double order) {
  LogSum sum;
  for (double k = 2; k <= order; ++k) {
    const double chance = log_binomial_probability(order, k, q, 1 - q);
    const double growth = log_expm1(k * (k - 1) / (2 * sigma * sigma));
    sum.add(chance + growth + error_of(order, chance, growth));
  }
  return sum.log();
}

// (order - 1) times the Renyi epsilon, from the logarithm of the moment's excess over 1.
double log_moment_of_excess(double log_excess) { return round_up(numeric::log_one_plus_exp(log_excess)); }

// The value at any order > 1 of a function that is convex in the order when multiplied by (order - 1), and 0 there at
// 1, from its values at integers.
template <class AtInteger>
double between_integers(double order, const AtInteger &scaled) {
  if (!(order <= kGreatestOrder)) return INFINITY;
  const double low = std::floor(order), high = std::ceil(order);
  if (low == high) return round_up(scaled(order) / (order - 1));
  const double at_low = low < 2 ? 0 : scaled(low), at_high = scaled(high);
  return round_up(((high - order) * at_low + (order - low) * at_high) / (order - 1));
}

}  // namespace

double renyi_of_poisson_gaussian_up(double sigma, double q, double order) {
  return between_integers(order, [=](double k) { return log_moment_of_excess(log_poisson_excess_up(sigma, q, k)); });
}

double renyi_of_fixed_size_gaussian_up(double sigma, double q, double order) {
  // With r the likelihood ratio: M+ = E[(r - 1)^2; r >= 1] and M- = E[(r - 1)^2; r < 1] under N(0, sigma^2).
  const double above = std::exp(1 / (sigma * sigma)) * numeric::normal_cdf(1.5 / sigma) -
                       2 * numeric::normal_cdf(0.5 / sigma) + numeric::normal_cdf(-0.5 / sigma);
  const double total = std::expm1(1 / (sigma * sigma));
  const double error = 0x1p-48 * (1 + total);
  const double greater = std::fmin(above + error, total), lesser = std::fmax(total - greater - error, 0);
  return between_integers(order, [=](double k) {
    const double half = k * (k - 1) / 2 * q * q;
    const double gained = half * greater * (1 + 0x1p-46);
    const double saved = std::fmax(0, std::expm1(k * std::log1p(-q)) + k * q - 0x1p-48 * (1 + k * q)) * lesser;
    const double excess = log_poisson_excess_up(sigma, q, k);
    const double more = gained - saved * (1 - 0x1p-46);
    return log_moment_of_excess(more > 0 ? numeric::log_add(excess, std::log(more)) : excess);
  });
}

double wang_balle_kasiviswanathan_up(double sigma, double q, double order) {
  const double unit = 1 / (2 * sigma * sigma);
  LogSum sum;
  sum.add(0);
  for (double k = 2; k <= order; ++k) {
    const double choose = numeric::log_binomial(order, k) + k * std::log(q);
    const double weight = k == 2 ? std::fmin(std::log(4) + log_expm1(2 * unit), std::log(2) + 2 * unit)
                                 : std::log(2) + (k - 1) * k * unit;
    sum.add(choose + weight + error_of(order, choose, weight));
  }
  return round_up(sum.log() / (order - 1));
}

double elementary_uniform_renyi(double sigma, double q, double order) {
  const double s2 = sigma * sigma;
  if (s2 < 0.67 || order - 1 > 2.0 / 3 * s2 * std::log(1 / (order * q * (1 + s2)))) return INFINITY;
  return round_up(3.5 * q * q * order / s2);
}

double subsampled_gaussian_delta_up(double sigma, double q, double epsilon) {
  // log(1 + (e^epsilon - 1) / q), rounded down
  const double amplified = epsilon == 0 ? 0 : numeric::log_one_plus_exp(log_expm1(epsilon) - std::log(q));
  const double below = std::fmax(0, amplified - 0x1p-47 * (1 + amplified - std::log(q)) * (epsilon == 0 ? 0 : 1));
  return round_up(q * gdp_delta_up(round_up(1 / sigma), below));
}

}  // namespace privacy
}  // namespace dpcvx
