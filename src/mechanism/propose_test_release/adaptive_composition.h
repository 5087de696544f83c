// Releases of a point, one after the other, each chosen after seeing those before, until one tells nothing: what they
// cost together, by the worst sequence of pairs of scores (PROOFS_STABILITY.md, section 5). Never more than sums of
// their epsilons and deltas, and for several of them far less.
#ifndef DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_ADAPTIVE_COMPOSITION_H_
#define DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_ADAPTIVE_COMPOSITION_H_

#include "base/buffer.h"
#include "mechanism/propose_test_release/threshold_law.h"

namespace dpcvx {
namespace mechanism {

class StabilityComposition {
 public:
  static constexpr int64_t kMaxPhases = 64;

  // All memory, for phases of these noises or of ones about as great, each within twice the greatest, at this epsilon.
  // DPCVX_ERR_NOMEM.
  dpcvx_status prepare(const double *mus, int64_t phases, double epsilon, Error &error);

  // delta at epsilon, rounded up (by some 1e-15 and a few hundredths of itself), of phases with these laws (one for all
  // where `laws` has one entry only) and noises of these mus. The laws' levels are what counts: their own mu, epsilon
  // and delta do not.
  double delta(const StabilityLaw *laws, bool one_law, const double *mus, int64_t phases);

 private:
  void extend();
  void convolve(double mu);
  void pass(const StabilityLaw &law);
  void consider(Fixed a, Fixed b, int64_t points);
  double *value() { return padded_.data() + margin_; }

  double epsilon_ = 0, step_ = 1, low_ = 0;
  int64_t size_ = 0, reach_ = 0, margin_ = 0;
  int64_t asked_ = 0;  // the point of epsilon
  // Bounds on the divergence at gamma_k = e^(low + k step), with `margin` points more on both sides.
  Buffer<double> padded_, next_, kernel_, gamma_;
};

// The law, one for all phases, of the least top that is found with which phases of these noises are (epsilon,
// delta)-DP, if there is one. Its own mu, epsilon and delta do not count. DPCVX_ERR_NOMEM. Some 15 compositions.
dpcvx_status make_phases(const double *mus, int64_t phases, double epsilon, double delta, StabilityLaw *law,
                         bool *found, Error &error);

}  // namespace mechanism
}  // namespace dpcvx

#endif
