// A plan written out: JSON, and lines for people.
#include "privacy/guarantee.h"
#include "privacy/names.h"
#include "solve/plan.h"

namespace dpcvx::solve {

namespace {

ShownNumber number(double value) { return show_short(value, 4); }

void write_work(const Figures &it, bool stepwise, Text &text) {
  if (stepwise)
    text.format("Steps: %s of size %s, momentum %s; %s units a step, %s passes over the data\n", show(it.steps).text,
                number(it.step_size).text, number(it.momentum).text, number(it.batch).text, number(it.passes).text);
  else
    text.format("Minimiser: found within %s; quadratic of %s added; about %s passes over the data\n",
                number(it.tolerance).text, number(it.added_l2).text, number(it.passes).text);
}

}  // namespace

void write_figures(const Figures &it, JsonWriter &json) {
  json.member("steps", it.steps);
  json.member("step_size", it.step_size);
  json.member("momentum", it.momentum);
  json.member("averaged_share", it.average);
  json.member("batch", it.batch);
  json.member("rate", it.rate);
  json.member("clip", it.clip);
  json.member("truncate", it.drop);
  json.member("smoothing", it.smoothing);
  json.member("added_l2", it.added_l2);
  json.member("radius", it.radius);
  json.member("tolerance", it.tolerance);
  json.member("sensitivity", it.sensitivity);
  json.member("noise", it.noise);
  json.member("noise_multiplier", it.noise_multiplier);
  json.member("passes", it.passes);
  json.member("predicted_risk", it.predicted_risk);
  if (!kMethods[method_index(it.method)].has_forms) return;
  json.member("population_risk", it.population_risk);
  json.member("paper_rate", it.paper_rate);
  json.member("paper_noise", it.paper_noise);
}

void Plan::write_json(Text &text) const {
  const Proposal &it = proposal();
  JsonWriter json(text);
  json.begin_object();
  json.member("library_version", dpcvx_version());
  json.member("method", kMethods[chosen].name);
  json.member("adjacency", privacy::adjacency_name(problem.adjacency));
  json.member("unit", privacy::unit_name(problem.unit));
  json.begin_object("objective");
  json.member("dimension", problem.objective->dimension());
  json.member("units", problem.objective->units());
  json.end_object();
  json.begin_object("figures");
  write_figures(it, json);
  json.end_object();
  json.begin_object("curve");
  it.curve.write(json);
  json.end_object();
  json.begin_array("methods");
  for (size_t i = 0; i < kMethodCount; ++i) {
    json.begin_object();
    json.member("method", kMethods[i].name);
    json.member("applies", proposals[i].applies);
    json.member("predicted_risk", proposals[i].predicted_risk);
    json.member("reason", proposals[i].reason);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void Plan::write_text(Text &text) const {
  const Proposal &it = proposal();
  char what[192];
  it.curve.describe(what, sizeof(what));
  text.format("Plan: %s\n", kMethods[chosen].name);
  text.format("Protects: one %s, %s adjacency\n", privacy::unit_name(problem.unit),
              privacy::adjacency_words(problem.adjacency));
  text.format("Charges: %s\nPrivacy: ", what);
  privacy::write_privacy(it.curve, problem.delta, text);
  text.add("\n");
  text.format("Coefficients: %s, from %s units\n", show(problem.objective->dimension()).text,
              show(problem.objective->units()).text);
  write_work(it, kMethods[chosen].stepwise, text);
  text.format("Noise: standard deviation %s a coordinate of %s; noise multiplier %s\n", number(it.noise).text,
              kMethods[chosen].noised, number(it.noise_multiplier).text);
  if (it.smoothing > 0) text.format("Smoothing: envelope of width %s\n", number(it.smoothing).text);
  text.format("Gradients: at most %s long%s\n", number(it.clip).text, it.drop ? ", longer ones dropped" : "");
  text.format("Predicted risk, in average loss against a model within %s of the start: %s\n", number(it.radius).text,
              number(it.predicted_risk).text);
  for (size_t i = 0; i < kMethodCount; ++i)
    if (proposals[i].applies)
      text.format("  %s: predicted risk %s\n", kMethods[i].name, number(proposals[i].predicted_risk).text);
    else
      text.format("  %s does not apply: %s\n", kMethods[i].name, proposals[i].reason);
}

}  // namespace dpcvx::solve
