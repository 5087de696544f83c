#include "solve/stable_text.h"

#include <cmath>

namespace dpcvx::solve {

void write_stable(const Figures &it, JsonWriter &json) {
  json.member("phases", it.phases);
  json.member("levels", it.levels);
  json.member("threshold", it.threshold);
  json.member("width", it.width);
  json.member("drift", it.drift);
  json.member("distance_bound", it.distance_bound);
  json.member("baseline_noise", it.baseline_noise);
  json.member("unstable_probability", it.unstable_probability);
}

void write_stable(const Figures &it, Text &text) {
  const auto number = [](double value) { return show_short(value, 4); };
  text.format(
      "Stability: gradients within %s of their mean count whole, to %s units beyond in the first phase; one unit "
      "moves what is released by at most %s there\n",
      number(it.threshold).text, show(static_cast<int64_t>(it.levels) - 1).text, number(it.distance_bound).text);
  if (std::isfinite(it.unstable_probability))
    text.format("Unstable, so that nothing is released: with a probability of at most %s for honest data\n",
                number(it.unstable_probability).text);
  text.format("Noise without regard to stability: %s\n", number(it.baseline_noise).text);
}

}  // namespace dpcvx::solve
