#include "privacy/divergences/iteration.h"

#include <algorithm>
#include <cmath>

#include "numeric/directed_margin.h"
#include "numeric/root.h"

namespace dpcvx::privacy {

namespace {

constexpr double kUp = 1 + 0x1p-38;  // some hundred rounded operations, and powers of up to e^-700

// Powers of a contraction, and sums of them.
class Powers {
 public:
  explicit Powers(double contraction) : log_(contraction < 0.5 ? std::log(contraction) : std::log1p(contraction - 1)) {}

  // contraction^(count factor)
  double at(double count) const { return count == 0 ? 1 : log_ == -INFINITY ? 0 : std::exp(count * log_); }
  // 1 + contraction^stride + ... + contraction^(stride (count - 1))
  double sum(double stride, double count) const {
    if (count <= 0) return 0;
    if (log_ == -INFINITY || count == 1) return 1;
    return log_ == 0 ? count : std::expm1(stride * count * log_) / std::expm1(stride * log_);
  }

 private:
  double log_;
};

// How much is shifted in all, and by the squares of what sums: mu^2 is the least sum of squares of shifts.
class Shifts {
 public:
  Shifts(const Iteration &iteration, double period, double diameter)
      : powers_(iteration.contraction), sensitivity_(iteration.sensitivity), period_(period), diameter_(diameter) {}

  // mu^2 noise^2 where the unit is met `uses` times, at first in the first step.
  double from_start(double uses) const {
    const double before = sensitivity_ * powers_.at(period_) * powers_.sum(period_, uses - 1);
    return least(before, (uses - 1) * period_);
  }

  // The same over the last `uses` periods, before which the iterates are a diameter apart at most. Infinite where
  // shifts at even rates would be greater than what is there to be shifted.
  double from_diameter(double uses) const {
    const double steps = uses * period_, far = diameter_ * powers_.at(steps);
    if (steps < 2) return (far + sensitivity_) * (far + sensitivity_);
    const double before = far + sensitivity_ * powers_.at(period_) * powers_.sum(period_, uses - 1);
    const double idle = powers_.at(2 * (steps - period_ + 1)) * powers_.sum(2, period_ - 1);
    const double squares = powers_.at(2) * powers_.sum(2, steps - 1);
    if (!(far * squares >= before * idle * kUp)) return INFINITY;
    return least(before, steps - 1);
  }

 private:
  // The least over shifts at one rate over all steps, or at one rate before the last step and all of the rest in it.
  double least(double before, double steps) const {
    if (!(steps >= 1)) return sensitivity_ * sensitivity_;
    const double squares = powers_.at(2) * powers_.sum(2, steps);
    if (before >= sensitivity_ * squares * kUp) {
      const double whole = before + sensitivity_;
      return whole * whole / (1 + squares);
    }
    return sensitivity_ * sensitivity_ + (squares > 0 ? before * before / squares : 0);
  }

  Powers powers_;
  double sensitivity_, period_, diameter_;
};

// What underflows is not 0.
double mu_of(double square, double noise) { return std::fmax(0x1p-900, std::sqrt(square) / noise * kUp); }

}  // namespace

double iteration_mu_at_up(const Iteration &iteration, int64_t position) {
  const Powers powers(iteration.contraction);
  const double after = static_cast<double>(iteration.steps - position);
  const double left = iteration.sensitivity * powers.at(after);
  return iteration.sensitivity == 0 ? 0 : mu_of(left * left / powers.sum(2, after + 1), iteration.noise);
}

double iteration_mu_up(const Iteration &iteration, int64_t period, double diameter) {
  constexpr int kSteps = 80;
  if (iteration.sensitivity == 0) return 0;
  const Shifts shifts(iteration, static_cast<double>(period), diameter);
  const int64_t uses = (iteration.steps - 1) / period + 1, periods = iteration.steps / period;
  double least = shifts.from_start(static_cast<double>(uses));
  const double most = static_cast<double>(periods);
  if (diameter < INFINITY && most >= 1) {
    const auto at = [&](double log_uses) {
      double best = INFINITY;  // every number of uses gives a bound
      for (double tried : {std::floor(std::exp(log_uses)), std::ceil(std::exp(log_uses))})
        best = std::min(best, shifts.from_diameter(std::max(1.0, std::min(tried, most))));
      least = std::min(least, best);
      return best;
    };
    numeric::min_point(0.0, std::log(most), kSteps, at);
    at(std::log(most));
    const double even = diameter / iteration.sensitivity / static_cast<double>(period);  // best without contraction
    at(std::log(std::max(1.0, std::min(even, most))));
  }
  return mu_of(least, iteration.noise);
}

}  // namespace dpcvx::privacy
