// Texts of plans in the words of a call that makes objective, budget and plan itself, such as dpcvx_fit_table. They
// name options of that call, and say of others which step takes them.
#ifndef DPCVX_SOLVE_PLAN_CALL_WORDS_H_
#define DPCVX_SOLVE_PLAN_CALL_WORDS_H_

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <initializer_list>

#include "base/options.h"

namespace dpcvx::solve {

// The call that a plan is made for.
struct PlanCall {
  const OptionTable *options = nullptr;  // null: the caller makes objective, budget and plan
  bool on_budget = false;                // the budget is the caller's
};

// Calls rename(name, own) for the names that steps have for options of the call.
template <class Rename>
void each_own_name(const PlanCall &call, const Rename &rename) {
  for (size_t i = 0; i < call.options->count; ++i) {
    const char *const own = call.options->keys[i].name;
    for (const char *step : {"DPCVX_PLAN", "DPCVX_OBJECTIVE", "DPCVX_BUDGET"}) {
      if (call.on_budget && std::strcmp(step, "DPCVX_BUDGET") == 0) continue;
      char name[96];
      std::snprintf(name, sizeof(name), "%s%s", step, std::strstr(own, "_OPTION_"));
      rename(name, own);
    }
  }
}

// Renames options in a text of at most `room` bytes. Adds a sentence on those that the call does not take.
void use_words_of(const PlanCall &call, char *text, size_t room);

struct ShownSetting {
  char text[192];
  bool taken;  // by the call: "OPTION = VALUE". Else the text names the step that takes it
};

// A setting that opens methods (core/obstacles.h), in the words of the call.
ShownSetting setting_of(const PlanCall &call, const char *setting);

}  // namespace dpcvx::solve

#endif
