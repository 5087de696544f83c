// How a fit will be made: what every method proposes, and the one that is chosen. Public numbers only.
#ifndef DPCVX_SOLVE_PLAN_PLAN_H_
#define DPCVX_SOLVE_PLAN_PLAN_H_

#include "base/status.h"
#include "solve/core/method.h"
#include "solve/plan/call_words.h"

namespace dpcvx::solve {

// The options that a caller set to other values than their defaults.
struct GivenOptions {
  static constexpr size_t kMax = 48;
  struct {
    int32_t key;
    const char *name;  // the constant's spelling
  } options[kMax] = {};
  size_t count = 0;

  void add(int32_t key, const char *name) {
    if (count < kMax) options[count++] = {key, name};
  }
};

struct Plan {
  const MethodTable *methods = nullptr;
  Problem problem;
  Settings settings;
  GivenOptions given;
  PlanCall call;                    // which texts name options of
  Proposal proposals[kMaxMethods];  // by their place in the table
  size_t chosen = 0;
  size_t ranking[kMaxMethods];  // places of those that apply, best first
  size_t ranked = 0;            // how many these are
  int group[kMaxMethods] = {};  // of those that apply: one group is ranked before the next
  static constexpr int kMayReturnNothing = 4, kMayTakeLong = 5;  // the last groups
  bool has_rest = false;      // methods that may return nothing are not compared yet: see compare_rest
  size_t only = kMaxMethods;  // of a plan by name: the place of the one that was planned. The others are not compared
  // What AUTOMATIC took before by the same public numbers: of a fit of a table with slopes after the model or without.
  struct Choice {
    size_t place = kMaxMethods;  // none
    bool has_slope = false;

    bool is_made() const { return place != kMaxMethods; }
  };
  Choice settled;  // given by who makes the plan: AUTOMATIC plans that method alone, if it still applies
  const char *range_note = nullptr;  // of a fit of a table: that ranges are to be released from few units
  bool wide_labels = false;          // of a fit of a table: the range of its labels is to be released from few units
  // Of a fit of a table: what is released before the model, each as a share of what is left of the budget then.
  double labels_share = 0, ranges_share = 0, centres_share = 0, spread_share = 0;
  double slope_share = 0;  // the same, of what is released after the model
  double risk_by_gdp = 0;  // of a fit of a table that chose the basic filter: the other's typical risk; 0: it did not
  bool of_table = false;   // what a fit of a table would do: its rows are not those of that fit
  bool states_price = false;  // a fit states and is charged the price, not the curve of its method

  Choice choice() const { return {chosen, slope_share > 0}; }
  const Method &method() const { return (*methods)[chosen]; }
  const Proposal &proposal() const { return proposals[chosen]; }
  // What a fit states of its model.
  const privacy::Curve &stated_curve() const { return states_price ? problem.price : proposal().curve; }
  bool planned(size_t place) const { return only == kMaxMethods || only == place; }
  // Calls visit(key, name) for every option that was given and that the chosen method does not use.
  template <class Visit>
  void each_unused_option(const Visit &visit) const {
    for (size_t i = 0; i < given.count; ++i)
      if (!uses(given.options[i].key)) visit(given.options[i].key, given.options[i].name);
  }
  // A width smooths no loss that is smooth as it is.
  bool uses(int32_t key) const {
    const bool smooths = proposal().smoothing > 0 || !(settings.smoothing > 0);
    return method().knows(key) && (key != DPCVX_PLAN_OPTION_SMOOTHING || smooths);
  }

  void write_json(Text &text) const;
  void write_text(Text &text) const;
  // A line each, of one kind of DPCVX_NOTE_*: those that the fit will have.
  void write_notes(int32_t kind, Text &text) const;
};

// What a record says of a delta of at least 1 over the number of units.
inline constexpr const char *kGreatDelta =
    "delta is at least 1 / units: it does not rule out that some unit's data are told in full";
bool has_great_delta(const Problem &problem);

// What notes say of a range of labels that is released from few units. An end is far too wide with probability e^-4 at
// most, and one of both in 1 of 27 fits (mechanism/selection/rank_utility.h).
inline constexpr const char *kWideLabels =
    "the range of the labels is released from few units: it may be far too wide in up to 1 of 27 fits. Declare it, or "
    "give more epsilon or a greater share";

// Whether a method uses all options of steps, batches and clips that were given. AUTOMATIC selects one that does, where
// one applies: such options say how a fit is made. Others say how exactly, or on which conditions.
bool uses_ways_given(const Plan &plan, size_t place);

// Makes the plan of a problem (its parts set) by a method of the table: AUTOMATIC, or a number that it has. Does not
// read the data. `budget` is only asked what it could be charged now.
dpcvx_status make_plan(const MethodTable &methods, int32_t number, const privacy::Budget &budget, Plan *plan,
                       Error &error);

// Proposes and ranks what make_plan left for later by AUTOMATIC: methods that may return nothing, which it never
// selects unless ALLOW_NO_RESULT is 1. They take most of the time of a comparison. Nothing else of the plan changes.
dpcvx_status compare_rest(Plan *plan, Error &error);

}  // namespace dpcvx::solve

#endif
