// Which way results are rounded. Every formula here has a relative error below 2^-44 (argued in PROOFS.md, checked
// against 30-digit values); the answer is moved by twice that to the side where privacy is not overstated.
#ifndef DPCVX_NUMERIC_DIRECTED_MARGIN_H_
#define DPCVX_NUMERIC_DIRECTED_MARGIN_H_

#include <cmath>
#include <limits>

namespace dpcvx::privacy {

constexpr double kMargin = 0x1p-43;
constexpr double kMinSquare = 0x1p-900;  // squares stay above it: below, products lose their low parts

// Rounds a value >= 0. An underflowed one becomes the least positive number: 0 is returned only where it is proved.
inline double round_up(double value) {
  return value < std::numeric_limits<double>::min() ? value + std::numeric_limits<double>::min() * kMargin
                                                    : value * (1 + kMargin);
}
inline double round_down(double value) {
  return value < std::numeric_limits<double>::min() ? 0 : value * (1 - kMargin);
}

// x^2 for x >= 0, rounded up; never 0 for x > 0.
inline double square_up(double x) {
  if (x == 0) return 0;
  const double square = x * x;
  if (!(square > kMinSquare)) return std::isnan(square) ? INFINITY : kMinSquare;
  return std::fma(x, x, -square) > 0 ? std::nextafter(square, INFINITY) : square;
}

// Return the square root of x >= 0, rounded to either side.
inline double sqrt_up(double x) {
  const double root = std::sqrt(x);
  return x > 0 && x < INFINITY && std::fma(-root, root, x) > 0 ? std::nextafter(root, INFINITY) : root;
}
inline double sqrt_down(double x) {
  const double root = std::sqrt(x);
  return x > 0 && x < INFINITY && std::fma(-root, root, x) < 0 ? std::nextafter(root, 0) : root;
}

// The slack of calibrated limits. Calibrations round down by this share, and sub-budgets accept sums that exceed the
// limit by at most as much. So ten charges of a tenth fit, and the guarantee still holds.
constexpr double kSlack = 0x1p-44;

}  // namespace dpcvx::privacy

#endif
