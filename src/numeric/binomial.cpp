#include "numeric/binomial.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::numeric {
namespace {

constexpr double kLogTwoPi = 1.8378770664093454836;
constexpr double kTailMargin = 1e-10;  // above the error of binomial_lower_tail
constexpr double kRootMargin = 1e-13;  // relative width at which the bisection stops

// log(n!) - log(sqrt(2 pi n) (n/e)^n), by Stirling's series from 16 on (the first term left out is below 2e-18) and by
// its recurrence below.
double stirling_error(double n) {
  double below = 0;
  for (; n < 16; n += 1) below += (n + 0.5) * std::log1p(1 / n) - 1;
  const double s = 1 / (n * n);
  const double series =
      1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s * (1.0 / 1680 - s * (1.0 / 1188 - s * (691.0 / 360360)))));
  return below + series / n;
}

// x log(x / m) + m - x for x, m > 0, without cancellation where x is near m (Loader 2000): with v = (x - m) / (x + m),
// log(x / m) = 2 artanh(v).
double deviance(double x, double m) {
  if (std::fabs(x - m) >= 0.1 * (x + m)) return x * std::log(x / m) + m - x;
  const double v = (x - m) / (x + m);
  double sum = 0, power = v;
  for (int j = 3; j <= 17; j += 2) {  // |v| < 0.1: what is left out is below 1e-19 of the first
    power *= v * v;
    sum += power / j;
  }
  return (x - m) * v + 2 * x * sum;
}

// A probability and its complement: each is right to its last digit when it is the smaller one.
struct Chance {
  double yes, no;
};

double log_of(double x, double complement) { return x < 0.5 ? std::log(x) : std::log1p(-complement); }

// log Pr[X = k], 0 < p < 1, by the saddle-point form of Loader (2000): relative accuracy where log-gammas would cancel.
double log_probability(int64_t k, int64_t n, Chance p) {
  const double all = static_cast<double>(n), yes = static_cast<double>(k), no = static_cast<double>(n - k);
  if (k == 0) return all * log_of(p.no, p.yes);
  if (k == n) return all * log_of(p.yes, p.no);
  return stirling_error(all) - stirling_error(yes) - stirling_error(no) - deviance(yes, all * p.yes) -
         deviance(no, all * p.no) + 0.5 * (std::log(all / yes / no) - kLogTwoPi);
}

// Pr[X <= k], in units of Pr[X = k] and going down from k: every term is positive, so nothing cancels.
double lower_tail(int64_t k, int64_t n, Chance p) {
  if (k >= n || p.yes <= 0) return 1;
  if (p.no <= 0) return 0;
  const double odds = p.no / p.yes;
  double term = 1, sum = 1;
  for (int64_t i = 0; i < k; ++i) {
    const double ratio = static_cast<double>(k - i) / static_cast<double>(n - k + 1 + i) * odds;
    term *= ratio;
    sum += term;
    // Ratios fall, so what is left is at most term * ratio / (1 - ratio).
    if (ratio < 1 && term * ratio <= 1e-17 * (1 - ratio) * sum) break;
    // Far above the mean: Pr[X > k] <= n Pr[X = k] <= n / (sum / k) is nothing.
    if (sum > 1e290) return 1;
  }
  return std::min(1.0, std::exp(log_probability(k, n, p) + std::log(sum)));
}

// The p in [low, high] at which `tail` passes `target`, from the side where it is at most the target; it is `rising` or
// falling in p.
template <class Tail>
double solve(const Tail &tail, double target, bool rising, double low, double high) {
  while (high - low > kRootMargin * high) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    ((tail(middle) > target) == rising ? high : low) = middle;
  }
  return rising ? low : high;
}

}  // namespace

double binomial_lower_tail(int64_t k, int64_t n, double p) { return lower_tail(k, n, {p, 1 - p}); }

// Both roots lie on the far side of k / n: a binomial with an integer mean has it as its median, so that there each
// tail is at least 1/2.
double clopper_pearson_upper(int64_t k, int64_t n, double tail) {
  if (k >= n) return 1;
  const double share = static_cast<double>(k) / static_cast<double>(n);
  return solve([=](double p) { return lower_tail(k, n, {p, 1 - p}); }, tail * (1 - kTailMargin), false, share, 1);
}

double clopper_pearson_lower(int64_t k, int64_t n, double tail) {
  if (k <= 0) return 0;
  const double share = static_cast<double>(k) / static_cast<double>(n);
  // Pr[X >= k] is the chance of at most n - k failures. The search is over p itself, so a small one keeps its digits.
  return solve([=](double p) { return lower_tail(n - k, n, {1 - p, p}); }, tail * (1 - kTailMargin), true, 0, share);
}

}  // namespace dpcvx::numeric
