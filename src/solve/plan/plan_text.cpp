// A plan written out: JSON, and lines for people.
#include "privacy/guarantee/guarantee.h"
#include "privacy/guarantee/names.h"
#include "solve/exponential/text.h"
#include "solve/plan/plan.h"
#include "solve/stable/text.h"

namespace dpcvx::solve {

namespace {

ShownNumber number(double value) { return show_short(value, 4); }

const char *order_name(int32_t order) { return order == DPCVX_SGD_ORDER_PERMUTED ? "permuted" : "sampled"; }

const char *form_name(int32_t form) {
  return form == DPCVX_NOISE_CALIBRATION_EXACT              ? "tight"
         : form == DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY ? "quantile"
                                                            : "paper";
}

const char *schedule_name(int32_t schedule) { return schedule == DPCVX_SCHEDULE_REFERENCE ? "paper" : "min_risk"; }

void write_work(const Figures &it, bool stepwise, Text &text) {
  if (stepwise && is_stable(it))
    text.format(
        "Phases: %s; minimisers found within %s; a quadratic of %s added to the first; about %s passes over the "
        "data\n",
        show(it.steps).text, number(it.tolerance).text, number(it.added_l2).text, number(it.passes).text);
  else if (stepwise)
    text.format("Steps: %s of size %s, momentum %s; %s unit%s a step, %s passes over the data\n", show(it.steps).text,
                number(it.step_size).text, number(it.momentum).text, number(it.batch).text, it.batch == 1 ? "" : "s",
                number(it.passes).text);
  else
    text.format("Minimiser: found within %s; quadratic of %s added; about %s passes over the data\n",
                number(it.tolerance).text, number(it.added_l2).text, number(it.passes).text);
}

void write_forms(const Settings &settings, const Proposal &it, JsonWriter &json) {
  if (!kMethods[method_index(it.method)].has_forms) return;
  if (it.order != 0) json.member("order", order_name(it.order));
  json.member("noise_form", form_name(settings.noise_form));
  json.member("schedule", schedule_name(settings.schedule));
}

void write_forms(const Settings &settings, const Proposal &it, Text &text) {
  if (!kMethods[method_index(it.method)].has_forms) return;
  if (it.order != 0)
    text.format("Order of units: %s; it stays secret\n",
                it.order == DPCVX_SGD_ORDER_PERMUTED ? "each pass in a fresh permutation" : "each step a uniform one");
  text.format("Form of the noise: %s; schedule: %s\n", form_name(settings.noise_form),
              settings.schedule == DPCVX_SCHEDULE_REFERENCE ? "the paper's" : "of least risk");
  if (it.paper_noise < INFINITY) text.format("Noise of the paper's form: %s\n", number(it.paper_noise).text);
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
  if (has_density(it)) {
    json.member("population_risk", it.population_risk);
    write_density(it, json);
  }
  if (is_stable(it)) write_stable(it, json);
  if (!kMethods[method_index(it.method)].has_forms) return;
  json.member("population_risk", it.population_risk);
  json.member("paper_rate", it.paper_rate);
  json.member("paper_noise", it.paper_noise);
}

void write_predicted_risk(const Figures &it, Text &text) {
  text.format("Predicted risk: %s in average loss, against a model within %s of the start",
              number(it.predicted_risk).text, number(it.radius).text);
  if (has_density(it)) text.format(" in the l%s norm", number(it.geometry).text);
  text.add("\n");
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
  write_forms(settings, it, json);
  json.begin_object("figures");
  write_figures(it, json);
  json.end_object();
  json.begin_object("curve");
  it.curve.write(json);
  json.end_object();
  json.begin_array("ranking");
  for (size_t i = 0; i < ranked; ++i) json.member(nullptr, kMethods[ranking[i]].name);
  json.end_array();
  json.begin_array("methods");
  for (size_t i = 0; i < kMethodCount; ++i) {
    json.begin_object();
    json.member("method", kMethods[i].name);
    json.member("applies", proposals[i].applies);
    json.member("predicted_risk", proposals[i].predicted_risk);
    json.member("typical_risk", proposals[i].typical_risk);
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
  text.format("Curve: %s\nPrivacy: ", what);
  privacy::write_privacy(it.curve, problem.delta, text);
  text.add("\n");
  text.format("Coefficients: %s, from %s units\n", show(problem.objective->dimension()).text,
              show(problem.objective->units()).text);
  if (has_density(it)) {
    write_density(it, text);
  } else {
    write_work(it, kMethods[chosen].stepwise, text);
    text.format("Noise: standard deviation %s a coordinate of %s; noise multiplier %s\n", number(it.noise).text,
                kMethods[chosen].noised, number(it.noise_multiplier).text);
  }
  if (is_stable(it)) write_stable(it, text);
  write_forms(settings, it, text);
  if (it.smoothing > 0) text.format("Smoothing: envelope of width %s\n", number(it.smoothing).text);
  text.format("Gradients: at most %s long%s\n", number(it.clip).text,
              it.drop           ? ", longer ones dropped"
              : has_density(it) ? " in the dual norm"
                                : "");
  write_predicted_risk(it, text);
  if (it.population_risk < INFINITY)
    text.format("On the population, in expectation: %s\n", number(it.population_risk).text);
  text.format("On typical data, in expectation: %s\n", number(it.typical_risk).text);
  for (size_t i = 0; i < ranked; ++i) {
    const Proposal &other = proposals[ranking[i]];
    text.format("  %s: typical risk %s, predicted %s\n", kMethods[ranking[i]].name, number(other.typical_risk).text,
                number(other.predicted_risk).text);
  }
  for (size_t i = 0; i < kMethodCount; ++i)
    if (!proposals[i].applies) text.format("  %s does not apply: %s\n", kMethods[i].name, proposals[i].reason);
}

}  // namespace dpcvx::solve
