// How far one unit moves the sums behind a covariance, how the parts of the sums are weighted against each other, and
// how large the noise is: all from public numbers (PROOFS.md, sections 2 to 4).
#ifndef DPCVX_ESTIMATE_COVARIANCE_MOMENT_PLAN_H_
#define DPCVX_ESTIMATE_COVARIANCE_MOMENT_PLAN_H_

#include "base/status.h"
#include "estimate/covariance/moment_sums.h"
#include "mechanism/noise/noise.h"
#include "privacy/curve/curve.h"

namespace dpcvx::estimate {

// The noise of a part is that of a product, divided by the part's weight. With Gaussian noise a square weighs 1 and a
// product sqrt(2), since it stands for two entries of the matrix. With Laplace noise both weigh 1.
struct MomentWeights {
  double coordinates = 1, units = 1;
};

// The weights of what is added about fourth moments of columns and of pairs, and about third ones, in the steps of
// each. Rounded down.
struct HigherWeights {
  double own_fourths, fourths, thirds;
};
HigherWeights higher_weights(const MomentShape &shape);

// Returns how far one unit moves the weighted sums: in l2 for Gaussian noise, else in l1. In steps, rounded up.
double moment_sensitivity(const MomentShape &shape, const MomentWeights &weights);

// Returns the weights of least expected noise in a covariance, among those of a grid, for a mean at a distance of 0.3
// radii from the centre (README.md).
MomentWeights choose_weights(const MomentShape &shape);

// Numbers that the noise of a release exceeds with probability at most beta in all, in radii: the operator norm of the
// matrix of second moments, the norm of the vector of coordinates, the size of that in the number of units.
struct NoiseNorms {
  double matrix = 0, vector = 0, units = 0;
};

// Standard deviations, or scales of Laplace noise, in radii.
struct NoiseScales {
  double squares = 0, products = 0, coordinates = 0, units = 0;
  // Of the squares of half widths for fourth moments, and of half widths for third ones.
  double own_fourths = 0, fourths = 0, thirds = 0;
};

struct MomentPlan {
  MomentShape shape;
  MomentWeights weights;
  double sensitivity = 0;  // in steps
  mechanism::NoisePlan squares, products, coordinates, units, own_fourths, fourths, thirds;
  privacy::Event event;

  NoiseScales scales() const;
  NoiseNorms norms(double beta) const;
  // Adds noise to all sums. Under replace-one their number is public, and gets none.
  void add_noise(random::Rng &rng, MomentSums *sums) const;
};

// `noise` is one of DPCVX_EVALUATION_NOISE_*. `shape.gaussian` is not looked at: the plan has it. Higher moments are
// left out where noise would hide them for any table.
dpcvx_status plan_moments(const privacy::Curve &price, const MomentShape &shape, int32_t noise, MomentPlan *plan,
                          Error &error);

}  // namespace dpcvx::estimate

#endif
