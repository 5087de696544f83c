// Walls of a box that a quadratic's target hardly reaches. They move to where all but 2^-900 of its mass lies before
// them, so that sides of any length, also half-bounded ones, cost no accuracy (PROOFS.md of sweeps, section 6).
#ifndef DPCVX_SAMPLE_NEAR_WALLS_H_
#define DPCVX_SAMPLE_NEAR_WALLS_H_

#include <cmath>

#include "base/status.h"
#include "model/domains/domain.h"
#include "sample/quadratic.h"

namespace dpcvx::sample {

// The target x'Hx / 2 + <b, x> + (about / 2) ||x - centre||^2 + rest on a box, in it or with walls beside it.
struct WalledSource {
  const Quadratic *quadratic = nullptr;
  const model::Domain *domain = nullptr;  // a box or an linf ball
  bool is_hard = true;
  double about = 0, convexity = 0;                   // strong convexity in l2 of all
  double steep_rest = 0;                             // bounds the gradient of the rest at the start; the rest is convex
  const double *centre = nullptr, *start = nullptr;  // the start lies in the domain
};

class NearWalls {
 public:
  // Bounds the total variation that moved walls cost, and the rise of log densities within them.
  static constexpr double kVariation = 0x1p-899;

  // Fails with NOMEM, and where the target may reach an end at infinity, which counts as one at Domain::kMax.
  dpcvx_status make(const WalledSource &source, Error &error);

  // Returns whether a wall moved: domain() is then the box of walls that count.
  bool moved() const { return moved_; }
  const model::Domain &domain() const { return box_; }

 private:
  model::Domain box_;
  bool moved_ = false;
};

}  // namespace dpcvx::sample

#endif
