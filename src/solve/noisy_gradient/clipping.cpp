#include "solve/noisy_gradient/clipping.h"

#include <algorithm>
#include <cmath>

#include "model/losses/traits.h"
#include "numeric/directed.h"
#include "numeric/normal.h"
#include "solve/core/planning_radius.h"
#include "solve/noisy_gradient/quantile_steps.h"

namespace dpcvx::solve {

namespace {

using numeric::above;

// Squared and power losses have gradients without a bound on R^d. A domain bounds them by its farthest point, up to 11
// times as much here. Clipped there, R^2 was from -1.2 to 0.32 on six made tables where it is 0.96 to 0.99 at the clip
// of R^d.
//
// Regressions take this share of the gradient at a residual of Y, which is 0.15 Y B W for squares. For these it gave an
// R^2 within 0.02 of the best of 0.05 to 2, for 300 to 20,000 rows and 3 to 30 columns at epsilon = 0.3 and 1. For
// powers of 1.5, shares of 0.1 and 0.2 were within 0.01 of the best of 0.05 to 0.73, for 2,400 x 10 and 6,900 x 57 rows
// and columns at epsilon = 0.2 and 1. The power of a hinge takes its gradient at 0.
constexpr double kResidualShare = 0.15;

// Counts scatter by the root of their mean. They are clipped at this times root M B, M = Y W the greatest count, B
// rows. In simulations of noisy gradient descent that explained within 0.01 of the deviance that the best of 0.125 to 2
// did: 1,000 and 5,000 rows, 3 columns, mean rates of 0.1 to 10, bounds of 5 to 30 times the mean, epsilon = 0.5 and 4.
// Unclipped, it was up to 0.7 less.
constexpr double kRootShare = 0.5;

// Infinite for losses of other labels.
double scatter_of_counts(const model::Objective &objective) {
  const bool counts =
      objective.linear() != nullptr && model::traits_of(objective.loss()).task == model::LossTask::kCounts;
  if (!counts) return INFINITY;
  return kRootShare * objective.lipschitz() /
         std::sqrt(objective.settings().weight_bound * objective.loss().label_bound);
}

// Infinite where nothing public tells.
double growing_gradient(const model::Objective &objective) {
  if (objective.linear() == nullptr) return INFINITY;
  const model::LossTraits traits = model::traits_of(objective.loss());
  if (!traits.slopes_grow) return INFINITY;
  return (traits.task == model::LossTask::kNumbers ? kResidualShare : 1) * objective.constants().gradient_at_zero;
}

// Declared records from which on users start at kManyStart G. Of 300 to 2000 users, x = n mu / d from 0.7 to 28, that
// lost 0.65 to 1.5 times what the best fixed clip did; 0.25 up to 2.1 times, 0.12 up to 1.6 times.
constexpr int64_t kManyRecords = 8;
constexpr double kManyStart = 0.18;
// Other users' first radius, and the one that their steps are planned for, over G / sqrt(m), m their records: about the
// length of a mean gradient, and twice that. With 16 records, the typical number, that is G / 8 and G / 4. Over 13
// cells of users' tables (26, 34 and 5 columns, two to six classes and a median, 105 to 1,377 users, epsilon = 0.5, 2
// and 8) these had 0.5 to 1.1 times the excess risk of a first radius of G / 4 and a floor of G / 8. A floor of G / 32
// was no better than G / 16: on made users of 10 records who differ it had 1.7 times the excess of G / 8 at epsilon =
// 0.5. README has what fewer records gained.
constexpr double kStartShare = 0.5, kPlannedShare = 1, kFloorShare = 0.25, kTopShare = 2;
// Those radii stay within this times the planned one, over the share of units that is to be clipped. Where noise hides
// that share, longer radii add noise and gain nothing: README has the figures.
constexpr double kNearShare = 0.3;
constexpr double kFarRadius = 0x1p20;  // from the first, where nothing bounds gradients
constexpr double kMaxStretch = 4, kStretchSignal = 6;
// Users' quantiles lie |z| = |Phi^-1(tau)| deviations from the middle of labels, and clipped gradients are short. So
// steps travel this long times |z| Y over the square of the intercept's entry, Y the bound of labels. README.md has the
// measurements.
constexpr double kQuantileTime = 3;
constexpr double kStable = 0.95;  // of the steps that keep a heavy ball stable

// Whether the soft count of clipped units moves the radius. Of records that are units the gradients that tell most are
// the few long ones, which a count would clip.
bool radius_moves(const model::Objective &objective) {
  return !(objective.lipschitz() < INFINITY) || objective.unit() == DPCVX_UNIT_USER;
}

struct FirstRadius {
  double radius, planned;
};
FirstRadius first_radius(const model::Objective &objective, const Settings &settings) {
  const double bound = objective.lipschitz();
  const auto alone = [](double radius) { return FirstRadius{radius, radius}; };
  if (settings.clipping_norm > 0) return alone(std::min(settings.clipping_norm, bound));
  if (!(bound < INFINITY)) return alone(growing_gradient(objective));
  if (!radius_moves(objective)) return alone(bound);
  if (declares_many_records(objective)) return alone(kManyStart * bound);
  const double length = bound / std::sqrt(typical_records(objective));
  return {kStartShare * length, kPlannedShare * length};
}

// Whether a clip below G takes the quadratic in. Of sparse rows it would make dense gradients: a pass over 2000 users
// and 2000 columns of 1 % took more than ten times as long.
bool pulls_in(const model::Objective &objective) {
  const model::LinearModel *const linear = objective.linear();
  const bool sparse = linear != nullptr && data::is_sparse(linear->table().features().storage());
  return objective.l2() > 0 && !sparse && objective.has_table();
}

int32_t chosen_clipping(const model::Objective &objective, const Settings &settings) {
  if (settings.clipping != DPCVX_CLIPPING_AUTOMATIC) return settings.clipping;
  if (settings.clipping_norm > 0 || settings.drop_oversized_gradients || !objective.has_table())
    return DPCVX_CLIPPING_FIXED;
  // The bound of a domain on gradients that grow tells too little of them.
  const bool bounded = objective.lipschitz() < INFINITY && !(growing_gradient(objective) < INFINITY);
  const bool adapts = objective.unit() == DPCVX_UNIT_USER && bounded;
  return adapts ? DPCVX_CLIPPING_ADAPTIVE : DPCVX_CLIPPING_FIXED;
}

// Norms that gradients are scaled to may be short. Dropped at those, most gradients of growing slopes would be lost at
// the start: R^2 went from 0.85 to -0.65 in a ball of 3. So a domain's bound stays, where there is one.
double default_norm(const model::Objective &objective, const Settings &settings) {
  const double counts = scatter_of_counts(objective), growing = growing_gradient(objective);
  if (settings.drop_oversized_gradients) return objective.lipschitz() < INFINITY ? counts : growing;
  return settings.default_clip > 0 ? settings.default_clip : std::min(counts, growing);
}

// Where the radius of an adaptive clip stays.
struct RadiusBounds {
  double least, greatest;
};
RadiusBounds radius_bounds(const Proposal &proposal) {
  const model::Objective &objective = *proposal.objective;
  const double bound = objective.lipschitz(), first = proposal.clip;
  if (!(bound < INFINITY)) return {first / kFarRadius, first * kFarRadius};
  const double records = objective.unit() == DPCVX_UNIT_USER ? typical_records(objective) : kTypicalRecords;
  return {std::min(first, kFloorShare * bound / std::sqrt(records)), kTopShare * bound};
}

// Typical risk leaves this limit out. With it plans of 105 users promised less risk than fits had.
RadiusBounds near_bounds(const Proposal &proposal) {
  RadiusBounds bounds = radius_bounds(proposal);
  const double planned = planned_share(proposal);
  if (!follows_users(proposal) || !(planned > 1)) return bounds;
  const double near = kNearShare * planned * proposal.clip / share_to_clip(proposal);
  bounds.greatest = std::clamp(near, bounds.least, bounds.greatest);
  return bounds;
}

// A heavy ball on a quadratic of curvature at most beta is stable where the step times the stretch times beta is below
// 2 (1 + momentum): the stretched Hessian D^(1/2) H D^(1/2) is at most max D beta. There may be more units than are
// nominal, and the sum is then as much more curved. In a domain the projection is not that of stretched steps, and none
// is.
double max_stretch(const model::Objective &objective, const GradientFigures &own, double signal) {
  if (objective.domain() != nullptr || !(signal >= kStretchSignal)) return 1;
  const double curvature = objective.smoothness() * objective.max_share();
  const double stable = kStable * 2 * (1 + own.momentum) / (own.step_size * curvature);
  return std::max(1.0, std::min(kMaxStretch, stable));
}

}  // namespace

void choose_clip(const model::Objective &objective, const Settings &settings, Figures *figures) {
  GradientFigures &own = figures->own.as<GradientFigures>();
  own.drop = settings.drop_oversized_gradients;
  own.clipping = chosen_clipping(objective, settings);
  own.pulled = pulls_in(objective);
  if (is_adaptive(own)) {
    const FirstRadius first = first_radius(objective, settings);
    figures->clip = first.radius;
    own.planned_radius = first.planned;
    return;
  }
  const double norm = settings.clipping_norm > 0 ? settings.clipping_norm : default_norm(objective, settings);
  figures->clip = std::min(norm, objective.lipschitz());
  own.pulled = own.pulled && figures->clip < objective.lipschitz();
  figures->clips_slopes = !own.pulled && objective.unit() != DPCVX_UNIT_USER;
}

double planned_share(const Figures &figures) {
  const GradientFigures &own = figures.own.as<GradientFigures>();
  return own.planned_radius > 0 ? own.planned_radius / figures.clip : 1;
}

double least_time(const model::Objective &objective, const Settings &settings, const Figures &figures) {
  const model::LossSpec &loss = objective.loss();
  if (objective.linear() == nullptr || objective.unit() != DPCVX_UNIT_USER || !objective.settings().intercept) return 0;
  if (!is_adaptive(figures.own.as<GradientFigures>()) || settings.planning_radius > 0) return 0;
  if (model::traits_of(loss).parameter.option != DPCVX_OBJECTIVE_OPTION_QUANTILE) return 0;
  const double entry = std::min(objective.settings().intercept_value, row_length(objective));
  const double deviations = std::fabs(numeric::normal_quantile(loss.parameter));
  return kQuantileTime * deviations * label_scale(objective, settings) / (entry * entry);
}

model::Clip clip_of(const model::Objective &objective, const Figures &figures) {
  const bool bounded = objective.constants().lipschitz_enforced && !(figures.clip < objective.lipschitz());
  return bounded ? model::Clip() : model::Clip{figures.clip, figures.own.as<GradientFigures>().drop};
}

double sum_sensitivity(int32_t adjacency, double bound, double error) {
  const double units = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1;
  return above(above(units * bound) + above(2 * error));
}

size_t noise_entries(int32_t adjacency, const model::Objective &objective, const Figures &figures) {
  return model::LiftedSum::size(objective, lift_for(adjacency, figures.own.as<GradientFigures>()));
}

double noise_unit(const Figures &figures) { return is_in_radii(figures.own.as<GradientFigures>()) ? figures.clip : 1; }

double noise_sensitivity(int32_t adjacency, const model::Objective &objective, const Figures &figures,
                         double max_units) {
  if (!objective.has_table()) return sum_sensitivity(adjacency, figures.clip, 0);  // sums are exact
  if (!is_in_radii(figures.own.as<GradientFigures>()))
    return sum_sensitivity(adjacency, figures.clip,
                           objective.gradient_sum_error(max_units, clip_of(objective, figures)));
  const model::Lift lift = lift_for(adjacency, figures.own.as<GradientFigures>());
  return above(lift.diameter + above(2 * model::LiftedSum::error(objective, lift, max_units)));
}

model::Lift lift_for(int32_t adjacency, const GradientFigures &figures) {
  const bool replaces = adjacency == DPCVX_ADJACENCY_REPLACE_ONE;
  if (!is_adaptive(figures)) return model::Lift::none(replaces ? 2 : 1, figures.drop);
  return replaces ? model::Lift::for_replace_one() : model::Lift::for_add_remove();
}

AdaptiveClipRule adaptive_rule(int32_t adjacency, const Proposal &proposal, double divisor) {
  const model::Objective &objective = *proposal.objective;
  const GradientFigures &own = proposal.own.as<GradientFigures>();
  AdaptiveClipRule rule;
  rule.dimension = static_cast<size_t>(objective.dimension());
  rule.lift = lift_for(adjacency, own);
  rule.divisor = divisor;
  rule.noise = mechanism::noise_scale(proposal.noise_plan);
  rule.start = proposal.clip;
  const double signal =
      clip_signal(static_cast<double>(proposal.steps), divisor, rule.noise, static_cast<double>(objective.dimension()));
  const RadiusBounds bounds = near_bounds(proposal);
  rule.planned = planned_share(proposal) * proposal.clip;
  rule.least = bounds.least;
  rule.greatest = bounds.greatest;
  rule.target = radius_moves(objective) ? target_room(signal) : -1;
  rule.max_stretch = max_stretch(objective, own, signal);
  return rule;
}

// The mean of sqrt(1 - |g / C|^2) is to be q, 1 - q the share to clip.
double expected_radius(const Proposal &proposal, double length) {
  const double q = 1 - share_to_clip(proposal);
  const RadiusBounds bounds = radius_bounds(proposal);
  const double settled = length / std::sqrt(std::max(0x1p-40, 1 - q * q));
  return std::clamp(settled, bounds.least, bounds.greatest);
}

bool declares_many_records(const model::Objective &objective) {
  return objective.settings().min_records_per_user >= kManyRecords;
}

bool follows_users(const Proposal &proposal) {
  const model::Objective &objective = *proposal.objective;
  return is_adaptive(proposal.own.as<GradientFigures>()) && radius_moves(objective) &&
         objective.unit() == DPCVX_UNIT_USER;
}

double share_to_clip(const Proposal &proposal) {
  if (!follows_users(proposal)) return 0;
  // The noise of an average gradient in radii is sigma / b.
  const double signal = clip_signal(static_cast<double>(proposal.steps), proposal.clip, proposal.noise,
                                    static_cast<double>(proposal.objective->dimension()));
  return 1 - target_room(signal);
}

bool refuse_adaptive(const model::Objective &objective, const Settings &settings, Proposal *proposal) {
  if (settings.clipping != DPCVX_CLIPPING_ADAPTIVE) return false;
  if (!objective.has_table()) {
    proposal->refuse(
        "sums of tables that lie elsewhere are of gradients clipped to a fixed norm; accepted: "
        "DPCVX_PLAN_OPTION_CLIPPING = DPCVX_CLIPPING_AUTOMATIC or DPCVX_CLIPPING_FIXED");
    return true;
  }
  if (!settings.drop_oversized_gradients) return false;
  proposal->refuse(
      "DPCVX_CLIPPING_ADAPTIVE scales gradients; accepted: DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS = 0");
  return true;
}

void describe_steps(const Proposal &proposal, privacy::Guarantee &record) {
  using privacy::Origin;
  const GradientFigures &own = proposal.own.as<GradientFigures>();
  const mechanism::NoisePlan &noise = proposal.noise_plan;
  const double lattice = noise.lattice.step() * (own.pulled && !is_adaptive(own) ? proposal.clip : 1);
  if (is_adaptive(own)) {
    record.add_constant("first_clipping_radius", proposal.clip, Origin::kPublic);
    record.add_constant("radius_of_lifted_gradients", 1, Origin::kEnforced);
    record.add_note(
        "each gradient is clipped to norm 1 in units of a radius and scales, which are functions of earlier noisy "
        "sums");
    record.add_note("noisy sums have absolute values of entries too, and a soft count of clipped units");
  } else {
    record.add_constant("clip", proposal.clip, Origin::kEnforced);
    record.add_constant("sensitivity_of_gradient_sum", proposal.sensitivity, Origin::kEnforced);
  }
  if (own.pulled) record.add_note("the quadratic is inside the clip: it is a unit's g + l2 w that is clipped");
  record.add_constant("sensitivity_with_lattice", noise.sensitivity * lattice, Origin::kEnforced);
  record.add_constant("lattice_step", lattice, Origin::kEnforced);
  record.add_constant("noise_of_gradient_sum", noise.scale * lattice, Origin::kEnforced);
  record.add_constant("noise_multiplier", proposal.noise_multiplier, Origin::kEnforced);
  record.add_constant("steps", static_cast<double>(proposal.steps), Origin::kPublic);
  record.add_constant("step_size", own.step_size, Origin::kPublic);
  record.add_constant("momentum", own.momentum, Origin::kPublic);
  record.add_constant("averaged_share", own.average, Origin::kPublic);
  if (own.last_pace < 1) record.add_constant("last_step_over_first", own.last_pace, Origin::kPublic);
  if (const MedianStart *const start = median_start(proposal)) {
    record.add_constant("steps_of_median", static_cast<double>(start->figures.steps), Origin::kPublic);
    record.add_note(
        "the first steps are along gradients of the median's loss, clipped to the same norm; worst_case_risk is for "
        "models "
        "near where these end");
  }
  if (own.may_grow) record.add_note("steps are up to 4 times step_size, by what earlier noisy sums say");
  if (own.carries) record.add_note("the average of iterates is carried on by their momentum");
  const model::Objective &objective = *proposal.objective;
  if (objective.has_l1())
    record.add_note(
        "steps are proximal for the l1 penalty; coefficients whose own best value is 0 are set to it at the end");
  const bool classes = objective.linear() != nullptr && model::traits_of(objective.loss()).probabilities;
  if (classes && !is_adaptive(own) && proposal.clip < objective.lipschitz())
    record.add_note("the clip is below the greatest gradient, which bends probabilities away from 1/2");
}

}  // namespace dpcvx::solve
