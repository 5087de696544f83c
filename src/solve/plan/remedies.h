// What opens methods that do not apply, the nearest first: settings that change least of what was asked.
#ifndef DPCVX_SOLVE_PLAN_REMEDIES_H_
#define DPCVX_SOLVE_PLAN_REMEDIES_H_

#include "solve/plan/plan.h"

namespace dpcvx::solve {

struct Remedy {
  const char *setting = nullptr;
  ShownSetting shown{"", true};  // in the words of the call
  size_t opened = 0;             // how many methods wait for it
};

// Whether the setting is what the method waits for.
bool opens(const Plan &plan, size_t place, const char *setting);

// How far a setting is from what was asked: one option of plan or objective, a domain, the budget's filter, the price.
// Two settings are farther than one.
int remedy_distance(const char *setting);

// Writes the settings that open methods, nearer ones first, of these those that open more. What the plan's call does
// not take comes last. Returns how many they are.
size_t find_remedies(const Plan &plan, Remedy (&out)[kMaxMethods]);

// Writes "nearest remedy: set X, which opens A, B and others"; nothing where no setting is known.
void write_nearest_remedy(const Plan &plan, Text &text);

}  // namespace dpcvx::solve

#endif
