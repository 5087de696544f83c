#include "solve/stable/text.h"

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

namespace {

ShownNumber number(double value) { return show_short(value, 4); }

// What a score says: of certified minima deletions are tried, and no unit's gradient drifts.
void write_score(const Figures &it, Text &text) {
  if (it.drift > 0)
    text.format("Stability: a score of r says that all but r units' gradients are within %s + %s r of their mean; ",
                number(it.threshold).text, number(it.drift).text);
  else
    text.add("Stability: a score of r says that without r units no deletion of others moves the minimiser far; ");
  text.format("scores up to %s may pass, and then one unit moves what is released by at most %s%s\n",
              show(static_cast<int64_t>(it.levels) - 1).text, number(it.distance_bound).text,
              it.phases > 1 ? " in the first phase" : "");
}

}  // namespace

void write_stable(const Figures &it, Text &text) {
  write_score(it, text);
  text.format("Unstable, so that nothing%s is released: ", it.phases > 1 ? " more" : "");
  if (it.unstable_probability < 1)
    text.format("with probability at most %s for interchangeable units\n", number(it.unstable_probability).text);
  else
    text.format("how often is not known%s\n", it.unstable_probability < INFINITY ? " for so low a threshold" : "");
  text.format("Noise without regard to stability: %s\n", number(it.baseline_noise).text);
}

}  // namespace dpcvx::solve
