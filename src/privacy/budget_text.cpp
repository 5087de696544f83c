// How a budget reads, as JSON and for people.
#include "privacy/budget.h"
#include "privacy/rounding.h"

namespace dpcvx {
namespace privacy {

const char *adjacency_name(int32_t adjacency) {
  return adjacency == DPCVX_ADJACENCY_ADD_REMOVE ? "add_remove" : "replace_one";
}

const char *unit_name(int32_t unit) { return unit == DPCVX_UNIT_USER ? "user" : "record"; }

const char *filter_name(int32_t filter) {
  switch (filter) {
    case DPCVX_FILTER_GDP:
      return "gdp";
    case DPCVX_FILTER_ZCDP:
      return "zcdp";
    case DPCVX_FILTER_RDP:
      return "rdp";
    default:
      return "basic";
  }
}

const char *currency_name(int32_t filter) {
  switch (filter) {
    case DPCVX_FILTER_GDP:
      return "mu";
    case DPCVX_FILTER_ZCDP:
      return "rho";
    case DPCVX_FILTER_RDP:
      return "renyi_epsilon";
    default:
      return "epsilon";
  }
}

const char *filter_theorem(int32_t filter) {
  switch (filter) {
    case DPCVX_FILTER_GDP:
      return "sum of mu^2 at most a limit: Smith and Thakurta 2022, fully adaptive Gaussian DP";
    case DPCVX_FILTER_ZCDP:
      return "sum of rho at most a limit: Feldman and Zrnic 2021; Whitehouse et al. 2023";
    case DPCVX_FILTER_RDP:
      return "sum of Renyi epsilons at one order: Feldman and Zrnic 2021";
    default:
      return "sums of epsilon and of delta: Rogers, Roth, Ullman and Vadhan 2016";
  }
}

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
    json.member("currency", currency_name(terms_.filter));
    json.member("limit", shown(main_.limit()));
    json.member("spent", shown(main_.spent()));
    json.member("remaining", shown(main_.remaining()));
    json.end_object();
  }
  if (basic_epsilon_.limit() > 0 || basic_delta_.limit() > 0) {
    json.begin_object("basic");
    json.member("epsilon_limit", basic_epsilon_.limit());
    json.member("epsilon_spent", basic_epsilon_.spent());
    json.member("epsilon_remaining", basic_epsilon_.remaining());
    json.member("delta_limit", basic_delta_.limit());
    json.member("delta_spent", basic_delta_.spent());
    json.member("delta_remaining", basic_delta_.remaining());
    json.end_object();
  }
  json.member("epsilon_spent", epsilon_spent());
  json.member("random_source", deterministic_ ? "deterministic, NOT PRIVATE" : "operating system entropy");
  json.begin_array("charges");
  for (size_t i = 0; i < entries_size_; ++i) {
    const Entry &entry = entries_[i];
    json.begin_object();
    json.member("label", entry.label);
    json.member("curve", entry.what);
    json.member("count", entry.count);
    json.member("pot", entry.amount.in_main ? "main" : "basic");
    if (entry.amount.in_main) {
      json.member(currency_name(terms_.filter), shown(entry.amount.main));
    } else {
      json.member("epsilon", entry.amount.basic_epsilon);
      json.member("delta", entry.amount.basic_delta);
    }
    if (entry.deterministic) json.member("random_source", "deterministic, NOT PRIVATE");
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void Budget::write_text(Text &text) const {
  const Lock lock(mutex_);
  const auto number = [](double value) { return show_short(value, 6); };
  text.format("Budget: epsilon = %s, delta = %s; %s adjacency, unit: %s\n", show(terms_.epsilon).text,
              show(terms_.delta).text, terms_.adjacency == DPCVX_ADJACENCY_ADD_REMOVE ? "add/remove" : "replace-one",
              unit_name(terms_.unit));
  if (deterministic_) text.add("NOT PRIVATE: a deterministic random source was used\n");
  text.format("Filter: %s (%s)\n", filter_name(terms_.filter), filter_theorem(terms_.filter));
  if (terms_.filter == DPCVX_FILTER_RDP) text.format("Order: %s\n", number(terms_.rdp_order).text);
  if (terms_.filter != DPCVX_FILTER_BASIC)
    text.format("Main pot: %s spent %s of %s, left %s\n", currency_name(terms_.filter),
                number(shown(main_.spent())).text, number(shown(main_.limit())).text,
                number(shown(main_.remaining())).text);
  if (basic_epsilon_.limit() > 0 || basic_delta_.limit() > 0)
    text.format("Basic pot: epsilon spent %s of %s, delta spent %s of %s\n", number(basic_epsilon_.spent()).text,
                number(basic_epsilon_.limit()).text, number(basic_delta_.spent()).text,
                number(basic_delta_.limit()).text);
  text.format("Spent so far: epsilon = %s at delta = %s, in %zu charges\n", number(epsilon_spent()).text,
              show(terms_.delta).text, entries_size_);
  for (size_t i = 0; i < entries_size_; ++i) {
    const Entry &entry = entries_[i];
    text.format("  %zu. %s: %s", i + 1, entry.label[0] == '\0' ? "(no label)" : entry.label, entry.what);
    if (entry.count != 1) text.format(", %s times", show(entry.count).text);
    if (entry.amount.in_main)
      text.format("; %s = %s", currency_name(terms_.filter), number(shown(entry.amount.main)).text);
    else
      text.format("; epsilon = %s, delta = %s", number(entry.amount.basic_epsilon).text,
                  number(entry.amount.basic_delta).text);
    text.add(entry.deterministic ? "; NOT PRIVATE\n" : "\n");
  }
}

}  // namespace privacy
}  // namespace dpcvx
