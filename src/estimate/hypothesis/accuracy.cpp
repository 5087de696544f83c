#include "estimate/hypothesis/accuracy.h"

#include <cmath>

#include "estimate/hypothesis/hypotheses.h"

namespace dpcvx::estimate {

mechanism::Decay decay_of_losses(double epsilon) {
  // A loss moves by at most one record, so two of them by at most two against each other.
  return mechanism::decay_within(epsilon, 2.0 * static_cast<double>(kShareOne));
}

double excess_distance(const mechanism::Decay &decay, int64_t hypotheses, int64_t units, double failure_probability) {
  constexpr double kUp = 1 + 0x1p-40;
  const double n = static_cast<double>(units), others = static_cast<double>(hypotheses - 1);
  const double log_of = std::log(2 * others / failure_probability) * kUp;
  // Of the choice, by record lost.
  const double rate =
      std::ldexp(static_cast<double>(decay.numerator), -decay.shift) * static_cast<double>(kShareOne) * std::log(2.0);
  const double of_sampling = 2 * std::sqrt(log_of / (2 * n)), of_choice = log_of / (rate * n);
  return (of_sampling + of_choice + 1 / static_cast<double>(kShareOne)) * kUp;
}

int64_t units_needed(const mechanism::Decay &decay, int64_t hypotheses, double excess, double failure_probability) {
  const auto suffice = [&](int64_t units) {
    return excess_distance(decay, hypotheses, units, failure_probability) <= excess;
  };
  if (!suffice(kMaxUnits)) return 0;
  int64_t too_few = 0, enough = kMaxUnits;
  while (enough - too_few > 1) {
    const int64_t middle = too_few + (enough - too_few) / 2;
    (suffice(middle) ? enough : too_few) = middle;
  }
  return enough;
}

}  // namespace dpcvx::estimate
