#include "privacy/divergences/subsampled_rdp.h"

#include <cmath>

#include "numeric/logs.h"
#include "numeric/normal.h"
#include "privacy/divergences/gdp.h"
#include "numeric/directed_margin.h"

namespace dpcvx::privacy {

using numeric::log_binomial_probability;
using numeric::log_expm1;
using numeric::LogSum;

namespace {

constexpr double kGreatestOrder = 0x1p16;  // sums have as many terms as the order

// Bounds the error of the logarithm of a term made of summands of these sizes, generously.
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

// log(1 + x) - x, relative accuracy also near 0, x > -1.
double log1p_remainder(double x) {
  if (std::fabs(x) > 0.1) return std::log1p(x) - x;
  double power = x * x, sum = 0;
  for (int k = 2; k < 20; ++k, power *= -x) sum -= power / k;
  return sum;
}

constexpr double kGreatestFraction = 64;  // beyond it the line between integers is as good
constexpr int kTerms = 40;                // of a series, beyond the order

// The excess at a fractional order: both halves of the line, split at z where q r = 1 - q, expand in powers of the
// smaller of q r and 1 - q. From some term on each series alternates and falls, so a sum that ends with a positive term
// is an upper bound. Positive and negative terms are summed apart, each rounded to its side. The terms 0 and 1 of the
// left half, which nearly make up the 1 that is taken off, come in closed form.
class FractionalExcess {
 public:
  FractionalExcess(double sigma, double q, double order)
      : sigma_(sigma),
        q_(q),
        order_(order),
        unit_(1 / (2 * sigma * sigma)),
        log_q_(std::log(q)),
        log_p_(std::log1p(-q)),
        z_((log_p_ - log_q_) / (2 * unit_) + 0.5) {}

  // Once.
  double log_up() {
    const double t = order_ - 1;
    const double first_two = std::expm1(t * log1p_remainder(-q_) + log1p_remainder(t * q_));
    negative_.add(std::log(-first_two) - 0x1p-46);
    subtract(order_ * log_p_, numeric::log_normal_cdf(-z_ / sigma_));
    subtract(std::log(order_) + t * log_p_ + log_q_, numeric::log_normal_cdf((1 - z_) / sigma_));
    series(2, order_ * t / 2, true);
    series(0, 1, false);
    const double more = positive_.log() + 0x1p-44, less = negative_.log() - 0x1p-44;
    // The excess is above 0. Where the sums overflowed or do not say so, nothing was computed.
    return more > less ? numeric::log_subtract(more, less) + 0x1p-44 : INFINITY;
  }

 private:
  // The logarithm of the k-th term of the left or the right half without its sign, and in *error what it may be wrong
  // by.
  double term(int k, double choose, bool left, double *error) const {
    const double power = left ? k : order_ - k;
    const double weight = std::log(std::fabs(choose)) + power * log_q_ + (order_ - power) * log_p_;
    const double growth = power * (power - 1) * unit_;
    const double tail = numeric::log_normal_cdf((left ? z_ - power : power - z_) / sigma_);
    *error = error_of(std::fabs(power), weight, growth) - 0x1p-46 * tail;
    return weight + growth + tail;
  }

  double next_choose(double choose, int k) const { return choose * (order_ - k) / (k + 1); }

  // Adds the terms from k on, whose binomial coefficient is given, of the left or the right half.
  void series(int k, double choose, bool left) {
    double error, last;
    for (const double end = order_ + kTerms;; ++k) {
      last = term(k, choose, left, &error);
      (choose < 0 ? negative_ : positive_).add(choose < 0 ? last - error : last + error);
      const bool positive = choose > 0;
      choose = next_choose(choose, k);
      if (positive && k > order_ + 1 && (k > end || last < positive_.log() - 40)) break;
    }
    subtract_remainder(k + 1, choose, left, last);
  }

  // What is left out begins with a negative term and alternates. Its sizes are moments of a measure on [0, 1], so that
  // every term of Euler's transform of the sum is >= 0: the first four are a lower bound.
  void subtract_remainder(int k, double choose, bool left, double scale) {
    constexpr double kMaxError = 0x1p-32;  // of each size; the sum below leaves them 1e-9 together
    double size[4], error, greatest_error = 0;
    for (int i = 0; i < 4; ++i, ++k) {
      size[i] = std::exp(term(k, choose, left, &error) - scale);
      greatest_error = error > greatest_error ? error : greatest_error;
      choose = next_choose(choose, k);
    }
    const double sum = (15 * size[0] - 11 * size[1] + 5 * size[2] - size[3]) / 16 - 1e-9 * size[0];
    if (sum > 0 && sum < INFINITY && greatest_error < kMaxError) negative_.add(scale + std::log(sum) - greatest_error);
  }

  void subtract(double weight, double tail) { negative_.add(weight + tail - error_of(order_, weight, tail)); }

  const double sigma_, q_, order_, unit_, log_q_, log_p_, z_;
  LogSum positive_, negative_;
};

// Of a mechanism whose moment's excess over 1 at an order is e^more(order, log of the Poisson excess): the least of the
// direct value, the line between integers, and no sampling at all.
template <class More>
double renyi_from_excess(double sigma, double q, double order, const More &more) {
  const auto scaled = [&](double k) { return log_moment_of_excess(more(k, log_poisson_excess_up(sigma, q, k))); };
  double least = std::fmin(between_integers(order, scaled), round_up(order / (2 * sigma * sigma)));
  if (order < kGreatestFraction && order != std::floor(order)) {
    const double excess = more(order, FractionalExcess(sigma, q, order).log_up());
    least = std::fmin(least, round_up(log_moment_of_excess(excess) / (order - 1)));
  }
  return least;
}

// Returns what replacing a unit adds to the excess at an order for adding one; r is the likelihood ratio, y = q (r -
// 1).
class ReplacementExcess {
 public:
  ReplacementExcess(double sigma, double q) : sigma_(sigma), q_(q) {
    const double total = std::expm1(1 / (sigma * sigma));
    error_ = (0x1p-48 + 0x1p-51 / (sigma * sigma)) * (1 + total);
    greater_ = std::fmin(second_moment_above(0), total) + error_;
    lesser_ = std::fmax(total - greater_ - error_, 0);
  }

  // Infinite where it overflows.
  double up(double order) const {
    const double more = gained_up(order) - saved_down(order);
    return std::isnan(more) ? INFINITY : more;
  }

 private:
  // E[(r - 1)^2; r - 1 >= least]
  double second_moment_above(double least) const {
    const double x = 0.5 + sigma_ * sigma_ * std::log1p(least);
    return std::exp(1 / (sigma_ * sigma_)) * numeric::normal_cdf((2 - x) / sigma_) -
           2 * numeric::normal_cdf((1 - x) / sigma_) + numeric::normal_cdf(-x / sigma_);
  }

  // E[g(y); y >= 0], g(y) = (1 + y)^(1 - order) - 1 + (order - 1) y. g(y) / y^2 falls from order (order - 1) / 2, so on
  // each of a series of intervals g is at most its value at the left end times the square: summed by parts.
  double gained_up(double order) const {
    double slope = order * (order - 1) / 2;
    double sum = slope * greater_ * (1 + 0x1p-46);
    double y = 0.1 / order;
    for (int i = 0; i < 48; ++i, y *= 1.2) {
      const double fallen = (std::expm1((1 - order) * std::log1p(y)) + (order - 1) * y) / (y * y);
      const double drop = slope - fallen - 1e-11 * slope, moment = second_moment_above(y / q_) - error_;
      if (drop > 0 && moment > 0) sum -= drop * moment * (1 - 1e-11);
      slope = std::fmin(slope, fallen * (1 + 1e-11));
    }
    return round_up(q_ * (q_ * sum));
  }

  // E[s(y) y^2; y < 0] from below, s(y) = ((1 + y)^order - 1 - order y) / y^2. s rises from y = -q for orders above 2:
  // intervals again; else it falls, to order (order - 1) / 2 at 0.
  double saved_down(double order) const {
    if (order < 2) return q_ * q_ * order * (order - 1) / 2 * lesser_ * (1 - 0x1p-45);
    double slope = 0, sum = 0, moment = lesser_;
    double y = -q_;
    for (int i = 0; i < 48 && moment > 0; ++i, y *= 0.85) {
      const double power = std::expm1(order * std::log1p(y)), linear = order * y;
      const double risen = (power - linear - 0x1p-48 * (1 - linear)) / (y * y);
      if (risen > slope) {
        sum += (risen - slope) * (1 - 1e-11) * moment;
        slope = risen;
      }
      moment = second_moment_above(0.85 * y / q_) - greater_ - error_;
    }
    return q_ * q_ * sum * (1 - 0x1p-45);
  }

  double sigma_, q_;
  double error_;    // of a second moment
  double greater_;  // E[(r - 1)^2; r >= 1] from above
  double lesser_;   // E[(r - 1)^2; r < 1] from below
};

}  // namespace

double renyi_of_poisson_gaussian_up(double sigma, double q, double order) {
  return renyi_from_excess(sigma, q, order, [](double, double log_excess) { return log_excess; });
}

double renyi_of_fixed_size_gaussian_up(double sigma, double q, double order) {
  const ReplacementExcess replacement(sigma, q);
  return renyi_from_excess(sigma, q, order, [&](double k, double log_excess) -> double {
    const double more = replacement.up(k);
    if (more == INFINITY) return INFINITY;
    return more > 0 ? numeric::log_add(log_excess, std::log(more)) : log_excess;
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

double subsampled_gaussian_delta_up(double sigma, double q, double epsilon) {
  // log(1 + (e^epsilon - 1) / q), rounded down
  const double amplified = epsilon == 0 ? 0 : numeric::log_one_plus_exp(log_expm1(epsilon) - std::log(q));
  const double below = std::fmax(0, amplified - 0x1p-47 * (1 + amplified - std::log(q)) * (epsilon == 0 ? 0 : 1));
  return round_up(q * gdp_delta_up(round_up(1 / sigma), below));
}

}  // namespace dpcvx::privacy
