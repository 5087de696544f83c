// What steps of quantiles of records do beside those of other losses, by public numbers alone: they begin at the
// median, and shrink where iterates have come to rest.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_QUANTILE_STEPS_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_QUANTILE_STEPS_H_

#include <cmath>

#include "solve/core/proposal.h"
#include "solve/noisy_gradient/figures.h"
#include "solve/noisy_gradient/full_batch_plan.h"

namespace dpcvx::solve {

// ---- Steps that shrink
//
// At rest an iterate w_t is off by noise that grows with the step size. Mean gradients over such iterates are 0 where
// the quantile of label - x'(w_t - w) is right, w their average. That is farther out than the quantile of labels where
// noise is about as large as residuals. Shorter steps leave less of it, and have time enough where rest comes early.

// The last step over the first, at most 1. It is 1 for other losses and units, for penalties and
// domains, and where the caller gave step size or momentum.
double last_pace(const model::Objective &objective, const Settings &settings, const Figures &figures);

constexpr double kFullPace = 0.25;  // the share of steps before they shrink

// What a step is multiplied by once a share `done` of the steps is taken: 1 up to a quarter, then it falls by the same
// factor a step.
double pace_at(double last, double done);

// Means over all steps of that pace, and of its square.
double mean_pace(double last);
double mean_square_pace(double last);

// The predicted risk R^2 / (2 tau) + noise of a walk that is planned at full pace. Paces p_t of mean square s give at
// most R^2 / (2 tau) + noise s for the mean of p_t (F(w_t) - F). No p_t is below the last one, so the plain mean of
// iterates has 1 / last times as much.
double settled_risk(double risk, double reach, double time, double last);

// ---- Steps of the median
//
// Residuals are rarer about an outer quantile than about the median, and its steeper slope asks for more noise. So
// noise moves its models several times as far. Models of the median lie near in most tables. So the first steps are
// along gradients of the absolute loss, and the others start where those end. All gradients are clipped to the same
// norm and have the same noise: the charge is that of as many steps of one kind (PROOFS.md, section 1).

// The steps of the median, and the objectives of those after them, as a run needs them.
struct MedianStart {
  // An envelope is least off the quantile, by up to half of its width. Where steps shrink it may
  // bend as much more as they are shorter. So it gets narrower with them, in stages.
  static constexpr int kStages = 8;

  model::SharedObjective objective;          // of the absolute loss, in an envelope
  Figures figures;                           // of these steps alone
  model::SharedObjective narrower[kStages];  // of the quantile; none where its steps keep their size
};

// The width of the quantile's envelope in a stage, over the first.
double width_of_stage(double last_pace, int stage);
// The stage of the quantile's steps when this share of them is done.
int stage_at(double done);

// The steps of the median where a proposal has some; else null.
const MedianStart *median_start(const Proposal &proposal);
// The steps of the loss itself.
int64_t own_steps(const Proposal &proposal);

// README.md has the tables that these were chosen on.
constexpr double kMedianShare = 0.3;       // of the steps, which all cost alike
constexpr double kNearerThanModels = 0.5;  // the radius of the quantile's steps, over that of models

// Whether a fit begins so: quantiles of records on R^d, without penalties, whose steps the caller left open.
bool starts_at_median(const model::Objective &given, const Settings &settings, const Proposal &proposal);

// What is left to the steps of the quantile: of the limit on passes and of given steps; of mu, and how far they go.
Settings settings_after_median(const Settings &settings);
template <class Inputs>
void begin_after_median(Inputs *inputs) {
  inputs->mu *= std::sqrt(1 - kMedianShare);
  inputs->reach *= kNearerThanModels;
}

// The number of these steps, beside so many of the quantile, or of a given number in all.
int64_t median_steps(const Settings &settings, int64_t own);

// Makes the objective of the median's steps, whose number the settings give, and room for their figures. Makes those of
// the quantile's stages too.
dpcvx_status make_median_start(const model::Objective &given, const Settings &settings, FullBatchInputs *inputs,
                               Proposal *proposal, Error &error);

// Adds steps of the median to a proposal that has the steps of its own already. `inputs` are those of the whole price
// and radius. `plan_steps(facts, settings)` plans the steps of an objective whose smoothness is in the facts.
template <class PlanSteps>
dpcvx_status add_median_start(const model::Objective &given, const Settings &settings, const FullBatchInputs &inputs,
                              const PlanSteps &plan_steps, Proposal *proposal, Error &error) {
  Settings first = settings;
  first.steps = median_steps(settings, proposal->steps);
  FullBatchInputs facts = inputs;
  DPCVX_TRY(make_median_start(given, first, &facts, proposal, error));
  const auto plan = plan_steps(facts, first);
  MedianStart &start = proposal->run.as<MedianStart>();
  start.figures.steps = first.steps;
  GradientFigures &own = start.figures.own.as<GradientFigures>();
  own = proposal->own.as<GradientFigures>();
  own.step_size = plan.step_size;
  own.momentum = plan.momentum;
  own.average = plan.tail;
  own.last_pace = 1;
  proposal->steps += first.steps;
  proposal->after_median = true;
  return DPCVX_OK;
}

}  // namespace dpcvx::solve

#endif
