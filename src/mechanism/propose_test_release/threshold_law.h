// The law of the test in propose-test-release: a random level R in {0, ..., top} that a private integer score must not
// exceed for a point to be released (Dwork and Lei 2009; Kohli and Laskowski 2021; Ghazi, Kamath, Kumar, Manurangsi,
// Meka and Zhang 2023, Algorithm 1). PROOFS_STABILITY.md has the statements.
//
// The laws hold under these conditions, between neighbours x and x', at distance Lambda = sigma mu, sigma the noise's:
//  - a point: |score(x) - score(x')| <= 1, and |f(x) - f(x')| <= Lambda where both scores are at most top, one below;
//  - a family: stable at r on x' implies stable at r + 1 on x, and then |f_r(x') - f_(r+1)(x)| <= Lambda, r < top.
// Scores below 0 count as 0. A score above top never passes.
#ifndef DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_THRESHOLD_LAW_H_
#define DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_THRESHOLD_LAW_H_

#include "base/buffer.h"
#include "base/status.h"
#include "mechanism/propose_test_release/fixed_probability.h"

namespace dpcvx::mechanism {

class StabilityLaw {
 public:
  // More levels than these are refused.
  static constexpr int64_t kMaxTop = int64_t{1} << 20;
  static constexpr double kMinEpsilon = 0x1p-20, kMaxEpsilon = 0x1p9;
  static constexpr double kMinDelta = 0x1p-100;

  StabilityLaw() = default;
  StabilityLaw(StabilityLaw &&) = default;
  StabilityLaw &operator=(StabilityLaw &&) = default;

  // Makes the law of a point with noise sigma = Lambda / mu that is (epsilon, delta)-DP, of the least top. Fails with
  // DPCVX_ERR_ARGUMENT where mu is not below that of a Gaussian alone at this price, or top would exceed kMaxTop; or
  // with DPCVX_ERR_NOMEM.
  dpcvx_status make_point(double epsilon, double delta, double mu, Error &error);
  // Makes it without the proof, for a composition that proves more: its epsilon() and delta() are 0. Its top is -1
  // where there is none.
  dpcvx_status make_levels(double epsilon, double delta, double mu, Error &error);
  // Makes such a law of a family.
  dpcvx_status make_family(double epsilon, double delta, double mu, Error &error);
  // Make the laws of older statements, with truncated Laplace levels (truncated_laplace_law.cpp): the levels take
  // level_epsilon_fraction of epsilon and `share` of delta; make_paper() has the paper's constants, both halves. They
  // fail with DPCVX_ERR_ARGUMENT, and with DPCVX_ERR_UNSUPPORTED where the paper's do not hold.
  dpcvx_status make_truncated_laplace(bool family, double epsilon, double delta, double level_epsilon_fraction,
                                      double share, Error &error);
  dpcvx_status make_paper(double epsilon, double delta, Error &error);
  // The passing itself is (epsilon1, edge)-DP, of the least top there is; then a Gaussian of mu. The whole, and several
  // such phases: phases_delta(). Its delta() is that of one phase at its epsilon() = epsilon1 + what edge leaves.
  dpcvx_status make_phase(double epsilon1, double edge, double mu, Error &error);

  int64_t top() const { return top_; }
  double mu() const { return mu_; }
  // Return the proved guarantee of the law as it is stored, delta rounded up. For a phase it is epsilon1 and edge,
  // those of the test alone.
  double epsilon() const { return epsilon_; }
  double delta() const { return delta_; }

  // The greatest log-ratio of the probabilities of two neighbouring levels, of truncated Laplace ones; else 0.
  double step() const { return step_; }

  // The prices for which there may be a law: kMinEpsilon <= epsilon <= kMaxEpsilon, kMinDelta <= delta < 1.
  static dpcvx_status check_price(double epsilon, double delta, Error &error);

  // Pr[R >= score]: the probability that it passes, to nearest.
  double pass(int64_t score) const;
  // Pr[R >= score] 2^126.
  Fixed tail(int64_t score) const;
  // R: a score passes where it is at most R.
  int64_t draw(random::Rng &rng) const;

 private:
  // Becomes the law of these steps; its top stays -1 where there is none.
  template <class Steps>
  dpcvx_status keep(Steps steps, Error &error);
  // tail_ = the probabilities of the levels, until they are summed.
  dpcvx_status make_laplace(double epsilon1, int64_t kappa, Error &error);
  void sum_tails();

  int64_t top_ = -1;
  double mu_ = 0, epsilon_ = 0, delta_ = 0, step_ = 0;
  Buffer<Fixed> tail_;  // of 0 ... top
};

// The top of make_point(), without the law; -1 where that refuses. About a microsecond a level, less where there are
// many. Beyond `most` it is not counted: most + 1.
int64_t point_top(double epsilon, double delta, double mu, int64_t most = StabilityLaw::kMaxTop);
// Return the top of make_family(), and of make_phase(), which takes no mu.
int64_t family_top(double epsilon, double delta, double mu, int64_t most = StabilityLaw::kMaxTop);
// Returns the top of make_truncated_laplace(), and approximately its noise.
int64_t truncated_laplace_top(bool family, double epsilon, double delta, double level_epsilon_fraction, double share,
                              double *mu);
int64_t phase_top(double epsilon1, double edge);

// delta at epsilon of `phases` releases one after the other, each chosen after seeing those before: make_phase()
// laws with epsilon1 and edge, and mu the root of the sum of the squares of their mus. Rounded up.
double phases_delta(int64_t phases, double epsilon1, double edge, double mu, double epsilon);

}  // namespace dpcvx::mechanism

#endif
