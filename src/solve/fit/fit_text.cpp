// A fit written out: JSON, and a human-readable report. What was released, and public numbers.
#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "base/text.h"
#include "data/release/ranges.h"
#include "model/losses/traits.h"
#include "solve/core/report_lines.h"
#include "solve/fit/fit.h"
#include "solve/fit/original_units.h"
#include "solve/fit/run_method.h"
#include "solve/plan/risk_text.h"

namespace dpcvx::solve {

namespace {

const char *outcome_name(int32_t code) {
  return code == DPCVX_OUTCOME_DONE         ? "done"
         : code == DPCVX_OUTCOME_MAX_PASSES ? "limit of passes"
         : code == DPCVX_OUTCOME_UNSTABLE   ? "unstable"
                                            : "cancelled";
}

void write_loss(const Fit &fit, JsonWriter &json) {
  const model::LossSpec &loss = fit.loss;
  json.begin_object("loss");
  json.member("name", loss_name(loss));
  if (const char *const parameter = model::traits_of(loss).parameter.name) json.member(parameter, loss.parameter);
  if (loss.label_bound < INFINITY) json.member("label_bound", loss.label_bound);
  if (fit.label_middle != 0) json.member("label_middle", fit.label_middle);
  if (fit.label_centre != 0) json.member("label_centre", fit.label_centre);
  if (loss.smoothing > 0) json.member("smoothing", loss.smoothing);
  if (fit.outputs > 1) json.member("classes", fit.outputs);
  json.end_object();
}

void write_ranges(const data::Ranges &ranges, JsonWriter &json) {
  json.begin_object("ranges");
  for (int side = 0; side < 2; ++side) {
    const double *const ends = side == 0 ? ranges.low() : ranges.high();
    json.begin_array(side == 0 ? "low" : "high");
    for (int64_t j = 0; j < ranges.columns(); ++j) json.member(nullptr, ends[j]);
    json.end_array();
  }
  json.end_object();
}

void write_rows(const model::RowMap &rows, JsonWriter &json) {
  json.begin_object("rows");
  json.member("columns", rows.columns);
  json.member("row_bound", rows.bound);
  json.member("row_norm", rows.p);
  if (rows.matrix) json.member("matrix_rows", rows.matrix->rows());
  json.member("intercept", rows.intercept);
  if (rows.intercept) json.member("intercept_value", rows.intercept_value);
  if (rows.ranges) write_ranges(*rows.ranges, json);
  json.end_object();
}

// A number that a user may have given, or that a default computed: rounding of its last digits is not shown.
ShownNumber show_setting(double value) { return show_short(value, 12); }

void write_model(const Fit &fit, Text &text) {
  if (!fit.linear) {
    text.format("Model: a caller's own function of units, %s\n",
                show_count(static_cast<int64_t>(fit.coefficients.size()), "coefficient").text);
    return;
  }
  text.format("Model: %s loss", loss_name(fit.loss));
  if (const char *const parameter = model::traits_of(fit.loss).parameter.name)
    text.format(" of %s %s", parameter, show_setting(fit.loss.parameter).text);
  text.format(", %s%s", show_count(fit.rows.columns, "column").text, fit.rows.intercept ? " and an intercept" : "");
  if (fit.outputs > 1) text.format(", %s", show_count(fit.outputs, "class", "classes").text);
  double low, high;
  if (fit.label_range(&low, &high))
    text.format(", labels clipped to [%s, %s]", show_setting(low).text, show_setting(high).text);
  text.format("\nRows: %s, clipped to %s norm of %s",
              fit.rows.ranges ? "scaled by the ranges of columns to [-1, 1]" : "unscaled", norm_of_rows(fit.rows).text,
              shown(fit.rows.bound).text);
  if (fit.rows.intercept) text.format(" with the intercept's entry %s", show(fit.rows.intercept_value).text);
  text.add("\n");
}

// Whether coefficients of a probability are no log-odds: rows of the greatest norm that ranges allow are shortened.
bool shortens_log_odds(const Fit &fit) {
  const bool of_odds = fit.loss.kind == DPCVX_LOSS_LOGISTIC || fit.loss.kind == DPCVX_LOSS_MULTINOMIAL;
  const double longest = std::sqrt(static_cast<double>(fit.rows.columns) + (fit.rows.intercept ? 1 : 0));
  return of_odds && fit.rows.ranges && fit.rows.bound < longest * (1 - 1e-9);
}

// As Python's report has them, which knows their names.
// Whether a quantile that begins with steps of the median was cancelled among these.
bool ended_at_median(const Fit &fit) {
  const privacy::Guarantee::Constant *const steps = fit.guarantee.constant("steps_of_median");
  return steps != nullptr && fit.outcome.code == DPCVX_OUTCOME_CANCELLED &&
         static_cast<double>(fit.outcome.steps) <= steps->value;
}

void write_coefficients(const Fit &fit, Text &text) {
  constexpr int64_t kMostColumns = 10, kMostClasses = 5;
  const int64_t columns = fit.rows.columns, shown_columns = std::min(columns, kMostColumns);
  text.format("Coefficients, with noise, in the units of the table%s:\n",
              shortens_log_odds(fit) ? "; not log-odds, as rows are shortened" : "");
  for (int64_t k = 0; k < std::min(fit.outputs, kMostClasses); ++k) {
    text.add("  ");
    if (fit.outputs > 1) text.format("class %s: ", show(k).text);
    text.format("(intercept) %s", show_short(original_coefficient(fit, k, columns), 5).text);
    for (int64_t j = 0; j < shown_columns; ++j)
      text.format(", x%s %s", show(j).text, show_short(original_coefficient(fit, k, j), 5).text);
    if (columns > shown_columns) text.format(", and %s more", show(columns - shown_columns).text);
    text.add("\n");
  }
  if (fit.outputs > kMostClasses)
    text.format("  and those of %s more classes\n", show(fit.outputs - kMostClasses).text);
}

}  // namespace

bool Fit::label_range(double *low, double *high) const {
  const model::LossTask task = model::traits_of(loss).task;
  if (!linear || !model::is_regression(task) || !(loss.label_bound < INFINITY)) return false;
  *low = task == model::LossTask::kCounts ? 0 : label_middle - loss.label_bound;
  *high = label_middle + loss.label_bound;
  return true;
}

void Fit::write_json(Text &text) const {
  JsonWriter json(text);
  json.begin_object();
  json.member("library_version", dpcvx_version());
  json.member("method", method->name);
  json.member("outcome", outcome_name(outcome.code));
  json.member("steps_done", outcome.steps);
  if (linear) {
    write_loss(*this, json);
    write_rows(rows, json);
  }
  if (domain.text[0] != '\0') json.member("domain", domain.text);
  if (has_coefficients()) {
    json.begin_array("coefficients");
    for (double coefficient : coefficients) json.member(nullptr, coefficient);
    json.end_array();
    if (standard_error > 0) json.member("standard_error", standard_error);
  }
  json.begin_object("figures");
  json.member("dimension", static_cast<int64_t>(coefficients.size()));
  method->write_figures(figures, json);
  json.end_object();
  // The record is an object of its own.
  text.add(",\"guarantee\":");
  guarantee.write_json(text);
  json.end_object();
}

void Fit::write_text(Text &text) const {
  text.format("Private fit by %s: %s", method->title_of(figures), outcome_name(outcome.code));
  if (method->step != nullptr)
    text.format(" after %s of %s", show(outcome.steps).text, show_count(figures.steps, method->step).text);
  text.add("\n");
  if (linear && has_coefficients()) write_coefficients(*this, text);
  write_model(*this, text);
  if (domain.text[0] != '\0') text.format("Domain: %s\n", domain.text);
  if (!has_coefficients())
    text.format("Coefficients: none, nothing was released before %s\n",
                outcome.code == DPCVX_OUTCOME_UNSTABLE ? "the data were found unstable" : "it was cancelled");
  else if (ended_at_median(*this))
    text.add("Coefficients: of the median, as the fit was cancelled among the steps of the median\n");
  else if (outcome.code == DPCVX_OUTCOME_UNSTABLE)
    text.add("Coefficients: those of the last phase before the data were found unstable\n");
  if (method->noised != nullptr) write_noise(figures, method->noised, false, text);
  if (method->write_report != nullptr) method->write_report(figures, text);
  if (outcome.code == DPCVX_OUTCOME_CANCELLED) text.add("Of the whole plan, not of what this fit reached:\n");
  write_typical_risk(
      figures, linear ? &loss : nullptr, true,
      may_shorten(rows, static_cast<bool>(rows.ranges), rows.ranges && rows.ranges->centres() != nullptr), text);
  const privacy::Guarantee::Constant *const scale = guarantee.constant("label_scale");
  if (linear) write_break_even(figures, loss, scale != nullptr ? scale->value : loss.label_bound, text);
  if (linear && no_worth(figures)) {
    text.add("Worth: ");
    write_worth(figures, loss, text);
  }
  write_worst_case(*method, figures, guarantee.constant("steps_of_median") != nullptr, text);
  guarantee.write_text(text);
}

void Fit::write_notes(int32_t kind, Text &text) const {
  if (kind == DPCVX_NOTE_METHOD) return text.format("%s\n", method->title_of(figures));
  if (kind == DPCVX_NOTE_PRIVACY) {
    if (const char *const note = privacy::note_on_epsilon(guarantee.curve(), guarantee.delta(), text))
      text.format("%s\n", note);
    if (guarantee.has_note(kGreatDelta)) text.format("%s\n", kGreatDelta);
    return;
  }
  if (linear && no_worth(figures)) write_worth(figures, loss, text);
  for (const char *const note : {data::kNoisyRanges, data::kWideRanges})
    if (guarantee.has_note(note)) text.format("%s\n", note);
  if (guarantee.has_note(kWideLabels)) text.format("%s\n", kWideLabels);
}

}  // namespace dpcvx::solve
