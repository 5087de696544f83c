#include "privacy/pld/half_law.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::privacy {

using numeric::Twofold;

namespace {

constexpr size_t kEven = 1400;        // places at equal distances
constexpr double kDeviations = 16;    // as far do they reach
constexpr double kOutward = 0x1p-50;  // covers the roundings of places

void add_to(Twofold &sum, double value) { sum = numeric::add(sum, Twofold{value, 0}); }

}  // namespace

void RatioProduct::times(double a, double b, double c, double d) {
  const Twofold above = numeric::two_product(a, b), below = numeric::two_product(c, d);
  const double ratio = above.high / below.high;
  const double rest = (std::fma(-ratio, below.high, above.high) + (above.low - ratio * below.low)) / below.high;
  const Twofold next = numeric::multiply(product_, ratio);
  product_ = numeric::two_sum(next.high, next.low + product_.high * rest);
}

bool HalfLaw::allocate(double deviation, bool cells) {
  cells_ = cells;
  if (!places_.allocate(kPlaces + 1) || !masses_.allocate(kPlaces + 1) || !now_.allocate(kPlaces + 1) ||
      !moments_.allocate(cells ? kPlaces + 1 : 0) || !now_moments_.allocate(cells ? kPlaces + 1 : 0))
    return false;
  const double reach = std::min(1.0, kDeviations * deviation);
  even_ = reach < 1 ? kEven : kPlaces;
  step_ = reach / static_cast<double>(even_);
  for (size_t i = 0; i <= kPlaces; ++i) {
    const double beyond = static_cast<double>(i) - static_cast<double>(even_);
    places_[i] = beyond <= 0 ? step_ * static_cast<double>(i)
                             : reach * std::pow(1 / reach, beyond / static_cast<double>(kPlaces - even_));
    masses_[i] = now_[i] = Twofold{0, 0};
    if (cells) moments_[i] = now_moments_[i] = Twofold{0, 0};
  }
  places_[kPlaces] = 1;
  whole_ = Twofold{0, 0};
  used_ = 0;
  return true;
}

// Half of the mass, on the side of r >= 0.
void HalfLaw::spread(double r, double mass) {
  const double moved = cells_ ? r : std::min(1.0, r * (1 + kOutward)), steps = moved / step_;
  size_t i = static_cast<size_t>(std::min(steps, static_cast<double>(kPlaces)));
  if (i >= even_ || places_[i] > moved)
    i = static_cast<size_t>(std::upper_bound(places_.begin(), places_.begin() + kPlaces, moved) - places_.begin()) - 1;
  if (cells_) {
    add_to(now_[i], mass);
    add_to(now_moments_[i], mass * (moved - places_[i]));
    used_ = std::max(used_, i);
    return;
  }
  const double share = std::min(1.0, (moved - places_[i]) / (places_[i + 1] - places_[i]));
  add_to(now_[i], mass * (1 - share));
  add_to(now_[i + 1], mass * share);
  used_ = std::max(used_, i + 1);
}

void HalfLaw::add(double signs, double weight, const Scale *scales, size_t size) {
  double at = std::fmod(signs, 2), beyond = 0;
  RatioProduct chance(1);
  Twofold whole;
  const double least = kNegligible / std::max(weight, kNegligible);
  for (;;) {
    add_to(whole, at == 0 ? chance.value() : 2 * chance.value());
    for (size_t j = 0; j < size; ++j) {
      const double mass = scales[j].share * chance.value();
      if (mass > 0) spread(std::min(1.0, at * scales[j].factor), at == 0 ? mass / 2 : mass);
    }
    if (at >= signs) break;
    const double ratio = (signs - at) / (signs + at + 2);
    chance.times(signs - at, 1, signs + at + 2, 1);
    at += 2;
    if (chance.value() < least && ratio < 1) {
      beyond = chance.value() / (1 - ratio);  // a geometric sum is more
      break;
    }
  }
  add_to(whole, 2 * beyond);
  const double factor = weight / whole.high;
  for (size_t i = 0; i <= used_; ++i) {
    add_to(masses_[i], now_[i].high * factor);
    now_[i] = Twofold{0, 0};
    if (!cells_) continue;
    add_to(moments_[i], now_moments_[i].high * factor);
    now_moments_[i] = Twofold{0, 0};
  }
  if (!cells_) add_to(masses_[kPlaces], beyond * factor);
  used_ = 0;
  add_to(whole_, weight);
}

void HalfLaw::add_middle(double weight) {
  add_to(masses_[0], weight / 2);
  add_to(whole_, weight);
}

void HalfLaw::add_ends(double weight) {
  add_to(masses_[kPlaces], weight / 2);
  add_to(whole_, weight);
}

void HalfLaw::finish() {
  for (size_t i = 0; i <= kPlaces; ++i) {
    if (cells_ && masses_[i].high > 0) places_[i] += moments_[i].high / masses_[i].high;
    masses_[i] = Twofold{masses_[i].high / whole_.high, 0};
  }
}

}  // namespace dpcvx::privacy
