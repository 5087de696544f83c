#include "solve/wang2022/schedules.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::solve {

namespace {

// T = n from the exponent on at which one pass is enough; else n to a power.
double steps_of(const ScheduleInputs &inputs, double enough, double power) {
  return inputs.exponent >= enough ? inputs.units : std::ceil(std::pow(inputs.units, power));
}

double bounded_steps(const ScheduleInputs &inputs) {
  return steps_of(inputs, 0.5, (2 - inputs.exponent) / (1 + inputs.exponent));
}

// What the sample costs on a bounded domain: the stability's share of the risk is (T eta) times its square.
double sampling_rate(const ScheduleInputs &inputs) {
  return std::sqrt(std::log(inputs.units) * std::log(inputs.units / inputs.confidence) *
                   std::log(1 / inputs.confidence) / inputs.units);
}

// The sum of 1 / (T eta) and T eta (a^2 + b^2) is least, up to a constant, at T eta = 1 / max(a, b), and then a + b.
PaperSchedule balanced(double steps, double sampling, double noise) {
  return {steps, 1 / (steps * std::max(sampling, noise)), sampling + noise};
}

PaperSchedule output_anywhere(const ScheduleInputs &inputs) {
  const double a = inputs.exponent, power = 3 + a;
  const double steps = steps_of(inputs, (std::sqrt(73.0) - 7) / 4, (6 - 3 * a - a * a) / ((1 + a) * power));
  const double noise = std::sqrt(inputs.dimension * std::log(1 / inputs.delta)) *
                       std::log(inputs.units / inputs.delta) / (std::pow(inputs.units, 2 / power) * inputs.epsilon);
  const double sampling = std::log(inputs.units / inputs.confidence) / std::pow(inputs.units, 1 / power);
  return {steps, std::pow(inputs.units, 1 / power) / steps, noise + sampling};
}

PaperSchedule output_bounded(const ScheduleInputs &inputs) {
  const double noise = std::pow(inputs.dimension * std::log(1 / inputs.delta), 0.25) *
                       std::sqrt(std::log(inputs.units / inputs.delta)) *
                       std::pow(std::log(1 / inputs.confidence), 0.125) / std::sqrt(inputs.units * inputs.epsilon);
  return balanced(bounded_steps(inputs), sampling_rate(inputs), noise);
}

PaperSchedule gradient_bounded(const ScheduleInputs &inputs) {
  const double noise = std::sqrt(inputs.dimension * std::log(1 / inputs.delta)) *
                       std::pow(std::log(1 / inputs.confidence), 0.25) / (inputs.units * inputs.epsilon);
  return balanced(bounded_steps(inputs), sampling_rate(inputs), noise);
}

}  // namespace

PaperSchedule paper_schedule(PaperTheorem theorem, const ScheduleInputs &inputs) {
  switch (theorem) {
    case PaperTheorem::kOutputAnywhere:
      return output_anywhere(inputs);
    case PaperTheorem::kOutputBounded:
      return output_bounded(inputs);
    default:
      return gradient_bounded(inputs);
  }
}

}  // namespace dpcvx::solve
