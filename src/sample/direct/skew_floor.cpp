#include "sample/direct/skew_floor.h"

namespace dpcvx::sample {

namespace {

// The squares of distances, as they are computed, may be off by that.
constexpr double kTrueSquare = kTrueDistance * kTrueDistance;
constexpr double kAbove = 1 + 0x1p-13;
// What a form of three rows may be off by, of the longest row.
constexpr double kFormError = 0x1p-18;

}  // namespace

// The way bends where the two bounds of the second derivative cross: it falls all along.
SkewFloor::SkewFloor(const Bounds &bounds) : bounds_(bounds) {
  bounds_.leverage = std::max(bounds_.leverage, 0x1p-16);
  const auto is_first_greater = [&](double r) {
    return -kTrueSquare * std::expm1(-bounds_.leverage * r) >= kAbove * r * (bounds_.rest + bounds_.fourth * r / 4);
  };
  double low = 0, high = 1;
  while (high < 0x1p12 && is_first_greater(high)) low = high, high *= 2;
  for (int step = 0; step < 40; ++step) {
    const double middle = (low + high) / 2;
    (is_first_greater(middle) ? low : high) = middle;
  }
  bend_ = low;
}

// The integral of (rho - r) exp(-leverage r) from the bend on.
double SkewFloor::bent(double rho) const {
  if (!(rho > bend_)) return 0;
  const double l = bounds_.leverage, x = l * (rho - bend_);
  return std::exp(-l * bend_) * std::max(0.0, x + std::expm1(-x)) / (l * l);
}

// That of exp(-leverage r).
double SkewFloor::turned(double rho) const {
  if (!(rho > bend_)) return 0;
  return -std::exp(-bounds_.leverage * bend_) * std::expm1(-bounds_.leverage * (rho - bend_)) / bounds_.leverage;
}

SkewFloor::Terms SkewFloor::terms(double rho) const {
  if (!(rho > bend_)) return {0.5, 1.0 / 6, rho * rho / 48};
  const double part = bend_ / rho, squares = part * part;
  return {part * (1 - part / 2) + bent(rho) / (rho * rho), squares * (0.5 - part / 3),
          bend_ * bend_ * part * (1.0 / 12 - part / 16)};
}

double SkewFloor::height(double rho) const {
  const Terms its = terms(rho);
  const double lost = its.fourth * bounds_.fourth + its.cube * bounds_.rest * rho;
  return (kTrueSquare * its.square - kAbove * lost) * rho * rho;
}

double SkewFloor::sum(double square, double besides, double form) const {
  const double rho = std::sqrt(square);
  const Terms its = terms(rho);
  const double form_error = (kAbove - 1) * (bounds_.rest + 3 * bounds_.skew) + kFormError * bounds_.leverage;
  const double lost = its.fourth * bounds_.fourth + its.cube * form_error * rho;
  return (kTrueSquare * its.square - kAbove * lost) * square - its.square * besides + its.cube * form;
}

double SkewFloor::slope(double rho) const {
  if (!(rho > 0)) return kTrueSquare / 2;
  const double r = std::min(rho, bend_);
  const double lost = bounds_.rest * r * r / 2 + bounds_.fourth * r * r * r / 12;
  return (kTrueSquare * (r + turned(rho)) - kAbove * lost) / (2 * rho);
}

// skew * rho |3 cube rho^2 - aim|, as 3 cube rho^2 rises.
double SkewFloor::drift(double low, double high) const {
  const double near = low / kAbove, far = high * kAbove;
  const double most = std::max(std::fabs(3 * terms(near).cube * near * near - bounds_.aim),
                               std::fabs(3 * terms(far).cube * far * far - bounds_.aim));
  return far * (bounds_.drift + bounds_.skew * most);
}

}  // namespace dpcvx::sample
