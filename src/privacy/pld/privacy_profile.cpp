#include "privacy/pld/privacy_profile.h"

#include <cmath>
#include <limits>

#include "numeric/normal.h"
#include "privacy/divergences/gdp.h"
#include "numeric/directed_margin.h"

namespace dpcvx::privacy {

namespace {

// A value with this relative error, 0 <= error.
Interval about(double value, double error) {
  constexpr double kTiny = std::numeric_limits<double>::min();
  return {value > kTiny ? std::fmax(0, value * (1 - error)) : 0, std::fmin(1, (value + kTiny) * (1 + error))};
}

// delta_mu(x) when x is known to within `error`: its logarithm falls by at most (b + 3/2) / mu times as much,
// b = x / mu + mu / 2 (Sampford's inequality for Mills' ratio; PROOFS.md, section 11).
Interval gaussian_about(double mu, double x, double error) {
  const double b = (x + error) / mu + mu / 2;
  const double moved = error * (b + 1.5) / mu;
  return moved < 0.5 ? about(gdp_delta(mu, x), kMargin + 2 * moved) : Interval{0, 1};
}

Interval times(Interval interval, double factor, double error) {
  return {interval.low * factor * (1 - error), std::fmin(1, interval.high * factor * (1 + error))};
}

// log(1 + (e^x - 1) / q), 0 <= x: to within 2^-50 of itself.
double amplified(double x, double q) {
  if (x < 36) return std::log1p(std::expm1(x) / q);
  return x - std::log(q) + std::log1p(-(1 - q) * std::exp(-x));
}

}  // namespace

bool Profile::exists(const LossPart &part) {
  if (part.finite != nullptr) return true;
  const Profile profile(part, false);
  switch (part.kind) {
    case Kind::kGdp:
    case Kind::kGaussian:
    case Kind::kPoissonGaussian:
    case Kind::kFixedSizeGaussian:
      return profile.mu_ >= kMinMu && profile.mu_ <= kMaxMu && profile.rate_ >= kMinRate;
    case Kind::kPure:
    case Kind::kApproximate:
    case Kind::kLaplace:
    case Kind::kBoundedRange:
      return profile.edge_ >= kMinEdge && profile.edge_ <= kMaxEdge;
    case Kind::kGdpMixture: {
      const Mixture &mixture = profile.mixture_;
      return mixture.size <= kMaxMixed && mixture.greatest() <= kMaxMu && profile.mixed_square() >= kMinMu * kMinMu;
    }
    default:
      return part.renyi != nullptr;
  }
}

bool Profile::symmetric(const Event &event) { return event.kind != Kind::kPoissonGaussian || event.b == 1; }

Profile::Profile(const LossPart &part, bool reversed)
    : kind_(part.kind), reversed_(reversed), renyi_(part.renyi), finite_(part.finite) {
  if (finite_ != nullptr) return;
  switch (part.kind) {
    case Kind::kGdp:
    case Kind::kGaussian:
      mu_ = event_mu(part);
      break;
    case Kind::kPoissonGaussian:
    case Kind::kFixedSizeGaussian:
      mu_ = round_up(1 / part.a);
      rate_ = part.b;
      share_ = part.share >= 0 ? part.share : rate_;
      break;
    case Kind::kGdpMixture:
      if (part.numbers != nullptr) mixture_ = mixture_of(part, part.numbers);
      break;
    case Kind::kRdp:
    case Kind::kZcdp:
      break;
    default:
      edge_ = event_pure(part);
  }
}

// The mean square of a mixture's mus.
double Profile::mixed_square() const {
  double sum = 0;
  for (size_t k = 0; k < mixture_.size; ++k) sum += mixture_.probabilities[k] * mixture_.mus[k] * mixture_.mus[k];
  return sum;
}

// Returns the divergence of (1 - q) Q + q P from Q: q delta_mu(log(1 + (e^x - 1) / q)).
Interval Profile::sampled(double x) const {
  if (rate_ == 1) return gaussian_about(mu_, x, 0);
  const double moved = amplified(x, rate_);
  return times(gaussian_about(mu_, moved, moved * 0x1p-50), rate_, 0x1p-52);
}

// Returns the divergence of Q from (1 - q) Q + q P: c delta_mu(-log k) with k = 1 - (1 - e^-x) / q, c = q k e^x; 0
// where k <= 0. How well k is known is what the error comes to.
Interval Profile::removed(double x) const {
  const double q = rate_;
  if (q == 1) return gaussian_about(mu_, x, 0);
  const double lost = -std::expm1(-x) / q;  // 1 - k
  if (lost >= 1 + 0x1p-40) return {0, 0};
  double k = 1 - lost, error = lost * 0x1p-51 / k, log_k = -std::log1p(-lost);
  if (q >= 0.5 && lost > 0.5) {
    const double rest = std::exp(-x) - (1 - q);  // 1 - q is exact
    k = rest / q;
    error = std::exp(-x) * 0x1p-51 / rest + 0x1p-51;
    log_k = -std::log(k);
  }
  const double most = std::fmax(0, 1 - std::exp(x) * (1 - q)) + 0x1p-48;  // c is what it comes to where k is not known
  if (!(k > 0) || !(error < 0x1p-24)) return {0, std::fmin(1, most)};
  const Interval gaussian = gaussian_about(mu_, log_k, error + log_k * 0x1p-51);
  return times(gaussian, q * k * std::exp(x), error + (1 + x) * 0x1p-50);
}

// Where only upper bounds are known, those are both ends: what follows holds for upper bounds at the points
// (PROOFS.md, section 11.7).
Interval Profile::value(double x, bool reversed) const {
  if (finite_ != nullptr) {
    const FiniteLaw::Ends ends = finite_->profile(x, reversed);
    return {ends.low, ends.high};
  }
  if (renyi_ != nullptr) {
    const double bound = renyi_->delta_up(x);
    return {bound, bound};
  }
  switch (kind_) {
    case Kind::kGdpMixture: {
      const double bound = mixture_delta_up(mixture_, x);
      return {bound, bound};
    }
    case Kind::kGdp:
    case Kind::kGaussian:
    case Kind::kFixedSizeGaussian:
      return sampled(x);
    case Kind::kPoissonGaussian:
      return reversed ? removed(x) : sampled(x);
    case Kind::kLaplace:
      return x >= edge_ ? Interval{0, 0} : about(-std::expm1((x - edge_) / 2), kMargin);
    case Kind::kBoundedRange: {
      const double root = x >= edge_ ? 0 : -std::expm1((x - edge_) / 2);
      return x >= edge_ ? Interval{0, 0} : about(root * root / -std::expm1(-edge_), kMargin);
    }
    default:
      return x >= edge_ ? Interval{0, 0} : about(-std::expm1(x - edge_) / (1 + std::exp(-edge_)), kMargin);
  }
}

Interval Profile::at(double x) const { return value(x, reversed_); }
Interval Profile::at_reversed(double x) const { return value(x, !reversed_); }

namespace {

constexpr double kLess = 1 - 0x1p-42;  // takes back what parameters were rounded up by

Tails all_above() { return {1, 0, 1, 0}; }
Tails turned(const Tails &tails) {
  return {tails.second_below, tails.second_above, tails.first_below, tails.first_above};
}

}  // namespace

// Returns the tails of (1 - q) Q + q P and Q, about the loss of rate `rate_`.
Tails Profile::sampled_tails(double whole, double x) const {
  const double ratio = 1 + std::expm1(x) / rate_, mu = whole * kLess;
  if (!(ratio > 0)) return all_above();
  const double place = (ratio < INFINITY ? std::log(ratio) : x - std::log(rate_)) / mu + mu / 2;
  using numeric::normal_cdf;
  const double above = normal_cdf(-place), below = normal_cdf(place);
  return {(1 - share_) * above + share_ * normal_cdf(mu - place),
          (1 - share_) * below + share_ * normal_cdf(place - mu), above, below};
}

// Of a mixture that is not amplified: its laws tell which mu was drawn.
Tails Profile::mixture_tails(double x) const {
  double whole = 0;
  for (size_t k = 0; k < mixture_.size; ++k) whole += mixture_.probabilities[k];
  Tails sum{0, 0, 0, 0};
  for (size_t k = 0; k < mixture_.size; ++k) {
    const double mu = mixture_.mus[k], share = mixture_.probabilities[k] / whole;
    const Tails own = mu > 0 ? sampled_tails(mu, x) : x >= 0 ? Tails{0, 1, 0, 1} : all_above();
    sum = {sum.first_above + share * own.first_above, sum.first_below + share * own.first_below,
           sum.second_above + share * own.second_above, sum.second_below + share * own.second_below};
  }
  return sum;
}

// Losses of the other order are the negatives, and its laws change places.
Tails Profile::tails(double x) const {
  if (finite_ != nullptr) {
    const double at = reversed_ ? -x : x;
    const Tails own{finite_->above(at, false), finite_->below(at, false), finite_->above(at, true),
                    finite_->below(at, true)};
    return reversed_ ? turned(own) : own;
  }
  const double edge = edge_ * kLess / (kind_ == Kind::kBoundedRange ? 2 : 1);  // its even place
  switch (kind_) {
    case Kind::kGdp:
    case Kind::kGaussian:
      return sampled_tails(mu_, x);
    case Kind::kGdpMixture:
      return mixture_tails(x);
    case Kind::kPoissonGaussian:
    case Kind::kFixedSizeGaussian:  // a unit that counts against one that does not
      return reversed_ ? turned(sampled_tails(mu_, -x)) : sampled_tails(mu_, x);
    case Kind::kLaplace: {
      if (x >= edge) return turned(all_above());
      if (x < -edge) return all_above();
      const double below = std::exp((x - edge) / 2) / 2, above = std::exp(-(x + edge) / 2) / 2;
      return {1 - below, below, above, 1 - above};
    }
    default: {
      if (x >= edge) return turned(all_above());
      if (x < -edge) return all_above();
      const double yes = 1 / (1 + std::exp(-edge)), no = 1 / (1 + std::exp(edge));
      return {yes, no, no, yes};
    }
  }
}

double Profile::centre() const {
  if (finite_ != nullptr) return finite_->mean(reversed_);
  if (renyi_ != nullptr) return renyi_->mean();
  if (mixture_.size > 0) return mixed_square() / 2;
  if (mu_ == 0) return kind_ == Kind::kBoundedRange ? 0 : edge_ * std::tanh(edge_ / 2);
  const double far = rate_ > 0.5 ? rate_ * mu_ * mu_ / 2 : 0;
  return kind_ == Kind::kPoissonGaussian && reversed_ && rate_ < 1 ? std::fmin(far, -std::log1p(-rate_)) : far;
}

double Profile::spread() const {
  if (finite_ != nullptr) return finite_->spread();
  if (renyi_ != nullptr) return std::sqrt(2 * renyi_->mean());
  if (mixture_.size > 0) return std::sqrt(mixed_square());
  if (mu_ == 0) return edge_ / 2;
  if (rate_ == 1) return mu_;
  return std::fmin(mu_, rate_ * std::exp(std::fmin(mu_ * mu_ / 2, 40)) * std::fmin(mu_, 1));
}

}  // namespace dpcvx::privacy
