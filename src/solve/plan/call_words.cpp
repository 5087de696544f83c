#include "solve/plan/call_words.h"

#include "base/replace_word.h"
#include "base/text.h"
#include "solve/core/obstacles.h"

namespace dpcvx::solve {

namespace {

// The steps that a call makes itself.
struct Step {
  const char *prefix, *function;
  bool of_budget = false;
};
constexpr Step kSteps[] = {{"DPCVX_PLAN", "dpcvx_plan_create"},
                           {"DPCVX_OBJECTIVE", "dpcvx_objective_create"},
                           {"DPCVX_BUDGET", "dpcvx_budget_create", true}};
constexpr char kNotTaken[] = ", and this call does not";

void rename_options(const PlanCall &call, char *text, size_t room) {
  each_own_name(call, [&](const char *name, const char *own) { replace_word(text, room, name, own); });
}

bool takes(const PlanCall &call, const char *short_name, size_t length) {
  for (size_t i = 0; i < call.options->count; ++i) {
    const char *const own = std::strstr(call.options->keys[i].name, "_OPTION_") + std::strlen("_OPTION");
    if (std::strncmp(own, short_name, length) == 0 && own[length] == '\0') return true;
  }
  return false;
}

// Calls visit(name, length) for the options of a step, in its own names, that the call does not take: such as
// DPCVX_PLAN_OPTION_STEPS, or _STEP_SIZE behind it.
template <class Visit>
void each_not_taken(const PlanCall &call, const Step &step, const char *text, const Visit &visit) {
  char prefix[48];
  std::snprintf(prefix, sizeof(prefix), "%s_OPTION_", step.prefix);
  const size_t known = std::strlen(prefix);
  bool follows = false;
  for (const char *at = text; *at != '\0';) {
    size_t length = 0;
    while (in_constant(at[length])) ++length;
    if (length == 0) {
      ++at;
      continue;
    }
    const bool is_full = std::strncmp(at, "DPCVX_", 6) == 0, is_short = at[0] == '_';
    if (is_full) follows = std::strncmp(at, prefix, known) == 0;
    if ((is_full || is_short) && follows && at[length] != '*') {
      const size_t before = is_full ? known - 1 : 0;  // of the short name
      const bool is_callers = step.of_budget && call.on_budget;
      if (is_callers || !takes(call, at + before, length - before)) visit(at, length);
    }
    at += length;
  }
}

// Writes ". dpcvx_plan_create takes A and B, and this call does not".
void write_not_taken(const PlanCall &call, const char *text, Text &said) {
  for (const Step &step : kSteps) {
    size_t count = 0;
    each_not_taken(call, step, text, [&](const char *name, size_t length) {
      said.add(count++ == 0 ? ". " : " and ");
      if (count == 1) said.format("%s takes ", step.function);
      said.add(name, length);
    });
    if (count > 0) said.add(kNotTaken);
  }
}

}  // namespace

void use_words_of(const PlanCall &call, char *text, size_t room) {
  if (call.options == nullptr || text[0] == '\0') return;
  for (const char *phrase : {"give the objective a domain", "Give the objective a domain"}) {
    char own[] = "take another method, or dpcvx_objective_create with a domain";
    own[0] = phrase[0] == 'G' ? 'T' : 't';
    replace_word(text, room, phrase, own);
  }
  Text said;
  if (std::strstr(text, kNotTaken) == nullptr) write_not_taken(call, text, said);
  rename_options(call, text, room);
  const size_t used = std::strlen(text);
  if (!said.failed() && used + said.length() < room) std::memcpy(text + used, said.c_str(), said.length() + 1);
}

ShownSetting setting_of(const PlanCall &call, const char *setting) {
  ShownSetting shown{"", true};
  const auto is = [&](const char *other) { return std::strcmp(setting, other) == 0; };
  const auto write = [&](const char *before, const char *what) {
    std::snprintf(shown.text, sizeof(shown.text), "%s%s", before, what);
  };
  if (call.options == nullptr) {
    write("", setting);
  } else if (is(kSetDelta) || is(kSetGaussianPrice)) {
    write("", "delta > 0");
  } else if (is(kSetDomain)) {
    shown.taken = false;
    write("dpcvx_objective_create with ", "a domain");
  } else {
    write("", setting);
    rename_options(call, shown.text, sizeof(shown.text));
    for (const Step &step : kSteps)
      each_not_taken(call, step, setting, [&](const char *, size_t) {
        if (shown.taken) std::snprintf(shown.text, sizeof(shown.text), "%s with %s", step.function, setting);
        shown.taken = false;
      });
  }
  return shown;
}

}  // namespace dpcvx::solve
