// What a direct draw does where its wall binds: the share of a ball's in the proposals, and faces of a box.
#include <algorithm>
#include <cmath>

#include "sample/direct/direct_draw.h"

namespace dpcvx::sample {

namespace {

// Of the share of a wall: steps, and how near the mean distance comes to the radius.
constexpr int kShareSteps = 40;
constexpr double kShareError = 1e-4;

}  // namespace

// How far proposals that have this share of a ball's wall lie within the ball, from the slope and the metric at v:
// R over the root of their mean square distance from its middle, less 1. It grows with the share, almost as a line.
double DirectDraw::within_ball(double share) {
  wall_.set_share(share);
  metric_.set_precision(precision());
  if (!metric_.decompose()) return NAN;
  std::copy(slope_.begin(), slope_.end(), x_.begin());
  wall_.add_slope(1, v_.data(), x_.data());
  metric_.solve(x_.data(), step_.data());
  for (size_t j = 0; j < x_.size(); ++j) x_[j] = v_[j] - step_[j];
  return 1 / std::sqrt(wall_.square(x_.data(), metric_.inverse_trace())) - 1;
}

// The share of a ball's wall with which proposals are taken most often: those whose mean square distance from its
// middle is R^2 (PROOFS.md, section 2). slope_ has that of V without the wall, and then with the share.
bool DirectDraw::share_wall() {
  if (!wall_.is_of_ball()) return true;
  double low = 0, high = 1, at_low = within_ball(low), at_high = at_low;
  if (at_low < 0) at_high = within_ball(high);
  // The Illinois method.
  for (int step = 0; step < kShareSteps && at_low < 0 && at_high > 0; ++step) {
    const double share = low + (high - low) * (at_low / (at_low - at_high)), at = within_ball(share);
    if (std::fabs(at) <= kShareError) break;
    if (at < 0)
      low = share, at_low = at, at_high /= 2;
    else
      high = share, at_high = at, at_low /= 2;
  }
  wall_.add_slope(1, v_.data(), slope_.data());
  return at_low == at_low && at_high == at_high;
}

// Where faces of a box hold the mode, slope_ becomes that of a quadratic without a box whose least point is the same.
void DirectDraw::hold_by_faces(bool anew) {
  if (!faces_.hold(v_.data(), slope_.data(), metric_, anew, step_.data())) return;
  for (size_t i = 0; i < slope_.size(); ++i) {
    double sum = 0;
    for (size_t j = 0; j < slope_.size(); ++j) sum -= metric_.entry(i, j) * step_[j];
    slope_[i] = sum;
  }
}

// About the log of the share of tries that the metric takes beside faces.
double DirectDraw::log_beside_faces() const {
  const size_t d = v_.size(), first = d - faces_.count();
  double sum = 0;
  for (size_t i = first; i < d; ++i) {
    double square = 0;
    for (size_t k = first; k <= i; ++k) square += metric_.factor()[i * d + k] * metric_.factor()[i * d + k];
    sum -= std::log1p(1.6 * square / (u_[i] * u_[i])) / 2;
  }
  return sum;
}

// About the log of the share of tries that the rest of the wall takes.
double DirectDraw::log_within_wall() {
  if (!wall_.is_of_ball()) return 0;
  const double d = static_cast<double>(target_.dimension), size = target_.domain->size();
  const double around = metric_.inverse_trace(), mean = wall_.square(v_.data(), around);
  for (size_t j = 0; j < x_.size(); ++j) x_[j] = v_[j] - target_.domain->centre(static_cast<int64_t>(j));
  const double along = metric_.dual_length(x_.data());
  return wall_.log_mean(mean, std::sqrt(4 * along * along + 2 * around * around / d) / (size * size));
}

// Of what is left of the metric where coordinates at faces are given. Slopes off faces are those that remain where the
// others are at their least points.
bool DirectDraw::fit_beside_faces(double limit) {
  const size_t d = v_.size(), first = d - faces_.count();
  const double leverage = metric_.max_leverage();
  if (!metric_.put_last(faces_.sides())) return false;
  for (size_t i = 0; i < d; ++i) step_[i] = i < first ? slope_[metric_.order(i)] : 0;
  metric_.solve_lower(step_.data(), step_.data());
  double squares = 0;
  for (size_t i = 0; i < first; ++i) squares += step_[i] * step_[i];
  for (size_t i = first; i < d; ++i) {
    const size_t j = metric_.order(i);
    double slope = slope_[j];
    for (size_t k = first; k <= i; ++k) slope += metric_.factor()[i * d + k] * step_[k];
    u_[i] = -slope * faces_.sides()[j];
    if (!faces_.is_at_face(j, v_[j]) || !faces_.set_slope(j, u_[i], metric_.entry(j, j))) return false;
  }
  if (!(squares <= kMaxSlope * kMaxSlope)) return false;
  even_ = EvenFloor(floor_, leverage, std::sqrt(squares) * (1 + 0x1p-10));
  return envelope_.fit(even_, static_cast<double>(std::max<size_t>(first, 1)), limit);
}

}  // namespace dpcvx::sample
