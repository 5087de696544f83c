#include "solve/exponential/methods.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "base/text.h"
#include "model/domains/domain_words.h"
#include "solve/core/report_lines.h"
#include "solve/core/sharp_loss.h"
#include "solve/exponential/density.h"
#include "solve/exponential/method.h"
#include "solve/fit/run_method.h"
#include "solve/risk/automatic_constants.h"
#include "solve/risk/expected_risk.h"

namespace dpcvx::solve {

namespace {

constexpr FigureRow kRows[] = {
    figure<&DensityFigures::step_size>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_STEP_SIZE)),
    figure<&DensityFigures::scale>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_INVERSE_TEMPERATURE)),
    open_figure<&DensityFigures::geometry>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_GEOMETRY)),
    figure<&DensityFigures::regularizer>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_REGULARIZER_WEIGHT)),
    figure<&DensityFigures::strong_convexity>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_STRONG_CONVEXITY)),
    open_figure<&DensityFigures::theta>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_REGULARIZER_RANGE)),
    open_figure<&DensityFigures::likely_risk>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_HIGH_PROBABILITY_RISK)),
    open_figure<&DensityFigures::confidence>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_FAILURE_PROBABILITY)),
    figure<&DensityFigures::density_mu>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_DENSITY_MU)),
    open_figure<&DensityFigures::sampler_mu>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_SAMPLER_MU)),
    open_figure<&DensityFigures::arithmetic_mu>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_ARITHMETIC_MU)),
    figure<&DensityFigures::distance>(DPCVX_NAMED(DPCVX_PLAN_FIGURE_START_DISTANCE)),
};

constexpr int32_t kOptions[] = {DPCVX_PLAN_OPTION_STEPS,           DPCVX_PLAN_OPTION_STEP_SIZE,
                                DPCVX_PLAN_OPTION_SMOOTHING,       DPCVX_PLAN_OPTION_TARGET,
                                DPCVX_PLAN_OPTION_GEOMETRY,        DPCVX_PLAN_OPTION_FAILURE_PROBABILITY,
                                DPCVX_PLAN_OPTION_SAMPLER_FRACTION};

constexpr double kMaxPassesByName = 10000;

// A draw from exp(-k (F + weight r)): about a normal law.
void answer(const TypicalData &data, const Proposal &proposal, double width, double pull, Answers *answers) {
  const DensityFigures &own = proposal.own.as<DensityFigures>();
  // Regularizers of norms below 2 are steeper where entries are alike than where they bend least.
  const double alike = own.geometry < 2 ? own.regularizer * 2 * own.theta / (proposal.radius * proposal.radius) *
                                              std::pow(data.dimension(), 2 / own.geometry - 1) * std::exp(-2.0)
                                        : 0;
  const double added = std::max(own.strong_convexity / own.scale - data.l2(), alike / own.scale);
  for (int axis = 0; axis < data.axes(); ++axis) {
    const Bend bend(data, axis, width, added + pull);
    answers->out[axis] = answers->inside[axis] = {bend.share, 1 / (own.scale * bend.whole)};
  }
}

// A uniform draw from a ball.
double room(const TypicalData &data) { return data.dimension() / (data.dimension() + 2); }

double measured(const TypicalData &data, const Proposal &, double risk) {
  return data.of_classes() ? data.measured_of_quadratics(risk) : kDensitiesOnNumbers * risk;
}

constexpr RiskModel kRisk{answer, nullptr, room, measured};

// Draws from densities with corners take long where many records share one, and so they do where bends are narrow. At
// wider ones no data make a round take more than kMaxTries tries on average, from a tangent at the draw's mode.
bool may_take_long(const Proposal &proposal) {
  constexpr double kMaxTries = 1000;
  if (!has_sharp_loss(*proposal.objective)) return !(proposal.objective->smoothness() < INFINITY);
  const DensityFigures &own = proposal.own.as<DensityFigures>();
  const sample::SharedBends bends = shared_bends(*proposal.objective, own.scale);
  return bends.max_log_tries(std::sqrt(own.step_size)) > std::log(kMaxTries);
}

void write_density(const Figures &figures, Text &text) {
  const DensityFigures &own = figures.own.as<DensityFigures>();
  text.format("Density: exp(-%s (loss + %s r)), r the regularizer of the l%s norm\n", shown(own.scale).text,
              shown(own.regularizer / own.scale).text, model::show_order(own.geometry).text);
  text.format("Sampler: %s of step size %s, about %s over the data\n", show_count(figures.steps, "round").text,
              shown(own.step_size).text, show_count(shown(figures.passes), "pass", "passes").text);
  text.format("Mu: %s of the density, %s of the sampler, %s of arithmetic\n", shown(own.density_mu).text,
              shown(2 * own.sampler_mu).text, shown(2 * own.arithmetic_mu).text);
  text.format("Spread: standard deviation of at most %s in every direction\n", shown(figures.noise).text);
  text.format("Excess risk: at most %s with probability at least %s%s\n", shown(own.likely_risk).text,
              shown(1 - own.confidence).text,
              own.likely_risk >= figures.start_risk ? ". It tells nothing here: the start has no greater one" : "");
  text.format("Distances: in the l%s norm, of singular values where rows are matrices\n",
              model::show_order(own.geometry).text);
}

void write_plan(const Settings &, const Proposal &proposal, Text &text) {
  write_density(proposal, text);
  write_gradient_norm(proposal, " in the dual norm", text);
  const double share = proposal.own.as<DensityFigures>().density_share;
  if (share < 1)
    text.format(
        "Limited: a density as narrow as the price allows costs arithmetic too much; it takes %s of what it "
        "could, and the rest of the price is not charged\n",
        shown(share).text);
  if (proposal.own.as<DensityFigures>().may_be_direct)
    text.format(
        "Direct draw: tried first. Where no record weighs much it takes a small part of the expected time, which is "
        "that of the rounds\n");
  if (may_take_long(proposal))
    text.format(
        "Corners: nothing bounds the time of a fit. Where many records share a corner of the loss it may take many "
        "times what is expected. A smaller price helps. Two options of dpcvx_plan_create help too: "
        "DPCVX_PLAN_OPTION_SMOOTHING rounds corners over that width of the decision value, and "
        "DPCVX_PLAN_OPTION_STEP_SIZE may be smaller\n");
  if (!proposal.objective->row_map().matrix || !(proposal.own.as<DensityFigures>().geometry < 2)) return;
  text.format(
      "Rank: where rows have rank one (x z'), all their norms are alike. DPCVX_PLAN_OPTION_GEOMETRY = 2 is then "
      "better, with a nuclear ball as the domain; noisy gradient descent takes such balls too\n");
}

constexpr Method exponential() {
  Method method;
  method.number = DPCVX_METHOD_EXPONENTIAL_MECHANISM;
  method.name = "exponential mechanism";
  method.step = "step";
  method.figures = kRows;
  method.options = kOptions;
  method.max_passes = kMaxPassesByName;
  method.takes_schatten = true;
  method.propose = propose_exponential_mechanism;
  method.fit = fit_by<ExponentialMechanismRun>;
  method.risk = &kRisk;
  method.may_take_long = may_take_long;
  method.write_plan = write_plan;
  method.write_report = write_density;
  return method;
}

}  // namespace

constexpr Method kExponentialMechanism = exponential();

}  // namespace dpcvx::solve
