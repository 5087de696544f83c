#include "solve/last_iterate/plan.h"

#include <algorithm>
#include <cmath>

#include "numeric/root.h"
#include "privacy/divergences/iteration.h"

namespace dpcvx::solve {

namespace {

constexpr int kTries = 20;
constexpr double kShortest = 1e-5;  // of the longest step
constexpr double kMaxSteps = 1e7;

double contraction(const LastIteratePlanInputs &inputs, double step_size) {
  return std::max(0.0, 1 - step_size * inputs.l2);
}

// About the noise in an iterate that the price asks for: the least of its two forms, the second without contraction.
double expected_noise(const LastIteratePlanInputs &inputs, double steps, double step_size) {
  const double s = step_size * inputs.sensitivity;
  const privacy::Iteration iteration{s, 1, contraction(inputs, step_size), static_cast<int64_t>(steps)};
  const double from_start = privacy::iteration_mu_up(iteration, inputs.batches, INFINITY);
  const double on_set = std::sqrt(s * s + 4 * inputs.diameter * s / static_cast<double>(inputs.batches));
  return std::min(from_start, on_set) / inputs.mu;
}

double max_steps(const LastIteratePlanInputs &inputs, const Settings &settings) {
  return std::max(1.0, std::min(kMaxSteps, std::floor(settings.max_passes * static_cast<double>(inputs.batches))));
}

// The bound, which no proof has for steps longer than 1 / M.
double bound_of(const LastIteratePlanInputs &inputs, const LastIteratePlan &plan, double noise) {
  const double eta = plan.step_size, steps = static_cast<double>(plan.steps);
  const double room = std::max(0.5, 1 - eta * inputs.curvature);
  const double square = inputs.dimension * noise * noise + eta * eta * inputs.scatter;
  const double of_step = square / (2 * eta * room), c = contraction(inputs, eta);
  const double c_square = c * c;
  const auto distance = [&](double k) {
    const double left = std::pow(c_square, k);
    const double stirred = c < 1 ? (1 - left) / (1 - c_square) : k;
    return std::min(left * inputs.reach * inputs.reach + square * stirred, inputs.diameter * inputs.diameter);
  };
  double least = INFINITY;
  for (double last = 1;; last = std::min(steps, 2 * last)) {
    const double harmonic = std::min(last, std::log(last) + 1);
    least = std::min(least, distance(steps - last) / (2 * eta * last) + of_step * harmonic);
    if (last >= steps) return least;
  }
}

}  // namespace

double last_iterate_risk(const LastIteratePlanInputs &inputs, const LastIteratePlan &plan, double noise) {
  const bool proved = plan.step_size * inputs.curvature <= 1 + 0x1p-40;
  return proved ? bound_of(inputs, plan, noise) : INFINITY;
}

LastIteratePlan plan_last_iterate(const LastIteratePlanInputs &inputs, const Settings &settings) {
  LastIteratePlan best{settings.steps, settings.step_size};
  const auto risk = [&](double steps, double step_size) {
    return bound_of(inputs, {static_cast<int64_t>(steps), step_size}, expected_noise(inputs, steps, step_size));
  };
  const double longest = std::log(1 / inputs.curvature), shortest = longest + std::log(kShortest);
  const auto best_size = [&](double steps) {
    if (settings.step_size > 0) return settings.step_size;
    return std::exp(
        numeric::min_point(shortest, longest, kTries, [&](double at) { return risk(steps, std::exp(at)); }));
  };
  if (settings.steps == 0) {
    const double most = max_steps(inputs, settings);
    const double at = numeric::min_point(0.0, std::log(most), kTries, [&](double log_steps) {
      const double steps = std::max(1.0, std::min(most, std::round(std::exp(log_steps))));
      return risk(steps, best_size(steps));
    });
    best.steps = static_cast<int64_t>(std::max(1.0, std::min(most, std::round(std::exp(at)))));
  }
  best.step_size = best_size(static_cast<double>(best.steps));
  return best;
}

}  // namespace dpcvx::solve
