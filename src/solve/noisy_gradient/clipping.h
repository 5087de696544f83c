// What the methods that add noise to sums of gradients have in common: how gradients are clipped, what the record says
// of the steps.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_CLIPPING_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_CLIPPING_H_

#include "privacy/guarantee/guarantee.h"
#include "solve/core/proposal.h"
#include "solve/noisy_gradient/adaptive_clip.h"
#include "solve/noisy_gradient/figures.h"

namespace dpcvx::solve {

// How gradients are clipped, and at what norm.
void choose_clip(const model::Objective &objective, const Settings &settings, Figures *figures);

// The radius that steps are planned for, over the first: 1 for a clip that does not move.
double planned_share(const Figures &figures);

// The time that the intercept of users' quantiles takes to come from the middle of labels to where they lie; else 0.
double least_time(const model::Objective &objective, const Settings &settings, const Figures &figures);

// What gradient sums are clipped to: nothing where the objective itself keeps gradients within that bound.
model::Clip clip_of(const model::Objective &objective, const Figures &figures);

// What a sum of per-unit gradients can change by between neighbours: a unit's share of at most `bound`, and twice the
// rounding error of a sum.
double sum_sensitivity(int32_t adjacency, double bound, double error);

// Noise is added to sums of this many entries, in multiples of noise_unit(), which change by at most
// noise_sensitivity() between neighbours of at most `max_units` units: gradients' entries as they are, or in units of
// the radius, lifted where the clip is adaptive.
size_t noise_entries(int32_t adjacency, const model::Objective &objective, const Figures &figures);
double noise_unit(const Figures &figures);
double noise_sensitivity(int32_t adjacency, const model::Objective &objective, const Figures &figures,
                         double max_units);

model::Lift lift_for(int32_t adjacency, const GradientFigures &figures);
// How an adaptive clip moves; for a proposal whose figures are complete. Sums are divided by `divisor`.
AdaptiveClipRule adaptive_rule(int32_t adjacency, const Proposal &proposal, double divisor);
// Whether users are said to have so many records that their first radius need not be told by their number.
bool declares_many_records(const model::Objective &objective);
// Whether the radius follows the lengths of users' gradients.
bool follows_users(const Proposal &proposal);
// The share of users that such a clip is to shorten in the long run: 1 - q. 0 for clips that do not move that way.
double share_to_clip(const Proposal &proposal);
// Where the radius of such a clip is expected to settle if users' mean gradients have about this length.
double expected_radius(const Proposal &proposal, double length);
// Refuses what an adaptive clip does not go with. Returns whether it did.
bool refuse_adaptive(const model::Objective &objective, const Settings &settings, Proposal *proposal);

// The constants of the steps and of their noise.
void describe_steps(const Proposal &proposal, privacy::Guarantee &record);

}  // namespace dpcvx::solve

#endif
