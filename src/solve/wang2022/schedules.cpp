#include "solve/wang2022/schedules.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::solve {

namespace {

// T = n from the exponent on at which one pass is enough; else n to a power.
double steps_of(const ScheduleInputs &it, double enough, double power) {
  return it.exponent >= enough ? it.units : std::ceil(std::pow(it.units, power));
}

double bounded_steps(const ScheduleInputs &it) { return steps_of(it, 0.5, (2 - it.exponent) / (1 + it.exponent)); }

// What the sample costs on a bounded domain: the stability's share of the risk is (T eta) times its square.
double sampling_rate(const ScheduleInputs &it) {
  return std::sqrt(std::log(it.units) * std::log(it.units / it.confidence) * std::log(1 / it.confidence) / it.units);
}

// The sum of 1 / (T eta) and T eta (a^2 + b^2) is least, up to a constant, at T eta = 1 / max(a, b), and then a + b.
PaperSchedule balanced(double steps, double sampling, double noise) {
  return {steps, 1 / (steps * std::max(sampling, noise)), sampling + noise};
}

PaperSchedule output_anywhere(const ScheduleInputs &it) {
  const double a = it.exponent, power = 3 + a;
  const double steps = steps_of(it, (std::sqrt(73.0) - 7) / 4, (6 - 3 * a - a * a) / ((1 + a) * power));
  const double noise = std::sqrt(it.dimension * std::log(1 / it.delta)) * std::log(it.units / it.delta) /
                       (std::pow(it.units, 2 / power) * it.epsilon);
  const double sampling = std::log(it.units / it.confidence) / std::pow(it.units, 1 / power);
  return {steps, std::pow(it.units, 1 / power) / steps, noise + sampling};
}

PaperSchedule output_bounded(const ScheduleInputs &it) {
  const double noise = std::pow(it.dimension * std::log(1 / it.delta), 0.25) *
                       std::sqrt(std::log(it.units / it.delta)) * std::pow(std::log(1 / it.confidence), 0.125) /
                       std::sqrt(it.units * it.epsilon);
  return balanced(bounded_steps(it), sampling_rate(it), noise);
}

PaperSchedule gradient_bounded(const ScheduleInputs &it) {
  const double noise = std::sqrt(it.dimension * std::log(1 / it.delta)) * std::pow(std::log(1 / it.confidence), 0.25) /
                       (it.units * it.epsilon);
  return balanced(bounded_steps(it), sampling_rate(it), noise);
}

}  // namespace

PaperSchedule paper_schedule(PaperTheorem theorem, const ScheduleInputs &terms) {
  switch (theorem) {
    case PaperTheorem::kOutputAnywhere:
      return output_anywhere(terms);
    case PaperTheorem::kOutputBounded:
      return output_bounded(terms);
    default:
      return gradient_bounded(terms);
  }
}

}  // namespace dpcvx::solve
