// Blocks of neighbouring coordinates, each drawn at once from its law given the others: a Gaussian between walls. A try
// draws coordinate after coordinate of the Gaussian, the last one first, and ends at the first that lies beyond a wall.
// Blocks are as long as tries are few (PROOFS.md, section 7).
#ifndef DPCVX_SAMPLE_SWEEPS_BLOCKS_H_
#define DPCVX_SAMPLE_SWEEPS_BLOCKS_H_

#include <cstdint>

#include "base/buffer.h"
#include "base/status.h"
#include "sample/noise.h"
#include "sample/sweeps/block_factor.h"
#include "sample/sweeps/coordinate_law.h"
#include "sample/sweeps/scaled_target.h"

namespace dpcvx::sample {

// Bounds along a chain: on |z_i|, and on |c_i| with the terms that it is made of.
struct SweepRegion {
  const double *reach = nullptr, *middles = nullptr;
};

class Blocks {
 public:
  // Cuts the coordinates into blocks of at most `size` >= 2, in two ways that sweeps take in turn: the second is moved
  // by half a block. One block is cut in one way. The target must outlive this. Fails only with NOMEM.
  dpcvx_status make(const ScaledTarget &target, int64_t size, Error &error);
  // False: walls have a finite slope, coordinates are fixed, a block has too many neighbours, or doubles do not show
  // that its matrices are positive definite.
  bool serves() const { return serves_; }

  int ways() const { return ways_; }
  int64_t end(int way, int64_t i) const { return ends_[way][static_cast<size_t>(i)]; }
  const BlockFactor &comparison(int way) const { return comparisons_[way]; }

  // Bounds the sum of squares, over a sweep's blocks, of the mu between a computed draw and the exact one, on a lattice
  // of this step. Infinite where doubles do not hold centres.
  double squares(const SweepRegion &region, double step);

  // Finds seconds() and max_tries(), by sweeps of a fixed seed and by tries at the corners of the neighbours' walls.
  // `noise`: of standard deviation 1. False: a sweep takes more than `most` seconds, or a block too many tries.
  bool measure(double most, const CoordinateLaw &lattice, Noise &noise, random::Rng &rng);
  double seconds() const { return draws_ * seconds_a_draw(); }  // of a sweep
  double max_tries() const { return max_tries_; }               // expected, of a block, wherever its neighbours are

  // Takes the memory of so many sweeps' noise. False: there is none.
  bool prepare_noise(int64_t sweeps);
  // As Noise::begin.
  void begin();
  // Draws the blocks of this way in turn. *tries grows by the coordinates drawn.
  void sweep(int way, double *z, random::Rng &rng, int64_t *tries);

 private:
  static constexpr int kWays = 2, kMostNeighbours = 6;

  void cut(int64_t size);
  bool can_serve() const;
  int list_neighbours(int way, int64_t begin, int64_t *neighbours) const;
  bool factor();
  bool find_deviations();
  bool add_deviation(int way, int64_t i, double deviation);
  double log_ratio(int way, int64_t begin, const SweepRegion &region, double step);
  void aim(int way, int64_t begin, const double *z);
  template <class Steps>
  bool attempt(int way, int64_t begin, const Steps &steps, double *z, random::Rng &rng, int64_t *tries) const;
  template <class Steps>
  bool find_draws(double most, const Steps &steps, random::Rng &rng, int *way);
  template <class Steps>
  bool bound_tries(int way, int64_t begin, const Steps &steps, random::Rng &rng);
  double seconds_a_draw() const;
  size_t kind(int way, int64_t i) const { return static_cast<size_t>(kinds_[way][static_cast<size_t>(i)]); }

  const ScaledTarget *target_ = nullptr;
  bool serves_ = false;
  int ways_ = 0;
  Buffer<int64_t> ends_[kWays];
  BlockFactor laws_[kWays], comparisons_[kWays];
  // The deviations there are of a coordinate, given those of its block that come after it; and which each has.
  Buffer<double> deviations_;
  size_t deviations_in_use_ = 0;
  Buffer<int32_t> kinds_[kWays];
  Buffer<Noise> noises_;
  CoordinateLaw lattice_;
  Buffer<double> aims_, point_;
  double draws_ = 0, max_tries_ = 1;  // draws of coordinates, in a sweep
};

}  // namespace dpcvx::sample

#endif
