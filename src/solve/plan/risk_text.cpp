#include "solve/plan/risk_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "model/losses/traits.h"
#include "solve/core/report_lines.h"
#include "solve/risk/automatic_constants.h"

namespace dpcvx::solve {

namespace {

// From this share of a constant's risk on fits are said to be perhaps no better. Of six such cells of storms, wages and
// grades four gained less than half of what there is to learn. Fits of murders' skewed labels gained nothing at 0.33 to
// 0.65 (README.md).
constexpr double kDoubtfulWorth = 0.3;

// What a constant predicts.
const char *constant_of(const model::LossSpec &loss) {
  const model::LossTraits traits = model::traits_of(loss);
  return !model::is_regression(traits.task)                           ? "the most frequent class"
         : traits.task == model::LossTask::kCounts                    ? "the mean rate"
         : traits.parameter.option == DPCVX_OBJECTIVE_OPTION_QUANTILE ? "the labels' quantile"
                                                                      : "the mean";
}

// A share as percents, with as few digits as a public model deserves and no exponent needs.
ShownNumber percents(double share) { return show_short(100 * share, share < 0.1 ? 2 : share < 10 ? 3 : 6); }

// "all of", or "12 % of": how much of something noise costs.
ShownNumber cost_of(const Figures &figures) {
  const double share = figures.typical_risk / figures.trivial_risk;
  ShownNumber cost;
  if (share < 1)
    std::snprintf(cost.text, sizeof(cost.text), "%.24s %% of", percents(share).text);
  else
    std::snprintf(cost.text, sizeof(cost.text), "all of");
  return cost;
}

// Where no model of typical data tells, the bound stands for the typical risk.
bool is_modelled(const Figures &figures) { return figures.typical_risk != figures.predicted_risk; }

}  // namespace

bool no_worth(const Figures &figures) { return figures.typical_risk >= kNoWorth * figures.trivial_risk; }

void write_worth(const Figures &figures, const model::LossSpec &loss, Text &text) {
  text.format(
      "likely no better than %s. On typical data, by a public model, noise and clips cost %s what there is to "
      "learn: the fit has a risk of %s, a constant %s. At %s %% or more most fits that were measured were no better. "
      "More units, a greater epsilon or fewer columns help\n",
      constant_of(loss), cost_of(figures).text, shown(figures.typical_risk).text, shown(figures.trivial_risk).text,
      percents(kNoWorth).text);
}

// Noise costs about the same for all labels and columns. What there is to learn falls as the square of how far labels
// scatter, and as the chance that two labels differ. Columns may tell less of them than typical ones.
void write_break_even(const Figures &figures, const model::LossSpec &loss, double label_scale, Text &text) {
  if (!(figures.trivial_risk < INFINITY) || !(figures.typical_risk > 0) || no_worth(figures)) return;
  const model::LossTask task = model::traits_of(loss).task;
  if (figures.typical_risk >= kDoubtfulWorth * figures.trivial_risk)
    text.format(
        "Worth: perhaps no better than %s, as noise and clips cost %s what there is to learn on typical "
        "data\n",
        constant_of(loss), cost_of(figures).text);
  const double share = figures.typical_risk / (kNoWorth * figures.trivial_risk);
  if (task == model::LossTask::kNumbers && label_scale < INFINITY) {
    const double typical = label_scale * std::hypot(kLabelDecisionDeviation, kLabelResidualDeviation);
    text.format(
        "A constant does as well where labels scatter by less than about %s, their standard deviation; on "
        "typical data they do by %s. If labels fill little of their range, the fit may be worse than a constant. A "
        "narrower range that holds them may help\n",
        shown(typical * std::sqrt(share)).text, shown(typical).text);
  }
  if (!model::is_regression(task)) {
    const double classes = task == model::LossTask::kClasses ? static_cast<double>(loss.classes) : 2;
    const double differ = share * (1 - 1 / classes);  // 2 q (1 - q) of the share q
    text.format("If under %s %% of labels are %s, a constant does as well\n",
                percents((1 - std::sqrt(std::max(0.0, 1 - 2 * differ))) / 2).text,
                classes == 2 ? "in the rarer class" : "not in the most frequent class");
  }
  const bool squares = loss.kind == DPCVX_LOSS_SQUARED;  // the loss is half the square
  text.format("A constant does as well if the columns take less than about %s off its %s\n",
              shown((squares ? 2 : 1) * figures.typical_risk).text, squares ? "mean squared error" : "average loss");
}

void write_typical_risk(const Figures &figures, const model::LossSpec *loss, bool has_units, bool shortens,
                        Text &text) {
  if (!is_modelled(figures)) return;
  text.format("Typical risk: %s in average loss beyond the best model, expected by a public model of data",
              shown(figures.typical_risk).text);
  if (figures.trivial_risk < INFINITY)
    text.format(". A constant prediction has %s there, which is what there is to learn: noise and clips cost %s it",
                shown(figures.trivial_risk).text, cost_of(figures).text);
  text.add("\n");
  if (loss != nullptr && shortens) text.add("Not counted: how rows that are shortened to row_bound bend the model\n");
  const int32_t kind = loss != nullptr ? loss->kind : DPCVX_LOSS_CALLBACK;
  const char *const units =
      has_units ? "In the units of the labels" : "In half widths of the range of the labels, which is to be released";
  if (kind == DPCVX_LOSS_SQUARED)
    text.format("%s: off the best predictions by %s, the root of the mean square, for labels that fill their range\n",
                units, shown(std::sqrt(2 * figures.typical_risk)).text);
  if (kind == DPCVX_LOSS_ABSOLUTE || kind == DPCVX_LOSS_PINBALL)
    text.format("%s: a mean loss of %s beyond that of the best predictions, for labels that fill their range\n", units,
                shown(figures.typical_risk).text);
}

void write_worst_case(const Method &method, const Figures &figures, bool after_median, Text &text) {
  const bool clips = method.knows(DPCVX_PLAN_OPTION_CLIPPING_NORM);
  text.format("Worst-case bound: %s, for any data%s%s, beyond the best model at a distance of at most %s from %s",
              shown(figures.predicted_risk).text, clips ? " whose gradients the clip leaves whole" : "",
              method.may_lack_result ? " of which a model is released" : "", shown(figures.radius).text,
              after_median ? "where the steps of the median end" : "the start");
  if (tells_nothing(figures))
    text.format(". It tells nothing here: for any data the start itself has at most %s",
                shown(figures.start_risk).text);
  text.add("\n");
  if (figures.population_risk < INFINITY)
    text.format("Bound on the population, in expectation: %s%s\n", shown(figures.population_risk).text,
                figures.population_risk >= figures.start_risk ? ". It tells nothing here" : "");
}

void write_bound(const Figures &figures, Text &text) {
  if (tells_nothing(figures))
    text.add("no bound of use");
  else
    text.format("bound %s", shown(figures.predicted_risk).text);
}

}  // namespace dpcvx::solve
