#include "privacy/divergences/rdp.h"

#include <algorithm>
#include <cmath>

#include "numeric/logs.h"
#include "numeric/root.h"
#include "numeric/directed_margin.h"

namespace dpcvx::privacy {

namespace {
constexpr double kUnit = 0x1p-48;  // above the relative error of each summand below

// log(1 - 1/order) from t = order - 1, which is exact for orders near 1.
double log_shrink(double t) { return t < 1 ? std::log(t) - std::log1p(t) : -std::log1p(1 / t); }
}  // namespace

// The moment less one is 2 sinh^2(t epsilon / 2) + tanh(epsilon / 2) sinh(t epsilon), without cancellation; for large
// t epsilon the logarithm is t epsilon + log(1 - q (1 - e^(-2 t epsilon))), q = 1 / (1 + e^epsilon).
double renyi_of_pure_up(double epsilon, double order) {
  if (epsilon == 0) return 0;
  if (epsilon == INFINITY) return INFINITY;
  const double t = order - 1, x = t * epsilon;
  double log_moment;
  if (x < 1) {
    const double s = std::sinh(x / 2);
    log_moment = std::log1p(2 * s * s + std::tanh(epsilon / 2) * std::sinh(x));
  } else {
    log_moment = x + std::log1p(std::expm1(-2 * x) / (1 + std::exp(epsilon)));
  }
  return std::fmin(round_up(log_moment / t), epsilon);
}

double zcdp_of_pure_up(double epsilon) {
  return epsilon == 0 ? 0 : epsilon == INFINITY ? INFINITY : round_up(epsilon * std::tanh(epsilon / 2));
}

double zcdp_of_laplace_up(double epsilon) {
  return epsilon == INFINITY ? INFINITY : round_up(numeric::exp_remainder(-epsilon));
}

// Where terms cancel epsilon^2 / 8 is as good.
double zcdp_of_bounded_range_up(double epsilon) {
  if (epsilon == 0 || epsilon == INFINITY) return epsilon;
  const double exact = epsilon - 1 + std::log(-std::expm1(-epsilon) / epsilon) + epsilon / std::expm1(epsilon);
  return std::fmin(round_up(exact + (epsilon + 4) * kUnit), square_up(epsilon) / 8);
}

double zcdp_of_discrete_laplace_up(double decay, double shift) {
  const double whole = decay * shift, pure = zcdp_of_pure_up(round_up(whole));
  if (!(whole < INFINITY)) return pure;
  const double exact = whole + decay * std::expm1(-whole) / std::sinh(decay);
  return std::fmin(round_up(exact + whole * kUnit), pure);
}

double pure_within_zcdp_down(double rho) {
  // epsilon tanh(epsilon / 2) >= epsilon - 1, and >= epsilon^2 / 3 below 1
  const double beyond = rho + 2 + 2 * std::sqrt(rho);
  return numeric::greatest_where(0.0, beyond, [=](double epsilon) { return zcdp_of_pure_up(epsilon) <= rho; });
}

double bounded_range_within_zcdp_down(double rho) {
  // rho >= epsilon - 1 - log(epsilon + 1), and >= epsilon^2 / 16 below 4
  const double beyond = 2 * rho + 4 * std::sqrt(rho) + 2;
  return numeric::greatest_where(0.0, beyond, [=](double epsilon) { return zcdp_of_bounded_range_up(epsilon) <= rho; });
}

// The moment less one is a b / (a + b) (R(b x) / b + R(-a x) / a) with a = order, b = order - 1 and
// R(y) = e^y - 1 - y >= 0: the first-order parts, which cancel, are left out of both.
double renyi_of_laplace_up(double epsilon, double order) {
  if (epsilon == 0) return 0;
  const double a = order, b = order - 1, x = b * epsilon;
  double log_moment;
  if (x < 30) {
    const double sum = numeric::exp_remainder(x) / b + numeric::exp_remainder(-a * epsilon) / a;
    log_moment = std::log1p(a / (a + b) * b * sum);
  } else {
    log_moment = x + std::log(a / (a + b)) + std::log1p(b / a * std::exp(-x - a * epsilon));
  }
  return std::fmin(round_up(log_moment / b), epsilon);
}

double renyi_of_table_up(const double *orders, const double *epsilons, size_t size, double order) {
  if (size == 0 || order > orders[size - 1]) return INFINITY;
  const size_t next = static_cast<size_t>(std::lower_bound(orders, orders + size, order) - orders);
  if (next == 0 || orders[next] == order) return epsilons[next];
  const double low = orders[next - 1], high = orders[next], share = (order - low) / (high - low);
  const double line = (1 - share) * (low - 1) * epsilons[next - 1] + share * (high - 1) * epsilons[next];
  return std::fmin(round_up(line / (order - 1)), epsilons[next]);
}

double renyi_log_delta_up(double renyi, double order, double epsilon) {
  if (renyi == INFINITY) return INFINITY;
  const double t = order - 1;
  const double gap = t * (renyi - epsilon), shrink = t * log_shrink(t), last = std::log(order);
  const double error = kUnit * (t * (renyi + epsilon) - shrink + last);
  return gap + shrink - last + error;
}

double renyi_epsilon_up(double renyi, double order, double log_delta) {
  if (log_delta == -INFINITY || renyi == INFINITY) return INFINITY;
  const double t = order - 1;
  const double shrink = log_shrink(t), cost = -log_delta / t, last = std::log(order) / t;
  const double error = kUnit * (renyi - shrink + cost + last);
  return std::fmax(renyi + shrink + cost - last + error, 0);
}

double renyi_within_down(double order, double epsilon, double log_delta) {
  const double t = order - 1;
  const double shrink = log_shrink(t), cost = -log_delta / t, last = std::log(order) / t;
  return epsilon - shrink - cost + last - kUnit * (epsilon - shrink + cost + last);
}

double mironov_epsilon_up(double renyi, double order, double log_delta) {
  return round_up(renyi - log_delta / (order - 1));
}

}  // namespace dpcvx::privacy
