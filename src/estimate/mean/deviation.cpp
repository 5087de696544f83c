#include "estimate/mean/deviation.h"

#include <algorithm>
#include <cmath>

#include "estimate/mean/smoothed_distance.h"
#include "estimate/mean/tail_quantile.h"
#include "numeric/logs.h"
#include "numeric/normal.h"

namespace dpcvx::estimate {

namespace {

constexpr double kRoot2 = 1.4142135623730951;
constexpr double kDensity = 0.3989422804014327;  // of the standard normal law at 0

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

// ---- How far a + noise is above 0 (PROOFS.md, 3.3) ----

struct Excess {
  double chance = 0, mean = 0, square = 0;  // Pr[X > 0], E max(X, 0), and at least E max(X, 0)^2
  void add(double weight, const Excess &more) {
    chance += weight * more.chance;
    mean += weight * more.mean;
    square += weight * more.square;
  }
};

Excess laplace_excess(double a, double scale) {
  if (scale == 0) return a > 0 ? Excess{1, a, a * a} : Excess{};
  const double tail = std::exp(-std::fabs(a) / scale);
  if (a <= 0) return {0.5 * tail, 0.5 * scale * tail, scale * scale * tail};
  return {1 - 0.5 * tail, a + 0.5 * scale * tail, a * a + scale * scale * (2 - tail)};
}

Excess normal_excess(double a, double sigma) {
  constexpr double kFar = 30, kNear = 8;
  const double z = a / sigma;
  if (z < -kFar) return {};  // below 1e-195 of the variance
  if (z > kNear) return {1, a, a * a + sigma * sigma};
  const double density = kDensity * std::exp(-0.5 * z * z);
  // (z^2 + 1) Phi(z) + z phi(z) is at most 2 phi(z) / |z|^3 for z < 0, and cancels there.
  if (z < -kNear) return {density / -z, sigma * density / (z * z), sigma * sigma * 2 * density / -(z * z * z)};
  const double below = 0.5 * std::erfc(-z / kRoot2), part = z * below + density;
  return {below, sigma * part, sigma * sigma * std::max(z * part + below, 0.0)};
}

// Of sums of equal Laplace noises of scale 1, at u >= 0: sums over Poisson probabilities of positive terms
// (src/estimate/distribution/PROOFS.md, 4.2).
class EqualTerms {
 public:
  explicit EqualTerms(int terms) : terms_(terms) {
    // The probability that j positive exponentials are left when all negative ones are used up, from j = terms down.
    double left = std::exp2(-static_cast<double>(terms)), more = 0, sum = 0, twice = 0;
    for (int j = terms; j > 0; --j) {
      more += left;
      sum += more;
      twice += 2 * sum;
      weights_[j - 1] = {more, sum, twice};
      left *= static_cast<double>(2 * terms - j) / (2.0 * (terms - j + 1));
    }
  }
  // Of N - u.
  Excess above(double u) const {
    double poisson = std::exp(-u);
    Excess out;
    for (int i = 0; i < terms_; ++i) {
      out.add(poisson, weights_[i]);
      poisson *= u / (i + 1);
    }
    return out;
  }

 private:
  int terms_;
  Excess weights_[NoiseLaw::kMaxTerms];
};

// Of one law of noise.
class Above {
 public:
  explicit Above(const NoiseLaw &noise) : noise_(noise), stddev_(noise.stddev()), terms_(noise.terms) {
    if (!noise.gaussian && noise.terms == 0) parts_ = parts_of(noise);
  }
  Excess of(double a) const {
    if (noise_.terms > 0 && a <= 0) {
      const Excess unit = terms_.above(-a / noise_.scale);
      return {unit.chance, noise_.scale * unit.mean, noise_.scale * noise_.scale * unit.square};
    }
    if (noise_.gaussian || noise_.terms > 0) return normal_excess(a, stddev_);
    Excess out;
    for (int i = 0; i < 2; ++i) out.add(parts_.weight[i], laplace_excess(a, parts_.scale[i]));
    out.square = std::max(out.square, 0.0);
    return out;
  }

 private:
  const NoiseLaw &noise_;
  double stddev_;
  EqualTerms terms_;
  LaplaceParts parts_{};
};

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
  Spread(double first, double width, Points *points) : first_(first), per_block_(1 / width), points_(*points) {}
  void add(double k, double probability) {
    const double place = (k - first_) * per_block_;
    const int i = static_cast<int>(place);
    const double share = place - i;
    points_.weight[i] += (1 - share) * probability;
    points_.weight[i + 1] += share * probability;
    left_ -= probability;
  }
  // What was not added counts as the least of all that were.
  void close() { points_.weight[0] += std::max(left_, 0.0); }

 private:
  double first_, per_block_, left_ = 1;
  Points &points_;
};

// `size` is the standard deviation of the sum with noise: blocks need not be far below it.
void make_points(const SumLaw &sum, double size, Points *points) {
  if (!(sum.variance > 0)) {
    points->count = 1;
    points->at[0] = 0;
    points->weight[0] = 1;
    return;
  }
  // Each value is `bound` with probability p, and else -variance / bound. Beyond kReach lies less than 1e-18 of the
  // law, and what lies below -kBelow counts as if it were there.
  constexpr double kBelow = 4.5, kReach = 9, kMore = 30, kFine = 0.1;
  const double n = sum.count, low = -sum.variance / sum.bound, gap = sum.bound - low;
  const double p = -low / gap, q = sum.bound / gap;
  const double centre = n * p, spread = std::sqrt(centre * q);
  const double first = std::max(std::floor(centre - kBelow * spread) - 1, 0.0);
  const double last = std::min(std::ceil(centre + kReach * spread) + kMore, n);
  const double width = std::max({std::ceil((last - first) / kBlocks), std::floor(kFine * size / gap), 1.0});
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
  out.close();
}

// ---- How near a sum of values that are alike is to a normal law (PROOFS.md, 3.5) ----

// Bounds |Pr[sum <= x] - Pr[G <= x]| for every x, G normal with the sum's variance: Korolev and Shevtsova 2010.
double distance_of_sum(double size, double count, double variance) {
  return 0.335789 * (size / std::sqrt(variance) + 0.425) / std::sqrt(count);
}

// Pr[G + L >= t], G normal and L Laplace.
double normal_and_laplace_tail(double t, double sigma, double scale) {
  const double z = t / sigma, c = sigma / scale, density = kDensity * std::exp(-0.5 * z * z);
  // e^(c^2/2 - c z) Phi(z - c) is phi(z) Phi(z - c) / phi(z - c).
  const double up = c >= z ? density * numeric::mills_ratio(c - z)
                           : std::exp(0.5 * c * c - c * z) * 0.5 * std::erfc((c - z) / kRoot2);
  return 0.5 * (std::erfc(z / kRoot2) + up - density * numeric::mills_ratio(c + z));
}

// Tails of G + N, G normal and N a sum of Laplace noises that is given by equal terms (PROOFS.md, 3.6). N is normal of
// the variance `unit` X, given X. At equal terms X is gamma.
class NormalAndTerms {
 public:
  explicit NormalAndTerms(const NoiseLaw &noise) : terms_(noise.terms), unit_(2 * squared(noise.scale)) {
    constexpr double kBelow = 5, kAbove = 12, kMore = 30;
    const double root = std::sqrt(static_cast<double>(terms_));
    const double first = std::max(terms_ - kBelow * root, 0.0), last = terms_ + kAbove * root + kMore;
    for (int i = 0; i <= kParts; ++i)  // closer where most of the law is
      places_[i] = law_at(first + (last - first) * squared(static_cast<double>(i) / kParts));
  }

  // Returns at least Pr[G + N >= t].
  double tail(double t, double sigma) const {
    constexpr double kRoot3 = 1.7320508075688772;
    const auto given = [&](double x) { return 0.5 * std::erfc(t / std::sqrt(2 * (sigma * sigma + unit_ * x))); };
    // The tail given X is convex in X up to `bend`, and a line from there on is above it.
    const double bend = (t * t / 3 - sigma * sigma) / unit_;
    if (bend <= places_[0].at) return given(terms_);
    double here = given(places_[0].at), sum = places_[0].below * here;
    Place from = places_[0];
    for (int i = 1; i <= kParts && from.at < bend; ++i) {
      const Place to = places_[i].at <= bend ? places_[i] : law_at(bend);
      const double there = given(to.at), mass = to.below - from.below;
      const double right = (to.moment - from.moment - from.at * mass) / (to.at - from.at);
      sum += (mass - right) * here + right * there;
      from = to, here = there;
    }
    const double slope = kDensity * std::exp(-1.5) * unit_ * 1.5 * kRoot3 / (t * t);
    return sum + (1 - from.below) * here + slope * std::max(terms_ - from.moment - from.at * (1 - from.below), 0.0);
  }

 private:
  static constexpr int kParts = 32;
  struct Place {
    double at, below, moment;  // Pr[X <= at], and E X of X up to it
  };
  Place law_at(double x) const {
    double poisson = std::exp(-x), sum = 0;
    for (int i = 0; i < terms_; ++i) {
      sum += poisson;
      poisson *= x / (i + 1);
    }
    return {x, std::max(1 - sum, 0.0), terms_ * std::max(1 - sum - poisson, 0.0)};
  }

  int terms_;
  double unit_;
  Place places_[kParts + 1];
};

// Returns t >= 0, to a little above, with Pr[G + noise >= t] <= beta, G normal of standard deviation `sigma`.
double normal_and_noise_quantile(double sigma, const NoiseLaw &noise, double beta) {
  constexpr double kClose = 1e-3;
  if (!(beta < 0.5)) return 0;
  const double guess = std::hypot(sigma, noise.stddev()) * numeric::normal_upper_quantile(std::log(beta));
  if (noise.gaussian) return guess;
  if (noise.terms > 0) {
    const NormalAndTerms law(noise);
    return tail_quantile([&](double t) { return law.tail(t, sigma); }, guess, beta, kClose);
  }
  const LaplaceParts parts = parts_of(noise);
  const auto tail = [&](double t) {
    double sum = 0;
    for (int i = 0; i < 2; ++i)
      if (parts.scale[i] > 0) sum += parts.weight[i] * normal_and_laplace_tail(t, sigma, parts.scale[i]);
    return sum;
  };
  return tail_quantile(tail, guess, beta, kClose);
}

}  // namespace

double NoiseLaw::stddev() const {
  if (terms > 0) return kRoot2 * scale * std::sqrt(static_cast<double>(terms));
  const double one = gaussian ? scale : kRoot2 * scale;
  return one * std::sqrt(1 + ratio * ratio);
}

double NoiseLaw::square_above(double a) const { return Above(*this).of(a).square; }

double NoiseLaw::tail(double t) const {
  if (terms > 0) return EqualTerms(terms).above(t / scale).chance;
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
  constexpr int kSteps = 20;
  constexpr double kClose = 2e-3;  // of the standard deviation: a level so near costs 1e-5 of it
  const double size = std::sqrt(sum.count * sum.variance + squared(noise.stddev()));
  Points points;
  make_points(sum, size, &points);
  const Above above(noise);
  // Pr[X >= t] <= E max(X - h, 0)^2 / (t - h)^2 for every h < t. The t of a level h is a convex function of it, and its
  // slope is 0 where (E max(X - h, 0))^2 is beta E max(X - h, 0)^2: near the tail of 2 beta, as for an exponential law.
  double low = -4 * size, high = 24 * size, best = INFINITY;
  double h = 2 * beta < 0.5 ? size * numeric::normal_upper_quantile(std::log(2 * beta)) : 0;
  for (int i = 0; i < kSteps; ++i) {
    Excess found;
    for (int k = 0; k < points.count; ++k) found.add(points.weight[k], above.of(points.at[k] - h));
    const double root = std::sqrt(found.square / beta);
    best = std::min(best, h + root);
    // By Newton's steps within a bracket.
    const double slope = root > 0 ? 1 - found.mean / (beta * root) : 1;
    (slope < 0 ? low : high) = h;
    const double curvature = root > 0 ? (found.chance - squared(found.mean) / found.square) / (beta * root) : 0;
    double next = h - slope / curvature;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::fabs(next - h) < kClose * size) break;
    h = next;
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

double normal_deviation(const SumLaw &sum, const NoiseLaw &noise, double beta, double by_moments) {
  if (!(sum.size > 0) || !(sum.variance > 0)) return INFINITY;
  const double n = sum.count, spread = std::sqrt(n * sum.variance);
  const SmoothedDistance smoothed(sum, noise);
  const double left_of_all = beta - smoothed.of(1, 0, beta);
  double best = left_of_all > 0 ? normal_and_noise_quantile(spread, noise, left_of_all) : INFINITY;
  // Of a variance, or a number, that is a part of what it may be, second moments are less. What is above that part is
  // near to a normal law. Which part serves is guessed as if the noise were normal.
  const double size = std::hypot(spread, noise.stddev());
  const double least_of_all = size * numeric::normal_upper_quantile(std::log(beta));
  double part_taken = 0, beta_left = 0, least = std::min(best, by_moments);
  for (const double part : {0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.6, 0.5}) {
    const double by_part = by_moments * std::hypot(std::sqrt(part) * spread, noise.stddev()) / size;
    if (by_part >= least || least_of_all >= least) continue;
    const double count = sum.exact_count ? n : std::floor(part * n);
    const double variance = part * sum.variance, of_sum = distance_of_sum(sum.size, count, variance);
    const double left = beta - std::min(of_sum, smoothed.of(count, variance, std::min(of_sum, beta)));
    if (!(left > 0)) continue;
    const double expected = std::max(size * numeric::normal_upper_quantile(std::log(left)), by_part);
    if (expected < least) least = expected, beta_left = left, part_taken = part;
  }
  if (part_taken > 0) {
    SumLaw less = sum;
    less.variance *= part_taken;
    double by_part = moment_deviation(less, noise, beta);
    if (!sum.exact_count) {
      SumLaw fewer = sum;
      fewer.count = std::max(std::floor(part_taken * n), 1.0);
      by_part = std::max(by_part, moment_deviation(fewer, noise, beta));
    }
    best = std::min(best, std::max(normal_and_noise_quantile(spread, noise, beta_left), by_part));
  }
  return best;
}

double deviation(const SumLaw &sum, const NoiseLaw &noise, double beta) {
  const double by_moments = moment_deviation(sum, noise, beta);
  const double by_noise = noise.terms > 0 ? INFINITY : noise_deviation(sum, noise, beta);
  return std::min({by_moments, by_noise, normal_deviation(sum, noise, beta, by_moments)});
}

}  // namespace dpcvx::estimate
