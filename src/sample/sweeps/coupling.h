// How far sweeps of coordinates are from their target. Two chains whose coordinates are within b_j of each other at the
// start, coupled by the same uniform numbers, are after T sweeps mu-GDP close (PROOFS.md): coordinate by
// coordinate,
//   r = sum_j |G_ij| b_j,  b_i <- (1 - share) k_i r,  mu^2 grows by (share r)^2.
// Or block by block, with r of the coordinates outside of it and C = 2I - |G| on it:
//   v = C^-1 r,  b <- (1 - share) v,  mu^2 grows by share^2 <r, v>.
// Any shares will do that are 1 in sweep T. All is from public numbers and rounded up.
#ifndef DPCVX_SAMPLE_SWEEPS_COUPLING_H_
#define DPCVX_SAMPLE_SWEEPS_COUPLING_H_

#include <cmath>
#include <cstdint>

#include "base/buffer.h"
#include "base/status.h"
#include "sample/sweeps/blocks.h"
#include "sample/sweeps/scaled_target.h"

namespace dpcvx::sample {

// k of a coordinate between hard walls `width` apart, 1 - exp(-width^2 / 8): its draw moves by that at most as its
// middle does by 1. Up.
double contraction_within(double width);

struct Sweeping {
  int64_t sweeps = 0;
  double gdp = INFINITY;
};

class Coupling {
 public:
  // The target must outlive it.
  dpcvx_status make(const ScaledTarget &target, Error &error);

  // m > 0: G is m-strongly convex, by |G| alone. 0: |G| does not show that.
  double strong_convexity() const { return convexity_; }
  // v >= 1 with sum_j |G_ij| v_j <= v_i, where m > 0: distances in proportion to it never grow. Else 0.
  double weight(int64_t j) const { return weights_[static_cast<size_t>(j)]; }

  // Sets the b_j of the start, the target on its lattice.
  void begin(const double *apart);
  // Sweeps are from now on of these blocks, which must outlive them. Null: of coordinates, as at first.
  void take(const Blocks *blocks) { blocks_ = blocks; }
  // So many sweeps, T >= 1, and a bound on their mu: that of the first of them where there are very many.
  Sweeping after(int64_t sweeps);
  // A number of sweeps, near the least, whose mu is at most this. Their mu is infinite where they do not contract, or
  // so slowly that more than kMaxWork products, or `most` sweeps by the last alone, do not show it.
  Sweeping sweeps_for(double mu, double most = INFINITY);

 private:
  static constexpr double kMaxWork = 4e8, kMaxWorkOfGiven = 4e7;

  double work(int64_t sweeps) const;  // products of a run
  void restart();
  double sweep(double share, double *as_last);
  double sweep_blocks(double share, double *as_last);
  double solve_block(int way, int64_t begin, const double *right, double *v) const;
  double gdp_by(int64_t sweeps, double factor);
  Sweeping sweeps_by_last(double mu, double most);
  double choose_factor(int64_t sweeps);
  bool find_weights();
  void try_weights(Buffer<double> &v, Buffer<double> &turned, double *flattest);

  const ScaledTarget *target_ = nullptr;
  const Blocks *blocks_ = nullptr;
  int way_ = 0;               // of the next sweep's blocks
  Buffer<double> products_;   // |G|, rounded up, beside the entries of the quadratic
  Buffer<double> held_back_;  // k
  Buffer<double> apart_, at_start_, weights_;
  Buffer<double> right_, later_, v_;  // of a block: r, that of coordinates after it, and C^-1 r
  double convexity_ = 0;
  double rate_ = 0, factor_ = 0;  // of the shares
};

}  // namespace dpcvx::sample

#endif
