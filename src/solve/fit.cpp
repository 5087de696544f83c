#include "solve/fit.h"

namespace dpcvx::solve {

namespace {

void write_rows(const model::RowMap &rows, JsonWriter &json) {
  json.begin_object("rows");
  json.member("columns", rows.columns);
  json.member("row_bound", rows.bound);
  json.member("intercept", rows.intercept);
  if (rows.intercept) json.member("intercept_value", rows.intercept_value);
  json.end_object();
}

void write_figures(const Fit &fit, JsonWriter &json) {
  json.begin_object("figures");
  json.member("dimension", static_cast<int64_t>(fit.coefficients.size()));
  json.member("steps", fit.plan.steps);
  json.member("step_size", fit.plan.step_size);
  json.member("momentum", fit.plan.momentum);
  json.member("noise", fit.noise);
  json.member("predicted_risk", fit.plan.predicted_risk);
  json.end_object();
}

}  // namespace

void Fit::write_json(Text &text) const {
  JsonWriter json(text);
  json.begin_object();
  json.member("library_version", dpcvx_version());
  json.member("solver", "noisy full-batch gradient descent");
  write_rows(rows, json);
  json.begin_array("coefficients");
  for (double coefficient : coefficients) json.member(nullptr, coefficient);
  json.end_array();
  write_figures(*this, json);
  // The record is an object of its own.
  text.add(",\"guarantee\":");
  guarantee.write_json(text);
  json.end_object();
}

}  // namespace dpcvx::solve
