#include "sample/interval_law.h"

#include <algorithm>

#include "numeric/normal.h"
#include "random/bernoulli.h"
#include "sample/exponential_steps.h"

namespace dpcvx::sample {

namespace {

// From here on tries next to an edge come from exponential laws.
constexpr double kSteep = 2;
constexpr double kHalfRootPi = 1.2533141373155003;  // sqrt(pi / 2)

constexpr double kRootTwoPi = 2.5066282746310002;

}  // namespace

// In units of s from c, relative to the density at the best point: the masses and first moments of the interval and of
// its tails, by Mills' ratios.
double Interval::mean(double c, double variance) const {
  const double s = std::sqrt(variance), low_end = (low - c) / s, high_end = (high - c) / s, steep = slope * s;
  if (low_end < -7 && high_end > 7) return c;
  if (low == high && slope == INFINITY) return low;
  if (steep + high_end < -7) return c - variance * slope;
  if (steep - low_end < -7) return c + variance * slope;
  const double best = std::clamp(0.0, low_end, high_end);
  const auto relative = [best](double z) { return std::exp((best - z) * (best + z) / 2); };
  const double at_low = relative(low_end), at_high = relative(high_end);
  double mass, moment = at_low - at_high;
  if (best > 0)
    mass = numeric::mills_ratio(low_end) - (at_high > 0 ? at_high * numeric::mills_ratio(high_end) : 0);
  else if (best < 0)
    mass = numeric::mills_ratio(-high_end) - (at_low > 0 ? at_low * numeric::mills_ratio(-low_end) : 0);
  else
    mass = kRootTwoPi * (numeric::normal_cdf(high_end) - numeric::normal_cdf(low_end));
  if (slope < INFINITY) {
    const double up = numeric::mills_ratio(steep + high_end), down = numeric::mills_ratio(steep - low_end);
    mass += at_high * up + at_low * down;
    moment += at_high * (1 - steep * up) - at_low * (1 - steep * down);
  }
  return mass > 0 ? c + s * moment / mass : prox(c, variance);
}

void IntervalLaw::set_scale(double variance, double step) {
  variance_ = variance;
  deviation_ = std::sqrt(variance);
  step_ = step;
}

void IntervalLaw::aim(double c, const Interval &interval) {
  c_ = c;
  interval_ = interval;
  if (interval.low == interval.high && interval.slope == INFINITY) {
    way_ = Way::kFixed;
    centre_ = interval.low;
    return;
  }
  // The tangent of the wall at the minimiser, and the Gaussian that it leaves.
  const double at = interval.prox(c, variance_);
  edge_ = std::clamp(at, interval.low, interval.high);
  tilt_ = at != edge_ ? (at > edge_ ? interval.slope : -interval.slope) : (c - at) / variance_;
  tilt_ = std::clamp(tilt_, -interval.slope, interval.slope);
  const double width = interval.high - interval.low, pull = std::fabs(tilt_) * deviation_;
  const bool outside = at != edge_ && interval.distance(at) > 0;
  way_ = !outside && (pull > kSteep || width < deviation_) ? Way::kPieces : Way::kGaussian;
  centre_ = on_lattice(c - variance_ * tilt_);
  if (way_ == Way::kPieces) aim_pieces();
}

IntervalLaw::Piece IntervalLaw::tail(double anchor, double side) const {
  Piece piece;
  if (interval_.slope == INFINITY || std::isinf(anchor)) return piece;
  piece.anchor = anchor;
  piece.side = side;
  piece.rate = std::max(0.0, interval_.slope + side * (anchor - c_) / variance_);
  piece.form = piece.rate * deviation_ >= 1 ? Form::kExponential : Form::kHalfGaussian;
  return piece;
}

// From the edge that c lies beyond, or from either where it lies between.
IntervalLaw::Piece IntervalLaw::middle(double low, double high) const {
  Piece piece;
  if (!(low < high)) return piece;
  const bool above = c_ - low > high - c_;
  piece.anchor = above ? high : low;
  piece.side = above ? -1 : 1;
  piece.length = high - low;
  piece.rate = std::max(0.0, piece.side * (piece.anchor - c_) / variance_);
  piece.form = piece.rate * std::min(piece.length, deviation_) >= 1 ? Form::kExponential : Form::kFlat;
  return piece;
}

// Returns the mass of the piece's envelope.
double IntervalLaw::log_mass(const Piece &piece) const {
  const double top = log_density(piece.anchor);
  switch (piece.form) {
    case Form::kNone:
      return -INFINITY;
    case Form::kExponential:
      return top - std::log(piece.rate);
    case Form::kHalfGaussian:
      return top + std::log(kHalfRootPi * deviation_);
    case Form::kFlat:
      return std::log(piece.length + step_);
  }
  return 0;
}

void IntervalLaw::aim_pieces() {
  const double low = on_lattice(interval_.low), high = on_lattice(interval_.high);
  best_ = std::clamp(c_, low, high);
  pieces_[0] = middle(low, high);
  pieces_[1] = tail(low, -1);
  pieces_[2] = tail(high, 1);
  double most = -INFINITY;
  for (const Piece &piece : pieces_) most = std::max(most, log_mass(piece));
  for (Piece &piece : pieces_)
    if (piece.form != Form::kNone) piece.deficit = std::max(0.0, most - log_mass(piece));
}

bool IntervalLaw::attempt_gaussian(Noise &noise, random::Rng &rng, double *x) const {
  *x = centre_ + step_ * noise.next(rng);
  const double out = interval_.distance(*x);
  if (out > 0 && interval_.slope == INFINITY) return false;
  if (out == 0 && tilt_ == 0) return true;
  const double gap = (out > 0 ? interval_.slope * out : 0) - tilt_ * (*x - edge_);
  return !(gap > 0) || random::bernoulli_exp(rng, gap);
}

// A piece, half the weight of its end points left to its neighbours. Of a middle piece `length` ends it on both sides.
bool IntervalLaw::attempt_piece(const Piece &piece, Noise &noise, random::Rng &rng, double *x) const {
  double steps = 0;
  switch (piece.form) {
    case Form::kNone:
      return false;
    case Form::kExponential:
      steps = exponential_steps(piece.rate * step_, rng);
      break;
    case Form::kHalfGaussian:
      steps = std::fabs(noise.next(rng));  // 0 has half of its neighbours' weight as it is
      break;
    case Form::kFlat:
      steps = static_cast<double>(random::uniform(rng, static_cast<uint64_t>(piece.length / step_) + 1));
      break;
  }
  const double z = steps * step_;
  if (z > piece.length) return false;
  const bool end = (steps == 0 && piece.form != Form::kHalfGaussian) || z == piece.length;
  if (end && random::coin(rng)) return false;
  *x = piece.anchor + piece.side * z;
  if (piece.form == Form::kFlat) return random::bernoulli_exp(rng, std::max(0.0, -log_density(*x)));
  return random::bernoulli_exp(rng, piece.form == Form::kExponential ? z * z / (2 * variance_) : piece.rate * z);
}

bool IntervalLaw::attempt(Noise &noise, random::Rng &rng, double *x) const {
  switch (way_) {
    case Way::kFixed:
      *x = centre_;
      return true;
    case Way::kGaussian:
      return attempt_gaussian(noise, rng, x);
    case Way::kPieces:
      break;
  }
  // One of the three at random, with a probability in proportion to its mass.
  uint64_t which;
  do which = rng.next() >> 62;
  while (which == 3);
  const Piece &piece = pieces_[which];
  if (piece.form == Form::kNone || !random::bernoulli_exp(rng, piece.deficit)) return false;
  return attempt_piece(piece, noise, rng, x);
}

}  // namespace dpcvx::sample
