// An event: one kind of privacy statement with its parameters, used `count` times. A curve is a list of events. The
// functions return upper bounds on each privacy measure for one use, infinite where there is none.
#ifndef DPCVX_PRIVACY_CURVE_EVENT_H_
#define DPCVX_PRIVACY_CURVE_EVENT_H_

#include <cmath>
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
  kRandomizedResponse,  // a = probability of a uniform answer, b = number of categories; replace-one
  kDiscreteLaplace,     // a = decay: probabilities fall as e^(-a |x|), b = shift, a whole number
  kDiscreteGaussian,    // a = sigma, b = shift, a whole number, one dimension
  kLosses,          // a table of losses and their probabilities; a = that of an infinite loss, b = the greatest in size
  kSampledPure,     // a = epsilon, of a batch
  kSampledLaplace,  // a = noise multiplier, of a batch
  kReplacedGaussian,   // a = noise multiplier, b = rate: Poisson sampling, replace-one
  kRandomAllocation,   // a = noise multiplier, b = steps: a unit takes part in `chosen` of them; add/remove
  kShuffled,           // a = epsilon of each report, users = how many report; replace-one
  kShuffledResponse,   // a = probability of a uniform answer, b = number of categories, users; replace-one
  kReplacedAllocation  // a = noise multiplier, b = steps: a unit takes part in `chosen` of them; replace-one
};

// Returns whether the kind's laws are on finitely many losses, which pld/finite_law.h makes.
inline bool has_finite_law(Kind kind) { return kind >= Kind::kRandomizedResponse; }
// Returns whether the outcomes themselves are discrete, or a table of losses.
inline bool is_discrete(Kind kind) { return kind >= Kind::kRandomizedResponse && kind <= Kind::kLosses; }

// Which units an event meets: all, or a random batch. Only kinds from kRandomizedResponse on may have one. Gaussians of
// batches are kinds of their own.
enum class Sampling : int32_t { kAll, kPoisson, kFixedSize };

struct Event {
  Kind kind = Kind::kPure;
  double a = 0;
  double b = 0;
  int64_t count = 1;
  // Where the table begins among the curve's numbers: the orders of kRdp and then its epsilons, the mus of kGdpMixture
  // and then their probabilities, or the losses of kLosses and then theirs.
  size_t table = 0;
  size_t size = 0;
  Sampling sampling = Sampling::kAll;
  double rate = 1;    // of the batch
  double chosen = 1;  // of the steps of an allocation
  double users = 0;   // of shuffled kinds: how many report
  double rest = 0;    // of kLosses: bounds the probability under Q of what P never gives

  bool has_table() const { return kind == Kind::kRdp || kind == Kind::kGdpMixture || kind == Kind::kLosses; }
  bool is_finite() const { return has_finite_law(kind); }
  bool is_allocation() const { return kind == Kind::kRandomAllocation || kind == Kind::kReplacedAllocation; }
  bool is_shuffled() const { return kind == Kind::kShuffled || kind == Kind::kShuffledResponse; }
  // Returns whether it holds under add/remove only.
  bool is_add_remove() const {
    return kind == Kind::kPoissonGaussian || kind == Kind::kRandomAllocation || sampling == Sampling::kPoisson;
  }
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

inline Event randomized_response(double noise, double categories, int64_t count = 1) {
  return {Kind::kRandomizedResponse, noise, categories, count, 0, 0};
}
inline Event discrete_laplace(double decay, double shift, int64_t count = 1) {
  return {Kind::kDiscreteLaplace, decay, shift, count, 0, 0};
}
inline Event discrete_gaussian(double sigma, double shift, int64_t count = 1) {
  return {Kind::kDiscreteGaussian, sigma, shift, count, 0, 0};
}
// Keeps its kind at rate 1 too: the noise multiplier is relative to adding or removing a unit.
inline Event replaced_gaussian(double noise_multiplier, double rate, int64_t count = 1) {
  return {Kind::kReplacedGaussian, noise_multiplier, rate, count, 0, 0};
}
inline Event random_allocation(double noise_multiplier, double steps, double chosen, int64_t count = 1) {
  Event event{Kind::kRandomAllocation, noise_multiplier, steps, count, 0, 0};
  event.chosen = chosen;
  return event;
}
// The noise multiplier is relative to adding or removing a unit here too.
inline Event replaced_allocation(double noise_multiplier, double steps, double chosen, int64_t count = 1) {
  Event event = random_allocation(noise_multiplier, steps, chosen, count);
  event.kind = Kind::kReplacedAllocation;
  return event;
}
// `users` is a whole number.
inline Event shuffled(double epsilon0, double users, int64_t count = 1) {
  Event event{Kind::kShuffled, epsilon0, 0, count, 0, 0};
  event.users = users;
  return event;
}
inline Event shuffled_response(double noise, double categories, double users, int64_t count = 1) {
  Event event{Kind::kShuffledResponse, noise, categories, count, 0, 0};
  event.users = users;
  return event;
}
// Returns what a message advises where an event of is_add_remove() meets replace-one (pld/PROOFS.md, 11.10).
inline const char *under_replace_one(const Event &event) {
  if (event.kind == Kind::kPoissonGaussian)
    return "DPCVX_SAMPLING_POISSON_REPLACE_ONE has one for it; sample without replacement";
  if (event.kind == Kind::kRandomAllocation) return "dpcvx_curve_create_random_allocation_replace_one has one for it";
  return "sample without replacement";
}

// Returns the event on a random batch, 0 < rate < 1: of a pure, Laplace or finite one.
inline Event on_batch(Event event, Sampling sampling, double rate) {
  if (event.kind == Kind::kPure) event.kind = Kind::kSampledPure;
  if (event.kind == Kind::kLaplace) event.kind = Kind::kSampledLaplace;
  event.sampling = sampling;
  event.rate = rate;
  return event;
}

// What a figure of a kind may be, and the noise multipliers and sigmas of the curves that callers make.
inline bool is_amount(double value) { return value >= 0 && value < INFINITY; }
constexpr double kMinNoise = 0x1p-100, kMaxNoise = 0x1p100;
inline bool is_noise(double value) { return value >= kMinNoise && value <= kMaxNoise; }

// How many users may report.
constexpr double kMaxUsers = 0x1p48;

// Returns whether a table is one of kLosses: increasing losses of size at most `greatest`, which one of them is, and
// probabilities that add up to 1 with `infinite`, and to at most 1 under the other law, to within 2^-40.
constexpr double kMaxTableLoss = 500;
bool is_loss_table(const double *table, size_t size, double infinite, double greatest);
// What the probabilities times e^-losses, those under Q, leave of 1: its loss is -infinity. Two bounds, each 0 where
// rounding of the table's numbers explains it, by a share of 2^-52 (4 + |loss|) of each of them.
struct RestOfLosses {
  double low, high;
};
RestOfLosses rest_of_losses(const double *losses, const double *probabilities, size_t size);

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
