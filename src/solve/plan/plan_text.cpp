// A plan written out: JSON, and human-readable lines.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/count.h"
#include "base/text.h"
#include "data/release/ranges.h"
#include "model/losses/traits.h"
#include "privacy/guarantee/guarantee.h"
#include "privacy/guarantee/names.h"
#include "solve/core/planning_radius.h"
#include "solve/core/report_lines.h"
#include "solve/plan/expected_seconds.h"
#include "solve/plan/plan.h"
#include "solve/plan/remedies.h"
#include "solve/risk/automatic_constants.h"

namespace dpcvx::solve {

namespace {

// From this share of a constant's risk on fits are said to be perhaps no better. Of six such cells of storms, wages and
// grades four gained less than half of what there is to learn. Fits of murders' skewed labels gained nothing at 0.33 to
// 0.65 (README.md).
constexpr double kDoubtfulWorth = 0.3;

// What a constant predicts.
const char *constant_of(const model::LossSpec &loss) {
  const model::LossTraits traits = model::traits_of(loss);
  return !model::is_regression(traits.task)                           ? "the most frequent class"
         : traits.task == model::LossTask::kCounts                    ? "the mean rate"
         : traits.parameter.option == DPCVX_OBJECTIVE_OPTION_QUANTILE ? "the labels' quantile"
                                                                      : "the mean";
}

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

// Which settings open methods that do not apply, the nearest first.
void write_openings(const Plan &plan, Text &text) {
  Remedy remedies[kMaxMethods];
  const size_t count = find_remedies(plan, remedies);
  for (size_t k = 0; k < count; ++k) {
    text.format("Set %s to open:", remedies[k].setting);
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

bool no_worth(const Figures &figures) { return figures.typical_risk >= kNoWorth * figures.trivial_risk; }

void write_worth(const Figures &figures, const model::LossSpec &loss, Text &text) {
  text.format(
      "likely no better than %s. On typical data, by a public model, noise and clips cost %s times what there is to "
      "learn: the fit has a risk of %s, a constant %s. At %s or more most fits that were measured were no better. "
      "More units, a greater epsilon or fewer columns help\n",
      constant_of(loss), shown(figures.typical_risk / figures.trivial_risk).text, shown(figures.typical_risk).text,
      shown(figures.trivial_risk).text, shown(kNoWorth).text);
}

// Noise costs about the same for all labels. What there is to learn falls as the square of how far they
// scatter, and as the chance that two labels differ.
void write_break_even(const Figures &figures, const model::LossSpec &loss, double label_scale, Text &text) {
  if (!(figures.trivial_risk < INFINITY) || !(figures.typical_risk > 0) || no_worth(figures)) return;
  const model::LossTask task = model::traits_of(loss).task;
  if (figures.typical_risk >= kDoubtfulWorth * figures.trivial_risk)
    text.format(
        "Worth: perhaps no better than %s, as noise and clips cost %s times what there is to learn on typical "
        "data\n",
        constant_of(loss), shown(figures.typical_risk / figures.trivial_risk).text);
  const double share = figures.typical_risk / (kNoWorth * figures.trivial_risk);
  if (task == model::LossTask::kNumbers) {
    const double typical = label_scale * std::hypot(kLabelDecisionDeviation, kLabelResidualDeviation);
    text.format(
        "A constant does as well where labels scatter by less than about %s, their standard deviation; on "
        "typical data they do by %s. A narrower range of labels helps\n",
        shown(typical * std::sqrt(share)).text, shown(typical).text);
  } else if (!model::is_regression(task)) {
    const double classes = task == model::LossTask::kClasses ? static_cast<double>(loss.classes) : 2;
    const double differ = share * (1 - 1 / classes);  // 2 q (1 - q) of the share q
    text.format("A constant does as well where fewer than about %s of labels are not of the most frequent class\n",
                shown((1 - std::sqrt(std::max(0.0, 1 - 2 * differ))) / 2).text);
  }
}

void write_predicted_risk(const Figures &figures, Text &text) {
  text.format("Predicted risk: %s in average loss, beyond the best model at a distance of at most %s from the start\n",
              shown(figures.predicted_risk).text, shown(figures.radius).text);
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
  proposal().curve.write(json);
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
    if (proposals[i].opened_by != nullptr) json.member("opened_by", proposals[i].opened_by);
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

// The typical risk, beside that of a constant prediction, and in the units of the labels, which typical data fill their
// range with: for squares, an excess of r is one of 2 r in the mean of squared errors.
void write_typical_risk(const Plan &plan, Text &text) {
  const Proposal &proposal = plan.proposal();
  text.format("On typical data, in expectation: %s", shown(proposal.typical_risk).text);
  if (proposal.trivial_risk < INFINITY)
    text.format(", where a constant prediction has %s: noise and clips cost %s times what there is to learn",
                shown(proposal.trivial_risk).text, shown(proposal.typical_risk / proposal.trivial_risk).text);
  text.add("\n");
  const model::Objective &objective = *plan.problem.objective;
  const int32_t loss = objective.linear() != nullptr ? objective.loss().kind : DPCVX_LOSS_CALLBACK;
  const char *const units = plan.labels_share > 0 ? "In half widths of the range of the labels, which is to be released"
                                                  : "In the units of the labels";
  if (loss == DPCVX_LOSS_SQUARED)
    text.format("%s: off the best predictions by %s, the root of the mean square, for labels that fill their range\n",
                units, shown(std::sqrt(2 * proposal.typical_risk)).text);
  if (loss == DPCVX_LOSS_ABSOLUTE || loss == DPCVX_LOSS_PINBALL)
    text.format("%s: a mean loss of %s beyond that of the best predictions, for labels that fill their range\n", units,
                shown(proposal.typical_risk).text);
}

void Plan::write_notes(int32_t kind, Text &text) const {
  if (kind == DPCVX_NOTE_METHOD) return text.format("%s\n", method().title_of(proposal()));
  if (kind == DPCVX_NOTE_PRIVACY) {
    if (const char *const note = privacy::note_on_epsilon(proposal().curve, problem.delta, text))
      text.format("%s\n", note);
    if (has_great_delta(problem)) text.format("%s\n", kGreatDelta);
    return;
  }
  if (problem.objective->linear() != nullptr && no_worth(proposal()))
    write_worth(proposal(), problem.objective->loss(), text);
  if (noisy_ranges) text.format("%s\n", data::kNoisyRanges);
  if (wide_labels) text.format("%s\n", kWideLabels);
}

void Plan::write_text(Text &text) const {
  char what[192];
  proposal().curve.describe(what, sizeof(what));
  text.format("Plan: %s\n", method().title_of(proposal()));
  text.format("Protects: one %s, %s adjacency\n", privacy::unit_name(problem.unit),
              privacy::adjacency_words(problem.adjacency));
  write_shares(*this, text);
  text.format("Curve: %s\nPrivacy: ", what);
  privacy::write_privacy(proposal().curve, problem.delta, text);
  text.add("\n");
  privacy::write_note_on_epsilon(proposal().curve, problem.delta, text);
  text.format("Coefficients: %s, from %s\n", show(problem.objective->dimension()).text,
              show_count(problem.objective->units(), "unit").text);
  write_rows(*this, text);
  if (problem.objective->has_l1())
    text.format("Penalty: %s ||w||_1 by proximal steps, then small coefficients set to 0\n",
                shown(problem.objective->settings().l1).text);
  if (method().write_plan != nullptr) method().write_plan(settings, proposal(), text);
  if (proposal().smoothing > 0) text.format("Smoothing: envelope of width %s\n", shown(proposal().smoothing).text);
  write_unused_options(*this, text);
  write_predicted_risk(proposal(), text);
  if (proposal().population_risk < INFINITY)
    text.format("On the population, in expectation: %s\n", shown(proposal().population_risk).text);
  write_typical_risk(*this, text);
  // Labels whose range is to be released have no units yet.
  const model::LossSpec &loss = problem.objective->loss();
  if (problem.objective->linear() != nullptr &&
      !(labels_share > 0 && model::is_regression(model::traits_of(loss).task)))
    write_break_even(proposal(), loss, label_scale(*problem.objective, settings), text);
  text.format("Expected time: %s seconds on one thread\n", shown(expected_seconds(problem, proposal())).text);
  if (problem.objective->linear() != nullptr && no_worth(proposal())) {
    text.add("Worth: ");
    write_worth(proposal(), problem.objective->loss(), text);
  }
  if (only != kMaxMethods) {
    text.add("Other methods: not compared. A plan by DPCVX_METHOD_AUTOMATIC compares all of them.\n");
    return;
  }
  for (size_t i = 0; i < ranked; ++i) {
    const Proposal &other = proposals[ranking[i]];
    text.format("  %s: typical risk %s, predicted %s, %s seconds%s\n", (*methods)[ranking[i]].name,
                shown(other.typical_risk).text, shown(other.predicted_risk).text,
                shown(expected_seconds(problem, other)).text,
                uses_ways_given(*this, ranking[i]) ? "" : "; after those that use every option given");
  }
  write_reasons(*this, text);
  write_openings(*this, text);
}

}  // namespace dpcvx::solve
