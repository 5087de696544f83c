#include "solve/core/default_clip.h"

#include <algorithm>
#include <cmath>

#include "model/losses/traits.h"
#include "privacy/calibration/calibrate.h"
#include "solve/core/planning_radius.h"

namespace dpcvx::solve {

namespace {

// Clips by a signal. The noise that a clip lets through falls with it, and its bias stays.
//
// Of squared losses, whose gradients have no bound: a share of Y B (Y bounds labels, B rows), by z = n mu / dimension.
// Noise of all coordinates together costs the square of the share over z. Tuned on ames, bikes, storms, wages and
// chemistry, and on 2,500 rows of the first one to five numbers of ames and bikes. On whole tables R^2 was best at .03
// for z up to 15, at .1 to .25 for 54, and at .25 to .5 for 185. On few columns it was best at .1 to .3 for z from 40
// to 120, and at .3 to 1 beyond. With a share of .03 (x / 150)^.75, x = n mu / sqrt(dimension), few columns had clips
// that were far too short: room fit, README. The power is below 1, so that noise falls with z: at .85 hardly. At 1.5 of
// x it grew, and R^2 fell where labels fill little of their range.
constexpr double kLeastShare = 0.03, kShareGrows = 0.6, kShareFrom = 5;
// Of losses of classes with units of one record: a share of G, by x = n mu / sqrt(dimension). Gradients are shorter
// than G once rows are told apart. Noisy gradient descent on two tables, x from 10 to 1,474, was best at 0.35 to 0.5
// for x up to 43, at 0.5 to 0.7 up to 431, and at 0.7 to 1 beyond. G lost up to a quarter of the excess risk.
constexpr double kLeastClassShare = 0.5, kClassShareGrows = 0.2, kClassShareFrom = 50;

// Of losses of numbers with corners, whose units are records: a share of G. Gradients are as long as their rows, which
// are mostly far shorter than the bound on them. Clipped so, most have one length, and the quantile stays (PROOFS.md of
// model, section 2). Noisy gradient descent on drugs, bikes and ames at the quantiles .5 and .9, epsilon = .1, .5, 2
// and 8, lost up to 27 % more pinball loss with G, and the same within errors with .12 to .5 G.
constexpr double kQuantileShare = 0.25;

// The share `least` as long as x is below `from`, then growing to 1.
double share_at(double x, double from, double least, double power) {
  return std::min(1.0, least * std::pow(std::max(1.0, x / from), power));
}

// n mu / dimension^power
double signal(const model::Objective &objective, const privacy::Curve &price, double power) {
  return static_cast<double>(objective.units()) * privacy::gaussian_mu_within(price) /
         std::pow(static_cast<double>(objective.dimension()), power);
}

}  // namespace

double clip_of_squares(const model::Objective &objective, const Settings &settings, const privacy::Curve &price) {
  // A short clip weakens the loss against an l1 penalty. At l1 = 0.02, R^2 was 0.26 with a share of 0.03 and 0.88 with
  // the method's own, on 20,000 made rows of 200 columns at epsilon = 0.5.
  if (objective.linear() == nullptr || !model::traits_of(objective.loss()).quadratic || objective.has_l1()) return 0;
  const double z = signal(objective, price, 1);
  if (!(z > 0)) return 0;
  return share_at(z, kShareFrom, kLeastShare, kShareGrows) * objective.constants().gradient_at_zero *
         (label_scale(objective, settings) / objective.loss().label_bound);
}

double clip_of_quantiles(const model::Objective &objective) {
  if (objective.linear() == nullptr || objective.unit() == DPCVX_UNIT_USER) return 0;
  // The clip is of the data's gradients alone: it would weaken them against penalties.
  if (objective.l2() > 0 || objective.has_l1()) return 0;
  const model::LossTraits traits = model::traits_of(objective.loss());
  return traits.task == model::LossTask::kNumbers && traits.cornered ? kQuantileShare * objective.lipschitz() : 0;
}

double clip_of_classes(const model::Objective &objective, const privacy::Curve &price) {
  if (!model::traits_of(objective.loss()).probabilities || objective.unit() == DPCVX_UNIT_USER) return 0;
  const double x = signal(objective, price, 0.5);
  return x > 0 ? share_at(x, kClassShareFrom, kLeastClassShare, kClassShareGrows) * objective.lipschitz() : 0;
}

}  // namespace dpcvx::solve
