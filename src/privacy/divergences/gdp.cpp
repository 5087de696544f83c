#include "privacy/divergences/gdp.h"

#include <cmath>

#include "numeric/logs.h"
#include "numeric/normal.h"
#include "numeric/root.h"
#include "numeric/twofold.h"
#include "numeric/directed_margin.h"

namespace dpcvx::privacy {

using numeric::mills_ratio;
using numeric::two_product;
using numeric::two_sum;
using numeric::Twofold;

namespace {

constexpr double kLogSqrtTwoPi = 0.91893853320467274178;
constexpr int kMaxTerms = 25;  // derivatives of Mills' ratio in the series, an odd number

// Returns how many terms are left before the rest is below 2^-58 of the sum. A term is at most h^2 / max(j + 2, c^2) of
// the one before: I_{j+2} <= (j + 1) I_j, and I_{j+1} <= (j + 1) / c I_j.
int terms_of_series(double c, double h) {
  double rest = 1;
  int terms = 1;
  for (; terms < kMaxTerms && rest > 0x1p-58; terms += 2) rest *= h * h / std::fmax(terms + 2, c * c);
  return terms;
}

// sum over odd j up to `terms` of I_j h^j / j!, I_j the integral over t > 0 of t^j exp(-t^2/2 - c t), that is (-1)^j
// times the j-th derivative of Mills' ratio at c >= 0. By I_{j+1} = j I_{j-1} - c I_j, forwards, which is stable enough
// for small c.
double odd_terms_forwards(double c, double h, int terms) {
  double before = mills_ratio(c), here = 1 - c * before, power = h, sum = 0;
  for (int j = 1; j <= terms; j += 2) {
    sum += here * power;
    power *= h / (j + 1) * (h / (j + 2));
    before = j * before - c * here;
    here = (j + 1) * here - c * before;
  }
  return sum;
}

// The same for c >= 3, backwards: u_j = I_j c^j / j! has u_{j-1} = u_j + (j + 1) u_{j+1} / c^2, all positive. It begins
// with I_{j+1} / I_j = (sqrt(c^2 + 4 (j + 1)) - c) / 2, which the ratios are near. From this depth on that costs less
// than 2^-54 of each u_j / u_0, by arithmetic of 60 digits over c from 3 to 10^10.
double odd_terms_backwards(double c, double h, int terms) {
  const int depth = terms + 4 + static_cast<int>((145 + 4 * terms) / c);
  const double q = 1 / c / c;
  double j = depth + 1, here = 1, above = 2 / (std::sqrt(1 + 4 * j * q) + 1);
  double u[kMaxTerms + 1];
  for (int i = depth; i > 0; --i, --j) {
    if (i <= terms) u[i] = here;
    const double below = here + j * q * above;
    above = here;
    here = below;
  }
  const double share = h / c, square = share * share;
  double power = share, sum = 0;
  for (int i = 1; i <= terms; i += 2, power *= square) sum += u[i] * power;
  return mills_ratio(c) * (sum / here);
}

// Mills(c - h) - Mills(c + h) as its Taylor series about c, 2 sum over odd j of I_j h^j / j!: every term is positive,
// so nothing cancels however small h is. For h <= 1/2, or h <= c/8.
double mills_difference_series(double c, double h) {
  const int terms = terms_of_series(c, h);
  return 2 * (c < 3 ? odd_terms_forwards(c, h, terms) : odd_terms_backwards(c, h, terms));
}

// What delta_mu(epsilon) = phi(a) (Mills(a) - Mills(b)) needs, a = c - h and b = c + h with c = epsilon / mu and
// h = mu / 2: it holds because phi(a) = e^epsilon phi(b).
struct Tails {
  double c, h;
  Twofold a;
};

Tails tails_of(double mu, double epsilon) {
  Tails tails;
  tails.c = epsilon / mu;
  tails.h = mu / 2;
  const double c_low = std::fma(-tails.c, mu, epsilon) / mu;
  // Where mu is large c and h nearly cancel, and the low part is all there is. It is rounded down by what the division
  // may have lost, towards the greater delta.
  const Twofold difference = two_sum(tails.c, -tails.h);
  tails.a = two_sum(difference.high, difference.low + (c_low - tails.c * 0x1p-104));
  return tails;
}

// For a < 0 and h > 1/2: delta = Phi(-a) - phi(a) Mills(b); both terms are moderate and the second is the smaller by a
// fair factor.
double delta_in_the_bulk(const Tails &tails) {
  const double a = tails.a.high;
  if (a < -40) return 1;
  return numeric::normal_cdf(-a) - numeric::normal_density(a) * mills_ratio(tails.c + tails.h);
}

double mills_difference(const Tails &tails) {
  if (tails.h <= 0.5 || tails.h <= tails.c / 8) return mills_difference_series(tails.c, tails.h);
  return mills_ratio(tails.a.high) - mills_ratio(tails.c + tails.h);
}

// Returns whether epsilon is so far beyond mu that delta is 0 in doubles. Overflow counts as beyond.
bool is_beyond(const Tails &tails) { return !(tails.c < INFINITY) || tails.a.high > 1e150; }

bool in_the_bulk(const Tails &tails) { return tails.a.high < 0 && tails.h > 0.5; }

constexpr double kSmallDelta = 1e-290;  // below it compare logarithms

// Returns whether delta_mu(epsilon) <= delta for certain.
bool gdp_within(double mu, double epsilon, double delta) {
  if (delta >= kSmallDelta) return gdp_delta_up(mu, epsilon) <= delta;
  return gdp_log_delta(mu, epsilon) + 1e-11 <= std::log(delta);
}

}  // namespace

double gdp_delta(double mu, double epsilon) {
  if (mu == 0) return 0;
  if (epsilon == 0) return std::erf(mu * 0.35355339059327376220);
  const Tails tails = tails_of(mu, epsilon);
  if (is_beyond(tails)) return 0;
  if (in_the_bulk(tails)) return delta_in_the_bulk(tails);
  if (tails.a.high > 39) return 0;
  const Twofold square = two_product(tails.a.high, tails.a.high);
  const double low = square.low + 2 * tails.a.high * tails.a.low;
  return std::exp(-0.5 * square.high) * (1 - 0.5 * low) * 0.39894228040143267794 * mills_difference(tails);
}

double gdp_log_delta(double mu, double epsilon) {
  if (mu == 0) return -INFINITY;
  if (epsilon == 0) return std::log(gdp_delta(mu, epsilon));
  const Tails tails = tails_of(mu, epsilon);
  if (is_beyond(tails)) return -INFINITY;
  if (in_the_bulk(tails)) return std::log(delta_in_the_bulk(tails));
  const double a = tails.a.high;
  return -0.5 * a * a - a * tails.a.low - kLogSqrtTwoPi + std::log(mills_difference(tails));
}

double gdp_delta_up(double mu, double epsilon) {
  if (mu == 0) return 0;
  const double delta = round_up(gdp_delta(mu, epsilon));
  return delta < 1 ? delta : 1;
}

double gdp_epsilon_up(double mu, double delta) {
  if (mu == 0) return 0;
  if (!(delta > 0) || !(mu < 1e150)) return INFINITY;
  // Phi(-a) <= exp(-a^2/2) for a >= 0, so this epsilon is enough.
  const double enough = mu * (mu / 2 + std::sqrt(-2 * std::log(delta))) * (1 + 1e-9);
  return numeric::min_where(0.0, enough, [=](double epsilon) { return gdp_within(mu, epsilon, delta); });
}

double gdp_mu_down(double epsilon, double delta) {
  const double beyond = 80 + 2 * std::sqrt(epsilon);  // there epsilon / mu - mu / 2 <= -38 and delta is 1
  return numeric::greatest_where(0.0, beyond, [=](double mu) { return gdp_within(mu, epsilon, delta); });
}

double gdp_mu_of_pure_up(double epsilon) {
  if (epsilon == INFINITY) return INFINITY;
  const double half = epsilon < 1 ? numeric::normal_two_sided_quantile(std::tanh(epsilon / 2))
                                  : numeric::normal_upper_quantile(-numeric::log_one_plus_exp(epsilon));
  return round_up(2 * half);
}

double gdp_mu_of_laplace_up(double epsilon) {
  if (epsilon == INFINITY) return INFINITY;
  const double half = epsilon < 1 ? numeric::normal_two_sided_quantile(-std::expm1(-epsilon / 2))
                                  : numeric::normal_upper_quantile(-epsilon / 2 - 0.69314718055994530942);
  return round_up(2 * half);
}

double pure_within_gdp_down(double mu) {
  // log((1 - p) / p), p = Phi(-mu/2)
  const double z = mu / 2;
  const double epsilon = z < 0.5 ? 2 * std::atanh(std::erf(z * 0.70710678118654752440))
                                 : numeric::log_normal_cdf(z) - numeric::log_normal_cdf(-z);
  return round_down(epsilon);
}

}  // namespace dpcvx::privacy
