// How a fit will be made: what every method proposes, and the one that is chosen. Public numbers only.
#ifndef DPCVX_SOLVE_PLAN_PLAN_H_
#define DPCVX_SOLVE_PLAN_PLAN_H_

#include "solve/core/method.h"

namespace dpcvx::solve {

struct Plan {
  Problem problem;
  Settings settings;
  Proposal proposals[kMethodCount];  // by their place in kMethods
  size_t chosen = 0;
  size_t ranking[kMethodCount];  // places of those that apply, best first
  size_t ranked = 0;             // how many these are

  const Proposal &proposal() const { return proposals[chosen]; }

  void write_json(Text &text) const;
  void write_text(Text &text) const;
};

// Makes the plan of a problem (its parts set) by a method: a DPCVX_METHOD_* that exists. Does not read the data.
// `budget` is only asked what it could be charged now.
dpcvx_status make_plan(int32_t method, const privacy::Budget &budget, Plan *plan, Error &error);

// As members of an open object.
void write_figures(const Figures &figures, JsonWriter &json);
// A line, for plans and reports.
void write_predicted_risk(const Figures &figures, Text &text);

}  // namespace dpcvx::solve

#endif
