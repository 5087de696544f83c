#include "optimize/sgd_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dpcvx::optimize {
namespace {

// What is more than 0 stays so where doubles end.
double not_lost(double x) { return std::max(x, std::numeric_limits<double>::min()); }

// (eta x)^2.
double square_of_step(double eta, double x) { return x == 0 ? 0 : not_lost(eta * x * (eta * x)); }

// e^x rounded up, x the sum of a few terms of size up to `size`.
double exp_up(double x, double size) { return not_lost(std::exp(x + (1 + size) * 0x1p-48)); }

// With ||g(w) - g(v)|| = x a step adds at most (eta x)^2 - 2 eta k L^(-1/a) x^(1 + 1/a), k = 1 for ridges and 2 a / (1
// + a) else; it is greatest, (1 - a) / (1 + a) (eta x)^2, where eta x = (eta L m^a)^(1 / (1 - a)), m = a / ((1 + a) k).
struct Growth {
  double a, L, eta, k;
  double log_m() const { return std::log(a / (1 + a) / k); }
  double log_best() const { return (std::log(L) + a * (std::log(eta) + log_m())) / (1 - a); }

  double best() const {
    const double times = 2 / (1 - a), size = std::abs(std::log(L)) + std::abs(std::log(eta)) + a * std::abs(log_m());
    return exp_up(std::log((1 - a) / (1 + a)) + times * (std::log(L) + std::log(eta) + a * log_m()),
                  times * (size + 1) + std::abs(std::log(1 - a)));
  }

  // x less than the best.
  double at(double x) const {
    const double size = (std::abs(std::log(x)) + std::abs(std::log(L))) / a + std::abs(std::log(eta)) + 1;
    const double log_share = std::log(2 * k) + std::log(x / L) / a - std::log(eta) - std::log(x);
    const double share = std::min(1.0, std::exp(log_share - (2 + size) * 0x1p-48));
    return not_lost(square_of_step(eta, x) * ((1 - share) + 0x1p-50));
  }
};

}  // namespace

double step_contraction(double eta, double l2) {
  const double product = eta * l2;
  return product < 1e300 ? (1 - product) - std::fma(eta, l2, -product) : -INFINITY;
}

double step_growth(double a, double L, double oscillation, double eta, bool ridge) {
  const double plain = square_of_step(eta, std::min(oscillation, a == 0 ? L : INFINITY)) * (1 + 0x1p-48);
  if (a == 0 || L == INFINITY || plain == 0) return plain;
  if (L == 0) return 0;
  if (a == 1) {
    const double excess = std::fma(eta, L, -2.0);
    return excess <= 0 ? 0 : oscillation == INFINITY ? INFINITY : plain * (std::min(1.0, excess / (eta * L)) + 0x1p-50);
  }
  const Growth growth{a, L, eta, ridge ? 1 : 2 * a / (1 + a)};
  return std::min(plain, std::log(oscillation) < growth.log_best() ? growth.at(oscillation) : growth.best());
}

double step_norm_growth(double a, double L, double lipschitz, double value_at_zero, double eta, double q) {
  const double fall = value_at_zero == 0 ? 0 : not_lost(2 * eta * q * value_at_zero);
  const double plain = fall + square_of_step(eta, lipschitz);
  double own = INFINITY;  // by the loss's own bound on its subgradients
  if (a == 1) {
    if (eta * L * (1 + 0x1p-50) <= q) own = fall;
  } else if (a > 0 && L > 0 && L < INFINITY) {
    const double r = 2 * a / (1 + a);
    const double log_square = r * std::log1p(1 / a) + 2 / (1 + a) * std::log(L);
    const double log_loss = (std::log(eta * r / (2 * q)) + log_square) / (1 - r);
    const double size = (std::abs(std::log(eta)) + std::abs(std::log(q)) + std::abs(log_square) + 1) / (1 - r);
    own = fall + exp_up(std::log1p(-r) + 2 * std::log(eta) + log_square + r * log_loss, 4 * size);
  } else if (L == 0) {
    own = fall;
  }
  return std::min(plain, own) * (1 + 0x1p-48);
}

double paper_norm_constant(double a, double L, double gradient_at_zero, double value_at_zero) {
  if (a == 1) return 2 * value_at_zero;
  if (a == 0) return std::pow(gradient_at_zero + L, 2) + 2 * value_at_zero;
  const double self = std::pow(1 + 1 / a, a / (1 + a)) * std::pow(L, 1 / (1 + a));
  return (1 - a) / (1 + a) * std::pow(self, 2 * (1 + a) / (1 - a)) * std::pow(2 * a / (1 + a), 2 * a / (1 - a)) +
         2 * value_at_zero;
}

}  // namespace dpcvx::optimize
