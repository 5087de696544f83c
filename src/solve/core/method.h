// A method of fitting, as plans and fits see it: functions and tables that the method's room fills. Adding a method is
// adding a room and one line in method_registry.cpp.
#ifndef DPCVX_SOLVE_CORE_METHOD_H_
#define DPCVX_SOLVE_CORE_METHOD_H_

#include "base/bytes.h"
#include "solve/core/proposal.h"

namespace dpcvx::solve {

struct Plan;
struct Fit;
struct RiskModel;

// Keys of options.
struct OptionKeys {
  const int32_t *keys = nullptr;
  size_t count = 0;

  constexpr OptionKeys() = default;
  // Implicit: a table of methods names the array.
  template <size_t n>
  constexpr OptionKeys(const int32_t (&all)[n]) : keys(all), count(n) {}  // NOLINT(google-explicit-constructor)
  const int32_t *begin() const { return keys; }
  const int32_t *end() const { return keys + count; }
};

constexpr double kMaxPasses = 1000;  // the default of MAX_PASSES, of all methods that are compared

struct Method {
  int32_t number = 0;              // DPCVX_METHOD_*
  const char *name = "";           // "noisy gradient descent"
  const char *step = nullptr;      // what a run counts: "step", "phase"; null: it is made of one
  const char *noised = nullptr;    // what the noise is added to, a coordinate of it; null: no noise is added
  FigureRows figures;              // its own, besides the common ones
  OptionKeys options;              // the DPCVX_PLAN_OPTION_* that it knows, besides the common ones
  bool takes_l1 = false;           // fits objectives with an l1 penalty
  bool takes_parts = false;        // its sums can be of tables that lie elsewhere (solve/distributed)
  const char *by_name = nullptr;   // why AUTOMATIC leaves it out for such tables; null: it does not
  bool takes_schatten = false;     // nothing that it states rests on the error of a projection
  bool takes_slope = false;        // a fit of a table corrects the size of its models by released slopes
  bool gains_by_pairs = false;     // gains most by one (epsilon, delta): it tells whether that filter pays
  bool accepts_pure = false;       // a price with delta = 0 is enough
  bool may_lack_result = false;    // a fit that is charged may have no coefficients, as its data decide
  double max_passes = kMaxPasses;  // the default of MAX_PASSES where the method is asked for by its name

  // Says in public numbers what it would do, or sets the reason why it does not apply. Fails only with NOMEM or
  // NUMERIC.
  dpcvx_status (*propose)(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error) = nullptr;
  // Runs the plan: fit_by<Run> of solve/fit/run_method.h.
  dpcvx_status (*fit)(const Plan &plan, mechanism::Release &release, ProgressMonitor &watch, Fit *fit) = nullptr;
  // Its excess risk on typical data; null: the predicted risk stands for it.
  const RiskModel *risk = nullptr;
  // Whether nothing public bounds the time of a run. AUTOMATIC never selects such a proposal; null: none is.
  bool (*may_take_long)(const Proposal &proposal) = nullptr;
  // The standard deviation of the noise in each coefficient before a projection; 0: it has no known law. Null: 0.
  double (*standard_error)(const Proposal &proposal) = nullptr;
  // The name of what a proposal does, for reports. Null: `name`.
  const char *(*title)(const Figures &figures) = nullptr;
  // Writes the lines of a plan on steps, noise and settings.
  void (*write_plan)(const Settings &settings, const Proposal &proposal, Text &text) = nullptr;
  // Writes members of a plan's JSON object on choices that no figure tells; null: there are none.
  void (*write_choices)(const Proposal &proposal, JsonWriter &json) = nullptr;
  // Writes lines of a fit's report after the line on the noise; null: there are none.
  void (*write_report)(const Figures &figures, Text &text) = nullptr;

  const char *title_of(const Figures &figures) const { return title != nullptr ? title(figures) : name; }

  bool knows(int32_t option) const;
  // The figure's row, null where the method lacks it.
  const FigureRow *find_figure(int32_t key) const;

  // No figure is NaN, none is infinite that must not be: products of numbers near the ends of their ranges pass the
  // range of doubles, and no fit is made of such figures.
  bool holds(const Figures &values) const;
  // Writes the figures as members of an open object: the constants' names behind _FIGURE_ in lower case.
  void write_figures(const Figures &values, JsonWriter &json) const;
  // Writes and reads the figures in the order of the tables. The reader fails at a NaN and at a negative integer.
  void write_figures(const Figures &values, ByteWriter &bytes) const;
  void read_figures(ByteReader &bytes, Figures *values) const;
};

// All methods that a plan compares. Plans and fits that were made with it need it for as long as they live.
struct MethodTable {
  const Method *const *methods = nullptr;
  size_t count = 0;

  const Method &operator[](size_t i) const { return *methods[i]; }
  // The place of a number in the table; count where it has none.
  size_t find(int32_t number) const;
  // The row of the figure in the first method that has it, null where none has.
  const FigureRow *find_figure(int32_t key) const;
};

// The most methods that a plan compares.
constexpr size_t kMaxMethods = 16;

}  // namespace dpcvx::solve

#endif
