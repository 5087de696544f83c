// A public model of data as they mostly are, to predict what methods cost on average rather than at worst: it decides
// which one AUTOMATIC takes, and no privacy rests on it.
//
// Rows a of p columns are as long as their bound B. The best model w* has entries of equal size and decision values <a,
// w*> of standard deviation S. Two kinds of tables: plain ones, rows alike in all directions and S = 2 for classes (in
// log-odds), Y / 4 in regression (labels bounded by Y); and stretched ones, second moments falling along the axes as 1,
// 1/4, ..., 1/p^2, and S twice as great for classes. PLANNING_RADIUS, given, states ||w*|| of both; the domain's radius
// bounds it. A method's typical risk is the geometric mean over both: plain tables are what noise is spread over most
// evenly, the stretched ones what census tables with an intercept are like, where methods that shrink or stop early
// lose.
//
// Losses of classes: for rows with normal entries of second moments M the gradient of the average loss at w is kappa(v)
// M w - kappa(S^2) M w*, v = w' M w the variance of decision values (Stein's lemma), kappa(v) = E phi''(sqrt(v) Z), for
// logistic losses about 1/4 / sqrt(1 + f v), f = pi / 8. So noise in w, which adds to v, flattens the loss, takes
// minima outwards, and costs Phi(v) - kappa(S^2) w' M w*, Phi' = kappa / 2: quadratic where it is little, 0.4 sqrt(v)
// where it is much. Hinges count as logistic. In regression the same with the variance of w - w*, w* the centre, f such
// that large errors cost what slopes allow, 0 for squares; residuals are two thirds of S wide. Slopes scatter with a
// variance of kappa(S^2) (classes), of residuals (squares), or half the square of the steepest. Means of users' r
// records scatter like records over r, and by what users have of their own (kCommonUserScatter). Callers' functions of
// units curve alike in all directions. K classes count as K - 1 outputs, each of them curved by about 1 / K / sqrt(1 +
// f v). Gradients clipped below G curve less, and pull elsewhere (README.md).
#ifndef DPCVX_SOLVE_RISK_DATA_MODEL_H_
#define DPCVX_SOLVE_RISK_DATA_MODEL_H_

#include <cmath>

#include "solve/core/proposal.h"

namespace dpcvx::solve {

enum class Tables : int32_t { kPlain, kStretched };

// What a method makes of one axis: its answer is share * (the best of the sample) + noise.
struct Response {
  double share = 0;     // of the target
  double variance = 0;  // of what the method adds at random
};

// The slopes of a quantile's two sides, as a clip leaves them.
struct CutSlopes {
  double steep, flat;
};

class TypicalData {
 public:
  static constexpr int kMaxGroups = 12;            // axes of like moments are taken together
  static constexpr int kMaxAxes = kMaxGroups + 1;  // and the intercept of a quantile

  // False: nothing public tells of the scale.
  bool prepare(const Problem &problem, const Settings &settings, const Figures &figures, Tables tables);

  int axes() const { return axes_; }
  double count(int axis) const { return count_[axis]; }
  double moment(int axis) const { return moment_[axis]; }           // of rows along each of the axis' directions
  bool is_intercept(int axis) const { return axis == intercept_; }  // of a quantile, which fits travel to
  double target(int axis) const { return target_[axis]; }           // |w*| there
  double dimension() const { return dimension_; }
  double reach() const { return reach_; }  // radius of the domain; infinity: all of R^d
  double l2() const { return l2_; }
  double units() const { return units_; }
  // Variance of one unit's gradient along a direction, at w*.
  double scatter(int axis) const { return slope_variance_ * unit_share_ * moment_[axis]; }
  // The same of gradients as a fixed clip leaves them: what batches scatter by. Clips of classes' records leave another
  // share of it.
  double clipped_scatter(int axis) const { return taken_ * taken_ * scatter_of_classes_ * scatter(axis); }

  // The typical length of a user's mean gradient at w*, of typical_records() records each.
  double user_gradient() const;
  // What a fixed clip leaves of mean gradients, at most 1: of users, and of losses of numbers whose slopes are bounded.
  double taken() const { return taken_; }

  // Of decision values in which a method is: kappa there, and what pulls towards w*, kappa(S^2) of classes.
  double width(const Response *responses) const;
  double min_width() const { return centred_ ? 0 : signal_; }
  double curvature(double width) const { return curvature_ / std::sqrt(1 + fading_ * width); }
  double drive(double width) const { return centred_ ? curvature(width) : curvature(signal_); }
  // How fast what is along w* comes to rest.
  double pace(double width) const { return centred_ ? curvature(width) : curvature_ / (1 + fading_ * width); }
  // What the slope of the average loss reaches along an axis; infinity: no end.
  double steepest(int axis) const { return curvature_ / std::sqrt(fading_) * std::sqrt(moment_[axis]); }

  double square_length(const Response *responses) const;
  // Expected excess risk on the population.
  double risk(const Response *responses) const;
  // That of the best constant.
  double constant_risk() const;
  // What clipped gradients cost without end: probabilities too far from 1/2, medians in place of means.
  double clipping_risk() const { return clipping_risk_; }
  // The same of a method whose models are scaled by released slopes, where the fit releases them and has a given clip.
  double clipping_risk_of_scaled() const;
  // The width of the envelope that fits are of; 0: none.
  double envelope() const { return envelope_; }
  // What it costs to be off by `shift` times the difference of a quantile's slopes, in decision values.
  double risk_of_shift(double shift) const;

  // A risk by the model as it was measured on tables, for averages of noisy steps and for methods that add quadratics.
  double measured_of_steps(double risk) const;
  double measured_of_quadratics(double risk) const;
  // `near` times a risk that is small beside that of a constant, and `far` times one that is far above it: what a
  // method loses beside noise is no more than a constant does.
  double scaled(double risk, double near, double far) const;
  bool of_classes() const { return !centred_; }

 private:
  void read_loss(const model::Objective &objective);
  void read_envelope(const model::Objective &objective, const Figures &figures);
  void read_clip(const model::Objective &objective, const Figures &figures);
  void read_clip_of_slopes(const model::Objective &objective, const Figures &figures);
  void read_clip_of_users(const model::Objective &objective, double clip);
  double risk_of_slopes(double steepest, const CutSlopes &cut) const;
  void spread(double moments, double decay, double square_target);
  void add_intercept(const model::Objective &objective);
  void find_best();
  double sampling(int axis) const;  // variance of the sample's best coefficients
  double value(const Response *responses) const;

  int axes_ = 0;
  int intercept_ = -1;  // the axis of a quantile's intercept; -1: none
  double count_[kMaxAxes], moment_[kMaxAxes], target_[kMaxAxes];
  double outputs_ = 1;  // that count
  double dimension_ = 1, reach_ = INFINITY, l2_ = 0, units_ = 1;
  double signal_ = 1;                              // S^2
  double curvature_ = 1;                           // kappa(0)
  double fading_ = 0;                              // f
  double whole_curvature_ = 1, whole_fading_ = 0;  // the same without clipping, by which risk is measured
  double clipping_risk_ = 0, envelope_ = 0;
  bool undoes_clip_ = false, of_users_ = false;
  double slope_difference_ = 0;  // of a quantile's two slopes
  double taken_ = 1, scatter_of_classes_ = 1;
  bool centred_ = true;        // about w*
  double slope_variance_ = 1;  // of a record
  double unit_share_ = 1;      // of a unit's mean
  double least_ = 0;           // value of the population's best
};

}  // namespace dpcvx::solve

#endif
