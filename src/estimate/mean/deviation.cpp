#include "estimate/mean/deviation.h"

#include <algorithm>
#include <cmath>

#include "numeric/logs.h"
#include "numeric/normal.h"

namespace dpcvx::estimate {

namespace {

constexpr double kRoot2 = 1.4142135623730951;

double squared(double x) { return x * x; }

// ---- Laplace noise: one law, or a difference of two (PROOFS.md, 3.4) ----

struct LaplaceParts {
  double weight[2], scale[2];  // the density is the sum of weight times a Laplace density
};

LaplaceParts parts_of(const NoiseLaw &noise) {
  // The two scales are kept apart; a greater scale only raises the bounds.
  constexpr double kApart = 0.9;
  const double lesser = noise.ratio * noise.scale;
  const double greater = std::max(noise.scale, lesser / kApart);
  const double whole = squared(greater) - squared(lesser);
  return {{squared(greater) / whole, -squared(lesser) / whole}, {greater, lesser}};
}

double laplace_square_above(double a, double scale) {
  if (scale == 0) return a > 0 ? a * a : 0;
  if (a <= 0) return scale * scale * std::exp(a / scale);
  return a * a + scale * scale * (2 - std::exp(-a / scale));
}

double normal_square_above(double a, double sigma) {
  constexpr double kFar = 30;
  const double z = a / sigma;
  if (z < -kFar) return 0;  // below 1e-195 of the variance
  const double density = numeric::normal_density(z);
  // (z^2 + 1) Phi(z) + z phi(z) is at most 2 phi(z) / |z|^3 for z < 0, and cancels there.
  if (z < -8) return sigma * sigma * 2 * density / -(z * z * z);
  const double below = 0.5 * std::erfc(-z / kRoot2);
  return std::max(sigma * sigma * ((z * z + 1) * below + z * density), 0.0);
}

// ---- Sums of equal Laplace noises of scale 1 (src/estimate/distribution/PROOFS.md, 4.2) ----

// Returns at least E max(N - u, 0)^2, or Pr[N >= u], for u >= 0: a sum over Poisson probabilities of positive terms.
double terms_above(int terms, double u, bool tail) {
  double weights[NoiseLaw::kMaxTerms];
  // The probability that j positive exponentials are left when all negative ones are used up, from j = terms down.
  double left = std::exp2(-static_cast<double>(terms)), more = 0, sum = 0, twice = 0;
  for (int j = terms; j > 0; --j) {
    more += left;
    sum += more;
    twice += 2 * sum;
    weights[j - 1] = tail ? more : twice;
    left *= static_cast<double>(2 * terms - j) / (2.0 * (terms - j + 1));
  }
  double poisson = std::exp(-u), out = 0;
  for (int i = 0; i < terms; ++i) {
    out += poisson * weights[i];
    poisson *= u / (i + 1);
  }
  return out;
}

// ---- The sum of two-point values that moves farthest: a law on few points ----

constexpr int kBlocks = 64;

// A law with at least the second moments above any level of the worst sum.
struct Points {
  int count = 0;
  double at[kBlocks + 2], weight[kBlocks + 2];
};

// Spreads the law of a binomial number over the ends of blocks (PROOFS.md, 3.3).
class Spread {
 public:
  Spread(double first, double width, Points *points) : first_(first), width_(width), points_(*points) {}
  void add(double k, double probability) {
    const double place = (k - first_) / width_, block = std::floor(place), share = place - block;
    const int i = static_cast<int>(block);
    points_.weight[i] += (1 - share) * probability;
    points_.weight[i + 1] += share * probability;
  }

 private:
  double first_, width_;
  Points &points_;
};

void make_points(const SumLaw &sum, Points *points) {
  if (!(sum.variance > 0)) {
    points->count = 1;
    points->at[0] = 0;
    points->weight[0] = 1;
    return;
  }
  // Each value is `bound` with probability p, and else -variance / bound.
  constexpr double kReach = 9, kMore = 30;  // beyond lies less than 1e-18 of the law
  const double n = sum.count, low = -sum.variance / sum.bound, gap = sum.bound - low;
  const double p = -low / gap, q = sum.bound / gap;
  const double centre = n * p, spread = kReach * std::sqrt(centre * q);
  const double first = std::max(std::floor(centre - spread) - 1, 0.0);
  const double last = std::min(std::ceil(centre + spread) + kMore, n);
  const double width = std::max(std::ceil((last - first) / kBlocks), 1.0);
  points->count = static_cast<int>((last - first) / width) + 2;
  for (int i = 0; i < points->count; ++i) {
    points->at[i] = n * low + gap * (first + i * width);
    points->weight[i] = 0;
  }
  Spread out(first, width, points);
  const double mode = std::clamp(std::floor((n + 1) * p), first, last), odds = p / q;
  const double greatest = std::exp(numeric::log_binomial_probability(n, mode, p, q));
  double probability = greatest;
  for (double k = mode; k <= last; ++k) {
    out.add(k, probability);
    probability *= odds * (n - k) / (k + 1);
  }
  probability = greatest;
  for (double k = mode; k > first; --k) {
    probability *= k / (odds * (n - k + 1));
    out.add(k - 1, probability);
  }
}

}  // namespace

double NoiseLaw::stddev() const {
  if (terms > 0) return kRoot2 * scale * std::sqrt(static_cast<double>(terms));
  const double one = gaussian ? scale : kRoot2 * scale;
  return one * std::sqrt(1 + ratio * ratio);
}

double NoiseLaw::square_above(double a) const {
  if (terms > 0 && a <= 0) return scale * scale * terms_above(terms, -a / scale, false);
  if (gaussian || terms > 0) return normal_square_above(a, stddev());
  const LaplaceParts parts = parts_of(*this);
  return std::max(parts.weight[0] * laplace_square_above(a, parts.scale[0]) +
                      parts.weight[1] * laplace_square_above(a, parts.scale[1]),
                  0.0);
}

double NoiseLaw::tail(double t) const {
  if (terms > 0) return terms_above(terms, t / scale, true);
  if (gaussian) return 0.5 * std::erfc(t / (kRoot2 * stddev()));
  const LaplaceParts parts = parts_of(*this);
  double sum = 0;
  for (int i = 0; i < 2; ++i)
    if (parts.scale[i] > 0) sum += 0.5 * parts.weight[i] * std::exp(-t / parts.scale[i]);
  return sum;
}

double NoiseLaw::quantile(double beta) const {
  if (!(beta < 0.5)) return 0;
  if (gaussian) return stddev() * numeric::normal_upper_quantile(std::log(beta));
  const LaplaceParts parts = parts_of(*this);
  double low = 0, high = parts.scale[0] * std::log(parts.weight[0] / (2 * beta));
  if (terms > 0) {
    for (high = scale; tail(high) > beta;) high *= 2;
  } else if (parts.scale[1] == 0) {
    return high;
  }
  for (int i = 0; i < 50; ++i) {
    const double middle = 0.5 * (low + high);
    (tail(middle) > beta ? low : high) = middle;
  }
  return high;
}

double moment_deviation(const SumLaw &sum, const NoiseLaw &noise, double beta) {
  constexpr double kGolden = 0.6180339887498949;
  constexpr int kSteps = 20;
  Points points;
  make_points(sum, &points);
  // Pr[X >= t] <= E max(X - h, 0)^2 / (t - h)^2 for every h < t. The t of a level h is a convex function of it.
  const auto at_level = [&](double h) {
    double moment = 0;
    for (int i = 0; i < points.count; ++i) moment += points.weight[i] * noise.square_above(points.at[i] - h);
    return h + std::sqrt(moment / beta);
  };
  const double size = std::sqrt(sum.count * sum.variance + squared(noise.stddev()));
  double low = -size, high = 24 * size;
  double left = high - kGolden * (high - low), right = low + kGolden * (high - low);
  double at_left = at_level(left), at_right = at_level(right), best = std::min(at_left, at_right);
  for (int i = 0; i < kSteps; ++i) {
    if (at_left < at_right) {
      high = right, right = left, at_right = at_left;
      left = high - kGolden * (high - low), at_left = at_level(left);
    } else {
      low = left, left = right, at_left = at_right;
      right = low + kGolden * (high - low), at_right = at_level(right);
    }
    best = std::min(best, std::min(at_left, at_right));
  }
  return best;
}

double noise_deviation(const SumLaw &sum, const NoiseLaw &noise, double beta) {
  if (noise.gaussian) {
    // Pr[sum + noise >= t] <= Pr[noise >= t] + (steepest slope of a density of the noise) (variance of the sum) / 2.
    constexpr double kSteepestNormal = 0.24197072451914337;  // phi(1)
    const double left = beta - 0.5 * kSteepestNormal * sum.count * sum.variance / squared(noise.scale);
    return left > 0 ? noise.quantile(left) : INFINITY;
  }
  // Pr[sum + A + B >= t] <= e^(-t / s) E e^(sum / s) E e^(B / s) / 2, with s the scale of A.
  const LaplaceParts parts = parts_of(noise);
  double log_moment = 0;
  if (sum.variance > 0) {
    const double low = -sum.variance / sum.bound, p = -low / (sum.bound - low), s = parts.scale[0];
    log_moment = sum.count * std::log1p(p * std::expm1(sum.bound / s) + (1 - p) * std::expm1(low / s));
  }
  return parts.scale[0] * std::max(std::log(parts.weight[0] / (2 * beta)) + log_moment, 0.0);
}

double deviation(const SumLaw &sum, const NoiseLaw &noise, double beta) {
  return std::min(moment_deviation(sum, noise, beta), noise_deviation(sum, noise, beta));
}

}  // namespace dpcvx::estimate
