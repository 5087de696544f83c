// Adaptive composition of releases of a point: each is chosen after seeing those before, until one test fails. The cost
// of all is that of the worst sequence of pairs of scores (PROOFS_STABILITY.md, section 5). It is at most the sums of
// their epsilons and deltas, and for several releases far less.
#ifndef DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_ADAPTIVE_COMPOSITION_H_
#define DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_ADAPTIVE_COMPOSITION_H_

#include "base/buffer.h"
#include "mechanism/propose_test_release/threshold_law.h"

namespace dpcvx::mechanism {

class StabilityComposition {
 public:
  static constexpr int64_t kMaxPhases = 64;

  // Takes all memory, for phases of these noises or similar ones, each at most twice the greatest, at this epsilon.
  // Fails with DPCVX_ERR_NOMEM.
  dpcvx_status prepare(const double *mus, int64_t phases, double epsilon, Error &error);

  // Returns the delta at epsilon of phases with these laws and noises of these mus, rounded up by some 1e-15 and a few
  // percent of itself. One law stands for all if `laws` has one entry only. Only the laws' levels count: their own mu,
  // epsilon and delta are not used.
  double delta(const StabilityLaw *laws, bool one_law, const double *mus, int64_t phases);

 private:
  void extend();
  const double *kernel_of(double mu, int64_t reach, size_t slot);
  void convolve(double mu, size_t phase);
  // At the points from `begin` to `end`.
  void pass(const StabilityLaw &law, int64_t begin, int64_t end);
  void consider(Fixed a, Fixed b, int64_t begin, int64_t end, int64_t points);
  double *value() { return padded_.data() + margin_; }

  double epsilon_ = 0, step_ = 1, low_ = 0;
  int64_t size_ = 0, reach_ = 0, margin_ = 0;
  int64_t asked_ = 0;  // the point of epsilon
  // Bounds on the divergence at gamma_k = e^(low + k step), with `margin` points more on both sides.
  Buffer<double> padded_, next_, gamma_;
  // Kernels of the last mus: searches ask for many laws beside the same noises.
  static constexpr size_t kKernels = 8;
  Buffer<double> kernels_;
  double kernel_mus_[kKernels] = {};  // 0: none is kept, since noise has mu > 0
};

// Searches for one law for all phases, of the least top for which phases of these noises are (epsilon, delta)-DP. Its
// own mu, epsilon and delta are not used. Fails with DPCVX_ERR_NOMEM. Takes some 15 compositions.
dpcvx_status make_phases(const double *mus, int64_t phases, double epsilon, double delta, StabilityLaw *law,
                         bool *found, Error &error);

}  // namespace dpcvx::mechanism

#endif
