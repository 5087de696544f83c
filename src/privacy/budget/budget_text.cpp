// Writes a budget as JSON and as human-readable text.
#include <cmath>

#include "base/count.h"
#include "base/text.h"
#include "base/machine/thread.h"
#include "privacy/budget/budget.h"
#include "privacy/guarantee/names.h"
#include "numeric/directed_margin.h"
#include "numeric/twofold.h"

namespace dpcvx::privacy {

namespace {

ShownNumber up(double value) { return show_up(value, 6); }
ShownNumber down(double value) { return show_down(value, 6); }

double up_sum(double a, double b) {
  const numeric::Twofold sum = numeric::two_sum(a, b);
  return sum.low > 0 ? std::nextafter(sum.high, INFINITY) : sum.high;
}

}  // namespace

void Amount::add(const Amount &other) {
  main = up_sum(main, other.main);
  basic_epsilon = up_sum(basic_epsilon, other.basic_epsilon);
  basic_delta = up_sum(basic_delta, other.basic_delta);
}

double Amount::shown() const { return filter == DPCVX_FILTER_GDP ? sqrt_up(main) : main; }

void Amount::write(JsonWriter &json) const {
  json.member("sub_budget", in_main ? "main" : "basic");
  if (in_main) {
    json.member(measure_name(filter), shown());
  } else {
    json.member("epsilon", basic_epsilon);
    json.member("delta", basic_delta);
  }
}

void Amount::write(Text &text) const {
  if (in_main)
    text.format("%s = %s", measure_name(filter), up(shown()).text);
  else
    text.format("epsilon = %s, delta = %s%s", up(basic_epsilon).text, up(basic_delta).text,
                filter == DPCVX_FILTER_BASIC ? "" : " of the basic sub-budget");
}

namespace {

struct FieldName {
  int32_t field;
  const char *name, *words;
};
constexpr FieldName kFieldNames[] = {
    {DPCVX_BUDGET_FIELD_TIME_SPAN, "time_span", "time span"},
    {DPCVX_BUDGET_FIELD_TRUST_MODEL, "trust_model", "trust model"},
    {DPCVX_BUDGET_FIELD_UNPROTECTED, "unprotected", "not protected"},
    {DPCVX_BUDGET_FIELD_RATIONALE, "rationale", "rationale"},
};

}  // namespace

void Budget::write_json(Text &text) const {
  const Lock lock(mutex_);
  const bool basic = terms_.filter == DPCVX_FILTER_BASIC;
  JsonWriter json(text);
  json.begin_object();
  json.member("epsilon", terms_.epsilon);
  json.member("delta", terms_.delta);
  json.member("relative_slack", kSlack);
  json.member("adjacency", adjacency_name(terms_.adjacency));
  json.member("unit", unit_name(terms_.unit));
  json.member("filter", filter_name(terms_.filter));
  json.member("theorem", filter_theorem(terms_.filter));
  if (terms_.filter == DPCVX_FILTER_RDP) json.member("rdp_order", terms_.rdp_order);
  if (!basic) {
    json.begin_object("main");
    json.member("epsilon", main_epsilon_);
    json.member("delta", main_delta_);
    json.member("measure", measure_name(terms_.filter));
    json.member("limit", shown_up(main_.limit()));
    json.member("spent", shown_up(main_.spent()));
    json.member("remaining", shown_down(main_.remaining()));
    json.end_object();
  }
  if (has_basic()) {
    json.begin_object("basic");
    json.member("epsilon_limit", basic_epsilon_.limit());
    json.member("epsilon_spent", basic_epsilon_.spent());
    json.member("epsilon_remaining", basic_epsilon_.remaining());
    json.member("delta_limit", basic_delta_.limit());
    json.member("delta_spent", basic_delta_.spent());
    json.member("delta_remaining", basic_delta_.remaining());
    json.end_object();
  }
  json.member("epsilon_spent", epsilon_of_charges());
  json.member("epsilon_remaining", epsilon_of_rest());
  json.member("random_source", source_name(deterministic_));
  if (rehearsal_) json.member("rehearsal", true);
  if (fields_size_ > 0) {
    json.begin_object("deployment");
    json.member("origin", "assumed");
    for (const FieldName &name : kFieldNames)
      if (field(name.field) != nullptr) json.member(name.name, field(name.field));
    json.end_object();
  }
  json.begin_array("charges");
  for (size_t i = 0; i < entries_size_; ++i) {
    const Entry &entry = entries_[i];
    json.begin_object();
    json.member("label", entry.label);
    json.member("curve", entry.exactly);
    json.member("count", entry.count);
    entry.amount.write(json);
    if (entry.deterministic) json.member("random_source", source_name(true));
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

// Epsilons add up under the basic filter alone: a filter of squares or of Renyi epsilons leaves more.
void Budget::write_rest(Text &text) const {
  const double epsilon = epsilon_of_rest();
  if (epsilon <= 0) return text.format("Left: nothing of the %s\n", main_name());
  text.format("Left: one more charge of epsilon = %s at delta = %s%s\n", down(epsilon).text, down(delta_of_rest()).text,
              terms_.filter == DPCVX_FILTER_BASIC ? "" : "; charges do not add up by their epsilons");
}

void Budget::write_text(Text &text) const {
  const Lock lock(mutex_);
  text.format("Budget: epsilon = %s, delta = %s; %s adjacency, unit: %s\n", show(terms_.epsilon).text,
              show(terms_.delta).text, adjacency_words(terms_.adjacency), unit_name(terms_.unit));
  if (rehearsal_) text.add("Rehearsal: charges are checked and never made, and nothing is released\n");
  if (deterministic_) text.add("NOT PRIVATE: a deterministic random source was used\n");
  text.format("Filter: %s (%s)\n", filter_name(terms_.filter), filter_theorem(terms_.filter));
  if (terms_.filter == DPCVX_FILTER_RDP) text.format("Order: %s\n", show(terms_.rdp_order).text);
  if (terms_.filter != DPCVX_FILTER_BASIC)
    text.format("%s: %s spent %s of %s, left %s%s\n", has_basic() ? "Main sub-budget" : "Sum",
                measure_name(terms_.filter), up(shown_up(main_.spent())).text, up(shown_up(main_.limit())).text,
                down(shown_down(main_.remaining())).text,
                terms_.filter == DPCVX_FILTER_GDP ? "; squares of mu add up" : "");
  if (has_basic())
    text.format("Basic sub-budget: epsilon spent %s of %s, delta spent %s of %s\n", up(basic_epsilon_.spent()).text,
                up(basic_epsilon_.limit()).text, up(basic_delta_.spent()).text, up(basic_delta_.limit()).text);
  text.format("Spent so far: epsilon = %s at delta = %s, in %s\n", up(epsilon_of_charges()).text,
              show(terms_.delta).text, show_count(static_cast<int64_t>(entries_size_), "charge").text);
  write_rest(text);
  if (ledger_cut_bytes_ > 0)
    text.format(
        "End cut: %s off the ledger's file when it was opened; whether a charge was lost shows by the mark kept\n",
        show_count(ledger_cut_bytes_, "byte").text);
  for (const FieldName &name : kFieldNames)
    if (field(name.field) != nullptr) {
      text.format("By the caller's word, %s: ", name.words);
      text.add_in_line(field(name.field));
      text.add("\n");
    }
  for (size_t i = 0; i < entries_size_; ++i) {
    const Entry &entry = entries_[i];
    text.format("  %zu. ", i + 1);
    text.add_in_line(entry.label[0] == '\0' ? "(no label)" : entry.label);
    text.format(": %s", entry.what);
    if (entry.count != 1) text.format(", %s times", show(entry.count).text);
    text.add("; ");
    entry.amount.write(text);
    text.add(entry.deterministic ? "; NOT PRIVATE\n" : "\n");
  }
}

}  // namespace dpcvx::privacy
