#include "solve/stable/methods.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "base/text.h"
#include "solve/core/report_lines.h"
#include "solve/fit/run_method.h"
#include "solve/risk/expected_risk.h"
#include "solve/stable/figures.h"
#include "solve/stable/output.h"
#include "solve/stable/phased.h"

namespace dpcvx::solve {

namespace {

constexpr FigureRow kRows[] = {
    figure<&StableFigures::tolerance>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_TOLERANCE)),
    open_figure<&StableFigures::added_l2>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_ADDED_L2)),
    figure<&StableFigures::phases>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_PHASES)),
    figure<&StableFigures::levels>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_TEST_LEVELS)),
    figure<&StableFigures::threshold>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_OUTLIER_THRESHOLD)),
    figure<&StableFigures::width>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_TAPER_WIDTH)),
    figure<&StableFigures::drift>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_DEVIATION_SENSITIVITY)),
    figure<&StableFigures::distance_bound>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_MINIMIZER_SENSITIVITY)),
    figure<&StableFigures::baseline_noise>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_BASELINE_NOISE_STDDEV)),
    open_figure<&StableFigures::unstable_probability>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_UNSTABLE_PROBABILITY)),
};

// Other calibrations than the exact one are refused.
constexpr int32_t kOutputOptions[] = {DPCVX_PLAN_OPTION_SMOOTHING,
                                      DPCVX_PLAN_OPTION_TOLERANCE,
                                      DPCVX_PLAN_OPTION_NOISE_CALIBRATION,
                                      DPCVX_PLAN_OPTION_SCHEDULE,
                                      DPCVX_PLAN_OPTION_OUTLIERS,
                                      DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD,
                                      DPCVX_PLAN_OPTION_MAX_UNSTABLE_PROBABILITY,
                                      DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION};
constexpr int32_t kPhasedOptions[] = {DPCVX_PLAN_OPTION_SMOOTHING,
                                      DPCVX_PLAN_OPTION_TOLERANCE,
                                      DPCVX_PLAN_OPTION_NOISE_CALIBRATION,
                                      DPCVX_PLAN_OPTION_SCHEDULE,
                                      DPCVX_PLAN_OPTION_OUTLIERS,
                                      DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD,
                                      DPCVX_PLAN_OPTION_MAX_UNSTABLE_PROBABILITY,
                                      DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION,
                                      DPCVX_PLAN_OPTION_PHASES};
constexpr int32_t kStrongOptions[] = {DPCVX_PLAN_OPTION_SMOOTHING,
                                      DPCVX_PLAN_OPTION_TOLERANCE,
                                      DPCVX_PLAN_OPTION_NOISE_CALIBRATION,
                                      DPCVX_PLAN_OPTION_SCHEDULE,
                                      DPCVX_PLAN_OPTION_OUTLIERS,
                                      DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD,
                                      DPCVX_PLAN_OPTION_MAX_UNSTABLE_PROBABILITY,
                                      DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION,
                                      DPCVX_PLAN_OPTION_PHASES,
                                      DPCVX_PLAN_OPTION_FIRST_PHASE_FRACTION};

constexpr char kMinimizer[] = "the minimiser", kLastMinimizer[] = "the last minimiser";

// Minimisers with quadratics about the one before, each plus noise.
void answer(const TypicalData &data, const Proposal &proposal, double width, double pull, Answers *answers) {
  const StablePhases &phases = proposal.run.as<StablePhases>();
  for (int axis = 0; axis < data.axes(); ++axis) {
    double share = 0, variance = 0, noise = 0, own = 0;
    for (int32_t i = 0; i < phases.count; ++i) {
      const StablePhase &phase = phases.at(i, phases.typical);
      const Bend bend(data, axis, width, phase.prox + pull);
      const double kept = phase.prox / bend.whole;
      noise = mechanism::noise_scale(phase.noise);
      share = bend.share + kept * share;
      own = kept * kept * variance;
      if (phase.share < 1) own += data.scatter(axis) / (data.units() * phase.share * bend.whole * bend.whole);
      variance = own + noise * noise;
    }
    answers->inside[axis] = {share, own};
    answers->out[axis] = {share, variance};
  }
  project(data, answers->out);
}

// How often a threshold fails typical data that was declared by someone who means it to hold, and how often one that
// was estimated privately. The first has not been measured by itself; the second was one in five. They decide how
// these methods are ranked (risk/automatic_constants.h).
constexpr double kDeclaredFailure = 0.05, kEstimatedFailure = 0.2;

// How often typical data are found unstable. A bound that says less than what is usual says nothing.
double expected_failure(const Proposal &proposal) {
  const double bound = proposal.own.as<StableFigures>().unstable_probability;
  if (bound < INFINITY) return std::min(bound, kEstimatedFailure);
  return proposal.run.as<StablePhases>().candidates.count() > 0 ? kEstimatedFailure : kDeclaredFailure;
}

// Adds what is lost where nothing is released.
double add_unstable(const TypicalData &data, const Proposal &proposal, double risk) {
  const double released = data.measured_of_quadratics(risk);
  const Responses none{};
  return released + expected_failure(proposal) * std::max(0.0, data.risk(none) - released);
}

constexpr RiskModel kRisk{answer, nullptr, nullptr, add_unstable};

// A threshold that is estimated privately decides the noise.
double standard_error(const Proposal &proposal) {
  return proposal.run.as<StablePhases>().candidates.count() == 0 ? proposal.noise : 0;
}

// What a score says: of certified minima deletions are tried, and no unit's gradient drifts.
void write_score(const StableFigures &own, Text &text) {
  if (own.drift > 0)
    text.format("Stability: a score of r says that all but r units' gradients are within %s + %s r of their mean\n",
                shown(own.threshold).text, shown(own.drift).text);
  else
    text.add("Stability: a score of r says that without r units no deletion of others moves the minimiser far\n");
  text.format("Test: scores up to %s may pass; then one unit moves what is released by at most %s%s\n",
              show(own.levels - 1).text, shown(own.distance_bound).text, own.phases > 1 ? " in the first phase" : "");
}

// Utility alone rests on it: data that are otherwise are refused after the charge.
void write_assumption(const StableFigures &own, Text &text) {
  if (own.unstable_probability < 1)
    text.add(
        "Assumed of units: records of all are draws from one population. Units that differ make the release fail more "
        "often than is stated\n");
  else
    text.format("Assumed of units: gradients of nearly all are within %s of their mean. Otherwise the release fails\n",
                shown(own.threshold).text);
}

void write_stability(const Figures &figures, Text &text) {
  const StableFigures &own = figures.own.as<StableFigures>();
  write_score(own, text);
  write_assumption(own, text);
  text.format("Unstable, so that nothing%s is released: ", own.phases > 1 ? " more" : "");
  if (own.unstable_probability < 1)
    text.format("with probability at most %s for interchangeable units\n", shown(own.unstable_probability).text);
  else
    text.format("how often is not known%s\n", own.unstable_probability < INFINITY ? " for so low a threshold" : "");
  text.format("Noise without regard to stability: %s\n", shown(own.baseline_noise).text);
}

void write_output_work(const Proposal &proposal, Text &text) {
  const StableFigures &own = proposal.own.as<StableFigures>();
  text.format("Minimiser: found within %s; quadratic of %s added; about %s over the data\n", shown(own.tolerance).text,
              shown(own.added_l2).text, show_count(shown(proposal.passes), "pass", "passes").text);
  write_noise(proposal, kMinimizer, true, text);
}

void write_phased_work(const Proposal &proposal, Text &text) {
  const StableFigures &own = proposal.own.as<StableFigures>();
  text.format("Phases: %s; minimisers found within %s; a quadratic of %s added to the first; about %s over the data\n",
              show(own.phases).text, shown(own.tolerance).text, shown(own.added_l2).text,
              show_count(shown(proposal.passes), "pass", "passes").text);
  write_noise(proposal, kLastMinimizer, true, text);
}

template <void (*write_work)(const Proposal &, Text &)>
void write_plan(const Settings &settings, const Proposal &proposal, Text &text) {
  write_work(proposal, text);
  write_stability(proposal, text);
  write_calibration(settings, INFINITY, text);
  write_gradient_norm(proposal, "", text);
}

constexpr Method output() {
  Method method;
  method.number = DPCVX_METHOD_STABLE_OUTPUT;
  method.name = "stable output";
  method.noised = kMinimizer;
  method.may_lack_result = true;
  method.figures = kRows;
  method.options = kOutputOptions;
  method.propose = propose_stable_output;
  method.fit = fit_by<StableOutputRun>;
  method.risk = &kRisk;
  method.standard_error = standard_error;
  method.write_plan = write_plan<write_output_work>;
  method.write_report = write_stability;
  return method;
}

constexpr Method phased(int32_t number, const char *name, OptionKeys options, decltype(Method::propose) propose) {
  Method method = output();
  method.number = number;
  method.name = name;
  method.step = "phase";
  method.noised = kLastMinimizer;
  method.options = options;
  method.propose = propose;
  method.fit = fit_by<PhasedRun>;
  method.standard_error = nullptr;
  method.write_plan = write_plan<write_phased_work>;
  return method;
}

}  // namespace

constexpr Method kStableOutput = output();
constexpr Method kPhasedErm = phased(DPCVX_METHOD_PHASED_ERM, "phased ERM", kPhasedOptions, propose_phased_erm);
constexpr Method kPhasedSco = phased(DPCVX_METHOD_PHASED_SCO, "phased SCO", kPhasedOptions, propose_phased_sco);
constexpr Method kStronglyConvexErm =
    phased(DPCVX_METHOD_STRONGLY_CONVEX_ERM, "strongly convex ERM", kStrongOptions, propose_strongly_convex_erm);
constexpr Method kStronglyConvexSco =
    phased(DPCVX_METHOD_STRONGLY_CONVEX_SCO, "strongly convex SCO", kStrongOptions, propose_strongly_convex_sco);

}  // namespace dpcvx::solve
