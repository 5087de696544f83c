// True minimisers, found by other means than the library's: problems that fall apart into one-dimensional ones, which
// bisection on the subgradient solves in long double. Everything here has its own formulas.
#ifndef DPCVX_TESTS_OPTIMIZE_REFERENCE_H_
#define DPCVX_TESTS_OPTIMIZE_REFERENCE_H_

#include <cmath>
#include <vector>

#include "dpcvx/model.h"

namespace reference {

typedef long double Real;

struct Loss {
  int32_t kind;
  double parameter;  // quantile, width or exponent; the greatest label of counts
  double smoothing;  // of the Moreau envelope; for losses with a corner only
};

struct Interval {
  Real low, high;
};

inline Real clamp(Real x, Real low, Real high) { return x < low ? low : x > high ? high : x; }

// All subgradients of phi(., b) at z.
inline Interval subgradients(const Loss &loss, Real z, Real b) {
  const Real margin = 1 - b * z, rest = z - b, k = loss.parameter;
  const auto corner = [&](Real x, Real left, Real right) -> Interval {
    if (loss.smoothing > 0) {
      const Real s = clamp(x / loss.smoothing, left, right);
      return {s, s};
    }
    return x < 0 ? Interval{left, left} : x > 0 ? Interval{right, right} : Interval{left, right};
  };
  const auto one = [](Real s) { return Interval{s, s}; };
  switch (loss.kind) {
    case DPCVX_LOSS_LOGISTIC:
      return one(-b / (1 + std::exp(b * z)));
    case DPCVX_LOSS_HINGE:
      return b > 0 ? corner(z - 1, -1, 0) : corner(z + 1, 0, 1);
    case DPCVX_LOSS_SMOOTHED_HINGE:
      return one(-b * clamp(margin / k, 0, 1));
    case DPCVX_LOSS_SQUARED:
      return one(rest);
    case DPCVX_LOSS_ABSOLUTE:
      return corner(rest, -1, 1);
    case DPCVX_LOSS_PINBALL:
      return corner(rest, -k, 1 - k);
    case DPCVX_LOSS_HUBER:
      return one(clamp(rest / k, -1, 1));
    case DPCVX_LOSS_POWER_HINGE:
      return one(margin > 0 ? -b * k * std::pow(margin, k - 1) : 0);
    case DPCVX_LOSS_POISSON:  // the parameter is the greatest count
      return one(std::fmin(std::exp(z), k) - b);
    default:  // DPCVX_LOSS_POWER
      return one(std::copysign(k * std::pow(std::fabs(rest), k - 1), rest));
  }
}

// c phi(a x, b)
struct Term {
  double a, b;
  Real c;
};

// sum of terms + (linear term) x + (kappa/2) x^2 over low <= x <= high
struct Line {
  std::vector<Term> terms;
  Real linear_term = 0, kappa = 0, low = -INFINITY, high = INFINITY;
};

// The domain as a penalty on each coordinate: lambda |x|^p + shift x.
struct Penalty {
  Real lambda = 0, p = 2, shift = 0;
};

inline Real right_slope(const Loss &loss, const Line &line, const Penalty &penalty, Real x) {
  Real sum = line.linear_term + line.kappa * x + penalty.shift;
  for (const Term &term : line.terms) {
    const Interval s = subgradients(loss, term.a * x, term.b);
    sum += term.c * term.a * (term.a > 0 ? s.high : s.low);
  }
  if (penalty.lambda > 0)
    sum += x < 0                     ? -penalty.lambda * penalty.p * std::pow(-x, penalty.p - 1)
           : x > 0 || penalty.p == 1 ? penalty.lambda * penalty.p * std::pow(x, penalty.p - 1)
                                     : 0;
  return sum;
}

inline Real minimiser(const Loss &loss, const Line &line, const Penalty &penalty) {
  Real low = line.low, high = line.high, step = 1;
  if (std::isinf(low))
    for (low = -1; right_slope(loss, line, penalty, low) >= 0; step *= 4) low = -step;
  step = 1;
  if (std::isinf(high))
    for (high = 1; right_slope(loss, line, penalty, high) < 0; step *= 4) high = step;
  if (right_slope(loss, line, penalty, low) >= 0) return low;
  if (right_slope(loss, line, penalty, high) < 0) return high;
  for (int i = 0; i < 400; ++i) {
    const Real middle = low + (high - low) / 2;
    if (!(middle > low && middle < high) || high - low < 1e-19L * std::fmax(std::fabs(low), std::fabs(high))) break;
    (right_slope(loss, line, penalty, middle) >= 0 ? high : low) = middle;
  }
  return high;
}

inline std::vector<Real> minimisers(const Loss &loss, const std::vector<Line> &lines, const Penalty &penalty) {
  std::vector<Real> x;
  for (const Line &line : lines) x.push_back(minimiser(loss, line, penalty));
  return x;
}

// Over ||x||_p <= radius; p = infinity through the lines' own bounds.
inline std::vector<Real> in_ball(const Loss &loss, const std::vector<Line> &lines, Real p, Real radius) {
  const auto size = [&](const std::vector<Real> &x) {
    Real sum = 0;
    for (Real value : x) sum += std::pow(std::fabs(value) / radius, p);
    return sum;
  };
  std::vector<Real> x = minimisers(loss, lines, {});
  if (size(x) <= 1) return x;
  Real low = -80, high = 80;  // log2 of lambda
  for (int i = 0; i < 76; ++i) {
    const Real middle = (low + high) / 2;
    x = minimisers(loss, lines, {std::exp2(middle), p, 0});
    (size(x) > 1 ? low : high) = middle;
  }
  return minimisers(loss, lines, {std::exp2(high), p, 0});
}

// Over x >= 0, sum x = total; the lines have low = 0.
inline std::vector<Real> in_simplex(const Loss &loss, const std::vector<Line> &lines, Real total) {
  Real low = -1, high = 1;
  const auto sum = [&](Real shift) {
    Real all = 0;
    for (Real value : minimisers(loss, lines, {0, 2, shift})) all += value;
    return all;
  };
  while (sum(low) < total) low *= 4;
  while (sum(high) > total) high *= 4;
  for (int i = 0; i < 90; ++i) {
    const Real middle = (low + high) / 2;
    (sum(middle) > total ? low : high) = middle;
  }
  return minimisers(loss, lines, {0, 2, high});
}

}  // namespace reference

#endif
