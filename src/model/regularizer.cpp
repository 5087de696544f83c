#include "model/regularizer.h"

#include <algorithm>

#include "numeric/margins.h"
#include "model/domains/domain_projection.h"
#include "numeric/directed.h"
#include "numeric/root.h"

namespace dpcvx::model {

namespace {

// The least power of two above every entry, as an exponent; false where all entries are 0. Divided by it, entries lie
// in [-1, 1] and one is at least 1/2.
bool exponent_of(double most, int &exponent) {
  if (!(most > 0)) return false;
  std::frexp(most, &exponent);
  return true;
}

double largest(const double *u, int64_t dimension) {
  double most = 0;
  for (int64_t j = 0; j < dimension; ++j) most = std::max(most, std::fabs(u[j]));
  return most;
}

// ||u||_q 2^-exponent
double scaled_norm(const double *u, int64_t dimension, double q, int exponent) {
  Total sum;
  for (int64_t j = 0; j < dimension; ++j) {
    const double x = std::fabs(std::ldexp(u[j], -exponent));
    sum.add(q == 2 ? x * x : std::pow(x, q));
  }
  return q == 2 ? std::sqrt(sum.value()) : std::pow(sum.value(), 1 / q);
}

// The q in (1, 2] where log d (-2/q) - log(q - 1) is least: the lesser root of q^2 - 2 L q + 2 L, L = log d, where it
// has any (L >= 2; the greater one is beyond 2); else it falls all the way.
double best_exponent(double log_d) {
  return log_d > 2 ? std::min(2.0, 2 * log_d / (log_d + std::sqrt(log_d * (log_d - 2)))) : 2;
}

// c for any q in [p, 2], q > 1. q - 1 is exact; the exponent is within 2^-44 for every dimension there is.
double constant_for(double p, double q, double log_d) {
  return numeric::up_many(std::exp((2 / p - 2 / q) * log_d) / (q - 1));
}

}  // namespace

PowerTangent::PowerTangent(double a) : a_(a) {
  double binomial = a;
  for (int k = 0; k < kTerms; ++k) {
    binomial *= (a - (k + 1)) / (k + 2);
    term_[k] = binomial;
  }
}

double PowerTangent::excess(double h) const {
  if (a_ == 2) return h * h;
  if (std::fabs(h) > kNear) return std::max(0.0, std::pow(std::fabs(1 + h), a_) - 1 - a_ * h);
  double sum = term_[kTerms - 1];
  for (int k = kTerms - 2; k >= 0; --k) sum = sum * h + term_[k];
  return sum * h * h;
}

double PowerTangent::above(double u, double v, double s) const {
  const double step = u - v;
  if (a_ == 2) return step * step / 2;
  if (std::fabs(step) <= kNear * std::fabs(v)) return s * v * excess(step / v) / a_;
  return std::max(0.0, (std::pow(std::fabs(u), a_) - s * v) / a_ - s * step);
}

void NormSplit::set(double N) {
  norm_ = N;
  factor_ = q_ == 2 ? 1 : std::pow(N, 2 - q_);
  powers_ = std::pow(N, q_);
}

Regularizer Regularizer::in_norm(double p, int64_t dimension) {
  Regularizer regularizer;
  regularizer.p = p;
  if (p >= 2 || dimension == 1) return regularizer;
  const double log_d = std::log(static_cast<double>(dimension));
  regularizer.q = std::max(p, best_exponent(log_d));
  regularizer.c = constant_for(p, regularizer.q, log_d);
  return regularizer;
}

// From the best exponent on c grows with q.
Regularizer Regularizer::in_schatten_norm(double p, int64_t rank) {
  constexpr double kAboveLeast = 1.02;
  Regularizer regularizer = in_norm(p, rank);
  if (regularizer.is_quadratic()) return regularizer;
  const double log_k = std::log(static_cast<double>(rank)), most = kAboveLeast * regularizer.c;
  regularizer.q =
      numeric::greatest_where(regularizer.q, 2.0, [&](double q) { return constant_for(p, q, log_k) <= most; });
  regularizer.c = constant_for(p, regularizer.q, log_k);
  return regularizer;
}

double Regularizer::theta(double radius, int64_t dimension) const {
  const double of_ball = p <= 2 ? 1 : std::pow(static_cast<double>(dimension), 1 - 2 / p);
  return numeric::up_many(c * of_ball / 2 * radius * radius);
}

double Regularizer::l2_convexity() const { return q == 2 ? c : numeric::below(c * (q - 1)); }

double Regularizer::lipschitz(double reach, int64_t dimension) const {
  return numeric::up_many(c * std::pow(static_cast<double>(dimension), 2 / q - 1) * reach);
}

double Regularizer::value(const double *u, int64_t dimension) const {
  int exponent;
  if (!exponent_of(largest(u, dimension), exponent)) return 0;
  const double norm = scaled_norm(u, dimension, q, exponent);
  return std::ldexp(c / 2 * norm * norm, 2 * exponent);
}

void Regularizer::gradient(const double *u, double *out, int64_t dimension) const {
  int exponent;
  if (!exponent_of(largest(u, dimension), exponent)) {
    std::fill(out, out + dimension, 0.0);
    return;
  }
  const double norm = scaled_norm(u, dimension, q, exponent);
  for (int64_t j = 0; j < dimension; ++j) {
    const double share = std::fabs(std::ldexp(u[j], -exponent)) / norm;
    const double slope = q == 2 ? share : std::pow(share, q - 1);
    out[j] = std::copysign(std::ldexp(c * norm * slope, exponent), u[j]);
  }
}

double Regularizer::divergence(const double *u, const double *v, int64_t dimension) const {
  int exponent;
  if (!exponent_of(std::max(largest(u, dimension), largest(v, dimension)), exponent)) return 0;
  const auto scaled = [exponent](double x) { return std::ldexp(x, -exponent); };
  NormSplit split(q);
  Total of_v, divergences, linear;
  for (int64_t j = 0; j < dimension; ++j) {
    const double x = scaled(u[j]), y = scaled(v[j]), s = split.power().slope(y);
    of_v.add(s * y);
    divergences.add(split.power().above(x, y, s));
    linear.add(s * (x - y));
  }
  split.set(std::pow(of_v.value(), 1 / q));
  const double rest = split.rest(q * (divergences.value() + linear.value()), [&] {
    Total powers;
    for (int64_t j = 0; j < dimension; ++j) powers.add(std::pow(std::fabs(scaled(u[j])), q));
    return powers.value();
  });
  return std::ldexp(c * (split.factor() * divergences.value() + rest), 2 * exponent);
}

double convexity_of_squares(double p, int64_t dimension) {
  if (p >= 2 || dimension == 1) return 1;
  return std::pow(static_cast<double>(dimension), 1 - 2 / p) * (1 - 0x1p-40);
}

}  // namespace dpcvx::model
