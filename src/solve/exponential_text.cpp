#include "solve/exponential_text.h"

namespace dpcvx::solve {

void write_density(const Figures &it, JsonWriter &json) {
  json.member("scale", it.scale);
  json.member("geometry", it.geometry);
  json.member("regularizer", it.regularizer);
  json.member("strong_convexity", it.strong_convexity);
  json.member("theta", it.theta);
  json.member("likely_risk", it.likely_risk);
  json.member("sampler_mu", it.sampler_mu);
  json.member("arithmetic_mu", it.arithmetic_mu);
  json.member("distance", it.distance);
}

void write_density(const Figures &it, Text &text) {
  const auto number = [](double value) { return show_short(value, 4); };
  text.format("Density: exp(-%s (loss + %s r)), r the regularizer of the l%s norm\n", number(it.scale).text,
              number(it.regularizer / it.scale).text, number(it.geometry).text);
  text.format("Sampler: %s rounds of step size %s; about %s passes over the data; mu %s of the price, arithmetic %s\n",
              show(it.steps).text, number(it.step_size).text, number(it.passes).text, number(2 * it.sampler_mu).text,
              number(2 * it.arithmetic_mu).text);
  text.format("Spread: standard deviation of at most %s in every direction\n", number(it.noise).text);
  text.format("Excess risk that is likely not passed: %s\n", number(it.likely_risk).text);
}

}  // namespace dpcvx::solve
