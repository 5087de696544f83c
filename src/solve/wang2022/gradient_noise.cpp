#include "solve/wang2022/gradient_noise.h"

#include <cmath>

#include "numeric/directed.h"

namespace dpcvx::solve {

namespace {

constexpr double kMinSquare = 0.67;
constexpr double kMinBeta = 1e-290;

// The two conditions as functions of b. With s = sigma^2 / (4 G^2), the second is spare(b) >= 0.
struct Terms {
  double a, scale, log_units;  // s = scale lambda / b

  Terms(double units, double steps, double epsilon, double delta)
      : a(-std::log(delta) / epsilon), scale(3.5 * (steps / units) / (units * epsilon)), log_units(std::log(units)) {}

  double order(double b) const { return a / (1 - b) + 1; }
  double square(double b) const { return scale * order(b) / b; }
  double spare(double b) const {
    const double s = square(b);
    return 2.0 / 3 * (log_units - std::log(order(b)) - std::log1p(s)) - a / (1 - b) / s;
  }
  // Of spare, which is concave.
  double slope(double b) const {
    const double s = square(b), rest = a + 1 - b;
    const double by_order = a / (1 - b) / rest, by_square = s / (1 + s) * (1 / (1 - b) - 1 / rest - 1 / b);
    return -2.0 / 3 * (by_order + by_square) - a / scale * ((a + 1) / rest) / rest;
  }
  // Where sigma is least.
  double best() const { return 1 / (1 + std::sqrt(a / (a + 1))); }
};

// Between `yes`, where holds(b), and `no`, where it does not: the last b at which it does. Both scales matter, so the
// middle is the geometric one.
template <class Holds>
double edge(double yes, double no, const Holds &holds) {
  for (int i = 0; i < 200; ++i) {
    const double middle = std::sqrt(yes) * std::sqrt(no);
    if (middle == yes || middle == no) break;
    (holds(middle) ? yes : no) = middle;
  }
  return yes;
}

}  // namespace

const char *words_of(PaperNoise::Lack lack) {
  return lack == PaperNoise::kNoise ? "sigma^2 >= 0.67 (2 G)^2 where the condition on lambda holds"
                                    : "lambda - 1 <= sigma^2 / (6 G^2) log(n / (lambda (1 + sigma^2 / (4 G^2))))";
}

PaperNoise paper_gradient_noise(double units, double steps, double epsilon, double delta) {
  const Terms terms(units, steps, epsilon, delta);
  PaperNoise out;
  const auto in_order = [&](double b) { return terms.spare(b) >= 0; };
  const auto loud = [&](double b) { return terms.square(b) >= kMinSquare; };
  const auto rises = [&](double b) { return terms.slope(b) > 0; };
  // sigma falls with b up to best(), and every feasible b beyond has a feasible one of the same sigma before it: the
  // greatest feasible one up to best() is asked for. The second condition holds between two ends, the first up to one.
  const double best = terms.best();
  if (!(best > kMinBeta) || !rises(kMinBeta)) return out;
  const double top = rises(best) ? best : edge(kMinBeta, best, rises);
  if (!in_order(top)) return out;
  double b = in_order(best) ? best : edge(top, best, in_order);
  out.lack = PaperNoise::kNoise;
  if (!loud(b)) {
    if (!loud(kMinBeta)) return out;
    b = edge(kMinBeta, b, loud);
    if (!in_order(b)) return out;
  }
  out.lack = PaperNoise::kNone;
  out.beta = b;
  out.multiplier = numeric::above(std::sqrt(numeric::above(terms.square(b))));
  return out;
}

double paper_gradient_epsilon(double units) {
  const double root = std::cbrt(units) - 1;
  return (7 * root + 4 * std::log(units) * units + 7) / (2 * units * root);
}

}  // namespace dpcvx::solve
