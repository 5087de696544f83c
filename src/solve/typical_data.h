// A public model of data as they mostly are, to predict what methods cost on average rather than at worst: it decides
// which one AUTOMATIC takes, and no privacy rests on it.
//
// Rows a of p columns are as long as their bound B. The best model w* has entries of equal size and decision values <a,
// w*> of standard deviation S. Two kinds of tables: plain ones, rows alike in all directions and S = 2 in log-odds and
// for hinges, Y / 4 in regression (labels bounded by Y); and stretched ones, second moments falling along the axes as
// 1, 1/2, ..., 1/p, and w* on half the way (in the logarithm) from there to R. RADIUS states ||w*|| of both; the
// domain's radius bounds it.
//
// About w* the loss curves like kappa per squared decision value, and slopes scatter with variance s^2: kappa = s^2 = E
// phi''(S Z) of logistic losses, Z normal; residuals are two thirds of S wide in regression. Decision values that are
// off by a mean square of D cost Q = kappa D / 2, and at most slope * sqrt(D) where D is large: Q / sqrt(1 + (Q /
// (slope sqrt(D)))^2). Means of users' r records scatter like records over r, and by what users have of their own
// (kOwn). Callers' functions of units curve alike in all directions.
#ifndef DPCVX_SOLVE_TYPICAL_DATA_H_
#define DPCVX_SOLVE_TYPICAL_DATA_H_

#include <cmath>

#include "solve/method.h"

namespace dpcvx::solve {

enum class Tables : int32_t { kPlain, kStretched };

// What a method makes of one axis: its answer is share * (the best of the sample) + noise.
struct Response {
  double share = 0;     // of the target
  double variance = 0;  // of what the method adds at random
};

class TypicalData {
 public:
  static constexpr int kMostAxes = 12;  // axes of like moments are taken together

  // False: nothing public tells of the scale.
  bool prepare(const Problem &problem, const Settings &settings, const Figures &figures, Tables tables);

  int axes() const { return axes_; }
  double count(int axis) const { return count_[axis]; }
  double moment(int axis) const { return moment_[axis]; }  // of rows along each of the axis' directions
  double target(int axis) const { return target_[axis]; }  // |w*| there
  double dimension() const { return dimension_; }
  double reach() const { return reach_; }  // radius of the domain; infinity: all of R^d
  double l2() const { return l2_; }
  // What slopes of average losses reach along an axis where decision values are far off; infinity: no end.
  double steepest(int axis) const { return steepest_ * std::sqrt(moment_[axis]); }
  double units() const { return units_; }
  // Variance of one unit's gradient along a direction, at w*.
  double scatter(int axis) const { return slope_variance_ * unit_share_ * moment_[axis]; }
  // kappa when decision values are off by a mean square of D.
  double curvature(double off) const;

  // Mean square of the decision values' error, and of the coefficients' length.
  double off(const Response *responses) const;
  double square_length(const Response *responses) const;
  // Expected excess risk on the population.
  double risk(const Response *responses) const;

 private:
  void read_loss(const model::Objective &objective);
  void spread(double moments, double decay, double square_target);
  double error(int axis, const Response &response) const;  // mean square of a coefficient's

  int axes_ = 0;
  double count_[kMostAxes], moment_[kMostAxes], target_[kMostAxes];
  double dimension_ = 1, reach_ = INFINITY, l2_ = 0, units_ = 1;
  double signal_ = 1;          // S^2
  double curvature_ = 1;       // kappa where nothing is off
  double slope_variance_ = 1;  // s^2 of a record
  double unit_share_ = 1;      // of a unit's mean
  double steepest_ = INFINITY;
  double fading_ = 0;  // of curvature: 1 / sqrt(1 + fading (off + signal))
  double start_ = 0;   // what of it is there without anything off
};

}  // namespace dpcvx::solve

#endif
