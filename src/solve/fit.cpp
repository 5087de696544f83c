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
  json.member("steps", fit.outcome.steps);
  json.member("step_size", fit.figures.step_size);
  json.member("momentum", fit.figures.momentum);
  json.member("noise", fit.figures.noise);
  json.member("predicted_risk", fit.figures.predicted_risk);
  json.end_object();
}

}  // namespace

dpcvx_status Fit::prepare(const Plan &plan, Error &error) {
  rows = plan.problem.objective->row_map();
  figures = plan.proposal();
  const size_t d = static_cast<size_t>(plan.problem.objective->dimension());
  return coefficients.allocate(d) ? DPCVX_OK : error.nomem("coefficients");
}

void Fit::write_json(Text &text) const {
  JsonWriter json(text);
  json.begin_object();
  json.member("library_version", dpcvx_version());
  json.member("method", kMethods[method_index(figures.method)].name);
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
