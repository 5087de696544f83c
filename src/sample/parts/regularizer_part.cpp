#include "sample/parts/regularizer_part.h"

#include <algorithm>

#include "base/error.h"
#include "model/domains/domain_projection.h"
#include "numeric/norm.h"
#include "random/bernoulli.h"

namespace dpcvx::sample {

using model::Total;

namespace {

// The root x of x + b x^e = a, a, b >= 0, 0 < e < 1, within a relative 1e-6, and x^e. By Newton's method: from any
// guess its steps land below the root, the left side being concave, and then they rise.
struct Root {
  double x, power;
};

Root entry_root(double a, double b, double e, double guess) {
  if (!(a > 0)) return {0, 0};
  double x = std::min(guess, a);
  for (int step = 0; step < 60; ++step) {
    // One of x and b x^e is a / 2 or more.
    if (!(x > 0)) x = std::min(a / 2, std::pow(a / (2 * b), 1 / e));
    if (!(x > 0)) return {0, 0};  // below all doubles
    const double power = std::pow(x, e), before = x;
    x *= (a - (1 - e) * b * power) / (x + e * b * power);
    // Steps square the error, or nearly.
    if (std::fabs(x - before) <= 1e-3 * x) return {x, power};
  }
  return {std::max(x, 0.0), std::pow(std::max(x, 0.0), e)};
}

}  // namespace

dpcvx_status RegularizerPart::prepare(const model::Regularizer &regularizer, double weight, const double *centre,
                                      int64_t dimension, Error &error) {
  const size_t size = static_cast<size_t>(dimension);
  for (Buffer<double> *buffer : {&centre_, &at_, &slope_, &tried_, &divergence_, &settled_, &shift_})
    if (!buffer->allocate(size)) return error.nomem("a sampler's regularizer");
  regularizer_ = regularizer;
  split_ = model::NormSplit(regularizer.q);
  weight_ = weight;
  for (size_t j = 0; j < size; ++j) settled_[j] = NAN;
  for (size_t j = 0; centre != nullptr && j < size; ++j) centre_[j] = centre[j];
  off_ = numeric::l2_norm_up(centre, dimension);
  return DPCVX_OK;
}

void RegularizerPart::linearize(const double *v, double *g) {
  bool settled = true;
  Total powers;
  for (size_t j = 0; j < at_.size(); ++j) {
    // Next to x_r an offset may be much smaller than v's rounding, and its slope is not small.
    const bool same = v[j] == settled_[j];
    at_[j] = same ? shift_[j] : offset(j, v[j]);
    slope_[j] = split_.power().slope(at_[j]);
    powers.add(slope_[j] * at_[j]);
    tried_[j] = v[j];
    divergence_[j] = 0;
    settled = settled && same;
  }
  split_.set(settled ? expected_ : std::pow(powers.value(), 1 / regularizer_.q));
  of_v_ = powers.value();
  for (size_t j = 0; j < at_.size(); ++j) g[j] = of_entries() * slope_[j];
}

double RegularizerPart::divergence(size_t j, double x) {
  if (x != tried_[j]) {
    tried_[j] = x;
    divergence_[j] = split_.power().above(offset(j, x), at_[j], slope_[j]);
  }
  return divergence_[j];
}

double RegularizerPart::powers(const double *x) const {
  Total sum;
  for (size_t j = 0; j < at_.size(); ++j) sum.add(std::pow(std::fabs(offset(j, x[j])), regularizer_.q));
  return sum.value();
}

double RegularizerPart::rest(const double *x) {
  if (regularizer_.is_quadratic()) return 0;
  Total divergences, linear;
  for (size_t j = 0; j < at_.size(); ++j) {
    divergences.add(divergence(j, x[j]));
    linear.add(slope_[j] * (offset(j, x[j]) - at_[j]));
  }
  const double difference = regularizer_.q * (divergences.value() + linear.value()) + (of_v_ - split_.powers());
  return weight_ * regularizer_.c * split_.rest(difference, [&] { return powers(x); });
}

bool RegularizerPart::accept_entry(int64_t j, double x, random::Rng &rng) {
  return random::bernoulli_exp(rng, entry(j, x));
}

bool RegularizerPart::accept(const double *x, random::Rng &rng) { return random::bernoulli_exp(rng, rest(x)); }

// About a given N the minimiser's offsets have the signs of a = c - x_r and sizes x_j with x_j + b x_j^(q-1) = |a_j|, b
// = variance weight c N^(2-q): one equation each. N is to be the norm that is then expected of draws. An entry about 0
// with the density of a Gaussian of that variance times exp(-(b / variance) |x|^q / q) has 1 / E |x|^q = b / variance +
// variance^(-q/2), nearly, and elsewhere squares of offset and noise add up. That norm falls with b: Newton's method
// between bounds, and a few per cent are near enough.
void RegularizerPart::settle(const double *c, double variance, double *v) {
  const double q = regularizer_.q, scale = variance * weight_ * regularizer_.c;
  const bool bends = q < 2 && scale > 0;
  for (size_t j = 0; j < at_.size(); ++j)
    shift_[j] = bends ? std::fabs(offset(j, v[j])) : std::fabs(offset(j, c[j])) / (1 + scale);
  if (bends) {
    if (!(expected_ > 0)) expected_ = std::sqrt(variance) * std::pow(static_cast<double>(at_.size()), 1 / q);
    const double b = solve_entries(c, variance, scale, scale * std::pow(expected_, 2 - q));
    expected_ = std::pow(b / scale, 1 / (2 - q));
  }
  for (size_t j = 0; j < at_.size(); ++j) {
    shift_[j] = std::copysign(shift_[j], offset(j, c[j]));
    settled_[j] = v[j] = centre_[j] + shift_[j];
  }
}

// Fills in shift_ for the b that it finds, from a guess.
double RegularizerPart::solve_entries(const double *c, double variance, double scale, double b) {
  const double q = regularizer_.q, flat = std::pow(variance, -q / 2);
  double low = 0, high = INFINITY;
  for (int step = 0; step < 40; ++step) {
    const double narrow = b / variance + flat, noise = std::pow(narrow, -2 / q);
    const double noise_falls = 2 / q * noise / narrow / variance;
    double powers = 0, fall = 0;  // the norm's, and how fast it falls with b
    for (size_t j = 0; j < at_.size(); ++j) {
      const Root root = entry_root(std::fabs(offset(j, c[j])), b, q - 1, shift_[j]);
      shift_[j] = root.x;
      const double square = root.x * root.x + noise, power = std::pow(square, q / 2);
      const double falls = root.x > 0 ? root.power * root.x / (root.x + b * (q - 1) * root.power) : 0;
      powers += power;
      fall += q / 2 * power / square * (2 * root.x * falls + noise_falls);
    }
    const double wanted = scale * std::pow(powers, 2 / q - 1);
    if (std::fabs(wanted - b) <= 0.03 * b) break;
    (wanted > b ? low : high) = b;
    b += (wanted - b) / (1 + wanted * (2 / q - 1) * fall / powers);
    if (!(b > low && b < high)) b = high < INFINITY ? low + (high - low) / 2 : 2 * low;
  }
  return b;
}

double RegularizerPart::lipschitz(double reach) const {
  return weight_ * regularizer_.lipschitz(reach + off_, static_cast<int64_t>(at_.size())) * (1 + 0x1p-40);
}

// ||u - w||^2 <= variance (f(w) - f(u)) <= variance f(w), and f(w) = <grad f(w), w - x_r> / 2.
double RegularizerPart::displacement(double reach, double variance) const {
  const double steep = lipschitz(reach);
  return std::min(variance * steep, std::sqrt(variance * steep * (reach + off_) / 2) * (1 + 0x1p-40));
}

// Of what is tried with all coordinates at once: the curvature of ||.||_q^2 / 2 along its gradient.
double RegularizerPart::roughness() const {
  const double q = regularizer_.q;
  return weight_ * regularizer_.c * (2 - q) * std::pow(static_cast<double>(at_.size()), 2 / q - 1);
}

PartErrors RegularizerPart::errors(const Region &region) const {
  const double slope = lipschitz(region.reach), far = region.reach + off_, d = static_cast<double>(at_.size());
  PartErrors errors;
  errors.tilt = 8 * 0x1p-52 * slope;
  errors.log_ratio = (72 + 2 * std::fabs(std::log(far)) + std::log(d)) * 0x1p-52 * slope * far;
  return errors;
}

}  // namespace dpcvx::sample
