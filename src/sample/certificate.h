// Bounds the distance of the proximal sampler from its target, before it runs, from its strong convexity m, its step
// eta, its rounds T and the distance of its start from the target. With c = 1 / (1 + m eta), two chains that differ in
// the start alone, W apart, are after T rounds mu-GDP close (both ways),
//   mu = W sqrt(m / ((1 + m eta)^(2 T) - 1)),   W / sqrt(2 T eta) at m = 0,
// with equality on Gaussians (PROOFS.md, section 2). All from public numbers; every answer is rounded to the safe side.
#ifndef DPCVX_SAMPLE_CERTIFICATE_H_
#define DPCVX_SAMPLE_CERTIFICATE_H_

#include <cmath>
#include <cstdint>

namespace dpcvx::sample {

constexpr int64_t kMaxRounds = int64_t{1} << 50;
// Events of probability below 2^-kNever are neglected, as in the samplers of noise.
constexpr double kNever = 900;

// Bounds on the position of the target relative to the start x_0. Infinity means no bound.
struct StartBounds {
  double gradient = INFINITY;  // rho >= dist(-grad V(x_0), normal cone of the domain at x_0)
  double gap = INFINITY;       // >= V(x_0) - min V
  double reach = INFINITY;     // sup ||x - x_0|| over a hard domain
};

// mean^2 >= E ||x - x_0||^2; and ||x - x_0|| > far with probability below 2^-900. d: of the affine hull of the domain.
struct StartDistance {
  double mean = INFINITY;
  double far = INFINITY;
  double diameter = INFINITY;  // of a hard domain
};
StartDistance start_distance(double m, double dimension, const StartBounds &bounds);
// Returns what V - min V passes with probability below 2^-900 under exp(-V), V convex on so many dimensions.
double max_excess(double dimension);

// The mu above.
double gdp_after(double m, double eta, double distance, int64_t rounds);
// The law after T rounds from x_0 against the target pi, W = StartDistance::mean:
//   KL(law || pi) <= mu^2 / 2,   TV(law, pi) <= 2 Phi(mu / 2) - 1.
// With W = StartDistance::far it is mu-GDP close to pi, both ways, except for an event of probability below 2^-900.
double kl_after(double m, double eta, double mean_distance, int64_t rounds);
double variation_after(double m, double eta, double mean_distance, int64_t rounds);
// In a hard domain of diameter D every t rounds, wherever they begin, shrink total variation by v_t =
// variation_after(m, eta, D, t): to v_t^floor(T / t), t such that the mu of D is about 2. Without strong convexity this
// is what counts.
double variation_within(double m, double eta, double diameter, int64_t rounds);
// 2 Phi(mu / 2) - 1, rounded up: the total variation of mu-GDP.
double variation_of_gdp(double mu);

// The least T >= 1 with gdp_after(m, eta, far, T) <= mu, mu > 0, or with variation_after(m, eta, mean, T) <= variation,
// 0 < variation < 1; kMaxRounds + 1 where none up to kMaxRounds will do.
int64_t rounds_for_gdp(double m, double eta, double far_distance, double mu);
int64_t rounds_for_variation(double m, double eta, double mean_distance, double variation);
int64_t rounds_within(double m, double eta, double diameter, double variation);

// Bounds on the rounding errors of one round at every state in the chain's region (section 3 of PROOFS.md). Lengths are
// l2 norms. A round is two kernels: y given x, and the restricted Gaussian draw x given y.
struct RoundErrors {
  double x = 0;          // of rounding x to the lattice: h sqrt(d) / 2
  double y = 0;          // of rounding y
  double centre = 0;     // proposals' computed centre + s^2 computed tilt, against c_0 of the computed gradient
  double gradient = 0;   // the computed gradient, against a subgradient that the acceptance is consistent with
  double log_ratio = 0;  // of the log of the probability of acceptance: the sum over what decides on it
  double layer = 0;      // total variation a round of what lies next to a hard wall
};
// mu of one round and of T of them, and the total variation that walls add to these.
double round_gdp(double m, double lambda, double eta, const RoundErrors &errors);
double arithmetic_gdp(double m, double lambda, double eta, const RoundErrors &errors, int64_t rounds);
double layer_variation(const RoundErrors &errors, int64_t rounds);

}  // namespace dpcvx::sample

#endif
