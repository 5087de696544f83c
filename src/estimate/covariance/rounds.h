// From noisy sums to moments, and from the moments of one round to the map of the next. Post-processing: it looks at
// what was released and at public numbers.
#ifndef DPCVX_ESTIMATE_COVARIANCE_ROUNDS_H_
#define DPCVX_ESTIMATE_COVARIANCE_ROUNDS_H_

#include "estimate/covariance/moment_plan.h"
#include "estimate/covariance/symmetric_eigen.h"

namespace dpcvx::estimate {

// Noisy moments of points of the unit ball.
struct PointMoments {
  double *mean;      // d
  double *moments;   // d x d, of second order about 0
  double units = 0;  // at least 1
  // d x d, where they are summed: E x_i^2 x_j^2 and E x_i^2 x_j, for values in half widths.
  double *fourths = nullptr, *thirds = nullptr;
};

// Divides noisy sums by the number of units, which has noise under add/remove.
void read_moments(const MomentShape &shape, MomentSums *sums, int64_t units, PointMoments *out);

// Bounds the operator norm of the noise in moments - mean mean' (PROOFS.md, section 4). It holds with probability at
// least 1 - beta.
double covariance_noise_norm(const MomentPlan &plan, const PointMoments &found, double beta);

// Bounds the norm of nearly all of `units` standard normal vectors (README.md).
double normal_radius(int64_t columns, double units);

// The map from half widths to points of the ball, and back: point = matrix (x - centre), x = centre + frame point.
class Frame {
 public:
  bool allocate(size_t columns);
  // The identity over the radius.
  void set_plain(double radius);

  // Maps points by the moments found to ones whose covariance is at most that of a standard normal law over its radius.
  // It keeps the map where that would have more noise. `eigen` and `room`, d x d, are overwritten.
  void precondition(const PointMoments &found, double noise_norm, double radius, SymmetricEigen *eigen, double *room);

  const double *centre() const { return centre_.data(); }
  const double *matrix() const { return matrix_.data(); }
  const double *back() const { return back_.data(); }

 private:
  size_t d_ = 0;
  Buffer<double> centre_, matrix_, back_, product_, root_;
};

// out = left right of d x d matrices by rows, or left right' where `transposed`.
void multiply(const double *left, const double *right, size_t d, bool transposed, double *out);

}  // namespace dpcvx::estimate

#endif
