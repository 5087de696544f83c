// A plan written out: JSON, and human-readable lines.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/count.h"
#include "base/text.h"
#include "data/release/ranges.h"
#include "model/domains/domain_words.h"
#include "model/losses/traits.h"
#include "privacy/calibration/calibrate.h"
#include "privacy/guarantee/guarantee.h"
#include "privacy/guarantee/names.h"
#include "solve/core/planning_radius.h"
#include "solve/core/report_lines.h"
#include "solve/plan/expected_seconds.h"
#include "solve/plan/plan.h"
#include "solve/plan/remedies.h"
#include "solve/plan/risk_text.h"

namespace dpcvx::solve {

namespace {

constexpr double kMuchLess = 0.95;  // what else a plan leaves of a price is roundings

void write_unused_options(const Plan &plan, Text &text) {
  bool first = true;
  plan.each_unused_option([&](int32_t, const char *name) {
    text.format("%s%s", first ? "Options that this method does not use: " : ", ", name);
    first = false;
  });
  if (!first) text.add("\n");
}

bool same(const char *a, const char *b) { return a != nullptr && b != nullptr && std::strcmp(a, b) == 0; }

// Writes the names of methods that do not apply and of which `takes` holds, and marks them. Returns how many they are.
template <class Takes>
size_t write_names(const Plan &plan, bool *marked, const Takes &takes, Text &text) {
  size_t written = 0;
  for (size_t i = 0; i < plan.methods->count; ++i) {
    if (plan.proposals[i].applies || marked[i] || !takes(plan.proposals[i])) continue;
    marked[i] = true;
    text.format("%s%s", written++ == 0 ? "  " : ", ", (*plan.methods)[i].name);
  }
  return written;
}

// The methods that do not apply: those of one reason in one line, short reasons first.
void write_reasons(const Plan &plan, Text &text) {
  bool marked[kMaxMethods] = {};
  for (;;) {
    const char *shortest = nullptr;
    for (size_t i = 0; i < plan.methods->count; ++i) {
      const Proposal &other = plan.proposals[i];
      if (!other.applies && !marked[i] && (shortest == nullptr || std::strlen(other.reason) < std::strlen(shortest)))
        shortest = other.reason;
    }
    if (shortest == nullptr) return;
    const size_t names = write_names(
        plan, marked, [&](const Proposal &other) { return same(other.reason, shortest); }, text);
    text.format(" %s not apply: %s\n", names == 1 ? "does" : "do", shortest);
  }
}

// Whether a method stands before one of a group that has a bound, and has none of use itself.
bool precedes_a_bound(const Plan &plan, size_t place) {
  const auto bound = [&](size_t k) { return !tells_nothing(plan.proposals[plan.ranking[k]]); };
  const auto group = [&](size_t k) { return plan.group[plan.ranking[k]]; };
  if (bound(place)) return false;
  for (size_t k = place + 1; k < plan.ranked && group(k) == group(place); ++k)
    if (bound(k)) return true;
  return false;
}

// The methods that apply, and what they are ranked by.
void write_ranking(const Plan &plan, Text &text) {
  if (plan.ranked > 0) {
    const bool some_last = plan.group[plan.ranking[plan.ranked - 1]] >= Plan::kMayReturnNothing;
    text.format(
        "Methods by typical risk, and by time where it is nearly the same%s. Bounds hold for any data, and rank none\n",
        some_last ? "; after them those that may return nothing or take long" : "");
  }
  for (size_t i = 0; i < plan.ranked; ++i) {
    const Proposal &other = plan.proposals[plan.ranking[i]];
    text.format("  %s: typical risk %s, ", (*plan.methods)[plan.ranking[i]].title_of(other),
                shown(other.typical_risk).text);
    write_bound(other, text);
    text.format(", %s seconds%s%s\n", shown(expected_seconds(plan.problem, other)).text,
                precedes_a_bound(plan, i) ? "; before methods with bounds, since its typical risk is less" : "",
                uses_ways_given(plan, plan.ranking[i]) ? "" : "; after those that use every option given");
  }
}

// How many records users have is not public: what is expected counts those that each is declared to have at least.
void write_expected_time(const Plan &plan, Text &text) {
  const model::Objective &objective = *plan.problem.objective;
  text.format("Expected time: %s seconds on one thread", shown(expected_seconds(plan.problem, plan.proposal())).text);
  if (objective.linear() != nullptr && objective.unit() == DPCVX_UNIT_USER)
    text.format(" if each user has %s; it grows with the records",
                show_count(std::max(objective.settings().min_records_per_user, int64_t{1}), "record").text);
  text.add("\n");
}

// Which settings open methods that do not apply, the nearest first.
void write_openings(const Plan &plan, Text &text) {
  Remedy remedies[kMaxMethods];
  const size_t count = find_remedies(plan, remedies);
  for (size_t k = 0; k < count; ++k) {
    text.format(remedies[k].shown.taken ? "Set %s to open:" : "Of other calls, %s opens:", remedies[k].shown.text);
    bool first = true;
    for (size_t i = 0; i < plan.methods->count; ++i) {
      if (!opens(plan, i, remedies[k].setting)) continue;
      text.format("%s %s", first ? "" : ",", (*plan.methods)[i].name);
      first = false;
    }
    text.add("\n");
  }
}

}  // namespace

bool has_great_delta(const Problem &problem) {
  return problem.delta * static_cast<double>(problem.objective->units()) >= 1;
}

void Plan::write_json(Text &text) const {
  JsonWriter json(text);
  json.begin_object();
  json.member("library_version", dpcvx_version());
  json.member("method", method().name);
  json.member("adjacency", privacy::adjacency_name(problem.adjacency));
  json.member("unit", privacy::unit_name(problem.unit));
  json.begin_object("objective");
  json.member("dimension", problem.objective->dimension());
  json.member("units", problem.objective->units());
  if (problem.objective->has_l1()) json.member("l1", problem.objective->settings().l1);
  if (problem.objective->domain() != nullptr) json.member("domain", describe(*problem.objective->domain()).text);
  json.end_object();
  if (method().write_choices != nullptr) method().write_choices(proposal(), json);
  if (method().knows(DPCVX_PLAN_OPTION_SCHEDULE)) {
    json.member("noise_calibration", calibration_name(settings.noise_calibration));
    json.member("schedule", schedule_name(settings.schedule));
  }
  json.begin_array("unused_options");
  each_unused_option([&](int32_t, const char *name) { json.member(nullptr, name); });
  json.end_array();
  json.begin_object("figures");
  method().write_figures(proposal(), json);
  json.end_object();
  json.begin_object("curve");
  stated_curve().write(json);
  json.end_object();
  json.begin_array("ranking");
  for (size_t i = 0; i < ranked; ++i) json.member(nullptr, (*methods)[ranking[i]].name);
  json.end_array();
  json.begin_array("methods");
  for (size_t i = 0; i < methods->count; ++i) {
    if (!planned(i)) continue;
    json.begin_object();
    json.member("method", (*methods)[i].name);
    json.member("applies", proposals[i].applies);
    json.member("predicted_risk", proposals[i].predicted_risk);
    json.member("typical_risk", proposals[i].typical_risk);
    json.member("reason", proposals[i].reason);
    if (proposals[i].applies) json.member("expected_seconds", expected_seconds(problem, proposals[i]));
    if (proposals[i].opened_by != nullptr) json.member("opened_by", setting_of(call, proposals[i].opened_by).text);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

// Rows that nothing scaled are clipped as they are: where columns are beyond the bound, that is nearly all of them.
void write_rows(const Plan &plan, Text &text) {
  const model::Objective &objective = *plan.problem.objective;
  if (objective.linear() == nullptr) return;
  const model::RowMap &rows = objective.row_map();
  const bool scaled = rows.ranges || plan.of_table;
  text.format("Rows: %s, clipped to %s norm of %s%s\n", scaled ? "scaled by the ranges of columns" : "unscaled",
              norm_of_rows(rows).text, shown(rows.bound).text,
              scaled ? "" : ". Longer rows are shortened, and no risk below counts that: scale the table first");
}

// Noise that is pure DP spends of other prices what they imply of that: their epsilon at delta is greater.
void write_unspent(const Plan &plan, Text &text) {
  const privacy::Curve &price = plan.problem.price;
  const double pure = privacy::pure_epsilon_within(price), delta = plan.problem.delta;
  if (!(plan.proposal().curve.basic_epsilon() < INFINITY) || plan.proposal().curve.has_delta()) return;
  const double stated = plan.proposal().curve.epsilon(delta), whole = price.epsilon(delta);
  if (!(stated < kMuchLess * whole) || !(whole < INFINITY)) return;
  text.format(
      "Unspent: the price allows epsilon = %s at this delta. Laplace noise is pure DP, and the price implies no pure "
      "epsilon beyond %s%s\n",
      shown(whole).text, shown(pure).text,
      plan.problem.filter != DPCVX_FILTER_BASIC ? ". A budget with the basic filter implies more" : "");
  if (plan.states_price)
    text.add("The fit states the whole price all the same: what is released of labels might have led to other noise\n");
}

// What a fit of a table releases beside its model, which the plan's curve leaves out.
void write_shares(const Plan &plan, Text &text) {
  const struct {
    double share;
    const char *what;
  } all[] = {{plan.labels_share, "the range of the labels"},
             {plan.ranges_share, "ranges of columns"},
             {plan.centres_share, "means of columns"},
             {plan.spread_share, "the spread of labels"}};
  const char *before = "Released before the model, each for a share of what is left of the budget then:";
  for (const auto &one : all) {
    if (!(one.share > 0)) continue;
    text.format("%s %s (%s)", before, one.what, shown(one.share).text);
    before = ",";
  }
  if (before[0] == ',') text.add(". Curve and privacy below are of the model alone\n");
  if (plan.slope_share > 0)
    text.format(
        "Released after the model, for a share of what was left before it: slopes along its decision values, which "
        "scale them (%s). Curve and privacy below are of the model alone\n",
        shown(plan.slope_share).text);
}

// Which filter a fit of a table chose, where it is not the usual one.
void write_filter(const Plan &plan, Text &text) {
  if (!(plan.risk_by_gdp > 0)) return;
  text.add("Filter: basic, which adds up epsilons and deltas. By GDP ");
  if (plan.risk_by_gdp < INFINITY)
    text.format("the typical risk would be %s\n", shown(plan.risk_by_gdp).text);
  else
    text.add("no method applies\n");
}

void Plan::write_notes(int32_t kind, Text &text) const {
  if (kind == DPCVX_NOTE_METHOD) return text.format("%s\n", method().title_of(proposal()));
  if (kind == DPCVX_NOTE_PRIVACY) {
    if (const char *const note = privacy::note_on_epsilon(stated_curve(), problem.delta, text))
      text.format("%s\n", note);
    if (has_great_delta(problem)) text.format("%s\n", kGreatDelta);
    return;
  }
  if (problem.objective->linear() != nullptr && no_worth(proposal()))
    write_worth(proposal(), problem.objective->loss(), text);
  if (range_note != nullptr) text.format("%s\n", range_note);
  if (wide_labels) text.format("%s\n", kWideLabels);
}

void Plan::write_text(Text &text) const {
  char what[192];
  stated_curve().describe(what, sizeof(what));
  text.format("Plan: %s\n", method().title_of(proposal()));
  text.format("Protects: one %s, %s adjacency\n", privacy::unit_name(problem.unit),
              privacy::adjacency_words(problem.adjacency));
  write_filter(*this, text);
  write_shares(*this, text);
  text.format("Curve: %s\nPrivacy: ", what);
  privacy::write_privacy(stated_curve(), problem.delta, text);
  text.add("\n");
  privacy::write_note_on_epsilon(stated_curve(), problem.delta, text);
  if (has_great_delta(problem)) text.format("Note: %s\n", kGreatDelta);
  write_unspent(*this, text);
  text.format("Coefficients: %s, from %s\n", show(problem.objective->dimension()).text,
              show_count(problem.objective->units(), "unit").text);
  if (problem.objective->domain() != nullptr) text.format("Domain: %s\n", describe(*problem.objective->domain()).text);
  write_rows(*this, text);
  if (problem.objective->has_l1())
    text.format("Penalty: %s ||w||_1 by proximal steps, then small coefficients set to 0\n",
                shown(problem.objective->settings().l1).text);
  if (method().write_plan != nullptr) method().write_plan(settings, proposal(), text);
  if (proposal().smoothing > 0) text.format("Smoothing: envelope of width %s\n", shown(proposal().smoothing).text);
  write_unused_options(*this, text);
  // Labels whose range is to be released have no units yet.
  const model::LossSpec &loss = problem.objective->loss();
  const bool has_units = !(labels_share > 0 && model::is_regression(model::traits_of(loss).task));
  const model::RowMap &rows = problem.objective->row_map();
  const bool centred = centres_share > 0 || (rows.ranges && rows.ranges->centres() != nullptr);
  const bool shortens = may_shorten(rows, rows.ranges || of_table, centred);
  write_typical_risk(proposal(), problem.objective->linear() != nullptr ? &loss : nullptr, has_units, shortens, text);
  if (problem.objective->linear() != nullptr && has_units)
    write_break_even(proposal(), loss, label_scale(*problem.objective, settings), text);
  write_worst_case(method(), proposal(), proposal().after_median, text);
  write_expected_time(*this, text);
  if (problem.objective->linear() != nullptr && no_worth(proposal())) {
    text.add("Worth: ");
    write_worth(proposal(), problem.objective->loss(), text);
  }
  for (const char *const note : {range_note, wide_labels ? kWideLabels : nullptr})
    if (note != nullptr) text.format("Note: %s\n", note);
  if (problem.objective->linear() != nullptr && problem.objective->units() < problem.objective->dimension())
    text.format(
        "Note: %s are fewer than the %s coefficients. Even the best model of them may tell little of others, which "
        "typical risk does not count\n",
        show_count(problem.objective->units(), "unit").text, show(problem.objective->dimension()).text);
  if (only != kMaxMethods) {
    text.add("Other methods: not compared. A plan by DPCVX_METHOD_AUTOMATIC compares all of them.\n");
    return;
  }
  write_ranking(*this, text);
  write_reasons(*this, text);
  write_openings(*this, text);
}

}  // namespace dpcvx::solve
