#include "privacy/curve/event.h"

#include <cmath>

#include "privacy/divergences/gdp.h"
#include "privacy/divergences/rdp.h"
#include "privacy/divergences/response.h"
#include "numeric/directed_margin.h"
#include "numeric/twofold.h"
#include "privacy/divergences/subsampled_rdp.h"

namespace dpcvx::privacy {

namespace {

// 1 / noise multiplier, rounded up where it is no double.
double inverse_up(double noise_multiplier) {
  const double inverse = 1 / noise_multiplier;
  return std::fma(inverse, noise_multiplier, -1) < 0 ? std::nextafter(inverse, INFINITY) : inverse;
}

// The kind whose formulas hold: a sample of everything is no sample.
Kind formula_of(const Event &event) {
  return event.kind == Kind::kPoissonGaussian && event.b == 1 ? Kind::kGaussian : event.kind;
}

// Randomized response of all units, whose own figures are known.
bool is_whole_response(const Event &event) {
  return event.kind == Kind::kRandomizedResponse && event.sampling == Sampling::kAll;
}

// Returns the delta of Laplace noise: 1 - e^((epsilon - epsilon0) / 2) below epsilon0, else 0.
double laplace_delta_up(double epsilon0, double epsilon) {
  return epsilon >= epsilon0 ? 0 : std::fmin(1, round_up(-std::expm1((epsilon - epsilon0) / 2 * (1 + 0x1p-50))));
}

// Returns the delta of randomized response: (e^epsilon0 - e^epsilon) / (1 + e^epsilon0) below epsilon0, else 0.
double pure_delta_up(double epsilon0, double epsilon) {
  if (epsilon >= epsilon0) return 0;
  if (epsilon0 == INFINITY) return 1;
  return std::fmin(1, round_up(-std::expm1((epsilon - epsilon0) * (1 + 0x1p-50)) / (1 + std::exp(-epsilon0))));
}

// Returns log(1 - q + q e^((order - 1) D)) / (order - 1), where D = rho order is the divergence of both units' laws
// when they take part: e^((order - 1) D) is jointly convex.
double replaced_rdp_up(double rho, double rate, double order) {
  const double whole = rho * order * (1 + 0x1p-52), t = order - 1, exponent = t * whole;
  if (!(exponent < 700)) return whole;
  return std::fmin(whole, round_up(std::log1p(rate * std::expm1(exponent * (1 + 0x1p-51))) / t));
}

// Returns the delta of a mechanism of bounded range epsilon0 (Dong, Durfee and Rogers 2020): the greatest over the
// interval's place, which is where the two log-ratios lie evenly about epsilon: (1 - e^((epsilon - epsilon0) / 2))^2 /
// (1 - e^-epsilon0).
double bounded_range_delta_up(double epsilon0, double epsilon) {
  if (epsilon >= epsilon0) return 0;
  if (epsilon0 == INFINITY) return 1;
  const double root = -std::expm1((epsilon - epsilon0) / 2 * (1 + 0x1p-50));
  return std::fmin(1, round_up(root * root / -std::expm1(-epsilon0)));
}

}  // namespace

bool is_loss_table(const double *table, size_t size, double infinite, double greatest) {
  constexpr double kNear = 0x1p-40;
  double first = infinite, second = 0, most = 0;
  for (size_t i = 0; i < size; ++i) {
    const double loss = table[i], mass = table[size + i];
    if (!(std::fabs(loss) <= greatest && (i == 0 || loss > table[i - 1]) && mass >= 0 && mass <= 1)) return false;
    first += mass;
    second += mass * std::exp(-loss);
    most = std::fmax(most, std::fabs(loss));
  }
  return most == greatest && std::fabs(first - 1) <= kNear && second <= 1 + kNear;
}

RestOfLosses rest_of_losses(const double *losses, const double *probabilities, size_t size) {
  numeric::Twofold left{1, 0};
  double slack = 0;
  for (size_t i = 0; i < size; ++i) {
    const double mass = probabilities[i] * std::exp(-losses[i]);
    left = numeric::subtract(left, numeric::Twofold{mass, 0});
    slack += mass * (4 + std::fabs(losses[i])) * 0x1p-52;
  }
  if (!(left.high > slack)) return {0, 0};
  return {left.high - slack, (left.high + slack) * (1 + 0x1p-51)};
}

const char *kind_name(Kind kind) {
  switch (kind) {
    case Kind::kPure:
      return "pure";
    case Kind::kApproximate:
      return "approximate";
    case Kind::kZcdp:
      return "zcdp";
    case Kind::kGdp:
      return "gdp";
    case Kind::kRdp:
      return "rdp";
    case Kind::kGaussian:
      return "gaussian";
    case Kind::kLaplace:
      return "laplace";
    case Kind::kPoissonGaussian:
      return "poisson_gaussian";
    case Kind::kFixedSizeGaussian:
      return "fixed_size_gaussian";
    case Kind::kBoundedRange:
      return "bounded_range";
    case Kind::kGdpMixture:
      return "gdp_mixture";
    case Kind::kRandomizedResponse:
      return "randomized_response";
    case Kind::kDiscreteLaplace:
      return "discrete_laplace";
    case Kind::kDiscreteGaussian:
      return "discrete_gaussian";
    case Kind::kLosses:
      return "losses";
    case Kind::kSampledPure:
      return "sampled_pure";
    case Kind::kSampledLaplace:
      return "sampled_laplace";
    case Kind::kReplacedGaussian:
      return "replaced_gaussian";
    case Kind::kRandomAllocation:
      return "random_allocation";
    case Kind::kShuffled:
      return "shuffled";
    case Kind::kShuffledResponse:
      return "shuffled_response";
    case Kind::kReplacedAllocation:
      return "replaced_allocation";
  }
  return "unknown";
}

bool is_subsampled(Kind kind) { return kind == Kind::kPoissonGaussian || kind == Kind::kFixedSizeGaussian; }

namespace {

// Without sampling.
double whole_pure(const Event &event) {
  switch (event.kind) {
    case Kind::kPure:
    case Kind::kSampledPure:
    case Kind::kBoundedRange:
    case Kind::kApproximate:
    case Kind::kShuffled:
      return event.a;
    case Kind::kLaplace:
    case Kind::kSampledLaplace:
      return inverse_up(event.a);
    case Kind::kRandomizedResponse:
      return response_loss_up(event.a, event.b);
    case Kind::kShuffledResponse:
      return round_up(std::log1p((1 - event.a) / event.a * event.b));
    case Kind::kDiscreteLaplace:
      return event.a * event.b * (1 + 0x1p-51);
    case Kind::kLosses:
      return event.a > 0 || event.rest > 0 ? INFINITY : event.b;  // the greatest loss in size
    default:
      return INFINITY;
  }
}

// log(1 + q (e^epsilon - 1)), which bounds the losses of a batch in both orders.
double sampled_pure(double epsilon, double rate) {
  const double epsilon_up = epsilon < 700 ? std::log1p(rate * std::expm1(epsilon)) : epsilon;
  return std::fmin(epsilon, round_up(epsilon_up));
}

}  // namespace

double event_pure(const Event &event) {
  const double whole = whole_pure(event);
  return event.sampling == Sampling::kAll ? whole : sampled_pure(whole, event.rate);
}

double event_delta(const Event &event) { return event.kind == Kind::kApproximate ? event.b : 0; }

double event_mu(const Event &event) {
  switch (formula_of(event)) {
    case Kind::kGdp:
    case Kind::kGdpMixture:  // the worst that may be drawn
      return event.a;
    case Kind::kGaussian:
      return inverse_up(event.a);
    case Kind::kReplacedGaussian:  // both units take part (PROOFS.md, section 11.11)
      return 2 * inverse_up(event.a);
    case Kind::kRandomAllocation:  // it is known in which steps
      return sqrt_up(event.chosen) * inverse_up(event.a) * (1 + 0x1p-52);
    case Kind::kReplacedAllocation:  // as well, and both units take part in them
      return 2 * sqrt_up(event.chosen) * inverse_up(event.a) * (1 + 0x1p-52);
    case Kind::kPure:
    case Kind::kApproximate:
    case Kind::kRandomizedResponse:
    case Kind::kDiscreteLaplace:
    case Kind::kLosses:
    case Kind::kSampledPure:
    case Kind::kSampledLaplace:
    case Kind::kShuffled:
    case Kind::kShuffledResponse:
      return gdp_mu_of_pure_up(event_pure(event));
    case Kind::kLaplace:
      return gdp_mu_of_laplace_up(event_pure(event));
    // The worst place of the interval is the even one: randomized response at epsilon / 2.
    case Kind::kBoundedRange:
      return gdp_mu_of_pure_up(event.a / 2);
    default:
      return INFINITY;
  }
}

double event_rho(const Event &event) {
  if (is_whole_response(event)) return zcdp_of_response_up(event.a, event.b);
  switch (formula_of(event)) {
    case Kind::kZcdp:
      return event.a;
    case Kind::kGdp:
    case Kind::kGdpMixture:
    case Kind::kGaussian:
    case Kind::kReplacedGaussian:
    case Kind::kRandomAllocation:
    case Kind::kReplacedAllocation:
      return square_up(event_mu(event)) / 2;
    case Kind::kPure:
    case Kind::kApproximate:
    case Kind::kRandomizedResponse:
    case Kind::kLosses:
    case Kind::kSampledPure:
    case Kind::kSampledLaplace:
    case Kind::kShuffled:
    case Kind::kShuffledResponse:
      return zcdp_of_pure_up(event_pure(event));
    case Kind::kDiscreteLaplace:
      return event.sampling == Sampling::kAll ? zcdp_of_discrete_laplace_up(event.a, event.b)
                                              : zcdp_of_pure_up(event_pure(event));
    case Kind::kLaplace:
      return zcdp_of_laplace_up(event_pure(event));
    case Kind::kDiscreteGaussian:  // Canonne, Kamath and Steinke 2020
      return square_up(event.b / event.a * (1 + 0x1p-52)) / 2;
    case Kind::kBoundedRange:
      return zcdp_of_bounded_range_up(event.a);
    default:
      return INFINITY;
  }
}

double event_rdp(const Event &event, double order, const double *numbers) {
  if (is_whole_response(event)) return renyi_of_response_up(event.a, event.b, order);
  switch (formula_of(event)) {
    case Kind::kZcdp:
    case Kind::kGdp:
    case Kind::kGaussian:
    case Kind::kDiscreteGaussian:
    case Kind::kRandomAllocation:
    case Kind::kReplacedAllocation:
      return event_rho(event) * order * (1 + 0x1p-52);
    case Kind::kReplacedGaussian:
      return replaced_rdp_up(event_rho(event), event.b, order);
    case Kind::kPure:
    case Kind::kApproximate:
    case Kind::kRandomizedResponse:
    case Kind::kLosses:
    case Kind::kSampledPure:
    case Kind::kSampledLaplace:
    case Kind::kShuffled:
    case Kind::kShuffledResponse:
      return renyi_of_pure_up(event_pure(event), order);
    case Kind::kBoundedRange:
    case Kind::kDiscreteLaplace:
      return std::fmin(renyi_of_pure_up(event_pure(event), order), event_rho(event) * order * (1 + 0x1p-52));
    case Kind::kLaplace:
      return renyi_of_laplace_up(event_pure(event), order);
    case Kind::kRdp:
      return renyi_of_table_up(numbers + event.table, numbers + event.table + event.size, event.size, order);
    case Kind::kPoissonGaussian:
      return renyi_of_poisson_gaussian_up(event.a, event.b, order);
    case Kind::kFixedSizeGaussian:
      return renyi_of_fixed_size_gaussian_up(event.a, event.b, order);
    case Kind::kGdpMixture:
      return mixture_renyi_up(mixture_of(event, numbers), order);
  }
  return INFINITY;
}

double event_delta_at(const Event &event, double epsilon, const double *numbers) {
  switch (formula_of(event)) {
    case Kind::kPure:
    case Kind::kApproximate:
      return pure_delta_up(event.a, epsilon);
    case Kind::kShuffled:  // what the report alone has
    case Kind::kShuffledResponse:
      return pure_delta_up(event_pure(event), epsilon);
    case Kind::kBoundedRange:
      return bounded_range_delta_up(event.a, epsilon);
    case Kind::kLaplace:
      return laplace_delta_up(event_pure(event), epsilon);
    case Kind::kGdp:
    case Kind::kGaussian:
      return gdp_delta_up(event_mu(event), epsilon);
    case Kind::kPoissonGaussian:
    case Kind::kFixedSizeGaussian:
      return subsampled_gaussian_delta_up(event.a, event.b, epsilon);
    case Kind::kGdpMixture:
      return mixture_delta_up(mixture_of(event, numbers), epsilon);
    default:
      return INFINITY;
  }
}

}  // namespace dpcvx::privacy
