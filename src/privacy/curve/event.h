// An event: one kind of privacy statement with its parameters, used `count` times. A curve is a list of events. The
// functions return upper bounds on each privacy measure for one use, infinite where there is none.
#ifndef DPCVX_PRIVACY_CURVE_EVENT_H_
#define DPCVX_PRIVACY_CURVE_EVENT_H_

#include <cstddef>
#include <cstdint>

#include "privacy/divergences/gdp_mixture.h"

namespace dpcvx::privacy {

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
  // Where the table begins among the curve's numbers: the orders of kRdp and then its epsilons, or the mus of
  // kGdpMixture and then their probabilities.
  size_t table = 0;
  size_t size = 0;

  bool has_table() const { return kind == Kind::kRdp || kind == Kind::kGdpMixture; }
};

// Returns the table of a mixture among the curve's numbers.
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
// Keeps its kind at rate 1 too, since the noise multiplier is relative to adding or removing a unit.
inline Event poisson_gaussian(double noise_multiplier, double rate, int64_t count = 1) {
  return {Kind::kPoissonGaussian, noise_multiplier, rate, count, 0, 0};
}
// Returns a plain Gaussian at rate 1.
inline Event fixed_size_gaussian(double noise_multiplier, double rate, int64_t count = 1) {
  return {rate < 1 ? Kind::kFixedSizeGaussian : Kind::kGaussian, noise_multiplier, rate < 1 ? rate : 0, count, 0, 0};
}

// Return the name of a kind in JSON, and whether it is a Gaussian on a random batch.
const char *kind_name(Kind kind);
bool is_subsampled(Kind kind);

// Returns the epsilon of pure DP, or of an (epsilon, delta) event its epsilon (see event_delta).
double event_pure(const Event &event);
// Returns the probability with which nothing is promised: the delta of an (epsilon, delta) event, else 0.
double event_delta(const Event &event);
// Return the mu of GDP, and the rho of zCDP, that hold outside of event_delta.
double event_mu(const Event &event);
double event_rho(const Event &event);
// Returns the Renyi epsilon at an order > 1 that holds outside of event_delta. `numbers` holds the curve's tables.
double event_rdp(const Event &event, double order, const double *numbers);
// Returns the delta at epsilon of one use, exact for the mechanism, without event_delta; infinite where no closed form
// is known.
double event_delta_at(const Event &event, double epsilon, const double *numbers);

}  // namespace dpcvx::privacy

#endif
