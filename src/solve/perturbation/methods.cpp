#include "solve/perturbation/methods.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "base/text.h"
#include "solve/core/report_lines.h"
#include "solve/fit/run_method.h"
#include "solve/perturbation/objective.h"
#include "solve/perturbation/output.h"
#include "solve/perturbation/release_minimizer.h"
#include "solve/risk/expected_risk.h"

namespace dpcvx::solve {

namespace {

constexpr FigureRow kOutputRows[] = {
    figure<&PerturbationFigures::tolerance>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_TOLERANCE)),
    open_figure<&PerturbationFigures::added_l2>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_ADDED_L2)),
};
constexpr FigureRow kObjectiveRows[] = {
    figure<&PerturbationFigures::tolerance>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_TOLERANCE)),
    open_figure<&PerturbationFigures::added_l2>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_ADDED_L2)),
    open_figure<&PerturbationFigures::jacobian_fraction>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_JACOBIAN_FRACTION)),
};

constexpr int32_t kOutputOptions[] = {DPCVX_PLAN_OPTION_SMOOTHING, DPCVX_PLAN_OPTION_TOLERANCE};
constexpr int32_t kObjectiveOptions[] = {DPCVX_PLAN_OPTION_SMOOTHING, DPCVX_PLAN_OPTION_TOLERANCE,
                                         DPCVX_PLAN_OPTION_JACOBIAN_FRACTION};

constexpr char kMinimizer[] = "the minimiser", kLinearTerm[] = "the linear term, over the number of units";

// The minimiser with a quadratic; then noise.
void answer_output(const TypicalData &data, const Proposal &proposal, double width, double pull, Answers *answers) {
  const double added = proposal.own.as<PerturbationFigures>().added_l2;
  for (int axis = 0; axis < data.axes(); ++axis) {
    answers->inside[axis] = {Bend(data, axis, width, added + pull).share, 0};
    answers->out[axis] = {answers->inside[axis].share, proposal.noise * proposal.noise};
  }
  project(data, answers->out);
}

// The minimiser with a linear term; then noise for how near it is found.
void answer_objective(const TypicalData &data, const Proposal &proposal, double width, double pull, Answers *answers) {
  const PerturbationInputs &inputs = proposal.run.as<PerturbationInputs>();
  const double added = proposal.own.as<PerturbationFigures>().added_l2, noise = proposal.noise;
  const double second = noise_deviation(inputs.last_noise, inputs.laplace);
  for (int axis = 0; axis < data.axes(); ++axis) {
    const Bend bend(data, axis, width, added + pull);
    answers->inside[axis] = {bend.share, noise / bend.whole * (noise / bend.whole)};
    answers->out[axis] = {bend.share, answers->inside[axis].variance + second * second};
  }
}

// Adds the cost of linear terms that are steeper than the loss ever is: the minimiser goes as far as the quadratic lets
// it. The length of d normal entries of standard deviation s is about normal with mean s sqrt(d) and s / sqrt(2).
double add_steep_terms(const TypicalData &data, const Proposal &proposal, double risk) {
  double square = 0;
  for (int axis = 0; axis < data.axes(); ++axis)
    square += data.count(axis) * data.steepest(axis) * data.steepest(axis) / data.dimension();
  const double noise = proposal.noise;
  const double spread = noise / std::sqrt(2.0), hold = std::sqrt(square) - noise * std::sqrt(data.dimension());
  const double whole = proposal.own.as<PerturbationFigures>().added_l2 + data.l2(), x = std::max(0.0, hold / spread);
  if (!(spread > 0) || !(whole > 0) || !(x < 40)) return risk + 0;
  const double beyond = spread * (std::exp(-x * x / 2) / std::sqrt(2 * M_PI) - x * std::erfc(x / std::sqrt(2.0)) / 2);
  return risk + std::sqrt(square) * std::min(beyond / whole, data.reach());
}

double measured(const TypicalData &data, const Proposal &, double risk) { return data.measured_of_quadratics(risk); }

constexpr RiskModel kOutputRisk{answer_output, nullptr, nullptr, measured};
constexpr RiskModel kObjectiveRisk{answer_objective, nullptr, nullptr, add_steep_terms};

double standard_error(const Proposal &proposal) { return proposal.noise; }

void write_minimizer(const Proposal &proposal, const char *noised, Text &text) {
  const PerturbationFigures &own = proposal.own.as<PerturbationFigures>();
  text.format("Minimiser: found within %s; quadratic of %s added; about %s over the data\n", shown(own.tolerance).text,
              shown(own.added_l2).text, show_count(shown(proposal.passes), "pass", "passes").text);
  write_noise(proposal, noised, true, text);
  write_gradient_norm(proposal, "", text);
}

void write_output_plan(const Settings &, const Proposal &proposal, Text &text) {
  write_minimizer(proposal, kMinimizer, text);
}

void write_objective_plan(const Settings &, const Proposal &proposal, Text &text) {
  write_minimizer(proposal, kLinearTerm, text);
}

constexpr char kExactPoints[] =
    "who holds a part of the table sees the points of its minimiser, which are not private, and keeps them secret: ask "
    "for it by its DPCVX_METHOD_*";

constexpr Method output() {
  Method method;
  method.number = DPCVX_METHOD_OUTPUT_PERTURBATION;
  method.name = "output perturbation";
  method.noised = kMinimizer;
  method.figures = kOutputRows;
  method.accepts_pure = true;
  method.takes_parts = true;
  method.by_name = kExactPoints;
  method.options = kOutputOptions;
  method.propose = propose_output_perturbation;
  method.fit = fit_by<OutputPerturbationRun>;
  method.risk = &kOutputRisk;
  method.standard_error = standard_error;
  method.write_plan = write_output_plan;
  return method;
}

constexpr Method objective() {
  Method method;
  method.number = DPCVX_METHOD_OBJECTIVE_PERTURBATION;
  method.name = "objective perturbation";
  method.noised = kLinearTerm;
  method.figures = kObjectiveRows;
  method.gains_by_pairs = true;
  method.accepts_pure = true;
  method.takes_parts = true;
  method.by_name = kExactPoints;
  method.options = kObjectiveOptions;
  method.propose = propose_objective_perturbation;
  method.fit = fit_by<ObjectivePerturbationRun>;
  method.risk = &kObjectiveRisk;
  method.write_plan = write_objective_plan;
  return method;
}

}  // namespace

constexpr Method kOutputPerturbation = output(), kObjectivePerturbation = objective();

}  // namespace dpcvx::solve
