#include "solve/sgd_output/methods.h"

#include <algorithm>

#include "base/count.h"
#include "base/text.h"
#include "optimize/sgd_stability.h"
#include "solve/core/report_lines.h"
#include "solve/fit/run_method.h"
#include "solve/risk/automatic_constants.h"
#include "solve/risk/expected_risk.h"
#include "solve/sgd_output/method.h"

namespace dpcvx::solve {

namespace {

using optimize::SgdStabilityInputs;

constexpr FigureRow kRows[] = {
    figure<&SgdOutputFigures::step_size>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_STEP_SIZE)),
    figure<&SgdOutputFigures::average>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_TAIL_AVERAGE_FRACTION)),
    figure<&SgdOutputFigures::batch>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_BATCH_SIZE)),
    figure<&SgdOutputFigures::rate>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_SAMPLING_RATE)),
    figure<&SgdOutputFigures::order>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_ORDER)),
    open_figure<&SgdOutputFigures::reference_rate>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_REFERENCE_RATE)),
    open_figure<&SgdOutputFigures::reference_noise>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_REFERENCE_NOISE_STDDEV)),
};

// Momentum, batches and clipping norms are refused.
constexpr int32_t kOptions[] = {DPCVX_PLAN_OPTION_STEPS,      DPCVX_PLAN_OPTION_STEP_SIZE,
                                DPCVX_PLAN_OPTION_MOMENTUM,   DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION,
                                DPCVX_PLAN_OPTION_BATCH_SIZE, DPCVX_PLAN_OPTION_SMOOTHING,
                                DPCVX_PLAN_OPTION_ORDER,      DPCVX_PLAN_OPTION_NOISE_CALIBRATION,
                                DPCVX_PLAN_OPTION_SCHEDULE};

constexpr char kNoised[] = "the average iterate";
// What passes in permutations leave of the scatter of single units. It decides the automatic choice; it has not been
// measured by itself (risk/automatic_constants.h).
constexpr double kPermutedScatter = 0.3;

// Single units' gradients; noise comes last. Of numbers the pace is that of single units' steps elsewhere, whose
// columns are seldom as long as their bound: with the model's own, 32 rows of a squared loss at epsilon = 10^6 took
// this method and lost .4 of R^2, where steps of full batches lost none.
void answer(const TypicalData &data, const Proposal &proposal, double width, double pull, Answers *answers) {
  const SgdOutputFigures &own = proposal.own.as<SgdOutputFigures>();
  const SgdStabilityInputs &stability = proposal.run.as<SgdStabilityInputs>();
  const double places = stability.units > 0 ? stability.units : data.units();
  const double taken = std::min(1.0, data.units() / places);
  const IterationParameters steps = iteration_of(proposal.steps, own.average, own.step_size, 0);
  const double pace = data.of_classes() ? 1 : kSinglePaceOnNumbers;
  for (int axis = 0; axis < data.axes(); ++axis) {
    const double scatter = taken * data.scatter(axis) * (stability.sampled ? 1 : kPermutedScatter);
    iterate_axis(data, steps, taken, scatter, axis, width, pull, answers, pace);
    answers->out[axis].variance += proposal.noise * proposal.noise;
  }
  project(data, answers->out);
}

double max_pull(const Proposal &proposal) { return 1 / proposal.own.as<SgdOutputFigures>().step_size; }

// Of steps on one unit each, as those of noisy_gradient.
double measured(const TypicalData &data, const Proposal &, double risk) {
  return data.of_classes() ? risk : data.scaled(risk, kSingleStepsOnNumbers, 1);
}

constexpr RiskModel kRisk{answer, max_pull, nullptr, measured};

double standard_error(const Proposal &proposal) { return proposal.noise; }

bool is_permuted(const Proposal &proposal) {
  return proposal.own.as<SgdOutputFigures>().order == DPCVX_SGD_ORDER_PERMUTED;
}

void write_plan(const Settings &settings, const Proposal &proposal, Text &text) {
  const SgdOutputFigures &own = proposal.own.as<SgdOutputFigures>();
  text.format("Steps: %s of size %s; 1 unit a step, %s over the data\n", show(proposal.steps).text,
              shown(own.step_size).text, show_count(shown(proposal.passes), "pass", "passes").text);
  write_noise(proposal, kNoised, true, text);
  text.format("Order of units: %s; it stays secret\n",
              is_permuted(proposal) ? "each pass in a fresh permutation" : "each step takes a uniform unit");
  write_calibration(settings, own.reference_noise, text);
  write_gradient_norm(proposal, "", text);
}

void write_choices(const Proposal &proposal, JsonWriter &json) {
  json.member("order", is_permuted(proposal) ? "permuted" : "sampled");
}

constexpr Method sgd_output() {
  Method method;
  method.number = DPCVX_METHOD_DP_SGD_OUTPUT;
  method.name = "DP-SGD-Output";
  method.step = "step";
  method.noised = kNoised;
  method.figures = kRows;
  method.options = kOptions;
  method.propose = propose_sgd_output;
  method.fit = fit_by<SgdOutputRun>;
  method.risk = &kRisk;
  method.standard_error = standard_error;
  method.write_plan = write_plan;
  method.write_choices = write_choices;
  return method;
}

}  // namespace

constexpr Method kDpSgdOutput = sgd_output();

}  // namespace dpcvx::solve
