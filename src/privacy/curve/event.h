// One kind of privacy statement with its parameters, repeated `count` times: what curves are lists of. The functions
// give its figure in each accounting, for one use, as upper bounds; infinite where there is none.
#ifndef DPCVX_PRIVACY_CURVE_EVENT_H_
#define DPCVX_PRIVACY_CURVE_EVENT_H_

#include <cstddef>
#include <cstdint>

#include "privacy/divergences/gdp_mixture.h"

namespace dpcvx {
namespace privacy {

enum class Kind : int32_t {
  kPure,               // a = epsilon
  kApproximate,        // a = epsilon, b = delta
  kZcdp,               // a = rho
  kGdp,                // a = mu
  kRdp,                // a table of orders and epsilons
  kGaussian,           // a = noise multiplier
  kLaplace,            // a = noise multiplier, one dimension
  kPoissonGaussian,    // a = noise multiplier, b = rate; add/remove
  kFixedSizeGaussian,  // a = noise multiplier, b = rate < 1; without replacement, replace-one
  kBoundedRange,       // a = epsilon: the log-ratios of two neighbours' laws lie in an interval of this length
  kGdpMixture,  // a table of mus and their probabilities (mixture.h); a = the greatest mu, b = 1 where it is amplified,
                // else 0
};

struct Event {
  Kind kind = Kind::kPure;
  double a = 0;
  double b = 0;
  int64_t count = 1;
  // Of kRdp where its orders begin among the curve's numbers, its epsilons after them; of kGdpMixture likewise its mus
  // and probabilities.
  size_t table = 0;
  size_t size = 0;

  bool has_table() const { return kind == Kind::kRdp || kind == Kind::kGdpMixture; }
};

// The table of a mixture among the curve's numbers.
inline Mixture mixture_of(const Event &event, const double *numbers) {
  return {numbers + event.table, numbers + event.table + event.size, event.size, event.b != 0};
}

inline Event pure(double epsilon, int64_t count = 1) { return {Kind::kPure, epsilon, 0, count, 0, 0}; }
inline Event approximate(double epsilon, double delta, int64_t count = 1) {
  return {delta > 0 ? Kind::kApproximate : Kind::kPure, epsilon, delta, count, 0, 0};
}
inline Event zcdp(double rho, int64_t count = 1) { return {Kind::kZcdp, rho, 0, count, 0, 0}; }
inline Event gdp(double mu, int64_t count = 1) { return {Kind::kGdp, mu, 0, count, 0, 0}; }
inline Event bounded_range(double epsilon, int64_t count = 1) { return {Kind::kBoundedRange, epsilon, 0, count, 0, 0}; }
inline Event gaussian(double noise_multiplier, int64_t count = 1) {
  return {Kind::kGaussian, noise_multiplier, 0, count, 0, 0};
}
inline Event laplace(double noise_multiplier, int64_t count = 1) {
  return {Kind::kLaplace, noise_multiplier, 0, count, 0, 0};
}
// At rate 1 too: the noise multiplier is relative to adding or removing a unit, and the kind says so.
inline Event poisson_gaussian(double noise_multiplier, double rate, int64_t count = 1) {
  return {Kind::kPoissonGaussian, noise_multiplier, rate, count, 0, 0};
}
// Sampling everything is no sampling.
inline Event fixed_size_gaussian(double noise_multiplier, double rate, int64_t count = 1) {
  return {rate < 1 ? Kind::kFixedSizeGaussian : Kind::kGaussian, noise_multiplier, rate < 1 ? rate : 0, count, 0, 0};
}

// The name of a kind in JSON, and whether the Gaussian, or a subsample of it, is behind it.
const char *kind_name(Kind kind);
bool is_subsampled(Kind kind);

// epsilon of pure DP; of an (epsilon, delta) event its epsilon, see event_delta.
double event_pure(const Event &event);
// The part of the probability at which nothing is promised: delta of an (epsilon, delta) event, else 0.
double event_delta(const Event &event);
// mu of GDP, and rho of zCDP, of what is left beside event_delta.
double event_mu(const Event &event);
double event_rho(const Event &event);
// Renyi epsilon at an order > 1, likewise; `numbers` holds the curve's tables.
double event_rdp(const Event &event, double order, const double *numbers);
// delta at epsilon of one use, exact for the mechanism, event_delta left out; infinite where no closed form is known.
double event_delta_at(const Event &event, double epsilon, const double *numbers);

}  // namespace privacy
}  // namespace dpcvx

#endif
