#include "solve/noisy_gradient/methods.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "base/text.h"
#include "model/losses/quantile.h"
#include "numeric/normal.h"
#include "solve/core/report_lines.h"
#include "solve/fit/run_method.h"
#include "solve/noisy_gradient/clipping.h"
#include "solve/noisy_gradient/dp_sgd_gradient.h"
#include "solve/noisy_gradient/full_batch.h"
#include "solve/noisy_gradient/quantile_steps.h"
#include "solve/noisy_gradient/minibatch.h"
#include "solve/risk/automatic_constants.h"
#include "solve/risk/expected_risk.h"

namespace dpcvx::solve {

namespace {

constexpr FigureRow kDescentRows[] = {
    figure<&GradientFigures::step_size>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_STEP_SIZE)),
    figure<&GradientFigures::momentum>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_MOMENTUM)),
    figure<&GradientFigures::average>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_TAIL_AVERAGE_FRACTION)),
    figure<&GradientFigures::batch>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_BATCH_SIZE)),
    figure<&GradientFigures::rate>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_SAMPLING_RATE)),
    figure<&GradientFigures::drop>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_DROP_OVERSIZED_GRADIENTS)),
    figure<&GradientFigures::clipping>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_CLIPPING)),
    figure<&GradientFigures::last_radius>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_LAST_CLIPPING_RADIUS)),
    figure<&GradientFigures::unclipped>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_UNCLIPPED_SHARE)),
};
constexpr FigureRow kSgdGradientRows[] = {
    figure<&GradientFigures::step_size>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_STEP_SIZE)),
    figure<&GradientFigures::average>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_TAIL_AVERAGE_FRACTION)),
    figure<&GradientFigures::batch>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_BATCH_SIZE)),
    figure<&GradientFigures::rate>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_SAMPLING_RATE)),
    figure<&GradientFigures::drop>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_DROP_OVERSIZED_GRADIENTS)),
    open_figure<&GradientFigures::reference_rate>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_REFERENCE_RATE)),
    open_figure<&GradientFigures::reference_noise>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_REFERENCE_NOISE_STDDEV)),
};

constexpr int32_t kDescentOptions[] = {DPCVX_PLAN_OPTION_STEPS,         DPCVX_PLAN_OPTION_STEP_SIZE,
                                       DPCVX_PLAN_OPTION_MOMENTUM,      DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION,
                                       DPCVX_PLAN_OPTION_CLIPPING_NORM, DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS,
                                       DPCVX_PLAN_OPTION_SMOOTHING,     DPCVX_PLAN_OPTION_CLIPPING};
constexpr int32_t kSgdOptions[] = {DPCVX_PLAN_OPTION_STEPS,
                                   DPCVX_PLAN_OPTION_STEP_SIZE,
                                   DPCVX_PLAN_OPTION_MOMENTUM,
                                   DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION,
                                   DPCVX_PLAN_OPTION_BATCH_SIZE,
                                   DPCVX_PLAN_OPTION_CLIPPING_NORM,
                                   DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS,
                                   DPCVX_PLAN_OPTION_SMOOTHING,
                                   DPCVX_PLAN_OPTION_CLIPPING};
// Batches of other sizes, momentum and permutations are refused.
constexpr int32_t kSgdGradientOptions[] = {DPCVX_PLAN_OPTION_STEPS,
                                           DPCVX_PLAN_OPTION_STEP_SIZE,
                                           DPCVX_PLAN_OPTION_MOMENTUM,
                                           DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION,
                                           DPCVX_PLAN_OPTION_BATCH_SIZE,
                                           DPCVX_PLAN_OPTION_CLIPPING_NORM,
                                           DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS,
                                           DPCVX_PLAN_OPTION_SMOOTHING,
                                           DPCVX_PLAN_OPTION_ORDER,
                                           DPCVX_PLAN_OPTION_NOISE_CALIBRATION,
                                           DPCVX_PLAN_OPTION_SCHEDULE};

constexpr char kEachAverage[] = "each average gradient", kEachGradient[] = "each gradient";

// How far the radius of an adaptive clip is expected to be from its first, which the noise is planned for.
double radius_share(const TypicalData &data, const Proposal &proposal) {
  if (!follows_users(proposal) || declares_many_records(*proposal.objective)) return 1;
  return expected_radius(proposal, data.user_gradient()) / proposal.clip;
}

// How much faster steps of the median come to rest: its slopes are +-1 in place of tau and tau - 1, shortened to the
// same norm, and labels are denser about it.
double pace_of_median(const model::Objective &objective) {
  const double tau = model::quantile_of(objective.loss());
  const double rarer = numeric::normal_density(numeric::normal_quantile(tau)) / numeric::normal_density(0);
  return 2 * std::max(tau, 1 - tau) / rarer;
}

// What the steps of the median reached is where the others start. The model's quantiles differ in the intercept alone.
void start_axis_at_median(const TypicalData &data, const Proposal &proposal, double variance, int axis, double width,
                          double pull, Answers *answers) {
  const Figures &figures = median_start(proposal)->figures;
  const GradientFigures &own = figures.own.as<GradientFigures>();
  const IterationParameters steps = iteration_of(figures.steps, own.average, own.step_size, own.momentum);
  Answers first;
  iterate_axis(data, steps, data.taken() * pace_of_median(*proposal.objective), variance, axis, width, pull, &first);
  const Response reached = first.out[axis];
  for (Response *const response : {&answers->out[axis], &answers->inside[axis]}) {
    const double left = std::max(0.0, 1 - response->share);
    response->variance += left * left * reached.variance;
    if (!data.is_intercept(axis)) response->share += left * reached.share;
  }
}

// Steps along gradients with noise, and that of the units they are taken from, at a share of the model's own pace.
void answer_at(double pace, const TypicalData &data, const Proposal &proposal, double width, double pull,
               Answers *answers) {
  const GradientFigures &own = proposal.own.as<GradientFigures>();
  const double radius = radius_share(data, proposal), noise = proposal.noise * radius;
  const IterationParameters steps = iteration_of(
      own_steps(proposal), own.average, own.step_size * mean_pace(own.last_pace) / std::max(1.0, radius), own.momentum);
  const double left_out = own.batch > 0 ? (1 - std::min(1.0, own.rate)) / own.batch : 0;
  const bool adaptive = is_adaptive(own);
  const double taken = adaptive ? 1 : data.taken();
  for (int axis = 0; axis < data.axes(); ++axis) {
    const double scatter = adaptive ? data.scatter(axis) : data.clipped_scatter(axis);
    const double variance = noise * noise + left_out * scatter;
    iterate_axis(data, steps, taken, variance, axis, width, pull, answers, pace);
    if (median_start(proposal) != nullptr) start_axis_at_median(data, proposal, variance, axis, width, pull, answers);
  }
}

void answer(const TypicalData &data, const Proposal &proposal, double width, double pull, Answers *answers) {
  answer_at(1, data, proposal, width, pull, answers);
}

// An average of all iterates keeps those on the way, which an average of the last ones has forgotten.
void answer_of_single(const TypicalData &data, const Proposal &proposal, double width, double pull, Answers *answers) {
  answer_at(data.of_classes() ? 1 : kSinglePaceOnNumbers, data, proposal, width, pull, answers);
}

double max_pull(const Proposal &proposal) {
  const GradientFigures &own = proposal.own.as<GradientFigures>();
  return (1 + own.momentum) / own.step_size;
}

// The risk of adaptive clips of users. Where nearly all users are shortened a fit is not better than a constant, or may
// not be: where few records or none are declared.
double adaptive_risk(const TypicalData &data, const Proposal &proposal, double risk) {
  const double share = share_to_clip(proposal);
  const double lost = declares_many_records(*proposal.objective)
                          ? std::pow(share, kDeclaredClipPower)
                          : kUndeclaredClipWeight * std::pow(share, kUndeclaredClipPower);
  return risk + lost * data.constant_risk();
}

// The first radius of an adaptive clip tells nothing of how many it clips in the end.
double measured(const TypicalData &data, const Proposal &proposal, double risk) {
  const double steps = data.measured_of_steps(risk);
  if (!is_adaptive(proposal.own.as<GradientFigures>())) return steps + data.clipping_risk_of_scaled();
  return follows_users(proposal) ? adaptive_risk(data, proposal, steps) : steps;
}

// Of steps on one unit each, all of which are averaged.
double measured_of_single(const TypicalData &data, const Proposal &, double risk) {
  return (data.of_classes() ? risk : data.scaled(risk, kSingleStepsOnNumbers, 1)) + data.clipping_risk();
}

constexpr RiskModel kRisk{answer, max_pull, nullptr, measured},
    kSingleRisk{answer_of_single, max_pull, nullptr, measured_of_single};

void write_steps(const Proposal &proposal, bool momentum, Text &text) {
  const GradientFigures &own = proposal.own.as<GradientFigures>();
  text.format("Steps: %s of size %s", show(proposal.steps).text, shown(own.step_size).text);
  if (momentum) text.format(", momentum %s", shown(own.momentum).text);
  if (own.last_pace < 1) text.format(", the last %s times as long as the first", shown(own.last_pace).text);
  if (const MedianStart *const start = median_start(proposal))
    text.format("; the first %s are of the median, of size %s", show(start->figures.steps).text,
                shown(start->figures.own.as<GradientFigures>().step_size).text);
  text.format("; %s a step, %s over the data\n", show_count(shown(own.batch), "unit").text,
              show_count(shown(proposal.passes), "pass", "passes").text);
}

void write_clip(const Proposal &proposal, Text &text) {
  const GradientFigures &own = proposal.own.as<GradientFigures>();
  write_gradient_norm(proposal,
                      is_adaptive(own) ? " at first; radius and scales follow the noisy sums"
                      : own.drop       ? ", longer gradients are dropped"
                                       : "",
                      text);
}

void write_plan(const Settings &, const Proposal &proposal, Text &text) {
  write_steps(proposal, true, text);
  write_noise(proposal, kEachAverage, true, text);
  write_clip(proposal, text);
}

void write_sgd_gradient_plan(const Settings &settings, const Proposal &proposal, Text &text) {
  write_steps(proposal, false, text);
  write_noise(proposal, kEachGradient, true, text);
  write_calibration(settings, proposal.own.as<GradientFigures>().reference_noise, text);
  write_clip(proposal, text);
}

// What an adaptive clip came to.
void write_clip_report(const Figures &figures, Text &text) {
  const GradientFigures &own = figures.own.as<GradientFigures>();
  if (is_adaptive(own) && own.last_radius > 0)
    text.format("Clip: radius %s after the last step, unclipped share about %s\n", shown(own.last_radius).text,
                shown(own.unclipped).text);
}

// With all units in each batch it is the other method.
const char *sgd_title(const Figures &figures) {
  return is_full_batch(figures.own.as<GradientFigures>()) ? "noisy gradient descent (noisy SGD with full batches)"
                                                          : "noisy SGD";
}

constexpr Method descent() {
  Method method;
  method.number = DPCVX_METHOD_NOISY_GRADIENT_DESCENT;
  method.name = "noisy gradient descent";
  method.step = "step";
  method.noised = kEachAverage;
  method.figures = kDescentRows;
  method.propose = propose_descent;
  method.fit = fit_by<FullBatchRun>;
  method.risk = &kRisk;
  method.write_plan = write_plan;
  method.write_report = write_clip_report;
  method.options = kDescentOptions;
  method.takes_l1 = true;
  method.takes_parts = true;
  method.takes_schatten = true;
  method.takes_slope = true;
  return method;
}

// It tells the holders of parts keys of batches besides, which they keep secret.
constexpr char kWholePasses[] =
    "each of its steps reads a table in parts whole, and full batches need less noise in as many steps: ask for it by "
    "its DPCVX_METHOD_*";

constexpr Method sgd() {
  Method method = descent();
  method.number = DPCVX_METHOD_NOISY_SGD;
  method.name = "noisy SGD";
  method.title = sgd_title;
  method.by_name = kWholePasses;
  method.propose = propose_sgd;
  method.fit = fit_by<MinibatchRun>;
  method.options = kSgdOptions;
  return method;
}

constexpr Method sgd_gradient() {
  Method method = descent();
  method.number = DPCVX_METHOD_DP_SGD_GRADIENT;
  method.name = "DP-SGD-Gradient";
  method.takes_l1 = false;
  method.takes_parts = false;
  method.takes_slope = false;
  method.noised = kEachGradient;
  method.figures = kSgdGradientRows;
  method.risk = &kSingleRisk;
  method.propose = propose_sgd_gradient;
  method.fit = fit_by<SgdGradientRun>;
  method.write_plan = write_sgd_gradient_plan;
  method.options = kSgdGradientOptions;
  return method;
}

}  // namespace

constexpr Method kNoisyGradientDescent = descent(), kNoisySgd = sgd(), kDpSgdGradient = sgd_gradient();

}  // namespace dpcvx::solve
