#include "privacy/accountant/bounds.h"

#include <cmath>

#include "numeric/directed_margin.h"
#include "numeric/root.h"
#include "privacy/pld/tight.h"

namespace dpcvx::privacy {

namespace {

constexpr double kUp = 1 + 0x1p-48, kDown = 1 - 0x1p-48;  // some rounded operations

// What is proved about f(s) = 1 - H(s) - s alpha at one s >= 0. H is the profile as a function of s = e^x: H at x >= 0,
// and 1 - s + s H(1/s) below s = 1. No attack has less false negatives than the greatest f. H is convex, so f is
// concave.
struct Point {
  double x = 0;  // log s
  double least = 0, most = 0;

  double s() const { return std::exp(x); }
};

class Implied {
 public:
  Implied(const Curve &curve, double alpha) : curve_(curve), alpha_(alpha) {}

  // Computes `least` by an upper bound on delta.
  dpcvx_status prove(double x, Accuracy accuracy, Point *point, Error &error) {
    double delta;
    DPCVX_TRY(tight_delta(curve_, std::fabs(x), accuracy, memory_, &delta, error));
    *point = {x, value(x, delta * kUp, kUp), 1};
    return DPCVX_OK;
  }

  // Computes both.
  dpcvx_status bracket(double x, Point *point, Error &error) {
    double lower, upper;
    DPCVX_TRY(delta_bounds(curve_, std::fabs(x), memory_, &lower, &upper, error));
    *point = {x, value(x, upper * kUp, kUp), value(x, lower * kDown, kDown)};
    return DPCVX_OK;
  }

 private:
  // Rounded down where `grown` > 1, else up.
  double value(double x, double delta, double grown) const {
    const double exact = x >= 0 ? (1 - delta) - std::exp(x) * alpha_ * grown : std::exp(x) * ((1 - delta) - alpha_);
    return exact + (grown > 1 ? -0x1p-50 : 0x1p-50);
  }

  const Curve &curve_;
  double alpha_;
  LossMemory memory_;
};

// Bounds f between points[1] and points[2] of four in increasing order: it lies below the lines through the two points
// on either side.
double most_between(const Point *points) {
  const double s0 = points[0].s(), s1 = points[1].s(), s2 = points[2].s(), s3 = points[3].s(), width = s2 - s1;
  const double left = points[1].most, right = points[2].most;
  const double rise = (left - points[0].least) / (s1 - s0), fall = (right - points[3].least) / (s3 - s2);
  double most = std::fmax(std::fmin(left, right + fall * width), std::fmin(right, left + rise * width));
  const double meet = (right + fall * width - left) / (rise + fall);
  if (meet > 0 && meet < width) most = std::fmax(most, left + rise * meet);
  return most + 0x1p-40 * (std::fabs(rise) + std::fabs(fall)) * width;
}

// Bounds f everywhere from five points about its greatest value. False where they do not show that it lies among them.
bool most_everywhere(const Point *points, double *most) {
  if (!(points[1].most <= points[2].least && points[3].most <= points[2].least)) return false;
  *most = std::fmax(most_between(points), most_between(points + 1));
  return true;
}

// The interval of x that has the greatest f: above log(1 / alpha) it is negative, and where delta is small it falls.
dpcvx_status search_interval(const Curve &curve, double alpha, double *low, double *high, Error &error) {
  constexpr double kFarthest = 600, kNegligible = 1e-16;
  double below, above;
  DPCVX_TRY(tight_epsilon(curve, (1 - alpha) / 2, &below, error));
  DPCVX_TRY(tight_epsilon(curve, kNegligible, &above, error));
  *low = -std::fmin(below + 1, kFarthest);
  *high = std::fmin(std::fmin(above + 0x1p-20, alpha > 0 ? -std::log(alpha) : kFarthest), kFarthest);
  return DPCVX_OK;
}

// Finds about where f is greatest, by golden section with rough bounds.
dpcvx_status find_best(Implied &implied, double low, double high, double *x, Error &error) {
  constexpr int kSteps = 18;
  dpcvx_status status = DPCVX_OK;
  *x = numeric::min_point(low, high, kSteps, [&](double at) {
    Point point;
    if (status == DPCVX_OK) status = implied.prove(at, Accuracy::kRough, &point, error);
    return -point.least;
  });
  return status;
}

}  // namespace

dpcvx_status epsilon_bracket(const Curve &curve, double delta, Bracket *epsilon, Error &error) {
  constexpr int kTries = 13, kMoreTries = 6, kHalvings = 3;
  epsilon->lower = 0;
  DPCVX_TRY(tight_epsilon(curve, delta, &epsilon->upper, error));
  if (epsilon->upper == 0) return DPCVX_OK;
  // At every epsilon where some mechanisms have a greater delta.
  bool greater = false, is_known = true;
  LossMemory memory;
  const auto is_greater = [&](double at) {
    double lower, upper;
    DPCVX_TRY(delta_bounds(curve, at, memory, &lower, &upper, error));
    greater = lower > delta;
    is_known = lower > 0;
    return DPCVX_OK;
  };
  double beyond = epsilon->upper, at = std::fmin(beyond, 0x1p40);
  double share = 0x1p-13;  // and a half of what is left, where half of it was tried
  for (int i = 0; i < kTries + kMoreTries && !greater && is_known; ++i, share *= 2) {
    if (i > 0) beyond = at;
    at = i < kTries ? std::fmin(epsilon->upper, 0x1p40) * (1 - share) : at / 2;
    DPCVX_TRY(is_greater(at));
  }
  if (!greater) return DPCVX_OK;
  epsilon->lower = at;
  for (int i = 0; i < kHalvings && share > 0x1p-12; ++i) {
    const double middle = (epsilon->lower + beyond) / 2;
    DPCVX_TRY(is_greater(middle));
    (greater ? epsilon->lower : beyond) = middle;
  }
  return DPCVX_OK;
}

dpcvx_status false_negative_bracket(const Curve &curve, double false_positive_rate, Bracket *rate, Error &error) {
  constexpr double kNear = 0.01, kFar = 40;
  const double trivial = 1 - false_positive_rate;  // an attack that guesses
  *rate = {0, trivial};
  if (trivial == 0) return DPCVX_OK;
  Implied implied(curve, false_positive_rate);
  double low, high, best;
  DPCVX_TRY(search_interval(curve, false_positive_rate, &low, &high, error));
  DPCVX_TRY(find_best(implied, low, high, &best, error));
  Point even, points[5];
  DPCVX_TRY(implied.prove(0, Accuracy::kFine, &even, error));  // often a corner of f
  DPCVX_TRY(implied.bracket(best, &points[2], error));
  rate->lower = std::fmax(std::fmax(rate->lower, even.least), points[2].least);
  // Wider until the points beside it show that f falls on both sides.
  for (double near = kNear; near < kFar; near *= 4) {
    const double beside[4] = {best - 2 * near, best - near, best + near, best + 2 * near};
    for (int i = 0; i < 4; ++i) {
      Point &point = points[i < 2 ? i : i + 1];
      DPCVX_TRY(implied.bracket(beside[i], &point, error));
      rate->lower = std::fmax(rate->lower, point.least);
    }
    double most;
    if (!most_everywhere(points, &most)) continue;
    rate->upper = std::fmin(trivial, most);
    break;
  }
  rate->lower = std::fmin(rate->lower, rate->upper);
  return DPCVX_OK;
}

dpcvx_status accuracy_bracket(const Curve &curve, double prior, Bracket *accuracy, Error &error) {
  const double rest = 1 - prior, likely = std::fmax(prior, rest), unlikely = std::fmin(prior, rest);
  const double x = std::fabs(std::log(prior) - std::log(rest)), off = (x + 1) * 0x1p-48;
  double least, most, unused;
  DPCVX_TRY(tight_delta(curve, std::fmax(0, x - off), &most, error));
  DPCVX_TRY(delta_bounds(curve, x + off, &least, &unused, error));
  *accuracy = {std::fmax(likely, (likely + unlikely * least) * kDown), std::fmin(1, (likely + unlikely * most) * kUp)};
  return DPCVX_OK;
}

dpcvx_status posterior_bracket(const Curve &curve, double prior, double false_positive_rate, Bracket *posterior,
                               Error &error) {
  Bracket missed;
  DPCVX_TRY(false_negative_bracket(curve, false_positive_rate, &missed, error));
  const auto right = [=](double rate) {
    const double caught = prior * (1 - rate);
    return caught > 0 ? caught / (caught + (1 - prior) * false_positive_rate) : 0;
  };
  *posterior = {right(missed.upper) * kDown, std::fmin(1, right(missed.lower) * kUp)};
  return DPCVX_OK;
}

}  // namespace dpcvx::privacy
