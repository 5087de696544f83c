// The density that the exponential mechanism draws from, as the sampler takes it: exp(-V),
//   V(w) = scale F(w) + weight r(w - start) + a wall around the domain,
// F the objective with its quadratic, r the regularizer of an lp norm, or of a Schatten norm where rows are matrices.
#ifndef DPCVX_SOLVE_EXPONENTIAL_DENSITY_H_
#define DPCVX_SOLVE_EXPONENTIAL_DENSITY_H_

#include "model/objective.h"
#include "model/regularizer.h"
#include "sample/certificate.h"
#include "sample/pace.h"
#include "sample/parts/objective_part.h"
#include "sample/parts/regularizer_part.h"
#include "sample/parts/schatten_part.h"
#include "sample/target.h"
#include "sample/walls/schatten_wall.h"

namespace dpcvx::solve {

struct DensitySettings {
  double scale = 1;   // k
  double weight = 0;  // k mu
  double p = 2;
  int32_t threads = 1;
  double wall_excess = 0;   // of a Schatten ball: how far its wall lies below a steep one, over the dimension
  bool skip_zeros = false;  // as ObjectivePartSettings
};

// A wall of finite slope, rounded where its curvature is finite (sample/walls/schatten_wall.h).
struct WallShape {
  double slope = 0, curvature = 0;
};
// Around a Schatten ball: it lies below slope times the distance by `excess` times the dimension at most.
WallShape schatten_wall(const model::Objective &objective, double scale, double excess);

// The step is this over the trace of the Hessian of what binds singular values.
constexpr double kMatrixStep = 2;

class Density {
 public:
  // Takes all memory that evaluations need; does not read the data.
  dpcvx_status prepare(const model::SharedObjective &objective, const DensitySettings &settings, Error &error);

  const sample::Target &target() const { return target_; }
  sample::ObjectivePart &data() { return data_; }
  // The domain's public start, 0 without one.
  const double *start() const { return start_.data(); }
  // So strongly convex is V in the norm, rounded down.
  double convexity_in_norm() const { return convexity_; }
  // ||start||_2, rounded up.
  double start_norm() const { return start_norm_; }
  // What the trace of the Hessian of the data's part is like.
  double roughness() const { return data_.roughness(); }
  // The same of r where it limits the step, of weight 1: where rows are matrices.
  double regularizer_roughness() const;
  // The slope and the curvature of the wall; 0 without a domain, curvature infinity of walls with a corner.
  WallShape wall() const { return wall_shape_; }

 private:
  dpcvx_status place_start(Error &error);
  dpcvx_status add_quadratics(Error &error);
  dpcvx_status add_regularizer(const model::Regularizer &r, Error &error);
  dpcvx_status add_wall(Error &error);

  model::SharedObjective objective_;
  DensitySettings settings_;
  sample::RegularizerPart regularizer_;  // where it is not quadratic
  sample::SchattenPart of_matrices_;     // in its place where rows are matrices
  sample::SchattenWall wall_;            // of Schatten balls
  WallShape wall_shape_;
  sample::ObjectivePart data_;
  Buffer<double> start_, centre_;
  double start_norm_ = 0, convexity_ = 0;
  sample::Target target_;
};

// The regularizer of the lp norm of coefficients, or of their singular values.
model::Regularizer regularizer_in(const model::Objective &objective, double p);

// The dimension of the domain's affine hull.
int64_t hull_dimension(const model::Objective &objective);

// The bends that units' losses have at most, at inverse temperature `scale`.
sample::SharedBends shared_bends(const model::Objective &objective, double scale);

// m: V is so strongly convex in l2.
double l2_convexity(const model::Objective &objective, const DensitySettings &settings);

// What is known of where a density of strong convexity m lies, seen from a start of that norm (PROOFS.md, section 3).
sample::StartDistance distance_from_start(const model::Objective &objective, const DensitySettings &settings, double m,
                                          double start_norm);

// For each x outside of the domain, which is no Schatten ball, there is a z in it such that V(x) - V(z) is at least
// this times ||x - z||_2. At most 0: not known.
double growth_off_domain(const model::Objective &objective, const DensitySettings &settings);

// The slope of the wall around a domain that is no Schatten ball.
double wall_slope(const model::Objective &objective, double scale);

// How far from a point of the domain the start may be, and the density from where those bounds have it: at most.
double start_error(const model::Objective &objective);

// Bounds the slope of F over the domain in l2, for any number of units.
double steepest(const model::Objective &objective);

}  // namespace dpcvx::solve

#endif
