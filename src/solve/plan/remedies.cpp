#include "solve/plan/remedies.h"

#include <cstring>

#include "base/text.h"

namespace dpcvx::solve {

namespace {

struct Kind {
  const char *begins;
  int distance;
};
constexpr Kind kKinds[] = {{"DPCVX_PLAN_OPTION_", 0},
                           {"DPCVX_OBJECTIVE_OPTION_", 0},
                           {"a domain", 2},
                           {"DPCVX_BUDGET_OPTION_", 4},
                           {"a price", 6},
                           {"delta", 6}};
constexpr int kUnknown = 8, kNotTaken = 16;

constexpr size_t kNamed = 2;  // methods that the nearest remedy names

}  // namespace

bool opens(const Plan &plan, size_t place, const char *setting) {
  const Proposal &proposal = plan.proposals[place];
  return !proposal.applies && proposal.opened_by != nullptr && std::strcmp(proposal.opened_by, setting) == 0;
}

int remedy_distance(const char *setting) {
  int distance = kUnknown;
  for (const Kind &kind : kKinds)
    if (std::strncmp(setting, kind.begins, std::strlen(kind.begins)) == 0) distance = kind.distance;
  return distance + (std::strstr(setting, " and ") != nullptr ? 1 : 0);
}

namespace {

int distance_to(const Remedy &remedy) { return remedy_distance(remedy.setting) + (remedy.shown.taken ? 0 : kNotTaken); }

}  // namespace

size_t find_remedies(const Plan &plan, Remedy (&out)[kMaxMethods]) {
  size_t count = 0;
  for (size_t i = 0; i < plan.methods->count; ++i) {
    const char *const setting = plan.proposals[i].opened_by;
    if (plan.proposals[i].applies || setting == nullptr) continue;
    bool seen = false;
    for (size_t k = 0; k < count; ++k) seen = seen || std::strcmp(out[k].setting, setting) == 0;
    if (seen) continue;
    Remedy remedy{setting, setting_of(plan.call, setting), 0};
    for (size_t j = 0; j < plan.methods->count; ++j) remedy.opened += opens(plan, j, setting) ? 1 : 0;
    size_t place = count++;
    const auto before = [&](const Remedy &other) {
      const int mine = distance_to(remedy), its = distance_to(other);
      return mine != its ? mine < its : remedy.opened > other.opened;
    };
    for (; place > 0 && before(out[place - 1]); --place) out[place] = out[place - 1];
    out[place] = remedy;
  }
  return count;
}

void write_nearest_remedy(const Plan &plan, Text &text) {
  Remedy remedies[kMaxMethods];
  if (find_remedies(plan, remedies) == 0) return;
  const Remedy &nearest = remedies[0];
  text.format("nearest remedy: %s%s, which opens ", nearest.shown.taken ? "set " : "", nearest.shown.text);
  size_t written = 0;
  for (size_t i = 0; i < plan.methods->count && written < kNamed; ++i) {
    if (!opens(plan, i, nearest.setting)) continue;
    const bool last = written > 0 && written + 1 == nearest.opened;
    text.format("%s%s", written == 0 ? "" : last ? " and " : ", ", (*plan.methods)[i].name);
    ++written;
  }
  if (nearest.opened > written) text.add(" and others");
}

}  // namespace dpcvx::solve
