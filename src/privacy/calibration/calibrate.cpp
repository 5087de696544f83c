#include "privacy/calibration/calibrate.h"

#include <cmath>

#include "numeric/root.h"
#include "privacy/divergences/gdp.h"
#include "privacy/divergences/rdp_orders.h"
#include "privacy/divergences/rdp.h"
#include "numeric/directed_margin.h"
#include "numeric/up_sum.h"

namespace dpcvx::privacy {

namespace {

// log delta rounded down: what is within it is within delta.
double log_down(double delta) { return std::log(delta) * (1 + 0x1p-51); }

double zcdp_log_delta_up(double rho, double epsilon) {
  return min_over_all_orders(
      [=](double order) { return renyi_log_delta_up(rho * order * (1 + 0x1p-52), order, epsilon); });
}

// The greatest epsilon for which the event that it makes stays within every stated order; `make` is of pure DP or of a
// weaker kind that costs no less than half as much.
double within_renyi_table(const Event &event, const double *numbers, Event (*make)(double, int64_t)) {
  double least = INFINITY;
  for (size_t i = 0; i < event.size; ++i) {
    const double order = numbers[event.table + i], renyi = numbers[event.table + event.size + i];
    const double beyond = 2 * (renyi + 1 + 2 * std::sqrt(renyi));
    least = std::fmin(least, numeric::greatest_where(0.0, beyond, [=](double epsilon) {
                        return event_rdp(make(epsilon, 1), order, nullptr) <= renyi;
                      }));
  }
  return least;
}

double pure_within_event(const Event &event, const double *numbers) {
  switch (event.kind) {
    case Kind::kPure:
    case Kind::kApproximate:
      return event.a;
    // The trade-off curve of randomized response is made of two chords; it stays above that of Laplace noise, which is
    // convex, when its corner does: (1 + e^epsilon)^-1 >= e^(-epsilon0 / 2) / 2.
    case Kind::kLaplace:
      return round_down(std::log1p(2 * std::expm1(0.5 / event.a)));
    case Kind::kBoundedRange:
      return event.a / 2;
    case Kind::kGdp:
      return pure_within_gdp_down(event.a);
    case Kind::kGaussian:
      return pure_within_gdp_down(round_down(1 / event.a));
    case Kind::kZcdp:
      return pure_within_zcdp_down(event.a);
    case Kind::kRdp:
      return within_renyi_table(event, numbers, pure);
    case Kind::kGdpMixture:  // of every mechanism that may be drawn, so the best of them
      return pure_within_gdp_down(numbers[event.table]);
    default:
      return 0;
  }
}

double zcdp_within_event(const Event &event, const double *numbers) {
  switch (event.kind) {
    case Kind::kApproximate:
      return calibrate_zcdp(event.a, event.b);
    case Kind::kZcdp:
      return event.a;
    case Kind::kRdp: {
      double least = INFINITY;
      for (size_t i = 0; i < event.size; ++i)
        least = std::fmin(least, numbers[event.table + event.size + i] / numbers[event.table + i] * (1 - 0x1p-51));
      return least;
    }
    default:
      return 0;
  }
}

double gaussian_within_event(const Event &event, const double *numbers) {
  switch (event.kind) {
    case Kind::kApproximate:
      return calibrate_gdp(event.a, event.b);
    case Kind::kGdp:
      return event.a;
    case Kind::kGaussian:
      return 1 / event.a * (1 - 0x1p-52);
    case Kind::kZcdp:
      return std::sqrt(2 * event.a) * (1 - 0x1p-52);
    case Kind::kRdp: {
      double least = INFINITY;
      for (size_t i = 0; i < event.size; ++i)
        least = std::fmin(least, 2 * numbers[event.table + event.size + i] / numbers[event.table + i]);
      return std::sqrt(least) * (1 - 0x1p-51);
    }
    case Kind::kGdpMixture:
      return numbers[event.table];
    default:
      return 0;
  }
}

}  // namespace

double calibrate_gdp(double epsilon, double delta) { return gdp_mu_down(epsilon, delta) * (1 - kSlack); }

double calibrate_zcdp(double epsilon, double delta) {
  const double log_delta = log_down(delta);
  // rho-zCDP at least costs epsilon = rho - log 2 or so at any delta < 1; the sum below is far beyond.
  const double beyond = 2 * epsilon + 100;
  const double rho =
      numeric::greatest_where(0.0, beyond, [=](double rho) { return zcdp_log_delta_up(rho, epsilon) <= log_delta; });
  return rho * (1 - kSlack) * (1 - kSlack);
}

double calibrate_rdp(double order, double epsilon, double delta) {
  const double within = renyi_within_down(order, epsilon, log_down(delta));
  return within * (1 - 2 * kSlack);
}

double zcdp_epsilon_up(double rho, double delta) {
  const double log_delta = log_down(delta);
  return min_over_all_orders(
      [=](double order) { return round_up(renyi_epsilon_up(rho * order * (1 + 0x1p-52), order, log_delta)); });
}

// Gaussian mechanisms within each part make one within the whole: their mu's add as squares, and the curve composes at
// least that.
double gaussian_mu_within(const Curve &price) {
  double squares = 0;
  for (size_t i = 0; i < price.size(); ++i) {
    const double mu = gaussian_within_event(price[i], price.numbers());
    if (price.size() == 1 && price[i].count == 1) return mu;
    squares += mu * mu * static_cast<double>(price[i].count) * (1 - 0x1p-51);
  }
  return std::sqrt(squares) * (1 - 0x1p-50);
}

// A mechanism within one part is within the whole.
double pure_epsilon_within(const Curve &price) {
  double greatest = 0;
  for (size_t i = 0; i < price.size(); ++i)
    greatest = std::fmax(greatest, pure_within_event(price[i], price.numbers()));
  return greatest;
}

double bounded_range_within(const Event &event, const double *numbers) {
  switch (event.kind) {
    case Kind::kBoundedRange:
      return event.a;
    case Kind::kGdp:
    case Kind::kGdpMixture:
    case Kind::kGaussian:  // costs what a pure one does at half its epsilon
      return 2 * pure_within_event(event, numbers);
    case Kind::kZcdp:
      return bounded_range_within_zcdp_down(event.a);
    case Kind::kRdp:
      return within_renyi_table(event, numbers, bounded_range);
    default:
      return pure_within_event(event, numbers);
  }
}

double bounded_range_within(const Curve &price) {
  double greatest = 0;
  for (size_t i = 0; i < price.size(); ++i)
    greatest = std::fmax(greatest, bounded_range_within(price[i], price.numbers()));
  return greatest;
}

double zcdp_rho_within(const Curve &price) {
  double sum = 0;
  for (size_t i = 0; i < price.size(); ++i) {
    const double rho = zcdp_within_event(price[i], price.numbers());
    if (price.size() == 1 && price[i].count == 1) return rho;
    // An (epsilon, delta) part or a Renyi one does not add up with others.
    if (price[i].kind == Kind::kZcdp) sum += rho * static_cast<double>(price[i].count) * (1 - 0x1p-51);
  }
  return sum * (1 - 0x1p-50);
}

}  // namespace dpcvx::privacy
