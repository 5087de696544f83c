#include "solve/exponential/text.h"

namespace dpcvx::solve {

void write_density(const Figures &it, JsonWriter &json) {
  json.member("scale", it.scale);
  json.member("geometry", it.geometry);
  json.member("regularizer", it.regularizer);
  json.member("strong_convexity", it.strong_convexity);
  json.member("theta", it.theta);
  json.member("likely_risk", it.likely_risk);
  json.member("confidence", it.confidence);
  json.member("density_mu", it.density_mu);
  json.member("sampler_mu", it.sampler_mu);
  json.member("arithmetic_mu", it.arithmetic_mu);
  json.member("distance", it.distance);
}

void write_density(const Figures &it, Text &text) {
  const auto number = [](double value) { return show_short(value, 4); };
  text.format("Density: exp(-%s (loss + %s r)), r the regularizer of the l%s norm\n", number(it.scale).text,
              number(it.regularizer / it.scale).text, number(it.geometry).text);
  text.format("Sampler: %s rounds of step size %s, about %s passes over the data\n", show(it.steps).text,
              number(it.step_size).text, number(it.passes).text);
  text.format("Mu: %s of the density, %s of the sampler, %s of arithmetic\n", number(it.density_mu).text,
              number(2 * it.sampler_mu).text, number(2 * it.arithmetic_mu).text);
  text.format("Spread: standard deviation of at most %s in every direction\n", number(it.noise).text);
  text.format("Excess risk that is passed with a probability of at most %s: %s\n", number(it.confidence).text,
              number(it.likely_risk).text);
}

}  // namespace dpcvx::solve
