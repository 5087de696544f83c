// Sampling by coordinates in turn: from a start, T times, each coordinate from its conditional law given the others
// (systematic-scan Gibbs sampling), exact on a lattice. Or blocks of neighbouring coordinates in turn, all of them at
// best, where that takes less time. PROOFS.md bounds the law of the result.
#ifndef DPCVX_SAMPLE_SWEEPS_SWEEPS_H_
#define DPCVX_SAMPLE_SWEEPS_SWEEPS_H_

#include "base/progress_monitor.h"
#include "sample/arithmetic.h"
#include "sample/noise.h"
#include "sample/sweeps/blocks.h"
#include "sample/sweeps/coordinate_law.h"
#include "sample/sweeps/coupling.h"
#include "sample/sweeps/scaled_target.h"

namespace dpcvx::sample {

// How far: T itself, of coordinates, if above 0, else what keeps within this mu if above 0, else within this total
// variation.
struct SweepGoal {
  int64_t sweeps = 0;
  double gdp = 0, variation = 1e-6;
  int64_t block = 0;  // the length of blocks; 0: chosen
};

class Sweeps {
 public:
  // Certifies sweeps of the source, whose strong convexity in l2 is `convexity`. OK and refusal() != null where they
  // have no certificate. Fails only with NOMEM.
  dpcvx_status prepare(const SweepSource &source, double convexity, const SweepGoal &goal, Error &error);

  // Why sweeps do not serve, as the end of a sentence; null: they do.
  const char *refusal() const { return refusal_; }
  const Certificate &certificate() const { return certificate_; }
  double lattice_step() const { return law_.step(); }
  // Bounds the expected tries of a draw of a coordinate, or of a block. Infinity: not known.
  double max_tries() const {
    if (uses_blocks_) return blocks_.max_tries();
    return target_.is_hard() ? CoordinateLaw::kMostTries : has_walls_ ? INFINITY : 1;
  }
  bool uses_blocks() const { return uses_blocks_; }
  // Estimates a draw's time.
  double seconds() const;

  // As Chain::run; progress counts sweeps.
  int32_t run(random::Rng &rng, ProgressMonitor &watch, double *out, int64_t before);
  int64_t sweeps_run() const { return sweeps_run_; }
  int64_t tries() const { return tries_; }

 private:
  bool bound_start();
  double distance_by_gradient() const;
  bool choose_step();
  dpcvx_status choose(double mu, int64_t block, Sweeping *found, Error &error);
  double seconds_of_blocks(Blocks &blocks, double mu, double most, random::Rng &rng, Sweeping *found);
  SweepRegion region() const { return {reach_.data(), middles_.data()}; }
  void certify(double convexity, const Sweeping &found);
  double update_gdp(int64_t i) const;
  double moved_walls() const;
  double seconds_of_coordinates() const;
  double draw(int64_t i, random::Rng &rng);
  void sweep(random::Rng &rng);

  ScaledTarget target_;
  Coupling coupling_;
  Blocks blocks_;
  CoordinateLaw law_;
  IntervalLaw soft_law_;  // of walls of a finite slope
  Noise noise_;
  // Bounds on |z_i - start_i| under the target, on |z_i| along a chain, on |c_i| and its terms; the point.
  Buffer<double> apart_, reach_, middles_, point_;
  bool has_walls_ = false, uses_blocks_ = false;
  const char *refusal_ = nullptr;
  Certificate certificate_;
  int64_t sweeps_run_ = 0, tries_ = 0;
};

}  // namespace dpcvx::sample

#endif
