#include "numeric/logs.h"

namespace dpcvx::numeric {

double exp_remainder(double x) {
  if (std::fabs(x) > 0.5) return std::expm1(x) - x;
  double term = x * x / 2, sum = 0;
  for (int k = 3; k < 24; ++k) {
    sum += term;
    term *= x / k;
  }
  return sum + term;
}

// n up to 15 from a table; beyond it the asymptotic series 1/(12 n) - 1/(360 n^3) + ..., whose error is below its first
// term left out, 1/(1188 n^9) < 2e-14 / 700 at 16.
double stirling_error(double n) {
  static constexpr double kTable[16] = {0,
                                        0.08106146679532725821967026359,
                                        0.04134069595540929409382208141,
                                        0.02767792568499833914878929275,
                                        0.02079067210376509311152277177,
                                        0.01664469118982119216319486537,
                                        0.01387612882307074799874572702,
                                        0.01189670994589177009505572412,
                                        0.01041126526197209649747856713,
                                        0.009255462182712732917728636633,
                                        0.00833056343336287125646931866,
                                        0.007573675487951840794972024212,
                                        0.006942840107209529865664152663,
                                        0.006408994188004207068439631083,
                                        0.005951370112758847735624416046,
                                        0.00555473355196280137103868996};
  if (n < 16) return kTable[static_cast<int>(n)];
  const double s = 1 / (n * n);
  return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - (1.0 / 1188 - 691.0 / 360360 * s) * s) * s) * s) * s) / n;
}

namespace {

// x log(x / m) + m - x, m > 0, x >= 0: the deviance of one cell, without cancellation near x = m.
double deviance(double x, double m) {
  if (x == 0) return m;
  if (std::fabs(x - m) < 0.1 * (x + m)) {
    const double v = (x - m) / (x + m);
    double sum = (x - m) * v, term = 2 * x * v, j = 3;
    for (; j < 200; j += 2) {
      term *= v * v;
      const double next = sum + term / j;
      if (next == sum) break;
      sum = next;
    }
    return sum;
  }
  return x * std::log(x / m) + m - x;
}

}  // namespace

double log_binomial_probability(double n, double k, double p, double q) {
  if (k < 0 || k > n) return -INFINITY;
  if (k == 0) return p < 0.5 ? n * std::log1p(-p) : n * std::log(q);
  if (k == n) return q < 0.5 ? n * std::log1p(-q) : n * std::log(p);
  const double correction = stirling_error(n) - stirling_error(k) - stirling_error(n - k);
  return correction - deviance(k, n * p) - deviance(n - k, n * q) -
         0.5 * std::log(6.28318530717958647693 * k * ((n - k) / n));
}

double log_binomial(double n, double k) {
  if (k == 0 || k == n) return 0;
  const double rest = n - k;
  const double correction = stirling_error(n) - stirling_error(k) - stirling_error(rest);
  const double entropy = k < rest ? k * std::log(n / k) - rest * std::log1p(-k / n)
                                  : rest * std::log(n / rest) - k * std::log1p(-rest / n);
  return correction + entropy - 0.5 * std::log(6.28318530717958647693 * k * (rest / n));
}

}  // namespace dpcvx::numeric
