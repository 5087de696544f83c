#include "solve/exponential/utility.h"

#include <algorithm>
#include <cmath>

#include "numeric/norm.h"
#include "numeric/root.h"
#include "solve/core/planning_radius.h"

namespace dpcvx::solve {

namespace {

// Over what a few dozen operations lose.
constexpr double kUp = 1 + 0x1p-40;

// The tau with tau - log(1 + tau) = log(1 / beta) / d: a sum of d exponential numbers passes d (1 + tau) with a
// probability of at most beta.
double gamma_excess(double dimension, double beta) {
  const double wanted = -std::log(beta) / dimension;
  return numeric::min_where(0x1p-200, 0x1p200, [=](double tau) { return tau - std::log1p(tau) >= wanted; });
}

}  // namespace

double dual_gradient(const model::Objective &objective, double p) {
  const model::ObjectiveConstants &constants = objective.constants();
  const double d = static_cast<double>(objective.norm_dimension()), dual = numeric::dual_exponent(p);
  const auto known_in = [=](double norm, double bound) { return bound * numeric::ratio_of_norms(d, dual, norm) * kUp; };
  return std::min(known_in(objective.settings().row_norm, constants.dual_lipschitz), known_in(2, constants.lipschitz));
}

double best_total(const ExponentialInputs &facts, double t) {
  const double noise = facts.difference / t;
  const double sample = facts.population ? 2 * facts.gradient / facts.units * facts.gradient : 0;
  const double best = std::sqrt(((1 + facts.excess) * facts.dimension * noise * noise + sample) / facts.theta);
  return std::max(best, facts.convexity);
}

ExponentialParameters terms_of(const ExponentialInputs &facts, double t, double total, double beta) {
  ExponentialParameters terms;
  terms.total = total;
  terms.weight = std::max(0.0, total - facts.convexity);
  const double steep = t / facts.difference;
  terms.scale = steep * total * steep;
  const double regularizer = terms.weight > 0 ? terms.weight * facts.theta : 0;
  terms.empirical = (1 + facts.excess) * facts.dimension / terms.scale + regularizer;
  terms.population = terms.empirical + 2 * facts.gradient / facts.units * facts.gradient / total;
  const double by_gamma = facts.dimension * gamma_excess(facts.dimension, beta) / terms.scale;
  const double by_slope = facts.slope * std::sqrt(-2 * std::log(beta) / (terms.scale * total));
  terms.likely = terms.empirical + std::min(by_gamma, by_slope);
  return terms;
}

double signal(const ExponentialInputs &facts, double theta, double t) {
  return facts.gradient / (2 * facts.difference * std::sqrt(facts.dimension * theta) / t);
}

double density_gdp(double difference, double scale, double convexity) {
  return scale * difference / std::sqrt(convexity) * kUp;
}

}  // namespace dpcvx::solve
