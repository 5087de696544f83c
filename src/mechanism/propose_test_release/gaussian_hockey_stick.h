// Hockey-stick divergences of scaled Gaussians, rounded up. The proofs of the laws of levels are built from them.
#ifndef DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_GAUSSIAN_HOCKEY_STICK_H_
#define DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_GAUSSIAN_HOCKEY_STICK_H_

namespace dpcvx::mechanism {

// delta_mu(epsilon) for epsilon of either sign: 1 - e^epsilon + e^epsilon delta_mu(-epsilon) below 0; from above.
double signed_gdp_delta_up(double mu, double epsilon);

// delta_mu is logarithmically concave in epsilon, so that the tangent at a point where it is at most a bound finds
// another one that is nearer to where it equals it, from the same side. This walks there.
class GaussianHockeyStick {
 public:
  // Begins where delta_mu is at most the bounds that are to come.
  void begin(double mu, double epsilon);

  // Some epsilon, nearly the least, with delta_mu(epsilon) <= delta for certain, 0 < delta < 1. Bounds never get less.
  double epsilon_up(double delta);

 private:
  double mu_ = 1, epsilon_ = 0, here_ = 1;
};

}  // namespace dpcvx::mechanism

#endif
